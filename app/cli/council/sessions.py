"""Sessions behind the chat interface: found again by what was asked, begun where there is none, watched.

Rules: the same model, team and messages lead to the same session for a day, whoever asks again: its id
follows from them. So a client that tries again, or a second one, waits for the run that there is, and pays
for nothing. What an agent may not begin at the door for agents, nobody may here: it is begun there.

Clients send a lot that a council has no use for (temperature, tools, penalties, whose user asks): that is
passed over. What would change the form of the answer is refused, in words.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.cli.agents.api import AgentApi, Prepared
from app.cli.agents.shapes import StartArguments
from app.cli.council.http import Refused
from app.cli.names import Names
from app.cli.output import clean
from app.domain.canonical import dumps
from app.domain.errors import InputError, RoundtableError
from app.domain.fact_base import agent_called
from app.domain.ids import SessionId, session_id_of
from app.domain.refusals import first_refusal
from app.services.live import following, read_session
from app.services.sessions import check_setup

if TYPE_CHECKING:
    from pydantic import JsonValue

    from app.domain.fact_base import Record
    from app.engine.fold import SessionFold
    from app.engine.plugin import WorkflowPlugin
    from app.settings.templates import SessionTemplate


_ASKER = agent_called("roundtable serve")
"""Who begins these sessions, as their records say."""
KEPT_HOURS = 24.0
"""For which the same messages lead to the same session once it is over."""
_POLL_SECONDS = 0.4
"""Between two looks whether another process moves a session."""
_BACKGROUND = "context_text"
"""The setup field of workflows that take a text beside the question."""
_WAY, _LONGEST = "profile", "max_output_tokens"
"""Those of workflows that have several ways to answer, and of how many tokens one call may return."""
TEMPLATE = "template/"
"""What the models that kept set-ups are begin with."""
_MOST_AGAIN = 1_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a session."""

    text: str
    tokens_in: int
    tokens_out: int
    cost: float | None


