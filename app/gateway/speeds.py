"""Measured speed of models, per server and model, in a small file that may be deleted.

Means forget: half of what is known is older than the last two calls, for a server gets other work to do.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.domain.usage import Speed
from app.engine.ports import Completed, Failed, ReasoningDelta, Sent, TextDelta, ToolCallDelta
from app.gateway.host.memory import read_json, write_json

if TYPE_CHECKING:
    from app.domain.messages import ModelRequest
    from app.engine.ports import Clock, ModelEvent

FORMAT = 2
MOST_TURNS = 50
KEPT = 0.7
"""The weight of all earlier calls when one more is taken in."""
FASTEST = 5000
"""Tokens a second that no model writes (the quickest that are served in 2026 write some 3 000): what arrives
faster was written before its first piece came."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Weighted sums over the calls of one model: tokens, seconds, and the weight of all calls."""

    read: float = 0.0
    reading: float = 0.0
    written: float = 0.0
    writing: float = 0.0
    filled: float = 0.0
    calls: float = 0.0
    offered: float = 0.0
    """Calls that had tools."""
    called: float = 0.0
    """Those of them that asked for one."""

    def speed(self) -> Speed | None:
        """Return what the sums come to; None where no time passed."""
        if self.reading <= 0 or self.writing <= 0 or not self.written or not self.calls:
            return None
        ended = self.offered - self.called
        return Speed(
            read=self.read / self.reading,
            write=self.written / self.writing,
            fills=self.filled / self.calls,
            # A task ends with the call that asks for no tool.
            turns=self.offered / max(ended, self.offered / MOST_TURNS) if self.offered else None,
        )


@dataclass(slots=True)
class Stopwatch:
    """Times one call by its events: from its last byte out to its first piece, and on to its end."""

    clock: Clock
    request: ModelRequest
    _sent: int = 0
    _first: int = 0
    measured: Sums | None = None

    def take(self, event: ModelEvent) -> None:
        """Take in an event; `measured` is there after an end whose tokens are known."""
        now = self.clock.now()
        match event:
            case Sent():
                self._sent = now
            case TextDelta() | ReasoningDelta() | ToolCallDelta():
                self._first = self._first or now
            case Completed(usage=usage) | Failed(usage=usage, received=True) if usage is not None:
                if not (self._sent and self._first) or self.request.embeds:
                    return
                longest = self.request.options.max_output_tokens
                reading, writing = (self._first - self._sent) / 1e6, (now - self._first) / 1e6
                if usage.tokens_out > FASTEST * writing:
                    # How much of the wait was writing nobody can tell: half of it is taken for each.
                    reading = writing = (reading + writing) / 2
                self.measured = Sums(
                    # What a server still has of the last prompt takes it no time.
                    usage.tokens_in - usage.tokens_cached,
                    reading,
                    usage.tokens_out,
                    writing,
                    min(1.0, usage.tokens_out / longest),
                    1.0,
                    float(bool(self.request.tools)),
                    float(isinstance(event, Completed) and bool(event.tool_calls)),
                )
            case _:
                pass


@dataclass
class Speeds:
    """Remembers for this process, and in a file where a folder is given."""

    folder: Path | None = None
    _found: dict[str, Sums] | None = field(default=None, init=False)
    _new: list[tuple[str, Sums]] = field(default_factory=list, init=False)
    """What the file has not yet."""

    def known(self, server: str, model: str) -> Speed | None:
        """Return the speed of a model at a server (its origin); None before its first call."""
        return self._all().get(f"{server} {model}", Sums()).speed()

    def learn(self, server: str, model: str, measured: Sums) -> None:
        """Take in a call; no file is looked at, for the next stage waits for its end."""
        name = f"{server} {model}"
        _take(self._all(), name, measured)
        if self.folder is not None:
            self._new.append((name, measured))

    def save(self) -> None:
        """Write down what was learned since."""
        if self.folder is None or not self._new:
            return
        if (others := self._read()) is not None:
            # Another process may have learned meanwhile.
            for name, measured in self._new:
                _take(others, name, measured)
            self._found = others
        self._new.clear()
        body = {name: astuple(sums) for name, sums in self._all().items()}
        write_json(self.folder / "speeds.json", {"format": FORMAT, "found": body})

    def _all(self) -> dict[str, Sums]:
        if self._found is None:
            self._found = self._read() or {}
        return self._found

    def _read(self) -> dict[str, Sums] | None:
        """Return what stands in the file, None where there is none that can be read."""
        value: Any = read_json(self.folder / "speeds.json") if self.folder is not None else None
        try:
            if value["format"] != FORMAT:
                return None
            return {str(name): Sums(*map(float, sums)) for name, sums in value["found"].items()}
        except (TypeError, KeyError, ValueError, AttributeError):
            return None


def _take(found: dict[str, Sums], name: str, measured: Sums) -> None:
    """Add a call to what is known of a model."""
    before = found.get(name, Sums())
    joined = (KEPT * old + new for old, new in zip(astuple(before), astuple(measured), strict=True))
    found[name] = Sums(*joined)
