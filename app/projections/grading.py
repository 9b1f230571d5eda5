"""Whether a text answers what is expected, and how that was read, for it is told beside each verdict.

The rule: an expected form is read as what it is: a pattern, yes or no, a choice of the question, a date, a
list, else a number or words (`answers.py`). A list may stand in any order unless the question asks for one.
Where the rules can tell neither right nor wrong, nobody knows: a judge or a person has to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal

from app.domain.dates import days_in, times_in
from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.numbers import Number, mark_of, normal, pieces, spelled, units
from app.domain.spellings import one_spelling, part_said, without_accents, without_umlauts
from app.projections.answers import (
    SHORT,
    answer_of,
    denied,
    is_labelled,
    is_right,
    line_of,
    plain,
    spoken,
    words_of,
)
from app.projections.formulas import formula_verdicts, near, value_of
from app.projections.ratios import YEAR, Verdicts, decade_verdicts, interval_verdicts, ratio_verdicts

_Plain = Literal["", "number", "words", "date", "time", "list", "choice", "yes or no", "pattern", "no rule"]
Way = _Plain | Literal["decade", "ratio", "formula"]
"""How an answer was held against what is expected; `no rule`: that is a test of another program."""
_PATTERN: Final = "regex:"
"""What stands before an expected pattern: a regular expression that is looked for in the answer."""
_MOST_REPEATS, _LONGEST_SEARCHED = 3, 200
"""Of a pattern, and characters of an answer: matching takes their power, and a table is a stranger's."""
_REPEATS = re.compile(r"[*+]|\{\d*,\d*\}")
_TOO_INVOLVED = re.compile(r"\)(?:[*+]|\{)|\\[1-9]|\(\?(?!:|i\))")
_OTHER_TESTS = re.compile(
    r"(?:not-)?(?:(?:javascript|python|similar|contains-all|icontains-all|starts-with|levenshtein|rouge-n|bleu"
    r"|perplexity|perplexity-score|latency|cost|webhook|answer-relevance|model-graded-factuality"
    r"|context-recall|select-best|moderation)(?:\([^)]*\))?:"
    r"|(?:is-json|contains-json|is-sql|is-valid-openai-tools-call)(?::|$))"
)
_YES = frozenset(
    ["yes", "true", "ja", "wahr", "richtig", "correct", "oui", "vrai", "sí", "si", "stimmt", "yep", "yeah"]
)
_NO = frozenset(["no", "false", "nein", "falsch", "incorrect", "non", "faux", "nope"])
_YES_WORDS: Final = """
y t absolutely definitely certainly indeed natürlich jawohl sim sì tak evet da tá ano áno hai kyllä igen
verdadero verdadeiro vero waar prawda sant sandt да так верно истина ναι نعم כן हाँ हां
是 是的 对 對 正确 正確 はい 예 네 참
"""
_NO_WORDS: Final = """
n f não nao nie ne nee nej nei hayır ei nu nem falso onwaar fałsz falskt falsk usant
нет ні неверно ложь όχι لا לא नहीं 否 不 不是 不对 不對 错误 錯誤 いいえ 아니요 아니오 거짓
"""
_YES_ALONE, _NO_ALONE = frozenset(_YES_WORDS.split()), frozenset(_NO_WORDS.split())
"""Words that say so in some languages, and other things in others: only where they stand alone."""
_HALF_SAID = re.compile(
    r"\b(?:(?:part(?:ly|ially)|half|mostly|nearly|almost|teilweise|halb)[ -](?:yes|true|ja|wahr|correct)"
    r"|(?:yes|true|ja|wahr)(?:,? (?:and|or|und|oder) | ?/ ?)(?:no|false|nein|falsch))\b",
    re.IGNORECASE,
)
_TURNED = re.compile(r"(?i)\b(?:wait|hmm|actually|second thought|correction)\b.*\b(?:yes|no|ja|nein)\b")
"""Says another thing than before."""
_ALONE = re.compile(
    r"\W*([^\W_]+(?:[\u0900-\u0903\u093a-\u094f]+[^\W_]*)*)(?=\s*(?:[,;:!，。！；、–—-]|\.(?!\s?\d)|$))"
)
_NO_ANSWER = frozenset(["doubt", "longer", "idea", "problem", "matter", "one"])
"""Words before which a “no” answers nothing."""
_OPTION = re.compile(r"(?:^|(?<=\s))\(?([A-Z]|[1-9])[).:]\s+(?=\S)", re.MULTILINE)
_LETTER = re.compile(
    r"^\W*(?:(?:the |die )?(?:correct |right |richtige )?(?:option|choice|answer|antwort)\W*(?:is |ist )?"
    r"\W*)?"
    r"([A-Z]|[1-9])(?![+#]|,\s?[A-Z](?:[,.]|\W*$|\s(?:and|or|und|oder)\s)"
    r"|[).:]?[^.,;]{0,80}\b(?:is|are|ist) (?:too|wrong|incorrect|false|falsch)\b)"
    r"(?=[).:,;]|\s*[-–—(]|\W*$|\s(?:is|ist) (?:the |die )?(?:correct|right|best|richtig))"
)
_EITHER = re.compile(r"(?<![Nn]ot )\b[A-Z]\b[^.;]{0,80}\b(?:but|yet|aber)\W+[A-Z](?:[).:]|\W*$)")
_CLAUSE = re.compile(r"[.,;:]|\b(?:but|sondern)\b", re.IGNORECASE)
_LETTER_ALONE = re.compile(r"\W*([a-z])\W*")
_LETTER_INSIDE = re.compile(
    r"\b(?:option|choice|answer|antwort|is|it['’]s|ist|choose|pick|so|thus|therefore|hence|also|leaves"
    r"|but|sondern)\W{1,3}([A-Z])"
    r"(?=[).,:;]|\s*$|\s(?:because|since|weil|denn)\s)",
    re.IGNORECASE,
)
_SEMICOLONS = re.compile(r"[;\n]")
_COMMAS = re.compile(
    r"\s*,\s+(?!(?:[JS]r|Inc|Ltd|PhD|D\.C)\b)(?:(?:and|or|und|oder|et|y)\s+)?"
    r"|\s+(?:and|as well as|und|sowie|et|y)\s+|\s*&\s*",
    re.IGNORECASE,
)
_LONGEST_ITEM = 6
"""Words of one item of a list that stands with commas."""
_ORDERED = re.compile(
    r"\b(?:in (?:the )?(?:\w+ )?order|rank\w*|sort(?:ed|ing)?(?! of)|sequence|ascending|descending"
    r"|chronological\w*|reihenfolge|ordne\w*|sortier\w*|rangfolge|aufsteigend|absteigend|nacheinander)\b",
    re.IGNORECASE,
)
_BULLETS = re.compile(r"^[ \t]*(?:[-*•]|\d{1,2}[.)])\s+(.+)$", re.MULTILINE)
_STEPS = re.compile(
    r"\W*\d{1,2}[.)]\s(?:[\s\S]{1,800}?\n\s*\d{1,2}[.)]\s|.*\b(?:result|answer|sum|total|ergebnis)\b\D*\d)",
    re.IGNORECASE,
)
_EXPLAINS = re.compile(
    r"\s\(|\s[-–—]\s|[.;!?](?:\s|$)|,?\s(?:because|since|weil|denn|which)\s", re.IGNORECASE
)
_LEADS = re.compile(r"^.{0,80}?(?:\b(?:are|is|were|was|sind|ist|waren|sont|son)\b\s*:?|:)\s+", re.IGNORECASE)
_TOLD_OF = re.compile(r"\s(?:are|were|sind|waren|sont|son)\s(?!not\b|no\b|nicht\b|keine\b)", re.IGNORECASE)
_BOTH = re.compile(r"^(?:both|all of|either|beide|sowohl)\s+", re.IGNORECASE)
_OR = re.compile(r"\s*(?:,\s*)?\b(?:or|oder|ou)\b\s*", re.IGNORECASE)
_IS_TIME = re.compile(
    r":|m$|Uhr$|^(?:a )?(?:half|quarter|halb|viertel|noon|midnight|mittag|mitternacht)\b", re.IGNORECASE
)
_HOUR_ALONE = re.compile(r"^(\d{1,2})(?:\.(\d\d))?\.?$")
_LONGEST_TIME = 3
"""Words of a time of day."""
_MIDNIGHT = re.compile(r"(?<=\d)[T ]00:00(?::00(?:\.0+)?)?(?:Z|\+00:00)?$")
"""Behind a day: that of a spreadsheet, whose days are moments."""
_VALUE = re.compile(
    r"(?<![\w.\\])([^\W\d_]\w?)\s?(?:=|\bis\b|\bequals\b|\bist\b)\s?([^\s=,;][^=,;]{0,60}?)"
    r"(?=\s?(?:,\s|;|\.?$|\s(?:and|or|und|oder|&)\s))",
    re.IGNORECASE | re.MULTILINE,
)
"""A letter and its value."""
_MOST_VALUES = 40
"""Different values of letters in an answer that are compared: one with more is no answer of this kind."""
_BETWEEN_VALUES = re.compile(r"(?:\W|\b(?:and|or|und|oder)\b)*")
_CURRENCIES = frozenset("$€£¥₹")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+\.?")
_UNIT_ASKED = re.compile(r"\b(?:in|how many|wie viele)\s(°?[^\W\d_]+)", re.IGNORECASE)
_NTH = re.compile(r"\b(\d{1,3})th\b")
_PERCENT = re.compile(r"%|per ?cent|prozent", re.IGNORECASE)
_THOUSAND = re.compile(r"\D*\d{1,3}[.,]\d{3}\D*")
_SWAPPED = str.maketrans(",.", ".,")
_LEAST_SENTENCE = 3
"""Words of an answer that may say yes or no without either word."""
_BEFORE_ANOTHER = re.compile(
    r"(?:n['’]t be|\b(?:(?:north|south|east|west)(?:ern)?|new|equatorial|vice|deputy|ex|half|partly|sea|near"
    r"|formerly|unlike|thought|think|would say|some say|whereas|followed by|opposed to|instead of|rather than"
    r"|more \w+ than|other than|(?:any|every)(?:thing|one| \w+) but|all but|after|before|statt|cannot be|or"
    r"|oder|ou|(?:friend|wife|husband|son|daughter|brother|sister|father|mother|rival) of))[ -](?:the |a )?$"
)
_BEHIND_ANOTHER = re.compile(
    r" (?:[ivx]{2,}|iv|vi?|\d{1,2}|jr|\w*(?:oxide|chloride|sul(?:ph|f)ate|carbonate|nitrate))\b(?! [a-z])"
    r"| (?:is|was|are|were|did|does|do|has|can|could)(?:n['’]t| not)\b"
    r"| (?:is|was|comes?) (?:second|third|wrong)|['’]s? \w|-[^\W\d_]|,? (?:or|oder|ou|but it is|now it is)\b"
)
"""What makes another thing of a name, or says that it is not the answer."""
_CHARACTERS_BEFORE = 24
_BESIDE = re.compile(r"\s?\(|;|,\s|\s[-–—]\s")
_OPENS = re.compile(
    r"(?:in|on|at|for|from|by|after|before|during|according|as|to|with|since|while|when|yes|no|well|so|actually|thus"
    r"|therefore|hence|however|nach|bei|als|ja|nein|also)\b"
)
"""Begins what says nothing yet, before a comma."""
_MARKED, _TITLED = r"[\"“‘]?(?:the )?", r"[\"”’.]?(?:$|\s\(|,?\s(?:by|von)\s)"
"""Around a title that holds an “and”."""
_AND = re.compile(r"\s(?:and|&|und|et|y)\s|\s?/\s?")
_ARTICLE = re.compile(r"^(?:the|an?|der|die|das|les?|la)\s(?=\w{3})", re.IGNORECASE)
_NUMBERED = re.compile(r"\b((?!N\b|N\d)[A-Z][A-Za-z]{0,9})-?(\d{1,3})\b")
"""A letter or a short name and its number, which may be joined."""
_ARTICLES = frozenset(["the", "a", "an", "der", "die", "das", "den", "ein", "eine", "le", "la", "les"])


