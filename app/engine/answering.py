"""What answering a gate appends: pure, so that one rule serves the window, the command line and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.domain.canonical import JsonValue, sound_value
from app.domain.errors import GateError, NotAllowed
from app.domain.fact_base import Actor, Fact
from app.domain.facts import (
    AutoApproveChanged,
    By,
    GateAnswered,
    LimitChanged,
    SeatAdded,
    SeatReplaced,
)
from app.domain.gates import Data, GateKind
from app.domain.i18n import words
from app.domain.interruption_gates import INTERRUPTIONS
from app.domain.payload import Payload, items_of, mapping_of
from app.domain.tool_gate import TOOL
from app.engine.fold import SessionFold
from app.engine.interruptions import events_of
from app.engine.plugin import WorkflowPlugin
from app.projections.gate_inbox import Gate


def kind_of(plugin: WorkflowPlugin, kind: str) -> GateKind:
    """Return a gate's declaration: the workflow's own or an interruption."""
    found = plugin.gates.get(kind) or INTERRUPTIONS.get(kind)
    if found is None:
        raise GateError(
            words("This program does not know the gate “{kind}”.", kind=kind),
            words("Open the session with the version of Roundtable that wrote it, or a newer one."),
        )
    return found


_ONLY_A_PERSON: tuple[type[Fact], ...] = (LimitChanged, AutoApproveChanged, SeatAdded, SeatReplaced)
"""What an answer may bring that no agent may say: it would spend more, or ask other models, than was set."""


def only_a_person(kind: str, payload: Payload) -> bool:
    """Tell whether no agent may answer such a gate: a tool would run, or run once more, at its word."""
    if kind == TOOL:
        return True
    return kind in INTERRUPTIONS and any(item.get("purpose") == TOOL for item in items_of(payload))


def open_gate(fold: SessionFold, gate_id: str) -> Gate:
    """Return an open gate; raises GateError where it is not open."""
    gate = fold.gates.open.get(gate_id)
    if gate is None:
        raise GateError(
            words("The gate {gate} is not open (any more).", gate=gate_id),
            words("Look at the open gates with “roundtable gates {session}”.", session=fold.session.session),
        )
    return gate


def answer_facts(
    fold: SessionFold,
    gate_id: str,
    verb: str,
    data: Data,
    note: str = "",
    by: By = "person",
    actor: Actor | None = None,
) -> Sequence[Fact]:
    """Return the person events and the GateAnswered, in order; `actor`: who gives it, None: `by` says it.

    Raises GateError where the gate is not open or the answer does not fit, NotAllowed where an agent may not
    give it; then the gate stays open.
    """
    if actor is not None and actor.kind == "agent":
        check_agent(fold, actor)
    gate = open_gate(fold, gate_id)
    kind = kind_of(fold.plugin, gate.fact.kind)
    if actor is not None and actor.kind == "agent" and only_a_person(gate.fact.kind, gate.fact.payload):
        raise NotAllowed(
            words("Only a person decides which tools run on this machine."),
            words("Leave the gate to the person, in the window or with “roundtable resume”."),
        )
    sound = sound_value({**dict(data), **_texts_by_rules(fold, gate, verb, data)}, zero="")
    assert isinstance(sound, dict)
    parsed = kind.check(gate.fact.verbs, gate.fact.payload, verb, sound)
    if kind.name in INTERRUPTIONS:
        events = events_of(gate.fact, verb, parsed, by)
    else:
        events = kind.events(gate.fact.payload, verb, parsed)
    facts = (*events, GateAnswered(gate=gate_id, verb=verb, data=sound, note=note, by=by))
    if actor is None:
        return facts
    if actor.kind == "agent" and any(isinstance(fact, _ONLY_A_PERSON) for fact in facts):
        raise NotAllowed(
            words("No agent may do this: it changes a limit or which models are asked."),
            words("Answer in another way, or leave the gate to the person."),
        )
    return tuple(fact.model_copy(update={"actor": actor}) for fact in facts)


def _texts_by_rules(fold: SessionFold, gate: Gate, verb: str, data: Data) -> dict[str, JsonValue]:
    """Return the texts that go on where whoever answers chooses texts: rules choose where nobody did."""
    kind, given = kind_of(fold.plugin, gate.fact.kind), mapping_of(data, "texts")
    if verb not in kind.names or kind.verb(verb).form != "texts":
        return {}
    _, usual = kind.by_policy(gate.fact.payload)
    texts = {seat: how for seat, how in mapping_of(usual, "texts").items() if seat not in gate.decided}
    return {"texts": {**texts, **given}} if texts else {}


def check_agent(fold: SessionFold, actor: Actor) -> None:
    """Raise NotAllowed where the person has not let this agent decide in this session."""
    if actor.name not in fold.session.agents:
        raise NotAllowed(
            words("{agent} may not decide in this session.", agent=actor.name),
            words(
                "Only the person can allow it: at the gate in the window, or with “roundtable allow "
                "{session}”. Until then the gate waits for the person.",
                session=fold.session.session,
            ),
        )


def policy_facts(
    plugin: WorkflowPlugin, kind: str, payload: Mapping[str, JsonValue], verb: str, data: Data, gate_id: str
) -> Sequence[Fact]:
    """Return what a policy's answer appends behind the GateOpened of the same transaction."""
    declared = kind_of(plugin, kind)
    parsed = declared.check((verb,), payload, verb, data)
    return (
        *declared.events(payload, verb, parsed),
        GateAnswered(gate=gate_id, verb=verb, data=dict(data), by="policy"),
    )
