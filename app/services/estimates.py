"""What a run will use, before it starts and before each round: a range with assumptions, never a promise.

The reserve of each call (architecture, Budget) is another thing: the worst case, held back while it runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import BaseModel

from app.domain.facts import WhoAnswers
from app.domain.i18n import Message, words
from app.domain.ids import SeatName, SessionId
from app.domain.messages import ChatMessage, ModelRequest, Options
from app.domain.money import FREE, UNKNOWN, sum_words
from app.domain.seats import Seat
from app.domain.usage import Estimate, Typical
from app.engine.fold import SessionFold
from app.engine.planned import ANSWER, PlannedCalls
from app.engine.plugin import WorkflowPlugin
from app.engine.ports import ModelGateway
from app.services.sessions import Sessions, check_setup

WRITES = (0.2, 1.8, 0.8)
"""What is written, as a share of what was planned, where models are brief, where they are not, and mostly."""
_READS = (0.45, 1.35, 0.85)
"""The same for what is read: the material stays, the answers in it vary."""
_TIMED_WRITES, _TIMED_READS = (0.4, 1.3), (0.6, 1.15)
"""Both for the time, in which brief and long answers of one stage stand side by side."""
_SPEED = (90.0, 30.0)
"""Tokens a second of a quick and of a slow model."""
WAIT = (0.7, 3.0)
"""Seconds until a quick and a slow model begins."""
_A_WAIT = 10.0
"""Seconds for which nobody needs to be told that it will take a while."""
MEASURED = (0.75, 1.3, 1.0)
"""Of what is written where it was measured how much that is: the same, more or less."""
_TIMED_MEASURED = (0.5, 1.5)
"""The same for the time of calls that were timed: a run has so few that one long answer tells."""
_LENGTHS = (0.25, 2.0)
"""By how much the first prompts of a session make all of them shorter or longer: others hold other things."""
_CACHED = 1_024
"""Tokens that a beginning has at least which a provider keeps."""
HERE = (0.3, 3.0)
"""Seconds of a call that rules on this machine answer, which are no models and write little."""
_AT_MOST = ("max_rounds", "max_iterations")
"""Settings that say how many rounds there may be: a run may end after its first."""
LONG = 2.5 * 3600
"""Seconds from which on hours are told."""
_AT_MOST_MINUTES = words("up to {n} min")
_BEGINNING = {FREE.source: words("Free"), UNKNOWN.source: words("Cost unknown")}
"""As the beginning of a line."""
SAMPLE = "An ordinary sentence, as people and models write it in a debate about rents. " * 20


@dataclass(frozen=True, slots=True)
class _SeatRates:
    """What a seat's model costs, and its window, as its gateway says."""

    told: Estimate
    place: str
    """Its model and where that is asked: a cache there knows what it was sent."""

    @property
    def known(self) -> bool:
        """Tell whether its price is known."""
        return self.told.rates is not None

    def unmeasured(self) -> _SeatRates:
        """Return the same of a model as quick as most are."""
        return replace(self, told=self.told.model_copy(update={"speed": None, "at_once": None}))

    @property
    def purposes(self) -> Mapping[str, Typical]:
        """What calls were like that this model got."""
        return self.told.speed.purposes if self.told.speed is not None else {}

    def reads(self, call: PlannedCalls) -> float:
        """Return the tokens of a prompt: those of such calls so far, where nobody looked at its material."""
        known = self.purposes.get(call.purpose) if call.guessed else None
        return known.shown if known is not None else call.tokens_in

    def writes(self, call: PlannedCalls, longest: int, end: int, shares: Sequence[float] = WRITES) -> float:
        """Return the tokens of an answer at the low (0) or the high end (1), or as expected (2)."""
        planned = float(call.tokens_out)
        if self.told.speed is None or call.embeds:
            return min(planned * shares[end], longest)
        # Who rambles, or thinks, fills what it is given.
        return min(max(planned, self.told.speed.fills * longest) * MEASURED[end], longest)

    def cost(self, call: PlannedCalls, longest: int, end: int, *, again: bool) -> float:
        """Return the dollars of one call, the same way; 0 where its price is not known.

        `again`: a call before it began alike, which a cache may know; at the high end it does not.
        """
        rates = self.told.rates
        if rates is None:
            return 0.0
        into = call.tokens_in * _READS[end]
        shared = min(call.shared, into) if call.shared >= _CACHED else 0.0
        beginning = rates.cached if again and end != 1 else rates.stored
        out = self.writes(call, longest, end)
        return (into - shared) * rates.into + shared * beginning + out * rates.out

    def seconds(self, call: PlannedCalls, longest: int, end: int) -> float:
        """Return how long one call takes, as measured or as models usually do."""
        out, speed = self.writes(call, longest, end, _TIMED_WRITES), self.told.speed
        if speed is None or call.embeds:
            return WAIT[end] + out / _SPEED[end]
        known = self.purposes.get(call.purpose)
        if known is None:
            return speed.starts + call.tokens_in * _TIMED_READS[end] / speed.read + out / speed.write
        # What the server still has of a prompt is read at once: so many tokens took so long in such calls.
        starts = min(speed.starts, known.waits)
        waits = starts + (known.waits - starts) * self.reads(call) / max(known.shown, 1.0)
        return _TIMED_MEASURED[end] * (waits + known.writes(longest) / speed.write)


