"""Make pictures of every state: `dev.py pictures FOLDER [NAME…]`.

Every scene in light and dark, at 1366×768 and 860×600; the README's pictures are among them.
"""

from __future__ import annotations

import argparse
import asyncio
import inspect
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, cast

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from app.domain.i18n import Message, words
from app.domain.ids import CHAIR, SeatName
from app.domain.seats import Obstacle
from app.engine.plugin import WorkflowPlugin
from app.gateway.reaching import BUSY
from app.services.readiness import NotReady
from app.ui.kit.preferences import Preferences
from app.ui.kit.spinner import keep_still
from app.ui.kit.texts import tr
from app.ui.kit.theme import Theme, apply_theme, colours
from app.ui.library.page import LibraryPage
from app.ui.setup.new_session import NewSessionDialog
from app.ui.shell.guide import GuideDialog
from app.ui.shell.main_window import MainWindow
from app.ui.startup.event_loop import EventLoop
from app.ui.startup.qt_app import make_app, speak
from app.ui.view.view_state import ViewState
from tests.support.kitchen import KitchenPlugin
from tests.support.quiet import quiet
from tests.support.quiet_desktop import QuietDesktop
from tests.support.scenes.agent_scenes import SCENES as AGENTS
from tests.support.scenes.agent_scenes import bring_in
from tests.support.scenes.batches import STEPS as BATCHES
from tests.support.scenes.debate_story import FIRST, QUESTION
from tests.support.scenes.dialogs import DIALOG_SCENES
from tests.support.scenes.draft_scenes import SCENES as DRAFT
from tests.support.scenes.experiment_scenes import SCENES as EXPERIMENT
from tests.support.scenes.kitchen import STATES as KITCHEN
from tests.support.scenes.look import STATES as LOOK
from tests.support.scenes.look import write_on, write_so_far
from tests.support.scenes.look_scenes import SCENES as LOOK_SCENES
from tests.support.scenes.looking_back import SCENES as LOOKING_BACK
from tests.support.scenes.model_scenes import MODEL_SCENES
from tests.support.scenes.players import own_keyring
from tests.support.scenes.replaying import recorded
from tests.support.scenes.research_scenes import SCENES as RESEARCH
from tests.support.scenes.stage import Stage, set_up
from tests.support.scenes.states import STATES, bring_to
from tests.support.simulated import MAKERS

SIZES = ((1366, 768), (860, 600))
COOKS: Mapping[str, Callable[[], WorkflowPlugin]] = {"kitchen": KitchenPlugin}
THEMES: tuple[Theme, ...] = ("light", "dark")
SETTLE = 0.7
"""Seconds: the buttons of a new decision are held for 600 ms."""
ESTIMATED = 0.6
"""Seconds in which the form of a new session has got its estimate."""


class Scene(NamedTuple):
    """A state of the sample, and what is done in the window before the picture is taken."""

    name: str
    state: str
    do: Callable[[MainWindow], object] | None = None
    after: float = 0.15
    """Seconds from then to the picture."""


def _tab(name: str) -> Callable[[MainWindow], object]:
    return lambda window: window.page.tabs.show_tab(name)


def _press(does: str) -> Callable[[MainWindow], object]:
    return lambda window: window.page.bar.press(does)


def _action(name: str) -> Callable[[MainWindow], object]:
    return lambda window: window.actions_by_id[name].trigger()


def _tell_of_approval(window: MainWindow) -> None:
    window.tell(tr("{round} was approved for you.", round=f"{tr(Message('Round'))} 1"))


def _dismiss(window: MainWindow) -> None:
    window.page.decider.judge_critique("2.1.3", "dismiss")


def _last_page(window: MainWindow) -> None:
    window.actions_by_id["guide"].trigger()
    guide = window.findChild(GuideDialog)
    assert guide is not None
    guide.turn(guide.list.count())


def _search_library(window: MainWindow) -> None:
    window.actions_by_id["library"].trigger()
    dialog = window.findChild(LibraryPage)
    if dialog is not None:
        dialog.search.setText("pilot")


def _doubtful_setup(window: MainWindow) -> None:
    """Fill the form so that it warns, and take the must-haves from the question."""
    window.ask_new(f"{QUESTION} It must name the cost. It shall say who decides.")
    dialog = window.findChild(NewSessionDialog)
    assert dialog is not None
    rounds = dialog.advanced.rows["max_rounds"].control
    assert isinstance(rounds, QLineEdit)
    rounds.setText("5")
    dialog.fold.setChecked(True)
    for offer in dialog.advanced.findChildren(QPushButton):
        offer.click()


