"""Sources and their kernels."""

import inspect
import operator
import os
import sys
from types import SimpleNamespace

from . import _cpu, _cuda, _native
from ._argument import convert
from ._compiler import compiled
from ._errors import ArgumentError


class Program:
    """The text of a source with its options."""

    def __init__(self, name, text, arch, options, headers=None):
        self.name, self.text = name, text
        self.arch = arch or _cuda.arch() or "sm_90a"
        self.headers = sorted((headers or {}).items())
        for header, _ in self.headers:
            _check_header(header)
        self.options = [f"-arch={self.arch}", *options]
        self.key = (name, text, tuple(self.headers), tuple(self.options))


def _check_header(name):
    """A header of a program is inside of a folder: its name leads to no other file."""
    normal = os.path.normpath(name.replace("\\", "/"))
    if os.path.isabs(name) or os.path.splitdrive(name)[0] or normal.split(os.sep)[0] == os.pardir or normal == os.curdir:
        raise ValueError(f"headers: {name!r} is not the name of a file inside of a folder, as \"a.h\" or \"lib/a.h\"")


def options_of(include=(), defines=None, cuda_version=None, options=()):
    """Options of the command line. Macros are a mapping of their values, or words such as ``NAME=VALUE``."""
    made = [f"-I{folder}" for folder in _listed("include", include)]
    if hasattr(defines, "items"):
        defines = [name if value is None else f"{name}={value}" for name, value in defines.items()]
    made += [f"-D{macro}" for macro in _listed("defines", defines or ())]
    if cuda_version is not None:
        made.append(f"--cuda-version={cuda_version}")
    return made + _listed("options", options)


def _listed(name, words):
    """The words of a list; a string would be one for each of its letters."""
    if isinstance(words, (str, bytes)):
        raise TypeError(f"{name} is a list of strings, not {words!r}")
    return list(words)


def load(path, *, arch=None, include=(), define=None, options=()):
    """The kernels of a file. They are compiled when they are first named, for the first GPU or else
    for sm_90a, unless ``arch`` says otherwise; ``define`` has the values of macros (a mapping, or a list of
    ``"NAME=VALUE"``), and ``options`` more words of the command line."""
    path = os.fspath(path)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return Kernels(Program(path, text, arch, options_of(include, define, None, options)))


def compile(
    source,
    kernel=None,
    arch=None,
    defines=None,
    cuda_version=None,
    include=(),
    headers=None,
    options=(),
    name="source.cu",
):
    """Compiles a source, which is a path or a text of at least two lines, and returns its kernels, or the one
    that ``kernel`` names: ``"f"``, or ``"f<float, 4>"`` of a template. ``headers`` has texts by the names that ``#include`` has."""
    is_text = isinstance(source, str) and "\n" in source
    if is_text:
        text = source
    else:
        name = os.fspath(source)
        with open(name, encoding="utf-8") as file:
            text = file.read()
    flags = options_of(include, defines, cuda_version, options)
    kernels = Kernels(Program(name, text, arch, flags, headers))
    if kernel is not None:
        return kernels[kernel]
    kernels.names()
    return kernels


class Kernels:
    """The kernels of a source: ``kernels["f<float, 4>"]``."""

    def __init__(self, program):
        self._program = program
        self._kernels = {}
        self.path, self.arch = program.name, program.arch

    def __getitem__(self, name):
        kernel = self._kernels.get(name)
        if kernel is None:
            kernel = self._kernels[name] = self._find(name)
        return kernel

    def names(self):
        """The kernels that need no further arguments."""
        return [kernel["name"] for kernel in compiled(self._program, ()).metadata["kernels"]]

    @property
    def diagnostics(self):
        """What the compiler found that is not an error, as data."""
        return compiled(self._program, ()).diagnostics

    def __repr__(self):
        return f"tilec.load({self.path!r})"

    def _find(self, name):
        made = compiled(self._program, (name,) if "<" in name else ())
        kernels = made.metadata["kernels"]
        squeezed = "".join(name.split())
        symbols = (name, made.kept["names"].get(name))
        for kernel in kernels:
            if squeezed == "".join(kernel["name"].split()) or kernel["symbol"] in symbols:
                return Kernel(made, kernel)
        known = ", ".join(kernel["name"] for kernel in kernels) or "none without template arguments"
        told = "" if "<" in name else f"; of a template the arguments are named too, as `{name}<float, 4>`"
        raise KeyError(f"no kernel `{name}` in {self.path}; there are: {known}{told}")