@dataclass(frozen=True, slots=True)
class Range:
    """From the least to the most that is likely."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class _SeatEstimate:
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
    expected: float
    """The cost that is most likely."""
    seconds: Range
    seats: tuple[_SeatEstimate, ...]
    unpriced: tuple[str, ...]
    """Models without a known price."""
    too_small: tuple[Message, ...]
    """Models whose window would not hold what they are to read, a sentence each."""
    limit: float | None = None
    """The cost limit it is compared with."""
    spent: float = 0.0
    """What counts against the limit already."""
    measured: bool = False
    """Whether every model was timed at its own calls."""
    own: bool = False
    """Whether a model runs on this machine, which may be a hundred times as slow as another one."""
    usual: float = 0.0
    """Seconds that it takes at most where models are as quick as usual."""

    @property
    def slow(self) -> bool:
        """Tell whether it takes longer than was expected, or than anybody would expect of models."""
        is_wait = self.seconds.high >= _A_WAIT
        return self.measured and is_wait and (self.own or self.seconds.low > self.usual)

    @property
    def above_limit(self) -> bool:
        """Tell whether the likely cost may pass the limit."""
        return self.limit is not None and self.spent + self.cost.high > self.limit

    def sentence(self) -> Message:
        """Return it in a line: “17–27 calls · about $0.31 ($0.18–$0.46) · 4–9 min”."""
        return words(
            "{calls} · {price} · {time}", calls=self.call_count(), price=self.price(), time=self.time
        )

    def price(self) -> Message:
        """Return what it costs: “about $0.31 ($0.18–$0.46)”, free, unknown, or at least what is known."""
        if self.cost.high == 0:
            return UNKNOWN if self.unpriced else FREE
        low, high = sum_words(self.cost.low), sum_words(self.cost.high)
        if self.cost.low >= 0.01:
            low, high = (words("{sum}", sum=f"${sum_:,.2f}") for sum_ in (self.cost.low, self.cost.high))
        if self.unpriced:
            told = words("at least {low}–{high} ({models}: cost unknown)", low=low, high=high)
            return told.filled(models=", ".join(self.unpriced))
        about = sum_words(self.expected)
        if str(low) == str(high):
            return words("about {sum}", sum=about)
        return words("about {sum} ({low}–{high})", sum=about, low=low, high=high)

    def about(self) -> Message:
        """Return what it most likely costs: “about $0.31”."""
        price = self.price()
        return price if self.unpriced or price == FREE else words("about {sum}", sum=sum_words(self.expected))

    def glance(self) -> Message:
        """Return one sum and, where it is known, one time, the middle: “$0.31 · about 3 min”."""
        price = self.price() if self.cost.high == 0 else sum_words(self.expected)
        if self.own and not self.measured:
            return price
        middle = self._middle
        time = words("about {time}", time=_time(Range(middle, middle)))
        return words("{price} · {time}", price=price, time=self.time if self.own or self.slow else time)

    def headline(self) -> Message:
        """Return what matters most of it: “Cost: about $0.31 ($0.18–$0.46) · 4–9 min”.

        Where no least time can be said it says the middle, as `glance` does: “about 3, at most 5 min”.
        """
        price, time = self.price(), self.time
        about, most = round(self._middle / 60), round(self.seconds.high / 60)
        if time.source == _AT_MOST_MINUTES.source and 0 < about < most:
            time = words("about {n}, at most {most} min", n=about, most=most)
        if price in (FREE, UNKNOWN):
            return words("{price} · {time}", price=_BEGINNING[price.source], time=time)
        return words("Cost: {price} · {time}", price=price, time=time)

    @property
    def _middle(self) -> float:
        """Seconds in the middle of what is likely, in whole steps."""
        middle = (self.seconds.low + self.seconds.high) / 2
        step = 5 if middle < 60 else 60
        return max(step, round(middle / step) * step)

    def call_count(self) -> Message:
        """Return how often models are asked."""
        return words("{calls} calls", calls=_span(self.calls, "{:.0f}"))

    @property
    def time(self) -> Message:
        """How long it takes: “4–9 min”; nobody knows of a machine what it was not seen to do."""
        if self.own and not self.measured:
            return words("time known after the first answer")
        return _time(self.seconds)

    def assumptions(self) -> tuple[Message, ...]:
        """Return what it rests on, a sentence each."""
        how_long = (
            words("The time is that of these models’ own last calls.")
            if self.measured
            else words("The time is that of usual models; after its first answer a model’s own is known.")
        )
        ends = words("The low end is a run that ends after its first round, the high end takes every round.")
        return (
            words("Answers of ordinary length; no retries, no second questions, nothing done again."),
            how_long,
            *([ends] if self.calls.low < self.calls.high else []),
            words("What a provider’s cache may know is expected at its lower price, but for the high end."),
            words("Prices come from a table that may be out of date; the provider's bill counts."),
        )


class Estimates:
    """Estimates by asking the gateway what tokens cost."""

    def __init__(self, gateway: ModelGateway, sessions: Sessions | None = None) -> None:
        self._gateway, self._sessions = gateway, sessions

    async def before_start(
        self,
        plugin: WorkflowPlugin,
        setup: Mapping[str, object],
        seats: Mapping[SeatName, Seat],
        who: WhoAnswers = "person",
    ) -> RunEstimate | None:
        """Return what a whole run will use, None where the workflow cannot say; raises InputError.

        `who`: who answers what members ask: they ask a person alone.
        """
        checked = check_setup(plugin, setup)

        def planned(rounds: BaseModel) -> list[PlannedCalls]:
            calls = plugin.plan(rounds, seats)
            return [call for call in calls if who == "person" or not call.for_questions]

        # A person may be content after any round.
        early = who == "person" or plugin.may_end_early(checked)
        most, least = planned(checked), planned(_with_rounds(checked, 1, _AT_MOST) if early else checked)
        if who != "person":
            most = [replace(call, calls=call.calls * call.attempts) for call in most]
        return await self._of(least, most, checked, seats) if most else None

    async def before_round(self, session: SessionId) -> RunEstimate | None:
        """Return what another round of a session will use, None where that cannot be said."""
        if self._sessions is None:
            return None
        # Somebody came back to an open gate: nothing runs yet, and the price is asked for all the same.
        return await self.next_round(await self._sessions.fold(session))

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
        last = number + 1 >= getattr(checked, plugin.vocabulary.most, 0)
        plan = [call for call in plan if call.calls > 0 and not (last and call.but_last)]
        if not plan:
            return None
        found = await self._of(plan, plan, checked, seats)
        # The limit may have been raised since the start, and a part of it is used up.
        return replace(found, limit=fold.spend.cost_limit, spent=fold.spend.total.most)

    async def to_finish(self, session: SessionId) -> RunEstimate | None:
        """Return what is used once the present round is accepted as the last, None where nothing is asked."""
        if self._sessions is None:
            return None
        fold = await self._sessions.fold(session)
        checked, seats = check_setup(fold.plugin, fold.session.setup), fold.session.seats
        found = fold.plugin.plan(_with_rounds(checked, max(1, fold.position.round)), seats)
        plan = [call for call in found if call.at_end]
        return await self._of(plan, plan, checked, seats) if plan else None

    async def of_first_round(self, fold: SessionFold) -> RunEstimate | None:
        """Return what a session uses that ends after its first round, None where the workflow cannot say."""
        checked = check_setup(fold.plugin, fold.session.setup)
        plan = fold.plugin.plan(_with_rounds(checked, 1, _AT_MOST), fold.session.seats)
        return await self._of(plan, plan, checked, fold.session.seats, fold) if plan else None

    async def _of(
        self,
        least: Sequence[PlannedCalls],
        most: Sequence[PlannedCalls],
        setup: BaseModel,
        seats: Mapping[SeatName, Seat],
        begun: SessionFold | None = None,
    ) -> RunEstimate:
        """Return what the plans come to; `begun`: whose prompts show by now how long they are."""
        used = {call.seat_label: _sits(call, seats) for call in (*most, *least)}
        rates = await self._rates(used)
        longest = int(getattr(setup, "max_output_tokens", Options().max_output_tokens))
        least, most = (_as_measured(_as_allowed(plan, longest), rates) for plan in (least, most))
        if begun is not None:
            # Last: what lengthens or shortens all prompts is measured at the plan as it stands by then.
            least, most = (_as_long(plan, begun) for plan in (least, most))
        low, high = _add_up(least, rates, longest, 0), _add_up(most, rates, longest, 1)
        likely = [sum(_add_up(plan, rates, longest, 2).cost.values()) for plan in (least, most)]
        here = frozenset(name for name, seat in used.items() if self._gateway.built_in(seat.model))
        by_seat = Counter[SeatName]()
        for call in most:
            by_seat[call.seat_label] += call.calls
        models = [seat for seat in by_seat if seat not in here]
        # Of time alone: another folder may hold far more, and a bill must not be told too low.
        least, most = (_as_read(plan, rates) for plan in (least, most))
        return RunEstimate(
            Range(sum(call.calls for call in least), sum(by_seat.values())),
            Range(low.tokens, high.tokens),
            Range(sum(low.cost.values()), sum(high.cost.values())),
            # It may end after any of its rounds.
            sum(likely) / len(likely),
            Range(_seconds(least, rates, longest, 0, here), _seconds(most, rates, longest, 1, here)),
            tuple(
                _SeatEstimate(
                    seat,
                    used[seat].model,
                    calls,
                    Range(low.cost.get(seat, 0.0), high.cost[seat]) if rates[seat].known else None,
                )
                for seat, calls in by_seat.items()
            ),
            tuple(dict.fromkeys(used[seat].model for seat in by_seat if not rates[seat].known)),
            tuple(_narrow(most, rates, used, longest)),
            getattr(setup, "cost_limit", None),
            own=any(self._gateway.host(used[seat].model, used[seat].base_url) == "" for seat in models),
            measured=all(rates[seat].told.speed for seat in models) and not _unknown_turns(most, rates),
            usual=_seconds(most, {name: rate.unmeasured() for name, rate in rates.items()}, longest, 1, here),
        )

    async def _rates(self, seats: Mapping[SeatName, Seat]) -> Mapping[SeatName, _SeatRates]:
        """Return each seat's rates."""
        found = await self._gateway.estimate([_probe(seat) for seat in seats.values()])
        return {
            name: _SeatRates(told, f"{seat.model} {seat.base_url}")
            for (name, seat), told in zip(seats.items(), found, strict=True)
        }


