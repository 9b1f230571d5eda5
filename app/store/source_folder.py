"""Confined reading of a folder of sources: listed, read by lines, searched, each within limits."""

from __future__ import annotations

import asyncio
import hashlib
import io
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path

from app.documents.places import LARGEST_DOCUMENT, DocumentText, PageImage, SourcePlace, kind_of, place_at
from app.documents.reader import DocumentReader, NoText, plain_text
from app.domain.errors import InputError, storage_step
from app.domain.i18n import Message, words
from app.domain.pictures import kind_of as picture_kind
from app.domain.secret_names import is_secret
from app.engine.folders import (
    Hit,
    Hits,
    LeftOut,
    OpenedFolder,
    Passage,
    SourceFile,
    SourceListing,
    SourceRules,
    SourceText,
)
from app.store.confined import Confined, steps_of
from app.store.ignoring import MOST_IN_FORCE, Pattern, left_out, patterns, rules_of

LARGEST = 5 * 2**20
"""Bytes of one file: its lines are walked through, and its text may take four times as much memory."""
MOST_KEPT = 40 * 2**20
"""Characters of documents that are kept: what was read once is looked through again and again."""


@dataclass(frozen=True, slots=True)
class _FileContent:
    """A file as text: `encoded` in UTF-8, without a mark at its beginning; `digest` of all its bytes."""

    encoded: bytes
    digest: str
    places: tuple[SourcePlace, ...] = ()
    cut_off: Message | None = None


class _DocumentCache:
    """Documents by their bytes: those read last, as long as there is room. A refusal is kept too."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, DocumentText | NoText] = OrderedDict()
        self._room = MOST_KEPT
        self._lock = threading.Lock()
        self.seconds = 0.0
        """What reading took so far."""

    def read(self, path: str, content: bytes, digest: str, reader: DocumentReader) -> DocumentText:
        """Return a document's text; raises NoText. Who wants the same one meanwhile waits for it."""
        # The same bytes under another name may be another kind.
        key = f"{kind_of(path)}:{digest}"
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                begun = time.monotonic()
                try:
                    found = reader.read(path, content)
                except NoText as refused:
                    found = refused
                self.seconds += time.monotonic() - begun
                self._keep(key, found)
            else:
                self._kept.move_to_end(key)
        if isinstance(found, NoText):
            # Its words name the file it was met in first.
            raise NoText(found.message.filled(file=path), found.next)
        return found

    def _keep(self, key: str, found: DocumentText | NoText) -> None:
        self._kept[key] = found
        self._room -= _weight(found)
        while self._room < 0 and len(self._kept) > 1:
            self._room += _weight(self._kept.popitem(last=False)[1])


def _weight(found: DocumentText | NoText) -> int:
    return len(found.text) if isinstance(found, DocumentText) else 100


class _SourceTexts:
    """Reads the files of one folder; to be used for one task, with `with` around the reader of documents."""

    def __init__(self, confined: Confined, cache: _DocumentCache, reader: DocumentReader) -> None:
        self._confined, self._cache, self._reader = confined, cache, reader

    def content(self, path: str) -> _FileContent:
        """Return a file as text; raises InputError for what is none, outside, or too large."""
        content = self._bytes(path)
        digest = hashlib.sha256(content).hexdigest()
        if kind_of(path) is not None:
            found = self._cache.read(path, content, digest, self._reader)
            return _FileContent(found.text.encode(), digest, found.places, found.cut_off)
        if picture_kind(content) is not None:
            raise InputError(
                words("“{file}” is a picture; only texts are read here.", file=path),
                words("Read a text file."),
            )
        text, said = plain_text(path, content)
        return _FileContent(text.encode(), digest, cut_off=said)

    def page(self, path: str, number: int, quote: str) -> PageImage:
        """Return a page as a picture; raises InputError as `content` does."""
        return self._reader.draw_page(path, self._bytes(path), number, quote)

    def _bytes(self, path: str) -> bytes:
        try:
            return self._confined.read(path, _largest(path))
        except OSError as error:
            raise _unreadable(path, error) from error


