"""Every command and its options (cli.md); what they do lies in `runs` and `reports`."""

# Late imports on purpose: `--help` waits for no workflow and no service, a command only for what it needs.

from __future__ import annotations

import inspect
import io
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol, runtime_checkable

import typer
from typer.models import CommandInfo

from app import cli
from app.cli.command_line import (
    AllowOption,
    AnswerOptions,
    AnswersFile,
    ApproveOption,
    Build,
    Json,
    Session,
    execute,
    mistake,
    parameter,
    prepare,
    taking_answers,
    tell,
    tell_warnings,
)
from app.cli.groups import (
    MCP_HELP,
    SERVE_HELP,
    batch_app,
    command_app,
    mcp,
    outcome_app,
    program,
    rules_app,
    serve,
    tools_app,
)
from app.domain.errors import InputError, RoundtableError
from app.domain.i18n import words

if TYPE_CHECKING:
    from app.engine.command_options import CommandOption
    from app.engine.plugin import WorkflowPlugin
    from app.services.core import Core


@runtime_checkable
class _UsageMistake(Protocol):
    """What typer raises for a command line it cannot read; its classes are its own copies of click's."""

    def format_message(self) -> str: ...


@runtime_checkable
class _InCommand(Protocol):
    """A mistake in the arguments of a command that is known."""

    ctx: typer.Context | None


@runtime_checkable
class _UnknownOption(Protocol):
    """An option that a command has not."""

    option_name: str


app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Several models deliberate. Without a command the window opens.",
)
app.callback()(program)
_run_app = typer.Typer(no_args_is_help=True, help="Start a session.")
app.add_typer(_run_app, name="run")
app.add_typer(batch_app, name="batch")
app.add_typer(outcome_app, name="outcome")
app.add_typer(rules_app, name="rules")
app.add_typer(tools_app, name="tools")
app.add_typer(command_app, name="command")


_OURS = (
    (r"Input should be a valid integer, unable to parse string as an integer", "a whole number is needed"),
    (r"Input should be greater than or equal to (\d+)", r"at least \1 is needed"),
    (r"Input should be less than or equal to (\d+)", r"at most \1 is allowed"),
    (r"Value error, ", ""),
)
"""What typer says in the words of a validator, and what a person is told instead."""
_KINDS: Mapping[str, Any] = {"number": int, "files": list[Path], "words": list[str]}
"""What is typed for a kind of option that is no text."""


def _add_run_command(name: str, title: str, options: Sequence[CommandOption]) -> None:
    """Add `run <workflow>` for a workflow that describes its own options."""

    def command(
        team: Annotated[str | None, typer.Option("--team", help="A team's name or TOML file.")] = None,
        model: Annotated[str | None, typer.Option("--model", help="Put this model in every seat.")] = None,
        values: Annotated[list[str] | None, typer.Option("--set", help="FIELD=VALUE of the setup.")] = None,
        most: Annotated[
            float | None,
            typer.Option(
                "--fail-above-disagreement",
                metavar="PERCENT",
                min=0,
                max=100,
                help="Exit status 7 where the members disagree more, such as 40.",
            ),
        ] = None,
        forecast: Annotated[
            str, typer.Option("--forecast", help="What you expect, in one line; no model is told.")
        ] = "",
        *,
        given: AnswerOptions,
        **typed: Any,
    ) -> None:
        chosen = cli.runs.RunOptions(name, typed, team, model, values or [], most, forecast)
        execute(lambda core: cli.runs.run_workflow(core, chosen, given), as_json=given.as_json)

    own = [
        parameter(
            option.field,
            kind if option.required else kind | None,
            typer.Argument(metavar=option.flag.upper(), help=str(option.help), show_default=False)
            if option.positional
            else typer.Option(f"--{option.flag}", help=str(option.help)),
            inspect.Parameter.empty if option.required else None,
        )
        for option in options
        for kind in [_KINDS.get(option.kind, str)]
    ]
    _run_app.command(name, help=title)(taking_answers(command, own))


