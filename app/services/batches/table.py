"""Reading a table line by line, within limits of memory and time: the values of each row by their headings.

CSV with commas, semicolons, tabs or bars, JSONL, and the first sheet of a workbook; in UTF-8, else as it
says or is likeliest, which is told.

A table is a stranger's file. What would fill the memory is refused; what is wrong with one row is an error in
its place, and the others are read. It may name files below its own folder, and what a
person allows besides; what a hidden folder holds, and what a link leads out to, is not below it.
"""

from __future__ import annotations

import codecs
import csv
import io
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import BadZipFile

from app.documents.encodings import NotText, decoded
from app.documents.lines import Refusal
from app.documents.places import kind_of
from app.documents.reader import noted, why_refused
from app.documents.sheet import SheetRows, TooManyRows, sheet_rows
from app.domain.errors import InputError, RoundtableError
from app.domain.excerpt import cut
from app.domain.i18n import Message, words
from app.domain.secret_names import holds_secrets
from app.domain.untrusted_files import unreadable
from app.services.typed_values import NamedTwice, parse_json
from app.settings.folders import expanded

LARGEST = 48 * 2**20
"""Bytes of a table: a hundred thousand questions of a paragraph each are less. A sign may take four."""
MOST_LINES = 2_000_000
"""Lines of a table, empty ones too: half a second of reading."""
LONGEST_LINE = 8 * 2**20
"""Bytes of one line: some values that are each as long as one may be."""
_MOST_COLUMNS = 1_000
LONGEST_CELL = 2**20
"""Characters of one value."""
_LONGEST_TOLD = 200
"""Characters of a heading that are told."""
_JSON_LINES = (".jsonl", ".ndjson", ".json")
_LISTS = ("questions", "data", "rows", "examples", "items", "records")  # hold rows in an object
_SEPARATOR = re.compile(r"\s*sep=(.)\s*", re.IGNORECASE)
_BETWEEN = ",;\t| \r\n\ufeff"
"""What a row without a value is made of."""
_QUOTED = re.compile(r'"[^"]*+"?')


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that is being read."""

    rows: Iterator[Mapping[str, Any] | RoundtableError]
    """The values of each row by heading, or what is wrong with it; raises InputError for the table."""
    said: Sequence[Message] = ()
    """What is to be known of the file, such as the encoding it was read in."""


def open_table(stream: BinaryIO, path: Path, most_rows: int) -> OpenTable:
    """Open a table of a format that its name tells; raises InputError, also for one of too many rows."""
    kind = path.suffix.lower()
    if os.fstat(stream.fileno()).st_size > LARGEST:
        raise _too_much(path, f"{LARGEST // 2**20} MB")
    if kind_of(path.name) == "sheet":
        sheet = _sheet(stream, path, most_rows)
        told = [words("{file}: {said}", file=path.name, said=one) for one in noted(sheet.notes)]
        return OpenTable(_of_cells(iter(sheet.rows), path), told)
    try:
        text, said = _in_utf8(stream, path)
    except OSError as error:
        raise _unreadable(path, error) from error
    text = _array_in_lines(text) if kind == ".json" else text
    # Before anything is made of them: to read the first hundred thousand takes longer than to count them all.
    if _has_more(_lines(text, path), kind, path, most_rows):
        raise _too_many(path, most_rows)
    text.seek(0)
    lines = _lines(text, path)
    return OpenTable(_of_jsonl(lines) if kind in _JSON_LINES else _of_csv(lines, path), said)


def _array_in_lines(stream: BinaryIO) -> BinaryIO:
    """Return the objects of one JSON array, or of the one in an object, a line each; else what it is."""
    with suppress(ValueError):
        rows = parse_json(stream.read().decode("utf-8-sig"))
        if isinstance(rows, dict):
            rows = next(filter(None, map(rows.get, _LISTS)), [rows])
        if isinstance(rows, list):
            return io.BytesIO("\n".join(map(json.dumps, rows)).encode())
    stream.seek(0)
    return stream


def _too_many(path: Path, most: int) -> InputError:
    return InputError(
        words("{file} has more than {most} rows.", file=path, most=most),
        words("Divide it, and run a batch of each part."),
    )


def _in_utf8(stream: BinaryIO, path: Path) -> tuple[BinaryIO, Sequence[Message]]:
    """Return a table's text in UTF-8, and what is said of its encoding where it was another one."""
    decoder, block = codecs.getincrementaldecoder("utf-8")(), stream.read(2**20)
    marked = block.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    left = LARGEST
    try:
        while block and not marked:
            left -= len(block)
            # What tells no size may have no end.
            if left < 0:
                raise _too_much(path, f"{LARGEST // 2**20} MB")
            decoder.decode(block)
            block = stream.read(2**20)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        marked = True
    stream.seek(0)
    if not marked:
        return stream, ()
    try:
        text, said = decoded(stream.read(LARGEST + 1))
    except (NotText, UnicodeDecodeError) as error:
        raise InputError(
            words("{file} is no text in an encoding that can be told.", file=path),
            words("Save the table as “CSV UTF-8”."),
        ) from error
    told = said or words("It was read as {encoding}.", encoding="UTF-16")
    return io.BytesIO(text.encode()), [words("{file}: {said}", file=path.name, said=told)]


