"""What a screen reader, a keyboard and weak eyes need: names, order, announcements, contrast."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QTabBar,
    QWidget,
)

from app.ui.kit.states import state_look
from app.ui.kit.theme import apply_theme
from tests.support.hurry import at_once
from tests.support.scenes.pictures import SCENES, Scene, prepare, settle
from tests.support.scenes.states import bring_to
from tests.support.seeing import edge_contrast, luminance, picture_of, typed_controls

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

CONTROLS = (QAbstractButton, QLineEdit, QComboBox, QAbstractScrollArea, QAbstractSpinBox, QTabBar)
THEMES = ("light", "dark")
EDGED = {"new-session", "approval"}
EDGES_AT_PUSH = {("new-session", "light"), ("approval", "dark")}
CONTRASTS_AT_PUSH = {("approval", "dark"), ("failure", "light"), ("finished", "dark"), ("auto", "light")}
AT_PUSH = {"first-run", "new-session", "failure", "dialog-uncertain"}
"""The long debate is looked at with the room for what is read."""


def nameless(root: QWidget) -> list[str]:
    """Return the controls that take the focus and that a screen reader has no name for."""
    found = []
    for w in root.findChildren(QWidget):
        inner = w.objectName().startswith("qt_") or isinstance(w.parent(), QComboBox | QAbstractSpinBox)
        if not isinstance(w, CONTROLS) or not w.isVisible() or not w.focusPolicy() or inner:
            continue
        if not QAccessible.queryAccessibleInterface(w).text(QAccessible.Text.Name):
            found.append(f"{type(w).__name__} {w.objectName()}")
    return found


def unread(root: QWidget) -> list[str]:
    """Return the labels in sight whose words a screen reader never comes to: their name stands for them."""
    labels = [w for w in root.findChildren(QLabel) if w.isVisible() and w.accessibleName()]
    # Of a title that is cut on screen all is read.
    cut = [w.text().removesuffix("…") for w in labels]
    return [
        f"{w.accessibleName()}: {w.text()}"
        for w, shown in zip(labels, cut, strict=True)
        if shown not in w.accessibleName()
    ]


def contrast_on_screen(widget: QWidget) -> float:
    """Return the contrast between the lightest and the darkest pixel of a widget as it is painted."""
    picture = picture_of(widget).convertToFormat(QImage.Format.Format_RGB32)
    # Each colour once: there are a few hundred of them and a million pixels.
    found = [luminance(QColor.fromRgb(rgb)) for rgb in set(memoryview(picture.constBits()).cast("I"))]
    return (max(found) + 0.05) / (min(found) + 0.05)


@pytest.mark.parametrize(
    "scene",
    [pytest.param(s, id=s.name, marks=() if s.name in AT_PUSH else pytest.mark.nightly) for s in SCENES],
)
async def test_every_control_of_a_scene_has_a_name(desk, core, scene: Scene):
    await prepare(core, scene)
    async with desk() as d:
        await settle(d.window, scene, core, at_once)
        assert nameless(d.window) == []
        assert unread(d.window) == []
        await core.sessions.shutdown()


CONTRASTS = [(state, theme) for state in ("approval", "failure", "finished", "auto") for theme in THEMES]


@pytest.mark.parametrize(
    ("state", "theme"),
    [pytest.param(*one, marks=() if one in CONTRASTS_AT_PUSH else pytest.mark.nightly) for one in CONTRASTS],
)
async def test_words_on_the_screen_have_enough_contrast(desk, core, app, theme, state):
    session = await bring_to(core, state)
    async with desk() as d:
        apply_theme(app, theme)
        await d.window._open(session)
        await d.guard()
        page = d.window.page
        words: list[QWidget] = [page.header.title, page.header.chip, page.bar.title, page.bar.details]
        words += list(page.bar._buttons.values())
        words += [w for w in d.window.statusBar().findChildren(QLabel) if w.text()]
        found = [
            (w.accessibleName() or type(w).__name__, round(contrast_on_screen(w), 1))
            for w in words
            if w.isVisible()
        ]
        assert len(found) >= 5, "title, chip, what is asked, a button, and the line at the bottom"
        assert [(name, seen) for name, seen in found if seen < 4.5] == []
        await core.sessions.shutdown()
    apply_theme(app, "light")


@pytest.mark.parametrize(
    ("scene", "theme"),
    [
        pytest.param(
            *(s, theme),
            id=f"{s.name}-{theme}",
            marks=() if (s.name, theme) in EDGES_AT_PUSH else pytest.mark.nightly,
        )
        for s in SCENES
        for theme in THEMES
    ],
)
async def test_what_is_typed_into_or_chosen_from_has_an_edge(desk, core, app, theme, scene: Scene):
    apply_theme(app, theme)
    await prepare(core, scene)
    async with desk() as d:
        await settle(d.window, scene, core, at_once)
        found: dict[str, float] = {}
        for window in [w for w in app.topLevelWidgets() if w.isVisible()]:
            picture = window.grab().toImage()
            for w in typed_controls(window):
                seen = edge_contrast(w, picture)
                if seen is not None:
                    found[f"{type(w).__name__} {w.accessibleName()}"] = round(seen, 2)
        assert {name: seen for name, seen in found.items() if seen < 3} == {}
        assert found or scene.name not in EDGED
        await core.sessions.shutdown()
    apply_theme(app, "light")


async def test_what_needs_the_person_is_announced_at_once_and_progress_politely(desk, core, monkeypatch):
    announced: list[tuple[str, str]] = []

    update = QAccessible.updateAccessibility

    def listen(event: Any) -> None:
        announced.append((event.message(), event.politeness().name))
        update(event)

    monkeypatch.setattr(QAccessible, "updateAccessibility", listen)
    session = await core.begin()
    async with desk() as d:
        await d.settle()
        announced.clear()
        await core.play_round(session, 1)
        await d.settle()
        assert ("Round 1 is ready for your decision.", "Assertive") in announced
        await d.guard()
        await d.click("Approve and continue")
        assert announced[-1][1] == "Polite"


async def test_escape_never_stops_a_run(desk, core):
    session = await bring_to(core, "running")
    async with desk() as d:
        for widget in (d.window, d.window.page, d.window.page.bar):
            QTest.keyClick(widget, Qt.Key.Key_Escape)
        await d.settle()
        assert core.sessions.running(session)
        assert not [c for c in core.wishes() if c[0].startswith("stop")]
        await core.sessions.shutdown()


async def test_a_theme_switch_leaves_no_widget_behind(desk, core, app):
    await bring_to(core, "approval")
    async with desk() as d:
        for theme in ("dark", "light", "dark"):
            d.window.set_theme(theme)
            await d.settle()
            grounds = {w.palette().window().color().name() for w in d.window.findChildren(QWidget)}
            assert app.palette().window().color().name() in grounds
            stale = "#f4f5f7" if theme == "dark" else "#1f2024"
            assert stale not in grounds
        d.window.set_theme("light")


async def test_glyphs_and_words_say_what_colours_say(desk, core):
    looks = {
        # The session waits for a person; what is asked is about a failure.
        "failure": ("waiting", "failed"),
        "approval": ("waiting", "waiting"),
        "finished": ("finished", "finished"),
        "stopped": ("stopped", "stopped"),
    }
    sessions = {state: await bring_to(core, state) for state in looks}
    async with desk() as d:
        page = d.window.page
        for state, (chip, sign) in looks.items():
            await d.window._open(sessions[state])
            assert page.header.chip.look == state_look(chip)
            assert len(page.header.chip.text()) > 4
            assert page.bar.sign.state == sign
