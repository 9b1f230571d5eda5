"""`roundtable`: no arguments open the window, anything else is a command."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the program; return its exit status."""
    arguments = sys.argv[1:]
    # Late imports: a command must not pay for Qt, nor the window for the command line.
    from app.bootstrap import build

    if not arguments:
        from app.ui.qt_app import run

        return run(build())
    from app.cli.main import main as command

    return command(arguments, lambda: build(council_step=0.0))


if __name__ == "__main__":
    sys.exit(main())
