#!/usr/bin/env python3
"""Builds extensions of PyTorch with tile kernels by torch.utils.cpp_extension, with tilec as nvcc's `tileiras`.

    torch_extension.py [--tilec PATH] [--python PATH] [--nvcc PATH] [--install] [--headers] [--record] [--keep FOLDER]

- `setup.py` with CUDAExtension and BuildExtension, and torch.utils.cpp_extension.load, each build a source with a
  kernel template, PyTorch's headers, launches per type and a binding. The module has tilec's machine code in it,
  is imported, and has its functions; with a GPU it is run.
- Both command lines, with `-cubin`, `-fatbin`, `-ptx` or `-tilebc` in the place of `-c`, are tilec's: the kernels are
  those of nvcc's object.
- The sources of tests/real_builds/torch_ext with PyTorch's own headers, instead of the small ones there, have the
  kernels of tests/real_builds/record.txt; with --record, both releases of nvcc are asked as well. --headers does this
  alone.

PyTorch is that of --python, of $TORCH_PYTHON, or of target/torch, where --install puts it: PyPI's build for CUDA, 6 GB
on the disk, which imports without a GPU. nvcc is found as by nvcc_build.py. What cannot be had is named, and the
script succeeds.
"""
import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import nvcc_build
from nvcc_build import ROOT, Missing, call

sys.path.insert(0, str(ROOT / "tests/real_builds"))
import record

PACKAGES = ["torch==2.15.0", "numpy", "ninja", "setuptools", "wheel"]
ARCHITECTURES = "9.0"
# Of the nvcc that is installed where the machine has none.
RELEASE = "13.3"
SOURCE = r'''
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class T, int N>
__tile_global__ void scale_kernel(const T* x, T* y, T factor) {
  auto at = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store(y + at, ct::load(x + at) * factor);
}
template <class T>
__tile_global__ void fill_kernel(T* y, T value) {
  auto at = int(ct::bid().x) * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store(y + at, ct::full<ct::tile<T, ct::shape<64>>>(value));
}

torch::Tensor scale(const torch::Tensor& x, double factor) {
  TORCH_CHECK(x.is_cuda(), "x must be on the GPU");
  TORCH_CHECK(x.is_contiguous() && x.numel() % 256 == 0, "x has ", x.numel(), " elements");
  const c10::cuda::CUDAGuard guard(x.device());
  auto y = torch::empty_like(x);
  auto stream = c10::cuda::getCurrentCUDAStream();
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "scale", [&] {
    scale_kernel<scalar_t, 256><<<x.numel() / 256, 1, 0, stream>>>(
        x.const_data_ptr<scalar_t>(), y.mutable_data_ptr<scalar_t>(), static_cast<scalar_t>(factor));
  });
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return y;
}
void fill(torch::Tensor y, int64_t value) {
  TORCH_CHECK(y.is_cuda(), "y must be on the GPU");
  AT_DISPATCH_INTEGRAL_TYPES(y.scalar_type(), "fill", [&] {
    fill_kernel<<<y.numel() / 64, 1, 0, at::cuda::getCurrentCUDAStream()>>>(y.mutable_data_ptr<scalar_t>(), scalar_t(value));
  });
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("scale", &scale, "x * factor", py::arg("x"), py::arg("factor") = 2.0);
  m.def("fill", &fill);
}
'''
# The types of AT_DISPATCH_FLOATING_TYPES and AT_DISPATCH_INTEGRAL_TYPES.
KERNELS = {*(f"_Z12scale_kernelI{t}Li256EEvPKT_PS0_S0_" for t in "fd"), *(f"_Z11fill_kernelI{t}EvPT_S0_" for t in "hasil")}
SETUP = '''
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

flags = {"cxx": ["-O2"], "nvcc": ["-O2", "--enable-tile", "-lineinfo"]}
setup(name="tile_ext", ext_modules=[CUDAExtension("tile_ext", ["ext.cu"], extra_compile_args=flags)],
      cmdclass={"build_ext": BuildExtension})
'''
LOAD = '''
import torch.utils.cpp_extension
torch.utils.cpp_extension.load("tile_ext", ["ext.cu"], extra_cuda_cflags=["--enable-tile"], build_directory="loaded", verbose=True)
'''
USE = '''
import sys
sys.path.insert(0, sys.argv[1])
import torch, tile_ext
assert "x * factor" in tile_ext.scale.__doc__ and callable(tile_ext.fill)
for call in (lambda: tile_ext.scale(torch.ones(256)), lambda: tile_ext.fill(torch.ones(64), 3)):
    try:
        call()
    except RuntimeError as error:
        assert "must be on the GPU" in str(error), error
    else:
        raise AssertionError("a tensor of the host is taken")
if not torch.cuda.is_available():
    print("no GPU")
else:
    x = torch.arange(1024, device="cuda", dtype=torch.float64)
    assert torch.equal(tile_ext.scale(x, 3.0), x * 3)
    y = torch.empty(128, device="cuda", dtype=torch.int16)
    tile_ext.fill(y, 7)
    assert torch.equal(y, torch.full_like(y, 7))
    print("right")
'''
PATHS = '''
import os, sysconfig, torch
assert torch.version.cuda
root = os.path.dirname(torch.__file__)
print(os.path.dirname(root), root + "/include", root + "/include/torch/csrc/api/include", sysconfig.get_paths()["include"], sep="\\n")
'''


