"""tilec's CPU device behind `cuda.tile.launch`: kernels are compiled to bytecode, which `tilec run` executes.

Arrays of NumPy and CPU tensors of PyTorch stand for arrays on the device. TILEC is the program to run.
"""
import ctypes
import io
import os
import pathlib
import subprocess
import sys
import tempfile

import cuda.tile as ct
import cuda.tile._cext as cext
from cuda.tile._exception import TileCompilerError, UnsupportedFeatureError
from cuda.tile.compilation import CallingConvention, KernelSignature, export_kernel

TILEC = os.environ["TILEC"]
VERSION = os.environ.get("TILEC_BYTECODE", "13.4")
# The generation that has each type; what runs is the same.
CAPABILITY = (10, 0)
CUDA, TIMEOUT_S = 2, 120
# Targets for which each kernel must become PTX as well.
ARCHS = [arch for arch in os.environ.get("TILEC_ARCHS", "").split(",") if arch]
# Chips for which cuTile Python's own compiler makes a cubin of each kernel, with tilec as its `tileiras`.
CHIPS = [chip for chip in os.environ.get("TILEC_CHIPS", "").split(",") if chip]
# How many cubins there are for each, the kernels that tilec refused, with the message, and those that cuTile Python
# has no bytecode of for a chip.
CUBINS, REFUSED, THEIRS = {chip: 0 for chip in CHIPS}, [], []
# The names of types on tilec's command line.
TYPES = {
    "bool_": "bool", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "uint8": "u8", "uint16": "u16",
    "uint32": "u32", "uint64": "u64", "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64",
    "float8_e4m3fn": "e4m3", "float8_e5m2": "e5m2", "float8_e8m0fnu": "u8",
}

pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


class Unsupported(Exception):
    """An argument that this device does not pass."""


class OnDevice:
    """An array whose DLPack form says that it is on a device."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **_):
        array = self.array.detach() if hasattr(self.array, "detach") else self.array
        capsule = array.__dlpack__()
        # Behind the address of the elements is the type of the device.
        ctypes.c_int32.from_address(pointer_of(capsule, b"dltensor") + ctypes.sizeof(ctypes.c_void_p)).value = CUDA
        return capsule

    def __dlpack_device__(self):
        return CUDA, 0


def is_array(value):
    return hasattr(value, "__dlpack__") and hasattr(value, "shape")


def on_device(value):
    if is_array(value):
        return OnDevice(value)
    return type(value)(map(on_device, value)) if type(value) in (tuple, list) else value


class Buffer:
    """The memory that an array reaches, as a file that the run reads and writes."""

    def __init__(self, array, kind, folder, number):
        if hasattr(array, "data_ptr"):
            self.address, self.size = array.data_ptr(), array.element_size()
            self.strides = list(array.stride())
        else:
            self.address, self.size = array.ctypes.data, array.itemsize
            self.strides = [stride // array.itemsize for stride in array.strides]
        self.shape = list(array.shape)
        reach = sum((extent - 1) * stride for extent, stride in zip(self.shape, self.strides))
        self.count = 0 if 0 in self.shape else 1 + reach
        self.before = ctypes.string_at(self.address, self.count * self.size) or bytes(self.size)
        self.input, self.output = folder / f"in{number}.bin", folder / f"out{number}.bin"
        self.input.write_bytes(self.before)
        self.spec = f"out:{kind}[{max(1, self.count)}]=@{self.input}>{self.output}"

    def take_back(self):
        """Copies what the run changed, and nothing else: arrays may share memory."""
        after = self.output.read_bytes()
        if after == self.before or not self.count:
            return
        for at, (old, new) in enumerate(zip(self.before, after)):
            if old != new:
                ctypes.c_uint8.from_address(self.address + at).value = new


def arguments(constraint, value, folder, buffers):
    """The arguments that a parameter is: of an array the elements, the extents and the strides."""
    kind = type(constraint).__name__
    if kind == "ConstantConstraint":
        return []
    if kind == "ArrayConstraint":
        buffers.append(Buffer(value, TYPES[constraint.dtype.name], folder, len(buffers)))
        index = TYPES[constraint.index_dtype.name]
        return [buffers[-1].spec] + [f"{index}={n}" for n in buffers[-1].shape + buffers[-1].strides]
    if kind == "ScalarConstraint":
        name = TYPES[constraint.dtype.name]
        number = getattr(value, "value", value)
        return [f"{name}={str(bool(number)).lower() if name == 'bool' else number}"]
    if kind == "TupleConstraint":
        return [word for one, item in zip(constraint.items, value) for word in arguments(one, item, folder, buffers)]
    raise Unsupported(f"an argument of {kind}")


def call(*command):
    """What a command prints; what it says went wrong is an exception."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S)
    if done.returncode:
        raise RuntimeError(f"{command[1]}: {done.stderr.strip()}")
    return done.stdout


