"""Input made to hold the program up: crafted session files, and text whose marks never close.

Run: `python packaging/dev.py bench hostile`. Limits: each crafted file is refused within 2 s (reliability,
row 15); four times the text takes at most ten times as long to render, the best of three (a square would take
sixteen times). Exit 1 where one is missed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from app.domain.errors import ImportRefused
from app.export.reading import read_json_export
from app.markup import render
from tests.support.crafted import REFUSED
from tests.unit.markup.hostile import NESTING

REFUSED_S, FACTOR, SMALL_S = 2.0, 10.0, 0.05
"""Below `SMALL_S` a rendering is quick whatever its ratio."""


def took(work: Callable[[], object]) -> float:
    """Return the processor seconds that something takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def refuse(data: bytes) -> None:
    """Offer a file; raises AssertionError where it is taken."""
    try:
        read_json_export(data)
    except ImportRefused:
        return
    raise AssertionError("a crafted file was read")


def quickest(text: str) -> float:
    """Return the seconds of the quickest of three renderings: what else runs only adds to them."""
    return min(took(lambda: render(text)) for _ in range(3))


def main() -> int:
    """Measure, print, judge."""
    refusals = {name: took(lambda data=data: refuse(data)) for name, (data, _) in REFUSED.items()}  # type: ignore[misc]  # mypy does not type a lambda's default
    slowest = max(refusals, key=lambda name: refusals[name])
    sys.stdout.write(
        f"{len(refusals)} crafted files: the slowest refusal ({slowest}) {refusals[slowest]:.2f} s\n"
    )
    fine = refusals[slowest] <= REFUSED_S
    render("x")
    for unit in NESTING:
        short, long = (quickest(unit * (size // len(unit))) for size in (4_000, 16_000))
        fine &= long <= max(SMALL_S, short * FACTOR)
        times = f"{short * 1000:4.0f} ms, {long * 1000:5.0f} ms for four times as much"
        sys.stdout.write(f"{unit!r:12} {times} ({long / short:.1f} ×)\n")
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
