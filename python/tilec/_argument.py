"""Arguments of launches: what a parameter takes, checked before anything runs."""

import ctypes
import struct
from collections import namedtuple


class ArgumentError(TypeError):
    """An argument does not fit its parameter."""


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

# An argument for a launch: the parameter, the bytes of a value, the memory that a pointer is to
# (a memoryview of bytes, or an address), and the device that the memory is of.
Argument = namedtuple("Argument", "parameter value memory device")


def convert(kernel, parameter, argument):
    """The argument for a parameter, as its JSON form describes it."""
    try:
        kind = parameter["kind"]
        if kind == "pointer":
            return _pointer(parameter, argument)
        if kind == "object":
            return _object(parameter, argument)
        return Argument(parameter, _number(parameter["element"], argument), None, None)
    except ArgumentError as error:
        raise ArgumentError(
            f"{kernel}: parameter `{parameter['type']} {parameter['name']}`: {error}"
        ) from None


def _number(name, argument):
    element = ELEMENTS[name]
    if name == "bool":
        if type(argument).__name__ not in ("bool", "bool_"):
            raise ArgumentError(f"{argument!r} is not a bool")
        return b"\x01" if argument else b"\x00"
    if isinstance(argument, bool):
        raise ArgumentError(f"{argument!r} is not a number")
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
    return Argument(parameter, value, None, None)


def _pointer(parameter, argument):
    if argument is None:
        return Argument(parameter, bytes(8), None, None)
    element = parameter.get("element")
    wanted = ELEMENTS[element] if element else None
    if hasattr(argument, "data_ptr"):
        return _torch(parameter, argument, element, wanted)
    interface = getattr(argument, "__cuda_array_interface__", None)
    if interface is not None:
        if wanted and interface["typestr"] not in wanted.typestrs:
            raise ArgumentError(f"an array of {interface['typestr']}, not of {element}")
        _check_contiguous(interface.get("strides"), interface["shape"], interface["typestr"])
        return Argument(parameter, None, interface["data"][0], "cuda")
    return _host(parameter, argument, element, wanted)


def _torch(parameter, tensor, element, wanted):
    """A PyTorch tensor, by what it has: PyTorch itself is not imported."""
    dtype = str(tensor.dtype).rpartition(".")[2]
    if wanted and dtype not in wanted.torch:
        raise ArgumentError(f"a tensor of {dtype}, not of {element}")
    if not tensor.is_contiguous():
        raise ArgumentError("the tensor is not contiguous")
    if tensor.is_cuda:
        return Argument(parameter, None, tensor.data_ptr(), "cuda")
    size = tensor.numel() * tensor.element_size()
    memory = memoryview((ctypes.c_char * size).from_address(tensor.data_ptr())).cast("B")
    return Argument(parameter, None, memory, "cpu")


def _host(parameter, argument, element, wanted):
    try:
        memory = memoryview(argument)
    except (TypeError, ValueError):
        raise ArgumentError(f"{type(argument).__name__} is not an array") from None
    code = memory.format.lstrip("@=<")
    if wanted and (memory.itemsize != wanted.size or code not in wanted.buffers):
        named = getattr(argument, "dtype", None) or f"format {memory.format!r}"
        raise ArgumentError(f"an array of {named}, not of {element}")
    if not memory.c_contiguous:
        raise ArgumentError("the array is not contiguous in C order")
    if memory.readonly and not parameter["const"]:
        raise ArgumentError("the array is read-only, the kernel may write to it")
    # A view of no elements cannot be cast.
    memory = memory.cast("B") if memory.nbytes else memoryview(bytearray())
    return Argument(parameter, None, memory, "cpu")


def _check_contiguous(strides, shape, typestr):
    if strides is None or 0 in shape:
        return
    step = int(typestr[2:])
    for extent, stride in zip(reversed(shape), reversed(strides)):
        if extent != 1 and stride != step:
            raise ArgumentError("the array is not contiguous in C order")
        step *= extent
