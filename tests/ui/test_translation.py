"""Every word on the screen passes the translator, and the collector finds it in the source.

The translator used here puts each sentence it is given into ⟦brackets⟧; what is left outside them must be
data: what models and people wrote, names, figures.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTabBar,
    QToolTip,
    QWidget,
)

from app.domain.excerpt import excerpt
from app.domain.seats import ROLES
from app.domain.typed_answers import CHANGES
from app.services.context_files import MOST_FILES
from app.settings.folders import Folders
from app.settings.options import BY_KEY, LANGUAGE, SYSTEM, Choice
from app.ui.kit.files import export_folder
from app.ui.kit.one_line import CutButton
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.texts import single_line
from app.ui.models.programs import EXAMPLES
from app.ui.setup.file_list import FileList
from app.workflows.experiment.log import EVENTS
from app.workflows.experiment.state import AGENT
from app.workflows.registry import SHIPPED
from tests.support.hurry import at_once
from tests.support.scenes.pictures import SCENES, Scene, prepare, settle
from tests.support.scenes.players import LOCAL, REFUSED
from tests.support.scenes.stage import Stage
from tests.support.words_tool import collected

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
_INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")
_WORD = re.compile(r"[^\W\d_]{3,}")
_PLACE, _LETTER = re.compile(r"\{\w+\}"), re.compile(r"[^\W\d_]")
_KEYS = re.compile(r"\b(Ctrl|Shift|Alt|F\d+|Space)(\+\S+)*")
_KEPT_KEY = re.compile(r"•+\w*")
"""A kept key, of which the last characters are shown."""
_MARK = re.compile(r" \[f\d+\]")
_EDGES = " &%$.0123456789…◆●■✕✓○⚡▸▾⤢±"
_language = BY_KEY[LANGUAGE]
assert isinstance(_language, Choice)
CHOICES = _language.choices
_LONG = 10
"""More letters than that are known by their beginning."""
_APART = re.compile(r"[·:,;–→\n()“”]|\s-\s|(?<=\?)\s")


AT_EVERY_PUSH = {
    "look-review",
    "dialog-uncertain",
}


class Brackets(QTranslator):
    """Answers every question with the source in brackets, and notes what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[tuple[str, str]] = set()

    def isEmpty(self) -> bool:
        """Qt asks no translator that says it is empty."""
        return False

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str:
        """Note the question and put the source into brackets."""
        # Qt's own widgets ask as well, each under the name of its class.
        if context.startswith("Q"):
            return source
        self.asked.add((context, source))
        return f"⟦{source}⟧"


def spoken(root: QWidget) -> Iterator[tuple[str, str]]:
    """Yield (where, text) of everything below a widget that can be seen or heard."""
    for widget in [root, *root.findChildren(QWidget)]:
        name = type(widget).__name__
        if widget.window() is root and not widget.isVisibleTo(root):
            continue
        if isinstance(widget.parent(), QTabBar):
            # The arrows of a bar of tabs are Qt's, and so are their words.
            continue
        yield f"{name} accessible name", widget.accessibleName()
        yield f"{name} accessible description", widget.accessibleDescription()
        yield f"{name} tooltip", widget.toolTip()
        if isinstance(widget, QLabel | QAbstractButton):
            # One that is cut says all of it in its tip.
            is_cut = isinstance(widget, CutButton) and widget.toolTip()
            yield name, widget.toolTip() if is_cut else widget.text()
        elif isinstance(widget, QLineEdit | PlainEditor):
            yield f"{name} placeholder", widget.placeholderText()
        elif isinstance(widget, QComboBox):
            yield from ((name, widget.itemText(index)) for index in range(widget.count()))
        elif isinstance(widget, QTabBar):
            yield from ((name, widget.tabText(index)) for index in range(widget.count()))
        elif isinstance(widget, QHeaderView) and widget.orientation() == Qt.Orientation.Horizontal:
            model = widget.model()
            for column in range(model.columnCount()):
                yield f"{name} title", str(model.headerData(column, widget.orientation()) or "")
    for action in root.findChildren(QAction):
        yield "QAction", action.text().replace("&", "")
        yield "QAction tooltip", action.toolTip()


def leaves(value: object) -> Iterator[str]:
    """Yield every text in a record's body."""
    if isinstance(value, str):
        yield value
        yield from value.splitlines()
    elif isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from leaves(item)


async def asked_of_providers(core: Stage) -> set[str]:
    """Return what comes from providers and from the person's settings: titles, addresses, answers."""
    known = {*map(str, REFUSED)}
    known |= {*core.teams.names()}
    providers = [asdict(info) for info in await core.providers.list()] + [asdict(info) for info in LOCAL]
    known |= {*leaves(json.loads(json.dumps(providers)))}
    known |= {f"openai/model-{n}" for n in range(core.front.many)}
    known |= {choice.info.name for choice in await core.providers.models(local=False)}
    # The last one is the example of an address in its empty field.
    return known | {"https://llm.example/v1"}


def pieces_of(text: str) -> set[str]:
    """Return a text and its parts, without the signs at their edges."""
    return {piece.strip(_EDGES) for piece in (text, *_APART.split(text))}


