"""Reading the answer out of a text, and whether it is the expected one: by rules, the same for every team.

The rule: what stands behind the last “Answer:” is the answer, else behind the last “the answer is”, else
the first sentence is, heading and list marks aside. It is right where an expected form stands in it as
whole words, and no word denies it; an expected number where it is the one number that is answered. Where
the rules find neither the expected nor a plain other answer, nobody knows: a person or a judge has to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from app.domain.numbers import Number, Piece, mark_of, normal, pieces
from app.domain.numbers import units as known_units

_BOX = r"\\boxed\{((?:[^{}]|\{[^{}]*\}){1,500})\}"
_LABEL = re.compile(
    r'(?:^[\s{]*)?"(?:final_)?answer"\s*:\s*(?:"((?:[^"\\]|\\.){1,500})"|([^\s",{}\[\]]+))|'
    r"(?:^|[.!?]\s)(?:\W{0,6}(?:final |short |my |our |endgültige |kurze )?"
    r"(?:answer|ans|decision|recommendation|result|verdict|antwort|entscheidung|empfehlung|ergebnis|urteil|réponse"
    r"|re(?:spuesta|sposta)|risposta|antwoord|odpowiedź|odpověď|svar|vastaus|cevap|ответ|відповідь"
    r"|答案|答え|回答|정답|답)"
    r"\W{0,4}?(?:[:=：]|[–—](?=\s)|(?<=案)[是为為])|.{0,500}####(?=\s))[\s*_`]{0,4}(.+)$"
    rf"|{_BOX}|<(?:final_)?answer>\s*(.+?)\s*</(?:final_)?answer>",
    re.IGNORECASE | re.MULTILINE,
)
_CONCLUDES = re.compile(
    r"(?:^|[.!?:;,]\s|\b(?:so|thus|hence|therefore|also|daher|somit),?\s)\W*(?:the |die |la |my )"
    r"(?:(?:final|correct|right|richtige) )?(?:answer|antwort|réponse|respuesta) (?:is|ist|lautet|est|es):?\s"
    r"(?!not |nicht |that )(.+)$",
    re.IGNORECASE | re.MULTILINE,
)
"""Says the answer where no label does, behind what led to it."""
_POWER = re.compile(r"(?:(?<=[\d)])|(?<=(?<![^\W\d_])[A-Za-z]))\*\*(?=[-−]?\d)")
_TIMES = re.compile(
    r"(?<=[\d)])\s?\*\s?(?=[-−(]?\d)|(?<=[^\s*]) \* (?=[^\s*])|(?<=\d)\*(?=[A-Za-zπ√(])(?!\w*\*)"
    r"|(?<=\b[A-Za-zπ])\*(?=\w{1,5}\(|[\dπ√(]|[A-Za-z]\b(?!\*))"
)
_MARKS = re.compile(
    r"~~[^~\n]+~~|[*_`~]+|^[^\S\n]*(?:#+(?=\s)|>+(?=\s+[^\s\d]))|(?<!\w)#+|(?<=\s)#+(?=\s|$)", re.MULTILINE
)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n`]*$", re.MULTILINE)
"""Opens or closes a block of code: its language is no answer."""
_BULLET = re.compile(r"[\s•·|:]*(?:-+(?:\s|$)[\s•·|:]*)*")
_QUOTES = "“”„«»\"‘’'"
_QUOTATION = re.compile(f"[{_QUOTES}]([^{_QUOTES}]+)[{_QUOTES}][.!]?")
_SENTENCE = re.compile(r"(?<=[.!?。！？])(?<!\bc\.)\s")
_ASKED_ITSELF = re.compile(
    r"^(?:[^.!?。！？]{1,200}[?？]\s+){1,5}(?:(?:[Nn]o|[Nn]ein|[Nn]on)[,:;–—-]+\s+(?=[A-Z\d]))?(?=\S)"
)
"""Begins an answer that puts a question first: “Berlin? No, Bonn.”"""
_INITIAL = re.compile(
    r"(?:(?!Option|Choice|Answer|Antwort|Plan)\b[A-Z][^\W\d_]+\s|^(?=[F-Z]|\w\.\s[A-Z]\.))(?:[A-Z]\.\s?)*[A-Z]\."
    r"(?=\s(?!(?:It|This|That|Th?e|Th?es|He|She|They|We|Its?|In|A|An|As|Because|Since|For|If|But|So|Not|Weil|Denn|Da"
    r"|Das|Die|Der)\b)[A-Z])"
)
"""Letters of a name: their points end no sentence."""
_SHORTENED = re.compile(
    r"(?:^|\s)(?:i\.e|e\.g|approx|ca|circa|est|no|nr|st|dr|mr|mrs|mio|mrd|tsd|vs|bzw|z|b|d|h)\.$",
    re.IGNORECASE,
)
_NOT: Final = """
not no never neither non anti without except excluding don doesn didn isn wasn aren cannot nicht kein keine
keinen nie weder ohne außer ausser pas sans sauf sin senza niet geen не
"""
_DENIES = frozenset(_NOT.split())
NEAR = 2
"""Words before an expected form in which a “not” denies it."""
SHORT = 12
"""Words up to which a whole answer counts as one that says nothing besides."""
_LEAD = re.compile(
    r"(?:(?:the |my |our )?(?:final )?(?:answer|result|value|total)(?: is| would be|:)|it(?:'s| is)|that is"
    r"|es sind|es ist|das ist|das sind|(?:die antwort|das ergebnis) (?:ist|lautet)|[a-z] ?=) ?",
    re.IGNORECASE,
)
"""What may stand before a number without saying more."""
_ASIDE = re.compile(
    r"\s\(|;|\s[-–—]\s(?=[^\W\d])"
    r"|,\s(?!(?:and|or|und|oder)\b|(?:but|aber|sondern)\s(?:[^\W\d]+\s){0,4}(?:is|are|was|ist|sind|war)\b)(?=[^\W\d])"
    r"|\s(?:because|since|which|weil|denn|da)\s(?!\d)",
    re.IGNORECASE,
)
"""Begins what explains a number that was answered."""
_COMES_TO = re.compile(
    r"\b(?:is|are|was|were|equals|makes|gives|ist|sind|war|beträgt|ergibt|macht|est|sont|es)\b", re.IGNORECASE
)
_BEFORE_CHRIST = frozenset(("bc", "bce", "b"))
_DEGREES = ("degree", "degrees", "grad")
_OF_ALL = re.compile(r"\s(?:of|out of|von|sur)\s(?:the |den |all )?", re.IGNORECASE)
_BOUND = re.compile(
    r"(?:[<>≤≥≠±√]|\b(?:at (?:least|most)|(?:more|less|fewer) than|over|under|above|below|up to|before|after"
    r"|half(?: of)?|twice|double|log|ln|mindestens|höchstens|mehr als|weniger als|über|unter|bis zu)) ?$",
    re.IGNORECASE,
)
_OPEN_END = re.compile(
    r"\s?\+(?!\s?\d)|\s(?:or (?:more|less|fewer)|oder mehr|(?:and a|und eine?) (?:half|halbe?|quarter))\b"
    r"|(?:\s?°\s?[CF]| degrees)? (?:below zero|unter null)\b|\s(?:squared|cubed)\b",
    re.IGNORECASE,
)
"""Makes another number of the one before it."""
_LONGEST_BOUND = 20
"""Characters of such a word at most."""


def plain(text: str) -> str:
    """Return a text without marks of Markdown, in one form of its letters and of its blanks."""
    return " ".join(_MARKS.sub("", _TIMES.sub("×", _POWER.sub("^", normal(text)))).split())


def answer_of(text: str) -> str:
    """Return what a text answers, in a sentence at most; empty where it says nothing."""
    line = line_of(text)
    if not line:
        return plain(text)
    said = _sentence(line)
    quoted = _QUOTATION.fullmatch(said) if is_labelled(text) else None
    return quoted[1] if quoted else said


def line_of(text: str) -> str:
    """Return the line in which a text answers, behind its label; empty where it has none but headings."""
    text = _FENCE.sub("", text)
    labelled = _LABEL.findall(text) or _CONCLUDES.findall(text)
    if labelled:
        said = "".join(labelled[-1])
        boxed = re.search(_BOX, said)
        return plain(boxed[1] if boxed is not None else said)
    for line in text.splitlines():
        found = plain(line)
        found = found[_BULLET.match(found).end() :].rstrip(" -•·|:")  # type: ignore[union-attr]
        # A heading says what is answered, not the answer.
        if found and not line.lstrip().startswith("#"):
            return found
    return ""


def _sentence(text: str) -> str:
    """Return the first sentence of a text that asks nothing: a word that is shortened ends none."""
    text = _ASKED_ITSELF.sub("", text)
    names = {at for found in _INITIAL.finditer(text) for at in range(found.start(), found.end() + 1)}
    ends = (found.start() for found in _SENTENCE.finditer(text) if found.start() not in names)
    return text[: next((end for end in ends if _SHORTENED.search(text, max(0, end - 10), end) is None), None)]


@lru_cache(maxsize=64)
def key_of(text: str, question: str = "") -> str:
    """Return the answer of a text as it is compared with others: its words and numbers alone.

    `question`: what was asked; its language tells how numbers are written.
    """
    said = answer_of(text)
    found, lead = pieces(said, mark_of(question, text)), _LEAD.match(said)
    behind = [one for one in found if lead is not None and one.start >= lead.end()]
    key = " ".join(_told(behind if behind and behind[0].number is not None else found))
    # An answer without a word, such as a sign for yes, is still another one than the sign for no.
    return key or said.casefold()


def keys_of(texts: Sequence[str], question: str = "") -> list[str]:
    """Return the keys of answers that are counted: a bare number counts with the one unit others give it."""
    keys, units = [key_of(text, question) for text in texts], known_units()
    with_unit: dict[str, set[str]] = {}
    for key in keys:
        number, _, unit = key.partition(" ")
        if unit in units:
            with_unit.setdefault(number, set()).add(key)
    return [min(found) if len(found := with_unit.get(key, {key})) == 1 else key for key in keys]


def spoken(said: str) -> list[str]:
    """Return the words of an answer, in small letters and without signs."""
    return re.findall(r"[^\W_]+", plain(said).casefold())


def words_of(text: str) -> list[str]:
    """Return what a text says as it is compared: its words and numbers, each in one spelling."""
    return _told(pieces(plain(text)))


def denied(before: Sequence[str]) -> bool:
    """Tell whether the words before something deny it."""
    return not _DENIES.isdisjoint(before[-NEAR:])


def is_labelled(text: str) -> bool:
    """Tell whether a text says which of it is the answer."""
    return _LABEL.search(text) is not None


def turns_round(less: Sequence[str], more: Sequence[str]) -> bool:
    """Tell whether words of an answer that has all words of another one say the opposite: a “not”, a sign."""
    return _finds(less, more) is False or any(word[0] in "<>≤≥≠" for word in more if word not in less)


def is_right(expected: str, text: str, question: str = "") -> bool | None:
    """Tell whether a text answers what is expected, None where the rules cannot tell.

    `expected`: one form, or several with `|` between them. `question`: as in `key_of`.
    """
    mark, said = mark_of(question, text), answer_of(text)
    each = (pieces(plain(form), mark) for form in re.split(r"(?<!\\)\|", expected))
    forms, answer = list(filter(None, each)), pieces(said, mark)
    if not forms or not answer:
        return None
    told = _told(answer)
    hits = [
        _finds(_told(form), told)
        if form[0].number is None
        or len(form) > 3
        or any(one.number or not one.text[0].isalpha() for one in form[1:])
        else _answers(form, said, mark)
        for form in forms
    ]
    if any(hit is True for hit in hits):
        return True
    if any(hit is False for hit in hits) or len(told) <= SHORT or is_labelled(text):
        return False
    return None


def _told(found: Sequence[Piece]) -> list[str]:
    return [word for one in found for word in str(one.number or one.text).casefold().split()]


def _answers(form: Sequence[Piece], said: str, mark: str) -> bool | None:
    """Tell whether an answer comes to the number of a form (True), to another one (False), or to none."""
    wanted, counts = form[0].number, [one.text.casefold() for one in form[1:]]
    assert wanted is not None
    head = _ASIDE.split(said, maxsplit=1)[0]
    for part in (head, *_tails(head)) if any(_standing(head, mark)) else (said, *_tails(said)):
        found = list(_standing(part, mark))
        if found and all(one[0].same(found[0][0]) for one in found):
            number, behind = found[0]
            alike = not counts or not behind or any(one[:4] == behind[:4] for one in counts)
            if not _BEFORE_CHRIST.isdisjoint((*counts, behind)):
                # 44 BC is another year than 44.
                alike = bool(counts) and counts[0][:1] == behind[:1]
            # “5 apples” are no five kilograms; degrees may be of any scale.
            other = bool(counts and number.unit and not wanted.unit) and counts[0] not in _DEGREES
            other |= wanted.unit == "%" and not number.unit and behind not in ("", "pct", "percentage")
            return number.same(wanted) and alike and not other
    return False if any(one.number and one.number.same(wanted) for one in pieces(said, mark)) else None


def _tails(text: str) -> Iterator[str]:
    """Yield what a text comes to: what stands behind its last “=”, and behind its first “is”."""
    yield from re.split("[=≈]", text)[1:][-1:]
    yield from _COMES_TO.split(text, maxsplit=1)[1:]


def _standing(text: str, mark: str) -> Iterator[tuple[Number, str]]:
    """Yield the numbers that a text gives as such, each with the word behind it: none that it denies."""
    found, last = pieces(text, mark), None
    for at, one in enumerate(found):
        number = one.number
        if number is None:
            continue
        whole = last is not None and _OF_ALL.fullmatch(text, last, one.start) is not None
        last = one.end
        # “No. 3” denies nothing.
        near = (piece for piece in found[max(0, at - NEAR) : at] if text[piece.end : piece.end + 1] != ".")
        before = {piece.text.casefold() for piece in near}
        if (
            whole
            or not _DENIES.isdisjoint(before)
            or _BOUND.search(text, max(0, one.start - _LONGEST_BOUND), one.start) is not None
            or _OPEN_END.match(text, one.end) is not None
        ):
            continue
        behind = found[at + 1] if at + 1 < len(found) else None
        counts = behind is not None and behind.number is None and behind.start <= one.end + 1
        yield number, behind.text.casefold() if behind is not None and counts else ""


def _finds(form: Sequence[str], answer: Sequence[str]) -> bool | None:
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
