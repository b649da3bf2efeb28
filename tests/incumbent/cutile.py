#!/usr/bin/env python3
"""Reads, verifies, runs and compiles what cuTile Python makes of kernels, in each version of the bytecode.

usage: cutile.py --tilec target/debug/tilec [--ptxas PTXAS] [--python PYTHON]

Needs the package cuda-tile 1.7.0 (pip install cuda-tile==1.7.0), no GPU: PYTHON, if another than this one, has it. Each kernel
runs in the interpreter and under its sanitizer; its results are worked out here, in plain Python. Exit status 1 if
anything differs.
"""

import argparse
import math
import os
import struct
import subprocess
import sys
import tempfile

VERSIONS = ["13.1", "13.2", "13.3"]

KERNELS = '''
import sys
import cuda.tile as ct
from cuda.tile.compilation import ArrayConstraint, CallingConvention, ConstantConstraint, KernelSignature
from cuda.tile.compilation import export_kernel

Size = ct.Constant[int]


@ct.kernel
def vector_add(a, b, c, SIZE: Size):
    i = ct.bid(0)
    x = ct.load(a, index=(i,), shape=(SIZE,))
    y = ct.load(b, index=(i,), shape=(SIZE,))
    ct.store(c, index=(i,), tile=x + y)


@ct.kernel
def matmul(a, b, c, SIZE: Size):
    m, n = ct.bid(0), ct.bid(1)
    sums = ct.full((SIZE, SIZE), 0, dtype=ct.float32)
    for k in range(ct.cdiv(a.shape[1], SIZE)):
        x = ct.load(a, index=(m, k), shape=(SIZE, SIZE), padding_mode=ct.PaddingMode.ZERO)
        y = ct.load(b, index=(k, n), shape=(SIZE, SIZE), padding_mode=ct.PaddingMode.ZERO)
        sums = ct.mma(x, y, sums)
    ct.store(c, index=(m, n), tile=sums)


@ct.kernel
def softmax(x, y, SIZE: Size):
    r = ct.bid(0)
    row = ct.load(x, index=(r, 0), shape=(1, SIZE))
    e = ct.exp(row - ct.max(row, axis=1, keepdims=True))
    ct.store(y, index=(r, 0), tile=e / ct.sum(e, axis=1, keepdims=True))


@ct.kernel
def histogram(data, counts, SIZE: Size):
    x = ct.load(data, index=(ct.bid(0),), shape=(SIZE,))
    ct.atomic_add(counts, x, 1)


@ct.kernel
def gathered_sums(x, index, y, SIZE: Size):
    at = ct.load(index, index=(0,), shape=(SIZE,))
    ct.store(y, index=(0,), tile=ct.cumsum(ct.gather(x, at), axis=0))


@ct.kernel
def collatz(x, y, SIZE: Size):
    i = ct.bid(0)
    n = ct.load(x, index=(i,), shape=(SIZE,)).item()
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    ct.store(y, index=(i,), tile=ct.full((SIZE,), steps, dtype=ct.int32))


def array(dtype, ndim):
    return ArrayConstraint(
        dtype, ndim, index_dtype=ct.int32, stride_lower_bound_incl=0, alias_groups=(),
        may_alias_internally=False, stride_constant=[None] * (ndim - 1) + [1], base_addr_divisible_by=16)


F, H, I = ct.float32, ct.float16, ct.int32
ALL = [
    (vector_add, [array(F, 1)] * 3, 16),
    (matmul, [array(H, 2), array(H, 2), array(F, 2)], 16),
    (softmax, [array(F, 2)] * 2, 8),
    (histogram, [array(I, 1)] * 2, 8),
    (gathered_sums, [array(F, 1), array(I, 1), array(F, 1)], 8),
    (collatz, [array(I, 1)] * 2, 1),
]
for kernel, arrays, size in ALL:
    name = kernel._annotated_function.pyfunc.__name__
    signature = KernelSignature(
        arrays + [ConstantConstraint(size)], CallingConvention.cutile_python_v1(), symbol=name)
    for version in sys.argv[2:]:
        export_kernel(
            kernel, [signature], f"{sys.argv[1]}/{name}.{version}.tilebc", gpu_code="sm_90",
            output_format="tileir_bytecode", bytecode_version=version)
'''


def array(kind, shape, values=None):
    """The arguments that an array is: the buffer, its extents, its strides."""
    strides, count = [], 1
    for extent in reversed(shape):
        strides.insert(0, count)
        count *= extent
    return {"kind": kind, "count": count, "values": values, "numbers": list(shape) + strides}


def matrix(rows, columns, f):
    return [f(i, j) for i in range(rows) for j in range(columns)]


