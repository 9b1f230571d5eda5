"""Moving the sessions of a batch, as many at once as asked for.

A limit that the batch gives one of them, of what its budget holds back for it, is written behind the
session's tags, or as the answer of a flag: so what the batch limited is told from what a person did, and only
that is lifted again. The limit that a row sets is never raised.
"""

from __future__ import annotations

import asyncio
import copy
import sys
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field, replace
from typing import Literal

from app.domain import fault_hints, fault_messages
from app.domain.errors import NotFound, RoundtableError, SessionBusy
from app.domain.fact_base import Fact, Record
from app.domain.facts import CallFailed, GateOpened, LimitChanged, TagsChanged
from app.domain.gate_lines import ReachedLimit, limit_of
from app.domain.held_folder import HeldFolder
from app.domain.ids import SessionId
from app.domain.interruption_gates import BUDGET
from app.domain.payload import items_of, mapping_of
from app.engine.command_options import FirstAnswer
from app.engine.fold import SessionFold
from app.engine.ledger import Held, Ledger
from app.engine.session_rows import SessionRow
from app.services.batches.budget import NOTHING, Budget, Settle, Used
from app.services.batches.plan import BatchPlan, Entry, Job
from app.services.drive import drive
from app.services.library import Library
from app.services.live import read_stored
from app.services.providers import Approve, NotApproved
from app.services.readiness import NotReady, Readiness
from app.services.review import Review
from app.services.sessions import Sessions
from app.services.unattended import AnswerPlan

if sys.platform != "win32":
    import resource

_PER_SESSION, BESIDE = 5, 200
"""Files: what a session has open (its journal takes three, its lock one) and one to spare; all others."""
NOT_BEGUN = "not begun"
ELSEWHERE = "elsewhere"
"""Some other process moves it."""
FINISHED = "finished"
_Unit = Literal["cost", "tokens"]
_Own = Mapping[_Unit, float | None]
"""What the row's setup limits a session to; None: nothing."""
_LIMITS: Mapping[_Unit, str] = {"cost": "cost_limit", "tokens": "token_limit"}
"""The field of a setup that limits a session."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one session of a batch stands; `cost` in dollars, None where a price is not known."""

    entry: Entry
    state: str
    cost: float | None = 0.0
    tokens: int = 0
    why: str = ""
    """What ended it, or keeps it from beginning, in words."""
    used: Used = NOTHING
    """What counts against a limit."""
    cached: int = 0
    """Of its tokens: read from a cache."""


@dataclass
class BatchRun:
    """How a batch goes: counted as it goes on."""

    plan: BatchPlan
    budget: Budget
    standing: dict[SessionId, Standing] = field(default_factory=dict)
    calls_off: bool = False
    """Nothing new begins: a person wants it to pause, or nothing is left to spend."""

    def states(self) -> Counter[str]:
        """Return how many sessions stand how."""
        return Counter(one.state for one in self.standing.values())

    def at_limit(self, session: SessionId) -> bool:
        """Tell whether a session was begun and could not end, for its share of the limit was used up."""
        one = self.standing[session]
        return one.state in ("waiting", "stopped") and one.why.startswith(str(fault_messages.BATCH_LIMIT))

    def too_short(self) -> deque[Job]:
        """Return the cells that could not end for their share of the limit was used up."""
        cells = self.plan.cells
        return deque(c for c in cells if any(self.at_limit(one.session) for one in (c, *c.baselines)))


Tell = Callable[[BatchRun, Standing], None]


