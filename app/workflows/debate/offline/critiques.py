"""What a member finds fault with: what its own lens sees and the answer does not. Every point is a fact.

Rule: a point is made once. What an author held is not raised again, and after the first round only limits,
bounds, contradictions and comparisons are: a line more or less is no matter for another round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from app.domain.messages import ModelRequest
from app.workflows.common import prose
from app.workflows.debate.offline import words
from app.workflows.debate.offline.answers import (
    ReadAnswer,
    compared_line,
    conflict_line,
    out_told,
    passed_line,
    position_of,
    read_answer,
)
from app.workflows.debate.offline.case import Case, case_of, conflicts, passed
from app.workflows.debate.offline.demands import answer_demand, met_in, told_check
from app.workflows.debate.offline.inputs import as_json, pairs, text_of
from app.workflows.debate.offline.material import Claim
from app.workflows.debate.offline.phrases import say
from app.workflows.debate.offline.positions import broken, comparisons, evidence, weigh
from app.workflows.debate.offline.quoting import cited, holds, named, quoted
from app.workflows.debate.offline.settled import Settled, settled_by, sum_question
from app.workflows.debate.offline.words import Lens

MOST = 3
"""Points one member makes against one answer."""
MOST_OF_CHAIR = 5
Category = Literal[
    "sum", "bound", "limit", "contradiction", "warning", "left out", "comparison", "must-have", "source"
]
_WEIGHT = {"high": 4, "medium": 2, "low": 1}
_GRAVE = {"high": 0, "medium": 1, "low": 2}


@dataclass(frozen=True, slots=True)
class ReplyPoint:
    """A point, as the critique reply has it."""

    category: Category
    severity: Literal["high", "medium", "low"]
    claim: str
    suggestion: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Review:
    """One answer under one lens."""

    case: Case
    settled: Settled
    lens: Lens
    read: ReadAnswer

    @property
    def text(self) -> str:
        """Return the answer's text."""
        return self.read.text


def criticise(request: ModelRequest, lenses: Sequence[Lens]) -> str:
    """Review every answer under the lenses; rank first what is least to be mended."""
    inputs = request.inputs
    case, settled = case_of(inputs), settled_by(inputs)
    history = text_of(inputs, "history")
    most = MOST if len(lenses) == 1 else MOST_OF_CHAIR
    found: dict[str, list[ReplyPoint]] = {}
    open_demands: dict[str, int] = {}
    for label, text in pairs(inputs, "answers", "label", "text"):
        read = read_answer(case, settled, text)
        points = [
            p for lens in lenses for p in _points(Review(case, settled, lens, read), again=bool(history))
        ]
        points = [p for p in dict.fromkeys(points) if p.claim not in history]
        found[label] = sorted(points, key=lambda p: _GRAVE[p.severity])[:most]
        open_demands[label] = sum(not met_in(case, d, text) for d in case.brief.demands)
    order = sorted(found, key=lambda k: (sum(_WEIGHT[p.severity] for p in found[k]) + 2 * open_demands[k], k))
    items = [
        {
            "target": label,
            "claim": p.claim,
            "suggestion": p.suggestion,
            "severity": p.severity,
            "category": p.category,
            "quote": p.quote,
        }
        for label, points in found.items()
        for p in points
    ]
    return as_json({"ranking": order, "items": items})


def _points(review: Review, *, again: bool) -> Iterator[ReplyPoint]:
    if review.case.language == "other":
        return
    if review.lens == "risk":
        yield from _sum(review)
        yield from _bound(review)
        yield from _conflict(review)
    if review.lens == "cost":
        yield from _out(review)
    yield from _compare(review)
    if again:
        return
    yield from _warning(review)
    yield from _must_haves(review)
    yield from _left_out(review)
    if review.read.lens is None:
        yield from _unsourced(review)


def _sum(review: Review) -> Iterator[ReplyPoint]:
    case = review.case
    asked = sum_question(case)
    if asked is None or review.settled.sums is False:
        return
    total = asked[1]
    counted = next((c for c in total.claims if quoted(case, c.text) in review.text), None)
    if counted is None or holds(case, review.text, told_check(case, total)):
        return
    if review.read.lens not in (None, "cost"):
        return
    on_top = next(c for c in total.claims if c != counted)
    claim = say(case.language, "c.sum", cited(case, on_top))
    suggestion = say(case.language, "c.sum.do", told_check(case, total))
    yield ReplyPoint("sum", "high", claim, suggestion, _quote(case, counted, review.text))


def _bound(review: Review) -> Iterator[ReplyPoint]:
    case = review.case
    for one in passed(case):
        if holds(case, review.text, passed_line(case, one)) or not _goes(review.read):
            continue
        claim = say(case.language, "c.bound", cited(case, one.own), cited(case, one.bound))
        yield ReplyPoint("bound", "high", claim, say(case.language, "c.bound.do"))


