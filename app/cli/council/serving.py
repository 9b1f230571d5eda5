"""The server, `roundtable serve`: each answer is a session, at its end; what it does meanwhile is a comment.

Comments of a stream are what the standard of server-sent events has for this: clients pass over them, and a
connection on which they come is not taken for dead. They begin with “: roundtable”, for one known editor
takes a comment that begins with “ping” for the end.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from app.cli.agents.api import AgentApi, Terms
from app.cli.agents.messages import Unreadable, read_json, unreadable
from app.cli.agents.running import Runs
from app.cli.agents.shapes import NoMoney, NoPlace
from app.cli.council.http import HttpServer, Refused, Reply, Request
from app.cli.council.sessions import TEMPLATE, ChatRequest, CouncilSessions, Outcome, read_request
from app.cli.interrupts import listening
from app.cli.output import clean, print_json, say, show
from app.domain.canonical import sound_value
from app.domain.errors import InputError, NotFound, RoundtableError, SessionBusy
from app.domain.i18n import words

if TYPE_CHECKING:
    from pydantic import JsonValue

    from app.domain.ids import SessionId
    from app.services.core import Core

PORT = 8017
TOKEN, VARIABLE = "serve", "ROUNDTABLE_SERVE_TOKEN"
"""What the token is kept under, and the variable that may hold it."""
_QUIET_SECONDS = 5.0
"""After which a stream says that it is alive."""
_PIECE = 400
"""Characters of a piece of the answer."""


@dataclass(frozen=True)
class Door:
    """How the person opened it."""

    terms: Terms
    port: int = PORT
    waits: bool = False
    stops: bool = False
    """Both as in `CouncilSessions`."""
    origins: tuple[str, ...] = ()
    named: bool = True
    """The answer ends with the name of its session."""


@dataclass
class CouncilApi:
    """Answers requests."""

    sessions: CouncilSessions
    named: bool = True

    async def answer(self, request: Request) -> Reply:
        """Answer a request; raises Refused."""
        if request.method == "OPTIONS":
            return Reply(status=204)
        path = request.path.rstrip("/")
        try:
            if path == "/v1/models":
                _check_method(request, "GET")
                return Reply({"object": "list", "data": [_model(name) for name in self.sessions.models()]})
            if path.startswith("/v1/models/"):
                _check_method(request, "GET")
                return Reply(self._one(unquote(path.removeprefix("/v1/models/"))))
            if path == "/v1/chat/completions":
                _check_method(request, "POST")
                return await self._completion(request)
        except RoundtableError as error:
            raise _refused(error) from error
        except (Refused, asyncio.CancelledError):
            raise
        except Exception as error:
            from app.cli.command_line import mistake  # late: hardly ever needed

            raise _refused(mistake(error)) from error
        raise Refused(404, "not_found", "There are /v1/models and /v1/chat/completions here, nothing else.")

    def _one(self, name: str) -> dict[str, JsonValue]:
        if name not in self.sessions.models():
            raise Refused(404, "model_not_found", f"There is no model {name[:200]!r}.")
        return _model(name)

    async def _completion(self, request: Request) -> Reply:
        try:
            value = sound_value(read_json(request.body))
        except Unreadable as error:
            raise unreadable({"why": str(error)}) from error
        asked = read_request(value)
        session = await self.sessions.session_of(asked, request.headers.get("idempotency-key", "")[:200])
        named = (("x-roundtable-session", str(session)),)
        if asked.stream:
            return Reply(stream=self._streamed(asked, session), headers=named)
        async for _ in self.sessions.progress(session):
            pass
        outcome = await self.sessions.outcome(session)
        choice: dict[str, JsonValue] = {
            "index": 0,
            "message": {"role": "assistant", "content": self._text(session, outcome), "refusal": None},
            "logprobs": None,
            "finish_reason": "stop",
        }
        body = _head(asked, session, "chat.completion") | {"choices": [choice], "usage": _usage(outcome)}
        return Reply({**body, "roundtable": _named(session, outcome)}, headers=named)

    def _text(self, session: SessionId, outcome: Outcome) -> str:
        return f"{outcome.text}\n\n_Roundtable session {session}_" if self.named else outcome.text

    async def _streamed(self, asked: ChatRequest, session: SessionId) -> AsyncIterator[bytes]:
        """Yield an answer as server-sent events; what keeps it from coming is an event, too."""
        head = _head(asked, session, "chat.completion.chunk")

        def chunk(delta: dict[str, JsonValue], finish: str | None = None, **more: JsonValue) -> bytes:
            choice: JsonValue = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
            return _event({**head, "choices": [choice], **more})

        yield _comment(f"session {session}")
        yield chunk({"role": "assistant", "content": ""})
        try:
            said = time.monotonic()
            async for line in self.sessions.progress(session):
                if line or time.monotonic() - said > _QUIET_SECONDS:
                    said = time.monotonic()
                    yield _comment(line or "at work")
            outcome = await self.sessions.outcome(session)
        except (Refused, RoundtableError) as error:
            yield _event((error if isinstance(error, Refused) else _refused(error)).body)
            return
        text = self._text(session, outcome)
        for begin in range(0, len(text), _PIECE):
            yield chunk({"content": text[begin : begin + _PIECE]})
        yield chunk({}, "stop", roundtable=_named(session, outcome))
        if asked.stream_options is not None and asked.stream_options.include_usage:
            yield _event({**head, "choices": [], "usage": _usage(outcome)})
        yield b"data: [DONE]\n\n"


def _check_method(request: Request, method: str) -> None:
    if request.method != method:
        raise Refused(405, "wrong_method", f"Use {method} here.", [("allow", method)])


def _model(name: str) -> dict[str, JsonValue]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "roundtable"}


def _head(asked: ChatRequest, session: SessionId, kind: str) -> dict[str, JsonValue]:
    made = int(time.time())
    return {"id": f"chatcmpl-{session}", "object": kind, "created": made, "model": asked.model}


def _named(session: SessionId, outcome: Outcome) -> dict[str, JsonValue]:
    return {"session": str(session), "cost": outcome.cost, "open": f"roundtable show {session}"}


def _usage(outcome: Outcome) -> dict[str, JsonValue]:
    whole = outcome.tokens_in + outcome.tokens_out
    return {
        "prompt_tokens": outcome.tokens_in,
        "completion_tokens": outcome.tokens_out,
        "total_tokens": whole,
    }


def _event(value: Mapping[str, JsonValue]) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode("ascii")


def _comment(text: str) -> bytes:
    return f": roundtable: {text}\n\n".encode()


def _refused(error: RoundtableError) -> Refused:
    """Return an error as clients of this interface read it."""
    statuses: Mapping[type[RoundtableError], int] = {
        NoMoney: 402,
        NoPlace: 429,
        NotFound: 404,
        SessionBusy: 409,
        InputError: 400,
    }
    status = next((status for kind, status in statuses.items() if isinstance(error, kind)), 500)
    headers = [("retry-after", "20")] if status == 429 else []
    return Refused(status, error.kind, clean(f"{error.message} {error.next}".strip()), headers)


# --- the command --------------------------------------------------------------------------------------


async def serve(core: Core, door: Door, *, new_token: bool = False, as_json: bool = False) -> int:
    """Serve until a person or the system ends it; InputError where nobody can listen there."""
    token, place = await asyncio.to_thread(_token, core, new=new_token)
    way = ("serve", *(("--ask",) if door.waits else ()), "--go-on-with")
    api = AgentApi(core, door.terms, Runs(way))
    sessions = CouncilSessions(api, waits=door.waits, stops=door.stops)
    server = HttpServer(CouncilApi(sessions, named=door.named).answer, token, frozenset(door.origins))
    ended = asyncio.Event()
    with listening(ended.set):
        await api.warm()
        try:
            await server.start(door.port)
        except OSError as error:
            raise InputError(
                words(
                    "Port {port} cannot be used: {why}.",
                    port=door.port,
                    why=os.strerror(error.errno) if error.errno else error,
                ),
                words("Choose another one with --port, or end the program that has it."),
            ) from error
        _tell(server.port, token, place, door, _short(sessions.models()), as_json=as_json)
        try:
            await ended.wait()
        finally:
            await server.close()
            # What they write is written by their own processes: they go on.
            api.runs.close()
    return 0


def _token(core: Core, *, new: bool) -> tuple[str, str]:
    """Return the token that clients must send, and where it is kept; made where there is none."""
    keys = core.keys()
    found = None if new else keys.get(TOKEN, VARIABLE)
    if found:
        return found, ""
    made = f"rt-{secrets.token_urlsafe(32)}"
    return made, keys.put(TOKEN, made)


def _short(models: Sequence[str]) -> list[JsonValue]:
    """Return the models with the usual team, one with each other team, and the kept set-ups."""
    usual = next(iter(models), "")
    return [one for one in models if "/" not in one or one.startswith((f"{usual}/", TEMPLATE))]


def _tell(port: int, token: str, kept: str, door: Door, models: list[JsonValue], *, as_json: bool) -> None:
    """Say where it is, and what a client needs."""
    address = f"http://127.0.0.1:{port}/v1"
    if as_json:
        print_json({"address": address, "token": token, "models": models})
        return
    show(f"Address  {address}")
    show(f"Token    {token}")
    show(f"Models   {', '.join(map(str, models))}")
    if kept:
        alone = f"for this run alone: there is no keyring. A token of yours in {VARIABLE} stays the same"
        say(f"The token is new, {'kept in the keyring' if kept == 'keyring' else alone}.")
    limit, day = f"${door.terms.cost_limit:,.2f}", f"${door.terms.most_a_day:,.2f}"
    say(f"A session costs {limit} at most, all of agents and clients {day} in 24 hours. Ctrl-C ends this.")
