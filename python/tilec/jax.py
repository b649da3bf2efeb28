"""Kernels as functions of JAX, through XLA's foreign functions, on the CPU."""

import functools
import threading

import jax
import numpy

from . import _native
from ._argument import ELEMENTS, _number
from ._errors import ArgumentError
from ._kernel import counts

# A compiled function of JAX names a call by its number, so that calls stay.
_calls = {}
_lock = threading.Lock()


@functools.lru_cache(maxsize=None)
def _register():
    jax.ffi.register_ffi_target("tilec", _native.xla_handler(), platform="cpu")


def ffi_call(kernel, results, *, grid, vmap_method="sequential"):
    """A function of JAX that launches a kernel: its operands are the kernel's pointers to ``const`` in their order, its
    results the other pointers, and numbers are passed by the names of their parameters, which JAX does not trace.

    ``results`` is a shape with a type (`jax.ShapeDtypeStruct`), a list of them, or a function of the operands that gives
    either; ``grid`` is one to three counts, or a function of the operands. Contents of results are undefined where the
    kernel does not write."""
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
        sizes = [[_bytes(it) for it in operands], [_bytes(it) for it in listed]]
        number = _number_of(kernel, blocks, _sources(kernel, others, values), sizes)
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
        elif parameter["kind"] == "object":
            sources.append(bytes(values[name]))
        else:
            sources.append(_number(parameter["element"], values[name]))
    return sources


def _number_of(kernel, grid, sources, sizes):
    key = (kernel.symbol, id(kernel._compiled), grid, tuple(sources), tuple(map(tuple, sizes)))
    with _lock:
        if key not in _calls:
            program = kernel._compiled.made.cpu_kernel(kernel.symbol, False)
            # The compilation stays too, so that no other has its identity.
            _calls[key] = _native.Call(program, list(grid), sources, sizes), kernel._compiled
        return _calls[key][0].number


def _check(kernel, parameter, value):
    element = parameter.get("element")
    if element is not None and str(value.dtype) not in ELEMENTS[element].torch:
        raise ArgumentError(
            f"{kernel.name}: parameter `{parameter['type']} {parameter['name']}`: an array of {value.dtype}, not of {element}"
        )


def _bytes(value):
    return int(numpy.prod(value.shape, dtype=numpy.int64)) * numpy.dtype(value.dtype).itemsize