def assemble(kernel, signature, chip):
    """Goes the way of `cuda.tile` to a cubin: its probes, its command line, its reading of errors."""
    code = io.BytesIO()
    try:
        export_kernel(kernel, [signature], code, gpu_code=chip, output_format="cubin")
    except UnsupportedFeatureError as error:
        THEIRS.append((chip, signature.symbol, error.message))
        return
    except TileCompilerError as error:
        REFUSED.append((chip, signature.symbol, error.message))
        return
    cubin = code.getvalue()
    # A cubin is an ELF file for CUDA's machine, 190, with the kernel among its symbols.
    if cubin[:4] != b"\x7fELF" or cubin[18:20] != b"\xbe\0" or signature.symbol.encode() not in cubin:
        raise RuntimeError(f"{chip}: not a cubin with {signature.symbol}")
    CUBINS[chip] += 1


def launch(stream, grid, kernel, kernel_args, /, **_):
    """Compiles a kernel for its arguments and runs it."""
    signature = KernelSignature.from_kernel_args(
        kernel, tuple(map(on_device, kernel_args)), CallingConvention.cutile_python_v1())
    code = io.BytesIO()
    export_kernel(kernel, [signature], code, gpu_code="sm_100", output_format="tileir_bytecode", bytecode_version=VERSION)
    with tempfile.TemporaryDirectory() as name:
        folder, buffers = pathlib.Path(name), []
        program = folder / "kernel.tilebc"
        program.write_bytes(code.getvalue())
        for arch in ARCHS:
            call(TILEC, "build", program, f"-arch={arch}", "-o", folder / "kernel.ptx")
        for chip in CHIPS:
            assemble(kernel, signature, chip)
        command = [TILEC, "run", program, "--kernel", signature.symbol, "--device", "cpu"]
        command += ["--grid", ",".join(map(str, grid))]
        for constraint, value in zip(signature.parameters, kernel_args):
            for spec in arguments(constraint, value, folder, buffers):
                command += ["--arg", spec]
        sys.stdout.write(call(*command))
        sys.stdout.flush()
        for buffer in buffers:
            buffer.take_back()


def launch_on_gpu(stream, grid, kernel, kernel_args, /, *, really=ct.launch, **_):
    """Launches a kernel as users do, on copies of the arrays; tilec is the `tileiras` that makes its machine code."""
    import numpy
    import torch
    arrays = {}

    def moved(value):
        if not isinstance(value, numpy.ndarray):
            return type(value)(map(moved, value)) if type(value) in (tuple, list) else value
        return arrays.setdefault(id(value), (value, torch.from_numpy(numpy.ascontiguousarray(value)).cuda()))[1]

    really(torch.cuda.current_stream(), grid, kernel, tuple(map(moved, kernel_args)))
    torch.cuda.synchronize()
    for array, copy in arrays.values():
        if array.flags.writeable:
            array[...] = copy.cpu().numpy()


def version():
    from cuda.tile._bytecode.version import BytecodeVersion
    return BytecodeVersion[f"V_{VERSION.replace('.', '_')}"]


def install():
    """Puts this device in the place of the GPU."""
    import cuda.tile._compile as compiler
    if os.environ.get("TILEC_ON_GPU"):
        ct.launch = launch_on_gpu
        return
    ct.launch = cext.launch = launch
    compiler.get_compute_capability = cext.get_compute_capability = lambda *_: CAPABILITY
    if not CHIPS:
        compiler._get_max_supported_bytecode_version = lambda *_, **__: version()
