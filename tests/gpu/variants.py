#!/usr/bin/env python3
"""Makes cubins that say more or less of how they are launched, of kernels that tilec assembles as tileiras.

    variants.py TILEC FOLDER     writes FOLDER/*.cubin, for tests/gpu/roads.py

plain     as tilec writes them: `.reqntid` alone says how many threads a tile block has
language  and the attribute that the kernels are tile IR, as NVIDIA's tileiras has it
metadata  and the launch data that NVIDIA's tileiras has for a module without callbacks
tileiras  NVIDIA's, where TILEC_NVIDIA names its folder: what a driver must take

A variant that ptxas refuses is left out, with a word. Needs ptxas: $TILEC_PTXAS, or the one on the path.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent / "queue.cu"
CHIP = "sm_90"
# Words of 1 around the number of threads, zeros, then the length of the callbacks' object, of which there is none.
WORDS = [1, 1, 1, 128, 1, 1] + [0] * 8


def call(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        print(f"note: {command[0]}: {done.stderr.strip()}")
    return done.returncode == 0


def with_language(ptx):
    """The directive stands behind `.reqntid`; it needs PTX 9.2."""
    lines = []
    for line in ptx.splitlines():
        lines.append(".version 9.2" if line.startswith(".version") else line)
        if line.startswith(".reqntid"):
            lines.append(".language 7")
    return "\n".join(lines) + "\n"


def with_metadata(ptx):
    data = b"".join(word.to_bytes(4, "little") for word in WORDS)
    values = ", ".join(map(str, data))
    variable = f".visible .global .align 8 .b8 ___NV_TILE_LAUNCH_META_DATA___[{len(data)}] = {{{values}}};"
    return ptx.replace(".address_size 64\n", f".address_size 64\n{variable}\n", 1)


def main():
    tilec, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    ptxas, nvidia = os.environ.get("TILEC_PTXAS", "ptxas"), os.environ.get("TILEC_NVIDIA")
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        code, text = scratch / "queue.tilebc", scratch / "queue.ptx"
        if not call(tilec, "build", SOURCE, "--emit", "tilebc", "--tilebc-version", "13.3", "-o", code):
            return 1
        if not call(tilec, "tileiras", code, "-o", folder / "plain.cubin", "--gpu-name", CHIP, "-O3", "--lineinfo"):
            return 1
        if not call(tilec, "build", code, f"-arch={CHIP}", "--emit", "ptx", "-o", text):
            return 1
        language = with_language(text.read_text())
        for variant, ptx in (("language", language), ("metadata", with_metadata(language))):
            text.write_text(ptx)
            call(ptxas, f"-arch={CHIP}a", text, "-o", folder / f"{variant}.cubin")
        if nvidia:
            call(f"{nvidia}/tileiras", code, "-o", folder / "tileiras.cubin", "--gpu-name", CHIP)
    print("variants:", ", ".join(sorted(path.stem for path in folder.glob("*.cubin"))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
