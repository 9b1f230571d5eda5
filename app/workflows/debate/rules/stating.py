"""The result stated part by part, and in words."""

from __future__ import annotations

from app.domain.fact_base import Fact
from app.domain.facts import TextProposed
from app.domain.ids import CHAIR
from app.domain.no_model import no_model
from app.workflows.common.replies import SynthesisReply
from app.workflows.debate.facts import (
    Dispute,
    Dissent,
    OnlyOne,
    ResultStated,
    Side,
    TerminationDecided,
)
from app.workflows.debate.rules.additions import objection_of
from app.workflows.debate.rules.degradation import degradation_lines
from app.workflows.debate.rules.guests import meant_by
from app.workflows.debate.state import DebateState

_ASKED_PARTS = ("agreed", "disputed", "dissent")
"""Parts of the chair's reply that say “nothing” where they stand there and are empty."""


def weighed(state: DebateState) -> bool:
    """Tell whether the chair weighed the answers; rules only quote: they state no confidence, no dissent."""
    stated, chair = state.stated, state.seats.get(CHAIR)
    if stated is None or not stated.structured:
        return False
    rules = chair is not None and no_model(chair.model) is not None
    return not rules or stated.confidence is not None or bool(stated.dissent)


def state_result(state: DebateState, reply: SynthesisReply | None, text: str) -> ResultStated:
    """Return the parts of the result; must-haves the judge marked unmet are added to the chair's."""
    degradation = tuple(degradation_lines(state, state.degraded))
    accepted = state.rounds_accepted
    unmet = accepted[-1].unmet if accepted else []
    objection = objection_of(state)
    if reply is None:
        return ResultStated(
            answer=text.strip(),
            unmet_must_haves=tuple(unmet),
            structured=False,
            degradation=degradation,
            objection=objection,
        )
    named = {item.strip().casefold(): item.strip() for item in (*unmet, *reply.unmet_must_haves)}
    return ResultStated(
        answer=reply.answer.strip(),
        agreed=tuple(dict.fromkeys(reply.agreed)),
        dissent=tuple(Dissent(seat=meant_by(state, d.seat), why=d.why) for d in reply.dissent),
        open_questions=tuple(dict.fromkeys(reply.open_questions)),
        unmet_must_haves=tuple(filter(None, named.values())),
        confidence=reply.confidence,
        degradation=degradation,
        # Signs without a letter or a figure decide nothing.
        decision=reply.decision.strip() if any(map(str.isalnum, reply.decision)) else "",
        disputed=tuple(
            Dispute(
                issue=dispute.issue.strip(),
                sides=tuple(
                    Side(who=meant_by(state, s.who), says=s.says, assumes=s.assumes) for s in dispute.sides
                ),
            )
            for dispute in reply.disputed
            if dispute.issue.strip()
        ),
        only_one_says=tuple(
            OnlyOne(who=meant_by(state, o.who), says=o.says) for o in reply.only_one_says if o.says.strip()
        ),
        objection=objection,
        departs_from_vote=reply.departs_from_vote.strip(),
        unsaid=tuple(name for name in _ASKED_PARTS if name not in reply.model_fields_set),
        what_changed=tuple(dict.fromkeys(line.strip() for line in reply.what_changed if line.strip())),
    )


def _render_result(stated: ResultStated) -> str:
    """Return the final answer as Markdown; dissent is always named, if only as none."""
    parts = [stated.answer]
    if not stated.structured and not stated.alone:
        none = "not known: the chair wrote one text and did not list its points"
        parts.append(f"## Dissent\n\n{_objection(stated) or none}")
    elif stated.structured:
        if stated.agreed:
            parts.append("## Agreed\n\n" + _bullets(stated.agreed))
        dissent = tuple(f"**{d.seat}**: {d.why}" for d in stated.dissent)
        parts.append(
            "## Dissent\n\n"
            + (
                _bullets(dissent)
                or _objection(stated)
                or _otherwise(stated)
                or ("not stated" if "dissent" in stated.unsaid else "none")
            )
        )
    if stated.open_questions:
        parts.append("## Open questions\n\n" + _bullets(stated.open_questions))
    if stated.unmet_must_haves:
        parts.append("## Unmet must-haves\n\n" + _bullets(stated.unmet_must_haves))
    if stated.structured and not stated.rung:
        parts.append(f"## Confidence\n\n{stated.confidence or 'not stated'}")
    if stated.degradation:
        parts.append("## Limits of this answer\n\n" + _bullets(stated.degradation))
    return "\n\n".join(part for part in parts if part) + "\n"


def _objection(stated: ResultStated) -> str:
    one = stated.objection
    if one is None:
        return ""
    held = f" – {one.answer}" if one.answer else ""
    return f"- **{one.seat}** raised, and it was not taken up: {one.claim}{held}"


def _otherwise(stated: ResultStated) -> str:
    """Return where the answers of a quick check differ; that nobody dissents says nothing there."""
    if stated.rung != "take":
        return ""
    differ = (
        " ".join([one.issue, *(f"**{side.who}**: {side.says}" for side in one.sides)])
        for one in stated.disputed
    )
    return _bullets(tuple(differ)) or "nobody was asked what speaks against it"


def _bullets(lines: tuple[str, ...]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def rendered(
    stated: ResultStated, *, base: int | None = None, asked: int | None = None, cut: bool = False
) -> tuple[Fact, ...]:
    """Return the result as facts: its text, and what it is made of."""
    text = _render_result(stated)
    return (TextProposed(slot="result", seat=CHAIR, text=text, base=base, asked=asked, cut=cut), stated)


def stopped(state: DebateState) -> tuple[Fact, ...]:
    """Return the reason where *stop with answer* came from another node than the approval gate."""
    if state.reason is None and state.setup.enabled:
        return (TerminationDecided(reason="user_stopped"),)
    return ()
