#!/usr/bin/env python3
"""Has NVIDIA's tileiras assemble the bytecode of the example kernels and of the library's cases.

    assemble.py [--tilec PATH] [--gpu NAME] [--jobs N] [FILE...]

FILE  sources or Tile IR texts (default: examples, tests/conformance/library, tests/conformance/language/tile)

Needs tileiras, on the path or in the folder TILEC_NVIDIA (tests/tileiras.py provides one); where there is none
it says so and succeeds.
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Folders and the names of the files in them; other examples are built with options of their own.
FOLDERS = [("examples", "kernel.cu"), ("tests/conformance/library", "*.cu"), ("tests/conformance/language/tile", "*.cu")]
# What a case says that does not compile.
REFUSED = ("reject", "warns")
# The bytecode that the tileiras of tests/tileiras.py reads.
BYTECODE = "13.3"
# The codes of a module that the format, or that version of it, has no place for.
UNWRITABLE = ("error[E0648]", "error[E0649]")


def header(path):
    """The lines `// key: value` before the first line of code."""
    found = {}
    for line in path.read_text().splitlines():
        if not line.startswith("//"):
            break
        key, colon, value = line[2:].partition(":")
        if colon:
            found.setdefault(key.strip(), []).append(value.strip())
    return found


def sources():
    for folder, names in FOLDERS:
        for path in sorted((ROOT / folder).rglob(names)):
            case = header(path)
            if not any(key in case for key in REFUSED):
                yield path, [flag for line in case.get("flags", []) for flag in line.split()]


def shell(*command):
    """None if the command succeeds, else its first error line."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace")
    if done.returncode == 0:
        return None
    lines = [line.strip() for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()] or lines
    return "exit %d: %s" % (done.returncode, errors[0][:220] if errors else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tilec", default=os.environ.get("TILEC", ROOT / "target/debug/tilec"))
    parser.add_argument("--gpu", default="sm_90")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    opt = parser.parse_args()
    tileiras = shutil.which("tileiras", path=os.environ.get("TILEC_NVIDIA"))
    if not tileiras:
        return print("skipped: tileiras not found")

    def assemble(item):
        path, flags = item
        with tempfile.TemporaryDirectory() as folder:
            bytecode, cubin = pathlib.Path(folder) / "out.tilebc", pathlib.Path(folder) / "out.cubin"
            error = shell(opt.tilec, "build", path, *flags, "--emit", "tilebc", "--tilebc-version", BYTECODE, "-o", bytecode)
            if error:
                return None if any(code in error for code in UNWRITABLE) else ("tilec", error)
            error = shell(tileiras, "--gpu-name", opt.gpu, "-o", cubin, bytecode)
            return error and ("tileiras", error)

    known = known_differences()
    todo = [(path, []) for path in opt.files] or list(sources())
    failed, as_known = 0, 0
    with concurrent.futures.ThreadPoolExecutor(max(1, opt.jobs)) as pool:
        for (path, _), found in zip(todo, pool.map(assemble, todo)):
            name = str(path.resolve().relative_to(ROOT) if path.resolve().is_relative_to(ROOT) else path)
            reason = known.get(name)
            if found and reason:
                as_known += 1
            elif found or reason:
                failed += 1
                print("FAIL %-60s %s" % (name, "%s: %s" % found if found else "assembles, but is listed: " + reason))
    print("%d files are assembled or have no bytecode, %d known not to be, %d failed" % (len(todo) - failed - as_known, as_known, failed))
    return 1 if failed else 0


def known_differences():
    """Files that cannot be assembled, with the reason."""
    known = {}
    for line in (ROOT / "tests/incumbent/known.txt").read_text().splitlines():
        if line.startswith("assemble "):
            _, path, reason = line.split(None, 2)
            known[path] = reason
    return known


if __name__ == "__main__":
    sys.exit(main())