class Torch:
    """A Python with PyTorch: its folder of packages, and those of the headers that extensions include."""

    def __init__(self, opt):
        own = ROOT / "target/torch/bin/python"
        self.python = opt.python or os.environ.get("TORCH_PYTHON") or own
        if opt.install and self.python == own and not own.exists():
            self.install(own)
        if not shutil.which(self.python):
            raise Missing("PyTorch is not here; --install fetches it, 6 GB")
        done = subprocess.run([self.python, "-c", PATHS], capture_output=True, text=True)
        if done.returncode:
            raise Missing(f"{self.python} has no PyTorch with CUDA")
        packages, *self.headers = done.stdout.split("\n")[:4]
        self.cuda = pathlib.Path(packages, "nvidia/cu13")

    def install(self, python):
        folder = python.parent.parent
        environ = subprocess.run([sys.executable, "-m", "venv", str(folder)])
        if environ.returncode or subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES]).returncode:
            shutil.rmtree(folder, ignore_errors=True)
            raise Missing("PyTorch does not install")


def home(torch, folder, opt):
    """A toolkit of links: nvcc with tilec as `tileiras`, and of PyTorch's packages the headers of CUDA's libraries."""
    root = nvcc_build.toolkit(nvcc_build.own(opt) or nvcc_build.of_release(RELEASE))
    nvcc_build.links(root, folder, opt.tilec)
    for part, names in (("include", ()), ("lib", ("libcudart.so",))):
        (folder / part).unlink(missing_ok=True)
        (folder / part).mkdir()
        for place in (root / part, torch.cuda / part):
            for file in place.iterdir() if place.is_dir() else ():
                if not (folder / part / file.name).exists():
                    (folder / part / file.name).symlink_to(file)
        for name in names:
            found = sorted((folder / part).glob(name + ".*"))
            if found and not (folder / part / name).exists():
                (folder / part / name).symlink_to(found[0].name)
    return folder


def nvcc_line(text):
    """The command by which PyTorch's build called nvcc."""
    for line in text.splitlines():
        words = re.sub(r"^\[\d+/\d+\] ", "", line)
        if words.split(" ")[0].endswith("bin/nvcc") and "ext.cu" in words:
            return shlex.split(words)
    raise AssertionError(f"no command of nvcc in\n{text}")


def sections(image):
    """The kernels that a file has machine code of."""
    return set(re.findall(r"\.text\.(\w+)", image.read_bytes().decode("latin-1")))


def tile_outputs(opt, words, folder, environ):
    """The line with tilec, and each tile output in the place of the object."""
    at = words.index("-o")
    kept = [word for word in words[1:at] + words[at + 2:] if word != "-c"]
    for form, wants in (("-cubin", sections), ("-fatbin", sections), ("-ptx", entries), ("-tilebc", None)):
        output = folder / ("out." + form[1:])
        code, said = call([opt.tilec, *kept, form, "-o", output], env=environ, cwd=folder)
        if code:
            return f"tilec {form}: {said}"
        found = wants(output) if wants else KERNELS
        if found != KERNELS:
            return f"tilec {form} makes {sorted(found)}"
        if wants is None and not output.read_bytes().startswith(b"\x7fTileIR"):
            return f"tilec {form} writes no bytecode"
    return None


def entries(ptx):
    return set(re.findall(r"\.entry (\w+)", ptx.read_text()))


