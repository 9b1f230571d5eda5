"""The commands that have words of their own behind them, and the one that a client of agents starts."""

# Late imports on purpose: `--help` waits for no workflow and no service, a command only for what it needs.

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import MISSING, Field, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin, get_type_hints

import typer

from app import __version__, cli
from app.cli.command_line import AnswerOptions, Json, Session, execute, parameter, taking_answers
from app.cli.output import show
from app.services.batches.wish import BatchWish
from app.settings.folders import expanded

if TYPE_CHECKING:
    from app.services.core import Core

# --- the program itself -------------------------------------------------------------------------------------


def _show_version(wanted: bool) -> None:
    if wanted:
        show(f"roundtable {__version__}")
        raise typer.Exit


def program(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    del version  # printed by then


# --- many sessions ------------------------------------------------------------------------------------------

batch_app = typer.Typer(no_args_is_help=True, help="Many sessions from one table of questions.")


_Form = Literal["html", "csv", "jsonl", "xlsx", "json", "junit"]
"""What a report is written as."""
_BatchDir = Annotated[Path, typer.Argument(metavar="DIR", help="The batch's folder.")]


def _parameter(one: Field[Any]) -> inspect.Parameter:
    """Return an option of a batch as typer takes it, from its one description."""
    kind, default, how = _KINDS[one.name], one.default, dict(one.metadata)
    flag = how.pop("flag")
    if get_origin(kind) is Sequence:
        kind, default = list[get_args(kind)] | None, None  # type: ignore[misc]
    declared = typer.Option(flag, **how) if flag else typer.Argument(**how)
    return parameter(one.name, kind, declared, inspect.Parameter.empty if default is MISSING else default)


_KINDS = get_type_hints(BatchWish)
*_WISHES, _ALLOWED = map(_parameter, fields(BatchWish))


@batch_app.command("run")
@partial(taking_answers, before=_WISHES)
def batch_run(
    *,
    given: AnswerOptions,
    allowed: _ALLOWED.annotation = None,  # type: ignore[name-defined]
    fail_below: Annotated[
        float | None,
        typer.Option("--fail-below", min=0, max=1, help="Exit status 7 where less is right, such as 0.8."),
    ] = None,
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write each result as JUnit XML, too.")
    ] = None,
    worker: Annotated[bool, typer.Option("--worker", hidden=True)] = False,
    cells: Annotated[bool, typer.Option("--cells", hidden=True)] = False,
    scope: Annotated[str, typer.Option("--scope", hidden=True)] = "",
    **typed: Any,
) -> None:
    """Run a session for every row, or go on with those that are not finished."""

    async def work(core: Core) -> int:
        said: dict[str, Any] = {"workflows": [next(iter(core.plugins))]}
        said |= {name: value for name, value in typed.items() if value is not None}
        wish = BatchWish(**said, allowed=[expanded(path).absolute() for path in allowed or []])
        options = cli.batches.BatchOptions(wish, worker, cells, scope, fail_below, junit)
        return await cli.batches.run(core, options, given)

    execute(work, as_json=given.as_json)


@batch_app.command("status")
def _batch_status(folder: _BatchDir, as_json: Json = False) -> None:
    """Tell how many sessions of a batch stand how."""
    execute(lambda core: cli.batch_looking.status(core, folder, as_json=as_json), as_json=as_json)


@batch_app.command("gates")
def _batch_gates(folder: _BatchDir, as_json: Json = False) -> None:
    """List the sessions of a batch that wait for a decision."""
    execute(lambda core: cli.batch_looking.gates(core, folder, as_json=as_json), as_json=as_json)


@batch_app.command("grade")
def _batch_grade(
    folder: _BatchDir,
    row: Annotated[str, typer.Argument(help="The id of a row, or of a session.")],
    verdict: Annotated[
        Literal["right", "wrong", "unknown"],
        typer.Argument(help="Unknown: what rules and judge say holds again."),
    ],
    team: Annotated[str, typer.Option("--team", help="Whose result, where several answered the row.")] = "",
    as_json: Json = False,
) -> None:
    """Say whether a result is right: your word counts before rules and judge."""
    execute(
        lambda core: cli.batch_looking.correct(core, folder, row, verdict, team, as_json=as_json),
        as_json=as_json,
    )


