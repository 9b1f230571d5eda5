"""A folder of sources is read and nothing around it: no link, no `..`, no pipe, and never without an end."""

from __future__ import annotations

import errno
import hashlib
import os
import socket
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from app.domain.errors import InputError
from app.engine.folders import SourceRules
from app.store import ignoring
from app.store.ignoring import MOST_STARS, left_out, patterns
from app.store.source_folder import LARGEST, LONGEST_SHOWN, FolderOfSources
from tests.support.counting import calls_of
from tests.support.replacing import replace_folder

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sources = tmp_path / "sources"
    (sources / "deep" / "er").mkdir(parents=True)
    (sources / "a.md").write_text("one\ntwo\nthree\n", encoding="utf-8")
    (sources / "deep" / "er" / "b.txt").write_text("Birds fly.\nFish swim.", encoding="utf-8")
    (tmp_path / "outside.txt").write_text("the secret outside", encoding="utf-8")
    return sources


def paths(listing: object) -> list[str]:
    return [file.path for file in listing.files]  # type: ignore[attr-defined]


async def test_files_are_listed_sorted_with_their_sizes(folder: Path) -> None:
    listing = await FolderOfSources(folder).files()
    assert [(file.path, file.size) for file in listing.files] == [("a.md", 14), ("deep/er/b.txt", 21)]
    assert listing.whole
    assert paths(await FolderOfSources(folder).files("*.txt")) == ["deep/er/b.txt"]
    assert paths(await FolderOfSources(folder).files("deep")) == ["deep/er/b.txt"]


async def test_lines_are_read_by_number_with_the_digest_of_the_whole_file(folder: Path) -> None:
    source = FolderOfSources(folder)
    whole = await source.read("a.md")
    assert (whole.first, whole.last, whole.total, whole.text) == (1, 3, 3, "one\ntwo\nthree")
    assert whole.digest == hashlib.sha256((folder / "a.md").read_bytes()).hexdigest()
    part = await source.read("./deep//er/b.txt", 2, 9)
    assert (part.path, part.first, part.last, part.total, part.text) == (
        "deep/er/b.txt",
        2,
        2,
        2,
        "Fish swim.",
    )
    behind = await source.read("a.md", 7)
    assert (behind.text, behind.last) == ("", 6)


async def test_a_long_file_is_cut_where_it_says(folder: Path) -> None:
    (folder / "long.txt").write_text("\n".join(f"line {n}" for n in range(1, 50_001)), encoding="utf-8")
    (folder / "wide.txt").write_text("x" * (LONGEST_SHOWN * 2), encoding="utf-8")
    source = FolderOfSources(folder)
    first = await source.read("long.txt")
    assert first.cut
    assert first.total == 50_000
    assert len(first.text) <= LONGEST_SHOWN
    assert first.text.splitlines()[-1] == f"line {first.last}"
    after = await source.read("long.txt", first.last + 1, first.last + 1)
    assert (after.text, after.cut) == (f"line {first.last + 1}", False)
    wide = await source.read("wide.txt")
    assert (wide.cut, len(wide.text)) == (True, LONGEST_SHOWN)


async def test_the_case_of_what_is_searched_does_not_matter(folder: Path) -> None:
    found = await FolderOfSources(folder).search("  FISH ")
    assert [(hit.path, hit.line, hit.text) for hit in found.hits] == [("deep/er/b.txt", 2, "Fish swim.")]
    assert (found.files, found.whole) == (2, True)
    with pytest.raises(InputError, match="No text is named"):
        await FolderOfSources(folder).search("  ")


@pytest.mark.parametrize(
    "path",
    ["../outside.txt", "deep/../../outside.txt", "/etc/passwd", "deep/../a.md", "a\0.md", "..", "x/" * 3000],
)
async def test_no_path_leads_out(folder: Path, path: str) -> None:
    with pytest.raises(InputError, match="is not inside the folder"):
        await FolderOfSources(folder).read(path)


