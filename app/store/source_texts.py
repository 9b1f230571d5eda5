"""The texts of a folder's files: as they are, or what a document holds, read once and kept a while."""

from __future__ import annotations

import hashlib
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass

from app.documents.places import LARGEST_DOCUMENT, DocumentText, SourcePlace, kind_of
from app.documents.reader import DocumentReader, NoText
from app.domain.errors import InputError, storage_step
from app.domain.i18n import Message, words
from app.store.confined import Confined

LARGEST = 5 * 2**20
"""Bytes of one file: its lines are walked through, and its text may take four times as much memory."""
MOST_KEPT = 40 * 2**20
"""Characters of documents that are kept: what was read once is looked through again and again."""


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file as text: `encoded` in UTF-8, without a mark at its beginning; `digest` of all its bytes."""

    encoded: bytes
    digest: str
    places: tuple[SourcePlace, ...] = ()
    cut_off: Message | None = None


class DocumentCache:
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


class SourceTexts:
    """Reads the files of one folder; to be used for one task, with `with` around the reader of documents."""

    def __init__(self, confined: Confined, cache: DocumentCache, reader: DocumentReader) -> None:
        self._confined, self._cache, self._reader = confined, cache, reader

    def content(self, path: str) -> FileContent:
        """Return a file as text; raises InputError for what is none, outside, or too large."""
        content = self._bytes(path)
        digest = hashlib.sha256(content).hexdigest()
        if kind_of(path) is not None:
            found = self._cache.read(path, content, digest, self._reader)
            return FileContent(found.text.encode(), digest, found.places, found.cut_off)
        return FileContent(_checked(path, content), digest)

    def _bytes(self, path: str) -> bytes:
        try:
            return self._confined.read(path, largest(path))
        except OSError as error:
            raise unreadable(path, error) from error


def largest(path: str) -> int:
    """Return how many bytes a file may have, by its name."""
    return LARGEST if kind_of(path) is None else LARGEST_DOCUMENT


def _checked(path: str, content: bytes) -> bytes:
    """Return a text's bytes; raises InputError for what is none."""
    if b"\0" in content:
        raise InputError(words("“{file}” is a binary file.", file=path), words("Read a text file."))
    try:
        content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            words("“{file}” is not a UTF-8 text.", file=path), words("Read another file.")
        ) from error
    return content.removeprefix(b"\xef\xbb\xbf")


def unreadable(path: str, error: OSError) -> InputError:
    """Return what a person is told of an error of the disk."""
    return InputError(
        words("“{file}” cannot be read: {why}.", file=path, why=(error.strerror or str(error)).lower()),
        storage_step(error, words("Read a file that is listed.")),
    )
