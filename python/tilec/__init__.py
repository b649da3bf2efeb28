"""CUDA Tile C++ kernels from Python, on the CPU or on CUDA.

    import numpy, tilec

    kernels = tilec.load("kernel.cu")
    a = numpy.arange(8, dtype=numpy.float32)
    out = numpy.zeros_like(a)
    kernels["scale<float, 4>"][2](a, out)          # two tile blocks, on the CPU device

A pointer parameter takes an array of its element type: anything with a buffer (NumPy arrays,
``array.array``, ``bytearray``) runs on the CPU device, anything in GPU memory (PyTorch, CuPy and
whatever else has ``__cuda_array_interface__``) on its GPU. Nothing is copied on a GPU. Needs the
``tilec`` program, in ``$TILEC`` or on the path, and nothing besides.
"""

from ._compiler import CompileError
from ._kernel import ArgumentError, Kernel, Kernels, LaunchError, load

__all__ = ["ArgumentError", "CompileError", "Kernel", "Kernels", "LaunchError", "load"]
