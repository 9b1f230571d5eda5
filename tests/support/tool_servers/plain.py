"""A well-behaved MCP server over stdio or HTTP: it counts its calls in a file, so that none is overlooked."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from mcp.server.mcpserver import MCPServer

server = MCPServer("plain")
LEDGER = Path(os.environ.get("LEDGER", os.devnull))


def _note(line: str) -> None:
    with LEDGER.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


@server.tool(description=os.environ.get("ADD_SAYS", "Add two numbers."))
def add(a: int, b: int) -> str:
    """Add two numbers."""
    _note(f"add {a} {b}")
    return str(a + b)


@server.tool()
def variables() -> str:
    """Return the names and values of the server's environment."""
    return "\n".join(f"{name}={value}" for name, value in sorted(os.environ.items()))


@server.tool()
def wait(seconds: float) -> str:
    """Return after a while."""
    _note(f"wait {seconds}")
    time.sleep(seconds)
    _note("waited")
    return "done"


@server.tool()
def fail() -> str:
    """Fail."""
    raise ValueError("the disk is on fire")


if __name__ == "__main__":
    if sys.argv[1:2] == ["http"]:
        server.run(transport="streamable-http", host="127.0.0.1", port=int(sys.argv[2]))
    else:
        server.run()
