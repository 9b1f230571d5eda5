"""Tables of questions, and the command that runs them as a batch."""

from __future__ import annotations

import csv
from pathlib import Path


def table(path: Path, rows: int) -> Path:
    """Write a table of so many questions to which the offline council has no right answer."""
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["id", "question", "expected"])
        writer.writerows([f"q{n}", f"Is plan {n} better than none?", "better"] for n in range(rows))
    return path


def batch(questions: Path, out: Path, *more: object) -> list[str]:
    """Return the arguments that run a table, every gate approved, and tell it as JSON."""
    return list(map(str, ["batch", "run", questions, "--out", out, "--approve", "all", "--json", *more]))
