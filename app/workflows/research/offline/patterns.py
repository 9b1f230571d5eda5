"""What repeats in the statements that were read: names that begin alike, uses, lines of one shape."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from app.domain.canonical import JsonValue
from app.workflows.common.prose import stem
from app.workflows.research.offline.matching import Wanted
from app.workflows.research.offline.statements import Statement

FEWEST = 3
"""Examples that make a pattern."""
MOST_EXAMPLES, MOST_PATTERNS = 4, 4
_NAME = re.compile(r"`([^`]+)`")
_FIRST_PART = re.compile(r"_*([A-Za-z][a-z]+)(?=_|[A-Z])")
_LABEL = re.compile(r"([A-Z][a-z]+(?: [a-z]+)?):\s")


def patterns(found: Sequence[Statement], asked: Sequence[Wanted]) -> list[JsonValue]:
    """Return the patterns with three or more examples that bear on what is asked, most widespread first."""
    words = frozenset(word for one in asked for word in one.words)
    groups: dict[tuple[str, str], list[Statement]] = defaultdict(list)
    for statement in found:
        name = _NAME.search(statement.description)
        if statement.kind == "definition" and name:
            part = _FIRST_PART.match(name[1])
            if part:
                groups["name", part[1].casefold()].append(statement)
        elif statement.kind == "import" and name:
            groups["use", name[1]].append(statement)
        elif statement.kind == "prose":
            label = _LABEL.match(statement.description)
            if label:
                groups["label", label[1]].append(statement)
    told = [
        (kind, name, ones)
        for (kind, name), ones in groups.items()
        if len({one.path for one in ones}) >= FEWEST and _bears(name, ones, words)
    ]
    told.sort(key=lambda one: (-len({statement.path for statement in one[2]}), one[0], one[1]))
    return [_pattern(kind, name, ones) for kind, name, ones in told[:MOST_PATTERNS]]


def _bears(name: str, ones: Sequence[Statement], words: frozenset[str]) -> bool:
    return stem(name) in words or sum(1 for one in ones if len(one.words & words) > 1) >= FEWEST


def _pattern(kind: str, name: str, ones: Sequence[Statement]) -> JsonValue:
    files = sorted({one.path for one in ones})
    examples: dict[str, Statement] = {}
    for one in ones:
        examples.setdefault(one.path, one)
    shown = [examples[path] for path in files[:MOST_EXAMPLES]]
    where = f"stand in {len(files)} of the files that were read."
    said = {
        "name": f"Definitions whose names begin with `{name}` {where}",
        "use": f"`{name}` is used by {len(files)} of the files that were read.",
        "label": f"Lines that begin with “{name}:” {where}",
    }
    return {
        "description": said[kind],
        "category": "informational",
        "subject": "pattern",
        "citations": [{"file": one.path, "lines": str(one.first), "quote": one.quote} for one in shown],
    }
