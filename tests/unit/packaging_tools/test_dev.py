"""packaging/dev.py: what it says when something is missing, and when it makes the environment anew."""

from __future__ import annotations

import ast
import errno
import os
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import pytest

# The door is a script, and packaging/ no package: it must not become one.
sys.path.append(str(Path(__file__).resolve().parents[3] / "packaging"))

import dev
import dev_commands
import dev_environment
import dev_machine
import dev_quick

from app.ui.startup.libraries import package_of


def nowhere(name: str) -> None:
    return None


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13), (3, 14)])
def test_supported_python_is_taken(version: tuple[int, int]) -> None:
    assert dev.python_problem(version, nowhere) is None


@pytest.mark.parametrize("version", [(3, 8), (3, 10), (3, 15)])
def test_other_python_is_refused_with_what_is_needed(version: tuple[int, int]) -> None:
    message = dev.python_problem(version, nowhere)
    assert message is not None
    assert "needs Python 3.11 to 3.14" in message
    assert f"this is 3.{version[1]}." in message
    assert "Install one of them" in message


def test_refusal_names_a_fitting_python_that_is_there() -> None:
    message = dev.python_problem((3, 9), lambda name: f"/bin/{name}" if name == "python3.12" else None)
    assert message is not None
    assert message.endswith("python3.12 packaging/dev.py")


def test_missing_ensurepip_is_named_with_the_command_to_install_it() -> None:
    message = dev_machine.venv_problem(
        (3, 11), lambda name: None if name == "ensurepip" else name, root=False
    )
    assert message == (
        "This Python comes without ensurepip. Install it with:\n"
        "    sudo apt-get install -y --no-install-recommends python3.11-venv"
    )


def test_python_with_venv_is_taken() -> None:
    assert dev_machine.venv_problem((3, 11), lambda name: name) is None


def test_library_that_does_not_load_is_missing() -> None:
    def load(soname: str) -> None:
        if soname == "libEGL.so.1":
            raise OSError(soname)

    assert [library.package for library in dev_machine.missing_libraries("offscreen", load)] == ["libegl1"]
    assert dev_machine.missing_libraries("native", load) == []


def test_missing_library_is_named_with_the_command_to_install_it() -> None:
    missing = [dev_machine.Library("libEGL.so.1", "libegl1"), dev_machine.Library("libGL.so.1", "libgl1")]
    assert dev_machine.missing_message(missing, root=True, apt=True) == (
        "Qt cannot start without: libEGL.so.1, libGL.so.1. Install with:\n"
        "    apt-get install -y --no-install-recommends libegl1 libgl1"
    )
    assert "sudo apt-get" in dev_machine.missing_message(missing, root=False, apt=True)


def test_missing_library_on_another_linux_is_named_without_a_command() -> None:
    message = dev_machine.missing_message(
        [dev_machine.Library("libEGL.so.1", "libegl1")], root=True, apt=False
    )
    assert "libEGL.so.1" in message
    assert "package manager" in message
    assert "apt-get" not in message


