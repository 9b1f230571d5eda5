"""What tests of several parts without a window share."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return a function that puts lines where a terminal's would come from."""
    with ExitStack() as opened:

        def put(*lines: str) -> None:
            text = "".join(f"{line}\n" for line in lines)
            if sys.platform == "win32":
                monkeypatch.setattr("sys.stdin", io.StringIO(text))
                return
            # A terminal of its own: it hands out a line at a time, as a pipe does not.
            typing, terminal = os.openpty()
            opened.callback(os.close, typing)
            monkeypatch.setattr("sys.stdin", opened.enter_context(os.fdopen(terminal, encoding="utf-8")))
            os.write(typing, text.encode())

        yield put
