#!/usr/bin/env python3
"""Exchanges bytecode with NVIDIA's tile compiler on the conformance cases.

    bytecode.py [--release N] [--filter REGEX] [--share N] [--jobs N] [--check read,ours,rewrite,ops,dialect,preview] [--theirs DIR] [--keep DIR]

read     what nvcc makes of a case is read, verified and run by our interpreter; the outputs must be
         the recorded ones (the comparison is run.py's)
rewrite  what we read is written again; tileiras must assemble it
ours     what we make of a case is written; tileiras must assemble it
ops      tileirdisasm, which 13.4 brought, must print the ops of what we write
dialect  ir/tests/bytecode has each op of the dialect: tileirdisasm must print them, and tileiras assemble them for DIALECT_GPU
preview  PREVIEW has calls of functions of tile libraries: tileirdisasm must print ours as it prints nvcc's

With --release, which the record of tests/real_builds knows, the tools are those of that release, installed by pip if need
be, and the bytecode that we write has its version. --share takes every Nth case only.

--theirs keeps nvcc's bytecode in a folder and takes what is there already; --keep leaves the cubins of
`ours` in a folder, each by the name of its case, for tests/gpu/tileiras.

Needs a built tilec (TILEC, else target/debug/tilec), nvcc and tileiras (without --release on the path, or in the
folder TILEC_NVIDIA) and the conformance cases (TILEC_CONFORMANCE, else ../shared/conformance).
Where one of these is absent it says so and succeeds. NVIDIA's tools are the PyPI packages
nvidia-cuda-nvcc==13.3.73 nvidia-cuda-tileiras==13.3.36 and, all ==13.3.*, nvidia-cuda-crt,
nvidia-nvvm, nvidia-cuda-runtime, nvidia-cuda-cccl; they lie in site-packages/nvidia/cu13/bin.
tests/incumbent/known.txt lists the cases that cannot agree, with the reason.
"""
import argparse
import concurrent.futures
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
GPU = "sm_90"
# It has every op of the dialect.
DIALECT_GPU = "sm_100"
# Calls of functions of tile libraries, which 13.5 has as a preview.
PREVIEW = ROOT / "tests/incumbent/tile_library.cu"
# Of the tools without --release.
RELEASE = "13.3"


# What tileirdisasm calls otherwise.
NAMES = {"fpowf": "pow"}


def load(name, path):
    """A program as a module."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def tools_of(release):
    """The folder of NVIDIA's tools; None for the path."""
    if not release:
        return os.environ.get("TILEC_NVIDIA")
    nvcc = load("record", ROOT / "tests/real_builds/record.py").nvcc(release)
    return str(nvcc.parent) if nvcc else os.devnull


def ops(text):
    """The mnemonics of a text of Tile IR, in order; what ends a block without values may be left out there."""
    found = []
    for line in text.splitlines():
        line = re.sub(r"^[%\w, :-]* = ", "", line.strip().removeprefix("}").strip())
        op = re.match(r"[a-z]\w*", line)
        if op and not re.match(r"(entry|global|cuda_tile|else)\b|(continue|yield|return)$", line):
            found.append(NAMES.get(op[0], op[0]))
    return found


