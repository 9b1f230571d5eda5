"""Gates: what a person may be asked, which verbs answer it, and what data each verb takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from app.domain.canonical import JsonValue
from app.domain.errors import GateError
from app.domain.fact_base import Fact
from app.domain.gate_lines import (
    budget_example,
    budget_lines,
    context_lines,
    failure_example,
    failure_lines,
    uncertain_lines,
)
from app.domain.i18n import Words, words
from app.domain.refusals import first_refusal

Payload = Mapping[str, JsonValue]
Data = Mapping[str, JsonValue]


class GateData(BaseModel):
    """Base of a verb's data; unknown fields, and numbers that JSON has not, are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)


class NoData(GateData):
    """A verb that takes none."""


def _no_events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    del payload, verb, data
    return ()


def _no_objection(payload: Payload, verb: str, data: GateData) -> Words | None:
    del payload, verb, data
    return None


def _no_lines(payload: Payload) -> Sequence[Words]:
    del payload
    return ()


def _no_data(payload: Payload, verb: str) -> Data:
    del payload, verb
    return {}


@dataclass(frozen=True)
class GateKind:
    """One kind of gate, declared once as data.

    `verbs`: data model per machine verb, in the order of the table of cli.md. `events`: the person
    events that go in front of GateAnswered, in its transaction. `objection`: why an answer that fits
    the schema does not fit this gate's payload (None: it does). `unattended`: what `--approve all`
    answers, as (verb, data). `labels`: what each verb is called on screen. `told`: what the payload says
    in lines of text: questions with their options, figures, causes. `example`: data that would fit a verb,
    for whoever writes the answer by hand.
    """

    name: str
    title: Words
    verbs: Mapping[str, type[GateData]]
    unattended: Callable[[Payload], tuple[str, Data]]
    events: Callable[[Payload, str, GateData], tuple[Fact, ...]] = field(default=_no_events)
    objection: Callable[[Payload, str, GateData], Words | None] = field(default=_no_objection)
    labels: Mapping[str, Words] = field(default_factory=dict)
    told: Callable[[Payload], Sequence[Words]] = field(default=_no_lines)
    example: Callable[[Payload, str], Data] = field(default=_no_data)

    def label(self, verb: str) -> Words:
        """Return what a verb is called; one that nobody named is spelled from its name."""
        return self.labels.get(verb) or Words(verb.replace("_", " ").capitalize())

    def check(self, offered: tuple[str, ...], payload: Payload, verb: str, data: Data) -> GateData:
        """Return the data as its model; raise GateError naming what does not fit."""
        if verb not in offered or verb not in self.verbs:
            raise GateError(
                words("The {gate} gate does not take the verb “{verb}”.", gate=self.name, verb=verb),
                words("Use one of: {verbs}.", verbs=", ".join(offered)),
            )
        try:
            parsed = self.verbs[verb].model_validate(dict(data))
        except ValidationError as error:
            where, why = first_refusal(error, self.verbs[verb])
            if not where:
                raise GateError(
                    words("The data for “{verb}” does not fit: {why}.", verb=verb, why=why),
                    words("Correct it and answer again; the gate is still open."),
                ) from error
            raise GateError(
                words("The data for “{verb}” does not fit: {where}: {why}.", verb=verb, where=where, why=why),
                words("Correct {where} and answer again; the gate is still open.", where=where),
            ) from error
        objection = self.objection(payload, verb, parsed)
        if objection is not None:
            raise GateError(objection, words("Answer again; the gate is still open."))
        return parsed


# --- the four interruptions, opened by the loop in every workflow --------------------------------


class Fallback(GateData):
    """Another model per seat; null lets the seat sit out."""

    replace: dict[str, str | None] = Field(min_length=1)


class Uncertain(GateData):
    """A verb per item, by the item's key label; where empty, the gate's own verb serves for all.

    Read from `{"items": {KEY: verb}}` and from the bare `{KEY: verb}`.
    """

    items: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _bare_items(cls, value: object) -> object:
        return {"items": value} if isinstance(value, dict) and value and "items" not in value else value


class Raise(GateData):
    """The new limit, in dollars or in tokens as the gate says, or null for none."""

    limit: float | None = Field(ge=0)


UNCERTAIN_VERBS = ("use_stored", "ask_again", "use_partial", "drop")
"""First what costs nothing: a finished answer is not paid for twice unless the person wants it."""


def _fallback_objection(payload: Payload, verb: str, data: GateData) -> Words | None:
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


def _uncertain_objection(payload: Payload, verb: str, data: GateData) -> Words | None:
    if not isinstance(data, Uncertain):
        return None
    items = payload.get("items")
    known: dict[str, list[str]] = {}
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict):
            verbs = item.get("verbs")
            known[str(item.get("key", ""))] = [str(v) for v in verbs] if isinstance(verbs, list) else []
    for key, chosen in data.items.items():
        if key not in known:
            return words("No uncertain call is called “{key}”.", key=key)
        if chosen not in known[key]:
            return words("“{verb}” does not fit {key}.", verb=chosen, key=key)
    for key, fitting in known.items():
        if key not in data.items and verb not in fitting:
            return words("“{verb}” does not fit {key}.", verb=verb, key=key)
    return None


FAILURE = GateKind(
    "failure",
    words("Some models did not answer"),
    {"retry": NoData, "fallback": Fallback, "stop": NoData},
    unattended=lambda payload: ("stop", {}),
    objection=_fallback_objection,
    labels={
        "retry": words("Retry"),
        "fallback": words("Use another model, or go on without"),
        "stop": words("Stop"),
    },
    told=failure_lines,
    example=failure_example,
)
UNCERTAIN = GateKind(
    "uncertain",
    words("It is not known whether some calls were finished"),
    dict.fromkeys(UNCERTAIN_VERBS, Uncertain),
    unattended=lambda payload: ("ask_again", {}),
    objection=_uncertain_objection,
    labels={
        "use_stored": words("Use the stored answer"),
        "ask_again": words("Ask again"),
        "use_partial": words("Use what arrived"),
        "drop": words("Leave out"),
    },
    told=uncertain_lines,
)
BUDGET = GateKind(
    "budget",
    words("The cost limit is reached"),
    {"raise": Raise, "stop": NoData},
    unattended=lambda payload: ("stop", {}),
    labels={"raise": words("Raise the limit…"), "stop": words("Stop")},
    told=budget_lines,
    example=budget_example,
)
CONTEXT_VERBS = ("reflections", "summary", "stop")


def context_verbs(payload: Payload) -> tuple[str, ...]:
    """Return the ways out of a full context that have not been taken already: they would not help."""
    items = payload.get("items")
    tried: set[str] = set()
    for item in items if isinstance(items, list) else []:
        found = item.get("tried") if isinstance(item, dict) else None
        tried |= {str(verb) for verb in found} if isinstance(found, list) else set()
    return tuple(verb for verb in CONTEXT_VERBS if verb not in tried)


def _context_unattended(payload: Payload) -> tuple[str, Data]:
    left = context_verbs(payload)
    return ("summary" if "summary" in left else left[0]), {}


CONTEXT = GateKind(
    "context",
    words("The history no longer fits the model"),
    dict.fromkeys(CONTEXT_VERBS, NoData),
    unattended=_context_unattended,
    labels={
        "reflections": words("Carry reflections only"),
        "summary": words("Summarise the older part"),
        "stop": words("Stop"),
    },
    told=context_lines,
)

INTERRUPTIONS: Mapping[str, GateKind] = {kind.name: kind for kind in (FAILURE, UNCERTAIN, BUDGET, CONTEXT)}
