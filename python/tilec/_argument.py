"""Arguments of launches: what a parameter takes, checked before anything runs."""

import math
import struct
import sys
from collections import namedtuple

from ._errors import ArgumentError
from ._native import Buffer, dlpack

# Element types by the compiler's name: bytes, format of `struct` for a number, and what arrays of
# it are called by the buffer protocol, by array interfaces and by PyTorch. Formats that a library
# lacks travel as their bits.
Element = namedtuple("Element", "size format buffers typestrs torch")
ELEMENTS = {
    "bool": Element(1, "?", "?", ("|b1",), ("bool",)),
    "i8": Element(1, "b", "bc", ("|i1",), ("int8",)),
    "i16": Element(2, "h", "h", ("<i2",), ("int16",)),
    "i32": Element(4, "i", "il", ("<i4",), ("int32",)),
    "i64": Element(8, "q", "qln", ("<i8",), ("int64",)),
    "u8": Element(1, "B", "Bc", ("|u1",), ("uint8",)),
    "u16": Element(2, "H", "H", ("<u2",), ("uint16",)),
    "u32": Element(4, "I", "IL", ("<u4",), ("uint32",)),
    "u64": Element(8, "Q", "QLN", ("<u8",), ("uint64",)),
    "f16": Element(2, "e", "e", ("<f2",), ("float16",)),
    "bf16": Element(2, None, "H", ("<u2", "<V2", "|V2"), ("bfloat16", "uint16")),
    "tf32": Element(4, "f", "f", ("<f4",), ("float32",)),
    "f32": Element(4, "f", "f", ("<f4",), ("float32",)),
    "f64": Element(8, "d", "d", ("<f8",), ("float64",)),
    "e4m3": Element(1, None, "B", ("|u1", "|V1"), ("float8_e4m3fn", "uint8")),
    "e5m2": Element(1, None, "B", ("|u1", "|V1"), ("float8_e5m2", "uint8")),
    "e8m0": Element(1, None, "B", ("|u1", "|V1"), ("float8_e8m0fnu", "uint8")),
    "ue5m3": Element(1, None, "B", ("|u1", "|V1"), ("uint8",)),
    "e2m1": Element(1, None, "B", ("|u1", "|V1"), ("uint8",)),
}

# An argument for a launch: the bytes of its parameter, the memory that a pointer is to as address, bytes and whether it may not be
# written, the device that has the memory, what keeps it there, and of memory of a GPU, where it is known, the number of the GPU, the
# address of the stream that writes it, the address of its library's current stream, and a function that has the producer make a stream
# wait for it.
Argument = namedtuple("Argument", "value memory device keeper ordinal stream current export", defaults=(None,) * 4)

# The codes of DLPack with their bits.
_DLPACK = {
    (0, 8): "i8", (0, 16): "i16", (0, 32): "i32", (0, 64): "i64",
    (1, 8): "u8", (1, 16): "u16", (1, 32): "u32", (1, 64): "u64",
    (2, 16): "f16", (2, 32): "f32", (2, 64): "f64", (4, 16): "bf16", (6, 8): "bool",
    (10, 8): "e4m3", (12, 8): "e5m2", (14, 8): "e8m0",
}  # fmt: skip


def formats(element):
    """The codes and bits that arrays of an element have in DLPack."""
    own = "f32" if element == "tf32" else element
    found = [format for format, name in _DLPACK.items() if name == own]
    wanted = ELEMENTS[element]
    # Its bits.
    return found + [(1, 8 * wanted.size)] if wanted.format is None else found


# Devices of DLPack by what they are for a kernel: memory of the host, also where it is pinned, and of a GPU.
CUDA = 2
_DEVICES = {1: "cpu", 3: "cpu", CUDA: "cuda", 13: "cuda"}


def convert(kernel, parameter, argument):
    """The argument for a parameter, as its JSON form describes it."""
    try:
        kind = parameter["kind"]
        if kind == "pointer":
            return _pointer(parameter, argument)
        if kind == "object":
            return _object(parameter, argument)
        return Argument(_number(parameter["element"], argument), None, None, None)
    except ArgumentError as error:
        raise ArgumentError(about(kernel, parameter, error)) from None
    except Exception as error:  # Whatever an object of another library raises.
        told = f"{type(argument).__name__} is not what its protocol says: {type(error).__name__}: {error}"
        raise ArgumentError(about(kernel, parameter, told)) from error


def about(kernel, parameter, text):
    return f"{kernel}: parameter `{parameter['type']} {parameter['name']}`: {text}"