@dataclass
class CouncilSessions:
    """Finds, begins and watches sessions for clients."""

    api: AgentApi
    waits: bool = False
    """A person decides at the gates: clients wait for them. Else nobody is asked."""
    stops: bool = False
    """A session is stopped once nobody listens to it any more."""
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    _listeners: Counter[SessionId] = field(default_factory=Counter, init=False)

    def models(self) -> list[str]:
        """Return the names that may be asked.

        Each workflow, in each way it has, with the usual team and with each team; then kept set-ups.
        """
        teams = self.api.core.teams.names()
        ways = [
            name
            for workflow, plugin in self._asked_by_a_question().items()
            for name in (workflow, *(f"{workflow}:{way}" for way in _ways(plugin)))
        ]
        named = [name for way in ways for name in (way, *(f"{way}/{team}" for team in teams))]
        return [*named, *(TEMPLATE + name for name in self._kept())]

    def _kept(self) -> Mapping[str, SessionTemplate]:
        """Return the set-ups that the person kept and that need nothing more than a question."""
        files, asked = self.api.core.templates, self._asked_by_a_question()
        found = {}
        for name in files.names():
            with suppress(RoundtableError):
                template = files.load(name)
                if template.workflow in asked:
                    found[name] = template
        return found

    def _asked_by_a_question(self) -> Mapping[str, WorkflowPlugin]:
        """Return the workflows that need nothing but a question."""
        found = {}
        for name, plugin in self.api.startable().items():
            needed = {field for field, info in plugin.setup.model_fields.items() if info.is_required()}
            if needed == {plugin.asks} and plugin.asks in plugin.agent_fields:
                found[name] = plugin
        return found

    async def session_of(self, request: ChatRequest, key: str = "") -> SessionId:
        """Return the session of a request, begun or gone on with where it does not run; raises Refused.

        `key`: what else makes the request another one, as the client says.
        """
        if request.model not in self.models():
            known = ", ".join(self.models()[:20])
            raise Refused(
                404, "model_not_found", f"There is no model {request.model!r}; use one of: {known}."
            )
        kept: Mapping[str, JsonValue] = {}
        fields: dict[str, JsonValue] = {}
        if request.model.startswith(TEMPLATE):
            template = self._kept()[request.model.removeprefix(TEMPLATE)]
            workflow, team, kept = template.workflow, template.team, template.values
        else:
            name, _, team = request.model.partition("/")
            workflow, _, way = name.partition(":")
            fields = {_WAY: way} if way else {}
        plugin = self._asked_by_a_question()[workflow]
        question, background = _question_of(request.messages)
        fields[plugin.asks] = question
        if background and _BACKGROUND in plugin.agent_fields:
            before = str(kept.get(_BACKGROUND) or "")
            fields[_BACKGROUND] = f"{before}\n\n{background}".strip()
        elif background:
            fields[plugin.asks] = f"{background}\n\n{question}"
        if request.longest is not None:
            fields |= _longest(plugin, request.longest)
        given = StartArguments(
            workflow=workflow, fields=fields, cost_limit=self.api.terms.cost_limit, team=team
        )
        prepared = self.api.prepared(given, kept)
        number = _number(prepared, request, key)
        async with self._turn:
            return await self._found(number) or await self._begun(prepared, number)

    async def _found(self, number: int) -> SessionId | None:
        """Return the newest session of what was asked, where it is still to be used."""
        core = self.api.core
        there = set(await core.parts.store.ids())
        session = None
        for again in range(_MOST_AGAIN):
            if _again(number, again) not in there:
                break
            session = _again(number, again)
        if session is None:
            return None
        row = next(row for row in await core.library.rows() if row.session == session)
        oldest = core.parts.clock.now() - KEPT_HOURS * 3600e6
        if row.state == "finished" and row.changed_at < oldest:
            return None
        moves = self.api.runs.alive(session) or await core.parts.store.busy(session)
        if row.state not in ("finished", "waiting") and not moves:
            self.api.go_on(session)
        return session

    async def _begun(self, prepared: Prepared, number: int) -> SessionId:
        there = set(await self.api.core.parts.store.ids())
        again = next(again for again in range(_MOST_AGAIN) if _again(number, again) not in there)
        session = _again(number, again)
        await self.api.begin(_ASKER, prepared, known=(session, self.api.core.parts.ids.seed()))
        return session

    async def progress(self, session: SessionId) -> AsyncIterator[str]:
        """Yield what is done, in a few words, until the session does not move on by itself.

        An empty text: nothing is new. Where nobody listens to the end, the session goes on or is stopped.
        """
        self._listeners[session] += 1
        over = False
        try:
            async with following(self.api.core.parts, session) as reader:
                fold, _ = await read_session(self.api.core.parts, reader)
                yield ""
                while await self._moves(session, fold):
                    await asyncio.sleep(_POLL_SECONDS)
                    records = await reader.read(fold.head)
                    fold.apply_all(records)
                    for line in _told(fold, records) or [""]:
                        yield line
            over = True
        finally:
            self._listeners[session] -= 1
            if not over and self.stops and not self._listeners[session]:
                await self.api.core.sessions.stop(session)

    async def _moves(self, session: SessionId, fold: SessionFold) -> bool:
        """Tell whether a session goes on by itself, or by a person who is waited for."""
        state = fold.session.state
        if state in ("finished", "stopped", "failed"):
            return False
        if self.api.runs.alive(session) or (state == "waiting" and self.waits):
            return True
        return await self.api.core.parts.store.busy(session)

    async def outcome(self, session: SessionId) -> Outcome:
        """Return the answer; raises Refused where a session has none."""
        state, text = await self.api.text(_ASKER, session)
        spend = (await self.api.core.sessions.fold(session)).spend
        if state != "finished" or not text:
            raise self._no_answer(session, state)
        return Outcome(text, spend.total.tokens_in, spend.total.tokens_out, spend.cost)

    def _no_answer(self, session: SessionId, state: str) -> Refused:
        if state == "waiting":
            told = "waits for a decision: take it in the window, or in a terminal (roundtable gates {0})"
        elif state == "finished":
            told = "ended without an answer of its own; read it in the window, or with roundtable show {0}"
        else:
            problem = self.api.runs.problem(session)
            told = (
                f"did not end ({state}). {problem} Ask again to go on with it, or look: roundtable log {{0}}"
            )
        message = f"The session {session} {told.format(session)}."
        return Refused(502 if state in ("finished", "failed") else 409, f"session_{state}", clean(message))


def _ways(plugin: WorkflowPlugin) -> list[str]:
    """Return the ways of answering that a workflow has beside its usual one, and a question is enough for."""
    field = plugin.setup.model_fields.get(_WAY)
    found = []
    for way in get_args(field.annotation) if field is not None and _WAY in plugin.agent_fields else ():
        with suppress(InputError):
            check_setup(plugin, {plugin.asks: "?a", _WAY: way})
            found.append(str(way))
    return [way for way in found if field is None or way != field.default]


def _longest(plugin: WorkflowPlugin, tokens: int) -> Mapping[str, JsonValue]:
    """Return the field that bounds each answer; raises Refused below what the workflow can do with."""
    if _LONGEST not in plugin.agent_fields:
        return {}
    bounds = plugin.setup.model_json_schema()["properties"][_LONGEST]
    least, most = bounds.get("minimum", 1), bounds.get("maximum", tokens)
    if tokens < least:
        told = f"max_tokens: an answer needs room for {least} tokens here; leave it out, or raise it."
        raise Refused(400, "invalid_request", told)
    return {_LONGEST: min(tokens, most)}


def _number(prepared: Prepared, request: ChatRequest, key: str) -> int:
    """Return 128 bits that follow from what is asked of whom."""
    made_of = {
        "asked": prepared.plugin.name,
        "setup": prepared.checked.model_dump(mode="json", exclude_defaults=True),
        "seats": {name: seat.model_dump(mode="json") for name, seat in prepared.seats.items()},
        "messages": [{"role": one.role, "text": one.text} for one in request.messages],
        "seed": request.seed,
        "key": key,
    }
    return int.from_bytes(hashlib.sha256(dumps(made_of).encode()).digest()[:16], "big")


