"""Real models through the model host: the parent's side, a ModelGateway.

Rules: the host starts at the first use (or when `warm` is called), and again after it died; calls it had
not yet sent fail as `host_died` unsent, the others as `host_died` sent. Every call has an end of its own
here too. Where a call goes, and with which key, is decided by `routes`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass, field, replace
from importlib.util import find_spec
from types import MappingProxyType
from typing import cast
from urllib.parse import urlsplit

from app.domain import fault_hints, fault_messages
from app.domain.canonical import JsonValue
from app.domain.errors import CutBy, ProviderErrorKind, RoundtableError
from app.domain.i18n import Message, words
from app.domain.messages import USUAL_SECONDS, ModelRequest
from app.domain.sentences import recorded, sentence_of
from app.domain.usage import Estimate
from app.engine.ports import (
    Clock,
    Completed,
    Delayed,
    Failed,
    KeyStore,
    ModelEvent,
    ModelInfo,
    ReasoningDelta,
    TestResult,
)
from app.gateway.events import events_of
from app.gateway.host.dialects.registry import USUAL
from app.gateway.host.prices import count_prompt, estimate, rates_of, window_in_table
from app.gateway.host.table import all_rows, find_row
from app.gateway.host.windows import counts_answer
from app.gateway.host_client import HostClient, HostGone, Line
from app.gateway.keys import load_keyring
from app.gateway.protocol import (
    Answer,
    Ask,
    Cancel,
    Delta,
    Done,
    Go,
    HasBegun,
    HasFailed,
    Limits,
    Start,
    WasCancelled,
    WasSent,
)
from app.gateway.providers import provider_of, this_machine
from app.gateway.routes import (
    Route,
    key_variable,
    lacks,
    named_of,
    no_embeddings,
    no_key,
    route_of,
    sighted,
    way_of,
)
from app.gateway.sizes import SizeMemory, longest, window_for
from app.gateway.speeds import Speeds, Stopwatch
from app.gateway.throttle import LONGEST_LOAD, Place, Throttle, once_loaded
from app.settings.providers import ProviderTable

GRACE = 0.7
"""Seconds beyond a call's limit after which it is ended here and the host is doubted."""
_SAVE_SECONDS = 0.5
"""Behind an answer: the next stage's calls are on their way by then."""
_ASK_SECONDS = 20.0
_DESCRIBE_SECONDS = 8.0
"""For what a server tells of itself; the host gives up before."""
LONG_ANSWER, LONG_SECONDS = 4000, 300.0
"""Tokens beyond which an answer is long, and a call's limit for one where nobody set any."""
_PATIENT_SECONDS = 1800.0
"""The same where the first word may come after minutes."""


