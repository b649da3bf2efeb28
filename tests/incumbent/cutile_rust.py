#!/usr/bin/env python3
"""Runs the tests of cuTile Rust that write bytecode and assemble it, with tilec as their tileiras.

    cutile_rust.py [--tilec PATH] [--folder DIR]

The crate cutile-ir, the part of `cutile` that needs no CUDA headers, is fetched from crates.io; its test
`bytecode_validate` asks the assembler for its versions of bytecode, then has it make a cubin of each module. Tests
that known.txt explains (`cutile-rust TEST REASON`) are left out. Where the crate, ptxas or cargo cannot be had, the
script says so and succeeds.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CRATE, VERSION = "cutile-ir", "0.5.0"
# The fewest modules that must be assembled.
LEAST = 20


class Missing(Exception):
    """What keeps this check from running."""


def source(folder):
    """A copy of the crate, a workspace of its own."""
    copy = folder / f"{CRATE}-{VERSION}"
    if copy.exists():
        return copy
    scratch = folder / "fetch"
    (scratch / "src").mkdir(parents=True, exist_ok=True)
    (scratch / "src/lib.rs").write_text("")
    (scratch / "Cargo.toml").write_text(
        f'[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n'
        f'[dependencies]\n{CRATE} = "={VERSION}"\n')
    try:
        done = subprocess.run(["cargo", "metadata", "--format-version=1"], cwd=scratch, capture_output=True, text=True)
    except OSError as error:
        raise Missing("no cargo") from error
    if done.returncode:
        raise Missing(f"{CRATE} cannot be fetched")
    packages = json.loads(done.stdout)["packages"]
    manifest = next(package["manifest_path"] for package in packages if package["name"] == CRATE)
    shutil.copytree(pathlib.Path(manifest).parent, copy)
    with open(copy / "Cargo.toml", "a", encoding="utf-8") as file:
        file.write("\n[workspace]\n")
    return copy


def assembler():
    found = os.environ.get("TILEC_PTXAS") or shutil.which("ptxas")
    if not found:
        done = subprocess.run([sys.executable, ROOT / "tests/ptxas.py"], stdout=subprocess.PIPE, text=True)
        found = done.stdout.strip() if done.returncode == 0 else None
    if not found:
        raise Missing("no ptxas")
    return found


def known_differences():
    lines = (ROOT / "tests/incumbent/known.txt").read_text().splitlines()
    return [line.split(None, 2)[1] for line in lines if line.startswith("cutile-rust ")]


def run(opt):
    crate = source(opt.folder)
    link = opt.folder / "tileiras"
    link.unlink(missing_ok=True)
    link.symlink_to(opt.tilec.resolve())
    environ = {**os.environ, "CUTILE_TILEIRAS_PATH": str(opt.folder.resolve() / link.name), "TILEC_PTXAS": assembler(),
               "CARGO_TARGET_DIR": str(opt.folder.resolve() / "target")}
    skipped = [word for name in known_differences() for word in ("--skip", name)]
    command = ["cargo", "test", "--quiet", "--test", "bytecode_validate", "--", *skipped]
    done = subprocess.run(command, cwd=crate, env=environ, capture_output=True, text=True)
    counts = re.search(r"(\d+) passed; (\d+) failed", done.stdout)
    passed = int(counts[1]) if counts else 0
    if done.returncode or passed < LEAST:
        print(f"FAIL {passed} modules: {done.stdout[-4000:]}{done.stderr[-2000:]}")
        return 1
    print(f"{passed} tests of {CRATE} {VERSION} pass with tilec as tileiras, {len(skipped) // 2} known not to")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tilec", default=os.environ.get("TILEC", ROOT / "target/debug/tilec"), type=pathlib.Path)
    parser.add_argument("--folder", default=ROOT / "target/cutile_rust", type=pathlib.Path)
    opt = parser.parse_args()
    if not opt.tilec.exists():
        return print(f"skipped: no {opt.tilec}")
    try:
        return run(opt)
    except Missing as what:
        return print(f"skipped: {what}")


if __name__ == "__main__":
    sys.exit(main())
