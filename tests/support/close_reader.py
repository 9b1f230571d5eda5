"""A reader of a draft that knows what some sentences state, and looks for them in the text it is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import combinations

from app.domain.messages import ModelRequest
from tests.support.asked import fences_of, named, shown

Stated = tuple[str, str, str]
"""About whom or what, which side of it, and what is said of that."""


class CloseReader:
    """Facts of the sentences it knows, contradictions between them, and lines with a name that is gone."""

    def __init__(self, known: Mapping[str, Stated]) -> None:
        self.known = known

    def facts(self, request: ModelRequest) -> str:
        """List what a file states."""
        text = " ".join(fences_of(request)[0].text.split())
        found = [
            {"about": about, "kind": "is", "aspect": aspect, "says": f"{aspect}: {says}", "quote": quote}
            for quote, (about, aspect, says) in self.known.items()
            if quote in text
        ]
        return json.dumps({"facts": found})

    def continuity(self, request: ModelRequest) -> str:
        """Find the first two statements on each side of a thing that say otherwise."""
        found: dict[tuple[str, str], dict[str, object]] = {}
        for group in _groups(request):
            for (first, a), (second, b) in combinations(group, 2):
                (about, aspect, one), (other, side, two) = self.known[a], self.known[b]
                if (about, aspect) == (other, side) and one != two:
                    what = f"{about}: {aspect} is {one} in one place and {two} in another."
                    found.setdefault((about, aspect), {"first": first, "second": second, "what": what})
        return json.dumps({"findings": list(found.values())})

    def effects(self, request: ModelRequest) -> str:
        """Find the lines below that hold a name which a change took away."""
        changes = "\n".join(fence.text for fence in named(request, "change of "))
        gone, come = (set(re.findall(r"[A-Z]\w+", _side(changes, sign))) for sign in "-+")
        below = [
            fence for fence in fences_of(request) if fence.name.endswith(".md") and "change" not in fence.name
        ]
        found = [
            {
                "file": fence.name,
                "quote": line,
                "why": f"“{name}” is gone.",
                "change": shown(request, "request"),
            }
            for fence in below
            for line in fence.text.splitlines()
            for name in gone - come
            if name in line
        ]
        return json.dumps({"effects": found})


def _groups(request: ModelRequest) -> Iterator[list[tuple[int, str]]]:
    """Yield the statements of each thing: their numbers and quotations."""
    group: list[tuple[int, str]] = []
    for fence in fences_of(request):
        if fence.name == "about":
            yield group
            group = []
        elif number := re.match(r"statement (\d+) in ", fence.name):
            quote = re.search(r"(?m)^quote: (.*)$", fence.text)
            assert quote is not None
            group.append((int(number[1]), quote[1]))
    yield group


def _side(changes: str, sign: str) -> str:
    return "\n".join(line for line in changes.splitlines() if line.startswith(sign))