@dataclass(frozen=True, slots=True)
class Grade:
    """Whether an answer is right, None: the rules cannot tell, and how it was read."""

    right: bool | None
    way: Way = ""


def grade(expected: str, text: str, question: str = "") -> Grade:
    """Hold a text against an expected answer: one form, or several with `|` between; `\\|` is the sign.

    `question`: what was asked; its language tells how numbers and dates are written, and it may list choices.
    """
    forms = forms_of(expected)
    grades = [_graded(form, text, question) for form in forms]
    if not any(one.right for one in grades):
        grades += _respelled(forms, text, question)
    found = min(grades, key=lambda one: (True, False, None).index(one.right), default=Grade(None))
    said = answer_of(text)[:_LONGEST_SEARCHED]
    if found.right and found.way == "words" and (_names_another(forms, said) or _is_no_name(forms, said)):
        # Whether the other word is as right, or the longer name means the same, the rules cannot tell.
        return Grade(None, found.way)
    if found.right is False and found.way in ("number", "words", "list"):
        bare = [_NTH.sub(r"\1", one_spelling(one)) for one in (text, *forms)]
        turned = not re.search(r"\d", said) and not _ORDERED.search(question)
        if (turned and sorted(words_of(said)) in (sorted(words_of(form)) for form in forms)) or (
            bare != [text, *forms] and any(_graded(form, bare[0], question).right for form in bare[1:])
        ):
            # “Smith, John” may be one name; a place among others, or how many there are.
            return Grade(None, found.way)
    return found


