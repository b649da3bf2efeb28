#!/usr/bin/env python3
"""Provides the pinned ptxas and prints its path.

The assembler is in the PyPI package nvidia-cuda-nvcc; it is downloaded once into target/ptxas.
Nothing of it is needed to build tilec, only to check that the PTX it emits assembles.
"""

import pathlib
import stat
import subprocess
import sys
import tempfile
import zipfile

PACKAGE = "nvidia-cuda-nvcc==13.3.73"
MEMBER = "nvidia/cu13/bin/ptxas"


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    ptxas = root / "target" / "ptxas" / "13.3.73" / "ptxas"
    if not ptxas.exists():
        ptxas.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
            command += ["--disable-pip-version-check", "--dest", folder, PACKAGE]
            subprocess.run(command, check=True, stdout=sys.stderr)
            (wheel,) = pathlib.Path(folder).glob("*.whl")
            with zipfile.ZipFile(wheel) as archive:
                data = archive.read(MEMBER)
        # Written aside and renamed, so that two runs at once cannot see half a file.
        partial = ptxas.with_suffix(".partial")
        partial.write_bytes(data)
        partial.chmod(partial.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
        partial.rename(ptxas)
    print(ptxas)


if __name__ == "__main__":
    main()
