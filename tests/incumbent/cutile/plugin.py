"""A plugin of pytest (`-p plugin`): tests that ask PyTorch for the device "cuda" use the CPU, and `cuda.tile` uses tilec.

All of it happens when the plugin is imported, before any file of the suite is.
"""
import os
import sys
import time
import types

import torch
import torch.overrides

import device

device.install()
# Programs that a test starts: see sitecustomize.py.
os.environ["TILEC_IN_SUITE"] = "1"


def plain(value):
    is_cuda = isinstance(value, str) and value.startswith("cuda")
    return "cpu" if is_cuda or isinstance(value, torch.device) and value.type == "cuda" else value


def rounded(function):
    """A function's exact value, rounded once: PyTorch's own results on the CPU are up to a unit off."""
    def exact(x, *args, **kwargs):
        if kwargs or not isinstance(x, torch.Tensor) or x.dtype is torch.float64:
            return function(x, *args, **kwargs)
        kind = x.dtype if x.is_floating_point() else torch.get_default_dtype()
        return function(x.to(torch.float64), *args).to(kind)
    return exact


def product(x, y, *, out_dtype=None):
    """The product of matrices; PyTorch has `out_dtype` on the GPU alone, which adds in float32 or wider."""
    if out_dtype is None:
        return torch.matmul(x, y)
    wide = torch.float64 if out_dtype is torch.float64 else torch.float32
    return torch.matmul(x.to(wide), y.to(wide)).to(out_dtype)


def magnitude(x):
    return x if x.dtype is torch.bool else torch.abs(x)


# What PyTorch does otherwise on the CPU, or not at all. The suite asks for equal bits, which two GPU compilers give.
ROUNDED = ["sqrt", "rsqrt", "log", "log2", "sin", "cos", "tan", "sinh", "cosh", "tanh"]
INSTEAD = {getattr(torch, name): rounded(getattr(torch, name)) for name in ROUNDED}
INSTEAD |= {torch.mm: product, torch.Tensor.__abs__: magnitude, torch.Tensor.abs: magnitude}


class OnCpu(torch.overrides.TorchFunctionMode):
    """What is asked for on the GPU is made on the CPU."""

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = {name: plain(value) for name, value in (kwargs or {}).items()}
        return INSTEAD.get(function, function)(*map(plain, args), **kwargs)


OnCpu().__enter__()


class Stream:
    """Launches are over when they return."""

    cuda_stream = 0

    def synchronize(self):
        pass

    def wait_stream(self, _):
        pass


STREAM = Stream()
torch.cuda.current_stream = torch.cuda.default_stream = lambda *_: STREAM
torch.cuda.synchronize = lambda *_: None
torch.cuda.is_available = lambda: True
torch.cuda.get_device_capability = lambda *_: device.CAPABILITY
torch.Tensor.cuda = lambda self, *_, **__: self
# The suite's own clock of the GPU, which it builds from C++.
sys.modules.setdefault("cuda_timer", types.SimpleNamespace(time=time.perf_counter))
