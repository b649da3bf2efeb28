"""Compilations, which are kept in memory and on disk."""

import collections
import hashlib
import json
import os
import tempfile
import threading
import time

from . import _native
from ._errors import CompileError, Diagnostic

# Compilations that are kept in memory, and on disk.
_MOST_IN_MEMORY, _MOST_ON_DISK = 256, 2048

_memory = collections.OrderedDict()
_lock = threading.Lock()


def _replace_lock():
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_native.before_fork,
        after_in_parent=_native.after_fork,
        after_in_child=lambda: (_native.after_fork(), _replace_lock()),
    )


def diagnostics(lines):
    """Findings from one JSON object a line."""
    return [Diagnostic(json.loads(line)) for line in lines.splitlines()]


class Compiled:
    """What a source came to with options and specialisations. One from the disk compiles only for what it does not have."""

    def __init__(self, program, kernels, kept=None):
        self.program, self.kernels = program, kernels
        self._made = None
        if kept is None:
            made = self.made
            found = diagnostics(made.diagnostics)
            kept = {
                "log": made.log,
                "diagnostics": found,
                "metadata": json.loads(made.metadata) if made.metadata else {"kernels": []},
                "ptx": made.ptx,
                "tile_ir": made.tile_ir,
                "names": {name: made.lowered_name(name) for name in kernels},
                "files": made.dependencies + _earlier(program, made.dependencies),
            }
        self.kept = kept
        self.log, self.metadata = kept["log"], kept["metadata"]
        self.diagnostics = [Diagnostic(found) for found in kept["diagnostics"]]

    @property
    def made(self):
        """The compilation of this process."""
        if self._made is None:
            program = self.program
            made = _native.compile(
                program.name, program.text, program.headers, list(self.kernels), program.options
            )
            if made.has_bad_options:
                raise ValueError(made.log.rstrip())
            if made.has_errors:
                raise CompileError(made.log.rstrip(), diagnostics(made.diagnostics))
            self._made = made
        return self._made


def compiled(program, kernels):
    """The program with these specialisations; from memory or disk where nothing has changed that it was made from."""
    key = (_folder_of_process(), program.key, kernels)
    with _lock:
        found = _memory.get(key)
        if found is not None:
            _memory.move_to_end(key)
    if found is not None and found[1] == _stamps(found[0].kept["files"]):
        return found[0]
    entry = _entry(program, kernels)
    kept, stamps = _read(entry)
    begin = time.time_ns()
    made = Compiled(program, kernels, kept)
    if kept is None:
        stamps = _stamps(made.kept["files"])
        if any(changed > begin - _CLOCK_NS for *_, changed in stamps):
            # A file changed after the compiler may have read it: the next one compiles again.
            return made
        _write(entry, made.kept)
    with _lock:
        _memory[key] = made, stamps
        while len(_memory) > _MOST_IN_MEMORY:
            _memory.popitem(last=False)
    return made


# The time of a file is so much behind the clock.
_CLOCK_NS = 20_000_000


# Options that name a folder of the search for headers.
_FOLDERS = ("-I", "--include-path", "-iquote", "--iquote", "-isystem", "--isystem", "--system-include", "-idirafter", "--idirafter")


def _searched(program):
    """The folders that options name."""
    words = iter(program.options)
    for word in words:
        option = next((option for option in _FOLDERS if word.startswith(option)), None)
        if option is not None:
            yield word[len(option) :].lstrip("=") or next(words, ".")


def _earlier(program, files):
    """The files that are not there and that the compiler would read instead of some of these: in each folder of the search,
    what another one has."""
    there = [path for path in files if os.path.exists(path)]
    folders = [os.path.dirname(path) or "." for path in (program.name, *there)]
    folders = dict.fromkeys([*_searched(program), *folders])
    names = set()
    for folder in map(_absolute, folders):
        inside = (path for path in map(_absolute, there) if path.startswith(folder + os.sep))
        names.update(path[len(folder) + 1 :] for path in inside)
    found = {os.path.join(folder, name) for folder in folders for name in names}
    return sorted(path for path in found if not os.path.exists(path))


def _absolute(path):
    return os.path.normpath(os.path.join(_folder_of_process(), path))


def _stamps(files):
    """Sizes and times of the files that are there, which change when a file does."""
    stamps = []
    for path in files:
        try:
            status = os.stat(path)
            stamps.append((path, status.st_size, status.st_mtime_ns, status.st_ctime_ns))
        except OSError:
            pass
    return stamps


def _folder():
    """Where compilations are kept; None if that is switched off by an empty ``TILEC_CACHE``."""
    chosen = os.environ.get("TILEC_CACHE")
    if chosen is not None:
        return os.path.join(chosen, "python") if chosen else None
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(caches, "tilec", "python")


def _folder_of_process():
    """Where relative names begin; empty if the folder is deleted, where none leads to a file."""
    try:
        return os.getcwd()
    except OSError:
        return ""


def _identity():
    status = os.stat(_native.__file__)
    return f"{status.st_size} {status.st_mtime_ns}"


def _entry(program, kernels):
    folder = _folder()
    if folder is None:
        return None
    parts = json.dumps([_identity(), _folder_of_process(), program.key, kernels])
    return os.path.join(folder, hashlib.sha256(parts.encode()).hexdigest() + ".json")


def _hashes(files):
    """The files that are there, with their hashes."""
    hashes = {}
    for path in files:
        try:
            with open(path, "rb") as file:
                hashes[path] = hashlib.sha256(file.read()).hexdigest()
        except OSError:
            # A header of the compiler or of the program.
            continue
    return hashes


def _read(entry):
    """What is kept with the stamps of its files, if nothing has changed. A broken entry is as good as none."""
    try:
        with open(entry, "rb") as file:
            kept = json.load(file)
        # A file that changes after its stamp was taken has another one.
        stamps = _stamps(kept["files"])
        return (kept, stamps) if kept["hashes"] == _hashes(kept["files"]) else (None, None)
    except (OSError, TypeError, ValueError, KeyError):
        return None, None


def _write(entry, kept):
    """Keeps a compilation. A cache that cannot be written to is as good as none."""
    if entry is None:
        return
    folder = os.path.dirname(entry)
    try:
        os.makedirs(folder, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".tmp", delete=False) as file:
            json.dump({**kept, "hashes": _hashes(kept["files"])}, file)
        os.replace(file.name, entry)
        entries = [found.path for found in os.scandir(folder)]
        if len(entries) > _MOST_ON_DISK:
            entries.sort(key=os.path.getmtime)
            for path in entries[: _MOST_ON_DISK // 4]:
                os.unlink(path)
    except OSError:
        pass
