"""Gate files: the gates of a workflow as described data, read and checked when the workflow is loaded.

To add a gate, write a table into the workflow's `gates.toml`, named as the gate is; to add a verb, a table
`[GATE.verbs.VERB]` (the keys are the fields of `GateKind` and `Verb`). What is left out has its default.

    [scope]
    title = "Confirm the scope"
    short = "scope to confirm"
    headline = ["{title}: is this the scope?"]
    lines = ["{count} files.", { each = "warnings", say = "Mind: {item}" }]
    unattended = "confirm"
    code = { events = "scope_events", objection = "scope_objection" }

    [scope.verbs.confirm]
    label = "Confirm"
    data = "Scope"
    primary = true
    done = "Confirmed the scope"

Rules:
- A sentence names fields of the payload in its places, and of where the gate stands `{word}` and `{n}`: what
  a round is called, and its number. It is left out where a field that it names has nothing in it. All
  sentences are collected for translation.
- A sentence alone or a table: `say`, `when` (conditions that all hold), `each` (a list: said for each of its
  items, of whose fields it speaks first, a bare one being `{item}`, its number `{nr}`; for `most` of
  them), `one` and `of`
  (another sentence where the field `of` is 1), `cut` (characters of a text at most).
- A headline is the first of its sentences that can be said.
- A condition is a field that has something in it, `!field` that has nothing, `field != field` (the second
  one of the payload), or `list > 1` and `list < 2` of how many there are.
- `ways`: a button for each item of a list, else one (`each`, `when`, `label`; `data` where it is sent at
  once: by its fields, the fields of the item).
- `example`: data that would fit; `{field}` and `{field else TEXT}` are the payload's, the first of a list.
- `unattended`: a verb; `{ else = VERB }`: what the payload recommends as `primary`, else that one.
- `not_by_itself`: what is said where the rounds are done that a person let it go on by itself.
- `code` names functions of the module that reads the file, under the field they serve: rules, facts, and
  what sentences alone cannot say. `data` names its data models. A name may begin with `_` there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from string import Formatter
from typing import Any, get_args

from app.domain.canonical import JsonValue
from app.domain.errors import Bug
from app.domain.excerpt import cut, excerpt
from app.domain.gates import Action, Asked, Data, Form, GateData, GateKind, GatePlace, Verb, Way
from app.domain.i18n import Message, words
from app.domain.payload import Payload, asked_again
from app.domain.sentences import joined, sentence_of

Shown = Mapping[str, Callable[[JsonValue], object]]
"""How the values of some fields of a payload are shown, by the field."""
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "asked": get_args(Asked),
    "form": get_args(Form),
    "action": get_args(Action),
    "flag": ("approve", "on_failure", "on_uncertain", "allow_tool"),
    "event": ("needs_you", "failed", "budget"),
    "shows": ("critiques",),
}
_SENTENCES = ("title", "short", "label", "tip", "done")
_FUNCTIONS = {"lines": "payload_lines"}
"""Keys that are called otherwise than the field they fill."""


def read_gates(file: Path, code: Mapping[str, Any], shown: Shown | None = None) -> dict[str, GateKind]:
    """Return the gates of a file by their names; raises Bug naming what is wrong in it.

    `code`: the names of the module that reads it, `globals()`.
    """
    reader = _Reader(code, shown or {})
    try:
        gates = {
            name: reader.gate(name, gate) for name, gate in tomllib.loads(file.read_text("utf-8")).items()
        }
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Bug(f"{file}: {reader.at}: {type(error).__name__}: {error}") from error
    return gates


def read_verbs(
    file: Path, code: Mapping[str, Any], more: Collection[str]
) -> Iterator[tuple[Verb, dict[str, Any]]]:
    """Yield the verbs of a file that has a table for each, with what else stands there under the keys `more`.

    Raises Bug naming what is wrong in it.
    """
    reader = _Reader(code, {})
    try:
        for name, table in tomllib.loads(file.read_text("utf-8")).items():
            named = table.get("code", {})
            beside = {key: value for key, value in table.items() if key in more}
            beside |= {key: reader.named(value) for key, value in named.items() if key in more}
            own = {key: value for key, value in table.items() if key not in more}
            own["code"] = {key: value for key, value in named.items() if key not in more}
            yield reader.verb("", name, own), beside
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Bug(f"{file}: {reader.at}: {type(error).__name__}: {error}") from error


class _Reader:
    """Makes gates of the tables of one file."""

    def __init__(self, code: Mapping[str, Any], shown: Shown) -> None:
        self.code, self.at = code, ""
        self._shown = shown

    def gate(self, name: str, table: Mapping[str, Any]) -> GateKind:
        self.at = name
        verbs = tuple(self.verb(name, verb, row) for verb, row in table.get("verbs", {}).items())
        self.at = name
        given = {key: value for key, value in table.items() if key != "verbs"}
        return GateKind(name=name, verbs=verbs, **self._filled(GateKind, given))

    def verb(self, gate: str, name: str, table: Mapping[str, Any]) -> Verb:
        self.at = f"{gate}.verbs.{name}"
        given = dict(table)
        ways = given.pop("ways", None)
        filled = self._filled(Verb, given)
        if ways is not None:
            when = _conditions(ways.get("when"))
            filled["ways"] = partial(_ways, name, _Ways(**{**ways, "when": when, "shown": self._shown}))
        return Verb(name=name, **filled)

    def _filled(self, kind: type[GateKind | Verb], table: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of a gate or a verb that its table fills."""
        said = {key: self._value(key, value) for key, value in table.items() if key != "code"}
        code = {key: self.named(named) for key, named in table.get("code", {}).items()}
        filled = {_FUNCTIONS.get(key, key): value for key, value in {**said, **code}.items()}
        if unknown := filled.keys() - {one.name for one in fields(kind)}:
            raise ValueError(f"there is no {', '.join(sorted(unknown))} in {kind.__name__}")
        return filled

    def named(self, name: str) -> Any:
        """Return a function or a data model; raises KeyError where there is none of this name."""
        found = self.code.get(name) or self.code.get(f"_{name}")
        if not callable(found):
            raise KeyError(name)
        return found

    def _value(self, key: str, value: Any) -> object:  # noqa: C901  one case a kind of key
        match key:
            case "data":
                model = self.named(value)
                if not (isinstance(model, type) and issubclass(model, GateData)):
                    raise TypeError(f"{value} is no data model")
                return model
            case "headline":
                return partial(_first, self._lines(value))
            case "brief":
                return partial(_told, self._lines(value))
            case "lines":
                return partial(_told, self._lines(value), place=GatePlace())
            case "hint":
                first, second = map(words, value)
                return first, second
            case "not_by_itself":
                return partial(asked_again, rounds=words(value))
            case "outs":
                return {status: words(said) for status, said in value.items()}
            case "heard":
                return tuple(value)
            case "example":
                return partial(_example, value)
            case "primary" if not isinstance(value, bool):
                return partial(_holds_of, _conditions(value))
            case "unattended" if not isinstance(value, str):
                return partial(_recommended, value["else"])
            case _ if key in _SENTENCES:
                return words(value)
            case _ if isinstance(value, str):
                if value not in _CHOICES.get(key, (value,)):
                    raise ValueError(f"{key} is none of {', '.join(_CHOICES[key])}")
                return value
            case _:
                return bool(value)

    def _lines(self, said: Any) -> tuple[_Line, ...]:
        rows = said if isinstance(said, list) else [said]
        return tuple(self._line({"say": row} if isinstance(row, str) else row) for row in rows)

    def _line(self, row: Mapping[str, Any]) -> _Line:
        return _Line(**{**row, "when": _conditions(row.get("when")), "shown": self._shown})