def _has_more(lines: Iterator[str], kind: str, path: Path, most: int) -> bool:
    counted = filter(str.strip, lines) if kind in _JSON_LINES else _of_csv(lines, path)
    return sum(1 for _ in islice(counted, most + 1)) > most


def _unreadable(path: Path, error: OSError) -> InputError:
    return InputError(
        words("{file} cannot be read: {why}.", file=path, why=error.strerror or str(error)),
        words("Check the disk, or name another file."),
    )


def _lines(stream: BinaryIO, path: Path) -> Iterator[str]:
    """Yield the lines of a table one after the other: it is never held whole. Raises InputError."""
    left = LARGEST
    for number in range(1, MOST_LINES + 2):
        try:
            line = stream.readline(min(LONGEST_LINE, left) + 1)
        except OSError as error:
            raise _unreadable(path, error) from error
        if not line:
            return
        left -= len(line)
        # What grows while it is read has an end, too.
        if left < 0:
            raise _too_much(path, f"{LARGEST // 2**20} MB")
        if len(line) > LONGEST_LINE:
            raise InputError(
                words(
                    "{file}: line {line} is longer than {limit} MB.",
                    file=path,
                    line=number,
                    limit=LONGEST_LINE // 2**20,
                ),
                words("Check that it is the file you mean."),
            )
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            # What changes while it is read may be anything.
            raise InputError(
                words("{file} is not a UTF-8 text.", file=path),
                words("Save the table as “CSV UTF-8”."),
            ) from error
        yield text
    raise _too_much(path, words("{n} lines", n=f"{MOST_LINES:,}"))


def _too_much(path: Path, limit: object) -> InputError:
    return InputError(
        words("{file} is larger than {limit}.", file=path, limit=limit),
        words("Divide it, and run a batch of each part."),
    )


def _of_csv(lines: Iterator[str], path: Path) -> Iterator[Mapping[str, Any] | RoundtableError]:
    before = []
    for line in lines:
        before.append(line)
        if line.strip(_BETWEEN):
            break
    first = before.pop() if before else ""
    told = _SEPARATOR.fullmatch(first)
    if told is not None:
        # A line that spreadsheets write for each other.
        before, first = [*before, "\n"], next(lines, "")
    # A table of a German spreadsheet has semicolons. Only the headings tell: a question may hold either.
    sign = told[1] if told is not None else max(",;\t|", key=first.count)
    # A value that is too long sets its row aside; one that would fill the memory is no value.
    csv.field_size_limit(4 * LONGEST_CELL)
    yield from _of_cells(_parsed(chain(before, [first], lines), sign, path), path, sign)


def _parsed(lines: Iterable[str], sign: str, path: Path) -> Iterator[Sequence[str]]:
    """Yield rows of cells; raises InputError for the line in which one begins that is none."""
    reader, ended = csv.reader(_checked(lines, sign, path), delimiter=sign, strict=True), 0
    try:
        for cells in reader:
            ended = reader.line_num
            yield cells
    except csv.Error as error:
        raise InputError(
            words("{file} is no table: line {line}: {why}.", file=path, line=ended + 1, why=str(error)),
            words("Close each quotation mark, and double those within a value; or write it as JSONL."),
        ) from error


def _of_cells(
    rows: Iterator[Sequence[str]], path: Path, sign: str = ""
) -> Iterator[Mapping[str, Any] | RoundtableError]:
    """Yield rows of cells by the headings that the first of them holds; `sign` stands between them."""
    filled = (cells for cells in rows if any(cell.strip() for cell in cells))
    headings = next(filled, [])
    if len(headings) > _MOST_COLUMNS:
        raise _too_wide(path)
    names = [name.replace("\ufeff", "").strip() for name in headings]
    called = [name for name in names if name]
    if len(set(called)) != len(called):
        twice = next(name for name in called if called.count(name) > 1)
        raise InputError(
            words("{file} has two columns called “{name}”.", file=path, name=cut(twice, _LONGEST_TOLD)),
            words("Rename one of them."),
        )
    for cells in filled:
        if not any(cell.strip() for cell in cells[len(names) :]):
            cells = cells[: len(names)]
        if len(cells) != len(names):
            yield InputError(
                words("It has {count} values; the headings are {names}.", count=len(cells), names=len(names)),
                words("Put a value that holds a “{sign}” into quotation marks.", sign=sign),
            )
            continue
        # An empty column is what a spreadsheet leaves behind at the edge; of another no value is lost.
        pairs = enumerate(zip(names, cells, strict=True), 1)
        yield {name or f"(column {at})": cell for at, (name, cell) in pairs if name or cell.strip()}