@posix
async def test_no_link_leads_out_nor_inside(folder: Path) -> None:
    (folder / "out.txt").symlink_to(folder.parent / "outside.txt")
    (folder / "away").symlink_to(folder.parent)
    (folder / "in.txt").symlink_to(folder / "a.md")
    (folder / "loop").symlink_to(folder)
    source = FolderOfSources(folder)
    listing = await source.files()
    assert paths(listing) == ["a.md", "deep/er/b.txt"]
    assert {listing.left_out[name] for name in ("out.txt", "away", "in.txt", "loop")} == {"link"}
    for path in ("out.txt", "in.txt", "away/outside.txt", "loop/a.md"):
        with pytest.raises(InputError, match="leads through a link"):
            await source.read(path)
    assert not (await source.search("secret outside")).hits


@posix
async def test_a_folder_that_becomes_a_link_between_looking_and_reading_is_not_followed(folder: Path) -> None:
    source = FolderOfSources(folder)
    assert "deep/er/b.txt" in paths(await source.files())
    (folder / "deep" / "er").rename(folder / "gone")
    (folder / "deep" / "er").symlink_to(folder.parent)
    with pytest.raises(InputError, match="leads through a link"):
        await source.read("deep/er/outside.txt")


@posix
@pytest.mark.parametrize("by_a_link", [True, False])
async def test_another_folder_in_the_place_of_the_one_that_was_opened_is_not_read(
    folder: Path, by_a_link: bool
) -> None:
    source = FolderOfSources(folder).by_rules(SourceRules())
    assert "a.md" in paths(await source.files())
    closed = folder.parent / "closed"
    closed.mkdir()
    (closed / "diary.md").write_text("the secret diary", encoding="utf-8")
    replace_folder(folder, closed, by_a_link=by_a_link)
    for work in (source.files(), source.read("diary.md"), source.text("diary.md"), source.search("secret")):
        with pytest.raises(InputError, match="is not the folder that was opened"):
            await work


