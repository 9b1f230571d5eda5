"""The calls of the open entry, by key: what is known of each, and which are still under way.

Rules: only a completed call satisfies a key. A key that was sent and never completed is uncertain and
is never asked again unless a person or a declared policy says so. Calls of entries that were left are
forgotten here: their key can never be asked again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record
from app.domain.facts import (
    CallAsked,
    CallCancelled,
    CallCompleted,
    CallFailed,
    CallInterrupted,
    CallResolved,
    CallStopRequested,
    NodeLeft,
)
from app.domain.ids import CallKey
from app.domain.messages import Reply
from app.domain.pictures import without_pictures
from app.domain.seam import written_on
from app.domain.tool_facts import EffectAsked, EffectCompleted
from app.projections.base import CALLS, wanted

_CallEnd = CallCompleted | CallFailed | CallCancelled | CallInterrupted


@dataclass(slots=True)
class CallTrack:
    """The newest asking of one key."""

    asked: int
    key: CallKey
    fact: CallAsked
    end: _CallEnd | None = None
    resolved: str | None = None
    stop_wanted: bool = False
    """A person wants this call ended; it is not asked again by itself."""
    tokens: int | None = None
    """The room that the decision about it allows the next asking."""
    said: str = ""
    """What had come of the answer before: this asking goes on behind it."""
    came: str = ""
    """What had come of an answer that is asked for anew: it stands where nothing comes this time."""
    raised: bool = False
    """It was asked with more room than at first."""

    @property
    def state(self) -> Literal["open", "completed", "failed", "uncertain", "unsent"]:
        """Say what is known: `uncertain` may have been answered, `unsent` surely was not."""
        match self.end:
            case None:
                return "open"
            case CallCompleted():
                return "completed"
            case CallFailed(kind="host_died", sent=True) | CallInterrupted():
                return "uncertain"
            case CallFailed():
                return "failed"
            case CallCancelled(sent=sent):
                return "uncertain" if sent else "unsent"

    @property
    def partial(self) -> str:
        """Return what had arrived of a call that did not complete."""
        if self.end is None or isinstance(self.end, CallCompleted):
            return ""
        return written_on(self.said, self.end.partial) or self.came

    @property
    def cut(self) -> str:
        """Return what cut its answer off, as in `CutBy`; empty where nothing did."""
        if not isinstance(self.end, CallFailed):
            return ""
        # Earlier versions did not say by what; a stream that broke off is what it may have been.
        broken = self.end.kind == "truncated" or (self.came and not self.end.partial)
        return self.end.cut or ("broken" if broken else "")

    @property
    def room(self) -> int | None:
        """Return the tokens that its answer was allowed."""
        tokens = self.fact.options.get("max_output_tokens")
        return tokens if isinstance(tokens, int) else None

    def next_asking(self) -> tuple[str, int | None]:
        """Return behind which words it is asked the next time, and with how much room at least."""
        if self.resolved == "go_on":
            return self.partial, self.room
        again = self.resolved is not None
        return "" if again else self.said, self.tokens or self.room

    def reply(self) -> Reply:
        """Return the completed call's answer."""
        assert isinstance(self.end, CallCompleted)
        done = self.end
        return Reply(
            # The record keeps its pictures; no prompt could show one, and each takes as much as a book.
            text=without_pictures(written_on(self.said, done.text)),
            reasoning=done.reasoning,
            tool_calls=done.tool_calls,
            finish=done.finish,
            usage=done.usage,
            vectors=done.vectors,
            asked=self.asked,
            marks=done.marks,
            kept=self.resolved == "use_stored",
        )


@dataclass(slots=True)
class EffectTrack:
    """An effect of the open entry, with the seq of its EffectAsked; `value` counts only where `done`."""

    asked: int
    key: CallKey
    identity: str
    done: bool = False
    value: JsonValue = None
    resolved: str | None = None


@dataclass(slots=True)
class Calls:
    """Fold of call facts; what calls cost is `projections.Spend`."""

    by_key: dict[CallKey, CallTrack] = field(default_factory=dict)
    by_asked: dict[int, CallTrack] = field(default_factory=dict)
    effects: dict[CallKey, EffectTrack] = field(default_factory=dict)

    wants = CALLS | wanted(CallResolved, CallStopRequested, EffectAsked, EffectCompleted, NodeLeft)

    def open(self) -> list[CallTrack]:
        """Return the calls that have no end yet."""
        return [track for track in self.by_asked.values() if track.end is None]

    def apply(self, record: Record, fact: Fact | None) -> None:  # noqa: C901  one case a fact
        match fact:
            case NodeLeft():
                self.by_key.clear()
                self.effects.clear()
                self.by_asked.clear()
            case CallAsked():
                key = CallKey(record.entry, fact.purpose, fact.seat, fact.part)
                track = CallTrack(record.seq, key, fact)
                before = self.by_key.get(key)
                if before is not None:
                    track.said, _ = before.next_asking()
                    track.came = before.partial
                    track.raised = before.raised or (track.room or 0) > (before.room or 0)
                self.by_key[key] = self.by_asked[record.seq] = track
            case CallCompleted() | CallFailed() | CallCancelled() | CallInterrupted():
                if fact.asked in self.by_asked:
                    self.by_asked[fact.asked].end = fact
            case CallResolved():
                if fact.asked in self.by_asked:
                    track = self.by_asked[fact.asked]
                    track.resolved, track.tokens = fact.verb, fact.tokens
                for effect in self.effects.values():
                    if effect.asked == fact.asked:
                        effect.resolved = fact.verb
            case CallStopRequested():
                if fact.asked in self.by_asked:
                    self.by_asked[fact.asked].stop_wanted = True
            case EffectAsked():
                key = CallKey(record.entry, fact.purpose, fact.seat, fact.part)
                self.effects[key] = EffectTrack(record.seq, key, fact.identity)
            case EffectCompleted():
                key = CallKey(record.entry, fact.purpose, fact.seat, fact.part)
                if key in self.effects:
                    self.effects[key].done, self.effects[key].value = True, fact.value
            case _:
                pass