class Batches:
    """Runs the sessions of a batch."""

    def __init__(
        self,
        sessions: Sessions,
        review: Review,
        readiness: Readiness,
        library: Library,
        accounts: Callable[[HeldFolder, frozenset[SessionId]], Ledger],
    ) -> None:
        """`accounts`: returns the ledger of a batch's folder, for some of its sessions."""
        self._accounts = accounts
        self._sessions, self._review = sessions, review
        self._readiness, self._library = readiness, library
        self._runs: list[BatchRun] = []
        """What `pause` reaches."""

    async def standings(self, entries: Iterable[Entry]) -> dict[SessionId, Standing]:
        """Return where each session stands, from the sessions alone."""
        rows = {row.session: row for row in await self._library.rows()}
        found = {entry.session: _standing(entry, rows.get(entry.session)) for entry in entries}
        for session, one in found.items():
            if one.state == "failed":
                found[session] = replace(one, why=await self.why_failed(session))
        return found

    async def why_failed(self, session: SessionId) -> str:
        """Return why the newest call of a session failed; empty where none did, or it cannot be read."""
        with suppress(RoundtableError):
            return _newest_failure((await read_stored(self._sessions.parts, session))[1])
        return ""

    async def check(self, plan: BatchPlan, approve: Approve, *, contact: bool = True) -> None:
        """Look once for each team and workflow whether it can begin, before anything does.

        `contact`: the servers are tried, too. Raises NotReady, NotApproved.
        """
        seen: set[tuple[str, str]] = set()
        for cell in plan.sessions:
            plugin = self._sessions.parts.plugin(cell.workflow)
            # What one row lacks says nothing of the others; nobody is contacted for it.
            lacking = plugin.obstacles(cell.setup, plugin.seats(cell.setup, cell.team))
            if lacking:
                raise NotReady(lacking, None)
            if (cell.workflow, cell.entry.variant) not in seen:
                seen.add((cell.workflow, cell.entry.variant))
                seats = plugin.seats(cell.setup, cell.team)
                try:
                    await approve(seats)
                except NotApproved as why:
                    raise await self._readiness.refusal(
                        why, plugin, cell.setup, seats, contact=contact
                    ) from why
                await self._readiness.check(plugin, cell.setup, seats, contact=contact)

    async def run(
        self, plan: BatchPlan, answers: AnswerPlan, budget: Budget, *, jobs: int, tell: Tell
    ) -> BatchRun:
        """Move every session of a plan as far as the answers go, `jobs` at once, and return how it went.

        What is finished is not touched. What stopped, failed or waited is gone on with; what another process
        moves is left to it.
        """
        make_room(jobs)
        run = BatchRun(plan, budget, {})

        def is_left(cell: Job) -> bool:
            return run.standing[cell.session].state != FINISHED

        async def move(cell: Job, sharing: int, equal_tokens: int | None = None) -> None:
            standing = await self._moved(cell, answers, run, sharing, equal_tokens)
            told_already = run.at_limit(cell.session) and standing == run.standing[cell.session]
            run.standing[cell.session] = standing
            if not told_already:
                tell(run, standing)

        async def work(cells: deque[Job], sharing: int) -> None:
            while cells and not run.calls_off:
                cell = cells.popleft()
                if is_left(cell):
                    await move(cell, sharing)
                # As much as it used is what its baselines may use: before it is finished nobody knows.
                for baseline in cell.baselines if not is_left(cell) else ():
                    if is_left(baseline) and not run.calls_off:
                        await move(baseline, sharing, run.standing[cell.session].tokens)

        # From now on it can be paused, also while it is looked how everything stands.
        self._runs.append(run)
        try:
            run.standing.update(await self.standings(cell.entry for cell in plan.sessions))
            for cell in plan.sessions:
                if run.standing[cell.session].state in ("running", "interrupted"):
                    # What was asked when it was cut off may have been paid for.
                    run.standing[cell.session] = await self.now(cell)
                budget.count(cell.session, run.standing[cell.session].used)
            left = deque(cell for cell in plan.cells if any(map(is_left, (cell, *cell.baselines))))
            await asyncio.gather(*(work(left, jobs) for _ in range(max(1, min(jobs, len(left))))))
            # A share was too small for these: what the others left over is for one after the other.
            await work(run.too_short(), 1)
        finally:
            self._runs.remove(run)
        return run

    def account(
        self, budget: Budget, folder: HeldFolder, scope: Collection[SessionId], settle: Settle | None = None
    ) -> AbstractAsyncContextManager[None]:
        """Share a budget with all who move sessions of a batch's folder; `scope`: those that it is for.

        `settle`: what a session has come to that a dead process moved; else what its file says.
        """
        return budget.kept_by(self._accounts(folder, frozenset(scope)), settle or self._settled)

    async def _settled(self, session: str) -> Used | None:
        try:
            fold, _ = await read_stored(self._sessions.parts, SessionId(session))
        except NotFound:
            return NOTHING
        except RoundtableError:
            return None
        return _used(fold)

    async def pause(self, *, stop: bool = False) -> None:
        """Begin nothing more; what runs ends its calls and pauses, or stops at once."""
        for run in list(self._runs):
            run.calls_off = True
            for session in [one.entry.session for one in run.standing.values()]:
                if self._sessions.running(session):
                    if stop:
                        await self._sessions.stop(session, "now")
                    else:
                        await self._sessions.pause(session)

    async def _moved(
        self, cell: Job, answers: AnswerPlan, run: BatchRun, sharing: int, equal_tokens: int | None
    ) -> Standing:
        before = run.standing[cell.session]
        own = {unit: getattr(cell.setup, name, None) for unit, name in _LIMITS.items()}
        cost = None if own["cost"] is None else max(0.0, own["cost"] - before.used.cost)
        tokens = None if own["tokens"] is None else max(0, own["tokens"] - before.tokens)
        try:
            held = await run.budget.share(cell.session, cost, tokens, sharing, lambda: run.calls_off)
        except SessionBusy as busy:
            return replace(before, state=ELSEWHERE, why=str(busy.message))
        if held is None:
            return (
                before if run.at_limit(cell.session) else replace(before, why=str(fault_messages.BATCH_LIMIT))
            )
        if run.calls_off:
            await run.budget.release(cell.session, before.used)
            return before
        try:
            plan = copy.deepcopy(answers)
            plan.resumed, plan.row = before.state == "failed", cell.entry.id
            if before.state != NOT_BEGUN or not await self._begin(cell, run.plan, held, own, equal_tokens):
                plan.first = await limited_anew(self._sessions, cell.session, held, own)
            state = await drive(
                self._sessions,
                self._review,
                cell.session,
                plan,
                who="batch",
                called_off=lambda: run.calls_off,
            )
            standing = await self.now(cell, state)
            if plan.reached is not None and standing.state in ("waiting", "stopped"):
                standing = replace(standing, why=_why_limited(run.budget, plan.reached, own) or standing.why)
        except SessionBusy:
            standing = replace(before, state=ELSEWHERE, why=str(fault_messages.ELSEWHERE))
        except RoundtableError as error:
            # One that cannot go on keeps no other from doing so.
            standing = await self.now(cell, "", f"{error.message} {error.next}".strip())
        # Whoever is cut off before this leaves what is held: its journal alone says what was used of it, and
        # who comes next settles it by that.
        await run.budget.release(cell.session, standing.used)
        return standing

    async def _begin(
        self, cell: Job, plan: BatchPlan, held: Held, own: _Own, equal_tokens: int | None
    ) -> bool:
        """Create a session; return whether none was created meanwhile by another worker, which is as good."""
        notes: list[Fact] = [TagsChanged(tags=(plan.name,)), *_limits_of(held, own)]
        setup = cell.setup.model_dump()
        if equal_tokens is not None:
            baseline = self._sessions.parts.plugin(cell.workflow).baselines[cell.entry.baseline]
            setup[baseline.tokens] = max(1, equal_tokens)
        try:
            await self._sessions.create(
                cell.workflow,
                setup,
                cell.team,
                known=(cell.session, cell.entry.seed),
                notes=notes,
            )
        except RoundtableError:
            if cell.session not in await self._sessions.parts.store.ids():
                raise
            # Its limit is what that one held for it.
            return False
        return True

    async def now(self, cell: Job, state: str = "", why: str = "") -> Standing:
        """Return where a session stands, from its file."""
        try:
            fold, records = await read_stored(self._sessions.parts, cell.session)
        except RoundtableError:
            return Standing(cell.entry, NOT_BEGUN, why=why)
        gate = fold.gates.open_gate()
        waits = str(gate.fact.kind) if gate is not None and fold.session.state == "waiting" else ""
        spend = fold.spend
        state = state or fold.session.state
        if state == "running" and not self._sessions.running(cell.session):
            # What ended it could not be written down, as on a full disk.
            state = "interrupted"
        why = why or waits or (_newest_failure(records) if state == "failed" else "")
        cached = spend.total.tokens_cached
        return Standing(cell.entry, state, spend.cost, spend.total.tokens, why, _used(fold), cached)