def _largest(path: str) -> int:
    """Return how many bytes a file may have, by its name."""
    return LARGEST if kind_of(path) is None else LARGEST_DOCUMENT


def _unreadable(path: str, error: OSError) -> InputError:
    """Return what a person is told of an error of the disk."""
    return InputError(
        words("“{file}” cannot be read: {why}.", file=path, why=(error.strerror or str(error)).lower()),
        storage_step(error, words("Read a file that is listed.")),
    )


MOST_FILES = 5_000
MOST_LOOKED = 50_000
"""Entries of the folder that are looked at, files or not."""
DEEPEST = 40
LONGEST_SHOWN = 60_000
"""Characters of one passage."""
LONGEST_LINE = 4_000
MOST_HITS = 100
_MOST_HITS_OF_ONE = 10
_LONGEST_HIT = 300
_MOST_SEARCHED = 200 * 2**20
SECONDS = 1.5
"""Of a processor that one listing or search may take; both say where they stopped."""
_LONGEST_WAIT = 10.0
"""Seconds that a slow disk is waited for."""
_LONGEST_READING = 30.0
"""Seconds that a search may read documents besides: those that were read are not read again."""


class FolderOfSources:
    """The SourceFolder of a folder on this machine."""

    def __init__(self, folder: Path | OpenedFolder, kept: DocumentReader | None = None) -> None:
        """`kept`: reads all documents until `close`; without one a child is begun for each task."""
        self._confined = Confined(folder)
        self._kept = kept
        self._rules = SourceRules()
        self._cache = _DocumentCache()
        self._patterns = patterns(self._rules.left_out)

    def by_rules(self, rules: SourceRules) -> FolderOfSources:
        found = copy(self)
        found._rules, found._patterns = rules, patterns(rules.left_out)
        return found

    async def files(self, pattern: str = "") -> SourceListing:
        return await asyncio.to_thread(self._files, pattern)

    async def read(self, path: str, first: int = 1, last: int | None = None) -> Passage:
        """Return lines of a file, counted from 1."""
        return await asyncio.to_thread(self._read, path, first, last)

    async def text(self, path: str) -> SourceText:
        return await asyncio.to_thread(self._whole, path)

    async def page(self, path: str, number: int, quote: str) -> PageImage:
        """Return a page of a PDF as a picture, a quotation marked on it."""
        return await asyncio.to_thread(self._page, path, number, quote)

    async def search(self, text: str, pattern: str = "") -> Hits:
        return await asyncio.to_thread(self._search, text, pattern)

    async def close(self) -> None:
        """End the child that reads documents; a later task begins another."""
        if self._kept is not None:
            await asyncio.to_thread(self._kept.close)

    @contextmanager
    def _reader(self) -> Iterator[DocumentReader]:
        if self._kept is not None:
            yield self._kept
        else:
            with DocumentReader() as reader:
                yield reader

    # --- in a thread ------------------------------------------------------------------------------

    def _files(self, pattern: str) -> SourceListing:
        walk = _Walk(self._confined, self._rules, self._patterns)
        try:
            files = sorted(walk.files(), key=lambda file: file.path)
        except OSError as error:
            raise _unreadable(str(self._confined.root), error) from error
        if pattern:
            files = [file for file in files if _named(file.path, pattern)]
        return SourceListing(tuple(files), walk.left_out, walk.whole)

    def _read(self, path: str, first: int, last: int | None) -> Passage:
        name, found = self._content(path)
        content = found.encoded
        # A last line without an end is a line; an end behind the last one begins none.
        total = content.count(b"\n") + (not content.endswith(b"\n") and bool(content))
        first = max(1, first)
        until = total if last is None else min(last, total)
        shown: list[str] = []
        room, cut, at = LONGEST_SHOWN, False, first - 1
        for number, line in enumerate(io.BytesIO(content), 1):
            if number < first:
                continue
            if number > until:
                break
            shown_line = line.decode("utf-8").rstrip("\r\n")
            if len(shown_line) > LONGEST_LINE and until > first:
                shown_line, cut = shown_line[:LONGEST_LINE] + " […]", True
            if len(shown_line) >= room:
                cut = True
                if not shown:
                    shown, at = [shown_line[:room]], number
                break
            shown.append(shown_line)
            at, room = number, room - len(shown_line) - 1
        places = _places_of(found.places, first, at)
        return Passage(name, first, at, total, "\n".join(shown), found.digest, cut, places, found.cut_off)

    def _whole(self, path: str) -> SourceText:
        name, found = self._content(path)
        return SourceText(name, found.encoded.decode(), found.digest, found.places, found.cut_off)

    def _content(self, path: str) -> tuple[str, _FileContent]:
        """Return a file's name and what it holds; raises InputError where it may not be read."""
        name = "/".join(steps_of(path))
        self._allow(name)
        with self._reader() as reader:
            return name, _SourceTexts(self._confined, self._cache, reader).content(name)

    def _page(self, path: str, number: int, quote: str) -> PageImage:
        name = "/".join(steps_of(path))
        self._allow(name)
        with self._reader() as reader:
            return _SourceTexts(self._confined, self._cache, reader).page(name, number, quote)

    def _search(self, text: str, pattern: str) -> Hits:
        wanted = text.strip().casefold()
        if not wanted:
            raise InputError(words("No text is named to search for."), words("Name one or more words."))
        patience, begun = _Patience(), self._cache.seconds
        listing = self._files(pattern)
        whole, read, looked = listing.whole, 0, 0
        hits: list[Hit] = []
        with self._reader() as reader:
            texts = _SourceTexts(self._confined, self._cache, reader)
            for file in listing.files:
                reading = min(_LONGEST_READING, self._cache.seconds - begun)
                if patience.over(reading) or read > _MOST_SEARCHED or len(hits) >= MOST_HITS:
                    whole = False
                    break
                try:
                    found = texts.content(file.path)
                except InputError:
                    continue  # gone, or no text
                read += len(found.encoded)
                looked += 1
                of_one, all_of_it = _hits(file.path, found.encoded.decode(), found.places, wanted)
                if len(hits) + len(of_one) > MOST_HITS:
                    of_one, all_of_it = of_one[: MOST_HITS - len(hits)], False
                hits += of_one
                whole = whole and all_of_it
        return Hits(tuple(hits), looked, whole)

    def _allow(self, path: str) -> None:
        """Raise InputError for a file that is left out: what is not listed is not read either."""
        reason = _Walk(self._confined, self._rules, self._patterns).reason_for(path)
        if reason is not None:
            raise InputError(
                words("“{file}” is left out of what may be read ({why}).", file=path, why=reason),
                words("Read a file that is listed."),
            )


