"""Forecast, decision and outcome of a session from the command line, and who was right how often."""

from __future__ import annotations

from collections.abc import Sequence

from app.cli.output import print_found, say, show
from app.domain.errors import InputError
from app.domain.i18n import format_number, words
from app.domain.verdict_facts import DecisionRecorded, ForecastMade, OutcomeRecorded, seat_who
from app.projections.who_was_right import FEWEST, RightRate
from app.services.core import Core
from app.services.looking_back import day_of, who_may_be_right, who_was_right

_WHO = {"you": "you", "vote": "the first vote", "result": "the result"}


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
