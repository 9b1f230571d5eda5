"""The offline judge: what can be counted of a request is checked; of anything else it says “not judged”."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import shorten

from app.diffing import compare
from app.diffing.tokens import count_words
from app.domain.canonical import JsonValue
from app.domain.messages import ModelRequest
from app.workflows.common.offline.language import Language
from app.workflows.common.offline.prompt import as_json
from app.workflows.common.offline.quoting import folded, quoted
from app.workflows.draft.offline.requests import Request, applied, reached, requests_of, stands
from app.workflows.draft.offline.told import Told
from app.workflows.draft.offline.wording import say

MAJOR, MODERATE = 0.3, 0.08
"""Share of a file's words that changed, from which on a change is called so."""
MOST_PAIRS, LONGEST = 4, 160


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found of one request; `done` None: no rule can tell."""

    said: str
    done: bool | None
    why: str


def judge(request: ModelRequest) -> str:
    """Give a verdict on an attempt: approved where all of the request can be checked and is done."""
    told = Told.by(request)
    language = told.language
    if not told.request:
        words = sum(map(count_words, told.new.values()))
        why = say(language, "written", files=len(told.new), words=words)
        return as_json({"verdict": "approved", "reasoning": why, "specific_issues": [], "suggestions": []})
    checks = checked(told, told.new)
    issues = [one.why for one in checks if one.done is not True]
    reply: dict[str, JsonValue] = {
        "verdict": "needs_revision" if issues else "approved",
        "reasoning": " ".join([*(one.why for one in checks if one.done), say(language, "not_judged")]),
        "specific_issues": list[JsonValue](issues),
        "suggestions": [say(language, "what_now")] if issues else [],
    }
    points = told.prompt.named("point ")
    if points:
        reply["points"] = [_point(one.name.removeprefix("point "), one.text, checks) for one in points]
    return as_json(reply)


def _point(number: str, text: str, checks: Sequence[Checked]) -> JsonValue:
    mine = [one for one in checks if folded(one.said) and folded(one.said) in folded(text)]
    done = bool(mine) and all(one.done for one in mine)
    return {"point": number, "done": done, "why": " ".join(one.why for one in mine)}


def rank(request: ModelRequest) -> str:
    """Order attempts by how much of the request they do, then by how little they change."""
    told = Told.by(request)
    scores: dict[str, tuple[int, int]] = {}
    for label, new in told.attempts.items():
        done = sum(one.done is True for one in checked(told, new))
        scores[label] = (done, -_changed(told.old, new))
    order = sorted(scores, key=lambda label: scores[label], reverse=True)
    why = [say(told.language, "ranked", label=n, done=scores[n][0], words=-scores[n][1]) for n in order]
    return as_json({"ranking": order, "why": " ".join(why)})


def _changed(old: Mapping[str, str], new: Mapping[str, str]) -> int:
    """Return how many words differ."""
    return sum(_moved(old.get(path, ""), new.get(path, "")) for path in {**old, **new})


def checked(told: Told, new: Mapping[str, str]) -> list[Checked]:
    """Hold every request against a level, and whether files changed that none of them speaks of."""
    old, language = told.old, told.language
    wanted = requests_of(told.request)
    if len(old) == 1 and "passage" in old:
        # Where in the text is said by the mark.
        wanted = [replace(one, where="") for one in wanted]
    found = [_check(one, old, new, language) for one in wanted if one.kind != "keep"]
    expected = applied(old, wanted)
    unasked = [p for p in {**old, **new} if new.get(p) != old.get(p) and expected.get(p) == old.get(p)]
    if any(one.kind == "unknown" for one in wanted):
        # What it may touch, no rule can tell.
        return found
    return [*found, *(Checked("", False, say(language, "unasked", path=path)) for path in unasked)]


def _check(one: Request, old: Mapping[str, str], new: Mapping[str, str], language: Language) -> Checked:
    said = quoted(one.said, language)
    before, after = (reached(one, files) for files in (old, new))
    if one.kind == "unknown":
        return Checked(one.said, None, say(language, "no_rule", said=said))
    if applied(old, [one]) == dict(old):
        return Checked(one.said, False, say(language, "not_there", said=said))
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
    return Checked(one.said, done, say(language, "is_done" if done else "is_not_done", said=said))


def explain(request: ModelRequest) -> str:
    """Tell the changes of a level in the words of both texts, the greatest first."""
    told = Told.by(request)
    old, new, language = told.old, told.new, told.language
    changed = [path for path in {**new, **old} if old.get(path) != new.get(path)]
    cannot = [one for one in requests_of(told.request) if one.kind == "unknown"]
    return as_json(
        {
            "changes": [_file(path, old.get(path), new.get(path), language) for path in changed],
            "impact": {"arc": "", "tone": "", "consistency": ""},
            "why": say(language, "explained"),
            "risks": [say(language, "no_rule", said=quoted(one.said, language)) for one in cannot],
        }
    )


def _file(path: str, old: str | None, new: str | None, language: Language) -> JsonValue:
    if old is None or new is None:
        summary = say(language, "new" if old is None else "deleted")
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
    summary = say(language, "changed", places=len(pairs))
    return {"file": path, "magnitude": magnitude, "summary": summary, "before_after": pairs[:MOST_PAIRS]}


def _moved(old: str, new: str) -> int:
    """Return how many words of one text the other has not, the larger number of both sides."""
    was, now = Counter(old.split()), Counter(new.split())
    return max((was - now).total(), (now - was).total())


def _short(text: str) -> str:
    return shorten(text, LONGEST, placeholder=" …")
