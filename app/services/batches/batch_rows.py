"""Reading the table of a batch: its rows, and those that cannot be used, each with the reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from pydantic import BaseModel

from app.domain.canonical import JsonValue, digest, dumps, sound_text
from app.domain.errors import InputError, RoundtableError, one_of
from app.domain.excerpt import cut
from app.domain.i18n import Message, words
from app.domain.untrusted_files import open_strange
from app.engine.plugin import WorkflowPlugin
from app.markup.visible import visible
from app.projections.grading import check_expected
from app.services.batches.columns import CONTEXT, EXPECTED, OWN, RUBRIC, SETS, Columns, field_of
from app.services.batches.table import LONGEST_CELL, Reach, open_table
from app.services.context_files import context_of
from app.services.sessions import check_setup
from app.services.typed_values import assignments, typed_value
from app.settings.folders import expanded

_MOST_ROWS = 100_000
_LONGEST_ID = 200
"""Characters of a row's id: it stands in every line that tells of its sessions."""
_LONGEST_EXPECTED = 10_000
"""Characters of an expected answer: every text of its sessions is looked through for it."""
_LONGEST_FILE_NAME = 4_096
_MOST_CONTEXT = 256 * 2**20
"""Characters of all files that the rows name, each counted once."""
_LONGEST_WHY = 1_000
"""Characters that are told of what is wrong with a row: what stands in it may be long."""
_LATER = "later"
"""Marks a setup field (`json_schema_extra`) that came after rows without an id were named by their setup."""
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
WAS = "was"
"""Gives what was usual of a setup field when they were."""
MOST_SEED = 2**31


@dataclass(frozen=True, slots=True)
class Row:
    """A question of the table, for one workflow. `number`: its place, from 1, without the headings."""

    number: int
    name: str
    workflow: str
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
    """As often as there are workflows that it is for."""
    set_aside: Sequence[SetAside] = ()
    table: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    """What stood in each row, by its number and the headings of the table."""
    said: Sequence[Message] = ()
    """What is to be known of the file, such as the encoding it was read in."""

    @property
    def usable(self) -> int:
        """How many rows of the table can be used."""
        return len({row.number for row in self.rows})


def read_manifest(
    path: Path,
    plugins: Mapping[str, WorkflowPlugin],
    workflows: Sequence[str],
    values: Sequence[str] = (),
    allowed: Sequence[Path] = (),
    columns: Columns | None = None,
) -> Manifest:
    """Read a table of questions for `workflows`, where a row does not name its own of `plugins`.

    `values`: FIELD=VALUE for every row that does not say otherwise. `allowed`: files and folders outside the
    table's own that it may name. `columns`: how its columns are read; notes what was taken for what.
    Raises InputError for a file that cannot be read, and for a value that no workflow has a field for,
    FilesOutside. Whatever is wrong with one row sets it aside.
    """
    reader = _Reader(path, plugins, workflows, values, allowed, columns or Columns(plugins))
    with open_strange(path) as stream:
        return _read(stream, reader)


def _read(stream: BinaryIO, reader: _Reader) -> Manifest:
    path = reader.path
    rows: list[Row] = []
    aside: list[SetAside] = []
    names: set[tuple[str, str]] = set()
    kept: dict[int, Mapping[str, Any]] = {}
    table = open_table(stream, path, _MOST_ROWS)
    for number, cells in enumerate(table.rows, 1):
        name = f"row {number}"
        try:
            if isinstance(cells, RoundtableError):
                raise cells
            kept[number] = cells
            name = _name(cells) or name
            sign = next(filter(None, map(_CONTROL.search, map(str, cells.values()))), None)
            if sign is not None:
                raise InputError(
                    words("It holds a character that no text has, U+{code}.", code=f"{ord(sign[0]):04X}"),
                    words("Take it out, or save the table anew."),
                )
            found = list(reader.rows(number, cells))
            if any((row.name, row.workflow) in names for row in found):
                raise InputError(
                    words("The id {id} stands in an earlier row, too.", id=found[0].name),
                    words("Give each row an id of its own."),
                )
        except RoundtableError as error:
            why, step = (cut(str(text), _LONGEST_WHY) for text in (error.message, error.next))
            aside.append(SetAside(number, cut(name, _LONGEST_ID), why, step))
            continue
        names |= {(row.name, row.workflow) for row in found}
        rows += found
    if not rows and not aside:
        raise InputError(
            words("{file} has no rows.", file=path),
            words("Write a line of headings, such as id,question, and a line for each question."),
        )
    reader.check_values()
    reader.columns.check()
    reader.reach.close()
    return Manifest(rows, aside, kept, (*table.said, *reader.columns.said()))


