#!/usr/bin/env python3
"""Rewrites the kernels of a source so that they promise what nvcc needs for its fastest code.

    assumed.py SOURCE > RESULT

At the beginning of each tile kernel, every pointer parameter is promised to be aligned to 16 bytes and every
`int` parameter to be divisible by 16: `p = ct::assume_aligned<16>(p);`, `n = ct::assume_divisible<16>(n);`.
Launches of the result must keep the promises. `#include "..."` of files beside the source are rewritten too.
"""

import pathlib
import re
import sys

KERNEL = re.compile(r"__tile_global__\s+void\s+(\w+)\s*\(([^()]*)\)\s*\{")
INCLUDE = re.compile(r'^#include "([^"]+)"$', re.MULTILINE)
POINTER = re.compile(r"\*\s*(?:__restrict__\s*)?(\w+)$")
INTEGER = re.compile(r"^int\s+(\w+)$")


def promises(parameters):
    """The statements for a list of parameters."""
    for parameter in parameters.split(","):
        parameter = " ".join(parameter.split())
        if pointer := POINTER.search(parameter):
            yield f"{pointer[1]} = ct::assume_aligned<16>({pointer[1]});"
        elif integer := INTEGER.match(parameter):
            yield f"{integer[1]} = ct::assume_divisible<16>({integer[1]});"


def assumed(path):
    """The text of a source with the promises."""

    def included(match):
        file = path.parent / match[1]
        return assumed(file) if file.exists() else match[0]

    text = INCLUDE.sub(included, path.read_text().replace("#pragma once\n", ""))
    return KERNEL.sub(lambda match: f"{match[0]} {' '.join(promises(match[2]))}", text)


if __name__ == "__main__":
    print(assumed(pathlib.Path(sys.argv[1])))
