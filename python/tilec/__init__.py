"""CUDA Tile C++ kernels from Python, on the CPU or on CUDA.

    import numpy, tilec

    kernels = tilec.load("kernel.cu")
    a = numpy.arange(8, dtype=numpy.float32)
    out = numpy.zeros_like(a)
    kernels["scale<float, 4>"][2](a, out)          # two tile blocks, on the CPU device

A pointer parameter takes an array of its element type: anything with a buffer (NumPy arrays,
``array.array``, ``bytearray``) and host memory by DLPack run on the CPU device, anything in GPU memory
(``__cuda_array_interface__``, DLPack, PyTorch) on its GPU. Nothing is copied. The compiler is in the package.
"""

from . import _native
from ._cost import Cost
from ._errors import ArgumentError, CompileError, Diagnostic, LaunchError
from ._kernel import Kernel, Kernels, compile, load
from ._template import Config, Template, Tuned, autotune, kernel

_native.begin(_native.__file__)

__version__ = "0.1.0"

__all__ = [
    "ArgumentError",
    "CompileError",
    "Config",
    "Cost",
    "Diagnostic",
    "Kernel",
    "Kernels",
    "LaunchError",
    "Template",
    "Tuned",
    "autotune",
    "compile",
    "kernel",
    "load",
    "load_ipython_extension",
    "targets",
]

targets = _native.targets


def load_ipython_extension(shell):
    """``%load_ext tilec`` in a notebook: the cell magic ``%%tile``."""
    from ._magic import register

    register(shell)
