"""Launches on a GPU, through the CUDA driver API alone, which the extension module calls."""

import sys

from . import _native
from ._argument import CUDA, ELEMENTS, about, convert, formats
from ._errors import ArgumentError


def arch():
    """The target of the first GPU, `sm_90a`; None where there is none."""
    compute = _native.gpu()
    if compute is None:
        return None
    # From Hopper on, tensor cores need the features of the one architecture.
    return "sm_%d%d" % compute + ("a" if compute[0] >= 9 else "")


def prepare(name, symbol, ptx, parameters):
    """The launches of a kernel."""
    given = [parameter_of(p) for p in parameters]
    return _native.GpuKernel(symbol, ptx, given, lambda index, value: convert(name, parameters[index], value).value)


def parameter_of(parameter):
    """A parameter as the extension module takes it."""
    name = parameter.get("element")
    element = ELEMENTS.get(name)
    size, formats = (element.size, element.buffers) if element else (0, "")
    return parameter["kind"], name, size, formats, parameter.get("const", False)


def launch(kernel, grid, arguments, stream):
    """Queues a launch on arguments that are converted. It waits for the streams that write the arrays; without a stream of the user's
    also for the current ones of their libraries, and all those wait for the launch."""
    _describe_frameworks()
    arrays = [argument for argument in arguments if argument.device is not None]
    ordinal = next((it.ordinal for it in arrays if it.ordinal is not None), None)
    if stream is None:
        streams = [it.current if it.stream is None else it.stream for it in arrays]
        before = after = [it for it in streams if it is not None]
        stream = _current_stream(before, ordinal)
    else:
        before, after = [it.stream for it in arrays if it.stream is not None], []
        stream = address(stream)
    kept = [_ordered(kernel, index, argument, stream) for index, argument in enumerate(arguments)]
    kernel._on_gpu.launch(grid, [argument.value for argument in arguments], (stream, before, after), ordinal)
    del kept


def _ordered(kernel, index, argument, stream):
    """Has the producer of an array by DLPack make a stream wait for it; the result keeps what that takes. The first export was for the
    legacy default stream."""
    if argument.export is None or stream in _LEGACY:
        return None
    try:
        return argument.export(stream)
    except ArgumentError as error:
        raise ArgumentError(about(kernel.name, kernel.parameters[index], error)) from error


def address(stream):
    """A stream by its address, or an object that has one: by `__cuda_stream__`, or as PyTorch and CuPy name it."""
    if type(stream) is int:
        return stream
    protocol = getattr(stream, "__cuda_stream__", None)
    if protocol is not None:
        found = protocol() if callable(protocol) else protocol
        return int(found[1])
    for name in ("cuda_stream", "ptr"):
        found = getattr(stream, name, None)
        if found is not None:
            return int(found)
    if hasattr(stream, "__index__"):
        return stream.__index__()
    raise ArgumentError(f"stream: {stream!r} is not an address or an object with `__cuda_stream__`, `cuda_stream` or `ptr`")


# The legacy default stream.
_LEGACY = (0, 1)


def _current_stream(streams, ordinal):
    """The first of those that make arrays; else PyTorch's on the GPU of the arrays, if the program uses PyTorch on a GPU; else the
    default one."""
    if streams:
        return streams[0]
    torch = sys.modules.get("torch")
    if torch is not None and torch.cuda.is_initialized():
        return torch.cuda.current_stream(ordinal).cuda_stream
    return 0


def synchronize():
    """Waits for what is queued, on all GPUs that launches were on."""
    _native.synchronize()


# The libraries that the extension module has the descriptions of.
_described = set()


def _describe_frameworks():
    """Tells the extension module of the libraries that the program uses, so that it launches on their tensors by itself."""
    for name, describe in (("torch", _torch), ("cupy", _cupy)):
        library = sys.modules.get(name)
        if library is None or name in _described:
            continue
        try:
            description = describe(library)
        except AttributeError:
            # It is being imported, or is another one of that name: its arrays are looked at as all others are.
            continue
        _described.add(name)
        _native.framework(description)


def _attribute(path, is_call=False):
    return path.split("."), is_call


def _torch(torch):
    def note_write(tensor):
        if not tensor.is_inference():
            torch.autograd.graph.increment_version(tensor)

    raw = getattr(torch._C, "_cuda_getCurrentRawStream", None)
    return {
        "classes": [torch.Tensor, torch.nn.Parameter],
        "elements": _elements(lambda name: getattr(torch, name, None)),
        "dtype": _attribute("dtype"),
        "address": _attribute("data_ptr", True),
        "ordinal": _attribute("get_device", True),
        "places": [(_attribute("is_cuda"), True), (_attribute("is_contiguous", True), True)],
        # What DLPack does not say.
        "conditions": [(_attribute("is_neg", True), False)],
        "exchange": _exchange(torch.Tensor),
        "stream": raw or (lambda ordinal: torch.cuda.current_stream(ordinal).cuda_stream),
        "note_write": note_write,
        "note_writes": _increment_versions(torch),
    }


def _increment_versions(torch):
    """PyTorch's function that increments the versions of several tensors, and raises if one has none; None of a version of PyTorch
    that has another one."""
    increment = getattr(torch._C, "_increment_version", None)
    try:
        increment(())
    except Exception:
        return None
    return increment


def _cupy(cupy):
    import numpy

    def dtype(name):
        try:
            return numpy.dtype(name)
        except TypeError:
            return None

    return {
        "classes": [cupy.ndarray],
        "elements": _elements(dtype),
        "dtype": _attribute("dtype"),
        "address": _attribute("data.ptr"),
        "ordinal": _attribute("data.device_id"),
        "places": [(_attribute("flags.c_contiguous"), True)],
        "conditions": [],
        "exchange": None,
        "stream": lambda ordinal: cupy.cuda.get_current_stream(ordinal).ptr,
        "note_write": None,
        "note_writes": None,
    }


def _exchange(tensor):
    """How DLPack's exchange interface of a class shows tensors on a GPU; None of a class without it."""
    interface = getattr(tensor, "__dlpack_c_exchange_api__", None)
    if interface is None:
        return None
    elements = [(*format, name) for name in ELEMENTS for format in formats(name)]
    return interface, CUDA, elements


def _elements(dtype):
    """The types of a library by what it calls elements, with the compiler's names."""
    found = [(dtype(called), name) for name, element in ELEMENTS.items() for called in element.torch]
    return [(it, name) for it, name in found if it is not None]