def forms_of(expected: str) -> Sequence[str]:
    """Return the forms of an expected answer; a pattern is one, whatever signs it holds."""
    if expected.strip().startswith(_PATTERN):
        return [expected.strip()]
    found = (form.replace("\\|", "|").strip() for form in re.split(r"(?<!\\)\|", expected))
    return [form for form in found if form]


def check_expected(expected: str) -> None:
    """Raise InputError for a pattern that cannot be looked for."""
    pattern = expected.strip().removeprefix(_PATTERN)
    if pattern == expected.strip():
        return
    try:
        re.compile(pattern)
    except re.error as error:
        raise InputError(
            words("What it expects is no regular expression: {why}.", why=str(error)),
            words("Correct it, or write the answer itself."),
        ) from error
    if _TOO_INVOLVED.search(pattern) or len(_REPEATS.findall(pattern)) > _MOST_REPEATS:
        raise InputError(
            words("The regular expression that it expects may take without end."),
            words("Repeat no group, refer to none, and use “*” and “+” {n} times at most.", n=_MOST_REPEATS),
        )


def _respelled(forms: Sequence[str], text: str, question: str) -> Iterator[Grade]:
    """Yield the grades that hold once forms and answer are spelled alike; only what is right then."""
    said, asked = one_spelling(text), one_spelling(question)
    for form in forms:
        if form.startswith(_PATTERN) or _OTHER_TESTS.match(form):
            continue
        # An answer may lack the accents of what is expected, not have others.
        for wanted in dict.fromkeys(_spellings(one_spelling(form))):
            if (wanted, said, asked) != (form, text, question):
                found = _graded(wanted, said, asked)
                if found.right:
                    yield found


