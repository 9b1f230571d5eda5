"""What the columns of a table are for: the batch, a field of the workflow, or nobody.

Rule: a heading that the batch or the workflow has is that one. Of the others a table of an evaluation set is
read by the headings that such tables use; each that is taken so is told and confirmed once. What is left is
carried along: it goes into the table of answers and to no model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from app.domain.canonical import dumps
from app.domain.errors import InputError, one_of
from app.domain.excerpt import cut
from app.domain.i18n import Message, words
from app.engine.plugin import WorkflowPlugin
from app.projections.answers import answer_of
from app.services.typed_values import parse_json

CONTEXT = "context"
RUBRIC = "rubric"
"""The column, and the setup field of workflows that grade by it."""
EXPECTED = "expected"
OWN = ("id", EXPECTED, RUBRIC, "team", "workflow", "seed", CONTEXT)
"""Columns that are the batch's own; all others are fields of the workflow's setup, or carried along."""
SETS = "set."
"""What stands before a field's name where the column is of the setup beyond doubt."""
QUESTION, CHOICES, PASSAGE = "question", "choices", "passage"
"""What a column may be given to besides: what is asked, its choices, and a text that is read with it."""
_PASSAGE_FIELD = "context_text"
"""The setup field of workflows that take a text beside the question."""
_KNOWN: Final[Mapping[str, str]] = {
    QUESTION: "question input prompt problem query question_stem sentence goal ctx instruction claim"
    " statement text frage aufgabe pregunta pergunta domanda вопрос 问题 質問",
    EXPECTED: "expected __expected target ideal answerkey answer_key correct_answer right_answer best_answer"
    " answer answers gold gold_answer gold_label ground_truth label expected_output expected_answer reference"
    " reference_answer answers_spans solution target_scores correct_option correct key"
    " erwartet antwort lösung musterlösung respuesta réponse resposta risposta ответ 答案 正解",
    "id": "id question_id query_id task_id example_id item_id qid uid row_key",
    CHOICES: "choices options endings",
    CONTEXT: "context",
    RUBRIC: "rubric",
    PASSAGE: "passage background document article support story text",
}
"""By what a column is for: the headings that known evaluation sets have for it, the likelier ones first."""
_ROW = re.compile(r"[A-Za-z]{1,9}[_-]?\d{1,9}")
_CHOICE = re.compile(r"(?:(?:choice|option|sol|ending|answer)_?)?([a-h1-8])")
"""A heading of one choice, such as “A” or “option_2”, in its plain form."""
_LONGEST_TOLD = 200
_LEAST_SENTENCE, _LONGEST_NAME = 2, 12
"""Words of a file's name: what is longer is a text."""
_ALIKE = 0.85
"""How alike a heading is to a field for which it may be misspelt."""
_SOLVED, _BOXED = "####", "\\boxed{"
"""Stand before the answer to a worked solution, as in GSM8K and in MATH."""
_TEST = re.compile(r"([a-z][a-z-]*)(?:\([^)]*\))?:\s*(.*)", re.DOTALL)
_WORDS_TESTS = frozenset(("equals", "contains", "icontains"))
_ANY_TESTS = frozenset(("contains-any", "icontains-any"))
_JUDGED_TESTS = frozenset(("llm-rubric", "model-graded-closedqa", "g-eval", "factuality", "grade"))