class Kernel:
    """A kernel: ``kernel[grid](*arguments)`` launches it. A grid is one to three numbers, or a function of an object
    that has the arguments by their names."""

    def __init__(self, made, metadata):
        self._compiled = made
        self.name, self.symbol = metadata["name"], metadata["symbol"]
        self.threads, self.parameters = metadata["threads"], metadata["parameters"]
        self._functions = {}
        self._on_gpu = _cuda.prepare(self.name, self.symbol, self.ptx, self.parameters)

    def __getitem__(self, grid):
        if not callable(grid):
            grid = counts(grid)
        return Launcher(self, grid, self._on_gpu)

    def launch(self, grid, *arguments, stream=None, sanitize=False):
        """Launches on the device where the arguments are. ``stream`` is an address or an object that has one, or None for
        the current one of the library of the first array. ``sanitize`` looks for undefined behaviour, on the CPU device."""
        if stream is not None:
            stream = _cuda.address(stream)
        if type(grid) is not tuple or len(grid) != 3:
            grid = grid if callable(grid) else counts(grid)
        if not sanitize:
            blocks = self._tried(grid, arguments) if callable(grid) else grid
            if blocks is not None and self._launch_known(blocks, arguments, stream):
                return
        self._launch_converted(grid, arguments, stream, sanitize)

    def _launch_known(self, grid, arguments, stream):
        """Launches if the extension module knows all arguments, and says whether it did."""
        return self._on_gpu.launch_tensors(grid, arguments, stream) or _cpu.launch_arrays(self, grid, arguments)

    def _launch_converted(self, grid, arguments, stream, sanitize):
        """Launches on arguments of any kind, by the protocols that they have."""
        parameters = self.parameters
        self._check_count(arguments)
        converted = [convert(self.name, p, a) for p, a in zip(parameters, arguments)]
        if callable(grid):
            grid = self._counts(grid, arguments)
        if self._device(converted) == "cuda":
            if sanitize:
                raise ArgumentError(f"{self.name}: the sanitizer runs on the CPU: pass arrays in host memory")
            _cuda.launch(self, grid, converted, stream)
        else:
            _cpu.launch(self, grid, converted, sanitize)
        _note_writes(parameters, arguments)

    def _tried(self, grid, arguments):
        """The counts of a function; None where it fails, as arguments may be wrong, which is told first."""
        try:
            return self._counts(grid, arguments)
        except Exception:
            return None

    def _counts(self, grid, arguments):
        if callable(grid):
            named = {p["name"]: argument for p, argument in zip(self.parameters, arguments)}
            grid = grid(SimpleNamespace(**named))
        return counts(grid)

    def _device(self, arguments):
        """The device of all arrays; None if there are none."""
        first = None
        for parameter, argument in zip(self.parameters, arguments):
            if argument.device is None:
                continue
            name = parameter["name"]
            if first is not None and first[0].device != argument.device:
                where = {"cpu": "host memory", "cuda": "GPU memory"}
                self._refuse_devices(first[1], where[first[0].device], name, where[argument.device])
            first = first or (argument, name)
            known = first[0].ordinal, argument.ordinal
            if None not in known and known[0] != known[1]:
                self._refuse_devices(first[1], f"memory of GPU {known[0]}", name, f"memory of GPU {known[1]}")
            if first[0].ordinal is None and argument.ordinal is not None:
                first = argument, name
        return first and first[0].device

    def _refuse_devices(self, one, where, other, elsewhere):
        raise ArgumentError(f"{self.name}: `{one}` is in {where} and `{other}` in {elsewhere}: move one of them")

    def _check_count(self, arguments):
        if len(arguments) != len(self.parameters):
            raise ArgumentError(f"{len(arguments)} arguments for {self._declared()}")

    def _declared(self):
        shown = ", ".join(f"{p['type']} {p['name']}" for p in self.parameters)
        return f"{self.name}({shown})"

    @property
    def ptx(self):
        """The PTX of the kernel, with what its source has besides."""
        return self._compiled.kept["ptx"]

    @property
    def tir(self):
        """The tile IR."""
        return self._compiled.kept["tile_ir"]

    @property
    def schedule(self):
        """The schedule: warps, pipelines, and what each partition of the threads executes."""
        return self._compiled.made.schedule()

    @property
    def bytecode(self):
        """Bytecode of the tile IR."""
        return self._compiled.made.bytecode()

    @property
    def cubin(self):
        """Machine code for ``arch``, by ``ptxas``."""
        return self._compiled.made.cubin()

    @property
    def diagnostics(self):
        """What the compiler found that is not an error, as data."""
        return self._compiled.diagnostics

    def cost(self, grid, *arguments):
        """What a launch is predicted to take on the GPU of ``arch``: :class:`tilec.Cost`."""
        from ._cost import cost

        self._check_count(arguments)
        return cost(self, self._counts(grid, arguments), arguments)

    def draw(self, grid, *arguments):
        """The timeline of one CTA as a picture (SVG), which notebooks show."""
        return self.cost(grid, *arguments).draw()

    def __repr__(self):
        return f"<tile kernel {self._declared()}>"


