"""The rules of the gates of the engine's interruptions, described in `gates.toml`; the loop opens them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import Field, model_validator

from app.domain import cut_ways, gate_lines, tool_gate
from app.domain.gate_files import read_gates
from app.domain.gates import Data, GateData, GateKind, Way, unknown_kind
from app.domain.i18n import Message, words
from app.domain.ids import RESERVED_SEATS
from app.domain.payload import Payload, items_of, texts_of, verbs_of


class Fallback(GateData):
    """Another model per seat; null lets the seat sit out."""

    replace: dict[str, str | None] = Field(min_length=1)


class Raise(GateData):
    """The new limit, in dollars or in tokens as the gate says, or null for none."""

    limit: float | None = Field(ge=0)


class ItemVerbs(GateData):
    """A verb per item, by the item's key label; where empty, the gate's own verb serves for all.

    Read from `{"items": {KEY: verb}}` and from the bare `{KEY: verb}`.
    """

    items: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _bare_items(cls, value: object) -> object:
        return {"items": value} if isinstance(value, dict) and value and "items" not in value else value


ASK_AGAIN = "ask_again"
UNCERTAIN_VERBS = ("use_stored", ASK_AGAIN, "use_partial", "drop")
"""First what costs nothing: a finished answer is not paid for twice unless the person wants it."""


def _fallback_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    if verb != "fallback" or not isinstance(data, Fallback):
        return None
    failing = {str(item.get("seat")) for item in items_of(payload)}
    if payload.get("models_stay") and any(data.replace.values()):
        return words("The model stays the same in this session; use null to go on without its answer.")
    strangers = sorted(set(data.replace) - failing)
    if strangers:
        return words("{seat} has not failed.", seat=strangers[0])
    absent = {seat for seat, model in data.replace.items() if model is None}
    refused = sorted(absent - set(texts_of(payload, "may_sit_out")))
    if refused:
        return words("{seat} cannot sit out here; name another model for it.", seat=refused[0])
    most = payload.get("most_absent")
    if isinstance(most, int) and len(absent) > most:
        return words("Too few answers would be left; at most {most} may sit out.", most=most)
    return None


def _fallback_ways(payload: Payload) -> Iterator[Way]:
    """Yield what can be done about the seats that failed: another model, or none where enough are left."""
    model = words("Use another model…")
    may, most = gate_lines.may_sit_out(payload)
    if may:
        failing = list(dict.fromkeys(str(item.get("seat")) for item in items_of(payload)))
        # As many as may: the others are asked again, unless the person says otherwise.
        gone = dict.fromkeys([seat for seat in failing if seat in may][:most])
        all_may = len(gone) == len(failing)
        sent: Data | None = {"replace": gone} if all_may else None
        named = len(failing) == 1 and failing[0] not in RESERVED_SEATS
        # Each language calls a chair something else, and whoever failed stands beside the button.
        label = words("Go on without {name}", name=failing[0]) if named else words("Go on without")
        yield Way("absent", label, sent, {"replace": gone})
    if not payload.get("models_stay"):
        # Of a cut answer more can be made: another model is a link beside that.
        yield Way("model", model, link=model if any(map(cut_ways.cut_ways, items_of(payload))) else None)


def _fitting_all(payload: Payload) -> str | None:
    """Return the cheapest of the verbs that fit every uncertain call.

    None is where a tool may have been called: once more may be once too often, and only a person knows.
    """
    items = items_of(payload)
    if any(tool_gate.tool_title(item) for item in items):
        return None
    return next((verb for verb in UNCERTAIN_VERBS if all(verb in verbs_of(item) for item in items)), None)


def _item_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    """Return why verbs do not fit the items they are given for, None where they do."""
    if not isinstance(data, ItemVerbs):
        return None
    known = {str(item.get("key", "")): verbs_of(item) for item in items_of(payload)}
    for key, chosen in data.items.items():
        if key not in known:
            return words("No uncertain call is called “{key}”.", key=key)
        if chosen not in known[key]:
            return words("“{verb}” does not fit {key}.", verb=chosen, key=key)
    for key, fitting in known.items():
        if key not in data.items and verb not in fitting:
            return words("“{verb}” does not fit {key}.", verb=verb, key=key)
    return None


_HISTORY_VERBS = ("reflections", "summary", "stop")
_CALL_VERBS = ("fallback", "retry", "stop")


def context_verbs(payload: Payload) -> tuple[str, ...]:
    """Return the ways out: the shorter histories that were not tried yet, of single calls another model."""
    items = items_of(payload)
    tried = [verb for item in items if isinstance(found := item.get("tried"), list) for verb in found]
    offered = _HISTORY_VERBS if any("tried" in item for item in items) else _CALL_VERBS
    return tuple(verb for verb in offered if verb not in tried)


def _context_unattended(payload: Payload) -> tuple[str, Data]:
    left = context_verbs(payload)
    return next((verb for verb in ("summary", *left) if verb in left and verb not in _CALL_VERBS), "stop"), {}


_GATES = read_gates(
    Path(__file__).with_name("gates.toml"),
    {**vars(cut_ways), **vars(gate_lines), **vars(tool_gate), **globals()},
)
CUT_OFF = _GATES["cut_off"]
"""What holds a person's command that was cut off between its calls: none of them is in doubt."""
INTERRUPTIONS: Mapping[str, GateKind] = {name: kind for name, kind in _GATES.items() if kind is not CUT_OFF}
FAILURE, UNCERTAIN, BUDGET, CONTEXT = map(_GATES.__getitem__, ("failure", "uncertain", "budget", "context"))
RETRY = "retry"


def failure_verbs(payload: Payload) -> tuple[str, ...]:
    """Return the verbs that fit what failed: those of cut answers only where there are some."""
    fitting = {
        verb
        for item in items_of(payload)
        for verb in cut_ways.CUT_VERBS
        if cut_ways.way_of(item, verb) is not None
    }
    return tuple(name for name in FAILURE.names if name not in cut_ways.CUT_VERBS or name in fitting)


def described(gates: Mapping[str, GateKind], name: str) -> GateKind:
    """Return a gate's description: the workflow's (`gates`), an interruption's, or one of its name alone."""
    return gates.get(name) or INTERRUPTIONS.get(name) or unknown_kind(name)
