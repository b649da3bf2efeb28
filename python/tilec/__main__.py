"""The command `tilec`, in the process of Python."""

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
    program = sys.argv[0] if sys.argv[0].endswith("tilec") else "tilec"
    sys.exit(_native.main([program, *sys.argv[1:]]))


if __name__ == "__main__":
    main()
