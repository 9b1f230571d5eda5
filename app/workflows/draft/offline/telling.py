"""The offline semantic diff: what changed, file by file, in the words of both texts."""

from __future__ import annotations

from app.diffing import compare
from app.diffing.tokens import count_words
from app.domain.canonical import JsonValue, dumps
from app.domain.messages import ModelRequest
from app.workflows.common.prose import sentences
from app.workflows.draft.asked import ExplainAsked
from app.workflows.draft.offline.brief import names_in
from app.workflows.draft.offline.instructions import instructions_of

MOST_PAIRS = 4
_LONGEST = 24


def explain(request: ModelRequest) -> str:
    """Tell the changes of a level, the greatest first."""
    asked = ExplainAsked.model_validate(request.inputs)
    old = {file.path: file.text for file in asked.old}
    new = {file.path: file.text for file in asked.new}
    paths = [*new, *(path for path in old if path not in new)]
    changed = [path for path in paths if old.get(path) != new.get(path)]
    told: list[JsonValue] = [_file(path, old.get(path), new.get(path)) for path in changed]
    wanted = instructions_of(asked.feedback) if asked.feedback else []
    tones = [one.what for one in wanted if one.kind == "tone"]
    undone = [one.said for one in wanted if one.kind == "other"]
    names = [set(names_in(files.values(), 40)) for files in (old, new)]
    new_names, lost = sorted(names[1] - names[0]), sorted(names[0] - names[1])
    kept = [f"New names: {', '.join(new_names[:8])}."] if new_names and old else []
    kept += [f"Names that are gone: {', '.join(lost[:8])}."] if lost else []
    return dumps(
        {
            "changes": told,
            "impact": {
                "arc": "",
                "tone": ", ".join(tones),
                "consistency": " ".join(kept) or "All names are as they were.",
            },
            "why": "",
            "risks": [f"No rule could do “{one}”." for one in undone],
        }
    )


def _file(path: str, old: str | None, new: str | None) -> dict[str, JsonValue]:
    if old is None:
        return {
            "file": path,
            "magnitude": "major",
            "summary": "new",
            "details": [_short(s) for s in _head(new)],
        }
    if new is None:
        return {
            "file": path,
            "magnitude": "major",
            "summary": "deleted",
            "details": [_short(s) for s in _head(old)],
        }
    found = compare(old, new)
    pairs: list[JsonValue] = []
    added: list[JsonValue] = []
    gone = come = 0
    for hunk in found.hunks:
        rows = [found.rows[index] for index in hunk.rows]
        was = " ".join(row.old.text for row in rows if row.old)
        now = " ".join(row.new.text for row in rows if row.new)
        gone, come = gone + count_words(was), come + count_words(now)
        if was.strip() and now.strip():
            pairs.append({"where": hunk.heading, "before": _around(was, now), "after": _around(now, was)})
        elif now.strip():
            added.append(_short(now))
        else:
            pairs.append({"where": hunk.heading, "before": _short(was), "after": "(gone)"})
    share = max(gone, come) / max(1, count_words(old))
    magnitude = "major" if share > 0.3 else "moderate" if share > 0.08 else "minor"
    return {
        "file": path,
        "magnitude": magnitude,
        "summary": _summary(len(added), len(pairs), [str(one) for one in added]),
        "before_after": pairs[:MOST_PAIRS],
        "scenes_added": added[:MOST_PAIRS],
    }


def _summary(new: int, changed: int, added: list[str]) -> str:
    """Return how many passages are new and how many changed, with the first new one's words."""
    counts = [f"{new} {'passage' if new == 1 else 'passages'} new"] if new else []
    counts += [f"{changed} {'passage' if changed == 1 else 'passages'} changed"] if changed else []
    first = sentences(added[0])[:1] if added else []
    quoted = f": “{first[0].rstrip(' …')}”" if first else ""
    return (", ".join(counts) or "white space alone") + quoted


def _head(text: str | None) -> list[str]:
    return sentences(text or "")[:2]


def _around(text: str, other: str) -> str:
    """Return the part of a text that the other has not: words alike at both ends are left out."""
    mine, theirs = text.split(), other.split()
    first = 0
    while first < min(len(mine), len(theirs)) and mine[first] == theirs[first]:
        first += 1
    last = 0
    while last < min(len(mine), len(theirs)) - first and mine[-1 - last] == theirs[-1 - last]:
        last += 1
    start, end = max(0, first - 3), len(mine) - max(0, last - 3)
    lead, tail = ("… " if start else ""), (" …" if end < len(mine) else "")
    return lead + _short(" ".join(mine[start:end])) + tail


def _short(text: str) -> str:
    words = text.split()
    return " ".join(words) if len(words) <= _LONGEST else " ".join(words[:_LONGEST]) + " …"
