"""Who did what a record tells of, where it was not the person at this machine.

A name is what the client calls itself: it tells agents apart, and proves nothing. Whoever can start programs
as this person could as well type commands.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints

LONGEST_NAME = 60
"""Characters of a client's name that are kept."""
UNNAMED = "unnamed agent"


class Actor(BaseModel):
    """A person or an agent, by the name it goes by."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    kind: Literal["person", "agent"]
    name: Annotated[str, StringConstraints(max_length=200)] = ""


def agent_called(name: str) -> Actor:
    """Return the agent that a client says it is; what no screen should show is not part of its name."""
    # Cut first: what comes from a client has no bound of its own.
    plain = "".join(c if unicodedata.category(c)[0] not in "CZ" else " " for c in name[: 4 * LONGEST_NAME])
    kept = " ".join(plain.split())[:LONGEST_NAME].strip()
    return Actor(kind="agent", name=kept or UNNAMED)
