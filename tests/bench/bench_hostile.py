"""Input made to hold the program up: crafted session files, and text whose marks never close.

Run: `python packaging/dev.py bench hostile`. Limits: each crafted file is refused within 10 × `import httpx`;
four times the text takes at most ten times as long to render, the best of three (a square would take
sixteen times); each hostile reply of a model, up to 2 MB, is read within 2.5 × the import.
Exit 1 where one is missed.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator

from app.domain.errors import ImportRefused
from app.export.lossless import read_json_export
from app.markup.render import render
from app.workflows.common.reading.reader import read_answer, read_prose, read_reply, readable
from app.workflows.common.replies import ClarificationReply, CritiqueReply, RefinementReply
from tests.bench import yardstick
from tests.support.crafted import REFUSED
from tests.unit.markup.hostile import NESTING

REFUSING, FACTOR, SMALL = 10.0, 10.0, 0.25
"""Below `SMALL` a rendering is quick whatever its ratio."""
READ, SIZES = 2.5, (20_000, 240_000, 2_000_000)
READERS: dict[str, Callable[[str], object]] = {
    "refinement": lambda text: read_reply(text, RefinementReply, lenient=True),
    "critique": lambda text: read_reply(text, CritiqueReply, lenient=True),
    "clarification": lambda text: read_reply(text, ClarificationReply, lenient=True),
    "prose": read_prose,
    "answer": read_answer,
    "readable": readable,
}
UNITS = (
    *('[{"a":', '{"', '"', "`", '```json\n{"a"\n', "\n", " ", "<a>", "<think>", "</think>", '{"a":1}\n'),
    *("{'a': '", "**a**:\n", "- a: b\n", '{"""', "{“", "{`", "{/*", "a:", "<|channel|>analysis", "[“"),
    *('{"a": [', '{"a": 1,,', "{a:b ", "1. Who?\n", '{"text": "a" "b", '),
)


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


def replies(size: int) -> Iterator[str]:
    """Yield hostile replies of about a size: one mark over and over, JSON in JSON, and slips without end."""
    yield from (unit * (size // len(unit)) for unit in UNITS)
    nested = "x"
    while len(nested) < size:
        nested = json.dumps({"text": nested})
    yield nested
    yield '{"text": "' + 'a "b" c ' * (size // 8) + '"}'
    yield '{"items": [' + '{"target": "A", "claim": "b"} ' * (size // 30) + "]}"


def slowest_reading(size: int) -> tuple[float, str]:
    """Return the processor seconds of the slowest reading of all, and what it was."""
    return max(
        (took(lambda text=text, read=read: read(text)), f"{name} of {text[:12]!r}")  # type: ignore[misc]  # mypy does not type a lambda's default
        for text in replies(size)
        for name, read in READERS.items()
    )


def main() -> int:
    """Measure, print, judge."""
    refusals = {name: took(lambda data=data: refuse(data)) for name, (data, _) in REFUSED.items()}  # type: ignore[misc]  # mypy does not type a lambda's default
    slowest = max(refusals, key=lambda name: refusals[name])
    sys.stdout.write(
        f"{len(refusals)} crafted files: the slowest refusal ({slowest}) "
        f"{yardstick.of(refusals[slowest], REFUSING)}\n"
    )
    fine = yardstick.times(refusals[slowest]) <= REFUSING
    for size in SIZES:
        seconds, what = slowest_reading(size)
        fine &= yardstick.times(seconds) <= READ
        told = yardstick.of(seconds, READ)
        sys.stdout.write(f"replies of {size:,} characters: the slowest reading ({what}) {told}\n")
    render("x")
    for unit in NESTING:
        short, long = (quickest(unit * (size // len(unit))) for size in (4_000, 16_000))
        fine &= long <= short * FACTOR or yardstick.times(long) <= SMALL
        times = f"{short * 1000:4.0f} ms, {long * 1000:5.0f} ms for four times as much"
        sys.stdout.write(f"{unit!r:12} {times} ({long / short:.1f} ×)\n")
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
