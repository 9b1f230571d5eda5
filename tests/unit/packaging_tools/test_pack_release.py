"""A release: one version, an entry in the changelog, checksums, and what goes along."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import app

sys.path.append(str(Path(__file__).resolve().parents[3] / "packaging"))

import pack_release


def test_the_version_stands_in_one_place(repository: Path) -> None:
    assert pack_release.version() == app.__version__
    project = (repository / "pyproject.toml").read_text(encoding="utf-8")
    assert 'dynamic = ["version"]' in project
    assert app.__version__ not in project


def test_this_changelog_has_an_entry_for_this_version(repository: Path) -> None:
    changelog = (repository / "CHANGELOG.md").read_text(encoding="utf-8")
    assert pack_release.changelog_problem(changelog, app.__version__) == ""


@pytest.mark.parametrize(
    ("changelog", "final", "said"),
    [
        ("# Changelog\n", False, "no entry"),
        ("# Changelog\n\n## 1.1.0 – unreleased\n\nNew.\n", False, "is 1.1.0, and app/__init__.py says 1.2.0"),
        ("## 1.2.0 – unreleased\n\n## 1.1.0 – 2026-01-01\n\nOld.\n", False, "says nothing"),
        ("## 1.2.0 – unreleased\n\nNew.\n", True, "bears no date"),
        ("## 1.2.0\n\nNew.\n", True, "bears no date"),
    ],
)
def test_a_changelog_that_does_not_know_the_release_is_refused(
    changelog: str, final: bool, said: str
) -> None:
    assert said in pack_release.changelog_problem(changelog, "1.2.0", final=final)


def test_a_dated_entry_with_words_is_right() -> None:
    changelog = "# Changelog\n\n## 1.2.0 – 2026-11-23\n\nNew.\n\n## 1.1.0 – 2026-01-01\n\nOld.\n"
    assert pack_release.changelog_problem(changelog, "1.2.0", final=True) == ""


def test_checksums_are_as_the_usual_program_reads_them(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("b.deb", "a.tar.zst")]
    for file in files:
        file.write_bytes(file.name.encode())
    (tmp_path / "SHA256SUMS").write_text(pack_release.checksums(files), encoding="utf-8")
    check = ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"]
    assert subprocess.run(check, cwd=tmp_path, check=False).returncode == 0
    files[0].write_bytes(b"changed")
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).returncode == 1


def test_the_bill_names_the_programs_libraries_and_none_of_the_builders() -> None:
    lock = pack_release.LOCK.read_text(encoding="utf-8")
    found = pack_release.shipped(lock)
    wanted = {"httpx", "pyside6-essentials", "mcp", "opentelemetry-sdk", "litellm", "google-auth"}
    assert wanted <= found.keys()
    assert not {"pyinstaller", "hatchling", "cyclonedx-python-lib"} & found.keys()


def test_what_only_builds_is_named_once_it_comes_into_the_lock(repository: Path) -> None:
    """What the lock of the packages has beyond that of the development is there for building."""
    locks = repository / "packaging" / "locks"
    program = pack_release.shipped((locks / "package.txt").read_text(encoding="utf-8"))
    everything = (locks / "dev.txt").read_text(encoding="utf-8")
    assert not {name for name in program if f"\n{name}==" not in everything}
