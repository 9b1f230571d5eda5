"""Whoever turns from session to session and from tab to tab leaves nothing behind."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from typing import Any
from weakref import ref

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from app.bootstrap import build
from app.domain.ids import SessionId
from app.services.core import Core
from app.settings.folders import Folders
from app.ui.kit.collector import keep_loaded
from app.ui.view.reading import read_view
from app.workflows.registry import SHIPPED

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def samples(core: Core, workflows: Iterable[str]) -> list[SessionId]:
    """Begin the samples of workflows, and leave each where it first waits."""
    places = [await core.samples.begin(core.samples.of(workflow)) for workflow in workflows]
    for place in places:
        await core.sessions.start(place)
        await core.sessions.wait(place)
    return places


async def settled(d: Any) -> None:
    """Let everything that was let go end."""
    for _ in range(3):
        await d.settle()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()


@pytest.mark.nightly
@pytest.mark.parametrize("workflows", [("debate", "research"), tuple(SHIPPED)])
@pytest.mark.usefixtures("play_long")
async def test_the_tabs_of_a_workflow_go_with_all_that_they_show(desk_on, monkeypatch, workflows):
    monkeypatch.setattr("app.bootstrap.SAMPLE_STEP", 0.0)
    core = build(Folders.of_this_machine(), council_step=0.0)
    places = await samples(core, workflows)
    async with desk_on(core) as d:
        views, counts = [], []
        for place in places * 3:
            await d.window._open(place)
            for _ in range(d.window.page.tabs.count()):
                d.window.page.tabs.step(1)
                await d.settle()
            views.append(ref(d.window.page.view))
            if place == places[-1]:
                await settled(d)
                counts.append(len(QApplication.allWidgets()))
        alive = [at for at, one in enumerate(views) if one() is not None]
        assert alive == [len(views) - 1], "of all sessions that were shown only the one in sight is held"
        assert counts[2] == counts[1], counts
    await core.close()


@pytest.mark.usefixtures("play_long")
async def test_a_long_session_that_is_left_goes_though_it_was_set_apart_from_collection(
    app, tmp_path, monkeypatch
):
    monkeypatch.setattr("app.bootstrap.SAMPLE_STEP", 0.0)
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    # The draft's tabs keep a state of their own, which must not hold what it is of.
    for place in await samples(core, ("debate", "draft")):
        view, _ = await read_view(core, place)
        assert view.names is not None
        # As it is done where it is long.
        keep_loaded()
        known = ref(view)
        del view
        gc.collect()
        assert known() is None, place
    await core.close()
