"""No keyring, one that cannot be loaded, one that fails at everything, and one that never answers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import keyring
import pytest
from keyring.backend import KeyringBackend

from app.gateway import keys as keys_module
from app.gateway.keys import Keys
from tests.support.commands import born

KEY = "sk-0123456789abcdef"
BROKEN = """
from keyring.backend import KeyringBackend

class Broken(KeyringBackend):
    priority = 1

    def get_password(self, service, username):
        raise OSError("no bus")

    set_password = delete_password = get_credential = get_password

class Unusable(KeyringBackend):
    priority = 1

    def __init__(self):
        raise RuntimeError("no display")
"""
BACKENDS = (
    *("no.such.Keyring", "keyring.backends.null.Keyring", "keyring.backends.fail.Keyring", "nonsense"),
    *("broken_ring.Broken", "broken_ring.Unusable"),
)


class Silent(KeyringBackend):
    """A keyring that asks a person who sees no window of it."""

    priority: ClassVar[float] = 1

    def __init__(self) -> None:
        super().__init__()
        self.seen = threading.Event()
        self.asked = 0

    def get_password(self, service: str, username: str) -> str | None:
        self.asked += 1
        self.seen.wait()
        return None

    def set_password(self, service: str, username: str, password: str) -> None:
        self.get_password(service, username)

    def delete_password(self, service: str, username: str) -> None:
        self.get_password(service, username)


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[Silent]:
    before, ring = keyring.get_keyring(), Silent()
    monkeypatch.setattr(keys_module, "PATIENCE", 0.05)
    keyring.set_keyring(ring)
    yield ring
    ring.seen.set()
    keyring.set_keyring(before)
    for thread in threading.enumerate():
        if thread.name == "keyring":
            thread.join()


@pytest.mark.parametrize(
    "backend",
    [*(pytest.param(one, marks=pytest.mark.nightly) for one in BACKENDS[1:]), BACKENDS[0]],
)
def test_commands_go_on_or_say_in_words_that_no_keyring_keeps_a_key(
    backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_ring.py").write_text(BROKEN, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", backend)
    kept = born("key", "openai", "--json", given=f"{KEY}\n")
    assert kept.code == 2, kept
    assert "no keyring" in kept.error["message"]
    forgotten = born("key", "openai", "--forget", "--json")
    assert (forgotten.code, forgotten.value) == (0, {"name": "openai", "key": "forgotten"})
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    (providers,) = [one for one in born("doctor", "--json").value if one["check"] == "providers"]
    assert "OpenAI" in providers["detail"], "a variable has it all the same"
    for ran in (kept, forgotten):
        assert KEY not in ran.out + ran.err
        assert "Traceback" not in ran.out + ran.err


def test_a_keyring_that_never_answers_is_taken_for_none_after_a_while(silent: Silent) -> None:
    keys = Keys({"OPENAI_API_KEY": "usual"})
    assert keys.find("openai") == ("usual", "variable OPENAI_API_KEY")
    assert keys.put("openai", KEY) == "this session"
    assert keys.find("openai") == (KEY, "this session")
    keys.forget("openai")
    assert keys.find("openai")[1] == "variable OPENAI_API_KEY"
    assert silent.asked == 4
