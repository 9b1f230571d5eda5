"""The page on what can be done: its commands are there, in both languages, in the terminal and the window."""

from __future__ import annotations

import re
from typing import Any

import pytest
import typer

from app import resources
from app.cli.main import app
from app.settings.folders import Folders
from app.settings.providers import ProviderFile
from app.settings.teams import TeamFiles
from tests.support.commands import call

_TYPED = re.compile(r"(?:^|`)roundtable ([^`\n]+)", re.MULTILINE)


def commands_of(page: str) -> list[list[str]]:
    """Return the words of every command that a page has somebody type."""
    return [found.split() for found in _TYPED.findall(page) if found != "…"]


def test_every_command_of_the_page_and_its_options_are_there() -> None:
    root = typer.main.get_command(app)
    found = commands_of(resources.how_to())
    assert len(found) > 20
    # Workflows add theirs when `run` is typed.
    for typed in (one for one in found if one[0] != "run"):
        command: Any = root
        for word in typed:
            if word.startswith("-") or not hasattr(command, "commands"):
                break
            assert word in command.commands, typed
            command = command.commands[word]
        known = {name for one in command.params for name in one.opts}
        assert {word for word in typed if word.startswith("--")} <= known, typed


def test_both_languages_type_the_same() -> None:
    english, german = resources.how_to(), resources.how_to("de")
    assert german != english
    assert commands_of(german) == commands_of(english)
    assert [line for line in german.splitlines() if line.startswith("```")] == [
        line for line in english.splitlines() if line.startswith("```")
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_files_of_the_page_are_sound(language: str) -> None:
    blocks = re.findall(r"```toml\n(.+?)```", resources.how_to(language), re.DOTALL)
    config = Folders.of_this_machine().config
    (config / "teams").mkdir(parents=True)
    (team,) = [block for block in blocks if "[[member]]" in block]
    (config / "teams" / "mine.toml").write_text(team, encoding="utf-8")
    (servers,) = [block for block in blocks if "[endpoints.work]" in block]
    (config / "providers.toml").write_text(servers, encoding="utf-8")
    assert TeamFiles(config).load("mine").members[0].model == "command/claude"
    assert ProviderFile(config, dialects=["openai"]).read().endpoints["work"].price_out == 1.5


@pytest.mark.parametrize("language", ["fr", "", "../x"])
def test_another_language_has_the_english_page(language: str) -> None:
    assert resources.how_to(language) == resources.how_to()


def test_the_terminal_prints_it() -> None:
    assert call("guide").out.strip() == resources.how_to().strip()
