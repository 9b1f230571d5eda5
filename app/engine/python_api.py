"""What a workflow adds for programs that import this one: calls under a name of its own, `core.drafts`.

A workflow describes one as a `PythonApi`. Its calls are methods of a class that is given a `Headless`: they
say what is wanted in the workflow's words, and turn what was reached into the workflow's figures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from app.domain.gates import Data
from app.domain.ids import SessionId
from app.engine.command_options import FirstAnswer

WAIT = "wait"
"""The word of a policy for a gate that stays open, for a person."""
PolicyAnswer = str | tuple[str, Data]
"""A verb, or a verb with its data, or “wait”."""
MOST_ANSWERS = 10
"""Gates of one kind that a policy answers in one call; the next one waits: what it settles must end."""


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """What a program wants done: which session, what is asked for, and who answers the gates after that.

    `asks`: the answer to the gate at which things are asked for; None: what is under way goes on.
    `policy`: by the kind of a gate; a kind that is not named waits. `team`: empty: the default one.
    """

    workflow: str
    setup: Mapping[str, object]
    asks: FirstAnswer | None
    policy: Mapping[str, PolicyAnswer] = field(default_factory=dict)
    team: str = ""


@dataclass(frozen=True, slots=True)
class ApiResult:
    """Where a session stands after a wish. `gate` and `kind`: of the gate that is open, empty without one.

    `ready`: nobody is needed, and more can be asked for. `folded`: the workflow's state, to be read alone.
    """

    session: SessionId
    state: str
    folded: object
    gate: str = ""
    kind: str = ""
    ready: bool = False


class Headless(Protocol):
    """Moves sessions for a program, without a face."""

    async def move(self, wish: ApiRequest) -> ApiResult:
        """Go on in the folder's session, or begin one, ask for it, and follow it as far as it goes.

        Raises InputError where something else is under way, or nothing is that could go on; GateError where
        what is asked for does not fit; NotReady, NotApproved, SessionBusy as a start does. Nothing was asked
        for then.
        """
        ...


@dataclass(frozen=True, slots=True)
class PythonApi:
    """Calls of one workflow, by the name under which the core has them."""

    name: str
    make: Callable[[Headless], object]
