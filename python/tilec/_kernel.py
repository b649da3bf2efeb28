"""Sources, kernels and launches: what is the same for both devices."""

import json
import os
import shutil
import tempfile
import weakref

from . import _compiler, _cpu, _cuda
from ._argument import ArgumentError, convert

LaunchError = _cuda.LaunchError


def load(path, *, arch=None, include=(), define=(), options=()):
    """The kernels of a source file.

    ``arch`` is a target such as ``sm_90a``, by default that of the GPU when there is one; ``include``
    are folders, ``define`` a mapping or ``NAME=VALUE`` texts, ``options`` are passed on as they are.
    """
    if isinstance(define, dict):
        define = [name if value is None else f"{name}={value}" for name, value in define.items()]
    flags = [f"-I{os.fspath(folder)}" for folder in include] + [f"-D{text}" for text in define]
    return Kernels(os.fspath(path), arch, [*flags, *options])


class Kernels:
    """The kernels of a file by name; a template is named with its arguments, and compiled then."""

    def __init__(self, path, arch, flags):
        if not os.path.exists(path):
            raise FileNotFoundError(path)
        self.path, self.flags = path, flags
        self.arch = arch or _cuda.arch() or "sm_90a"
        self._kernels = {}
        self._folder = tempfile.mkdtemp(prefix="tilec-")
        weakref.finalize(self, shutil.rmtree, self._folder, True)

    def __getitem__(self, name):
        kernel = self._kernels.get(name)
        if kernel is None:
            kernel = self._kernels[name] = self._compile(name)
        return kernel

    def names(self):
        """The kernels that need no further arguments."""
        return [kernel["name"] for kernel in self._metadata(())["kernels"]]

    def __repr__(self):
        return f"tilec.load({self.path!r})"

    def _metadata(self, request):
        return json.loads(self.build("metadata", request))

    def build(self, emit, request=()):
        """The output of ``tilec build --emit`` with these specialisations."""
        wanted = [f"--kernel={name}" for name in request]
        flags = [f"-arch={self.arch}", "--emit", emit, *wanted, *self.flags]
        return _compiler.call("build", self.path, *flags)

    def _compile(self, name):
        request = (name,) if "<" in name else ()
        kernels = self._metadata(request)["kernels"]
        squeezed = "".join(name.split())
        for kernel in kernels:
            if squeezed == "".join(kernel["name"].split()) or name == kernel["symbol"]:
                return Kernel(self, request, kernel)
        known = ", ".join(kernel["name"] for kernel in kernels)
        raise KeyError(f"no kernel `{name}` in {self.path}; there are: {known}")


class Kernel:
    """A kernel: ``kernel[grid](*arguments)`` launches it."""

    def __init__(self, source, request, metadata):
        self._source, self._request = source, request
        self.name, self.symbol = metadata["name"], metadata["symbol"]
        self.threads, self.parameters = metadata["threads"], metadata["parameters"]
        self._outputs, self._functions = {}, {}

    def __getitem__(self, grid):
        grid = tuple(grid) if isinstance(grid, (tuple, list)) else (grid,)
        if not 1 <= len(grid) <= 3 or any(int(count) < 1 for count in grid):
            raise ValueError(f"a grid has one to three counts of at least 1, not {grid}")
        grid = tuple(int(count) for count in grid) + (1,) * (3 - len(grid))
        return lambda *arguments, stream=None: self.launch(grid, *arguments, stream=stream)

    def launch(self, grid, *arguments, stream=None):
        """Launches on the device where the arguments are. ``stream`` is an address, or None for
        PyTorch's current stream where its tensors are passed and else the default one."""
        parameters = self.parameters
        if len(arguments) != len(parameters):
            wanted = ", ".join(f"{p['type']} {p['name']}" for p in parameters)
            raise ArgumentError(f"{len(arguments)} arguments for {self.name}({wanted})")
        converted = [convert(self.name, p, a) for p, a in zip(parameters, arguments)]
        devices = {argument.device for argument in converted} - {None}
        if len(devices) > 1:
            raise ArgumentError(f"{self.name}: arguments in host memory and in GPU memory")
        if devices == {"cuda"}:
            _cuda.launch(self, grid, converted, stream)
        else:
            _cpu.launch(self, grid, converted)

    def output(self, emit):
        """What ``tilec build --emit`` writes for the kernel: ``"ptx"``, ``"tir"``, ``"header"``, .."""
        if emit not in self._outputs:
            self._outputs[emit] = self._source.build(emit, self._request)
        return self._outputs[emit]

    @property
    def ptx(self):
        """The PTX of the kernel, with what its source has besides."""
        return self.output("ptx").decode()

    def file(self, extension, contents):
        """A file of the kernel's own with these contents, there while the source is."""
        number = len(os.listdir(self._source._folder))
        path = os.path.join(self._source._folder, f"{number}.{extension}")
        with open(path, "wb") as file:
            file.write(contents)
        return path

    def __repr__(self):
        shown = ", ".join(f"{p['type']} {p['name']}" for p in self.parameters)
        return f"<tile kernel {self.name}({shown})>"
