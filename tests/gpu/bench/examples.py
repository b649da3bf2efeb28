#!/usr/bin/env python3
"""Times the kernels of examples/ against nvcc's code of the same source, in many tile configurations.

    examples.py build TILEC FOLDER [NVCC] [--cases PATTERN] [--seconds N]
    examples.py time FOLDER [--cases PATTERN] [--json FILE] [--rounds N] [--seconds N]
    examples.py list [--cases PATTERN]

The kernels, their configurations and what they are launched on are the table in example_kernels.py.
`build`, on any machine, writes the source of each case to FOLDER, TILEC's PTX of it, and NVCC's cubins:
a file for all cases of a kernel, or for each alone where NVCC refuses one or takes more than N seconds of
processor time; what it does not compile is listed in FOLDER/nvcc.txt. `time`, on a machine with a GPU and
PyTorch, compares the results of both, each written over poison, then lets them take turns. A process of its
own does it, and another one goes on behind a case that breaks it. The last lines are the geometric mean and
the least of the ratios of time, above 1 is faster than nvcc.
"""

import argparse
import fnmatch
import functools
import json
import math
import pathlib
import resource
import subprocess
import sys
import time

import driver
from example_kernels import KERNELS, cases, source
from supervise import report, supervised

# How a case that takes less than this of nvcc's speed is measured again.
CLOSE, CAREFUL = 1.05, 11


def chosen(pattern):
    """The cases whose labels match, with the names of their files; cases that differ in sizes share one."""
    for kernel in KERNELS:
        for case in cases(kernel):
            if fnmatch.fnmatch(case.label(), f"*{pattern}*"):
                yield f"{kernel.example}.{kernel.name}.{'_'.join(case.values.values())}", case


def built(command, seconds):
    """What a compiler says that fails or takes so many seconds of processor time, else nothing."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    try:
        done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit, timeout=20 * seconds)
    except subprocess.TimeoutExpired:
        return f"takes more than {20 * seconds} s"
    if done.returncode == 0:
        return None
    said = [line for line in done.stderr.splitlines() if "error" in line.lower() or "signal" in line.lower()]
    return (said or [f"exit {done.returncode}, or more than {seconds} s of processor time"])[0][:200]


def nvcc_command(nvcc, text, out):
    return [nvcc, "-tilecubin", "-arch=sm_90", "-std=c++20", "--tile-only", "--expt-relaxed-constexpr", "-o", str(out), str(text)]


def build(options):
    folder = pathlib.Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    groups, failures = {}, 0
    for name, case in dict(chosen(options.cases)).items():
        text, ptx = folder / f"{name}.cu", folder / f"{name}.ptx"
        text.write_text(source([case]))
        said = built([options.tilec, "build", str(text), "--emit", "ptx", "--arch", "sm_90a", "-o", str(ptx)], 60)
        if said:
            failures += 1
            print(f"tilec does not compile {case.label()}: {said}", flush=True)
        # A kernel that is not a template has one name in all its configurations.
        key = name if case.kernel.edit else name.rsplit(".", 1)[0]
        groups.setdefault(key, []).append((name, case))
    if options.nvcc:
        with open(folder / "nvcc.txt", "a") as record:
            for key, group in groups.items():
                start = time.time()
                refused = incumbent(options, folder, key, group)
                for case, said in refused:
                    print(f"{case.label()}: {said}", file=record, flush=True)
                print(f"nvcc: {key}, {len(group) - len(refused)} of {len(group)}, {time.time() - start:.0f} s", flush=True)
    print(f"{failures} cases that tilec does not compile")
    return failures > 0


def incumbent(options, folder, key, group):
    """nvcc's cubins of a group of cases, together or else one by one; those it does not compile, and why."""
    text, cubin = folder / f"{key}.nvcc.cu", folder / f"{key}.cubin"
    if cubin.exists():
        return []
    text.write_text(source([case for _, case in group]))
    said = built(nvcc_command(options.nvcc, text, cubin), options.seconds * (1 + len(group) // 4))
    text.unlink()
    if not said:
        return []
    if len(group) == 1:
        return [(group[0][1], said)]
    refused = []
    for name, case in group:
        refused += incumbent(options, folder, name, [(name, case)])
    return refused


def measured(options):
    """Times the cases from `--first` on, in this process."""
    from example_timing import Timer

    timer = Timer(options.folder, options.rounds, CLOSE, CAREFUL)
    every = list(enumerate(chosen(options.cases)))
    report((index, functools.partial(timer.row, name, case)) for index, (name, case) in every[options.first :])


def timed(options):
    """Has processes time the cases, and prints the table."""
    start, every, rows = time.time(), list(chosen(options.cases)), []
    texts = [path for name in dict(every) if (path := pathlib.Path(options.folder, f"{name}.ptx")).exists()]
    driver.warm(texts)
    print(f"{len(texts)} texts compiled in {time.time() - start:.0f} s", flush=True)
    command = [sys.executable, __file__, "measure", options.folder, "--cases", options.cases]
    command += ["--rounds", str(options.rounds)]
    left = options.seconds - (time.time() - start)
    for row in supervised(command, 0, 1, len(every), left):
        if "unfinished" in row:
            print(f"no time left for {row['unfinished']} cases")
            break
        rows.append({"case": every[row["row"]][1].label(), **row})
        print(described(rows[-1]), flush=True)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1))
    return summary(rows, time.time() - start)


