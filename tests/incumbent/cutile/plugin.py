"""A plugin of pytest (`-p plugin`): tests that ask PyTorch for the device "cuda" use the CPU, and `cuda.tile` uses tilec.

All of it happens when the plugin is imported, before any file of the suite is.
"""
import sys
import time
import types

import torch
import torch.overrides

import device

device.install()


def plain(value):
    is_cuda = isinstance(value, str) and value.startswith("cuda")
    return "cpu" if is_cuda or isinstance(value, torch.device) and value.type == "cuda" else value


class OnCpu(torch.overrides.TorchFunctionMode):
    """What is asked for on the GPU is made on the CPU."""

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = {name: plain(value) for name, value in (kwargs or {}).items()}
        return function(*map(plain, args), **kwargs)


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