def _as_allowed(plan: Sequence[PlannedCalls], longest: int) -> list[PlannedCalls]:
    """Return a plan whose prompts hold answers no longer than they may be."""
    shorter = max(0, ANSWER - longest)
    return [replace(call, tokens_in=call.tokens_in - call.answers * shorter) for call in plan]


def _as_measured(plan: Sequence[PlannedCalls], rates: Mapping[SeatName, _SeatRates]) -> list[PlannedCalls]:
    """Return a plan with as many calls for tools as its models made so far, and as little found by them."""
    task = next((call for call in plan if call.turns > 1), None)
    speed = rates[task.seat_label].told.speed if task is not None else None
    if task is None or speed is None or speed.turns is None:
        return list(plan)
    share = (min(speed.turns, task.turns) - 1) / (task.turns - 1)
    return [
        replace(
            call,
            calls=max(1, round(call.calls * (1 + share * (call.turns - 1)) / call.turns)),
            tokens_in=call.tokens_in - round((1 - share) * call.found),
        )
        for call in plan
    ]


def _as_read(plan: Sequence[PlannedCalls], rates: Mapping[SeatName, _SeatRates]) -> list[PlannedCalls]:
    """Return a plan whose guessed prompts are as much shorter as those of known purposes turned out to be."""
    seen = [
        (known.shown, call.tokens_in)
        for call in plan
        if call.guessed and (known := rates[call.seat_label].purposes.get(call.purpose)) is not None
    ]
    share = sum(shown for shown, _ in seen) / max(1, sum(thought for _, thought in seen)) if seen else 1.0
    return [
        replace(call, tokens_in=max(1, round(call.tokens_in * share))) if call.guessed else call
        for call in plan
    ]


