"""Rows of a table from a process that a row may break or hang: another process goes on behind it.

The process prints a line of JSON before each row, `{"begin": index}`, and one behind it, `{"row": index, ..}`.
"""

import json
import queue
import subprocess
import threading
import time


def supervised(command, first, step, end, seconds, patience=60):
    """The rows `first`, `first + step`, .. before `end`, by `command --first N`; a row that breaks its process or is
    silent for so many seconds has `wrong`. Ends early with a row that says `unfinished` when the time is up."""
    start = time.time()
    while first < end:
        child = subprocess.Popen([*command, "--first", str(first)], stdout=subprocess.PIPE, text=True)
        lines = queue.Queue()
        threading.Thread(target=_read, args=(child.stdout, lines), daemon=True).start()
        why = None
        while why is None:
            left = seconds - (time.time() - start)
            try:
                line = lines.get(timeout=max(0.1, min(patience, left)))
            except queue.Empty:
                why = "no time left" if left < patience else f"silent for {patience} s"
                break
            said = json.loads(line) if line.startswith("{") else {}
            if not line:
                why = f"the process ends: {child.wait()}"
            elif "begin" in said:
                first = said["begin"]
            elif said:
                first += step
                yield said
        child.kill()
        child.wait()
        if why == "no time left":
            yield {"unfinished": len(range(first, end, step))}
            return
        if first < end:
            yield {"row": first, "wrong": why}
            first += step


def _read(stream, lines):
    for line in stream:
        lines.put(line)
    lines.put("")


def report(rows):
    """What such a process prints of pairs of an index and a function that gives the row."""
    for index, row in rows:
        print(json.dumps({"begin": index}), flush=True)
        print(json.dumps({"row": index, **row()}), flush=True)
