"""What launches are predicted to take: `tilec cost`."""

import html
import json
import os
import subprocess
import sys
import tempfile

from . import _native
from ._argument import ELEMENTS, convert
from ._compiler import diagnostics
from ._errors import CompileError


# The command line, of the package in the folder that is the first word.
COMMAND = "import sys; sys.path.insert(0, sys.argv.pop(1)); from tilec.__main__ import main; main()"


def run(*words):
    """Runs a command of the compiler in a process of its own and returns what it wrote."""
    # With `-m` a folder `tilec` in the working directory would come first.
    path = os.path.dirname(os.path.dirname(os.path.abspath(_native.__file__)))
    command = [sys.executable, "-c", COMMAND, path, *words]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0:
        lines = done.stderr.decode(errors="replace")
        found = [line for line in lines.splitlines() if line.startswith("{")]
        raise CompileError(lines.rstrip(), diagnostics("\n".join(found)))
    return done.stdout.decode()


class Cost(dict):
    """A prediction: the dictionary that `tilec cost --format json` writes."""

    @property
    def seconds(self):
        return self["seconds"]

    @property
    def bound(self):
        """The resource that limits the launch."""
        return self["bound"]

    def draw(self):
        """The timeline of one CTA."""
        return Drawing(_timeline(self))


class Drawing(str):
    """A picture as SVG."""

    def _repr_svg_(self):
        return str(self)


def cost(kernel, grid, arguments):
    """Predicts a launch; the grid is three counts."""
    program = kernel._compiled.program
    with tempfile.TemporaryDirectory(prefix="tilec-cost-") as folder:
        path = os.path.join(folder, os.path.basename(program.name))
        # The names of headers stay inside of the folder: `Program` refuses others.
        for name, text in [*program.headers, (os.path.basename(program.name), program.text)]:
            target = os.path.join(folder, name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "w", encoding="utf-8") as file:
                file.write(text)
        words = ["cost", path, "--no-project", "--format", "json", *program.options]
        words += ["-I", folder, "-I", os.path.dirname(os.path.abspath(program.name))]
        words += ["--kernel", next(iter(kernel._compiled.kernels), kernel.symbol)]
        words += ["--grid", ",".join(map(str, grid))]
        for parameter, argument in zip(kernel.parameters, arguments):
            words += ["--arg", _spec(kernel, parameter, argument)]
        return Cost(json.loads(run(*words)))


def _spec(kernel, parameter, argument):
    """An argument of the command line: of an array its size alone."""
    made = convert(kernel.name, parameter, argument)
    if parameter["kind"] == "number":
        shown = str(argument).lower() if parameter["element"] == "bool" else argument
        return f"{parameter['element']}={shown}"
    if made.memory is None:
        return "struct=hex:" + made.value.hex()
    element = parameter.get("element", "u8")
    return f"{element}[{made.memory[1] // ELEMENTS[element].size}]"


# Colours for what events do, by the order of their first occurrence.
_COLOURS = ("#4878a8", "#e49444", "#6a9f58", "#d1615d", "#85b6b2", "#e7ca60", "#a87c9f", "#967662")


def _timeline(prediction):
    events = prediction["timeline"]
    tracks = list(dict.fromkeys(event["partition"] for event in events))
    kinds = list(dict.fromkeys(event["what"] for event in events))
    end = max((event["end"] for event in events), default=0) or 1
    width, left, row = 900, 110, 26
    height = row * len(tracks) + 54 + 16 * len(kinds)
    title = f"{prediction['kernel']} on {prediction['target']}, bound by {prediction['bound']}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + left + 10}" height="{height}" '
        'font-family="sans-serif" font-size="11">',
        f'<text x="4" y="14">{html.escape(title)}</text>',
    ]
    for number, track in enumerate(tracks):
        parts.append(f'<text x="4" y="{40 + row * number}">{html.escape(track)}</text>')
    for event in events:
        at = left + width * event["start"] / end
        wide = max(0.5, width * (event["end"] - event["start"]) / end)
        top = 26 + row * tracks.index(event["partition"])
        colour = _COLOURS[kinds.index(event["what"]) % len(_COLOURS)]
        shown = html.escape(f"{event['what']}: {event['start']:.0f} to {event['end']:.0f} clocks")
        parts.append(
            f'<rect x="{at:.1f}" y="{top}" width="{wide:.1f}" height="{row - 6}" fill="{colour}">'
            f"<title>{shown}</title></rect>"
        )
    for number, kind in enumerate(kinds):
        top = 36 + row * len(tracks) + 16 * number
        colour = _COLOURS[number % len(_COLOURS)]
        parts.append(f'<rect x="{left}" y="{top}" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{left + 16}" y="{top + 9}">{html.escape(kind)}</text>')
    return "".join([*parts, "</svg>"])
