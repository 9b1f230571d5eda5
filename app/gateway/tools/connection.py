"""One MCP server and what it is asked: its tools, and calls of them. Made anew after it broke.

Every question has an end in time, and every answer one in size. What is known of a secret is taken out of
all that goes back: a server may say aloud what it was given.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import mcp_types
from mcp import Client
from mcp.shared.exceptions import MCPError

from app.gateway.tools.results import ToolsListing, redacted, said_of, text_of
from app.gateway.tools.stdio import Hearing, limited_stdio

_START_SECONDS = 30.0
MOST_PAGES = 20
_MOST_TOOLS = 128
_KEPT = ("PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT")
"""Variables a server is given besides those that the person set for it."""


class Trouble(Exception):
    """A question that came to nothing: why, and in words what is known of it."""

    def __init__(self, kind: str, said: str = "") -> None:
        super().__init__(kind)
        self.kind, self.said = kind, said


class Connection:
    """A server as it was configured, and the connection to it where there is one."""

    def __init__(self, begin: Mapping[str, Any], send: Callable[[Mapping[str, Any]], None]) -> None:
        self._server, self._send = begin, send
        self._secrets = {str(k): str(v) for k, v in dict(begin.get("secrets") or {}).items()}
        self._hearing = Hearing()
        self._client: Client | None = None
        self._holding: asyncio.Task[None] | None = None
        self._over = asyncio.Event()
        self._lock = asyncio.Lock()
        self._under_way = 0
        """Questions."""

    async def answer(self, frame: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what came of one question; whatever goes wrong is an answer, too."""
        seconds = float(frame.get("seconds") or 60.0)
        self._under_way += 1
        try:
            client = await self._connected()
            async with asyncio.timeout(seconds):
                self._hearing.asked()
                if frame.get("op") == "call":
                    found = await self._call(client, frame)
                else:
                    found = (await self._tools(client)).shown()
            return {"value": redacted(found, self._secrets)}
        except Trouble as trouble:
            problem = trouble
        except TimeoutError:
            problem = self._trouble("timeout", "")
        except MCPError as error:
            problem = self._trouble("refused", said_of(error))
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001  a server may break anything
            problem = self._trouble("bad_reply", said_of(error))
        finally:
            self._under_way -= 1
        # What nobody waits for any more is not to go on unseen, and what broke is made anew.
        if self._hearing.broken or (problem.kind == "timeout" and not self._under_way):
            await self.close()
        return {"problem": problem.kind, "said": redacted(problem.said, self._secrets)}

    def _trouble(self, kind: str, said: str) -> Trouble:
        """Return what went wrong: that the server is listened to no more, where that is so."""
        broken = self._hearing.broken
        return Trouble(broken or kind, (self._hearing.last_said.strip() if broken else "") or said)

    async def close(self) -> None:
        """End the connection and the server with all it started."""
        holding, self._holding, self._client = self._holding, None, None
        if holding is not None:
            self._over.set()
            with contextlib.suppress(asyncio.TimeoutError, Exception):
                await asyncio.wait_for(asyncio.shield(holding), 4.0)
            holding.cancel()
            await asyncio.gather(holding, return_exceptions=True)

    async def _connected(self) -> Client:
        async with self._lock:
            if self._client is not None and not self._hearing.broken:
                return self._client
            await self.close()
            self._hearing, self._over = Hearing(), asyncio.Event()
            ready: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
            self._holding = asyncio.ensure_future(self._hold(ready, self._over))
            try:
                async with asyncio.timeout(_START_SECONDS):
                    self._client = await asyncio.shield(ready)
            except TimeoutError:
                await self.close()
                raise Trouble("start_timeout", self._hearing.last_said.strip()) from None
            except BaseException:
                await self.close()
                raise
            return self._client

    async def _hold(self, ready: asyncio.Future[Client], over: asyncio.Event) -> None:
        """Hold the connection open in a task of its own: it must be left where it was entered."""
        try:
            async with Client(
                self._transport(),
                cache=None,
                input_required_max_rounds=1,
                client_info=mcp_types.Implementation(name="roundtable", version="1"),
            ) as client:
                if not ready.done():
                    ready.set_result(client)
                await over.wait()
        except OSError as error:
            self._fail(ready, Trouble("not_started", error.strerror or type(error).__name__))
        except BaseException as error:
            why = self._hearing.broken or "not_connected"
            self._fail(ready, Trouble(why, self._hearing.last_said.strip() or said_of(error)))
            if isinstance(error, asyncio.CancelledError):
                raise
        finally:
            self._hearing.end("ended")

    @staticmethod
    def _fail(ready: asyncio.Future[Client], trouble: Trouble) -> None:
        if not ready.done():
            ready.set_exception(trouble)

    def _transport(self) -> Any:
        server = self._server
        if server.get("url"):
            from app.gateway.tools.http import limited_http  # late: half of the servers are none of these

            headers = {**dict(server.get("headers") or {}), **self._secrets}
            return limited_http(str(server["url"]), headers, float(server["seconds"]), self._hearing)
        chosen = {name: os.environ[name] for name in _KEPT if name in os.environ}
        language = {name: value for name, value in os.environ.items() if name.startswith("LC_")}
        given = {**chosen, **language, **dict(server.get("env") or {}), **self._secrets}
        return limited_stdio(
            [str(server["command"]), *map(str, server.get("arguments") or ())],
            given,
            str(Path.home()) if sys.platform != "win32" else str(Path.cwd()),
            self._hearing,
            lambda pid: self._send({"started": pid}),
        )

    async def _tools(self, client: Client) -> ToolsListing:
        listing, cursor = ToolsListing(), None
        for _ in range(MOST_PAGES):
            page = await client.list_tools(cursor=cursor)
            for tool in page.tools:
                if len(listing.tools) < _MOST_TOOLS:
                    listing.add(tool.name, tool.description or "", tool.input_schema)
            cursor = page.next_cursor
            if not cursor:
                break
        return listing

    async def _call(self, client: Client, frame: Mapping[str, Any]) -> Mapping[str, Any]:
        """Call a tool, where it still is what the person approved."""
        name, wanted = str(frame["name"]), str(frame["definition"])
        listing = await self._tools(client)
        there = listing.tools.get(name)
        if there is None:
            raise Trouble("gone")
        if there["definition"] != wanted:
            raise Trouble("changed")
        self._hearing.asked()
        result = await client.call_tool(name, dict(frame.get("arguments") or {}))
        return {"output": text_of(result), "ok": not result.is_error}
