"""The kernels of examples/ as a table: what each is instantiated with, launched on and compared by.

`examples.py` compiles and times what is here, `repeat.py` repeats what of it has a pipeline. Sizes fill the GPU: a launch takes 0.1 to 1 ms. Where a kernel
has few parameters for tiles its sizes vary too, so that each example has twelve cases or more.
"""

import itertools
import pathlib
import re
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parents[2] / "examples"
INCLUDES = "".join(f'#include "cuda_{name}.h"\n' for name in ("bf16", "fp16", "fp8", "tf32"))
# Explicit instantiations of a source, by a macro or not: the table has others.
INSTANTIATION = re.compile(r"^(template __tile_global__[^;{]*;|[A-Z]+\([^()]*\))\n", re.MULTILINE)
# Template arguments by short names.
TYPES = {
    "bf16": "__nv_bfloat16",
    "half": "__half",
    "e4m3": "__nv_fp8_e4m3",
    "e5m2": "__nv_fp8_e5m2",
    "tf32": "__nv_tf32",
    "s8": "signed char",
    "u8": "unsigned char",
    "u32": "unsigned",
}


@dataclass
class Kernel:
    """A kernel of `examples/EXAMPLE/kernel.cu`, or of a file beside this one.

    `arguments` are those of the kernel, a string each: `in TYPE COUNT`, with `: FORMULA` in the index `i`
    where random numbers will not do; `out TYPE COUNT`, poisoned; `sum TYPE COUNT`, which is added to, from
    zero; or `TYPE VALUE`. Counts, values and the grid are expressions in the template's parameters
    and `sizes`; both sides may differ by `tolerance` relative to the largest element, in the mean if `mean`.
    """

    example: str
    name: str
    parameters: str
    arguments: list
    grid: str
    cases: list
    sizes: dict
    tolerance: float
    mean: bool = False
    # Text that takes the place of other text, by the template's parameters: for a kernel that is not a template.
    edit: tuple = ()

    def text(self):
        """The source without its own instantiations."""
        path = HERE / self.example
        text = (path if path.is_file() else EXAMPLES / self.example / "kernel.cu").read_text()
        return INCLUDES + INSTANTIATION.sub("", text.replace("#pragma once\n", ""))


