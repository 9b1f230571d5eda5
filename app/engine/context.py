"""What a node is given: the way to ask models, do effects and wait for a person, all through the journal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from random import Random
from typing import Any, NoReturn, TypeVar

from app.domain.canonical import JsonValue, digest, dumps, sound_value
from app.domain.errors import Bug, InputError, StorageError
from app.domain.fact_base import Fact
from app.domain.facts import CallFailed, GateAnswered, GateOpened
from app.domain.i18n import words
from app.domain.ids import CallKey, SeatName
from app.domain.messages import (
    USUAL_SECONDS,
    Missing,
    ModelRequest,
    Options,
    Outcome,
    PromptText,
    Reply,
)
from app.domain.pictures import without_pictures
from app.domain.seats import Seat
from app.domain.tool_facts import EffectAsked, EffectCompleted
from app.domain.usage import Estimate, Usage
from app.engine.answering import kind_of, policy_facts
from app.engine.calling import CallRunner
from app.engine.calls import CallTrack
from app.engine.cut_answers import as_decided, asked_for_more, said_of
from app.engine.folders import SessionPorts
from app.engine.folders import effect as ports_open
from app.engine.interruptions import (
    Blocked,
    Item,
    Waiting,
    context_item,
    effect_item,
    failure_item,
    merge,
    stored_effect_item,
    stored_item,
    uncertain_item,
    uncertain_verbs,
    unusable_item,
)
from app.engine.node import Ask, GateReply, GateRequest, Lost
from app.engine.tool_source import ServedTool, ToolAnswer
from app.projections.gate_inbox import AnsweredGate

T = TypeVar("T")


class LiveContext:
    """The Context of one running of a node, under one entry."""

    def __init__(self, runner: CallRunner) -> None:
        self._runner = runner
        self._fold = runner.writer.fold
        self._asked: set[CallKey] = set()
        self._command = 0
        """The person's command that asks, 0 where it is a node."""

    @property
    def entry(self) -> int:
        return self._fold.position.entry

    @property
    def round(self) -> int:
        return self._fold.position.round

    @property
    def attempt(self) -> int:
        return self._fold.position.attempt

    def seat(self, name: SeatName) -> Seat:
        """Return a place with replacements applied; raises InputError where the records have none."""
        try:
            return self._fold.session.seats[name]
        except KeyError:
            raise InputError(
                words("This session asks “{seat}”, and its records give nobody that place.", seat=name),
                words(
                    "They are not whole: import the session again from a sound export, or start a new one."
                ),
            ) from None

    def host(self, name: SeatName, embeds: str = "") -> str:
        seat = self.seat(name).embedder(embeds) if embeds else self.seat(name)
        return self._runner.gateway.host(seat.model, seat.base_url)

    def rng(self, *labels: str | int) -> Random:
        return Random(digest(dumps([self._fold.session.seed, *labels])))  # noqa: S311  shuffles, no secrets

    def render(self, template: str, variables: Mapping[str, JsonValue]) -> PromptText:
        return self._runner.prompts.render(template, variables)

    @property
    def ports(self) -> SessionPorts:
        return self._runner.ports

    async def estimate(self, ask: Ask) -> Estimate:
        request, gateway = self._request(ask), self._runner.gateway
        await gateway.learn_window(request)
        (estimate,) = await gateway.estimate([request])
        return estimate

    async def ask(self, ask: Ask, *, tolerate: bool = False) -> Outcome:
        if self._asked:
            # The first one's request is on its way while the others are still being worked out.
            await asyncio.sleep(0)
        key = self._key(ask.purpose, ask.seat, ask.part)
        request = self._request(ask)
        identity = request.identity()
        request = _within(request, ask)
        track = self._fold.calls.by_key.get(key)
        request = as_decided(request, track)
        if track is not None:
            same = track.fact.identity == identity or await self._was_sent(track, request)
            known = self._known(track, same=same)
            if known is not None:
                return known
        if ask.seat in self._fold.session.absent:
            return Missing(seat=ask.seat, reason="sits out this round")
        final = track is not None and not self._runner.may_try_again(track)
        if track is not None and track.state == "failed" and track.resolved is None and final:
            return await self._failed(track, request, ask, tolerate=tolerate)
        if key in self._asked:
            raise Bug(f"{key.label()} is asked twice at the same time; give the calls different parts")
        self._asked.add(key)
        try:
            if track is not None and track.resolved == "retry":
                # Its server may have loaded the model otherwise by now.
                await self._runner.gateway.learn_window(request, anew=True)
            track = await self._runner.call(key, request, identity, track, self._command)
        finally:
            self._asked.discard(key)
        if track.state == "completed":
            return track.reply()
        if track.state == "uncertain":
            raise Blocked([uncertain_item(track, uncertain_verbs(track))])
        return await self._failed(track, request, ask, tolerate=tolerate)

    async def _failed(self, track: CallTrack, request: ModelRequest, ask: Ask, *, tolerate: bool) -> Outcome:
        """Return what stands for a failed call where that is tolerated; else raise Blocked with the ways on.

        What came of a cut answer is read as far as it goes.
        """
        if tolerate and track.state == "failed":
            fields = track.cut == "broken" and request.reply_schema is not None
            read_on = (fields or track.cut in ("limit", "server", "loop")) and track.partial.strip()
            return _partial(track) if read_on else _missing(track)
        overflow = isinstance(track.end, CallFailed) and track.end.kind == "context_overflow"
        if not track.cut and not overflow:
            raise Blocked([failure_item(track)])
        (asked,) = await self._runner.gateway.estimate([request])
        if overflow:
            raise Blocked([context_item(track, asked)])
        more = asked_for_more(track, request, asked, ask.longest)
        prices = await self._runner.gateway.estimate(list(more.values()))
        raise Blocked([failure_item(track, more=said_of(track, more, prices))])

    async def _was_sent(self, track: CallTrack, request: ModelRequest) -> bool:
        """Tell whether a call of before sent what a request sends: earlier versions hashed more than that."""
        if track.state != "completed" or track.asked > self._runner.opened:
            return False
        asked = await self._runner.asked_in_full(track)
        options = request.options.model_dump(mode="json", exclude_none=True)
        tools = tuple(tool.name for tool in request.tools)
        sends = (request.messages, tools, options)
        return asked is not None and (asked.messages, asked.tools, asked.options) == sends

    def _known(self, track: CallTrack, *, same: bool) -> Outcome | None:
        """Return what the journal already says of a key, None where it must be asked (again).

        `same`: what was asked is what is to be asked.
        """
        if track.state == "open":
            raise Bug(f"{track.key.label()} is asked twice at the same time; give the calls different parts")
        if not same and track.state == "completed" and track.resolved is None:
            asked = (track.fact.app_version, track.fact.wording)
            older = asked != (self._runner.app_version, self._runner.prompts.wording)
            if not older and track.asked > self._runner.opened:
                raise Bug(f"{track.key.label()} was asked before with another request under the same key")
            # It was asked before the session was opened here: the program has changed since, or the session
            # was, from outside.
            raise Blocked([stored_item(track, older=older)])
        if track.resolved in ("retry", "longer", "go_on"):
            return None
        if track.state == "completed" and (same or track.resolved == "use_stored"):
            return track.reply()
        if track.resolved == "use_partial":
            return _partial(track)
        if track.resolved == "drop":
            return Missing(seat=track.key.seat, reason="left out by decision", kind="dropped")
        if track.state == "uncertain" and track.resolved is None:
            raise Blocked([uncertain_item(track, uncertain_verbs(track))])
        return None

    async def ask_all(self, asks: Sequence[Ask], *, tolerate: bool = False) -> list[Outcome]:
        return await self.gather(*(self.ask(ask, tolerate=tolerate) for ask in asks))

    async def gather(self, *work: Coroutine[Any, Any, T]) -> list[T]:
        """Run flows at once; all of them end before an interruption of any is raised."""
        results = await asyncio.gather(*work, return_exceptions=True)
        errors = [result for result in results if isinstance(result, BaseException)]
        if errors:
            raise merge(errors)
        return [result for result in results if not isinstance(result, BaseException)]

    async def compute(self, work: Callable[[], T]) -> T:
        """Work it out in a thread; who is interrupted leaves it to end by itself, for it has no effect."""
        return await asyncio.to_thread(work)

    def fail(self, lost: Sequence[Lost]) -> NoReturn:
        """End the node with the failure gate over these calls of the open entry.

        Raises StorageError where there is none: nobody was there to be asked.
        """
        if not lost:
            raise StorageError(
                "damaged",
                words("Nobody sits at this table who could do the next step: the session was changed."),
                words("Restore the session from a backup or an export; its file was left untouched."),
            )
        raise Blocked([self._lost_item(call) for call in lost])

    def _lost_item(self, call: Lost) -> Item:
        calls = self._fold.calls
        if call.asked:
            return unusable_item(calls.by_asked[call.asked], call.why)
        return failure_item(calls.by_key[self._key(call.purpose, call.seat, call.part)], call.why)

    async def once(
        self,
        purpose: str,
        seat: SeatName,
        part: str,
        identity: str,
        effect: Callable[[], Awaitable[JsonValue]],
        *,
        harmless: bool = False,
    ) -> JsonValue:
        return await self._once(self._key(purpose, seat, part), identity, effect, harmless=harmless)

    def _key(self, purpose: str, seat: SeatName, part: str) -> CallKey:
        return CallKey(self.entry, purpose, seat, part)

    async def _once(
        self,
        key: CallKey,
        identity: str,
        effect: Callable[[], Awaitable[JsonValue]],
        *,
        harmless: bool = False,
        beside: Sequence[Fact] = (),
    ) -> JsonValue:
        """Do as `once` says; `beside` is recorded where the effect begins."""
        _, purpose, seat, part = key
        known = self._fold.calls.effects.get(key)
        same = known is not None and known.identity == identity
        if known is not None and not same and known.resolved is None:
            if known.asked > self._runner.opened:
                raise Bug(f"{key.label()} was done before with other parameters under the same key")
            if known.done:
                raise Blocked([stored_effect_item(known)])
        if known is not None and known.done and (same or known.resolved == "use_stored"):
            return known.value
        if known is not None and known.resolved == "drop":
            return None
        if key in self._asked:
            raise Bug(f"{key.label()} is asked twice at the same time; give the effects different parts")
        if known is not None and known.resolved is None and not harmless:
            raise Blocked([effect_item(known, beside)])
        self._asked.add(key)
        try:
            writer = self._runner.writer
            if known is None or not harmless or not same:
                asked = EffectAsked(purpose=purpose, seat=seat, part=part, identity=identity)
                await writer.append(*beside, asked)
            with ports_open():
                value = sound_value(await effect())
            await writer.append(
                EffectCompleted(purpose=purpose, seat=seat, part=part, identity=identity, value=value)
            )
        finally:
            self._asked.discard(key)
        return value

    async def served_tools(self) -> Sequence[ServedTool]:
        return await self._runner.tools.served()

    async def use_tool(
        self, tool: ServedTool, seat: SeatName, part: str, arguments: Mapping[str, JsonValue]
    ) -> ToolAnswer:
        sound = sound_value(dict(arguments))
        assert isinstance(sound, dict)
        return await self._runner.tools.call(tool, seat, part, sound, self._once)

    async def gate(self, request: GateRequest) -> GateReply:
        gates = self._fold.gates
        answered = gates.answered_in(self.entry, request.kind)
        if answered is not None:
            return _gate_reply(answered)
        if any(gate.entry == self.entry and gate.fact.kind == request.kind for gate in gates.open.values()):
            raise Waiting
        kind = kind_of(self._fold.plugin, request.kind)
        opened = GateOpened(
            kind=request.kind,
            payload=dict(request.payload),
            verbs=request.verbs,
            primary=request.primary or kind.recommended(request.payload, request.verbs),
            due_at=self._runner.clock.now() + int(request.due_in * 1e6) if request.due_in else None,
            due_verb=request.due_verb,
            idle=request.idle,
        )
        policy = request.auto_answer
        if policy is None:
            await self._runner.writer.append(opened)
            raise Waiting
        plugin = self._fold.plugin
        await self._runner.writer.decide(
            lambda head: (
                opened,
                *policy_facts(plugin, request.kind, opened.payload, *policy, f"g{head + 1}"),
            )
        )
        passed = gates.answered_in(self.entry, request.kind)
        assert passed is not None
        return _gate_reply(passed)

    def _request(self, ask: Ask) -> ModelRequest:
        seat = self.seat(ask.seat)
        if ask.embeds:
            seat = seat.embedder(ask.embeds)
        setup = self._fold.session.setup
        limit, timeout = ask.room or setup.get("max_output_tokens"), setup.get("call_timeout")
        window = ask.context_length or seat.context_length or setup.get("context_length")
        options = Options(
            temperature=seat.temperature if ask.temperature is None else ask.temperature,
            top_p=ask.top_p,
            seed=ask.seed,
            context_length=window if isinstance(window, int) else None,
            max_output_tokens=0 if ask.embeds else limit if isinstance(limit, int) else 4000,
            timeout=float(timeout) if isinstance(timeout, int | float) else None,
            web_search=seat.web_search,
        )
        return ModelRequest(
            purpose=ask.purpose,
            seat=ask.seat,
            model=seat.model,
            messages=ask.messages,
            tools=ask.tools,
            reply_schema=dict(ask.reply_schema) if ask.reply_schema else None,
            shared=ask.shared,
            shared_by=ask.shared_by,
            options=options,
            base_url=seat.base_url,
            api_key_env=seat.api_key_env,
            price_in=seat.price_in,
            price_out=seat.price_out,
            embeds=bool(ask.embeds),
            sees=seat.vision,
        )