class Columns:
    """How the columns of one table are read; notes which were taken for something, and which nobody reads."""

    def __init__(
        self,
        plugins: Mapping[str, WorkflowPlugin],
        given: Sequence[str] = (),
        kept: Sequence[str] | None = None,
    ) -> None:
        """`given`: HEADING=USE, as a person says it; an empty USE carries the column along.

        `kept`: as a batch that goes on was begun; nothing is guessed then, lest its sessions become others.
        Raises InputError for what no column can be for.
        """
        self._plugins = plugins
        self.given = dict(_given(item, plugins) for item in given)
        pairs = (one.partition("=") for one in kept or ())
        self._kept = {heading: use for heading, _, use in pairs if use not in self.given.values()}
        self._guesses = kept is None
        self._uses: dict[tuple[tuple[str, ...], tuple[str, ...]], Mapping[str, str]] = {}
        self._seen: dict[str, None] = {}
        self.taken: dict[str, str] = {}
        """What nobody said: headings and what they were taken for."""
        self.carried: dict[str, None] = {}
        """Headings that nobody reads."""

    def read(self, cells: Mapping[str, Any], plugins: Sequence[WorkflowPlugin]) -> dict[str, Any]:
        """Return what a row says to some workflows, by the names that they know; raises InputError."""
        if any(len(heading) > _LONGEST_TOLD for heading in cells):
            raise InputError(
                words("The name of a column is longer than {most} characters.", most=_LONGEST_TOLD),
                words("Give the column a short name; what is to be asked stands below it."),
            )
        uses = self._uses_of(cells, plugins)
        found = {use: cells[heading] for heading, use in uses.items() if use}
        question = next((one.asks for one in plugins if one.asks in found), "")
        _unnest(found, question)
        if EXPECTED in found and found[EXPECTED] is None:
            found[EXPECTED] = self._other_expected(cells, uses)
        choices = list(_choices(found))
        if question:
            found[question] = _asked(found[question], choices)
        if EXPECTED in found:
            from_zero = any(_plain(heading) == "label" for heading, use in uses.items() if use == EXPECTED)
            expected = _expected_of(found[EXPECTED], choices, from_zero=from_zero)
            found[EXPECTED], judged = _tested(expected)
            if judged:
                found.setdefault(RUBRIC, judged)
        if CONTEXT in found and _is_passage(found[CONTEXT]) and _takes_passage(plugins):
            found[_PASSAGE_FIELD] = _as_text(found.pop(CONTEXT))
        return found

    def _other_expected(self, cells: Mapping[str, Any], uses: Mapping[str, str]) -> object:
        """Return what a row expects whose cell for it is null: a set of two kinds has a column for each."""
        known = _KNOWN[EXPECTED].split()
        others = (one for one in cells if not uses[one] and one not in self.given and _plain(one) in known)
        return next((cells[one] for one in others if cells[one] is not None), None)

    def check(self) -> None:
        """Raise InputError where a person spoke of a column that the table has not."""
        for heading in self.given:
            if heading not in self._seen:
                raise InputError(
                    words("The table has no column called “{name}”.", name=cut(heading, _LONGEST_TOLD)),
                    one_of(list(self._seen)[:40]),
                )

    def said(self) -> Sequence[Message]:
        """Return what is to be known of the headings: that the first line of a table may be none of them."""
        if not self._seen or any(use for uses in self._uses.values() for use in uses.values()):
            return ()
        names = cut(", ".join(self._seen), _LONGEST_TOLD)
        return (words("Its first line is taken for headings, and none is known here: {names}.", names=names),)

    def misspelt(self) -> Mapping[str, str]:
        """Return the columns that nobody reads and that are written nearly as a field is."""
        if not self.carried:
            return {}
        known = [*OWN, *(name for one in self._plugins.values() for name in one.setup.model_fields)]
        near = {heading: get_close_matches(_plain(heading), known, 1, _ALIKE) for heading in self.carried}
        return {heading: found[0] for heading, found in near.items() if found}

    def _uses_of(self, cells: Mapping[str, Any], plugins: Sequence[WorkflowPlugin]) -> Mapping[str, str]:
        key = (tuple(cells), tuple(one.name for one in plugins))
        if key not in self._uses:
            self._seen.update(dict.fromkeys(cells))
            self._uses[key] = self._found(cells, plugins)
        return self._uses[key]

    def _found(self, headings: Mapping[str, Any], plugins: Sequence[WorkflowPlugin]) -> Mapping[str, str]:
        # What several workflows are asked stands in columns that are called as each calls it.
        asks = plugins[0].asks if len(plugins) == 1 else ""
        targets = {QUESTION: asks, CHOICES: asks and CHOICES, PASSAGE: _takes_passage(plugins)}
        uses: dict[str, str] = {}
        for heading in headings:
            if heading in self.given:
                use = self.given[heading]
                uses[heading] = targets.get(use, use) or use
            elif heading in self._kept:
                use = self._kept[heading]
                uses[heading] = self.taken[heading] = targets.get(use, use) or use
            elif heading in OWN or heading.startswith(SETS) or _called(heading, plugins):
                uses[heading] = heading
        if self._guesses:
            self._guess(headings, uses, targets, plugins)
        each = [heading for heading, use in uses.items() if use == CHOICES]
        if len(each) > 1:
            uses.update({heading: f"{CHOICES} {_plain(heading)[-1].upper()}" for heading in each})
        for heading in headings:
            if not uses.get(heading):
                uses[heading] = ""
                self.carried.setdefault(heading)
        return uses

    def _guess(
        self,
        headings: Mapping[str, Any],
        uses: dict[str, str],
        targets: Mapping[str, str],
        plugins: Sequence[WorkflowPlugin],
    ) -> None:
        """Take the headings of known evaluation sets for what they are for there."""
        done = {_called(use, plugins) for use in uses.values()}
        for use, names in _KNOWN.items():
            target = targets.get(use, use)
            free = {_plain(heading): heading for heading in reversed([*headings]) if heading not in uses}
            if _ROW.fullmatch(str(headings.get(free.get("key", ""), ""))):
                # The first row tells: what names it answers nothing.
                free["row_key"] = free.pop("key")
            heading = next((free[name] for name in names.split() if name in free), "")
            if heading and target and target not in done:
                uses[heading] = self.taken[heading] = target
        if targets[CHOICES] and CHOICES not in uses.values():
            for heading in _choice_headings([one for one in headings if one not in uses]):
                uses[heading] = self.taken[heading] = CHOICES


