"""Keys: keyring, named variable or this session; never a file (row 17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError

from app.domain.errors import InputError
from app.gateway.keys import Keys

KEY = "sk-0123456789abcdef"


class MemoryKeyring(KeyringBackend):
    """A keyring that lives as long as the test."""

    priority: ClassVar[float] = 1
    locked = False
    pretends = False

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise KeyringLocked("no")
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if not self.pretends:
            self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        try:
            del self.kept[service, username]
        except KeyError:
            raise PasswordDeleteError("no") from None


@pytest.fixture
def ring() -> Iterator[MemoryKeyring]:
    before = keyring.get_keyring()
    memory_keyring = MemoryKeyring()
    keyring.set_keyring(memory_keyring)
    yield memory_keyring
    keyring.set_keyring(before)


def test_the_session_comes_first_then_the_named_variable_then_the_keyring_then_the_usual_one(
    ring: MemoryKeyring,
) -> None:
    keys = Keys({"MINE": "from-mine", "OPENAI_API_KEY": "usual"})
    assert keys.find("openai") == ("usual", "variable OPENAI_API_KEY")
    ring.kept["roundtable", "openai"] = "ringed"
    assert keys.find("openai") == ("ringed", "keyring")
    assert keys.find("openai", "MINE") == ("from-mine", "variable MINE")
    assert keys.put("openai", "typed", session_only=True) == "this session"
    assert keys.find("openai", "MINE") == ("typed", "this session")
    assert ring.kept == {("roundtable", "openai"): "ringed"}


def test_a_key_is_kept_in_the_keyring_trimmed_and_can_be_forgotten(ring: MemoryKeyring) -> None:
    keys = Keys({})
    assert keys.put("openai", f"  {KEY}\n") == "keyring"
    assert Keys({}).get("openai") == KEY
    keys.forget("openai")
    keys.forget("openai")
    assert (ring.kept, keys.get("openai")) == ({}, None)


def test_the_keyring_is_asked_once_for_a_key_and_anew_after_it_was_forgotten(ring: MemoryKeyring) -> None:
    keys = Keys({})
    ring.kept["roundtable", "openai"] = KEY
    assert keys.get("openai") == KEY
    ring.locked = True
    assert keys.get("openai") == KEY
    ring.locked = False
    keys.forget("openai")
    assert keys.get("openai") is None
    assert keys.put("openai", "sk-another-0123456789") == "keyring"
    assert keys.get("openai") == "sk-another-0123456789"


@pytest.mark.parametrize("trouble", ["locked", "pretends"])
def test_a_keyring_that_does_not_keep_it_leaves_it_to_this_session(ring: MemoryKeyring, trouble: str) -> None:
    setattr(ring, trouble, True)
    keys = Keys({})
    assert keys.put("openai", KEY) == "this session"
    assert keys.get("openai") == KEY
    assert Keys({}).get("openai") is None


def test_without_any_keyring_the_key_stays_in_this_session() -> None:
    assert Keys({}).put("openai", KEY) == "this session"


@pytest.mark.parametrize("text", ["", "   ", "two words", "line\nbreak", "schlüssel", "a\x00b"])
def test_what_can_be_no_key_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="no key"):
        Keys({}).put("openai", text)


def test_the_usual_variable_is_not_given_to_another_address() -> None:
    keys = Keys({"OPENAI_API_KEY": KEY})
    assert keys.get("openai@http://evil.example:80") is None
    assert keys.get("work") is None
