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
from app.domain.errors import InputError
from app.domain.excerpt import cut
from app.domain.i18n import words
from app.engine.plugin import WorkflowPlugin
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
    QUESTION: "question input prompt problem query question_stem sentence goal ctx instruction",
    EXPECTED: "__expected target ideal answerkey answer_key correct_answer best_answer answer answers gold"
    " label expected_output expected_answer reference reference_answer solution",
    "id": "question_id task_id example_id item_id qid uid",
    CHOICES: "choices options endings",
    PASSAGE: "passage background document article support",
}
"""By what a column is for: the headings that known evaluation sets have for it, the likelier ones first."""
_CHOICE = re.compile(r"(?:(?:choice|option|sol|ending|answer)_?)?([a-h1-8])")
"""A heading of one choice, such as “A” or “option_2”, in its plain form."""
_LONGEST_TOLD = 200
_LONGEST_NAME = 12
"""Words of a file's name: what is longer is a text."""
_ALIKE = 0.85
"""How alike a heading is to a field for which it may be misspelt."""
_SOLVED = "####"
"""Stands before the answer to a worked solution, as in GSM8K."""
_TEST = re.compile(r"([a-z][a-z-]*)(?:\([^)]*\))?:\s*(.*)", re.DOTALL)
_WORDS_TESTS = frozenset(("equals", "contains", "icontains"))
_ANY_TESTS = frozenset(("contains-any", "icontains-any"))
_JUDGED_TESTS = frozenset(("llm-rubric", "model-graded-closedqa", "g-eval", "factuality", "grade"))


class Columns:
    """How the columns of one table are read; notes which were taken for something, and which nobody reads."""

    def __init__(self, plugins: Mapping[str, WorkflowPlugin], given: Sequence[str] = ()) -> None:
        """`given`: HEADING=USE, as a person says it; an empty USE carries the column along.

        Raises InputError for what no column can be for.
        """
        self._plugins = plugins
        self.given = dict(_given(item, plugins) for item in given)
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
        uses = self._uses_of(tuple(cells), plugins)
        found = {use: cells[heading] for heading, use in uses.items() if use}
        choices = list(_choices(found))
        question = next((one.asks for one in plugins if one.asks in found), "")
        if question:
            found[question] = _asked(found[question], choices)
        if EXPECTED in found:
            from_zero = any(_plain(heading) == "label" for heading, use in uses.items() if use == EXPECTED)
            expected = expected_of(found[EXPECTED], choices, from_zero=from_zero)
            found[EXPECTED], judged = _tested(expected)
            if judged:
                found.setdefault(RUBRIC, judged)
        if CONTEXT in found and _is_passage(found[CONTEXT]) and _takes_passage(plugins):
            found[_PASSAGE_FIELD] = found.pop(CONTEXT)
        return found

    def check(self) -> None:
        """Raise InputError where a person spoke of a column that the table has not."""
        for heading in self.given:
            if heading not in self._seen:
                raise InputError(
                    words("The table has no column called “{name}”.", name=cut(heading, _LONGEST_TOLD)),
                    words("Use one of: {names}.", names=", ".join(list(self._seen)[:40])),
                )

    def misspelt(self) -> Mapping[str, str]:
        """Return the columns that nobody reads and that are written nearly as a field is."""
        known = [*OWN, *(name for one in self._plugins.values() for name in one.setup.model_fields)]
        near = {heading: get_close_matches(_plain(heading), known, 1, _ALIKE) for heading in self.carried}
        return {heading: found[0] for heading, found in near.items() if found}

    def _uses_of(self, headings: tuple[str, ...], plugins: Sequence[WorkflowPlugin]) -> Mapping[str, str]:
        key = (headings, tuple(one.name for one in plugins))
        if key not in self._uses:
            self._seen.update(dict.fromkeys(headings))
            self._uses[key] = self._found(headings, plugins)
        return self._uses[key]

    def _found(self, headings: Sequence[str], plugins: Sequence[WorkflowPlugin]) -> Mapping[str, str]:
        # What several workflows are asked stands in columns that are called as each calls it.
        asks = plugins[0].asks if len(plugins) == 1 else ""
        targets = {QUESTION: asks, CHOICES: asks and CHOICES, PASSAGE: _takes_passage(plugins)}
        uses: dict[str, str] = {}
        for heading in headings:
            if heading in self.given:
                use = self.given[heading]
                uses[heading] = targets.get(use, use) or use
            elif _is_known(heading, plugins):
                uses[heading] = heading
        done = {_called(use, plugins) for use in uses.values()}
        for use, names in _KNOWN.items():
            target = targets.get(use, use)
            free = {_plain(heading): heading for heading in reversed(headings) if heading not in uses}
            heading = next((free[name] for name in names.split() if name in free), "")
            if heading and target and target not in done:
                uses[heading] = self.taken[heading] = target
        if asks and CHOICES not in uses.values():
            for heading in _choice_headings([one for one in headings if one not in uses]):
                uses[heading] = self.taken[heading] = CHOICES
        each = [heading for heading, use in uses.items() if use == CHOICES]
        if len(each) > 1:
            uses.update({heading: f"{CHOICES} {_plain(heading)[-1].upper()}" for heading in each})
        for heading in headings:
            if not uses.get(heading):
                uses[heading] = ""
                self.carried.setdefault(heading)
        return uses


