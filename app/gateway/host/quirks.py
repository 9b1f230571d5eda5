"""The table of what single models want otherwise, made from litellm when dependencies are locked.

`resources/models/quirks.json` says of each provider which names have which quirks: a name, or the beginning
of one and a star. A name that is not in it has those of its longest beginning there, and so a new model those
of its family. `packaging/models.py` writes the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from app.gateway.host.dialects.quirks import PLAIN, Quirks
from app.resources import text

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