def _refused(window: MainWindow) -> None:
    """Be told why the team cannot be asked, with a team that works."""
    window.ask_new(QUESTION)
    dialog = window.findChild(NewSessionDialog)
    assert dialog is not None
    no_key = Obstacle(
        words("There is no key for {provider}.", provider="OpenAI"),
        words(
            "Enter one under Models and keys (or: roundtable key {owner}), or set the variable {name}.",
            owner="openai",
            name="OPENAI_API_KEY",
        ),
        (SeatName("Ada"),),
    )
    mute = Obstacle(
        words("{server} takes connections, and does not answer within {n} seconds.", server="work", n=10),
        BUSY,
        (SeatName("Grace"), CHAIR),
    )
    team = next(iter(window.core.teams.names()), None)
    dialog.refused(NotReady([no_key, mute], team))


def _guards(window: MainWindow) -> None:
    """Look at how the rounds go and end, below in the same form."""
    _doubtful_setup(window)
    dialog = window.findChild(NewSessionDialog)
    assert dialog is not None
    bring_in(dialog, dialog.advanced.rows["termination"].control)


SCENES: tuple[Scene, ...] = (
    Scene("first-run", ""),
    Scene("new-session", "", lambda window: window.ask_new(QUESTION), ESTIMATED),
    Scene("new-session-refused", "", _refused, ESTIMATED),
    Scene("new-session-advanced", "", _doubtful_setup, ESTIMATED),
    Scene("new-session-guards", "", _guards, ESTIMATED),
    *(Scene(state, state) for state in STATES),
    Scene("changes", "approval", lambda window: window.page.go_to_change(1)),
    Scene("critiques", "approval", _tab("critiques")),
    Scene("summary", "approval", _tab("summary")),
    Scene("log", "approval", _tab("log")),
    Scene("older-round", "approval", _action("previous_round")),
    Scene("branches", "branches", _action("previous_round")),
    Scene("library", "library", _action("library"), SETTLE),
    Scene("library-search", "library", _search_library, SETTLE),
    Scene("insights-over-the-page", "approval", _action("insights")),
    Scene("dialog-reject", "approval", _press("gate:reject")),
    Scene("dialog-texts", "approval", _action("choose_texts")),
    Scene("dialog-merge", "look-review", _action("merge_texts")),
    Scene("dialog-compare", "approval", _action("compare")),
    Scene("dialog-questions", "clarification", _press("gate:answer")),
    Scene("dialog-uncertain", "uncertain", _press("gate:each")),
    Scene("dialog-stored", "stored", _press("gate:each")),
    Scene("dialog-models", "failure", _press("gate:fallback:model")),
    Scene("dialog-limit", "budget", _press("gate:raise")),
    Scene(
        "dialog-dismiss", "approval", lambda window: window.page.decider.judge_critique("2.1.3", "dismiss")
    ),
    Scene("dialog-quit", "running", lambda window: window.close()),
    Scene("palette", "approval", _action("palette")),
    Scene("shortcuts", "approval", _action("shortcuts")),
    Scene("guide", "approval", _action("guide")),
    Scene("guide-keys", "approval", _last_page),
    Scene("settings", "approval", _action("settings")),
    *(Scene(name, "approval", do) for name, do in (*DIALOG_SCENES, *MODEL_SCENES)),
    *(Scene(name, state, do, ESTIMATED) for name, state, do in EXPERIMENT),
    *(Scene(name, state, do, ESTIMATED) for name, state, do in DRAFT),
    *(Scene(name, state, do, SETTLE) for name, state, do in (*LOOK_SCENES, *LOOKING_BACK)),
    *(Scene(name, state, do, ESTIMATED) for name, state, do in RESEARCH),
    *(Scene(name, state, do, SETTLE) for name, state, do in AGENTS),
    *(Scene(name, "", do, SETTLE) for name, do in BATCHES),
    Scene("toast", "auto", _tell_of_approval),
)


STRANGE: tuple[Scene, ...] = tuple(Scene(state, state) for state in KITCHEN)
"""Of a workflow that is none of the program's: its words are not to be translated."""
EVERY = (*SCENES, *STRANGE)


async def prepare(core: Stage, scene: Scene) -> None:
    """Bring a session to a scene's state, beside one that is finished; the long ones bring their own."""
    if scene.state:
        if scene.state not in LOOK:
            await core.replay(recorded("debate"), title="Name the product")
        await bring_to(core, scene.state)


async def by_the_clock(seconds: float) -> None:
    """Let a time pass, as a person who looks at the picture does."""
    await asyncio.sleep(seconds)


