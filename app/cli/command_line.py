"""What every command is declared with, how one is run over fresh services, and what is told of its errors."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from app import __version__
from app.cli.output import unwritable_output
from app.domain.errors import InputError, RoundtableError, SessionBusy, no_room
from app.domain.i18n import words
from app.engine.command_options import Answering, OnFailure, OnUncertain

if TYPE_CHECKING:
    from app.engine.plugin import WorkflowPlugin
    from app.services.core import Core
    from app.services.unattended import AnswerPlan


Build = Callable[[], "Core"]
_build: list[Build] = []
_typed: list[str] = []
"""The arguments of this command, to be shown again with a team that works."""


Json = Annotated[bool, typer.Option("--json", help="Print one JSON value as the last line.")]
Session = Annotated[str, typer.Argument(help="The session's id, or the beginning of it.")]
AnswersFile = Annotated[Path | None, typer.Option("--answers", help="A TOML file of answers to gates.")]
ApproveOption = Annotated[Answering, typer.Option("--approve", help="Who answers open gates.")]
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
    approve: ApproveOption = "ask"
    on_failure: _FailureOption = None
    on_uncertain: _UncertainOption = "ask"
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
            approve=self.approve,
            on_failure=self.on_failure,
            on_uncertain=self.on_uncertain,
            allow_tools=self.allow_tool or (),
            answers=read_answers(expanded(self.answers), plugins) if self.answers else [],
        )


def parameter(name: str, kind: Any, option: Any, default: Any) -> inspect.Parameter:
    """Return what a command takes besides those it names; `option`: as typer declares it."""
    how = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, how, default=default, annotation=Annotated[kind, option])


def taking_answers(
    command: Callable[..., None],
    before: Sequence[inspect.Parameter] = (),
    *,
    approve: Answering = "ask",
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


class _Mistake(RoundtableError):
    """The program made a mistake."""

    kind = "bug"


def mistake(error: BaseException) -> RoundtableError:
    """Keep a report of an error; return it in words."""
    told = no_room(error) or _of_help(error) or _of_place(error)
    if told is not None:
        return told
    path = _keep(error)
    step = "What was saved is safe; please report what you did."
    step += f" A report for that is in {path}." if path else ""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return _Mistake(f"The program made a mistake ({what}).", step)


def _of_help(error: BaseException) -> RoundtableError | None:
    """Return what is told where the help could not be printed; None: it is about something else."""
    where = [frame.f_globals["__name__"] for frame, _ in walk_tb(error.__traceback__)]
    if isinstance(error, OSError) and where and where[-1].startswith("rich."):
        return unwritable_output(error)
    return None


def _of_place(error: BaseException) -> RoundtableError | None:
    """Return what is told where the folder that the command was typed in is gone; None: it is there."""
    try:
        Path.cwd()
    except FileNotFoundError:
        if isinstance(error, FileNotFoundError) and error.filename is None:
            return InputError(
                words("The folder that this was typed in is gone."),
                words("Go to a folder that is there, and try again."),
            )
    return None


def _keep(error: BaseException) -> Path | None:
    # Late for start-up cost: hardly any command gets here.
    from app.services.bug_reports import keep_report
    from app.settings.folders import Folders

    return keep_report(Folders.of_this_machine().data, __version__, error)


class _Teller(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        from app.cli.output import say  # late: start-up cost

        say(f"Note: {record.getMessage()}")
        if record.exc_info and record.exc_info[1] is not None:
            _keep(record.exc_info[1])


@contextmanager
def tell_warnings() -> Iterator[None]:
    """Print what is logged as a warning as a note; its traceback goes into a report."""
    teller = _Teller(logging.WARNING)
    logging.getLogger().addHandler(teller)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(teller)