def _unknown_turns(plan: Sequence[PlannedCalls], rates: Mapping[SeatName, _SeatRates]) -> bool:
    """Tell whether tasks with tools are planned of which nobody saw yet how many calls they take."""
    speeds = [rates[call.seat_label].told.speed for call in plan if call.turns > 1]
    return any(speed is not None and speed.turns is None for speed in speeds)


def _as_long(plan: Sequence[PlannedCalls], fold: SessionFold) -> list[PlannedCalls]:
    """Return a plan with prompts as long as those that were asked by now: the material is known by them."""
    planned = {(call.purpose, call.seat): call.tokens_in for call in plan}
    pairs = [
        (planned[track.key.purpose, track.key.seat], usage.tokens_in)
        for track in fold.calls.by_asked.values()
        if (usage := getattr(track.end, "usage", None)) and (track.key.purpose, track.key.seat) in planned
    ]
    if not pairs:
        return list(plan)
    share = sum(asked for _, asked in pairs) / max(1, sum(thought for thought, _ in pairs))
    least, most = _LENGTHS
    return [
        # A guess at material that nobody had looked at may have been far too long.
        replace(call, tokens_in=round(call.tokens_in * min(max(share, 0 if call.guessed else least), most)))
        for call in plan
    ]


@dataclass
class _Sum:
    tokens: float = 0.0
    cost: Counter[SeatName] = field(default_factory=Counter)