@dataclass(frozen=True, slots=True)
class _Line:
    """A sentence of a gate, and when it is said."""

    say: str
    when: tuple[str, ...]
    shown: Shown
    each: str = ""
    most: int | None = None
    one: str = ""
    of: str = ""
    cut: int = 0

    def told(self, payload: Payload, place: GatePlace) -> Iterator[Message]:
        """Yield the sentence, once for each item where it speaks of several; nothing where it cannot be."""
        for item in _each(payload, self.each)[: self.most]:
            if _hold(self.when, item, payload):
                source = self.one if self.one and item.get(self.of) == 1 else self.say
                filled = _filled(source, {"word": place.word, "n": place.round, **item}, self.shown, self.cut)
                if None not in filled.values():
                    yield Message(source, filled)


def _each(payload: Payload, field: str) -> Sequence[Payload]:
    if not field:
        return [payload]
    found = payload.get(field)
    # A recorded sentence is a mapping, too, and no item with fields.
    return [
        {**payload, "nr": nr, **(one if isinstance(one, dict) and "say" not in one else {"item": one})}
        for nr, one in enumerate(found if isinstance(found, list) else (), 1)
    ]


def _filled(source: str, item: Mapping[str, Any], shown: Shown, most: int = 0) -> dict[str, object]:
    """Return what goes into the places of a sentence; None where a field has nothing in it."""
    names = [name for _text, name, _spec, _conversion in Formatter().parse(source) if name]
    return {name: _shown(name, item.get(name), shown, most) for name in names}


