"""The interruptions: why a node could not go on, the gate that says so, and what its answer means.

Rules: the entry's other calls end first, then one gate lists every item; the node runs again under the
same entry once it is answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.cut_ways import MoreRoom, way_of
from app.domain.fact_base import Fact
from app.domain.facts import (
    By,
    CallResolved,
    GateOpened,
    LimitChanged,
    RunHalted,
    SeatAbsent,
    SeatReplaced,
)
from app.domain.gates import GateData
from app.domain.ids import CallKey
from app.domain.interruption_gates import (
    BUDGET,
    CONTEXT,
    FAILURE,
    INTERRUPTIONS,
    UNCERTAIN,
    UNCERTAIN_VERBS,
    Fallback,
    ItemVerbs,
    Raise,
    context_verbs,
    failure_verbs,
)
from app.domain.payload import items_of, verbs_of
from app.domain.tool_facts import ToolAsked, ToolDecided
from app.domain.tool_gate import TOOL
from app.domain.usage import Estimate
from app.engine.calls import CallTrack, EffectTrack
from app.engine.fold import SessionFold

Kind = Literal["uncertain", "failure", "tool", "budget", "context"]
_ORDER: tuple[Kind, ...] = ("uncertain", "failure", "tool", "budget", "context")


@dataclass(frozen=True, slots=True)
class Item:
    """One call that stands in the way."""

    kind: Kind
    key: CallKey
    body: Mapping[str, JsonValue] = field(default_factory=dict)


class Blocked(Exception):
    """Leaves a node that cannot go on without a person."""

    def __init__(self, items: Sequence[Item]) -> None:
        super().__init__(", ".join(f"{item.kind} {item.key.label()}" for item in items))
        self.items = tuple(items)


class Waiting(Exception):
    """Leaves a gate node while its gate is open."""


class Halted(Exception):
    """Leaves a node because no new call may begin (pause)."""


def merge(errors: Sequence[BaseException]) -> BaseException:
    """Return the one exception that stands for all: a bug first, then all blocked items together."""
    for error in errors:
        if not isinstance(error, Blocked | Halted | Waiting):
            return error
    blocked = [item for error in errors if isinstance(error, Blocked) for item in error.items]
    return Blocked(blocked) if blocked else errors[0]


def _about(track: CallTrack | EffectTrack, model: str = "") -> dict[str, JsonValue]:
    """Return what is said of whatever was asked or done: its key, its record, whose it is and what for."""
    key = track.key
    return {
        "key": key.label(),
        "asked": track.asked,
        "seat": key.seat,
        "purpose": key.purpose,
        "model": model,
    }


def failure_item(track: CallTrack, why: str = "", more: Mapping[str, JsonValue] | None = None) -> Item:
    """Describe a call that failed; `why` where it ended in another way and the node cannot do without it.

    `more`: what is known of a cut answer.
    """
    end = track.end
    body: dict[str, JsonValue] = {
        **_about(track, track.fact.model),
        "tries": track.fact.tries,
        "partial": track.partial,
        "reason": getattr(end, "kind", ""),
        "message": why or getattr(end, "message", ""),
        "hint": getattr(end, "hint", ""),
        "sent": bool(getattr(end, "sent", True)),
        "received": bool(getattr(end, "received", False)),
        "passing": getattr(end, "passing", None),
    }
    return Item("failure", track.key, {**body, **(more or {})})


def unusable_item(track: CallTrack, why: str) -> Item:
    """Describe a whole answer that the node does not take by itself: the person may use it as it is."""
    ways: dict[str, JsonValue] = {"use_partial": {"cost": 0.0}}
    return failure_item(track, why, {"partial": track.reply().text, "whole": True, "ways": ways})


def context_item(track: CallTrack, asked: Estimate) -> Item:
    """Describe a call that does not fit its model's window, with what it would use of it at least."""
    sizes: dict[str, JsonValue] = {"needs": asked.tokens_in, "limit": asked.context_limit}
    return Item("context", track.key, {**failure_item(track).body, **sizes})


