"""Parts of the window on their own: models, the bridge, the theme, the source itself."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from app import resources
from app.domain.ids import SessionId
from app.engine.bus import Bus, Streamed
from app.engine.session_rows import SessionRow
from app.ui.kit import actions
from app.ui.kit.actions import lettered
from app.ui.kit.icons import icon, paint_icon
from app.ui.kit.seat_dot import dot_icon
from app.ui.kit.tables import TickIcon
from app.ui.kit.tasks import Tasks
from app.ui.kit.theme import DARK, LIGHT, Colours, apply_theme
from app.ui.library.rows import LibraryModel
from app.ui.shell.actions import ACTIONS
from app.ui.shell.bridge import Bridge
from app.ui.shell.rail import SessionListModel
from app.ui.view.session_view import SessionView
from tests.support.seeing import contrast
from tests.support.waiting import AMPLE

SOURCES = sorted(Path(actions.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("c", [LIGHT, DARK], ids=["light", "dark"])
def test_words_can_be_read_on_every_ground(c: Colours) -> None:
    for ground in (
        c.window,
        c.base,
        c.raised,
        c.insert_row,
        c.insert_word,
        c.delete_row,
        c.delete_word,
        c.warn_row,
        c.selection,
    ):
        assert contrast(c.text, ground) >= 4.5, ground
    for ground in (c.window, c.base, c.raised):
        assert contrast(c.muted, ground) >= 4.5
        assert contrast(c.bad, ground) >= 4.5
        assert contrast(c.accent, ground) >= 4.5, "links"
    assert contrast("#ffffff", "#2457c5") >= 4.5
    assert contrast("#ffffff", "#5f6b85") >= 4.5, "held back"


@pytest.mark.parametrize("c", [LIGHT, DARK], ids=["light", "dark"])
def test_edges_arrows_and_focus_rings_can_be_seen_on_every_ground(c: Colours) -> None:
    """WCAG 1.4.11: 3:1 for what a control is known by."""
    for ground in (c.window, c.base, c.raised, c.warn_row):
        assert contrast(c.edge, ground) >= 3, ground
        assert contrast(c.accent, ground) >= 3, ground
    for name in ("up", "down"):
        drawn = re.search(r'stroke="(#\w+)"', resources.path(f"icons/{name}.svg").read_text())
        assert drawn is not None
        assert contrast(drawn[1], c.base) >= 3
        assert contrast(drawn[1], c.raised) >= 3


def test_no_key_is_given_twice() -> None:
    keys = Counter(key for entry in ACTIONS for key in entry.keys)
    assert [key for key, times in keys.items() if times > 1] == []


def test_each_action_of_a_menu_has_a_letter_of_its_own_that_stands_in_its_words() -> None:
    for menu in actions.MENUS:
        letters = actions.letters_of(ACTIONS, menu)
        entries = [entry for entry in ACTIONS if entry.menu == menu and not entry.unlisted]
        assert set(letters) == {entry.id for entry in entries}
        assert len(set(letters.values())) == len(letters), menu
        for entry in entries:
            words = entry.words()
            marked = lettered(words, letters[entry.id])
            assert marked.replace("&", "") == words
            assert marked.partition("&")[2][0].lower() == letters[entry.id]
    assert lettered("Undo: A & B", "u") == "&Undo: A && B"
    assert lettered("Ende", "x") == "Ende"


@pytest.mark.parametrize(
    "banned",
    [
        r"\.setHtml\(",
        r"\.setMarkdown\(",
        r"setOpenExternalLinks",
        r"QMessageBox",
        r"\.exec\(",
        r"QTextBrowser",
        r"GrowingBrowser",
        r"BoxedBrowser",
    ],
)
def test_the_window_never_uses_what_reads_files_or_blocks_the_loop(banned: str) -> None:
    # The one view for model text is a browser with every door locked; it has tests of its own. What it is
    # made of serves nothing else.
    allowed = {
        "QTextBrowser": ["growing.py"],
        "GrowingBrowser": ["boxes.py", "growing.py"],
        "BoxedBrowser": ["boxes.py", "guarded.py"],
    }
    found = [path.name for path in SOURCES if re.search(banned, path.read_text(encoding="utf-8"))]
    assert sorted(found) == allowed.get(banned, [])


def test_plain_words_have_one_door_and_formatted_ones_another() -> None:
    """A label, a tool tip or an editor made elsewhere might guess that a model's words are markup."""
    makers = {
        r"\bQLabel\(": {"texts.py"},
        r"\bQTextEdit\(": set[str](),
        r"insertHtml|appendHtml|toHtml": {"safe_view.py", "typography.py"},
        r"setTextFormat\((?!Qt\.TextFormat\.PlainText)": set[str](),
        r"QErrorMessage|QWizard|QInputDialog|QProgressDialog": set[str](),
    }
    for pattern, allowed in makers.items():
        found = {path.name for path in SOURCES if re.search(pattern, path.read_text(encoding="utf-8"))}
        assert found <= allowed, pattern


