"""The panels with what a year of use leaves behind, and with texts that freeze an unguarded view.

Run: `python packaging/dev.py bench panels`. Of each act the longest step of the window's thread is printed,
of its own processor time. Limits, in imports of httpx: 0.5 with many records, 1.25 with one huge text, 2.5
where all of it is laid out anew because the view is wider. Exit 1 where one is missed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.domain.fact_base import Record
from app.domain.i18n import words
from app.engine.tabs import Column, Detail, Follow, ListTab, Search, TabState
from app.ui.insights.chart import ChartDialog
from app.ui.insights.series import series_of
from app.ui.insights.sparkline import Curves
from app.ui.kit.collector import keep_loaded
from app.ui.kit.text.safe_view import SafeTextView, warm
from app.ui.kit.theme import dress
from app.ui.panels.critiques import CritiquesPanel
from app.ui.panels.listing.panel import ListPanel
from app.ui.panels.stock_lists import log_panel
from app.ui.view.session_view import SessionView
from tests.bench import yardstick
from tests.bench.stage import longest_step, play
from tests.support.long import records
from tests.support.scenes.stage import Stage, set_up
from tests.unit.markup.hostile import heavy

LIMITS = {
    "curves": 0.5,
    "chart": 0.5,
    "critiques": 0.5,
    "log": 0.5,
    "list": 0.5,
    "text": 1.25,
    "wider": 2.5,
}


class Table:
    """What was measured, printed as it comes."""

    def __init__(self) -> None:
        self.fine = True

    async def take(
        self, what: str, act: str, do: Callable[[], object], over: Callable[[], bool] = lambda: True
    ) -> None:
        """Do it, and print its longest step beside the limit."""
        took = await longest_step(do, over)
        self.fine &= yardstick.times(took / 1000) < LIMITS[what]
        sys.stdout.write(f"{what:10} {act:34} {yardstick.of(took / 1000, LIMITS[what])}\n")


def shown(widget: QWidget, width: int, height: int) -> None:
    """Show a widget without a window around it."""
    dress(widget)
    widget.resize(width, height)
    widget.show()


async def rounds(core: Stage, table: Table) -> None:
    """Ten thousand rounds as curves, and enlarged."""
    view = SessionView(core.catalogue, "agreement")
    view.apply_all(records(10_000, members=1, words=""))
    keep_loaded()
    curves = Curves()
    shown(curves, 230, 300)
    await table.take("curves", "10,000 rounds, filled", lambda: curves.refresh(view))
    await table.take("curves", "10,000 rounds, painted", curves.grab)
    curves.close()
    for series in series_of(view):
        dialog = ChartDialog(None, series, {})
        await table.take("chart", f"{series.kind}, painted", dialog.grab)
        dialog.close()
        dialog.deleteLater()


async def critiques(core: Stage, table: Table) -> None:
    """Two thousand points."""
    view = SessionView(core.catalogue, "agreement")
    view.apply_all(records(400, members=5))
    keep_loaded()
    panel = CritiquesPanel()
    shown(panel, 900, 500)
    await table.take("critiques", "2,000 points, filled", lambda: panel.refresh(view))
    await table.take("critiques", "all rounds at once", lambda: panel.round.setCurrentIndex(1))
    await table.take("critiques", "painted", panel.grab)
    panel.close()


async def log(core: Stage, table: Table) -> None:
    """A hundred thousand records, and one of a megabyte."""
    everything: list[Record] = records(3200, members=5, words="", most=100_000)
    view = SessionView(core.catalogue, "agreement")
    view.apply_all(everything[:99_900])
    keep_loaded()
    panel = log_panel()
    shown(panel, 900, 600)
    await table.take("log", "100,000 records, filled", lambda: panel.refresh(view))
    await table.take("log", "painted", panel.grab)
    bar = panel.table.verticalScrollBar()
    for part in (0.5, 0.1, 0.9):
        await table.take("log", f"scrolled to {part:.0%}", partial(bar.setValue, int(bar.maximum() * part)))
    kind = panel.filters.boxes[0][1]
    await table.take("log", "one kind", lambda: kind.choose("critiques"))
    await table.take("log", "every kind", lambda: kind.choose(None))
    view.apply_all(everything[99_900:])
    await table.take("log", "100 records more", lambda: panel.refresh(view))
    await table.take("log", "a record gone to", lambda: panel.go_to(4321))
    await table.take(
        "log",
        "words searched",
        lambda: panel.filters.searches[0][1].setText("point 2000 of"),
        lambda: not panel.model.searching,
    )
    session = await core.begin()
    await core.call(session, "Ada", "proposal", "x" * 1_000_000)
    large = SessionView(core.catalogue)
    large.apply_all(await core.records(session))
    panel.refresh(large)
    last, body = large.log[-1].seq, panel.detail.body
    await table.take("text", "a record of 1 MB", lambda: panel.go_to(last), lambda: not body.busy)
    panel.close()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a described list."""

    number: int
    text: str