def uncertain_item(track: CallTrack, verbs: Sequence[str]) -> Item:
    """Describe a call of which it is not known whether it was finished."""
    offered = list[JsonValue](verbs)
    known: dict[str, JsonValue] = {"partial": track.partial, "cost": track.fact.reserved, "verbs": offered}
    return Item("uncertain", track.key, {**_about(track, track.fact.model), **known})


def uncertain_verbs(track: CallTrack) -> Sequence[str]:
    """Return what may be decided about a call of which it is not known whether it was finished."""
    return ("ask_again", "use_partial", "drop") if track.partial.strip() else ("ask_again", "drop")


def stored_item(track: CallTrack, *, older: bool) -> Item:
    """Describe a finished call that would be worded otherwise now.

    `older`: another version of the program asked it; else the session was changed from outside.
    """
    item = uncertain_item(track, ("use_stored", "ask_again"))
    return Item("uncertain", track.key, {**item.body, "stored": track.reply().text, "older": older})


def stored_effect_item(track: EffectTrack) -> Item:
    """Describe an effect that was done and would be another one now: the session was changed from outside."""
    verbs: list[JsonValue] = ["use_stored", "ask_again"]
    known: dict[str, JsonValue] = {"verbs": verbs, "cost": 0, "older": False, "stored": ""}
    return Item("uncertain", track.key, {**effect_item(track).body, **known})


def effect_item(track: EffectTrack, beside: Sequence[Fact] = ()) -> Item:
    """Describe an effect of which it is not known whether it happened.

    `beside`: what was recorded where it began; a tool that was called is described by it.
    """
    tools = [fact for fact in beside if isinstance(fact, ToolAsked)]
    described = [fact.model_dump(include={"server", "tool", "where", "arguments"}) for fact in tools]
    body: dict[str, JsonValue] = {
        **_about(track),
        "partial": "",
        "cost": None,
        "verbs": ["ask_again", "drop"],
        **(described[0] if described else {}),
    }
    return Item("uncertain", track.key, body)


def budget_item(key: CallKey, fold: SessionFold, reserve: float) -> Item:
    """Describe a call that does not fit under the cost limit."""
    body: dict[str, JsonValue] = {
        "key": key.label(),
        "seat": key.seat,
        "needs": reserve,
        "spent": fold.spend.total.most,
        "uncertain": fold.spend.total.uncertain,
        "limit": fold.spend.cost_limit,
    }
    return Item("budget", key, body)


def token_item(key: CallKey, fold: SessionFold, needs: int) -> Item:
    """Describe a call that does not fit under the token limit."""
    body: dict[str, JsonValue] = {
        "key": key.label(),
        "seat": key.seat,
        "unit": "tokens",
        "needs": needs,
        "spent": fold.spend.total.tokens,
        "limit": fold.spend.token_limit,
    }
    return Item("budget", key, body)


def gate_for(blocked: Blocked, fold: SessionFold) -> GateOpened:
    """Return the gate that lists all items of the most urgent kind."""
    kind = next(kind for kind in _ORDER if any(item.kind == kind for item in blocked.items))
    items = [item for item in blocked.items if item.kind == kind]
    payload: dict[str, JsonValue] = {"items": [dict(item.body) for item in items], "node": fold.position.node}
    verbs = INTERRUPTIONS[kind].names
    if kind == FAILURE.name or (kind == CONTEXT.name and _of_calls(payload)):
        failing = frozenset(item.key.seat for item in items)
        may, most = fold.plugin.most_absent(fold.state, failing)
        payload["may_sit_out"] = list[JsonValue](sorted(may))
        payload["most_absent"] = most
        if fold.plugin.models_stay:
            payload["models_stay"] = True
    if kind == FAILURE.name:
        verbs = failure_verbs(payload)
    elif kind == UNCERTAIN.name:
        offered = {verb for item in items for verb in verbs_of(item.body)}
        verbs = tuple(verb for verb in UNCERTAIN_VERBS if verb in offered)
    elif kind == CONTEXT.name:
        verbs = context_verbs(payload)
    primary = INTERRUPTIONS[kind].recommended(payload, verbs) or verbs[0]
    return GateOpened(kind=kind, payload=payload, verbs=verbs, primary=primary)