async def _sample(core) -> SessionView:
    session = await core.begin()
    await core.play_round(session, 1)
    view = SessionView(core.catalogue, "agreement")
    view.apply_all(await core.records(session))
    return view


def test_the_rails_model_keeps_qts_rules(qtmodeltester) -> None:
    rail = SessionListModel()
    rail.fill(
        [
            SessionRow(SessionId("a"), "debate", "T", state, 1, 1, 0, 0, 0.0)
            for state in ("waiting", "running", "finished")
        ]
    )
    qtmodeltester.check(rail)
    assert [item for item in rail.items if isinstance(item, str)] == [
        "Needs you (1)",
        "Running (1)",
        "Recent (1)",
    ]


def test_folding_twice_changes_nothing(play, core) -> None:
    view = play(lambda: _sample(core))
    before = (
        len(view.fold.texts.of_seat("Ada")),
        len(view.fold.critiques.points),
        view.fold.spend.total.tokens,
        view.fold.spend.total.cost,
    )
    view.apply_all(list(view.log))
    assert (
        len(view.fold.texts.of_seat("Ada")),
        len(view.fold.critiques.points),
        view.fold.spend.total.tokens,
        view.fold.spend.total.cost,
    ) == before


def test_streaming_is_joined_to_few_signals(app: QApplication, qtbot) -> None:
    bus = Bus()
    bridge = Bridge(bus)
    seen: list[dict[int, str]] = []
    bridge.streamed.connect(lambda session, pieces: seen.append(pieces))
    for _ in range(500):
        bus.publish(Streamed(SessionId("s"), 3, "Ada", "proposal", "ab"))
    qtbot.waitUntil(lambda: bool(seen), timeout=int(AMPLE * 1000))
    assert seen == [{3: "ab" * 500}]
    bridge.close()


def test_the_theme_can_be_switched_while_the_program_runs(app: QApplication) -> None:
    apply_theme(app, "dark")
    assert app.palette().window().color().name() == DARK.window
    apply_theme(app, "light")
    assert app.palette().window().color().name() == LIGHT.window


@pytest.mark.parametrize("size", [QSize(0, 0), QSize(20, 0), QSize(0, 16)])
def test_where_there_is_no_room_for_an_icon_none_is_drawn_and_nothing_is_warned_of(
    app: QApplication, qtlog: Any, size: QSize
) -> None:
    for one in (icon("check", "accent"), dot_icon(1), QIcon(TickIcon(Qt.CheckState.Checked))):
        assert one.pixmap(size).isNull()
    ground = QPixmap(20, 20)
    painter = QPainter(ground)
    paint_icon(painter, QRectF(QPointF(2, 2), size.toSizeF()), "check", "text")
    painter.end()
    assert qtlog.records == []


async def test_an_error_that_comes_as_its_owner_goes_is_told_to_nobody_who_is_gone(caplog):
    async def failing() -> None:
        raise LookupError("too late")

    owner = QObject()
    heard: list[BaseException] = []
    tasks = Tasks(owner, heard.append)
    tasks.start(failing())
    # Run, but its end is not yet told of.
    await asyncio.sleep(0)
    shiboken6.delete(owner)
    await asyncio.sleep(0.01)
    assert heard == []
    assert "as its owner went" in caplog.text
    assert {record.levelname for record in caplog.records} == {"WARNING"}, "nobody is shown a crash"


def row(session: str, title: str, state: str, at: datetime) -> SessionRow:
    changed = int(at.timestamp() * 1e6)
    return SessionRow(SessionId(session), "debate", title, state, changed, changed, 1, 0, None)


def test_sessions_with_one_title_are_and_such_that_begin_alike_are_told_apart_by_their_hour() -> None:
    today = datetime.now().astimezone().replace(hour=9, minute=41)
    rows = [
        row("a", "Should the office move?", "waiting", today),
        row("b", "Should the office move?", "waiting", today.replace(minute=52)),
        row("c", "Should the office move? (fork)", "paused", today),
        row("d", "Pricing", "waiting", today),
    ]
    model = SessionListModel()
    model.fill(rows)
    shown = {
        str(item.session): model.index(at, 0)
        for at, item in enumerate(model.items)
        if isinstance(item, SessionRow)
    }
    below = {name: str(index.data()).partition("\n")[2] for name, index in shown.items()}
    assert (below["a"][-7:], below["b"][-7:]) == ("· 09:41", "· 09:52")
    assert below["c"].endswith("· 09:41"), "its title is cut at its end, where it would tell itself apart"
    assert "09:41" not in below["d"]
    library = LibraryModel({"debate": "Question"}, {}, ())
    library.fill(rows)
    dates = [str(library.index(at, 5).data()) for at in range(len(rows))]
    assert [date[-5:] for date in dates[:2]] == ["09:41", "09:52"]
    assert ":" not in dates[3]
