"""What is wrong with the tabs and the forms of export of a workflow, said before anybody turns to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.domain.errors import Bug
from app.engine.plugin import WorkflowPlugin
from app.engine.tabs import ChartTab, CompareTab, DocumentTab, ListTab, PanelKind, Tab

_SHOWS: Mapping[str, tuple[type, ...]] = {
    "list": (ListTab,),
    "log": (ListTab,),
    "document": (DocumentTab,),
    "diff": (CompareTab,),
    "chart": (ChartTab,),
}
"""What each stock panel can be told to show."""
_NEEDS = frozenset({"list", "document", "chart"})
"""Panels that show nothing by themselves."""


def check_tabs(workflow: str, tabs: Sequence[Tab]) -> None:
    """Raise a Bug that says the fix where a tab could not be shown: before anybody turns to it."""
    names = [tab.name for tab in tabs]
    for tab in tabs:
        label = f"{workflow}: tab {tab.name!r}"
        if names.count(tab.name) > 1:
            raise Bug(f"{label} is there twice; tabs are told apart by name")
        if tab.source is None:
            if tab.panel in _NEEDS:
                raise Bug(f"{label}: the panel {tab.panel!r} shows what its tab describes; give it a source")
            continue
        if not isinstance(tab.source, _SHOWS.get(tab.panel, ())):
            raise Bug(f"{label}: the panel {tab.panel!r} cannot show a {type(tab.source).__name__}")
        if isinstance(tab.source, ListTab):
            _check_list(label, tab.panel, tab.source)


def _check_list(label: str, panel: PanelKind, shown: ListTab[Any, Any]) -> None:
    wide = sum(1 for column in shown.columns if not column.width)
    if wide != 1:
        raise Bug(f"{label}: {wide} columns have no width; one column takes what the others leave")
    if shown.steps is not None and not 0 <= shown.steps.column < len(shown.columns):
        raise Bug(f"{label}: steps are said in column {shown.steps.column}, which is not there")
    if shown.steps is not None and not shown.steps.titles and shown.stamp is not None:
        raise Bug(f"{label}: only rows of a list that grows are grouped into steps; leave out the stamp")
    if shown.steps is not None and shown.second_line is not None:
        raise Bug(f"{label}: rows on two lines have no column to open steps in; leave out one of both")
    if panel == "log" and shown.record is None:
        raise Bug(f"{label}: a log is gone to by record; say which record a row is made from")


def check_faces(name: str, plugin: WorkflowPlugin) -> None:
    """Raise Bug for a tab or a form of export that does not fit."""
    check_tabs(name, plugin.tabs)
    # Every session can be exported in these, now or one day.
    seen = {"md", "html", "pdf", "docx", "json", "jsonl", "csv", "pictures"}
    for form in plugin.exports:
        if form.name in seen:
            raise Bug(f"{name}: there is a form of export called {form.name!r} already; name it otherwise")
        seen.add(form.name)
