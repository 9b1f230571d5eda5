"""The words a dialect's servers use for ends, faults and parts of a request. Pure data.

Servers that speak for others hand their words on: what one dialect knows counts in all (`registry.WORDS`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from app.domain.errors import ProviderErrorKind
from app.gateway.host.dialects.writing import Feature

End = Literal["whole", "tools", "cut", "broken", "no room", "held back"]
"""What a finish reason says of an answer; `tools`: it is whole, and calls tools."""


@dataclass(frozen=True)
class ServerWords:
    """In small letters, but for marks, fields and what stands before names."""

    finishes: Mapping[str, End] = field(default_factory=dict)
    """Why an answer ended."""
    end_marks: tuple[str, ...] = ()
    """Data of an event that is no JSON and ends the stream."""
    error_fields: tuple[str, ...] = ()
    """What a line of a stream begins with behind which an error stands, its colon included."""
    statuses: Mapping[int, ProviderErrorKind] = field(default_factory=dict)
    """Statuses that are none of HTTP's own."""
    errors: Mapping[ProviderErrorKind, tuple[str, ...]] = field(default_factory=dict)
    """Parts of an error's message."""
    error_types: Mapping[ProviderErrorKind, tuple[str, ...]] = field(default_factory=dict)
    """Parts of the label that an error event bears."""
    delays: tuple[re.Pattern[str], ...] = ()
    """How an error with status 429 says that only a minute must pass; the first group: seconds."""
    parts: Mapping[Feature, tuple[str, ...]] = field(default_factory=dict)
    """How a refusal names a part of the request."""
    unknown: tuple[str, ...] = ()
    """How a refusal says that an option is not known, and not that its value is wrong."""
    before_names: tuple[str, ...] = ()
    """What stands before a model's name in a list of models and is no part of it."""


def joined(words: Iterable[ServerWords]) -> ServerWords:
    """Return the words of several dialects as those of one."""
    found: dict[str, Any] = {}
    for one in words:
        for name in (f.name for f in fields(ServerWords)):
            value = getattr(one, name)
            if isinstance(value, tuple):
                found[name] = tuple(dict.fromkeys([*found.get(name, ()), *value]))
            else:
                found[name] = _together(found.get(name, {}), value)
    return ServerWords(**found)


def _together(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> dict[Any, Any]:
    both = {**one, **other}
    for name in one.keys() & other.keys():
        if isinstance(one[name], tuple):
            both[name] = tuple(dict.fromkeys([*one[name], *other[name]]))
        elif one[name] != other[name]:
            raise ValueError(f"two dialects mean different things by “{name}”")
    return both
