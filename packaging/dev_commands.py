"""The commands of packaging/dev.py."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from dev_environment import LOCKS, ensure_environment, locked_names
from dev_machine import RefusedError, ensure_libraries, is_root, qt_problem, say, venv_problem
from dev_quick import PYTHON, choose_platform, display_of, has_answered, is_ready, remember
from dev_quick import ROOT as ROOT_PATH

ROOT = Path(ROOT_PATH)
SAMPLES = ROOT / "resources" / "samples"
FIRST_DELIBERATION = (
    "run",
    "debate",
    "--question",
    "@{}".format(SAMPLES / "four-day-week-brief.md"),
    "--context",
    str(SAMPLES / "four-day-week-context.md"),
    "--approve",
    "all",
)


def become(*arguments: str) -> NoReturn:
    """Run the environment's Python in place of this process: Ctrl+C and the exit status are its own."""
    command = [PYTHON, *arguments]
    env = dict(os.environ, PYTHONUNBUFFERED="1")
    sys.stdout.flush()
    if os.name == "posix":
        os.execve(command[0], command, env)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(subprocess.call(command, env=env))


def command_run(arguments: Sequence[str]) -> NoReturn:
    """Open the window; without a display, run a first deliberation in the terminal."""
    platform = "offscreen" if arguments else choose_platform(os.environ, sys.platform)
    if not is_ready("run"):
        # Looked for when the environment is made; what is taken away later the program itself will miss.
        ensure_libraries("offscreen")
        ensure_environment("run")
    if arguments:
        become("-m", "app", *arguments)
    display = display_of(os.environ, sys.platform)
    if display is not None and platform is not None:
        problem = None
        if not has_answered(display, os.environ):
            ensure_libraries(platform)
            problem = qt_problem(platform)
        if problem is None:
            remember(display)
            become("-m", "app")
        say("Qt cannot open a window here:\n{}\n".format(problem))
    else:
        say("There is no display here (DISPLAY and WAYLAND_DISPLAY are empty), so no window can open.")
    say("A first deliberation runs in this terminal instead, by the offline council: rules, no AI, no key.")
    say("    {}\n".format(first_command(Path.cwd())))
    become("-m", "app", *FIRST_DELIBERATION)


def first_command(folder: Path) -> str:
    """Return the command of the first deliberation as it can be typed in a folder."""
    words = [str(Path(PYTHON).with_name("roundtable")), *FIRST_DELIBERATION]
    if folder == ROOT:
        words = [text.replace(str(ROOT) + os.sep, "") for text in words]
    return shlex.join(words)


def command_test(arguments: Sequence[str]) -> NoReturn:
    """Run the tests on every core; pytest's closing line is the last thing printed."""
    _ready_for_tests()
    # For the end of the run: how a person calls it here.
    os.environ["ROUNDTABLE_TEST_COMMAND"] = shlex.join([Path(sys.executable).name, sys.argv[0], "test"])
    os.chdir(ROOT)
    become("-m", "pytest", *spread(arguments, os.cpu_count() or 1), *arguments)


def spread(arguments: Sequence[str], cores: int) -> list[str]:
    """Return what spreads the tests over the cores; nothing where somebody looks inside the one process."""
    if cores < 2 or any(argument in ("-s", "--capture=no", "--pdb", "--trace") for argument in arguments):
        return []
    # One test is not spread, and what starts the others would take longer than it.
    if sum("::" in argument for argument in arguments) == 1:
        return []
    # One more than there are cores: a third of their time tests wait for another process or for the disk.
    # More than four share the disk and the display rather than the work.
    return ["-n", str(min(cores + 1, 4)), "--dist", "worksteal"]


def command_check(arguments: Sequence[str]) -> int:
    """Run every static check, naming all that failed, and then the tests."""
    if any(argument != "--no-tests" for argument in arguments):
        raise RefusedError("check takes no argument but --no-tests.")
    _ready_for_tests()
    os.chdir(ROOT)
    failed = [" ".join(check) for check in CHECKS if _tool(*check) != 0]
    if failed:
        say("Failed: " + "; ".join(failed))
    if "--no-tests" not in arguments and _tool("pytest", *spread((), os.cpu_count() or 1)) != 0:
        return 1
    return 1 if failed else 0


CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    # The one check that takes more than a second; nothing else runs beside it.
    ("mypy", "--num-workers", "2"),
    ("lint-imports", "--no-logo"),
)


def command_bench(arguments: Sequence[str]) -> int:
    """Run the benchmarks, each in a process of its own; a script states its bounds and exits 1 on a miss."""
    _ready_for_tests()
    env = own_tests_first(os.environ)
    scripts = sorted((ROOT / "tests" / "bench").glob("bench_*.py"))
    if arguments:
        scripts = [script for script in scripts if script.stem.replace("bench_", "", 1) in arguments]
        if len(scripts) != len(set(arguments)):
            raise RefusedError("no such benchmark; names are those of tests/bench/bench_NAME.py.")
    missed = []
    for script in scripts:
        say("\n== " + script.stem.replace("bench_", "", 1))
        if subprocess.call([PYTHON, str(script)], cwd=str(ROOT), env=env) != 0:
            missed.append(script.stem)
    say("\nBounds missed or script failed: " + (", ".join(missed) or "none"))
    return 1 if missed else 0


