"""Reads a session into a view, for the page and for whatever else looks into one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from app.domain.errors import NotFound
from app.domain.i18n import words
from app.ui.kit.collector import keep_loaded
from app.ui.kit.texts import tr
from app.ui.view.session_view import SessionView

if TYPE_CHECKING:
    from app.domain.ids import SessionId
    from app.engine.plugin import WorkflowPlugin
    from app.engine.tabs import Tab, TabState, Work
    from app.services.core import Core

FOLD_IN_THREAD_FROM, FOLD_IN_THREAD_SIZE = 2000, 500_000
"""Records, and characters of their packed bodies, from which they are folded in a thread."""


def tabs_of(plugin: WorkflowPlugin | None) -> tuple[Tab, ...]:
    """Return a workflow's tabs; the usual ones for a workflow that names none."""
    from app.engine.tabs import Tab  # late: start-up cost

    return (tuple(plugin.tabs) if plugin else ()) or (
        Tab("answers", words("Answers"), "texts"),
        Tab("critiques", words("Critiques"), "critiques"),
        Tab("changes", words("Changes"), "diff"),
        Tab("log", words("Log"), "log"),
    )


def _tab_state_of(plugin: WorkflowPlugin | None) -> TabState | None:
    """Return what a workflow's described tabs read: its own builder, else its state; None: it has none."""
    own = plugin.tab_state if plugin is not None else None
    if plugin is None or not (own or any(tab.source for tab in plugin.tabs)):
        return None
    # Late for start-up cost.
    from app.domain.facts import SHARED_FACTS
    from app.engine.tabs import TabState

    own = own or TabState(lambda _records: plugin.state())
    return replace(own, wants=own.wants or frozenset(fact.tag() for fact in (*SHARED_FACTS, *plugin.facts)))


async def read_view(core: Core, session: SessionId) -> tuple[SessionView, WorkflowPlugin | None]:
    """Return a session folded from its records, and its workflow where it is known; raises NotFound."""
    records = await core.sessions.records(session)
    if not records:
        raise NotFound(tr("This session has no records."), tr("Start a new one."))
    workflow = str(records[0].body().get("workflow", ""))
    plugin = core.plugins.get(workflow)
    view = SessionView(core.catalogue, plugin.headline if plugin else "", _tab_state_of(plugin))
    slots = (tab.slot for tab in tabs_of(plugin) if tab.panel in ("texts", "diff") and tab.by == "seat")
    view.slot = next(filter(None, slots), None)
    if plugin is not None:
        view.vocabulary, view.workflow = plugin.vocabulary, plugin
        view.gates, view.graph = plugin.gates, plugin.graph
        view.live_calls.live = plugin.live
    long = len(records) > FOLD_IN_THREAD_FROM
    if long or sum(len(record.packed) for record in records) > FOLD_IN_THREAD_SIZE:
        await asyncio.to_thread(view.apply_all, records)
        keep_loaded()
    else:
        view.apply_all(records)
    await compute(view)
    return view, plugin


def due(view: SessionView) -> Work | None:
    """Return what the workflow has to compute before its tabs are read; None: nothing."""
    from app.engine.tabs import Computed  # late: start-up cost

    return view.own.due() if isinstance(view.own, Computed) else None


async def compute(view: SessionView) -> None:
    """Have it computed in a thread, again where records came in meanwhile."""
    while (work := due(view)) is not None:
        put = await asyncio.to_thread(work)
        put()