class _Patience:
    """How long something may take: by this thread's own work, so that a busy machine shortens no list."""

    def __init__(self) -> None:
        self._work, self._wait = time.thread_time() + SECONDS, time.monotonic() + _LONGEST_WAIT

    def over(self, besides: float = 0.0) -> bool:
        """Tell whether it took too long, without the seconds that something else took."""
        return time.thread_time() > self._work or time.monotonic() > self._wait + besides


@dataclass
class _Walk:
    """One walk through the folder, with the .gitignore files that are met on the way."""

    confined: Confined
    rules: SourceRules
    patterns: list[Pattern]
    patience: _Patience = field(default_factory=_Patience)
    left_out: dict[str, LeftOut] = field(default_factory=dict)
    whole: bool = True

    def files(self) -> Iterator[SourceFile]:
        """Yield the files that may be read."""
        found = looked = 0
        todo: list[tuple[str, LeftOut | None, tuple[Pattern, ...]]] = [
            ("", None, rules_of(self.confined, ""))
        ]
        while todo:
            folder, above, ignored = todo.pop()
            # One folder may hold more than there is time to look at.
            within = islice(self.confined.entries(folder), MOST_LOOKED + 1 - looked)
            for entry in sorted(within, key=lambda one: one.path):
                looked += 1
                if looked > MOST_LOOKED or found >= MOST_FILES or self.patience.over():
                    self.whole = False
                    return
                is_folder = entry.kind == "folder"
                reason, enters = self._reason(entry.path, entry.kind, entry.size, above, ignored)
                if reason is not None and not enters:
                    shown = "".join(sign if sign.isprintable() else "�" for sign in entry.path)
                    self.left_out[shown + "/" * is_folder] = reason
                elif not is_folder:
                    found += 1
                    yield SourceFile(entry.path, entry.size)
                elif entry.path.count("/") < DEEPEST:
                    rules = (*ignored, *rules_of(self.confined, entry.path))
                    todo.append((entry.path, reason, rules[-MOST_IN_FORCE:]))
                else:
                    self.whole = False

    def reason_for(self, path: str) -> LeftOut | None:
        """Return why one file may not be read, by its name and those of the folders above it."""
        steps, ignored = path.split("/"), rules_of(self.confined, "")
        above: LeftOut | None = None
        for depth in range(1, len(steps)):
            folder = "/".join(steps[:depth])
            above, enters = self._reason(folder, "folder", 0, above, ignored)
            if above is not None and not enters:
                return above
            ignored = (*ignored, *rules_of(self.confined, folder))[-MOST_IN_FORCE:]
            if self.patience.over() or depth > DEEPEST:
                raise InputError(
                    words("“{file}” lies too deep to be read.", file=path), words("Read another file.")
                )
        # What it is by itself is seen when it is opened.
        return self._reason(path, "file", 0, above, ignored)[0]

    def _reason(
        self, path: str, kind: str, size: int, above: LeftOut | None, ignored: tuple[Pattern, ...]
    ) -> tuple[LeftOut | None, bool]:
        """Return why this is left out, and whether its folder is entered all the same.

        `above`: why a folder above it is, which is entered for the sake of what a person allowed in it.
        """
        name, is_folder = path.rpartition("/")[2], kind == "folder"
        if not _sound(path):
            return "unnamed", False
        if kind in ("link", "special"):
            return ("link" if kind == "link" else "special"), False
        if left_out(path, self.patterns, folder=is_folder):
            return "by_rule", False
        by_itself: LeftOut | None = above
        if is_secret(name, folder=is_folder):
            by_itself = by_itself or "secret"
        if name.startswith("."):
            by_itself = by_itself or "hidden"
        if by_itself is None and left_out(path, ignored, folder=is_folder):
            by_itself = "ignored"
        if is_folder:
            return by_itself, any(one.startswith(f"{path}/") for one in self.rules.allowed)
        if by_itself is not None and path not in self.rules.allowed:
            return by_itself, False
        return ("too_large" if size > _largest(path) else None), False


