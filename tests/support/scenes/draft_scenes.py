"""Pictures of a draft: its form, its gates, each of its tabs; and how the window gets there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.ui.setup.new_session import NewSessionDialog
from tests.support.scenes import draft_story as story
from tests.support.scenes.stage import Stage

Window = Any
"""The MainWindow."""
Step = Callable[[Window], object]


def _tab(name: str) -> Step:
    return lambda window: window.page.tabs.show_tab(name)


def _press(does: str) -> Step:
    return lambda window: window.page.bar.press(does)


def _form(window: Window) -> None:
    """Turn the form of a new session to this workflow's."""
    window.ask_new()
    window.findChildren(NewSessionDialog)[-1].kinds.buttons["draft"].click()


def _write_on(window: Window) -> None:
    core = window.core
    assert isinstance(core, Stage)
    writer = next(iter(core.players.waiting.values())).request.seat
    core.players.stream(writer, f"<<<FILE {story.WEIGHING}>>>\n{story.SECOND_TRY[story.WEIGHING]}")


SCENES: tuple[tuple[str, str, Step | None], ...] = (
    ("draft-first", "draft-first", None),
    ("draft-form", "draft-first", _form),
    ("draft-below", "draft-below", None),
    ("draft-revision", "draft-revision", None),
    ("draft-revision-judge", "draft-revision", _tab("draft_judged")),
    ("draft-acceptance", "draft-acceptance", None),
    ("draft-acceptance-changes", "draft-acceptance", _tab("draft_changes")),
    ("draft-acceptance-explained", "draft-acceptance", _tab("draft_explained")),
    ("draft-acceptance-judge", "draft-acceptance", _tab("draft_judged")),
    ("draft-acceptance-history", "draft-acceptance", _tab("draft_history")),
    ("draft-acceptance-parts", "draft-acceptance", _press("gate:accept_parts")),
    ("draft-accepted", "draft-accepted", None),
    ("draft-accepted-history", "draft-accepted", _tab("draft_history")),
    ("draft-accepted-summary", "draft-accepted", _tab("summary")),
    ("draft-writing", "draft-writing", _write_on),
    ("draft-choosing", "draft-choosing", None),
    ("draft-refused", "draft-refused", None),
    ("draft-versions", "draft-versions", None),
    ("draft-versions-changes", "draft-versions", _tab("draft_changes")),
    ("draft-versions-judge", "draft-versions", _tab("draft_judged")),
    ("draft-choosing-parts", "draft-choosing", _press("gate:combine")),
)
