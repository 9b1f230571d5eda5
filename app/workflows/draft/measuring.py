"""Figures of a change to a level: files n of m, lines ±, words before and after; computed, not asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict

from app.diffing.matching import matching_blocks
from app.diffing.tokens import count_words

FileKind = Literal["changed", "added", "deleted", "unchanged"]


class _Figures(BaseModel):
    model_config = ConfigDict(frozen=True)


class FileFigures(_Figures):
    """What became of one file."""

    path: str
    kind: FileKind
    lines_added: int = 0
    lines_removed: int = 0
    words_before: int = 0
    words_after: int = 0


class LevelFigures(_Figures):
    """What became of a level; `files` in the document's order, deleted ones where they stood."""

    files: tuple[FileFigures, ...] = ()

    @property
    def changed(self) -> tuple[FileFigures, ...]:
        """The files that are not what they were."""
        return tuple(one for one in self.files if one.kind != "unchanged")

    @property
    def files_changed(self) -> int:
        """How many files are not what they were."""
        return len(self.changed)

    @property
    def files_total(self) -> int:
        """How many files there are or were."""
        return len(self.files)

    @property
    def lines_added(self) -> int:
        """Lines that are new."""
        return sum(one.lines_added for one in self.files)

    @property
    def lines_removed(self) -> int:
        """Lines that are gone."""
        return sum(one.lines_removed for one in self.files)

    @property
    def lines_changed(self) -> int:
        """Lines that are new or gone: the `lines_changed` of the history file."""
        return self.lines_added + self.lines_removed

    @property
    def words_before(self) -> int:
        """Words of the level as it was."""
        return sum(one.words_before for one in self.files)

    @property
    def words_after(self) -> int:
        """Words of the level as it is."""
        return sum(one.words_after for one in self.files)


def measure(old: Mapping[str, str], new: Mapping[str, str]) -> LevelFigures:
    """Compare two forms of a level, file by file."""
    paths = [*new]
    for index, path in enumerate(old):
        if path not in new:
            before = next((one for one in reversed(list(old)[:index]) if one in paths), None)
            paths.insert(paths.index(before) + 1 if before is not None else 0, path)
    return LevelFigures(files=tuple(_file(path, old.get(path), new.get(path)) for path in paths))


def _file(path: str, old: str | None, new: str | None) -> FileFigures:
    before, after = count_words(old or ""), count_words(new or "")
    if old == new:
        return FileFigures(path=path, kind="unchanged", words_before=before, words_after=after)
    added, removed = _lines(_plain(old or ""), _plain(new or ""))
    kind: FileKind = "added" if old is None else "deleted" if new is None else "changed"
    return FileFigures(
        path=path,
        kind=kind,
        lines_added=added,
        lines_removed=removed,
        words_before=before,
        words_after=after,
    )


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n")


def _lines(old: str, new: str) -> tuple[int, int]:
    before, after = old.splitlines(), new.splitlines()
    same = sum(length for _, _, length in matching_blocks(before, after))
    return len(after) - same, len(before) - same


def percent_of_words(figures: FileFigures | LevelFigures) -> str:
    """Return the change in words as a share, “+15 %”; empty where there is none to tell."""
    if not figures.words_before or figures.words_before == figures.words_after:
        return ""
    share = 100 * (figures.words_after - figures.words_before) / figures.words_before
    shown = f"{abs(share):.0f}" if abs(share) >= 1 else "<1"
    return f"{'+' if share > 0 else '−'}{shown} %"
