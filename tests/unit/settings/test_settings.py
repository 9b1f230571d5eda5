"""Settings: declared once, checked, only what differs written, and mended from the copy where damaged."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from app.domain.errors import InputError
from app.settings.folders import expanded
from app.settings.options import (
    BY_KEY,
    COST,
    GROUPS,
    OPTIONS,
    TEAM,
    TEXT_SIZE,
    THEME,
    TRASH_DAYS,
    Choice,
    Number,
    option_of,
)
from app.settings.settings import Settings
from app.settings.teams import TeamFiles
from app.settings.templates import TemplateFiles


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path)


def test_every_setting_has_a_title_a_group_and_a_sound_default() -> None:
    assert len(BY_KEY) == len(OPTIONS)
    for option in OPTIONS:
        assert option.accepts(option.default), option.key
        assert option.title
        assert option.group in GROUPS
        assert option_of(option.key.replace("_", "-")) is option


def test_what_a_person_may_write_is_what_the_setting_says_it_takes() -> None:
    for option in OPTIONS:
        if isinstance(option, Choice):
            for value, _title in option.choices:
                assert option.typed(str(value)) == value
        if isinstance(option, Number):
            for number in (option.least, option.most):
                assert option.typed(f"{option.prefix}{number:.0f}{option.suffix}") == number
            for text in ("", "much", "nan", str(option.least - 1), str(option.most + 1), "9" * 5000):
                with pytest.raises(InputError):
                    option.typed(text)


def test_only_what_differs_from_the_default_is_written(settings: Settings) -> None:
    settings.set(THEME, "dark")
    settings.set(COST, None)
    settings.set(TRASH_DAYS, 30)
    assert tomllib.loads(settings.path.read_text("utf-8")) == {"theme": "dark", "cost_limit": "none"}
    assert settings.beginnings() == {"cost_limit": None}
    settings.reset(THEME)
    assert not settings.is_set(THEME)
    assert Settings(settings.path.parent).values() == {
        **{option.key: option.default for option in OPTIONS},
        COST: None,
    }


def test_what_else_the_file_holds_stays(settings: Settings) -> None:
    settings.path.write_text('later = ["version"]\nteam = "mine"\n', encoding="utf-8")
    settings.set(TEXT_SIZE, 120)
    assert tomllib.loads(settings.path.read_text("utf-8")) == {
        "later": ["version"],
        "team": "mine",
        "text_size": 120,
    }


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("text_size = 10", "settings.toml: text_size cannot be “10”."),
        ("text_size = true", "settings.toml: text_size cannot be “True”."),
        ('theme = "blue"', "settings.toml: theme cannot be “blue”."),
        ("notify_content = 1", "settings.toml: notify_content cannot be “1”."),
        ("cost_limit = -1", "settings.toml: cost_limit cannot be “-1”."),
        ("cost_limit = inf", "settings.toml: cost_limit cannot be “inf”."),
        ('export_folder = "a\\u001bb"', "settings.toml: export_folder cannot be “a\x1bb”."),
    ],
)
def test_one_wrong_value_is_named_and_only_its_default_taken(
    settings: Settings, line: str, says: str
) -> None:
    settings.path.write_text(f'{line}\nteam = "mine"\n', encoding="utf-8")
    key = line.partition(" ")[0]
    with pytest.raises(InputError) as refused:
        settings.value(key)
    assert str(refused.value.message) == says
    assert str(settings.follow()) == says
    found = settings.sound_values()
    assert found[key] == option_of(key).default
    assert found[TEAM] == "mine"


def test_a_damaged_file_is_put_aside_and_the_settings_saved_before_are_taken(settings: Settings) -> None:
    settings.set(THEME, "dark")
    settings.set(TRASH_DAYS, 7)
    damaged = settings.path.read_bytes()[:-3] + b"\xff["
    settings.path.write_bytes(damaged)
    told = str(settings.follow())
    assert told.endswith(
        "It was put aside as settings.damaged-1.toml; the settings saved before are in force again."
    )
    assert (settings.path.parent / "settings.damaged-1.toml").read_bytes() == damaged
    assert settings.value(TRASH_DAYS) == 7
    assert settings.follow() is None


def test_a_damaged_file_without_a_copy_goes_aside_too(settings: Settings) -> None:
    settings.path.write_text("theme = ", encoding="utf-8")
    assert str(settings.mend()).endswith(
        "It was put aside as settings.damaged-1.toml; every setting is as at the start."
    )
    assert settings.value(THEME) == "system"
    settings.path.write_text("[", encoding="utf-8")
    assert "settings.damaged-2.toml" in str(settings.mend())


def test_what_is_no_regular_file_is_told_and_left_alone(settings: Settings) -> None:
    settings.path.mkdir()
    assert settings.follow() is not None
    assert settings.path.is_dir()
    assert settings.sound_values()[THEME] == "system"
    with pytest.raises(InputError) as refused:
        settings.values()
    assert "--mend" not in str(refused.value.next), "it would be refused, too"


def test_a_pipe_in_the_place_of_the_file_is_told_at_once_and_left_alone(settings: Settings) -> None:
    os.mkfifo(settings.path)
    assert "is a pipe or a device" in str(settings.follow())
    assert settings.path.is_fifo()


def test_a_damaged_file_that_cannot_be_put_aside_is_told(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.path.write_text("[", encoding="utf-8")
    # Root may rename anywhere: the name it is to get leads nowhere.
    monkeypatch.setattr(settings, "_aside", lambda: settings.path / "below")
    assert "It cannot be put aside: " in str(settings.follow())
    assert settings.path.read_text("utf-8") == "["


def test_a_folder_of_settings_that_may_not_be_looked_into_is_no_mistake_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.toml").write_text('language = "de"\n', encoding="utf-8")
    looked = Path.stat

    def closed(self: Path, **more: bool) -> os.stat_result:
        if self.is_relative_to(tmp_path):
            raise PermissionError(13, "Permission denied")
        return looked(self, **more)

    monkeypatch.setattr(Path, "stat", closed)
    assert not Settings(tmp_path)._readable()
    assert "offline" in TeamFiles(tmp_path).names()
    assert TemplateFiles(tmp_path).names() == []


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("file:///tmp/my%20notes/a.csv", "/tmp/my notes/a.csv"),
        ("file:/tmp/a.csv", "/tmp/a.csv"),
        (Path("file:///tmp/a.csv"), "/tmp/a.csv"),
        ("file:///C:/notes/a.csv", "C:/notes/a.csv"),
        ("files/a.csv", "files/a.csv"),
        ("/tmp/100%20/a.csv", "/tmp/100%20/a.csv"),
    ],
)
def test_an_address_of_a_file_is_its_path(typed: str | Path, path: str) -> None:
    assert expanded(typed).as_posix() == path