def extension(opt, torch, folder):
    """Builds, imports and calls the module in both ways."""
    environ = {**os.environ, "CUDA_HOME": str(folder / "home"), "TILEC_PTXAS": str(folder / "home/bin/ptxas"),
               "TORCH_CUDA_ARCH_LIST": ARCHITECTURES, "VERBOSE": "1", "MAX_JOBS": "2"}
    for key in ("TILEC_CACHE", "CC", "CXX"):
        environ.pop(key, None)
    # `load` calls ninja, which is beside Python.
    environ["PATH"] = f"{pathlib.Path(torch.python).parent}:{environ['PATH']}"
    (folder / "ext.cu").write_text(SOURCE)
    (folder / "setup.py").write_text(SETUP)
    (folder / "load.py").write_text(LOAD)
    (folder / "loaded").mkdir()
    for title, command, place in (("setup.py", ["setup.py", "build_ext", "--inplace"], folder), ("load", ["load.py"], folder / "loaded")):
        code, said = call([torch.python, *command], env=environ, cwd=folder)
        if code:
            return f"{title}: {said}"
        module = next(place.glob("tile_ext*.so"))
        image = module.read_bytes()
        missing = [name for name in KERNELS if b".text." + name.encode() not in image]
        # NVIDIA's assembler leaves its launch data in a cubin.
        if missing or b"___NV_TILE_LAUNCH_META_DATA___" in image:
            return f"{title}: the module lacks {missing}, or its tile kernels are not tilec's"
        if opt.keep:
            shutil.copytree(place, opt.keep / title, dirs_exist_ok=True, ignore=shutil.ignore_patterns("home", "loaded"))
        code, used = call([torch.python, "-c", USE, place], env=environ, cwd=folder)
        if code:
            return f"{title}: {used}"
        wrong = tile_outputs(opt, nvcc_line(said), folder, environ)
        if wrong:
            return f"{title}: {wrong}"
        print(f"{title}: the module is imported, and tilec takes its command line; run: {used.strip().splitlines()[-1]}", flush=True)
    return None


def real_headers(opt, torch, folder):
    """Compares the kernels of tests/real_builds/torch_ext with PyTorch's own headers with the record."""
    known, wrong = record.record(), []
    includes = [f"-I{name}" for name in (*torch.headers, folder / "home/include")]
    builds = [(at, words) for at, words in record.commands() if at == "torch_ext"]
    compilers = {"tilec": None}
    if opt.record:
        compilers |= {f"nvcc {release}": record.nvcc(release) for release in record.RELEASES}
    for at, words in builds:
        words = [more for word in words for more in (includes if word == "-Iinclude" else [word])]
        name = f"{at}/{record.source(words)}"
        for title, program in compilers.items():
            found = record.compile_one(program, at, words) if program else ours(opt, at, words)
            if found != known[name]:
                wrong.append(f"{name}: {title} makes {found} and the record has {known[name]}")
    print(f"{len(builds)} sources with PyTorch's headers: {', '.join(compilers)}: {len(wrong)} differ from the record", flush=True)
    return "\n".join(wrong) or None


def ours(opt, at, words):
    """The kernels that tilec makes."""
    words = record.for_device(words, "-")
    words.remove("-cubin")
    code, said = call([opt.tilec, *words, "--emit=tir"], cwd=record.HERE / at)
    return sorted(re.findall(r"^ *entry @(\w+)", said, re.M)) if code == 0 else said


def build(opt, folder):
    if not shutil.which("g++"):
        raise Missing("no g++")
    torch = Torch(opt)
    home(torch, folder / "home", opt)
    wrong = (not opt.headers and extension(opt, torch, folder)) or real_headers(opt, torch, folder)
    if wrong:
        print(f"FAIL {wrong}")
        return 1
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tilec", default=os.environ.get("TILEC", ROOT / "target/debug/tilec"), type=pathlib.Path)
    parser.add_argument("--python")
    parser.add_argument("--nvcc")
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--headers", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    opt = parser.parse_args()
    opt.tilec = opt.tilec.resolve()
    if not opt.tilec.exists():
        return print(f"skipped: no {opt.tilec}")
    with tempfile.TemporaryDirectory() as folder:
        try:
            return build(opt, pathlib.Path(folder))
        except Missing as what:
            return print(f"skipped: {what}")


if __name__ == "__main__":
    sys.exit(main())
