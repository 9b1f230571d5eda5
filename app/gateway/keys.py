"""Keys of providers: typed for this session, a named variable, the keyring, the provider's usual variable.

Rules: never a file, never a log, never argv, nor the environment of another program that is started. A
provider's key is kept under the provider's name and goes to its own address only; a seat with another
`base_url` has a name of its own (`openai@http://host:port`), for which the usual variable does not count: an
imported team must not carry a key to a stranger.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from app.domain.errors import InputError
from app.domain.i18n import words
from app.gateway.providers import SPOKEN
from app.processes.child_env import environment

SERVICE = "roundtable"
PATIENCE = 60.0
"""Seconds that a keyring may take: it may ask the person for a passphrase."""
T = TypeVar("T")
_log = logging.getLogger(__name__)


class Keys:
    """The KeyStore of this machine."""

    def __init__(self, environ: Mapping[str, str] | None = None) -> None:
        self._environ = environment() if environ is None else environ
        self._session: dict[str, str] = {}
        self._read: dict[str, str] = {}
        """What the keyring gave: asking it again for every call may take long, or ask a person again."""

    def get(self, provider: str, env: str | None = None) -> str | None:
        """Return a key, or None. May wait for the keyring: not for the window's thread."""
        return self.find(provider, env)[0]

    def at_hand(self, provider: str, env: str | None = None) -> str | None:
        """Return the key that counts before any that is to be looked for; None where there is none."""
        if provider in self._session:
            return self._session[provider]
        return (self._environ.get(env, "").strip() if env else "") or self._read.get(provider)

    def find(self, provider: str, env: str | None = None) -> tuple[str | None, str]:
        """Return a key and the name of the place it was found in."""
        if provider in self._session:
            return self._session[provider], "this session"
        if env and self._environ.get(env, "").strip():
            return self._environ[env].strip(), f"variable {env}"
        stored = self._read.get(provider) or _from_keyring(provider)
        if stored:
            self._read[provider] = stored
            return stored, "keyring"
        # A server of the person's own may bear the name of a carried one, and has no part in its variables.
        known = SPOKEN.get(provider)
        for name in known.env if known else ():
            if self._environ.get(name, "").strip():
                return self._environ[name].strip(), f"variable {name}"
        return None, ""

    def put(self, provider: str, key: str, *, session_only: bool = False, spaces: bool = False) -> str:
        """Keep a key; return the place: `keyring`, else `this session`. Raises InputError.

        `spaces`: it may have some, as the value of a header has.
        """
        key = key.strip()
        if not key or not key.isascii() or not key.isprintable() or (" " in key and not spaces):
            raise InputError(
                words("That is no key: it must be one line of letters, digits and signs."),
                words("Copy it again from the provider's page."),
            )
        self._session.pop(provider, None)
        self._read.pop(provider, None)
        if not session_only and _to_keyring(provider, key):
            return "keyring"
        self._session[provider] = key
        return "this session"

    def forget(self, provider: str) -> None:
        """Remove a key from this session and from the keyring."""
        self._session.pop(provider, None)
        self._read.pop(provider, None)
        _asked("the keyring did not remove a key", lambda ring: _forget(ring, provider))


def load_keyring() -> None:
    """Import what keys are read with, so that the first reading is quick; reads none."""
    with contextlib.suppress(Exception):
        _keyring()


def _keyring() -> Any:
    # Late for start-up cost.
    import keyring
    from keyring.backends import fail, null

    return None if isinstance(keyring.get_keyring(), fail.Keyring | null.Keyring) else keyring


def _from_keyring(provider: str) -> str | None:
    found = _asked("the keyring cannot be read", lambda ring: ring.get_password(SERVICE, provider))
    return found if isinstance(found, str) and found else None


def _to_keyring(provider: str, key: str) -> bool:
    """Tell whether the keyring took the key; read back, for some only pretend."""

    def keep(ring: Any) -> bool:
        ring.set_password(SERVICE, provider, key)
        return bool(ring.get_password(SERVICE, provider) == key)

    return bool(_asked("the keyring did not take a key", keep))


def _forget(ring: Any, provider: str) -> None:
    if ring.get_password(SERVICE, provider) is not None:
        ring.delete_password(SERVICE, provider)


def _asked(trouble: str, ask: Callable[[Any], T]) -> T | None:
    """Return what a keyring answers; None without one, where it fails, and where it stays silent.

    One that asks a person who sees no window of it waits for ever: it is asked aside, and left alone then.
    """
    answers: list[T | None] = []
    failed: list[str] = []

    def aside() -> None:
        try:
            ring = _keyring()
            answers.append(ask(ring) if ring is not None else None)
        except Exception as error:  # noqa: BLE001  backends raise what they like; a locked one is no key
            failed.append(type(error).__name__)

    thread = threading.Thread(target=aside, name="keyring", daemon=True)
    thread.start()
    thread.join(PATIENCE)
    if not answers:
        _log.warning("%s: %s", trouble, failed[0] if failed else "it does not answer")
        return None
    return answers[0]