def make_room(sessions: int) -> None:
    """Raise this process's limit of open files where so many sessions at once need it, as far as allowed.

    Most systems allow 1024 unasked.
    """
    if sys.platform == "win32":
        # There is none there.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _PER_SESSION * sessions + BESIDE
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if most > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _standing(entry: Entry, row: SessionRow | None) -> Standing:
    if row is None:
        return Standing(entry, NOT_BEGUN)
    if row.problem:
        return Standing(entry, "unreadable", why=row.problem)
    used = Used(row.created_at, row.known_cost + row.uncertain_cost + row.open_cost, row.tokens)
    return Standing(entry, row.state, row.cost, row.tokens, row.gate_kind or "", used, row.tokens_cached)


def _newest_failure(records: Sequence[Record]) -> str:
    ends = (one.body() for one in reversed(records) if one.type in (CallFailed.tag(), GateOpened.tag()))
    # Of an answer that came and was none, the gate tells alone.
    each = (item for body in ends for item in [*items_of(mapping_of(body, "payload"))[::-1], body])
    return next((str(item["message"]) for item in each if item.get("message")), "")


def _used(fold: SessionFold) -> Used:
    spend = fold.spend
    return Used(fold.session.created_at, spend.total.most + spend.reserved, spend.total.tokens)


