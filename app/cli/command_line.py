"""What every command is declared with, and how one is run over fresh services."""

# Late imports on purpose: `--help` waits for no workflow and no service, a command only for what it needs.

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from app.domain.errors import RoundtableError, SessionBusy

if TYPE_CHECKING:
    from app.engine.plugin import WorkflowPlugin
    from app.services.core import Core
    from app.services.unattended import AnswerPlan

Build = Callable[[], "Core"]
_build: list[Build] = []
_typed: list[str] = []
"""The arguments of this command, to be shown again with a team that works."""


class Approve(StrEnum):
    """Who answers an open gate."""

    ASK = "ask"
    ALL = "all"
    NONE = "none"


class OnFailure(StrEnum):
    """What to do where models fail."""

    FALLBACK = "fallback"
    RETRY = "retry"
    STOP = "stop"


class OnUncertain(StrEnum):
    """What to do with calls of which it is not known whether they finished."""

    ASK = "ask"
    ASK_AGAIN = "ask-again"
    USE_PARTIAL = "use-partial"
    DROP = "drop"
    USE_STORED = "use-stored"


Json = Annotated[bool, typer.Option("--json", help="Print one JSON value as the last line.")]
Session = Annotated[str, typer.Argument(help="The session's id, or the beginning of it.")]
AnswersFile = Annotated[Path | None, typer.Option("--answers", help="A TOML file of answers to gates.")]
ApproveOption = Annotated[Approve, typer.Option("--approve", help="Who answers open gates.")]
_FailureOption = Annotated[
    OnFailure | None, typer.Option("--on-failure", help="When a model fails; else the workflow's way.")
]
_UncertainOption = Annotated[
    OnUncertain, typer.Option("--on-uncertain", help="What becomes of calls cut off.")
]
AllowOption = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-server", metavar="HOST[:PORT]", help="Seats may name it this time; a program: command/NAME."
    ),
]
_AllowToolOption = Annotated[
    list[str] | None,
    typer.Option("--allow-tool", metavar="SERVER/TOOL", help="May be called without asking you first."),
]


@dataclass
class AnswerOptions:
    """The options of every command that answers gates, and how its result is printed."""

    answers: AnswersFile = None
    approve: ApproveOption = Approve.ASK
    on_failure: _FailureOption = None
    on_uncertain: _UncertainOption = OnUncertain.ASK
    allow_server: AllowOption = None
    allow_tool: _AllowToolOption = None
    as_json: Json = False

    @property
    def allowed(self) -> Sequence[str]:
        """Servers that the team may name, this time."""
        return self.allow_server or ()

    def plan(self, plugins: Mapping[str, WorkflowPlugin]) -> AnswerPlan:
        """Return who answers what; raises InputError for a bad answers file."""
        from app.services.unattended import AnswerPlan, read_answers  # late: start-up cost
        from app.settings.folders import expanded

        return AnswerPlan(
            approve=self.approve.value,
            on_failure=self.on_failure.value if self.on_failure is not None else None,
            on_uncertain=self.on_uncertain.value,
            allow_tools=self.allow_tool or (),
            answers=read_answers(expanded(self.answers), plugins) if self.answers else [],
        )


def taking_answers(
    command: Callable[..., None],
    before: Sequence[inspect.Parameter] = (),
    *,
    approve: Approve = Approve.ASK,
) -> Callable[..., None]:
    """Return a command with all options of `AnswerOptions` where it takes `given`, and `--json` at the end.

    `before`: parameters that stand before its own; `approve`: who answers where nobody says so.
    """
    *shared, as_json = inspect.signature(AnswerOptions, eval_str=True).parameters.values()
    shared = [one.replace(default=approve) if one.name == "approve" else one for one in shared]
    hints = get_type_hints(command, include_extras=True)
    options = [*before]
    for one in inspect.signature(command).parameters.values():
        if one.name == "given":
            options += shared
        elif one.kind != inspect.Parameter.VAR_KEYWORD:
            options.append(one.replace(annotation=hints[one.name]))

    def with_answers(**typed: Any) -> None:
        told = {one.name: typed.pop(one.name) for one in (*shared, as_json)}
        command(given=AnswerOptions(**told), **typed)

    # typer reads a command's name, help and options from these.
    with_answers.__name__, with_answers.__doc__ = command.__name__, command.__doc__
    every = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in (*options, as_json)]
    with_answers.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
    return with_answers


def prepare(build: Build, arguments: Sequence[str]) -> None:
    """Note what the command to come runs over, and how it was typed."""
    _build[:], _typed[:] = [build], arguments


def execute(work: Callable[[Core], Awaitable[int]], *, as_json: bool) -> None:
    """Run a command over fresh services; errors end it with their exit status."""
    import asyncio

    async def whole() -> int:
        core = _build[0]()
        try:
            return await work(core)
        finally:
            await core.close()

    try:
        code = asyncio.run(whole())
    except RoundtableError as error:
        from app.services.readiness import NoTeam, NotReady  # late: start-up cost

        team = error.team if isinstance(error, NoTeam | NotReady) else None
        tell(error, as_json=as_json, team=team)
        if team is not None and not as_json:
            _offer(team)
        code = 6 if isinstance(error, SessionBusy) else 5 if error.kind in ("storage", "provider") else 2
    raise typer.Exit(code)


def _offer(team: str) -> None:
    """Say how this very command runs with a team that can begin now."""
    import shlex

    from app.cli.output import program, say

    left = iter(_typed)
    kept = [
        text
        for text in left
        # An option written as two words takes its value along.
        if not (text in ("--team", "--model") and next(left, None) is not None)
        and not text.startswith(("--team=", "--model="))
    ]
    say("Nothing was started. A team that works now:")
    say(f"  {program()} {shlex.join([*kept, '--team', team])}")


def tell(error: RoundtableError, *, as_json: bool, team: str | None = None) -> None:
    """Print an error, and what may be wrong besides; programs read of a `team` that could begin now, too."""
    from app.cli.output import error_value, print_error, print_json  # late: start-up cost

    if as_json:
        print_json({"error": error_value(error) | ({"team_that_works": team} if team is not None else {})})
        return
    for part in error.parts():
        print_error(part)
