"""The CUDA driver, as far as the benchmarks need it: images of kernels, compiled side by side.

    driver.py IMAGE...

loads images and exits, by which the driver's cache gets what it made of them. Without PyTorch, which takes
seconds to start.
"""

import ctypes
import os
import re
import subprocess
import sys
import tempfile

# Where the driver keeps what it compiled; it reads these once.
os.environ.setdefault("CUDA_CACHE_PATH", os.path.join(tempfile.gettempdir(), "tilec-bench"))
os.environ["CUDA_CACHE_DISABLE"] = "0"
os.environ["CUDA_CACHE_MAXSIZE"] = str(1 << 32)

_library = None


def driver():
    """libcuda, loaded when it is first needed: the tables are of use without a GPU too."""
    global _library
    if _library is None:
        _library = ctypes.CDLL("libcuda.so.1")
    return _library


def check(status, what):
    if status:
        text = ctypes.c_char_p()
        driver().cuGetErrorString(status, ctypes.byref(text))
        raise RuntimeError(f"{what}: {(text.value or b'?').decode()}")


class Module:
    """The kernels of one image, by the names in its `// source:` lines or by their symbols. There must be
    a context."""

    def __init__(self, path):
        with open(path, "rb") as file:
            image = file.read()
        self.handle = ctypes.c_void_p()
        log = ctypes.create_string_buffer(1 << 14)
        options = (ctypes.c_int * 2)(5, 6)
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), len(log))
        status = driver().cuModuleLoadDataEx(ctypes.byref(self.handle), image + b"\0", 2, options, values)
        if status:
            check(status, f"load {path}: {log.value.decode(errors='replace')[:2000]}")
        text = "" if image.startswith(b"\x7fELF") else image.decode(errors="replace")
        pairs = re.findall(r"// source: (.*)\n\.visible \.entry (\w+)", text)
        self.symbols = {" ".join(name.split()): symbol for name, symbol in pairs}

    def kernel(self, name):
        function = ctypes.c_void_p()
        symbol = self.symbols.get(name, name)
        check(driver().cuModuleGetFunction(ctypes.byref(function), self.handle, symbol.encode()), name)
        function.symbol = symbol
        return function


def warm(images, jobs=None):
    """Has as many processes as there are processors compile texts, the largest first. What does not
    compile is found again when it is loaded."""
    jobs = max(1, min(jobs or os.cpu_count() or 1, len(images)))
    images = sorted(images, key=os.path.getsize, reverse=True)
    command = [sys.executable, os.path.abspath(__file__)]
    shares = [images[first::jobs] for first in range(jobs)]
    for worker in [subprocess.Popen([*command, *map(str, share)]) for share in shares if share]:
        worker.wait()


def enter_context():
    """The first device's context, without PyTorch."""
    context, device = ctypes.c_void_p(), ctypes.c_int()
    check(driver().cuInit(0), "initialise")
    check(driver().cuDeviceGet(ctypes.byref(device), 0), "device")
    check(driver().cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "context")
    check(driver().cuCtxSetCurrent(context), "context")


def main():
    enter_context()
    for path in sys.argv[1:]:
        try:
            Module(path)
        except RuntimeError as error:
            print(error, file=sys.stderr)


if __name__ == "__main__":
    main()