def _of_calls(payload: Mapping[str, JsonValue]) -> bool:
    """Tell whether a gate is about calls that failed, and not about what is to be asked."""
    return any("asked" in item for item in items_of(payload))


def events_of(gate: GateOpened, verb: str, data: GateData, by: By) -> tuple[Fact, ...]:
    """Return the facts an interruption's answer means; they go in front of GateAnswered."""
    items = [item for item in items_of(gate.payload) if isinstance(item.get("asked"), int)]
    failed = gate.kind == FAILURE.name or (gate.kind == CONTEXT.name and _of_calls(gate.payload))
    if verb == "stop":
        if failed:
            return (RunHalted(state="failed", reason="error_occurred"),)
        return (RunHalted(state="stopped", reason="user_stopped"),)
    if failed and isinstance(data, Fallback):
        return _fallback(items, data, by)
    if failed:
        return tuple(resolved(item, verb, data) for item in items)
    if gate.kind == UNCERTAIN.name and isinstance(data, ItemVerbs):
        return tuple(
            CallResolved.model_validate(
                {"asked": item["asked"], "verb": data.items.get(str(item["key"]), verb)}
            )
            for item in items
        )
    if gate.kind == TOOL and isinstance(data, ItemVerbs):
        return tuple(_tool_decided(item, data, verb) for item in items_of(gate.payload))
    if gate.kind == BUDGET.name and isinstance(data, Raise):
        tokens = any(item.get("unit") == "tokens" for item in items_of(gate.payload))
        return (LimitChanged(limit="tokens" if tokens else "cost", value=data.limit),)
    return ()


def resolved(item: Mapping[str, JsonValue], verb: str, data: GateData) -> CallResolved:
    """Return what becomes of one failed call: cut answers go as is said, all others are asked again."""
    way = way_of(item, verb)
    if way is None:
        return CallResolved(asked=_seq(item), verb="retry")
    if item.get("whole"):
        return CallResolved(asked=_seq(item), verb="use_stored")
    most, wanted = way.get("tokens"), data.tokens if isinstance(data, MoreRoom) else None
    room = min(most, wanted or most) if isinstance(most, int) and verb == "longer" else None
    return CallResolved.model_validate({"asked": item["asked"], "verb": verb, "tokens": room})


def _fallback(items: Sequence[Mapping[str, JsonValue]], data: Fallback, by: By) -> tuple[Fact, ...]:
    facts: list[Fact] = []
    for seat, model in data.replace.items():
        mine = [item for item in items if item["seat"] == seat]
        if model is None:
            why = str(mine[0].get("message", "")) if mine else ""
            facts.append(SeatAbsent(seat=seat, reason=why))
        else:
            facts.append(SeatReplaced(seat=seat, model=model, by=by))
            facts += [CallResolved(asked=_seq(item), verb="retry") for item in mine]
    # Seats the answer does not name are asked again: the person has seen them in the same gate.
    facts += [
        CallResolved(asked=_seq(item), verb="retry") for item in items if item["seat"] not in data.replace
    ]
    return tuple(facts)


def _tool_decided(item: Mapping[str, JsonValue], data: ItemVerbs, verb: str) -> Fact:
    names = ("seat", "part", "server", "tool", "where", "definition", "grant")
    said = data.items.get(str(item.get("key")), verb)
    return ToolDecided.model_validate({**{name: str(item.get(name)) for name in names}, "verdict": said})


def _seq(item: Mapping[str, JsonValue]) -> int:
    asked = item["asked"]
    assert isinstance(asked, int)
    return asked
