"""What the texts of a session are called where any of them can be chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from app.domain.ids import PERSON
from app.projections.texts import TextVersion
from app.ui.kit.texts import tr
from app.ui.view.labels import round_text
from app.ui.view.session_view import SessionView


def title_of(view: SessionView, version: TextVersion) -> str:
    """Return in which round and attempt a text was written, and whether by the person."""
    title = round_text(view, version.round or 1)
    if version.attempt > 1:
        title += tr(", attempt {n}", n=version.attempt)
    return title + (tr(", your edit") if version.by_person else "")


def titles_of(view: SessionView, versions: Sequence[TextVersion]) -> list[str]:
    """Return titles of one member's texts, oldest first, no two of them alike."""
    alike = [(title_of(view, version), version.slot) for version in versions]
    if versions and versions[0].seat == PERSON:
        # It was not written here: it lay in the folder.
        alike[0] = tr("At the start"), versions[0].slot
    many, met, given = Counter(alike), set[tuple[str, str]](), Counter[str]()
    titles: list[str] = []
    for key in alike:
        title = key[0]
        if many[key] > 1:
            title += tr(", revised") if key in met else tr(", first")
        met.add(key)
        given[title] += 1
        titles.append(title if given[title] == 1 else f"{title} ({given[title]})")
    return titles
