#!/usr/bin/env python3
"""Type-checks the library with g++ against the conformance cases.

The mock prelude stands in for what the compiler provides. Kernels must compile, `reject/NAME.cu` must not. Cases that
need the compiler itself (execution spaces, language limits of tile code, launches) are listed below.

usage: gcc_check.py [--cases DIR] [--filter REGEX] [--show] [--headers]
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Rejected or accepted for reasons that do not concern the library.
COMPILER = re.compile(
    r"reject/(call_of_a_host_function|kernel_returns_a_value|throw_in_tile_code|virtual_call_in_tile_code)\.cu"
    r"|lang/host_.*"
)


def compile_file(path, source=None):
    command = ["g++", "-std=c++20", "-O0", "-S", "-o", "/dev/null", "-x", "c++", "-Wno-attributes", "-Wno-narrowing", "-nostdinc++",
               "-include", str(ROOT / "tests/mock/prelude.h"), "-I", str(ROOT / "include"), "-I", str(ROOT / "include/std"), str(path)]
    done = subprocess.run(command, input=source, capture_output=True, text=True)
    return done.returncode == 0, done.stderr


def headers():
    """Every header compiles on its own, twice."""
    failed = 0
    for path in sorted((ROOT / "include").rglob("*")):
        if path.is_file():
            name = str(path.relative_to(ROOT / "include")).removeprefix("std/")
            ok, err = compile_file("-", f"#include <{name}>\n#include <{name}>\n")
            if not ok:
                failed += 1
                print(f"FAIL header {name}\n{err[:2000]}")
    return failed


def facts():
    """The assertions of api_facts.cu."""
    ok, err = compile_file(ROOT / "tests/api_facts.cu")
    if not ok:
        print("FAIL api_facts.cu\n" + "\n".join(line for line in err.splitlines() if "error" in line))
    return not ok


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", default="/work/shared/conformance", type=pathlib.Path)
    parser.add_argument("--filter", default="")
    parser.add_argument("--show", action="store_true", help="print the compiler's messages")
    parser.add_argument("--headers", action="store_true", help="only compile every header by itself")
    options = parser.parse_args()
    failed = headers() + facts() if not options.filter else 0
    if options.headers:
        return failed != 0

    cases = [p for p in sorted(options.cases.rglob("*.cu")) if re.search(options.filter, str(p.relative_to(options.cases)))]
    cases = [p for p in cases if not COMPILER.fullmatch(str(p.relative_to(options.cases)))]

    def run(path):
        text = path.read_text()
        must_fail = re.search(r"^// reject:", text, re.M) is not None
        # GCC 12 does not deduce the pack of an alias template from a guide ([over.match.class.deduct] p3).
        text = re.sub(r"\bshape(\s+\w+)?\{", r"extents\1{", text)
        ok, err = compile_file("-", f'#line 1 "{path.name}"\n' + text)
        return path, ok != must_fail, must_fail, err

    passed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, good, must_fail, err in pool.map(run, cases):
            if good:
                passed += 1
                if options.show and must_fail:
                    print(f"-- {path.name}\n{err[:1500]}")
                continue
            failed += 1
            print(f"FAIL {path.relative_to(options.cases)}: {'accepted' if must_fail else 'rejected'}")
            if options.show:
                print("\n".join(line for line in err.splitlines() if "error" in line or "note" in line)[:3000])
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
