"""The comments of a Word document: who said what, and what it answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from zipfile import ZipFile

from app.documents.lines import Refusal
from app.documents.packed import walk
from app.documents.signs import SIGNS, sign_of

MOST_COMMENTS, _LONGEST_COMMENT, _LONGEST_NAME = 2_000, 20_000, 120
NO_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
"""What no text holds."""


def plain_name(text: str) -> str:
    """Return a name on one line, as long as one is shown."""
    return " ".join(NO_TEXT.sub("", text).split())[:_LONGEST_NAME]


class Comments:
    """The comments with what answers what; raises Refusal where there are too many."""

    def __init__(self) -> None:
        self._found: list[dict[str, str]] = []
        self._of: dict[str, int] = {}
        """By the id of each paragraph, the comment it is of."""
        self._parents: dict[str, str] = {}
        self._done: set[str] = set()

    def begin(self, tag: str, given: Mapping[str, str]) -> None:
        if tag == "comment":
            if len(self._found) >= MOST_COMMENTS:
                raise Refusal("comments", limit=MOST_COMMENTS)
            who = {"id": given.get("id", ""), "author": plain_name(given.get("author", ""))}
            self._found.append({**who, "at": given.get("date", "")[:40], "text": "", "last": ""})
        elif tag == "p" and self._found:
            comment = self._found[-1]
            comment["text"] += "\n" if comment["text"] else ""
            if paragraph := given.get("paraId", ""):
                self._of[paragraph] = len(self._found) - 1
                comment["last"] = paragraph
        elif tag == "sym":
            self.text(sign_of(given.get("char", ""), given.get("font", "")))
        elif tag in SIGNS:
            self.text(SIGNS[tag])

    def text(self, characters: str) -> None:
        if self._found and len(self._found[-1]["text"]) < _LONGEST_COMMENT:
            self._found[-1]["text"] += NO_TEXT.sub("", characters)

    def read(self, packed: ZipFile, parts: Mapping[str, Sequence[str]]) -> None:
        """Take in the parts of a document that hold its comments; raises Refusal."""
        walk(packed, parts.get("comments", ()), self.begin, None, self.text)
        walk(packed, parts.get("commentsExtended", ()), self.extend, whole=True)

    def extend(self, tag: str, given: Mapping[str, str]) -> None:
        """Take in which comment answers which, and which are settled."""
        if tag == "commentEx":
            paragraph = given.get("paraId", "")
            self._parents[paragraph] = given.get("paraIdParent", "")
            if given.get("done") in ("1", "true"):
                self._done.add(paragraph)

    def placed(self, places: Mapping[str, tuple[int, int]]) -> list[dict[str, object]]:
        """Return the comments in order, with where they stand; `parent`: the place of what it answers."""
        found: list[dict[str, object]] = []
        for comment in self._found:
            parent = self._of.get(self._parents.get(comment["last"], ""), -1)
            begin, end = places.get(comment["id"], (-1, -1))
            if begin < 0 and parent >= 0:
                begin, end = places.get(self._found[parent]["id"], (-1, -1))
            who = {name: comment[name] for name in ("id", "author", "at")}
            said = {"text": comment["text"].strip()[:_LONGEST_COMMENT], "done": comment["last"] in self._done}
            found.append({**who, **said, "begin": begin, "end": end, "parent": parent})
        return found
