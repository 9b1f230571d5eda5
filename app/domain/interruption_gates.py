"""The gates of the engine's four interruptions, described like any other; the loop opens them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import Field

from app.domain.gate_lines import (
    budget_brief,
    budget_example,
    budget_headline,
    budget_lines,
    context_lines,
    failure_brief,
    failure_example,
    failure_headline,
    failure_lines,
    may_sit_out,
    uncertain_brief,
    uncertain_headline,
    uncertain_lines,
)
from app.domain.gates import Data, GateData, GateKind, Verb, Way, unknown_kind
from app.domain.i18n import Message, words
from app.domain.item_verbs import ItemVerbs, item_objection
from app.domain.payload import Payload, items_of, verbs_of
from app.domain.tool_gate import TOOL, tool_lines, tool_title


class Fallback(GateData):
    """Another model per seat; null lets the seat sit out."""

    replace: dict[str, str | None] = Field(min_length=1)


class Raise(GateData):
    """The new limit, in dollars or in tokens as the gate says, or null for none."""

    limit: float | None = Field(ge=0)


UNCERTAIN_VERBS = ("use_stored", "ask_again", "use_partial", "drop")
"""First what costs nothing: a finished answer is not paid for twice unless the person wants it."""


def _fallback_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    if verb != "fallback" or not isinstance(data, Fallback):
        return None
    items = payload.get("items")
    failing = (
        {str(item.get("seat")) for item in items if isinstance(item, dict)}
        if isinstance(items, list)
        else set()
    )
    if payload.get("models_stay") and any(data.replace.values()):
        return words("The model stays the same in this session; use null to go on without its answer.")
    allowed = payload.get("may_sit_out")
    may_sit_out = {str(seat) for seat in allowed} if isinstance(allowed, list) else set()
    strangers = sorted(set(data.replace) - failing)
    if strangers:
        return words("{seat} has not failed.", seat=strangers[0])
    absent = {seat for seat, model in data.replace.items() if model is None}
    refused = sorted(absent - may_sit_out)
    if refused:
        return words("{seat} cannot sit out here; name another model for it.", seat=refused[0])
    most = payload.get("most_absent")
    if isinstance(most, int) and len(absent) > most:
        return words("Too few answers would be left; at most {most} may sit out.", most=most)
    return None


def _fallback_ways(payload: Payload) -> Iterator[Way]:
    """Yield what can be done about the seats that failed: another model, or none where enough are left."""
    if not payload.get("models_stay"):
        yield Way("model", words("Use another model…"))
    may, most = may_sit_out(payload)
    if may:
        failing = list(dict.fromkeys(str(item.get("seat")) for item in items_of(payload)))
        # As many as may: the others are asked again, unless the person says otherwise.
        gone = dict.fromkeys([seat for seat in failing if seat in may][:most])
        all_may = len(gone) == len(failing)
        sent: Data | None = {"replace": gone} if all_may else None
        yield Way("absent", words("Go on without"), sent, {"replace": gone})


def _fits_all(payload: Payload, verb: str) -> bool:
    """Tell whether a verb is the cheapest of those that fit every uncertain call.

    None is where a tool may have been called: once more may be once too often, and only a person knows.
    """
    items = items_of(payload)
    if any(tool_title(item) for item in items):
        return False
    fitting = (one for one in UNCERTAIN_VERBS if all(one in verbs_of(item) for item in items))
    return next(fitting, None) == verb


RETRY = "retry"
FAILURE = GateKind(
    "failure",
    words("Some models did not answer"),
    (
        Verb(
            RETRY,
            words("Retry"),
            primary=True,
            done=words("Asked the failed models again"),
        ),
        Verb(
            "fallback",
            words("Use another model, or go on without"),
            Fallback,
            form="models",
            ways=lambda payload: tuple(_fallback_ways(payload)),
            done=words("Went on without what failed, or with another model in its place"),
            example=failure_example,
        ),
        Verb("stop", words("Stop"), destroys=True, halts=True, done=words("Stopped at a failure")),
    ),
    short=words("a model did not answer"),
    headline=failure_headline,
    brief=failure_brief,
    payload_lines=failure_lines,
    unattended="stop",
    flag="on_failure",
    event="failed",
    warns=True,
    objection=_fallback_objection,
)


def _for_each(name: str, label: Message, done: Message, *, destroys: bool = False) -> Verb:
    """Return a verb that holds for all calls at once, or in which each has a verb of its own."""
    return Verb(
        name,
        label,
        ItemVerbs,
        asked="at once",
        form="per call",
        primary=lambda payload: _fits_all(payload, name),
        destroys=destroys,
        done=done,
    )


UNCERTAIN = GateKind(
    "uncertain",
    words("Calls that were cut off"),
    (
        _for_each("ask_again", words("Ask again"), words("Asked again where a call had been cut off")),
        _for_each("use_stored", words("Use the stored answer"), words("Used the answers that were stored")),
        _for_each(
            "use_partial",
            words("Use what arrived"),
            words("Used what had arrived of calls that were cut off"),
        ),
        _for_each("drop", words("Leave out"), words("Left out calls that were cut off"), destroys=True),
    ),
    short=words("calls to decide"),
    headline=uncertain_headline,
    brief=uncertain_brief,
    payload_lines=uncertain_lines,
    item_lines=lambda item: tool_lines(item) if tool_title(item) else (),
    item_title=tool_title,
    unattended="ask_again",
    flag="on_uncertain",
    warns=True,
    objection=item_objection,
)
BUDGET = GateKind(
    "budget",
    words("A limit is reached"),
    (
        Verb(
            "raise",
            words("Raise the limit…"),
            Raise,
            form="limit",
            primary=True,
            done=words("Raised the limit"),
            example=budget_example,
        ),
        Verb("stop", words("Stop"), destroys=True, halts=True, done=words("Stopped at the limit")),
    ),
    short=words("a limit is reached"),
    headline=budget_headline,
    brief=budget_brief,
    payload_lines=budget_lines,
    unattended="stop",
    event="budget",
    warns=True,
)
CONTEXT_VERBS = ("reflections", "summary", "stop")


def context_verbs(payload: Payload) -> tuple[str, ...]:
    """Return the ways out of a full context that have not been taken already: they would not help."""
    tried: set[str] = set()
    for item in items_of(payload):
        found = item.get("tried")
        tried |= {str(verb) for verb in found} if isinstance(found, list) else set()
    return tuple(verb for verb in CONTEXT_VERBS if verb not in tried)


def _context_unattended(payload: Payload) -> tuple[str, Data]:
    left = context_verbs(payload)
    return ("summary" if "summary" in left else left[0]), {}


CONTEXT = GateKind(
    "context",
    words("The history no longer fits the model"),
    (
        Verb(
            "summary",
            words("Summarise the older part"),
            primary=True,
            done=words("Shortened the history to a summary"),
        ),
        Verb(
            "reflections",
            words("Carry reflections only"),
            done=words("Shortened the history to its reflections"),
        ),
        Verb(
            "stop",
            words("Stop"),
            destroys=True,
            halts=True,
            done=words("Stopped: the history was too long"),
        ),
    ),
    short=words("history too long"),
    brief=lambda payload, wording: (),
    payload_lines=context_lines,
    unattended=_context_unattended,
    warns=True,
)

CUT_OFF = GateKind(
    "cut_off",
    words("It was cut off before its end"),
    (Verb("go_on", words("Go on"), primary=True, done=words("Went on")),),
    warns=True,
)
"""What holds a person's command that was cut off between its calls: none of them is in doubt."""

INTERRUPTIONS: Mapping[str, GateKind] = {
    kind.name: kind for kind in (FAILURE, UNCERTAIN, TOOL, BUDGET, CONTEXT)
}


def described(gates: Mapping[str, GateKind], name: str) -> GateKind:
    """Return a gate's description: the workflow's (`gates`), an interruption's, or one of its name alone."""
    return gates.get(name) or INTERRUPTIONS.get(name) or unknown_kind(name)
