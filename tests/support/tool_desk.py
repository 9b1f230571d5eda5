"""A laboratory whose agent may be given tools of real servers."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from app.domain.messages import ModelRequest
from app.gateway.keys import Keys
from app.gateway.tools.source import ConfiguredTools
from app.settings.programs import ToolServerFile, ToolServerSettings
from app.store.choices import FileToolChoices
from tests.support.lab import Lab, lab
from tests.support.scripted import Line

HERE = Path(__file__).parent / "tool_servers"


def server_settings(name: str, *arguments: str, **more: Any) -> ToolServerSettings:
    """Return how a server of the tests' folder is started."""
    return ToolServerSettings(
        command=sys.executable, arguments=(str(HERE / f"{name}.py"), *arguments), **more
    )


def configured(folder: Path, keys: Keys | None = None, **servers: ToolServerSettings) -> ConfiguredTools:
    """Return tool servers of a config folder below a data folder."""
    file = ToolServerFile(folder / "config")
    for name, settings in servers.items():
        file.put(name, settings)
    own = keys or Keys({})
    return ConfiguredTools(file, lambda: own, FileToolChoices(folder))


@asynccontextmanager
async def tool_lab(
    folder: Path,
    script: Callable[[ModelRequest], Line],
    *,
    keys: Keys | None = None,
    **servers: ToolServerSettings,
) -> AsyncIterator[Lab]:
    """Open a laboratory with tool servers."""
    async with lab(folder, script, tools=configured(folder, keys, **servers)) as it:
        yield it


def raw_server(mode: str, ledger: Path | None = None, **more: Any) -> ToolServerSettings:
    """Return a server that does what a mode says, and notes what it is asked."""
    env = {"LEDGER": str(ledger)} if ledger is not None else {}
    return server_settings("raw", mode, env=env, **more)
