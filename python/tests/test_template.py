"""Kernels that are declared in Python."""

import array
import os
import tempfile
import unittest
import unittest.mock
import xml.dom.minidom

import tilec
from tilec import bench

TEXT = """\
#include <cuda_tile.h>
#include <cuda_fp16.h>
namespace ct = cuda::tiles;
template <class T, int N>
__tile_global__ void scale(const T* in, T* out, T by) {
    auto at = N * int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<N>>>();
    ct::store(out + at, ct::load(in + at) * ct::full<ct::tile<T, ct::shape<>>>(by));
}
"""


@tilec.kernel(TEXT, grid=lambda a: len(a.out) // a.N)
def scale(inputs, out, by, *, T="float", N=4):
    """Multiplies each element."""


@tilec.kernel
def documented(p):
    """
    #include <cuda_tile.h>
    __tile_global__ void documented(int* p) { p[cuda::tiles::bid().x] = 7; }
    """


class Templates(unittest.TestCase):
    def test_template_arguments_by_keyword(self):
        values, out = array.array("f", range(8)), array.array("f", bytes(32))
        scale(values, out, 2.0)
        self.assertEqual(out.tolist(), [2 * i for i in range(8)])
        scale[4](values, out, 3.0, N=2)
        self.assertEqual(out.tolist(), [3 * i for i in range(8)])
        ints = array.array("i", range(8))
        scale[lambda a: 8 // a.N](ints, ints, 5, T="int", N=8)
        self.assertEqual(ints.tolist(), [5 * i for i in range(8)])
        self.assertEqual((scale.__name__, scale.__doc__), ("scale", "Multiplies each element."))
        self.assertEqual(scale.specialise(N=16).name, "scale<float, 16>")
        seven = array.array("i", [0, 0])
        documented[2](seven)
        self.assertEqual(seven.tolist(), [7, 7])

    def test_mistakes(self):
        values = array.array("f", range(8))
        with self.assertRaisesRegex(tilec.ArgumentError, "scale has no template parameter `M`: it has T, N"):
            scale[1](values, values, 1.0, M=3)
        with self.assertRaisesRegex(tilec.ArgumentError, "documented has no grid"):
            documented(values)
        with self.assertRaisesRegex(tilec.CompileError, "power of two"):
            scale[1](values, values, 1.0, N=3)

        @tilec.kernel(TEXT)
        def scale_(inputs, *, T, N): ...

        scale_.__name__ = "scale"
        with self.assertRaisesRegex(tilec.ArgumentError, "`N` is missing"):
            scale_.specialise(T="float")
        with self.assertRaisesRegex(tilec.ArgumentError, "the stub of scale<int, 1> has 1 parameters, the kernel 3"):
            scale_.specialise(T=int, N=1)

    def test_a_file_beside_the_stub(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "stubs.py")
            with open(path, "w") as file:
                file.write("import tilec\n@tilec.kernel\ndef scale(i, o, by, *, T='float', N=1): ...\n")
            with open(os.path.join(folder, "scale.cu"), "w") as file:
                file.write(TEXT)
            space = {}
            with open(path) as file:
                exec(compile(file.read(), path, "exec"), space)
            values = array.array("f", [1, 2])
            space["scale"][2](values, values, 4.0)
            self.assertEqual(values.tolist(), [4, 8])

    def test_the_fastest_configuration(self):
        # One tile block of 4096 elements against 4096 blocks of one; in place, so that launches that are timed must be undone.
        configs = [{"N": 1}, {"N": 4096}]
        tuned = tilec.autotune(configs, key=["io"])(in_place)
        values = array.array("f", [1]) * 4096
        tuned(values)
        self.assertEqual(set(values), {2})
        self.assertEqual(list(tuned.chosen.values()), [{"N": 4096}])
        tuned(values)
        self.assertEqual(set(values), {4})
        # What does not compile is left out; pruning by a function keeps its least values.
        tuned = tilec.autotune([{"N": 3}, {"N": 2}])(in_place)
        tuned(values)
        self.assertEqual((set(values), list(tuned.chosen.values())), ({8}, [{"N": 2}]))
        tuned = tilec.autotune([{"N": n} for n in (1, 2, 4, 8)], prune_by=lambda c, a: -c["N"], keep=1)(in_place)
        tuned(values)
        self.assertEqual((set(values), list(tuned.chosen.values())), ({16}, [{"N": 8}]))
        with self.assertRaisesRegex(tilec.CompileError, "power of two"):
            tilec.autotune([{"N": 3}, {"N": 5}])(in_place)(values)

    def test_choices_that_are_mistakes(self):
        values = array.array("f", [1]) * 8
        with self.assertRaisesRegex(ValueError, "pass at least one"):
            tilec.autotune([])
        tuned = tilec.autotune([{"N": 1}, {"N": 16}])(in_place)
        with self.assertRaisesRegex(tilec.ArgumentError, "in_place: the configurations choose `N`"):
            tuned(values, N=4)
        with self.assertRaisesRegex(tilec.ArgumentError, r"0 arguments for in_place\(io\), `io` is missing"):
            tuned()
        with self.assertRaisesRegex(tilec.ArgumentError, r"1 arguments for scale\(inputs, out, by\), `out` is missing, `by` is"):
            scale(values)
        # 16 elements a block are more than there are: a grid of 0 does not count.
        tuned(values, sanitize=True)
        self.assertEqual((set(values), list(tuned.chosen.values())), ({2}, [{"N": 1}]))

    def test_launches_that_are_timed_are_on_the_stream(self):
        launches = []

        class Kernel:
            name, parameters = "in_place", in_place.specialise(N=1).parameters
            launch = lambda self, grid, *arguments, **options: launches.append(options)

        class Template:
            __name__, names, grid = "in_place", ["io"], 1
            check = lambda self, arguments: None
            prepared = lambda self, *rest: (Kernel(), (1, 1, 1))
            __getitem__ = lambda self, grid: lambda *arguments, **options: None

        tilec.autotune([{"N": 1}, {"N": 2}])(Template())(array.array("f", [1]), stream=7)
        self.assertGreater(len(launches), 2)
        self.assertEqual({options["stream"] for options in launches}, {7})

    def test_predictions(self):
        values = array.array("f", bytes(4 << 10))
        kernel = scale.specialise(N=256)
        few, many = (kernel.cost(blocks, values, values, 1.0) for blocks in (1, 1 << 20))
        self.assertLess(few.seconds, many.seconds)
        picture = xml.dom.minidom.parseString(few.draw())
        self.assertEqual(picture.documentElement.tagName, "svg")
        self.assertGreater(len(picture.getElementsByTagName("rect")), 1)

    def test_the_cell_magic(self):
        class Shell:
            names, magics = {}, {}

            def register_magic_function(self, function, kind, name):
                self.magics[kind, name] = function

            def push(self, names):
                self.names.update(names)

        shell = Shell()
        tilec.load_ipython_extension(shell)
        magic = shell.magics["cell", "tile"]
        magic("mine -arch=sm_80 -DFOUR=4", TEXT + "__tile_global__ void four(int* p) { *p = FOUR; }\n")
        p = array.array("i", [0])
        shell.names["mine"]["four"][1](p)
        self.assertEqual(p[0], 4)
        self.assertIn(".target sm_80", shell.names["mine"]["four"].ptx)
        # Errors are shown below the cell, also those of the options.
        shown = []
        with unittest.mock.patch("tilec._magic._show", shown.append):
            magic("other", "__tile_global__ void f(int* p) { *p = missing; }\n")
            magic("other -arch=sm_1", "__tile_global__ void f(int* p) { *p = 1; }\n")
        self.assertIn("cell.cu:1:39", shown[0])
        self.assertIn("--arch=sm_1: unknown target", shown[1])
        self.assertNotIn("other", shell.names)


@tilec.kernel(
    """#include <cuda_tile.h>
    namespace ct = cuda::tiles;
    template <int N> __tile_global__ void in_place(float* io) {
        auto at = N * int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<N>>>();
        ct::store(io + at, ct::load(io + at) * 2.0f);
    }""",
    grid=lambda a: len(a.io) // a.N,
)
def in_place(io, *, N): ...


class Times(unittest.TestCase):
    def test_two_functions(self):
        import time

        made = bench.compare({"short": lambda: time.sleep(0.001), "long": lambda: time.sleep(0.004)}, seconds=0.1)
        self.assertLess(made["short"]["high"], made["long"]["low"])
        self.assertGreaterEqual(made["long"]["median"], 0.004)
        self.assertIn("long", str(made))
        self.assertEqual(xml.dom.minidom.parseString(made.draw()).documentElement.tagName, "svg")


if __name__ == "__main__":
    unittest.main()