def _add_up(
    plan: Sequence[PlannedCalls], rates: Mapping[SeatName, _SeatRates], longest: int, end: int
) -> _Sum:
    """Add the calls up at the low (0) or the high end (1), or as expected (2)."""
    found, begun = _Sum(), set[str]()
    for call in plan:
        rate = rates[call.seat_label]
        into, out = call.tokens_in * _READS[end], rate.writes(call, longest, end)
        found.tokens += call.calls * (into + out)
        if rate.known:
            first = 0 if rate.place in begun else 1
            begun.add(rate.place)
            cost = first * rate.cost(call, longest, end, again=False)
            cost += (call.calls - first) * rate.cost(call, longest, end, again=True)
            found.cost[call.seat_label] += cost  # type: ignore[assignment]  # a Counter of dollars
    return found


def _seconds(
    plan: Sequence[PlannedCalls],
    rates: Mapping[SeatName, _SeatRates],
    longest: int,
    end: int,
    here: frozenset[SeatName],
) -> float:
    """Return the time of all stages, which follow each other, as rounds do.

    Within one all seats work at once, as far as their servers take as many calls at once.
    """
    stages: dict[str, dict[SeatName, float]] = {}
    for call in plan:
        name, rate = call.seat_label, rates[call.seat_label]
        each = HERE[end] if name in here else rate.seconds(call, longest, end)
        seats = stages.setdefault(call.purpose, {})
        seats[name] = seats.get(name, 0.0) + call.calls * each
    return sum(_together(seats, rates) for seats in stages.values())