@batch_app.command("report")
def batch_report(
    folder: _BatchDir,
    form: Annotated[
        _Form | None,
        typer.Option(
            "--format",
            help="A page, the table with its answers (csv, jsonl, xlsx), or for programs. Without it, what "
            "the file's name ends with, else a page.",
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file to write, or - for standard output.")
    ] = None,
    language: Annotated[
        str, typer.Option("--language", help="en, de, or system; else that of the settings. JSON is English.")
    ] = "",
    side_by_side: Annotated[
        bool, typer.Option("--side-by-side", help="A line for each row, its teams beside each other.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Write the table with its answers, or what deliberating was worth and what it cost."""

    async def work(core: Core) -> int:
        return await cli.batch_looking.report(
            core, folder, form, output, language, side_by_side=side_by_side, as_json=as_json
        )

    execute(work, as_json=as_json)


# --- tool servers -------------------------------------------------------------------------------------------

tools_app = typer.Typer(invoke_without_command=True, help="Servers whose tools sessions may use.")
Name = Annotated[str, typer.Argument(help="Its name, as “tools” lists it.")]


@tools_app.callback()
def listing(context: typer.Context, as_json: Json = False) -> None:
    """List the servers whose tools sessions may use; with a word behind it, add or change one."""
    if context.invoked_subcommand is None:
        execute(lambda core: cli.tool_servers.listing(core, as_json=as_json), as_json=as_json)


def _command_of(typed: list[str]) -> list[str]:
    """Return a command without the “--” that may stand before it, as other programs want it."""
    return typed[1:] if typed[:1] == ["--"] and len(typed) > 1 else typed


@tools_app.command(context_settings={"allow_interspersed_args": False})
def add(
    name: Annotated[str, typer.Argument(help="What it is called here.")],
    target: Annotated[list[str], typer.Argument(help="A command with its arguments, or an address.")],
    env: Annotated[
        list[str] | None, typer.Option("--env", metavar="NAME=VALUE", help="A variable for it.")
    ] = None,
    header: Annotated[
        list[str] | None, typer.Option("--header", metavar="NAME:VALUE", help="Sent to its address.")
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option("--secret", metavar="NAME[=VARIABLE]", help="Kept in the keyring, or a variable's."),
    ] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", help="How long a call may take.")] = None,
    as_json: Json = False,
) -> None:
    """Add a server, or change one; options stand before its name."""
    said = (_command_of(target), env or [], header or [], secret or [], seconds)
    execute(lambda core: cli.tool_servers.add(core, name, *said, as_json=as_json), as_json=as_json)


@tools_app.command()
def remove(name: Name, as_json: Json = False) -> None:
    """Forget a server and its secrets."""
    execute(lambda core: cli.tool_servers.remove(core, name, as_json=as_json), as_json=as_json)


@tools_app.command("secret")
def keep_secret(
    name: Name,
    variable: Annotated[str, typer.Argument(help="The variable or header it is given as.")],
    as_json: Json = False,
) -> None:
    """Keep a secret of a server in the keyring; it is typed unseen or read from a pipe."""
    execute(lambda core: cli.tool_servers.keep_secret(core, name, variable, as_json=as_json), as_json=as_json)


@tools_app.command("test")
def try_out(name: Name, as_json: Json = False) -> None:
    """Start a server, list its tools, and end it."""
    execute(lambda core: cli.tool_servers.try_out(core, name, as_json=as_json), as_json=as_json)


# --- programs that answer for a seat ------------------------------------------------------------------------

command_app = typer.Typer(invoke_without_command=True, help="Programs of yours that answer for a seat.")
_Program = Annotated[str, typer.Argument(help="Its name, as “command” lists it.")]


@command_app.callback()
def _programs(context: typer.Context, as_json: Json = False) -> None:
    """List your programs that answer for a seat, and known ones that are installed."""
    if context.invoked_subcommand is None:
        execute(lambda core: cli.tool_servers.list_programs(core, as_json=as_json), as_json=as_json)


@command_app.command("add", context_settings={"allow_interspersed_args": False})
def _add_program(
    name: Annotated[str, typer.Argument(help="What it is called here: its model is command/NAME.")],
    program: Annotated[
        list[str] | None,
        typer.Argument(help="How it is started; without, a known one (claude, codex, gemini, llm)."),
    ] = None,
    env: Annotated[
        list[str] | None,
        typer.Option(
            "--env", metavar="NAME[=VALUE]", help="A variable of yours that it is given, or a value."
        ),
    ] = None,
    member: Annotated[
        str, typer.Option("--json-member", help="It prints JSON, and the answer is this member of it.")
    ] = "",
    seconds: Annotated[float | None, typer.Option("--seconds", help="How long an answer may take.")] = None,
    as_json: Json = False,
) -> None:
    """Add a program that answers, or change one; options stand before its name.

    It is given the prompt on standard input, in an empty folder.

    Of your variables it has those named here alone; it answers on standard output.
    """
    said = (_command_of(program or []), env or [], member, seconds)
    execute(lambda core: cli.tool_servers.add_program(core, name, *said, as_json=as_json), as_json=as_json)


@command_app.command("remove")
def _remove_program(name: _Program, as_json: Json = False) -> None:
    """Forget a program and its approval."""
    execute(lambda core: cli.tool_servers.remove_program(core, name, as_json=as_json), as_json=as_json)


@command_app.command("test")
def _try_program(name: _Program, as_json: Json = False) -> None:
    """Start a program and ask it for a word: whether it is logged in shows only so."""
    execute(lambda core: cli.tool_servers.try_program(core, name, as_json=as_json), as_json=as_json)


# --- agents -------------------------------------------------------------------------------------------------

_COST_LIMIT = 5.0
"""Dollars that a session of an agent may cost at most, where the person names no other sum."""
MCP_HELP = """Serve agents: a Model Context Protocol server on standard input and output.

An agent can start a session, look how it stands, read its gates and its result. It answers gates only where \
you allow it: for one session at its gate in the window or with `roundtable allow SESSION`, or for all it \
starts with --may-approve. What it did stands in the session's record under its name.

It names no file on this machine. It starts researches and drafts only in folders that you open to it with \
--folder, and reads what the models say of the files there.

A client starts this command by itself. Register it there, in most clients with these lines:

\b
  {
    "mcpServers": {
      "roundtable": {
        "command": "roundtable",
        "args": ["mcp", "--cost-limit", "2"]
      }
    }
  }

Give the program's whole path where the client does not find it. Keys come from your keyring; a client that \
hands on no variables needs those of a provider under "env".

What all sessions of agents may cost together in 24 hours, over all clients, is one sum: that of \
--day-limit, else that of --cost-limit. A session that is not over counts with its whole limit.

Runs go on when the client ends. What then needs you stands under “Needs you” in the window."""


def mcp(
    cost_limit: Annotated[
        float, typer.Option("--cost-limit", min=0.01, help="Dollars that one session may cost at most.")
    ] = _COST_LIMIT,
    day_limit: Annotated[
        float | None,
        typer.Option(
            "--day-limit",
            min=0.01,
            help="Dollars of all agents' sessions together in 24 hours; else as --cost-limit.",
        ),
    ] = None,
    may_approve: Annotated[
        bool,
        typer.Option("--may-approve", help="Agents may answer the gates of the sessions they start."),
    ] = False,
    every_session: Annotated[
        bool,
        typer.Option("--every-session", help="Agents may read your sessions, too, and not only theirs."),
    ] = False,
    folder: Annotated[
        list[str] | None,
        typer.Option("--folder", help="A folder that agents may have studied or written in; repeatable."),
    ] = None,
    go_on_with: Annotated[str, typer.Option("--go-on-with", hidden=True)] = "",
) -> None:
    from app.cli.agents import running

    if go_on_with:
        execute(lambda core: running.go_on(core, go_on_with), as_json=True)
        return
    from app.cli.agents import serving
    from app.cli.agents.api import Terms

    async def serve(core: Core) -> int:
        folders = serving.opened(folder or ())
        terms = Terms(
            cost_limit,
            may_approve=may_approve,
            every_session=every_session,
            folders=folders,
            day_limit=day_limit,
        )
        return await serving.serve(core, terms)

    execute(serve, as_json=False)


# --- clients of a model -------------------------------------------------------------------------------------

SERVE_HELP = """Serve the council as a model: the chat interface of OpenAI, on this machine alone.

Whatever program can ask a server of its own asks the council: an editor, a chat window, a script. Give it \
the address and the token that this prints (the token as its API key), and as model one of those that \
it prints too: alone with the team that is set, or with one of your teams behind a slash.

Each question is a session like all others. Its answer comes when it is over; that takes minutes. The same \
messages lead to the same session for a day: a program that asks again waits for the run there is, and \
nothing is paid twice. A conversation is sent whole with each question; each question is a session.

Nobody is asked in between, unless you say --ask: then a program waits until you have decided in the window. \
A limit of money ends a session; what all of them may cost in 24 hours is one sum with those of agents."""


def serve(
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="On 127.0.0.1; 0: one that is free.")
    ] = 8017,
    cost_limit: Annotated[
        float, typer.Option("--cost-limit", min=0.01, help="Dollars that one session may cost at most.")
    ] = _COST_LIMIT,
    day_limit: Annotated[
        float | None,
        typer.Option(
            "--day-limit",
            min=0.01,
            help="Dollars of all sessions of agents and clients together in 24 hours; else as --cost-limit.",
        ),
    ] = None,
    sessions: Annotated[
        int, typer.Option("--sessions", min=1, help="Sessions that are begun before this is started again.")
    ] = 100,
    ask: Annotated[
        bool, typer.Option("--ask", help="You decide at each gate; programs wait for you meanwhile.")
    ] = False,
    stop_when_left: Annotated[
        bool,
        typer.Option("--stop-when-left", help="Stop a session that no program waits for any more."),
    ] = False,
    unnamed: Annotated[
        bool, typer.Option("--unnamed", help="Do not name the session below the answer.")
    ] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="A page in a browser that may ask; repeatable."),
    ] = None,
    new_token: Annotated[bool, typer.Option("--new-token", help="Make another token.")] = False,
    go_on_with: Annotated[str, typer.Option("--go-on-with", hidden=True)] = "",
    as_json: Json = False,
) -> None:
    from app.cli.agents import running
    from app.services.unattended import AnswerPlan

    if go_on_with:
        plan = None if ask else AnswerPlan("all", on_failure="fallback")
        execute(lambda core: running.go_on(core, go_on_with, plan), as_json=True)
        return
    from app.cli.agents.api import Terms
    from app.cli.council import serving

    terms = Terms(cost_limit, day_limit=day_limit, most_sessions=sessions)
    door = serving.Door(
        terms, port, waits=ask, stops=stop_when_left, origins=tuple(origin or ()), named=not unnamed
    )
    execute(lambda core: serving.serve(core, door, new_token=new_token, as_json=as_json), as_json=as_json)


