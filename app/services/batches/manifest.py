"""Reading the table of a batch: its rows, and those that cannot be used, each with the reason."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from app.domain.canonical import digest, dumps, sound_text
from app.domain.errors import InputError, RoundtableError
from app.domain.i18n import words
from app.domain.strange_files import json_is_too_large, read_strange
from app.engine.plugin import WorkflowPlugin
from app.services.context_files import context_texts
from app.services.sessions import check_setup
from app.services.typed_values import assignments, parse_json, typed_value

LARGEST = 64 * 2**20
"""Bytes of a table: a hundred thousand questions of a page each are less."""
MOST_ROWS = 100_000
LONGEST_CELL = 2**20
"""Characters of one value."""
OWN = ("id", "expected", "rubric", "team", "seed", "context")
"""Columns that are the batch's own; all others are fields of the workflow's setup."""
SETS = "set."
"""What stands before a field's name where the column is of the setup beyond doubt."""
MOST_SEED = 2**31


@dataclass(frozen=True, slots=True)
class Row:
    """A question of the table. `number`: its place, from 1, without the line of headings."""

    number: int
    name: str
    setup: BaseModel
    expected: str = ""
    rubric: str = ""
    team: str = ""
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class SetAside:
    """A row that cannot be used, and why."""

    number: int
    name: str
    why: str
    next: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """A table that was read."""

    rows: Sequence[Row]
    set_aside: Sequence[SetAside] = ()


def read_manifest(path: Path, plugin: WorkflowPlugin, values: Sequence[str] = ()) -> Manifest:
    """Read a CSV or JSONL file of questions; `values`: FIELD=VALUE for every row that does not say otherwise.

    Raises InputError for a file that cannot be read, and for a column that means nothing. Whatever is wrong
    with one row sets that row aside.
    """
    text = _text(path)
    shared = assignments(plugin.setup, values)
    given = _of_jsonl(text, path) if path.suffix.lower() in (".jsonl", ".ndjson") else _of_csv(text, path)
    rows, aside, names = [], [], set()
    for number, cells in enumerate(given, 1):
        if number > MOST_ROWS:
            raise InputError(
                words("{file} has more than {most} rows.", file=path, most=MOST_ROWS),
                words("Divide it, and run a batch of each part."),
            )
        name = f"row {number}"
        try:
            if isinstance(cells, RoundtableError):
                raise cells
            name = str(cells.get("id") or "").strip() or name
            row = _row(number, cells, plugin, shared, path.parent)
            if row.name in names:
                raise InputError(
                    words("The id {id} stands in an earlier row, too.", id=row.name),
                    words("Give each row an id of its own."),
                )
        except RoundtableError as error:
            aside.append(SetAside(number, name, str(error.message), str(error.next)))
            continue
        names.add(row.name)
        rows.append(row)
    if not rows and not aside:
        raise InputError(
            words("{file} has no rows.", file=path),
            words("Write a line of headings, such as id,question, and a line for each question."),
        )
    return Manifest(rows, aside)


def _text(path: Path) -> str:
    content = read_strange(path, LARGEST)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            words("{file} is not a UTF-8 text.", file=path),
            words("Save the table as “CSV UTF-8”."),
        ) from error


def _of_csv(text: str, path: Path) -> Iterator[Mapping[str, Any] | RoundtableError]:
    # A table of a German spreadsheet has semicolons. Only the headings tell: a question may hold either.
    headings = text.partition("\n")[0]
    sign = max(",;\t", key=headings.count)
    # As long as the file may be: what one value may hold is looked at by ourselves.
    csv.field_size_limit(LARGEST)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign, strict=True)
    try:
        names = [name.strip() for name in next(reader, [])]
        if len(set(names)) != len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise InputError(
                words("{file} has two columns called “{name}”.", file=path, name=twice),
                words("Rename one of them."),
            )
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(names):
                yield InputError(
                    words(
                        "It has {count} values; the headings are {names}.", count=len(cells), names=len(names)
                    ),
                    words("Put a value that holds a “{sign}” into quotation marks.", sign=sign),
                )
                continue
            yield dict(zip(names, cells, strict=True))
    except csv.Error as error:
        raise InputError(
            words("{file} is no table: line {line}: {why}.", file=path, line=reader.line_num, why=str(error)),
            words("Save it from a spreadsheet as “CSV UTF-8”, or write it as JSONL."),
        ) from error


