"""Secrets of the environment, kept from the programs that this one starts.

A keyring may ask a program of its own, the desktop opens links with others: they inherit what is in
`os.environ`. So what looks like a secret is taken out of it when the program starts, before there are
threads, and is looked up here. Like `os.environ` itself there is one of it in a process.
"""

from __future__ import annotations

import os
import re
import threading
from collections import ChainMap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

_SECRET = re.compile(r"(^|_)(API)?(KEY|KEYS|TOKEN|SECRET|PASS|PASSWD|PASSWORD|CREDENTIALS)(_|$)")
_NEEDED = re.compile(r"^(PYTHON_)?KEYRING_")
"""What a keyring is opened with is for its programs."""
_withheld: dict[str, str] = {}
_handing_on = threading.Lock()


def withhold() -> None:
    """Take the secrets out of what child processes inherit; to be called before there are threads."""
    for name in list(os.environ):
        if _SECRET.search(name.upper()) and not _NEEDED.search(name.upper()):
            _withheld[name] = os.environ.pop(name)


def environment() -> Mapping[str, str]:
    """Return the whole environment, secrets included; it is live."""
    return ChainMap(os.environ, _withheld)


@contextmanager
def handed_on() -> Iterator[None]:
    """Let what is started within inherit the secrets, too: something that begins this program again."""
    with _handing_on:
        os.environ.update(_withheld)
        try:
            yield
        finally:
            for name in _withheld:
                os.environ.pop(name, None)