def _goes(read: ReadAnswer) -> bool:
    return read.option is not None and read.option.part == "go"


def _conflict(review: Review) -> Iterator[ReplyPoint]:
    case = review.case
    known = [c for c, _ in review.settled.right]
    for one in conflicts(case):
        rests = [c for c in (one.first, one.second) if _quote(case, c, review.text)]
        if rests and one not in known and not holds(case, review.text, conflict_line(case, one)):
            claim = say(case.language, "c.conflict", cited(case, one.first), cited(case, one.second))
            yield ReplyPoint(
                "contradiction",
                "medium",
                claim,
                say(case.language, "c.conflict.do"),
                _quote(case, rests[0], review.text),
            )


def _out(review: Review) -> Iterator[ReplyPoint]:
    case = review.case
    for out in broken(case):
        if out.option == review.read.option:
            option = named(case, out.option)
            claim = say(case.language, "c.out", option, quoted(case, out.demand), out_told(case, out))
            yield ReplyPoint("limit", "high", claim, say(case.language, "c.out.do"))


def _compare(review: Review) -> Iterator[ReplyPoint]:
    case = review.case
    for one in comparisons(case):
        line = compared_line(case, one)
        clear = one.cells[0][2].value != one.cells[1][2].value
        if (
            one.lens == review.lens
            and clear
            and review.read.option not in (None, one.cells[0][0])
            and line not in review.text
        ):
            yield ReplyPoint(
                "comparison",
                "medium",
                say(case.language, "c.compare", line),
                say(case.language, "c.compare.do"),
            )


def _warning(review: Review) -> Iterator[ReplyPoint]:
    """Find a line that the answer rests on where the same part of the material warns of it."""
    case = review.case
    if review.lens != "risk":
        return
    for claim in case.material():
        if claim.leans <= 0 or claim.row or not (passage := _quote(case, claim, review.text)):
            continue
        for other in case.material():
            same = (other.source, other.heading) == (claim.source, claim.heading) and other.heading
            if (
                same
                and other.leans < 0
                and words.WARNS.search(other.text)
                and not _quote(case, other, review.text)
            ):
                text = say(case.language, "c.warns", cited(case, claim), cited(case, other))
                yield ReplyPoint("warning", "medium", text, say(case.language, "c.warns.do"), passage)
                return


def _must_haves(review: Review) -> Iterator[ReplyPoint]:
    case = review.case
    if review.read.own is not None:
        return
    position = weigh(case, review.lens)
    for demand in case.brief.demands:
        if met_in(case, demand, review.text):
            continue
        better = answer_demand(case, demand, position)
        if better.met and better.claims and better.text not in review.text:
            claim = say(case.language, "c.demand", quoted(case, demand))
            yield ReplyPoint("must-have", "high", claim, say(case.language, "c.demand.do", better.text))
            return


def _left_out(review: Review) -> Iterator[ReplyPoint]:
    """Find lines under the own lens that speak against what the answer recommends and are not in it."""
    case, option = review.case, review.read.option
    lens_name = say(case.language, f"lens.{review.lens}")
    count = 0
    for claim in evidence(case, review.lens):
        if count or review.case.brief.kind == "open":
            return
        if not _opposes(review, claim) or _quote(case, claim, review.text) or claim in review.settled.wrong:
            continue
        count += 1
        text = say(case.language, "c.left_out", lens_name, cited(case, claim))
        bears = say(case.language, "c.left_out.do", named(case, option)) if option else ""
        yield ReplyPoint("left out", "medium", text, bears or say(case.language, "c.left_out.none"))


def _opposes(review: Review, claim: Claim) -> bool:
    option = review.read.option
    if option is None:
        return review.read.own is not None
    if review.case.brief.kind == "options":
        about = review.case.bound.get(claim)
        return about is not None and (claim.leans < 0) == (about == option)
    if option.part == "trial":
        return _flips(review, claim)
    return claim.leans < 0 if option.part == "go" else claim.leans > 0


def _flips(review: Review, claim: Claim) -> bool:
    own = review.read.own
    if own is None:
        return False
    seen = replace(own.seen, claims=own.seen.claims | {claim})
    before, after = (position_of(review.case, review.settled, d) for d in (own, replace(own, seen=seen)))
    return before.option != after.option


def _unsourced(review: Review) -> Iterator[ReplyPoint]:
    case = review.case
    if prose.has_number(review.text) or any(c.text in review.text for c in case.material()):
        return
    near = next(iter(evidence(case, review.lens)), None)
    if near is not None:
        yield ReplyPoint(
            "source",
            "medium",
            say(case.language, "c.nothing"),
            say(case.language, "c.nothing.do", cited(case, near)),
        )


def _quote(case: Case, claim: Claim, text: str) -> str:
    """Return the passage of a text that quotes a claim, empty where none does."""
    for passage in (cited(case, claim), quoted(case, claim.text), claim.text):
        if passage in text:
            return passage
    return ""
