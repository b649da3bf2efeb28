#!/usr/bin/env python3
"""Runs the kernels of queue.cu from machine code, fat binaries and PTX, and checks their results.

    roads.py FOLDER

FOLDER has what `tests/gpu/queue prepare` made. Each file is loaded by the driver; products are compared with
float64, remainders with math.fmod, which is exact. Needs a GPU and PyTorch.
"""

import ctypes
import math
import pathlib
import sys

import torch

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "bench"))
from bench import launcher  # noqa: E402
from driver import Module  # noqa: E402

N = 1024


def random(count, dtype, seed):
    """Numbers of many magnitudes and both signs."""
    generator = torch.Generator(device="cuda").manual_seed(seed)
    exponents = torch.randint(-20, 21, (count,), generator=generator, device="cuda").double()
    mantissas = torch.randn(count, generator=generator, device="cuda", dtype=torch.float64)
    return (mantissas * exponents.exp2()).to(dtype)


def product(module):
    """The largest error relative to the size of a dot product."""
    generator = torch.Generator(device="cuda").manual_seed(1)
    a, b = torch.randn((2, N, N), generator=generator, device="cuda").half()
    c = torch.full((N, N), float("nan"), device="cuda")
    launcher(module.kernel("product"), (N // 128, N // 128), [a, b, c, N])()
    torch.cuda.synchronize()
    error = ((c.double() - a.double() @ b.double()).abs().max() / N**0.5).item()
    return [] if error < 1e-5 else [f"product: error {error}"]


def remainders(module, name, dtype, kind, is_divisor_shared):
    """What differs from fmod."""
    count, scalar = 512 * 64, 0.7300000190734863
    a = random(count, dtype, 7)
    o = torch.full_like(a, float("nan"))
    launcher(module.kernel(name), count // 512, [a, o, kind(scalar)])()
    torch.cuda.synchronize()
    wrong = 0
    for x, found in zip(a.tolist(), o.tolist()):
        expected = math.fmod(x, scalar) if is_divisor_shared else math.fmod(scalar, x)
        wrong += found != expected
    return [f"{name}: {wrong} of {count} wrong"] if wrong else []


def main():
    torch.zeros(1, device="cuda")
    failures = 0
    for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        module = Module(path)
        said = product(module)
        said += remainders(module, "shared_divisor", torch.float32, ctypes.c_float, True)
        said += remainders(module, "shared_dividend", torch.float32, ctypes.c_float, False)
        said += remainders(module, "shared_divisor_64", torch.float64, ctypes.c_double, True)
        failures += len(said)
        print(f"{path.name}: {'; '.join(said) or 'right'}", flush=True)
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