def shell(*command):
    """None if the command succeeds, else its first error line."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace")
    if done.returncode == 0:
        return None
    lines = [line.strip() for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()] or lines
    return "exit %d: %s" % (done.returncode, errors[0][:220] if errors else "")


class Exchange:
    def __init__(self, opt, cases, runner):
        self.folder, self.runner, self.release = cases, runner, opt.release
        self.tilec = os.environ.get("TILEC", str(ROOT / "target/debug/tilec"))
        tools = tools_of(opt.release)
        names = ("nvcc", "tileiras", "tileirdisasm")
        self.nvcc, self.tileiras, self.tileirdisasm = (shutil.which(name, path=tools) for name in names)
        self.checks = opt.check.split(",")
        # The bytecode that we write.
        release = opt.release or RELEASE
        self.language = ["--cuda-version", release]
        self.written = ["--emit", "tilebc", "--tilebc-version", release]
        self.theirs, self.keep = opt.theirs, opt.keep
        for folder in filter(None, (self.theirs, self.keep)):
            folder.mkdir(parents=True, exist_ok=True)
        self.golden = json.loads((cases / "GOLDEN.json").read_text())

    def missing(self):
        found = {"tilec": shutil.which(self.tilec)}
        if {"read", "rewrite", "preview"} & set(self.checks):
            found["nvcc"] = self.nvcc
        if {"rewrite", "ours", "dialect"} & set(self.checks):
            found["tileiras"] = self.tileiras
        if {"ops", "dialect", "preview"} & set(self.checks):
            found["tileirdisasm"] = self.tileirdisasm
        return [name for name, path in found.items() if not path]

    def check(self, case):
        """The findings of one case: (check, None or what is wrong)."""
        source = self.folder / case.path
        with tempfile.TemporaryDirectory() as name:
            tmp = pathlib.Path(name)
            again, ours = tmp / "again.tilebc", tmp / "ours.tilebc"
            name = case.path.removesuffix(".cu").replace("/", ".")
            theirs = (self.theirs or tmp) / (name + ".tilebc")
            if "read" in self.checks or "rewrite" in self.checks:
                error = None if theirs.exists() else shell(
                    self.nvcc, "-tilebc", "-arch=" + GPU, "-std=c++20", "--tile-only", *case.flags,
                    "-o", theirs, source)
                yield "nvcc", error
                if not error and "read" in self.checks:
                    yield "read", self.run(case, theirs, tmp)
                if not error and "rewrite" in self.checks:
                    yield "rewrite", shell(self.tilec, "build", theirs, "-O0", *self.written, "-o", again) \
                        or self.assemble(again, tmp / "again.cubin")
            if {"ours", "ops"} & set(self.checks):
                error = shell(self.tilec, "build", source, *case.flags, *self.language, *self.written, "-o", ours)
                if "ours" in self.checks:
                    yield "ours", error or self.assemble(ours, (self.keep or tmp) / (name + ".cubin"))
                if "ops" in self.checks:
                    yield "ops", error or self.same_ops(ours, tmp / "ours.tir")

    def same_ops(self, bytecode, text):
        """None if tileirdisasm prints the ops that we read."""
        done = subprocess.run([self.tileirdisasm, bytecode], capture_output=True, text=True)
        if done.returncode:
            return done.stderr.strip().splitlines()[0][:220]
        error = shell(self.tilec, "build", bytecode, "-O0", "--emit", "tir", "-o", text)
        if error:
            return error
        theirs, ours = ops(done.stdout), ops(text.read_text())
        if theirs == ours:
            return None
        at = next((i for i, pair in enumerate(zip(theirs, ours)) if pair[0] != pair[1]), min(len(theirs), len(ours)))
        return "op %d is %s, not %s" % (at, theirs[at:at + 1], ours[at:at + 1])

    def assemble(self, bytecode, cubin, gpu=GPU):
        return shell(self.tileiras, "--gpu-name", gpu, "-o", cubin, bytecode)

    def dialect(self):
        """The texts with the ops of the versions up to the release, and what is wrong with each."""
        for text in sorted((ROOT / "ir/tests/bytecode").glob("*.tir")):
            major, minor = text.stem.split("_")[1:]
            if (int(major), int(minor)) > tuple(map(int, self.language[1].split("."))):
                continue
            with tempfile.TemporaryDirectory() as name:
                tmp = pathlib.Path(name)
                ours = tmp / "ours.tilebc"
                error = shell(self.tilec, "build", text, "-O0", *self.written, "-o", ours) \
                    or self.same_ops(ours, tmp / "ours.tir") \
                    or self.assemble(ours, tmp / "ours.cubin", DIALECT_GPU)
                yield text.name, error

    def preview(self):
        """None if the calls of functions of libraries are those of nvcc, but for the names of values."""
        def calls(bytecode):
            done = subprocess.run([self.tileirdisasm, "--preview=simt", bytecode], capture_output=True, text=True)
            lines = [line for line in done.stdout.splitlines() if "preview$call" in line]
            return [re.sub(r"%\w+(#\d+)?", "%", line.split(" = ")[1]) for line in lines] or done.stderr.splitlines()

        with tempfile.TemporaryDirectory() as name:
            theirs, ours = pathlib.Path(name, "theirs.tilebc"), pathlib.Path(name, "ours.tilebc")
            error = shell(self.nvcc, "-tilebc", "-arch=" + GPU, "-std=c++20", "--tile-only", "--tile-preview=simt",
                          "-o", theirs, PREVIEW) \
                or shell(self.tilec, "build", PREVIEW, "--tile-preview=simt", *self.language, *self.written, "-o", ours)
            if error:
                return error
            wanted, found = calls(theirs), calls(ours)
        if wanted == found:
            return None
        return next(("%s, not %s" % pair[::-1] for pair in zip(wanted, found) if pair[0] != pair[1]), "fewer calls")

    def run(self, case, program, tmp):
        """None if the interpreter gives the recorded outputs."""
        command = [self.tilec, "run", program, "--kernel", "test", "--device", "cpu",
                   "--grid", ",".join(map(str, case.grid))]
        outs = []
        for i, arg in enumerate(case.args):
            if not arg.is_buffer:
                command += ["--arg", "%s=%s" % (arg.type, arg.init)]
                continue
            src, dst = tmp / ("in%d.bin" % i), tmp / ("out%d.bin" % i)
            src.write_bytes(arg.data())
            out = "" if arg.mode == "in" else "out:"
            to = "" if arg.mode == "in" else ">%s" % dst
            command += ["--arg", "%s%s[%d]=@%s%s" % (out, arg.type, arg.count, src, to)]
            if arg.is_out:
                outs.append((arg, dst))
        error = shell(*command)
        if error:
            return error
        for i, (arg, dst) in enumerate(outs):
            want = bytes.fromhex(self.golden[case.path][i])
            error = self.runner.compare(dst.read_bytes(), want, arg, case.compare_of(i))
            if error:
                return "output %d: %s" % (i, error)
        return None


def known_differences(release):
    """The reasons by check and case, of the tools of a release."""
    known = {}
    for line in (ROOT / "tests/incumbent/known.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            check, path, reason = line.split(None, 2)
            check, _, only = check.partition("@")
            if only in ("", release):
                known[check, path] = reason
    return known


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--release", help="take the tools of this release, and write its bytecode")
    parser.add_argument("--filter", help="regular expression on the case's path")
    parser.add_argument("--share", type=int, default=1, metavar="N", help="every Nth case only")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--check", default="read,rewrite,ours")
    parser.add_argument("--theirs", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR")
    opt = parser.parse_args()
    cases = pathlib.Path(os.environ.get("TILEC_CONFORMANCE", ROOT.parent / "shared/conformance"))
    if not (cases / "run.py").exists():
        return print("skipped: no conformance cases at %s" % cases)
    runner = load("conformance_run", cases / "run.py")
    exchange = Exchange(opt, cases, runner)
    missing = exchange.missing()
    if missing:
        return print("skipped: %s not found" % ", ".join(missing))
    known, count, failed = known_differences(opt.release or RELEASE), {}, 0
    todo = [case for case in runner.load_cases(str(cases), opt.filter) if case.path in exchange.golden][::opt.share]
    with concurrent.futures.ThreadPoolExecutor(max(1, opt.jobs)) as pool:
        for case, findings in zip(todo, pool.map(lambda case: list(exchange.check(case)), todo)):
            for check, error in findings:
                reason = known.get((check, case.path))
                status = "pass" if error is None else "known" if reason else "fail"
                if error is None and reason:
                    status, error = "fail", "passes, but known.txt lists it: " + reason
                count.setdefault(check, {}).setdefault(status, 0)
                count[check][status] += 1
                failed += status == "fail"
                if status == "fail":
                    print("FAIL %-8s %-48s %s" % (check, case.path, error), flush=True)
    for name, error in exchange.dialect() if "dialect" in exchange.checks else ():
        of_dialect = count.setdefault("dialect", {})
        status = "pass" if error is None else "known" if ("dialect", name) in known else "fail"
        of_dialect[status] = of_dialect.get(status, 0) + 1
        if status == "fail":
            failed += 1
            print("FAIL dialect  %-48s %s" % (name, error), flush=True)
    if "preview" in exchange.checks:
        error = exchange.preview()
        count["preview"] = {"fail" if error else "pass": 1}
        if error:
            failed += 1
            print("FAIL preview  %-48s %s" % (PREVIEW.name, error), flush=True)
    for check, statuses in count.items():
        print("%-8s %s" % (check, ", ".join("%d %s" % (n, status) for status, n in sorted(statuses.items()))))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
