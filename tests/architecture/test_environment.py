"""The environment is what the locks say, and no start-up code hides in it."""

from __future__ import annotations

import gc
import sys
from importlib import metadata
from pathlib import Path

import PySide6
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from PySide6.QtWidgets import QApplication, QLabel

# Code in a .pth file runs at every start of Python: a published attack on a dependency came that way.
PTH_FILES = {
    "_editable_impl_roundtable_desk.pth": "the project itself: one line, the root of the source tree",
}
SEEDED = {"roundtable-desk"}


def _site_packages() -> Path:
    return Path(PySide6.__file__).parents[1]


def _locked(lock: Path) -> dict[str, str]:
    """Return the name and version of what a lock asks for on this platform."""
    found: dict[str, str] = {}
    for line in lock.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith((" ", "#")):
            wanted = Requirement(line.removesuffix("\\").strip())
            if wanted.marker is None or wanted.marker.evaluate():
                found[canonicalize_name(wanted.name)] = next(iter(wanted.specifier)).version
    return found


def test_installed_distributions_are_those_of_the_lock(repository: Path) -> None:
    installed = {
        canonicalize_name(d.metadata["Name"]): d.version
        for d in metadata.distributions(path=[str(_site_packages())])
    }
    ours = {name: version for name, version in installed.items() if name not in SEEDED}
    assert ours == _locked(repository / "packaging" / "locks" / "dev.txt")


@pytest.mark.parametrize("part", ["run.txt", "build.txt"])
def test_development_lock_holds_the_others_with_equal_versions(repository: Path, part: str) -> None:
    locks = repository / "packaging" / "locks"
    assert _locked(locks / part).items() <= _locked(locks / "dev.txt").items()


def test_no_lock_carries_an_address_or_lacks_a_hash(repository: Path) -> None:
    for lock in (repository / "packaging" / "locks").iterdir():
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text, lock.name
        for entry in text.split("\n")[1:]:
            assert not entry or entry.startswith("    --hash=sha256:") or entry.endswith("\\"), entry


def test_no_unexpected_code_runs_when_python_starts() -> None:
    there = {file.name for file in _site_packages().glob("*.pth")}
    assert there <= PTH_FILES.keys()
    assert not list(_site_packages().glob("sitecustomize*"))
    assert not list(_site_packages().glob("usercustomize*"))


def test_project_is_on_the_path_by_a_plain_line(repository: Path) -> None:
    # In letters of every locale: relative to where it lies.
    lines = (_site_packages() / "_editable_impl_roundtable_desk.pth").read_text(encoding="ascii").splitlines()
    assert [(_site_packages() / line).resolve() for line in lines] == [repository]


def test_qt_calls_lose_no_reference_to_none(qapp: QApplication) -> None:
    """PySide6 6.12.0 loses one at nearly every call, and aborts Python 3.11 after a while."""
    assert Version(PySide6.__version__) < Version("6.12")
    # From Python 3.12 on None is immortal and its count says nothing: the bound above is all there is.
    if sys.version_info >= (3, 12):
        return
    label = QLabel()
    gc.collect()
    before = (sys.getrefcount(None), sys.getrefcount(True))
    for number in range(1000):
        label.setText("a" if number % 2 else "b")
        label.update()
        label.setEnabled(True)
        label.isEnabled()
    after = (sys.getrefcount(None), sys.getrefcount(True))
    label.deleteLater()
    assert after[0] - before[0] == pytest.approx(0, abs=50)
    assert after[1] - before[1] == pytest.approx(0, abs=50)


def test_every_library_of_the_program_stands_in_the_notices(repository: Path) -> None:
    notices = (repository / "THIRD_PARTY_NOTICES.md").read_text(encoding="utf-8")
    named = {line.split("|")[1].strip() for line in notices.splitlines() if line.startswith("| ")}
    lock = (repository / "packaging" / "locks" / "run.txt").read_text(encoding="utf-8")
    wanted = {canonicalize_name(line.split("==")[0]) for line in lock.splitlines() if "==" in line}
    assert wanted - named == set()