@dataclass
class Case:
    """A kernel with template arguments and sizes."""

    kernel: Kernel
    values: dict
    sizes: dict = field(default_factory=dict)

    def template(self):
        """The template's arguments in C++."""
        return ", ".join(TYPES.get(text, text) for text in self.values.values())

    def instance(self):
        return f"{self.kernel.name}<{self.template()}>" if self.is_template() else self.kernel.name

    def is_template(self):
        return bool(self.values) and not self.kernel.edit

    def label(self):
        sizes = " ".join(f"{name}={value}" for name, value in self.sizes.items())
        name = f"{self.kernel.name}<{self.template()}>" if self.values else self.kernel.name
        return f"{self.kernel.example}: {name} {sizes}".rstrip()

    def number(self, expression, **further):
        """An expression in the template's parameters and the sizes."""
        names = {"cdiv": lambda a, b: -(-a // b), **further}
        for name, value in self.values.items():
            names[name] = int(value) if value.isdigit() else value
        for name, value in {**self.kernel.sizes, **self.sizes}.items():
            names[name] = eval(value, {"__builtins__": {}}, names) if isinstance(value, str) else value
        return eval(expression, {"__builtins__": {}}, names)

    def type(self, name):
        """The C++ type of an argument: a parameter of the template, a short name or a type."""
        name = self.values.get(name, name)
        return TYPES.get(name, name)

    def instantiation(self):
        """The explicit instantiation, nothing for a kernel that is not a template."""
        if not self.is_template():
            return ""
        types = []
        for argument in self.kernel.arguments:
            kind, _, rest = argument.partition(" ")
            if kind in ("in", "out", "sum"):
                const = "const " if kind == "in" else ""
                types.append(f"{const}{self.type(rest.split()[0])}* __restrict__")
            else:
                types.append(self.type(kind))
        return f"template __tile_global__ void {self.instance()}({', '.join(types)});\n"


def source(several):
    """The text of a source with instantiations for cases of it."""
    kernel = several[0].kernel
    text = kernel.text()
    if kernel.edit:
        old, new = kernel.edit
        text = text.replace(old, new.format(**several[0].values))
    # Sizes alone make no other kernel.
    return text + "".join(dict.fromkeys(case.instantiation() for case in several))


def every(*choices):
    """Template arguments: each choice of each, as strings of words."""
    return [" ".join(words) for words in itertools.product(*(choice.split(" ") for choice in choices))]


def tiles(types, *sizes):
    return [f"{kind} {size}" for kind in types.split(" ") for size in sizes]


PRODUCT_TILES = ("64 64 32", "128 128 32", "128 128 64", "64 128 64", "128 256 64", "256 128 64")
BYTE_TILES = ("64 64 64", "128 128 64", "128 128 128", "64 128 128", "128 256 128", "256 128 128")
PRODUCT = ["in T m*k", "in T k*n", "out float m*n", "int m", "int n", "int k"]
LINEAR = "cdiv(m, BM), cdiv(n, BN)"
SQUARE = {"m": 4096, "n": 4096, "k": 4096}
HEADS, PADDED = "heads*length*D", "heads*(cdiv(length, 4)*4)"
KEYS = ["in T kv_heads*length*D"] * 2
SCALE = "float D**-0.5*1.4426950408889634"
# `128 64` of BM and BN of a head of 64 columns.
HEAD_TILES = ("64 64 64", "64 128 64", "64 128 128", "128 64 64", "128 128 64", "128 128 128")
GRADIENT_TILES = ("64 64 32", "64 128 64", "128 128 64")
# Logarithms of sums as those of random scores are; products of rows may be anything.
ROWS = [f"in float {PADDED} : 0*i + 12.0", f"in float {PADDED}"]
STREAM = 1 << 27

KERNELS = [
    Kernel(
        "vector_add", "vectorAdd", "Tile",
        ["in float n", "in float n", "out float n", "size n"], "cdiv(n, Tile)",
        [(size, {"n": n}) for size in ("256", "512", "1024", "2048", "4096", "8192") for n in (STREAM, STREAM - 1000)],
        {}, 0.0, edit=("1024_ic", "{Tile}_ic"),
    ),
    Kernel(
        "row_softmax", "row_softmax", "T Width",
        ["in T rows*cols", "out T rows*cols", "int rows", "int cols"], "132*8",
        every("float half bf16", "512 1024 2048 4096"),
        {"cols": "Width", "rows": "2**27 // Width"}, 1e-2,
    ),
    Kernel(
        "gemm", "gemm", "T BM BN BK GroupM", PRODUCT, "cdiv(m, BM) * cdiv(n, BN)",
        [f"{tile} 8" for tile in tiles("half bf16", *PRODUCT_TILES)], SQUARE, 1e-4,
    ),
    Kernel(
        "transpose", "transpose", "T Size",
        ["in T rows*cols", "out T rows*cols", "int rows", "int cols"], "cdiv(cols, Size), cdiv(rows, Size)",
        every("float bf16 u8", "16 32 64 128"), {"rows": 16384, "cols": 16384}, 0.0,
    ),
    Kernel(
        "attention", "attention", "T D BM BN Causal",
        [f"in T {HEADS}", *KEYS, f"out T {HEADS}", "int heads", "int kv_heads", "int length", SCALE],
        "cdiv(length, BM), heads",
        [f"{tile} {causal}" for tile in tiles("bf16", *HEAD_TILES) for causal in ("false", "true")],
        {"heads": 16, "kv_heads": 16, "length": 4096}, 1e-2,
    ),
    Kernel(
        "attention", "decode", "T D Group BN",
        ["in T all*Group*D", "in T all*capacity*D", "in T all*capacity*D", "out T all*Group*D",
         "in int sequences : 0*i + capacity", "int sequences", "int kv_heads", "int capacity", SCALE],
        "sequences, kv_heads", every("bf16", "64 128", "8 16", "64 128"),
        {"sequences": 32, "kv_heads": 8, "all": 256, "capacity": 4096}, 1e-2,
    ),
    Kernel(
        "attention_backward", "forward", "T D BM BN Causal",
        [f"in T {HEADS}"] * 3 + [f"out T {HEADS}", f"out float {PADDED}", "int heads", "int length", "float D**-0.5"],
        "heads, cdiv(length, BM)",
        [f"{tile} {causal}" for tile in tiles("bf16", *GRADIENT_TILES) for causal in ("false", "true")],
        {"heads": 16, "length": 4096}, 1e-2,
    ),
    Kernel(
        "attention_backward", "row_products", "T D BM",
        [f"in T {HEADS}"] * 2 + [f"out float {PADDED}", "int heads", "int length"],
        "heads, cdiv(length, BM)", every("bf16", "64 128", "32 64"), {"heads": 128, "length": 8192}, 1e-4,
    ),
    Kernel(
        "attention_backward", "key_gradients", "T D BM BN Causal",
        [f"in T {HEADS}"] * 4 + ROWS + [f"out T {HEADS}"] * 2 + ["int heads", "int length", "float D**-0.5"],
        "heads, cdiv(length, BN)",
        [f"bf16 {d} {step} {block} {causal}" for d, block, step in map(str.split, GRADIENT_TILES) for causal in ("false", "true")],
        {"heads": 16, "length": 4096}, 1e-2,
    ),
    Kernel(
        "attention_backward", "query_gradients", "T D BM BN Causal",
        [f"in T {HEADS}"] * 4 + ROWS + [f"out T {HEADS}"] + ["int heads", "int length", "float D**-0.5"],
        "heads, cdiv(length, BM)",
        [f"{tile} {causal}" for tile in tiles("bf16", *GRADIENT_TILES) for causal in ("false", "true")],
        {"heads": 16, "length": 4096}, 1e-2,
    ),
    Kernel(
        "convolution", "convolution", "T C K BP",
        ["in T images*side*side*C", "in T 9*C*K", "out float images*side*side*K", "int side", "int side"],
        "cdiv(side*side, BP), images", every("half", "32 64", "64 128", "32 64 128"), {"images": 64, "side": 112}, 1e-4,
    ),
    Kernel(
        "dropout", "dropout", "Tile",
        ["in float n", "out float n", "int n", "float 0.1", "unsigned 1"], "cdiv(n, Tile)",
        [(size, {"n": n}) for size in ("256", "512", "1024", "2048", "4096", "8192") for n in (STREAM, STREAM - 1000)],
        {}, 1e-6,
    ),
    Kernel(
        "gemm_batched", "batched", "T BM BN BK",
        ["in T batches*m*k", "in T batches*k*n", "out T batches*m*n", "int batches", "int m", "int n", "int k"],
        LINEAR + ", batches", tiles("bf16", *PRODUCT_TILES), {"batches": 8, "m": 2048, "n": 2048, "k": 2048}, 1e-2,
    ),
    Kernel(
        "gemm_batched", "grouped", "T BM BN BK",
        ["in T groups*m*k", "in T groups*k*n", "out T groups*m*n", "in int blocks : i*BM", "in int blocks : 0*i + BM",
         "in int blocks : i*BM // m", "int groups", "int n", "int k"],
        "blocks, cdiv(n, BN)", tiles("bf16", *PRODUCT_TILES),
        {"groups": 8, "m": 2048, "n": 2048, "k": 2048, "blocks": "8*2048 // BM"}, 1e-2,
    ),
    Kernel(
        "gemm_epilogue", "linear_gelu", "T BM BN BK",
        ["in T m*k", "in T n*k", "in T n", "out T m*n", "int m", "int n", "int k"], LINEAR,
        tiles("half bf16", *PRODUCT_TILES), SQUARE, 1e-2,
    ),
    Kernel(
        "gemm_persistent", "persistent_gemm", "T BM BN BK", PRODUCT, "132",
        tiles("half bf16", *PRODUCT_TILES), SQUARE, 1e-4,
    ),
    # Our sums of 8-bit floats are those of torch._scaled_mm with fast accumulation, 3.3e-3 from nvcc's.
    Kernel(
        "gemm_quantised", "scaled_product", "T Sum BM BN BK",
        ["in T m*k", "in T n*k", "in float m", "in float n", "out float m*n", "int m", "int n", "int k"], LINEAR,
        [f"{kinds} {tile}" for kinds in ("e4m3 float", "s8 int") for tile in BYTE_TILES], SQUARE, 5e-3,
    ),
    Kernel(
        "gemm_split_k", "split_k_gemm", "T BM BN BK",
        ["in T m*k", "in T k*n", "sum float m*n", "int m", "int n", "int k"], LINEAR + ", 8",
        tiles("half bf16", *PRODUCT_TILES), {"m": 1024, "n": 1024, "k": 65536}, 1e-4,
    ),
    Kernel(
        "histogram", "histogram", "Tile",
        ["in u8 n", "sum u32 256", "int n"], "cdiv(n, Tile)",
        [(size, {"n": n}) for size in ("256", "512", "1024", "2048", "4096", "8192") for n in (1 << 24, (1 << 24) - 1000)],
        {}, 0.0,
    ),
    Kernel(
        "mandelbrot", "mandelbrot", "Size",
        ["out int side*side", "int side", "int side", "float -2.0", "float -1.25", "float 2.5/side", "int limit"],
        "cdiv(side, Size), cdiv(side, Size)",
        [(size, {"side": side, "limit": limit}) for size in ("8", "16", "32", "64") for side, limit in ((4096, 100), (4096, 500), (4000, 100))],
        {}, 1e-3, mean=True,
    ),
    Kernel(
        "norm", "rms_norm", "T Width",
        ["in T rows*cols", "in T cols", "out T rows*cols", "int rows", "int cols", "float 1e-5"], "rows",
        every("bf16", "512 1024 2048 4096 8192 16384"), {"cols": "Width", "rows": "2**27 // Width"}, 1e-2,
    ),
    Kernel(
        "norm", "layer_norm", "T Width",
        ["in T rows*cols", "in T cols", "in T cols", "out T rows*cols", "int rows", "int cols", "float 1e-5"], "rows",
        every("bf16", "512 1024 2048 4096 8192 16384"), {"cols": "Width", "rows": "2**27 // Width"}, 1e-2,
    ),
    Kernel(
        "quantise", "quantise", "Width",
        ["in float rows*cols", "out e4m3 rows*cols", "out float rows", "int rows", "int cols"], "rows",
        [(size, {"cols": cols}) for size in ("512", "1024", "2048", "4096", "8192", "16384") for cols in ("Width", "Width - 16")],
        {"rows": "2**27 // Width"}, 8e-2,
    ),
    Kernel(
        "reduce", "sum_all", "Tile",
        ["in float n", "sum float 1", "int n"], "132*8", every("512 1024 2048 4096 8192 16384"), {"n": 1 << 28}, 1e-2,
    ),
    Kernel(
        "reduce", "sum_columns", "Rows Cols",
        ["in float rows*cols", "sum float cols", "int rows", "int cols"], "cdiv(cols, Cols), cdiv(rows, Rows)",
        ["32 64", "64 64", "64 128", "128 64", "128 128", "32 256"], {"rows": 16384, "cols": 8192}, 1e-4,
    ),
    Kernel(
        "rope", "rope", "T D Heads",
        ["in T positions*heads*D", "in float positions*D//2", "in float positions*D//2", "out T positions*heads*D",
         "int positions", "int heads"],
        "positions, cdiv(heads, Heads)",
        every("bf16", "64 128", "4 8 16 32") + every("half", "64 128", "8 32"), {"positions": 32768, "heads": 32}, 1e-2,
    ),
    Kernel(
        "scan", "row_scan", "T Tile",
        ["in T rows*cols", "out T rows*cols", "int rows", "int cols"], "rows",
        every("int float", "256 512 1024 2048 4096 8192"), {"rows": 16384, "cols": 8192}, 1e-4,
    ),
    Kernel(
        "stencil", "heat", "Size",
        ["in float rows*cols", "out float rows*cols", "int rows", "int cols", "float 0.25"], "cdiv(cols, Size), cdiv(rows, Size)",
        [(size, {"rows": rows, "cols": cols}) for size in ("16", "32", "64", "128") for rows, cols in ((16384, 8192), (8192, 16384), (8191, 16383))],
        {}, 1e-5,
    ),
    Kernel(
        "swiglu", "swiglu", "T Width",
        ["in T rows*2*cols", "out T rows*cols", "int rows", "int cols"], "cdiv(cols, Width), rows",
        every("float half bf16", "512 1024 2048 4096"), {"rows": 4096, "cols": 14336}, 1e-2,
    ),
]


def cases(kernel):
    """The cases of a kernel in the order of the table."""
    for case in kernel.cases:
        words, sizes = case if isinstance(case, tuple) else (case, {})
        yield Case(kernel, dict(zip(kernel.parameters.split(), words.split())), sizes)
