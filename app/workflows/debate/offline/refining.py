"""Refining an answer: what a point shows is weighed, and what follows is said; else it is held with a
reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.domain.messages import ModelRequest
from app.workflows.common import prose
from app.workflows.debate.offline import words
from app.workflows.debate.offline.answers import (
    Draft,
    ReadAnswer,
    compared_line,
    passed_line,
    position_of,
    read_answer,
    write,
)
from app.workflows.debate.offline.brief import Option
from app.workflows.debate.offline.case import Case, case_of, passed
from app.workflows.debate.offline.inputs import as_json, rows_of, text_of
from app.workflows.debate.offline.material import Claim
from app.workflows.debate.offline.nearness import nearest
from app.workflows.debate.offline.phrases import say
from app.workflows.debate.offline.positions import comparisons
from app.workflows.debate.offline.quoting import cited, named, quoted, weighed
from app.workflows.debate.offline.settled import Settled, settled_by, weight_in, wishes_of
from app.workflows.debate.offline.words import LENSES

LONGEST_POINT = 3000
"""Characters of a point that are read."""


@dataclass(frozen=True, slots=True)
class Mended:
    """What became of one point: the draft with it taken in (None: held), and why."""

    draft: Draft | None
    done: str
    why: str


def refine(request: ModelRequest) -> str:
    """Take in what rules can take in, and hold with a reason where they cannot."""
    inputs = request.inputs
    case, settled = case_of(inputs), settled_by(inputs)
    text = text_of(inputs, "text")
    points = [{k: str(v) for k, v in item.items()} for item in rows_of(inputs, "critiques")]
    read = read_answer(case, settled, text)
    if read.own is not None:
        better, answers, done = _own(case, settled, read.own, points)
        better, wished = _with_wishes(case, better, wishes_of(inputs))
        text = write(case, settled, better) if better != read.own else text
    else:
        text, answers, done = _foreign(case, read, points)
        text, wished = _foreign_wishes(case, text, wishes_of(inputs))
    done += [say(case.language, "r.wish")] if wished else []
    summary = "; ".join(dict.fromkeys(done)) or say(case.language, "r.unchanged")
    # Its rules follow lines that a point quotes, and nothing else.
    before, after = (_option(case, settled, one) for one in (read.text, text))
    because = "evidence" if before != after else ""
    return as_json({"text": text, "answers": answers, "summary": summary[:200], "changed_because": because})


def _option(case: Case, settled: Settled, text: str) -> Option | None:
    own = read_answer(case, settled, text).own
    return position_of(case, settled, own).option if own is not None else None


def _answer(point: Mapping[str, str], fixed: bool, why: str) -> dict[str, str]:
    return {"id": point.get("id", ""), "answer": "fixed" if fixed else "held", "justification": why}


# --- an answer of the council's own -----------------------------------------------------------


def _own(
    case: Case, settled: Settled, draft: Draft, points: list[dict[str, str]]
) -> tuple[Draft, list[dict[str, str]], list[str]]:
    """Take the points in one by one; a change of the recommendation is laid at the one that made it."""
    first = position_of(case, settled, draft).option
    taken: list[tuple[dict[str, str], Mended]] = []
    options: list[Option | None] = []
    for point in points:
        mended = _taken_in(case, settled, draft, point)
        draft = mended.draft or draft
        taken.append((point, mended))
        options.append(position_of(case, settled, draft).option)
    turn = _turn(first, options)
    answers, done = [], []
    for n, (point, mended) in enumerate(taken):
        why, what = mended.why, mended.done
        if n == turn:
            shown = named(case, first), named(case, options[-1])
            why, what = say(case.language, "r.flipped", *shown), say(case.language, "r.flip", *shown)
        answers.append(_answer(point, mended.draft is not None, why))
        done += [what] if mended.draft is not None else []
    return draft, answers, done


def _turn(first: Option | None, options: list[Option | None]) -> int | None:
    """Return the index of the point from which on the last option stood; None where nothing changed."""
    if not options or options[-1] == first:
        return None
    indices = [n for n, option in enumerate(options) if option != options[-1]]
    return indices[-1] + 1 if indices else 0


def _taken_in(case: Case, settled: Settled, draft: Draft, point: Mapping[str, str]) -> Mended:
    """Return the draft with one point taken in."""
    language = case.language
    after, key = _changed(case, draft, point)
    if key == "":
        return Mended(None, "", say(language, "r.judgement"))
    if after == draft or write(case, settled, after) == write(case, settled, draft):
        return Mended(None, "", say(language, "r.there" if after == draft else "r.nothing"))
    new = position_of(case, settled, after)
    if case.brief.kind in ("options", "open"):
        why = say(language, "r.stands.options", named(case, new.option))
    else:
        why = say(language, "r.stands", len(new.backing), weighed(case, new.option), len(new.opposing))
    return Mended(after, say(language, key), why)


def _changed(case: Case, draft: Draft, point: Mapping[str, str]) -> tuple[Draft, str]:
    """Return the draft that a point asks for, and the phrase for what was done; empty for no rule."""
    category = point.get("category", "")
    point_text = f"{point.get('claim', '')[:LONGEST_POINT]} {point.get('suggestion', '')[:LONGEST_POINT]}"
    seen = draft.seen
    match category:
        case "sum":
            return replace(draft, seen=replace(seen, sums=True)), "r.sum"
        case "limit":
            # What is left is compared on everything, so that one of it can be chosen.
            lenses = frozenset(LENSES) - {draft.lens}
            return replace(draft, seen=replace(seen, sums=draft.lens != "cost", lenses=lenses)), "r.compared"
        case "bound" if any(cited(case, p.bound) in point_text for p in passed(case)):
            return replace(draft, seen=replace(seen, bounds=True)), "r.bound"
        case "contradiction":
            return replace(draft, conflicts=True), "r.conflict"
        case "comparison":
            lenses = frozenset(c.lens for c in comparisons(case) if compared_line(case, c) in point_text)
            return replace(
                draft, seen=replace(seen, lenses=seen.lenses | lenses)
            ), "r.compared" if lenses else ""
        case "left out" | "warning":
            lines = [c for c in case.claims if c.leans and not c.row and cited(case, c) in point_text]
            return replace(
                draft, seen=replace(seen, claims=seen.claims | set(lines[-1:]))
            ), "r.added" if lines else ""
        case _:
            return draft, ""


def wish_line(case: Case, wish: str, skip: str = "") -> str:
    """Return what the material says of a wish, or that it says nothing."""
    language = case.language
    lens = weight_in(wish)
    if lens is not None:
        return say(language, "w.weight", quoted(case, wish), say(language, f"lens.{lens}"))
    near = [c for c in nearest(case, wish) if cited(case, c) not in skip or not skip]
    if near:
        return say(language, "w.found", quoted(case, wish), cited(case, near[0]))
    return say(language, "w.none", quoted(case, wish))


def _with_wishes(case: Case, draft: Draft, wishes: list[str]) -> tuple[Draft, bool]:
    known = "\n".join(draft.wishes)
    fresh = [wish_line(case, wish) for wish in wishes if quoted(case, wish) not in known]
    return (replace(draft, wishes=(*draft.wishes, *fresh)), True) if fresh else (draft, False)


# --- an answer that other hands wrote ---------------------------------------------------------


def _foreign(
    case: Case, read: ReadAnswer, points: list[dict[str, str]]
) -> tuple[str, list[dict[str, str]], list[str]]:
    """Add what points show under a heading of its own; every word that is there stays."""
    text, answers, done = read.text, [], []
    for point in points:
        line = _shown_by(case, point)
        if line is None:
            answers.append(_answer(point, False, say(case.language, "r.judgement")))
        elif line in text:
            answers.append(_answer(point, False, say(case.language, "r.there")))
        else:
            text = added(text, say(case.language, "h.added"), line)
            answers.append(_answer(point, True, say(case.language, "r.added")))
            done.append(say(case.language, "r.added"))
    return text, answers, done


def _shown_by(case: Case, point: Mapping[str, str]) -> str | None:
    """Return the line that a point brings: one it quotes, else the nearest of the material."""
    point_text = f"{point.get('claim', '')} {point.get('suggestion', '')}"[: 2 * LONGEST_POINT]
    quoted_lines = [c for c in case.claims if cited(case, c) in point_text]
    for one in passed(case):
        if cited(case, one.own) in point_text and cited(case, one.bound) in point_text:
            return passed_line(case, one)
    if quoted_lines:
        return cited(case, quoted_lines[-1])
    near = _near(case, point_text)
    return (
        None
        if near is None
        else say(
            case.language,
            "added.on",
            quoted(case, prose.plain(point.get("claim", "")[:400])),
            cited(case, near),
        )
    )


def _near(case: Case, point_text: str) -> Claim | None:
    keys = words.telling(point_text)
    found = [(case.near(keys, c), c) for c in case.material() if len(keys & c.keys) >= 3]
    return max(found, key=lambda item: item[0])[1] if found else None


def _foreign_wishes(case: Case, text: str, wishes: list[str]) -> tuple[str, bool]:
    before = text
    for wish in wishes:
        if wish not in text:
            text = added(text, say(case.language, "h.wishes"), wish_line(case, wish))
    return text, text != before


def added(text: str, heading: str, line: str) -> str:
    """Add a line to the section of a heading, which is made at the end where it is not there."""
    lines = text.rstrip().split("\n")
    if heading not in lines:
        return "\n".join([*lines, "", heading, "", f"- {line}"]) + "\n"
    index = lines.index(heading) + 1
    while index < len(lines) and not lines[index].startswith("#"):
        index += 1
    while lines[index - 1] == "":
        index -= 1
    return "\n".join([*lines[:index], f"- {line}", *lines[index:]]) + "\n"
