"""Reading a table line by line, within limits of memory and time: the values of each row by their headings.

A table is a stranger's file. What would fill the memory is refused; what is wrong with one row is an error in
its place, and the others are read.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

from app.domain.errors import InputError, RoundtableError
from app.domain.excerpt import cut
from app.domain.i18n import words
from app.services.typed_values import parse_json

LARGEST = 48 * 2**20
"""Bytes of a table: a hundred thousand questions of a paragraph each are less. A sign may take four."""
MOST_LINES = 2_000_000
"""Lines of a table, empty ones too: half a second of reading."""
LONGEST_LINE = 8 * 2**20
"""Bytes of one line: some values that are each as long as one may be."""
MOST_COLUMNS = 1_000
LONGEST_CELL = 2**20
"""Characters of one value."""
_LONGEST_TOLD = 200
"""Characters of a heading that are told."""
_QUOTED = re.compile(r'"[^"]*+"?')


def rows_of(stream: BinaryIO, path: Path) -> Iterator[Mapping[str, Any] | RoundtableError]:
    """Yield the values of each row by heading, or what is wrong with it; raises InputError for the table."""
    lines = _lines(stream, path)
    return _of_jsonl(lines) if path.suffix.lower() in (".jsonl", ".ndjson") else _of_csv(lines, path)


def _lines(stream: BinaryIO, path: Path) -> Iterator[str]:
    """Yield the lines of a table one after the other: it is never held whole. Raises InputError."""
    if os.fstat(stream.fileno()).st_size > LARGEST:
        raise _too_much(path, f"{LARGEST // 2**20} MB")
    left = LARGEST
    for number in range(1, MOST_LINES + 2):
        try:
            line = stream.readline(min(LONGEST_LINE, left) + 1)
        except OSError as error:
            raise InputError(
                words("{file} cannot be read: {why}.", file=path, why=error.strerror or str(error)),
                words("Check the disk, or name another file."),
            ) from error
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
    first = next(lines, "")
    # A table of a German spreadsheet has semicolons. Only the headings tell: a question may hold either.
    sign = max(",;\t", key=first.count)
    # A value that is too long sets its row aside; one that would fill the memory is no value.
    csv.field_size_limit(4 * LONGEST_CELL)
    reader = csv.reader(_checked(chain([first], lines), sign, path), delimiter=sign, strict=True)
    try:
        headings = next(reader, [])
        if len(headings) > MOST_COLUMNS:
            raise _too_wide(path)
        names = [name.strip() for name in headings]
        if len(set(names)) != len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise InputError(
                words("{file} has two columns called “{name}”.", file=path, name=cut(twice, _LONGEST_TOLD)),
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


def _checked(lines: Iterable[str], sign: str, path: Path) -> Iterator[str]:
    """Yield all lines; raises InputError for a row of more values than any table has columns."""
    inside, values = False, 0
    for line in lines:
        quoted = inside or '"' in line
        values += (_QUOTED.sub("", f'"{line}' if inside else line) if quoted else line).count(sign)
        if values >= MOST_COLUMNS:
            raise _too_wide(path)
        inside ^= line.count('"') % 2 == 1
        values = values if inside else 0
        # A lone carriage return ends a line, too, in tables of old programs.
        yield from io.StringIO(line, newline="") if "\r" in line else (line,)


def _too_wide(path: Path) -> InputError:
    return InputError(
        words("{file} has a row of more than {most} values.", file=path, most=MOST_COLUMNS),
        words("Check that it is the file you mean."),
    )


def _of_jsonl(lines: Iterator[str]) -> Iterator[Mapping[str, Any] | RoundtableError]:
    step = words("Write an object on one line, such as {example}.", example='{"id": "a", "question": "…"}')
    for line in lines:
        if not line.strip():
            continue
        try:
            value = parse_json(line)
        except ValueError as error:
            yield InputError(words("It is no JSON: {why}.", why=str(error)), step)
            continue
        yield value if isinstance(value, dict) else InputError(words("It is no JSON object."), step)
