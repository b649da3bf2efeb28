"""Calls of the compiler."""

import json
import os
import shutil
import subprocess


class CompileError(Exception):
    """The source has errors: ``str()`` shows them as the compiler does, ``diagnostics`` are
    dictionaries as ``--error-format json`` writes them."""

    def __init__(self, text, diagnostics):
        super().__init__(text)
        self.diagnostics = diagnostics


def program():
    """The compiler: ``$TILEC``, or the one on the path."""
    found = os.environ.get("TILEC") or shutil.which("tilec")
    if not found:
        raise FileNotFoundError("tilec is not on the path: set the environment variable TILEC")
    return found


def call(*arguments):
    """Runs the compiler and returns what it wrote to standard output."""
    command = [program(), *arguments]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode == 0:
        return done.stdout
    text = done.stderr.decode(errors="replace").rstrip()
    raise CompileError(text, _diagnostics(command) if done.returncode == 1 else [])


def _diagnostics(command):
    """What a command that failed finds, as data."""
    command = [*command, "--error-format", "json"]
    lines = subprocess.run(command, capture_output=True, check=False).stderr.splitlines()
    return [json.loads(line) for line in lines if line.startswith(b"{")]
