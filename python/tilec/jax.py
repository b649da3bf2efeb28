"""Kernels as functions of JAX, through XLA's foreign functions, on the CPU and on CUDA."""

import functools
import hashlib
import math
import threading

import jax
import numpy

from . import _native
from ._argument import ELEMENTS, convert
from ._errors import ArgumentError
from ._kernel import counts

# A compiled function of JAX names a call by its number, so that calls stay.
_calls = {}

# The numbers of element types in XLA.
_TYPES = {
    "bool": 1, "int8": 2, "int16": 3, "int32": 4, "int64": 5, "uint8": 6, "uint16": 7, "uint32": 8, "uint64": 9,
    "float16": 10, "float32": 11, "float64": 12, "complex64": 15, "bfloat16": 16, "complex128": 18, "float8_e5m2": 19,
    "float8_e4m3fn": 20, "float8_e8m0fnu": 33,
}  # fmt: skip

# How a batch runs: the counts and sizes of a launch are those of one part.
_METHODS = ("sequential", "sequential_unrolled")
_lock = threading.Lock()


@functools.lru_cache(maxsize=None)
def _register():
    for platform in ("cpu", "CUDA"):
        jax.ffi.register_ffi_target("tilec", _native.xla_handler(platform), platform=platform)


def ffi_call(kernel, results, *, grid, vmap_method="sequential"):
    """A function of JAX that launches a kernel: its operands are the kernel's pointers to ``const`` in their order, its
    results the other pointers, and numbers are passed by the names of their parameters, which JAX does not trace.

    ``results`` is a shape with a type (`jax.ShapeDtypeStruct`), a list of them, or a function of the operands that gives
    either; ``grid`` is one to three counts, or a function of the operands. Contents of results are undefined where the
    kernel does not write. Under `jax.vmap` the kernel runs once for each part of the batch: ``vmap_method`` is
    ``"sequential"`` or ``"sequential_unrolled"``."""
    if vmap_method not in _METHODS:
        raise ValueError(f"vmap_method is one of {', '.join(_METHODS)}, not {vmap_method!r}: a launch has the sizes of one part")
    _register()
    pointers = [p for p in kernel.parameters if p["kind"] == "pointer"]
    wanted = [p for p in pointers if p["const"]]
    written = [p for p in pointers if not p["const"]]
    others = [p for p in kernel.parameters if p["kind"] != "pointer"]

    def call(*operands, **values):
        if len(operands) != len(wanted):
            names = ", ".join(p["name"] for p in wanted)
            raise ArgumentError(f"{kernel.name}: {len(operands)} operands for {names or 'none'}")
        for parameter, operand in zip(wanted, operands):
            _check(kernel, parameter, operand)
        shapes = results(*operands) if callable(results) else results
        listed = list(shapes) if isinstance(shapes, (list, tuple)) else [shapes]
        if len(listed) != len(written):
            names = ", ".join(p["name"] for p in written)
            raise ArgumentError(f"{kernel.name}: {len(listed)} results for {names or 'none'}")
        for parameter, shape in zip(written, listed):
            _check(kernel, parameter, shape)
        blocks = counts(grid(*operands) if callable(grid) else grid)
        buffers = [[_buffer(it) for it in operands], [_buffer(it) for it in listed]]
        number = _number_of(kernel, blocks, _sources(kernel, others, values), buffers)
        made = jax.ffi.ffi_call("tilec", shapes, vmap_method=vmap_method)
        return made(*operands, call=numpy.int64(number))

    return call


def _sources(kernel, others, values):
    """What each parameter gets: an operand from 0 upwards, a result from -1 downwards, or bytes."""
    unknown = sorted(set(values) - {p["name"] for p in others})
    if unknown:
        raise ArgumentError(f"{kernel.name} has no number `{unknown[0]}`")
    sources, n_operands, n_results = [], 0, 0
    for parameter in kernel.parameters:
        name = parameter["name"]
        if parameter["kind"] == "pointer" and parameter["const"]:
            sources.append(n_operands)
            n_operands += 1
        elif parameter["kind"] == "pointer":
            n_results += 1
            sources.append(-n_results)
        elif name not in values:
            raise ArgumentError(f"{kernel.name}: parameter `{parameter['type']} {name}` is missing: pass {name}=...")
        else:
            sources.append(convert(kernel.name, parameter, values[name]).value)
    return sources


def _number_of(kernel, grid, sources, buffers):
    """A number that another process gives to the same launch alone: of the program, the grid, the values and the types of buffers."""
    compiled = kernel._compiled
    identity = (kernel.symbol, compiled.kept["tile_ir"], compiled.program.key, grid, sources, buffers)
    digest = hashlib.sha256(repr(identity).encode(errors="surrogateescape")).digest()
    number = int.from_bytes(digest[:8], "little", signed=True)
    with _lock:
        if number not in _calls:
            kernels = compiled.made.cpu_kernel(kernel.symbol, False), kernel._on_gpu
            _calls[number] = _native.Call(number, kernels, list(grid), sources, buffers)
    return number


def _check(kernel, parameter, value):
    element, dtype = parameter.get("element"), getattr(value, "dtype", None)
    where = f"{kernel.name}: parameter `{parameter['type']} {parameter['name']}`:"
    if dtype is None or not hasattr(value, "shape"):
        raise ArgumentError(f"{where} {type(value).__name__} is not an array")
    if element is not None and str(dtype) not in ELEMENTS[element].torch:
        raise ArgumentError(f"{where} an array of {dtype}, not of {element}")
    if str(dtype) not in _TYPES:
        raise ArgumentError(f"{where} an array of {dtype} does not reach a kernel")


def _buffer(value):
    """The element type in XLA, the dimensions, and the bytes."""
    dimensions = [int(extent) for extent in value.shape]
    return _TYPES[str(value.dtype)], dimensions, math.prod(dimensions) * numpy.dtype(value.dtype).itemsize
