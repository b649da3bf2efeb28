#!/usr/bin/env python3
"""Runs kernels of cuTile Python on the CPU device, through bytecode, and has each become PTX.

    cutile_tests.py --tilec PATH [--filter TEXT] [--archs LIST] [--seconds N] [--venv DIR]
    cutile_tests.py --tilec PATH --tests DIR [--filter TEXT] [--seconds N] [--venv DIR]

The first form runs our own kernels (cutile/kernels.py), which use nearly every function of `cuda.tile`; NumPy has the
results. Where there is ptxas, the compiler of cuTile Python also makes cubins of them with tilec as its `tileiras`, for
each chip of --chips. The second runs the public test suite of cuTile Python with its own assertions: DIR is the folder `test` of a
checkout, which this script does not fetch (the package index has no source distribution). It needs PyTorch, some
gigabytes, which the first form does not. Differences that known.txt explains (`cutile TEST REASON`, where TEST is a
regular expression on a test's name) are counted apart; one that is listed and passes is a failure as well.

There need be no GPU: cutile/driver.c stands for the driver's library, cutile/device.py for `cuda.tile.launch`, cutile/plugin.py for PyTorch's device.
A virtual environment is made in DIR (target/cutile by default). Where the packages cannot be installed, or no C compiler is there,
the script says so and succeeds.
"""
import argparse
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "tests/incumbent/cutile"
PACKAGES = ["cuda-tile==1.7.0", "numpy"]
FOR_TESTS = ["torch", "pytest", "pytest-timeout", "pytest-benchmark"]


class Missing(Exception):
    """What keeps this check from running."""


def environment(folder, packages):
    """The Python of a virtual environment with some packages."""
    python = folder / "bin/python"
    if not python.exists() and call([sys.executable, "-m", "venv", folder]):
        raise Missing("virtual environments cannot be made")
    probe = "import importlib.metadata as m, sys; [m.version(name.split('==')[0]) for name in sys.argv[1:]]"
    if call([python, "-c", probe, *packages]) and call([python, "-m", "pip", "install", "--quiet", *packages]):
        raise Missing("not installed: " + ", ".join(packages))
    return python


def call(command):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return done.returncode


def driver(folder):
    """The folder with our libcuda."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    library = folder / "lib/libcuda.so.1"
    library.parent.mkdir(parents=True, exist_ok=True)
    if not compiler or call([compiler, "-shared", "-fPIC", "-O1", "-o", library, HERE / "driver.c"]):
        raise Missing("no C compiler")
    return library.parent


def back_end(folder, tilec):
    """The path with tilec as `tileiras`, and ptxas; no ptxas where it cannot be had."""
    folder.mkdir(parents=True, exist_ok=True)
    link = folder / "tileiras"
    link.unlink(missing_ok=True)
    link.symlink_to(tilec.resolve())
    assembler = os.environ.get("TILEC_PTXAS") or shutil.which("ptxas")
    if not assembler:
        found = subprocess.run([sys.executable, ROOT / "tests/ptxas.py"], stdout=subprocess.PIPE, text=True)
        assembler = found.stdout.strip() if found.returncode == 0 else None
    return f"{folder.resolve()}{os.pathsep}{os.environ['PATH']}", assembler


def known_differences():
    known = []
    for line in (ROOT / "tests/incumbent/known.txt").read_text().splitlines():
        if line.startswith("cutile "):
            _, test, reason = line.split(None, 2)
            known.append((re.compile(test), reason))
    return known


def theirs(opt, python, environ):
    """Runs the public suite; prints each difference and the counts."""
    report = opt.venv / "report.xml"
    report.unlink(missing_ok=True)
    command = [python, "-m", "pytest", opt.tests, "-q", "-x" if opt.first else "-q", "-p", "plugin", "--timeout=120",
               "--no-header", "--tb=line", "-o", "addopts=", f"--junitxml={report}"]
    command += ["-k", opt.filter] if opt.filter else []
    try:
        subprocess.run(list(map(str, command)), env=environ, cwd=opt.tests, timeout=opt.seconds,
                       stdout=subprocess.DEVNULL if not opt.first else None)
    except subprocess.TimeoutExpired:
        return print(f"FAIL the suite takes more than {opt.seconds} s") or 1
    if not report.exists():
        return print("FAIL pytest made no report") or 1
    known, counts, failed, explained = known_differences(), collections.Counter(), 0, collections.Counter()
    passed = collections.Counter()
    for test in xml.etree.ElementTree.parse(report).iter("testcase"):
        name = f"{test.get('classname')}::{test.get('name')}"
        wrong = [child for child in test if child.tag in ("failure", "error")]
        reason = next((reason for pattern, reason in known if pattern.search(name)), None)
        skipped = any(child.tag == "skipped" for child in test)
        status = "skipped by themselves" if skipped else "known" if wrong and reason else "failed" if wrong else "passed"
        counts[status] += 1
        explained[reason] += status == "known"
        passed[reason] += status == "passed"
        if status == "failed":
            failed += 1
            print(f"FAIL {name}: {' '.join((wrong[0].get('message') or '').split())[:300]}")
    for reason, count in explained.items():
        if count:
            print(f"{count} differ: {reason}")
        elif reason and passed[reason]:
            failed += 1
            print(f"FAIL {passed[reason]} pass that are listed to differ: {reason}")
    print(", ".join(f"{count} {status}" for status, count in sorted(counts.items())))
    return 1 if failed or not counts["passed"] else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tilec", default=os.environ.get("TILEC", ROOT / "target/debug/tilec"), type=pathlib.Path)
    parser.add_argument("--tests", type=pathlib.Path, default=os.environ.get("CUTILE_TESTS"))
    parser.add_argument("--filter", default="")
    parser.add_argument("--archs", default="sm_80,sm_90a,sm_100a")
    parser.add_argument("--chips", default="sm_80,sm_90,sm_100,sm_120")
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--venv", type=pathlib.Path, default=ROOT / "target/cutile")
    parser.add_argument("--first", action="store_true", help="stop at the first failure and show it")
    opt = parser.parse_args()
    if not opt.tilec.exists():
        return print(f"skipped: no {opt.tilec}")
    try:
        python = environment(opt.venv, PACKAGES + (FOR_TESTS if opt.tests else []))
        library = driver(opt.venv)
    except Missing as what:
        return print(f"skipped: {what}")
    paths = [str(HERE)] + ([str(opt.tests.resolve())] if opt.tests else [])
    environ = {**os.environ, "TILEC": str(opt.tilec.resolve()), "LD_LIBRARY_PATH": str(library.resolve()),
               "PYTHONPATH": os.pathsep.join(paths), "CUDA_VISIBLE_DEVICES": ""}
    if opt.tests:
        opt.tests = opt.tests.resolve()
        return theirs(opt, python, environ)
    command = [str(python), str(HERE / "kernels.py"), opt.filter]
    environ["PATH"], assembler = back_end(opt.venv / "back_end", opt.tilec)
    if assembler:
        environ.update(TILEC_PTXAS=assembler, TILEC_CHIPS=opt.chips)
    else:
        print("note: no ptxas: cuTile Python makes no cubins")
    try:
        return subprocess.run(command, env={**environ, "TILEC_ARCHS": opt.archs}, timeout=opt.seconds).returncode
    except subprocess.TimeoutExpired:
        return print(f"FAIL the kernels take more than {opt.seconds} s") or 1


if __name__ == "__main__":
    sys.exit(main())
