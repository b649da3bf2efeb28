"""Launches on the CPU device, on the memory of the arrays."""

import sys

from ._compiler import diagnostics
from ._errors import LaunchError


def launch(kernel, grid, arguments, sanitize=False):
    """Runs the kernel; it has ended when this returns."""
    program = kernel._functions.get(("cpu", sanitize))
    if program is None:
        program = kernel._compiled.made.cpu_kernel(kernel.symbol, sanitize)
        kernel._functions["cpu", sanitize] = program
    memory = [argument.memory for argument in arguments if argument.memory is not None]
    printed, log, found = program.launch(grid, [argument.value for argument in arguments], memory)
    if printed:
        sys.stdout.write(printed)
    if log:
        raise LaunchError(log.rstrip(), diagnostics(found))
