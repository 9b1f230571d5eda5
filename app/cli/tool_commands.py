"""The commands of `roundtable tools` and their options; what they do lies in `tool_servers`."""

from __future__ import annotations

from typing import Annotated

import typer

from app import cli
from app.cli.command_line import Json, execute

tools_app = typer.Typer(invoke_without_command=True, help="Servers whose tools sessions may use.")
Name = Annotated[str, typer.Argument(help="Its name, as “tools” lists it.")]


@tools_app.callback()
def listing(context: typer.Context, as_json: Json = False) -> None:
    """List the servers whose tools sessions may use; with a word behind it, add or change one."""
    if context.invoked_subcommand is None:
        execute(lambda core: cli.tool_servers.listing(core, as_json=as_json), as_json=as_json)


@tools_app.command(context_settings={"allow_interspersed_args": False})
def add(
    name: Annotated[str, typer.Argument(help="What it is called here.")],
    target: Annotated[list[str], typer.Argument(help="A command with its arguments, or an address.")],
    env: Annotated[list[str] | None, typer.Option("--env", metavar="NAME=VALUE")] = None,
    header: Annotated[list[str] | None, typer.Option("--header", metavar="NAME:VALUE")] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option("--secret", metavar="NAME[=VARIABLE]", help="Kept in the keyring, or a variable's."),
    ] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", help="How long a call may take.")] = None,
    as_json: Json = False,
) -> None:
    """Add a server, or change one; options stand before its name."""
    said = (target, env or [], header or [], secret or [], seconds)
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