class _Signature:
    """The signature of a launcher's calls, which `inspect` does not see in the extension module. The class has another one."""

    def __get__(self, launcher, owner):
        if launcher is None:
            raise AttributeError("__signature__")
        return inspect.signature(launcher.launch_otherwise)


class Launcher(_native.Launcher):
    """A kernel with its grid. The extension module launches what it knows by itself."""

    __slots__ = ()
    __signature__ = _Signature()

    def __getnewargs__(self):
        return self.kernel, self.grid, self.kernel._on_gpu

    def launch_otherwise(self, *arguments, stream=None, sanitize=False):
        """Launches what the extension module has not launched on a GPU, which it has tried unless there are options."""
        kernel, grid = self.kernel, self.grid
        if stream is not None or sanitize or callable(grid):
            kernel.launch(grid, *arguments, stream=stream, sanitize=sanitize)
        elif not _cpu.launch_arrays(kernel, grid, arguments):
            kernel._launch_converted(grid, arguments, None, False)


def _note_writes(parameters, arguments):
    """Tells PyTorch what may have been written, so that gradients do not use what was there before."""
    torch = sys.modules.get("torch")
    if torch is None:
        return
    for parameter, argument in zip(parameters, arguments):
        is_written = parameter["kind"] == "pointer" and not parameter["const"]
        if is_written and isinstance(argument, torch.Tensor) and not argument.is_inference():
            torch.autograd.graph.increment_version(argument)


# A launch has at most so many tile blocks in a direction.
_MOST_BLOCKS = 2**31 - 1


def counts(grid):
    """Tile blocks in three directions."""
    grid = tuple(grid) if isinstance(grid, (tuple, list)) else (grid,)
    if not 1 <= len(grid) <= 3:
        raise ValueError(f"a grid has one to three counts of at least 1, not {grid}")
    made = []
    for direction, count in zip("xyz", grid):
        try:
            number = operator.index(count)
        except TypeError:
            raise ValueError(f"a grid has one to three integers: {direction} is {count!r}") from None
        if not 1 <= number <= _MOST_BLOCKS:
            raise ValueError(f"a grid has counts of 1 to {_MOST_BLOCKS}: {direction} is {number}")
        made.append(number)
    return tuple(made) + (1,) * (3 - len(made))
