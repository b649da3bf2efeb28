"""The compiler in the process: what is kept, threads, forks, other interpreters, and the command."""

import array
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest

import tilec
from tilec import _compiler, _native

SOURCE = """\
#include <cuda_tile.h>
#include "factor.h"
__tile_global__ void scale(const float* in, float* out) {
    auto i = cuda::tiles::bid().x;
    out[i] = in[i] * FACTOR;
}
"""

# Runs for some tenths of a second on one block.
SLOW = """\
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void slow(float* p, int n) {
    auto x = ct::zeros<ct::tile<float, ct::shape<256>>>();
    for (int i = 0; i < n; ++i) x = ct::exp(x - ct::sqrt(x + 1.0f));
    ct::store(p + ct::iota<ct::tile<int, ct::shape<1>>>(), ct::sum<0>(x));
}
"""


def python(script, **environment):
    """A script in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, **environment},
    )


class InProcess(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def test_sources_in_strings(self):
        scale = tilec.compile(SOURCE, "scale", headers={"factor.h": "#define FACTOR 3\n"})
        out = array.array("f", bytes(8))
        scale[2](array.array("f", [1, 2]), out)
        self.assertEqual(out.tolist(), [3, 6])
        self.assertIn(".target sm_90a", scale.ptx)
        self.assertIn("entry @_Z5scalePKfPf(", scale.tir)
        self.assertIn("schedule @_Z5scalePKfPf {", scale.schedule)
        self.assertEqual(scale.bytecode[:8], b"\x7fTileIR\0")
        one = tilec.compile(SOURCE, "scale", defines={"FACTOR": 5}, headers={"factor.h": ""}, arch="sm_80", cuda_version="13.3")
        one[1](array.array("f", [1]), out)
        self.assertEqual(out[0], 5)
        self.assertIn(".target sm_80", one.ptx)
        with self.assertRaisesRegex(ValueError, "sm_1"):
            tilec.compile(SOURCE, "scale", arch="sm_1")
        with self.assertRaises(FileNotFoundError):
            tilec.compile("nowhere.cu")

    def test_diagnostics_are_data(self):
        with self.assertRaises(tilec.CompileError) as raised:
            tilec.compile("__tile_global__ void f(float* p) {\n  *p = sqroot(1.0f)\n}\n")
        first = raised.exception.diagnostics[0]
        self.assertEqual((first.severity, first.span["file"], first.span["line"]), ("error", "source.cu", 2))
        self.assertIn(f"error[{first.code}]: {first.message}", str(raised.exception))
        self.assertTrue(any(found.fixes for found in raised.exception.diagnostics))

    def test_an_interrupt_stops_a_launch(self):
        # Minutes on one tile block, on several, and with the sanitizer, each stopped after a second.
        script = f"""
            import array, signal, time, tilec
            p = array.array("f", bytes(4))
            for grid, sanitize in ((1, False), (4, False), (1, True)):
                slow = tilec.compile({SLOW!r}, "slow")
                signal.signal(signal.SIGALRM, signal.default_int_handler)
                signal.alarm(1)
                start = time.monotonic()
                try:
                    slow[grid](p, 1 << 30, sanitize=sanitize)
                    print("ended")
                except KeyboardInterrupt:
                    print("interrupted", time.monotonic() - start < 20)
            slow[1](p, 2)
            # The handler of a signal runs during a launch that goes on.
            signal.signal(signal.SIGALRM, lambda *_: print("handled", flush=True))
            signal.setitimer(signal.ITIMER_REAL, 0.01)
            tilec.compile({SLOW!r}, "slow")[1](p, 1 << 21)
            print("ended", flush=True)
        """
        done = python(script)
        self.assertEqual(done.stdout.splitlines(), ["interrupted True"] * 3 + ["handled", "ended"], done.stderr)

    def test_grids_of_the_arguments(self):
        scale = tilec.compile(SOURCE, "scale", headers={"factor.h": "#define FACTOR 3\n"})
        values, out = array.array("f", range(5)), array.array("f", bytes(20))
        scale[lambda a: len(a.out)](values, out)
        self.assertEqual(out.tolist(), [0, 3, 6, 9, 12])

    def test_what_is_kept_is_as_new_as_its_headers(self):
        self.write("factor.h", "#define FACTOR 2\n")
        path = self.write("scale.cu", SOURCE)
        cache = os.path.join(self.folder, "cache")
        # Each process says the result, and whether it compiled before it launched.
        script = f"""
            import array, os, tilec
            from tilec import _compiler, _native
            made = []
            class Counting:
                def __getattr__(self, name):
                    made.append(name)
                    return getattr(_native, name)
            _compiler._native = Counting()
            kernel = tilec.load({path!r})["scale"]
            kernel = tilec.load({path!r})["scale"]
            n_made = made.count("compile")
            out = array.array("f", [0])
            kernel[1](array.array("f", [1]), out)
            print(n_made, out[0], len(kernel.ptx) > 100)
        """
        run = lambda **env: python(script, TILEC_CACHE=cache, **env).stdout.split()
        self.assertEqual(run(), ["1", "2.0", "True"])
        self.assertEqual(run(), ["0", "2.0", "True"])
        self.write("factor.h", "#define FACTOR 4\n")
        self.assertEqual(run(), ["1", "4.0", "True"])
        for name in os.listdir(os.path.join(cache, "python")):
            self.write(os.path.join("cache", "python", name), "{")
        self.assertEqual(run(), ["1", "4.0", "True"])

    def test_a_header_that_changes_in_a_process(self):
        self.write("factor.h", "#define FACTOR 2\n")
        path, out = self.write("scale.cu", SOURCE), array.array("f", [0])
        for factor in (2, 3):
            self.write("factor.h", f"#define FACTOR {factor}\n// {'x' * factor}\n")
            tilec.load(path)["scale"][1](array.array("f", [1]), out)
            self.assertEqual(out[0], factor)

    def test_a_header_that_comes_before_another(self):
        for cache in ("", os.path.join(self.folder, "cache")):
            first, second = (tempfile.mkdtemp(dir=self.folder) for _ in range(2))
            self.write(os.path.join(second, "factor.h"), "#define FACTOR 2\n")
            time.sleep(0.1)
            script = f"""
                import array, os, tilec
                out = array.array("f", [0])
                def result():
                    tilec.compile({SOURCE!r}, "scale", include={[first, second]!r})[1](array.array("f", [1]), out)
                    return out[0]
                print(result())
                with open({os.path.join(first, "factor.h")!r}, "a") as file:
                    file.write("#undef FACTOR\\n#define FACTOR 3\\n")
                print(result())
            """
            self.assertEqual(python(script, TILEC_CACHE=cache).stdout.split(), ["2.0", "3.0"])
            os.unlink(os.path.join(first, "factor.h"))
            self.assertEqual(python(script, TILEC_CACHE=cache).stdout.split(), ["2.0", "3.0"])

    def test_a_header_that_changes_while_it_is_compiled(self):
        path, header = self.write("scale.cu", SOURCE), self.write("factor.h", "#define FACTOR 2\n")
        time.sleep(0.1)
        script = f"""
            import array, os, tilec
            from tilec import _compiler, _native
            class Changing:
                def __getattr__(self, name):
                    return getattr(_native, name)
                def compile(self, *words):
                    made = _native.compile(*words)
                    with open({header!r}, "w") as file:
                        file.write("#define FACTOR 3\\n")
                    return made
            _compiler._native = Changing()
            def result():
                out = array.array("f", [0])
                tilec.load({path!r})["scale"][1](array.array("f", [1]), out)
                return out[0]
            print(result())
            _compiler._native = _native
            print(result())
        """
        done = python(script, TILEC_CACHE=os.path.join(self.folder, "cache"))
        self.assertEqual(done.stdout.split(), ["2.0", "3.0"], done.stderr)

    def test_others_run_while_a_kernel_does(self):
        slow, out = tilec.compile(SLOW, "slow"), array.array("f", [0])
        n, elapsed = 100, 0
        while elapsed < 0.2:
            n *= 2
            # The least of two times, as the system may have stopped one of them.
            times = []
            for _ in range(2):
                begin = time.perf_counter()
                slow[1](out, n)
                times.append(time.perf_counter() - begin)
            elapsed = min(times)
        ticks, done = 0, threading.Event()
        threading.Thread(target=lambda: (slow[1](out, n), done.set())).start()
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)
        # With the lock held there would be one or two.
        self.assertGreater(ticks, 20)

    def test_threads_compile_and_launch(self):
        results = {}

        def work(number):
            text = SOURCE.replace("FACTOR;", f"FACTOR * {number};")
            kernel = tilec.compile(text, "scale", headers={"factor.h": "#define FACTOR 1\n"})
            out = array.array("f", bytes(4 * 64))
            for _ in range(10):
                kernel[64](array.array("f", range(64)), out)
            results[number] = out.tolist()

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, {number: [i * number for i in range(64)] for number in range(8)})

    @unittest.skipUnless(hasattr(os, "fork"), "the system has no fork")
    def test_forks_while_threads_compile(self):
        script = f"""
            import array, os, threading, tilec
            source = {SOURCE!r}
            def compiled(number):
                return tilec.compile(source + "// %d\\n" % number, "scale", headers={{"factor.h": "#define FACTOR 2\\n"}})
            def right(kernel):
                out = array.array("f", bytes(4 * 64))
                kernel[64](array.array("f", range(64)), out)
                return out.tolist() == [2 * i for i in range(64)]
            assert right(compiled(0))
            threads = [threading.Thread(target=lambda: [compiled(n) for n in range(1, 9)]) for _ in range(2)]
            for thread in threads: thread.start()
            children = []
            for number in range(100, 104):
                child = os.fork()
                if child == 0:
                    os._exit(0 if right(compiled(number)) else 1)
                children.append(child)
            print([os.waitpid(child, 0)[1] for child in children], right(compiled(9)))
            for thread in threads: thread.join()
        """
        done = python(script, TILEC_CACHE="")
        self.assertEqual(done.stdout.split("\n")[0], "[0, 0, 0, 0] True", done.stderr)

    @unittest.skipUnless(sys.platform == "linux", "the most memory of a process is in other units elsewhere")
    def test_tiles_that_blocks_share_take_little_memory(self):
        """Blocks that may wait for each other are all there at a time."""
        tiles = "".join(f"auto t{i} = (at ^ (k + {i})) * {2 * i + 3}; sum = sum + t{i}; out[0] = {i}; " for i in range(16))
        script = f"""
            import array, resource, tilec
            kernel = tilec.compile('''#include <cuda_tile.h>
            namespace ct = cuda::tiles;
            __tile_global__ void f(int* out, int* turn, int k) {{
                int own = int(ct::bid().x);
                auto at = ct::iota<ct::tile<int, ct::shape<65536>>>();
                auto sum = at * own;
                {tiles}
                ct::store(out + at, sum);
                while (ct::atomic_add(turn, 0, ct::memory_order_relaxed_t{{}}) != own) {{}}
                ct::atomic_add(turn, 1, ct::memory_order_relaxed_t{{}});
            }}
            ''', "f")
            most = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            out, turn, before = array.array("i", bytes(4 << 16)), array.array("i", [0]), most()
            kernel[16](out, turn, 3)
            print(turn[0], most() - before)
        """
        done = python(script, TILEC_CACHE="")
        self.assertEqual(done.returncode, 0, done.stderr)
        ended, kilobytes = map(int, done.stdout.split())
        self.assertEqual(ended, 16)
        # The tiles of a block that are alive together take 1 MB, and those that all blocks share 8 MB.
        self.assertLess(kilobytes, 64 << 10)

    def test_other_interpreters_are_refused(self):
        try:
            import _interpreters as interpreters
        except ImportError:
            try:
                import _xxsubinterpreters as interpreters
            except ImportError:
                self.skipTest("this Python has no module for interpreters")
        script = f"""
            import {interpreters.__name__} as interpreters
            script = "import tilec"
            other = interpreters.create()
            try:
                found = interpreters.run_string(other, script)
                print(found.formatted if found is not None else "taken")
            except Exception as error:
                print(error)
        """
        done = python("import tilec\n" + textwrap.dedent(script))
        self.assertRegex(done.stdout, "(?i)subinterpreter")

    def test_the_command(self):
        path = self.write("f.cu", "__tile_global__ void f(int* p) { *p += 1; }\n")
        command = [sys.executable, "-m", "tilec"]
        run = lambda *words: subprocess.run([*command, *words], capture_output=True, text=True, check=False)
        done = run("run", path, "--device", "cpu", "--grid", "1", "--arg", "out:i32[1]=[41]>-")
        self.assertEqual((done.returncode, done.stdout), (0, "42\n"), done.stderr)
        self.assertEqual(run("build", "nowhere.cu").returncode, 1)
        self.assertEqual(run("nonsense").returncode, 2)
        found = run("bench", path, "--kernel", "f", "--grid", "1", "--arg", "i32[1]", "--seconds", "0.01", "--json")
        times = json.loads(found.stdout)["f"]
        self.assertTrue(0 < times["low"] <= times["median"] <= times["high"] < 1, times)

    def test_the_language_server_starts_again(self):
        """Its supervisor starts the program with the module, or the script by a relative path."""
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}})
        ends = [json.dumps({"jsonrpc": "2.0", "id": 2, "method": "shutdown"}), json.dumps({"jsonrpc": "2.0", "method": "exit"})]
        frames = "".join(f"Content-Length: {len(text)}\r\n\r\n{text}" for text in [body, *ends])
        script = self.write("tilec", f"#!{sys.executable}\nfrom tilec.__main__ import main\nmain()\n")
        os.chmod(script, 0o755)
        for command in ([sys.executable, "-m", "tilec"], ["./tilec"]):
            # The folder of the interpreter is not that of the script.
            done = subprocess.run(
                [*command, "lsp"], input=frames, capture_output=True, text=True, check=False, timeout=60, cwd=self.folder
            )
            self.assertIn('"capabilities"', done.stdout, done.stderr)

    def test_the_module_is_what_the_package_names(self):
        self.assertIn("sm_90a", tilec.targets())
        self.assertEqual(_compiler.diagnostics(""), [])
        self.assertTrue(os.path.isfile(_native.__file__))


if __name__ == "__main__":
    unittest.main()
