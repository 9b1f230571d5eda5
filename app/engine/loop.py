"""The loop: enters nodes, awaits them, appends their steps; the graph says where to go.

Rules:
- Nothing is suspended in memory: at an open gate the loop returns, and is run again once it is answered.
- An entry stays open over restarts; its node runs again, and finished calls come from the journal.
"""

from __future__ import annotations

import asyncio
from typing import Literal

from app.domain.errors import InputError
from app.domain.fact_base import Fact
from app.domain.facts import (
    CallInterrupted,
    NodeEntered,
    NodeLeft,
    RoundClosed,
    RunHalted,
    RunStarted,
    SessionFinished,
    StopRequested,
    WhoAnswers,
)
from app.domain.i18n import words
from app.engine.bus import RunEnded
from app.engine.calling import CallRunner, stopped
from app.engine.context import LiveContext
from app.engine.graph import END, STOPPED_WITH_RESULT, advance
from app.engine.interruptions import Blocked, Halted, Waiting, gate_for
from app.engine.known import check_step
from app.engine.node import Step
from app.engine.plugin import go_on

StopMode = Literal["now", "after_round", "with_answer"]


async def recover(runner: CallRunner) -> None:
    """Write the end of calls that a dead process left open; they are taken as sent.

    What a person asked for at an open gate may be under way beside the loop.
    """
    calls = runner.writer.fold.calls
    dangling = [track.asked for track in calls.open() if not runner.under_way(track.asked)]
    if not dangling:
        return
    partials = await runner.writer.journal.partials()
    ends: list[Fact] = []
    for asked in dangling:
        partial = partials.get(asked, "")
        track = calls.by_asked[asked]
        cost = await runner.charged_before(track, partial)
        # The person's wish to end one call is on disk before it is obeyed.
        ends.append(
            stopped(asked, True, partial, cost)
            if track.stop_wanted
            else CallInterrupted(asked=asked, partial=partial, usage=cost.usage, uncertain=cost.uncertain)
        )
    await runner.writer.append(*ends, ends=dangling)


