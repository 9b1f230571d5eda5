"""A program that imports this one, in a life of a nursery: its folder and its text."""

from __future__ import annotations

import os
from collections.abc import Sequence

import tests.support.command_life  # noqa: F401  what programs import is there


def main(arguments: Sequence[str]) -> int:
    """Run the text as Python runs a file."""
    folder, text = arguments
    os.chdir(folder)
    exec(compile(text, "program.py", "exec"), {"__name__": "__main__"})
    return 0
