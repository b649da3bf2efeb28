#!/usr/bin/env python3
"""Writes what `bench.py --json FILE` measured as Markdown tables.

    table.py FILE [PAGE]

Prints the tables, or puts them into PAGE between the lines `<!-- begin table.py -->` and `<!-- end table.py -->`.
"""

import json
import pathlib
import sys

BEGIN, END = "<!-- begin table.py -->\n", "<!-- end table.py -->\n"
# Titles, the column of the library, and which rows belong there.
GROUPS = [
    ("Matrix products", "of cuBLAS", ("gemm<", "persistent", "batched", "plain", "block_base", "static_pitch", "pointer_tiles", "rectified")),
    ("Fused epilogues, against the plain kernel", "of plain", ("bias_",)),
    ("Attention forward", "of cuDNN", ("attention<",)),
    ("Attention gradients", "of FlashAttention-2", ("gradients<",)),
    ("Decoding, against a copy of as many bytes", "of copy", ("part<",)),
    ("Kernels bound by memory, against a copy of as many bytes", "of copy", ("",)),
]


def tables(rows):
    """The groups that have rows, each row in the first that takes it."""
    rest = [row for row in rows if "ratio" in row]
    for title, column, prefixes in GROUPS:
        mine = [row for row in rest if row["row"].startswith(prefixes)]
        rest = [row for row in rest if row not in mine]
        if mine:
            yield title, column, mine


def shown(row, others):
    name, _, sizes = row["row"].rpartition(" ")
    rested = row.get("of_copy", row["ratio"])
    rate = f"{row['tflops']:.0f} TFLOP/s" if "tflops" in row else f"{row['ms']:.3f} ms"
    cells = [f"`{name}`", sizes, f"{rested:.3f}", f"{row['hot']:.3f}", rate]
    for other in others:
        ratio = row.get(other)
        cells += [f"{ratio['rested']:.3f}", f"{ratio['hot']:.3f}"] if ratio else ["", ""]
    return "| " + " | ".join(cells) + " |"


def page(rows):
    """All tables as text."""
    lines = []
    for title, column, mine in tables(rows):
        others = sorted({key for row in mine for key in row if key.startswith("of ")})
        heads = ["kernel", "sizes", f"{column}, rested", "hot", "rate"]
        for other in others:
            heads += [f"{other}, rested", "hot"]
        lines += [f"### {title}", "", "| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
        lines += [shown(row, others) for row in mine]
        lines.append("")
    return "\n".join(lines)


def main():
    text = page(json.loads(pathlib.Path(sys.argv[1]).read_text()))
    if len(sys.argv) == 2:
        print(text)
        return
    path = pathlib.Path(sys.argv[2])
    before, rest = path.read_text().split(BEGIN)
    path.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}")


if __name__ == "__main__":
    main()