class _Reader:
    """Makes of the cells of a row what each of its workflows is to be asked."""

    def __init__(
        self,
        path: Path,
        plugins: Mapping[str, WorkflowPlugin],
        workflows: Sequence[str],
        values: Sequence[str],
        allowed: Sequence[Path],
        columns: Columns,
    ) -> None:
        self.path, self._plugins, self._values, self.columns = path, plugins, values, columns
        self.reach = Reach(path, allowed)
        self._wanted = list(dict.fromkeys(workflows))
        self._context: dict[tuple[str, ...], list[dict[str, JsonValue]]] = {}
        """The texts of files by the cell that names them: many rows ask of the same."""
        self._left = _MOST_CONTEXT
        self._shared: dict[str, Mapping[str, Any]] = {}
        for name in self._wanted:
            self._for_all(plugins[name])

    def rows(self, number: int, cells: Mapping[str, Any]) -> Iterable[Row]:
        """Return a row for each of its workflows, all of one name; raises InputError."""
        named = None if "workflow" in self.columns.given else cells.get("workflow")
        own = list(dict.fromkeys(_listed(named)))
        for name in own:
            if name not in self._plugins:
                raise InputError(
                    words("There is no workflow called “{name}”.", name=cut(name, _LONGEST_ID)),
                    one_of(self._plugins),
                )
        asked = own or self._wanted
        # In a table of several workflows a column may be of one alone.
        several = named is not None or len(asked) > 1
        known = list(self._plugins.values()) if several else [self._plugins[name] for name in asked]
        cells = self.columns.read(cells, known)
        name, found = _name(cells), dict[str, Row]()
        # In an order that is no person's: what a row without an id is called must not depend on theirs.
        for plugin in (self._plugins[name] for name in self._plugins if name in asked):
            mine = {
                column: value
                for column, value in cells.items()
                if _is_read(column, plugin) or not any(_is_read(column, one) for one in known)
            }
            try:
                row = self._row(number, mine, name, plugin)
            except InputError as error:
                if len(asked) == 1:
                    raise
                raise InputError(
                    words("{workflow}: {why}", workflow=plugin.name, why=error.message), error.next
                ) from error
            name, found[plugin.name] = row.name, row
        return [found[one] for one in asked]

    def _row(self, number: int, cells: Mapping[str, Any], name: str, plugin: WorkflowPlugin) -> Row:
        """Return a row as a workflow is asked it; raises InputError."""
        shared = self._for_all(plugin)
        long = next((name for name, value in cells.items() if len(str(value)) > LONGEST_CELL), None)
        if long is not None:
            step = words("Save it as a file, and name that in the column context.")
            raise _too_long(cut(long, _LONGEST_ID), LONGEST_CELL, step)
        setup = dict(shared)
        for column, value in cells.items():
            if column in OWN:
                continue
            field = field_of(column, plugin)
            if field is None:
                raise _unknown(column, plugin)
            if value in (None, ""):
                # An empty cell says nothing: what holds for all rows stays.
                continue
            is_text = isinstance(value, str)
            setup[field] = (typed_value(value) if column.startswith(SETS) else value) if is_text else value
        files = _listed(cells.get(CONTEXT))
        if files:
            setup[_files_field(plugin)] = self._texts(files)
        expected, rubric, team = (_own(cells, own) for own in (EXPECTED, RUBRIC, "team"))
        check_expected(expected)
        if len(expected) > _LONGEST_EXPECTED:
            step = words("Write the answer alone, or its forms with “|” between.")
            raise _too_long(EXPECTED, _LONGEST_EXPECTED, step)
        if rubric and RUBRIC in plugin.setup.model_fields:
            # A workflow that grades is told by what; to others it is a note of whoever wrote the table.
            setup[RUBRIC] = rubric
        checked = check_setup(plugin, setup)
        for field in _folder_fields(plugin):
            # What the person set for all rows they named themselves.
            if setup.get(field) and setup[field] != shared.get(field):
                self.reach.check(expanded(str(setup[field])).absolute())
        if team.endswith(".toml"):
            self.reach.check(expanded(team).absolute())
        name = name or digest(dumps(_told_by(checked)))[:12]
        return Row(number, name, plugin.name, checked, expected, rubric, team, _seed(cells.get("seed")))

    def _texts(self, names: Sequence[str]) -> list[dict[str, JsonValue]]:
        """Return what files hold as setup values, those of one cell read once; raises InputError."""
        key = tuple(names)
        if max(map(len, names)) > _LONGEST_FILE_NAME:
            raise InputError(
                words(
                    "The column context holds a file name of more than {most} characters.",
                    most=_LONGEST_FILE_NAME,
                ),
                words("Separate the names of several files with “;”."),
            )
        if key not in self._context:
            # As in every table that names files: beside the table itself.
            texts = context_of(names, self.reach.path, self.reach.near).texts
            held = (str(text.get(name, "")) for text in texts for name in ("text", "picture"))
            self._left -= sum(map(len, held))
            if self._left < 0:
                raise InputError(
                    words("The files that the rows before name are as much as one batch may hold."),
                    words("Divide the table, and run a batch of each part."),
                )
            self._context[key] = texts
        return self._context[key]

    def check_values(self) -> None:
        """Raise InputError where a value for every row is none of any workflow that they run."""
        run = [self._plugins[name] for name in self._shared]
        for value in self._values:
            if not any(_set_field(value) in plugin.setup.model_fields for plugin in run):
                assignments(run[0].setup, [value])

    def _for_all(self, plugin: WorkflowPlugin) -> Mapping[str, Any]:
        """Return the values of every row that this workflow has a field for; raises InputError."""
        if plugin.name not in self._shared:
            # What no workflow knows is told as what it is; none but this one is loaded for its own fields.
            meant = (
                value
                for value in self._values
                if _set_field(value) in plugin.setup.model_fields
                or not any(_set_field(value) in one.setup.model_fields for one in self._plugins.values())
            )
            self._shared[plugin.name] = assignments(plugin.setup, meant)
        return self._shared[plugin.name]