def _spellings(form: str) -> Sequence[str]:
    bare, joined = _ARTICLE.sub("", form), _NUMBERED.sub(r"\1\2", form)
    return (
        *(form, without_accents(form), without_umlauts(form), part_said(form), bare, joined),
        *([_NUMBERED.sub(r"\1-\2", form)] if joined == form else []),
    )


def _names_another(forms: Sequence[str], text: str) -> bool:
    """Tell whether an answer says what is expected only within another name, or beside what it answers."""
    said, *alike = (without_accents(one_spelling(plain(one))).casefold() for one in (text, *forms))
    keys, wanted = {_key(form) for form in alike}, "|".join(map(re.escape, alike))

    def another(found: re.Match[str]) -> bool:
        before, start, end = said[: found.start()], *found.span()
        if _BEFORE_ANOTHER.search(before, max(0, start - _CHARACTERS_BEFORE)) or _BEHIND_ANOTHER.match(
            said, end
        ):
            return True
        parts = _BESIDE.split(said)
        at = len(_BESIDE.split(before)) - 1
        several = [one for one in _AND.split(parts[at]) if not denied(words_of(one)[:1])]
        if len(several) > 1 and any(_key(one) in keys for one in several) and _key(parts[at]) not in keys:
            return True
        aside = at > 0 and _key(parts[at]) not in keys
        return aside and not (_OPENS.match(said) or denied(words_of(parts[0])) or not words_of(parts[0]))

    places = list(re.finditer(rf"(?<!\w)(?:{wanted})(?!\w)", said)) if wanted else []
    return bool(places) and all(map(another, places))


