#!/usr/bin/env python3
"""Runs the kernels of the examples from the bytecode that nvcc makes of them.

    examples.py [--release N] [--filter REGEX] [--jobs N]

nvcc makes bytecode of examples/NAME/kernel.cu. It must have the kernels that tilec finds in the source, and each of these
must do the same in the interpreter, from the bytecode and from the source, on made-up arguments: numbers of dimensions are
SIDE, and buffers are large enough for three of them and more. That the source is right is compared with plain Rust computations
(examples/tests/gallery.rs).

Needs a built tilec (TILEC, else target/debug/tilec) and nvcc of the release (13.5 if not said, installed by pip if need be).
Where one of these is absent it says so and succeeds.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

from bytecode import ROOT, shell, tools_of

# The value of each integer parameter.
SIDE = 64
# Elements of a buffer, which repeat after so many.
PERIOD = 4096
COUNT = 16 * SIDE ** 3
GRID = "2,2,1"
# Elements of Tile IR as `tilec run` names them, with their bytes, and what an element number i holds.
ELEMENTS = {
    "f16": ("f16", 2, lambda i: struct.pack("<e", (i * 37 % 64 - 32) / 64)),
    "bf16": ("bf16", 2, lambda i: struct.pack("<f", (i * 37 % 64 - 32) / 64)[2:]),
    "f32": ("f32", 4, lambda i: struct.pack("<f", (i * 37 % 64 - 32) / 64)),
    "f64": ("f64", 8, lambda i: struct.pack("<d", (i * 37 % 64 - 32) / 64)),
    "i32": ("i32", 4, lambda i: struct.pack("<i", i * 5 % 8)),
    "i64": ("i64", 8, lambda i: struct.pack("<q", i * 5 % 8)),
    "i16": ("i16", 2, lambda i: struct.pack("<h", i * 5 % 8)),
    "i8": ("i8", 1, lambda i: bytes([(i * 37 % 6) + 124])),
    "i1": ("bool", 1, lambda i: bytes([i * 5 % 3 % 2])),
    "f8E4M3FN": ("e4m3", 1, lambda i: bytes([(i * 37 % 100)])),
    "f8E5M2": ("e5m2", 1, lambda i: bytes([(i * 37 % 100)])),
    "f8E8M0FNU": ("e8m0", 1, lambda i: bytes([(i * 37 % 6) + 124])),
}
# Of results, by element.
TOLERANCE = {"f16": 0.02, "bf16": 0.1, "f32": 1e-4, "f64": 1e-9}
UNPACK = {"f16": "<%de", "f32": "<%df", "f64": "<%dd"}


def entries(text):
    """The parameters of each kernel of a text of Tile IR: the element, and whether it is a pointer."""
    found = {}
    for name, params in re.findall(r"^\s*entry @(\S+?)\((.*?)\)\s*(?:optimization_hints|\{|attributes)", text, re.M):
        found[name.strip('"')] = [(elem, bool(ptr)) for ptr, elem in re.findall(r": tile<(ptr<)?(\w+)>", params)]
    return found


def numbers(elem, data):
    if elem == "bf16":
        data = b"".join(b"\0\0" + data[i:i + 2] for i in range(0, len(data), 2))
        elem = "f32"
    size = ELEMENTS[elem][1]
    return struct.unpack(UNPACK[elem] % (len(data) // size), data)


def differs(elem, ours, theirs):
    """What is different in two results."""
    if ours == theirs:
        return None
    if elem not in TOLERANCE:
        return "bytes differ"
    for i, (a, b) in enumerate(zip(numbers(elem, ours), numbers(elem, theirs))):
        if not (a == b or a != a and b != b or abs(a - b) <= TOLERANCE[elem] * max(1, abs(b))):
            return f"element {i} is {b}, not {a}"
    return None


class Runs:
    def __init__(self, release):
        self.release = release
        self.tilec = os.environ.get("TILEC", str(ROOT / "target/debug/tilec"))
        self.nvcc = shutil.which("nvcc", path=tools_of(release))

    def missing(self):
        return [name for name, path in (("tilec", shutil.which(self.tilec)), ("nvcc", self.nvcc)) if not path]

    def check(self, source):
        """Lines of what is wrong with an example, and the number of its kernels."""
        with tempfile.TemporaryDirectory() as folder:
            tmp = pathlib.Path(folder)
            theirs, text = tmp / "theirs.tilebc", tmp / "ours.tir"
            error = shell(self.nvcc, "-tilebc", "-arch=sm_100", "-std=c++20", "--tile-only", "--expt-relaxed-constexpr",
                          "-o", theirs, source) \
                or shell(self.tilec, "build", source, "--cuda-version", self.release, "-O0", "--emit", "tir", "-o", text) \
                or shell(self.tilec, "build", theirs, "-O0", "--emit", "tir", "-o", tmp / "theirs.tir")
            if error:
                return [error], 0
            ours, found = entries(text.read_text()), entries((tmp / "theirs.tir").read_text())
            if set(ours) != set(found):
                return [f"the kernels differ: {sorted(set(ours) ^ set(found))}"], 0
            wrong = [f"{name}: {error}" for name in ours if (error := self.compare(name, ours[name], (source, theirs), tmp))]
            return wrong, len(ours)

    def compare(self, name, params, programs, tmp):
        """None if a kernel does the same in both programs."""
        results = []
        for at, program in enumerate(programs):
            args, outs = [], []
            for i, (elem, is_pointer) in enumerate(params):
                kind, _, value = ELEMENTS[elem]
                if not is_pointer:
                    args += ["--arg", f"{kind}={0.5 if elem.startswith('f') else SIDE}"]
                    continue
                data, to = tmp / f"{elem}.bin", tmp / f"{at}.{i}.bin"
                if not data.exists():
                    data.write_bytes(b"".join(map(value, range(PERIOD))) * (COUNT // PERIOD))
                args += ["--arg", f"out:{kind}[{COUNT}]=@{data}>{to}"]
                outs.append((elem, to))
            release = ["--cuda-version", self.release] if at == 0 else []
            error = shell(self.tilec, "run", program, *release, "--kernel", name, "--device", "cpu", "--grid", GRID, *args)
            if error:
                return f"{program.name}: {error}"
            results.append([(elem, to.read_bytes()) for elem, to in outs])
        for i, ((elem, ours), (_, theirs)) in enumerate(zip(*results)):
            error = differs(elem, ours, theirs)
            if error:
                return f"buffer {i}: {error}"
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--release", default="13.5")
    parser.add_argument("--filter", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    opt = parser.parse_args()
    runs = Runs(opt.release)
    if runs.missing():
        print("skipped: no", ", ".join(runs.missing()))
        return 0
    sources = [path for path in sorted((ROOT / "examples").glob("*/kernel.cu")) if re.search(opt.filter, path.parent.name)]
    failed, kernels = 0, 0
    with concurrent.futures.ThreadPoolExecutor(opt.jobs) as pool:
        for source, (wrong, count) in zip(sources, pool.map(runs.check, sources)):
            kernels += count
            failed += bool(wrong)
            for error in wrong:
                print(f"FAIL {source.parent.name}: {error}", flush=True)
    print(f"{opt.release}: {kernels} kernels of {len(sources)} examples, {failed} examples fail")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
