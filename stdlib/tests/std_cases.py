#!/usr/bin/env python3
"""Runs the conformance cases of the standard headers with g++, so that two libraries judge each case.

Every case of tests/conformance/language/std that runs and includes no header of CUDA is an ordinary C++ program once
`__tile_global__` and its like are blank. It is compiled with libstdc++ and, with --ours, with the headers of
include/std; the results must be those that the case expects. Cases that begin with `// reject:` must be rejected by
libstdc++ too, unless a line `// host: accepts WHY` says why not.

usage: std_cases.py [--filter REGEX] [--ours] [--fill]

--fill writes the `// expect:` lines of cases that have none, from what libstdc++ computes.
"""

import argparse
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT.parent / "tests/conformance/language/std"
TYPES = {"i8": ("signed char", "b"), "i16": ("short", "h"), "i32": ("int", "i"), "i64": ("long", "q"),
         "u8": ("unsigned char", "B"), "u16": ("unsigned short", "H"), "u32": ("unsigned", "I"),
         "u64": ("unsigned long", "Q"), "f32": ("float", "f"), "f64": ("double", "d"), "bool": ("bool", "?")}
FLAGS = ["-std=c++20", "-O0", "-w", "-D__tile__=", "-D__host__=", "-D__device__=", "-D__tile_global__="]


class Case:
    def __init__(self, path):
        self.path = path
        self.text = path.read_text()
        lines = [re.match(r"// *([\w-]+): *(.*)", line) for line in self.text.splitlines()]
        self.lines = [(m.group(1), m.group(2)) for m in lines if m]
        self.rejected = any(key == "reject" for key, _ in self.lines)
        self.accepted = any(key == "accept" for key, _ in self.lines)
        self.host = next((value for key, value in self.lines if key == "host"), "")
        self.args = [value for key, value in self.lines if key == "arg"]
        self.expected = [numbers(value) for key, value in self.lines if key == "expect"]
        compare = next((value for key, value in self.lines if key == "compare"), "exact").split(";")
        self.tolerances = [tolerance(way) for way in compare] * (len(self.expected) if len(compare) == 1 else 1)

    def main(self):
        """The host program: one line of bytes for each buffer that is compared."""
        declared, passed, shown = [], [], []
        for i, arg in enumerate(self.args):
            buffer = re.fullmatch(r"(out |inout )?(\w+)\[(\d+)\](?: = (.*))?", arg)
            if not buffer:
                name, value = re.fullmatch(r"(\w+) = (.*)", arg).groups()
                value = {"nan": '__builtin_nan("")', "inf": "__builtin_inf()"}.get(value, value)
                declared.append(f"{TYPES[name][0]} a{i} = {value};")
                passed.append(f"a{i}")
                continue
            way, name, count, init = buffer.groups()
            values = ", ".join(repr(x) for x in numbers(init)) if init and init != "zeros" else ""
            values = re.sub(r"\binf\b", "__builtin_inf()", re.sub(r"\bnan\b", '__builtin_nan("")', values))
            declared.append(f"static {TYPES[name][0]} a{i}[{count}] = {{{values}}};")
            passed.append(f"a{i}")
            if way:
                shown.append(f"for (unsigned long k = 0; k < sizeof a{i}; ++k) __builtin_printf(\"%02x\", ((unsigned char *)a{i})[k]);"
                             "__builtin_printf(\"\\n\");")
        return "int main() {\n" + "\n".join(declared) + f"\ntest({', '.join(passed)});\n" + "\n".join(shown) + "\n}\n"

    def compared(self):
        found = [re.fullmatch(r"(?:out|inout) (\w+)\[\d+\].*", arg) for arg in self.args]
        return [TYPES[m.group(1)][1] for m in found if m]


def tolerance(way):
    """The relative and the absolute error that `// compare:` allows."""
    found = dict(re.findall(r"(rel|abs) (\S+)", way))
    return float(found.get("rel", 0)), float(found.get("abs", 0))


