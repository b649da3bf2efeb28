"""Launches and times one case of example_kernels.py at a time: the data, the check and the turns."""

import ctypes
import pathlib

import torch

from bench import compare, launcher
from driver import Module

DTYPES = {
    "__nv_bfloat16": torch.bfloat16,
    "__half": torch.float16,
    "__nv_fp8_e4m3": torch.float8_e4m3fn,
    "__nv_fp8_e5m2": torch.float8_e5m2,
    "__nv_tf32": torch.float32,
    "float": torch.float32,
    "int": torch.int32,
    "unsigned": torch.int32,
    "signed char": torch.int8,
    "unsigned char": torch.uint8,
}
# Ranges of random integers.
RANGES = {torch.int32: (-100, 100), torch.int8: (-30, 31), torch.uint8: (0, 256)}
SCALARS = {"int": ctypes.c_int32, "unsigned": ctypes.c_uint32, "size": ctypes.c_uint64, "float": ctypes.c_float}


def poisoned(tensor):
    """Every bit one: no number as a float, unlikely as an integer."""
    tensor.view(torch.uint8).fill_(0xFF)


class Timer:
    """`rounds` turns a case; `careful` ones for those below `close` times nvcc's speed."""

    def __init__(self, folder, rounds, close, careful):
        self.folder, self.rounds, self.close, self.careful = pathlib.Path(folder), rounds, close, careful
        self.images, self.inputs = {}, {}
        torch.zeros(1, device="cuda")

    def image(self, path):
        if path not in self.images:
            self.images[path] = Module(path) if path.exists() else None
        return self.images[path]

    def input(self, case, dtype, count, formula, seed):
        """Random numbers, or those of a formula; the same for the cases of a kernel that have as many."""
        values = str(sorted(case.values.items())) if formula else ""
        key = (case.kernel.name, dtype, count, formula, values, seed)
        if key not in self.inputs:
            if any(other[0] != case.kernel.name for other in self.inputs):
                self.inputs.clear()
            self.inputs[key] = self.drawn(case, dtype, count, formula, seed)
        return self.inputs[key]

    def drawn(self, case, dtype, count, formula, seed):
        if formula:
            index = torch.arange(count, device="cuda")
            return case.number(formula, i=index).to(dtype)
        generator = torch.Generator(device="cuda").manual_seed(seed)
        if dtype in RANGES:
            return torch.randint(*RANGES[dtype], (count,), generator=generator, device="cuda", dtype=dtype)
        return torch.randn(count, generator=generator, device="cuda", dtype=torch.float32).to(dtype)

    def arguments(self, case):
        """The kernel's arguments, and of them the outputs with whether they are added to."""
        arguments, outputs = [], []
        for seed, text in enumerate(case.kernel.arguments):
            kind, _, rest = text.partition(" ")
            if kind in SCALARS:
                arguments.append(SCALARS[kind](case.number(rest)))
                continue
            rest, _, formula = rest.partition(" : ")
            name, count = rest.split(" ", 1)
            dtype, count = DTYPES[case.type(name)], case.number(count)
            if kind == "in":
                arguments.append(self.input(case, dtype, count, formula, seed))
            else:
                arguments.append(torch.empty(count, device="cuda", dtype=dtype))
                outputs.append((arguments[-1], kind == "sum"))
        return arguments, outputs

    def results(self, launch, outputs):
        """What a launch leaves in outputs that were poisoned, or zero if they are added to."""
        for tensor, added in outputs:
            tensor.zero_() if added else poisoned(tensor)
        launch()
        torch.cuda.synchronize()
        return [tensor.clone() for tensor, _ in outputs]

    def row(self, name, case):
        """What is to be said of a case."""
        ours = self.image(self.folder / f"{name}.ptx")
        key = name.rsplit(".", 1)[0]
        theirs = self.image(self.folder / f"{key}.cubin") or self.image(self.folder / f"{name}.cubin")
        if ours is None:
            return {"wrong": "tilec does not compile it"}
        arguments, outputs = self.arguments(case)
        grid = case.number(f"({case.kernel.grid},)")
        symbol = next(iter(ours.symbols.values()))
        run = launcher(ours.kernel(symbol), grid, arguments)
        found = self.results(run, outputs)
        if theirs is None:
            return {"alone": "nvcc does not compile it"}
        try:
            nvcc = run.again(theirs.kernel(symbol))
        except RuntimeError as error:
            return {"alone": str(error)}
        errors = list(map(case_error(case), found, self.results(nvcc, outputs)))
        error = next((error for error in errors if error != error), max(errors))
        exact = all(not tensor.dtype.is_floating_point for tensor in found) and not case.kernel.mean
        if not error <= (0 if exact else case.kernel.tolerance):
            return {"wrong": f"differs from nvcc's by {error:.1e}"}
        own, other, ratio = compare(run, nvcc, self.rounds, pause=0.01)
        if ratio < self.close:
            own, other, ratio = compare(run, nvcc, self.careful)
        return {"ratio": ratio, "ms": own, "nvcc_ms": other, "error": error}


def case_error(case):
    """How far two results are apart, relative to the largest element; not a number if one is none."""

    def error(ours, theirs):
        ours, theirs = ours.float(), theirs.float()
        off = (ours - theirs).abs()
        scale = theirs.abs().max().item()
        return (off.mean() if case.kernel.mean else off.max()).item() / (scale or 1.0)

    return error