def field_of(name: str, plugin: WorkflowPlugin) -> str | None:
    """Return the setup field that a column is of, None where the workflow has none."""
    field = name.removeprefix(SETS).strip().replace("-", "_")
    # A column may be called as the option of the command is.
    options = {
        option.flag.replace("-", "_"): option for option in plugin.command_options if not option.answers
    }
    field = options[field].field if field in options else field
    return field if field in plugin.setup.model_fields else None


def _expected_of(value: object, choices: Sequence[tuple[str, str]] = (), *, from_zero: bool = False) -> str:
    """Return what a cell expects, its forms with `|` between; `choices`: label and text of each.

    `from_zero`: a number is the place of its choice, also where choices are numbered.
    """
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case list():
            forms = (_expected_of(one, choices).replace("|", "\\|") for one in value)
            return "|".join(dict.fromkeys(filter(None, forms)))
        case {"text": list(forms)}:
            return _expected_of(forms)
        case {"spans": list(spans), **more}:
            day = more.get("date")
            parts = [day.get(one) for one in ("day", "month", "year")] if isinstance(day, dict) else []
            # Several spans are one answer: all of them are asked for.
            said = "; ".join(dict.fromkeys(map(str, spans))) or " ".join(str(one) for one in parts if one)
            return _expected_of(more.get("number") or said)
        case dict() as scores if _are_scores(scores):
            best = max(scores.values())
            return _expected_of([text for text, score in scores.items() if score == best], choices)
        case {"value": first, **more}:
            aliases = more.get("aliases")
            return _expected_of([first, *(aliases if isinstance(aliases, list) else [])])
        case dict():
            return dumps(value)
        case _:
            return _choice_label(str(value).strip(), choices, from_zero=from_zero)


def _choice_label(text: str, choices: Sequence[tuple[str, str]], *, from_zero: bool) -> str:
    """Return an expected answer, the label of its choice where it is that one's place from 0."""
    if _SOLVED in text:
        return text.rpartition(_SOLVED)[2].strip()
    if _BOXED in text:
        return answer_of(text)
    named = {part for choice in choices for part in choice}
    if text.isdecimal() and len(text) < 3 and int(text) < len(choices) and (from_zero or text not in named):
        return choices[int(text)][0]
    return text


def _tested(expected: str) -> tuple[str, str]:
    """Return an expected answer and a rubric, from one that may be written as a test of promptfoo."""
    found = _TEST.fullmatch(expected)
    if found is None:
        return expected, ""
    kind, said = found[1], found[2].strip()
    if kind in _WORDS_TESTS:
        return said.replace("|", "\\|"), ""
    if kind in _ANY_TESTS:
        return _expected_of([one.strip() for one in said.split(",")]), ""
    return ("", said) if kind in _JUDGED_TESTS else (expected, "")


def _given(item: str, plugins: Mapping[str, WorkflowPlugin]) -> tuple[str, str]:
    heading, sign, use = (part.strip() for part in item.partition("="))
    known = [*OWN, QUESTION, CHOICES, PASSAGE]
    if not sign or not heading:
        raise InputError(
            words("“{item}” says of no column what it is for.", item=cut(item, _LONGEST_TOLD)),
            words("Write HEADING=USE, such as target=expected; HEADING= carries the column along."),
        )
    if use and use not in known and not any(field_of(use, one) for one in plugins.values()):
        raise InputError(
            words("No column can be for “{use}”.", use=cut(use, _LONGEST_TOLD)),
            words("Use one of: {names}; or a field of the workflow.", names=", ".join(known)),
        )
    return heading, use


