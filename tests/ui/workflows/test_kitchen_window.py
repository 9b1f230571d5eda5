"""A workflow that the window has never heard of, from its form to its export: every gate and every verb.

Once with the mouse alone and once with the keyboard alone, over the real services; the offline voices cook.
Things are found as a person finds them; nothing is called that a key or a click would not call.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMenu, QPushButton, QRadioButton, QWidget

from app.bootstrap import build
from app.domain.messages import ModelRequest
from app.engine.ports import Voices
from app.settings.folders import Folders
from app.settings.options import EXPORTS
from app.settings.settings import Settings
from app.ui.kit.export import ExportDialog
from app.workflows.registry import SHIPPED
from tests.support.kitchen import TEAM, KitchenPlugin, plain, silent
from tests.support.person import Keyboard, Mouse, in_front
from tests.support.waiting import until
from tests.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
Widget = TypeVar("Widget", bound=QWidget)
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Kitchen:
    """A window on a kitchen, and what a test sees of its session."""

    def __init__(self, core: Any, desk: Desk) -> None:
        self.core, self.d = core, desk
        self.page: Any = desk.window.page
        self.at_length = False
        """Whether the cooks write more than anybody can wait for."""
        self._seen: set[str] = set()

    def cook(self, request: ModelRequest) -> str:
        """Cook as usual, or at length."""
        return plain(request) + " and stirs" * (20_000 if self.at_length else 0)

    async def asked(self, kind: str, round: int | None = None) -> None:
        """Wait for a new gate of this kind, and until its buttons can be pressed."""

        def there() -> bool:
            view = self.page.view
            if self.page.state != "waiting" or view.gate() is None or view.gate().fact.kind != kind:
                return False
            return view.gate().id not in self._seen and round in (None, view.round)

        await self._until(there, f"a gate {kind}")
        self._seen.add(self.page.view.gate().id)
        await self.d.guard()

    async def _until(self, ready: Callable[[], bool], what: str) -> None:
        try:
            await until(ready)
        except AssertionError:
            view = self.page.view
            calls = {seat: call.state for seat, call in view.live_calls.calls.items()}
            at = f"{self.page.state}, {view.gate()}, {calls}, {self.page.bar.problem.text()!r}"
            raise AssertionError(f"no {what}: the page is {at}") from None

    def buttons(self) -> list[str]:
        """Return what is offered, the filled button first."""
        return [words for _, words in self.page.bar.offered()]

    def rail(self) -> list[str]:
        """Return the lines of the list of sessions."""
        model = self.d.window.rail.model
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    async def answers(self) -> list[tuple[str, Any]]:
        """Return the verbs that were sent, with their data."""
        records = await self.core.sessions.records(self.page.session)
        bodies = [record.body() for record in records if record.type == "gate_answered"]
        return [(str(body["verb"]), body["data"]) for body in bodies]

    async def writing(self, cooks: int) -> None:
        """Wait until so many cooks have begun to write; at length, so that none is done."""

        def texts() -> list[str]:
            return [call.text for call in self.page.view.live_calls.running.values() if call.text]

        await self._until(lambda: len(texts()) == cooks, f"{cooks} cooks writing")


@asynccontextmanager
async def kitchen(folder: Path, desk_on: Callable[[Any], Desk]) -> AsyncIterator[Kitchen]:
    """Open a window on an empty library, with the kitchen among the workflows and a team for it."""
    kitchens: list[Kitchen] = []

    def cook(request: ModelRequest) -> str:
        return kitchens[0].cook(request)

    class Slow(KitchenPlugin):
        voices: Voices = MappingProxyType({("plain", "dish"): cook, ("silent", "dish"): silent})

    core = build(
        Folders(folder / "data", folder / "config"),
        council_step=0.005,
        makers={**SHIPPED, "kitchen": Slow},
    )
    core.teams.save(TEAM)
    try:
        async with desk_on(core) as d:
            d.window.resize(1366, 768)
            kitchens.append(Kitchen(core, d))
            yield kitchens[0]
    finally:
        await core.close()


def found(k: Kitchen, kind: type[Widget]) -> Widget:
    """Return the dialog of this kind."""
    (dialog,) = k.d.window.findChildren(kind)
    return dialog


def menu_in_front() -> QMenu:
    """Return the menu that is open."""
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    return found


async def choose_entry(words: str) -> None:
    """Go down the open menu to an entry and press it."""
    menu = menu_in_front()
    for _ in menu.actions():
        QTest.keyClick(menu, Qt.Key.Key_Down)
        chosen: QAction | None = menu.activeAction()
        if chosen is not None and chosen.text().replace("&", "") == words:
            QTest.keyClick(menu, Qt.Key.Key_Return)
            return
    raise AssertionError(f"the menu has no {words!r}")


def named_from(beginning: str) -> str:
    """Return the name of the one control in front whose name begins so."""
    seen = [w.accessibleName() for w in in_front().findChildren(QWidget) if w.isVisible()]
    (name,) = [name for name in seen if name.startswith(beginning)]
    return name


def saved(folder: Path) -> str:
    """Return the export that was written, empty where there is none yet."""
    return "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.md"))


@pytest.mark.nightly
@pytest.mark.usefixtures("play_long")
async def test_every_gate_of_a_workflow_described_by_data_is_answered_with_the_mouse_alone(
    desk_on: Callable[[Any], Desk], tmp_path: Path
) -> None:
    exports = tmp_path / "exports"
    exports.mkdir()
    Settings(Folders.of_this_machine().config).set(EXPORTS, str(exports))
    async with kitchen(tmp_path, desk_on) as k:
        mouse, page = Mouse(k.d), k.page
        await mouse.click("Ask a question")
        await mouse.click("Kind: Kitchen")
        await mouse.choose("Team", "Kitchen")
        await mouse.click("Start")

        # A form of questions.
        await k.asked("wishes")
        assert k.buttons() == ["Answer…", "Cook what you like"]
        await mouse.click("Answer…")
        await mouse.click("No – May there be fish?")
        await mouse.click("Next question")
        ways = [way.text() for way in in_front().findChildren(QRadioButton) if way.isVisible()]
        assert ways == ["I'm not sure – assume and say so", "Leave unanswered"], "there is no option to fit"
        await mouse.click("I'm not sure – assume and say so – How hot may it be?")
        await mouse.click("Send answers")

        # An interruption with a form of a limit: there are fewer tokens than one dish may take.
        await k.asked("budget")
        assert k.buttons() == ["Raise the limit…", "Stop"]
        await mouse.click("Raise the limit…")
        await mouse.click("No limit")
        await mouse.click("Raise and go on")

        # One with a form of models: a cook says nothing.
        await k.asked("failure")
        assert k.buttons() == ["Ask again", "Stop", "Go on without Cid", "Use another model…"]
        await mouse.click("Use another model…")
        await mouse.choose("Model for Cid", "offline/plain")
        await mouse.click("Use it")

        # Sent back, with a form of feedback.
        await k.asked("tasting")
        assert k.buttons() == ["Serve it", "Throw it away", "Cook again…", "Serve and close"]
        assert "0 " not in page.bar.details.text(), "nobody assesses or criticises dishes"
        assert "Course 2: " in page.bar.cost.text(), "a round has the workflow's word"
        shown = [label for label in page.findChildren(QLabel) if label.isVisible()]
        # Where a card is narrow its tip says the rest.
        assert "answered in course 1" in {said for one in shown for said in (one.text(), one.toolTip())}
        await mouse.click("Cook again…")
        await mouse.click("too long")
        await mouse.click("For Bob")
        await mouse.click("Reject")

        # An interruption whose verbs have no data: the notes have grown too long.
        await k.asked("context")
        assert k.buttons() == ["Summarise the older part", "Stop", "Carry reflections only"]
        await mouse.click("Summarise the older part")

        # In the bar, without words.
        await k.asked("tasting")
        await k.d.choose_texts()
        await mouse.choose("Text of Ann that goes on", "My edit")
        await mouse.click("Done")
        await mouse.click("Serve it")

        # At once and by forms: fields, models, a limit.
        await k.asked("pantry")
        assert k.buttons() == ["On with it", "Spend more…", "Change cooks…", "Lay the table…"]
        await mouse.click("Lay the table…")
        assert k.d.named("What is asked", in_front()).written == "The table is not laid yet."
        await mouse.click("Lay the table")
        await k.asked("pantry")
        await mouse.click("Change cooks…")
        box = k.d.named("Model for Ann", in_front())
        await until(lambda: box.findText("offline/silent") >= 0)
        await mouse.choose("Model for Ann", "offline/silent")
        await mouse.click("Use it")
        await k.asked("pantry")
        await mouse.click("Change cooks…")
        await mouse.choose("Model for Ann", "offline/plain")
        await mouse.click("Use it")
        await k.asked("pantry")
        await mouse.click("Spend more…")
        await mouse.click("Raise and go on")
        await k.asked("pantry")
        k.at_length = True
        await mouse.click("On with it")

        # Stopped in the middle of a course: nobody knows what became of the calls; each is decided.
        await until(lambda: page.view.round == 2)
        await k.writing(3)
        await mouse.click("Stop this session")
        menu = menu_in_front()
        stop = next(entry for entry in menu.actions() if entry.text().replace("&", "") == "Stop now")
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(stop).center())
        await until(lambda: page.bar.offers("resume"))
        k.at_length = False
        page.bar.press("resume:each")
        await k.asked("uncertain")
        assert k.buttons() == ["Ask again", "Decide each…", "Leave out", "Use what arrived"]
        await mouse.click("Decide each…")
        await mouse.choose(named_from("What to do about Ann"), "Use what arrived")
        await mouse.click("Go on")

        # What is recommended depends on what the gate holds: the last course is closed with.
        await k.asked("tasting", 2)
        assert k.buttons()[0] == "Serve and close"
        await mouse.click("Serve and close")

        # A form of a workflow's own that asks about each of several things, beside a verb that does not.
        await k.asked("leftovers")
        assert k.buttons() == ["Keep", "Decide each…", "Leave it for later", "Throw away"]
        await mouse.click("Decide each…")
        assert in_front().windowTitle() == "What becomes of the leftovers"
        assert not [w for w in in_front().findChildren(QLabel) if "Asking again" in w.text()]
        await mouse.choose(named_from("What to do about Bob"), "Throw away")
        await mouse.click("Go on")

        # A gate that needs nobody: it can be answered, and nothing asks for attention.
        await k.asked("resting")
        assert page.bar.title.text() == "The dough rests; nobody is needed."
        assert page.header.chip.text().startswith("Ready when you are")
        await until(lambda: k.rail()[0] == "Recent (1)")
        assert k.d.window.rail.next_waiting(None) is None
        await mouse.click("Eat now")
        await until(lambda: page.state == "finished")
        await k.d.guard()
        await mouse.click("Export…")
        await until(found(k, ExportDialog).main.isEnabled)
        await mouse.click("Save as…")
        dialog = found(k, QFileDialog)
        save = next(b for b in dialog.findChildren(QPushButton) if b.text().replace("&", "") == "Save")
        QTest.mouseClick(save, Qt.MouseButton.LeftButton)
        await until(lambda: saved(exports))
        answers = await k.answers()
        keys = dict(zip(("Ann", "Bob", "Cid"), answers[-4][1]["items"], strict=True))
        assert answers == [
            (
                "tell",
                {
                    "answers": {
                        "fish": {"status": "answered", "option": "No"},
                        "heat": {"status": "assume"},
                    }
                },
            ),
            ("raise", {"limit": None}),
            ("fallback", {"replace": {"Cid": "offline/plain"}}),
            ("again", {"feedback": "Make it shorter.", "seats": ["Ann", "Cid"]}),
            ("summary", {}),
            ("serve", {}),
            ("lay", {"guests": 4}),
            ("cooks", {"replace": {"Ann": "offline/silent"}}),
            ("cooks", {"replace": {"Ann": "offline/plain"}}),
            ("spend", {"limit": 1.5}),
            ("on", {}),
            (
                "ask_again",
                {
                    "items": {
                        keys["Ann"]: "use_partial",
                        keys["Bob"]: "ask_again",
                        keys["Cid"]: "ask_again",
                    }
                },
            ),
            ("close", {}),
            ("keep", {"items": {"dish:Ann": "keep", "dish:Bob": "throw", "dish:Cid": "keep"}}),
            ("eat", {}),
        ]
        text = saved(exports)
        for sentence in (
            "A birthday in the garden",
            "Make it shorter.",
            "Ann cooks for: ",
            "everything was eaten",
        ):
            assert sentence in text, text


@pytest.mark.usefixtures("play_long")
async def test_every_gate_of_a_workflow_described_by_data_is_answered_with_the_keyboard_alone(
    desk_on: Callable[[Any], Desk], tmp_path: Path
) -> None:
    async with kitchen(tmp_path, desk_on) as k:
        keys, page = Keyboard(k.d), k.page

        async def press_button(name: str) -> None:
            await keys.go_to(name)
            await keys.press(Qt.Key.Key_Space)

        async def recommended() -> None:
            await keys.press(Qt.Key.Key_Return, CONTROL)

        async def by_name(words: str) -> None:
            await keys.press(Qt.Key.Key_K, CONTROL)
            await keys.type(words)
            await keys.press(Qt.Key.Key_Return)

        k.d.window.activateWindow()
        assert keys.focused.accessibleName() == "Ask a question"
        await keys.press(Qt.Key.Key_Space)
        await keys.go_to("Kind: Kitchen")
        await keys.press(Qt.Key.Key_Space)
        assert keys.focused.accessibleName() == "Occasion"
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("A wedding")
        await keys.go_to("Team")
        await keys.type("k")
        await recommended()

        # A form of questions: an option for one, words for the other.
        await k.asked("wishes")
        await recommended()
        assert keys.focused.accessibleName() == "Yes – May there be fish?"
        await keys.press(Qt.Key.Key_Space)
        await keys.press(Qt.Key.Key_Return)
        assert keys.focused.accessibleName() == "Answer or note – How hot may it be?"
        await keys.type("Mild")
        await recommended()

        # A form of a limit.
        await k.asked("budget")
        await recommended()
        await keys.go_to("New limit in tokens")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("100000")
        await recommended()

        # A way of a verb that is sent at once.
        await k.asked("failure")
        await press_button("Go on without Cid")

        # In the bar, with words for good, and a text of the person's own.
        await k.asked("tasting")
        await keys.go_to("Add guidance")
        await keys.press(Qt.Key.Key_Return)
        assert keys.focused.accessibleName() == "Hint"
        await keys.type("More lemon, and less salt.")
        await press_button("Guidance for all rounds that follow")
        await k.d.choose_texts()
        await keys.go_to("Text of Ann that goes on")
        await keys.type("M")
        await keys.go_to("Text of Ann")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("Just bread.")
        await recommended()
        await recommended()

        # A form of fields: one that does not fit is said beside it, what can be left out is typed.
        await k.asked("pantry")
        await press_button("Lay the table…")
        await keys.go_to("Guests")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("0")
        await recommended()
        assert in_front().problem.text() == "Please correct the marked fields."
        await keys.go_to("Guests")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("6")
        await keys.go_to("Motto")
        await keys.type("To both")
        await recommended()
        await k.asked("pantry")
        await recommended()

        # What was said in the bar is more than a cook can read.
        await k.asked("context")
        k.at_length = True
        await by_name("carry reflections")

        # Stopped by its key; all that is uncertain is asked again at once.
        # With a limit of tokens one cooks after the other.
        await k.writing(1)
        await keys.press(Qt.Key.Key_Period, CONTROL)
        await choose_entry("Stop now")
        await until(lambda: page.bar.offers("resume"))
        k.at_length = False
        await keys.press(Qt.Key.Key_R, CONTROL)
        await k.asked("uncertain")
        await recommended()
        await k.asked("failure")
        await by_name("go on without")

        # What throws something away is never the filled button, and is done where it is wanted.
        await k.asked("tasting", 2)
        assert page.bar.primary().text() == "Serve and close"
        await by_name("throw it away")
        await k.asked("pantry")
        await recommended()

        # A form of models.
        await k.asked("failure", 3)
        await by_name("use another model")
        await recommended()
        await k.asked("tasting", 3)
        await by_name("serve and close")
        await k.asked("leftovers")
        await by_name("leave it for later")
        await k.asked("resting")
        await recommended()
        await until(lambda: page.state == "finished")

        await keys.press(Qt.Key.Key_E, CONTROL | SHIFT)
        await until(found(k, ExportDialog).main.isEnabled)
        await keys.press(Qt.Key.Key_Return, CONTROL)
        dialog = found(k, QFileDialog)
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_A, CONTROL)
        QTest.keyClicks(dialog.focusWidget(), str(tmp_path / "menu.md"))
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
        await until(lambda: saved(tmp_path))
        assert await k.answers() == [
            (
                "tell",
                {
                    "answers": {
                        "fish": {"status": "answered", "option": "Yes"},
                        "heat": {"status": "answered", "note": "Mild"},
                    }
                },
            ),
            ("raise", {"limit": 100000.0}),
            ("fallback", {"replace": {"Cid": None}}),
            (
                "serve",
                {
                    "hint": "More lemon, and less salt.",
                    "for_good": True,
                    "texts": {"Ann": {"edit": "Just bread."}},
                },
            ),
            ("lay", {"guests": 6, "motto": "To both"}),
            ("on", {}),
            ("reflections", {}),
            ("ask_again", {}),
            ("fallback", {"replace": {"Cid": None}}),
            ("bin", {}),
            ("on", {}),
            ("fallback", {"replace": {"Cid": "offline/plain"}}),
            ("close", {}),
            ("later", {}),
            ("eat", {}),
        ]
        text = saved(tmp_path)
        for sentence in ("A wedding", "More lemon, and less salt.", "Just bread.", "Threw it away"):
            assert sentence in text, text
