"""What a document brings that came back, in sentences: the same for every face."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.domain.excerpt import cut, excerpt
from app.domain.i18n import Message, words
from app.domain.sentences import joined
from app.services.returned_texts import Edit
from app.services.returning import ReturnedComment, ReturnedFile, ReturnedText

_SHOWN = 90
"""Characters of a passage that are told."""
_COMMENTS = words("Comments")
_NOT_READ = {
    "pictures": words("Pictures in it are not taken in: a text cannot hold them."),
    "text boxes": words("Text boxes in it are not taken in: write what matters into the text."),
    "page breaks": words("Page breaks in it are not taken in: a text has none."),
    "looks": words("Underlined, highlighted, raised and hidden letters in it are taken in as plain ones."),
    "headers": words("Its header is not taken in: it is not of the text."),
    "links": words("Where links in it lead is not taken in: write the address into the text."),
    "formulas": words("Formulas of Word in it are not taken in: write what matters into the text."),
    "tables": words("Tables in it are taken in as lines, a cell each."),
    "footnotes": words(
        "Footnotes in it are not taken in: write what matters into the text, or as a comment."
    ),
}


_SPACES_SEEN = str.maketrans("\u00a0\u202f", "␣␣")


@dataclass(frozen=True, slots=True)
class Told:
    """Sentences under a title; without one they are of the whole document."""

    title: Message | None
    lines: tuple[Message, ...]


def told(found: ReturnedFile) -> Iterator[Told]:
    """Yield what a document brings: who worked on it, what of each text, the comments, what is left out."""
    if found.authors:
        yield Told(None, (_by(found.authors),))
    for text in found.texts:
        yield Told(words("{text}", text=text.text.title), tuple(_text(text)))
    comments = tuple(_comments(found))
    if comments:
        yield Told(_COMMENTS, comments)
    rest = tuple(_rest(found))
    if rest:
        yield Told(None, rest)


def _by(authors: Sequence[str]) -> Message:
    if len(authors) == 1:
        return words("Worked on by {name}.", name=authors[0])
    return words("Worked on by {names} and {last}.", names=", ".join(authors[:-1]), last=authors[-1])


def _text(text: ReturnedText) -> Iterator[Message]:
    back = text.back
    if back.untouched:
        yield words("Nothing was decided or written.")
        return
    counts = [
        (back.count("taken"), words("{n} accepted", n=back.count("taken"))),
        (back.count("not_taken"), words("{n} rejected", n=back.count("not_taken"))),
        (back.count("written_over"), words("{n} written over", n=back.count("written_over"))),
        (back.count("open"), words("{n} left open", n=back.count("open"))),
    ]
    shown = [phrase for n, phrase in counts if n]
    if len(back.changes) == 1:
        yield words("Of the change that went out: {what}.", what=joined(shown, ", "))
    elif back.changes:
        yield words("Of {n} changes that went out: {what}.", n=len(back.changes), what=joined(shown, ", "))
    for edit in back.edits:
        yield edit_told(edit)
    for lost in text.lost:
        yield words(
            "“{words}” finds no place: the text was changed there since. It is not taken in.",
            words=_short(lost),
        )
    if text.refused is not None:
        yield words("It is not changed. {why}", why=text.refused)


def edit_told(edit: Edit) -> Message:
    """Return what was written besides, in a sentence."""
    old, new = _short(edit.old), _short(edit.new)
    if edit.moved:
        return words("Moved: “{new}”", new=new)
    if not old:
        heading = edit.new.lstrip().startswith("#")
        return words("New: “{new}”", new=_marked(edit.new) if heading else new)
    if not new:
        return words("Removed: “{old}”", old=old)
    if old.rstrip(":") == new.rstrip(":"):
        # What differs are its marks: emphasis, or a heading's.
        # Or a space that keeps words together, which looks as any other does.
        was, now = edit.old.translate(_SPACES_SEEN), edit.new.translate(_SPACES_SEEN)
        return words("Set otherwise: {old} → {new}", old=_marked(was), new=_marked(now))
    old, new = _parted(edit.old, edit.new)
    return words("Changed: “{old}” → “{new}”", old=old, new=new)


def _marked(text: str) -> str:
    """Return a passage with its marks."""
    return cut(" ".join(text.split()), _SHOWN)


def _parted(old: str, new: str) -> tuple[str, str]:
    """Return two passages from shortly before they part on, as much of them as is told."""
    before, after = excerpt(old), excerpt(new)
    pairs = enumerate(zip(before, after, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), min(len(before), len(after)))
    start = before.rfind(" ", 0, max(0, same - 20)) + 1 if same > 20 else 0
    lead = "… " if start else ""
    return cut(lead + before[start:], _SHOWN), cut(lead + after[start:], _SHOWN)


def _comments(found: ReturnedFile) -> Iterator[Message]:
    for comment in found.new_comments:
        yield _comment(comment)
    known = len(found.comments) - len(found.new_comments)
    if known == 1:
        yield words("1 comment was taken in before.")
    elif known:
        yield words("{n} comments were taken in before.", n=known)
    if found.new_comments:
        yield (
            words("They become marks that the authors of the texts are given.")
            if found.marks
            else words("They become notes of the session.")
        )


def _comment(comment: ReturnedComment) -> Message:
    said, quote = cut(excerpt(comment.text), 2 * _SHOWN), _short(comment.quote)
    if not comment.author:
        return words("On “{words}”: {said}", words=quote, said=said)
    return words("{author} on “{words}”: {said}", author=comment.author, words=quote, said=said)


def _rest(found: ReturnedFile) -> Iterator[Message]:
    for title in found.lacking:
        yield words(
            "“{title}” does not stand in the document any more: nothing is changed there.", title=title
        )
    for name in found.not_read:
        yield _NOT_READ[name]
    if not found.brings:
        yield words("It brings nothing that is not here already.")


def _short(text: str) -> str:
    return cut(excerpt(text), _SHOWN)