def _of_jsonl(text: str, path: Path) -> Iterator[Mapping[str, Any] | RoundtableError]:
    if json_is_too_large(text.encode("utf-8", "surrogatepass")):
        raise InputError(
            words("{file} holds too many values.", file=path),
            words("Divide it, and run a batch of each part."),
        )
    for line in text.split("\n"):
        if not line.strip():
            continue
        try:
            value = parse_json(line)
        except ValueError as error:
            yield InputError(
                words("It is no JSON: {why}.", why=str(error)),
                words('Write an object on one line, such as {{"id": "a", "question": "…"}}.'),
            )
            continue
        if isinstance(value, dict):
            yield value
        else:
            yield InputError(
                words("It is no JSON object."),
                words('Write an object on one line, such as {{"id": "a", "question": "…"}}.'),
            )


def _row(
    number: int, cells: Mapping[str, Any], plugin: WorkflowPlugin, shared: Mapping[str, Any], folder: Path
) -> Row:
    long = next((name for name, value in cells.items() if len(str(value)) > LONGEST_CELL), None)
    if long is not None:
        raise InputError(
            words("The value of “{name}” is longer than {most} characters.", name=long, most=LONGEST_CELL),
            words("Save it as a file, and name that in the column context."),
        )
    setup = dict(shared)
    for name, value in cells.items():
        if name in OWN:
            continue
        field = _field(name, plugin)
        if value in (None, ""):
            # An empty cell says nothing: what holds for all rows stays.
            continue
        is_text = isinstance(value, str)
        setup[field] = (typed_value(value) if name.startswith(SETS) else value) if is_text else value
    files = _files(cells.get("context"))
    if files:
        setup[_files_field(plugin)] = context_texts([_beside(folder, name) for name in files]).texts
    expected, rubric, team = (_own(cells, name) for name in ("expected", "rubric", "team"))
    checked = check_setup(plugin, setup)
    name = _own(cells, "id") or digest(dumps(checked.model_dump(mode="json")))[:12]
    return Row(number, name, checked, expected, rubric, team, _seed(cells.get("seed")))


def _own(cells: Mapping[str, Any], name: str) -> str:
    value = cells.get(name)
    return sound_text("" if value is None else str(value))[0].strip()


def _field(name: str, plugin: WorkflowPlugin) -> str:
    """Return the setup field that a column is of; raises InputError where there is none."""
    field = name.removeprefix(SETS).strip().replace("-", "_")
    # A column may be called as the option of the command is.
    options = {
        option.flag.replace("-", "_"): option for option in plugin.traits.command if not option.answers
    }
    field = options[field].field if field in options else field
    if field in plugin.setup.model_fields:
        return field
    raise InputError(
        words("The column “{name}” means nothing here.", name=name),
        words(
            "Use one of: {own}; or a field of the workflow: {fields}.",
            own=", ".join(OWN),
            fields=", ".join(plugin.setup.model_fields),
        ),
    )


def _files_field(plugin: WorkflowPlugin) -> str:
    for option in plugin.traits.command:
        if option.kind == "files":
            return option.field
    raise InputError(
        words("This workflow takes no files as context."),
        words("Leave the column context out."),
    )


def _files(value: object) -> list[str]:
    """Return the files that a cell names: a list, or a text with semicolons between."""
    names = value if isinstance(value, list) else str(value or "").split(";")
    return [str(name).strip() for name in names if str(name).strip()]


def _beside(folder: Path, name: str) -> Path:
    # As in every table that names files: beside the table itself.
    return folder / Path(name).expanduser()


def _seed(value: object) -> int | None:
    if value in (None, ""):
        return None
    try:
        number = int(str(value))
    except ValueError:
        number = -1
    if not 0 <= number < MOST_SEED:
        raise InputError(
            words(
                "The seed “{value}” is no whole number from 0 to {most}.",
                value=str(value),
                most=MOST_SEED - 1,
            ),
            words("Correct it, or leave it out."),
        )
    return number