def softmax_row(row):
    powers = [math.exp(x - max(row)) for x in row]
    return [x / sum(powers) for x in powers]


def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def runs():
    """Of each kernel: the grid, the arrays (without values: written), what is written."""
    a, b = [i / 2 for i in range(20)], [100.0 - i for i in range(20)]
    yield "vector_add", "2", [array("f32", [20], a), array("f32", [20], b), array("f32", [20])], [
        x + y for x, y in zip(a, b)]
    # No extent is a multiple of a tile's.
    x, y = matrix(20, 40, lambda i, k: (i * 3 + k) % 7 - 3), matrix(40, 24, lambda k, j: (k + j * 5) % 5 - 2)
    product = matrix(20, 24, lambda i, j: float(sum(x[i * 40 + k] * y[k * 24 + j] for k in range(40))))
    yield "matmul", "2,2", [array("f16", [20, 40], x), array("f16", [40, 24], y), array("f32", [20, 24])], product
    rows = matrix(3, 8, lambda i, j: (i * 8 + j * 5) % 11 / 4)
    yield "softmax", "3", [array("f32", [3, 8], rows), array("f32", [3, 8])], [
        p for i in range(3) for p in softmax_row(rows[i * 8:i * 8 + 8])]
    data = [(i * i) % 6 for i in range(32)]
    yield "histogram", "4", [array("i32", [32], data), array("i32", [6])], [data.count(n) for n in range(6)]
    values, index = [i * 1.5 for i in range(10)], [9, 0, 3, 3, 7, 1, 8, 2]
    picked = [values[i] for i in index]
    yield "gathered_sums", "1", [array("f32", [10], values), array("i32", [8], index), array("f32", [8])], [
        sum(picked[:i + 1]) for i in range(8)]
    starts = [1, 6, 7, 27, 97]
    yield "collatz", "5", [array("i32", [5], starts), array("i32", [5])], [collatz(n) for n in starts]


def arguments(arrays, path):
    specs = []
    for one in arrays:
        kind, count = one["kind"], one["count"]
        if one["values"] is None:
            # What is added to begins as zeros.
            specs.append(f"out:{kind}[{count}]=zeros>{path}")
        else:
            specs.append(f"{kind}[{count}]=[{', '.join(map(str, one['values']))}]")
        specs.extend(f"i32={number}" for number in one["numbers"])
    return [word for spec in specs for word in ("--arg", spec)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tilec", required=True)
    parser.add_argument("--ptxas")
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    failures, done = [], 0
    with tempfile.TemporaryDirectory() as folder:
        # A file, since cuTile reads the source of a kernel.
        script = os.path.join(folder, "kernels.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write(KERNELS)
        subprocess.run([options.python, script, folder, *VERSIONS], check=True)

        def step(what, command):
            found = subprocess.run(command, capture_output=True, text=True)
            if found.returncode != 0:
                failures.append(f"{what}: {(found.stdout + found.stderr).strip()}")
            return found.returncode == 0

        for name, grid, arrays, expected in runs():
            for version in VERSIONS:
                what = f"{name} {version}"
                file = os.path.join(folder, f"{name}.{version}.tilebc")
                output, ptx = os.path.join(folder, "out.bin"), os.path.join(folder, "out.ptx")
                # Storing over an edge is undefined in C++ (rule 23 of its annex), in cuTile it is not.
                crosses = name in ("vector_add", "matmul")
                for sanitize in ([[]] if crosses else [[], ["--sanitize"]]):
                    run = [options.tilec, "run", file, "--kernel", name, "--grid", grid, "--device", "cpu"]
                    if not step(what, run + sanitize + arguments(arrays, output)):
                        continue
                    kind = arrays[-1]["kind"][0]
                    with open(output, "rb") as result:
                        found = struct.unpack(f"<{len(expected)}{kind}", result.read())
                    wrong = [i for i, (x, y) in enumerate(zip(found, expected)) if abs(x - y) > 1e-6 * max(1, abs(y))]
                    if wrong:
                        failures.append(f"{what}: [{wrong[0]}] is {found[wrong[0]]}, not {expected[wrong[0]]}")
                if step(what, [options.tilec, "build", file, "-arch=sm_90a", "-o", ptx]) and options.ptxas:
                    step(what, [options.ptxas, "-arch=sm_90a", ptx, "-o", os.path.join(folder, "out.cubin")])
                # And written again, it means the same to the reader.
                again = os.path.join(folder, "again.tilebc")
                step(what, [options.tilec, "build", file, "--emit", "tilebc", "--tilebc-version", version, "-o", again])
                step(what, [options.tilec, "check", again])
                done += 1
    print("\n".join(failures))
    print(f"{done} files of cuTile Python, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
