"""What becomes of files: an old and a new form of each, taken whole, in parts, or not at all.

Rules:
- A file that the new form does not have is a deletion, shown as one and never made unseen.
- A text that comes from a model is fitted to the file it replaces: its line ends, its byte order mark, and
  whether its last line ends. So a hunk that nobody chose leaves every byte where it was.
- An edit made outside while a draft was written is a third side: it is shown, and never written over unseen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from app.diffing import Comparison, compare
from app.diffing.patches import carry_over
from app.domain.errors import InputError
from app.domain.i18n import words

MARK = "\ufeff"
"""The byte order mark that some editors begin a file with."""
_LINE_ENDS = re.compile(r"\r\n|\n|\r")
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+\Z")
Choice = Mapping[str, bool | Sequence[str]]
"""By path: True for the whole change, or the keys of the hunks that are taken; what is not named is left."""
Kind = Literal["added", "changed", "removed"]


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file that differs; None: there is none on that side."""

    path: str
    old: str | None
    new: str | None

    @property
    def kind(self) -> Kind:
        """Return what becomes of the file."""
        if self.old is None:
            return "added"
        return "removed" if self.new is None else "changed"

    def compared(self) -> Comparison:
        """Return its hunks; those of a file that is added or removed are all of it."""
        return compare(self.old or "", self.new or "")


def changes(old: Mapping[str, str], new: Mapping[str, str], order: Sequence[str] = ()) -> list[FileChange]:
    """Return the files that differ, in the order given, others behind by name. Texts must be fitted."""
    rank = {path: place for place, path in enumerate(order)}
    paths = sorted({*old, *new}, key=lambda path: (rank.get(path, len(rank)), path))
    return [
        FileChange(path, old.get(path), new.get(path)) for path in paths if old.get(path) != new.get(path)
    ]


def fitted(new: str, old: str | None) -> str:
    """Return a text with the line ends, the byte order mark and the end of the file as the old form has them.

    Without an old form: plain line ends, and a last line that ends. Lines that stay keep their own end.
    """
    text = plain(new).removeprefix(MARK).rstrip("\n")
    if not old:
        return text + "\n" if text else text
    bare = old.removeprefix(MARK)
    if text:
        text += "\n" * (len(plain(bare)) - len(plain(bare).rstrip("\n")))
    if plain(bare) == text:
        return old
    return (MARK if old.startswith(MARK) else "") + _with_ends(text, bare)


def _with_ends(text: str, old: str) -> str:
    """Give plain lines the ends that they had, new ones that of most."""
    usual = line_end(old)
    if set(_LINE_ENDS.findall(old)) <= {usual}:
        return text.replace("\n", usual)
    before, after = _LINES.findall(old), text.split("\n")
    bare = [line.rstrip("\r\n") for line in before]
    result = [line + usual for line in after[:-1]] + after[-1:]
    for old_at, new_at, size in SequenceMatcher(None, bare, after, autojunk=False).get_matching_blocks():
        for offset in range(size):
            if new_at + offset < len(after) - 1:
                line = before[old_at + offset]
                result[new_at + offset] = line if line.endswith(("\n", "\r")) else line + usual
    for index in range(1, len(result)):
        # An empty line behind an end of `\r` would make one end of the two.
        if result[index] == "\n" and result[index - 1].endswith("\r"):
            result[index] = "\r"
    return "".join(result)


def line_end(text: str) -> str:
    r"""Return how most lines of a text end: `\n`, `\r\n` or `\r`."""
    return next((end for end, _ in Counter(_LINE_ENDS.findall(text)).most_common(1)), "\n")


def plain(text: str) -> str:
    """Return a text with plain line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def accepted(found: Sequence[FileChange], choice: Choice | None = None) -> dict[str, str | None]:
    """Return what is to be written, by path: None where a file is deleted. `choice` None: all of it.

    Raises InputError for a file or a hunk that is not there: nothing is left out unseen.
    """
    if choice is None:
        return {change.path: change.new for change in found}
    by_path = {change.path: change for change in found}
    for path in choice:
        if path not in by_path:
            raise InputError(
                words("“{file}” is not among the changes.", file=path),
                words("Choose among the files that changed."),
            )
    result: dict[str, str | None] = {}
    for path, change in by_path.items():
        wanted = choice.get(path, False)
        if wanted is True:
            result[path] = change.new
        elif wanted:
            text = _in_parts(change, wanted)
            if text != change.old:
                result[path] = text
    return result


def _in_parts(change: FileChange, keys: Sequence[str]) -> str | None:
    found = change.compared()
    known = {hunk.key: hunk.index for hunk in found.hunks}
    missing = [key for key in keys if key not in known]
    if missing:
        raise InputError(
            words("A chosen change of “{file}” is not there any more.", file=change.path),
            words("Look at the changes again, and choose anew."),
        )
    if len(set(keys)) == len(known):
        return change.new
    return found.compose([known[key] for key in keys])


# --- edits made outside --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ThirdSide:
    """A file that somebody else changed while a new form of it was made.

    `base` is what the new form was made from, `outside` what lies there now, `ours` the new form. `merged`
    holds both, where every edit made outside found its place in the new form.
    """

    path: str
    base: str | None
    outside: str | None
    ours: str | None
    merged: str | None = None


def third_sides(
    base: Mapping[str, str | None], outside: Mapping[str, str | None], ours: Mapping[str, str | None]
) -> list[ThirdSide]:
    """Return the files among `ours` that were changed outside since, in another way than ours."""
    found = []
    for path, new in ours.items():
        old, now = base.get(path), outside.get(path)
        if now in (old, new):
            continue
        merged = None
        if old is not None and now is not None and new is not None:
            carried = carry_over(old, now, new)
            merged = carried.text if carried.whole else None
        found.append(ThirdSide(path, old, now, new, merged))
    return found
