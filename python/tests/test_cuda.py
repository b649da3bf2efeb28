"""Launches on a GPU, against a driver that prints its calls, which ``$TILEC_STUB_DRIVER`` names: also on tensors of libraries that the
extension module reads by itself, and through XLA's foreign functions. The libraries are stand-ins with the attributes of the real ones;
python/checks/frameworks has the real ones on a GPU."""

import os
import subprocess
import sys
import textwrap
import unittest

SOURCE = """\
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_tile.h>
__tile_global__ void scale(const float* in, float* out, float by) { out[0] = in[0] * by; }
__tile_global__ void numbers(float* out, bool a, signed char b, short c, int d, long long e, unsigned char f, unsigned short g,
                             unsigned h, unsigned long long i, float j, double k, __half l, __nv_bfloat16 m) { out[0] = 1.0f; }
"""

# A library with the attributes of PyTorch that a launch reads.
TORCH = """\
    import ctypes, sys, types
    import tilec
    from tilec import _kernel

    def module(name, **members):
        made = types.ModuleType(name)
        made.__dict__.update(members)
        return made

    class Tensor:
        is_cuda = True
        def __init__(self, address=0x1000, ordinal=0, dtype="float32", contiguous=True, neg=False):
            self.dtype, self.address, self.ordinal = getattr(torch, dtype), address, ordinal
            self.contiguous, self.neg = contiguous, neg
        def data_ptr(self): return self.address
        def get_device(self): return self.ordinal
        def is_contiguous(self): return self.contiguous
        def is_neg(self): return self.neg
        def is_conj(self): return False
        def is_inference(self): return False
        def numel(self): return 1

    class Parameter(Tensor): pass
    class Other(Tensor): pass

    class Type:
        def __init__(self, name): self.name = name
        def __str__(self): return "torch." + self.name

    def written(tensor): print("written %x" % tensor.address)

    names = ("float16", "bfloat16", "float32", "float64", "int32", "bool", "uint8")
    torch = module(
        "torch", Tensor=Tensor, nn=module("nn", Parameter=Parameter), **{name: Type(name) for name in names},
        autograd=module("autograd", graph=module("graph", increment_version=written)),
        cuda=module("cuda", is_initialized=lambda: True, current_stream=lambda ordinal=None: types.SimpleNamespace(cuda_stream=30 + (ordinal or 0))),
        _C=module("_C", _cuda_getCurrentRawStream=lambda ordinal: 30 + ordinal),
    )
    sys.modules["torch"] = torch
    kernels = tilec.compile(SOURCE)

    class Array:
        def __init__(self, address, stream=None):
            self.__cuda_array_interface__ = {"data": (address, False), "typestr": "<f4", "shape": (1,), "version": 3}
            if stream is not None: self.__cuda_array_interface__["stream"] = stream

    def refused(call):
        try: call()
        except (tilec.ArgumentError, tilec.LaunchError) as error: print(error)
        else: print("taken")

    class Fast:
        # What the package would look at itself is an error.
        def __enter__(self):
            self.convert = _kernel.convert
            def fail(*words): raise AssertionError(words)
            _kernel.convert = fail
        def __exit__(self, *words): _kernel.convert = self.convert
"""

