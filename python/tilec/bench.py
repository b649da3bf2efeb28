"""Times of launches: medians with their spread, several launches in one process, as text, JSON or a picture.

    result = tilec.bench.compare({"narrow": lambda: f[64](x), "wide": lambda: g[16](x)})
    print(result)

Samples of the launches take turns, so that a change of the clock meets all of them.
"""

import argparse
import array
import ctypes
import html
import json
import random
import statistics
import struct
import sys
import time

from . import _kernel
from ._argument import ELEMENTS
from ._gpu import Gpu

# What a rested chip gets between two samples.
_REST = 0.05

_FLUSH_BYTES = 64 << 20


class Times(dict):
    """``median``, ``low`` and ``high`` (the quartiles) in seconds, and all ``samples``."""

    def __init__(self, samples):
        ordered = sorted(samples)
        low, median, high = (
            statistics.quantiles(ordered, n=4, method="inclusive") if len(ordered) > 1 else ordered * 3
        )
        super().__init__(median=median, low=low, high=high, samples=list(samples))


class Comparison(dict):
    """:class:`Times` by name, the first of which the others are compared with."""

    def __str__(self):
        lines = [f"{'':20} {'median':>12} {'quartiles':>25} {'ratio':>7}"]
        first = next(iter(self.values()))["median"]
        for name, times in self.items():
            spread = f"{_shown(times['low'])} to {_shown(times['high'])}"
            lines.append(f"{name:20} {_shown(times['median']):>12} {spread:>25} {times['median'] / first:>7.2f}")
        return "\n".join(lines)

    def json(self):
        return json.dumps(self)

    def draw(self):
        """A bar for each median with its quartiles, as SVG."""
        longest = max(times["high"] for times in self.values()) or 1
        height = 26 * len(self) + 12
        parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="760" height="{height}" font-family="sans-serif" font-size="12">']
        for number, (name, times) in enumerate(self.items()):
            top = 8 + 26 * number
            wide, low, high = (480 * times[key] / longest for key in ("median", "low", "high"))
            parts.append(f'<text x="4" y="{top + 13}">{html.escape(name)}</text>')
            parts.append(f'<rect x="160" y="{top}" width="{wide:.1f}" height="18" fill="#4878a8"/>')
            parts.append(
                f'<line x1="{160 + low:.1f}" x2="{160 + high:.1f}" y1="{top + 9}" y2="{top + 9}" stroke="black"/>'
            )
            parts.append(f'<text x="{168 + high:.1f}" y="{top + 13}">{_shown(times["median"])}</text>')
        return "".join([*parts, "</svg>"])


def compare(launches, seconds=1.0, least=5, rested=False, cold=False, synchronize=None, gpu=None, graphs=False):
    """Times of functions by name. ``rested`` waits before each sample, ``cold`` replaces what the caches hold, and ``synchronize`` waits
    for a GPU. Short launches are repeated within a sample, unless the caches are cold.

    With a :class:`Gpu` its events time what each function puts in the stream whose address it is given (``lambda stream:
    f[64](x, stream=stream)``), so that no time of Python counts; with ``graphs`` the launches of a sample are one CUDA graph."""
    if graphs and gpu is None:
        raise ValueError("graphs: CUDA graphs need a GPU: pass gpu=tilec.bench.Gpu()")
    clock = _OnGpu(gpu, graphs) if gpu is not None else _OnHost(synchronize)
    runs = {}
    for name, launch in launches.items():
        once = clock.once(launch)
        runs[name] = clock.run(launch, 1 if cold else max(1, min(1000, int(1e-4 / max(once, 1e-9)))))
    samples = {name: [] for name in launches}
    begin = time.perf_counter()
    while len(next(iter(samples.values()))) < least or time.perf_counter() - begin < seconds:
        for name, run in runs.items():
            if rested:
                time.sleep(_REST)
            if cold:
                clock.flush()
            samples[name].append(run())
    return Comparison((name, Times(found)) for name, found in samples.items())


class _OnHost:
    """Times by the clock of the host."""

    def __init__(self, synchronize):
        self.wait = synchronize or (lambda: None)
        self.memory = None

    def once(self, launch):
        launch()
        self.wait()
        return _time(launch, 1, self.wait)

    def run(self, launch, repeats):
        return lambda: _time(launch, repeats, self.wait)

    def flush(self):
        if self.memory is None:
            self.memory = bytearray(_FLUSH_BYTES)
        self.memory[:] = bytes(_FLUSH_BYTES)