def _too_long(name: str, most: int, step: Message) -> InputError:
    said = words("The value of “{name}” is longer than {most} characters.", name=name, most=most)
    return InputError(said, step)


def _set_field(value: str) -> str:
    return value.partition("=")[0].strip().replace("-", "_")


def _is_read(column: str, plugin: WorkflowPlugin) -> bool:
    """Tell whether a workflow is asked with what stands in a column."""
    if column == CONTEXT:
        return any(option.kind == "files" for option in plugin.command_options)
    return column in OWN or field_of(column, plugin) is not None


def _told_by(setup: BaseModel) -> dict[str, Any]:
    """Return what a row without an id is named by.

    Without the rubric, which changes no question, and without fields that came after tables were first named
    so, while they are as usual, and with what was usual then where that has changed and the row leaves it
    open: a table must find the sessions that an earlier version made of it.
    """
    usual = {
        name: field.json_schema_extra
        for name, field in type(setup).model_fields.items()
        if isinstance(field.json_schema_extra, dict) and getattr(setup, name) == field.default
    }
    later = {name for name, extra in usual.items() if extra.get(_LATER)}
    told = setup.model_dump(mode="json", exclude={RUBRIC, *later})
    said = setup.model_fields_set
    return told | {name: extra[WAS] for name, extra in usual.items() if WAS in extra and name not in said}


def _name(cells: Mapping[str, Any]) -> str:
    """Return a row's id on one line, empty where it has none; raises InputError."""
    name = " ".join(_own(cells, "id").splitlines())
    if len(name) > _LONGEST_ID:
        raise InputError(
            words("Its id is longer than {most} characters.", most=_LONGEST_ID),
            words("Give the row a shorter one; what is to be asked stands in another column."),
        )
    if any(sign < " " or sign == "\x7f" for sign in name if sign != "\t"):
        raise InputError(
            words("Its id holds a sign that nobody can see: {id}.", id=visible(name)),
            words("Give the row an id of letters and digits."),
        )
    return name


def _own(cells: Mapping[str, Any], name: str) -> str:
    value = cells.get(name)
    return sound_text("" if value is None else str(value))[0].strip()


def _unknown(name: str, plugin: WorkflowPlugin) -> InputError:
    return InputError(
        words("The column “{name}” means nothing here.", name=name),
        words(
            "Use one of: {own}; or a field of the workflow: {fields}.",
            own=", ".join(OWN),
            fields=", ".join(plugin.setup.model_fields),
        ),
    )


def _folder_fields(plugin: WorkflowPlugin) -> Iterable[str]:
    """Return the fields of a setup that name a folder of this machine."""
    typed = (option.field for option in plugin.command_options if option.kind == "folder")
    return dict.fromkeys([*(port.field for port in plugin.ports), *typed])


def _files_field(plugin: WorkflowPlugin) -> str:
    for option in plugin.command_options:
        if option.kind == "files":
            return option.field
    raise InputError(
        words("This workflow takes no files as context."),
        words("Leave the column context out."),
    )


def _listed(value: object) -> list[str]:
    """Return what a cell names: a list, or a text with semicolons between."""
    names = value if isinstance(value, list) else str(value or "").split(";")
    return [str(name).strip() for name in names if str(name).strip()]


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
                value=cut(str(value), _LONGEST_ID),
                most=MOST_SEED - 1,
            ),
            words("Correct it, or leave it out."),
        )
    return number
