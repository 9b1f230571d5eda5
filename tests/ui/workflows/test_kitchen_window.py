"""A workflow that the window has never heard of, from its form to its export: every gate and every verb.

Once with the mouse alone and once with the keyboard alone, over the real services; the offline voices cook.
Things are found as a person finds them; nothing is called that a key or a click would not call.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QRadioButton, QWidget

from app.bootstrap import build
from app.domain.messages import ModelRequest
from app.engine.ports import Voices
from app.settings.folders import Folders
from app.workflows.registry import SHIPPED
from tests.support.kitchen import TEAM, KitchenPlugin, plain, silent
from tests.support.person import CONTROL, Keyboard, Mouse, in_front
from tests.support.player import Hand, Player, playing
from tests.support.waiting import until
from tests.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Kitchen(Player[Hand]):
    """A window on a kitchen, and what a test sees of its session."""

    at_length = False
    """Whether the cooks write more than anybody can wait for."""

    def cook(self, request: ModelRequest) -> str:
        """Cook as usual, or at length."""
        return plain(request) + " and stirs" * (20_000 if self.at_length else 0)

    def rail(self) -> list[str]:
        """Return the lines of the list of sessions."""
        model = self.d.window.rail.model
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    async def answers(self) -> list[tuple[str, Any]]:
        """Return the verbs that were sent, with their data."""
        records = await self.d.core.sessions.records(self.page.session)
        bodies = [record.body() for record in records if record.type == "gate_answered"]
        return [(str(body["verb"]), body["data"]) for body in bodies]

    async def writing(self, cooks: int) -> None:
        """Wait until so many cooks have begun to write; at length, so that none is done."""

        def texts() -> list[str]:
            return [call.text for call in self.page.view.live_calls.running.values() if call.text]

        try:
            await until(lambda: len(texts()) == cooks)
        except AssertionError:
            raise AssertionError(f"no {cooks} cooks write: {self.told()}") from None


@asynccontextmanager
async def kitchen(
    folder: Path, desk_on: Callable[[Any], Desk], hand: Callable[[Any], Hand]
) -> AsyncIterator[Kitchen[Hand]]:
    """Open a window on an empty library, with the kitchen among the workflows and a team for it."""
    kitchens: list[Kitchen[Hand]] = []

    def cook(request: ModelRequest) -> str:
        return kitchens[0].cook(request)

    class Slow(KitchenPlugin):
        voices: Voices = MappingProxyType({("plain", "dish"): cook, ("silent", "dish"): silent})

    folders = Folders(folder / "data", folder / "config")
    core = build(folders, council_step=0.005, makers={**SHIPPED, "kitchen": Slow})
    core.teams.save(TEAM)
    async with playing(desk_on, hand, folder, core) as played:
        kitchens.append(Kitchen(played.d, played.hand))
        yield kitchens[0]


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


@pytest.mark.nightly
@pytest.mark.usefixtures("play_long")
async def test_every_gate_of_a_workflow_described_by_data_is_answered_with_the_mouse_alone(
    desk_on: Callable[[Any], Desk], tmp_path: Path
) -> None:
    async with kitchen(tmp_path, desk_on, Mouse) as k:
        mouse, page = k.hand, k.page
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
        await k.asked("tasting", at=(2,))
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
        await k.ended()
        text = await mouse.export(tmp_path)
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
    async with kitchen(tmp_path, desk_on, Keyboard) as k:
        keys, page = k.hand, k.page

        assert keys.focused.accessibleName() == "Ask a question"
        await keys.press(Qt.Key.Key_Space)
        await keys.go_to("Kind: Kitchen")
        await keys.press(Qt.Key.Key_Space)
        assert keys.focused.accessibleName() == "Occasion"
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("A wedding")
        await keys.go_to("Team")
        await keys.type("k")
        await keys.send()

        # A form of questions: an option for one, words for the other.
        await k.asked("wishes")
        await keys.send()
        assert keys.focused.accessibleName() == "Yes – May there be fish?"
        await keys.press(Qt.Key.Key_Space)
        await keys.press(Qt.Key.Key_Return)
        assert keys.focused.accessibleName() == "Answer or note – How hot may it be?"
        await keys.type("Mild")
        await keys.send()

        # A form of a limit.
        await k.asked("budget")
        await keys.send()
        await keys.go_to("New limit in tokens")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("100000")
        await keys.send()

        # A way of a verb that is sent at once.
        await k.asked("failure")
        await keys.use("Go on without Cid")

        # In the bar, with words for good, and a text of the person's own.
        await k.asked("tasting")
        offered = [one.words for one in k.d.window.commands.commands() if one.kind == "Decision"]
        assert offered == ["Throw it away", "Serve it", "Serve and close", "Cook again…"]
        assert k.d.window.actions_by_id["reject"].isEnabled()
        await until(lambda: "course 1 to taste" in k.rail()[1])
        await keys.go_to("Add guidance")
        await keys.press(Qt.Key.Key_Return)
        assert keys.focused.accessibleName() == "Hint"
        await keys.type("More lemon, and less salt.")
        await keys.use("Guidance for all rounds that follow")
        await k.d.choose_texts()
        await keys.go_to("Text of Ann that goes on")
        await keys.type("M")
        await keys.go_to("Text of Ann")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("Just bread.")
        await keys.send()
        await keys.send()

        # A form of fields: one that does not fit is said beside it, what can be left out is typed.
        await k.asked("pantry")
        assert not k.d.window.actions_by_id["reject"].isEnabled(), "nothing is sent back here"
        await keys.use("Lay the table…")
        await keys.go_to("Guests")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("0")
        await keys.send()
        assert in_front().problem.text() == "Please correct the marked fields."
        await keys.go_to("Guests")
        await keys.press(Qt.Key.Key_A, CONTROL)
        await keys.type("6")
        await keys.go_to("Motto")
        await keys.type("To both")
        await keys.send()
        await k.asked("pantry")
        await keys.send()

        # What was said in the bar is more than a cook can read.
        await k.asked("context")
        k.at_length = True
        await keys.run("carry reflections")

        # Stopped by its key; what is uncertain is decided, and asked again at once.
        # With a limit of tokens one cooks after the other.
        await k.writing(1)
        await keys.press(Qt.Key.Key_Period, CONTROL)
        await choose_entry("Stop now")
        await until(lambda: page.bar.offers("resume"))
        k.at_length = False
        await keys.go_to("Decide each…")
        await keys.press(Qt.Key.Key_Return)
        await k.asked("uncertain")
        await keys.send()
        await k.asked("failure")
        await keys.run("go on without")

        # What throws something away is never the filled button, and is done where it is wanted.
        await k.asked("tasting", at=(2,))
        assert page.bar.primary().text() == "Serve and close"
        await keys.go_to("Add guidance")
        await keys.press(Qt.Key.Key_Return)
        await keys.type("For an answer that takes words.")
        await keys.run("throw it away")
        await k.asked("pantry")
        await keys.send()

        # A form of models.
        await k.asked("failure", at=(3,))
        await keys.run("use another model")
        await keys.send()
        await k.asked("tasting", at=(3,))
        await keys.run("serve and close")
        await k.asked("leftovers")
        await keys.run("leave it for later")
        await k.asked("resting")
        await keys.send()
        await until(lambda: page.state == "finished")

        text = await keys.export(tmp_path)
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
            ("close", {"hint": "For an answer that takes words."}),
            ("later", {}),
            ("eat", {}),
        ]
        for sentence in ("A wedding", "More lemon, and less salt.", "Just bread.", "Threw it away"):
            assert sentence in text, text
