"""Providers that litellm carries, in the terminal: what they need is told, set, and looked at."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from app.settings.folders import Folders
from tests.faults.listings import having, refusing
from tests.faults.server import FaultServer, Script
from tests.support.commands import call


@pytest.fixture
def config() -> Path:
    found = Folders.of_this_machine().config
    found.mkdir(parents=True, exist_ok=True)
    return found


pytestmark = pytest.mark.loopback
ADDRESS = "https://mine.openai.azure.com"


def test_what_a_provider_needs_is_told_until_it_is_set(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZURE_API_KEY", "a-key-for-tests-only")
    before = [one["name"] for one in call("models", "--json").value]
    assert not any(name.startswith("azure/") for name in before)
    told = call("config", "azure.api_base", ADDRESS)
    assert (told.code, told.out) == (0, f"azure.api_base: {ADDRESS}\n")
    assert call("config", "azure.api_version", "2024-10-21", "--json").value == {
        "azure.api_version": "2024-10-21"
    }
    models = [one for one in call("models", "--json").value if one["name"].startswith("azure/")]
    assert any(one["price_in"] for one in models if one["name"] == "azure/gpt-4o")
    everything = call("config").out.splitlines()
    assert {f"azure.api_base: {ADDRESS}", "azure.api_version: 2024-10-21"} <= {*everything}
    assert call("config", "--json").value["azure.api_base"] == ADDRESS
    # No secret is in the file.
    kept = (config / "providers.toml").read_text(encoding="utf-8")
    assert ADDRESS in kept
    assert "2024-10-21" in kept
    assert "a-key-for-tests-only" not in kept
    assert call("config", "azure.api_version", "default").out == "azure.api_version: not set\n"


def test_a_name_that_a_provider_does_not_know_is_refused_with_those_it_does(config: Path) -> None:
    for typed in (
        ("config", "azure.region", "x"),
        ("config", "openai.api_base", "x"),
        ("key", "azure.tenant"),
    ):
        refused = call(*typed)
        assert refused.code == 2, refused.out
        assert "Use one of" in refused.err
        assert "Traceback" not in refused.err
    # A secret is typed unseen, not as a value that stays in the shell's history.
    assert call("config", "azure.client_secret", "x").code == 2


def test_a_server_of_ones_own_may_bear_the_name_of_one_of_them_and_is_not_sent_its_key(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COHERE_API_KEY", "a-key-for-tests-only")
    own = '[endpoints.cohere]\nbase_url = "http://127.0.0.1:9/v1"\n'
    (config / "providers.toml").write_text(own, encoding="utf-8")
    listed = call("doctor", "--json").value
    assert any("cohere (no key)" in one["detail"] for one in listed if one["check"] == "providers")


def _doctor(*more: str) -> dict[str, dict[str, Any]]:
    return {one["check"]: one for one in call("doctor", "--json", *more).value}


@pytest.mark.keeps_threads("model host")
def test_doctor_tells_what_a_provider_that_was_begun_with_still_lacks(config: Path) -> None:
    assert "provider azure" not in _doctor(), "nobody set anything of it"
    call("config", "azure.api_base", ADDRESS)
    call("config", "bedrock.aws_region_name", "eu-central-1")
    found = _doctor()
    assert found["provider azure"]["ok"] is False
    assert "Azure needs AZURE_API_KEY" in found["provider azure"]["detail"]
    assert "roundtable key azure" in found["provider azure"]["next"]
    assert "AWS_BEARER_TOKEN_BEDROCK" in found["provider bedrock"]["detail"]
    assert call("doctor").code == 5


@pytest.mark.keeps_threads("model host")
@pytest.mark.parametrize(
    ("address", "told", "advice"),
    [
        ("http://127.0.0.1:9", "nothing listens at 127.0.0.1:9", "roundtable config azure.api_base"),
        ("mine.openai.azure.com", "mine.openai.azure.com is none of a server", "Write it whole"),
    ],
)
def test_doctor_connects_to_where_litellm_would_send_and_says_what_is_wrong_there(
    config: Path, monkeypatch: pytest.MonkeyPatch, address: str, told: str, advice: str
) -> None:
    monkeypatch.setenv("AZURE_API_KEY", "a-key-for-tests-only")
    monkeypatch.setenv("AZURE_API_BASE", address)
    assert _doctor()["providers"]["ok"], "without --connect nobody is contacted"
    found = _doctor("--connect")["provider azure"]
    assert found["ok"] is False
    assert told in found["detail"]
    assert advice in found["next"]


@pytest.mark.keeps_threads("model host")
def test_doctor_says_that_a_key_was_not_tried_where_only_a_call_would_try_it(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COHERE_API_KEY", "a-key-for-tests-only")
    call("config", "cohere.api_base", "default")
    found = _doctor("--connect")["provider cohere"]
    assert (found["ok"], "Its key was not tried" in found["detail"]) == (True, True)


@pytest.mark.keeps_threads("model host")
@pytest.mark.parametrize(
    ("lists", "ok", "says"),
    [
        (having("gpt-4o"), True, "Azure accepts the key"),
        (refusing(401), False, "key was refused"),
        (refusing(404), True, "Its key was not tried"),
    ],
)
def test_doctor_tries_a_key_where_its_provider_lists_models_for_nothing(
    config: Path, monkeypatch: pytest.MonkeyPatch, lists: Script, ok: bool, says: str
) -> None:
    monkeypatch.setenv("AZURE_API_KEY", "a-key-for-tests-only")
    with FaultServer(lists=lists) as server:
        monkeypatch.setenv("AZURE_API_BASE", server.url)
        found = _doctor("--connect")["provider azure"]
        assert (found["ok"], says in found["detail"]) == (ok, True), found
        (looked,) = server.looked
    assert looked.path == "/openai/v1/models"


def test_a_secret_that_nothing_here_can_keep_names_its_own_variable(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a-secret-for-tests-only\n")))
    refused = call("key", "bedrock.aws_secret_access_key")
    assert refused.code == 2
    assert "Set the variable AWS_SECRET_ACCESS_KEY instead" in refused.err


@pytest.mark.keeps_threads("model host")
def test_a_session_whose_carried_provider_cannot_be_reached_is_not_begun(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZURE_API_KEY", "a-key-for-tests-only")
    call("config", "azure.api_base", "http://127.0.0.1:9")
    refused = call("run", "debate", "--question", "Why?", "--model", "azure/mine", "--approve", "none")
    assert refused.code == 2
    assert "Azure cannot be reached: nothing listens at 127.0.0.1:9" in refused.err
    assert "Nothing was started" in refused.err