def _together(seats: Mapping[SeatName, float], rates: Mapping[SeatName, _SeatRates]) -> float:
    """Return the time of a stage: of its slowest seat, or of the server with the longest queue."""
    queues = Counter[str]()
    for name, seconds in seats.items():
        told = rates[name].told
        if told.at_once is not None:
            queues[told.server] += seconds / told.at_once  # type: ignore[assignment]  # a Counter of seconds
    return max([*seats.values(), *queues.values()])


def _narrow(
    plan: Sequence[PlannedCalls],
    rates: Mapping[SeatName, _SeatRates],
    seats: Mapping[SeatName, Seat],
    longest: int,
) -> Iterator[Message]:
    """Say which models could not hold what they are to read and write."""
    needs: dict[SeatName, int] = {}
    for call in plan:
        reads = rates[call.seat_label].reads(call) * _READS[1]
        needs[call.seat_label] = max(needs.get(call.seat_label, 0), int(reads) + longest)
    for seat, most in needs.items():
        window = rates[seat].told.context_limit
        if window is not None and most > window:
            yield words(
                "{seat}: {model} takes {window} tokens; up to {needs} may be needed.",
                seat=seat,
                model=seats[seat].model,
                window=f"{window:,}",
                needs=f"{most:,}",
            )


def _with_rounds(setup: BaseModel, number: int, settings: Sequence[str] = ("max_rounds",)) -> BaseModel:
    """Return a setup with another number of rounds, where one of these settings says how many there are."""
    found = {name: number for name in settings if hasattr(setup, name)}
    return setup.model_copy(update=found) if found else setup


def _sits(call: PlannedCalls, seats: Mapping[SeatName, Seat]) -> Seat:
    seat = seats[call.seat]
    return seat.embedder(call.embeds) if call.embeds else seat


def _probe(seat: Seat) -> ModelRequest:
    return ModelRequest(
        purpose="estimate",
        seat=seat.name,
        model=seat.model,
        messages=(ChatMessage(role="user", text=SAMPLE),),
        options=Options(max_output_tokens=0, context_length=seat.context_length, web_search=seat.web_search),
        base_url=seat.base_url,
        api_key_env=seat.api_key_env,
        price_in=seat.price_in,
        price_out=seat.price_out,
    )


def _span(span: Range, shape: str) -> str:
    low, high = shape.format(span.low), shape.format(span.high)
    return low if low == high else f"{low}–{high}"


def _time(seconds: Range) -> Message:
    if seconds.high < 90:
        return words("{n} s", n=_span(Range(max(1, seconds.low), max(1, seconds.high)), "{:.0f}"))
    if seconds.high > LONG:
        return words("{n} h", n=_span(Range(seconds.low / 3600, seconds.high / 3600), "{:.1f}"))
    low, high = round(seconds.low / 60), round(seconds.high / 60)
    if low == 0:
        return _AT_MOST_MINUTES.filled(n=high)
    return words("{n} min", n=_span(Range(low, high), "{:.0f}"))
