"""Pseudonyms in exports: what seats and models are called where their names are to be left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from app.domain.i18n import translate
from app.engine.exporting import ExportRequest
from app.markup.escaping import inline
from app.projections.report import Report

_LONGEST_TITLE = 200
"""Characters of a sentence that is a title."""
_SENTENCE_ENDS = re.compile(r"(?<=[.?!])\s")


class Names:
    """What seats and models are called in the export: their names, or `Member 1` and so on."""

    def __init__(
        self,
        models: Mapping[str, str],
        *,
        redact: bool,
        shown: Mapping[str, str] | None = None,
        letters: Mapping[str, str] | None = None,
        later_letters: Mapping[str, str] | None = None,
        posts: Mapping[str, str] | None = None,
    ) -> None:
        members = [seat for seat in models if seat not in ("chair", "judge")]
        numbered = {seat: translate("Member {n}", n=number) for number, seat in enumerate(members, 1)}
        self._shown = {**numbered, **(shown or {})} if redact else {}
        known = [name for model in models.values() for name in (model, *_short(model))]
        self._hidden = self._shown | (dict.fromkeys(known, translate("a model")) if redact else {})
        self._pattern = _any_of(self._hidden)
        by_letter = dict(later_letters or {}) | {letter: seat for seat, letter in (letters or {}).items()}
        self._seats = {letter: self._shown.get(seat, seat) for letter, seat in by_letter.items()}
        self._letters = _any_of(self._seats)
        # Of a later round a letter alone may be the one of then, without its number: nobody guesses.
        self._later = _any_of(later_letters) if later_letters else self._letters
        self._posts = posts or {}
        self.redact = redact

    @classmethod
    def of(cls, request: ExportRequest, report: Report) -> Names:
        """Return what a session's seats are called; names not to be seen yet are not in a file either."""
        letters = request.workflow_report.letters
        hidden = request.workflow_report.hide_names and report.state != "finished"
        return cls(
            {member.seat: member.model for member in report.team},
            redact=request.redact_names or hidden,
            shown=letters if hidden else None,
            letters=letters,
            later_letters=request.workflow_report.later_letters,
            posts=request.workflow_report.posts,
        )

    def seat(self, name: str) -> str:
        """Return a seat's name for use inside a line."""
        return inline(self.plain(name))

    def plain(self, name: str) -> str:
        """Return a seat's name as it is."""
        return self._shown.get(name) or self._posts.get(name, name)

    def text(self, text: str) -> str:
        """Return foreign text, names replaced where they are to be left out."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda match: self._hidden[match.group()], text)

    def title(self, report: Report) -> str:
        """Return a title; where a list shows the beginning of the question, the sentence that this is of."""
        title = " ".join(report.title.split())
        lines = (" ".join(line.strip("# \t").split()) for line in report.question.splitlines())
        first = next(filter(None, lines), "")
        sentence = _SENTENCE_ENDS.split(first, maxsplit=1)[0]
        cut = title.endswith("…") and first.startswith(title[:-1])
        return self.text(sentence if cut and len(sentence) <= _LONGEST_TITLE else title)

    def line(self, text: str) -> str:
        """Return foreign text for use inside a line, names replaced where they are to be left out."""
        return inline(self.text(text))

    def said_by_letter(self, text: str, round_number: int = 0) -> str:
        """Return words of somebody who knew seats by letters, for use inside a line, with their names."""
        return inline(self.known_by_letter(text, round_number))

    def known_by_letter(self, text: str, round_number: int = 0) -> str:
        """Return words of somebody who knew seats by letters, with their names.

        `round_number`: the round they were said in; 0: any.
        """
        letters = self._letters if round_number == 1 else self._later
        if letters is not None:
            text = letters.sub(lambda match: self._seats[match.group()], text)
        return self.text(text)


def _short(model: str) -> Iterator[str]:
    """Yield a model's name without its provider, where nothing else is called so: “gpt-4o”, not “large”."""
    name = model.rpartition("/")[2]
    if name != model and len(name) > 3 and re.search(r"[-\d]", name):
        yield name


def _any_of(words: Iterable[str]) -> re.Pattern[str] | None:
    """Return a pattern for any of these as whole words, None where there are none."""
    found = sorted(filter(None, words), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, found))})(?!\w)") if found else None