# DLPack's exchange interface of the tensors above, which shows what they say of themselves.
EXCHANGE = """
            from ctypes import CFUNCTYPE, POINTER, Structure, c_int, c_int32, c_int64, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p
            from ctypes import byref, cast, pointer, py_object, pythonapi
            class DLTensor(Structure):
                _fields_ = [("data", c_void_p), ("device", c_int32), ("ordinal", c_int32), ("ndim", c_int32), ("code", c_uint8),
                            ("bits", c_uint8), ("lanes", c_uint16), ("shape", POINTER(c_int64)), ("strides", POINTER(c_int64)),
                            ("byte_offset", c_uint64)]
            class Interface(Structure): pass
            DESCRIBE = CFUNCTYPE(c_int, py_object, POINTER(DLTensor))
            Interface._fields_ = [("major", c_uint32), ("minor", c_uint32), ("previous", POINTER(Interface)), ("unused", c_void_p * 3),
                                  ("describe", DESCRIBE), ("stream", c_void_p)]
            class Shown(Tensor):
                def __init__(self, address=0x1000, ordinal=0, offset=0, code=2, bits=32, lanes=1, device=2, shape=(1,), strides=(1,),
                             neg=False, fails=False):
                    axes = c_int64 * len(shape)
                    self.address, self.neg, self.fails = address + offset, neg, fails
                    self.shown = DLTensor(address, device, ordinal, len(shape), code, bits, lanes, axes(*shape), strides and axes(*strides),
                                          offset)
            @DESCRIBE
            def describe(tensor, out):
                if tensor.fails: return -1
                out[0] = tensor.shown
                return 0
            # The newest version is another one.
            old = Interface(1, 3, None, (c_void_p * 3)(), describe)
            new = Interface(2, 0, pointer(old))
            capsule = pythonapi.PyCapsule_New
            capsule.restype, capsule.argtypes = py_object, [c_void_p, ctypes.c_char_p, c_void_p]
            Shown.__dlpack_c_exchange_api__ = capsule(ctypes.addressof(new), b"dlpack_exchange_api", None)
            described = tilec._cuda._torch
            def with_shown(torch):
                found = described(torch)
                return {**found, "classes": [Shown], "exchange": tilec._cuda._exchange(Shown)}
            tilec._cuda._torch = with_shown
"""

# XLA's structures, as its header has them.
XLA = """\
    import ctypes, sys, types
    from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_size_t, c_uint32, c_void_p, byref, cast, pointer
    import tilec
    from tilec import _native

    def structure(*fields):
        return type("S", (Structure,), {"_fields_": [("size", c_size_t), ("extensions", c_void_p), *fields]})

    Version = structure(("major", c_int), ("minor", c_int))
    Error = structure(("message", c_char_p), ("code", c_int))
    Stream = structure(("context", c_void_p), ("stream", c_void_p))
    Buffer = structure(("dtype", c_int), ("data", c_void_p), ("rank", c_int64), ("dims", POINTER(c_int64)))
    Values = structure(("n", c_int64), ("types", POINTER(c_int)), ("values", POINTER(c_void_p)))
    Attributes = structure(("n", c_int64), ("types", POINTER(c_int)), ("names", c_void_p), ("values", POINTER(c_void_p)))
    class Scalar(Structure):
        _fields_ = [("dtype", c_int), ("value", c_void_p)]
    class Metadata(Structure):
        _fields_ = [("size", c_size_t), ("version", Version), ("traits", c_uint32)]
    class Extension(Structure):
        _fields_ = [("size", c_size_t), ("kind", c_int), ("next", c_void_p), ("metadata", POINTER(Metadata))]
    MAKE_ERROR, GET_STREAM = CFUNCTYPE(c_void_p, POINTER(Error)), CFUNCTYPE(c_void_p, POINTER(Stream))
    Api = structure(("version", Version), ("internal", c_void_p), ("error", MAKE_ERROR), ("message", c_void_p), ("destroy", c_void_p),
                    ("register", c_void_p), ("stream", GET_STREAM))
    Frame = structure(("api", POINTER(Api)), ("context", c_void_p), ("stage", c_int), ("args", Values), ("rets", Values),
                      ("attrs", Attributes), ("future", c_void_p))

    state = types.SimpleNamespace(stream=7, refuse=None)
    def make_error(words):
        print("error", words.contents.code, words.contents.message.decode())
        return 0x99
    def get_stream(words):
        assert words.contents.context == 0x55, hex(words.contents.context)
        words.contents.stream = state.stream
        return state.refuse
    api = Api(error=MAKE_ERROR(make_error), stream=GET_STREAM(get_stream))

    def values(*buffers):
        made = [Buffer(dtype=dtype, data=data, rank=len(dims), dims=(c_int64 * len(dims))(*dims)) for dtype, data, dims in buffers]
        addresses = (c_void_p * len(made))(*(ctypes.addressof(it) for it in made))
        found = Values(n=len(made), types=(c_int * len(made))(*[1] * len(made)), values=addresses)
        found.kept = made, addresses
        return found

    def call(platform, number, args, rets):
        word = c_int64(number)
        scalar = Scalar(5, ctypes.addressof(word))
        attributes = Attributes(n=1, types=(c_int * 1)(3), values=(c_void_p * 1)(ctypes.addressof(scalar)))
        frame = Frame(api=pointer(api), context=0x55, stage=3, args=args, rets=rets, attrs=attributes)
        frame.size = ctypes.sizeof(Frame)
        return handler(platform)(byref(frame))

    capsule = ctypes.pythonapi.PyCapsule_GetPointer
    capsule.restype, capsule.argtypes = c_void_p, [ctypes.py_object, c_char_p]
    def handler(platform):
        return CFUNCTYPE(c_void_p, c_void_p)(capsule(_native.xla_handler(platform), b"xla._CUSTOM_CALL_TARGET"))

    made = tilec.compile(SOURCE, "scale")
    kernels = made._compiled.made.cpu_kernel(made.symbol, False), made._on_gpu
    planned = _native.Call(5, kernels, [3, 2, 1], [0, -1, b"\\x00\\x00\\x80\\x3f"], [[(11, [4], 16)], [(11, [4], 16)]])
"""


