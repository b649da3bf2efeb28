#!/usr/bin/env python3
"""Builds a program of tile kernels, other kernels and host code by nvcc with tilec as its `tileiras`.

    nvcc_build.py [--tilec PATH] [--nvcc PATH] [--release LIST] [--keep FOLDER]

nvcc is that of --nvcc, of $CUDA_HOME or of the path; where there is none, or with --release, it is that of the releases
that tests/real_builds/record.py knows, one after the other, whose wheels pip installs. The executable must have the
kernels' machine code of tilec in it. With a GPU it is run. Where nvcc or a C++ compiler cannot be had, the script says
so and succeeds.
"""
import argparse
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RELEASES = "13.3,13.5"
LISTER = "nvidia-cuda-cuobjdump==13.5.*"
PROGRAM = r'''
#include <cstdio>
#include <vector>
#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <class T, int N>
__tile_global__ void scale(T* x, T factor) {
    auto p = x + N * ct::bid().x + ct::iota<ct::tile<int, ct::shape<N>>>();
    ct::store(p, ct::load(p) * factor);
}
__tile_global__ void sums(const float* x, float* y) {
    auto p = x + 1024 * ct::bid().x + ct::iota<ct::tile<int, ct::shape<1024>>>();
    auto q = y + ct::bid().x + ct::iota<ct::tile<int, ct::shape<1>>>();
    ct::store(q, ct::sum<0>(ct::load(p)));
}
__global__ void plain(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

int main() {
    const int n = 1 << 16;
    std::vector<float> x(n), y(n / 1024);
    for (int i = 0; i < n; ++i) x[i] = i % 64;
    float *dx, *dy;
    if (cudaMalloc(&dx, n * 4) != cudaSuccess) return std::puts("no GPU"), 77;
    cudaMalloc(&dy, n / 256);
    cudaMemcpy(dx, x.data(), n * 4, cudaMemcpyHostToDevice);
    scale<float, 256><<<n / 256, 1>>>(dx, 2.0f);
    plain<<<n / 256, 256>>>(dx);
    sums<<<n / 1024, 1>>>(dx, dy);
    cudaMemcpy(y.data(), dy, n / 256, cudaMemcpyDeviceToHost);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) return std::printf("FAIL %s\n", cudaGetErrorString(error)), 1;
    // 16 times the sum of 2 i + 1 for i below 64.
    for (float sum : y)
        if (sum != 16 * 4096.0f) return std::printf("FAIL a sum is %g\n", sum), 1;
    std::puts("right");
}
'''


class Missing(Exception):
    """What keeps this check from running."""


def own(opt):
    """The nvcc that the caller or the machine has."""
    home = os.environ.get("CUDA_HOME")
    return opt.nvcc or (home and shutil.which(f"{home}/bin/nvcc")) or shutil.which("nvcc")


def of_release(release):
    """The nvcc of a release, installed if need be."""
    spec = importlib.util.spec_from_file_location("record", ROOT / "tests/real_builds/record.py")
    record = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(record)
    nvcc = record.nvcc(release)
    if not nvcc:
        raise Missing(f"nvcc {release} is not installed and cannot be")
    return nvcc


def cuobjdump(root):
    """The program that lists what is in an executable, installed if need be; None if it cannot be had."""
    if (root / "bin/cuobjdump").exists():
        return root / "bin/cuobjdump"
    folder = ROOT / "target/cuobjdump"
    program = folder / "nvidia/cu13/bin/cuobjdump"
    if not program.exists():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, LISTER]
        if call(command)[0] or not program.exists():
            return None
    program.chmod(0o755)
    return program


def links(root, folder, tilec):
    """A toolkit of links, with tilec as `tileiras`."""
    (folder / "bin").mkdir(parents=True)
    for tool in (root / "bin").iterdir():
        if tool.name != "tileiras":
            (folder / "bin" / tool.name).symlink_to(tool)
    for part in root.iterdir():
        if part.name != "bin":
            (folder / part.name).symlink_to(part)
    (folder / "bin/tileiras").symlink_to(tilec.resolve())
    return folder / "bin"


def call(command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    return done.returncode, done.stdout + done.stderr


def toolkit(nvcc):
    """The folder of the toolkit that an nvcc is part of."""
    root = pathlib.Path(nvcc).resolve().parent.parent
    if not (root / "include/cuda_runtime.h").exists():
        raise Missing(f"{root} has no headers")
    return root


def build(opt, nvcc, folder):
    root = toolkit(nvcc)
    if not shutil.which("g++"):
        raise Missing("no g++")
    tools = links(root, folder / "toolkit", opt.tilec)
    source, program = folder / "app.cu", folder / "app"
    source.write_text(PROGRAM)
    # The wheels have the runtime in one folder, a toolkit in two.
    environ = {**os.environ, "TILEC_PTXAS": str(tools / "ptxas")}
    flags = ["--enable-tile", "-std=c++20", "-arch=sm_90", "-Wno-deprecated-gpu-targets"]
    code, said = call([tools / "nvcc", *flags, source, "-o", program], env=environ, cwd=folder)
    if code:
        print(f"FAIL nvcc: {said}")
        return 1
    # NVIDIA's assembler leaves its launch data in a cubin; tilec's has the kernels without it.
    image = program.read_bytes()
    lister = cuobjdump(root)
    if lister:
        code, said = call([lister, "-elf", program])
        kernels = [name for name in ("_Z5scaleIfLi256EEvPT_S0_", "_Z4sumsPKfPf", "_Z5plainPf") if name not in said]
        if code or kernels or "___NV_TILE_LAUNCH_META_DATA___" in said:
            print(f"FAIL the executable lacks {kernels}, or its tile kernels are not tilec's")
            return 1
    elif b"_Z4sumsPKfPf" not in image:
        print("FAIL the executable has no tile kernel")
        return 1
    if opt.keep:
        opt.keep.mkdir(parents=True, exist_ok=True)
        shutil.copy(program, opt.keep / "nvcc_app")
    code, said = call([program])
    if code not in (0, 77):
        print(f"the executable: {said.strip()}")
        return 1
    release = next((word for word in call([nvcc, "--version"])[1].split() if word.startswith("V13")), "nvcc")
    print(f"a mixed program is built by nvcc {release} with tilec as tileiras; run: {said.strip()}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tilec", default=os.environ.get("TILEC", ROOT / "target/debug/tilec"), type=pathlib.Path)
    parser.add_argument("--nvcc")
    parser.add_argument("--release", help="such as 13.3,13.5; not the machine's nvcc")
    parser.add_argument("--keep", type=pathlib.Path)
    opt = parser.parse_args()
    if not opt.tilec.exists():
        return print(f"skipped: no {opt.tilec}")
    found = None if opt.release else own(opt)
    failed = 0
    for nvcc in [found] if found else (opt.release or RELEASES).split(","):
        with tempfile.TemporaryDirectory() as folder:
            try:
                failed |= build(opt, found or of_release(nvcc), pathlib.Path(folder))
            except Missing as what:
                print(f"skipped: {what}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
