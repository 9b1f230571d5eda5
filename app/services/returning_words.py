"""What a document brings that came back, in sentences: the same for every face."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.excerpt import cut, excerpt
from app.domain.i18n import Words, words
from app.services.returned_texts import Edit
from app.services.returning import ReturnedComment, ReturnedFile, ReturnedText

_SHOWN = 90
"""Characters of a passage that are told."""
_NOT_READ = {
    "pictures": words("Pictures in it are not taken in: a text cannot hold them."),
    "tables": words("Tables in it are taken in as lines, a cell each."),
    "footnotes": words(
        "Footnotes in it are not taken in: write what matters into the text, or as a comment."
    ),
}


def lines_of(found: ReturnedFile) -> Iterator[Words]:
    """Yield what a document brings, a sentence each."""
    if found.authors:
        yield words("Worked on by {names}.", names=", ".join(found.authors))
    for text in found.texts:
        yield from _text(text)
    for comment in found.new_comments:
        yield _comment(comment)
    known = len(found.comments) - len(found.new_comments)
    if known == 1:
        yield words("1 comment was taken in before.")
    elif known:
        yield words("{n} comments were taken in before.", n=known)
    for title in found.lacking:
        yield words(
            "“{title}” does not stand in the document any more: nothing is changed there.", title=title
        )
    for name in found.not_read:
        yield _NOT_READ[name]
    if not found.brings:
        yield words("It brings nothing that is not here already.")
    elif found.new_comments:
        yield (
            words("The comments become marks that the authors of the texts are given.")
            if found.marks
            else words("The comments become notes of the session.")
        )


def _text(text: ReturnedText) -> Iterator[Words]:
    title, back = text.text.title, text.back
    if back.untouched:
        yield words("{title}: nothing was decided or written.", title=title)
        return
    counts = [
        (back.count("taken"), words("{n} accepted", n=back.count("taken"))),
        (back.count("not_taken"), words("{n} rejected", n=back.count("not_taken"))),
        (back.count("written_over"), words("{n} written over", n=back.count("written_over"))),
        (back.count("open"), words("{n} left open", n=back.count("open"))),
    ]
    told = ", ".join(str(phrase) for n, phrase in counts if n)
    if len(back.changes) == 1:
        yield words("{title}, the change that went out: {what}.", title=title, what=told)
    elif back.changes:
        yield words(
            "{title}, {n} changes that went out: {what}.", title=title, n=len(back.changes), what=told
        )
    for edit in back.edits:
        yield _edit(title, edit)
    for lost in text.lost:
        yield words(
            "“{words}” finds no place: the text was changed there since. It is not taken in.",
            words=_short(lost),
        )
    if text.refused is not None:
        yield words("{title} is not changed. {why}", title=title, why=text.refused)


def _edit(title: str, edit: Edit) -> Words:
    old, new = _short(edit.old), _short(edit.new)
    if edit.moved:
        return words("{title}, moved: “{new}”", title=title, new=new)
    if not old:
        return words("{title}, new: “{new}”", title=title, new=new)
    if not new:
        return words("{title}, removed: “{old}”", title=title, old=old)
    old, new = _parted(edit.old, edit.new)
    return words("{title}, changed: “{old}” → “{new}”", title=title, old=old, new=new)


def _parted(old: str, new: str) -> tuple[str, str]:
    """Return two passages from shortly before they part on, as much of them as is told."""
    before, after = excerpt(old), excerpt(new)
    pairs = enumerate(zip(before, after, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), min(len(before), len(after)))
    start = before.rfind(" ", 0, max(0, same - 20)) + 1 if same > 20 else 0
    lead = "… " if start else ""
    return cut(lead + before[start:], _SHOWN), cut(lead + after[start:], _SHOWN)


def _comment(comment: ReturnedComment) -> Words:
    author, said, quote = comment.author, cut(excerpt(comment.text), 2 * _SHOWN), _short(comment.quote)
    if not author:
        return words("A comment on “{words}”: {said}", words=quote, said=said)
    return words("A comment by {author} on “{words}”: {said}", author=author, words=quote, said=said)


def _short(text: str) -> str:
    return cut(excerpt(text), _SHOWN)