class SessionLoop:
    """Moves one session as far as it goes without a person."""

    def __init__(self, runner: CallRunner) -> None:
        self._runner = runner
        self._writer = runner.writer
        self._fold = runner.writer.fold
        self._node: asyncio.Task[Step] | None = None
        self._stopping: StopMode | None = None
        self.halted = False
        """Whether it has said that it halts, and is about to return."""

    async def run(self, who: WhoAnswers = "person") -> str:
        """Run until a gate, a halt or the end; return the state (`waiting`, `finished`, `stopped`, …).

        `who`: who answers what members ask.

        Raises InputError, and has written nothing, where this program does not know where the session stands.
        """
        check_step(self._fold)
        await self._writer.begin()
        async with self._runner.buffer, self._runner.rehearsal:
            await recover(self._runner)
            if self._fold.session.state == "finished":
                return "finished"
            if self._fold.session.state != "waiting":
                started = RunStarted(app_version=self._runner.app_version, answered_by=who)
                await self._writer.advance(lambda head: (started,))
                await self._go()
        state = self._fold.session.state
        self._runner.bus.publish(RunEnded(self._writer.session, state, workflow=self._fold.plugin.name))
        return state

    async def obey(self) -> str:
        """Obey a stop asked for while the loop was not running, going on to the result where asked."""
        if self._fold.session.state == "finished":
            # It came too late: there is nothing left to stop.
            self._stopping = None
            return "finished"
        check_step(self._fold)
        await self._writer.begin()
        async with self._runner.buffer, self._runner.rehearsal:
            await self._go()
        state = self._fold.session.state
        self._runner.bus.publish(RunEnded(self._writer.session, state, workflow=self._fold.plugin.name))
        return state

    async def _go(self) -> None:
        """Do one node after the other, as far as it goes."""
        try:
            while await self._advance():
                pass
        finally:
            await self._writer.flush()

    async def stop(self, mode: StopMode, by: Literal["person", "flag"] = "person") -> None:
        """Ask the loop to stop; `now` and `with_answer` end the running calls at once."""
        self.check_stop(mode)
        await self._writer.append(StopRequested(mode=mode, by=by))
        if mode == "after_round":
            return
        self._stopping = mode
        if mode == "with_answer":
            # The answer is still to be written, whatever was paused before.
            self.unpause()
        if self._node is not None and not (mode == "with_answer" and self._answering()):
            self._node.cancel()

    @property
    def stop_pending(self) -> bool:
        """Tell whether a stop was asked for that no node has seen."""
        return self._stopping is not None

    def check_stop(self, mode: StopMode) -> None:
        """Raise InputError where the session cannot be stopped in this way now."""
        if self._fold.session.state == "finished":
            raise InputError(
                words("This session is finished; there is nothing to stop."), go_on(self._fold.plugin)
            )
        if mode == "with_answer" and self._fold.plugin.graph.result_node is None:
            raise InputError(
                words("A session of this kind writes no final answer."),
                words("Stop it without one; everything that was done is kept."),
            )
        if mode == "with_answer" and not self.can_answer():
            raise InputError(
                words("There is no accepted round yet, so no final answer can be written."),
                words("Stop without an answer, or wait for the first round and approve it."),
            )

    def can_answer(self) -> bool:
        """Tell whether *stop with answer* is possible now."""
        plugin = self._fold.plugin
        return plugin.graph.result_node is not None and plugin.can_finish(self._fold.state)

    def pause(self) -> None:
        """Begin no new call; the running ones end."""
        self._runner.pausing = True

    def unpause(self) -> None:
        """Let calls begin again."""
        self._runner.pausing = False

    async def _advance(self) -> bool:
        """Do one node, or part of one; return whether to go on."""
        position, graph = self._fold.position, self._fold.plugin.graph
        if self._stopping is not None:
            return await self._obey_stop()
        if position.entry == 0:
            target = advance(graph, *position.left) if position.left else graph.start
            if target == END:
                await self._writer.append(SessionFinished(reason=self._fold.plugin.reason(self._fold.state)))
                return False
            if self._runner.pausing:
                return await self._halt("paused")
            await self._writer.advance(lambda head: (NodeEntered(node=target),))
        if self._fold.gates.open_gate() is not None:
            return False
        try:
            step = await self._run_node()
        except Waiting:
            return False
        except Halted:
            return await self._halt("paused")
        except Blocked as blocked:
            await self._writer.append(gate_for(blocked, self._fold))
            return False
        except asyncio.CancelledError:
            if not self._asked_to_stop():
                raise
            return True
        return await self._leave(step)

    def _asked_to_stop(self) -> bool:
        return self._stopping is not None

    async def _run_node(self) -> Step:
        node = self._fold.plugin.nodes[self._fold.position.node]
        self._node = asyncio.ensure_future(node(self._fold.state, LiveContext(self._runner)))
        try:
            return await self._node
        except asyncio.CancelledError:
            if not self._node.done():
                # The loop itself is cancelled: the node's calls must be recorded before it goes.
                self._node.cancel()
                await asyncio.gather(self._node, return_exceptions=True)
            raise
        finally:
            self._node = None

    async def _leave(self, step: Step) -> bool:
        node, session = self._fold.position.node, self._fold.session
        round_over = any(isinstance(fact, RoundClosed) for fact in step.facts)
        target = advance(self._fold.plugin.graph, node, step.signal)

        def facts(head: int) -> tuple[Fact, ...]:
            left = (*step.facts, NodeLeft(node=node, signal=step.signal))
            ends = target == END or (session.stop == "after_round" and round_over)
            if ends or self._runner.pausing or self._stopping is not None:
                return left
            return (*left, NodeEntered(node=target))

        await self._writer.advance(facts)
        if session.stop == "after_round" and round_over:
            return await self._halt("stopped")
        return True

    async def _obey_stop(self) -> bool:
        mode, self._stopping = self._stopping, None
        if mode != "with_answer":
            return await self._halt("stopped")
        position, graph = self._fold.position, self._fold.plugin.graph
        if position.entry == 0:
            target = advance(graph, *position.left) if position.left else graph.start
            if target in (END, graph.result_node):
                return True
            # The way to the result leads out of a node: the next one is entered and left at once.
            await self._writer.append(NodeEntered(node=target))
        if not self._answering():
            await self._writer.append(NodeLeft(node=position.node, signal=STOPPED_WITH_RESULT))
        return True

    def _answering(self) -> bool:
        """Tell whether the result is being written already."""
        position = self._fold.position
        return bool(position.entry) and position.node == self._fold.plugin.graph.result_node

    async def _halt(self, state: Literal["paused", "stopped"]) -> bool:
        self.halted = True
        fact: Fact = RunHalted(state=state, reason="user_stopped" if state == "stopped" else None)
        await self._writer.append(fact)
        return False
