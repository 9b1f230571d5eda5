"""What a workflow's sessions are compared with in a batch, described by the workflow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from app.domain.canonical import JsonValue
from app.domain.i18n import Message, words
from app.domain.seats import Team


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a workflow's sessions are compared with: one without what makes it special."""

    begin: Callable[[Mapping[str, JsonValue], Team], tuple[Mapping[str, JsonValue], Team]]
    """From the setup and the team of a session to those of its baseline."""
    tokens: str
    """The setup field that takes what the session has used, so that both use the same."""
    title: Message = field(default_factory=lambda: words("another way"))
    """What it is, as stands behind “Compare with”."""
