#!/usr/bin/env python3
"""Provides the headers of a CUDA toolkit, pinned, and prints the folder they are in.

They come from PyPI, 90 MB that are downloaded once into target/toolkit; only the headers are kept.
"""

import wheels

VERSION = "13.3"

# The packages that have headers, with the SHA-256 of their wheels.
PACKAGES = [
    wheels.Wheel("nvidia-cuda-runtime", "13.3.29", {
        "x86_64": "e04420616e72f563167a7733272992d7e6df6dc5cb54b2f94f9f1520ea9e30c1",
    }),
    wheels.Wheel("nvidia-cuda-crt", "13.3.73", {
        "x86_64": "df14a17ae1c5c3171265411212246654d780f89344ea85344466c6b955247543",
    }),
    wheels.Wheel("nvidia-cuda-cccl", "13.3.5.0.6", {
        "x86_64": "d5230098fa2df5021e1a00c0c4eee41797671a91119d31e892463e5ccf3ee326",
    }),
    wheels.Wheel("nvidia-curand", "10.4.5.25", {
        "x86_64": "22bb226a857e5888fe6b54ae465fc4371296bcff13a35f79e19691bcf454f529",
    }),
    wheels.Wheel("nvidia-nvtx", "13.5.25", {
        "x86_64": "f72f21bd338c531afb3f802d03c569e9f7c324739ac332c672a431734d0b5c41",
    }),
]


def provide():
    home = wheels.TARGET / "toolkit" / VERSION
    for package in PACKAGES:
        package.unpack("nvidia/cu13/include/", home / "include")
    return home / "include"


if __name__ == "__main__":
    print(provide())
