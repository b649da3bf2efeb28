#!/usr/bin/env python3
"""Compares the verdicts of nvcc and tilec on all cases and probes: which programs each of them accepts.

    releases.py [--release N] [--filter REGEX] [--share N] [--jobs N] [--list]

A program is compiled as nvcc of the release compiles it to bytecode, with the options of its `flags:` line, and checked
by `tilec check --cuda-version=RELEASE`. Programs that one accepts and the other refuses are listed, with the error.
tests/incumbent/releases.txt has the differences that are known, each with a reason: a program, or a regular expression for
many; a program of it on which both agree fails, too. --list prints all differences, known or not.

So the difference that a release makes is this command with its number, once the record of tests/real_builds has it.

Programs are those of tests/releases/probes, tests/conformance and the conformance cases (TILEC_CONFORMANCE, else
../shared/conformance). Needs a built tilec (TILEC, else target/debug/tilec) and nvcc (--release installs it by pip if need
be; without it the one on the path, or in the folder TILEC_NVIDIA, as release 13.5). Where one of these is absent it says
so and succeeds. --share takes every Nth program only.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

from bytecode import ROOT, tools_of

KNOWN = ROOT / "tests/incumbent/releases.txt"
DEFAULT = "13.5"
# Seconds and bytes that a compiler has for a program: nvcc takes more than 22 GB for one of ours.
LIMIT = 300
MEMORY = 6 << 30
# Options of tilec's cases that nvcc does not have.
OURS = re.compile(r"--(cuda-version|sanitize|error-format|remarks|werror)|-W")


def programs():
    """Every program with the name under which it is reported."""
    cases = pathlib.Path(os.environ.get("TILEC_CONFORMANCE", ROOT.parent / "shared/conformance"))
    for folder, name in ((ROOT / "tests/releases/probes", "probes"), (ROOT / "tests/conformance", "conformance"), (cases, "cases")):
        for path in sorted(folder.rglob("*.cu")):
            yield f"{name}/{path.relative_to(folder)}", path


def flags(path):
    """The options of a program's header."""
    found = []
    for line in path.read_text(errors="replace").splitlines():
        match = re.match(r"//@? ?flags: (.*)", line)
        if match:
            found += [flag for flag in match[1].split() if flag != "-tilebc"]
        elif not line.startswith("//"):
            break
    return found


def verdict(command):
    """None if the command accepts, else its first error line."""
    # A group of its own: nvcc's compilers end with it.
    started = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                               start_new_session=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
    try:
        text, _ = started.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL)
        started.communicate()
        return f"no end within {LIMIT} s"
    if started.returncode == 0:
        return None
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()] or lines or ["exit %d" % started.returncode]
    return errors[0][:200]


class Comparison:
    def __init__(self, release):
        self.release = release or DEFAULT
        self.tilec = os.environ.get("TILEC", str(ROOT / "target/debug/tilec"))
        self.nvcc = shutil.which("nvcc", path=tools_of(release))

    def missing(self):
        return [name for name, path in (("tilec", shutil.which(self.tilec)), ("nvcc", self.nvcc)) if not path]

    def compare(self, path):
        """The errors of nvcc and of tilec, None of a tool that accepts."""
        options = flags(path)
        own = [flag for flag in options if not OURS.match(flag)]
        arch = [] if any(flag.startswith("-arch") for flag in own) else ["-arch=sm_100"]
        with tempfile.TemporaryDirectory() as folder:
            theirs = verdict([self.nvcc, "-tilebc", "-std=c++20", "--tile-only", *arch, *own, "-o",
                              pathlib.Path(folder) / "out.tilebc", path])
        options = [flag for flag in options if not flag.startswith("--cuda-version")]
        ours = verdict([self.tilec, "check", f"--cuda-version={self.release}", "--error-format", "short", *arch, *options, path])
        return theirs, ours


def known(release):
    """The programs of the known differences of a release, each a regular expression."""
    found = []
    for line in KNOWN.read_text().splitlines():
        if line and not line.startswith("#"):
            where, name, _ = line.split(" ", 2)
            if where in ("all", release):
                found.append(name)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--release")
    parser.add_argument("--filter", default="")
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--list", action="store_true")
    opt = parser.parse_args()
    comparison = Comparison(opt.release)
    if comparison.missing():
        print("skipped: no", ", ".join(comparison.missing()))
        return 0
    chosen = [(name, path) for name, path in programs() if re.search(opt.filter, name)][::opt.share]
    expected = known(comparison.release)
    wrong, seen = [], 0
    with concurrent.futures.ThreadPoolExecutor(opt.jobs) as pool:
        for (name, _), (theirs, ours) in zip(chosen, pool.map(lambda program: comparison.compare(program[1]), chosen)):
            differs = (theirs is None) != (ours is None)
            who, error = ("nvcc", theirs) if ours is None else ("tilec", ours)
            is_known = any(re.fullmatch(pattern, name) for pattern in expected)
            seen += differs and is_known
            if differs and opt.list:
                print(f"{comparison.release} {name} {who} refuses: {error}")
            elif differs and not is_known:
                wrong.append(f"{name}: {who} refuses: {error}")
            elif not differs and name in expected:
                wrong.append(f"{name}: both agree: take it out of {KNOWN.name}")
    print("\n".join(wrong), end="\n" if wrong else "")
    print(f"{comparison.release}: {len(chosen)} programs, {len(wrong)} verdicts that are not as expected, {seen} known differences")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
