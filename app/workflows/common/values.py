"""The values of replies as models write them: figures, marks and words in another form or language.

Rule: what is outside what was asked for is refused, never brought into it. It counts as not given then.
Questions are read from prose, too: from lists of lines that ask, and from words that there is nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from app.domain.live_text import folded
from app.workflows.common.reading.names import in_all_languages
from app.workflows.common.reading.readable import line_of

_LONGEST = 20_000
"""Characters in which questions are looked for; who writes more does not just ask."""
_SHORT = 400
_BULLET = re.compile(r"^([ \t]{0,12})(?:[-*•–+]|\(?\d{1,3}[.):]|Q\d{1,2}[.:)])[ \t]+(.+)$")
_ENDS = re.compile(r"[?？؟][\"”’»)\]*_` ]{0,6}$")
_WHY = re.compile(
    r"[*_(]{0,3}(?:why|reason|rationale|warum|grund)\b[^:\n]{0,40}:[*_]{0,2}\s*(.+)$", re.IGNORECASE
)
_OPTIONS = re.compile(r"[*_(]{0,3}(?:options|choices|optionen)[^:\n]{0,20}:[*_]{0,2}\s*(.*)$", re.IGNORECASE)
_NOUN = r"(?:clarif\w+|questions?|(?:rück)?fragen|unklarheiten|preguntas|perguntas)"
_BARE = re.compile(
    r"(?:none|nothing|n/?a|no|keine|nein|nichts|aucune?|ninguna|nenhuma|无|没有|なし"
    r"|(?:у меня )?(?:нет вопросов|вопросов нет)|質問は(?:ありません|ない))"
    r"(?:[ \t]+(?:needed|required|necessary|to ask|to clarify|nötig|erforderlich))?[.!。]?$",
    re.IGNORECASE,
)
_NO_QUESTIONS = re.compile(
    rf"(?:^|\b(?:have|there are|i.ve|i see|habe|haben|gibt es|es gibt|besteh\w+)[ \t]+)"
    rf"(?:(?:currently|at this time|derzeit)[ \t]+)?(?:no|keine|ninguna|nenhuma)[ \t]+"
    rf"(?:(?!but\b|aber\b)\w+[ \t]+){{0,3}}{_NOUN}\b"
    r"|^(?:the|this|that|it|everything|all)\b[^,;:]{0,40} (?:is|are|seems?) (?:\w+ )?clear(?: enough)?[.!]?$"
    rf"|\b(?:don.t|do not)[ \t]+(?:have|need|see)[ \t]+(?:to ask[ \t]+)?any[ \t]+"
    rf"(?:\w+[ \t]+){{0,3}}{_NOUN}\b",
    re.IGNORECASE,
)
_SEVERITIES = {
    "high": "high critical major severe serious blocker blocking p0 p1 important schwer majeur critica",
    "medium": "medium moderate mid normal average p2",
    "low": "low minor trivial small nit info p3 p4",
}
_ANSWERS = {
    "fixed": (
        "fixed fix fixes addressed accepted accept resolved done changed incorporated implemented corrected "
        "agreed"
    ),
    "held": (
        "held hold holding kept keep rejected reject declined disagree disagreed unchanged maintained "
        "defended"
    ),
}
_WINNERS = {
    "first": (
        "first 1 1st one first_text text_1 text_one option_1 the_first the_first_text answer_1 first_answer "
        "first_response the_first_answer the_first_response response_1 a answer_a response_a text_a "
        "option_a antwort_a erste_antwort die_erste_antwort"
    ),
    "second": (
        "second 2 2nd two second_text text_2 text_two option_2 the_second the_second_text answer_2 "
        "second_answer second_response the_second_answer the_second_response response_2 b answer_b "
        "response_b text_b option_b antwort_b zweite_antwort die_zweite_antwort"
    ),
    "tie": "tie tied draw equal both neither same even",
}
_BECAUSE = {
    "evidence": (
        "evidence new_evidence source new_source fact new_fact figure data information quelle neuer_beleg "
        "source_nouvelle evidencia evidencia_nova 新证据"
    ),
    "error": "error mistake own_error error_found correction flaw",
    "persuaded": "persuaded persuasion convinced argument arguments reasoning others agreement",
}
_GRADES = {
    "right": "right correct true yes full fully met meets pass passed complete correct_answer",
    "partly": "partly partial partially half incomplete mixed",
    "wrong": "wrong incorrect false no none unmet fail failed",
}
_CONFIDENCES = {
    "high": "high high_confidence very_high strong sehr_hoch forte",
    "medium": "medium medium_confidence moderate mid",
    "low": "low low_confidence very_low weak",
}
_TRUE = frozenset(
    """
    true yes y met fulfilled satisfied pass passed ok 1 x ja erfullt oui satisfait rempli si cumplido sim
    atendido 是 满足 已满足
    """.split()  # noqa: SIM905  a list of quoted words is no easier to read
)
_FALSE = frozenset(
    """
    false no n unmet not_met unfulfilled not_satisfied missing fail failed 0 nein nicht_erfullt unerfullt
    non non_satisfait non_rempli no_cumplido nao nao_atendido 否 不满足 未满足
    """.split()  # noqa: SIM905  a list of quoted words is no easier to read
)
NOT_JUDGED = "not_judged"
"""What a judge says in place of a figure or a choice that it does not make."""
_FIGURE = re.compile(
    r"(?:[~≈]|(?:about|around|approx(?:imately)?|roughly|circa|ca|etwa|rund|environ)\b\.?)?"
    r"\s*([+-]?\d+(?:[.,]\d+)?)\s*(%|percent|prozent)?\s*(?:(?:/|of|out of|von)\s*(\d{1,9}))?\.?",
    re.IGNORECASE,
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ONES = ("", "_one", "_two", "_three", "_four", "_five", "_six", "_seven", "_eight", "_nine")
_SPELT = {f"{tens}{one}": 20 + 10 * n + k for n, tens in enumerate(_TENS) for k, one in enumerate(_ONES)} | {
    **{one[1:]: k for k, one in enumerate(_ONES) if one},
    "zero": 0,
    "ten": 10,
    "hundred": 100,
    "one_hundred": 100,
    "a_hundred": 100,
}
_THOUSANDS = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
_LISTED = re.compile(r"[,/|;]|\s(?:or|oder|ou)\s")
_REMARK = re.compile(r"[(\[:;,.–—|/!]|\s-\s")
_BETTER = re.compile(
    r"\s(?:(?:is|are) (?:\w+ly )?(?:better|best|stronger|equal|good|the (?:better|best))|wins)\b"
)
_SIGNS = "*_`\"'([✓✔✅✗✘❌ "


def one_of(words: Mapping[str, str], *, yes: str = "", no: str = "") -> Callable[[Any], Any]:
    """Return what reads one of several words: by its other names, in any case, before a remark.

    `words`: the other names of each, with blanks between; `yes`, `no`: what true and false mean. A text that
    names several of them, such as the form said back, is none; what is none is returned as it is.
    """

    @cache
    def by_names() -> Mapping[str, str]:
        # Late for start-up cost: it looks into the table of languages.
        names = {word: (word, *others.split()) for word, others in words.items()}
        return in_all_languages({folded(name) or name: word for word in names for name in names[word]})

    def read(value: Any) -> Any:
        if isinstance(value, bool):
            return {True: yes, False: no}[value] or value
        if not isinstance(value, int | str):
            return value
        said, by_name = str(value).strip(_SIGNS), by_names()
        parts = {by_name[name] for part in _LISTED.split(said) if (name := folded(part)) in by_name}
        whole = by_name.get(folded(said) or said)
        if whole is None and len(parts) > 1:
            return value
        # A word, or the word before an explanation: `High (blocks the launch)`, `fixed – a source was added`.
        head = folded(_REMARK.split(said, maxsplit=1)[0])
        return whole if whole is not None else by_name.get(head, value)

    return read


_winner = one_of(_WINNERS)


def text(value: Any) -> Any:
    """Return a text: nothing for null, words for what is no text."""
    return value if isinstance(value, str) else line_of(value)


def not_judged(value: Any) -> bool:
    """Tell whether a judge says that it does not judge this."""
    return isinstance(value, str) and folded(value) == NOT_JUDGED


def winner(value: Any) -> Any:
    """Return `first`, `second` or `tie`; None for “not judged”."""
    if isinstance(value, str):
        value = _BETTER.split(value, maxsplit=1)[0]
    return None if not_judged(value) else _winner(value)


def mark(value: Any) -> Any:
    """Return whether a must-have is met; what is neither yes nor no is refused."""
    if not isinstance(value, str):
        return value
    bare = value.strip()
    if bare[:1] in "✓✔✅☑":
        return True
    if bare[:1] in "✗✘❌☒":
        return False
    name = folded(re.split(r"[(:;,.–—]", bare, maxsplit=1)[0])
    return True if name in _TRUE else False if name in _FALSE else value


def percent(value: Any) -> float | None:
    """Return a figure from 0 to 100: 85, "85%", "8.5/10", "85 out of 100"; raises ValueError for others.

    “Not judged” is none.
    """
    if value is None or not_judged(value):
        return None
    number, bare = _figure(value)
    if bare and 0 < number <= 1 and not isinstance(number, int):
        raise ValueError(f"{number} is a figure of one or of a hundred")
    if not 0 <= number <= 100:
        raise ValueError("it is no figure from 0 to 100")
    return float(number)


def shares(value: Any, names: tuple[str, ...]) -> Any:
    """Return figures given as shares of one (0.85) as ones of a hundred, where all are and one is broken."""
    try:
        figures = {name: _figure(value.get(name)) for name in names}
    except (AttributeError, ValueError):
        return value
    if all(bare and 0 <= number <= 1 for number, bare in figures.values()) and any(
        0 < number < 1 for number, _ in figures.values()
    ):
        return {**value, **{name: f"{100 * number:g}%" for name, (number, _) in figures.items()}}
    return value


def _figure(value: Any) -> tuple[int | float, bool]:
    """Return a figure, and whether nothing says of what whole it is; raises ValueError where it is none."""
    if isinstance(value, dict):
        # {"score": 85, "reason": "…"}
        figures = [one for one in value.values() if isinstance(one, int | float)]
        value = figures[0] if len(figures) == 1 else value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value, True
    said = value.strip().strip("*_` ") if isinstance(value, str) else ""
    spelt = folded(said).removesuffix("_percent")
    if spelt in _SPELT:
        return _SPELT[spelt], True
    found = _FIGURE.match(said)
    rest = said[found.end() :].strip() if found else ""
    if found is None or (rest and (rest[0] not in "(–—-:;,|" or rest[1:].strip()[:1].isdigit())):
        raise ValueError("it is no figure")
    digits, sign, whole = found.groups()
    if _THOUSANDS.fullmatch(digits) and "," in digits:
        raise ValueError("it is no figure from 0 to 100")
    number = float(digits.replace(",", ".")) if set(".,") & set(digits) else int(digits)
    if whole is None:
        return number, not sign
    if not int(whole):
        raise ValueError("it is no figure")
    return number * 100 / int(whole), False


def questions(text: str) -> list[dict[str, Any]]:
    """Return the questions that the lines of a list ask; lines below one are its reason and its options."""
    if len(text) > _LONGEST:
        return []
    found: list[dict[str, Any]] = []
    for line in text.splitlines():
        bullet = _BULLET.match(line)
        line_text = _plain(bullet.group(2) if bullet else line)
        if not line_text:
            continue
        if bullet and _ENDS.search(line_text) and (not found or len(bullet.group(1)) <= found[0]["indent"]):
            found.append({"indent": len(bullet.group(1)), "question": line_text, "options": [], "why": ""})
        elif found:
            _add(
                found[-1], line_text, listed=bullet is not None and len(bullet.group(1)) > found[0]["indent"]
            )
    if not found:
        found = [{"question": question, "options": [], "why": ""} for question in _alone(text)]
    return [{name: one[name] for name in ("question", "options", "why")} for one in found]


def has_none(text: str) -> bool:
    """Tell whether a text says that there is nothing to ask: `None.`, `I have no questions.`"""
    plain_text = _plain(text)
    if len(plain_text) > _SHORT or _ENDS.search(plain_text) or "?" in plain_text:
        return False
    return any(
        _BARE.match(sentence) or _NO_QUESTIONS.search(sentence)
        for sentence in re.split(r"(?<=[.!。])\s+", plain_text)
    )


def _add(question: dict[str, Any], line: str, *, listed: bool) -> None:
    why, options = _WHY.match(line), _OPTIONS.match(line)
    if why is not None:
        question["why"] = why.group(1).strip()
    elif options is not None:
        question["options"] += [
            part.strip() for part in re.split(r"[,;/|]", options.group(1)) if part.strip()
        ]
    elif listed and not _ENDS.search(line):
        question["options"].append(line)


def _alone(text: str) -> Iterator[str]:
    """Yield questions on lines of their own below a line that announces them, and no other line."""
    lines = [line for line in map(_plain, text.splitlines()) if line]
    if len(lines) > 1 and lines[0].endswith((":", "：")) and all(_ENDS.search(line) for line in lines[1:]):
        yield from lines[1:]


def _plain(line: str) -> str:
    return re.sub(r"\*\*|__|^#{1,6}[ \t]+", "", line).strip()


severity = one_of(_SEVERITIES)
answer = one_of(_ANSWERS)
grade = one_of(_GRADES, yes="right", no="wrong")
because = one_of(_BECAUSE)
confidence = one_of(_CONFIDENCES)
"""A word only: nobody says what a figure of it means."""