def _shown(name: str, value: Any, shown: Shown, most: int) -> object:
    if not value and not isinstance(value, int | float):
        return None
    if name in shown:
        return shown[name](value)
    match value:
        case list():
            return joined([sentence_of(one) for one in value], ", ")
        case dict():
            return sentence_of(value)
        case str() if most:
            return cut(excerpt(value), most)
        case _:
            return value


def _conditions(given: Any) -> tuple[str, ...]:
    found = (given,) if isinstance(given, str) else tuple(given or ())
    for condition in found:
        _holds(condition, {}, {})
    return found


def _hold(conditions: Sequence[str], item: Payload, payload: Payload) -> bool:
    return all(_holds(one, item, payload) for one in conditions)


def _holds(condition: str, item: Payload, payload: Payload) -> bool:
    match condition.split():
        case [field, "!=", other]:
            return item.get(field) != payload.get(other)
        case [field, ">", number]:
            return _size(item.get(field)) > int(number)
        case [field, "<", number]:
            return _size(item.get(field)) < int(number)
        case [field] if field.startswith("!"):
            return not item.get(field[1:])
        case [field]:
            return bool(item.get(field))
        case _:
            raise Bug(f"“{condition}” is no condition")


def _size(value: JsonValue) -> int:
    return len(value) if isinstance(value, list) else 0


def _holds_of(conditions: Sequence[str], payload: Payload) -> bool:
    return _hold(conditions, payload, payload)


def _told(lines: Sequence[_Line], payload: Payload, place: GatePlace) -> Sequence[Message]:
    return [said for line in lines for said in line.told(payload, place)]


def _first(lines: Sequence[_Line], payload: Payload, place: GatePlace) -> Message | None:
    return next(iter(_told(lines, payload, place)), None)


@dataclass(frozen=True, slots=True)
class _Ways:
    label: str
    when: tuple[str, ...]
    shown: Shown
    each: str = ""
    data: Mapping[str, str] | None = None
    """Fields of the answer, by the item's fields that fill them."""


def _ways(verb: str, ways: _Ways, payload: Payload) -> Sequence[Way]:
    found = []
    for item in _each(payload, ways.each):
        if _hold(ways.when, item, payload):
            data = None if ways.data is None else {key: item.get(name) for key, name in ways.data.items()}
            name = "-".join([verb, *map(str, (data or {}).values())])
            label = Message(ways.label, _filled(ways.label, item, ways.shown))
            found.append(Way(name, label, data))
    return found


def _example(value: JsonValue, payload: Payload) -> Any:
    """Return data with what the payload has in the places of its texts; of a list, the first."""
    if isinstance(value, dict):
        return {_example(key, payload): _example(one, payload) for key, one in value.items()}
    if isinstance(value, list):
        return [_example(one, payload) for one in value]
    if not isinstance(value, str) or not (value.startswith("{") and value.endswith("}")):
        return value
    name, _, otherwise = value[1:-1].partition(" else ")
    found = payload.get(name)
    return str((next(iter(found), "") if isinstance(found, list) else found) or otherwise or "…")


def _recommended(otherwise: str, payload: Payload) -> tuple[str, Data]:
    named = payload.get("primary")
    return (named if isinstance(named, str) else otherwise), {}
