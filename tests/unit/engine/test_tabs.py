"""Tabs are checked before anybody turns to them; the message says what to do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.domain.errors import Bug
from app.domain.i18n import words
from app.engine.tabs import Column, Detail, DocumentTab, ListTab, Source, Steps, Tab
from app.workflows.registry import Registry
from tests.support.sound_faces import check_tabs
from tests.support.toy_tabs import TABS

LIST: ListTab[Any, int] = ListTab(
    words("Rows"),
    (Column(words("#"), str, 60), Column(words("Text"), str)),
    rows=lambda state: state.rows,
    key=lambda row: row,
    detail=lambda _state, row: Detail(str(row)),
)
STEPS: Steps[int] = Steps(head=bool, inside=bool, column=2)
DOCUMENT: DocumentTab[Any] = DocumentTab(words("Notes"), lambda state: state.text)


def tab(panel: Any, source: Source | None = None, name: str = "one") -> Tab:
    return Tab(name, words("One"), panel, source=source)


def test_the_tabs_there_are_can_all_be_shown() -> None:
    check_tabs("toy", TABS)
    for name, plugin in Registry().plugins.items():
        check_tabs(name, plugin.tabs)


@pytest.mark.parametrize(
    ("tabs", "message"),
    [
        ((tab("list"),), "tab 'one': the panel 'list' shows what its tab describes; give it a source"),
        ((tab("document", LIST),), "the panel 'document' cannot show a ListTab"),
        ((tab("texts", DOCUMENT),), "the panel 'texts' cannot show a DocumentTab"),
        ((tab("list", LIST), tab("log", name="one")), "is there twice"),
        ((tab("list", replace(LIST, columns=LIST.columns[:1])),), "0 columns have no width"),
        ((tab("list", replace(LIST, steps=STEPS)),), "steps are said in column 2, which is not there"),
        (
            (tab("list", replace(LIST, steps=replace(STEPS, column=1), stamp=lambda _state: 1)),),
            "leave out the stamp",
        ),
        ((tab("log", LIST),), "say which record a row is made from"),
    ],
)
def test_a_tab_that_could_not_be_shown_is_named_with_what_to_do(tabs: tuple[Tab, ...], message: str) -> None:
    with pytest.raises(Bug, match="toy: tab 'one'") as raised:
        check_tabs("toy", tabs)
    assert message in str(raised.value)