class Rows:
    """What a described list reads: rows that are added, and rows that change."""

    def __init__(self) -> None:
        self.grown = [Row(number, f"Row {number}, of some words in all.") for number in range(10_000)]
        self.changed = list(self.grown)
        self.changes = 0

    def apply(self, record: Record, fact: object) -> None:
        """Take in nothing: what changes is changed by hand."""

    def more(self) -> None:
        """Add a hundred rows."""
        first = len(self.grown)
        self.grown += [Row(number, "A new row.") for number in range(first, first + 100)]

    def change(self) -> None:
        """Change one in the middle, and drop another."""
        self.changed[5000] = Row(self.changed[5000].number, f"Changed {self.changes} times.")
        del self.changed[7000]
        self.changes += 1


async def lists(core: Stage, table: Table) -> None:
    """Ten thousand rows that a workflow describes."""
    state = Rows()
    view = SessionView(core.catalogue, "", TabState(lambda _records: state, frozenset()))
    search: Search[Row] = Search(words("Search"), lambda row: (row.text,))
    growing: ListTab[Rows, Row] = ListTab(
        words("Rows"),
        (Column(words("#"), lambda row: str(row.number), 60), Column(words("Text"), lambda row: row.text)),
        rows=lambda state: state.grown,
        key=lambda row: row.number,
        detail=lambda _state, row: Detail(str(row.number), row.text),
        filters=(search,),
        follow=Follow(choose=True),
    )
    changing = replace(
        growing, rows=lambda state: state.changed, stamp=lambda state: state.changes, follow=None
    )
    for name, described, act in (("grows", growing, state.more), ("changes", changing, state.change)):
        panel = ListPanel(described)
        shown(panel, 900, 500)
        await table.take("list", f"10,000 rows, filled; it {name}", partial(panel.refresh, view))
        await table.take("list", "painted", panel.grab)
        box = panel.filters.searches[0][1]
        await table.take("list", "words searched", partial(box.setText, "row 77"))
        await table.take("list", "all rows again", box.clear)
        act()
        await table.take("list", f"when it {name}", partial(panel.refresh, view))
        panel.close()


async def texts(table: Table) -> None:
    """Texts that a model may send to freeze a window."""
    warm()
    for name, text in heavy().items():
        for live in (True, False):
            view = SafeTextView("Answer")
            shown(view, 420, 500)
            how = f"{name}, {'arriving' if live else 'formatted'}"
            done = partial(settled, view)
            await table.take("text", how, partial(view.show_text, text, live=live), done)
            bar = view.verticalScrollBar()
            await table.take("text", "  at its end", partial(bar.setValue, bar.maximum()), done)
            await table.take("wider", "  in a wider view", partial(view.resize, 600, 500), done)
            view.close()
            view.deleteLater()


async def texts_in_parts(table: Table) -> None:
    """What a summary or a preview is given: several texts, some of them slow to read."""
    parts = {"a list": "- a\n  - b\n" * 3_800, "brackets": "/[" * 19_000, "tables": "a|b\n-|-\n" * 4_500}
    for name, text in parts.items():
        view = SafeTextView("Outcome")
        shown(view, 420, 500)
        act = partial(view.show_parts, [("Decision", text), ("Dissent", "none")])
        await table.take("text", f"{name} in parts", act, partial(settled, view))
        view.close()
        view.deleteLater()


def settled(view: SafeTextView) -> bool:
    """Tell whether all of the text stands."""
    return not view.busy


async def story(folder: Path) -> bool:
    """Measure everything."""
    table = Table()
    core = set_up(folder / "stage")
    await rounds(core, table)
    await critiques(core, table)
    await log(core, table)
    await lists(core, table)
    await texts(table)
    await texts_in_parts(table)
    await core.close()
    return table.fine


if __name__ == "__main__":
    raise SystemExit(play(story))
