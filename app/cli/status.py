"""Where a session stands: as cli.md says it in JSON, and as a person reads it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from app.cli.output import plural, print_json, program, show, show_painted, strong, tokens_text
from app.domain.ids import SessionId
from app.domain.money import cost_words
from app.workflows.registry import SHIPPED

if TYPE_CHECKING:
    # For start-up cost.
    from app.engine.fold import SessionFold
    from app.engine.plugin import WorkflowPlugin
    from app.services.core import Core

EXIT = {"finished": 0, "waiting": 3, "paused": 3, "running": 3, "interrupted": 4, "stopped": 4, "failed": 5}
"""Exit status by state (cli.md)."""
EXIT_MISSED = 7
"""Exit status of a finished run that misses what was asked for: too few are right, or agree."""
RESUMABLE = ("paused", "stopped", "interrupted", "failed")
"""States that `resume` goes on from."""
_STATES = {
    "finished": "✓ Finished",
    "waiting": "◆ Waiting for you",
    "running": "● Running",
    "paused": "■ Paused",
    "stopped": "■ Stopped",
    "interrupted": "■ Interrupted",
    "failed": "✕ Failed",
}


def status(fold: SessionFold) -> dict[str, Any]:
    """Return what run, resume, answer and show report."""
    session, spend = fold.session, fold.spend
    gate = fold.gates.open_gate() if session.state == "waiting" else None
    return {
        "session": session.session,
        "workflow": session.workflow,
        "title": session.title,
        "state": session.state,
        "termination_reason": session.reason,
        "gate": gate
        and {
            "id": gate.id,
            "kind": gate.fact.kind,
            "round": gate.round,
            "verbs": list(gate.fact.verbs),
            **({"idle": True} if gate.fact.idle else {}),
        },
        "rounds": fold.position.closed_rounds,
        "tokens": spend.total.tokens,
        "cost": None if spend.cost is None else round(spend.cost, 6),
        # Of the calls with a known price, where others have none.
        **({"cost_at_least": round(spend.total.cost, 6)} if spend.cost is None and spend.total.cost else {}),
        # What calls whose end nobody knows may have cost besides.
        **({"cost_uncertain": round(spend.total.uncertain, 6)} if spend.total.uncertain else {}),
        **({"tokens_cached": spend.total.tokens_cached} if spend.total.tokens_cached else {}),
    }


async def status_of(core: Core, session: SessionId) -> dict[str, Any]:
    """Return the status of a session's file."""
    # A copy's records still name the session they were written in: the file's own id is what commands take.
    fold = await core.sessions.fold(session)
    value = {**status(fold), "session": session}
    if value["state"] == "running" and not await core.parts.store.busy(session):
        value["state"] = "interrupted"
        # What was on its way when its process ended may have been paid for.
        if reserved := fold.spend.reserved:
            value["cost_uncertain"] = round(fold.spend.total.uncertain + reserved, 6)
    return value


def round_noun(plugin: WorkflowPlugin | None) -> str:
    """Return what a workflow calls a round, in the middle of a sentence."""
    return str(plugin.vocabulary.round).lower() if plugin is not None else "round"


def rounds(number: int, workflow: str) -> str:
    """Return how many finished rounds there are, in the workflow's word for them, without opening it."""
    return plural(number, SHIPPED[workflow].round_noun if workflow in SHIPPED else "round")


def sentence(value: Mapping[str, Any], plugin: WorkflowPlugin | None) -> str:
    """Return where a session stands, in a line."""
    from app.engine.plugin import why_ended  # late for start-up cost

    state, reason = value["state"], value["termination_reason"]
    line = _STATES.get(state, state)
    if state == "waiting" and value["gate"]:
        line = "◇ Ready when you are" if value["gate"].get("idle") else line
        line += f", {round_noun(plugin)} {value['gate']['round']}" if value["gate"]["round"] else ""
    elif value["rounds"] or state == "finished":
        line += f" after {plural(value['rounds'], round_noun(plugin))}"
    if reason and state != "waiting":
        line += f": {why_ended(plugin.vocabulary if plugin is not None else None, reason)}"
    return f"{line} · {tokens_text(value['tokens'], value.get('tokens_cached', 0))} · {_money(value)}"


def _money(value: Mapping[str, Any]) -> str:
    known, uncertain = value.get("cost_at_least", 0.0), value.get("cost_uncertain", 0.0)
    return str(cost_words(value["cost"], known, uncertain))


async def show_session_status(core: Core, session: SessionId, *, as_json: bool) -> Mapping[str, Any]:
    """Print where a session stands by its file, and return it."""
    value = await status_of(core, session)
    if as_json:
        print_json(value)
    else:
        print_status(value, core.plugins.get(value["workflow"]))
    return value


def print_status(
    value: Mapping[str, Any], plugin: WorkflowPlugin | None, *, gate_follows: bool = False
) -> None:
    """Print a status for a person; `gate_follows`: what is asked is printed below it."""
    show_painted(strong(value["title"], sys.stdout))
    show(sentence(value, plugin))
    show(f"  session {value['session']}")
    gate = value["gate"]
    if gate and gate["verbs"] and not gate_follows:
        show(f"  see what is asked, and how to answer: {program()} gates {value['session']}")
    if value["state"] in RESUMABLE:
        show(f"  go on with: {program()} resume {value['session']}")
