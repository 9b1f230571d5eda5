"""The request of a call as it came over the pipe: in all that the host asks of it, a ModelRequest.

The parent has checked it. To check it once more takes the library that does so, which would be a third of
this process's start.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from app.domain.pictures import UNSEEN

if TYPE_CHECKING:
    from app.domain.messages import ModelRequest


def read_request(body: Mapping[str, Any]) -> ModelRequest:
    """Return the request that the parent has written out whole."""
    read = {
        "messages": tuple(
            SimpleNamespace(
                **{
                    **message,
                    "tool_calls": _parts(message["tool_calls"]),
                    "pictures": _parts(message.get("pictures", [])),
                }
            )
            for message in body["messages"]
        ),
        "tools": _parts(body["tools"]),
        # What nobody wants is left out of what is written.
        "options": SimpleNamespace(**{"web_search": False, **body["options"]}),
    }
    return cast("ModelRequest", SimpleNamespace(**{**body, **read}))


def with_longest(request: ModelRequest, longest: int) -> ModelRequest:
    """Return a request whose answer may have so many tokens at most."""
    options = SimpleNamespace(**{**vars(request.options), "max_output_tokens": longest})
    return cast("ModelRequest", SimpleNamespace(**{**vars(request), "options": options}))


def without_pictures(request: ModelRequest) -> ModelRequest:
    """Return what a ModelRequest's method of this name does."""
    messages = tuple(
        SimpleNamespace(**{**vars(one), "text": f"{one.text}\n\n{UNSEEN}", "pictures": ()})
        if one.pictures
        else one
        for one in request.messages
    )
    return cast("ModelRequest", SimpleNamespace(**{**vars(request), "messages": messages}))


def _parts(bodies: list[dict[str, Any]]) -> tuple[SimpleNamespace, ...]:
    return tuple(SimpleNamespace(**body) for body in bodies)
