#!/usr/bin/env python3
"""Provides NVIDIA's assembler of Tile IR bytecode, pinned, and prints the folder it is in.

tileiras calls ptxas and loads libnvvm, which has its library of functions beside it; each is in a PyPI package
of its own. They are downloaded once into target/tileiras, 250 MB in all.
"""

import shutil

import ptxas
import wheels

TILEIRAS = wheels.Wheel("nvidia-cuda-tileiras", "13.3.36", {
    "x86_64": "9221618a3f6422efcb9ae38225d1db7bf0f4ca211f8fdc98a3cd6a81a8f00eca",
    "aarch64": "91510f8f9b4f4b3f3a365c43218b62873b5ae1474db6b32eb3ece7f0934496af",
})
NVVM = wheels.Wheel("nvidia-nvvm", "13.3.73", {
    "x86_64": "0e28e0858a3475e11ac67d35301cd5bf82666a1c0dc4ec4e80ceaf3a5fd1dea8",
    "aarch64": "e2bcdd5783b5481445f1f0e7170cb836cc0d72999839ba850bbba6dc97b76bb8",
})


def provide():
    home = wheels.TARGET / "tileiras" / TILEIRAS.version
    TILEIRAS.extract({"nvidia/cu13/bin/tileiras": home / "bin" / "tileiras"})
    NVVM.extract({
        "nvidia/cu13/lib/libnvvm.so.4": home / "lib" / "libnvvm.so.4",
        "nvidia/cu13/nvvm/libdevice/libdevice.10.bc": home / "nvvm" / "libdevice" / "libdevice.10.bc",
    })
    if not (home / "bin" / "ptxas").exists():
        shutil.copy(ptxas.provide(), home / "bin" / "ptxas")
    return home / "bin"


if __name__ == "__main__":
    print(provide())