class _OnGpu:
    """Times by the events of a GPU."""

    def __init__(self, gpu, graphs):
        self.gpu, self.graphs = gpu, graphs
        self.flush = gpu.flush

    def once(self, launch):
        launch(self.gpu.stream)
        self.gpu.wait()
        return self.gpu.seconds(lambda: launch(self.gpu.stream))

    def run(self, launch, repeats):
        if self.graphs:
            launched = self.gpu.graph(launch, repeats)
            # The first launch of a graph brings it to the GPU.
            launched()
            self.gpu.wait()
        else:
            launched = lambda: [launch(self.gpu.stream) for _ in range(repeats)]
        return lambda: self.gpu.seconds(launched) / repeats


def measure(launch, **how):
    """Times of one function."""
    return next(iter(compare({"launch": launch}, **how).values()))


def _time(launch, repeats, wait):
    start = time.perf_counter()
    for _ in range(repeats):
        launch()
    wait()
    return (time.perf_counter() - start) / repeats


def _shown(seconds):
    for unit, scale in (("us", 1e-6), ("ms", 1e-3)):
        if seconds < 1000 * scale:
            return f"{seconds / scale:.2f} {unit}"
    return f"{seconds:.3f} s"


class _Halves:
    """An array of halves, which views of memory do not have in each Python."""

    def __init__(self, count):
        self.memory = (ctypes.c_uint16 * count)()
        data = (ctypes.addressof(self.memory), False)
        self.__array_interface__ = {"typestr": "<f2", "shape": (count,), "data": data, "version": 3}


def _argument(spec, gpu=None):
    """An argument of the command line: ``f32[1024]`` of random numbers, ``i32=5``."""
    name, bracket, rest = spec.removeprefix("out:").partition("[")
    count, closing, more = rest.partition("]")
    value = ""
    if not bracket:
        name, _, value = spec.partition("=")
    if name not in ELEMENTS or (not value and not bracket) or (bracket and (not count.isdecimal() or not closing or more)):
        raise ValueError(f"--arg {spec}: TYPE[COUNT] or TYPE=VALUE, with a TYPE of {', '.join(ELEMENTS)}")
    if not bracket:
        return value == "true" if name == "bool" else int(value, 0) if name[0] in "iu" else float(value)
    made = _random(ELEMENTS[name], int(count))
    if gpu is None:
        return made
    memory = getattr(made, "memory", made)
    return gpu.array(name, int(count), memoryview(memory).cast("B"))


def _random(element, count):
    """Random numbers from -1 to 1 of floats, 0 of others."""
    if element.format in ("f", "d"):
        return array.array(element.format, (random.uniform(-1, 1) for _ in range(count)))
    if element.format == "e":
        halves = _Halves(count)
        halves.memory[:] = struct.unpack(f"<{count}H", struct.pack(f"<{count}e", *(random.uniform(-1, 1) for _ in range(count))))
        return halves
    code = element.format if element.format not in (None, "?") else element.buffers[0]
    made = bytearray(count * element.size)
    if element.buffers == "H" and element.format is None:
        made[:] = b"".join(struct.pack("<f", random.uniform(-1, 1))[2:] for _ in range(count))
    return memoryview(made).cast(code)


def main(words):
    """`tilec bench FILE --kernel NAME --grid N --arg SPEC...`: several kernels are compared."""
    parser = argparse.ArgumentParser(prog="tilec bench", description="Times of kernels on the CPU device or on a GPU.")
    parser.add_argument("file")
    parser.add_argument("--kernel", action="append", required=True, help="a kernel; several are compared")
    parser.add_argument("--grid", required=True, help="tile blocks: X, X,Y or X,Y,Z")
    parser.add_argument("--arg", action="append", default=[], help="f32[1024] for random numbers, i32=5")
    parser.add_argument("--arch")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--graphs", action="store_true", help="launch CUDA graphs, on a GPU")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long samples are taken")
    parser.add_argument("--rested", action="store_true", help="wait before each sample")
    parser.add_argument("--cold", action="store_true", help="replace what caches hold before each sample")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--plot", metavar="FILE", help="write a picture (SVG)")
    options = parser.parse_args(words)
    try:
        random.seed(1)
        gpu = Gpu() if options.device == "cuda" else None
        arguments = [_argument(spec, gpu) for spec in options.arg]
        grid = tuple(int(count) for count in options.grid.split(","))
        kernels = _kernel.load(options.file, arch=options.arch)
        launches = {}
        for name in options.kernel:
            launcher = kernels[name][grid]
            launches[name] = lambda stream=None, launcher=launcher: launcher(*arguments, stream=stream)
        how = {"rested": options.rested, "cold": options.cold, "gpu": gpu, "graphs": options.graphs}
        made = compare(launches, options.seconds, **how)
    except Exception as error:  # Whatever it is, a command says it in a line or as the compiler does.
        print(f"tilec bench: {error}", file=sys.stderr)
        return 1
    if options.plot:
        with open(options.plot, "w", encoding="utf-8") as file:
            file.write(made.draw())
    print(made.json() if options.json else made)
    return 0