@pytest.mark.parametrize(
    ("env", "system", "platform"),
    [
        ({}, "linux", None),
        ({"DISPLAY": ""}, "linux", None),
        ({"DISPLAY": ":0"}, "linux", "xcb"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux", "wayland"),
        ({"QT_QPA_PLATFORM": "offscreen:size=1x1"}, "linux", "offscreen"),
        ({"QT_QPA_PLATFORM": "wayland;xcb"}, "linux", "wayland"),
        ({}, "darwin", "native"),
        ({}, "win32", "native"),
    ],
)
def test_window_opens_where_there_is_a_display(
    env: dict[str, str], system: str, platform: str | None
) -> None:
    assert dev_quick.choose_platform(env, system) == platform


def test_names_of_a_lock_are_read_without_markers_and_hashes() -> None:
    lock = "# head\nPySide6_Essentials==6.11.3 \\\n    --hash=sha256:aa\n"
    lock += "jeepney==0.9 ; sys_platform == 'linux' \\\n"
    assert dev_environment.locked_names(lock) == {"pyside6-essentials", "jeepney"}


@pytest.mark.parametrize(
    "said",
    [
        "ERROR: Could not install packages due to an OSError: Pool(host='a.b'): Max retries exceeded",
        "error: connection-failed\n\n× Failed to connect to a.b while fetching one.whl",
        "error: incomplete-download\n\n× Download failed after 6 attempts because not enough bytes came",
    ],
    ids=["pip-23", "pip-26", "pip-26-in-the-middle"],
)
def test_a_connection_that_fails_is_told_whatever_pip_says(said: str) -> None:
    with pytest.raises(dev_machine.RefusedError, match="no package index was reached"):
        dev_environment.refuse(said, lambda: "something else")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("run.txt", "build.txt", "dev.txt"):
        (tmp_path / name).write_text(f"{name}==1\n")
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n\n[tool.ruff]\nline-length = 100\n')
    return tmp_path


def _prints(project: Path) -> dict[str, str]:
    return {level: dev_quick.fingerprint(level, (3, 11), project, project) for level in ("run", "dev")}


def test_environment_for_tests_serves_to_run_but_not_the_other_way_round(project: Path) -> None:
    prints = _prints(project)
    assert dev_quick.is_current(prints["dev"], "run", prints)
    assert dev_quick.is_current(prints["dev"] + "\n", "dev", prints)
    assert not dev_quick.is_current(prints["run"], "dev", prints)
    assert not dev_quick.is_current("", "run", prints)


def test_environment_is_made_anew_when_a_lock_or_the_python_changes(project: Path) -> None:
    before = _prints(project)
    (project / "dev.txt").write_text("dev.txt==2\n")
    after = _prints(project)
    assert not dev_quick.is_current(before["dev"], "dev", after)
    assert dev_quick.is_current(before["run"], "run", after)
    assert dev_quick.fingerprint("dev", (3, 12), project, project) != after["dev"]


def test_environment_stays_when_only_a_tools_settings_change(project: Path) -> None:
    before = _prints(project)
    file = project / "pyproject.toml"
    file.write_text(file.read_text().replace("100", "110"))
    assert _prints(project) == before
    file.write_text(file.read_text().replace('"x"', '"y"'))
    assert _prints(project) != before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "no command; give one of: run, test, check, bench, pictures, lock"),
        (["tests"], "unknown command 'tests'"),
        (["check", "--fast"], "check takes no argument but --no-tests."),
        (["lock", "-U"], "lock takes no argument but --upgrade."),
    ],
)
def test_wrong_use_is_told_in_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dev_commands.main(arguments) == 2
    assert sentence in capsys.readouterr().err


def test_help_says_what_each_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"dev.py {command}" in shown for command in dev_commands.COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "cores", "spread"),
    [
        ([], 2, ["-n", "3", "--dist", "worksteal"]),
        (["--nightly", "tests/e2e"], 16, ["-n", "4", "--dist", "worksteal"]),
        ([], 1, []),
        (["-s"], 2, []),
        (["-x", "--pdb"], 2, []),
        (["tests/a.py::test_b[c d]"], 2, []),
    ],
)
def test_tests_are_spread_over_the_cores_unless_somebody_looks_inside(
    arguments: list[str], cores: int, spread: list[str]
) -> None:
    assert dev_commands.spread(arguments, cores) == spread


@pytest.mark.parametrize("env", [{}, {"PYTHONPATH": "elsewhere"}])
def test_benchmarks_find_the_projects_own_tests(
    env: dict[str, str], tmp_path: Path, repository: Path
) -> None:
    given = dev_commands.own_tests_first({**os.environ, **env})
    code = "import tests; print(tests.__file__)"
    found = subprocess.check_output([sys.executable, "-c", code], env=given, cwd=tmp_path, text=True)
    assert Path(found.strip()) == repository / "tests" / "__init__.py"