def _again(number: int, again: int) -> SessionId:
    """Return the id of the first session of what is asked, or of a later one."""
    return session_id_of((number + again) % 2**128)


def _told(fold: SessionFold, records: Sequence[Record]) -> list[str]:
    """Return what was begun and what is over, a line each."""
    graph, names, said = fold.plugin.graph, Names(fold), []
    for record in records:
        body = record.body()
        if record.type == "node_entered":
            said.append(graph.node(str(body["node"])).title)
        elif record.type == "call_asked":
            said.append(f"{names.of(str(body['seat']))} is asked")
        elif record.type == "gate_opened":
            said.append("a decision is open")
    return [" ".join(clean(line).split()) for line in said]


_MOST_MESSAGES = 2_000
_LONGEST_NAME = 200
_INSTRUCTS = ("system", "developer")


class _Sent(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class _Part(_Sent):
    type: str
    text: str = ""


class ChatMessage(_Sent):
    """One message of a conversation."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[_Part] | None = None

    @property
    def text(self) -> str:
        """What it says; raises Refused where it says it in a picture or a sound."""
        if self.content is None or isinstance(self.content, str):
            return self.content or ""
        for part in self.content:
            if part.type not in ("text", "input_text", "output_text"):
                raise _unsupported(f"A message has a part of the type {part.type[:40]!r}: only text is read.")
        return "\n".join(part.text for part in self.content)


class _StreamOptions(_Sent):
    include_usage: bool = False


class ChatRequest(_Sent):
    """The body of a request for an answer."""

    model: Annotated[str, Field(min_length=1, max_length=_LONGEST_NAME)]
    messages: Annotated[list[ChatMessage], Field(min_length=1, max_length=_MOST_MESSAGES)]
    stream: bool | None = False
    stream_options: _StreamOptions | None = None
    n: int | None = 1
    seed: int | None = None
    max_tokens: int | None = None
    max_completion_tokens: int | None = None
    tool_choice: str | dict[str, Any] | None = None
    function_call: str | dict[str, Any] | None = None
    modalities: list[str] | None = None
    response_format: dict[str, Any] | None = None

    @property
    def longest(self) -> int | None:
        """Tokens that an answer may have, by the newer name or the older one; None: nothing is said."""
        return min(filter(None, (self.max_completion_tokens, self.max_tokens)), default=None)


def read_request(value: object) -> ChatRequest:
    """Return a request; raises Refused for what is none, and for a form of answer that a council has not."""
    if not isinstance(value, dict):
        raise _unsupported("The body is no JSON object.")
    try:
        found = ChatRequest.model_validate(value)
    except ValidationError as error:
        where, why = first_refusal(error, ChatRequest)
        raise _unsupported(f"{where[:120] or 'body'}: {why}.") from error
    if found.n not in (None, 1):
        raise _unsupported("n: a council gives one answer; leave n out.")
    if isinstance(found.tool_choice, dict) or found.tool_choice == "required":
        raise _unsupported("tool_choice: a council calls none of your tools; leave it out, or say “auto”.")
    if isinstance(found.function_call, dict):
        raise _unsupported("function_call: a council calls none of your functions; leave it out.")
    if found.modalities not in (None, [], ["text"]):
        raise _unsupported("modalities: a council answers in text; leave it out.")
    rooms = {"max_tokens": found.max_tokens, "max_completion_tokens": found.max_completion_tokens}
    for name, told in rooms.items():
        if told is not None and told < 1:
            raise _unsupported(
                f"{name}: this is a number of tokens from 1 on; leave it out for the usual one."
            )
    if (found.response_format or {}).get("type", "text") != "text":
        raise _unsupported("response_format: a council answers in text; leave it out.")
    return found


def _question_of(messages: Sequence[ChatMessage]) -> tuple[str, str]:
    """Return the question, and what stands beside it: instructions and what was said. Raises Refused.

    Some clients repeat their instructions behind the question.
    """
    at = next((at for at, one in reversed([*enumerate(messages)]) if one.role not in _INSTRUCTS), 0)
    last, before = messages[at], [*messages[:at], *messages[at + 1 :]]
    if last.role != "user" or not last.text.strip():
        raise _unsupported("messages: the last one is the question, of the role “user”.")
    instructions = "\n\n".join(one.text for one in before if one.role in _INSTRUCTS)
    called = {"user": "The person", "assistant": "The answer", "tool": "A tool", "function": "A tool"}
    said = "\n\n".join(
        f"{called[one.role]}:\n{one.text}" for one in before if one.role in called and one.text
    )
    parts = {"What the program that asks says of itself": instructions, "What was said before": said}
    background = "\n\n".join(f"{title}:\n\n{text}" for title, text in parts.items() if text.strip())
    return last.text, background


def _unsupported(message: str) -> Refused:
    return Refused(400, "invalid_request", message)
