"""Setting up what goes wrong on the way: one sentence, and right at the next start. Real venv, real pip."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.support.small_project import SmallProject
from tests.support.waiting import AMPLE, wait_until

NO_INDEX = (
    "The packages could not be fetched: no package index was reached. "
    "Check the connection (or the mirror pip is set to), then run the same command again."
)


@pytest.fixture
def project(tmp_path: Path) -> SmallProject:
    return SmallProject(tmp_path / "Rundtisch ü 2")


def ended(child: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = child.communicate(timeout=AMPLE)
    assert "Traceback" not in err
    return child.returncode, out, err


def started(project: SmallProject, child: subprocess.Popen[str]) -> str:
    """Return what was said before the program started as it should."""
    code, out, err = ended(child)
    assert (code, out) == (0, f"started in {project.folder / '.venv'} hello\n"), err
    return err


@pytest.mark.nightly
def test_two_starts_at_once_make_it_once_a_later_one_makes_nothing_and_a_moved_folder_makes_it_anew(
    project: SmallProject,
) -> None:
    first = held_up(project)
    second = project.start()
    assert second.stderr is not None
    assert "waiting until it is done" in second.stderr.readline()
    (project.folder / "wait").unlink()
    assert "The environment is ready" in started(project, first)
    assert started(project, second) == ""
    # No connection and no folder to write to is needed by then.
    for folder in (project.folder, project.folder / ".venv"):
        folder.chmod(0o555)
    assert started(project, project.start()) == ""
    for folder in (project.folder, project.folder / ".venv"):
        folder.chmod(0o755)
    project.folder = Path(shutil.move(project.folder, project.folder.with_name("elsewhere")))
    assert "was moved or copied" in started(project, project.start())
    assert started(project, project.start()) == ""
    # One that is lent to another folder by a link is left alone by it.
    whole = project.folder
    project.folder = Path(shutil.copytree(whole, whole.with_name("beside"), ignore=lambda *_: {".venv"}))
    (project.folder / ".venv").symlink_to(whole / ".venv")
    assert "was moved or copied" in started(project, project.start())
    project.folder = whole
    assert started(project, project.start()) == ""


@pytest.mark.nightly
def test_a_folder_whose_name_the_locale_cannot_write_starts_all_the_same_and_a_missing_index_is_said(
    project: SmallProject,
) -> None:
    # One story, for an environment takes five seconds to make.
    assert "The environment is ready" in started(project, project.start(LC_ALL="C", LANG="C"))
    assert started(project, project.start(LC_ALL="C", LANG="C")) == ""
    project.lock("nothing-of-that-name==1 --hash=sha256:" + "0" * 64)
    code, out, err = ended(project.start())
    assert (code, out) == (2, "")
    assert err.splitlines()[1:] == [NO_INDEX]


@pytest.mark.nightly
@pytest.mark.parametrize(
    "file", ["one-1-cp39-cp39-haiku_1_x86_64.whl", "one-1.tar.gz", "one-2-py3-none-any.whl"]
)
def test_library_without_a_ready_made_build_is_named_in_two_lines(project: SmallProject, file: str) -> None:
    offered = project.folder.parent / "offered"
    offered.mkdir()
    (offered / file).touch()
    project.lock("one==1 --hash=sha256:" + "0" * 64)
    code, out, err = ended(project.start(PIP_FIND_LINKS=str(offered)))
    assert (code, out) == (2, "")
    (_, cause, action) = err.splitlines()
    assert cause.startswith("one 1 has no ready-made build for Python 3.")
    assert action.startswith("Use another Python (3.11 to 3.14) or system")


@pytest.mark.nightly
def test_interrupted_start_is_made_good_by_the_next(project: SmallProject) -> None:
    for end in (signal.SIGINT, signal.SIGKILL):
        child = held_up(project)
        # As a terminal does: everything that runs there gets it.
        os.killpg(child.pid, end)
        code, out, err = ended(child)
        assert out == ""
        if end == signal.SIGINT:
            assert code == 130
            assert err.splitlines()[-1].startswith("Stopped.")
        (project.folder / "wait").unlink()
    assert "did not finish" in started(project, project.start())


def held_up(project: SmallProject) -> subprocess.Popen[str]:
    """Return a start that is in the middle of making the environment until `wait` is taken away."""
    (project.folder / "waiting").unlink(missing_ok=True)
    (project.folder / "wait").touch()
    child = project.start()
    wait_until((project.folder / "waiting").exists)
    return child


@pytest.mark.nightly
def test_environment_of_the_distributions_earlier_name_keeps_its_command(project: SmallProject) -> None:
    packages = ".venv/lib/python3.*/site-packages"
    project.name("roundtable")
    started(project, project.start())
    project.name("roundtable-desk")
    assert "Bringing .venv in line" in started(project, project.start())
    assert [
        path.name for path in project.folder.glob(f"{packages}/*.dist-info") if "pip" not in path.name
    ] == ["roundtable_desk-1.dist-info"]
    assert len(list(project.folder.glob(f"{packages}/*.pth"))) <= 2
    assert (project.folder / ".venv" / "bin" / "roundtable").exists()


@pytest.mark.nightly
def test_where_no_package_index_is_reached_one_sentence_says_so(project: SmallProject) -> None:
    project.lock("nothing-of-that-name==1 --hash=sha256:" + "0" * 64)
    code, out, err = ended(project.start())
    assert (code, out) == (2, "")
    (_, message) = err.splitlines()
    assert message == NO_INDEX


def test_full_disk_is_named_with_what_is_needed(project: SmallProject) -> None:
    small = project.folder.parent / "small"
    small.mkdir()
    if os.geteuid() != 0 or subprocess.call(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", small]) != 0:
        pytest.skip("only root may make a small disk to fill")
    try:
        there = SmallProject(small / "project")
        code, out, err = ended(there.start())
        assert (code, out) == (2, "")
        (line,) = err.splitlines()
        assert line.startswith(f"There is too little room in {there.folder}: ")
        assert "MB are needed. Make room there" in line
    finally:
        subprocess.run(["umount", small], check=True)


@pytest.mark.nightly
def test_disk_that_fills_on_the_way_is_named_and_the_next_start_is_right(project: SmallProject) -> None:
    small = project.folder.parent / "small"
    small.mkdir()
    if os.geteuid() != 0 or subprocess.call(["mount", "-t", "tmpfs", "-o", "size=4g", "tmpfs", small]) != 0:
        pytest.skip("only root may make a small disk to fill")
    try:
        there = SmallProject(small / "project")
        child = there.start()
        wait_until((there.folder / ".venv" / "pyvenv.cfg").exists)
        # As if something else took the rest of it.
        used = shutil.disk_usage(small).used // 1024 + 64
        subprocess.run(["mount", "-o", f"remount,size={used}k", small], check=True)
        code, out, err = ended(child)
        assert (code, out) == (2, "")
        (_, message) = err.splitlines()
        assert message == (
            f"The disk of {there.folder} became full while .venv was made. "
            "Make room there, then run the same command again."
        )
        subprocess.run(["mount", "-o", "remount,size=4g", small], check=True)
        started(there, there.start())
    finally:
        subprocess.run(["umount", small], check=True)


def test_folder_that_may_not_be_written_to_is_named(project: SmallProject) -> None:
    if os.geteuid() == 0:
        # A folder in the way of the file: what nobody, not even root, can write to.
        (project.folder / ".venv.lock").mkdir()
    else:
        project.folder.chmod(0o555)
    code, out, err = ended(project.start())
    project.folder.chmod(0o755)
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert str(project.folder) in line


def _is_old(python: Path) -> bool:
    return re.match(r"(2\.|3\.(\d|10)\.)", python.parents[1].name) is not None


@pytest.mark.nightly
def test_every_old_python_of_this_machine_gets_one_sentence(project: SmallProject) -> None:
    names = ("python2", "python2.7", *(f"python3.{minor}" for minor in range(4, 11)))
    found = [path for name in names if (path := shutil.which(name)) is not None]
    # As pyenv keeps them: what it puts into the path runs only one that was chosen.
    found += [str(path) for path in Path.home().glob(".pyenv/versions/*/bin/python") if _is_old(path)]
    working = [one for one in found if subprocess.call([one, "-c", ""], stderr=subprocess.DEVNULL) == 0]
    if not working:
        pytest.skip("no Python older than 3.11 is on this machine")
    for old in working:
        done = subprocess.run(
            [old, "packaging/dev.py", "run"], cwd=project.folder, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (2, "")
        (line,) = done.stderr.splitlines()
        assert line.startswith("Roundtable needs Python 3.11 to 3.14; this is ")