def _why_limited(budget: Budget, reached: ReachedLimit, own: _Own) -> str:
    """Return why a session stands at the limit that the batch gave it; empty where the limit is its own."""
    unit: _Unit = "tokens" if reached.tokens else "cost"
    limit, mine = (budget.tokens if reached.tokens else budget.cost), own[unit]
    if limit is None or (mine is not None and reached.limit >= mine):
        return ""
    budget.lacked(reached.needs, tokens=reached.tokens)
    if reached.tokens:
        more = fault_hints.NEXT_TAKES.filled(needs=f"{reached.needs:,.0f}")
    else:
        more = fault_hints.NEXT_COSTS.filled(needs=f"{reached.needs:.2f}")
    return f"{fault_messages.BATCH_LIMIT} {more}"


# --- the limit of a session ---------------------------------------------------------------------------


def _limits_of(held: Held, own: _Own) -> Sequence[LimitChanged]:
    """Return the limits of a session that begins."""
    found: list[LimitChanged] = []
    for unit, value in _values(held).items():
        mine = own[unit]
        if value is not None and (mine is None or value < mine):
            found.append(LimitChanged(limit=unit, value=value))
    return found


async def limited_anew(sessions: Sessions, session: SessionId, held: Held, own: _Own) -> FirstAnswer | None:
    """Give a session that goes on what is held for it; return what is answered where it waits for just that.

    Without a limit of the batch, one that the batch gave it before is lifted; what a person set stays.
    """
    first: FirstAnswer | None = None
    async with sessions.opened(session) as live:
        spend, gate = live.fold.spend, live.fold.gates.open_gate()
        asked = limit_of(gate.fact.payload) if gate is not None and gate.fact.kind == BUDGET.name else None
        gone: Mapping[_Unit, float] = {"cost": spend.total.most, "tokens": spend.total.tokens}
        changes: list[Fact] = []
        for unit, more in _values(held).items():
            now, wanted = spend.limits.get(unit), own[unit]
            if more is not None:
                wanted = gone[unit] + more if wanted is None else min(wanted, gone[unit] + more)
            if now == wanted or (more is None and not _by_batch(await live.writer.journal.read(0), unit)):
                continue
            raised = wanted is None or now is None or wanted > now
            if asked is not None and asked.tokens == (unit == "tokens") and raised:
                first = FirstAnswer(BUDGET.name, "raise", {"limit": wanted})
            else:
                changes.append(LimitChanged(limit=unit, value=wanted))
        if changes:
            await live.writer.append(TagsChanged(tags=tuple(live.fold.session.tags)), *changes)
    return first


def _values(held: Held) -> Mapping[_Unit, float | None]:
    return {"cost": held.cost, "tokens": held.tokens}


def _by_batch(records: Sequence[Record], unit: _Unit) -> bool:
    """Tell whether the limit in force is one that a batch gave."""
    newest = next(
        (
            at
            for at in range(len(records) - 1, -1, -1)
            if records[at].type == LimitChanged.tag() and records[at].body().get("limit") == unit
        ),
        None,
    )
    if newest is None:
        return False
    before = newest
    while records[before].type == LimitChanged.tag():
        before -= 1
    behind = records[newest + 1] if newest + 1 < len(records) else None
    answered = behind is not None and behind.type == "gate_answered" and behind.body().get("by") == "flag"
    return records[before].type == TagsChanged.tag() or answered
