"""Where traces go, said on the command line: what is refused, and where the collector's secret is kept."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from app.gateway.keys import Keys
from app.services.trace_secrets import VARIABLE, TraceSecrets
from app.settings.options import TRACE_HEADER
from app.settings.settings import Settings
from tests.support.commands import call
from tests.support.scenes.players import own_keyring

CANARY = "Bearer canary-71c0-tell-nobody"
ADDRESS = "https://traces.example:4318/v1/traces"


def given() -> dict[str, str]:
    """Return what the collector is given now, as a program that starts anew finds it."""
    settings = Settings(Path(os.environ["ROUNDTABLE_CONFIG_DIR"]))
    return TraceSecrets(settings, Keys).headers()


def piped() -> io.TextIOWrapper:
    """Return the canary as it comes through a pipe."""
    return io.TextIOWrapper(io.BytesIO(f"{CANARY}\n".encode()))


@pytest.mark.parametrize(
    "address",
    [
        "traces.example:4318",
        "ftp://traces.example/v1",
        "http://",
        "https:///v1/traces",
        "http://:4318/v1",
        "https://me:secret@traces.example/v1",
        "https://traces.example/v1 traces",
        "http://traces.example:99999999/v1",
        "javascript:alert(1)",
    ],
)
def test_an_address_that_is_none_is_refused_in_words(address: str) -> None:
    ran = call("config", "trace_address", address)
    assert ran.code == 2
    assert "It takes an address that begins with http:// or https:// and names a host" in ran.err
    assert call("config", "trace_address", "--json").value == {"trace_address": ""}


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:4318/v1/traces", "http://[::1]:4318/v1/traces", ADDRESS]
)
def test_an_address_of_a_collector_is_taken(address: str) -> None:
    assert call("config", "trace_address", address).code == 0
    assert call("config", "trace_address", "--json").value == {"trace_address": address}


def test_a_secret_header_is_kept_in_the_keyring_for_one_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with own_keyring():
        early = call("config", "trace_header", "Authorization", "--secret")
        assert early.code == 2
        assert "which collector" in early.err
        assert call("config", "trace_address", ADDRESS).code == 0
        monkeypatch.setattr("sys.stdin", piped())
        ran = call("config", "trace_header", "Authorization", "--secret")
        assert ran.code == 0, ran.err
        assert CANARY not in ran.out + ran.err
        assert given() == {"Authorization": CANARY}
        files = [path for path in Path(os.environ["ROUNDTABLE_CONFIG_DIR"]).rglob("*") if path.is_file()]
        assert files
        assert not [path for path in files if b"canary" in path.read_bytes()]
        call("config", "trace_address", "https://other.example/v1/traces")
        assert given() == {}, "another address has none of it"


def test_without_a_keyring_a_variable_has_the_secret_and_a_wrong_header_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    call("config", "trace_address", ADDRESS)
    wrong = call("config", "trace_header", "Authorization: Bearer x")
    assert wrong.code == 2
    assert "the name of a header" in wrong.err
    call("config", "trace_header", "Authorization")
    monkeypatch.setattr("sys.stdin", piped())
    refused = call("config", "trace_header", "--secret")
    assert refused.code == 2
    assert VARIABLE in refused.err
    assert "canary" not in refused.err
    monkeypatch.setenv(VARIABLE, CANARY)
    assert given() == {"Authorization": CANARY}
    assert call("config", "theme", "--secret").code == 2
    assert call("config", TRACE_HEADER, "default").code == 0
    assert given() == {}


def test_without_its_package_what_is_missing_is_said_when_the_address_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "pip install" not in call("config", "trace_address", ADDRESS).err
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    ran = call("config", "trace_address", ADDRESS)
    assert ran.code == 0
    assert "-m pip install 'opentelemetry-sdk" in ran.err
