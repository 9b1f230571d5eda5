"""A whole session in the window, from the first start to an exported file, with one hand alone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar

from app.bootstrap import build
from app.services.core import Core
from app.settings.folders import Folders
from app.settings.options import EXPORTS
from app.settings.settings import Settings
from tests.support.person import Keyboard, Mouse
from tests.support.waiting import until

Hand = TypeVar("Hand", Mouse, Keyboard)


class Player(Generic[Hand]):
    """A window on an empty library, the hand that is used in it, and what is seen of the session played."""

    def __init__(self, d: Any, hand: Hand) -> None:
        self.d = d
        self.hand: Hand = hand
        self.page: Any = d.window.page
        self._seen: set[str] = set()

    async def begin_by_rules(self, kind: str) -> None:
        """Open the form of a kind of session for the offline council."""
        for name in ("Ask a question", f"Kind: {kind}", "Try the rules…"):
            await self.hand.use(name)

    @property
    def gate(self) -> Any:
        """What is asked, None while nothing is."""
        return self.page.view.gate() if self.page.view is not None else None

    async def asked(self, *kinds: str, at: tuple[int, ...] = ()) -> str:
        """Wait for a new question of these kinds that can be answered; return its kind.

        `at`: the round that it is asked in, and the attempt.
        """

        def there() -> bool:
            gate, view = self.gate, self.page.view
            if gate is None or gate.id in self._seen or self.page.state != "waiting":
                return False
            return gate.fact.kind in kinds and at == (view.round, view.attempt)[: len(at)]

        try:
            await until(there)
        except AssertionError:
            raise AssertionError(f"none of {kinds} is asked at {at}: {self.told()}") from None
        self._seen.add(self.gate.id)
        await self.d.guard()
        return str(self.gate.fact.kind)

    def told(self) -> str:
        """Return how the page stands, for a failure."""
        view = self.page.view
        calls = {seat: call.state for seat, call in view.live_calls.calls.items()} if view is not None else {}
        return f"the page is {self.page.state}, {self.gate}, {calls}, {self.page.bar.problem.text()!r}"

    def buttons(self) -> list[str]:
        """Return what is offered, the filled button first."""
        return [words for _, words in self.page.bar.offered()]

    async def ended(self) -> None:
        """Wait until the session is finished, and what comes next can be pressed."""
        await until(lambda: self.page.state == "finished")
        await self.d.guard()


async def turn_to(player: Player[Mouse], tab: str) -> None:
    """Click the title a view stands under, and the view itself where several share the title."""
    tabs = player.page.tabs
    at = tabs.names().index(tab)
    titled = next(one for one in tabs.titles.together(at) or (at,) if tabs.titles.isTabVisible(one))
    await player.hand.click_at(tabs.titles, tabs.titles.tabRect(titled).center())
    if tab in tabs.parts.buttons:
        part = tabs.parts.buttons[tab]
        await player.hand.click_at(part, part.rect().center())
    assert tabs.name() == tab


async def look_into_each_view(player: Player[Mouse]) -> None:
    """Click each title of a view, and each view that shares one."""
    tabs = player.page.tabs
    for at in range(tabs.count()):
        if tabs.titles.isTabVisible(at):
            await player.hand.click_at(tabs.titles, tabs.titles.tabRect(at).center())
            assert tabs.currentIndex() == at
        for part in tabs.parts.buttons.values():
            await player.hand.click_at(part, part.rect().center())
            assert part.isChecked()


@asynccontextmanager
async def playing(
    desk_on: Callable[[Core], Any], hand: Callable[[Any], Hand], exports: Path, core: Core | None = None
) -> AsyncIterator[Player[Hand]]:
    """Start the program of this machine for the first time; its files are saved into a folder."""
    core = core or build(Folders.of_this_machine(), council_step=0.0)
    Settings(Folders.of_this_machine().config).set(EXPORTS, str(exports))
    try:
        async with desk_on(core) as d:
            d.window.resize(1366, 768)
            d.window.activateWindow()
            yield Player(d, hand(d))
    finally:
        await core.close()
