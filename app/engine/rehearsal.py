"""Getting ready, while the first calls run, for what comes behind them.

What a stage loads, compiles and builds when it is first reached takes a few milliseconds each, and every seat
at the table waits for it. While a model writes there is time: it is done then, in steps so small that nobody
who reads along notices.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from types import TracebackType

from pydantic import BaseModel

from app.domain.facts import SHARED_FACTS
from app.domain.messages import Reply
from app.domain.usage import Usage
from app.engine.plugin import WorkflowPlugin
from app.engine.ports import Prompts

_CALL_SECONDS = 0.1
"""A call that lasts no longer leaves no time for anything."""

_log = logging.getLogger(__name__)


class Rehearsal:
    """Gets one workflow ready, once, in the background while it is entered."""

    def __init__(self, plugin: WorkflowPlugin, prompts: Prompts) -> None:
        self._plugin, self._prompts = plugin, prompts
        self._task: asyncio.Task[None] | None = None
        self._entered = False

    def begin(self) -> None:
        """Take note that a call is on its way."""
        if self._entered and self._task is None:
            self._task = asyncio.create_task(self._run(), name="rehearsal")

    async def __aenter__(self) -> Rehearsal:
        self._entered = True
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._entered = False
        if self._task is not None:
            over = self._task.done()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            # What was broken off is gone on with where the run is; what was done is not done again.
            self._task = self._task if over else None

    async def _run(self) -> None:
        await asyncio.sleep(_CALL_SECONDS)
        await rehearse(self._plugin, self._prompts)


async def rehearse(plugin: WorkflowPlugin, prompts: Prompts) -> None:
    """Get a workflow ready, a few milliseconds at a time: its prompts, its facts and what else it names."""
    try:
        for _ in _steps(plugin, prompts):
            await asyncio.sleep(0)
    except Exception:  # noqa: BLE001  whatever it is, the node that needs it says so
        _log.warning("what comes next could not be made ready", exc_info=True)


def _steps(plugin: WorkflowPlugin, prompts: Prompts) -> Iterator[None]:
    for template in plugin.templates:
        prompts.prepare(template)
        yield
    answers = [verb.data for gate in plugin.gates.values() for verb in gate.verbs]
    models: list[type[BaseModel]] = [Usage, Reply, *SHARED_FACTS, *plugin.facts, *answers]
    for model in models:
        # Else it is built when the first one is made.
        model.model_rebuild()
        yield
    yield from plugin.rehearse()