def own_tests_first(env: Mapping[str, str]) -> dict[str, str]:
    """Return what benchmarks and pictures run in: without a display, with the project's own `tests` first.

    A distribution in the locks brings a package called `tests` along, which would stand before ours.
    """
    before = [env["PYTHONPATH"]] if env.get("PYTHONPATH") else []
    path = os.pathsep.join([str(ROOT), *before])
    return {"QT_QPA_PLATFORM": "offscreen", **env, "PYTHONPATH": path}


def command_pictures(arguments: Sequence[str]) -> NoReturn:
    """Make pictures of the window's states; a folder is meant from where the person stands."""
    _ready_for_tests()
    os.environ.update(own_tests_first(os.environ))
    become("-m", "tests.support.scenes.pictures", *arguments)


def command_lock(arguments: Sequence[str]) -> int:
    """Write the locks and the tables of models anew; without --upgrade, versions stay where they fit."""
    if any(argument != "--upgrade" for argument in arguments):
        raise RefusedError("lock takes no argument but --upgrade.")
    # The locks may be what is broken: any environment that holds uv will do.
    if subprocess.call([PYTHON, "-m", "uv", "--version"], stdout=subprocess.DEVNULL) != 0:
        ensure_environment("dev")
    groups = {"run.txt": [], "build.txt": ["build"], "dev.txt": ["dev"], "package.txt": ["package"]}
    for name, names in groups.items():
        # build.txt holds the build tools alone, dev.txt everything, package.txt what goes into an installer
        # and makes it; all with the versions of run.txt.
        sources = ["--group", *names] if names else []
        project = ["pyproject.toml"] if name != "build.txt" else []
        constraints = ["-c", str(LOCKS / "run.txt")] if name != "run.txt" else []
        constraints += ["-c", str(LOCKS / "build.txt")] if name in ("dev.txt", "package.txt") else []
        constraints += ["-c", str(LOCKS / "dev.txt")] if name == "package.txt" else []
        # Every extra is tested.
        sources += ["--all-extras"] if name == "dev.txt" else []
        shipped = ("mcp", "trace", "providers") if name == "package.txt" else ()
        sources += [word for extra in shipped for word in ("--extra", extra)]
        text = _compile(LOCKS / name, [*project, *sources, *constraints, *arguments])
        (LOCKS / name).write_text(text, encoding="utf-8")
        say("packaging/locks/{}: {} distributions".format(name, len(locked_names(text))))
    # What is known of models, as the litellm has it that was locked.
    ensure_environment("dev")
    return subprocess.call([PYTHON, str(ROOT / "packaging" / "models.py")])


def command_package(arguments: Sequence[str]) -> int:
    """Make the installers, and prove them where this machine lets one."""
    import dev_package  # late: nothing else needs it

    return dev_package.main(arguments)


def _compile(previous: Path, arguments: Sequence[str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "lock.txt"
        if previous.exists():
            shutil.copy(previous, out)
        command = [PYTHON, "-m", "uv", "pip", "compile", "-q", "--universal"]
        flags = ["--python-version", "3.11", "--generate-hashes", "--no-emit-index-url"]
        flags += ["--no-header", "--no-annotate"]
        if subprocess.call([*command, *flags, "-o", str(out), *arguments], cwd=ROOT) != 0:
            raise RefusedError(
                "uv found no set of versions that fits; its message is above. No lock was changed."
            )
        text = out.read_text(encoding="utf-8")
    if "://" in text:
        raise RefusedError("the new lock would carry an address; it was not written.")
    return "# Written by packaging/dev.py lock from pyproject.toml.\n" + text


def _ready_for_tests() -> None:
    ensure_libraries("offscreen")
    if ensure_environment("dev"):
        problem = qt_problem("offscreen")
        if problem is not None:
            raise RefusedError("Qt does not start, not even without a display:\n{}".format(problem))


def _tool(name: str, *arguments: str) -> int:
    print("$ " + " ".join([name, *arguments]), flush=True)
    tool = str(Path(PYTHON).with_name(name))
    return subprocess.call([tool, *arguments], env=dict(os.environ, PYTHONUNBUFFERED="1"))


COMMANDS: Mapping[str, Callable[[Sequence[str]], int]] = {
    "run": command_run,
    "test": command_test,
    "check": command_check,
    "bench": command_bench,
    "pictures": command_pictures,
    "lock": command_lock,
    "package": command_package,
}


def main(arguments: Sequence[str], help_text: str = "") -> int:
    """Run one command and return the exit status; `help_text` is what --help says."""
    if arguments and arguments[0] in ("-h", "--help"):
        print(help_text)
        return 0
    if not arguments or arguments[0] not in COMMANDS:
        given = "no command" if not arguments else "unknown command {!r}".format(arguments[0])
        say("{}; give one of: {} (--help says what each does).".format(given, ", ".join(COMMANDS)))
        return 2
    problem = venv_problem(sys.version_info[:2], root=is_root())
    if problem is not None:
        say(problem)
        return 2
    try:
        return COMMANDS[arguments[0]](arguments[1:])
    except RefusedError as refusal:
        say(str(refusal))
        return 2
    except KeyboardInterrupt:
        say("\nStopped. The same command begins where this one can be trusted to have come.")
        return 130