def _sheet(stream: BinaryIO, path: Path, most_rows: int) -> SheetRows:
    """Return the rows of a workbook's first sheet that holds any; raises InputError."""
    try:
        return sheet_rows(stream.read(LARGEST + 1), most_rows + 1)
    except TooManyRows as error:
        raise _too_many(path, most_rows) from error
    except Refusal as error:
        what, then = why_refused(error.code)
        raise InputError(
            what.filled(file=path, kind=path.suffix[1:].upper(), **error.params), then
        ) from error
    except (ValueError, OSError, EOFError, BadZipFile) as error:
        raise InputError(
            words("{file} cannot be read as a workbook.", file=path),
            words("Save the table as “CSV UTF-8”."),
        ) from error


def _checked(lines: Iterable[str], sign: str, path: Path) -> Iterator[str]:
    """Yield all lines; raises InputError for a row of more values than any table has columns."""
    inside, values = False, 0
    for line in lines:
        quoted = inside or '"' in line
        values += (_QUOTED.sub("", f'"{line}' if inside else line) if quoted else line).count(sign)
        if values >= _MOST_COLUMNS:
            raise _too_wide(path)
        inside ^= line.count('"') % 2 == 1
        values = values if inside else 0
        # A lone carriage return ends a line, too, in tables of old programs.
        yield from io.StringIO(line, newline="") if "\r" in line else (line,)


def _too_wide(path: Path) -> InputError:
    return InputError(
        words("{file} has a row of more than {most} values.", file=path, most=_MOST_COLUMNS),
        words("Check that it is the file you mean."),
    )


def _of_jsonl(lines: Iterator[str]) -> Iterator[Mapping[str, Any] | RoundtableError]:
    step = words("Write an object on one line, such as {example}.", example='{"id": "a", "question": "…"}')
    for line in filter(str.strip, lines):
        try:
            value = parse_json(line)
        except NamedTwice as error:
            yield InputError(
                words("It names “{key}” twice.", key=cut(error.key, _LONGEST_TOLD)),
                words("Leave one of them out: which is meant nobody knows."),
            )
        except ValueError as error:
            yield InputError(words("It is no JSON: {why}.", why=str(error)), step)
        else:
            yield value if isinstance(value, dict) else InputError(words("It is no JSON object."), step)


MOST_ASKED = 1_000
"""Files that a person is asked about: who has more names their folder."""
_SHOWN = 3
_LONGEST = 32_767
"""Characters of a path, on any system: each step of a longer one need not be looked at."""


class FilesOutside(InputError):
    """A table names files that a person has to allow first."""

    def __init__(self, files: Sequence[Path]) -> None:
        self.files = files
        more = f" … ({len(files)})" if len(files) > _SHOWN else ""
        super().__init__(
            words(
                "The table names files outside its own folder: {files}.",
                files=f"{', '.join(map(str, files[:_SHOWN]))}{more}",
            ),
            words(
                "Name the folder that they may come from with --allow-files, or copy them beside the table."
            ),
        )


class Reach:
    """What a table may name; notes whatever lies outside."""

    def __init__(self, table: Path, allowed: Sequence[Path] = ()) -> None:
        """`allowed`: files, or folders with all in them."""
        self.near = table.parent
        self._own = Path(os.path.realpath(table.parent))
        self._allowed = [Path(os.path.realpath(path)) for path in allowed]
        self._outside: dict[Path, None] = {}

    def path(self, name: str) -> Path:
        """Return the file or folder of a name, beside the table; raises InputError as `check` does."""
        return self.check(self.near / expanded(name))

    def check(self, path: Path) -> Path:
        """Return a path; raises InputError where it leads to what a table may not name."""
        if len(str(path)) > _LONGEST:
            raise unreadable(path, ValueError("no system takes it"))
        try:
            real = Path(os.path.realpath(path))
        except (OSError, ValueError):
            # No path at all: whoever opens it says so.
            return path
        if holds_secrets(path) or holds_secrets(real):
            raise InputError(
                words("{file} usually holds keys or passwords: no table may name it.", file=path),
                words("Leave it out, or copy what matters into a file of another name."),
            )
        if not self._is_open(real):
            self._outside.setdefault(real)
            raise InputError(
                words("{file} lies outside the folder of the table.", file=path),
                words("Allow it with --allow-files, or copy it beside the table."),
            )
        return path

    def _is_open(self, real: Path) -> bool:
        if any(real.is_relative_to(one) for one in self._allowed):
            return True
        if not real.is_relative_to(self._own):
            return False
        return not any(part.startswith(".") for part in real.relative_to(self._own).parts)

    def close(self) -> None:
        """Raise FilesOutside where anything that was named lies outside."""
        if self._outside:
            raise FilesOutside(list(self._outside))