async def settle(
    window: MainWindow, scene: Scene, core: Stage, wait: Callable[[float], Awaitable[None]] = by_the_clock
) -> None:
    """Bring the window to a scene; `wait`: how what is put off for some seconds comes about."""
    if not window.isVisible():
        window.show()
        await window.begin()
    # As in a window that is open for a moment: the list knows each workflow's word for a round.
    await window.warm()
    if scene.state:
        if window.page_stack.session != core.on_stage[-1]:
            await window._open(core.on_stage[-1])
        if scene.state == "look-running":
            write_on(core)
        if scene.state == "look-streaming":
            write_so_far(core)
        if scene.state in ("running", "auto"):
            for cue in list(core.players.waiting.values()):
                core.players.stream(cue.request.seat, FIRST[cue.request.seat][:140])
    await quiet()
    await wait(SETTLE)
    if scene.do is not None:
        doing = scene.do(window)
        if inspect.isawaitable(doing):
            await doing
        await quiet()
        await wait(scene.after)


def _picture(window: MainWindow, path: Path) -> None:
    """Write the window with what is open over it."""
    picture = window.grab()
    fronts = [w for w in window.findChildren(QWidget) if w.isVisible() and w.isWindow() and w is not window]
    for front in fronts:
        popup = front.windowType() == Qt.WindowType.Popup
        if not (front.isModal() or popup):
            continue
        inner = front.grab()
        left = max(0, (window.width() - front.width()) // 2)
        top = max(0, (window.height() - front.height()) // 2)
        if popup:
            below = front.parentWidget()
            under = below.window() if below is not None else window
            at = under.mapFromGlobal(front.mapToGlobal(QPoint()))
            # Over a dialog, which is drawn in the middle of the window.
            left, top = (
                (at.x(), at.y())
                if under is window
                else (
                    at.x() + max(0, (window.width() - under.width()) // 2),
                    at.y() + max(0, (window.height() - under.height()) // 2),
                )
            )
        painter = QPainter(picture)
        painter.drawPixmap(left, top, inner)
        if not popup and not front.windowFlags() & Qt.WindowType.FramelessWindowHint:
            # The desktop draws a frame around a dialog; a picture has none.
            painter.setPen(QColor(colours().edge))
            painter.drawRect(left, top, front.width() - 1, front.height() - 1)
        painter.end()
    if not picture.save(str(path)):
        raise OSError(f"{path} could not be written")


async def shoot(folder: Path, names: Iterable[str] = ()) -> list[Path]:
    """Write every scene, or those named, in every size and theme; return the files."""
    picture_files: list[Path] = []
    wanted = set(names)
    app = cast(QApplication, QApplication.instance())
    for scene in EVERY:
        if wanted and scene.name not in wanted:
            continue
        for theme in THEMES:
            for width, height in SIZES:
                with tempfile.TemporaryDirectory() as own, own_keyring():
                    apply_theme(app, theme)
                    core = set_up(Path(own), makers={**MAKERS, **(COOKS if scene in STRANGE else {})})
                    await prepare(core, scene)
                    os.environ["ROUNDTABLE_CONFIG_DIR"] = own
                    window = MainWindow(
                        core, Preferences(), desktop=QuietDesktop(), state=ViewState(Path(own))
                    )
                    window.resize(width, height)
                    await settle(window, scene, core)
                    path = folder / f"{scene.name}-{theme}-{width}.png"
                    _picture(window, path)
                    picture_files.append(path)
                    await core.sessions.shutdown()
                    window.close()
                    await window.aclose()
                    await core.close()
                    window.deleteLater()
                    await asyncio.sleep(0)
    return picture_files


def main() -> int:
    """Write the pictures into the folder named on the command line."""
    known = [scene.name for scene in EVERY]
    parser = argparse.ArgumentParser(
        prog="dev.py pictures",
        description="Make a picture of every state of the window, light and dark, in two sizes.",
        epilog=f"The scenes: {', '.join(known)}.",
    )
    parser.add_argument("folder", type=Path, help="where the pictures go; it is made if it is not there")
    parser.add_argument("--language", default="en", help="such as de")
    parser.add_argument("scene", nargs="*", help="only these; without any, all of them")
    given = parser.parse_args()
    for name in given.scene:
        if name not in known:
            parser.error(f"there is no scene “{name}”; the scenes are: {', '.join(known)}")
    folder, wanted = given.folder, given.scene
    folder.mkdir(parents=True, exist_ok=True)
    # Pictures need no display; a person may ask for a real one.
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = make_app(Preferences())
    speak(app, given.language)
    # Pictures of one state are alike.
    keep_still(app, True)
    loop = EventLoop(app)
    asyncio.set_event_loop(loop)
    with loop:
        for path in loop.run_until_complete(shoot(folder, wanted)):
            sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
