"""The critique ledger in words: what a row and its filters say, who is meant, where the words stand. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from app.diffing.quotations import quoted_spans
from app.domain.i18n import Message, words
from app.domain.marks import NAMES
from app.engine.tabs import Choice, Column, Option
from app.projections.critiques import Point
from app.ui.kit.states import StateLook
from app.ui.kit.texts import single_line, tr
from app.ui.view.disputes import is_disputed
from app.ui.view.paragraphs import paragraph_of
from app.ui.view.session_view import SessionView

SEVERITY = {"high": words("high"), "medium": words("medium"), "low": words("low")}
ANSWERS = {
    "fixed": words("addressed"),
    "held": words("stands by it"),
    "unanswered": words("no reply"),
    "": words("no reply yet"),
}
ANSWER_LOOKS = {
    "fixed": StateLook("pencil", "text2", "edge"),
    "held": StateLook("shield", "text2", "edge"),
    "unanswered": StateLook("circle", "waiting", "waiting"),
    "": StateLook("circle-dashed", "muted", "edge"),
}
"""How an author's response looks: one that says it followed a point is no more than its word.

The ground is the colour of the line beside it.
"""
VERDICTS = {"accept": words("accepted"), "dismiss": words("dismissed"), "defer": words("deferred")}
VERDICT_ICONS = {"accept": "check", "dismiss": "x", "defer": "clock"}
STATES: dict[str, tuple[Message, Callable[[Point], bool]]] = {
    "disputed": (words("Still disputed"), is_disputed),
    "open": (words("Open"), lambda point: point.open),
    "undecided": (words("No verdict yet"), lambda point: not point.verdict),
    "fixed": (words("Addressed"), lambda point: point.answered == "fixed"),
    "held": (words("Stands by it"), lambda point: point.answered == "held"),
    "accepted": (words("Accepted"), lambda point: point.verdict == "accept"),
    "dismissed": (words("Dismissed"), lambda point: point.verdict == "dismiss"),
    "deferred": (words("Deferred"), lambda point: point.verdict == "defer"),
    "apart": (words("Passage not in the answer"), lambda point: point.apart),
}
FILTERS: tuple[Choice[Sequence[Point], Point], ...] = (
    Choice(
        words("Only this severity"),
        words("Any severity"),
        lambda _points: [Option(severity, title) for severity, title in SEVERITY.items()],
        lambda point, severity: point.filed.severity == severity,
    ),
    Choice(
        words("Only this category"),
        words("Any kind"),
        lambda points: [Option(name, name) for name in sorted({p.filed.category for p in points} - {""})],
        lambda point, category: point.filed.category == category,
    ),
    Choice(
        words("Only in this state"),
        words("Any response"),
        lambda _points: [Option(state, title) for state, (title, _) in STATES.items()],
        lambda point, state: STATES[state][1](point),
    ),
)
_SENTENCE = re.compile(r"[.!?…][\"”’)]*(?=\s+[^\s(])")
"""The end of a sentence; what stands in brackets behind it, as the place of a quotation, belongs to it."""
_LINE_MARKS = re.compile(r"^[\s#>*`+-]+")
_HEADLINE = 180
"""Characters of a claim that stand above the rest of it."""
_LEAST = 24
"""Of fewer characters no sentence stands for a claim: “No.” does not say what is meant."""


class Who(NamedTuple):
    """A member as rows name it."""

    name: str
    letter: str
    """What stands for it where there is little room; its name where no letters were dealt."""
    colour: int

    @property
    def called(self) -> str:
        """Return “Ada · A”."""
        alone = self.letter == self.name or self.name.endswith(f" {self.letter}")
        return self.name if alone else f"{self.name} · {self.letter}"


def who_of(view: SessionView, seat: str, round_number: int | None = None) -> Who:
    """Return how a seat is named in a round, None for the one in sight; its colour is that of its card."""
    members = view.members()
    name = view.names.of(seat)
    letter = view.letter(seat, round_number) or single_line(name, 14)
    return Who(name, letter, members.index(seat) if seat in members else len(members))


def headline(claim: str) -> tuple[str, str]:
    """Return a claim's first sentence on one line, and what is left of it."""
    lines = claim.strip().split("\n")
    at = next((n for n, line in enumerate(lines) if _LINE_MARKS.sub("", line)), 0)
    first = _LINE_MARKS.sub("", lines[at]) if lines else ""
    ends = [found.end() for found in _SENTENCE.finditer(first) if found.start() >= _LEAST]
    end = next((at for at in ends if not _within_quotation(first[:at])), len(first))
    head, more = first[:end], first[end:].strip()
    rest = "\n".join(filter(None, (more, *lines[at + 1 :]))).strip()
    if len(head) > _HEADLINE:
        return single_line(head, _HEADLINE), claim.strip()
    return single_line(head, _HEADLINE), rest


