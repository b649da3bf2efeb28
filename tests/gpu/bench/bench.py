#!/usr/bin/env python3
"""Times kernels against the library of the vendor and against nvcc, in one process.

    bench.py FOLDER [--rows PATTERN] [--json FILE] [--rounds N] [--seconds N]

FOLDER holds NAME.ptx for each NAME.cu beside this script (`build` makes it), and NAME.cubin where
nvcc's code of the same source is to be compared too (`build` makes it of an nvcc that it is given).
PATTERN picks rows as a shell picks files. Each row first checks the result, written over a poisoned output,
against the library's; then the two take turns, once rested (a pause before each measurement, the
chip cool) and once hot (back to back). Each measurement begins with an untimed launch of the side that is
measured. The median of the ratios is what counts, above 1 is faster.
NAME.cubin is nvcc's code of the source as it is, NAME.assumed.cubin that with alignment and divisibility
promised (`build` makes both); each row says which of the two it is compared with.
Needs a GPU, PyTorch and a driver; nothing is compiled but PTX, by the driver.
"""

import argparse
import ctypes
import fnmatch
import functools
import json
import pathlib
import statistics
import sys
import time

import torch

from driver import Module, check, driver, warm


def launcher(function, grid, args):
    """A call without arguments that launches; tensors go by address, integers as i32, what has a type of
    C as that."""
    kinds = {float: ctypes.c_float, int: ctypes.c_int32}

    def value(arg):
        if isinstance(arg, torch.Tensor):
            return ctypes.c_uint64(arg.data_ptr())
        return kinds[type(arg)](arg) if type(arg) in kinds else arg

    values = [value(arg) for arg in args]
    x, y, z = (*(grid if isinstance(grid, tuple) else (grid,)), 1, 1)[:3]
    pointers = (ctypes.c_void_p * len(values))(*[ctypes.addressof(value) for value in values])
    keep = (values, pointers)
    stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)

    def launch():
        check(driver().cuLaunchKernel(function, x, y, z, 1, 1, 1, 0, stream, keep[1], None), "launch")

    launch.again = lambda other: launcher(other, grid, args)
    launch.of = lambda module: launch.again(module.kernel(function.symbol))
    return launch


def measure(run, repeat):
    """Milliseconds of one launch. An untimed launch comes first: it wakes the GPU and warms instruction
    and constant caches, whichever side is measured, and the clock starts behind it on the stream."""
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    run()
    begin.record()
    for _ in range(repeat):
        run()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) / repeat


def compare(ours, theirs, rounds, pause=0.03):
    """Medians in milliseconds and the median ratio theirs / ours, taking turns."""
    for run in (ours, theirs):
        measure(run, 2)
    repeat = max(1, min(50, int(3.0 / max(measure(theirs, 2), 1e-3))))
    times = ([], [])
    for _ in range(rounds):
        for run, list_ in ((ours, times[0]), (theirs, times[1])):
            if pause:
                torch.cuda.synchronize()
                time.sleep(pause)
            list_.append(measure(run, repeat))
    ratio = statistics.median(b / a for a, b in zip(*times))
    return statistics.median(times[0]), statistics.median(times[1]), ratio


DTYPES = {
    "__nv_bfloat16": torch.bfloat16,
    "__half": torch.float16,
    "float": torch.float32,
    "__nv_tf32": torch.float32,
    "__nv_fp8_e4m3": torch.float8_e4m3fn,
    "signed char": torch.int8,
    "int": torch.int32,
}


def best_order(a, b):
    """The factors in the order that the library is fastest with, or has alone: along K for all but
    16 bits."""
    if a.dtype in (torch.bfloat16, torch.float16):
        return a, b
    return a.contiguous(), b.t().contiguous().t()


@functools.cache
def one():
    """The scale of the library's fp8 product, made outside of the clock."""
    return torch.ones((), device="cuda")


def product(a, b, out):
    """The library's product: what takes these types."""
    if a.dtype == torch.float8_e4m3fn:
        torch._scaled_mm(a, b, one(), one(), out_dtype=out.dtype, use_fast_accum=True, out=out)
    elif a.dtype == torch.int8:
        torch._int_mm(a, b, out=out)
    else:
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.matmul(a, b, out=out)