@dataclass
class HostedGateway:
    """All providers of the table, and the person's own endpoints."""

    keys: KeyStore
    clock: Clock
    table: Callable[[], ProviderTable] = ProviderTable
    """What the person set; may raise InputError."""
    host_client: HostClient = field(default_factory=HostClient)
    limits: Callable[[float], Limits] = Limits.of
    speeds: Speeds = field(default_factory=Speeds)
    sizes: SizeMemory = field(default_factory=SizeMemory)
    throttle: Throttle = field(init=False)
    _preparing: set[asyncio.Task[None]] = field(default_factory=set, init=False)
    _lines: dict[str, Line] = field(default_factory=dict, init=False)
    """Of the calls under way, by their ids."""
    _held: dict[str, Line] = field(default_factory=dict, init=False)
    """Lines to calls that the host has ready and does not send."""
    _described: dict[tuple[str, str], asyncio.Task[None]] = field(default_factory=dict, init=False)
    """Questions to servers of one's own for a model's window and their slots."""
    _windows: dict[tuple[str, str], int] = field(default_factory=dict, init=False)
    """The largest window that was asked for of a model: a server loads it anew for another one."""
    _saving: asyncio.TimerHandle | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.throttle = Throttle(self.clock)

    async def warm(self) -> None:
        """Start the host in the background; a failure shows at the first call."""
        await self.host_client.warm()

    def route(self, request: ModelRequest) -> Route | Failed:
        """Return where a request goes, or why nowhere."""
        return self._led(request, route_of)

    def _led(
        self, request: ModelRequest, lead: Callable[[ModelRequest, ProviderTable], Route | Failed]
    ) -> Route | Failed:
        try:
            found = lead(request, self.table())
        except RoundtableError as error:
            return Failed("not_found", error.message, False, hint=error.next)
        return sighted(self._priced(found), self.sizes) if isinstance(found, Route) else found

    def _priced(self, route: Route) -> Route:
        """Return a way at no cost where a server of this machine told at how many calls it works itself."""
        request = route.request
        here = request.base_url is not None and this_machine(request.base_url)
        # Who passes requests on has no slots to tell of.
        if not here or self.sizes.of(route.origin, request.model).slots is None or rates_of(request):
            return route
        if request.price_in is not None or request.price_out is not None:
            return route
        return replace(route, request=request.model_copy(update={"price_in": 0.0, "price_out": 0.0}))

    async def key(self, route: Route) -> str | None:
        env = key_variable(route)
        known = self.keys.at_hand(route.owner, env)
        if known is not None:
            return known
        # The keyring may ask a person or another program: not in the window's thread.
        return await asyncio.to_thread(self.keys.get, route.owner, env)

    async def named(self, route: Route) -> Mapping[str, str]:
        """Return what litellm is told besides the key where it carries a route's calls."""
        return await asyncio.to_thread(named_of, route, self.keys) if route.provider.carried else {}

    async def lacking(self, route: Route) -> Failed | None:
        """Return what a route lacks to be asked: a key, or what litellm needs besides."""
        if route.provider.carried:
            return lacks(route, await self.key(route), await self.named(route))
        missing = route.key_needed and await self.key(route) is None
        return no_key(route) if missing else None

    def prepare(self, call_id: str, request: ModelRequest) -> None:
        """Let the host compose a request and connect; where anything would have to be waited for, nothing."""
        route = self.route(request)
        if isinstance(route, Failed) or request.embeds or self._wait(route) is not None:
            return
        if route.provider.carried:
            # litellm connects when it is asked.
            return
        if self._asks_for_size(route):
            return
        key = self.keys.at_hand(route.owner, route.request.api_key_env)
        line = None if key is None and route.key_needed else self.host_client.open_now()
        if line is not None:
            line.send(self._start(line, route, key, held=True))
            self._held[call_id] = line

    def _wait(self, route: Route) -> Delayed | None:
        return self.throttle.wait(self._place(route))

    def _place(self, route: Route) -> Place:
        model = route.request.model
        slots = self.sizes.of(route.origin, model).slots
        return Place(route.origin, route.pace, route.own, model, slots)

    def _limits(self, route: Route) -> Limits:
        options, patient = route.request.options, self._is_patient(route)
        usual = LONG_SECONDS if options.max_output_tokens > LONG_ANSWER else USUAL_SECONDS
        return self.limits(options.timeout or (_PATIENT_SECONDS if patient else usual))

    def _is_patient(self, route: Route) -> bool:
        """Tell whether the first word may come after minutes: what was seen to think does so again."""
        request = route.request
        own = request.base_url is not None and not route.provider.carried
        known = None if own else find_row(request.model)
        told = known is not None and known.thinks
        return route.patient or told or self.sizes.of(route.origin, request.model).thinks

    def _start(
        self,
        line: Line,
        route: Route,
        key: str | None,
        named: Mapping[str, str] = MappingProxyType({}),
        *,
        held: bool = False,
    ) -> Start:
        limits, request = self._limits(route), self._fitted(route)
        seconds = cast(dict[str, float], asdict(limits))
        return Start(line.id, request.model_dump(mode="json"), key, seconds, held, dict(named))

    # --- how much a model takes in ------------------------------------------------------------

    def window(self, route: Route) -> int | None:
        """Return how much a model takes in: as the person set it, its server told or the table has it."""
        request = route.request
        told = request.options.context_length or self.sizes.of(route.origin, request.model).window
        return told or window_in_table(request)

    def _fitted(self, route: Route) -> ModelRequest:
        """Return a request with the longest answer that fits into its model's window, and that window."""
        request, window = route.request, self.window(route)
        sized = route.provider.dialect.SIZED
        if request.embeds or (window is None and not sized):
            return request
        tokens_in = count_prompt(request)
        out = longest(request.options.max_output_tokens, tokens_in, window)
        update: dict[str, int] = {"max_output_tokens": out}
        if sized and request.options.context_length is None:
            place = (route.origin, request.model)
            size = max(window_for(tokens_in + out, window), self._windows.get(place, 0))
            self._windows[place] = update["context_length"] = size
        return request.model_copy(update={"options": request.options.model_copy(update=update)})

    def _too_long(self, route: Route) -> Failed | None:
        """Return why a request is not sent: it does not fit the model's window with the shortest answer."""
        request = route.request
        if request.embeds:
            return None
        known = Estimate.model_validate(estimate(request, self.window(route)))
        if known.fits:
            return None
        beyond = known.tokens_in > (known.context_limit or 0)
        told = fault_messages.TOO_LONG_BY if beyond else fault_messages.TOO_LONG_TO_ANSWER
        told = told.filled(n=f"{known.tokens_in:,}", window=f"{known.context_limit:,}")
        hint = fault_hints.LARGER_WINDOW if route.own else fault_hints.BY_KIND["context_overflow"]
        return Failed("context_overflow", told, False, hint=hint)

    def _asks_for_size(self, route: Route) -> bool:
        """Tell whether a server is asked before its first call how much it takes in: one of one's own is."""
        size = self.sizes.of(route.origin, route.request.model)
        known = (route.origin, route.request.model) in self._described or (size.window and size.slots)
        told = route.provider.dialect.SIZED or route.provider.dialect is USUAL
        return told and not known and not route.provider.serves(route.request.base_url)

    async def learn_window(self, request: ModelRequest, *, anew: bool = False) -> None:
        """Ask the model's server, where it is one of one's own and approved."""
        route = self.route(request)
        if not isinstance(route, Route):
            return
        if anew:
            self.sizes.forget(route.origin, route.request.model)
            self._described.pop((route.origin, route.request.model), None)
        await self.learn_size(route)

    async def learn_size(self, route: Route) -> None:
        """Ask a server of one's own, once, how much a model takes in and how many calls it works at."""
        place = (route.origin, route.request.model)
        if self._asks_for_size(route):
            self._described[place] = asyncio.ensure_future(self._describe(route))
        if place in self._described:
            await asyncio.shield(self._described[place])

    async def _describe(self, route: Route) -> None:
        body: dict[str, JsonValue] = {
            "provider": route.provider.name,
            "base_url": route.request.base_url,
            "model": route.request.model.partition("/")[2],
        }
        answer = await self.ask("describe", body, await self.key(route), _DESCRIBE_SECONDS)
        window, slots = (
            size if isinstance(size := answer.get(name), int) else None for name in ("window", "slots")
        )
        sees = told if isinstance(told := answer.get("sees"), bool) else None
        self.sizes.learn(route.origin, route.request.model, window, slots, sees=sees)

    async def start(self, call_id: str, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Ask through the host."""
        try:
            route = self.route(request)
            if isinstance(route, Failed):
                yield route
                return
            if request.embeds and (route.provider.carried or route.provider.dialect.EMBEDDING is None):
                yield no_embeddings(route)
                return
            # The host starts meanwhile.
            self._prepare()
            if (lacking := await self.lacking(route)) is not None:
                yield lacking
                return
            key, named = await self.key(route), await self.named(route)
            await self.learn_size(route)
            route = sighted(route, self.sizes)
            if (too_long := self._too_long(route)) is not None:
                yield too_long
                return
            if (delayed := self._wait(route)) is not None:
                # A connection that stands idle may be closed by the time there is a place.
                await self.cancel(call_id)
                yield delayed
            stopwatch = Stopwatch(self.clock, route.request)
            async with self.throttle.slot(self._place(route)):
                async for event in self._talk_within(call_id, route, key, named):
                    stopwatch.take(event)
                    if isinstance(event, ReasoningDelta):
                        self.sizes.learn(route.origin, route.request.model, thinks=True)
                    self._learn_speed(route, stopwatch)
                    if isinstance(event, Failed) and event.retry_after is not None:
                        self.throttle.pause(route.origin, event.retry_after, route.request.model)
                    try:
                        yield event
                    except GeneratorExit:
                        if not isinstance(event, Completed | Failed):
                            # Whoever listens has heard enough: the answer goes round in a loop.
                            stopwatch.broken_off(count_prompt(route.request))
                            self._learn_speed(route, stopwatch)
                        raise
        finally:
            if call_id in self._held:
                # What was got ready was of no use.
                await self.cancel(call_id)

    def _learn_speed(self, route: Route, stopwatch: Stopwatch) -> None:
        if (measured := stopwatch.measured) is not None:
            request = route.request
            self.speeds.learn(route.origin, request.model, request.purpose, measured, stopwatch.loading)
            self._save_soon()

    def _save_soon(self) -> None:
        """Write down how quick models are in a moment in which nobody waits for the end of an answer."""
        if self._saving is None:
            self._saving = asyncio.get_running_loop().call_later(_SAVE_SECONDS, self._save)

    def _save(self) -> None:
        if self._saving is not None:
            self._saving.cancel()
            self._saving = None
        self.speeds.save()

    async def _talk_within(
        self, call_id: str, route: Route, key: str | None, named: Mapping[str, str]
    ) -> AsyncIterator[ModelEvent]:
        """Talk, once more where a refusal tells of a window into which a shorter answer fits."""
        before = self.window(route)
        talking = self._talk_loaded(call_id, route, key, named)
        async with aclosing(talking) as talk:  # type: ignore[type-var]  # a generator
            async for event in talk:
                if isinstance(event, Failed) and self._fits_shorter(route, event, before):
                    break
                yield event
            else:
                return
        async for event in self._talk_loaded(call_id, route, key, named):
            yield event

    def _talk_loaded(
        self, call_id: str, route: Route, key: str | None, named: Mapping[str, str]
    ) -> AsyncIterator[ModelEvent]:
        """Talk once the server has loaded the model: it may take as long as a first byte, but no longer."""
        most = min(self._limits(route).first_byte, LONGEST_LOAD)
        return once_loaded(lambda: self._talk(call_id, route, key, named), self.clock, most)

    def _fits_shorter(self, route: Route, failed: Failed, before: int | None) -> bool:
        """Tell whether a refusal that counts the answer in told of a window with room for a shorter one."""
        overflow = failed.kind == "context_overflow" and counts_answer(str(failed.message))
        return overflow and self.window(route) != before and self._too_long(route) is None

    async def _talk(
        self, call_id: str, route: Route, key: str | None, named: Mapping[str, str]
    ) -> AsyncIterator[ModelEvent]:
        limits = self._limits(route)
        over = sent = received = False
        pieces: list[str] = []
        held = self._held.pop(call_id, None)
        try:
            line = held or await self.host_client.open()
        except HostGone as gone:
            yield gone.failed(sent=False, pieces=pieces)
            return
        self._lines[call_id] = line
        frames = line.frames()
        until = asyncio.get_running_loop().time() + limits.total + GRACE
        try:
            line.send(Go(line.id) if held else self._start(line, route, key, named))
            while not over:
                # Around the wait alone: a limit that runs while whoever listens is busy (its disk may be
                # slow) would cancel it there, and not the wait for the host.
                async with asyncio.timeout_at(until):
                    frame = await anext(frames)
                sent = sent or isinstance(frame, WasSent | HasBegun | Delta)
                if isinstance(frame, Delta):
                    received = True
                    pieces.append(frame.text)
                over = isinstance(frame, WasCancelled)
                if isinstance(frame, Done | HasFailed) and frame.window is not None:
                    self.sizes.learn(route.origin, route.request.model, frame.window)
                for event in events_of(frame):
                    over = over or isinstance(event, Completed | Failed)
                    yield _asked_again(event, route)
        except HostGone as gone:
            over = True
            yield gone.failed(sent=sent, pieces=pieces)
        except TimeoutError:
            # The host names its own ends before: it is behind, or does not answer any more.
            self.host_client.doubt()
            message = fault_messages.NOT_COMPLETE.filled(n=fault_messages.few_figures(limits.total))
            hint, partial = fault_hints.BY_KIND["timeout"], "".join(pieces)
            cut: CutBy | None = "broken" if partial.strip() else None
            failed = Failed("timeout", message, sent, hint=hint, received=received, partial=partial, cut=cut)
            yield _asked_again(failed, route)
        finally:
            del self._lines[call_id]
            if not over:
                line.send(Cancel(line.id))
            line.close()

    async def cancel(self, call_id: str) -> None:
        """End a call; unknown ids are ignored."""
        held = self._held.pop(call_id, None)
        if held is not None:
            held.cancel()
            held.close()
        if call_id in self._lines:
            self._lines[call_id].cancel()

    async def estimate(self, requests: Sequence[ModelRequest]) -> Sequence[Estimate]:
        """Return worst cases from the table of models, and begin with what a call will need."""
        if not requests:
            return []
        routed = [self.route(request) for request in requests]
        if any(isinstance(route, Route) for route in routed):
            self._prepare()
        found = []
        for route, request in zip(routed, requests, strict=True):
            # Also of a server that is not approved yet: nobody is contacted, and the person knows its rates.
            known = route if isinstance(route, Route) else self._led(request, way_of)
            found.append(self._estimate(known) if isinstance(known, Route) else estimate(request))
        return [Estimate.model_validate(body) for body in found]

    def _estimate(self, route: Route) -> dict[str, JsonValue]:
        """Return an Estimate's body for a request that has a way."""
        speed = self.speeds.known(route.origin, route.request.model)
        return {
            **estimate(route.request, self.window(route)),
            "server": route.origin,
            "at_once": self.throttle.at_once(self._place(route)),
            "speed": speed.model_dump() if speed is not None else None,
        }

    def _prepare(self) -> None:
        """Start the host in the background."""
        if self.host_client.pid is not None:
            return

        async def work() -> None:
            # Where keys lie takes a while to be asked the first time; nothing is read yet.
            await asyncio.gather(self.host_client.warm(), asyncio.to_thread(load_keyring))

        task = asyncio.ensure_future(work())
        self._preparing.add(task)
        task.add_done_callback(self._ready)

    def _ready(self, task: asyncio.Task[None]) -> None:
        """Forget a preparation. What it could not do, the call itself will say."""
        self._preparing.discard(task)
        if not task.cancelled():
            task.exception()

    def built_in(self, model: str) -> bool:
        """Tell whether a model is part of the program."""
        return False

    def host(self, model: str, base_url: str | None = None) -> str:
        """Return the host that requests to a model go to; its provider's name where no way leads there."""
        request = ModelRequest(purpose="", seat="", model=model, messages=(), base_url=base_url)
        route = self._led(request, way_of)
        if isinstance(route, Failed):
            return model.partition("/")[0]
        name = urlsplit(route.origin).hostname or ""
        return "" if name in ("localhost", "::1") or name.startswith("127.") else name

    async def models(self) -> Sequence[ModelInfo]:
        """List the models for chats in the table."""
        return [
            ModelInfo(row.name, one.name, one.title, row.window, row.prices.into, row.prices.out)
            for row in await asyncio.to_thread(lambda: [*all_rows()])
            if row.listed and (one := provider_of(row.name)) is not None
        ]

    async def test(self, model: str) -> TestResult:
        """Ask a model's provider whether it lists the model."""
        route = self.route(ModelRequest(purpose="test", seat="-", model=model, messages=()))
        if isinstance(route, Failed):
            return TestResult(False, route.message, route.hint, route.kind)
        result = await self.check(route)
        name = model.partition("/")[2]
        if result.ok and result.models and name not in result.models:
            why = words("{provider} does not list {model}.", provider=route.title, model=name)
            hint = words("Check the model's name, or your plan there.")
            return TestResult(False, why, hint, "not_found", result.models)
        return result

    async def check(self, route: Route, seconds: float | None = None) -> TestResult:
        """Ask the provider at the end of a route for its models; `seconds`: the host's wait for them."""
        if (missing := await self.lacking(route)) is not None:
            return TestResult(False, missing.message, missing.hint, missing.kind)
        if route.provider.carried:
            return await self._carried(route)
        key = await self.key(route)
        began = self.clock.elapsed()
        body: dict[str, JsonValue] = {"provider": route.provider.name, "base_url": route.request.base_url}
        body = body if seconds is None else {**body, "seconds": seconds}
        answer = await self.ask("list", body, key)
        seconds = (self.clock.elapsed() - began) / 1e6
        found = answer.get("models")
        if isinstance(found, list):
            names = tuple(str(name) for name in found)
            told = words("{provider} lists {n} models.", provider=route.title, n=len(names))
            if len(names) == 1:
                told = words("{provider} lists one model: {model}.", provider=route.title, model=names[0])
            exact = answer.get("exact") is True
            return TestResult(True, told, models=names, seconds=seconds, exact=exact)
        return TestResult(
            False,
            sentence_of(answer.get("problem", "")),
            sentence_of(answer.get("hint", "")),
            cast("ProviderErrorKind | None", answer.get("kind")),
            seconds=seconds,
            status=cast("int | None", answer.get("status")),
        )

    async def _carried(self, route: Route) -> TestResult:
        """Tell whether litellm has what it needs: not all its providers have a list of models."""
        if find_spec("litellm") is None:
            return TestResult(False, fault_messages.NO_LITELLM, fault_hints.INSTALL_LITELLM, "not_found")
        begin = f"{route.provider.name}/"
        rows = await asyncio.to_thread(lambda: [row.name for row in all_rows() if row.name.startswith(begin)])
        told = words(
            "{provider} has what it needs. Its key was not tried, for that would cost a call.",
            provider=route.title,
        )
        return TestResult(True, told, models=tuple(name.removeprefix(begin) for name in rows))

    async def close(self) -> None:
        """End the host."""
        self._save()
        begun = {*self._preparing, *self._described.values()}
        for task in begun:
            task.cancel()
        await asyncio.gather(*begun, return_exceptions=True)
        await self.host_client.close()

    async def ask(
        self, what: str, body: Mapping[str, JsonValue], key: str | None = None, seconds: float = _ASK_SECONDS
    ) -> Mapping[str, JsonValue]:
        """Ask the host itself; a host that does not answer gives `problem` and `hint`."""
        try:
            line = await self.host_client.open()
            try:
                line.send(Ask(line.id, what, dict(body), key))
                async with asyncio.timeout(seconds):
                    async for frame in line.frames():
                        if isinstance(frame, Answer):
                            return frame.body
            finally:
                line.close()
        except HostGone as gone:
            return _host_problem(gone.message, words("Run roundtable doctor."))
        except TimeoutError:
            self.host_client.doubt()
        return _host_problem(words("The model host does not answer."), words("Try again."))


def _host_problem(message: Message, hint: Message) -> Mapping[str, JsonValue]:
    return {"kind": "host_died", "problem": recorded(message), "hint": recorded(hint)}


def _asked_again(event: ModelEvent, route: Route) -> ModelEvent:
    """Return an event; a time-out before the first word may be tried again where nothing was charged."""
    if not isinstance(event, Failed) or event.kind != "timeout" or event.received:
        return event
    free = route.own and not (route.request.price_in or route.request.price_out)
    return replace(event, passing=True) if free else event
