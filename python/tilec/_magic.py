"""The cell magic `%%tile` of IPython."""

import html
import shlex

from ._errors import CompileError
from ._kernel import compile


def register(shell):
    """Makes `%%tile` known to a shell."""
    shell.register_magic_function(lambda line, cell: _run(shell, line, cell), "cell", "tile")


def _run(shell, line, cell):
    """``%%tile NAME -arch=sm_90a -DWIDTH=4``: compiles the cell; its kernels are the variable NAME, ``kernels`` without one."""
    words = shlex.split(line)
    named = words and not words[0].startswith("-")
    name = words.pop(0) if named else "kernels"
    arch = next((word[6:] for word in words if word.startswith("-arch=")), None)
    options = [word for word in words if not word.startswith("-arch=")]
    try:
        made = compile(cell if "\n" in cell else cell + "\n", arch=arch, options=options, name="cell.cu")
    except (CompileError, ValueError) as error:
        _show(str(error))
        return
    warnings = made.diagnostics
    if warnings:
        _show("\n".join(f"{found.severity}: {found.message}" for found in warnings))
    shell.push({name: made})


def _show(text):
    """Findings, below the cell."""
    from IPython.display import display

    display(_Findings(text))


class _Findings:
    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text

    def _repr_html_(self):
        return f"<pre>{html.escape(self.text)}</pre>"