def _within_quotation(text: str) -> bool:
    return text.count("“") > text.count("”") or text.count('"') % 2 == 1


_SHOWN = {
    "absent": words("the passage does not stand in the answer"),
    "none": words("names no passage"),
}


def shown_words(point: Point) -> str:
    """Return what is to be said of what a point shows; empty where it quotes, or says what is missing."""
    filed = point.filed
    said = [tr(_SHOWN[filed.passage])] if filed.passage in _SHOWN else []
    if filed.missing:
        said.append(tr("missing: {what}", what=filed.missing))
    if filed.met:
        said.append(tr("the answer says already what it suggests"))
    return " · ".join(said)


COLUMNS: tuple[Column[Point], ...] = (Column(words("Claim"), lambda point: headline(point.filed.claim)[0]),)


def mark_words(view: SessionView, point: Point) -> str:
    """Return how a person marked words, and that they are gone where the author's text has them no more."""
    filed = point.filed
    if filed.mark is None:
        return ""
    texts = view.fold.texts.of_seat(filed.target)
    name = tr(NAMES[filed.mark])
    if filed.author:
        name = tr("{mark} by {author}", mark=name, author=single_line(filed.author, 30))
    stale = point.open and bool(texts) and not quoted_spans(texts[-1].text, filed.quote)
    return tr("{mark} · these words are gone", mark=name) if stale else name


def sentence_of(view: SessionView, point: Point) -> str:
    """Return a row as a screen reader tells it."""
    filed = point.filed
    pair = tr("{critic} to {author}", critic=view.names.of(filed.critic), author=view.names.of(filed.target))
    parts = [
        headline(filed.claim)[0],
        pair,
        "" if filed.mark is not None else tr("severity {what}", what=tr(SEVERITY[filed.severity])),
        mark_words(view, point) or single_line(filed.category, 30),
        shown_words(point),
        tr(ANSWERS[point.answered]),
        tr("your verdict: {what}", what=tr(VERDICTS[point.verdict])) if point.verdict else "",
    ]
    return " · ".join(filter(None, parts))


def text_of_answer(view: SessionView, point: Point) -> int:
    """Return the seq of the author's text that addresses a point, 0 where there is none."""
    answer = point.answer
    if answer is None or answer.answer != "fixed":
        return 0
    seqs_of_call = [v.seq for v in view.fold.texts.versions.values() if v.asked and v.asked == answer.asked]
    # Journals without call numbers have no better clue than which came next.
    later = (v.seq for v in view.fold.texts.of_seat(point.filed.target, view.slot) if v.seq > point.seq)
    return seqs_of_call[-1] if seqs_of_call else next(later, 0)


def place_of(view: SessionView, point: Point) -> str:
    """Return where the quoted words stand: “Ada · A, round 1, ¶2”."""
    who = who_of(view, point.filed.target, point.round).called
    read = [v for v in view.fold.texts.of_seat(point.filed.target, view.slot) if v.seq < point.seq]
    words_ = [who, tr("round {n}", n=read[-1].round or 1)] if read else [who]
    at = paragraph_of(read[-1].text, point.filed.quote) if read else 0
    return ", ".join([*words_, *([f"¶{at}"] if at else [])])
