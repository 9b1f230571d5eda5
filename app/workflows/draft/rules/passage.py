"""A marked passage of one file: exactly its characters are replaced, whatever a model returns.

A reply holds the passage between marks and nothing else. One with more is cut to what stands for the passage,
where the words around it show where that ends; else it is refused. Nothing is merged by guess.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.diffing.quotations import find_words
from app.domain.i18n import Message, words
from app.domain.thoughts import strip_reasoning
from app.workflows.common.reading.reader import read_prose
from app.workflows.draft.facts import MarkedPassage

TAG = "PASSAGE"
_AROUND = 40
"""Characters beside the passage by which a reply that says them again is recognised."""
_NEAR = 2000
_MOST_BLOCKS = 20
_LEAST = 12
"""Characters beside it below which nothing is recognised: a text has three words twice."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """The file with the passage replaced, the new passage, and what was cut off the reply."""

    text: str
    passage: MarkedPassage
    mends: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class NotReplaced:
    """A reply that was refused, and why; the file stays as it is."""

    why: Message


def find_passage(path: str, text: str, quote: str, near: int = 0) -> MarkedPassage | None:
    """Return where quoted words stand, nearest to a character; None where they are not in the text.

    White space is taken as one space: a selection on screen has other line breaks than the file, and none of
    the marks of Markdown.
    """
    found = find_words(text, quote, near=near)
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
) -> Replaced | NotReplaced:
    """Put what a reply says in place of the passage. `cut`: the reply ended at its length limit."""
    if text[passage.start : passage.end] != passage.quote:
        return NotReplaced(
            words("The marked words are no longer there in {file}. Mark them again.", file=passage.path)
        )
    read = _read(text, passage, reply, tag, cut=cut)
    if isinstance(read, NotReplaced):
        return read
    new, mends = read
    before, old, behind = parts_of(text, passage)
    # The white space at the edges is the file's, and so is its kind of line breaks.
    body = new.strip()
    lead, tail = old[: len(old) - len(old.lstrip())], old[len(old.rstrip()) :]
    if "\r\n" in text:
        body = body.replace("\r\n", "\n").replace("\n", "\r\n")
    body = lead + body + tail
    new_passage = passage.model_copy(update={"end": passage.start + len(body), "quote": body})
    return Replaced(before + body + behind, new_passage, mends)


# --- what of a reply stands for the passage -----------------------------------------------------------


def _read(
    text: str, passage: MarkedPassage, reply: str, tag: str, *, cut: bool
) -> tuple[str, tuple[Message, ...]] | NotReplaced:
    opened = len(re.findall(rf"(?im)^[ \t]*<{{2,4}}[ \t]*{re.escape(tag)}(?![\w-])", reply))
    blocks = _blocks(reply, tag) if opened <= _MOST_BLOCKS else []
    if opened > _MOST_BLOCKS:
        return NotReplaced(_several(opened))
    if opened > len(blocks) or (cut and not blocks):
        return NotReplaced(
            words(
                "The answer broke off before the passage was whole. Nothing was changed; what came is kept "
                "and can be gone on from."
            )
        )
    if len(blocks) > 1 and len(set(blocks)) > 1:
        return NotReplaced(_several(len(blocks)))
    mends: list[Message] = []
    if blocks:
        new = blocks[0]
        if _outside(reply, tag).strip():
            mends.append(words("What the answer says beside the passage was left out."))
    else:
        new = read_prose(reply).text
        if not new.strip():
            return NotReplaced(words("The answer is empty. Nothing was changed."))
    inside = _without_surroundings(text, passage, new)
    if inside is None:
        return NotReplaced(
            words(
                "The answer says more than the marked passage, and it does not show where that ends. "
                "Nothing was changed."
            )
        )
    if inside != new:
        mends.append(words("The answer repeats text around the passage; that was cut off."))
    return inside, tuple(mends)


def _several(number: int) -> Message:
    return words("The answer has {n} different passages; one was asked for. Nothing was changed.", n=number)


def _blocks(reply: str, tag: str) -> list[str]:
    name = re.escape(tag)
    found = re.findall(
        rf"(?ims)^[ \t]*<{{2,4}}[ \t]*{name}(?![\w-])[^>\n]{{0,200}}>{{2,4}}[ \t\r]*\n?(.*?)"
        rf"^[ \t]*<{{2,4}}[ \t]*END[ \t]+{name}(?![\w-])[ \t]*>{{2,4}}",
        reply,
    )
    return [one.strip("\n") for one in found]


def _outside(reply: str, tag: str) -> str:
    name = re.escape(tag)
    answer = strip_reasoning(reply)[0]
    return re.sub(
        rf"(?ims)^[ \t]*<{{2,4}}[ \t]*{name}(?![\w-]).*?<{{2,4}}[ \t]*END[ \t]+{name}(?![\w-])[ \t]*>{{2,4}}",
        "",
        answer,
    )


def _without_surroundings(text: str, passage: MarkedPassage, new: str) -> str | None:
    """Return a reply without the text around the passage; None where its edge does not show."""
    before, old, behind = parts_of(text, passage)
    ahead, after = _words(before[-_NEAR:]), _words(behind[:_NEAR])
    head, tail = ahead[-_AROUND:], after[:_AROUND]
    inside = new
    if len(head) >= _LEAST:
        places = _places(head, inside)
        fresh = len(_places(head, old))
        if len(places) > fresh:
            if fresh or len(places) > 1:
                return None
            inside = inside[places[0][1] :].lstrip()
    if len(tail) >= _LEAST:
        places = _places(tail, inside)
        fresh = len(_places(tail, old))
        if len(places) > fresh:
            if fresh or len(places) > 1:
                return None
            inside = inside[: places[0][0]].rstrip()
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