def _called(use: str, plugins: Sequence[WorkflowPlugin]) -> str:
    """Return what a column is for by its one name; empty where nobody knows it."""
    return use if use in OWN else next(filter(None, (field_of(use, one) for one in plugins)), "")


def _takes_passage(plugins: Sequence[WorkflowPlugin]) -> str:
    return _PASSAGE_FIELD if any(_PASSAGE_FIELD in one.setup.model_fields for one in plugins) else ""


def _is_passage(value: object) -> bool:
    """Tell a text that is to be read from the names of files."""
    if isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(x, list | dict) for x in value)
    ):
        return True
    text = value if isinstance(value, str) else ""
    sentence = len(text.split()) > _LEAST_SENTENCE and text.rstrip().endswith((".", "!", "?"))
    return sentence or "\n" in text.strip() or len(text.split()) > _LONGEST_NAME * len(text.split(";"))


def _plain(heading: str) -> str:
    return re.sub(r"[\s-]+", "_", heading.strip().casefold())


def _choice_headings(headings: Sequence[str]) -> Sequence[str]:
    """Return the headings of choices, one for each; none where they begin with no first one."""
    found = {match[1]: one for one in headings if (match := _CHOICE.fullmatch(_plain(one)))}
    return list(found.values()) if {"a", "b"} <= found.keys() or {"1", "2"} <= found.keys() else []


def _are_scores(value: Mapping[str, Any]) -> bool:
    """Tell choices with a number each, as BIG-bench has them."""
    return len(value) > 1 and all(isinstance(one, int | float) for one in value.values())


def _unnest(found: dict[str, Any], question: str) -> None:
    """Take out what stands inside of something else: choices in the question, or in what is expected."""
    asked, expected = found.get(question), found.get(EXPECTED)
    if isinstance(asked, dict) and "stem" in asked:
        found[question] = asked["stem"]
        found.setdefault(CHOICES, asked.get(CHOICES))
    if isinstance(expected, dict) and _are_scores(expected):
        found.setdefault(CHOICES, list(expected))


def _as_text(value: object) -> str:
    """Return a passage as a text: of one in parts, each in a line."""
    match value:
        case list():
            return "\n".join(map(_as_text, value))
        case dict():
            return _as_text(list(value.values()))
        case _:
            return str(value)


def _choices(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the label and the text of each choice of a row, and take them out of it."""
    each = [use for use in found if use.startswith(f"{CHOICES} ")]
    labelled = [(use.removeprefix(f"{CHOICES} "), str(found.pop(use)).strip()) for use in each]
    yield from ((label, text) for label, text in labelled if text)
    match found.pop(CHOICES, None):
        case {"text": list(texts), "label": list(labels)} if len(texts) == len(labels):
            yield from zip(map(str, labels), map(str, texts), strict=True)
        case [{"label": _, "text": _}, *_] as each:
            yield from ((str(one["label"]), str(one["text"])) for one in each)
        case list() as texts:
            yield from _lettered(texts)
        case str() as text if text.strip():
            yield from _lettered(_listed(text))


def _lettered(texts: Sequence[object]) -> Iterator[tuple[str, str]]:
    letters = [chr(ord("A") + at) for at in range(min(26, len(texts)))]
    each = list(zip(letters, map(str, texts), strict=False))
    marked = all(re.match(rf"\(?{letter}[).:]", text.strip()) for letter, text in each)
    yield from (
        (letter, re.sub(r"^\(?[A-Z][).:]\s*", "", text.strip()) if marked else text) for letter, text in each
    )


def _listed(text: str) -> Sequence[object]:
    try:
        value = parse_json(text)
    except ValueError:
        value = None
    if isinstance(value, list):
        return value
    sign = next((one for one in "|\n;," if one in text), "|")
    return [part.strip() for part in text.split(sign) if part.strip()]


def _asked(value: object, choices: Sequence[tuple[str, str]]) -> object:
    """Return what is asked, with its choices below it; of a conversation, what is said in it."""
    if isinstance(value, list) and value and all(isinstance(one, dict) and "content" in one for one in value):
        value = "\n\n".join(str(one["content"]).strip() for one in value)
    if not isinstance(value, str) or not choices:
        return value
    return "\n".join([f"{value.rstrip()}\n", *(f"{label}) {text}" for label, text in choices)])
