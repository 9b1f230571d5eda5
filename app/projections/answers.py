"""Reading the answer out of a text, and whether it is the expected one: by rules, the same for every team.

The rule: what stands behind the last “Answer:” is the answer; without one, the first sentence is, heading and
list marks aside. It is right where an expected form stands in it as whole words, and no word denies it. Where
the rules find neither the expected nor a plain other answer, nobody knows: a person or a judge has to say.
"""

from __future__ import annotations

import re
import unicodedata

_LABEL = re.compile(
    r"^\W{0,6}(?:final |short |my |our |endgültige |kurze )?"
    r"(?:answer|decision|recommendation|result|verdict|antwort|entscheidung|empfehlung|ergebnis|urteil)"
    r"\W{0,4}[:=–—][^\w“”„«»\"‘’']{0,4}(.+)$",
    re.IGNORECASE | re.MULTILINE,
)
_MARKS = re.compile(r"[*_`~#>]+")
_QUOTES = "“”„«»\"‘’'"
_QUOTATION = re.compile(f"[{_QUOTES}]([^{_QUOTES}]+)[{_QUOTES}][.!]?")
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s")
_WORD = re.compile(r"[\w%€$.+-]+", re.UNICODE)
_DENIES = frozenset(("not", "no", "never", "neither", "nicht", "kein", "keine", "nie", "weder", "don", "isn"))
NEAR = 2
"""Words before an expected form in which a “not” denies it."""
SHORT = 12
"""Words up to which a whole answer counts as one that says nothing besides."""


def plain(text: str) -> str:
    """Return a text without marks of Markdown, in one form of its letters and of its blanks."""
    return " ".join(_MARKS.sub("", unicodedata.normalize("NFKC", text)).split())


def answer_of(text: str) -> str:
    """Return what a text answers, in a sentence at most; empty where it says nothing."""
    labelled = _LABEL.findall(text)
    if labelled:
        said = _SENTENCE.split(plain(labelled[-1]))[0]
        quoted = _QUOTATION.fullmatch(said)
        return quoted[1] if quoted else said
    for line in text.splitlines():
        found = plain(line).strip(" -•·|:")
        # A heading says what is answered, not the answer.
        if found and not line.lstrip().startswith("#"):
            return _SENTENCE.split(found)[0]
    return plain(text)


def key_of(text: str) -> str:
    """Return the answer of a text as it is compared with others: its words alone."""
    return " ".join(_words(answer_of(text)))


def is_right(expected: str, text: str) -> bool | None:
    """Tell whether a text answers what is expected, None where the rules cannot tell.

    `expected`: one form, or several with `|` between them.
    """
    forms = list(filter(None, (_words(plain(form)) for form in expected.split("|"))))
    answer = _words(answer_of(text))
    if not forms or not answer:
        return None
    hits = [_finds(form, answer) for form in forms]
    if any(hit is True for hit in hits):
        return True
    if any(hit is False for hit in hits) or len(answer) <= SHORT or _LABEL.search(text) is not None:
        return False
    return None


def _words(text: str) -> list[str]:
    # What ends a word is taken off afterwards: a pattern that has to end otherwise tries every beginning.
    found = (word.rstrip(".-") for word in _WORD.findall(text))
    return [word.casefold() for word in found if word]


def _finds(form: list[str], answer: list[str]) -> bool | None:
    """Tell whether an answer says a form (True), denies it (False), or does neither."""
    found: bool | None = None
    # As one text: comparing words at every place takes the product of both lengths.
    wanted, said = f" {' '.join(form)} ", f" {' '.join(answer)} "
    at = said.find(wanted)
    while at >= 0:
        before = at
        for _ in range(NEAR):
            before = max(0, said.rfind(" ", 0, before))
        if form[0] in _DENIES or _DENIES.isdisjoint(said[before:at].split()):
            return True
        found = False
        at = said.find(wanted, at + 1)
    return found
