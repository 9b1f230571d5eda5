"""A request as it goes over the wire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.gateway.host.dialects.writing import Feature
from app.gateway.host.errors import Fault

ANSWERED = frozenset({200, 201, 203})
"""Statuses that an answer comes under; some proxies make one of another, and 202 is that of a queue."""


@dataclass(frozen=True, slots=True)
class WireRequest:
    """Method, address, headers and body."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Composed:
    """A request in its provider's dialect, and what is to be known of it."""

    wire: WireRequest
    dropped: tuple[str, ...]
    """Options that were asked for and are not sent."""
    tools_as_text: bool
    carried: frozenset[Feature] = frozenset()
    """What of it some servers refuse."""
    reply_tool: str = ""
    """The tool that the model must call to reply: its arguments are the text of the answer."""
    tools_described: bool = False
    """Tools are sent natively, and how to call them as text is described besides."""


class Unsendable(Exception):
    """The request cannot be put into the provider's dialect, or would go to another host."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault.message))
        self.fault = fault
