"""The offline judge and reader: what can be counted of a request is checked; the rest is “not judged”.

The reader finds lines with figures, other figures for the same words, and names that are gone above.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from textwrap import shorten

from app.diffing import compare
from app.diffing.tokens import count_words
from app.domain.canonical import JsonValue
from app.domain.messages import ModelRequest
from app.workflows.common.offline.comparing import differ, numbers_in
from app.workflows.common.offline.language import telling
from app.workflows.common.offline.prompt import as_json
from app.workflows.common.offline.statements import folded, quoted, statements_of
from app.workflows.draft.offline.requests import (
    Request,
    Told,
    applied,
    reached,
    requests_of,
    stands,
    strings_of,
)
from app.workflows.draft.rules.drift import MOST_AIMS

MAJOR, MODERATE = 0.3, 0.08
"""Share of a file's words that changed, from which on a change is called so."""
MOST_PAIRS, LONGEST = 4, 160
SHARED = 2
"""Words that a line must share with an aim to be shown beside it."""


@dataclass(frozen=True, slots=True)
class _Checked:
    """What was found of one request; `done` None: no rule can tell."""

    said: str
    done: bool | None
    why: str


def judge(request: ModelRequest) -> str:
    """Give a verdict on an attempt: approved where all of the request can be checked and is done."""
    told = Told.by(request)
    if not told.request:
        words = sum(map(count_words, told.new.values()))
        why = told.say("written", files=len(told.new), words=words)
        return as_json({"verdict": "approved", "reasoning": why, "specific_issues": [], "suggestions": []})
    checks = _checked(told, told.new)
    issues = [one.why for one in checks if one.done is not True]
    reply: dict[str, JsonValue] = {
        "verdict": "needs_revision" if issues else "approved",
        "reasoning": " ".join([*(one.why for one in checks if one.done), told.say("not_judged")]),
        "specific_issues": list[JsonValue](issues),
        "suggestions": [told.say("what_now")] if issues else [],
    }
    points = told.prompt.named("point ")
    if points:
        reply["points"] = [_point(one.name.removeprefix("point "), one.text, checks) for one in points]
    return as_json(reply)


def _point(number: str, text: str, checks: Sequence[_Checked]) -> JsonValue:
    mine = [one for one in checks if folded(one.said) and folded(one.said) in folded(text)]
    done = bool(mine) and all(one.done for one in mine)
    return {"point": number, "done": done, "why": " ".join(one.why for one in mine)}


def rank(request: ModelRequest) -> str:
    """Order attempts by how much of the request they do, then by how little they change."""
    told = Told.by(request)
    scores: dict[str, tuple[int, int]] = {}
    for label, new in told.attempts.items():
        done = sum(one.done is True for one in _checked(told, new))
        moved = sum(_moved(told.old.get(path, ""), new.get(path, "")) for path in {**told.old, **new})
        scores[label] = (done, -moved)
    order = sorted(scores, key=lambda label: scores[label], reverse=True)
    why = [told.say("ranked", label=n, done=scores[n][0], words=-scores[n][1]) for n in order]
    return as_json({"ranking": order, "why": " ".join(why)})


def _checked(told: Told, new: Mapping[str, str]) -> list[_Checked]:
    """Hold every request against a level, and whether files changed that none of them speaks of."""
    old = told.old
    wanted = requests_of(told.request)
    if len(old) == 1 and "passage" in old:
        # Where in the text is said by the mark.
        wanted = [replace(one, where="") for one in wanted]
    found = [_check(told, one, new) for one in wanted if one.kind != "keep"]
    expected = applied(old, wanted)
    unasked = [p for p in {**old, **new} if new.get(p) != old.get(p) and expected.get(p) == old.get(p)]
    if any(one.kind == "unknown" for one in wanted):
        # What it may touch, no rule can tell.
        return found
    return [*found, *(_Checked("", False, told.say("unasked", path=path)) for path in unasked)]


def _check(told: Told, one: Request, new: Mapping[str, str]) -> _Checked:
    old, said = told.old, quoted(one.said, told.language)
    before, after = (reached(one, files) for files in (old, new))
    if one.kind == "unknown":
        return _Checked(one.said, None, told.say("no_rule", said=said))
    if applied(old, [one]) == dict(old):
        return _Checked(one.said, False, told.say("not_there", said=said))
    if one.kind == "add":
        done = after.count(one.new) > before.count(one.new)
    elif one.kind == "delete" and one.form == "part":
        done = not any(before.strip() in text for text in new.values())
    elif one.kind == "delete":
        done = one.old not in after
    else:
        # The new words may hold the old one: “hollow victory” for “victory”.
        rest = re.sub(re.escape(one.new), "", after, flags=re.IGNORECASE)
        done = one.new in after and not stands(one.old, rest)
    return _Checked(one.said, done, told.say("is_done" if done else "is_not_done", said=said))


