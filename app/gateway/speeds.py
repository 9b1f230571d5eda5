"""Measured speed of models, per server and model, in a small file that may be deleted.

Means forget: half of what is known is older than the last two calls, for a server gets other work to do.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.domain.counting import estimate_tokens
from app.domain.usage import Speed, Typical, Usage
from app.engine.ports import Completed, Failed, ReasoningDelta, Sent, TextDelta, ToolCallDelta
from app.gateway.host.memory import read_json, write_json

if TYPE_CHECKING:
    from app.domain.messages import ModelRequest
    from app.domain.tokens import Timings
    from app.engine.ports import Clock, ModelEvent

FORMAT = 4
MOST_TURNS = 50
KEPT, KEPT_OF_PURPOSE = 0.7, 0.85
"""The weight of all earlier calls of a model, and of a purpose, when one more is taken in: answers of a kind
differ more than a server's speed does."""
MOST_READ = 50_000
"""Tokens of a prompt a second that no server reads."""
_LEAST_SPREAD = 0.3
"""By which share of their mean prompts must differ in length to tell reading from a wait that is fixed."""
_LEAST_READ = 64
"""Tokens of a prompt that are read anew: of fewer the time says how long a call takes to begin, no more."""
_PURPOSE = "\t"
"""Stands before what calls were for; no model's name holds one."""
_FASTEST = 5000
"""Tokens a second that no model writes (the quickest that are served in 2026 write some 3 000): what arrives
faster was written before its first piece came."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Weighted sums over the calls of one model: tokens, seconds, and the weight of all calls."""

    read: float = 0.0
    """Read anew, in calls that say how fast that goes."""
    reading: float = 0.0
    """Seconds in which that was read, at most: what cannot have been reading is left out."""
    starting: float = 0.0
    """Those that are left out: connecting, a queue of the server's own, loading the model again."""
    telling: float = 0.0
    """Calls that say how fast reading goes."""
    guessed: float = 0.0
    """Those of them whose server does not tell how long it read."""
    began: float = 0.0
    """What they waited for their first words."""
    squares: float = 0.0
    """Of their tokens read anew; `products`: with what they waited."""
    products: float = 0.0
    shown: float = 0.0
    """Whole prompts, also what the server still had of the last one."""
    waited: float = 0.0
    written: float = 0.0
    writing: float = 0.0
    filled: float = 0.0
    ended: float = 0.0
    """Of answers that ended by themselves."""
    cut: float = 0.0
    """Answers that took all they were given."""
    calls: float = 0.0
    offered: float = 0.0
    """Calls that had tools."""
    called: float = 0.0
    """Those of them that asked for one."""

    def speed(self) -> Speed | None:
        """Return what the sums come to; None where no time passed."""
        if self.waited <= 0 or self.writing <= 0 or not self.written or not self.calls:
            return None
        asked = self.offered - self.called
        read, starts = self._reading()
        return Speed(
            read=read,
            starts=starts,
            write=self.written / self.writing,
            fills=self.filled / self.calls,
            # A task ends with the call that asks for no tool.
            turns=self.offered / max(asked, self.offered / MOST_TURNS) if self.offered else None,
        )

    def _reading(self) -> tuple[float, float]:
        """Return the tokens that are read in a second, and the seconds that no prompt makes longer.

        Prompts of several lengths tell the two apart: a line is laid through what they waited.
        """
        if self.reading <= 0:
            # As below: no model reads slower than it writes.
            read = max(self.shown / self.waited, self.written / self.writing)
            return read, (self.waited - self.shown / read) / self.calls
        read, starts = self.read / self.reading, self.starting / self.telling
        spread = self.guessed * self.squares - self.read**2
        if 1 < self.guessed == self.telling and spread > (_LEAST_SPREAD * self.read) ** 2:
            each = (self.guessed * self.products - self.read * self.began) / spread
            # Not slower than if all that may have been reading was, and no faster than any server is.
            each = min(max(each, 1 / MOST_READ), 1 / read)
            read, starts = 1 / each, max(0.0, self.began - each * self.read) / self.guessed
        return read, starts

    def typical(self) -> Typical:
        """Return what the calls were like."""
        return Typical(
            shown=self.shown / self.calls,
            waits=self.waited / self.calls,
            ends=self.ended / max(self.calls - self.cut, 1e-9),
            cut=self.cut / self.calls,
        )


