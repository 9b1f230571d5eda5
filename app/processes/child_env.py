"""Child environment: what the programs that this one starts are given of its own, and what they are not.

A keyring may ask a program of its own, the desktop opens links with others: they inherit what is in
`os.environ`. So what looks like a secret is taken out of it when the program starts, before there are
threads, and is looked up here. Like `os.environ` itself there is one of it in a process.
"""

from __future__ import annotations

import os
import re
import threading
from collections import ChainMap
from collections.abc import Collection, Iterator, Mapping
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


_OF_THE_SYSTEM = frozenset(
    {
        *("PATH", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP"),
        *("SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT"),
        *("VIRTUAL_ENV", "LD_LIBRARY_PATH"),
        *("PYTHONHOME", "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"),
    }
)
"""Variables without which a process does not run; keys and addresses of providers are none of them."""
OF_THE_PERSON = frozenset({"HOME", "USER", "LOGNAME", "APPDATA", "LOCALAPPDATA", "USERPROFILE"})
OF_THE_NETWORK = frozenset(
    {"SSL_CERT_FILE", "SSL_CERT_DIR", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"}
)


def chosen(whole: Mapping[str, str], more: Collection[str] = ()) -> dict[str, str]:
    """Return the environment of a child that is this program: what it needs to run, and `more`."""
    from pathlib import Path  # late: the window is painted before it is imported

    kept = _OF_THE_SYSTEM.union(more)
    found = {n: v for n, v in whole.items() if n.upper() in kept or n.upper().startswith("LC_")}
    # A child may change its folder; relative entries of the path would lead elsewhere.
    return {**found, "PYTHONPATH": str(Path(__file__).resolve().parents[2]), "PYTHONIOENCODING": "utf-8"}


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
