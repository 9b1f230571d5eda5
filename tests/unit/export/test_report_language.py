"""A report is in the language of whoever asks for it; what others wrote in it stands as they wrote it."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from app.bootstrap import build
from app.domain.i18n import Speech, use_language
from app.domain.ids import figure_title
from app.services.languages import languages, speech
from app.settings.folders import Folders

SESSIONS = Path(__file__).parent.parent.parent / "replay" / "sessions"
MARKED = Speech(lambda _context, source: f"⟦{source}⟧", None, "xx")
"""Puts every sentence of the program into brackets: what stands outside of them bypassed it."""
_INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")
_WORD = re.compile(r"[^\W\d_]{3,}")
_ADDRESS = re.compile(r"\]\([^)]*\)")
_BREAKS = re.compile(r"[\s>*|·\[\]#~`\\“”„()–,;:.]+")


def outside(text: str) -> set[str]:
    """Return the words of a report that no sentence of the program brought."""
    text, before = _ADDRESS.sub("]", text), ""
    while text != before:
        before, text = text, _INNERMOST.sub(" ", text)
    return {word for word in _BREAKS.split(text) if _WORD.search(word)}


def words_in(value: object) -> set[str]:
    """Return every word of a record."""
    if isinstance(value, dict):
        return {word for key, item in value.items() for word in words_in(key) | words_in(item)}
    if isinstance(value, list):
        return {word for item in value for word in words_in(item)}
    return set(_BREAKS.split(value)) if isinstance(value, str) else set()


@pytest.mark.parametrize("name", ["debate-1", "experiment-1"])
async def test_every_word_of_a_report_is_the_programs_or_somebodys(tmp_path: Path, name: str) -> None:
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    session = await core.exporting.import_file(SESSIONS / f"{name}.json")
    records = [record.body() for record in await core.sessions.records(session)]
    known = words_in(json.loads(json.dumps(records)))
    with use_language(MARKED):
        report = (await core.exporting.content(session, "md")).decode()
        figures = (await core.exporting.content(session, "csv")).decode()
        whole = await core.exporting.content(session, "json")
    assert sorted(outside(report) - known) == []
    assert sorted(outside(figures) - known - {session, "USD"}) == []
    assert whole == await core.exporting.content(session, "json"), "for programs it is the same everywhere"
    await core.close()


async def test_a_german_report_has_german_words_figures_and_dates(tmp_path: Path) -> None:
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    session = await core.exporting.import_file(SESSIONS / "debate-1.json")
    with use_language(speech("de")):
        report = (await core.exporting.content(session, "md")).decode()
        page = (await core.exporting.content(session, "html")).decode()
        figures = (await core.exporting.content(session, "csv")).decode("utf-8-sig")
    assert "## Zusammenfassung" in report
    assert "## Wie entschieden wurde" in report
    assert re.search(r"Abgeschlossen am \d+\. \w+ 20\d\d, \d\d:\d\d UTC nach", report)
    assert '<html lang="de">' in page
    rows = list(csv.DictReader(io.StringIO(figures), delimiter=";"))
    assert {"Sitzung", "Runde", "Zahl", "Wert"} <= rows[0].keys()
    assert any("," in row["Wert"] for row in rows), "a spreadsheet in German takes a point for a date"
    question = json.loads(await core.exporting.content(session, "json"))["question"]
    assert question.splitlines()[0] in report
    await core.close()


def test_a_language_that_is_not_there_is_told_with_those_that_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert languages() == ["en", "de"]
    with pytest.raises(Exception, match="There is no language “fr”"):
        speech("fr")
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert speech("system").code == "de"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert speech("system").code == "en"


@pytest.mark.parametrize("name", ["agreement", "quality", "changed", "coverage", "critical_questions"])
def test_a_figure_of_whichever_workflow_has_a_german_name(name: str) -> None:
    with use_language(speech("de")):
        assert str(figure_title(name)) != figure_title(name).source