def _number(name, argument):
    element = ELEMENTS[name]
    if name == "bool":
        if type(argument).__name__ not in ("bool", "bool_"):
            raise ArgumentError(f"{argument!r} is not a bool")
        return b"\x01" if argument else b"\x00"
    if type(argument).__name__ in ("bool", "bool_") or isinstance(argument, (str, bytes, bytearray)):
        raise ArgumentError(f"{argument!r} is not a value of type {name}")
    try:
        if name == "bf16":
            return _bf16(float(argument))
        if element.format is None:
            raise ArgumentError("pass an fp8 number in an array: Python has no such type")
        if name[0] in "iu":
            return struct.pack("<" + element.format, argument.__index__())
        return struct.pack("<" + element.format, float(argument))
    except (AttributeError, TypeError, ValueError):
        raise ArgumentError(f"{argument!r} is not a value of type {name}") from None
    except (struct.error, OverflowError):
        raise ArgumentError(f"{argument!r} does not fit {name}") from None


def _bf16(value):
    """The upper half of the nearest float, ties to even."""
    (bits,) = struct.unpack("<I", struct.pack("<f", value))
    if value != value:
        return struct.pack("<H", 0x7FC0)
    return struct.pack("<H", (bits + 0x7FFF + (bits >> 16 & 1)) >> 16)


def _object(parameter, argument):
    size = parameter["size"]
    try:
        value = bytes(memoryview(argument).cast("B"))
    except TypeError:
        raise ArgumentError(
            "an object is passed by its bytes: ctypes.Structure, struct.pack, numpy.void"
        ) from None
    if len(value) != size:
        raise ArgumentError(f"{len(value)} bytes for an object of {size}")
    return Argument(value, None, None, None)


def _pointer(parameter, argument):
    if argument is None:
        return Argument(bytes(8), None, None, None)
    element = parameter.get("element")
    wanted = ELEMENTS[element] if element else None
    jax = sys.modules.get("jax")
    if jax is not None and isinstance(argument, getattr(getattr(jax, "core", None), "Tracer", ())):
        raise ArgumentError("a value that JAX traces has no memory: use tilec.jax.ffi_call in functions that JAX transforms")
    if hasattr(argument, "data_ptr"):
        return _torch(parameter, argument, element, wanted)
    if hasattr(argument, "block_until_ready"):
        # JAX makes arrays in streams of its own.
        argument.block_until_ready()
    interface = _cuda_interface(argument)
    if interface is not None:
        return _interface(parameter, argument, interface, "cuda", element, wanted)
    try:
        view = Buffer(argument)
    except (TypeError, ValueError, BufferError, RuntimeError):
        # Formats that the buffer protocol does not have, as bfloat16 of NumPy.
        interface = getattr(argument, "__array_interface__", None)
        if interface is not None:
            return _interface(parameter, argument, interface, "cpu", element, wanted)
        if hasattr(argument, "__dlpack__"):
            return _dlpack(parameter, argument, element, wanted)
        raise ArgumentError(f"{type(argument).__name__} is not an array") from None
    code = view.format.lstrip("@=<")
    if wanted and (view.itemsize != wanted.size or code not in wanted.buffers):
        named = getattr(argument, "dtype", None) or f"format {view.format!r}"
        raise ArgumentError(f"an array of {named}, not of {element}")
    if not view.contiguous:
        raise ArgumentError("the array is not contiguous in C order")
    return _memory(parameter, view.address, view.nbytes, view.readonly, "cpu", view)


def _memory(parameter, address, size, readonly, device, keeper):
    """A pointer to memory, which may be written unless the kernel promises not to."""
    if readonly and not parameter["const"]:
        raise ArgumentError("the array is read-only, the kernel may write to it")
    if not 0 <= address < 1 << 64 or address + size > 1 << 63:
        raise ArgumentError(f"{size} bytes at {address:#x} leave the address space")
    if size == 0:
        # Some libraries have no address for it; the kernel must not read from this one either.
        address = address or 8
    return Argument(struct.pack("<Q", address), (address, size, readonly), device, keeper)


