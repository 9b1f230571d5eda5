"""Reading the files a person chose as context: text, Markdown, code, PDF and DOCX."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from app.domain.errors import InputError
from app.domain.i18n import words

LARGEST = 20 * 2**20
"""Bytes of one context file."""
MOST_FILES = 500
"""Files of one chosen folder: who names a whole disk has made a slip."""


def read_text(path: Path) -> str:
    """Return a text file's content; raises InputError naming the file and the next action."""
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
            raise InputError(
                words("{file} is larger than {limit} MB.", file=path, limit=LARGEST // 2**20),
                words("Cut out the part that matters and use that."),
            )
        content = path.read_bytes()
    except OSError as error:
        raise InputError(
            words("{file} cannot be read: {why}.", file=path, why=error.strerror or str(error)),
            words("Give yourself permission to read it, or name another file."),
        ) from error
    if path.suffix.lower() == ".pdf":
        return _pdf(path)
    if path.suffix.lower() == ".docx":
        return _docx(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            words("{file} is not a UTF-8 text.", file=path),
            words("Save it as UTF-8, PDF or DOCX and choose it again."),
        ) from error
    if "\0" in text:
        raise InputError(
            words("{file} is a binary file.", file=path),
            words("Choose a text, Markdown, code, PDF or DOCX file."),
        )
    return text


def context_texts(paths: list[Path]) -> list[dict[str, str]]:
    """Return chosen files, those of chosen folders among them, as setup values with names that differ."""
    files: list[tuple[str, Path]] = []
    for path in paths:
        if path.is_dir():
            found = (p for p in path.rglob("*") if p.is_file() and not _hidden(p, path))
            inside = sorted(islice(found, MOST_FILES + 1))
            if len(inside) > MOST_FILES:
                raise InputError(
                    words("The folder {file} holds more than {limit} files.", file=path, limit=MOST_FILES),
                    words("Name the folder in it that matters, or single files."),
                )
            if not inside:
                raise InputError(
                    words("The folder {file} holds no files.", file=path), words("Name another one.")
                )
            files += [(f"{path.name}/{p.relative_to(path).as_posix()}", p) for p in inside]
        else:
            files.append((path.name, path))
    names: dict[str, int] = {}
    texts = []
    for name, path in files:
        names[name] = names.get(name, 0) + 1
        shown = name if names[name] == 1 else f"{name} ({names[name]})"
        texts.append({"name": shown, "text": read_text(path)})
    return texts


def _hidden(path: Path, root: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(root).parts)


def _pdf(path: Path) -> str:
    # Imported here: only who gives a PDF pays for the reader's start-up.
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        text = "\n\n".join(page.extract_text() for page in PdfReader(path).pages)
    except (PyPdfError, ValueError, OSError) as error:
        raise InputError(
            words("{file} is no readable PDF.", file=path), words("Save its text as a file and choose that.")
        ) from error
    if not text.strip():
        raise InputError(
            words("{file} holds no text, perhaps only scanned pages.", file=path),
            words("Run text recognition over it first, then choose it again."),
        )
    return text


def _docx(path: Path) -> str:
    # Imported here: only who gives a DOCX pays for the reader's start-up.
    from zipfile import BadZipFile

    from docx import Document
    from docx.opc.exceptions import PackageNotFoundError

    try:
        document = Document(str(path))
    except (PackageNotFoundError, BadZipFile, KeyError, ValueError) as error:
        raise InputError(
            words("{file} is no readable DOCX.", file=path), words("Save its text as a file and choose that.")
        ) from error
    return "\n\n".join(paragraph.text for paragraph in document.paragraphs if paragraph.text.strip())