@dataclass(slots=True)
class Stopwatch:
    """Times one call by its events: from its last byte out to its first piece, and on to its end."""

    clock: Clock
    request: ModelRequest
    _sent: int = 0
    _first: int = 0
    _heard: list[str] = field(default_factory=list)
    measured: Sums | None = None
    loading: float = 0.0
    """Seconds in which the model was loaded, as its server told: no part of what was measured."""

    def take(self, event: ModelEvent) -> None:
        """Take in an event; `measured` is there after an end whose tokens are known."""
        match event:
            case Sent():
                self._sent = self.clock.elapsed()
            case TextDelta(text=text) | ReasoningDelta(text=text):
                self._first = self._first or self.clock.elapsed()
                self._heard.append(text)
            case ToolCallDelta():
                self._first = self._first or self.clock.elapsed()
            case Completed(usage=usage) | Failed(usage=usage, received=True) if usage is not None:
                called = isinstance(event, Completed) and bool(event.tool_calls)
                self._end(usage, called=called, timings=event.timings)

    def broken_off(self, tokens_in: int) -> None:
        """Take in that whoever asked had heard enough; `tokens_in`: of the prompt, as it is counted here."""
        if self.measured is None and self._heard:
            heard = estimate_tokens("".join(self._heard))
            # What the server had of the prompt it did not come to tell: of its reading nothing is learned.
            self._end(Usage(tokens_in=tokens_in, tokens_out=heard, tokens_cached=tokens_in), called=False)

    def _end(self, usage: Usage, *, called: bool, timings: Timings | None = None) -> None:
        if not (self._sent and self._first) or self.request.embeds:
            return
        now, longest = self.clock.elapsed(), self.request.options.max_output_tokens
        waited, writing = (self._first - self._sent) / 1e6, (now - self._first) / 1e6
        if timings is not None and sum(timings) <= waited + writing:
            self.loading = timings.load
            waited, writing = waited + writing - timings.write - timings.load, timings.write
        else:
            timings = None
            if usage.tokens_out > _FASTEST * writing:
                # How much of the wait was writing nobody can tell: half of it is taken for each.
                waited = writing = (waited + writing) / 2
        # What a server still has of the last prompt takes it no time.
        anew = usage.tokens_in - usage.tokens_cached
        tells, cut = float(anew >= _LEAST_READ), float(usage.tokens_out >= longest)
        # No model reads slower than it writes.
        slowest = anew * writing / max(usage.tokens_out, 1)
        reading = timings.read if timings is not None else min(waited, slowest)
        guessed = tells if timings is None else 0.0
        self.measured = Sums(
            read=anew * tells,
            reading=reading * tells,
            starting=(waited - reading) * tells,
            telling=tells,
            guessed=guessed,
            began=waited * guessed,
            squares=anew**2 * guessed,
            products=anew * waited * guessed,
            shown=usage.tokens_in,
            waited=waited,
            written=usage.tokens_out,
            writing=writing,
            filled=min(1.0, usage.tokens_out / longest),
            ended=usage.tokens_out * (1 - cut),
            cut=cut,
            calls=1.0,
            offered=float(bool(self.request.tools)),
            called=float(called),
        )


@dataclass
class Speeds:
    """Remembers for this process, and in a file where a folder is given."""

    folder: Path | None = None
    _found: dict[str, Sums] | None = field(default=None, init=False)
    _new: list[tuple[str, Sums]] = field(default_factory=list, init=False)
    """What the file has not yet."""
    _asked: set[str] = field(default_factory=set, init=False)
    """Whose model this process has asked once."""

    def known(self, server: str, model: str) -> Speed | None:
        """Return the speed of a model at a server (its origin); None before its first call."""
        found, name = self._all(), f"{server} {model}"
        speed = found.get(name, Sums()).speed()
        if speed is None:
            return None
        begins = f"{name}{_PURPOSE}"
        of = {key.removeprefix(begins): one.typical() for key, one in found.items() if key.startswith(begins)}
        return speed.model_copy(update={"purposes": of})

    def learn(self, server: str, model: str, purpose: str, measured: Sums, loading: float = 0.0) -> None:
        """Take in a call; no file is looked at, for the next stage waits for its end.

        `loading`: seconds before it. A model that was loaded once is there, unless others drive it out: where
        later calls tell of it too, it is a wait like any other.
        """
        name = f"{server} {model}"
        if name in self._asked:
            waited, starting = measured.waited + loading, measured.starting + loading * measured.telling
            measured = replace(measured, waited=waited, starting=starting)
        self._asked.add(name)
        for key in (name, f"{name}{_PURPOSE}{purpose}"):
            _take(self._all(), key, measured)
            if self.folder is not None:
                self._new.append((key, measured))

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
    """Add a call to what is known of a model, or of what it is asked for."""
    before, kept = found.get(name, Sums()), KEPT_OF_PURPOSE if _PURPOSE in name else KEPT
    joined = (kept * old + new for old, new in zip(astuple(before), astuple(measured), strict=True))
    found[name] = Sums(*joined)
