"""What a run will use, before it starts and before each round: a range with assumptions, never a promise.

The reserve of each call (architecture, Budget) is another thing: the worst case, held back while it runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import BaseModel

from app.domain.i18n import Message, words
from app.domain.ids import SeatName, SessionId
from app.domain.messages import ChatMessage, ModelRequest, Options
from app.domain.seats import Seat
from app.engine.fold import SessionFold
from app.engine.planned import PlannedCalls
from app.engine.plugin import WorkflowPlugin
from app.engine.ports import ModelGateway
from app.services.live import read_session
from app.services.sessions import Sessions, check_setup

WRITES = (0.4, 1.3)
"""What is written, as a share of what was planned, where models are brief and where they are not."""
READS = (0.6, 1.15)
"""The same for what is read: the material stays, the answers in it vary."""
SPEED = (90.0, 30.0)
"""Tokens a second of a quick and of a slow model."""
WAIT = (0.7, 3.0)
"""Seconds until a quick and a slow model begins."""
HERE = (0.3, 3.0)
"""Seconds of a call that rules on this machine answer, which are no models and write little."""
SAMPLE = "An ordinary sentence, as people and models write it in a debate about rents. " * 20


@dataclass(frozen=True, slots=True)
class Rates:
    """What a seat's model costs in dollars per token, and its window; None: unknown."""

    into: float | None
    out: float | None
    window: int | None


@dataclass(frozen=True, slots=True)
class Range:
    """From the least to the most that is likely."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SeatEstimate:
    """One seat's part. `cost` None: its price is unknown."""

    seat: SeatName
    model: str
    calls: int
    cost: Range | None


@dataclass(frozen=True, slots=True)
class RunEstimate:
    """What a run, or a round, will use."""

    calls: Range
    tokens: Range
    cost: Range
    """Of the models with a known price alone."""
    seconds: Range
    seats: tuple[SeatEstimate, ...]
    unpriced: tuple[str, ...]
    """Models without a known price."""
    too_small: tuple[Message, ...]
    """Models whose window would not hold what they are to read, a sentence each."""
    limit: float | None = None
    """The cost limit it is compared with."""
    spent: float = 0.0
    """What counts against the limit already."""

    @property
    def above_limit(self) -> bool:
        """Tell whether the likely cost may pass the limit."""
        return self.limit is not None and self.spent + self.cost.high > self.limit

    def sentence(self) -> Message:
        """Return it in a line: “17–27 calls · about $0.18–$0.46 · 4–9 min”."""
        parts: dict[str, object] = {"calls": _span(self.calls, "{:.0f}"), "time": _time(self.seconds)}
        if self.unpriced and self.cost.high == 0:
            return words("{calls} calls · price unknown · {time}", **parts)
        if self.unpriced:
            return words(
                "{calls} calls · about {price} and an unknown price of {models} · {time}",
                price=_span(self.cost, "${:.2f}"),
                models=", ".join(self.unpriced),
                **parts,
            )
        if self.cost.high == 0:
            return words("{calls} calls · free · {time}", **parts)
        return words("{calls} calls · about {price} · {time}", price=_span(self.cost, "${:.2f}"), **parts)

    def headline(self) -> Message:
        """Return what matters most of it: “About $0.18–$0.46 · 4–9 min”."""
        time = _time(self.seconds)
        if self.unpriced:
            if self.cost.high == 0:
                return words("Price unknown · {time}", time=time)
            return words("About {price} and an unknown price · {time}", price=self._price, time=time)
        if self.cost.high == 0:
            return words("Free · {time}", time=time)
        return words("About {price} · {time}", price=self._price, time=time)

    def call_count(self) -> Message:
        """Return how often models are asked."""
        return words("{calls} calls", calls=_span(self.calls, "{:.0f}"))

    @property
    def _price(self) -> str:
        return _span(self.cost, "${:.2f}")

    def assumptions(self) -> tuple[Message, ...]:
        """Return what it rests on, a sentence each."""
        return (
            words("Answers of ordinary length; no retries, no second questions, nothing done again."),
            words("The low end is a run that ends after its first round, the high end takes every round."),
            words("Prices come from a table that may be out of date; the provider's bill counts."),
        )