def field_of(name: str, plugin: WorkflowPlugin) -> str | None:
    """Return the setup field that a column is of, None where the workflow has none."""
    field = name.removeprefix(SETS).strip().replace("-", "_")
    # A column may be called as the option of the command is.
    options = {
        option.flag.replace("-", "_"): option for option in plugin.command_options if not option.answers
    }
    field = options[field].field if field in options else field
    return field if field in plugin.setup.model_fields else None


def expected_of(value: object, choices: Sequence[tuple[str, str]] = (), *, from_zero: bool = False) -> str:
    """Return what a cell expects, its forms with `|` between; `choices`: label and text of each.

    `from_zero`: a number is the place of its choice, also where choices are numbered.
    """
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case list():
            forms = (expected_of(one, choices).replace("|", "\\|") for one in value)
            return "|".join(dict.fromkeys(filter(None, forms)))
        case {"text": list(forms)}:
            return expected_of(forms)
        case {"value": first, **more}:
            aliases = more.get("aliases")
            return expected_of([first, *(aliases if isinstance(aliases, list) else [])])
        case dict():
            return dumps(value)
        case _:
            return _choice_label(str(value).strip(), choices, from_zero=from_zero)


def _choice_label(text: str, choices: Sequence[tuple[str, str]], *, from_zero: bool) -> str:
    """Return an expected answer, the label of its choice where it is that one's place from 0."""
    if _SOLVED in text:
        return text.rpartition(_SOLVED)[2].strip()
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
        return expected_of([one.strip() for one in said.split(",")]), ""
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


def _is_known(heading: str, plugins: Sequence[WorkflowPlugin]) -> bool:
    return heading in OWN or heading.startswith(SETS) or bool(_called(heading, plugins))


def _called(use: str, plugins: Sequence[WorkflowPlugin]) -> str:
    """Return what a column is for by its one name; empty where nobody knows it."""
    return use if use in OWN else next(filter(None, (field_of(use, one) for one in plugins)), "")


def _takes_passage(plugins: Sequence[WorkflowPlugin]) -> str:
    return _PASSAGE_FIELD if any(_PASSAGE_FIELD in one.setup.model_fields for one in plugins) else ""


def _is_passage(value: object) -> bool:
    """Tell a text that is to be read from the names of files."""
    text = value if isinstance(value, str) else ""
    return "\n" in text.strip() or len(text.split()) > _LONGEST_NAME * len(text.split(";"))


def _plain(heading: str) -> str:
    return re.sub(r"[\s-]+", "_", heading.strip().casefold())


def _choice_headings(headings: Sequence[str]) -> Sequence[str]:
    """Return the headings of choices, one for each; none where they begin with no first one."""
    found = {match[1]: one for one in headings if (match := _CHOICE.fullmatch(_plain(one)))}
    return list(found.values()) if {"a", "b"} <= found.keys() or {"1", "2"} <= found.keys() else []


def _choices(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the label and the text of each choice of a row, and take them out of it."""
    each = [use for use in found if use.startswith(f"{CHOICES} ")]
    labelled = [(use.removeprefix(f"{CHOICES} "), str(found.pop(use)).strip()) for use in each]
    yield from ((label, text) for label, text in labelled if text)
    match found.pop(CHOICES, None):
        case {"text": list(texts), "label": list(labels)} if len(texts) == len(labels):
            yield from zip(map(str, labels), map(str, texts), strict=True)
        case list() as texts:
            yield from _lettered(texts)
        case str() as text if text.strip():
            yield from _lettered(_listed(text))
        case _:
            pass


def _lettered(texts: Sequence[object]) -> Iterator[tuple[str, str]]:
    for at, text in enumerate(texts[:26]):
        yield chr(ord("A") + at), str(text)


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
