"""The judge's word on an attempt: its reply, several judges' majority, and the order of several writers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, ClassVar

from pydantic import BeforeValidator

from app.workflows.common import values
from app.workflows.common.reading.names import ReplyModel
from app.workflows.common.replies import Text, Written
from app.workflows.draft.asked import Verdict
from app.workflows.draft.facts import DraftJudged, DraftVerdict

_VERDICTS = {
    "approved": (
        "approved approve accepted accept pass passed ok okay yes good fulfilled satisfied done true lgtm"
    ),
    "needs_revision": (
        "needs_revision need_revision revise revision needs_work needs_changes changes_requested rejected "
        "reject fail failed no false not_approved disapproved incomplete insufficient"
    ),
}
_CONDITION = re.compile(
    r"(?<!\bas )\b(?:if|unless|in case|falls|sofern)\b(?!\s+(?:possible|needed|necessary|you|nötig|möglich))"
    r"|(?:^|[.!?;:]\s+|\d[.)]\s+)(?:wenn|si)\b",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBERED = re.compile(r"(?m)^[ \t]*(?:\(?\d{1,2}[.)]|[-*•])[ \t]+(\S.*)$")


class PointReply(ReplyModel):
    """Whether one point of the feedback is done."""

    main: ClassVar[str] = "why"
    keyed: ClassVar[tuple[str, str]] = ("point", "done")
    names: ClassVar[dict[str, str]] = {
        "point": "number id item request feedback",
        "done": "met fulfilled addressed satisfied status result ok",
        "why": "reason reasoning explanation comment note evidence quote",
    }
    refers: ClassVar[dict[str, str]] = {"point": "point"}
    point: Text
    done: Annotated[bool, BeforeValidator(values.mark)]
    why: Text = ""


class JudgeReply(ReplyModel):
    """Was it done as asked; what is missing, and what would help."""

    main: ClassVar[str] = "reasoning"
    wrappers: ClassVar[tuple[str, ...]] = ("judgement", "judgment", "evaluation", "review", "result")
    names: ClassVar[dict[str, str]] = {
        "verdict": "decision result outcome status judgement judgment approved approval",
        "reasoning": "reason reasons explanation rationale justification why analysis",
        "specific_issues": "issues problems missing defects concerns",
        "suggestions": "suggestion recommendations recommendation improvements fixes",
        "points": "point_by_point per_point answers requests feedback_points",
    }
    verdict: Annotated[
        Verdict, BeforeValidator(values.one_of(_VERDICTS, yes="approved", no="needs_revision"))
    ]
    reasoning: Written
    specific_issues: tuple[Text, ...] = ()
    suggestions: tuple[Text, ...] = ()
    points: tuple[PointReply, ...] = ()


class RankReply(ReplyModel):
    """Several writers' attempts, best first."""

    remark: ClassVar[str] = "why"
    names: ClassVar[dict[str, str]] = {
        "ranking": "order rank best_to_worst ranked",
        "why": "reason reasoning rationale explanation",
    }
    refers: ClassVar[dict[str, str]] = {"ranking": "candidate"}
    ranking: tuple[Text, ...]
    why: Text = ""


def points_of(feedback: str) -> tuple[str, ...]:
    """Return the points of a feedback that lists several; none where it is one request."""
    found = tuple(match.group(1).strip() for match in _NUMBERED.finditer(feedback))
    return found if len(found) > 1 else ()


def conditional(feedback: str) -> bool:
    """Tell whether a request is a condition: “if the brother dies in 3, …”."""
    return _CONDITION.search(feedback) is not None


def judged(reply: JudgeReply, judge: str, writer: str = "", version: int = 1) -> DraftJudged:
    """Return what a judge's reply comes to: who leaves a point undone has not approved."""
    done = all(point.done for point in reply.points)
    return DraftJudged(
        judge=judge,
        writer=writer,
        version=version,
        verdict="approved" if reply.verdict == "approved" and done else "needs_revision",
        reasoning=reply.reasoning,
        issues=reply.specific_issues,
        suggestions=reply.suggestions,
        points=tuple(point.model_dump() for point in reply.points),
    )


def decided(
    heard: Sequence[DraftJudged],
    barred: Sequence[str] = (),
    *,
    writer: str = "",
    version: int = 1,
    shortened: bool = False,
) -> DraftVerdict:
    """Return the majority's decision on a writer's text; where no judge could be read, a person's is wanted.

    `barred`: what no judge can approve, found without one: a file that is no JSON, words outside a passage.
    """
    against = [one for one in heard if one.verdict == "needs_revision"]
    approvals = len(heard) - len(against)
    tie = not barred and 2 * approvals == len(heard)
    verdict: Verdict = "approved" if not barred and 2 * approvals > len(heard) else "needs_revision"
    # In a tie both sides are heard; else those who decided it.
    told = [one for one in heard if tie or barred or one.verdict == verdict]
    reasons = [one.reasoning if len(heard) == 1 else f"{one.judge}: {one.reasoning}" for one in told]
    issues = [issue for one in against for issue in (*one.issues, *_undone(one))]
    return DraftVerdict(
        writer=writer,
        version=version,
        verdict=verdict,
        reasoning="\n\n".join([*barred, *reasons]),
        issues=_unique([*barred, *issues]),
        suggestions=_unique([hint for one in against for hint in one.suggestions]),
        approvals=approvals,
        votes=len(heard),
        tie=tie,
        read=bool(heard or barred),
        shortened=shortened,
    )


def _undone(one: DraftJudged) -> list[str]:
    left = [point for point in one.points if not point["done"]]
    return [f"{point['point']}: {point['why']}" if point["why"] else f"{point['point']}" for point in left]


def _unique(found: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(" ".join(one.split()) for one in found if one.strip()))


# --- several writers ----------------------------------------------------------------------------------


def ranked(replies: Sequence[RankReply], labels: Sequence[str]) -> list[str]:
    """Return the common order of several judges' rankings: a label gets a point for each it stands above.

    A label that a judge leaves out stands last with it.
    """
    points = dict.fromkeys(labels, 0.0)
    for reply in replies:
        order = [label for label in reply.ranking if label in points]
        missing = [label for label in labels if label not in order]
        for place, label in enumerate(order):
            points[label] += len(labels) - 1 - place
        for label in missing:
            points[label] += (len(missing) - 1) / 2
    return sorted(labels, key=lambda label: (-points[label], labels.index(label)))
