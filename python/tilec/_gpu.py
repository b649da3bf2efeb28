"""What measurements need of a GPU beside launches: memory, a stream, events and CUDA graphs, by the driver API."""

import ctypes
import functools
import sys

from . import _native
from ._argument import ELEMENTS
from ._errors import LaunchError

# CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, CU_STREAM_NON_BLOCKING, CU_STREAM_CAPTURE_MODE_RELAXED
_L2_BYTES, _NON_BLOCKING, _RELAXED = 38, 1, 2


@functools.lru_cache(maxsize=None)
def _driver():
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError as error:
        raise LaunchError(f"there is no CUDA driver: {error}") from None
    _call("cuInit", 0, driver=driver)
    return driver


def _call(name, *arguments, driver=None):
    driver = driver or _driver()
    status = getattr(driver, name)(*arguments)
    if status != 0:
        text = ctypes.c_char_p()
        driver.cuGetErrorString(status, ctypes.byref(text))
        raise LaunchError(f"{name}: {(text.value or b'unknown error').decode()} ({status})")


def _made(name, *arguments, kind=ctypes.c_void_p):
    """What a function of the driver makes."""
    made = kind()
    _call(name, ctypes.byref(made), *arguments)
    return made


class Gpu:
    """The first GPU with a stream of its own; its primary context becomes the current one."""

    def __init__(self):
        device = _made("cuDeviceGet", 0, kind=ctypes.c_int)
        context = _made("cuDevicePrimaryCtxRetain", device)
        _call("cuCtxSetCurrent", context)
        self._stream = _made("cuStreamCreate", _NON_BLOCKING)
        self.stream = self._stream.value
        self._events = [_made("cuEventCreate", 0) for _ in range(2)]
        # Twice what the cache holds.
        self._n_flushed = 2 * _made("cuDeviceGetAttribute", _L2_BYTES, device, kind=ctypes.c_int).value
        self._flushed = None

    def array(self, element, count, contents):
        """An array in the memory of the GPU with these bytes."""
        _describe()
        return _Array(element, count, contents)

    def wait(self):
        _call("cuStreamSynchronize", self._stream)

    def flush(self):
        """Replaces what the L2 cache holds."""
        if self._flushed is None:
            self._flushed = _Array("u8", self._n_flushed, None)
        _call("cuMemsetD8Async", ctypes.c_uint64(self._flushed.address), 0, ctypes.c_size_t(self._n_flushed), self._stream)

    def graph(self, launch, repeats):
        """A function that launches a CUDA graph of so many launches."""
        _call("cuStreamBeginCapture_v2", self._stream, _RELAXED)
        graph = ctypes.c_void_p()
        try:
            try:
                for _ in range(repeats):
                    launch(self.stream)
            finally:
                _call("cuStreamEndCapture", self._stream, ctypes.byref(graph))
            return _Graph(_made("cuGraphInstantiateWithFlags", graph, ctypes.c_uint64(0)), self._stream)
        finally:
            if graph:
                _call("cuGraphDestroy", graph)

    def seconds(self, launches):
        """What the GPU takes for what a function puts in the stream."""
        first, last = self._events
        _call("cuEventRecord", first, self._stream)
        launches()
        _call("cuEventRecord", last, self._stream)
        _call("cuEventSynchronize", last)
        return _made("cuEventElapsedTime", first, last, kind=ctypes.c_float).value / 1e3


class _Graph:
    """Launches a CUDA graph."""

    def __init__(self, made, stream):
        self._made, self._stream = made, stream

    def __call__(self):
        _call("cuGraphLaunch", self._made, self._stream)

    def __del__(self):
        # The driver may be gone at the end of the process.
        if _driver is not None:
            _driver().cuGraphExecDestroy(self._made)


class Copy:
    """What memory of the current context held."""

    def __init__(self, address, size):
        _call("cuCtxSynchronize")
        self.kept = _Array("u8", size, None)
        self.to, self.size = ctypes.c_uint64(address), ctypes.c_size_t(size)
        _call("cuMemcpyDtoD_v2", ctypes.c_uint64(self.kept.address), self.to, self.size)

    def restore(self):
        _call("cuMemcpyDtoD_v2", self.to, ctypes.c_uint64(self.kept.address), self.size)


@functools.lru_cache(maxsize=None)
def _describe():
    """Lets the extension module read the arrays below itself, so that measurements have short launches."""
    attribute = lambda name: ([name], False)
    description = {"classes": [_Array], "elements": [(name, name) for name in ELEMENTS], "conditions": [], "places": []}
    description.update((name, attribute(name)) for name in ("dtype", "address", "ordinal"))
    _native.framework({**description, "stream": lambda ordinal: 0, "exchange": None, "note_write": None, "note_writes": None})


class _Array:
    """An array in the memory of the GPU."""

    ordinal = 0

    def __init__(self, element, count, contents):
        # The name that the module knows is the same object.
        self.dtype = next(name for name in ELEMENTS if name == element)
        size = max(1, count * ELEMENTS[element].size)
        self.address = _made("cuMemAlloc_v2", ctypes.c_size_t(size), kind=ctypes.c_uint64).value
        if contents is not None and len(contents) > 0:
            _call("cuMemcpyHtoD_v2", ctypes.c_uint64(self.address), bytes(contents), ctypes.c_size_t(len(contents)))
        typestr = ELEMENTS[element].typestrs[0]
        self.__cuda_array_interface__ = {"data": (self.address, False), "typestr": typestr, "shape": (count,), "version": 3}

    def __del__(self):
        # The driver may be gone at the end of the process.
        if getattr(self, "address", None) and _driver is not None:
            _driver().cuMemFree_v2(ctypes.c_uint64(self.address))
