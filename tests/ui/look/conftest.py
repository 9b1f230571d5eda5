"""A scene in a window of a size, with text of a size."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from app.settings.options import TEXT_SIZE
from app.ui.kit.theme import apply_zoom
from app.ui.startup.qt_app import speak
from tests.support.hurry import at_once
from tests.support.looking import all_windows
from tests.support.scenes.pictures import EVERY, prepare, settle
from tests.support.scenes.stage import Stage

Shown = Callable[..., AbstractAsyncContextManager[Any]]


@pytest.fixture
def german(app: QApplication) -> Iterator[None]:
    assert speak(app, "de")
    yield
    for translator in app.findChildren(QTranslator):
        app.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(QLocale(QLocale.Language.English))


@pytest.fixture
def scene_shown(core: Stage, desk_on: Callable[[Any], Any], app: QApplication) -> Shown:
    """Open a window at a scene: `scene_shown("look-review", 860, 600, zoom=130)`."""

    @asynccontextmanager
    async def opened(
        name: str, width: int = 1366, height: int = 768, *, zoom: int = 100
    ) -> AsyncIterator[Any]:
        scene = next(scene for scene in EVERY if scene.name == name)
        await prepare(core, scene)
        core.settings.set(TEXT_SIZE, zoom)
        desk = desk_on(core)
        # Before it is shown: nothing is laid out twice.
        desk.window.resize(width, height)
        try:
            async with desk as d:
                await settle(d.window, scene, core, at_once)
                assert (d.window.width(), d.window.height()) == (width, height), "the window gets no smaller"
                yield d
                for front in all_windows(d.window)[1:]:
                    front.close()
                await core.sessions.shutdown()
        finally:
            # What fails here changes no test behind it.
            apply_zoom(app, 100)

    return opened
