#!/usr/bin/env python3
"""Which kernels nvcc makes of the programs in this folder.

usage: record.py write [FOLDER]   record.txt, from both releases of nvcc; of one folder alone
       record.py check [COUNT]    remakes COUNT of the files, spread over all, by the releases in turn, and compares
       record.py commands         the builds that this machine can list, compared with commands.txt

nvcc comes from wheels of PyPI, in the folders that $TILEC_NVCC_13_3 and $TILEC_NVCC_13_5 name, or in target/nvcc-VERSION,
where pip installs them. Nothing of nvcc is needed to build tilec or to compare it with the record.
"""

import os
import pathlib
import re
import shlex
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TARGET = HERE.parent.parent / "target"
LIBRARIES = ["nvidia-curand==10.4.5.25", "nvidia-nvtx==13.5.25"]
RELEASES = {
    "13.3": ["nvidia-cuda-nvcc==13.3.73", "nvidia-cuda-tileiras==13.3.36", "nvidia-cuda-crt==13.3.*", "nvidia-nvvm==13.3.*",
             "nvidia-cuda-runtime==13.3.*", "nvidia-cuda-cccl==13.3.5.*", *LIBRARIES],
    "13.5": ["nvidia-cuda-nvcc==13.5.37", "nvidia-cuda-tileiras==13.5.37", "nvidia-cuda-crt==13.5.*", "nvidia-nvvm==13.5.*",
             "nvidia-cuda-runtime==13.5.*", "nvidia-cuda-cccl==13.3.5.*", *LIBRARIES],
}
# Releases without a record.
OTHERS = {
    "13.4": ["nvidia-cuda-nvcc==13.4.92", "nvidia-cuda-tileiras==13.4.92", "nvidia-cuda-crt==13.4.*", "nvidia-nvvm==13.4.*",
             "nvidia-cuda-runtime==13.4.*", "nvidia-cuda-cccl==13.3.5.*"],
}

# Where Debian's packages have headers that the programs of a folder include.
INCLUDED = {"unit_tests": ["gtest/gtest.h"], "host_libs": ["fmt/format.h", "eigen3/Eigen/Core", "absl/base/config.h"]}


def missing(folder):
    """The headers that a folder's programs include and that are not here."""
    return [header for header in INCLUDED.get(folder, []) if not pathlib.Path("/usr/include", header).exists()]


def nvcc(release):
    """The program, installed if it is not here; None if it cannot be had."""
    folder = pathlib.Path(os.environ.get("TILEC_NVCC_" + release.replace(".", "_"), TARGET / f"nvcc-{release}"))
    program = folder / "nvidia/cu13/bin/nvcc"
    if not program.exists():
        packages = (RELEASES | OTHERS)[release]
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder), *packages]
        try:
            done = subprocess.run(command, capture_output=True, timeout=900)
        except (OSError, subprocess.TimeoutExpired):
            return None
        if done.returncode != 0 or not program.exists():
            return None
    for tools in ("bin", "nvvm/bin"):
        for tool in (folder / "nvidia/cu13" / tools).iterdir():
            if tool.is_file():
                tool.chmod(0o755)
    return program


