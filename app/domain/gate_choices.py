"""What is offered at an open gate: its buttons from left to right, as data. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from app.domain.gates import Asked, Data, GateKind, Verb
from app.domain.i18n import Message, words
from app.domain.payload import Payload, items_of, verbs_of

EACH = "each"
"""The choice to give every call a verb of its own."""


@dataclass(frozen=True)
class Choice:
    """One button. `data`: what is sent at once; `begins`: what is chosen already in the form."""

    id: str
    """`verb`, `verb:way` or `each`."""
    verb: Verb
    label: Message
    asked: Asked
    data: Data = field(default_factory=dict)
    begins: Data = field(default_factory=dict)
    best: bool = False
    link: Message | None = None


def choices(kind: GateKind, payload: Payload, offered: Sequence[str]) -> tuple[Choice, ...]:
    """Return what is offered, the first verb of the description last: that place is nearest to the hand."""
    verbs = [kind.verb(name) for name in offered if name not in kind.names]
    verbs += [verb for verb in reversed(kind.verbs) if verb.name in offered and verb.in_bar]
    found = tuple(choice for verb in verbs for choice in _of(verb, payload))
    return _for_all(kind, payload, found) if kind.asks("per call") else found


def choice_of(found: Sequence[Choice], wanted: str) -> Choice | None:
    """Return the choice of this id, else the first of this verb; None where it is not offered."""
    alike = [choice for choice in found if choice.id == wanted]
    alike += [choice for choice in found if choice.verb.name == wanted and choice.id != EACH]
    return alike[0] if alike else None


def label_of_answer(kind: GateKind, verb: str, payload: Payload, data: Data) -> Message:
    """Return what a person would have pressed for an answer: the button of that verb that sends its data."""
    found = kind.verb(verb)
    ways = tuple(found.ways(payload)) if found.ways is not None else ()
    return next((way.label for way in ways if data and data in (way.data, way.begins)), found.label)


def _of(verb: Verb, payload: Payload) -> Iterator[Choice]:
    assert verb.asked is not None
    if verb.ways is None:
        yield Choice(verb.name, verb, verb.label, verb.asked, link=verb.label if verb.aside else None)
        return
    for way in verb.ways(payload):
        asked: Asked = verb.asked if way.data is None else "at once"
        data, id = way.data or {}, f"{verb.name}:{way.name}" if way.name else verb.name
        yield Choice(id, verb, way.label, asked, data, way.begins, way.best, way.link)


def _for_all(kind: GateKind, payload: Payload, found: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Leave the verbs that fit every call; where there are several calls, each can be decided by itself."""
    items = items_of(payload)
    # A verb that is no call's own is offered whatever the calls are.
    per_call = tuple(choice for choice in found if choice.verb.form == "per call")
    # One that always opens its form is asked for as it is called, and is no verb of the items.
    calls = tuple(choice for choice in per_call if choice.asked != "in a form")
    if per_call and not calls:
        return found
    fitting = tuple(choice for choice in calls if all(choice.id in verbs_of(item) for item in items))
    left = tuple(choice for choice in found if choice not in calls or choice in fitting)
    several = len(items) > 1
    if not several and fitting and not _to_read(kind, payload):
        return left
    verb = next((choice.verb for choice in reversed(calls)), kind.verbs[0])
    label = words("Decide each…") if several or not fitting else words("Show all of it…")
    return (Choice(EACH, verb, label, "in a form"), *left)


def _to_read(kind: GateKind, payload: Payload) -> bool:
    """Tell whether there is more to be known of an item than the bar has room for."""
    return any(kind.item_lines(item) for item in items_of(payload))


def primary_of(
    kind: GateKind, payload: Payload, offered: Sequence[str], stored: str | None, found: Sequence[Choice]
) -> str:
    """Return the id of the filled button, empty where there is none.

    It is what the rules recommended when the gate was opened (`stored`), or do now where nothing is stored;
    what loses nothing where that might, and never what throws something away. Where they recommend one thing
    for one call and another for the next, each is decided by itself; so is what cannot be known from the bar,
    where there are several or where nothing is recommended.
    """
    ids = [choice.id for choice in found]
    if EACH in ids:
        best = {kind.recommended({**payload, "items": [dict(i)]}, offered) for i in items_of(payload)}
        if len(best) > 1 or (_to_read(kind, payload) and (len(items_of(payload)) > 1 or None in best)):
            return EACH
    wanted = kind.safest(payload) or stored or kind.recommended(payload, offered) or next(iter(offered), "")
    safe = [choice.id for choice in found if not choice.verb.destroys]
    wanted = next((one.id for one in found if one.best and one.verb.name == wanted), wanted)
    return wanted if wanted in safe else safe[-1] if safe else ""
