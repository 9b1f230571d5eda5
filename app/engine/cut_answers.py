"""Cut answers: what can be done about an answer that was cut off, at which price, and asking for the rest.

Rules: what came is kept. More room is offered only where it was what lacked and the model's window has some;
going on, where there is something to go on from. What is decided is found again in the records of the call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.domain.canonical import JsonValue
from app.domain.messages import ChatMessage, ModelRequest
from app.domain.usage import Estimate
from app.engine.calls import CallTrack

_MORE_ROOM = 4
"""How many times the room is offered to a person."""
_MOST_ROOM = 32_000
"""Tokens: no set-up asks for a longer answer."""
LEAST_GAIN = 1.25
"""By how much the room must grow to be worth asking again."""
GO_ON = (
    "Your answer was cut off where it ends above. Go on exactly there and finish it: repeat nothing of it, "
    "say nothing about it, and begin in the middle of the sentence if that is where it ends."
)


def as_decided(request: ModelRequest, track: CallTrack | None) -> ModelRequest:
    """Return a question as it is asked again: with the room that was allowed, behind what had come."""
    if track is None:
        return request
    said, room = track.next_asking()
    if room is not None and room > request.options.max_output_tokens:
        request = _with_room(request, room)
    return _behind(request, said) if said else request


def asked_for_more(
    track: CallTrack, request: ModelRequest, asked: Estimate, longest: int | None = None
) -> Mapping[str, ModelRequest]:
    """Return by verb what can be asked of a cut call; `request`: as it was asked, `asked`: what that uses.

    `longest`: as in Ask; more would leave no room for the questions that come after.
    """
    found: dict[str, ModelRequest] = {}
    if track.cut in ("", "loop"):
        return found
    limit = request.options.max_output_tokens
    room = min(_MORE_ROOM * limit, longest or _MOST_ROOM, _MOST_ROOM)
    if asked.context_limit is not None:
        room = min(room, asked.context_limit - asked.tokens_in)
    if track.cut in ("limit", "thoughts") and room >= LEAST_GAIN * limit:
        found["longer"] = _with_room(request, room)
    if track.partial.strip() and not request.tools:
        plain = request.model_copy(update={"messages": request.messages[:-2]}) if track.said else request
        found["go_on"] = _behind(plain, track.partial)
    return found


def said_of(
    track: CallTrack, asked: Mapping[str, ModelRequest], prices: Sequence[Estimate]
) -> dict[str, JsonValue]:
    """Return what a gate is told of a cut answer: by what it was cut, and each way on with its price."""
    ways: dict[str, JsonValue] = {
        verb: {"cost": price.cost_max, "tokens": request.options.max_output_tokens}
        for (verb, request), price in zip(asked.items(), prices, strict=True)
    }
    if track.partial.strip():
        ways["use_partial"] = {"cost": 0.0}
    return {"cut": track.cut, "limit": track.room, "raised": track.raised, "ways": ways}


def _with_room(request: ModelRequest, tokens: int) -> ModelRequest:
    options = request.options.model_copy(update={"max_output_tokens": tokens})
    return request.model_copy(update={"options": options})


def _behind(request: ModelRequest, said: str) -> ModelRequest:
    turns = (ChatMessage(role="assistant", text=said), ChatMessage(role="user", text=GO_ON))
    # What is written on is no whole reply: a server that is held to the schema would begin anew.
    return request.model_copy(update={"messages": (*request.messages, *turns), "reply_schema": None})
