"""The command of the interface for agents, which a client starts: `roundtable mcp`."""

# Late imports on purpose: `--help` of another command waits for nothing of this.

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.command_line import execute

if TYPE_CHECKING:
    from app.services.core import Core

COST_LIMIT = 5.0
"""Dollars that a session of an agent may cost at most, where the person names no other sum."""
HELP = """Serve agents: a Model Context Protocol server on standard input and output.

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

Runs go on when the client ends. What then needs you stands under “Needs you” in the window."""


def mcp(
    cost_limit: Annotated[
        float, typer.Option("--cost-limit", min=0.01, help="Dollars that one session may cost at most.")
    ] = COST_LIMIT,
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
        terms = Terms(cost_limit, may_approve=may_approve, every_session=every_session, folders=folders)
        return await serving.serve(core, terms)

    execute(serve, as_json=False)