async def test_pipes_sockets_and_devices_are_refused_at_once(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    with socket.socket(socket.AF_UNIX) as server:
        # A socket's whole name may have 100 characters.
        here = Path.cwd()
        os.chdir(folder)
        server.bind("talk.txt")
        os.chdir(here)
        source = FolderOfSources(folder)
        assert paths(await source.files()) == ["a.md", "deep/er/b.txt"]
        for path in ("pipe.txt", "talk.txt", "deep"):
            with pytest.raises(InputError, match="is no regular file"):
                await source.read(path)
        assert (await source.search("swim")).files == 2


async def test_keys_hidden_and_ignored_files_are_left_out_until_a_person_allows_them(folder: Path) -> None:
    for name in (".env", "server.pem", ".hidden/note.txt", ".hidden/other.txt", "build/out.txt", "kept.log"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("secret words", encoding="utf-8")
    (folder / ".gitignore").write_text("build/\n*.log\n!kept.log\n", encoding="utf-8")
    source = FolderOfSources(folder)
    listing = await source.files()
    assert paths(listing) == ["a.md", "deep/er/b.txt", "kept.log"]
    assert listing.left_out == {
        ".env": "secret",
        "server.pem": "secret",
        ".hidden/": "hidden",
        "build/": "ignored",
        ".gitignore": "hidden",
    }
    for path in (".env", "server.pem", ".hidden/note.txt", "build/out.txt", ".gitignore"):
        with pytest.raises(InputError, match="is left out of what may be read"):
            await source.read(path)
    assert (await source.search("secret words")).files == 3

    allowed = source.by_rules(SourceRules(frozenset({".env", ".hidden/note.txt", "build/out.txt"})))
    assert paths(await allowed.files()) == [
        ".env",
        ".hidden/note.txt",
        "a.md",
        "build/out.txt",
        "deep/er/b.txt",
        "kept.log",
    ]
    assert (await allowed.read(".hidden/note.txt")).text == "secret words"
    with pytest.raises(InputError, match="is left out"):
        await allowed.read(".hidden/other.txt")


async def test_what_a_person_leaves_out_is_never_read_even_if_it_is_allowed(folder: Path) -> None:
    rules = SourceRules(frozenset({"deep/er/b.txt"}), ("deep/",))
    source = FolderOfSources(folder).by_rules(rules)
    assert paths(await source.files()) == ["a.md"]
    with pytest.raises(InputError, match="by_rule"):
        await source.read("deep/er/b.txt")


async def test_what_is_no_text_or_too_large_is_refused_in_words(folder: Path) -> None:
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    (folder / "sound.bin").write_bytes(b"\0\1\xff")
    (folder / "crooked.txt").write_bytes(b"\x93\x94\xff\x81")
    (folder / "huge.txt").write_bytes(b"x" * (LARGEST + 1))
    source = FolderOfSources(folder)
    for path, words in (
        ("picture.png", "is a picture; only texts are read here"),
        ("sound.bin", "is a binary file"),
        ("crooked.txt", "is not a UTF-8 text"),
        ("huge.txt", "is larger than 5 MB"),
        ("missing.txt", f"cannot be read: {os.strerror(errno.ENOENT).lower()}"),
    ):
        with pytest.raises(InputError, match=words):
            await source.read(path)
    assert (await source.files()).left_out["huge.txt"] == "too_large"


async def test_a_text_of_another_encoding_is_read_and_searched_and_it_is_said(folder: Path) -> None:
    (folder / "old.txt").write_bytes("Die Größe.\nDas Maß.\n".encode("cp1252"))
    (folder / "wide.txt").write_bytes("Die Größe.\nDas Maß.\n".encode("utf-16"))
    source = FolderOfSources(folder)
    old, wide = await source.read("old.txt"), await source.read("wide.txt")
    assert (old.text, old.total) == (wide.text, wide.total) == ("Die Größe.\nDas Maß.", 2)
    assert str(old.cut_off) == "It is no UTF-8 text and was read as Windows-1252."
    assert wide.cut_off is None
    assert {hit.path for hit in (await source.search("maß")).hits} == {"old.txt", "wide.txt"}


@posix
async def test_names_that_are_no_text_are_left_out(folder: Path) -> None:
    try:
        (folder / os.fsdecode(b"bad\xff.txt")).write_text("x", encoding="utf-8")
    except OSError:
        pytest.skip("this disk takes no such names")
    (folder / "line\nbreak.txt").write_text("x", encoding="utf-8")
    listing = await FolderOfSources(folder).files()
    assert paths(listing) == ["a.md", "deep/er/b.txt"]
    assert set(listing.left_out.values()) == {"unnamed"}


def test_a_pattern_that_makes_others_take_for_ever_is_matched_in_few_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = patterns(["*a" * 40 + "b", "**/" * 15 + "x", "!" * 20, "[" * 50, "a" * 10_000])
    # Within a step the number of stars decides, and one of forty is passed over.
    assert max(step.count("*") for rule in rules for step in rule.steps) <= MOST_STARS
    compared = calls_of(monkeypatch, ignoring, "fnmatchcase", fnmatchcase)
    names = ["a" * 60] * 15
    assert not left_out("/".join(names), rules)
    # No more than each name with each step once; going back would multiply them.
    assert 0 < len(compared) <= len(names) * sum(len(rule.steps) for rule in rules)


@pytest.mark.parametrize(
    ("line", "path", "folder", "out"),
    [
        ("*.log", "a/b/c.log", False, True),
        ("/c.log", "a/c.log", False, False),
        ("/c.log", "c.log", False, True),
        ("build/", "build", False, False),
        ("build/", "x/build", True, True),
        ("a/*.txt", "a/b.txt", False, True),
        ("a/*.txt", "x/a/b.txt", False, False),
        ("a/**/z", "a/z", False, True),
        ("a/**/z", "a/b/c/z", False, True),
        ("**/z", "z", False, True),
        ("a/**", "a/b/c", False, True),
        ("# note", "# note", False, False),
        ("\\#note", "#note", False, True),
        ("", "a", False, False),
    ],
)
def test_patterns_mean_what_they_mean_to_git(line: str, path: str, folder: bool, out: bool) -> None:
    assert left_out(path, patterns([line]), folder=folder) is out
