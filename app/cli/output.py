"""What commands print: progress on standard error, the result on standard output."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape

from app.domain.errors import RoundtableError
from app.domain.fact_base import Record, UnknownFact
from app.engine.bus import Appended, BusMessage
from app.engine.fold import SessionFold

EXIT = {"finished": 0, "waiting": 3, "paused": 3, "running": 3, "interrupted": 4, "stopped": 4, "failed": 5}
"""Exit status by state (cli.md)."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_err = Console(stderr=True, highlight=False)
_out = Console(highlight=False)


def clean(text: object) -> str:
    """Return a text without control characters, which a terminal would obey."""
    return _CONTROL.sub("", str(text))


def say(text: str) -> None:
    """Print a line of progress."""
    _err.print(escape(clean(text)), soft_wrap=True)


def show(text: str) -> None:
    """Print a line of the result."""
    _out.print(escape(clean(text)), soft_wrap=True)


def print_json(value: object) -> None:
    """Print the command's one JSON value as the last line."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def print_error(error: RoundtableError, *, as_json: bool) -> None:
    """Print an expected error: the thing and the next action."""
    if as_json:
        value = {"kind": error.kind, "message": str(error.message), "next": str(error.next)}
        print_json({"error": value})
    else:
        _err.print(f"[bold red]✕[/] {escape(clean(error.message))}")
        if str(error.next):
            _err.print(escape(f"  {clean(error.next)}"))


def status(fold: SessionFold) -> dict[str, Any]:
    """Return what run, resume, answer and show report."""
    position, calls = fold.position, fold.calls
    gate = position.open_gate() if position.state == "waiting" else None
    return {
        "session": position.session,
        "workflow": position.workflow,
        "title": position.title,
        "state": position.state,
        "termination_reason": position.reason,
        "gate": gate
        and {
            "id": gate.id,
            "kind": gate.fact.kind,
            "round": gate.round,
            "verbs": list(gate.fact.verbs),
        },
        "rounds": position.closed_rounds,
        "tokens": calls.tokens,
        "cost": None if calls.unknown_price else round(calls.spent, 6),
    }


def print_status(value: Mapping[str, Any]) -> None:
    """Print a status for a person."""
    reason = f" – {value['termination_reason']}" if value["termination_reason"] else ""
    cost = "unknown cost" if value["cost"] is None else f"${value['cost']:.2f}"
    show(f"{value['title']}")
    show(f"  {value['state']}{reason} · {value['rounds']} rounds · {value['tokens']:,} tokens · {cost}")
    show(f"  session {value['session']}")
    gate = value["gate"]
    if gate:
        show(f"  waiting at gate {gate['id']} ({gate['kind']}): {', '.join(gate['verbs'])}")
        show(f"  answer with: roundtable answer {value['session']} {gate['id']} --verb {gate['verbs'][0]}")


class Progress:
    """Tells on standard error what a run does, a line per step."""

    def __init__(self, fold: SessionFold) -> None:
        self._fold = fold

    def __call__(self, message: BusMessage) -> None:
        """Take a bus message."""
        if not isinstance(message, Appended):
            return
        for record in message.records:
            if self._own(record):
                continue
            body = record.body()
            match record.type:
                case "round_opened":
                    attempt = f", attempt {body['attempt']}" if body["attempt"] != 1 else ""
                    say(f"Round {body['number']}{attempt}")
                case "node_entered":
                    node = self._fold.plugin.graph.node(str(body["node"]))
                    if not node.gate:
                        say(f"  {node.title} …")
                case "text_assessed":
                    ratio = body["ratio"]
                    share = f" {ratio:.0%}" if isinstance(ratio, float) and ratio else ""
                    say(f"    {self._seat(str(body['seat']))}: {body['status']}{share} {body['summary']}")
                case "criterion_measured" if body["value"] is not None:
                    say(f"    {body['name']} {body['value']} %")
                case "call_failed":
                    say(f"    ✕ {body['message']}")
                case "gate_answered":
                    say(f"    → {body['verb']} (by {body['by']})")
                case _:
                    pass

    def _seat(self, name: str) -> str:
        """Return a member's name, or its letter while names are to be hidden."""
        if not getattr(self._fold.state, "names_hidden", False):
            return name
        return f"Response {getattr(self._fold.state, 'letters', {}).get(name, '?')}"

    def _own(self, record: Record) -> bool:
        """Say it in the workflow's own words, where it has some for this record."""
        console = self._fold.plugin.particulars.console
        fact = self._fold.catalogue.decode(record) if console is not None else None
        if console is None or fact is None or isinstance(fact, UnknownFact):
            return False
        told = console(self._fold.state, record, fact)
        if told is not None:
            say(str(told))
        # Steps between are told only by workflows without words of their own.
        return told is not None or record.type == "node_entered"