def _is_no_name(forms: Sequence[str], said: str) -> bool:
    """Tell whether an answer says names in small letters, or as the beginning of longer ones, alone."""
    names = [form for form in forms if form.isalpha() and form[0].isupper()]
    if len(names) < len(forms) or len(spoken(said)) < 2 or (said.islower() and not names[0].isupper()):
        return False
    alike = "|".join(one for form in names for one in (form, form.title(), form.upper(), one_spelling(form)))
    return re.search(rf"(?<!\w)(?:{alike})(?!\w| [A-Z])", f"{said}; {one_spelling(said)}") is None


def _graded(form: str, text: str, question: str) -> Grade:
    if form.startswith(_PATTERN):
        return Grade(_matches(form.removeprefix(_PATTERN), text), "pattern")
    if _OTHER_TESTS.match(form):
        return Grade(None, "no rule")
    said, mark = answer_of(text), mark_of(question, text)
    choices = _choices_of(question)
    form = _several(form, choices)
    if (letters := _several(said, choices)) != said:
        text = said = letters
    # “N” and “F” are two letters, not one “no”.
    signs = len(form) == len(_alone(said)) == 1 and form.isascii()
    wanted = None if signs else _means(form, choices)
    if wanted is not None and _TURNED.search(line_of(text)):
        return Grade(None, "yes or no")
    if wanted is not None and (says_yes := _says_yes(said, choices)) is not None:
        return Grade(says_yes is wanted, "yes or no")
    if (label := _label_of(form, choices)) and (chosen := _chosen(said, choices)):
        return Grade(None if _EITHER.search(said) else chosen == label, "choice")
    if label and choices:
        # What is chosen may be said in the words of the choice alone.
        form = choices[label]
    elif re.fullmatch("[A-Z]", form):
        return Grade(_names_letter(form, said), "choice")
    found = (
        _as_day(form, text, mark)
        or _one(decade_verdicts(form, said), "decade")
        or _one(ratio_verdicts(form, said, question), "ratio")
        or _as_time(form, text)
        or _one(interval_verdicts(form, said, question), "formula")
        or _as_values(form, text, question)
        or _one(set(formula_verdicts(form, said)), "formula")
        or _as_list(form, text, question)
        or _as_said(form.replace("|", r"\|"), text, question)
    )
    sure = form.casefold() in _YES | _NO if found.right else len(spoken(said)) >= _LEAST_SENTENCE
    # Yes or no is said in other words, or both.
    return Grade(None, "yes or no") if wanted is not None and sure else found


