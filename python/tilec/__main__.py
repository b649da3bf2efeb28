"""The command `tilec`, in the process of Python."""

import os
import signal
import sys

from . import _native


def main():
    """Runs the command line of the process."""
    if sys.argv[1:2] == ["bench"]:
        from . import bench

        sys.exit(bench.main(sys.argv[2:]))
    # An interrupt ends the command at once, as it ends any other.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    sys.exit(_native.main(["tilec", *sys.argv[1:]], _program()))


def _program():
    """What starts this command again: its script, or the interpreter with the module."""
    script = os.path.abspath(sys.argv[0])
    if os.path.basename(script) == "tilec" and os.path.isfile(script) and os.access(script, os.X_OK):
        return [script]
    return [os.path.abspath(sys.executable), "-m", "tilec"]


if __name__ == "__main__":
    main()
