"""Where several answers agree and where they differ, as plain values: a gate tells it, a panel shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.domain.i18n import Message


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that answers differ on."""

    issue: str
    says: Mapping[str, str]
    """What each answer says of it, by seat; an answer that says nothing of it is missing."""
    quotes: Mapping[str, str] = field(default_factory=dict)
    """The words of an answer that say it, by seat, where they are known."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was found between the answers of some seats."""

    seats: tuple[str, ...]
    differ: tuple[Difference, ...]
    """By weight, the heaviest first."""
    agreed: tuple[str, ...]
    by: Message
    """Who or what compared them."""
