"""A marked passage of one file: exactly its characters are replaced, whatever a model returns.

A reply holds the passage between marks and nothing else. One with more is cut to what stands for the passage,
where the words around it show where that ends; else it is refused. Nothing is merged by guess.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from app.diffing.quotations import find_words
from app.domain.i18n import Message, words
from app.domain.thoughts import strip_reasoning
from app.prompts.fences import Fence
from app.workflows.common.reading.reader import read_prose
from app.workflows.draft.facts import MarkedPassage

TAG = "PASSAGE"
_AROUND = 40
"""Characters beside the passage by which a reply that says them again is recognised."""
_NEAR = 2000
_MOST_BLOCKS = 20
_LEAST = 12
"""Characters beside it below which nothing is recognised: a text has three words twice."""


class Replaced(NamedTuple):
    """The file with the passage replaced, and what was cut off the reply."""

    text: str
    mends: tuple[Message, ...] = ()


def find_passage(path: str, text: str, quote: str) -> MarkedPassage | None:
    """Return where quoted words stand first; None where they are not in the text.

    White space is taken as one space: a selection on screen has other line breaks than the file, and none of
    the marks of Markdown.
    """
    found = find_words(text, quote)
    if found is None:
        return None
    return MarkedPassage(path=path, start=found.start, end=found.end, quote=text[slice(*found)])


def parts_of(text: str, passage: MarkedPassage) -> tuple[str, str, str]:
    """Return what stands before the passage, the passage, and what stands behind."""
    return text[: passage.start], text[passage.start : passage.end], text[passage.end :]


def put_in_its_place(text: str, passage: MarkedPassage, new: str) -> str | None:
    """Return what of a new text stands in place of the passage; None where it changed beside it, too."""
    before, _, behind = parts_of(text, passage)
    whole = len(new) >= len(before) + len(behind) and new.startswith(before) and new.endswith(behind)
    return new[len(before) : len(new) - len(behind)] if whole else None


def replaced(
    text: str, passage: MarkedPassage, reply: str, *, tag: str = TAG, cut: bool = False
) -> Replaced | Message:
    """Put what a reply says in place of the passage, or say why the file stays as it is.

    `cut`: the reply ended at its length limit.
    """
    if text[passage.start : passage.end] != passage.quote:
        return words("The marked words are no longer there in {file}. Mark them again.", file=passage.path)
    read = _read(text, passage, reply, tag, cut=cut)
    if isinstance(read, Message):
        return read
    new, mends = read
    before, old, behind = parts_of(text, passage)
    # The white space at the edges is the file's, and so is its kind of line breaks.
    body = new.strip()
    lead, tail = old[: len(old) - len(old.lstrip())], old[len(old.rstrip()) :]
    if "\r\n" in text:
        body = body.replace("\r\n", "\n").replace("\n", "\r\n")
    return Replaced(before + lead + body + tail + behind, mends)


# --- what of a reply stands for the passage -----------------------------------------------------------


def _read(
    text: str, passage: MarkedPassage, reply: str, tag: str, *, cut: bool
) -> tuple[str, tuple[Message, ...]] | Message:
    reply = Fence.joined(reply)
    opens = rf"^[ \t]*<{{2,4}}[ \t]*{re.escape(tag)}(?![\w-])"
    opened = len(re.findall(rf"(?im){opens}", reply))
    if opened > _MOST_BLOCKS:
        return _several(opened)
    ends = rf"<{{2,4}}[ \t]*END[ \t]+{re.escape(tag)}(?![\w-])[ \t]*>{{2,4}}"
    whole = rf"(?ims){opens}[^>\n]{{0,200}}>{{2,4}}[ \t\r]*\n?(.*?)^[ \t]*{ends}"
    blocks = [one.strip("\n") for one in re.findall(whole, reply)]
    if opened > len(blocks) or (cut and not blocks):
        return words(
            "The answer broke off before the passage was whole. Nothing was changed; what came is kept "
            "and can be gone on from."
        )
    if len(set(blocks)) > 1:
        return _several(len(blocks))
    mends: list[Message] = []
    if blocks:
        new = blocks[0]
        if re.sub(rf"(?ims){opens}.*?{ends}", "", strip_reasoning(reply)[0]).strip():
            mends.append(words("What the answer says beside the passage was left out."))
    else:
        new = read_prose(reply).text
        if not new.strip():
            return words("The answer is empty. Nothing was changed.")
    inside = _without_surroundings(text, passage, new)
    if inside is None:
        return words(
            "The answer says more than the marked passage, and it does not show where that ends. "
            "Nothing was changed."
        )
    if inside != new:
        mends.append(words("The answer repeats text around the passage; that was cut off."))
    return inside, tuple(mends)


def _several(number: int) -> Message:
    return words("The answer has {n} different passages; one was asked for. Nothing was changed.", n=number)


def _without_surroundings(text: str, passage: MarkedPassage, new: str) -> str | None:
    """Return a reply without the text around the passage; None where its edge does not show."""
    before, old, behind = parts_of(text, passage)
    ahead, after = _words(before[-_NEAR:]), _words(behind[:_NEAR])
    head, tail = ahead[-_AROUND:], after[:_AROUND]
    inside = new
    for edge, ahead_of_it in ((head, True), (tail, False)):
        places = _places(edge, inside) if len(edge) >= _LEAST else []
        fresh = len(_places(edge, old)) if places else 0
        if len(places) <= fresh:
            continue
        if fresh or len(places) > 1:
            return None
        start, end = places[0]
        inside = inside[end:].lstrip() if ahead_of_it else inside[:start].rstrip()
    if inside != new and not inside:
        return None
    # What lies farther off gives away a whole file that was changed just beside the passage too.
    near = [ahead[-4 * _AROUND : -_AROUND], after[_AROUND : 4 * _AROUND]]
    if any(len(one) >= 2 * _AROUND and _places(one, inside) and not _places(one, old) for one in near):
        return None
    return inside


def _words(text: str) -> str:
    return " ".join(text.split())


def _places(wanted: str, text: str) -> list[tuple[int, int]]:
    """Return where words stand in a text, whatever the white space between them."""
    pattern = r"\s+".join(map(re.escape, wanted.split()))
    return [match.span() for match in re.finditer(pattern, text)] if pattern else []