def commands():
    """The folder and the words of each command line of commands.txt."""
    for line in (HERE / "commands.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            folder, command = line.split(": ", 1)
            yield folder, shlex.split(command)


def source(words):
    return next(word for word in words if word.endswith(".cu"))


def for_device(words, output):
    """The same compilation, as far as the machine code of its kernels."""
    kept, rest = [], iter(words[1:])
    for word in rest:
        if word in ("-o", "-MT", "-MQ", "-MF"):
            next(rest)
        elif word not in ("-c", "-MD", "-MMD", "-shared", "-dc"):
            kept.append(word)
    return [*kept, "-w", "-cubin", "-o", str(output)]


def kernels(cubin):
    """The symbols of the kernels of a file in the ELF format: each has a section of its own."""
    data = cubin.read_bytes()
    at, = struct.unpack_from("<Q", data, 40)
    count, names = struct.unpack_from("<HH", data, 60)
    headers = [struct.unpack_from("<IIQQQQ", data, at + 64 * i) for i in range(count)]
    text = headers[names][4]
    sections = (data[text + h[0]:data.index(b"\0", text + h[0])].decode() for h in headers)
    return sorted(unnamed(name.removeprefix(".text.")) for name in sections if name.startswith(".text."))


def unnamed(symbol):
    """A symbol in which an unnamed namespace is called as the ABI calls it; nvcc adds what differs from build to build."""
    found = re.search(r"(\d+)_GLOBAL__N__", symbol)
    if not found:
        return symbol
    end = found.end(1) + int(found.group(1))
    return symbol[:found.start()] + "12_GLOBAL__N_1" + symbol[end:]


def compile_one(program, folder, words):
    with tempfile.TemporaryDirectory() as scratch:
        output = pathlib.Path(scratch) / "x.cubin"
        done = subprocess.run([str(program), *for_device(words, output)], cwd=HERE / folder, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{folder}/{source(words)}: {done.stdout}{done.stderr}")
        return kernels(output)


def write(only):
    programs = {release: nvcc(release) for release in RELEASES}
    absent = [release for release, program in programs.items() if program is None]
    if absent:
        sys.exit(f"no nvcc {', '.join(absent)}")
    versions = " and ".join(packages[0].split("==")[1] for packages in RELEASES.values())
    lines = [f"# What nvcc {versions} make of each file: record.py writes this."]
    known = record()
    for folder, words in commands():
        name = f"{folder}/{source(words)}"
        if only and folder != only:
            for title in (name, *(f"{name} [{release}]" for release in RELEASES)):
                lines += [f"== {title}", *known[title]] if title in known else []
            continue
        found = {release: compile_one(program, folder, words) for release, program in programs.items()}
        if len({tuple(symbols) for symbols in found.values()}) == 1:
            lines += [f"== {name}", *next(iter(found.values()))]
        else:
            for release, symbols in found.items():
                lines += [f"== {name} [{release}]", *symbols]
        print(name, {release: len(symbols) for release, symbols in found.items()})
    (HERE / "record.txt").write_text("\n".join(lines) + "\n")


def record():
    files, name = {}, None
    for line in (HERE / "record.txt").read_text().splitlines():
        if line.startswith("== "):
            name = line[3:]
            files[name] = []
        elif not line.startswith("#"):
            files[name].append(line)
    return files


def check(count):
    known, everything = record(), list(commands())
    chosen = everything[::max(1, len(everything) // count)][:count]
    for turn, release in enumerate(RELEASES):
        program = nvcc(release)
        if program is None:
            print(f"skip: nvcc {release} does not install")
            continue
        mine = [(folder, words) for folder, words in chosen[turn::len(RELEASES)] if not missing(folder)]
        for folder, words in mine:
            name = f"{folder}/{source(words)}"
            expected = known.get(f"{name} [{release}]", known.get(name))
            found = compile_one(program, folder, words)
            if found != expected:
                sys.exit(f"{name}: nvcc {release} makes {found}, the record has {expected}")
        print(f"nvcc {release}: {len(mine)} files are as recorded")


def listed():
    """Makefiles say what they run; the rest of commands.txt is what CMake, setuptools, Meson and Bazel ran."""
    for folder in ("bench", "unit_tests", "dispatch_lib", "cuda_libs", "host_libs"):
        done = subprocess.run(["make", "-Bn"], cwd=HERE / folder, capture_output=True, text=True)
        ran = sorted(line for line in done.stdout.splitlines() if line.startswith("nvcc"))
        known = sorted(shlex.join(words) for at, words in commands() if at == folder)
        if [shlex.split(line) for line in ran] != [shlex.split(line) for line in known]:
            sys.exit(f"{folder}: make runs other commands than commands.txt has:\n" + "\n".join(ran))
    print("make runs what commands.txt has")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["write", *folder]:
            write(folder[0] if folder else None)
        case ["check", *count]:
            check(int(count[0]) if count else 10)
        case ["commands"]:
            listed()
        case _:
            sys.exit(__doc__)
