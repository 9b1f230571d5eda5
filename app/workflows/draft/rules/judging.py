"""The judge's word on an attempt: its reply, several judges' majority, and the order of several writers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, WithJsonSchema

from app.workflows.common import values
from app.workflows.common.reading.names import ReplyModel
from app.workflows.common.replies import Text, Written
from app.workflows.draft.asked import Verdict
from app.workflows.draft.facts import DraftVerdict

_VERDICTS = {
    "approved": (
        "approved approve accepted accept pass passed ok okay yes good fulfilled satisfied done true "
        "angenommen erfullt bestanden ja genehmigt accepte approuve oui aprobado aceptado aprovado 通过"
    ),
    "needs_revision": (
        "needs_revision need_revision revise revision needs_work needs_changes changes_requested rejected "
        "reject fail failed no false not_approved disapproved incomplete insufficient uberarbeiten abgelehnt "
        "nein refuse non a_revoir rechazado requiere_revision 需要修改 不通过"
    ),
}
_NUMBERED = re.compile(r"(?m)^[ \t]*(?:\(?\d{1,2}[.)]|[-*•])[ \t]+(\S.*)$")


class PointReply(ReplyModel):
    """Whether one point of the feedback is done."""

    main: ClassVar[str] = "why"
    keyed: ClassVar[tuple[str, str]] = ("point", "done")
    names: ClassVar[dict[str, str]] = {
        "point": "number nr id item request feedback punkt",
        "done": "met fulfilled addressed satisfied status erfullt result ok",
        "why": "reason reasoning explanation comment note evidence quote grund",
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
        "verdict": "decision result outcome status judgement judgment approved approval urteil 结论",
        "reasoning": "reason reasons explanation rationale justification why analysis begrundung 理由",
        "specific_issues": "issues problems missing defects concerns mangel probleme 问题",
        "suggestions": "suggestion recommendations recommendation improvements fixes vorschlage 建议",
        "points": "point_by_point per_point answers requests feedback_points punkte",
    }
    verdict: Annotated[
        Verdict,
        BeforeValidator(values.one_of(_VERDICTS, yes="approved", no="needs_revision")),
        WithJsonSchema({"enum": ["approved", "needs_revision"], "type": "string"}),
    ]
    reasoning: Written
    specific_issues: tuple[Text, ...] = ()
    suggestions: tuple[Text, ...] = ()
    points: tuple[PointReply, ...] = ()


class RankReply(ReplyModel):
    """Several writers' attempts, best first."""

    remark: ClassVar[str] = "why"
    names: ClassVar[dict[str, str]] = {
        "ranking": "order rank best_to_worst ranked classement rangfolge reihenfolge 排名",
        "why": "reason reasoning rationale explanation begrundung raison 理由",
    }
    refers: ClassVar[dict[str, str]] = {"ranking": "candidate"}
    ranking: tuple[Text, ...]
    why: Text = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One judge's word. `reply` None: it could not be read, or never came."""

    seat: str
    reply: JudgeReply | None


def points_of(feedback: str) -> tuple[str, ...]:
    """Return the points of a feedback that lists several; none where it is one request."""
    found = tuple(match.group(1).strip() for match in _NUMBERED.finditer(feedback))
    return found if len(found) > 1 else ()


def verdict_of(reply: JudgeReply) -> Verdict:
    """Return what a judge's word comes to: who leaves a point undone has not approved."""
    return (
        "approved" if reply.verdict == "approved" and all(p.done for p in reply.points) else "needs_revision"
    )


def decided(
    judgements: Sequence[Judgement],
    barred: Sequence[str] = (),
    *,
    writer: str = "",
    version: int = 1,
    shortened: bool = False,
) -> DraftVerdict:
    """Return the majority's decision on a writer's text; where no judge could be read, a person's is wanted.

    `barred`: what no judge can approve, found without one: a file that is no JSON, words outside a passage.
    """
    read = [(one.seat, one.reply, verdict_of(one.reply)) for one in judgements if one.reply is not None]
    approvals = sum(verdict == "approved" for _, _, verdict in read)
    tie = not barred and 2 * approvals == len(read)
    verdict: Verdict = "approved" if not barred and 2 * approvals > len(read) else "needs_revision"
    # In a tie both sides are heard; else those who decided it.
    heard = [(seat, reply) for seat, reply, word in read if tie or barred or word == verdict]
    reasons = [reply.reasoning if len(read) == 1 else f"{seat}: {reply.reasoning}" for seat, reply in heard]
    against = [reply for _, reply, word in read if word == "needs_revision"]
    issues = [issue for reply in against for issue in (*reply.specific_issues, *_undone(reply))]
    hints = [hint for reply in against for hint in reply.suggestions]
    return DraftVerdict(
        writer=writer,
        version=version,
        verdict=verdict,
        reasoning="\n\n".join([*barred, *reasons]),
        issues=_unique([*barred, *issues]),
        suggestions=_unique(hints),
        approvals=approvals,
        votes=len(read),
        tie=tie,
        read=bool(read or barred),
        shortened=shortened,
    )


def _undone(reply: JudgeReply) -> list[str]:
    return [f"{p.point}: {p.why}" if p.why else p.point for p in reply.points if not p.done]


def _unique(found: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(" ".join(one.split()) for one in found if one.strip()))


# --- several writers ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ranking:
    """Labels, best first. `tied`: those that share the first place, where several do."""

    labels: tuple[str, ...]
    why: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()


def ranked(replies: Sequence[tuple[str, RankReply]], labels: Sequence[str]) -> Ranking:
    """Return the common order of several judges' rankings: a label gets a point for each it stands above.

    A label that a judge leaves out stands last with it.
    """
    points = dict.fromkeys(labels, 0.0)
    for _, reply in replies:
        order = [label for label in reply.ranking if label in points]
        missing = [label for label in labels if label not in order]
        for place, label in enumerate(order):
            points[label] += len(labels) - 1 - place
        for label in missing:
            points[label] += (len(missing) - 1) / 2
    order = sorted(labels, key=lambda label: (-points[label], labels.index(label)))
    best = [label for label in order if points[label] == points[order[0]]] if order else []
    why = tuple(
        f"{seat}: {reply.why}" if len(replies) > 1 else reply.why for seat, reply in replies if reply.why
    )
    return Ranking(tuple(order), why, tuple(best) if len(best) > 1 else ())