# --- forecast, decision, outcome ----------------------------------------------------------------------------

outcome_app = typer.Typer(
    no_args_is_help=True, help="What you expected, what was decided, how it turned out, and who was right."
)


@outcome_app.command("forecast")
def _outcome_forecast(
    session: Session,
    text: Annotated[str, typer.Argument(help="What you expect, in one line; no model is told.")],
    as_json: Json = False,
) -> None:
    """Write down what you expect, before the first round opens; afterwards it stays as it is."""
    execute(lambda core: cli.outcomes.forecast(core, session, text, as_json=as_json), as_json=as_json)


@outcome_app.command("decided")
def _outcome_decided(
    session: Session,
    text: Annotated[str, typer.Argument(help="What was decided.")],
    look_back: Annotated[
        str, typer.Option("--look-back", metavar="DAY", help="When to ask how it turned out: 2027-01-31.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Write down what was decided, and a day to look back."""
    execute(
        lambda core: cli.outcomes.decided(core, session, text, look_back, as_json=as_json), as_json=as_json
    )


@outcome_app.command("told")
def _outcome_told(
    session: Session,
    text: Annotated[str, typer.Argument(help="How it turned out.")],
    right: Annotated[
        list[str] | None,
        typer.Option("--right", metavar="WHO", help="you, vote, result or a member; may be given again."),
    ] = None,
    wrong: Annotated[
        list[str] | None, typer.Option("--wrong", metavar="WHO", help="The same, of who was wrong.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write down how it turned out, and who was right."""
    execute(
        lambda core: cli.outcomes.told(core, session, text, right or [], wrong or [], as_json=as_json),
        as_json=as_json,
    )


@outcome_app.command("rates")
def _outcome_rates(as_json: Json = False) -> None:
    """Tell who was right how often, once twenty sessions have an outcome."""
    execute(lambda core: cli.outcomes.rates(core, as_json=as_json), as_json=as_json)


# --- rules from refusals ------------------------------------------------------------------------------------

rules_app = typer.Typer(
    no_args_is_help=True, help="Rules proposed from what you refuse again and again; none holds unasked."
)
_Kind = Annotated[str, typer.Argument(help="Its kind, as “rules list” names it.")]


@rules_app.command("list")
def _rules_list(as_json: Json = False) -> None:
    """Show what is proposed with its cases, and what holds."""
    execute(lambda core: cli.outcomes.list_rules(core, as_json=as_json), as_json=as_json)


@rules_app.command("accept")
def _rules_accept(
    kind: _Kind,
    text: Annotated[str, typer.Option("--text", help="Your words in place of the proposed ones.")] = "",
    as_json: Json = False,
) -> None:
    """Put a proposed rule in force for new sessions."""
    execute(lambda core: cli.outcomes.accept_rule(core, kind, text, as_json=as_json), as_json=as_json)


@rules_app.command("never")
def _rules_never(kind: _Kind, as_json: Json = False) -> None:
    """Propose this never again."""
    execute(lambda core: cli.outcomes.never_propose(core, kind, as_json=as_json), as_json=as_json)


@rules_app.command("forget")
def _rules_forget(kind: _Kind, as_json: Json = False) -> None:
    """Take back what you decided: the rule holds no longer, and may be proposed again."""
    execute(lambda core: cli.outcomes.forget_rule(core, kind, as_json=as_json), as_json=as_json)
