"""German: every word is translated, with the same places, and the window speaks it."""

from __future__ import annotations

import re
import subprocess
import sysconfig
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from app.domain.money import sum_words
from app.ui.kit.texts import count, day, figure, money, percent, team_titles, tr
from tests.support.looking import all_windows
from tests.support.scenes.pictures import SCENES
from tests.support.words_tool import collected, words_tool
from tests.ui.test_translation import leaves, spoken

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
FILE = Path("resources/i18n/roundtable_de.ts")
_PLACE = re.compile(r"\{[^{}]*\}")
_MARKUP = re.compile(r"[|*#>`]+")
"""What parts the words of a text from each other where it is shown without its marks."""
AT_PUSH = {"look-summary", "first-run", "settings"}
NAMES = [
    pytest.param(scene.name, marks=() if scene.name in AT_PUSH else pytest.mark.nightly) for scene in SCENES
]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    return words_tool()


def test_every_word_of_the_program_has_a_german_one_with_the_same_places(
    tool: ModuleType, repository: Path
) -> None:
    done = tool.known(repository / FILE)
    wanted = {(context, text) for context, text, _location in collected()}
    assert {"ui", "app", "setup"} <= {context for context, _ in wanted}
    assert len(wanted) > 400
    assert sorted(wanted - done.keys()) == [], "run packaging/words.py, and translate what is new"
    assert sorted(done.keys() - wanted) == [], "run packaging/words.py: these are gone"
    for (_context, source), told in done.items():
        assert sorted(_PLACE.findall(source)) == sorted(_PLACE.findall(told)), source
        assert (source[:1] == " ", source[-1:] == " ") == (told[:1] == " ", told[-1:] == " "), source


def test_what_the_program_loads_is_made_of_what_was_translated(repository: Path, tmp_path: Path) -> None:
    command = Path(sysconfig.get_path("scripts")) / "pyside6-lrelease"
    made = tmp_path / "made.qm"
    subprocess.run([command, repository / FILE, "-qm", made], check=True, capture_output=True)
    assert made.read_bytes() == (repository / FILE.with_suffix(".qm")).read_bytes(), (
        "run pyside6-lrelease resources/i18n/roundtable_de.ts"
    )


def test_the_file_is_in_the_form_that_the_collector_writes(
    tool: ModuleType, repository: Path, tmp_path
) -> None:
    again = tmp_path / "again.ts"
    tool.write(again, collected(), tool.known(repository / FILE))
    assert again.read_bytes() == (repository / FILE).read_bytes(), "run packaging/words.py"
    ET.parse(again)


@pytest.mark.usefixtures("german")
def test_figures_and_days_are_written_as_in_german() -> None:
    assert figure("1,234.5") == "1\N{NARROW NO-BREAK SPACE}234,5"
    assert money(0.19) == "0,19\N{NO-BREAK SPACE}$"
    assert figure("$0.07–$0.18") == "0,07–0,18\N{NO-BREAK SPACE}$"
    assert percent(39.4) == "39,4 %"
    assert count(1234, "{n} session", "{n} sessions") == "1\N{NARROW NO-BREAK SPACE}234 Sitzungen"
    assert tr("about {cost}", cost=money(0.19)) == "etwa 0,19\N{NO-BREAK SPACE}$"
    assert tr(sum_words(1.5)) == "1,50\N{NO-BREAK SPACE}$"
    # A figure in a sentence in a sentence is written once.
    assert tr("{what}: {label}", what=percent(39.4), label=figure("1,234")) == (
        "39,4 %: 1\N{NARROW NO-BREAK SPACE}234"
    )
    assert day(datetime(2026, 3, 4, 15, 6).astimezone(), hour=True) == "4. März, 15:06"
    # What is no figure stays: a version, a name, a file.
    assert figure("1,234.5.6") != "1.2.3"
    assert tr("{name} {n}", name="gpt-4.1", n="v1.2") == "gpt-4.1 v1.2"


def lines_in(root: QWidget) -> Iterator[str]:
    """Yield the lines of every text that is in sight: a workflow's own sections among them."""
    for text in root.findChildren(QTextEdit) + root.findChildren(QPlainTextEdit):
        if text.isVisibleTo(root):
            yield from text.toPlainText().splitlines()


@pytest.mark.parametrize("name", NAMES)
async def test_no_english_word_is_left_on_screen(core, scene_shown, german, tool, repository, name):
    done = {source: told for (_context, source), told in tool.known(repository / FILE).items()}
    english = {source for source, told in done.items() if told != source and not _PLACE.search(source)}
    alike = set(done.values())
    async with scene_shown(name) as d:
        shown = {text for window in all_windows(d.window) for _where, text in spoken(window)}
        written = {line.strip() for window in all_windows(d.window) for line in lines_in(window)}
        # What a model or a person wrote stands as it was written, its cells and headings too.
        theirs = {
            piece.strip()
            for session in core.there()
            for record in await core.records(session)
            for text in leaves(record.body())
            for piece in (text, *_MARKUP.split(text))
        }
        own = {name: t for name, t in core.teams.titles().items() if core.teams.shipped_as(name) is None}
        named = {*team_titles(own).values()}
        assert sorted((shown & english) - alike - named) == []
        assert sorted((written & english) - alike - theirs) == []
