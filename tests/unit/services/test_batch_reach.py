"""A table is a stranger's file: which files it may name, by whatever column and by whatever way."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.domain.errors import InputError
from app.services.batches.batch_rows import Manifest, read_manifest
from app.services.batches.table import FilesOutside, Reach
from app.services.context_files import context_texts
from app.store.source_folder import FolderOfSources
from app.workflows.registry import Registry

PLUGINS = Registry().plugins
CANARY = "canary of nobody else"
SECRET = [
    *(
        ".env",
        ".env.local",
        "prod.env",
        "server.pem",
        "tls.key",
        "id_ed25519",
        "id_rsa.old",
        ".netrc",
        ".npmrc",
    ),
    *("credentials", "credentials.json", "secrets.yaml", ".git-credentials", "key4.db", "cookies.sqlite"),
    *("Login Data", "logins.json", "vault.kdbx", ".bash_history", ".ENV", "Credentials.JSON"),
    *(".ssh/config", ".aws/config", ".gnupg/trustdb.gpg", ".mozilla/firefox/x.default/prefs.js"),
    *(".config/google-chrome/Default/Preferences", ".config/chromium/Default/Preferences"),
]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A person's home folder, with a table of a stranger in a folder of its own."""
    (tmp_path / "tables").mkdir()
    return tmp_path


def put(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(CANARY, encoding="utf-8")
    return path


def read(
    home: Path, column: str, value: object, workflow: str = "debate", allowed: Sequence[Path] = ()
) -> Manifest:
    table = home / "tables" / "q.csv"
    asks = {"debate": "question", "research": "brief", "experiment": "prompt", "draft": "brief"}[workflow]
    extra = "" if workflow != "experiment" else ",set.run_id"
    value_of = "" if workflow != "experiment" else ",run-1"
    table.write_text(f'id,{asks},{column}{extra}\na,What?,"{value}"{value_of}\n', encoding="utf-8")
    return read_manifest(table, PLUGINS, [workflow], allowed=allowed)


@pytest.mark.parametrize("name", SECRET)
@pytest.mark.parametrize("way", ["whole", "below", "dots", "link", "allowed", "member"])
def test_no_way_leads_a_table_to_a_file_that_usually_holds_secrets(home: Path, name: str, way: str) -> None:
    secret = put((home / "tables" if way == "below" else home) / name)
    told = {"below": name, "dots": f"../{name}", "link": "notes.txt", "member": f"Ada={secret}"}
    if way == "link":
        (home / "tables" / "notes.txt").symlink_to(secret)
    manifest = read(home, "context", told.get(way, str(secret)), allowed=[home] if way == "allowed" else [])
    (aside,) = manifest.set_aside
    assert "usually holds keys or passwords" in aside.why
    assert not manifest.rows


@pytest.mark.parametrize("way", ["whole", "dots", "link", "tilde", "linked folder", "hidden", "folder"])
def test_what_lies_outside_the_table_s_folder_is_named_all_at_once_and_not_read(
    home: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(home))
    notes = put(home / ("tables/.kept/notes.md" if way == "hidden" else "private/notes.md"))
    told = {
        "whole": str(notes),
        "dots": "../private/notes.md",
        "link": "plain.md",
        "tilde": "~/private/notes.md",
        "linked folder": "beside/notes.md",
        "hidden": ".kept/notes.md",
        "folder": "../private",
    }
    (home / "tables" / "plain.md").symlink_to(notes)
    (home / "tables" / "beside").symlink_to(notes.parent)
    with pytest.raises(FilesOutside) as refused:
        read(home, "context", told[way])
    named = notes.parent if way == "folder" else notes
    assert list(refused.value.files) == [named.resolve()]
    assert "--allow-files" in str(refused.value.next)
    # Once it is allowed, it is read: the file alone, or the folder with all in it.
    for allowed in (named, notes.parent):
        (row,) = read(home, "context", told[way], allowed=[allowed]).rows
        assert CANARY in str(row.setup)


def test_what_lies_below_the_table_s_folder_is_read_unasked(home: Path) -> None:
    put(home / "tables" / "facts" / "tea.md")
    for told in ("facts/tea.md", "facts", "./facts/../facts/tea.md", str(home / "tables/facts/tea.md")):
        (row,) = read(home, "context", told).rows
        assert CANARY in str(row.setup)


def test_a_folder_that_a_person_chose_gives_neither_its_keys_nor_what_its_links_lead_to(home: Path) -> None:
    folder = put(home / "case" / "notes.md").parent
    for name in ("server.pem", "credentials.json"):
        (folder / name).write_text("secret", encoding="utf-8")
    (home / "elsewhere.md").write_text("secret", encoding="utf-8")
    (folder / "link.md").symlink_to(home / "elsewhere.md")
    chosen = context_texts([folder])
    assert [text["text"] for text in chosen.texts] == [CANARY]
    assert len(chosen.left_out) == 3
    # Who names one of them means it.
    assert context_texts([folder / "server.pem"]).texts[0]["text"] == "secret"


@pytest.mark.parametrize(
    ("workflow", "column"),
    [
        ("research", "folder"),
        ("research", "set.folder"),
        ("draft", "project"),
        ("experiment", "set.run_folder"),
    ],
)
def test_a_column_that_names_a_folder_to_work_in_stays_below_the_table_too(
    home: Path, workflow: str, column: str
) -> None:
    outside, below = home / "private", home / "tables" / "case"
    for folder in (outside, below):
        put(folder / "notes.md")
    with pytest.raises(FilesOutside) as refused:
        read(home, column, str(outside), workflow)
    assert list(refused.value.files) == [outside.resolve()]
    assert len(read(home, column, str(outside), workflow, allowed=[home / "private"]).rows) == 1
    assert len(read(home, column, str(below), workflow).rows) == 1
    (aside,) = read(home, column, str(put(home / ".ssh" / "config").parent), workflow).set_aside
    assert "usually holds keys" in aside.why


def test_a_team_s_file_that_a_row_names_stays_below_the_table_too(home: Path) -> None:
    with pytest.raises(FilesOutside):
        read(home, "team", str(put(home / "private" / "team.toml")))
    assert read(home, "team", str(put(home / "tables" / "team.toml"))).rows


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes among its files")
def test_what_is_no_file_is_refused_at_once(home: Path) -> None:
    os.mkfifo(home / "tables" / "pipe")
    for told, why in (("pipe", "pipe or a device"), ("/proc/self/environ", "keys or passwords")):
        (aside,) = read(home, "context", told).set_aside
        assert why in aside.why


@pytest.mark.parametrize("name", [name for name in SECRET if not name.startswith(".")])
async def test_research_leaves_out_the_same_files(tmp_path: Path, name: str) -> None:
    put(tmp_path / name)
    put(tmp_path / "notes.md")
    listing = await FolderOfSources(tmp_path).files()
    assert [file.path for file in listing.files] == ["notes.md"]
    with pytest.raises(InputError):
        await FolderOfSources(tmp_path).read(name)


def test_a_path_of_a_million_signs_is_refused_as_none_before_its_steps_are_looked_at(tmp_path: Path) -> None:
    long = "/a/b" * 250_000
    with pytest.raises(InputError, match="is no name that a file can have") as refused:
        Reach(tmp_path / "table.csv").path(long)
    assert len(str(refused.value)) < 2_000
