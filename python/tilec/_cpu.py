"""Launches on the CPU device: `tilec run` on the kernel's tile IR, which is compiled once."""

import ctypes
import os
import tempfile

from . import _compiler
from ._argument import ELEMENTS, ArgumentError


def launch(kernel, grid, arguments):
    """Runs the kernel and copies what it may have written into its arguments."""
    program = kernel._functions.get("cpu")
    if program is None:
        program = kernel._functions["cpu"] = kernel.file("tir", kernel.output("tir"))
    _check_overlap(kernel, arguments)
    with tempfile.TemporaryDirectory(prefix="tilec-run-") as folder:
        specs, outputs = [], []
        for index, argument in enumerate(arguments):
            if argument.memory is None:
                specs.append(_value(argument))
                continue
            element = argument.parameter.get("element", "u8")
            count = argument.memory.nbytes // ELEMENTS[element].size
            path = os.path.join(folder, f"{index}.bin")
            with open(path, "wb") as file:
                file.write(argument.memory)
            if argument.parameter["const"]:
                specs.append(f"{element}[{count}]=@{path}")
            else:
                outputs.append((argument.memory, path + ".out"))
                specs.append(f"out:{element}[{count}]=@{path}>{path}.out")
        counts = ",".join(map(str, grid))
        line = ["--kernel", kernel.symbol, "--grid", counts, "--device", "cpu"]
        for spec in specs:
            line += ["--arg", spec]
        printed = _compiler.call("run", program, *line)
        for memory, path in outputs:
            with open(path, "rb") as file:
                memory[:] = file.read()
    if printed:
        print(printed.decode(errors="replace"), end="")


def _value(argument):
    """A number or object by its bytes; a null pointer is a number too."""
    return "struct=hex:" + argument.value.hex()


def _check_overlap(kernel, arguments):
    """The arrays are copies of their own on this device, so one must not be part of another that is
    written to."""
    ranges = []
    for argument in arguments:
        if argument.memory is not None and argument.memory.nbytes:
            address = _address(argument.memory)
            if address is not None:
                end = address + argument.memory.nbytes
                ranges.append((address, end, argument.parameter))
    ranges.sort(key=lambda entry: entry[:2])
    for (_, end, first), (start, _, second) in zip(ranges, ranges[1:]):
        if start < end and not (first["const"] and second["const"]):
            raise ArgumentError(
                f"{kernel.name}: `{first['name']}` and `{second['name']}` overlap, which the CPU "
                "device cannot do from Python: pass a copy"
            )


def _address(memory):
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(memory))
    except TypeError:
        # Read-only memory: the kernel does not write to it.
        return None
