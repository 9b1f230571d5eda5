"""Make the README's pictures: `QT_QPA_PLATFORM=offscreen python -m app.ui.screenshots FOLDER`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import cast

import qasync
from PySide6.QtWidgets import QApplication, QWidget

from app.domain.facts import NodeEntered, RoundOpened
from app.engine.plugin import WorkflowPlugin
from app.ui.dialogs.new_session import NewSessionDialog
from app.ui.main_window import MainWindow
from app.ui.notices import QuietDesktop
from app.ui.preferences import Preferences
from app.ui.qt_app import make_app
from app.ui.sample import FIRST, QUESTION, SampleCore
from app.ui.theme import Theme, apply_theme
from app.ui.view_state import ViewState

SIZES = ((1366, 768), (860, 600))
THEMES: tuple[Theme, ...] = ("light", "dark")
SCENES = ("first-run", "new-debate", "running", "approval", "changes", "critiques", "failure", "finished")


async def _play(core: SampleCore, scene: str) -> None:
    """Bring the sample to a scene."""
    if scene in ("first-run", "new-debate"):
        return
    other = await core.begin("Name the product")
    core.sessions.play_round(other, 1)
    core.sessions.finish(other)
    session = await core.begin()
    await asyncio.sleep(0)
    if scene == "running":
        core.sessions.add(session, RoundOpened(number=1), NodeEntered(node="proposal"))
        return
    core.sessions.play_round(session, 1)
    await core.review.answer(session, f"g{len(core.sessions.journals[session])}", "approve")
    if scene == "failure":
        core.sessions.add(session, RoundOpened(number=2), NodeEntered(node="refinement"))
        core.sessions.fail(session, "Grace")
        return
    core.sessions.play_round(session, 2)
    if scene == "finished":
        await core.review.answer(session, f"g{len(core.sessions.journals[session])}", "finish")
        core.sessions.finish(session)


async def _grab(
    app: QApplication, target: QWidget, folder: Path, scene: str, sizes: tuple[tuple[int, int], ...]
) -> list[Path]:
    """Write one scene in both themes."""
    made: list[Path] = []
    for theme in THEMES:
        apply_theme(app, theme)
        for width, height in sizes:
            if isinstance(target, MainWindow):
                target.resize(width, height)
            await asyncio.sleep(0.05)
            path = folder / f"{scene}-{theme}-{width}.png"
            if not target.grab().save(str(path)):
                raise OSError(f"{path} could not be written")
            made.append(path)
    return made


async def shoot(folder: Path, plugins: Mapping[str, WorkflowPlugin]) -> list[Path]:
    """Write every scene in every size and theme; return the files."""
    made: list[Path] = []
    app = cast(QApplication, QApplication.instance())
    for scene in SCENES:
        core = SampleCore(plugins)
        await _play(core, scene)
        window = MainWindow(core, Preferences(), desktop=QuietDesktop(), state=ViewState(folder / ".state"))
        window.show()
        await window.begin()
        newest = next(reversed(core.sessions.journals), None)
        if newest is not None:
            await window._open(newest)
        if scene == "running" and newest is not None:
            for seat, text in FIRST.items():
                core.sessions.stream(newest, core.sessions.ask(newest, seat, "proposal"), seat, text[:140])
        window.page.tabs.show_tab({"changes": "changes", "critiques": "critiques"}.get(scene, "answers"))
        target: QWidget = window
        if scene == "new-debate":
            target = NewSessionDialog(window, next(iter(plugins.values())), core.teams)
            target.set_question(QUESTION)
            target.show()
        await asyncio.sleep(0.75)
        if scene == "changes":
            window.page.go_to_change(1)
        made += await _grab(app, target, folder, scene, SIZES if target is window else SIZES[:1])
        if target is not window:
            target.close()
        core.sessions.moving.clear()
        window.close()
        await window.aclose()
        window.deleteLater()
    return made


def main() -> int:
    """Write the pictures into the folder named on the command line."""
    if len(sys.argv) != 2:
        sys.stderr.write("Name the folder for the pictures: python -m app.ui.screenshots FOLDER\n")
        return 2
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    app = make_app(Preferences())
    # By name: the window's core names no workflow, and its pictures need one.
    plugins = import_module("app.workflows.registry").all_workflows().plugins
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    with loop:
        for path in loop.run_until_complete(shoot(folder, plugins)):
            sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
