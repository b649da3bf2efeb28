"""The package as a user has it. ``$TILEC_STUB_DRIVER`` names a driver that prints its calls, for the tests of CUDA
launches, which then run where there is no GPU."""

import array
import copy
import ctypes
import gc
import inspect
import os
import struct
import subprocess
import sys
import tempfile
import textwrap
import unittest
import weakref

import tilec

try:
    import numpy
except ImportError:
    numpy = None

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

SOURCE = """\
#include "cuda_fp16.h"
#include "cuda_bf16.h"
#include "cuda_tile.h"
#ifndef FACTOR
#define FACTOR 2
#endif
namespace ct = cuda::tiles;

struct Pair { int first; double second; };

template <class T, int N>
__tile_global__ void scale(const T* in, T* out) {
    auto at = N * int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<N>>>();
    ct::store(out + at, ct::load(in + at) * ct::full<ct::tile<T, ct::shape<>>>(T(FACTOR)));
}

__tile_global__ void add(float* io, float by, bool negate, Pair pair, const int* none) {
    *io = *io + (negate ? -by : by) + pair.first + pair.second + (none == nullptr ? 100 : 0);
}

__tile_global__ void blocks(int* out) {
    out[ct::bid().x + 2 * ct::bid().y + 6 * ct::bid().z] = ct::bid().x + 10 * ct::bid().y + 100 * ct::bid().z;
}

__tile_global__ void round(__nv_bfloat16* out, __nv_bfloat16 value, __half half) {
    out[0] = value;
    out[1] = static_cast<__nv_bfloat16>(float(half));
}
"""


