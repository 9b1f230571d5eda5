"""Reading the files a person chose as context: text, Markdown, code, PDF and DOCX."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from app.domain.errors import InputError
from app.domain.i18n import Words, words

LARGEST = 20 * 2**20
"""Bytes of one context file."""
LARGEST_UNPACKED = 100 * 2**20
"""Bytes that a packed file may hold: a small one may unpack to more than the memory there is."""
MOST_FILES = 500
"""Files of one chosen folder: who names a whole disk has made a slip."""
MOST_LOOKED = 20_000
"""Entries of one chosen folder that are looked at: some tenths of a second, also where none is a file."""


class NoText(InputError):
    """A file that can be read and holds no text that can be used."""


def read_text(path: Path) -> str:
    """Return a text file's content; raises InputError naming file and next action, NoText by its content."""
    try:
        if path.is_dir():
            raise InputError(
                words("{file} is a folder, not a file.", file=path), words("Name one of the files in it.")
            )
        if not path.is_file():
            raise InputError(
                words("There is no file {file}.", file=path), words("Check the name and the folder.")
            )
        if path.stat().st_size > LARGEST:
            raise NoText(
                words("{file} is larger than {limit} MB.", file=path, limit=LARGEST // 2**20),
                words("Cut out the part that matters and use that."),
            )
        content = path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error) from error
    if path.suffix.lower() == ".pdf":
        return _pdf(path)
    if path.suffix.lower() == ".docx":
        return _docx(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NoText(
            words("{file} is not a UTF-8 text.", file=path),
            words("Save it as UTF-8, PDF or DOCX and choose it again."),
        ) from error
    if "\0" in text:
        raise NoText(
            words("{file} is a binary file.", file=path),
            words("Choose a text, Markdown, code, PDF or DOCX file."),
        )
    return text


class Chosen(NamedTuple):
    """What chosen files hold."""

    texts: list[dict[str, str]]
    """As setup values, with names that differ."""
    left_out: tuple[Words, ...] = ()
    """A sentence for each file of a chosen folder that holds no text."""


def context_texts(paths: list[Path]) -> Chosen:
    """Read chosen files and those of chosen folders; raises InputError.

    A file that was named itself must hold a text; of a folder those are taken that do, the others are named.
    """
    names: dict[str, int] = {}
    texts: list[dict[str, str]] = []
    left_out: list[Words] = []
    for path in paths:
        taken = len(texts)
        for name, file in _files(path):
            try:
                text = read_text(file)
            except NoText as error:
                if file == path:
                    raise
                left_out.append(words("{why} It is left out.", why=error.message))
                continue
            names[name] = names.get(name, 0) + 1
            shown = name if names[name] == 1 else f"{name} ({names[name]})"
            texts.append({"name": shown, "text": text})
        if len(texts) == taken:
            raise NoText(
                words("The folder {file} holds no file with text.", file=path), words("Name another one.")
            )
    return Chosen(texts, tuple(left_out))


class ContextFiles:
    """Reads chosen files, and the same ones again only where one has changed since."""

    def __init__(self) -> None:
        self._read: tuple[list[tuple[Path, int | None]], Chosen] = ([], Chosen([]))
        """What was read last, behind the files as they were then."""

    def texts(self, paths: list[Path]) -> Chosen:
        """Return what `context_texts` does. A large PDF takes seconds; raises InputError."""
        before, chosen = self._read
        now = [(path, path.stat().st_mtime_ns if path.is_file() else None) for path in paths]
        # What changes in a folder is not seen from outside, and what is gone has to be told.
        if now != before or any(changed is None for _, changed in now):
            chosen = context_texts(paths)
            self._read = now, chosen
        return chosen


def _files(path: Path) -> list[tuple[str, Path]]:
    """Return a chosen file, or all of a chosen folder, each with the name it is given."""
    try:
        if not path.is_dir():
            return [(path.name, path)]
        inside = _inside(path)
    except OSError as error:
        raise _unreadable(path, error) from error
    if not inside:
        raise InputError(words("The folder {file} holds no files.", file=path), words("Name another one."))
    # A folder named `.` has its name only once it is resolved.
    folder = path.name or path.absolute().name
    return [(f"{folder}/{p.relative_to(path).as_posix()}", p) for p in inside]


def _unreadable(path: Path, error: OSError) -> InputError:
    return InputError(
        words("{file} cannot be read: {why}.", file=path, why=error.strerror or str(error)),
        words("Give yourself permission to read it, or name another file."),
    )


def _refuse(error: OSError) -> None:
    # What cannot be read is not left out in silence: the person answers for what the members were given.
    raise _unreadable(Path(error.filename), error)


def _inside(folder: Path) -> list[Path]:
    """Return the files of a folder and its folders, sorted; what is hidden is not looked into."""
    files: list[Path] = []
    looked = 0
    for parent, folders, names in os.walk(folder, onerror=_refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        looked += len(folders) + len(names)
        found = (Path(parent, name) for name in names if not name.startswith("."))
        files += islice((file for file in found if file.is_file()), MOST_FILES + 1 - len(files))
        # Folders without files, and what is no file, must come to an end as well.
        if len(files) > MOST_FILES or looked > MOST_LOOKED:
            raise InputError(
                words("The folder {file} holds more than {limit} files.", file=folder, limit=MOST_FILES)
                if len(files) > MOST_FILES
                else words("The folder {file} is too large to look through.", file=folder),
                words("Name the folder in it that matters, or single files."),
            )
    return sorted(files)


def _pdf(path: Path) -> str:
    # Imported here: only who gives a PDF pays for the reader's start-up.
    from pypdf import PdfReader

    try:
        text = "\n\n".join(page.extract_text() for page in PdfReader(path).pages)
    except Exception as error:  # a broken file makes the reader fail in every way there is
        raise NoText(
            words("{file} is no readable PDF.", file=path), words("Save its text as a file and choose that.")
        ) from error
    if not text.strip():
        raise NoText(
            words("{file} holds no text, perhaps only scanned pages.", file=path),
            words("Run text recognition over it first, then choose it again."),
        )
    return text


def _docx(path: Path) -> str:
    # Imported here: only who gives a DOCX pays for the reader's start-up.
    from zipfile import ZipFile

    from docx import Document
    from docx.table import Table

    try:
        with ZipFile(path) as packed:
            unpacked = sum(part.file_size for part in packed.infolist())
        if unpacked > LARGEST_UNPACKED:
            raise NoText(
                words("{file} unpacks to more than {limit} MB.", file=path, limit=LARGEST_UNPACKED // 2**20),
                words("Save its text as a file and choose that."),
            )
        blocks = [
            "\n".join(" | ".join(cell.text for cell in row.cells) for row in block.rows)
            if isinstance(block, Table)
            else block.text
            for block in Document(str(path)).iter_inner_content()
        ]
    except NoText:
        raise
    except Exception as error:  # a broken file makes the reader fail in every way there is
        raise NoText(
            words("{file} is no readable DOCX.", file=path), words("Save its text as a file and choose that.")
        ) from error
    text = "\n\n".join(block for block in blocks if block.strip())
    if not text:
        raise NoText(
            words("{file} holds no text.", file=path), words("Choose another file, or leave it out.")
        )
    return text
