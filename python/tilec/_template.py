"""Kernels that are declared in Python: stubs, template arguments by keyword, and the choice of the fastest ones."""

import ctypes
import functools
import inspect
import os
import statistics
import time
from types import SimpleNamespace

from ._argument import convert
from ._errors import ArgumentError, CompileError, LaunchError
from ._kernel import Kernels, Program, counts, options_of

# Types of C++ by the names that libraries have for them.
_TYPES = {
    "bool": "bool", "int8": "signed char", "uint8": "unsigned char", "int16": "short",
    "uint16": "unsigned short", "int32": "int", "uint32": "unsigned", "int64": "long long",
    "uint64": "unsigned long long", "float16": "__half", "bfloat16": "__nv_bfloat16",
    "float32": "float", "float64": "double", "float8_e4m3fn": "__nv_fp8_e4m3", "float8_e5m2": "__nv_fp8_e5m2",
}  # fmt: skip


def kernel(source=None, *, grid=None, arch=None, defines=None, cuda_version=None, include=(), options=()):
    """Makes a kernel of a stub, whose keyword-only parameters are the template arguments in their order::

        @tilec.kernel("scale.cu", grid=lambda a: a.n // a.N)
        def scale(x, n, *, N): ...

        scale(x, n, N=128)

    ``source`` is the text of the kernel (of at least two lines) or the path of a file, beside the file of the stub if it is
    relative; without it the documentation string of the stub is the text, or the file has the name of the stub."""
    if inspect.isfunction(source):
        return kernel()(source)

    def declare(stub):
        text, path = source, None
        if text is None and "__tile_global__" in (stub.__doc__ or ""):
            text = stub.__doc__
        if text is None or "\n" not in text:
            folder = os.path.dirname(os.path.abspath(inspect.getfile(stub)))
            path = os.path.join(folder, text or f"{stub.__name__}.cu")
            with open(path, encoding="utf-8") as file:
                text = file.read()
        flags = options_of(include, defines, cuda_version, options)
        program = Program(path or f"{stub.__name__}.cu", text, arch, flags)
        return Template(stub, Kernels(program), grid)

    return declare


