"""Cut answers at the failure gate: the verbs that go on with one, what they cost, and who answers for nobody.

Rule, where nobody is asked: once again with twice the room where window and money allow; then what came is
used as it is, marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.fault_messages import CUT_OFF, CUT_OFF_NAMED
from app.domain.gates import Data, GateData, Way
from app.domain.i18n import Message, format_number, words
from app.domain.message_lookup import read_sentence
from app.domain.money import limit_words
from app.domain.payload import Payload, amount_of, items_of, mapping_of


class MoreRoom(GateData):
    """The tokens that an answer may take when it is asked for again; None: as many as are offered."""

    tokens: int | None = Field(default=None, ge=1)


CUT_VERBS = ("longer", "go_on", "use_partial")
_LASTING = frozenset({"timeout", "no_credit", "auth"})
"""What cuts an answer off again where it is asked for once more: a limit of minutes, a key, an account."""


def cut_ways(item: Mapping[str, JsonValue]) -> Payload:
    """Return what can be done about a cut answer, by verb; nothing where it was not cut."""
    return mapping_of(item, "ways")


def way_of(item: Mapping[str, JsonValue], verb: str) -> Payload | None:
    """Return what is known of one way on with a cut answer, None where there is none."""
    found = cut_ways(item).get(verb)
    return found if isinstance(found, dict) else None


def _ways(items: Iterable[Mapping[str, JsonValue]], verb: str) -> list[Payload]:
    return [way for item in items if (way := way_of(item, verb)) is not None]


def _price(ways: Sequence[Payload]) -> Message:
    known = [cost for way in ways if (cost := amount_of(way, "cost")) is not None]
    return limit_words(sum(known) if len(known) == len(ways) else None)


def _more(label: Message, payload: Payload, verb: str) -> tuple[Way, ...]:
    ways = _ways(items_of(payload), verb)
    most = max((way["tokens"] for way in ways if isinstance(way.get("tokens"), int)), default=0)  # type: ignore[type-var]
    return (Way(verb, label.filled(n=format_number(f"{most:,}"), price=_price(ways)), {}),) if ways else ()


_LONGER = words("Ask again with {n} tokens, {price}")
_USE = words("Use what came, marked as cut")
_GO_ON = words("Go on where it was cut, {price}")


_OTHERWISE = words("Other ways to ask")


def way_lines(payload: Payload) -> Iterator[Message]:
    """Yield what came of answers that were cut off, and what each way on with them costs."""
    for item in items_of(payload):
        if cut_ways(item):
            who, n = str(item.get("seat", "")), len(str(item.get("partial") or ""))
            yield words(
                "  {n} characters of {who}’s answer came and are kept.", who=who, n=format_number(f"{n:,}")
            )
    for verb, label in (("longer", _LONGER), ("go_on", _GO_ON)):
        yield from (words("  {way}", way=way.label) for way in _more(label, payload, verb))


def used_up(message: str) -> Message | None:
    """Return that an answer's tokens were used up, None where it broke off for another reason."""
    reason = read_sentence(message)
    if reason.source not in (CUT_OFF.source, CUT_OFF_NAMED.source):
        return None
    most = str(reason.params["n"])
    return words("{n} tokens used up.", n=format_number(f"{int(most):,}") if most.isdecimal() else most)


def retry_ways(payload: Payload) -> tuple[Way, ...]:
    """Return what asks again as before; beside a filled button for cut answers it is a link."""
    recommended = failure_recommended(payload)
    return (Way("", words("Ask again"), {}, link=None if recommended == "retry" else _OTHERWISE),)


def longer_ways(payload: Payload) -> tuple[Way, ...]:
    """Return the button that asks again with more tokens, none where nothing lacks them."""
    return _more(_LONGER, payload, "longer")


def go_on_ways(payload: Payload) -> tuple[Way, ...]:
    """Return what asks for the rest, a link beside a filled one; none where nothing is to go on from."""
    link = None if failure_recommended(payload) == "go_on" else _OTHERWISE
    return tuple(replace(way, link=link) for way in _more(_GO_ON, payload, "go_on"))


def use_partial_ways(payload: Payload) -> tuple[Way, ...]:
    """Return the button that takes what came, none where nothing did."""
    return _more(_USE, payload, "use_partial")


def failure_recommended(payload: Payload) -> str:
    """Return the verb that helps: what gets more of a cut answer, else asking again.

    The verbs for cut answers hold for all of them; what else failed is asked again, and so is a whole answer
    that says nothing.
    """
    cut = [item for item in items_of(payload) if not item.get("whole")]
    return next((verb for verb in CUT_VERBS if _ways(cut, verb)), "retry")


def cut_unattended(payload: Payload, left: float | None) -> tuple[str, Data] | None:
    """Return what is done about cut answers where nobody is asked; None: nothing can be made of them.

    `left`: dollars that may still be spent, None: as many as are wanted.
    """
    items = items_of(payload)
    ways = _ways(items, "longer")
    raised = any(item.get("raised") for item in items if way_of(item, "longer") is not None)
    costs = [cost for way in ways if (cost := amount_of(way, "cost")) is not None]
    if ways and not raised and (left is None or sum(costs) <= left):
        limits = [limit for item in items if isinstance(limit := item.get("limit"), int)]
        return "longer", {"tokens": 2 * max(limits)} if limits else {}
    broken = [item for item in items if item.get("cut") == "broken" and item.get("reason") not in _LASTING]
    if any(item.get("tries") == 1 for item in broken):
        return "retry", {}
    return ("use_partial", {}) if _ways(items, "use_partial") else None
