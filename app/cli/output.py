"""What commands print: progress on standard error, the result on standard output.

Rules: a text is printed as it is, but for control characters; nothing that is printed ends a command but a
full disk under its result.
"""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

from app.domain.errors import RoundtableError, StorageError
from app.domain.fact_base import Record, UnknownFact
from app.domain.i18n import words
from app.engine.bus import Appended, BusMessage
from app.workflows.registry import Registry

if TYPE_CHECKING:
    # For start-up cost.
    from app.engine.fold import SessionFold
    from app.engine.plugin import WorkflowPlugin

EXIT = {"finished": 0, "waiting": 3, "paused": 3, "running": 3, "interrupted": 4, "stopped": 4, "failed": 5}
"""Exit status by state (cli.md)."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_GONE = frozenset({errno.EPIPE, errno.EINVAL})
"""What a write to a pipe says that nobody reads any more; EINVAL is Windows' word for it."""


def clean(text: object) -> str:
    """Return a text without control characters, which a terminal would obey."""
    return _CONTROL.sub("", str(text))


def say(text: str) -> None:
    """Print a line of progress."""
    with suppress(OSError):
        _write(sys.stderr, clean(text))


def show(text: str) -> None:
    """Print a line of the result."""
    _print(clean(text))


def print_json(value: object) -> None:
    """Print the command's one JSON value as the last line."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value)
    _print(text)


def _print(line: str) -> None:
    try:
        _write(sys.stdout, line)
    except OSError as error:
        _silence(sys.stdout)
        if error.errno not in _GONE:
            raise StorageError(
                "full" if error.errno == errno.ENOSPC else "io",
                words("Standard output cannot be written to: {why}.", why=error.strerror or str(error)),
                words("Free some space or choose another place; the session itself is saved."),
            ) from error


def _write(stream: TextIO | None, line: str) -> None:
    # A program without a console, or one whose output was closed, has no stream.
    if stream is not None:
        stream.write(line + "\n")
        stream.flush()


def _silence(stream: TextIO) -> None:
    """Send the rest nowhere: who read it has gone, and the command still ends with its own status."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def print_error(error: RoundtableError, *, as_json: bool) -> None:
    """Print an expected error: the thing and the next action."""
    if as_json:
        value = {"kind": error.kind, "message": str(error.message), "next": str(error.next)}
        print_json({"error": value})
    else:
        # Late for start-up cost: a command that goes well needs no console.
        from rich.console import Console

        with suppress(OSError):
            Console(stderr=True).print("[bold red]✕[/]", end=" ")
        say(str(error.message))
        if str(error.next):
            say(f"  {error.next}")


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
        "cost": None if calls.cost is None else round(calls.cost, 6),
    }


RESUMABLE = ("paused", "stopped", "interrupted", "failed")
"""States that `resume` goes on from."""


def round_noun(plugin: WorkflowPlugin | None) -> str:
    """Return what a workflow calls a round, in the middle of a sentence."""
    return str(plugin.vocabulary.round).lower() if plugin is not None else "round"


def rounds(number: int, workflow: str) -> str:
    """Return how many finished rounds there are, in the workflow's word for them."""
    word = round_noun(Registry().plugins.get(workflow))
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def print_status(value: Mapping[str, Any]) -> None:
    """Print a status for a person."""
    reason = f" – {value['termination_reason'].replace('_', ' ')}" if value["termination_reason"] else ""
    cost = "unknown cost" if value["cost"] is None else f"${value['cost']:.2f}"
    show(f"{value['title']}")
    done = rounds(value["rounds"], value["workflow"])
    show(f"  {value['state']}{reason} · {done} · {value['tokens']:,} tokens · {cost}")
    show(f"  session {value['session']}")
    gate = value["gate"]
    if gate and gate["verbs"]:
        show(f"  waiting at gate {gate['id']} ({gate['kind']}): {', '.join(gate['verbs'])}")
        show(f"  answer with: roundtable answer {value['session']} {gate['id']} --verb {gate['verbs'][0]}")
    if value["state"] in RESUMABLE:
        show(f"  go on with: roundtable resume {value['session']}")


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
                    share = f" {100 * ratio:.0f} %" if isinstance(ratio, float) and ratio else ""
                    say(f"    {self._seat(str(body['seat']))}: {body['status']}{share} {body['summary']}")
                case "criterion_measured" if body["value"] is not None:
                    say(f"    {body['name']} {body['value']} %")
                case "call_failed":
                    call = self._fold.calls.by_asked.get(int(str(body["asked"])))
                    who = f"{self._seat(call.fact.seat)}: " if call is not None else ""
                    say(f"    ✕ {who}{body['message']}")
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