def spelled(value):
    """A template argument as C++ has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    name = getattr(value, "name", None) or getattr(value, "__name__", None) or str(value)
    return _TYPES.get(str(name).rpartition(".")[2], str(name))


class Template:
    """A kernel with the template arguments and the grid still open."""

    def __init__(self, stub, kernels, grid):
        functools.update_wrapper(self, stub)
        self.kernels, self.grid = kernels, grid
        self.signature = inspect.signature(stub)
        of_kind = inspect.Parameter.KEYWORD_ONLY
        parameters = self.signature.parameters.values()
        self.template = [p.name for p in parameters if p.kind is of_kind]
        self.names = [p.name for p in parameters if p.kind is not of_kind]

    def specialise(self, **template):
        """The kernel for these template arguments."""
        chosen = self._chosen(template)
        name = self.__name__
        if self.template:
            name += f"<{', '.join(spelled(chosen[it]) for it in self.template)}>"
        kernel = self.kernels[name]
        if len(kernel.parameters) != len(self.names):
            raise ArgumentError(
                f"the stub of {name} has {len(self.names)} parameters, the kernel {len(kernel.parameters)}"
            )
        return kernel

    def _chosen(self, template):
        unknown = sorted(set(template) - set(self.template))
        if unknown:
            raise ArgumentError(
                f"{self.__name__} has no template parameter `{unknown[0]}`: it has {', '.join(self.template) or 'none'}"
            )
        chosen = {}
        for name in self.template:
            default = self.signature.parameters[name].default
            chosen[name] = template.get(name, default)
            if chosen[name] is inspect.Parameter.empty:
                raise ArgumentError(f"{self.__name__}: the template argument `{name}` is missing")
        return chosen

    def __getitem__(self, grid):
        return functools.partial(self._launch, grid)

    def __call__(self, *arguments, **rest):
        if self.grid is None:
            raise ArgumentError(f"{self.__name__} has no grid: {self.__name__}[grid](...)")
        self._launch(self.grid, *arguments, **rest)

    def prepared(self, grid, arguments, template):
        """The kernel with the counts of its grid."""
        chosen = self._chosen(template)
        self.check(arguments)
        if callable(grid):
            grid = grid(SimpleNamespace(**dict(zip(self.names, arguments)), **chosen))
        return self.specialise(**chosen), counts(grid)

    def check(self, arguments):
        """The arguments are as many as the stub has."""
        if len(arguments) == len(self.names):
            return
        missing = "".join(f", `{name}` is missing" for name in self.names[len(arguments) :])
        raise ArgumentError(f"{len(arguments)} arguments for {self.__name__}({', '.join(self.names)}){missing}")

    def _launch(self, grid, *arguments, stream=None, sanitize=False, **template):
        kernel, counted = self.prepared(grid, arguments, template)
        kernel.launch(counted, *arguments, stream=stream, sanitize=sanitize)

    def __repr__(self):
        return f"<tile kernel {self.__name__}{self.signature}>"


class Config(dict):
    """Template arguments to try: ``Config(N=128)``."""

    def __init__(self, **template):
        super().__init__(template)

    def __repr__(self):
        return f"Config({', '.join(f'{name}={value!r}' for name, value in self.items())})"


# Launches of a configuration that are timed, and the time that they may take together.
_TIMED, _SECONDS = 5, 0.2


def autotune(configs, key=(), prune_by=None, keep=4):
    """Chooses the fastest of some configurations when a kernel is launched, once for each value of the arguments that ``key``
    names (of an array its shape counts). ``prune_by`` is ``"cost_model"``, or a function of a configuration and of
    the arguments whose least values are best: the ``keep`` best ones are measured. What the launches write is put back."""
    configs = [Config(**config) for config in configs]
    if not configs:
        raise ValueError("autotune has no configurations to choose from: pass at least one")

    def tuned(template):
        return Tuned(template, configs, tuple(key), prune_by, keep)

    return tuned


class Tuned:
    """A kernel that chooses its template arguments."""

    def __init__(self, template, configs, key, prune_by, keep):
        functools.update_wrapper(self, template, updated=())
        self.template, self.configs, self.key = template, configs, key
        self.prune_by, self.keep = prune_by, keep
        self.chosen = {}
        missing = [name for name in key if name not in template.names]
        if missing:
            raise ArgumentError(f"{template.__name__} has no parameter `{missing[0]}` for a key")

    def __getitem__(self, grid):
        return functools.partial(self._launch, grid)

    def __call__(self, *arguments, **rest):
        if self.template.grid is None:
            raise ArgumentError(f"{self.__name__} has no grid: {self.__name__}[grid](...)")
        return self[self.template.grid](*arguments, **rest)

    def _launch(self, grid, *arguments, stream=None, sanitize=False, **template):
        self.template.check(arguments)
        both = sorted({name for config in self.configs for name in config} & set(template))
        if both:
            raise ArgumentError(f"{self.__name__}: the configurations choose `{both[0]}`: the call does not pass it")
        options = {"stream": stream, "sanitize": sanitize}
        named = dict(zip(self.template.names, arguments))
        at = tuple(_value(named[name]) for name in self.key)
        if at not in self.chosen:
            self.chosen[at] = self._choose(grid, arguments, template, options)
        self.template[grid](*arguments, **options, **self.chosen[at], **template)

    def _choose(self, grid, arguments, template, options):
        """The fastest configuration. One that does not compile or run does not count; the last one's error is told if none does."""
        configs = self._pruned(grid, arguments, template)
        if len(configs) == 1:
            return configs[0]
        best, failure = None, None
        for config in configs:
            try:
                seconds = self._measure(grid, arguments, {**template, **config}, options)
            except (CompileError, LaunchError, ValueError) as error:
                failure = error
                continue
            if best is None or seconds < best[0]:
                best = seconds, config
        if best is None:
            raise failure
        return best[1]

    def _pruned(self, grid, arguments, template):
        if self.prune_by is None or len(self.configs) <= self.keep:
            return self.configs
        ranked = []
        for config in self.configs:
            if self.prune_by == "cost_model":
                try:
                    kernel, counted = self.template.prepared(grid, arguments, {**template, **config})
                    rank = kernel.cost(counted, *arguments).seconds
                except (CompileError, ValueError):
                    continue
            else:
                rank = self.prune_by(config, arguments)
            ranked.append((rank, len(ranked), config))
        return [config for _, _, config in sorted(ranked)[: self.keep]] or self.configs

    def _measure(self, grid, arguments, template, options):
        kernel, counted = self.template.prepared(grid, arguments, template)
        saved = _Saved(kernel, arguments)
        try:
            kernel.launch(counted, *arguments, **options)
            samples, begin = [], time.perf_counter()
            while len(samples) < _TIMED and (not samples or time.perf_counter() - begin < _SECONDS):
                saved.restore()
                saved.wait()
                start = time.perf_counter()
                kernel.launch(counted, *arguments, **options)
                saved.wait()
                samples.append(time.perf_counter() - start)
        finally:
            saved.restore()
        return statistics.median(samples)


class _Saved:
    """What arrays held that a kernel may write to."""

    def __init__(self, kernel, arguments):
        self.host, self.tensors, self.on_gpu, self.synchronize = [], [], [], None
        for parameter, argument in zip(kernel.parameters, arguments):
            made = convert(kernel.name, parameter, argument)
            if made.device == "cuda":
                from . import _cuda

                self.synchronize = _cuda.synchronize
            if made.memory is None or parameter["const"]:
                continue
            if made.device == "cpu":
                address, size, _ = made.memory
                self.host.append((address, ctypes.string_at(address, size), made.keeper))
            elif hasattr(argument, "clone"):
                self.tensors.append((argument, argument.clone()))
            else:
                from ._gpu import Copy

                address, size, _ = made.memory
                self.on_gpu.append(Copy(address, size))

    def restore(self):
        for address, contents, _ in self.host:
            ctypes.memmove(address, contents, len(contents))
        for tensor, contents in self.tensors:
            tensor.copy_(contents)
        if self.on_gpu:
            # These copies are in no stream of a launch.
            self.wait()
            for copy in self.on_gpu:
                copy.restore()
            self.wait()

    def wait(self):
        if self.synchronize is not None:
            self.synchronize()


def _value(argument):
    """What an argument is for the choice of a configuration."""
    shape, dtype = getattr(argument, "shape", None), getattr(argument, "dtype", None)
    if shape is None:
        try:
            view = memoryview(argument)
        except TypeError:
            return argument
        shape, dtype = view.shape, view.format
    return tuple(shape), str(dtype)