@unittest.skipUnless(os.environ.get("TILEC_STUB_DRIVER"), "no driver that prints its calls")
class OnCuda(unittest.TestCase):
    def run_script(self, beginning, script, **environment):
        """What a script in a process of its own prints, beside loads."""
        env = {**os.environ, "TILEC_CACHE": "", "PYTHONUNBUFFERED": "1", **environment}
        env["LD_LIBRARY_PATH"] = os.path.dirname(os.environ["TILEC_STUB_DRIVER"])
        whole = f"SOURCE = {SOURCE!r}\n" + textwrap.dedent(beginning) + textwrap.dedent(script)
        # The driver has a buffer of its own, which must not come behind Python's lines.
        whole = "import ctypes\nctypes.CDLL(None).setvbuf(ctypes.c_void_p.in_dll(ctypes.CDLL(None), 'stdout'), None, 2, 0)\n" + whole
        done = subprocess.run([sys.executable, "-c", whole], env=env, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [line for line in done.stdout.splitlines() if not line.startswith(("init", "load", "context"))]

    def launch(self, grid, stream, parameters, symbol="_Z5scalePKfPff"):
        return f"launch {symbol} grid {grid} block 1 1 1 shared 0 stream {stream} attributes 0 extra 0: {parameters}"

    def test_tensors_are_read_by_the_module(self):
        script = """
            scale = kernels["scale"]
            def launched(): scale[2, 3](Tensor(), Parameter(0x2000), 2.0)
            launched()
            with Fast():
                launched()
                scale[lambda a: a.out.ordinal + 4](Tensor(), Tensor(0x2000), 3, stream=types.SimpleNamespace(ptr=9))
                scale[1](Tensor(), Tensor(0x2000), 2.0, stream=8)
                scale[1](None, Tensor(0x2000), -0.0)
        """
        of = "0000000000001000 0000000000002000"
        self.assertEqual(
            self.run_script(TORCH, script, SIZES="884," * 5),
            [
                self.launch("2 3 1", 30, f"{of} 40000000"),
                "written 2000",
                self.launch("2 3 1", 30, f"{of} 40000000"),
                "written 2000",
                self.launch("4 1 1", 9, f"{of} 40400000"),
                "written 2000",
                self.launch("1 1 1", 8, f"{of} 40000000"),
                "written 2000",
                self.launch("1 1 1", 30, "0000000000000000 0000000000002000 80000000"),
                "written 2000",
            ],
        )

    def test_tensors_are_read_by_their_exchange_interface(self):
        # Attributes and methods of the tensors that the interface answers are errors.
        script = EXCHANGE + """
            scale = kernels["scale"][1]
            scale(Tensor(), Tensor(0x2000), 2.0)
            del Tensor.data_ptr, Tensor.get_device, Tensor.is_contiguous
            Tensor.is_cuda = property(lambda tensor: 1 / 0)
            with Fast():
                scale(Shown(), Shown(0x2000), 2.0)
                scale(Shown(ordinal=1), Shown(0x1000, ordinal=1, offset=0x1000), 2.0)
                scale(Shown(), Shown(0x2000, shape=(2, 1, 3), strides=(3, 77, 1)), 2.0)
                scale(Shown(), Shown(0x2000, shape=(4, 2), strides=None), 2.0)
            for odd in (Shown(code=2, bits=64), Shown(lanes=2), Shown(device=1), Shown(0), Shown(shape=(2, 3), strides=(1, 2)),
                        Shown(neg=True), Shown(ordinal=1)):
                print(scale.kernel._on_gpu.launch_tensors((1, 1, 1), (Shown(), odd, 2.0), None))
            def is_explained(kernel, parameter, value): raise tilec.ArgumentError(f"{parameter['name']} {value.address:x}")
            _kernel.convert = tilec._cuda.convert = is_explained
            refused(lambda: scale(Shown(), Shown(0x5000, fails=True), 2.0))
        """
        of = "0000000000001000 0000000000002000 40000000"
        self.assertEqual(
            self.run_script(TORCH, script, SIZES="884," * 8),
            [self.launch("1 1 1", 30, of), "written 2000", self.launch("1 1 1", 30, of), "written 2000"]
            + [self.launch("1 1 1", 31, of), "written 2000"]
            + 2 * [self.launch("1 1 1", 30, of), "written 2000"]
            + 7 * ["False"]
            + ["out 5000"],
        )

    def test_tensors_that_the_exchange_interface_fails_on_are_read_by_attributes(self):
        script = EXCHANGE + """
            scale = kernels["scale"][1]
            scale(Tensor(), Tensor(0x2000), 2.0)
            nested = Shown(0x2000, fails=True)
            nested.dtype, nested.ordinal, nested.contiguous = torch.float32, 0, True
            with Fast(): scale(Shown(), nested, 2.0)
        """
        launched = [self.launch("1 1 1", 30, "0000000000001000 0000000000002000 40000000"), "written 2000"]
        self.assertEqual(self.run_script(TORCH, script, SIZES="884,884,"), 2 * launched)

    def test_an_exchange_interface_that_is_something_else_is_none(self):
        launched = [self.launch("1 1 1", 30, "0000000000001000 0000000000002000 40000000"), "written 2000"]
        for odd in ("5", "print", 'capsule(ctypes.c_void_p(8), ctypes.c_char_p(b"other"), None)'):
            script = f"""
                capsule = ctypes.pythonapi.PyCapsule_New
                capsule.restype = ctypes.py_object
                Tensor.__dlpack_c_exchange_api__ = {odd}
                def launched(): kernels["scale"][1](Tensor(), Tensor(0x2000), 2.0)
                launched()
                with Fast(): launched()
            """
            with self.subTest(odd=odd):
                self.assertEqual(self.run_script(TORCH, script, SIZES="884,884,"), 2 * launched)

    def test_options_that_say_nothing(self):
        script = """
            scale, arguments = kernels["scale"][1], (Tensor(), Tensor(0x2000), 2.0)
            scale(*arguments)
            with Fast():
                for options in ({}, {"stream": None}, {"sanitize": False}, {"stream": None, "sanitize": 0}): scale(*arguments, **options)
        """
        launched = [self.launch("1 1 1", 30, "0000000000001000 0000000000002000 40000000"), "written 2000"]
        self.assertEqual(self.run_script(TORCH, script, SIZES="884," * 5), 5 * launched)

    def test_writes_are_noted_at_once(self):
        script = """
            def increment(tensors):
                if any(tensor.address == 0x3000 for tensor in tensors): raise RuntimeError("an inference tensor has no version")
                if any(tensor.address == 0x4000 for tensor in tensors): raise KeyboardInterrupt
                print("all of", *("%x" % tensor.address for tensor in tensors))
            torch._C._increment_version = increment
            Tensor.is_inference = lambda tensor: tensor.address == 0x3000
            two = tilec.compile(SOURCE + "__tile_global__ void two(float* a, float* b) { a[0] = b[0] = 1.0f; }", "two")[1]
            for _ in range(2): two(Tensor(0x1000), Tensor(0x2000))
            two(Tensor(0x3000), Tensor(0x2000))
            try: two(Tensor(0x4000), Tensor(0x2000))
            except KeyboardInterrupt: print("interrupted")
        """
        lines = [line for line in self.run_script(TORCH, script, SIZES="88," * 4) if not line.startswith("launch")]
        self.assertEqual(lines, ["all of", "written 1000", "written 2000", "all of 1000 2000", "written 2000", "interrupted"])

    def test_numbers_are_those_of_the_package(self):
        # The package itself converts what is passed with an array by its interface, which is the other half of each pair.
        script = """
            import itertools
            numbers = kernels["numbers"]
            plain = [True, 1, 1, 1, 1, 1, 1, 1, 1, 1.0, 1.0, 1.0, 1.0]
            most = [2**7, 2**15, 2**31, 2**63, 2**8, 2**16, 2**32, 2**64]
            tried = [(0, it) for it in (False, 1, 0.0, None, "x")]
            for place, end in enumerate(most, 1):
                low = -end if place < 5 else 0
                tried += [(place, it) for it in (low, end - 1, end, low - 1, True, 1.0, "1", 10**30)]
            for place in (9, 10, 11, 12):
                tried += [(place, it) for it in (0.1, -0.0, 3, 2**60 + 1, 1e300, -1e39, 3.4028235e38, 3.4028236e38, float("inf"),
                                                float("nan"), 1e-46, 10**400, True, "1", b"1")]
            numbers[1](Tensor(), *plain)
            for place, value in tried:
                given = [*plain[:place], value, *plain[place + 1:]]
                for array in (Tensor(), Array(0x1000, 30)):
                    try: numbers[1](array, *given)
                    except tilec.ArgumentError as error: print("refused", error)
        """
        lines = self.run_script(TORCH, script, SIZES="8112481248482," * 400)[1:]
        lines = [line for line in lines if not line.startswith("written")]
        self.assertGreater(len(lines), 180)
        for tensor, array in zip(lines[::2], lines[1::2]):
            self.assertEqual(tensor, array)
        self.assertGreater(sum(line.startswith("refused") for line in lines), 60)
        self.assertGreater(sum(line.startswith("launch") for line in lines), 60)

    def test_what_does_not_fit_is_told_by_the_package(self):
        script = """
            scale = kernels["scale"][1]
            # From the first launch on the module reads tensors itself.
            scale(Tensor(), Tensor(0x2000), 1.0)
            for bad in (Tensor(0), Tensor(dtype="float64"), Tensor(contiguous=False), Tensor(neg=True), Tensor(0x3000, ordinal=1), 5):
                for _ in range(2): refused(lambda: scale(Tensor(), bad, 1.0))
            host = Tensor()
            host.is_cuda = False
            host.device, host.numel, host.element_size = types.SimpleNamespace(type="cpu"), lambda: 1, lambda: 4
            refused(lambda: scale(Tensor(), host, 1.0))
            refused(lambda: scale(Tensor(), Tensor()))
            scale(Other(), Tensor(0x2000), 1.0)
        """
        out = "scale: parameter `float* out`:"
        twice = [
            f"{out} a tensor without memory: use tilec.torch.custom_op in functions that PyTorch transforms or traces",
            f"{out} a tensor of float64, not of f32",
            f"{out} the tensor is not contiguous",
            f"{out} the tensor is a lazy view: pass tensor.resolve_neg()",
            "scale: `in` is in memory of GPU 0 and `out` in memory of GPU 1: move one of them",
            f"{out} int is not an array",
        ]
        launched = [self.launch("1 1 1", 30, "0000000000001000 0000000000002000 3f800000"), "written 2000"]
        self.assertEqual(
            self.run_script(TORCH, script, SIZES="884,884,"),
            launched
            + [line for line in twice for _ in range(2)]
            + [
                "scale: `in` is in GPU memory and `out` in host memory: move one of them",
                "2 arguments for scale(const float* in, float* out, float by)",
            ]
            + launched,
        )

    def test_a_launch_runs_on_the_gpu_of_its_tensors(self):
        script = """
            scale = kernels["scale"][1]
            for number in (0, 1, 1, 0):
                scale(Tensor(ordinal=number), Tensor(0x2000, ordinal=number), 1.0)
        """
        lines = self.run_script(TORCH, script, SIZES="884," * 4, CONTEXTS="1")
        lines = [line.partition(" grid")[0] for line in lines if not line.startswith("written")]
        launch = "launch _Z5scalePKfPff"
        # At first no context is current; afterwards the previous context is current again.
        first, second = (["current %d" % device, launch, "current 0"] for device in (40, 41))
        self.assertEqual(lines, first + second + second + first)

    def order(self, number, first, then):
        """What the driver is asked so that a stream waits for another one. An event without timing has 2 in its name."""
        event = 10 * number + 2
        return [f"event {event} in stream {first}", f"stream {then} waits for event {event}, flags 0", f"destroy event {event}"]

    def test_streams_of_arrays(self):
        # The launch waits for the streams that write the arrays. Without a stream of the user's they wait for it in turn.
        script = """
            scale = kernels["scale"][1]
            scale(Array(0x1000), Array(0x2000, 17), 1.0)
            scale(Array(0x1000, 16), Array(0x2000, 17), 1.0)
            scale(Array(0x1000, 16), Array(0x2000), 1.0, stream=5)
            scale(Array(0x1000), Array(0x2000), 1.0)
            # The legacy default stream has two addresses.
            scale(Array(0x1000, 1), Array(0x2000), 1.0, stream=0)
            # The current stream of PyTorch.
            scale(Tensor(0x1000), Array(0x2000, 17), 1.0)
            scale(Tensor(0x1000), Array(0x2000, 17), 1.0, stream=5)
            tilec._cuda.synchronize()
        """
        launch = lambda stream: [self.launch("1 1 1", stream, "0000000000001000 0000000000002000 3f800000")]
        self.assertEqual(
            self.run_script(TORCH, script, SIZES="884," * 7),
            launch(17)
            + self.order(1, 17, 16)
            + launch(16)
            + self.order(2, 16, 17)
            + self.order(3, 16, 5)
            + launch(5)
            + launch(30)
            + launch(0)
            + self.order(4, 17, 30)
            + launch(30)
            + self.order(5, 30, 17)
            + self.order(6, 17, 5)
            + launch(5)
            + ["synchronize"],
        )

    def test_streams_of_a_capture(self):
        # A stream that is captured in a graph cannot wait for one that is not.
        script = 'kernels["scale"][1](Array(0x1000, 16), Array(0x2000, 17), 1.0)'
        lines = self.run_script(TORCH, script, SIZES="884,", CAPTURING="1")
        self.assertEqual(lines, [self.launch("1 1 1", 16, "0000000000001000 0000000000002000 3f800000")])

    def test_streams_of_two_libraries(self):
        script = """
            # A library whose tensors the module reads too, with a current stream of its own.
            class Own(Tensor): pass
            attribute = lambda name, is_call: ([name], is_call)
            tilec._native.framework({
                "classes": [Own], "elements": [(torch.float32, "f32")], "places": [], "conditions": [], "exchange": None,
                "stream": lambda ordinal: current, "note_write": None, "note_writes": None,
                "dtype": attribute("dtype", False), "address": attribute("data_ptr", True), "ordinal": attribute("get_device", True),
            })
            scale, current = kernels["scale"][1], 44
            scale(Tensor(), Tensor(0x2000), 1.0)
            with Fast():
                scale(Own(), Tensor(0x2000), 1.0)
                scale(Own(), Own(0x2000), 1.0)
                current = 30
                scale(Tensor(), Own(0x2000), 1.0)
        """
        lines = self.run_script(TORCH, script, SIZES="884," * 4)
        launch = lambda stream: [self.launch("1 1 1", stream, "0000000000001000 0000000000002000 3f800000")]
        self.assertEqual(
            [line for line in lines if not line.startswith("written")],
            launch(30) + self.order(1, 30, 44) + launch(44) + self.order(2, 44, 30) + launch(44) + launch(30),
        )

    def test_streams_of_dlpack(self):
        # An array in GPU memory says by DLPack that a stream may use it, but for the legacy default one, which it asks first.
        script = """
            import ctypes
            from ctypes import c_int32, c_int64, c_uint8, c_uint16, c_uint64, c_void_p, pythonapi, py_object
            class Capsule(ctypes.Structure):
                _fields_ = [("data", c_void_p), ("type", c_int32), ("id", c_int32), ("ndim", c_int32), ("code", c_uint8),
                            ("bits", c_uint8), ("lanes", c_uint16), ("shape", c_void_p), ("strides", c_void_p), ("offset", c_uint64)]
            make = pythonapi.PyCapsule_New
            make.restype, make.argtypes = py_object, [c_void_p, ctypes.c_char_p, c_void_p]
            class Packed:
                def __init__(self, address, ordinal=0):
                    self.shape = (c_int64 * 1)(1)
                    self.made = Capsule(address, 2, ordinal, 1, 2, 32, 1, ctypes.addressof(self.shape))
                def __dlpack__(self, stream=None, max_version=None):
                    print("stream", stream)
                    if stream == 6: raise BufferError("not in this stream")
                    return make(ctypes.addressof(self.made), b"dltensor", None)
            scale = kernels["scale"][1]
            scale(Packed(0x1000), Tensor(0x2000), 1.0)
            scale(Packed(0x1000), Tensor(0x2000), 1.0, stream=0)
            refused(lambda: scale(Packed(0x1000), Tensor(0x2000), 1.0, stream=6))
            # The current stream of PyTorch on the GPU of the arrays.
            scale(Packed(0x1000, 1), Packed(0x2000, 1), 1.0)
        """
        launch = lambda stream: self.launch("1 1 1", stream, "0000000000001000 0000000000002000 3f800000")
        refused = "scale: parameter `const float* in`: `__dlpack__(stream=6)` fails: not in this stream"
        self.assertEqual(
            [line for line in self.run_script(TORCH, script, SIZES="884," * 3) if not line.startswith("written")],
            ["stream None", "stream 30", launch(30), "stream None", launch(0), "stream None", "stream 6", refused]
            + 2 * ["stream None"]
            + 2 * ["stream 31"]
            + [launch(31)],
        )

    def test_a_context_that_is_reset(self):
        # The new context has the address of the old one, whose functions are gone.
        script = """
            scale = kernels["scale"][1]
            driver = ctypes.CDLL("libcuda.so.1")
            for _ in range(3):
                for array in (Tensor(0x2000), Array(0x2000, 30)):
                    scale(Tensor(), array, 1.0)
                    scale(Tensor(), array, 1.0)
                driver.cuDevicePrimaryCtxReset_v2(40)
        """
        lines = self.run_script(TORCH, script, SIZES="884," * 12)
        self.assertEqual(sum(line.startswith("launch") for line in lines), 12)

    def test_tensors_are_of_the_primary_context(self):
        script = """
            scale = kernels["scale"][1]
            driver = ctypes.CDLL("libcuda.so.1")
            scale(Tensor(), Tensor(0x2000), 1.0)
            current = ctypes.c_void_p()
            driver.cuDevicePrimaryCtxRetain(ctypes.byref(current), 40)
            # Another context of the same GPU.
            driver.cuCtxSetCurrent(ctypes.c_void_p(current.value + 7 * 128))
            scale(Tensor(), Tensor(0x2000), 1.0)
            scale(Other(), Tensor(0x2000), 1.0)
            # Memory of which only the context is known: the current one.
            scale(Array(0x1000, 9), Array(0x2000, 9), 1.0)
            tilec._cuda.synchronize()
        """
        lines = self.run_script(TORCH, script, SIZES="884," * 4, CONTEXTS="1")
        lines = [line.split(" grid")[0] for line in lines if not line.startswith("written")]
        launch = "launch _Z5scalePKfPff"
        first, again = ["current 40", launch, "current 0"], ["current 40", launch, "current 47"]
        synchronized = ["current 40", "synchronize", "current 47", "synchronize"]
        self.assertEqual(lines, first + ["current 47"] + again + again + [launch] + synchronized)

    def test_synchronize_waits_for_all_gpus(self):
        script = """
            scale = kernels["scale"][1]
            scale(Tensor(ordinal=1), Tensor(0x2000, ordinal=1), 1.0)
            tilec._cuda.synchronize()
            scale(Array(0x1000), Array(0x2000), 1.0)
            tilec._cuda.synchronize()
        """
        lines = self.run_script(TORCH, script, SIZES="884," * 2, CONTEXTS="1")
        lines = [line for line in lines if not line.startswith(("written", "launch"))]
        second = ["current 41", "synchronize", "current 0"]
        self.assertEqual(lines, ["current 41", "current 0"] + second + ["current 40", "current 41", "synchronize", "current 40", "synchronize"])

    def test_what_a_library_raises(self):
        # An exception is not lost where the same question has another answer later; an interrupt is passed on as it is.
        script = """
            class Failing(Tensor):
                def data_ptr(self):
                    if self.errors: raise self.errors.pop()
                    return self.address
            torch.Tensor = Failing
            scale = kernels["scale"][1]
            for errors in ([], [KeyboardInterrupt("stop")], [RuntimeError("once")], [RuntimeError("twice"), RuntimeError("first")]):
                tensor = Failing(0x2000)
                tensor.errors = errors
                try: scale(tensor, Parameter(0x3000), 1.0)
                except BaseException as error: print(type(error).__name__, error)
        """
        self.assertEqual(
            self.run_script(TORCH, script, SIZES="884,"),
            [
                self.launch("1 1 1", 30, "0000000000002000 0000000000003000 3f800000"),
                "KeyboardInterrupt stop",
                "RuntimeError once",
                "ArgumentError scale: parameter `const float* in`: a tensor without memory: use tilec.torch.custom_op in functions that "
                "PyTorch transforms or traces",
            ],
        )

    def test_a_capture_mode_that_the_driver_refuses(self):
        script = """
            refused(lambda: kernels["scale"][1](Tensor(), Tensor(), 1.0))
        """
        told = "cuThreadExchangeStreamCaptureMode: a problem (1)"
        self.assertEqual(self.run_script(TORCH, script, NO_MODE="1"), [told])

    def test_graphs_are_destroyed(self):
        script = """
            import ctypes, tilec.bench
            gpu = tilec.bench.Gpu()
            launch = gpu.graph(lambda stream: print("captured in", stream), 2)
            launch()
            launch()
            del launch
            def fails(stream): raise ValueError("no launch")
            try: gpu.graph(fails, 1)
            except ValueError as error: print(error)
            print("end")
        """
        captured = "capture stream 71, mode 2"
        self.assertEqual(
            self.run_script("", script),
            [captured]
            + 2 * ["captured in 71"]
            + ["destroy graph 71"]
            + 2 * ["graph 1000 in stream 71"]
            + ["destroy executable graph 1000", captured, "destroy graph 71", "no launch", "end"],
        )

    def test_a_refusal_of_the_driver(self):
        script = """
            refused(lambda: kernels["scale"][1](Tensor(), Tensor(), 1.0))
            refused(lambda: kernels["scale"][1](Tensor(), Tensor(), 1.0))
        """
        told = "the driver refuses the PTX: ptxas: the image is refused"
        self.assertEqual(self.run_script(TORCH, script, REFUSE="1"), [told, told])

    def test_xla(self):
        script = """
            f32 = lambda address, count=4: (11, address, [count])
            print(call("CUDA", 5, values(f32(0x1000)), values(f32(0x2000))))
            state.stream = 107
            print(call("CUDA", 5, values(f32(0x1000)), values(f32(0x3000))))
            # The buffers are not the planned ones.
            print(call("CUDA", 5, values(f32(0x1000, 8)), values(f32(0x3000))))
            print(call("CUDA", 5, values(f32(0x1000)), values()))
            print(call("CUDA", 6, values(f32(0x1000)), values(f32(0x3000))))
            # An error of XLA is XLA's.
            state.refuse = 0x77
            print(call("CUDA", 5, values(f32(0x1000)), values(f32(0x3000))))
            # The handler for the CPU reads and writes memory.
            memory = (ctypes.c_float * 4)(1, 2, 3, 4)
            out = (ctypes.c_float * 4)()
            print(call("cpu", 5, values(f32(ctypes.addressof(memory))), values(f32(ctypes.addressof(out)))), out[0])
            for platform in ("cpu", "CUDA"):
                metadata = Metadata()
                extension = Extension(kind=1, metadata=pointer(metadata))
                frame = Frame(api=pointer(api), extensions=ctypes.addressof(extension))
                print(handler(platform)(byref(frame)), metadata.version.major, metadata.version.minor, metadata.traits)
        """
        words = "0000000000001000 000000000000{}000 3f800000"
        planned = "but the launch was planned for type 11 and dimensions [4]"
        lines = self.run_script(XLA, script, SIZES="884," * 2, CONTEXTS="1")
        self.assertEqual(
            lines,
            [
                "current 40",
                self.launch("3 2 1", 7, words.format(2)),
                "current 0",
                "None",
                "current 41",
                self.launch("3 2 1", 107, words.format(3)),
                "current 0",
                "None",
                f"error 3 operand 0 has type 11 of XLA and dimensions [8], {planned}",
                "153",
                "error 3 the call has other buffers than were planned",
                "153",
                "error 3 this process has no such launch: trace the same function of tilec.jax.ffi_call on the same shapes before a "
                "function that another process has compiled is called",
                "153",
                "119",
                "None 1.0",
                "None 0 1 0",
                "None 0 1 0",
            ],
        )


if __name__ == "__main__":
    unittest.main()
