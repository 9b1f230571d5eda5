"""A command in a life of a nursery whose offline council takes its time: seconds from word to word, first."""

from __future__ import annotations

from collections.abc import Sequence

import tests.support.command_life  # noqa: F401  what commands import is there
from app.bootstrap import build
from app.cli.main import main as command


def main(arguments: Sequence[str]) -> int:
    """Run a command."""
    step, *line = arguments
    return command(line, lambda: build(council_step=float(step)))
