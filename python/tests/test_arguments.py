"""What arguments, grids and names are refused, and how the error names them."""

import array
import os
import struct
import subprocess
import sys
import tempfile
import unittest

import tilec
from tilec import _argument, _cuda, _kernel, _native, bench

try:
    import numpy
except ImportError:
    numpy = None

SOURCE = """\
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
__tile_global__ void copy(const float* in, float* out, float by) { out[0] = in[0] * by; }
__tile_global__ void put(const float* in, float* out, int at) { out[at] = 7; }
__tile_global__ void get(const float* in, float* out, int at) { out[0] = in[at]; }
__tile_global__ void macro(int* p) { *p = A; }
__tile_global__ void numbers(double* out, bool a, signed char b, short c, int d, long long e, unsigned char f, unsigned short g,
                             unsigned h, unsigned long long i, float j, double k, __half l, __nv_bfloat16 m) {
    out[0] = a, out[1] = b, out[2] = c, out[3] = d, out[4] = e, out[5] = f, out[6] = g, out[7] = h, out[8] = i, out[9] = j, out[10] = k;
    out[11] = float(l), out[12] = float(m);
}
"""


class Array:
    """Memory by an array interface that says what a test wants."""

    def __init__(self, **interface):
        self.__array_interface__ = {"version": 3, **interface}


