#!/usr/bin/env python3
"""The launches of recorded figures, for the test of the cost model.

    tests/cost_model/rows.py docs/benchmarks/h200-2026-11-23.json > tests/cost_model/h200.tsv

One line a launch: name, kind, source below tests/gpu/bench, kernel, grid, milliseconds hot, milliseconds rested, and
the arguments as `tilec cost` takes them. The record has hot times as ratios to the other side's; the hot time here is
the other side's recorded time divided by the hot ratio. A launch that is part of a row has one recorded time, which
stands in both columns. Of these, `row_products` is left out: its one measurement of three launches varies from 34 to
105 us between rows that launch the same, and so are those below 20 us. Standard library only.
"""
import json
import sys

TYPES = {
    "__nv_bfloat16": ("bf16", 2),
    "__half": ("f16", 2),
    "float": ("f32", 4),
    "__nv_tf32": ("tf32", 4),
    "__nv_fp8_e4m3": ("e4m3", 1),
    "signed char": ("i8", 1),
    "int": ("i32", 4),
}
LOG2_E = 1.4426950408889634


def ceildiv(a, b):
    return -(-a // b)


def parts_of(kernel):
    name, _, rest = kernel.partition("<")
    return name, [part.strip() for part in rest.rstrip(">").split(",")] if rest else []


def gemm(kernel, sizes):
    m, n, k = sizes
    _, (kind, result, bm, bn, bk, a, b, _) = parts_of(kernel)
    bm, bn = int(bm), int(bn)
    if m < 64:
        family = "gemm of few rows"
    elif any(size % (16 // TYPES[kind][1]) for size in sizes):
        family = "gemm, rows of 8 bytes and less"
    elif bm * bn <= 4096:
        family = "gemm, small tiles"
    else:
        width = TYPES[kind][1]
        family = {2: "gemm of 16 bits", 1: "gemm of 8 bits", 4: "gemm of tf32"}[width]
    file = {"__nv_bfloat16": "gemm_bf16", "__half": "gemm_f16"}.get(kind, "gemm")
    if m < 64 or bm * bn <= 4096:
        file = "gemm"
    (ta, _), (tc, _) = TYPES[kind], TYPES[result]
    args = [f"{ta}[{m * k}]", f"{ta}[{k * n}]", f"out:{tc}[{m * n}]", f"i32={m}", f"i32={n}", f"i32={k}"]
    return family, file, kernel, [ceildiv(m, bm) * ceildiv(n, bn)], args


# Kernels whose schedule is another one since the record.
OTHER_CODE = {"block_base", "static_pitch", "part<__nv_bfloat16, 128, 16, 8, 64>"}


def form(kernel, sizes):
    m, n, k = sizes
    count = 8 if kernel in ("batched", "block_base") else 1
    tiles = ceildiv(m, 128) * ceildiv(n, 256)
    grid = {"persistent": [132], "batched": [tiles, 8], "block_base": [tiles, 8]}.get(kernel, [tiles])
    args = [f"bf16[{count * m * k}]", f"bf16[{count * k * n}]"]
    args += [f"bf16[{n}]"] if kernel in ("bias_gelu", "bias_residual") else []
    args += [f"bf16[{m * n}]"] if kernel == "bias_residual" else []
    args += [f"out:bf16[{count * m * n}]"] + ([f"i32={count}"] if count > 1 else [])
    args += [f"i32={m}", f"i32={n}", f"i32={k}"]
    return "gemm in other forms", "forms", kernel, grid, args


def attention(kernel, sizes):
    heads, kv_heads, length = sizes
    _, (_, d, bm, _, causal) = parts_of(kernel)
    d, bm, causal = int(d), int(bm), causal == "true"
    grid = [heads, length // bm] if causal else [length // bm, heads]
    own, keys = heads * length * d, kv_heads * length * d
    args = [f"bf16[{own}]", f"bf16[{keys}]", f"bf16[{keys}]", f"out:bf16[{own}]"]
    args += [f"i32={heads}", f"i32={kv_heads}", f"i32={length}", f"f32={d**-0.5 * LOG2_E}"]
    return "causal attention" if causal else "attention", "attention", kernel, grid, args


def gradients(kernel, sizes, part):
    heads, length = sizes
    _, (_, d, block, step, causal) = parts_of(kernel)
    d, block, step = int(d), int(block), int(step)
    all_, pitch = heads * length * d, ceildiv(length, 4) * 4
    tensor, row = f"bf16[{all_}]", f"f32[{heads * pitch}]"
    scalars = [f"i32={heads}", f"i32={length}", f"f32={d**-0.5}"]
    inputs = [tensor] * 4 + [row] * 2
    grid = [heads, ceildiv(length, block)]
    first, second, outs = (step, block, 2) if part == "key_gradients" else (block, step, 1)
    instance = f"{part}<__nv_bfloat16, {d}, {first}, {second}, {causal}>"
    return "attention backward", "backward", instance, grid, [*inputs, *[f"out:{tensor}"] * outs, *scalars]


def decode(kernel, sizes):
    sequences, heads, length, splits = sizes
    _, (_, d, _, group, _) = parts_of(kernel)
    d, group, every = int(d), int(group), sequences * heads
    keys = f"bf16[{every * length * d}]"
    args = [f"bf16[{every * group * d}]", keys, keys, f"out:f32[{splits * every * group * d}]"]
    args += [f"out:f32[{splits * every * group}]", f"i32[{sequences}]=full({length})"]
    args += [f"i32={value}" for value in (every, heads, length, splits)] + [f"f32={d**-0.5 * LOG2_E}"]
    return "decode", "decode", kernel, [every, splits], args


STREAMED = {
    "add": ("f32", ["x"], "f32", "tiles", "element by element"),
    "silu_and_mul": ("bf16", ["x"], "bf16", "tiles", "element by element"),
    "narrow": ("f32", [], "bf16", "tiles", "element by element"),
    "rms_norm": ("bf16", ["row"], "bf16", "rows", "rows"),
    "layer_norm": ("bf16", ["row", "row"], "bf16", "rows", "rows"),
    "softmax": ("bf16", [], "bf16", "rows", "rows"),
    "row_sum": ("f32", [], "f32", "rows", "rows"),
    "row_scan": ("f32", [], "f32", "rows", "scan"),
    "transpose": (None, [], None, "squares", "transpose"),
    "rope": ("bf16", [], "bf16", "heads", "element by element"),
}


def streamed(kernel, sizes):
    name, given = parts_of(kernel)
    dtype, further, out, blocks, family = STREAMED[name]
    rows, columns = sizes
    if dtype is None:
        dtype = out = TYPES[given[0]][0]
    inputs = [f"{dtype}[{rows * columns}]"]
    inputs += [f"{dtype}[{rows * columns if kind == 'x' else columns}]" for kind in further]
    scalars, grid = [rows, columns], [rows]
    if blocks == "tiles":
        grid, scalars = [rows * columns // int(given[0])], [rows * columns]
    elif blocks == "rows":
        grid = [rows // (int(given[1]) if len(given) > 1 else 1)]
    elif blocks == "squares":
        grid = [columns // int(given[1]), rows // int(given[1])]
    else:
        d, group = int(given[0]), int(given[1])
        inputs += [f"f32[{rows * d // 2}]"] * 2
        grid, scalars = [rows, columns // d // group], [rows, columns // d]
    size = rows if name == "row_sum" else rows * columns
    args = [*inputs, f"out:{out}[{size}]", *[f"i32={value}" for value in scalars]]
    return family, "rows", kernel, grid, args


def launches(row):
    kernel, _, text = row["row"].rpartition(" ")
    sizes = [int(size) for size in text.split("x")]
    name = parts_of(kernel)[0]
    parts = row.get("parts_ms", {})
    if "ms" not in row:
        return
    if name in OTHER_CODE or kernel in OTHER_CODE:
        return
    if name == "gradients":
        for part, ms in parts.items():
            if part != "row_products":
                yield f"{part} of {row['row']}", gradients(kernel, sizes, part), ms, ms
        return
    if name == "part":
        if parts["part"] >= 0.02:
            yield row["row"], decode(kernel, sizes), parts["part"], parts["part"]
        return
    make = {"gemm": gemm, "attention": attention}.get(name) or (streamed if name in STREAMED else form)
    other = row.get("copy_ms", row.get("library_ms"))
    yield row["row"], make(kernel, sizes), other / row["hot"], row["ms"]


def main():
    with open(sys.argv[1]) as file:
        rows = json.load(file)
    for row in rows:
        for name, (family, file, kernel, grid, args), hot, rested in launches(row):
            grid = ",".join(map(str, grid))
            print(name, family, file, kernel, grid, f"{hot:.5f}", f"{rested:.5f}", *args, sep="\t")


if __name__ == "__main__":
    main()
