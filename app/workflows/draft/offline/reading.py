"""The offline reader: lines with figures, other figures for the same words, and names that are gone above."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from app.domain.messages import ModelRequest
from app.workflows.common.offline.comparing import differ, numbers_in
from app.workflows.common.offline.language import telling
from app.workflows.common.offline.prompt import as_json
from app.workflows.common.offline.quoting import quoted
from app.workflows.common.offline.statements import Statement, statements_of
from app.workflows.draft.offline.told import Told
from app.workflows.draft.offline.wording import say

_NAME = re.compile(r"\b[^\W\d_a-zß][\w’'-]{2,}")
_STATEMENT = re.compile(r"statement (\d+) in ")


def facts(request: ModelRequest) -> str:
    """List the lines of a file that state a figure, each under the name or the word that it begins with."""
    shown = Told.by(request).prompt.sections[0].texts[0]
    found = []
    for one in statements_of(shown.text, shown.name):
        figures = numbers_in(one.plain)
        if one.kind in ("sentence", "item", "row") and figures:
            quote = {"says": ", ".join(sorted(figures)), "quote": one.text}
            found += [{"about": name, "kind": "is", **quote} for name in _subjects(one)[:2]]
    return as_json({"facts": found})


def continuity(request: ModelRequest) -> str:
    """Find two lines of one group that have the same words and other figures."""
    told = Told.by(request)
    found, done = [], set[frozenset[str]]()
    groups: list[list[tuple[int, str]]] = []
    for shown in (text for section in told.prompt.sections for text in section.texts):
        if shown.name == "about":
            groups.append([])
        elif (number := _STATEMENT.match(shown.name)) and groups:
            quote = re.search(r"(?m)^quote: (.*)$", shown.text)
            groups[-1].append((int(number[1]), quote[1] if quote else shown.text))
    for group in groups:
        for (first, a), (second, b) in combinations(group, 2):
            if differ(a, b) and frozenset((a, b)) not in done:
                done.add(frozenset((a, b)))
                what = say(told.language, "differ", a=quoted(a, told.language), b=quoted(b, told.language))
                found.append({"first": first, "second": second, "what": what, "severity": "medium"})
    return as_json({"findings": found})


def effects(request: ModelRequest) -> str:
    """Find lines below with a name that the change took away above."""
    told = Told.by(request)
    changes = [one.text for one in told.prompt.named("change of ")]
    below = told.prompt.under("were written from it as it was:")
    gone, come = (_marked(changes, sign) for sign in "-+")
    lost = _lost(gone, [*come, *(file.text for file in below)], come)
    asked = told.prompt.text("request")
    found = []
    for file in below:
        lines = (one for one in statements_of(file.text) if one.kind != "heading")
        line = next(((one, name) for one in lines for name in lost if name in _NAME.findall(one.text)), None)
        if line is not None:
            why = say(told.language, "gone", name=quoted(line[1], told.language))
            found.append({"file": file.name, "quote": line[0].text, "why": why, "change": asked})
    return as_json({"effects": found})


def _subjects(one: Statement) -> list[str]:
    """Return what a line speaks of: its names, else its first telling word."""
    names = [name for name in _NAME.findall(one.plain) if telling(name)]
    return names or [word for word in one.plain.split() if telling(word)][:1]


def _marked(changes: Sequence[str], sign: str) -> list[str]:
    return [line[2:] for text in changes for line in text.splitlines() if line.startswith(f"{sign} ")]


def _lost(gone: Sequence[str], texts: Sequence[str], come: Sequence[str]) -> list[str]:
    """Return the names that are gone: words with a capital that nobody writes without one."""
    small = {word for text in (*gone, *texts) for word in text.split() if word[:1].islower()}
    names = dict.fromkeys(name for text in gone for name in _NAME.findall(text) if telling(name))
    return [n for n in names if n.casefold() not in small and not any(n in text for text in come)]
