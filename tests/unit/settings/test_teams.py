"""Teams and settings that people write: what is wrong is named with its place and the fix."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from app.domain.errors import InputError, NotFound
from app.settings.folders import Folders
from app.settings.teams import TeamFiles
from tests.support.pace import worked

SEAT = "name = '{}'\nmodel = 'offline/analyst'\n"
CHAIR = "[chair]\n" + SEAT.format("Chair")


def members(*names: str, more: str = "") -> str:
    """Return a team file with these members."""
    return "".join(f"[[member]]\n{SEAT.format(name)}{more}" for name in names) + CHAIR


BAD = {
    "no chair": ("[[member]]\n" + SEAT.format("A"), "chair"),
    "no member": (CHAIR, "member"),
    "two of one name": (members("Ann", "ANN"), "differ"),
    "a reserved name": (members("Judge"), "reserved"),
    "a name with a slash": (members("a/b"), "/"),
    "nine members": (members(*"ABCDEFGHI"), "1 to 8"),
    "all sitting out": (members("A", more="enabled = false\n"), "1 to 8"),
    "a key in the file": (members("A", more="api_key = 'sk-x'\n"), "api_key"),
    "too hot": (members("A", more="temperature = 9\n"), "temperature"),
    "a blank model": (members("A").replace("offline/analyst", "  "), "model"),
    "no TOML": ("[[member]\n", "TOML"),
}
VALUES = {
    "temperature = 9": "temperature: 0 to 2 are allowed",
    "temperature = 'hot'": "temperature: a number is needed",
    "drafts = 0": "drafts: 1 to 3 are allowed",
    "drafts = 1.5": "drafts: a whole number is needed",
    "enabled = 'perhaps'": "enabled: yes or no is needed",
    "role = 5": "role: a text is needed",
    "price_in = -1": "price_in: at least 0 is needed",
    "price_in = inf": "price_in: a number is needed",
    "api_key = 'sk-x'": "api_key: there is no such field",
}


@pytest.mark.parametrize("name", BAD)
def test_a_team_that_cannot_be_is_refused_by_file_place_and_fix(name: str, tmp_path: Path) -> None:
    content, named = BAD[name]
    path = tmp_path / "team.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        TeamFiles(tmp_path).load(str(path))
    assert "team.toml" in str(refused.value)
    assert named in str(refused.value)
    assert str(refused.value.next)
    assert "sk-x" not in str(refused.value)


@pytest.mark.parametrize("line", VALUES)
def test_a_seats_value_that_cannot_be_is_told_in_our_words(line: str, tmp_path: Path) -> None:
    path = tmp_path / "team.toml"
    path.write_text(members("A", "B", more="").replace("[chair]", line + "\n[chair]"), encoding="utf-8")
    with pytest.raises(InputError) as refused:
        TeamFiles(tmp_path).load(str(path))
    where = f"member 2, {VALUES[line].partition(':')[0]}"
    assert str(refused.value) == f"{path}: member 2, {VALUES[line]}."
    assert str(refused.value.next) == f"Correct {where} in the file and try again."


def test_a_persons_own_team_comes_before_a_shipped_one_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "teams").mkdir()
    (tmp_path / "teams" / "offline.toml").write_text(members("Mine"), encoding="utf-8-sig")
    files = TeamFiles(tmp_path)
    assert files.names().count("offline") == 1
    assert [seat.name for seat in files.load("offline").enabled] == ["Mine"]


def test_a_team_is_called_by_its_own_name_and_two_alike_by_their_files(tmp_path: Path) -> None:
    (tmp_path / "teams").mkdir()
    plain = members("A", "B")
    for file, text in {
        "four": 'name = "Counsel of four"\n' + plain,
        "half-day": plain,
        "one": 'name = "Local"\n' + plain,
        "two": 'name = "Panel"\n' + plain,
        "two-b": 'name = "Panel"\n' + plain,
        "wrong": "name = [",
    }.items():
        (tmp_path / "teams" / f"{file}.toml").write_text(text, encoding="utf-8")
    titles = {name: str(title) for name, title in TeamFiles(tmp_path).titles().items()}
    assert {name: titles[name] for name in ("four", "half-day", "one", "two", "two-b", "wrong", "local")} == {
        "four": "Counsel of four",
        "half-day": "Half day",
        "one": "One",
        "two": "Two",
        "two-b": "Two b",
        "wrong": "Wrong",
        "local": "Local",
    }


def test_without_settings_the_offline_council_is_the_default(tmp_path: Path) -> None:
    team = TeamFiles(tmp_path).default()
    assert [seat.model for seat in team.enabled] == ["offline/analyst", "offline/sceptic", "offline/editor"]
    assert team.chair.model == "offline/judge"


def test_the_saved_default_is_used_and_an_unknown_one_named(tmp_path: Path) -> None:
    (tmp_path / "teams").mkdir()
    (tmp_path / "teams" / "two.toml").write_text(members("A", "B"), encoding="utf-8")
    (tmp_path / "settings.toml").write_text("team = 'two'", encoding="utf-8")
    assert [seat.name for seat in TeamFiles(tmp_path).default().enabled] == ["A", "B"]
    (tmp_path / "settings.toml").write_text("team = 'three'", encoding="utf-8")
    with pytest.raises(NotFound, match="three"):
        TeamFiles(tmp_path).default()


def test_the_environment_names_the_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "d"))
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "c"))
    assert Folders.of_this_machine() == Folders(tmp_path / "d", tmp_path / "c")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_a_team_that_is_a_pipe_or_a_folder_is_called_that(tmp_path: Path) -> None:
    (tmp_path / "teams").mkdir()
    os.mkfifo(tmp_path / "teams" / "pipe.toml")
    (tmp_path / "teams" / "folder.toml").mkdir()
    (tmp_path / "teams" / "astray.toml").symlink_to(tmp_path / "nowhere")
    teams = TeamFiles(tmp_path)
    for name, why in (("pipe", "is a pipe"), ("folder", "is a folder"), ("astray", "no file")):
        assert name in teams.names()
        with pytest.raises(InputError, match=why):
            teams.load(name)


def test_a_name_without_end_is_not_told_whole(tmp_path: Path) -> None:
    for name in ("x" * 900_000, "y/" * 450_000, "z" * 900_000 + ".toml"):
        with pytest.raises(InputError) as refused:
            TeamFiles(tmp_path).load(name)
        assert len(str(refused.value)) < 1_500


def test_a_file_of_as_many_members_as_fit_is_refused_at_once(tmp_path: Path) -> None:
    names, file = [f"a{number}" for number in range(4_500)], tmp_path / "crowd.toml"
    file.write_text(members(*names), encoding="utf-8")
    found: list[str] = []

    def load() -> None:
        with pytest.raises(InputError) as refused:
            TeamFiles(tmp_path).load(str(file))
        found.append(str(refused.value))

    # Compared each with each these took forty times as long.
    assert worked(load) < 100
    assert "4500 members are enabled; 1 to 8 must be" in found[0]