@app.command()
def sample(
    workflow: Annotated[str, typer.Argument(help="The kind of session it shows.")],
    answers: AnswersFile = None,
    approve: ApproveOption = "ask",
    as_json: Json = False,
) -> None:
    """Play a session written by hand, to see how one goes; no model takes part."""
    given = AnswerOptions(answers, approve, as_json=as_json)
    execute(lambda core: cli.runs.play(core, workflow, given), as_json=as_json)


@app.command()
@taking_answers
def resume(
    session: Session,
    *,
    folder: Annotated[
        list[str] | None,
        typer.Option("--folder", metavar="FIELD=DIR", help="A folder here, for a session from elsewhere."),
    ] = None,
    given: AnswerOptions,
    tools: Annotated[
        list[str] | None,
        typer.Option("--tools", metavar="SERVER", help="A tool server here, for a session from elsewhere."),
    ] = None,
) -> None:
    """Go on with a session."""

    async def work(core: Core) -> int:
        found = await core.sessions.resolve(session)
        return await cli.runs.resume(core, found, given, folder or [], tools or [])

    execute(work, as_json=given.as_json)


@app.command()
@partial(taking_answers, approve="none")
def answer(
    session: Session,
    gate: Annotated[str, typer.Argument(help="The gate's id, as `gates` shows it.")],
    verb: Annotated[str, typer.Option("--verb", help="One of those `gates` lists.")],
    *,
    note: Annotated[str, typer.Option("--note", help="Kept in the record, beside the answer.")] = "",
    data: Annotated[str | None, typer.Option("--data", help="JSON, or @FILE.json.")] = None,
    given: AnswerOptions,
) -> None:
    """Answer an open gate and go on to the next one."""

    async def work(core: Core) -> int:
        found = await core.sessions.resolve(session)
        return await cli.runs.answer(core, found, gate, verb, note, data, given)

    execute(work, as_json=given.as_json)


@app.command()
def ask(
    session: Session,
    command: Annotated[str, typer.Argument(help="What to ask for; without it, what there is.")] = "",
    data: Annotated[str | None, typer.Option("--data", help="JSON, or @FILE.json.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask whether it may cost that.")] = False,
    go_on: Annotated[int, typer.Option("--go-on", help="Number of a request that waits; with --verb.")] = 0,
    verb: Annotated[str, typer.Option("--verb", help="What to do about what holds that up.")] = "",
    leave: Annotated[int, typer.Option("--leave", help="Number of a request to give up.")] = 0,
    allow_server: AllowOption = None,
    as_json: Json = False,
) -> None:
    """Ask for something at an open gate, without answering it, or once a session is over."""
    from app.cli import person_commands

    given = person_commands.AskOptions(command, data, yes, go_on, verb, leave, allow_server or [], as_json)

    async def work(core: Core) -> int:
        return await person_commands.ask(core, await core.sessions.resolve(session), given)

    execute(work, as_json=as_json)


@app.command()
def stop(
    session: Session,
    with_answer: Annotated[bool, typer.Option("--with-answer", help="Write a final answer first.")] = False,
    as_json: Json = False,
) -> None:
    """Stop a session, in this process or the one that runs it."""
    execute(lambda core: cli.reports.stop(core, session, with_answer, as_json), as_json=as_json)


@app.command()
def gates(session: Session, as_json: Json = False) -> None:
    """List the open gates of a session."""
    execute(lambda core: cli.looking.gates(core, session, as_json), as_json=as_json)


@app.command("list")
def list_sessions(as_json: Json = False) -> None:
    """List all sessions."""
    execute(lambda core: cli.reports.list_sessions(core, as_json), as_json=as_json)


@app.command()
def delete(
    session: Session,
    undo: Annotated[bool, typer.Option("--undo", help="Take it back out of the trash.")] = False,
    as_json: Json = False,
) -> None:
    """Move a session to the trash; `config trash` says for how many days it is kept there."""
    execute(lambda core: cli.reports.delete(core, session, undo, as_json), as_json=as_json)