class OnTheCpu(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = os.path.join(cls.folder.name, "kernel.cu")
        with open(cls.path, "w") as file:
            file.write(SOURCE)
        cls.kernels = tilec.load(cls.path)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_arrays_of_the_standard_library(self):
        values, out = array.array("f", [1, 2, 3, 4, 5, 6, 7, 8]), array.array("f", bytes(32))
        self.kernels["scale<float, 4>"][2](values, out)
        self.assertEqual(out.tolist(), [2, 4, 6, 8, 10, 12, 14, 16])
        self.assertEqual(values.tolist(), [1, 2, 3, 4, 5, 6, 7, 8])

    def test_numbers_objects_and_null(self):
        io = array.array("f", [1.5])
        pair = struct.pack("<i4xd", 3, 0.25)
        self.kernels["add"][1](io, 0.5, True, pair, None)
        self.assertEqual(io.tolist(), [1.5 - 0.5 + 3 + 0.25 + 100])

        class Pair(ctypes.Structure):
            _fields_ = [("first", ctypes.c_int), ("second", ctypes.c_double)]

        io = array.array("f", [1.5])
        self.kernels["add"][1](io, 0.5, False, Pair(1, 2.0), array.array("i", [0]))
        self.assertEqual(io.tolist(), [5.0])

    def test_grids(self):
        out = array.array("i", [0] * 12)
        self.kernels["blocks"][2, 3, 2](out)
        self.assertEqual(out.tolist(), [0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121])
        for grid in (0, (1, 0), (1, 1, 1, 1), ()):
            with self.assertRaises(ValueError):
                self.kernels["blocks"][grid]

    def test_launchers_are_objects_of_python(self):
        launcher, io = self.kernels["add"][1], array.array("f", [0])
        copied = copy.copy(launcher)
        copied(io, 1.0, False, struct.pack("<i4xd", 3, 0.25), None)
        self.assertEqual((type(copied), io[0]), (type(launcher), 104.25))
        self.assertEqual(str(inspect.signature(launcher)), "(*arguments, stream=None, sanitize=False)")
        self.assertEqual(list(inspect.signature(type(launcher)).parameters), ["kernel", "grid", "on_gpu"])
        with self.assertRaisesRegex(TypeError, r"^Launcher\.__call__\(\) got an unexpected keyword argument 'streams'"):
            launcher(io, streams=None)

    def test_cycles_of_launchers_are_collected(self):
        class Model:
            blocks = 1

        def model(launch):
            made = Model()
            made.launch = launch(made)
            return weakref.ref(made)

        def of_kernel(made):
            kernel = tilec.load(self.path)["add"]
            kernel.model, kernel.launcher = made, kernel[2]
            return kernel.launcher

        for launch in (lambda made: self.kernels["add"][lambda _: made.blocks], of_kernel):
            made = model(launch)
            gc.collect()
            self.assertIsNone(made())

    def test_number_formats(self):
        out = array.array("H", [0, 0])
        # 1 + 2^-8 is between two bfloat16: to even. A half has it.
        self.kernels["round"][1](out, 1 + 2**-8, 1.5)
        self.assertEqual(out.tolist(), [0x3F80, 0x3FC0])

    def test_options(self):
        kernels = tilec.load(self.path, define={"FACTOR": 5}, arch="sm_80")
        out = array.array("i", [0] * 2)
        kernels["scale<int,2>"][1](array.array("i", [1, -1]), out)
        self.assertEqual(out.tolist(), [5, -5])
        self.assertIn(".target sm_80", kernels["scale<int, 2>"].ptx)
        self.assertEqual(kernels.names(), ["add", "blocks", "round"])
        self.assertEqual(kernels["blocks"].symbol, "_Z6blocksPi")

    def test_wrong_arguments(self):
        add, floats = self.kernels["add"][1], array.array("f", [1])
        pair = bytes(16)
        for arguments, text in [
            ((floats, 1.0, True, pair), r"4 arguments for add\(float\* io, float by"),
            ((array.array("d", [1]), 1.0, True, pair, None), "`float\\* io`: an array of format 'd', not of f32"),
            ((bytes(4), 1.0, True, pair, None), "an array of format 'B'"),
            ((floats, "x", True, pair, None), "`float by`: 'x' is not a value of type f32"),
            ((floats, 1.0, 1, pair, None), "`bool negate`: 1 is not a bool"),
            ((floats, 1.0, True, bytes(8), None), "8 bytes for an object of 16"),
            ((floats, 1.0, True, 3, None), "passed by its bytes"),
            ((3, 1.0, True, pair, None), "int is not an array"),
        ]:
            with self.assertRaisesRegex(tilec.ArgumentError, text):
                add(*arguments)
        read_only = memoryview(floats).toreadonly()
        with self.assertRaisesRegex(tilec.ArgumentError, "read-only"):
            add(read_only, 1.0, True, pair, None)

    def test_errors_of_the_compiler(self):
        with self.assertRaisesRegex(KeyError, "no kernel `sub`.*: add, blocks, round"):
            self.kernels["sub"]
        path = os.path.join(self.folder.name, "broken.cu")
        with open(path, "w") as file:
            file.write("__tile_global__ void f(int* p) { *p = missing; }\n")
        with self.assertRaises(tilec.CompileError) as raised:
            tilec.load(path)["f"]
        self.assertIn("broken.cu:1:39", str(raised.exception))
        [found] = raised.exception.diagnostics
        self.assertEqual((found["severity"], found["primary"]["line"]), ("error", 1))
        self.assertEqual((found.code, found.span["column"]), (found["code"], 39))
        with self.assertRaises(FileNotFoundError):
            tilec.load("nowhere.cu")

    def test_a_trap_is_an_error(self):
        with self.assertRaisesRegex(tilec.LaunchError, "E0802.*outside of every object") as raised:
            self.kernels["scale<float, 4>"][2](array.array("f", [1]), array.array("f", [1]))
        [found] = raised.exception.diagnostics
        # The load in the kernel.
        self.assertEqual((found.code, found.span["line"]), ("E0802", 14))

    def test_memory_of_the_caller(self):
        scale = self.kernels["scale<float, 4>"]
        # In place, and parts of one array that overlap by nothing but a word.
        values = array.array("f", range(12))
        scale[3](values, values)
        self.assertEqual(values.tolist(), [2 * i for i in range(12)])
        # A part that begins in the middle of a word: what is around it stays.
        view = memoryview(values)
        scale[1](view[1:5], view[5:9])
        self.assertEqual(values.tolist(), [0, 2, 4, 6, 8, 4, 8, 12, 16, 18, 20, 22])
        with self.assertRaisesRegex(tilec.LaunchError, "E0802"):
            scale[1](view[1:5], view[5:8])
        # A constant array may be read only; that a kernel writes all the same is an error.
        out = array.array("f", bytes(16))
        scale[1](view.toreadonly()[0:4], out)
        self.assertEqual(out.tolist(), [0, 4, 8, 12])

    def test_the_sanitizer(self):
        path = os.path.join(self.folder.name, "overflow.cu")
        with open(path, "w") as file:
            file.write("__tile_global__ void f(int* p) {\n  *p = *p + 1;\n}\n")
        most, f = array.array("i", [2**31 - 1]), tilec.load(path)["f"]
        with self.assertRaises(tilec.LaunchError) as raised:
            f[1](most, sanitize=True)
        self.assertEqual(raised.exception.diagnostics[0].span["line"], 2)

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_numpy(self):
        kernels = tilec.load(os.path.join(ROOT, "examples", "gemm", "kernel.cu"))
        random = numpy.random.default_rng(1)
        m, n, k = 70, 65, 40
        a = random.uniform(-1, 1, (m, k)).astype(numpy.float16)
        b = random.uniform(-1, 1, (k, n)).astype(numpy.float16)
        c = numpy.zeros((m, n), numpy.float32)
        kernels["gemm<__half,64,64,32>"][2 * 2](a, b, c, m, n, k)
        want = a.astype(numpy.float32) @ b.astype(numpy.float32)
        numpy.testing.assert_allclose(c, want, atol=1e-4)
        with self.assertRaisesRegex(tilec.ArgumentError, "an array of float64, not of f16"):
            kernels["gemm<__half,64,64,32>"][4](a.astype(float), b, c, m, n, k)
        with self.assertRaisesRegex(tilec.ArgumentError, "not contiguous"):
            kernels["gemm<__half,64,64,32>"][4](a.T, b, c, m, n, k)
        c.flags.writeable = False
        with self.assertRaisesRegex(tilec.ArgumentError, r"`float\* c`: the array is read-only"):
            kernels["gemm<__half,64,64,32>"][4](a, b, c, m, n, k)

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_dlpack(self):
        class Tensor:
            """NumPy's memory by DLPack alone."""

            def __init__(self, array, device=None):
                self.array = array

            def __dlpack__(self, **rest):
                return self.array.__dlpack__(**rest)

        scale = self.kernels["scale<float, 4>"][1]
        values, out = numpy.arange(5, dtype=numpy.float32)[1:], numpy.zeros(4, numpy.float32)
        scale(Tensor(values), Tensor(out))
        self.assertEqual(out.tolist(), [2, 4, 6, 8])
        with self.assertRaisesRegex(tilec.ArgumentError, "`const float\\* in`: an array of f64, not of f32"):
            scale(Tensor(values.astype(float)), out)
        with self.assertRaisesRegex(tilec.ArgumentError, "not contiguous"):
            scale(Tensor(numpy.zeros((4, 2), numpy.float32)[:, 0]), out)
        values.flags.writeable = False
        scale(Tensor(values), out)
        with self.assertRaisesRegex(tilec.ArgumentError, "`float\\* out`: the array is read-only"):
            scale(out, Tensor(values))


# What runs with the driver that prints, in a process of its own.
CUDA = """\
    import tilec

    class Array:
        def __init__(self, address, typestr, shape=(8,), strides=None):
            self.__cuda_array_interface__ = {
                "data": (address, False), "typestr": typestr, "shape": shape, "strides": strides,
                "version": 3}

    class Tensor:
        is_cuda = True
        dtype = "torch.bfloat16"
        def data_ptr(self): return 0x3000
        def is_contiguous(self): return True

    kernels = tilec.load(PATH)
    scale = kernels["scale<float, 4>"]
    scale[2, 3](Array(0x1000, "<f4"), Array(0x2000, "<f4"), stream=7)
    scale[1](Array(0x1000, "<f4", (2, 4), (16, 4)), Array(0x2000, "<f4"))
    kernels["round"][1](Tensor(), 1.0, 2.0)
    class Stream:
        def __cuda_stream__(self): return (0, 9)
    scale[1](Array(0x1000, "<f4"), Array(0x2000, "<f4"), stream=Stream())
    host = memoryview(bytearray(4)).cast("f")
    for bad in (Array(0x1000, "<f8"), Array(0x1000, "<f4", (2, 4), (4, 8)), bytearray(4), host):
        try:
            scale[1](Array(0x1000, "<f4"), bad)
        except tilec.ArgumentError as error:
            print(error)
"""


@unittest.skipUnless(os.environ.get("TILEC_STUB_DRIVER"), "no driver that prints its calls")
class OnCuda(unittest.TestCase):
    def test_launches(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "kernel.cu")
            with open(path, "w") as file:
                file.write(SOURCE)
            script = textwrap.dedent(CUDA).replace("PATH", repr(path))
            env = {**os.environ, "SIZES": "88,88,822,88,"}
            env["LD_LIBRARY_PATH"] = os.path.dirname(os.environ["TILEC_STUB_DRIVER"])
            command = [sys.executable, "-c", script]
            done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            # Python and the driver write to buffers of their own.
            driver = ("init", "context", "load", "launch")
            lines = done.stdout.splitlines()
            own = [line for line in lines if not line.startswith(driver)]
            tail = "block 1 1 1 shared 0 stream"
            scale = "launch _Z5scaleIfLi4EEvPKT_PS0_ grid"
            self.assertEqual(
                [line for line in lines if line.startswith(driver)],
                [
                    "init 0",
                    "context of device 40",
                    "load .versio, whole",
                    f"{scale} 2 3 1 {tail} 7 attributes 0 extra 0: 0000000000001000 0000000000002000",
                    f"{scale} 1 1 1 {tail} 0 attributes 0 extra 0: 0000000000001000 0000000000002000",
                    "load .versio, whole",
                    f"launch _Z5roundP13__nv_bfloat16S_6__half grid 1 1 1 {tail} 0 attributes 0 "
                    "extra 0: 0000000000003000 3f80 4000",
                    f"{scale} 1 1 1 {tail} 9 attributes 0 extra 0: 0000000000001000 0000000000002000",
                ],
            )
            parameter = "scale<float, 4>: parameter `float* out`:"
            self.assertEqual(
                own,
                [
                    f"{parameter} an array of <f8, not of f32",
                    f"{parameter} the array is not contiguous in C order",
                    f"{parameter} an array of format 'B', not of f32",
                    "scale<float, 4>: `in` is in GPU memory and `out` in host memory: move one of them",
                ],
            )


if __name__ == "__main__":
    unittest.main()