class Estimates:
    """Estimates by asking the gateway what tokens cost."""

    def __init__(self, gateway: ModelGateway, sessions: Sessions | None = None) -> None:
        self._gateway, self._sessions = gateway, sessions

    async def before_start(
        self, plugin: WorkflowPlugin, setup: Mapping[str, object], seats: Mapping[SeatName, Seat]
    ) -> RunEstimate | None:
        """Return what a whole run will use, None where the workflow cannot say; raises InputError."""
        checked = check_setup(plugin, setup)
        most = plugin.plan(checked, seats)
        least = plugin.plan(_with_rounds(checked, 1), seats)
        return await self._of(least, most, checked, seats) if most else None

    async def before_round(self, session: SessionId) -> RunEstimate | None:
        """Return what another round of a session will use, None where that cannot be said."""
        if self._sessions is None:
            return None
        live = self._sessions.live(session)
        if live is not None:
            # Closed meanwhile, its fold stays what it is.
            return await self.next_round(live.fold)
        # Somebody came back to an open gate: nothing runs yet, and the price is asked for all the same.
        reader = await self._sessions.follow(session)
        try:
            fold, _ = await read_session(self._sessions.parts, reader)
        finally:
            await reader.close()
        return await self.next_round(fold)

    async def next_round(self, fold: SessionFold) -> RunEstimate | None:
        """Return what the round after the present one will use, None where the workflow cannot say."""
        session, plugin = fold.session, fold.plugin
        checked = check_setup(plugin, session.setup)
        # Who is left out from the next round on is not asked in it.
        seats = {name: seat for name, seat in session.seats.items() if name not in session.dropped}
        number = fold.position.round
        if number < 1:
            return None
        # What one more round adds: the workflow alone knows which calls a round is made of.
        more = plugin.plan(_with_rounds(checked, number + 1), seats)
        fewer = Counter(
            {(c.purpose, c.seat): c.calls for c in plugin.plan(_with_rounds(checked, number), seats)}
        )
        plan = [replace(call, calls=call.calls - fewer[call.purpose, call.seat]) for call in more]
        plan = [call for call in plan if call.calls > 0]
        if not plan:
            return None
        found = await self._of(plan, plan, checked, seats)
        # The limit may have been raised since the start, and a part of it is used up.
        return replace(found, limit=fold.spend.cost_limit, spent=fold.spend.total.cost)

    async def _of(
        self,
        least: Sequence[PlannedCalls],
        most: Sequence[PlannedCalls],
        setup: BaseModel,
        seats: Mapping[SeatName, Seat],
    ) -> RunEstimate:
        used = {call.seat_label: _sits(call, seats) for call in (*most, *least)}
        rates = await self._rates(used)
        longest = int(getattr(setup, "max_output_tokens", Options().max_output_tokens))
        low, high = _add_up(least, rates, longest, 0), _add_up(most, rates, longest, 1)
        here = frozenset(name for name, seat in used.items() if self._gateway.built_in(seat.model))
        by_seat = Counter[SeatName]()
        for call in most:
            by_seat[call.seat_label] += call.calls
        return RunEstimate(
            Range(sum(call.calls for call in least), sum(by_seat.values())),
            Range(low.tokens, high.tokens),
            Range(sum(low.cost.values()), sum(high.cost.values())),
            Range(_seconds(least, longest, 0, here), _seconds(most, longest, 1, here)),
            tuple(
                SeatEstimate(
                    seat,
                    used[seat].model,
                    calls,
                    Range(low.cost.get(seat, 0.0), high.cost[seat]) if rates[seat].into is not None else None,
                )
                for seat, calls in by_seat.items()
            ),
            tuple(dict.fromkeys(used[seat].model for seat in by_seat if rates[seat].into is None)),
            tuple(_narrow(most, rates, used, longest)),
            getattr(setup, "cost_limit", None),
        )

    async def _rates(self, seats: Mapping[SeatName, Seat]) -> Mapping[SeatName, Rates]:
        """Return each seat's rates: two estimates of one text tell both prices."""
        asked = [_probe(seat, longest) for seat in seats.values() for longest in (0, 1000)]
        found = await self._gateway.estimate(asked)
        rates: dict[SeatName, Rates] = {}
        for index, name in enumerate(seats):
            none, thousand = found[2 * index], found[2 * index + 1]
            into = out = None
            if none.cost_max is not None and thousand.cost_max is not None:
                into = none.cost_max / max(1, none.tokens_in)
                out = (thousand.cost_max - none.cost_max) / 1000
            rates[name] = Rates(into, out, none.context_limit)
        return rates


