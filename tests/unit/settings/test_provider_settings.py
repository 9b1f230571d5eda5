"""providers.toml: what a person sets about providers."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from app.domain.errors import InputError
from app.settings.providers import Endpoint, ProviderFile, ProviderSettings, ProviderTable

KNOWN = frozenset({"openai", "ollama"})


def written(folder: Path, text: str) -> ProviderFile:
    """Return the settings of a folder with this file."""
    (folder / "providers.toml").write_text(text, encoding="utf-8")
    return ProviderFile(folder, KNOWN, ("openai", "anthropic", "gemini", "ollama"))


def test_no_file_means_no_settings_and_none_is_made_by_reading(tmp_path: Path) -> None:
    assert ProviderFile(tmp_path / "config", KNOWN).read() == ProviderTable()
    assert not (tmp_path / "config").exists()


def test_what_is_written_is_read_again_and_only_what_is_no_default_stands_there(tmp_path: Path) -> None:
    table = ProviderTable(
        approved=("http://127.0.0.1:4010",),
        providers={"openai": ProviderSettings(at_once=3)},
        endpoints={"work": Endpoint(base_url="https://llm.example/v1", price_in=0.5, price_out=1.5)},
    )
    ProviderFile(tmp_path / "new", KNOWN).write(table)
    file = tmp_path / "new" / "providers.toml"
    assert ProviderFile(tmp_path / "new", KNOWN).read() == table
    assert "per_minute" not in file.read_text(encoding="utf-8")
    assert [path.name for path in file.parent.iterdir()] == ["providers.toml"]
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_changed_file_is_read_anew(tmp_path: Path) -> None:
    settings = written(tmp_path, "")
    assert not settings.read().endpoints
    written(tmp_path, '[endpoints.work]\nbase_url = "https://llm.example/v1"\n')
    assert "work" in settings.read().endpoints


def test_approving_twice_remembers_once_and_keeps_the_rest(tmp_path: Path) -> None:
    settings = written(tmp_path, "[providers.openai]\nat_once = 2\n")
    for _ in range(2):
        settings.approve("http://127.0.0.1:1", "MY_KEY")
        settings.approve("http://127.0.0.1:2")
    table = settings.read()
    assert table.approved == ("http://127.0.0.1:1", "http://127.0.0.1:2")
    assert table.variables == {"http://127.0.0.1:1": ("MY_KEY",)}
    assert table.providers["openai"].at_once == 2


def test_what_is_taken_back_is_gone_and_the_rest_stays(tmp_path: Path) -> None:
    settings = written(tmp_path, "[providers.openai]\nat_once = 2\n")
    settings.approve("http://127.0.0.1:1", "MY_KEY", "OTHER")
    settings.approve("http://127.0.0.1:2", "MY_KEY")
    settings.take_back("http://127.0.0.1:1", "OTHER")
    assert settings.read().variables["http://127.0.0.1:1"] == ("MY_KEY",)
    settings.take_back("http://127.0.0.1:1")
    table = settings.read()
    assert table.approved == ("http://127.0.0.1:2",)
    assert table.variables == {"http://127.0.0.1:2": ("MY_KEY",)}
    assert table.providers["openai"].at_once == 2


def test_what_is_allowed_to_one_process_is_written_nowhere(tmp_path: Path) -> None:
    settings = written(tmp_path, "[providers.openai]\nat_once = 2\n")
    settings.allow("http://127.0.0.1:1", "MY_KEY")
    assert settings.in_force().variables == {"http://127.0.0.1:1": ("MY_KEY",)}
    settings.approve("http://127.0.0.1:2")
    assert settings.read().approved == ("http://127.0.0.1:2",)
    assert settings.in_force().approved == ("http://127.0.0.1:2", "http://127.0.0.1:1")
    settings.take_back("http://127.0.0.1:1")
    assert settings.in_force() == settings.read()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[providers.openai]\nat_once = 0\n", "providers, openai, at_once: 1 to 512 are allowed."),
        ("[providers.openai]\nat_once = 'x'\n", "providers, openai, at_once: a whole number is needed."),
        ("[providers.openai]\nkey = 'abc'\n", "providers, openai, key: there is no such field."),
        ("[providers.openai]\napi_key_env = 5\n", "providers, openai, api_key_env: a text is needed."),
        (
            "[providers.openai]\nbase_url = 'file:///etc'\n",
            "base_url: an address is written whole, like https://llm.example/v1.",
        ),
        ("[endpoints.work]\n", "endpoints, work, base_url: this has to be filled in."),
        (
            "[endpoints.'a/b']\nbase_url = 'http://x.example'\n",
            "endpoints, a/b: a server's name has small letters, digits, “-” and “_”, a letter first.",
        ),
        (
            "[endpoints.work]\nbase_url = 'http://x.example'\ndialect = 'latin'\n",
            "dialect: one of these is needed: openai, anthropic, gemini, ollama.",
        ),
        (
            "[endpoints.work]\nbase_url = 'http://x.example'\nprice_in = -1\n",
            "endpoints, work, price_in: at least 0 is needed.",
        ),
        ("approved = 'http://x.example'\n", "approved: a list is needed."),
        ("approved = ['x']\n", "approved 1: an address is written whole, like https://llm.example/v1."),
        (
            '[endpoints."work\\n"]\nbase_url = "http://x.example"\n',
            "a server's name has small letters, digits, “-” and “_”, a letter first.",
        ),
        ("providers = 3\n", "providers: a table of names and values is needed."),
    ],
)
def test_a_value_that_cannot_be_is_told_in_our_words(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        written(tmp_path, text).read()
    assert str(caught.value).endswith(message)
    assert str(caught.value.next).startswith("Correct ")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[providers.nobody]\nat_once = 1\n", "nobody"),
        ("[providers.openai]\nat_once = 0\n", "at_once"),
        ("[providers.openai]\nkey = 'abc'\n", "key"),
        ("[providers.openai]\nbase_url = 'file:///etc'\n", "base_url"),
        ("[endpoints.openai]\nbase_url = 'http://x.example'\n", "openai"),
        ("[endpoints.offline]\nbase_url = 'http://x.example'\n", "offline"),
        ("[endpoints.work]\n", "base_url"),
        ("[endpoints.'a/b']\nbase_url = 'http://x.example'\n", "a/b"),
        ("[endpoints.work]\nbase_url = 'http://x.example'\nprice_in = -1\n", "price_in"),
        ("nonsense", "TOML"),
    ],
)
def test_a_mistake_is_one_sentence_that_names_file_and_place(tmp_path: Path, text: str, word: str) -> None:
    with pytest.raises(InputError) as caught:
        written(tmp_path, text).read()
    assert "providers.toml" in str(caught.value)
    assert word in str(caught.value)
    assert str(caught.value.next)
