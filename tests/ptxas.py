#!/usr/bin/env python3
"""Provides the pinned ptxas and prints its path.

The assembler is in the PyPI package nvidia-cuda-nvcc; it is downloaded once into target/ptxas.
Set TILEC_PTXAS to use one of your own.
"""

import wheels

WHEEL = wheels.Wheel("nvidia-cuda-nvcc", "13.3.73", {
    "x86_64": "f483af83166c4fa356a21606076d553b0b4ceaebbd9912e537545080db695bdd",
    "aarch64": "70f250825355d2c3aa6c7a972a0ec00f020bad66d2679e527eb4336301c904aa",
})


def provide():
    path = wheels.TARGET / "ptxas" / WHEEL.version / "ptxas"
    WHEEL.extract({"nvidia/cu13/bin/ptxas": path})
    return path


if __name__ == "__main__":
    print(provide())
