"""How requests to a model differ from its dialect's plain form, and the table of which model wants what.

`resources/models/quirks.json` says of each provider which names have which quirks: a name, or the beginning
of one and a star. A name that is not in it has those of its longest beginning there, and so a new model those
of its family. `packaging/models.py` makes the file from litellm when dependencies are locked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from app.resources import text

Range = Literal["any", "one", "none"]
"""Which values of an option a model takes; `one`: 1 alone."""
_SchemaForm = Literal["plain", "native", "none", "tool"]
"""How a reply is held to a schema: in the dialect's plain way, in a newer one, not at all, or by a tool that
must be called."""


@dataclass(frozen=True, slots=True)
class Quirks:
    """One model's; the defaults are the plain form. A dialect passes over what it has no use for."""

    base: str = ""
    """Where it is asked, if not at its provider's usual address."""
    before: str = ""
    """What the provider wants before the model's name."""
    chat: bool = True
    """It is served as a chat."""
    longest: str = "max_tokens"
    """The member that limits the answer."""
    temperature: Range = "any"
    top_p: Range = "any"
    seed: str = "seed"
    """The member that holds the seed; empty: it takes none."""
    usage: bool = True
    """It can be asked to count tokens in the stream."""
    system: bool = True
    """It takes system text; else a user says it."""
    tools: bool = True
    """It takes tools natively."""
    signed: bool = False
    """It takes its calls back with their ids and a signature alone."""
    schema: _SchemaForm = "plain"
    beside_tools: bool = True
    """A schema goes beside tools."""
    json: bool = False
    """It can be held to JSON of any form where it takes no schema."""
    schema_headers: Mapping[str, str] = field(default_factory=dict)
    """Headers that go with a schema."""
    more: Mapping[str, object] = field(default_factory=dict)
    """Further members of a body."""


PLAIN = Quirks()
"""What a server of one's own is sent, of whose models nothing is known."""


FILE = "models/quirks.json"
Names = Mapping[str, Quirks]


def quirks_of(provider: str, model: str) -> Quirks:
    """Return the quirks of a provider's model, by its name there."""
    return found_in(_table().get(provider, {}), model)


def found_in(names: Names, model: str) -> Quirks:
    """Return the quirks of a model among the names of one provider."""
    if model in names:
        return names[model]
    for end in range(len(model), -1, -1):
        found = names.get(f"{model[:end]}*")
        if found is not None:
            return found
    return PLAIN


@cache
def _table() -> Mapping[str, Names]:
    kinds: dict[str, list[Any]] = json.loads(text(FILE))["providers"]
    return {
        provider: {name: Quirks(**kind["quirks"]) for kind in some for name in kind["names"]}
        for provider, some in kinds.items()
    }
