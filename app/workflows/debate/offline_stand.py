"""Where the members stand at the end, as the offline chair finds it by rules in the rounds it is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.domain.canonical import JsonValue
from app.workflows.common import prose
from app.workflows.debate.offline_inputs import Inputs, list_of, short

MOST = 5
"""Entries of one list: more are no summary."""
Answer = tuple[str, str]
"""A member and its text."""


def where_they_stand(
    lead: str, others: Sequence[Answer], rounds: Sequence[Inputs]
) -> Mapping[str, JsonValue]:
    """Return the decision, what is disputed, what only one says and what changed, as the reply has them."""
    return {
        "decision": " ".join(prose.prose_sentences(lead)[:1]),
        "disputed": _disputed(rounds[-1]) if rounds else [],
        "only_one_says": [{"who": who, "says": says} for says, who in found_by_others(lead, others)],
        "what_changed": _what_changed(rounds),
    }


def found_by_others(lead: str, others: Sequence[Answer]) -> list[tuple[str, str]]:
    """Return sentences with figures that the leading answer has not, each with who found it; four at most."""
    known = set(prose.prose_sentences(lead))
    found: dict[str, str] = {}
    for seat, text in others:
        for sentence in prose.prose_sentences(text):
            telling = prose.has_number(sentence) and len(prose.words_of(sentence)) >= 6
            if telling and sentence not in known:
                found.setdefault(sentence, seat)
    return list(found.items())[:4]


def _disputed(last: Inputs) -> list[JsonValue]:
    """Return the points of the last round that their authors did not mend, with both sides' words.

    Rules cannot tell what a side takes for granted beyond what it said, so nothing is made up for it.
    """
    sides: dict[str, tuple[list[str], dict[str, list[str]]]] = {}
    for point in _points(last):
        if point.get("answer") != "held" or point.get("severity") == "low":
            continue
        critics, authors = sides.setdefault(short(str(point.get("claim", "")), 40), ([], {}))
        critics.append(str(point.get("critic", "")))
        if point.get("target") and point.get("justification"):
            authors.setdefault(str(point["justification"]), []).append(str(point["target"]))
    found: list[JsonValue] = []
    for issue, (critics, authors) in sides.items():
        told: list[JsonValue] = [{"who": _joined(critics), "says": "The answer should change here."}]
        told += [{"who": _joined(who), "says": why} for why, who in authors.items()]
        found.append({"issue": issue, "sides": told})
    return found[:MOST]


def _joined(names: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def _what_changed(rounds: Sequence[Inputs]) -> list[JsonValue]:
    """Return what the members mended, once for each kind of change, with the point that made them."""
    found: dict[tuple[str, str], str] = {}
    for told in rounds:
        for point in _points(told):
            if point.get("answer") == "fixed" and point.get("justification"):
                author, done = str(point.get("target", "")), str(point["justification"])
                claim = short(str(point.get("claim", "")), 30)
                where = f"Round {told['number']}: " if "number" in told else ""
                found.setdefault(
                    (author, done), f"{where}{author} {done}, because {point.get('critic')} said: {claim}"
                )
    return list[JsonValue](found.values())[:MOST]


def _points(told: Inputs) -> list[Mapping[str, JsonValue]]:
    return [point for point in list_of(told, "critiques") if isinstance(point, dict)]
