"""A research of 5 000 findings with 20 000 citations in the window: opened, looked through and decided.

Run: `python packaging/dev.py bench research_window`. Of each act the longest step of the window's thread is
printed, of its own processor time, and how long it took in all. Limit: 0.5 × `import httpx` a step. Exit 1
where one is missed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from app.domain.ids import SessionId
from app.engine.bus import Appended, BusMessage
from app.ui.kit.theme import dress
from app.ui.panels.listing.panel import ListPanel
from app.ui.session.page import SessionPage
from app.workflows.research.face.shown import ShownResearch
from app.workflows.research.facts import ClaimsChecked, FindingsCompared
from tests.bench import yardstick
from tests.bench.bench_research import FINDINGS, ledger
from tests.bench.stage import longest_step, play
from tests.support.scenes import research
from tests.support.scenes.stage import Stage, set_up

LIMIT = 0.5
AT_ONCE = 100
"""Claims of one record: as many as the agents of an iteration bring."""


async def large(core: Stage) -> SessionId:
    """Return a research at its gate, with as much in it as nobody reads in a day."""
    session = await research.iteration(core)
    said = ledger(Random(4), crowded=False)
    for first in range(0, FINDINGS, AT_ONCE):
        await core.write(session, ClaimsChecked(claims=tuple(said.claims[first : first + AT_ONCE])))
    await core.write(session, FindingsCompared(relations=tuple(said.relations)))
    # The gate knows them once the criteria are tested with them.
    await core.approve(session, "decide", items={})
    await core.play_on(session)
    return session


class Table:
    """What was measured, printed as it comes."""

    def __init__(self) -> None:
        self.fine = True

    async def take(
        self,
        act: str,
        do: Callable[[], object],
        over: Callable[[], bool] = lambda: True,
        *,
        held: bool = True,
    ) -> None:
        """Do it, and print its longest step; `held`: it is held to the limit."""
        began = time.perf_counter()
        longest = await longest_step(do, over, 120.0)
        took = time.perf_counter() - began
        self.fine &= yardstick.times(longest / 1000) < LIMIT or not held
        told = yardstick.of(longest / 1000, LIMIT) if held else f"{longest:.0f} ms"
        sys.stdout.write(f"{act:44} {told}, {took:5.1f} s in all\n")
        sys.stdout.flush()


async def story(folder: Path) -> bool:
    """Measure everything."""
    table, core = Table(), set_up(folder / "stage")
    small, session = await research.second(core), await large(core)
    page = SessionPage(core)
    dress(page)
    page.resize(1150, 700)
    page.show()

    def heard(message: BusMessage) -> None:
        if isinstance(message, Appended):
            page.on_appended(message.session, message.records)

    core.bus.subscribe(heard)
    opened = page._tasks

    def rows(name: str) -> int:
        panel = page.tabs.panel(name)
        assert isinstance(panel, ListPanel)
        return panel.model.rowCount()

    def whole() -> bool:
        return (
            page.view is not None and page._computing is None and rows("research_findings") > FINDINGS * 0.9
        )

    page.tabs.show_tab("research_findings")
    # What is made once for all sessions is not of this one.
    await page.open(small)
    await table.take("opened", lambda: opened.start(page.open(session)), whole)
    for name in ("sources", "gaps", "conflicts", "coverage", "agents", "plan", "research_findings"):
        await table.take(f"turned to {name}", partial(page.tabs.show_tab, name))
    panel = page.tabs.panel("research_findings")
    assert isinstance(panel, ListPanel)
    bar = panel.table.verticalScrollBar()
    for part in (0.5, 1.0, 0.2):
        await table.take(f"scrolled to {part:.0%}", partial(bar.setValue, int(bar.maximum() * part)))
    await table.take("painted", panel.grab)
    words, impact = panel.filters.searches[0][1], panel.filters.boxes[0][1]
    await table.take("words searched", partial(words.setText, "word77"))
    await table.take("all again", words.clear)
    await table.take("one impact", partial(impact.choose, "critical"))
    await table.take("every impact", partial(impact.choose, None))
    await table.take("a row gone to", partial(panel.go_to_row, "f3000"))
    view = page.view
    assert view is not None
    assert isinstance(view.own, ShownResearch)
    state = view.own

    def confirmed() -> bool:
        one = state.known.finding("f3000") if page._computing is None and page.state == "waiting" else None
        return one is not None and one.decided == "confirm"

    await table.take("a finding confirmed, all tested anew", panel.detail.foot.buttons[0].click, confirmed)
    page.close()
    await core.close()
    return table.fine


if __name__ == "__main__":
    raise SystemExit(play(story))