def untranslated(text: str, known: set[str]) -> list[str]:
    """Return what is left of a text outside the brackets and is neither a known piece nor a short sign."""
    # What stays in one line has blanks at which nothing breaks.
    before, text = "", text.replace("\u00a0", " ")
    while text != before:
        before, text = text, _INNERMOST.sub("·", text)
    text = _KEPT_KEY.sub("·", _KEYS.sub("·", text))
    pieces = [piece.strip(_EDGES) for piece in _APART.split(text)]
    return [piece for piece in pieces if _WORD.search(piece) and not is_data(piece.lstrip("⟦"), known)]


def is_data(piece: str, known: set[str]) -> bool:
    """Tell whether a piece is known, begins what is known (a title was cut), or is made of such words."""
    if {piece, piece[:1].lower() + piece[1:]} & known:
        return True
    if len(piece) > _LONG and any(one.startswith(piece) for one in known):
        return True
    words = [word.strip("'") for word in piece.split(" ")]
    return len(words) > 1 and all(word in known or not _WORD.search(word) for word in words)


def servers_of_tools(config: Path) -> Iterator[str]:
    """Yield the names, addresses and commands that a person keeps."""
    file = config / "tools.toml"
    if file.exists():
        yield from leaves(tomllib.loads(file.read_text(encoding="utf-8")))


def heard(core: Stage) -> Iterator[str]:
    """Yield the words by which a decision is typed."""
    for plugin in core.plugins.values():
        for kind in plugin.gates.values():
            yield from (word for verb in kind.verbs for word in (verb.name, *verb.heard))


def typed(window: QWidget) -> Iterator[str]:
    """Yield what stands in lines that a person writes in."""
    yield from (line.text() for line in window.findChildren(QLineEdit) if not line.isReadOnly())


@pytest.fixture
def brackets(app: QApplication) -> Iterator[Brackets]:
    translator = Brackets()
    app.installTranslator(translator)
    yield translator
    app.removeTranslator(translator)


def test_why_files_are_not_listed_is_said_in_the_language_of_the_window(qtbot, brackets: Brackets) -> None:
    box = FileList("Context")
    qtbot.addWidget(box)
    box.show()
    box.add([f"/notes/{number}.md" for number in range(MOST_FILES + 1)])
    said = QToolTip.text()
    assert said.startswith("⟦")
    assert said.endswith("⟧")
    assert "Choose fewer files" in said


@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(scene, id=scene.name, marks=() if scene.name in AT_EVERY_PUSH else pytest.mark.nightly)
        for scene in SCENES
    ],
)
def test_every_word_of_a_scene_can_be_translated(
    play: Any,
    desk_on: Any,
    core: Stage,
    brackets: Brackets,
    scene: Scene,
) -> None:
    async def story() -> None:
        await prepare(core, scene)
        async with desk_on(core) as d:
            await settle(d.window, scene, core, at_once)
            data = {"Roundtable", *leaves(core.teams.default().model_dump(mode="json", by_alias=True))}
            for session in core.there():
                journal = await core.records(session)
                for text in (text for record in journal for text in leaves(record.body())):
                    # The decision bar shows the beginning.
                    data |= {text.strip(), *(single_line(excerpt(text), most) for most in (160, 300))}
                    # A summary is read without the marks of what it rests on.
                    data.add(_MARK.sub("", text))
            # What is typed and not sent yet.
            data |= {d.window.page.draft_store.draft.guidance, *typed(d.window)}
            there = Folders.of_this_machine()
            folders = (there.data, there.data / "trash", there.config, export_folder(d.window.preferences))
            # What samples say was written in one language, which is told.
            data |= {core.samples.of(name).told for name in SHIPPED}
            # Behind a time of day a file is told of by the clock of no place.
            data |= {"UTC", *EXAMPLES, *map(str, folders)}
            # An answer that is typed is the same in every language, and so is how a draft is looked at.
            data |= {*heard(core), CHANGES, "view"}
            # The log's types are those of its file.
            data |= {*EVENTS.values(), *ROLES, AGENT, *await asked_of_providers(core)}
            data |= {*servers_of_tools(core.folder / "config")}
            # Of a path the name is shown.
            data |= {item.rpartition("/")[2] for item in data if "/" in item and "\n" not in item}
            # Figures are shown under the names that workflows give them.
            data |= {name.capitalize() for name in data if name.isidentifier()}
            known = {piece for item in data for piece in pieces_of(item)}
            found = [
                (where, piece) for where, text in spoken(d.window) for piece in untranslated(text, known)
            ]
            await core.sessions.shutdown()
            assert sorted(set(found)) == []

    play(story)
    # What puts sentences together (“{s0} · {s1}”) has no word of its own.
    asked = {(context, text) for context, text in brackets.asked if _LETTER.search(_PLACE.sub("", text))}
    missing = asked - {(context, text) for context, text, _ in collected()}
    # Languages are called by their own names.
    missing -= {("ui", name) for key, name in CHOICES if key != SYSTEM}
    assert sorted(missing) == [], "\n".join(map(str, sorted(missing)))
