"""Launches on the CPU device, on the memory of the arrays."""

import sys

from . import _native
from ._compiler import diagnostics
from ._errors import LaunchError


def launch(kernel, grid, arguments, sanitize=False):
    """Runs the kernel; it has ended when this returns."""
    program = kernel._functions.get(("cpu", sanitize))
    if program is None:
        program = kernel._compiled.made.cpu_kernel(kernel.symbol, sanitize)
        kernel._functions["cpu", sanitize] = program
    _describe_arrays()
    memory = [argument.memory for argument in arguments if argument.memory is not None]
    report(program.launch(grid, [argument.value for argument in arguments], memory))


def launch_arrays(kernel, grid, arguments):
    """Runs a kernel that has run before, if the extension module knows all arrays, and says whether it did."""
    program = kernel._functions.get(("cpu", False))
    done = program and program.launch_arrays(grid, arguments, kernel._on_gpu)
    if done is None:
        return False
    report(done)
    return True


def report(done):
    """Writes what was printed, and raises what stopped the kernel."""
    printed, log, found = done
    if printed:
        sys.stdout.write(printed)
    if log:
        raise LaunchError(log.rstrip(), diagnostics(found))


# The modules with a class of arrays that the extension module knows.
_described = set()


def _describe_arrays():
    """Names the classes of arrays that the buffer protocol describes in full, of the modules that the program uses."""
    for module, name in (("array", "array"), ("numpy", "ndarray")):
        found = getattr(sys.modules.get(module), name, None)
        if module not in _described and isinstance(found, type):
            _described.add(module)
            _native.host_arrays(found)
