"""The reader of documents, whose child process is started once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.documents.reader import DocumentReader


@pytest.fixture(scope="package")
def reader() -> Iterator[DocumentReader]:
    """Return what reads documents, one after the other as a folder is read."""
    with DocumentReader() as one:
        yield one
