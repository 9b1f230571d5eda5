"""The calls of the open entry, by key, and what all calls have cost.

Rules: only a completed call satisfies a key. A key that was sent and never completed is uncertain and
is never asked again unless a person or a declared policy says so. Calls of entries that were left are
forgotten here: their key can never be asked again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.facts import (
    CallAsked,
    CallCancelled,
    CallCompleted,
    CallFailed,
    CallInterrupted,
    CallResolved,
    CallStopRequested,
    EffectAsked,
    EffectCompleted,
    LimitChanged,
    NodeEntered,
    NodeLeft,
    SessionCreated,
    SessionForked,
)
from app.domain.ids import CallKey
from app.domain.messages import Reply

CallEnd = CallCompleted | CallFailed | CallCancelled | CallInterrupted


@dataclass(slots=True)
class CallTrack:
    """The newest asking of one key."""

    asked: int
    key: CallKey
    fact: CallAsked
    end: CallEnd | None = None
    resolved: str | None = None
    stop_wanted: bool = False
    """A person wants this call ended; it is not asked again by itself."""

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
        return "" if self.end is None or isinstance(self.end, CallCompleted) else self.end.partial

    def reply(self) -> Reply:
        """Return the completed call's answer."""
        assert isinstance(self.end, CallCompleted)
        done = self.end
        return Reply(
            text=done.text,
            reasoning=done.reasoning,
            tool_calls=done.tool_calls,
            finish=done.finish,
            usage=done.usage,
            vectors=done.vectors,
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
    """Fold of all call facts."""

    by_key: dict[CallKey, CallTrack] = field(default_factory=dict)
    by_asked: dict[int, CallTrack] = field(default_factory=dict)
    effects: dict[CallKey, EffectTrack] = field(default_factory=dict)
    spent: float = 0.0
    """Dollars of ended calls with a known price; uncertain ones count at their reserve."""
    unknown_price: bool = False
    tokens: int = 0
    reserved: dict[int, float] = field(default_factory=dict)
    """Worst-case dollars of open calls, by the seq of their CallAsked."""
    cost_limit: float | None = None
    token_limit: int | None = None

    @property
    def cost(self) -> float | None:
        """Dollars spent; None where some of it has an unknown price: a sum without it would be too low."""
        return None if self.unknown_price else self.spent

    def open(self) -> list[CallTrack]:
        """Return the calls that have no end yet."""
        return [track for track in self.by_asked.values() if track.end is None]

    def fits(self, reserve: float | None) -> bool:
        """Tell whether a call with this worst case stays under the limit."""
        if self.cost_limit is None or not reserve:
            return True
        return self.spent + sum(self.reserved.values()) + reserve <= self.cost_limit + 1e-12

    def fits_tokens(self, needs: int) -> bool:
        """Tell whether a call that may use so many tokens stays under the limit, with those under way."""
        return self.token_limit is None or (not self.open() and self.tokens + needs <= self.token_limit)

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:  # noqa: C901  one case a fact
        """Take in one record."""
        match fact:
            # First what comes most often: each class that is asked for takes its time.
            case NodeEntered():
                pass
            case NodeLeft():
                self.by_key.clear()
                self.effects.clear()
                self.by_asked.clear()
            case SessionCreated():
                limit = fact.setup.get("cost_limit")
                self.cost_limit = float(limit) if isinstance(limit, int | float) else None
                tokens = fact.setup.get("token_limit")
                self.token_limit = tokens if isinstance(tokens, int) else None
            case LimitChanged(limit="cost"):
                self.cost_limit = fact.value
            case LimitChanged(limit="tokens"):
                self.token_limit = None if fact.value is None else int(fact.value)
            case SessionForked():
                self.spent, self.tokens, self.unknown_price = 0.0, 0, False
            case CallAsked():
                key = CallKey(record.entry, fact.purpose, fact.seat, fact.part)
                self.by_key[key] = self.by_asked[record.seq] = CallTrack(record.seq, key, fact)
                self.reserved[record.seq] = fact.reserved or 0.0
            case CallCompleted() | CallFailed() | CallCancelled() | CallInterrupted():
                self._end(fact)
            case CallResolved():
                if fact.asked in self.by_asked:
                    self.by_asked[fact.asked].resolved = fact.verb
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

    def _end(self, end: CallEnd) -> None:
        reserve: float | None = self.reserved.pop(end.asked, 0.0)
        track = self.by_asked.get(end.asked)
        if track is not None:
            track.end = end
            reserve = track.fact.reserved
        match end:
            case CallCompleted(usage=usage):
                self.tokens += usage.tokens
                self._spend(usage.cost)
            case CallFailed(usage=usage) if usage is not None:
                self.tokens += usage.tokens
                self._spend(usage.cost)
            case CallFailed(at_reserve=True) | CallCancelled(sent=True) | CallInterrupted():
                self._spend(reserve)
            case _:
                pass

    def _spend(self, cost: float | None) -> None:
        if cost is None:
            self.unknown_price = True
        else:
            self.spent += cost