def test_first_deliberation_uses_samples_that_are_there() -> None:
    assert dev_commands.first_command(dev_commands.ROOT).startswith(
        ".venv/bin/roundtable run debate --question @resources/"
    )
    # A path with blanks stands there as a shell reads it.
    (first, *_) = shlex.split(dev_commands.first_command(dev_commands.ROOT.parent))
    assert first.startswith(str(dev_commands.ROOT)), "elsewhere with its whole path"
    question = dev_commands.FIRST_DELIBERATION[dev_commands.FIRST_DELIBERATION.index("--question") + 1]
    context = dev_commands.FIRST_DELIBERATION[dev_commands.FIRST_DELIBERATION.index("--context") + 1]
    assert Path(question.removeprefix("@")).is_file()
    assert Path(context).is_file()


def test_door_parses_on_an_old_python(repository: Path) -> None:
    source = (repository / "packaging" / "dev.py").read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 0))
    assert source.isascii(), "Python 2 reads nothing else without being told"
    new = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.AsyncFunctionDef)
    assert not [node for node in ast.walk(tree) if isinstance(node, new)]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert not [f.name for f in functions if f.returns or any(a.annotation for a in f.args.args)]
    assert "__future__" not in source


@pytest.mark.parametrize(
    ("stamp", "there", "fits", "excerpt"),
    [
        (("", ""), False, False, "Making .venv"),
        (("", ""), True, True, "did not finish"),
        (("dev 3.11 x", "/elsewhere"), True, True, "moved or copied"),
        (("dev 3.11 x", dev_quick.ROOT), True, False, "Making .venv"),
        (("dev 3.11 x", dev_quick.ROOT), True, True, ""),
        # Made before the folder was written into the stamp.
        (("dev 3.11 x", ""), True, True, ""),
    ],
)
def test_environment_that_cannot_be_trusted_is_made_anew_and_why_is_said(
    stamp: tuple[str, str], there: bool, fits: bool, excerpt: str
) -> None:
    found = dev_environment.why_anew(stamp, there, fits)
    assert (excerpt in found) if excerpt else found == ""


def test_too_little_room_is_named_with_its_folder() -> None:
    message = dev_environment.room_message({dev_quick.ROOT: (2000, 1350), "/tmp": (12, 400)})
    assert message == (
        "There is too little room in /tmp: 12 MB are free, about 400 MB are needed. "
        "Make room there (or set TMPDIR to another folder), then run the same command again."
    )
    assert dev_environment.room_message({"/tmp": (400, 400)}) == ""


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "The disk is full: /x. Make room, then run the same command again."),
        (errno.EROFS, "/x may not be written to"),
        (errno.EIO, "/x: Input/output error."),
    ],
)
def test_what_the_system_refuses_is_told_in_a_sentence(number: int, sentence: str) -> None:
    assert sentence in dev_environment.disk_message(OSError(number, os.strerror(number), "/x"), "")


@pytest.mark.parametrize(
    ("env", "system", "display"),
    [
        ({}, "linux", None),
        ({"DISPLAY": ":7"}, "linux", "xcb - - :7"),
        ({"WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": "/run/u"}, "linux", "wayland /run/u w -"),
        ({}, "darwin", "native - - -"),
    ],
)
def test_display_is_known_by_where_it_is(env: dict[str, str], system: str, display: str | None) -> None:
    assert dev_quick.display_of(env, system) == display


def test_display_that_is_gone_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev_quick, "DISPLAYS", str(tmp_path / "displays"))
    env = {"WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": str(tmp_path)}
    display = dev_quick.display_of(env, "linux")
    assert display is not None
    assert not dev_quick.has_answered(display, env)
    dev_quick.remember(display)
    assert not dev_quick.has_answered(display, env)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "w"))
        server.listen()
        assert dev_quick.has_answered(display, env)
        assert not dev_quick.has_answered("xcb - - :0", env)


def test_the_program_names_the_same_packages_by_their_rule() -> None:
    known = {one for libraries in dev_machine.LIBRARIES.values() for one in libraries}
    assert {one: package_of(one.soname) for one in known} == {one: one.package for one in known}