def _as_said(form: str, text: str, question: str) -> Grade:
    """Return the grade of an answer that is a number or words."""
    said, mark = answer_of(text), mark_of(question, text)
    found_pieces = pieces(plain(form), mark)
    number = found_pieces[0].number if found_pieces else None
    if number is None:
        return Grade(is_right(form, text, question), "words")
    if (part := part_said(said)) != said:
        text = part
    named = _UNIT_ASKED.findall(question) if not number.unit else ()
    asked = next((one for one in named if one.casefold() in units()), "")
    unit = units()[asked.casefold()][0] if asked else ""
    alike = _CURRENCIES if unit in _CURRENCIES else {unit}
    if unit and any(one.number.unit in alike for one in pieces(said, mark) if one.number is not None):
        form = f"{form} {asked}"
    right = is_right(form, text, question)
    if right and "%" in said and abs(number.amount) < 1 and not _PERCENT.search(form + question):
        # A part of one, or of a hundred.
        right = None if is_right(form, text.replace("%", ""), question) else right
    if right is False and len(found_pieces) == 1 and number.high is None:
        right = _rounded(number, said, mark)
    if (
        right is False
        and _THOUSAND.fullmatch(found_pieces[0].text)
        and is_right(form.translate(_SWAPPED), text, question)
    ):
        # The table may be written in another language than its questions.
        right = None
    worked_out = "=" in said and "=" in text.strip().rpartition("\n")[2] != text.strip()
    if (worked_out or _STEPS.match(text)) and not is_labelled(text):
        # The first step of several, or its number: none says that it is the answer.
        right = None
    return Grade(right, "number")


def _rounded(number: Number, said: str, mark: str) -> bool | None:
    """Tell whether an answer is a number without an end as it is rounded, or one that rounds to it."""
    if (value := value_of(said)) is not None:
        return near(value, number)
    answered = [one.number for one in pieces(said, mark) if one.number is not None]
    if len(answered) != 1 or number.unit or answered[0].unit.strip("%"):
        return False
    exact, written = (number, answered[0]) if "/" in spelled(number.amount) else (answered[0], number)
    return near(float(exact.amount), written) if "/" in spelled(exact.amount) else False


def _one(verdicts: Verdicts, way: Way) -> Grade | None:
    """Return the one verdict on an answer; nobody knows where there are several, None where there is none."""
    return Grade(next(iter(verdicts)) if len(verdicts) == 1 else None, way) if verdicts else None


def _matches(pattern: str, text: str) -> bool | None:
    said = answer_of(text)[:_LONGEST_SEARCHED]
    with suppress(InputError):
        check_expected(f"{_PATTERN}{pattern}")
        return re.search(pattern, said) is not None
    return None


def _alone(said: str) -> str:
    """Return the first word of an answer where a sign or nothing follows it; else nothing."""
    found = _ALONE.match(said)
    return found[1] if found is not None else ""


def _means(word: str, choices: Mapping[str, str]) -> bool | None:
    """Tell whether a word by itself means yes (True) or no (False); None: neither, or a choice."""
    low = word.casefold()
    if word in choices or low not in _YES | _NO | _YES_ALONE | _NO_ALONE:
        return None
    return low in _YES | _YES_ALONE


def _says_yes(said: str, choices: Mapping[str, str]) -> bool | None:
    """Tell whether an answer says yes (True) or no (False); None: neither."""
    if (first := _alone(said)) and (means := _means(first, choices)) is not None:
        return means
    if _HALF_SAID.search(said):
        return None
    every = spoken(said)
    told = [
        word
        for word, behind in zip(every, [*every[1:], ""], strict=False)
        if not (word == "no" and (behind in _NO_ANSWER or behind.isdecimal()))
    ]
    for at, word in enumerate(told[:SHORT]):
        if word in _YES or word in _NO:
            return (word in _YES) is not denied(told[:at])
    return None


# --- choices -------------------------------------------------------------------------------------------


def _choices_of(question: str) -> Mapping[str, str]:
    """Return the choices that a question lists, by their letters or numbers; none where it lists none."""
    marks = list(_OPTION.finditer(question))
    first = next((at for at, one in enumerate(marks) if one[1] in "A1"), None)
    found: dict[str, str] = {}
    for at in range(len(marks) if first is None else first, len(marks)):
        one = marks[at]
        if found and ord(one[1]) != ord(list(found)[-1]) + 1:
            break
        end = marks[at + 1].start() if at + 1 < len(marks) else len(question)
        found[one[1]] = question[one.end() : end].split("\n")[0].strip()
    return found if len(found) > 1 else {}


