"""packaging/words.py: every word on screen gets into the translation file, where it is looked up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTranslator

from tests.support.waiting import AMPLE
from tests.support.words_tool import words_tool

SOURCE = """
tr("Plain"); tr("One" if few else "Many", n=1); count(3, "{n} answer", "{n} answers")
words("Cannot read {file}.", file=path); words("Round", "debate")
LABELS = {"approve": QT_TRANSLATE_NOOP("ui", "Approve and continue")}
field: str = Field(title="Question", description="What should be decided.")
text.count("not a word of ours", "x", "y"); tr(name); print("not on screen")
"""


def test_every_form_of_words_is_collected_and_nothing_else(tmp_path: Path) -> None:
    tool = words_tool()
    (tmp_path / "some.py").write_text(SOURCE, encoding="utf-8")
    assert [(context, text) for context, text, _ in tool.collect(tmp_path)] == [
        ("app", "Cannot read {file}."),
        ("debate", "Round"),
        ("setup", "Question"),
        ("setup", "What should be decided."),
        ("ui", "Approve and continue"),
        ("ui", "Many"),
        ("ui", "One"),
        ("ui", "Plain"),
        ("ui", "{n} answer"),
        ("ui", "{n} answers"),
    ]


def test_choices_that_have_a_name_in_their_module_are_collected_too(tmp_path: Path) -> None:
    source = 'Way = Literal["by_hand", "alone"]\nclass Setup:\n    way: Way | None = Field(title="How")\n'
    (tmp_path / "some.py").write_text(source, encoding="utf-8")
    found = [text for _, text, _ in words_tool().collect(tmp_path)]
    assert found == ["Alone", "By hand", "How"]


def test_the_stages_and_steps_of_every_workflows_picture_are_collected(tmp_path: Path) -> None:
    source = 'NodeInfo("write", "Think", "Write it"); NodeInfo("end", "", "")\n'
    (tmp_path / "some.py").write_text(source, encoding="utf-8")
    found = [(context, text) for context, text, _ in words_tool().collect(tmp_path)]
    assert found == [("ui", "Think"), ("ui", "Write it")]


def test_a_translation_reaches_the_screen_and_survives_a_new_collection(
    tmp_path: Path, qapp: QCoreApplication
) -> None:
    tool = words_tool()
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "some.py").write_text(SOURCE, encoding="utf-8")
    file = tmp_path / "roundtable_de.ts"
    assert tool.write(file, tool.collect(tmp_path / "app"), {}) == 10
    text = file.read_text(encoding="utf-8")
    offset = text.index("<source>Plain</source>")
    done = text[:offset] + text[offset:].replace(
        '<translation type="unfinished" />', "<translation>Schlicht</translation>", 1
    )
    file.write_text(done, encoding="utf-8")
    assert tool.write(file, tool.collect(tmp_path / "app"), tool.known(file)) == 9
    release = Path(sys.executable).with_name("pyside6-lrelease")
    subprocess.run([release, file], check=True, capture_output=True, timeout=AMPLE)
    translator = QTranslator()
    assert translator.load(str(file.with_suffix(".qm")))
    assert qapp.installTranslator(translator)
    try:
        assert QCoreApplication.translate("ui", "Plain") == "Schlicht"
        assert QCoreApplication.translate("ui", "Many") == "Many"
    finally:
        qapp.removeTranslator(translator)