def is_near(found, wanted, bounds):
    if len(found) != len(wanted):
        return False
    relative, absolute = bounds
    return all(str(x) == str(y) or abs(x - y) <= absolute + relative * abs(y) for x, y in zip(found, wanted))


def numbers(text):
    return [float(x) if re.search(r"[.ep]|inf|nan", x) and not x.startswith("0x") else int(x, 0)
            for x in re.findall(r"[-+\w.]+", text.strip("[] "))]


def compile_and_run(case, ours, folder):
    """(compiled, what was computed or said)"""
    binary = pathlib.Path(folder) / (case.path.stem + (".ours" if ours else ".std"))
    include = ["-nostdinc++", "-I", str(ROOT / "include"), "-I", str(ROOT / "include/std")] if ours else []
    prelude = ["-include", str(ROOT / "tests/mock/prelude.h")] if ours else []
    flags = FLAGS[:3] if ours else FLAGS
    source = case.text + ("" if case.rejected or case.accepted else case.main())
    if ours and "<cassert>" in source:
        source += ("namespace cuda::tiles::inline __1::__op { void assert_(bool, char const *, char const *, unsigned, char const *)"
                   " noexcept { __builtin_abort(); } }\n")
    command = ["g++", *flags, *prelude, *include, "-x", "c++", "-", "-o", str(binary)]
    if case.rejected or case.accepted:
        command[-2:] = ["-fsyntax-only"]
    done = subprocess.run(command, input=source, capture_output=True, text=True)
    if done.returncode != 0 or case.rejected or case.accepted:
        return done.returncode == 0, done.stderr
    done = subprocess.run([str(binary)], capture_output=True, text=True, timeout=10)
    return True, [bytes.fromhex(line) for line in done.stdout.split()]


def unpack(case, buffers):
    return [list(struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data))
            for code, data in zip(case.compared(), buffers)]


def check(case, ours, folder):
    """What is wrong, or None."""
    compiled, result = compile_and_run(case, ours, folder)
    if case.rejected:
        accepts = case.host.startswith("accepts")
        return "is accepted by the host compiler" if compiled and not accepts else None
    if not compiled:
        return "is rejected by the host compiler\n" + "\n".join(line for line in result.splitlines() if "error" in line)
    if case.accepted:
        return None
    found = unpack(case, result)
    wanted = [[struct.unpack("<" + code, struct.pack("<" + code, x))[0] for x in want]
              for code, want in zip(case.compared(), case.expected)]
    near = len(found) == len(wanted) and all(map(is_near, found, wanted, case.tolerances))
    return None if near else f"computes {found}, not {wanted}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--filter", default="")
    parser.add_argument("--ours", action="store_true", help="with the headers of this project instead of libstdc++")
    parser.add_argument("--fill", action="store_true", help="write the expected results of cases that have none")
    options = parser.parse_args()
    cases = [Case(path) for path in sorted(CASES.glob("*.cu")) if re.search(options.filter, path.name)]
    cases = [case for case in cases if not re.search(r"#include [<\"]cuda", case.text)
             and not any(key in ("prints", "ub") for key, _ in case.lines)
             and not case.path.name.startswith("cmath_cuda_")]
    if options.ours:
        # The mock computes nothing.
        cases = [case for case in cases if not case.rejected and not re.search(r"<(cmath|complex|math\.h)>", case.text)]
    failed = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        if options.fill:
            for case in cases:
                if case.rejected or case.accepted or case.expected:
                    continue
                compiled, result = compile_and_run(case, False, folder)
                if not compiled:
                    print(f"{case.path.name}: {result}")
                    continue
                last = [m.end() for m in re.finditer(r"^// arg:.*\n", case.text, re.M)][-1]
                lines = "".join(f"// expect: {values}\n" for values in unpack(case, result))
                case.path.write_text(case.text[:last] + lines + case.text[last:])
            return 0
        for case, wrong in zip(cases, pool.map(lambda case: check(case, options.ours, folder), cases)):
            if wrong:
                failed += 1
                print(f"FAIL {case.path.name} {wrong}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