def _several(form: str, choices: Mapping[str, str]) -> str:
    """Return the letters of several choices with nothing between them as a list; anything else as it is."""
    letters = form.strip(" ().")
    if len(letters) < 2 or len(set(letters)) < len(letters) or not set(letters) <= choices.keys():
        return form
    return ", ".join(letters)


def _label_of(form: str, choices: Mapping[str, str]) -> str:
    bare = form.strip(" ().:")
    if bare in choices:
        return bare
    if (whole := _OPTION.match(form)) and words_of(choices.get(whole[1], "")) == words_of(
        form[whole.end() :]
    ):
        return whole[1]
    wanted = words_of(form)
    return next((label for label, text in choices.items() if words_of(text) == wanted), "")


def _letter(said: str) -> str:
    found = _LETTER.match(said) or _LETTER_ALONE.fullmatch(said) or _LETTER_INSIDE.search(said)
    return found[1].upper() if found is not None else ""


def _names_letter(letter: str, said: str) -> bool:
    """Tell whether an answer names a letter and does not deny it: “a” before a word is none."""
    if found := _letter(said):
        return found == letter
    named = re.search(rf"\b{letter}\b(?!['’+#]|\s+[a-z])", said)
    before = _CLAUSE.split(said[: named.start()])[-1] if named is not None else ""
    return named is not None and not denied(words_of(before))


def _chosen(said: str, choices: Mapping[str, str]) -> str:
    """Return the label of the choice that an answer names by letter or text, empty for none or several."""
    letter = _letter(said)
    if letter in choices and not (letter.isdigit() and words_of(said) in map(words_of, choices.values())):
        return letter
    told = f" {' '.join(words_of(said))} "
    named = {label: f" {' '.join(words_of(text))} " for label, text in choices.items()}
    inside = [label for label, text in named.items() if text.strip() and text in told]
    # “7 apples” holds “7”, too: the longest of those that lie within each other is meant.
    whole = [one for one in inside if not any(named[one] in named[other] for other in inside if other != one)]
    if len(whole) != 1 or denied(told[: told.find(named[whole[0]])].split()):
        return ""
    return whole[0]


# --- dates ---------------------------------------------------------------------------------------------


def _as_day(form: str, text: str, mark: str) -> Grade | None:
    """Return the grade of an answer that names days, None where it or what is expected names none."""
    # “1. Mai” is no end of a sentence.
    form, line = _MIDNIGHT.sub("", form), line_of(text)
    wanted = days_in(form, mark)
    named = days_in(line, mark)
    if named and len(wanted) == 1 and wanted[0].text == form.strip(" ."):
        head = days_in(_EXPLAINS.split(line, maxsplit=1)[0], mark) or named
        return _one({wanted[0].same(one) for one in head}, "date")
    if named and YEAR.fullmatch(form) and {one.year for one in named} == {int(form)}:
        return Grade(True, "date")
    return None


def _as_time(form: str, text: str) -> Grade | None:
    """Return whether an answer names an expected time of day; None where either names none."""
    wanted = times_in(form) if _IS_TIME.search(form) else ()
    said = _HOUR_ALONE.sub(lambda bare: f"{bare[1]}:{bare[2] or '00'}", answer_of(text))
    named = times_in(said) if len(wanted) == 1 and len(form.split()) <= _LONGEST_TIME else ()
    verdicts = {bool(wanted[0] & one) for one in named}
    return Grade(verdicts.pop(), "time") if len(verdicts) == 1 else None


# --- lists ---------------------------------------------------------------------------------------------


