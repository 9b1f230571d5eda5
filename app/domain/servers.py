"""What may stand between a table and the servers of its models."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.i18n import Message
from app.domain.ids import SeatName


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why the models of some seats cannot be asked, and what to do about it."""

    message: Message
    hint: Message
    seats: tuple[SeatName, ...] = ()


@dataclass(frozen=True, slots=True)
class NamedServer:
    """A server that seats name and the person has not approved, or not with this variable."""

    origin: str
    """scheme://host:port"""
    variable: str = ""
    """The environment variable whose value it would be sent, empty where none is named."""
    seats: tuple[SeatName, ...] = ()