def _torch(parameter, tensor, element, wanted):
    """A PyTorch tensor, by what it has: PyTorch itself is not imported."""
    dtype = str(tensor.dtype).rpartition(".")[2]
    if wanted and dtype not in wanted.torch:
        raise ArgumentError(f"a tensor of {dtype}, not of {element}")
    if not tensor.is_contiguous():
        raise ArgumentError("the tensor is not contiguous")
    # The memory of such a view has other values than the view.
    for lazy, resolve in (("is_neg", "resolve_neg"), ("is_conj", "resolve_conj")):
        if hasattr(tensor, lazy) and getattr(tensor, lazy)():
            raise ArgumentError(f"the tensor is a lazy view: pass tensor.{resolve}()")
    if not tensor.is_cuda and getattr(tensor, "device", None) is not None and tensor.device.type != "cpu":
        raise ArgumentError(f"a tensor on {tensor.device}: kernels run on the CPU and on CUDA")
    try:
        address = tensor.data_ptr()
        has_memory = address != 0 or tensor.numel() == 0
    except RuntimeError:
        has_memory = False
    if not has_memory:
        raise ArgumentError("a tensor without memory: use tilec.torch.custom_op in functions that PyTorch transforms or traces")
    if tensor.is_cuda:
        made = _memory(parameter, address, 0, False, "cuda", tensor)
        if not hasattr(tensor, "get_device"):
            return made
        ordinal = tensor.get_device()
        torch = sys.modules.get("torch")
        current = torch.cuda.current_stream(ordinal).cuda_stream if torch is not None else None
        return made._replace(ordinal=ordinal, current=current)
    size = tensor.numel() * tensor.element_size()
    return _memory(parameter, address, size, False, "cpu", tensor)


def _cuda_interface(array):
    """`__cuda_array_interface__`; None also where DLPack has elements that the interface lacks."""
    try:
        return getattr(array, "__cuda_array_interface__", None)
    except Exception:
        if hasattr(array, "__dlpack__"):
            return None
        raise


def _interface(parameter, array, interface, device, element, wanted):
    """`__cuda_array_interface__` and `__array_interface__`"""
    missing = [key for key in ("typestr", "shape", "data") if interface.get(key) is None]
    if missing:
        raise ArgumentError(f"the array interface of {type(array).__name__} has no `{missing[0]}`")
    typestr, shape = interface["typestr"], interface["shape"]
    if wanted and not _is_of(array, typestr, wanted):
        named = getattr(array, "dtype", None) or typestr
        raise ArgumentError(f"an array of {named}, not of {element}")
    _check_contiguous(interface.get("strides"), shape, typestr)
    address, readonly = interface["data"]
    size = math.prod(shape) * int(typestr[2:])
    made = _memory(parameter, address or 0, size, readonly, device, array)
    return made._replace(stream=interface.get("stream")) if device == "cuda" else made


def _is_of(array, typestr, wanted):
    """Whether the elements are the wanted ones. The strings of formats that NumPy lacks do not tell them apart: names do."""
    name = getattr(getattr(array, "dtype", None), "name", "void")
    if wanted.format is not None or name.startswith(("void", "uint")):
        return typestr in wanted.typestrs
    return name in wanted.torch


def _dlpack(parameter, array, element, wanted):
    try:
        capsule = array.__dlpack__(max_version=(1, 0))
    except TypeError:
        capsule = array.__dlpack__()
    except Exception as error:
        raise ArgumentError(f"`__dlpack__` fails: {error}") from None
    address, size, device_type, number, code, bits, contiguous, readonly = dlpack(capsule)
    device = _DEVICES.get(device_type)
    if device is None:
        raise ArgumentError(
            f"an array on device {device_type}:{number} of DLPack: kernels run on the CPU and on CUDA"
        )
    if wanted and (code, bits) not in formats(element):
        found = _DLPACK.get((code, bits), f"type {code} of DLPack")
        raise ArgumentError(f"an array of {found}, not of {element}")
    if not contiguous:
        raise ArgumentError("the array is not contiguous in C order")
    made = _memory(parameter, address, size, readonly, device, (array, capsule))
    if device_type != CUDA:
        return made
    # JAX's arrays are ready here.
    export = None if hasattr(array, "block_until_ready") else lambda stream: _exported(array, stream)
    return made._replace(ordinal=number, export=export)


def _exported(array, stream):
    """A capsule of an array that a stream may use."""
    try:
        return array.__dlpack__(stream=stream)
    except Exception as error:
        raise ArgumentError(f"`__dlpack__(stream={stream})` fails: {error}") from error


def _check_contiguous(strides, shape, typestr):
    if strides is None or 0 in shape:
        return
    step = int(typestr[2:])
    for extent, stride in zip(reversed(shape), reversed(strides)):
        if extent != 1 and stride != step:
            raise ArgumentError("the array is not contiguous in C order")
        step *= extent