def _items(form: str) -> Sequence[str]:
    """Return the items of an expected list; one where it is none."""
    if form.startswith("(") and form.endswith(")"):
        # As coordinates are written: their order says what they are.
        return [form]
    by_semicolon = [one.strip() for one in _SEMICOLONS.split(form.strip(" ;\n[]")) if one.strip()]
    if len(by_semicolon) > 1:
        return by_semicolon
    found = [one for one in _COMMAS.split(plain(form.strip(" []{}\\"))) if one]
    return found if all(len(one.split()) <= _LONGEST_ITEM for one in found) else [form]


def _as_list(form: str, text: str, question: str) -> Grade | None:
    """Return the grade of an answer that lists something, None where it or what is expected does not."""
    items = _items(form)
    if len(items) < 2:
        return None
    title = rf"{_MARKED}{re.escape(plain(form))}{_TITLED}" if _AND.search(form) else ""
    if title and re.match(title, answer_of(text), re.IGNORECASE):
        return Grade(True, "words")
    listed = _same_items(items, text, ordered=_ORDERED.search(question) is not None)
    if listed is False and title and is_right(form, text, question):
        # It may be a name, or a part of what is listed.
        return Grade(None, "list")
    return Grade(listed, "list") if listed is not None else None


def _as_values(form: str, text: str, question: str) -> Grade | None:
    """Return the grade of an answer that tells several letters' values; None where those are not expected."""
    wanted = _VALUE.findall(normal(form))
    if len(wanted) < 2 or _BETWEEN_VALUES.fullmatch(_VALUE.sub("", normal(form))) is None:
        return None
    said = answer_of(text)
    found = _VALUE.findall(said)
    if (
        not found
        or "±" in said
        or said.count("=") > len(found)
        or (_OR.search(said) and not _OR.search(form))
        or (len(found) < len(wanted) and len(_VALUE.findall(normal(text))) > len(found))
    ):
        # Values without letters, or further ones in other lines: who knows what they are of.
        return Grade(None, "list") if re.search(r"\d", said) else None
    told = dict.fromkeys(found)
    if len(told) > _MOST_VALUES:
        return Grade(None, "list")
    verdicts = [
        {_graded(value, f"Answer: {other}", question).right for letter, other in theirs if letter == name}
        for mine, theirs in ((wanted, told), (told, wanted))
        for name, value in mine
    ]
    if all(True in one for one in verdicts):
        return Grade(True, "list")
    return Grade(False if any(not one or one == {False} for one in verdicts) else None, "list")


def _same_items(wanted: Sequence[str], text: str, *, ordered: bool) -> bool | None:
    """Tell whether a text lists what is wanted and nothing else; None where it lists nothing."""
    keys = [_key(one) for one in wanted]
    answers = [[_key(one) for one in answer] for answer in _lists_of(text) if len(answer) > 1]
    if keys in answers or (not ordered and sorted(keys) in map(sorted, answers)):
        return True
    return False if answers or is_labelled(text) or len(spoken(answer_of(text))) <= SHORT else None


def _lists_of(text: str) -> Iterator[Sequence[str]]:
    """Yield the lists that a text may answer with: its bullets, or what stands with commas between."""
    bullets = [_EXPLAINS.split(plain(found), maxsplit=1)[0] for found in _BULLETS.findall(text)]
    if len(bullets) > 1:
        yield bullets
    said = answer_of(text)
    if len({letter for letter, _ in _VALUE.findall(said)}) == 1:
        yield [value for _, value in _VALUE.findall(said)]
    if "," in said and ", " not in said and not _GROUPED.fullmatch(said):
        yield said.strip("[](){}\\. ").split(",")
    if ";" in said:
        yield [one for one in _SEMICOLONS.split(said.rstrip(".")) if one]
    head = _EXPLAINS.split(said, maxsplit=1)[0].strip(" .")
    for part in (head, _LEADS.sub("", head, count=1), _TOLD_OF.split(head, maxsplit=1)[0]):
        yield [one for one in _COMMAS.split(_BOTH.sub("", part)) if one]


def _key(item: str) -> tuple[str, ...]:
    found = words_of(item)
    return tuple(found[1:] if len(found) > 1 and found[0] in _ARTICLES else found)
