"""How readable a diff is, in figures, and the same for its peers.

A diff is a list of (kind, text): equal, delete, insert. The pairs under tests/data/readability are
public-domain prose and its published revisions, answers and letters revised by hand, and changes of code;
each file holds the old text, a line of eight per cent signs, and the new one.
"""

from __future__ import annotations

import difflib
import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from diff_match_patch import diff_match_patch

from app.diffing import Span, compare, diff_texts

FOLDER = Path(__file__).parents[1] / "data" / "readability"
Parts = list[tuple[str, str]]
_WORD = re.compile(r"\w+")


def pairs() -> dict[str, tuple[str, str]]:
    """Return (old, new) by name."""
    found = {}
    for file in sorted(FOLDER.glob("*.txt")):
        old, _, new = file.read_text(encoding="utf-8").partition("%%%%%%%%\n")
        found[file.stem] = (old, new)
    return found


@dataclass(frozen=True)
class Score:
    """Edits; equalities of at most one word between two edits; borders inside words; characters kept."""

    edits: int
    islands: int
    cuts: int
    kept: int


def score(parts: Parts) -> Score:
    """Measure a diff."""
    edits = islands = cuts = kept = 0
    changed = False
    before = ""
    last = len(parts) - 1
    for index, (kind, text) in enumerate(parts):
        if kind == "equal":
            kept += len(text)
            between = 0 < index < last
            islands += between and "\n" not in text and len(_WORD.findall(text)) <= 1
            changed = False
        else:
            edits += not changed
            changed = True
        # A border between two letters is inside a word on the side that has both.
        if before and kind != "equal" and before[-1].isalnum() and text[0].isalnum() and before.isascii():
            cuts += parts[index - 1][0] == "equal" and text[0].isascii()
        if kind == "equal" and index and before and before[-1].isalnum() and text[0].isalnum():
            cuts += before[-1].isascii() and text[0].isascii()
        before = text
    return Score(edits, islands, cuts, kept)


def ours(old: str, new: str) -> Parts:
    """Diff as whole texts."""
    return [(span.kind, span.text) for span in diff_texts(old, new)]


def ours_in_rows(old: str, new: str) -> Parts:
    """Diff as the window shows it: in pieces that are paired."""
    parts: Parts = []
    for row in compare(old, new).rows:
        if row.kind == "changed":
            parts += ((span.kind, span.text) for span in row.spans)
        elif row.moved is None and row.old and row.new is None:
            parts.append(("delete", row.old.text))
        elif row.moved is None and row.new and row.old is None:
            parts.append(("insert", row.new.text))
        elif row.old and row.new:
            parts.append(("equal", row.old.text))
        parts.append(("equal", "\n"))
    return joined(parts)


def joined(parts: Parts) -> Parts:
    """Join neighbours of one kind; an edit's deletions come before its insertions."""
    merged: Parts = []
    for kind, text in parts:
        if merged and merged[-1][0] == kind:
            merged[-1] = (kind, merged[-1][1] + text)
        elif text:
            merged.append((kind, text))
    return merged


def google(old: str, new: str, *, cleaned: bool) -> Parts:
    """diff-match-patch by character, with its semantic clean-up or without."""
    tool = diff_match_patch()
    found = tool.diff_main(old, new)
    if cleaned:
        tool.diff_cleanupSemantic(found)
    return [({0: "equal", -1: "delete", 1: "insert"}[op], text) for op, text in found]


def python_words(old: str, new: str) -> Parts:
    """difflib over words and what stands between them."""
    left, right = (re.findall(r"\w+|\s+|[^\w\s]", text) for text in (old, new))
    parts: Parts = []
    for op, a0, a1, b0, b1 in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if op == "equal":
            parts.append(("equal", "".join(left[a0:a1])))
            continue
        parts += (
            (kind, "".join(side))
            for kind, side in (("delete", left[a0:a1]), ("insert", right[b0:b1]))
            if side
        )
    return joined(parts)


def git_words(old: str, new: str) -> Parts:
    """git's word diff; the white space it does not report counts as one blank."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("old", "new")]
        for path, text in zip(paths, (old, new), strict=True):
            path.write_text(text, "utf-8")
        command = ["git", "diff", "--no-index", "--word-diff=porcelain", "-U9999", *map(str, paths)]
        output = subprocess.run(command, capture_output=True, check=False).stdout.decode("utf-8")
    parts: Parts = []
    kinds = {" ": "equal", "-": "delete", "+": "insert"}
    for line in output.partition("@@\n")[2].split("\n"):
        if line == "~":
            parts.append(("equal", "\n"))
        elif line[:1] in kinds and len(line) > 1:
            parts.append((kinds[line[0]], line[1:]))
    return joined(parts)


PEERS = {
    "ours": ours_in_rows,
    "ours, whole": ours,
    "diff-match-patch": lambda old, new: google(old, new, cleaned=False),
    "its clean-up": lambda old, new: google(old, new, cleaned=True),
    "git words": git_words,
    "difflib words": python_words,
}


def rebuilt(spans: Sequence[Span]) -> tuple[str, str]:
    """Return the old and the new text that spans are made of."""
    old, new = ("".join(s.text for s in spans if s.kind != other) for other in ("insert", "delete"))
    return old, new