def _sound(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return path.isprintable()


def _named(path: str, pattern: str) -> bool:
    wanted = pattern.strip()
    if "/" in wanted or "*" in wanted or "?" in wanted:
        return fnmatchcase(path, wanted) or fnmatchcase(path.rpartition("/")[2], wanted)
    return wanted.casefold() in path.casefold()


def _places_of(places: tuple[SourcePlace, ...], first: int, last: int) -> tuple[SourcePlace, ...]:
    """Return the place the first line stands in, and those that begin behind it up to the last."""
    here = place_at(places, first)
    behind = tuple(place for place in places if first < place.line <= last)
    return behind if here is None else (here, *behind)


def _hits(path: str, text: str, places: tuple[SourcePlace, ...], wanted: str) -> tuple[list[Hit], bool]:
    """Return the first lines of a file that hold a text, and whether these are all."""
    found: list[Hit] = []
    if wanted not in text.casefold():
        return found, True
    for number, line in enumerate(io.StringIO(text, newline="\n"), 1):
        position = line.casefold().find(wanted)
        if position < 0:
            continue
        if len(found) == _MOST_HITS_OF_ONE:
            return found, False
        begin = max(0, position - _LONGEST_HIT // 3)
        shown = line[begin : begin + _LONGEST_HIT].strip()
        found.append(Hit(path, number, shown, place_at(places, number)))
    return found, True