class Refused(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kernels = tilec.compile(SOURCE, defines={"A": 1})

    def refused(self, name, text, *arguments):
        with self.assertRaisesRegex(tilec.ArgumentError, text):
            self.kernels[name][1](*arguments)

    def test_each_failure_names_its_parameter(self):
        class Raises:
            @property
            def __cuda_array_interface__(self):
                raise RuntimeError("boom")

        class NoCapsule:
            def __dlpack__(self, **rest):
                return 5

        out, where = array.array("f", [0]), "copy: parameter `const float\\* in`: "
        self.refused("copy", where + ".*RuntimeError: boom", Raises(), out, 1.0)
        self.refused("copy", where + "NoCapsule is not what its protocol says", NoCapsule(), out, 1.0)
        self.refused("copy", where + "the array interface of Array has no `data`", Array(typestr="<f4", shape=(2,)), out, 1.0)
        high = {"typestr": "<f4", "data": (2**64 - 8, False)}
        for shape in ((4,), (1 << 62,), (1 << 70,)):
            self.refused("copy", where + ".*leave the address space", Array(shape=shape, **high), out, 1.0)

    def without_the_package(self):
        """From here on it is an error if the package looks at an argument."""

        def fail(*words):
            raise AssertionError(words)

        self.addCleanup(setattr, _kernel, "convert", _kernel.convert)
        _kernel.convert = fail

    def test_known_arrays_are_read_by_the_module(self):
        copy, put, numbers = (self.kernels[name] for name in ("copy", "put", "numbers"))
        values, out, found = array.array("f", [2, 3]), array.array("f", [0]), array.array("d", bytes(13 * 8))
        given = (True, -1, -2, 3, -(2**40), 250, 2**16 - 1, 2**32 - 1, 2**60, 0.5, 0.1, 1.5, -2.0)
        copy[1](values, out, 2.0)
        put[1](values, out, 0)
        numbers[1](found, *given)
        self.assertEqual(found.tolist(), list(given))
        told = self.failed(put, values, out, 5)
        found[:] = array.array("d", bytes(13 * 8))
        # f16 and bf16 are always the package's.
        numbers._on_gpu = _native.GpuKernel("k", "", [_cuda.parameter_of(p) for p in numbers.parameters], lambda index, value: {
            12: b"\x00\x3e", 13: b"\x00\xc0"}[index])
        self.without_the_package()
        numbers[1](found, *given)
        self.assertEqual(found.tolist(), list(given))
        copy[1](values, out, 3.0)
        self.assertEqual(out[0], 6)
        copy[lambda a: len(a.out)](values, out, 4)
        self.assertEqual(out[0], 8)
        copy.launch(1, values, out, -1.0)
        self.assertEqual(out[0], -2)
        self.assertEqual(self.failed(put, values, out, 5), told)
        self.assertIn("null", self.failed(copy, None, out, 1.0))

    def failed(self, kernel, *arguments):
        with self.assertRaises(tilec.LaunchError) as raised:
            kernel[1](*arguments)
        return str(raised.exception)

    def test_known_arrays_that_do_not_fit(self):
        copy, values, out = self.kernels["copy"], array.array("f", [2, 3]), array.array("f", [0])
        copy[1](values, out, 1.0)
        wrong = [(array.array("d", [1]), "format 'd', not of f32"), (array.array("i", [1]), "format 'i', not of f32")]
        if numpy is not None:
            copy[1](numpy.ones(2, "float32"), out, 1.0)
            fixed = numpy.ones(2, "float32")
            fixed.flags.writeable = False
            copy[1](fixed, out, 1.0)
            wrong += [
                (fixed, "the array is read-only"),
                (numpy.ones(4, "float32")[::2], "not contiguous"),
                (numpy.ones(2, ">f4"), "not of f32"),
                (numpy.ones(2, "complex64"), "not of f32"),
            ]
        for bad, text in wrong:
            self.refused("copy", "parameter `float\\* out`: .*" + text, values, bad, 1.0)
        self.refused("copy", "'x' is not a value of type f32", values, out, "x")
        with self.assertRaisesRegex(tilec.ArgumentError, "2 arguments for copy"):
            copy[1](values, out)

        class Own(array.array):
            """A subclass may have another protocol."""

            __cuda_array_interface__ = property(lambda self: 1 / 0)

        self.refused("copy", "ZeroDivisionError", values, Own("f", [1]), 1.0)

    def test_tensors_without_memory(self):
        class Tensor:
            """What PyTorch has for a trace."""

            dtype, is_cuda = "torch.float32", False

            def __init__(self, address):
                self.address = address

            def is_contiguous(self):
                return True

            def numel(self):
                return 1

            def data_ptr(self):
                if self.address is None:
                    raise RuntimeError("Tensor that doesn't have storage")
                return self.address

        for address in (0, None):
            self.refused("copy", "`const float\\* in`: a tensor without memory: use tilec.torch", Tensor(address), None, 1.0)

    def test_words_that_are_not_fit(self):
        copy, one, out = self.kernels["copy"], array.array("f", [1]), array.array("f", [0])
        with self.assertRaisesRegex(tilec.ArgumentError, "stream: 's' is not an address or an object with `__cuda_stream__`"):
            copy[1](one, out, 1.0, stream="s")
        with self.assertRaisesRegex(tilec.ArgumentError, r"2 arguments for copy\(const float\* in"):
            copy.cost(1, one, out)
        with self.assertRaisesRegex(KeyError, "no kernel `nothing` in source.cu; there are: copy, put, get, macro, numbers; of a template"):
            self.kernels["nothing"]
        template = "#include <cuda_tile.h>\ntemplate <class T> __tile_global__ void f(T* p) { *p = 1; }\n"
        with self.assertRaisesRegex(KeyError, "there are: none without template arguments; .* as `f<float, 4>`"):
            tilec.compile(template, "f")
        for grid in (1, (1,), [1, 1]):
            copy.launch(grid, one, out, 5.0)
            self.assertEqual(out.tolist(), [5])
            out[0] = 0
        with self.assertRaisesRegex(ValueError, "x is 0"):
            copy.launch(0, one, out, 5.0)

    def test_strings_and_truth_are_not_numbers(self):
        one, out = array.array("f", [1]), array.array("f", [0])
        for value in ("2.5", b"2", True):
            self.refused("copy", "`float by`: .* is not a value of type f32", one, out, value)

    def test_grids_are_integers(self):
        one, out = array.array("f", [1]), array.array("f", [0])
        for grid, text in [(2.7, "x is 2.7"), ("12", "x is '12'"), ((1, 2**31), "y is 2147483648"), ((1, 1, 0), "z is 0")]:
            with self.assertRaisesRegex(ValueError, text):
                self.kernels["copy"][grid](one, out, 1.0)

    def test_formats_that_numpy_lacks_go_by_name(self):
        def of(name, typestr):
            made = Array(typestr=typestr, shape=(4,), data=(4096, False))
            made.dtype = type("dtype", (), {"name": name, "__str__": lambda self: name})()
            return made

        parameter = lambda element: {"kind": "pointer", "element": element, "const": True, "type": "const T*", "name": "p"}
        # The strings are those of ml_dtypes.
        convert = lambda element, *of_what: _argument.convert("f", parameter(element), of(*of_what)).memory
        self.assertEqual(convert("e4m3", "float8_e4m3fn", "<V1"), (4096, 4, False))
        self.assertEqual(convert("e5m2", "float8_e5m2", "<f1"), (4096, 4, False))
        for element, *other in [("e4m3", "float8_e5m2", "<f1"), ("e4m3", "int4", "<V1"), ("e5m2", "float8_e4m3fn", "<V1")]:
            with self.assertRaisesRegex(tilec.ArgumentError, f"an array of {other[0]}, not of {element}"):
                convert(element, *other)

    def test_lazy_views_of_tensors(self):
        class Tensor:
            dtype, is_cuda = "torch.float32", True
            data_ptr = lambda self: 4096
            is_contiguous = is_neg = lambda self: True

        self.refused("copy", r"`const float\* in`: .*resolve_neg\(\)", Tensor(), array.array("f", [0]), 1.0)

    def test_memory_that_only_a_read_only_argument_has(self):
        memory = bytearray(array.array("f", range(16)).tobytes())
        whole = memoryview(memory).cast("f")
        out, read_only = whole[0:8], whole.toreadonly()[4:12]
        self.kernels["put"][1](read_only, out, 5)
        self.assertEqual(whole[5], 7)
        with self.assertRaisesRegex(tilec.LaunchError, "E0802.*constant memory"):
            self.kernels["put"][1](read_only, out, 9)
        self.assertEqual(whole[9], 9)
        # What may be read is all of it.
        for at in (0, 3, 4, 7):
            self.kernels["get"][1](read_only, out, at, sanitize=at > 4)
            self.assertEqual(out[0], 7 if 4 + at == 5 else 4 + at)
        with self.assertRaisesRegex(tilec.LaunchError, "E0802"):
            self.kernels["get"][1](read_only, out, 8)

    def test_headers_stay_in_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            victim = os.path.join(folder, "victim.h")
            with open(victim, "w") as file:
                file.write("mine")
            for name in (victim, "../victim.h", "a/../../victim.h", "."):
                with self.assertRaisesRegex(ValueError, "headers: .* is not the name of a file inside of a folder"):
                    tilec.compile(SOURCE, "copy", headers={name: "x"})
            with open(victim) as file:
                self.assertEqual(file.read(), "mine")
        made = tilec.compile('#include "lib/a.h"\n' + SOURCE, "macro", headers={"lib/a.h": "#define A 3\n"})
        self.assertGreater(made.cost(1, array.array("i", [0])).seconds, 0)

    def test_macros_as_words(self):
        with tempfile.TemporaryDirectory() as folder:
            path, p = os.path.join(folder, "kernel.cu"), array.array("i", [0])
            with open(path, "w") as file:
                file.write(SOURCE)
            for define in (["A=5"], {"A": 5}, ("A=5",)):
                tilec.load(path, define=define)["macro"][1](p)
                self.assertEqual(p.tolist(), [5])
            with self.assertRaisesRegex(TypeError, "defines is a list of strings, not 'A=1'"):
                tilec.load(path, define="A=1")

    def test_a_deleted_folder(self):
        script = f"""
import array, os, tempfile, tilec
folder = tempfile.mkdtemp()
os.chdir(folder)
os.rmdir(folder)
p = array.array("i", [0])
tilec.compile({SOURCE!r}, "macro", defines={{"A": 2}})[1](p)
print(p[0])
"""
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        self.assertEqual(done.stdout, "2\n", done.stderr)

    def test_words_of_the_bench(self):
        for spec in ("f32", "f32[x]", "f32[2", "f32[2]3", "nothing[2]", "i32="):
            with self.assertRaisesRegex(ValueError, r"TYPE\[COUNT\] or TYPE=VALUE, with a TYPE of bool, i8"):
                bench._argument(spec)
        half = tilec.compile(
            "#include <cuda_fp16.h>\n__tile_global__ void one(__half* p) { p[1] = __half(1.0f); }\n", "one"
        )
        values = bench._argument("f16[2]")
        half[1](values)
        self.assertEqual(values.memory[1], 0x3C00)
        # Numbers are random, from -1 to 1.
        for spec, form in (("f16[100]", "e"), ("f32[100]", "f"), ("f64[100]", "d")):
            made = bench._argument(spec)
            numbers = struct.unpack(f"100{form}", bytes(getattr(made, "memory", made)))
            self.assertTrue(all(-1 <= it <= 1 for it in numbers), numbers)
            self.assertGreater(len(set(numbers)), 50)
        halves = bytes(bench._argument("bf16[100]"))
        numbers = [struct.unpack("<f", bytes(2) + halves[at : at + 2])[0] for at in range(0, 200, 2)]
        self.assertTrue(all(-1 <= it <= 1 for it in numbers) and len(set(numbers)) > 50, numbers)

    def test_measurements_on_a_gpu(self):
        calls = []

        class Recorded:
            """A GPU that says what is done with it; a launch takes 20 us, a sample of a graph 3 us."""

            stream = 77

            def wait(self):
                calls.append("wait")

            def flush(self):
                calls.append("flush")

            def graph(self, launch, repeats):
                for _ in range(repeats):
                    launch(self.stream)
                calls.append(f"graph of {repeats}")
                return lambda: calls.append("replay")

            def seconds(self, launches):
                begin = len(calls)
                launches()
                return sum({"replay": 3e-6}.get(call, 20e-6) for call in calls[begin:])

        one, two = (lambda stream: calls.append(f"one {stream}")), (lambda stream: calls.append(f"two {stream}"))
        gpu = Recorded()
        found = bench.compare({"one": one, "two": two}, seconds=0, least=2, gpu=gpu)
        # Each is launched once, timed once, and five times for each sample of 100 us, in turns.
        warm = [call for name in ("one", "two") for call in (f"{name} 77", "wait", f"{name} 77")]
        turn = ["one 77"] * 5 + ["two 77"] * 5
        self.assertEqual(calls, warm + turn * 2)
        self.assertEqual([round(1e6 * it, 3) for it in found["one"]["samples"]], [20, 20])
        calls.clear()
        bench.compare({"one": one}, seconds=0, least=2, gpu=gpu, cold=True)
        self.assertEqual(calls, ["one 77", "wait", "one 77", "flush", "one 77", "flush", "one 77"])
        calls.clear()
        found = bench.compare({"one": one}, seconds=0, least=2, gpu=gpu, graphs=True)
        captured = ["one 77"] * 5 + ["graph of 5"]
        self.assertEqual(calls, ["one 77", "wait", "one 77", *captured, "replay", "wait", "replay", "replay"])
        self.assertEqual([round(1e6 * it, 3) for it in found["one"]["samples"]], [0.6, 0.6])
        with self.assertRaisesRegex(ValueError, "graphs: CUDA graphs need a GPU"):
            bench.compare({"one": one}, graphs=True)


if __name__ == "__main__":
    unittest.main()