@dataclass
class _Sum:
    tokens: float = 0.0
    cost: Counter[SeatName] = field(default_factory=Counter)


def _add_up(plan: Sequence[PlannedCalls], rates: Mapping[SeatName, Rates], longest: int, end: int) -> _Sum:
    """Add the calls up at the low (0) or the high end (1)."""
    found = _Sum()
    for call in plan:
        into, out = call.tokens_in * READS[end], min(call.tokens_out * WRITES[end], longest)
        found.tokens += call.calls * (into + out)
        rate = rates[call.seat_label]
        if rate.into is not None and rate.out is not None:
            found.cost[call.seat_label] += call.calls * (into * rate.into + out * rate.out)  # type: ignore[assignment]  # a Counter of dollars
    return found


def _seconds(plan: Sequence[PlannedCalls], longest: int, end: int, here: frozenset[SeatName]) -> float:
    """Return the time of all stages; within one all models work at once, and rounds follow each other."""
    stages: dict[str, float] = {}
    for call in plan:
        out = min(call.tokens_out * WRITES[end], longest)
        each = HERE[end] if call.seat_label in here else WAIT[end] + out / SPEED[end]
        stages[call.purpose] = max(stages.get(call.purpose, 0.0), call.calls * each)
    return sum(stages.values())


def _narrow(
    plan: Sequence[PlannedCalls],
    rates: Mapping[SeatName, Rates],
    seats: Mapping[SeatName, Seat],
    longest: int,
) -> Iterator[Message]:
    """Say which models could not hold what they are to read and write."""
    needs: dict[SeatName, int] = {}
    for call in plan:
        needs[call.seat_label] = max(needs.get(call.seat_label, 0), int(call.tokens_in * READS[1]) + longest)
    for seat, most in needs.items():
        window = rates[seat].window
        if window is not None and most > window:
            yield words(
                "{seat}: {model} takes {window} tokens; up to {needs} may be needed.",
                seat=seat,
                model=seats[seat].model,
                window=f"{window:,}",
                needs=f"{most:,}",
            )


def _with_rounds(setup: BaseModel, number: int) -> BaseModel:
    """Return a setup with another number of rounds, where it has one."""
    return setup.model_copy(update={"max_rounds": number}) if hasattr(setup, "max_rounds") else setup


def _sits(call: PlannedCalls, seats: Mapping[SeatName, Seat]) -> Seat:
    seat = seats[call.seat]
    return seat.embedder(call.embeds) if call.embeds else seat


def _probe(seat: Seat, longest: int) -> ModelRequest:
    return ModelRequest(
        purpose="estimate",
        seat=seat.name,
        model=seat.model,
        messages=(ChatMessage(role="user", text=SAMPLE),),
        options=Options(max_output_tokens=longest),
        base_url=seat.base_url,
        api_key_env=seat.api_key_env,
        price_in=seat.price_in,
        price_out=seat.price_out,
    )


def _span(span: Range, shape: str) -> str:
    low, high = shape.format(span.low), shape.format(span.high)
    return low if low == high else f"{low}–{high}"


def _time(seconds: Range) -> str | Message:
    if seconds.high < 90:
        return f"{_span(seconds, '{:.0f}')} s"
    low, high = round(seconds.low / 60), round(seconds.high / 60)
    if low == 0:
        return words("up to {n} min", n=high)
    return f"{_span(Range(low, high), '{:.0f}')} min"
