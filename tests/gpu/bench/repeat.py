#!/usr/bin/env python3
"""Repeats every kernel that a pipeline feeds, on random sizes: the same input gives the same bits.

    repeat.py build TILEC FOLDER
    repeat.py run FOLDER [--workers N] [--seconds N] [--cases PATTERN]

For each kernel of TABLE ten random sizes, each launched ten times with other work beside every second
launch, outputs poisoned differently each time. All ten results must be bitwise the first one, and the first must
be that of the same source compiled for sm_90, which has no pipeline of that kind: the same bits where sums are exact
(the data are multiples of a quarter), else within a tolerance. `build` runs on any machine, `run` where there
is a GPU and PyTorch; a launch that hangs ends its process after a minute, and the next case goes on.
"""

import argparse
import fnmatch
import functools
import pathlib
import queue
import random
import re
import subprocess
import sys
import threading
import time

import driver
from example_kernels import KERNELS, LINEAR, PRODUCT, Case, Kernel, cases, every, source
from supervise import report, supervised

SIZES, LAUNCHES = 10, 10
ARCHS = ("sm_90a", "sm_90")


def length(draw, most, tile=64):
    """A size up to `most`: a multiple of the tile, one of 8 elements, or any."""
    any_ = draw.randint(1, most)
    return max(1, draw.choice([any_ // tile * tile, any_ // tile * tile, any_ // 8 * 8, any_]))


def product(draw):
    return {"m": length(draw, 2000), "n": length(draw, 2000), "k": length(draw, 800)}


def few_rows(draw):
    return {"m": draw.randint(1, 64), "n": length(draw, 4000), "k": length(draw, 2000)}


def heads(draw):
    shared = draw.choice([1, 2, 4])
    # Rows of sums begin at multiples of 16 bytes, and the bytes between them are not written.
    return {"heads": 4, "kv_heads": 4 // shared, "length": 4 * length(draw, 300)}


def decoding(draw):
    sequences, kv_heads = draw.randint(1, 6), draw.randint(1, 6)
    return {"sequences": sequences, "kv_heads": kv_heads, "all": sequences * kv_heads, "capacity": length(draw, 2000)}


def batches(draw):
    return {"batches": draw.randint(1, 5), "m": length(draw, 700), "n": length(draw, 700), "k": length(draw, 700)}


def groups(draw):
    """Blocks of whole tiles: where a group ends between them is for the example itself."""
    count, rows = draw.randint(1, 5), 256 * draw.randint(1, 3)
    sizes = {"groups": count, "m": rows, "n": length(draw, 700), "k": length(draw, 700)}
    return {**sizes, "blocks": f"{count}*{rows} // BM"}


def images(draw):
    return {"images": draw.randint(1, 5), "side": draw.randint(1, 90)}


def eight(draw):
    """The benchmark's `batched` takes all its products at once."""
    return {**product(draw), "count": draw.randint(1, 4)}


def whole_heads(draw):
    return {**heads(draw), "length": 128 * draw.randint(1, 9)}


def of(kind):
    return ["in T m*k", "in T k*n", f"out {kind} m*n", "int m", "int n", "int k"]


ORDERS = "true false"
GRID = "cdiv(m, BM) * cdiv(n, BN)"
FORM = "cdiv(m, 128) * cdiv(n, 256)"
ATTENTION = "(heads, cdiv(length, BM)) if Causal == 'true' else (cdiv(length, BM), heads)"


def gemm(types, tile, group="8", orders=(ORDERS, ORDERS)):
    """The benchmark's product in its orders."""
    return [f"{types} {tile} {rest}" for rest in every(*orders, group)]


# Kernels of the benchmarks beside those of the examples.
FURTHER = [
    Kernel(
        "gemm.h", "gemm", "T C BM BN BK RowsA RowsB GroupM", of("C"), GRID,
        [
            *(case for tile in ("128 128 64", "128 256 64", "256 128 64", "256 256 64", "64 64 32") for case in gemm("bf16 bf16", tile)),
            *(case for tile in ("128 256 64", "256 256 64") for case in gemm("half half", tile)),
            *(case for kinds in ("e4m3 bf16", "e5m2 bf16", "s8 int") for tile in ("128 256 128", "128 128 64") for case in gemm(kinds, tile)),
            *(case for tile in ("128 256 32", "128 128 32") for case in gemm("tf32 float", tile)),
        ],
        {}, 0.0,
    ),
    Kernel("forms.cu", "plain", "", ["in bf16 m*k", "in bf16 k*n", "out bf16 m*n", "int m", "int n", "int k"], FORM, [""], {}, 0.0),
    Kernel("forms.cu", "pointer_tiles", "", ["in bf16 m*k", "in bf16 k*n", "out bf16 m*n", "int m", "int n", "int k"], FORM, [""], {}, 0.0),
    Kernel("forms.cu", "rectified", "", ["in bf16 m*k", "in bf16 k*n", "out bf16 m*n", "int m", "int n", "int k"], FORM, [""], {}, 0.0),
    Kernel(
        "forms.cu", "biased_attention", "",
        ["in bf16 heads*length*64", "in bf16 heads*length*64", "in bf16 heads*length*64", "in bf16 length*length",
         "out bf16 heads*length*64", "int heads", "int length", "float 0.125"],
        "(cdiv(length, 128), heads)", [""], {}, 2e-2,
    ),
    Kernel("forms.cu", "persistent", "", ["in bf16 m*k", "in bf16 k*n", "out bf16 m*n", "int m", "int n", "int k"], "132", [""], {}, 0.0),
    Kernel(
        "forms.cu", "batched", "",
        ["in bf16 count*m*k", "in bf16 count*k*n", "out bf16 count*m*n", "int count", "int m", "int n", "int k"],
        FORM + ", count", [""], {}, 0.0,
    ),
    Kernel(
        "forms.cu", "bias_gelu", "",
        ["in bf16 m*k", "in bf16 k*n", "in bf16 n", "out bf16 m*n", "int m", "int n", "int k"], FORM, [""], {}, 1e-2,
    ),
    Kernel(
        "forms.cu", "bias_residual", "",
        ["in bf16 m*k", "in bf16 k*n", "in bf16 n", "in bf16 m*n", "out bf16 m*n", "int m", "int n", "int k"], FORM, [""], {}, 0.0,
    ),
    Kernel(
        "attention.cu", "attention", "T D BM BN Causal",
        ["in T heads*length*D", "in T kv_heads*length*D", "in T kv_heads*length*D", "out T heads*length*D", "int heads",
         "int kv_heads", "int length", "float D**-0.5*1.4426950408889634"],
        ATTENTION, every("bf16", "64 128", "128", "64 128", "false true"), {}, 2e-2,
    ),
]
FEW_ROWS = Kernel(
    "gemm.h", "gemm", "T C BM BN BK RowsA RowsB GroupM", of("C"), GRID,
    [case for tile in ("16 64 128", "32 128 64") for case in gemm("bf16 bf16", tile, "1", ("true", ORDERS))], {}, 0.0,
)

# Which kernels, and how their sizes are drawn. Sums in memory that blocks add to in any order are none of them.
DRAWN = {
    ("gemm", "gemm"): product,
    ("attention", "attention"): heads,
    ("attention", "decode"): decoding,
    ("attention_backward", "forward"): heads,
    ("attention_backward", "key_gradients"): heads,
    ("attention_backward", "query_gradients"): heads,
    ("convolution", "convolution"): images,
    ("gemm_batched", "batched"): batches,
    ("gemm_batched", "grouped"): groups,
    ("gemm_epilogue", "linear_gelu"): product,
    ("gemm_persistent", "persistent_gemm"): product,
    ("gemm_quantised", "scaled_product"): product,
    ("gemm.h", "gemm"): product,
    ("forms.cu", "plain"): product,
    ("forms.cu", "pointer_tiles"): product,
    ("forms.cu", "rectified"): product,
    ("forms.cu", "biased_attention"): whole_heads,
    ("forms.cu", "persistent"): product,
    ("forms.cu", "batched"): eight,
    ("forms.cu", "bias_gelu"): product,
    ("forms.cu", "bias_residual"): product,
    ("attention.cu", "attention"): whole_heads,
}
TABLE = [(kernel, DRAWN[key]) for kernel in (*KERNELS, *FURTHER) if (key := (kernel.example, kernel.name)) in DRAWN]
TABLE.append((FEW_ROWS, few_rows))


def chosen(pattern):
    """File names, cases and how their sizes are drawn."""
    for kernel, draw in TABLE:
        for case in cases(kernel):
            if fnmatch.fnmatch(case.label(), f"*{pattern}*"):
                parts = [kernel.example, kernel.name, *case.values.values()]
                yield re.sub(r"\W", "_", "_".join(parts)), case, draw


def build(options):
    folder, failures = pathlib.Path(options.folder), 0
    folder.mkdir(parents=True, exist_ok=True)
    for name, case, _ in chosen(options.cases):
        text = folder / f"{name}.cu"
        text.write_text(source([case]))
        for arch in ARCHS:
            out = folder / f"{name}.{arch}.ptx"
            command = [options.tilec, "build", str(text), "--emit", "ptx", "--arch", arch, "-o", str(out)]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                failures += 1
                print(f"{case.label()} for {arch}: {done.stderr.strip().splitlines()[:1]}", flush=True)
        text.unlink()
    print(f"{failures} texts that tilec does not compile")
    return failures > 0


def repeated(folder, name, case, draw):
    """Runs a case on all its sizes: how many launches, or what is wrong."""
    import torch
    from example_timing import DTYPES, Timer, case_error, launcher

    class Quarters(Timer):
        """Data whose products and sums are exact."""

        def drawn(self, case, dtype, count, formula, seed):
            if formula or not (dtype.is_floating_point or dtype == torch.int8):
                return super().drawn(case, dtype, count, formula, seed)
            whole = torch.randint(-4, 5, (count,), generator=self.generator, device="cuda", dtype=torch.int32)
            return (whole / 4).to(dtype) if dtype.is_floating_point else whole.to(dtype)

    timer = Quarters(folder, 0, 0, 0)
    images = [timer.image(timer.folder / f"{name}.{arch}.ptx") for arch in ARCHS]
    if None in images:
        return {"wrong": "it is not compiled"}
    numbers = random.Random(name)
    timer.generator = torch.Generator(device="cuda").manual_seed(numbers.randrange(1 << 30))
    beside = torch.cuda.Stream()
    load = torch.empty(1 << 26, device="cuda", dtype=torch.uint8)
    symbols = images[0].symbols
    symbol = next(iter(symbols.values())) if len(symbols) == 1 else symbols[case.instance()]
    launches = 0
    for _ in range(SIZES):
        sized = Case(case.kernel, case.values, draw(numbers))
        sizes = " ".join(f"{key}={value}" for key, value in sized.sizes.items())
        timer.inputs.clear()
        arguments, outputs = timer.arguments(sized)
        grid = sized.number(f"({case.kernel.grid},)")
        grid = grid[0] if isinstance(grid[0], tuple) else grid
        run, plain = (launcher(image.kernel(symbol), grid, arguments) for image in images)
        expected, first = timer.results(plain, outputs), None
        for index in range(LAUNCHES):
            for tensor, _ in outputs:
                tensor.view(torch.uint8).fill_(0xFF if index % 2 else 0x7F)
            torch.cuda.synchronize()
            if index % 2:
                with torch.cuda.stream(beside):
                    load.copy_(load.flip(0))
            run()
            torch.cuda.synchronize()
            found = [tensor.clone() for tensor, _ in outputs]
            launches += 1
            first = first or found
            for number, (one, other) in enumerate(zip(first, found)):
                differ = (one.view(torch.uint8) != other.view(torch.uint8)).sum().item()
                if differ:
                    return {"wrong": f"{sizes}: launch {index}, output {number}: {differ} bytes differ from launch 0"}
        for one, other in zip(first, expected):
            error = case_error(case)(one, other)
            if not error <= (case.kernel.tolerance or 0):
                return {"wrong": f"{sizes}: {error:.1e} from sm_90's code"}
    return {"launches": launches}


def worked(options):
    every_ = list(enumerate(chosen(options.cases)))[options.first :: options.step]
    report((index, functools.partial(repeated, options.folder, *row)) for index, row in every_)


def run(options):
    start, all_ = time.time(), list(chosen(options.cases))
    texts = [path for name, *_ in all_ for arch in ARCHS if (path := pathlib.Path(options.folder, f"{name}.{arch}.ptx")).exists()]
    driver.warm(texts)
    print(f"{len(texts)} texts compiled in {time.time() - start:.0f} s", flush=True)
    command = [sys.executable, __file__, "work", options.folder, "--cases", options.cases, "--step", str(options.workers)]
    left, rows = options.seconds - (time.time() - start), queue.Queue()

    def worker(first):
        for row in supervised(command, first, options.workers, len(all_), left):
            rows.put(row)
        rows.put(None)

    for first in range(options.workers):
        threading.Thread(target=worker, args=(first,), daemon=True).start()
    running, launches, kernels, wrong, unfinished = options.workers, 0, 0, 0, 0
    while running:
        row = rows.get()
        if row is None:
            running -= 1
        elif "unfinished" in row:
            unfinished += row["unfinished"]
        elif "wrong" in row:
            wrong += 1
            print(f"WRONG {all_[row['row']][1].label()}: {row['wrong']}", flush=True)
        else:
            kernels, launches = kernels + 1, launches + row["launches"]
    print(
        f"{kernels} kernels repeat themselves in {launches} launches, {wrong} do not,"
        f" {unfinished} unfinished, {time.time() - start:.0f} s"
    )
    return bool(wrong or unfinished)


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("build")
    one.add_argument("tilec")
    one.add_argument("folder")
    for name in ("run", "work"):
        one = commands.add_parser(name)
        one.add_argument("folder")
        one.add_argument("--workers", type=int, default=4)
        one.add_argument("--seconds", type=float, default=200)
        one.add_argument("--first", type=int, default=0)
        one.add_argument("--step", type=int, default=1)
    for one in commands.choices.values():
        one.add_argument("--cases", default="")
    options = parser.parse_args()
    return {"build": build, "run": run, "work": worked}[options.command](options)


if __name__ == "__main__":
    sys.exit(main())
