"""Reading the files a person chose as context: text, Markdown, code, documents (PDF, DOCX, …), pictures."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from app.documents.places import LARGEST_DOCUMENT, DocumentText, kind_of
from app.documents.reader import DocumentReader, NoText, Scanned, plain_text
from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.given_pictures import LARGEST_ALL, MOST, fit, picture_of
from app.domain.i18n import Message, words
from app.domain.messages import GivenPicture
from app.domain.secret_names import holds_secrets
from app.domain.untrusted_files import read_untrusted, unreadable

LARGEST = LARGEST_DOCUMENT
"""Bytes of one context file."""
_LARGEST_ALL = 3 * LARGEST
"""Bytes of all that is chosen, folders whole: more than any model takes at once."""
MOST_FILES = 500
"""Files that are named, and of one chosen folder: who names a whole disk has made a slip."""
MOST_LOOKED = 20_000
"""Entries of one chosen folder that are looked at: some tenths of a second, also where none is a file."""


def read_text(path: Path) -> str:
    """Return a file's text; raises InputError naming file and next action, NoText by its content.

    What of a document could not be read is said at the end of its text.
    """
    with DocumentReader() as reader:
        found = _read(path, reader)
    if found.picture is not None:
        raise NoText(
            words("{file} is a picture, and a text belongs here.", file=path),
            words(
                "Write in words what it shows. A picture itself is context: it goes among the files of a "
                "session that takes some (--context in a terminal)."
            ),
        )
    return found.text


class _Content(NamedTuple):
    """What a file holds: a text or a picture; `missing`: what of it could not be read."""

    text: str
    missing: Message | None = None
    picture: GivenPicture | None = None
    pages: tuple[tuple[int, GivenPicture], ...] = ()
    """Pages of a PDF that hold no text, by their numbers."""

    @property
    def pictures(self) -> list[GivenPicture]:
        own = [self.picture] if self.picture is not None else []
        return [*own, *(page for _, page in self.pages)]

    def values(self, name: str) -> list[dict[str, JsonValue]]:
        """Return it as setup values."""
        own: dict[str, JsonValue] = {"name": name, "text": self.text}
        if self.picture is not None:
            own["picture"] = self.picture.model_dump()
        pages: list[dict[str, JsonValue]] = [
            {"name": f"{name}, page {number}", "text": "", "picture": page.model_dump()}
            for number, page in self.pages
        ]
        return pages if pages and not self.text else [own, *pages]


def _read(path: Path, reader: DocumentReader, before: Sequence[GivenPicture] | None = None) -> _Content:
    """Return what a file holds; `before`: pictures beside which pages are shown; None: pages are not."""
    try:
        large = path.is_file() and path.stat().st_size > LARGEST
    except OSError as error:
        raise unreadable(path, error) from error
    if large:
        raise NoText(
            words("{file} is larger than {limit} MB.", file=path, limit=LARGEST // 2**20),
            words("Cut out the part that matters and use that."),
        )
    content = read_untrusted(path, LARGEST)
    try:
        picture = picture_of(content, path)
    except InputError as error:
        raise NoText(error.message, error.next) from error
    if picture is not None:
        return _Content("", picture=picture)
    left: Message | None = None
    pages: tuple[tuple[int, GivenPicture], ...] = ()
    if kind_of(path.name) is not None:
        try:
            found = reader.read(str(path), content)
        except Scanned as error:
            numbers = range(1, error.pages + 1) if before is not None else ()
            pages, left = _scans(path, content, reader, numbers, before or ())
            if not pages:
                raise
            return _Content("", left, pages=pages)
        empty = _without_text(found) if kind_of(path.name) == "pdf" and before is not None else ()
        with suppress(NoText):
            # Its text was read all the same.
            pages, left = _scans(path, content, reader, empty, before or ())
        text, said = found.text, found.cut_off
    else:
        text, said = plain_text(str(path), content)
    # In the text itself, so that who is given it knows, and the record holds it.
    return _Content(f"{text}\n\n[{said}]" if said is not None else text, said or left, pages=pages)


def _without_text(found: DocumentText) -> list[int]:
    """Return the numbers of the pages of a PDF on which no text stands."""
    lines = found.text.split("\n")
    ends = [*(place.line for place in found.places[1:]), len(lines) + 1]
    return [
        int(place.name)
        for place, end in zip(found.places, ends, strict=True)
        if place.kind == "page" and not "".join(lines[place.line - 1 : end - 1]).strip()
    ]


def _scans(
    path: Path,
    content: bytes,
    reader: DocumentReader,
    numbers: Sequence[int],
    before: Sequence[GivenPicture],
) -> tuple[tuple[tuple[int, GivenPicture], ...], Message | None]:
    """Return pages as pictures, as many as can be sent, and what is left out of them; raises NoText."""
    found: list[tuple[int, GivenPicture]] = []
    for number in numbers:
        drawn = reader.scan_page(str(path), content, number)
        picture = picture_of(drawn.data, path) if drawn is not None else None
        if picture is None:
            continue
        if not fit([*before, *(one for _, one in found), picture]):
            left = words("From page {n} on, those without text are left out: too many to be sent.", n=number)
            return tuple(found), left
        found.append((number, picture))
    return tuple(found), None


class Chosen(NamedTuple):
    """What chosen files hold."""

    texts: list[dict[str, JsonValue]]
    """As setup values, with names that differ; pictures among them."""
    left_out: tuple[Message, ...] = ()
    """A sentence for each file that is missing: of a chosen folder whole, or a document in part."""


def context_texts(paths: list[Path]) -> Chosen:
    """Read chosen files and those of chosen folders; raises InputError.

    A file that was named itself must hold a text; of a folder those are taken that do, the others are named.
    """
    names: dict[str, int] = {}
    texts: list[dict[str, JsonValue]] = []
    left_out: list[Message] = []
    pictures: list[GivenPicture] = []
    refuse_too_many(len(paths))
    with DocumentReader() as reader:
        chosen = [(path, _files(path)) for path in paths]
        _refuse_too_much([file for _, files in chosen for _, file in files])
        for path, files in chosen:
            taken = len(texts)
            for name, file in files:
                if file != path and (why := _kept_out(path, file)) is not None:
                    left_out.append(why)
                    continue
                try:
                    found = _read(file, reader, pictures)
                except NoText as error:
                    if file == path:
                        raise
                    left_out.append(words("{why} It is left out.", why=error.message))
                    continue
                if not (found.text.strip() or found.pictures):
                    continue
                if file != path and found.picture is not None and not fit([*pictures, found.picture]):
                    left_out.append(_no_room(file))
                    continue
                pictures += found.pictures
                if found.missing is not None:
                    left_out.append(words("{file}: {what}", file=file, what=found.missing))
                names[name] = names.get(name, 0) + 1
                shown = name if names[name] == 1 else f"{name} ({names[name]})"
                texts += found.values(shown)
            if len(texts) == taken:
                raise NoText(words("{file} holds no text.", file=path), words("Name another one."))
    return Chosen(texts, tuple(left_out))


def _no_room(file: Path) -> Message:
    """Return why a picture of a chosen folder is not taken along."""
    return words(
        "{file} is left out: at most {limit} pictures of {size} MB together can be sent.",
        file=file,
        limit=MOST,
        size=LARGEST_ALL // 2**20,
    )


def refuse_too_many(named: int) -> None:
    """Raise InputError where more files are named than are read."""
    if named > MOST_FILES:
        raise InputError(
            words("{n} files are chosen; at most {limit} are read.", n=named, limit=MOST_FILES),
            words("Choose fewer files, or put what matters into one."),
        )


def for_one(name: str, near: Path | None = None) -> tuple[str, str]:
    """Return whom a file is for and the file, of `Ada=notes.md`; for all: nobody's name.

    What is there as it is typed is a file, whatever its name. `near`: where a table lies that names it.
    """
    seat, sign, rest = name.partition("=")
    there = (near or Path()) / name
    if not sign or not seat.strip() or not rest.strip() or os.path.lexists(there):
        return "", name
    return seat.strip(), rest.strip()


def context_of(names: Sequence[str | Path], place: Callable[[str], Path], near: Path | None = None) -> Chosen:
    """Return the texts of named files, those of `Ada=notes.md` for that member alone; raises InputError."""
    # Before any is looked for: a table may name a million.
    refuse_too_many(len(names))
    given = (for_one(str(name), near) for name in names)
    return _context_for([(seat, place(file)) for seat, file in given])


def _context_for(given: Sequence[tuple[str, Path]]) -> Chosen:
    """Return the texts of files, each with the member that alone is given it, or nobody's name.

    Raises InputError.
    """
    by_seat: dict[str, list[Path]] = {}
    for seat, path in given:
        by_seat.setdefault(seat, []).append(path)
    texts: list[dict[str, JsonValue]] = []
    left_out: list[Message] = []
    for seat, paths in by_seat.items():
        chosen = context_texts(paths)
        texts += [{**text, "only": seat} if seat else text for text in chosen.texts]
        left_out += chosen.left_out
    return Chosen(texts, tuple(left_out))


class ContextFiles:
    """Reads chosen files, and the same ones again only where one has changed since."""

    def __init__(self) -> None:
        self._read: tuple[list[tuple[str, Path, int | None]], Chosen] = ([], Chosen([]))
        """What was read last, behind the files as they were then."""

    def texts(self, given: Sequence[tuple[str, Path]]) -> Chosen:
        """Return what `_context_for` does. A large PDF takes seconds; raises InputError."""
        refuse_too_many(len(given))
        before, chosen = self._read
        now = [(seat, path, _changed(path)) for seat, path in given]
        # What changes in a folder is not seen from outside, and what is gone has to be told.
        if now != before or any(changed is None for *_, changed in now):
            chosen = _context_for(given)
            self._read = now, chosen
        return chosen


def _changed(path: Path) -> int | None:
    """Return when a file was written last; None for a folder, and where that cannot be told."""
    try:
        return path.stat().st_mtime_ns if path.is_file() else None
    except OSError:
        return None


def _files(path: Path) -> list[tuple[str, Path]]:
    """Return a chosen file, or all of a chosen folder, each with the name it is given."""
    try:
        if not path.is_dir():
            return [(path.name, path)]
        inside = _inside(path)
    except OSError as error:
        raise unreadable(path, error) from error
    if not inside:
        raise InputError(words("The folder {file} holds no files.", file=path), words("Name another one."))
    # A folder named `.` has its name only once it is resolved.
    folder = path.name or path.absolute().name
    return [(f"{folder}/{p.relative_to(path).as_posix()}", p) for p in inside]


def _kept_out(folder: Path, file: Path) -> Message | None:
    """Return why a file of a chosen folder is not taken along: nobody named it itself."""
    if holds_secrets(file):
        return words("{file} usually holds keys or passwords. It is left out.", file=file)
    if not Path(os.path.realpath(file)).is_relative_to(os.path.realpath(folder)):
        return words("{file} leads out of the folder. It is left out.", file=file)
    return None


def _refuse_too_much(files: list[Path]) -> None:
    """Raise InputError where files hold more than may be chosen, before any of it is read."""
    # One that is too large by itself is told of as such, or left out.
    sizes = [size if file.is_file() and (size := file.stat().st_size) <= LARGEST else 0 for file in files]
    if sum(sizes) > _LARGEST_ALL:
        largest = files[sizes.index(max(sizes))]
        raise InputError(
            words(
                "What you have chosen is {n} MB; {limit} MB can be given to the members.",
                n=sum(sizes) // 2**20 + 1,
                limit=_LARGEST_ALL // 2**20,
            ),
            words("Choose fewer files, or a smaller folder. The largest one is {file}.", file=largest),
        )


def _refuse(error: OSError) -> None:
    # What cannot be read is not left out in silence: the person answers for what the members were given.
    raise unreadable(Path(error.filename), error)


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