@app.command()
def show(session: Session, as_json: Json = False) -> None:
    """Show a session's state and its final answer."""
    execute(lambda core: cli.looking.show_session(core, session, as_json), as_json=as_json)


@app.command()
def search(
    text: Annotated[str, typer.Argument(help="Words, or a part of one.")], as_json: Json = False
) -> None:
    """Search everything said."""
    execute(lambda core: cli.reports.search(core, text, as_json), as_json=as_json)


@app.command()
def log(
    session: Session,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="One JSON object per line, whole: with names, hidden or not.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Print a session's records."""
    execute(lambda core: cli.looking.log(core, session, jsonl=jsonl, as_json=as_json), as_json=as_json)


@app.command()
def graph(workflow: Annotated[str, typer.Argument(help="Its name.")], as_json: Json = False) -> None:
    """Print a workflow's state machine (Mermaid)."""
    execute(lambda core: cli.looking.graph(core, workflow, as_json), as_json=as_json)


@app.command()
def fork(
    session: Session,
    at: Annotated[int, typer.Option("--at", min=1, help="The last record to copy; `log` lists them.")],
    run_id: Annotated[
        str | None, typer.Option("--run-id", help="The copy's own run, where it needs one.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Copy a session up to a record, to go on from there."""
    changes = {"run_id": run_id} if run_id is not None else {}
    execute(lambda core: cli.reports.fork(core, session, at, changes, as_json), as_json=as_json)


@app.command()
def export(
    sessions: Annotated[
        list[str] | None, typer.Argument(metavar="SESSION…", help="Ids, or the beginnings of them.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The file to write, a folder, or - for standard output."),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="md, html, pdf, docx, tracked (a DOCX to be edited), csv, pictures, json, jsonl, or a form "
            "of the workflow's own: text and text-docx are a manuscript. Without it, what the file's name "
            "ends with.",
        ),
    ] = None,
    only: Annotated[
        str,
        typer.Option(
            "--only", help="Parts of a report, with commas between, such as answer or summary,answer."
        ),
    ] = "",
    hide: Annotated[str, typer.Option("--hide", help="names, costs, or names,costs.")] = "",
    language: Annotated[
        str, typer.Option("--language", help="en, de, or system; else that of the settings. JSON is English.")
    ] = "",
    schema: Annotated[bool, typer.Option("--schema", help="The JSON Schema of the JSON format.")] = False,
    as_json: Json = False,
) -> None:
    """Write sessions to files, or the schema of what is written."""
    found = sessions or []
    if schema:
        execute(lambda core: cli.exports.schema(core, found, format or "", output, as_json), as_json=as_json)
        return
    execute(
        lambda core: cli.exports.export(
            core, found, format, output, cli.exports.choice_of(only, hide), language, as_json
        ),
        as_json=as_json,
    )


@app.command("import")
def import_session(
    file: Annotated[Path, typer.Argument(help="A JSON export, or a DOCX that somebody worked on.")],
    as_copy: Annotated[bool, typer.Option("--as-copy", help="Give it a new id.")] = False,
    session: Annotated[
        str, typer.Option("--session", help="The session a DOCX is of, where it does not say so.")
    ] = "",
    look: Annotated[
        bool, typer.Option("--look", help="Only say what the file holds; take nothing in.")
    ] = False,
    allow_server: AllowOption = None,
    as_json: Json = False,
) -> None:
    """Take in a session exported as JSON, or a DOCX with an editor's decisions, words and comments."""
    from app.cli import returning

    if returning.is_document(file):
        execute(
            lambda core: returning.import_document(
                core, file, session, look=look, allowed=allow_server or (), as_json=as_json
            ),
            as_json=as_json,
        )
        return
    execute(lambda core: cli.reports.import_session(core, file, as_copy, look, as_json), as_json=as_json)


@app.command()
def backup(
    file: Annotated[Path | None, typer.Argument(help="A new file; else one named after the hour.")] = None,
    as_json: Json = False,
) -> None:
    """Write all sessions, settings and teams to one file; keys never go along."""
    execute(lambda core: cli.exports.back_up(core, file, as_json=as_json), as_json=as_json)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `backup` wrote.")],
    look: Annotated[bool, typer.Option("--look", help="Only tell what it holds.")] = False,
    as_json: Json = False,
) -> None:
    """Take from a backup what is not here; nothing that is here is replaced."""
    execute(lambda core: cli.exports.restore(core, file, look=look, as_json=as_json), as_json=as_json)


@app.command()
def teams(as_json: Json = False) -> None:
    """List the teams."""
    execute(lambda core: cli.reports.teams(core, as_json), as_json=as_json)


@app.command()
def models(
    everything: Annotated[bool, typer.Option("--all", help="Also of providers without a key.")] = False,
    ask: Annotated[bool, typer.Option("--ask", help="Ask the connected providers which they have.")] = False,
    approve: Annotated[
        str | None, typer.Option("--approve", help="Allow seats to name this server from now on.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the models that can be put into a seat; looks for model servers on this machine."""
    execute(
        lambda core: cli.configuring.models(
            core, everything=everything, ask=ask, approve=approve, as_json=as_json
        ),
        as_json=as_json,
    )


@app.command()
def key(
    provider: Annotated[str, typer.Argument(help="As in models' names, or as azure.client_secret.")],
    forget: Annotated[bool, typer.Option("--forget", help="Remove the key.")] = False,
    as_json: Json = False,
) -> None:
    """Keep a provider's key in the keyring; it is typed unseen, or read from a pipe."""
    execute(
        lambda core: cli.configuring.keep_key(core, provider, forget=forget, as_json=as_json), as_json=as_json
    )


@app.command()
def config(
    name: Annotated[str | None, typer.Argument(help="One that `config` lists, or as azure.api_base.")] = None,
    value: Annotated[str | None, typer.Argument(help="What it is to be.")] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Take a server back.")] = False,
    mend: Annotated[
        bool, typer.Option("--mend", help="Put a damaged file aside, take the last one.")
    ] = False,
    secret: Annotated[
        bool, typer.Option("--secret", help="With trace_header: keep its value, typed unseen or from a pipe.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show what is set, or set it (`default`: as at first); `config servers`: those that you approved."""
    if mend:
        execute(lambda core: cli.configuring.mend(core, as_json=as_json), as_json=as_json)
        return
    execute(
        lambda core: cli.configuring.config(core, name, value, remove=remove, secret=secret, as_json=as_json),
        as_json=as_json,
    )


@app.command()
def guide() -> None:
    """Print what can be done, and with which command."""
    from app.cli.output import show_markdown
    from app.resources import how_to

    show_markdown(how_to())


@app.command()
def doctor(
    connect: Annotated[bool, typer.Option("--connect", help="Also ask every connected provider.")] = False,
    as_json: Json = False,
) -> None:
    """Check this machine."""
    execute(lambda core: cli.configuring.doctor(core, connect=connect, as_json=as_json), as_json=as_json)


app.command("mcp", help=MCP_HELP)(mcp)
app.command("serve", help=SERVE_HELP)(serve)


@app.command()
def allow(
    session: Session,
    agent: Annotated[
        str, typer.Option("--agent", help="The agent's name; else the one that began the session.")
    ] = "",
    take_back: Annotated[
        bool, typer.Option("--take-back", help="From now on it may not decide here.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Let an agent answer the gates of one session, or take that back."""
    execute(
        lambda core: cli.reports.allow(core, session, agent, allowed=not take_back, as_json=as_json),
        as_json=as_json,
    )


class Interrupted(RoundtableError):
    """A person pressed Ctrl-C before there was anything to pause."""

    kind = "stopped"

    def __init__(self) -> None:
        super().__init__(words("Stopped before it was done."), words("Run the same command again."))


STOPPED = 4
"""The exit status where a person stops a command."""
_INTERRUPTED = 130
"""What typer makes of Ctrl-C in a command that does not listen for it."""


def main(
    arguments: list[str], build: Build, makers: Mapping[str, Callable[[], WorkflowPlugin]] | None = None
) -> int:
    """Run one command; return its exit status. `makers`: the workflows there are, where not the shipped."""
    _accept_any_text()
    prepare(build, arguments)
    if arguments[:1] == ["run"]:
        _add_run_commands(makers, arguments[1:2])
    try:
        with tell_warnings():
            group = typer.main.get_group(_needed(arguments[0] if arguments else ""))
            code = group(args=arguments, prog_name="roundtable", standalone_mode=False)
    except (typer.Abort, KeyboardInterrupt):
        code = _INTERRUPTED
    except SystemExit as error:  # rich ends the program so where nobody reads the help any more
        code = 0 if isinstance(error.__context__, BrokenPipeError) else error.code
    except Exception as error:  # noqa: BLE001  whatever it is, a person gets a sentence
        if not isinstance(error, _UsageMistake):
            told = error if isinstance(error, RoundtableError) else mistake(error)
            tell(told, as_json="--json" in arguments)
            return 2 if isinstance(told, InputError) else 5
        message = error.format_message()
        if not message:
            return 2  # a group without a command: its help is printed by then
        context = error.ctx if isinstance(error, _InCommand) else None
        step = f"Look at “{context.command_path if context is not None else 'roundtable'} --help”."
        for theirs, ours in _OURS:
            message = re.sub(theirs, ours, message)
        sentence = f"{message.rstrip('.')}."
        if arguments[:1] == ["run"] and isinstance(error, _UnknownOption):
            sentence += _runs_with(error.option_name, makers)
        tell(InputError(sentence, step), as_json="--json" in arguments)
        return 2
    if code == _INTERRUPTED and "--json" in arguments:
        tell(Interrupted(), as_json=True)
    return STOPPED if code == _INTERRUPTED else code if isinstance(code, int) else 0


def _runs_with(option: str, makers: Mapping[str, Callable[[], WorkflowPlugin]] | None) -> str:
    """Return which sessions are begun with an option that another kind has not; empty: none is."""
    from app.workflows.registry import SHIPPED, Registry

    plugins = Registry(makers or SHIPPED).plugins
    having = [
        name for name, one in plugins.items() if option in {f"--{own.flag}" for own in one.command_options}
    ]
    return f" It belongs to “roundtable run {having[0]}”." if having else ""


def _needed(name: str) -> typer.Typer:
    """Return the app with the command of this name alone, for start-up cost; else all of it."""
    commands = [one for one in app.registered_commands if name == one.name or name == _called(one)]
    groups = [one for one in app.registered_groups if one.name == name]
    if not commands and not groups:
        return app
    needed = typer.Typer(no_args_is_help=True)
    needed.registered_commands, needed.registered_groups = commands, groups
    return needed


def _called(command: CommandInfo) -> str:
    return command.callback.__name__ if command.callback is not None else ""


def _add_run_commands(
    makers: Mapping[str, Callable[[], WorkflowPlugin]] | None, wanted: Sequence[str]
) -> None:
    """Add `run <workflow>` for the wanted workflow, else for every one, where it was not added yet."""
    from app.workflows.registry import SHIPPED, Registry

    known = {command.name for command in _run_app.registered_commands}
    plugins = Registry(makers or SHIPPED).plugins
    for name in plugins.keys() & set(wanted) or plugins:
        if name not in known:
            plugin = plugins[name]
            _add_run_command(name, inspect.getdoc(type(plugin)) or str(plugin.title), plugin.command_options)


def _accept_any_text() -> None:
    """Let what a terminal's encoding lacks be printed as an escape instead of ending the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