def _within(request: ModelRequest, ask: Ask) -> ModelRequest:
    """Return a request within the time and the length that its question allows, where these are less."""
    options = request.options
    tokens = ask.longest or options.max_output_tokens
    least = ask.timeout is not None and ask.timeout < (options.timeout or USUAL_SECONDS)
    less = {
        # How long a model may take that nobody set a limit for, its server knows best.
        "timeout": ask.timeout if least else options.timeout,
        "max_output_tokens": min(tokens, options.max_output_tokens),
    }
    return request.model_copy(update={"options": options.model_copy(update=less)})


def blocked_by_context(key: CallKey, body: Mapping[str, JsonValue]) -> Blocked:
    """Return the interruption of a history that no longer fits its model."""
    return Blocked([Item("context", key, body)])


def _partial(track: CallTrack) -> Reply:
    text, usage = without_pictures(track.partial), getattr(track.end, "usage", None) or Usage()
    return Reply(text=text, usage=usage, partial=True, finish="partial", asked=track.asked, room=_room(track))


def _missing(track: CallTrack) -> Missing:
    end = track.end
    return Missing(
        seat=track.key.seat,
        reason=getattr(end, "message", ""),
        kind=str(getattr(end, "kind", "failed")),
        room=_room(track),
    )


def _room(track: CallTrack) -> int:
    """Return the tokens that a cut answer was allowed where more would have helped, else 0."""
    return (track.room or 0) if track.cut in ("limit", "thoughts") else 0


def _gate_reply(gate: AnsweredGate) -> GateReply:
    answer = gate.answer
    assert isinstance(answer, GateAnswered)
    return GateReply(gate.id, answer.verb, answer.data, answer.note, answer.by)
