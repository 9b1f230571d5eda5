"""What is learnt from sessions: forecasts and outcomes, who was right how often, rules from refusals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from app.cli.output import print_found, say, show, show_wrapped
from app.domain.errors import InputError
from app.domain.i18n import format_number, words
from app.domain.verdict_facts import DecisionRecorded, ForecastMade, OutcomeRecorded, seat_who
from app.projections.intervals import FEWEST, RightRate
from app.services.core import Core
from app.services.looking_back import day_of, who_may_be_right, who_was_right

_WHO = {"you": "you", "vote": "the first vote", "result": "the result"}
_USES = {"must_have": "must-have of new sessions", "critics": "told to critics"}


async def forecast(core: Core, text: str, expected: str, *, as_json: bool) -> int:
    """Write down what the person expects, before the first answers are there."""
    session = await core.sessions.resolve(text)
    await core.review.tell(session, ForecastMade(text=expected.strip()))
    value = {"session": session, "forecast": expected.strip()}
    return print_found(value, "Written down; it stays as it is once the first round opens.", as_json=as_json)


async def decided(core: Core, text: str, decision: str, look_back: str, *, as_json: bool) -> int:
    """Write down what was decided, and the day to look back."""
    session = await core.sessions.resolve(text)
    day = day_of(look_back).isoformat() if look_back else ""
    await core.review.tell(session, DecisionRecorded(text=decision.strip(), look_back=day))
    said = f"Written down; on {day} it is asked how it turned out." if day else "Written down."
    return print_found({"session": session, "decision": decision, "look_back": day}, said, as_json=as_json)


async def told(
    core: Core, text: str, outcome: str, right: Sequence[str], wrong: Sequence[str], *, as_json: bool
) -> int:
    """Write down how it turned out, and who was right."""
    session = await core.sessions.resolve(text)
    known = who_may_be_right((await core.sessions.fold(session)).session)
    both = sorted(set(right) & set(wrong))
    if both:
        raise InputError(
            words("“{who}” cannot be right and wrong.", who=both[0]), words("Name each of them once.")
        )
    said = {_named(who, known): True for who in right} | {_named(who, known): False for who in wrong}
    await core.review.tell(session, OutcomeRecorded(text=outcome.strip(), right=said))
    value = {"session": session, "outcome": outcome, "right": said}
    return print_found(value, "Written down.", as_json=as_json)


def _named(who: str, known: Sequence[str]) -> str:
    """Return what somebody is called among those who may have been right; a member by its bare name."""
    return who if who in known else seat_who(who)


async def rates(core: Core, *, as_json: bool) -> int:
    """Print how often the person, the vote, the result and each member were right."""
    count, found = who_was_right(await core.library.rows())
    enough = count >= FEWEST
    value = {
        "sessions": count,
        "needed": FEWEST,
        "rates": [_value(one) for one in found] if enough else [],
    }
    if as_json or not enough:
        left = f"Of {count} sessions it is known how they turned out; it is told from {FEWEST} on."
        return print_found(value, left, as_json=as_json)
    say(f"Who was right, in {count} sessions of which it is known how they turned out:")
    for one in found:
        show(f"  {_line(one)}")
    return 0


def _value(one: RightRate) -> dict[str, object]:
    share = one.share
    return {
        "who": one.who,
        "right": one.right,
        "of": share.of,
        "share": share.value,
        "low": share.low,
        "high": share.high,
    }


def _line(one: RightRate) -> str:
    share = one.share
    low, high = (format_number(f"{100 * end:.0f}") for end in (share.low, share.high))
    rate = f"{one.right} of {share.of}, {100 * share.value:.0f} % ({low} to {high} %)"
    return f"{_WHO.get(one.who, one.who)}: {rate}"


# --- rules from refusals -----------------------------------------------------------------------------------


async def list_rules(core: Core, *, as_json: bool) -> int:
    """Show what is proposed with its cases, and what was decided."""
    proposed, decided = core.rules.proposals(await core.library.rows()), core.rules.decided()
    if as_json:
        value = {
            "proposed": [asdict(one) for one in proposed],
            "decided": {kind: rule.model_dump() for kind, rule in decided.items()},
        }
        return print_found(value, as_json=True)
    for one in proposed:
        show(f"{one.kind}: proposed ({_USES[one.use]})")
        show_wrapped(f"  {one.text}")
        for title, case in one.cases:
            show_wrapped(f"    {title}: {case}", 6)
    for kind, rule in decided.items():
        show(f"{kind}: never again" if rule.verdict == "never" else f"{kind}: {_USES[rule.use]}: {rule.text}")
    if not proposed and not decided:
        show("Nothing is proposed: rules come from what you refuse in five sessions or more.")
    return 0


async def accept_rule(core: Core, kind: str, text: str, *, as_json: bool) -> int:
    """Put a proposed rule in force for new sessions."""
    rule = core.rules.accept(await core.library.rows(), kind, text)
    said = f"In force for new sessions ({_USES[rule.use]}): {rule.text}"
    return print_found({"kind": kind, **rule.model_dump()}, said, as_json=as_json)


async def never_propose(core: Core, kind: str, *, as_json: bool) -> int:
    """Propose this never again."""
    core.rules.never(await core.library.rows(), kind)
    return print_found({"kind": kind, "verdict": "never"}, "It is not proposed again.", as_json=as_json)


async def forget_rule(core: Core, kind: str, *, as_json: bool) -> int:
    """Take back what was decided of a proposal."""
    core.rules.forget(kind)
    return print_found({"kind": kind, "verdict": ""}, "Taken back.", as_json=as_json)
