"""Every text of every seat, what became of it, and the calls that are writing one now."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from app.domain.fact_base import Fact, Record
from app.domain.facts import (
    CallAsked,
    CallCancelled,
    CallCompleted,
    CallFailed,
    CallInterrupted,
    DecisionWithdrawn,
    TextAssessed,
    TextDecided,
    TextProposed,
)
from app.projections.base import Change, wanted

_CALLS = wanted(CallAsked, CallCancelled, CallCompleted, CallFailed, CallInterrupted)

RESULT_SLOTS = ("result", "final")
"""Slots that hold a session's final text."""


@dataclass(slots=True)
class Version:
    """One text of a seat as it was proposed, assessed and decided on."""

    seq: int
    slot: str
    seat: str
    round: int
    attempt: int
    text: str
    base: int | None
    asked: int | None
    assessed: TextAssessed | None = None
    decided: TextDecided | None = None


@dataclass(slots=True)
class Call:
    """A call without an answer: running, or ended with what had arrived."""

    asked: int
    seat: str
    purpose: str
    part: str
    model: str
    round: int
    attempt: int
    state: Literal["running", "failed", "cancelled", "interrupted"] = "running"
    partial: str = ""
    message: str = ""


@dataclass(slots=True)
class Texts:
    """Fold of texts by slot, seat, round and attempt."""

    versions: dict[int, Version] = field(default_factory=dict)
    """By the seq of the TextProposed."""
    calls: dict[int, Call] = field(default_factory=dict)
    """Running and broken calls by the seq of their CallAsked; a completed call leaves."""
    _newest: dict[tuple[str, str], int] = field(default_factory=dict)
    _decisions: dict[int, tuple[int, TextDecided | None]] = field(default_factory=dict)

    name = "texts"
    wants = wanted(
        CallAsked,
        CallCancelled,
        CallCompleted,
        CallFailed,
        CallInterrupted,
        DecisionWithdrawn,
        TextAssessed,
        TextDecided,
        TextProposed,
    )

    def apply(self, record: Record, fact: Fact | None) -> Change | None:
        """Take in one record; keys are `<slot>/<seat>`, or `call:<asked>`."""
        # By tag first: asking a model class for an instance is slow, and most records are calls.
        if record.type in _CALLS:
            return self._take_call(record, fact)
        match fact:
            case TextProposed():
                self.versions[record.seq] = Version(
                    record.seq,
                    fact.slot,
                    fact.seat,
                    record.round,
                    record.attempt,
                    fact.text,
                    fact.base,
                    fact.asked,
                )
                self._newest[fact.slot, fact.seat] = record.seq
                return _change(fact.slot, fact.seat)
            case TextAssessed() | TextDecided():
                version = self.current(fact.slot, fact.seat)
                if version is None:
                    return None
                if isinstance(fact, TextAssessed):
                    version.assessed = fact
                else:
                    self._decisions[record.seq] = (version.seq, version.decided)
                    version.decided = fact
                return _change(fact.slot, fact.seat)
            case DecisionWithdrawn() if fact.seq in self._decisions:
                place, before = self._decisions[fact.seq]
                version = self.versions[place]
                version.decided = before
                return _change(version.slot, version.seat)
            case _:
                return None

    def _take_call(self, record: Record, fact: Fact | None) -> Change | None:
        match fact:
            case CallAsked(command=0):
                self.calls[record.seq] = Call(
                    record.seq, fact.seat, fact.purpose, fact.part, fact.model, record.round, record.attempt
                )
                return Change(self.name, (f"call:{record.seq}",))
            case CallCompleted():
                self.calls.pop(fact.asked, None)
                return Change(self.name, (f"call:{fact.asked}",))
            case CallFailed() | CallCancelled() | CallInterrupted():
                call = self.calls.get(fact.asked)
                if call is None:
                    return None
                call.partial = fact.partial or call.partial
                if isinstance(fact, CallFailed):
                    call.state, call.message = "failed", fact.message
                else:
                    call.state = "cancelled" if isinstance(fact, CallCancelled) else "interrupted"
                return Change(self.name, (f"call:{fact.asked}",))
            case _:
                return None

    def stream(self, asked: int, text: str) -> Change | None:
        """Add streamed text to a running call; it is replaced by the call's last record."""
        call = self.calls.get(asked)
        if call is None or call.state != "running":
            return None
        call.partial += text
        return Change(self.name, (f"call:{asked}",))

    def current(self, slot: str, seat: str) -> Version | None:
        """Return a seat's newest version."""
        seq = self._newest.get((slot, seat))
        return None if seq is None else self.versions[seq]

    def at(self, slot: str, seat: str, round: int, attempt: int) -> Version | None:
        """Return a seat's last version of one attempt."""
        for version in reversed(self.versions.values()):
            if (version.slot, version.seat, version.round, version.attempt) == (slot, seat, round, attempt):
                return version
        return None

    def base_text(self, version: Version) -> str | None:
        """Return the text a version refines, None for a fresh one or a base that is not older."""
        if version.base is None or version.base >= version.seq:
            return None
        base = self.versions.get(version.base)
        if base is not None:
            return base.text
        place = self._decisions.get(version.base)
        return self.standing_text(self.versions[place[0]]) if place else None

    def standing_text(self, version: Version) -> str:
        """Return the text that goes on: the person's edit, the one kept, or the version itself."""
        if version.decided is not None and version.decided.choice == "edit":
            return version.decided.edit or ""
        if version.decided is not None and version.decided.choice == "previous":
            base = self.base_text(version)
            return version.text if base is None else base
        return version.text

    def running(self) -> list[Call]:
        """Return the calls that are being answered, in order of asking."""
        return [call for call in self.calls.values() if call.state == "running"]

    def result(self) -> Version | None:
        """Return the newest final text."""
        return next((v for v in reversed(self.versions.values()) if v.slot in RESULT_SLOTS), None)


def _change(slot: str, seat: str) -> Change:
    return Change(Texts.name, (f"{slot}/{seat}",))