def explain(request: ModelRequest) -> str:
    """Tell the changes of a level in the words of both texts, the greatest first."""
    told = Told.by(request)
    old, new = told.old, told.new
    changed = [path for path in {**new, **old} if old.get(path) != new.get(path)]
    cannot = [one for one in requests_of(told.request) if one.kind == "unknown"]
    return as_json(
        {
            "changes": [_file(told, path) for path in changed],
            "impact": {"arc": "", "tone": "", "consistency": ""},
            "why": told.say("explained"),
            "risks": [told.say("no_rule", said=quoted(one.said, told.language)) for one in cannot],
        }
    )


def _file(told: Told, path: str) -> JsonValue:
    old, new = told.old.get(path), told.new.get(path)
    if old is None or new is None:
        summary = told.say("new" if old is None else "deleted")
        return {"file": path, "magnitude": "major", "summary": summary}
    pairs: list[JsonValue] = []
    found = compare(old, new)
    for hunk in found.hunks:
        rows = [found.rows[index] for index in hunk.rows]
        was = " ".join(row.old.text for row in rows if row.old)
        now = " ".join(row.new.text for row in rows if row.new)
        pairs.append({"where": hunk.heading, "before": _short(was), "after": _short(now)})
    share = _moved(old, new) / max(1, len(old.split()))
    magnitude = "major" if share > MAJOR else "moderate" if share > MODERATE else "minor"
    summary = told.say("changed", places=len(pairs))
    return {"file": path, "magnitude": magnitude, "summary": summary, "before_after": pairs[:MOST_PAIRS]}


def _moved(old: str, new: str) -> int:
    """Return how many words of one text the other has not, the larger number of both sides."""
    was, now = Counter(old.split()), Counter(new.split())
    return max((was - now).total(), (now - was).total())


def _short(text: str) -> str:
    return shorten(text, LONGEST, placeholder=" …")


# --- reading -----------------------------------------------------------------------------------------

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
            # A line speaks of its names, else of its first telling word.
            names = [name for name in _NAME.findall(one.plain) if telling(name)]
            names = names or [word for word in one.plain.split() if telling(word)][:1]
            found += [{"about": name, "kind": "is", **quote} for name in names[:2]]
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
                what = told.say("differ", a=quoted(a, told.language), b=quoted(b, told.language))
                found.append({"first": first, "second": second, "what": what, "severity": "medium"})
    return as_json({"findings": found})


def effects(request: ModelRequest) -> str:
    """Find lines below with a name that the change took away above."""
    told = Told.by(request)
    changes = [one.text for one in told.prompt.named("change of ")]
    below = told.prompt.under("were written from it as it was:")
    signed = [line for text in changes for line in text.splitlines()]
    gone, come = ([line[2:] for line in signed if line.startswith(f"{sign} ")] for sign in "-+")
    lost = _lost(gone, [*come, *(file.text for file in below)], come)
    asked = told.prompt.text("request")
    found = []
    for file in below:
        lines = (one for one in statements_of(file.text) if one.kind != "heading")
        line = next(((one, name) for one in lines for name in lost if name in _NAME.findall(one.text)), None)
        if line is not None:
            why = told.say("gone", name=quoted(line[1], told.language))
            found.append({"file": file.name, "quote": line[0].text, "why": why, "change": asked})
    return as_json({"effects": found})


def aims(request: ModelRequest) -> str:
    """List the sentences of what stands above, as aims: rules cannot tell which of them are."""
    told = Told.by(request)
    found: list[JsonValue] = []
    for file in told.prompt.under("is written from this:"):
        texts = strings_of(file.text).values() if file.name.endswith(".json") else (file.text,)
        lines = (one for text in texts for one in statements_of(text, file.name))
        found += [
            {"aim": one.text, "file": file.name, "quote": one.text, "span": "always"}
            for one in lines
            if one.kind in ("sentence", "item") and len(one.keys) >= SHARED
        ]
    return as_json({"aims": found[:MOST_AIMS]})


def drift(request: ModelRequest) -> str:
    """Find in each file the line that shares most words with an aim; against one rules find nothing."""
    told = Told.by(request)
    files = [
        (file.name, [one for one in statements_of(file.text, file.name) if one.kind != "heading"])
        for file in told.prompt.under("These are files of")
    ]
    found: list[JsonValue] = []
    for aim in told.prompt.named("aim "):
        number, said = aim.name.split()[1], aim.text.partition("\nits words: ")[2]
        keys = {key for one in statements_of(said) for key in one.keys}
        for name, lines in files:
            best = max(lines, key=lambda one: len(one.keys & keys), default=None)
            if best is not None and len(best.keys & keys) >= SHARED:
                why = told.say("shares", words=", ".join(sorted(best.keys & keys)))
                found.append({"aim": number, "file": name, "quote": best.text, "how": "serves", "why": why})
    return as_json({"places": found})


def _lost(gone: Sequence[str], texts: Sequence[str], come: Sequence[str]) -> list[str]:
    """Return the names that are gone: words with a capital that nobody writes without one."""
    small = {word for text in (*gone, *texts) for word in text.split() if word[:1].islower()}
    names = dict.fromkeys(name for text in gone for name in _NAME.findall(text) if telling(name))
    return [n for n in names if n.casefold() not in small and not any(n in text for text in come)]