def gemm_row(module, instance, sizes):
    """A product C = A B of `sizes`, with the storage orders in the name of the instance."""
    m, n, k = sizes
    kind, result, bm, bn, _, order_a, order_b, _ = [part.strip() for part in instance[5:-1].split(",")]
    dtype, result = DTYPES[kind], DTYPES[result]
    generator = torch.Generator(device="cuda").manual_seed(m + n + k)

    def factor(rows, columns, order):
        shape = (rows, columns) if order == "true" else (columns, rows)
        data = torch.randn(shape, generator=generator, device="cuda", dtype=torch.float32)
        data = (data * 30).to(dtype) if dtype == torch.int8 else data.to(dtype)
        return data if order == "true" else data.t()

    a, b = factor(m, k, order_a), factor(k, n, order_b)
    c = torch.full((m, n), -1 if result == torch.int32 else float("nan"), device="cuda", dtype=result)
    expected = torch.empty_like(c)
    grid = -(-m // int(bm)) * -(-n // int(bn))
    ours = launcher(module.kernel(instance), grid, [a, b, c, m, n, k])

    ordered = best_order(a, b)

    def theirs():
        product(*ordered, expected)

    def error():
        scale = (a.float().abs().max() * b.float().abs().max()) * k**0.5
        return ((c.float() - expected.float()).abs().max() / scale).item()

    return ours, theirs, error, 2 * m * n * k


def attention_row(module, instance, sizes):
    """Attention forward of `sizes` = (heads, heads of keys, length), against torch's with cuDNN."""
    heads, kv_heads, length = sizes
    kind, d, bm, _, causal = [part.strip() for part in instance[10:-1].split(",")]
    d, bm, causal, dtype = int(d), int(bm), causal == "true", DTYPES[kind]
    q = normal((1, heads, length, d), dtype, heads + length)
    k, v = normal((2, 1, kv_heads, length, d), dtype, length)
    o = torch.full_like(q, float("nan"))
    expected = torch.empty_like(o)
    # The scale for powers of two instead of e.
    args = [q, k, v, o, heads, kv_heads, length, d**-0.5 * LOG2_E]
    grid = (heads, length // bm) if causal else (length // bm, heads)
    ours = launcher(module.kernel(instance), grid, args)
    backend = torch.nn.attention.SDPBackend.CUDNN_ATTENTION
    if kv_heads != heads:
        k, v = (x.repeat_interleave(heads // kv_heads, 1) for x in (k, v))

    def timed():
        with torch.nn.attention.sdpa_kernel(backend):
            return functional.scaled_dot_product_attention(q, k, v, is_causal=causal)

    def theirs():
        expected.copy_(timed())

    def error():
        return (o.float() - expected.float()).abs().max().item() / 8

    theirs.timed = timed
    return ours, theirs, error, (2 if causal else 4) * heads * length * length * d


def backward_row(module, instance, sizes):
    """Gradients of attention, against FlashAttention-2 and cuDNN as torch has them, each given its own
    forward results. Operations are those of five products; the kernels here compute seven."""
    heads, length = sizes
    kind, d, block, step, causal = [part.strip() for part in instance[10:-1].split(",")]
    causal, scale, grid = causal == "true", int(d) ** -0.5, (heads, -(-length // int(block)))
    q, k, v, d_o = normal((4, 1, heads, length, int(d)), DTYPES[kind], heads + length)
    results = torch.ops.aten._scaled_dot_product_flash_attention(q, k, v, 0.0, causal, False, scale=scale)
    o, logs, cum_q, cum_k, max_q, max_k, seed, offset = results[:8]
    own_o, dq, dk, dv = (torch.full_like(q, float("nan")) for _ in range(4))
    # Rows of a multiple of 16 bytes.
    own_logs, sums = torch.full((2, heads, -(-length // 4) * 4), float("nan"), device="cuda")

    def kernel(name, first, second, grid, args):
        function = module.kernel(f"{name}<{kind}, {d}, {first}, {second}, {str(causal).lower()}>")
        return launcher(function, grid, [*args, heads, length, scale])

    forward = kernel("forward", block, step, grid, [q, k, v, own_o, own_logs])
    inputs = [q, k, v, d_o, own_logs, sums]
    rows = module.kernel(f"row_products<{kind}, {d}, 32>")
    launches = [
        launcher(rows, (heads, -(-length // 32)), [own_o, d_o, sums, heads, length]),
        kernel("key_gradients", step, block, grid, [*inputs, dk, dv]),
        kernel("query_gradients", block, step, grid, [*inputs, dq]),
    ]
    forward()

    def ours():
        for launch in launches:
            launch()

    def theirs():
        return torch.ops.aten._scaled_dot_product_flash_attention_backward(
            d_o, q, k, v, o, logs, cum_q, cum_k, max_q, max_k, 0.0, causal, seed, offset, scale=scale
        )

    if hasattr(torch.ops.aten, "_scaled_dot_product_cudnn_attention_backward"):
        c = torch.ops.aten._scaled_dot_product_cudnn_attention(q, k, v, None, True, 0.0, causal, False, scale=scale)

        def cudnn():
            return torch.ops.aten._scaled_dot_product_cudnn_attention_backward(
                d_o, q, k, v, c[0], c[1], c[6], c[7], None, c[2], c[3], c[4], c[5], 0.0, causal, scale=scale
            )

        theirs.others = {"cudnn": cudnn}

    def error():
        def off(ours, theirs):
            return ((ours.float() - theirs.float()).abs().max() / theirs.float().abs().max()).item()

        pairs = [*zip((dq, dk, dv), theirs()), (own_o, o), (own_logs[:, :length] / LOG2_E, logs[0, :, :length])]
        return max(off(*pair) for pair in pairs) / 8

    # How the time is shared out.
    ours.parts = dict(zip(("row_products", "key_gradients", "query_gradients"), launches))
    return ours, theirs, error, (5 if causal else 10) * heads * length * length * int(d)


def decode_row(module, instance, sizes):
    """A step of decoding of `sizes` = (sequences, heads of keys, length, splits); its bytes are those of
    keys and values."""
    sequences, heads, length, splits = sizes
    kind, d, _, group, _ = [part.strip() for part in instance[5:-1].split(",")]
    d, group, every, dtype = int(d), int(group), sequences * heads, DTYPES[kind]
    q = normal((sequences, heads * group, 1, d), dtype, length)
    k, v = normal((2, sequences, heads, length, d), dtype, sequences)
    o = torch.full_like(q, float("nan"))
    expected = torch.empty_like(o)
    parts = torch.empty((splits, every * group, d), device="cuda")
    logs = torch.empty((splits, every * group), device="cuda")
    lengths = torch.full((sequences,), length, dtype=torch.int32, device="cuda")
    scalars = [every, heads, length, splits, d**-0.5 * LOG2_E]
    part = launcher(module.kernel(instance), (every, splits), [q, k, v, parts, logs, lengths, *scalars])
    combined = module.kernel(f"combined<{kind}, {d}, {max(16, splits)}, {group}>")
    combined = launcher(combined, every * group, [parts, logs, o, every, splits])

    def ours():
        part()
        combined()

    def timed():
        return functional.scaled_dot_product_attention(q, k, v, enable_gqa=True)

    def theirs():
        expected.copy_(timed())

    def error():
        return ((o.float() - expected.float()).abs().max() / expected.float().abs().max()).item() / 8

    theirs.timed = timed
    ours.parts = {"part": part, "combined": combined}
    work = k.nbytes + v.nbytes
    theirs.copy = torch.empty(work // 2, dtype=torch.uint8, device="cuda")
    theirs.source = torch.zeros_like(theirs.copy)
    return ours, theirs, error, work


def normal(shape, dtype, seed):
    generator = torch.Generator(device="cuda").manual_seed(seed)
    return torch.randn(shape, generator=generator, device="cuda", dtype=torch.float32).to(dtype)


def rotated(x, cosine, sine):
    a, b = x.float().chunk(2, -1)
    return torch.cat((a * cosine - b * sine, b * cosine + a * sine), -1).to(x.dtype)


LOG2_E = 1.4426950408889634

# Kernels whose time is that of their bytes: data type, what torch computes, from which further
# inputs, and how many tile blocks a matrix of rows x columns takes.
F32, BF16 = torch.float32, torch.bfloat16
functional = torch.nn.functional
STREAMED = {
    "add": (F32, lambda x, y: x + y, ["x"], "tiles"),
    "silu_and_mul": (BF16, lambda x, y: functional.silu(x) * y, ["x"], "tiles"),
    "narrow": (F32, lambda x: x.to(BF16), [], "tiles"),
    "rms_norm": (BF16, lambda x, w: functional.rms_norm(x, x.shape[-1:], w, 1e-6), ["row"], "rows"),
    "layer_norm": (
        BF16,
        lambda x, w, b: functional.layer_norm(x, x.shape[-1:], w, b, 1e-5),
        ["row", "row"],
        "rows",
    ),
    "softmax": (BF16, lambda x: functional.softmax(x, -1), [], "rows"),
    "row_sum": (F32, lambda x: x.sum(-1, keepdim=True), [], "rows"),
    "row_scan": (F32, lambda x: x.cumsum(-1), [], "rows"),
    "transpose": (None, lambda x: x.t().contiguous(), [], "squares"),
    "rope": (BF16, None, [], "heads"),
}


def streamed_row(module, instance, sizes):
    """A kernel of STREAMED over a matrix of rows x columns, and its bytes."""
    name, arguments = instance[:-1].split("<")
    arguments = [part.strip() for part in arguments.split(",")]
    dtype, compute, further, blocks = STREAMED[name]
    dtype = dtype or DTYPES[arguments[0]]
    rows, columns = sizes
    x = normal(sizes, dtype, rows + columns)
    inputs = [x] + [
        normal(sizes if kind == "x" else sizes[1:], dtype, index) for index, kind in enumerate(further)
    ]
    scalars = [rows, columns]
    if blocks == "tiles":
        grid, scalars = rows * columns // int(arguments[0]), [rows * columns]
    elif blocks == "rows":
        grid = rows // (int(arguments[1]) if len(arguments) > 1 else 1)
    elif blocks == "squares":
        grid = (columns // int(arguments[1]), rows // int(arguments[1]))
    else:
        d, group = int(arguments[0]), int(arguments[1])
        heads = columns // d
        inputs = [x.view(rows, heads, d), *normal((2, rows, 1, d // 2), F32, 1)]
        compute, grid, scalars = rotated, (rows, heads // group), [rows, heads]
    expected = compute(*inputs)
    out = torch.full_like(expected, float("nan"))
    ours = launcher(module.kernel(instance), grid, [*inputs, out, *scalars])

    def theirs():
        compute(*inputs)

    def error():
        scale = expected.float().abs().max()
        return ((out.float() - expected.float()).abs().max() / scale).item() / 8

    work = sum(tensor.nbytes for tensor in (*inputs, out))
    theirs.copy = torch.empty(work // 2, dtype=torch.uint8, device="cuda")
    theirs.source = torch.zeros_like(theirs.copy)
    return ours, theirs, error, work


# Forms of a product (`forms.cu`): further inputs, the grid for so many tiles, what torch computes.
FORMS = {
    "plain": ([], lambda tiles: tiles, torch.matmul),
    "persistent": ([], lambda tiles: 132, torch.matmul),
    "batched": ([], lambda tiles: (tiles, 8), torch.matmul),
    "block_base": ([], lambda tiles: (tiles, 8), torch.matmul),
    "static_pitch": ([], lambda tiles: tiles, torch.matmul),
    "pointer_tiles": ([], lambda tiles: tiles, torch.matmul),
    "rectified": ([], lambda tiles: tiles, lambda a, b: torch.relu(a) @ torch.relu(b)),
    "bias_gelu": (
        ["row"],
        lambda tiles: tiles,
        lambda a, b, row: functional.gelu(a @ b + row, approximate="tanh"),
    ),
    "bias_residual": (["row", "x"], lambda tiles: tiles, lambda a, b, row, x: a @ b + row + x),
}


# Of eight matrices.
BATCHES = ("batched", "block_base")
# A form whose sizes are constants of its source.
STATIC = {"static_pitch": (8100, 8100, 8100)}


def form_row(module, form, sizes):
    """A product in one of the FORMS: alone against the library, with more against itself alone."""
    m, n, k = sizes
    further, grid, compute = FORMS[form]
    count = [8] if form in BATCHES else []
    a, b = normal((*count, m, k), BF16, m), normal((*count, k, n), BF16, n)
    inputs = [normal((m, n) if kind == "x" else (n,), BF16, k) for kind in further]
    expected = compute(a, b, *inputs)
    c = torch.full_like(expected, float("nan"))
    grid = grid(-(-m // 128) * -(-n // 256))
    ours = launcher(module.kernel(form), grid, [a, b, *inputs, c, *count, m, n, k])
    alone = launcher(module.kernel("plain"), -(-m // 128) * -(-n // 256), [a, b, c.clone(), m, n, k])

    def theirs():
        torch.matmul(a, b)

    def error():
        return ((c.float() - expected.float()).abs().max() / expected.float().abs().max()).item() / 8

    theirs.timed = alone if further else theirs
    return ours, theirs, error, 2 * m * n * k * (count or [1])[0]


def keeps_assumptions(sizes):
    """Whether sizes are what `-DASSUME` promises: addresses and rows of whole 16 bytes in any type."""
    return all(size % 16 == 0 for size in sizes)


BIG, MIDDLE, THIN = (8192, 8192, 8192), (4096, 4096, 4096), (8192, 8192, 1024)
ODD, UNALIGNED, SMALL = (8000, 8200, 4104), (515, 777, 331), (256, 512, 192)
# Rows that 8, 4 and 2 bytes divide.
MISALIGNED = [(8100, 8100, 8100), (8190, 8190, 8190), (8191, 8191, 8191)]
EDGES = [(8000, 8192, 4096), (8192, 8200, 4096), (8192, 8192, 4104), (8000, 8064, 4160)]


def instance(kind, bm, bn, bk, a, b, group, result=None):
    return f"gemm<{kind}, {result or kind}, {bm}, {bn}, {bk}, {a}, {b}, {group}>"


# Tiles with the number of block rows that are taken together, in each storage order.
TILES = [(128, 128, 8), (128, 256, 16), (256, 128, 8), (256, 256, 8)]
ORDERS = [(a, b) for a in ("true", "false") for b in ("true", "false")]
BY_ROWS = ORDERS[0]


def sizes_of(kind, tile, orders):
    """What a product of 16 bits is measured on: the large one in every form, others in some."""
    if kind == "__nv_bfloat16" and (tile == TILES[1] or orders == BY_ROWS):
        return [SMALL, UNALIGNED, ODD, *EDGES, *MISALIGNED, MIDDLE, THIN, BIG]
    return [SMALL, UNALIGNED, ODD, MIDDLE, BIG]


GEMMS = [
    (file, instance(kind, *tile[:2], 64, *orders, tile[2]), sizes)
    for file, kind in (("gemm_bf16", "__nv_bfloat16"), ("gemm_f16", "__half"))
    for tile in TILES
    for orders in ORDERS
    for sizes in sizes_of(kind, tile, orders)
]
# Small tiles, which no pipeline of several warpgroups feeds.
GEMMS += [("gemm", instance("__half", 64, 64, 32, *BY_ROWS, 16), sizes) for sizes in (SMALL, UNALIGNED, BIG)]
# Factors of 8 and 32 bits: A by rows and B by columns is contiguous along K and the library's order,
# whatever ours.
BYTES = [
    row
    for a, b in (("true", "false"), ("true", "true"), ("false", "false"))
    for row in (
        instance("__nv_fp8_e4m3", 128, 256, 128, a, b, 16, "__nv_bfloat16"),
        instance("__nv_tf32", 128, 256, 32, a, b, 16, "float"),
        instance("signed char", 128, 256, 128, a, b, 16, "int"),
    )
]
# Few rows, where the time is that of B's bytes.
FEW_ROWS = [
    instance("__nv_bfloat16", 16, 64, 128, "true", "true", 1),
    instance("__nv_bfloat16", 16, 64, 128, "true", "false", 1),
    instance("__nv_bfloat16", 32, 128, 64, "true", "false", 1),
]


HEADS, GROUPED = [(4, 4, 512), (64, 64, 4096), (16, 16, 16384)], (64, 8, 4096)
ATTENTIONS = [
    ("attention<__nv_bfloat16, 128, 128, 128, false>", [*HEADS, GROUPED]),
    ("attention<__nv_bfloat16, 128, 128, 64, false>", HEADS),
    ("attention<__nv_bfloat16, 64, 128, 128, false>", [*HEADS, GROUPED]),
    ("attention<__nv_bfloat16, 128, 128, 128, true>", [*HEADS, GROUPED]),
    ("attention<__nv_bfloat16, 64, 128, 128, true>", [*HEADS, GROUPED]),
]
BACKWARDS = [
    "gradients<__nv_bfloat16, 128, 128, 64, false>",
    "gradients<__nv_bfloat16, 128, 128, 64, true>",
    "gradients<__nv_bfloat16, 64, 128, 64, false>",
    "gradients<__nv_bfloat16, 64, 128, 64, true>",
    "gradients<__nv_bfloat16, 64, 128, 128, false>",
]
DECODES = [
    # Two CTAs are on an SM: of eight heads, 32 parts each keep all SMs busy, and 16 do not.
    (
        "part<__nv_bfloat16, 128, 64, 8, 64>",
        [(3, 2, 1000, 3), (8, 8, 16384, 16), (1, 8, 65536, 16), (1, 8, 65536, 32)],
    ),
    ("part<__nv_bfloat16, 128, 16, 8, 64>", [(3, 2, 1000, 3), (8, 8, 16384, 16), (1, 8, 65536, 16)]),
    ("part<__nv_bfloat16, 64, 64, 8, 128>", [(3, 2, 1000, 3), (8, 8, 32768, 16)]),
]


SQUARE, LONG = (8192, 8192), (32768, 4096)
STREAMED_ROWS = [
    ("add<1024>", (32768, 8192)),
    ("add<4096>", (32768, 8192)),
    ("silu_and_mul<4096>", (8192, 14336)),
    ("narrow<4096>", LONG),
    ("rms_norm<4096>", LONG),
    ("layer_norm<4096>", LONG),
    ("softmax<512, 1>", (262144, 512)),
    ("softmax<512, 4>", (262144, 512)),
    ("softmax<2048, 1>", (65536, 2048)),
    ("softmax<8192, 1>", SQUARE),
    ("softmax<32768, 1>", (4096, 32768)),
    ("rope<128, 32>", LONG),
    ("transpose<float, 64>", SQUARE),
    ("transpose<__nv_bfloat16, 64>", SQUARE),
    ("row_sum<4096>", LONG),
    ("row_scan<4096>", LONG),
]


def rows():
    for name, sizes in STREAMED_ROWS:
        yield "rows", name, sizes, streamed_row
    for name, every in ATTENTIONS:
        for sizes in every:
            yield "attention", name, sizes, attention_row
    for name in BACKWARDS:
        for sizes in ((4, 500), (64, 4096), (16, 16384)):
            yield "backward", name, sizes, backward_row
    for name, every in DECODES:
        for sizes in every:
            yield "decode", name, sizes, decode_row
    for name in BYTES:
        for sizes in (MIDDLE, BIG):
            yield "gemm", name, sizes, gemm_row
    for name in FEW_ROWS:
        for rows_ in (16, 32):
            yield "gemm", name, (rows_, 16384, 8192), gemm_row
    for name in FORMS:
        sizes = STATIC.get(name) or (MIDDLE if name in BATCHES else BIG)
        yield "forms", name, sizes, form_row
    for file, name, sizes in GEMMS:
        yield file, name, sizes, gemm_row


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--rows", default="*")
    parser.add_argument("--json")
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--rounds", type=int, default=11)
    options = parser.parse_args()
    print(torch.cuda.get_device_name(), flush=True)
    start, results, failures, modules = time.time(), [], 0, {}
    chosen = [
        (f"{name} {'x'.join(map(str, sizes))}", *row)
        for row in rows()
        for name, sizes in [row[1:3]]
        if fnmatch.fnmatch(f"{name} {'x'.join(map(str, sizes))}", options.rows)
    ]
    warm(sorted({f"{options.folder}/{file}.ptx" for _, file, *_ in chosen}))
    print(f"compiled in {time.time() - start:.0f} s", flush=True)
    for label, file, name, sizes, make in chosen:
        if time.time() - start > options.seconds:
            print(f"no time left for {label}", flush=True)
            continue
        if file not in modules:
            torch.zeros(1, device="cuda")
            forms = {"nvcc": file + ".cubin", "nvcc, assumed": file + ".assumed.cubin"}
            paths = {form: pathlib.Path(options.folder, name) for form, name in forms.items()}
            incumbents = {form: Module(path) for form, path in paths.items() if path.exists()}
            modules[file] = Module(f"{options.folder}/{file}.ptx"), incumbents
        module, incumbents = modules[file]
        ours, theirs, error, work = make(module, name, sizes)
        suffix = ""
        ours()
        theirs()
        torch.cuda.synchronize()
        off = error()
        row = {"row": label, "error": off}
        if not off < 2e-3:
            failures += 1
            print(f"WRONG {label}: relative error {off}", flush=True)
            results.append(row)
            continue
        parts = getattr(ours, "parts", {})
        if file in ("rows", "decode") or work > 1e11:
            for form, incumbent in incumbents.items():
                if form == "nvcc, assumed" and not keeps_assumptions(sizes):
                    continue
                try:
                    nvcc = [launch.of(incumbent) for launch in (parts.values() or [ours])]
                    _, _, ratio = compare(ours, lambda: [launch() for launch in nvcc], options.rounds)
                    _, _, hot = compare(ours, lambda: [launch() for launch in nvcc], options.rounds, pause=0)
                    row[f"of {form}"] = {"rested": ratio, "hot": hot}
                    suffix += f"{ratio:7.3f} rested {hot:6.3f} hot of {form}"
                except RuntimeError as problem:
                    suffix += f"  {form}: {problem}"
        for other, run in getattr(theirs, "others", {}).items() if work > 1e11 else ():
            try:
                _, _, ratio = compare(ours, run, options.rounds)
                _, _, hot = compare(ours, run, options.rounds, pause=0)
                row[f"of {other}"] = {"rested": ratio, "hot": hot}
                suffix += f"{ratio:7.3f} rested {hot:6.3f} hot of {other}"
            except RuntimeError as problem:
                suffix += f"  {other}: {str(problem)[:80]}"
        if parts:
            row["parts_ms"] = {name: measure(part, 3) for name, part in parts.items()}
            shares = ", ".join(f"{name} {ms:.3f}" for name, ms in row["parts_ms"].items())
            suffix += f"  ms: {shares}"
        if file in ("rows", "decode"):
            _, _, library = compare(ours, theirs, options.rounds)
            copy = lambda: theirs.copy.copy_(theirs.source)
            own, other, ratio = compare(ours, copy, options.rounds)
            _, _, hot = compare(ours, copy, options.rounds, pause=0)
            row |= {"ms": own, "copy_ms": other, "ratio": library, "of_copy": ratio, "hot": hot}
            print(
                f"{ratio:6.3f} rested {hot:6.3f} hot of copy {library:6.3f} of torch {work / own / 1e6:7.0f} GB/s"
                f"{suffix}  error {off:.1e}  {label}",
                flush=True,
            )
        elif work > 1e11 or (make is gemm_row and sizes[0] < 64):
            library = getattr(theirs, "timed", theirs)
            own, other, ratio = compare(ours, library, options.rounds)
            _, _, hot = compare(ours, library, options.rounds, pause=0)
            row |= {"ms": own, "library_ms": other, "ratio": ratio, "hot": hot}
            row |= {"tflops": work / own / 1e9}
            print(
                f"{ratio:6.3f} rested {hot:6.3f} hot {row['tflops']:7.1f} TFLOP/s{suffix}"
                f"  error {off:.1e}  {label}",
                flush=True,
            )
        else:
            print(f"   right                error {off:.1e}  {label}", flush=True)
        results.append(row)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results, file, indent=1)
    print(f"{failures} rows wrong")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
