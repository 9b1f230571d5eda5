"""The packages for Linux: what they ask for, and install.sh through a real shell, in a folder of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[3] / "packaging"))

import pack_linux
from dev_machine import RefusedError

LISTING = """
/p/_internal/libqxcb.so:     file format elf64-x86-64

Dynamic Section:
  NEEDED               libQt6XcbQpa.so.6
  NEEDED               libc.so.6
  RUNPATH              $ORIGIN

/p/roundtable:     file format elf64-x86-64
  NEEDED               libz.so.1
"""


def test_what_each_file_needs_is_read_from_its_listing() -> None:
    assert pack_linux.needed(LISTING) == {
        "/p/_internal/libqxcb.so": {"libQt6XcbQpa.so.6", "libc.so.6"},
        "/p/roundtable": {"libz.so.1"},
    }


def test_libraries_become_the_packages_that_carry_them() -> None:
    assert pack_linux.dependencies({"libm.so.6", "libc.so.6", "libGL.so.1"}) == ["libc6", "libgl1"]


def test_a_library_nobody_carries_is_refused_by_name() -> None:
    with pytest.raises(RefusedError, match=r"libsurprise\.so\.3"):
        pack_linux.dependencies({"libc.so.6", "libsurprise.so.3"})


def test_control_file_says_what_debian_asks() -> None:
    text = pack_linux.control("1.2.0rc1", "amd64", ["libc6", "libgl1"], 300_000)
    fields = dict(line.split(": ", 1) for line in text.splitlines() if not line.startswith(" "))
    assert fields["Package"] == "roundtable-desk"
    assert fields["Version"] == "1.2.0~rc1"
    assert fields["Depends"] == "libc6 (>= 2.36), libgl1"
    assert fields["Installed-Size"] == "300000"
    assert text.endswith("\n")


@pytest.mark.parametrize(
    ("version", "theirs"), [("1.0.0", "1.0.0"), ("1.0.0rc2", "1.0.0~rc2"), ("1.0.0.dev3", "1.0.0~dev3")]
)
def test_what_comes_before_a_release_is_older_for_debian(version: str, theirs: str) -> None:
    assert pack_linux.debian_version(version) == theirs


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    """An unpacked archive whose program says only that it is there."""
    program = tmp_path / "frozen"
    (program / "_internal").mkdir(parents=True)
    (program / "_internal" / "a file").touch()
    command = program / "roundtable"
    command.write_text("#!/bin/sh\necho here\n", encoding="utf-8")
    command.chmod(0o755)
    folder = tmp_path / "un packed"
    pack_linux.tree(program, folder / "files")
    shutil.copy(pack_linux.HERE / "install.sh", folder)
    return folder


def install(folder: Path, *arguments: str | Path, home: Path) -> subprocess.CompletedProcess[str]:
    # As dash and as others read it: whatever is `sh` here.
    return subprocess.run(
        ["sh", str(folder / "install.sh"), *map(str, arguments)],
        env={"HOME": str(home), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )


def below(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


def test_program_is_installed_below_home_and_taken_away_without_a_trace(
    unpacked: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home of ü"
    (home / ".local" / "share" / "roundtable").mkdir(parents=True)
    (home / ".local" / "share" / "roundtable" / "my session").touch()
    (home / ".local" / "bin").mkdir()
    before = below(home)
    done = install(unpacked, home=home)
    assert (done.returncode, done.stderr) == (0, "")
    command = home / ".local" / "bin" / "roundtable"
    assert f"{command}\n" in done.stdout
    assert subprocess.check_output([command], text=True) == "here\n"
    desktop = home / ".local/share/applications/dev.roundtable.Roundtable.desktop"
    assert f'\nExec="{command}" %f\n' in desktop.read_text(encoding="utf-8")
    done = install(unpacked, "--uninstall", home=home)
    assert (done.returncode, done.stderr) == (0, "")
    # Folders that were there stay; the desktop's own list of types may, where its programs wrote one.
    left = {path for path in below(home) - before if "/mime" not in path and "mimeinfo" not in path}
    assert left <= {".local/share/applications"}
    assert before - below(home) <= {".local/bin"}


def test_second_installation_takes_away_what_only_the_first_had(unpacked: Path, tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"
    assert install(unpacked, "--prefix", prefix, home=tmp_path).returncode == 0
    (unpacked / "files/lib/roundtable-desk/_internal/a file").rename(
        unpacked / "files/lib/roundtable-desk/_internal/newer"
    )
    assert install(unpacked, f"--prefix={prefix}", home=tmp_path).returncode == 0
    inside = prefix / "lib/roundtable-desk/_internal"
    assert [path.name for path in inside.iterdir()] == ["newer"]


def test_a_command_of_that_name_is_not_overwritten(unpacked: Path, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "roundtable").write_text("another's")
    done = install(unpacked, "--prefix", tmp_path, home=tmp_path)
    assert done.returncode == 2
    assert "is there already" in done.stderr
    assert (tmp_path / "bin" / "roundtable").read_text() == "another's"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--uninstall"], "is not installed below"),
        (["--prefix"], "needs a folder"),
        (["--purge"], "--purge is no option"),
    ],
)
def test_wrong_word_gets_one_sentence(
    unpacked: Path, tmp_path: Path, arguments: list[str], said: str
) -> None:
    done = install(unpacked, *arguments, home=tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert said in line


@pytest.mark.nightly
def test_deb_of_a_small_program_is_one_that_debian_reads(tmp_path: Path) -> None:
    if shutil.which("dpkg-deb") is None:
        pytest.skip("dpkg-deb is not here")
    program = tmp_path / "frozen"
    program.mkdir()
    (program / "roundtable").write_text("#!/bin/sh\n", encoding="utf-8")
    file = pack_linux.build_deb(program, tmp_path, tmp_path, "1.0.0rc1", ["libc6"])
    assert file.name.startswith("roundtable-desk_1.0.0~rc1_")
    shown = subprocess.check_output(["dpkg-deb", "--contents", str(file)], text=True)
    assert "./usr/bin/roundtable -> ../lib/roundtable-desk/roundtable" in shown
    assert "./usr/share/applications/dev.roundtable.Roundtable.desktop" in shown
    assert " root/root " in shown