def described(row):
    if "ratio" in row:
        return f"{row['ratio']:8.3f}  {row['ms']:8.3f} ms  nvcc {row['nvcc_ms']:8.3f} ms  error {row['error']:.0e}  {row['case']}"
    return f"{'WRONG' if 'wrong' in row else 'alone':>8}  {row.get('wrong') or row['alone']}  {row['case']}"


def summary(rows, seconds):
    """The mean and the least, of each example and of all."""
    ratios = {}
    for row in rows:
        if "ratio" in row:
            ratios.setdefault(row["case"].split(":")[0], []).append((row["ratio"], row["case"]))

    def mean(values):
        return math.exp(sum(math.log(ratio) for ratio, _ in values) / len(values))

    for example, values in ratios.items():
        print(f"{example:20} {len(values):3} cases, mean {mean(values):7.2f}, least {min(values)[0]:.3f}")
    every = sorted(value for values in ratios.values() for value in values)
    for ratio, case in every[:10]:
        print(f"least: {ratio:.3f} {case}")
    wrong = [row["case"] for row in rows if "wrong" in row]
    alone = [row["case"] for row in rows if "alone" in row]
    if every:
        below = sum(ratio < 0.98 for ratio, _ in every)
        print(f"{len(every)} cases, geometric mean {mean(every):.2f}, least {every[0][0]:.3f}, {below} below 0.98")
    print(f"{len(wrong)} wrong, {len(alone)} that nvcc has no code for, {seconds:.0f} s")
    return bool(wrong)


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("build")
    one.add_argument("tilec")
    one.add_argument("folder")
    one.add_argument("nvcc", nargs="?")
    one.add_argument("--seconds", type=int, default=60)
    for name in ("time", "measure"):
        one = commands.add_parser(name)
        one.add_argument("folder")
        one.add_argument("--rounds", type=int, default=5)
        one.add_argument("--seconds", type=float, default=300)
        one.add_argument("--first", type=int, default=0)
        one.add_argument("--json")
    commands.add_parser("list")
    for one in commands.choices.values():
        one.add_argument("--cases", default="")
    options = parser.parse_args()
    if options.command == "list":
        print("\n".join(case.label() for _, case in chosen(options.cases)))
        return 0
    return {"build": build, "time": timed, "measure": measured}[options.command](options)


if __name__ == "__main__":
    sys.exit(main())
