#!/usr/bin/env python3
"""One door for working on Roundtable: make the environment, run the program, run the checks.

    python3 packaging/dev.py run [ARGUMENTS]     open the window, or pass ARGUMENTS to `roundtable`
    python3 packaging/dev.py test [ARGUMENTS]    run the tests; ARGUMENTS go to pytest (--nightly: all)
    python3 packaging/dev.py check [--no-tests]  lint, format, types, import rules, then the tests
    python3 packaging/dev.py bench [NAMES]       run the benchmarks; exit 1 if a bound is missed
    python3 packaging/dev.py lock [--upgrade]    write packaging/locks/ anew from pyproject.toml

Works from any folder with Python 3.11, 3.12 or 3.13 and nothing else installed. The environment is `.venv`
at the root; it holds exactly what the lock files name, each file checked against its hash.

Rules of this file: standard library only; it must parse on old Pythons, so that they get a sentence and no
traceback. Exit status: 2 if something on this machine is missing (the message says what to do), else that of
the command that ran.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib.util
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable, Iterator, Mapping, NamedTuple, NoReturn, Sequence

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "packaging" / "locks"
SUPPORTED = ((3, 11), (3, 12), (3, 13))

# What each level of the environment holds; `run` and `build` are subsets of `dev`, with equal versions.
# The build tools come first, for what has to be built.
LEVELS = {"run": ("build.txt", "run.txt"), "dev": ("build.txt", "dev.txt")}
# Everything else must be a wheel. This one has none for Python 3.13 and is then built from its hashed source.
MAY_BE_BUILT = frozenset({"fast-diff-match-patch"})
# Put there by `venv` itself and by installing the project; no lock names them.
SEEDED = frozenset({"pip", "roundtable"})

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


class RefusedError(Exception):
    """Something is missing on this machine; the message is shown as it is, then exit 2."""


class Library(NamedTuple):
    """A shared library that Qt loads, and the Debian package that carries it."""

    soname: str
    package: str


_EVERY_PLATFORM = (
    Library("libglib-2.0.so.0", "libglib2.0-0"),
    Library("libGL.so.1", "libgl1"),
    Library("libEGL.so.1", "libegl1"),
    Library("libxkbcommon.so.0", "libxkbcommon0"),
    Library("libdbus-1.so.3", "libdbus-1-3"),
    Library("libfontconfig.so.1", "libfontconfig1"),
)
# What the platform plug-ins of Qt 6.11 link to (ldd), beyond what the C library and the above bring.
LIBRARIES: Mapping[str, Sequence[Library]] = {
    "offscreen": _EVERY_PLATFORM,
    "wayland": (
        *_EVERY_PLATFORM,
        Library("libwayland-client.so.0", "libwayland-client0"),
        Library("libwayland-cursor.so.0", "libwayland-cursor0"),
        Library("libwayland-egl.so.1", "libwayland-egl1"),
    ),
    "xcb": (
        *_EVERY_PLATFORM,
        Library("libX11-xcb.so.1", "libx11-xcb1"),
        Library("libxcb-cursor.so.0", "libxcb-cursor0"),
        Library("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
        Library("libxcb-icccm.so.4", "libxcb-icccm4"),
        Library("libxcb-image.so.0", "libxcb-image0"),
        Library("libxcb-keysyms.so.1", "libxcb-keysyms1"),
        Library("libxcb-randr.so.0", "libxcb-randr0"),
        Library("libxcb-render-util.so.0", "libxcb-render-util0"),
        Library("libxcb-shape.so.0", "libxcb-shape0"),
    ),
}


# --- Python itself -----------------------------------------------------------------------------------------


def python_problem(version: Sequence[int], which: Callable[[str], str | None] = shutil.which) -> str | None:
    """Return the sentence that says which Python is needed, or None if this one serves."""
    if tuple(version[:2]) in SUPPORTED:
        return None
    said = "Roundtable needs Python 3.11, 3.12 or 3.13; this is {}.{}.".format(*version[:2])
    for major, minor in reversed(SUPPORTED):
        name = "python{}.{}".format(major, minor)
        if which(name):
            return "{} Run it with the one that is here: {} packaging/dev.py".format(said, name)
    return "{} Install one of them, then run this again with it.".format(said)


def venv_problem(
    version: Sequence[int], find: Callable[[str], object] = importlib.util.find_spec, root: bool = False
) -> str | None:
    """Return the sentence that says how to get `venv` and `ensurepip`, or None if both are here.

    Debian and Ubuntu keep them in a package apart from Python.
    """
    lacking = [name for name in ("venv", "ensurepip") if find(name) is None]
    if not lacking:
        return None
    command = install_command(["python{}.{}-venv".format(*version[:2])], root)
    return "This Python comes without {}. Install it with:\n    {}".format(
        " and ".join(lacking), shlex.join(command)
    )


# --- System libraries for Qt -------------------------------------------------------------------------------


def choose_platform(env: Mapping[str, str], system: str) -> str | None:
    """Return the Qt platform a window would open on, or None if there is no display."""
    if env.get("QT_QPA_PLATFORM"):
        return env["QT_QPA_PLATFORM"].split(":")[0].split(";")[0]
    if not system.startswith("linux"):
        return "native"
    if env.get("WAYLAND_DISPLAY"):
        return "wayland"
    return "xcb" if env.get("DISPLAY") else None


def missing_libraries(platform: str, load: Callable[[str], object] = ctypes.CDLL) -> list[Library]:
    """Return the libraries of a Qt platform that this machine cannot load.

    Each is really loaded: Qt's own message blames libxcb-cursor whichever one is missing.
    """
    missing = []
    for library in LIBRARIES.get(platform, ()):
        try:
            load(library.soname)
        except OSError:
            missing.append(library)
    return missing


def install_command(packages: Sequence[str], root: bool) -> list[str]:
    """Return the apt-get command that installs `packages`."""
    command = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    return command if root else ["sudo", *command]


def missing_message(missing: Sequence[Library], root: bool, apt: bool) -> str:
    """Name the missing libraries and the command, or the next action, that brings them."""
    names = ", ".join(library.soname for library in missing)
    said = "Qt cannot start without: {}.".format(names)
    if not apt:
        return said + " Install what carries them with this system's package manager, then run this again."
    return "{} Install with:\n    {}".format(
        said, shlex.join(install_command([library.package for library in missing], root))
    )


def ensure_libraries(platform: str) -> None:
    """Install the missing libraries of a platform; where we may not, raise RefusedError with the command."""
    missing = missing_libraries(platform) if sys.platform.startswith("linux") else []
    if not missing:
        return
    root, apt = _is_root(), shutil.which("apt-get") is not None
    if apt and (root or _sudo_without_password()):
        say("Installing system libraries for Qt: {}".format(", ".join(m.package for m in missing)))
        command = install_command([library.package for library in missing], root)
        # Package lists may be absent (a fresh container) or old: then they are fetched and it is tried again.
        if _apt(command) != 0:
            _apt([*command[: command.index("install")], "update"])
            _apt(command)
        missing = missing_libraries(platform)
    if missing:
        raise RefusedError(missing_message(missing, root, apt))


def _apt(command: Sequence[str]) -> int:
    front = ["sudo", "-n"] if command[0] == "sudo" else []
    rest = list(command[1:] if front else command)
    env = ["env", "DEBIAN_FRONTEND=noninteractive"]
    return subprocess.call([*front, *env, rest[0], "-q", *rest[1:]], stdout=subprocess.DEVNULL)


def _is_root() -> bool:
    return getattr(os, "geteuid", lambda: 1)() == 0


def _sudo_without_password() -> bool:
    if shutil.which("sudo") is None:
        return False
    return subprocess.call(["sudo", "-n", "true"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0


def qt_problem(platform: str) -> str | None:
    """Start Qt in a process of its own; return what it said if it cannot, else None."""
    env = dict(os.environ)
    if platform != "native":
        env["QT_QPA_PLATFORM"] = platform
    code = "import sys, PySide6.QtWidgets as w; w.QApplication(sys.argv[:1])"
    command = [str(venv_python()), "-c", code]
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return "Qt did not start within two minutes."
    return None if done.returncode == 0 else (done.stderr.strip() or "exit {}".format(done.returncode))


# --- The environment ---------------------------------------------------------------------------------------


def venv_dir() -> Path:
    """Return the folder of the environment."""
    return ROOT / ".venv"


def venv_python() -> Path:
    """Return the environment's Python."""
    return venv_dir() / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def locked_names(lock: str) -> set[str]:
    """Return the normalised names of all distributions a lock file holds, whatever their markers."""
    found = re.findall(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==", lock, re.MULTILINE)
    return {normalise(name) for name in found}


def normalise(name: str) -> str:
    """Return a distribution's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def fingerprint(level: str, version: Sequence[int], locks: Path = LOCKS, root: Path = ROOT) -> str:
    """Return what the environment depends on, as one line: level, Python, hash of locks and metadata."""
    digest = hashlib.sha256()
    for name in LEVELS[level]:
        digest.update((locks / name).read_bytes())
    # Settings of tools come after [tool.: they change nothing that is installed.
    digest.update((root / "pyproject.toml").read_text(encoding="utf-8").split("\n[tool.")[0].encode())
    return "{} {}.{} {}".format(level, version[0], version[1], digest.hexdigest())


def is_current(stamp: str, level: str, fingerprints: Mapping[str, str]) -> bool:
    """Say whether a stamped environment serves a level: `dev` holds all that `run` does."""
    serving = ("run", "dev") if level == "run" else ("dev",)
    return any(stamp.strip() == fingerprints[name] for name in serving)


def ensure_environment(level: str) -> bool:
    """Make or update `.venv` for a level; return whether anything was changed."""
    with _only_one():
        stamp = venv_dir() / "roundtable-locks"
        prints = {name: fingerprint(name, sys.version_info[:2]) for name in LEVELS}
        known = stamp.read_text(encoding="utf-8") if stamp.exists() else ""
        if is_current(known, level, prints) and _venv_version() == tuple(sys.version_info[:2]):
            return False
        begun = time.monotonic()
        # Gone until all is done: an interrupted change is made again from the start.
        stamp.unlink(missing_ok=True)
        if _venv_version() != tuple(sys.version_info[:2]):
            say("Making .venv (several hundred megabytes; a minute or two) …")
            _make_venv()
        else:
            say("Bringing .venv in line with packaging/locks …")
        for name in LEVELS[level]:
            wheels = locked_names((LOCKS / name).read_text(encoding="utf-8")) - MAY_BE_BUILT
            only = "--only-binary=" + ",".join(sorted(wheels))
            _pip("--require-hashes", only, "-r", str(LOCKS / name))
        _pip("--no-index", "-e", str(ROOT))
        _remove_strangers(level)
        stamp.write_text(prints[level] + "\n", encoding="utf-8")
        say("The environment is ready ({:.0f} s).".format(time.monotonic() - begun))
        return True


def _venv_version() -> tuple[int, ...] | None:
    code = "import sys; print(*sys.version_info[:2])"
    try:
        out = subprocess.run([str(venv_python()), "-c", code], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return tuple(int(part) for part in out.stdout.split())


def _make_venv() -> None:
    # Started from inside an environment, sys.executable may be the very one that is replaced.
    python = getattr(sys, "_base_executable", None) or sys.executable
    if subprocess.call([python, "-m", "venv", "--clear", str(venv_dir())]) != 0:
        raise RefusedError("python -m venv could not make {}; its message is above.".format(venv_dir()))


def _pip(*arguments: str) -> None:
    # Neither dependencies nor build tools are fetched beside the locks.
    command = [*_quiet_pip("install"), "--no-deps", "--no-build-isolation", *arguments]
    if subprocess.call(command, env=dict(os.environ, PIP_ROOT_USER_ACTION="ignore")) != 0:
        raise RefusedError(pip_message(shutil.which("c++") is not None, _is_root(), sys.version_info[:2]))


def _quiet_pip(verb: str) -> list[str]:
    return [str(venv_python()), "-m", "pip", "--disable-pip-version-check", "--no-input", "-q", verb]


def pip_message(compiler: bool, root: bool, version: Sequence[int]) -> str:
    """Return what to do after pip failed."""
    said = "pip could not install the locked packages; its message is above and nothing else was run.\n"
    if not compiler and tuple(version) >= (3, 13):
        command = install_command(["g++", "python{}.{}-dev".format(*version)], root)
        return said + "{} has no ready-made build for this Python and needs a C++ compiler:\n    {}".format(
            ", ".join(sorted(MAY_BE_BUILT)), shlex.join(command)
        )
    return said + "Check the connection (or the mirror pip is set to), then run the same command again."


def _remove_strangers(level: str) -> None:
    """Remove what no lock names, so that the environment is what the locks say and no more."""
    allowed = set(SEEDED)
    for lock in LEVELS[level]:
        allowed |= locked_names((LOCKS / lock).read_text(encoding="utf-8"))
    code = "import importlib.metadata as m; print(*(d.metadata['Name'] for d in m.distributions()))"
    command = [str(venv_python()), "-c", code]
    out = subprocess.run(command, cwd=str(venv_dir()), capture_output=True, text=True, check=True)
    strangers = sorted(name for name in out.stdout.split() if normalise(name) not in allowed)
    if strangers:
        subprocess.call([*_quiet_pip("uninstall"), "-y", *strangers])


@contextlib.contextmanager
def _only_one() -> Iterator[None]:
    """Let one process at a time change `.venv`; another one waits. Without fcntl (Windows) nobody waits."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (ROOT / ".venv.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


# --- Commands ----------------------------------------------------------------------------------------------


def say(text: str) -> None:
    """Print a line for the person, at once and apart from the output of what runs."""
    print(text, file=sys.stderr, flush=True)


def become(*arguments: str) -> NoReturn:
    """Run the environment's Python in place of this process: Ctrl+C and the exit status are its own."""
    command = [str(venv_python()), *arguments]
    env = dict(os.environ, PYTHONUNBUFFERED="1")
    sys.stdout.flush()
    if os.name == "posix":
        os.execve(command[0], command, env)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(subprocess.call(command, env=env))


def command_run(arguments: Sequence[str]) -> NoReturn:
    """Open the window; without a display, run a first deliberation in the terminal."""
    platform = "offscreen" if arguments else choose_platform(os.environ, sys.platform)
    ensure_libraries(platform or "offscreen")
    ensure_environment("run")
    if arguments:
        become("-m", "app", *arguments)
    if platform is not None:
        problem = qt_problem(platform)
        if problem is None:
            become("-m", "app")
        say("Qt cannot open a window here:\n{}\n".format(problem))
    else:
        say("There is no display here (DISPLAY and WAYLAND_DISPLAY are empty), so no window can open.")
    say("A first deliberation runs in this terminal instead, by the offline council: rules, no AI, no key.")
    say("    {}\n".format(first_command(Path.cwd())))
    become("-m", "app", *FIRST_DELIBERATION)


def first_command(folder: Path) -> str:
    """Return the command of the first deliberation as it can be typed in a folder."""
    words = [str(venv_python().with_name("roundtable")), *FIRST_DELIBERATION]
    if folder == ROOT:
        words = [text.replace(str(ROOT) + os.sep, "") for text in words]
    return shlex.join(words)


def command_test(arguments: Sequence[str]) -> NoReturn:
    """Run the tests on every core; pytest's closing line is the last thing printed."""
    _ready_for_tests()
    os.chdir(ROOT)
    become("-m", "pytest", *spread(arguments, os.cpu_count() or 1), *arguments)


def spread(arguments: Sequence[str], cores: int) -> list[str]:
    """Return what spreads the tests over the cores; nothing where somebody looks inside the one process."""
    if cores < 2 or any(argument in ("-s", "--capture=no", "--pdb", "--trace") for argument in arguments):
        return []
    # More than four share the disk and the display rather than the work.
    return ["-n", str(min(cores, 4)), "--dist", "worksteal"]


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
    env = bench_environment(os.environ)
    scripts = sorted((ROOT / "tests" / "bench").glob("bench_*.py"))
    if arguments:
        scripts = [script for script in scripts if script.stem.replace("bench_", "", 1) in arguments]
        if len(scripts) != len(set(arguments)):
            raise RefusedError("no such benchmark; names are those of tests/bench/bench_NAME.py.")
    missed = []
    for script in scripts:
        say("\n== " + script.stem.replace("bench_", "", 1))
        if subprocess.call([str(venv_python()), str(script)], cwd=str(ROOT), env=env) != 0:
            missed.append(script.stem)
    say("\nBounds missed or script failed: " + (", ".join(missed) or "none"))
    return 1 if missed else 0


def bench_environment(env: Mapping[str, str]) -> dict[str, str]:
    """Return what the benchmarks run in: without a display, and with this project's own `tests` first.

    A distribution in the locks brings a package called `tests` along, which would stand before ours.
    """
    before = [env["PYTHONPATH"]] if env.get("PYTHONPATH") else []
    path = os.pathsep.join([str(ROOT), *before])
    return {"QT_QPA_PLATFORM": "offscreen", **env, "PYTHONPATH": path}


def command_lock(arguments: Sequence[str]) -> int:
    """Write the lock files anew; without --upgrade, versions stay where they still fit."""
    if any(argument != "--upgrade" for argument in arguments):
        raise RefusedError("lock takes no argument but --upgrade.")
    # The locks may be what is broken: any environment that holds uv will do.
    if subprocess.call([str(venv_python()), "-m", "uv", "--version"], stdout=subprocess.DEVNULL) != 0:
        ensure_environment("dev")
    groups = {"run.txt": [], "build.txt": ["build"], "dev.txt": ["dev"]}  # type: dict[str, list[str]]
    for name, names in groups.items():
        # build.txt holds the build tools alone, dev.txt everything; both with the versions of run.txt.
        sources = ["--group", *names] if names else []
        project = ["pyproject.toml"] if name != "build.txt" else []
        constraints = ["-c", str(LOCKS / "run.txt")] if name != "run.txt" else []
        constraints += ["-c", str(LOCKS / "build.txt")] if name == "dev.txt" else []
        text = _compile(LOCKS / name, [*project, *sources, *constraints, *arguments])
        (LOCKS / name).write_text(text, encoding="utf-8")
        say("packaging/locks/{}: {} distributions".format(name, len(locked_names(text))))
    return 0


def _compile(previous: Path, arguments: Sequence[str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "lock.txt"
        if previous.exists():
            shutil.copy(previous, out)
        command = [str(venv_python()), "-m", "uv", "pip", "compile", "-q", "--universal"]
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
    tool = str(venv_python().with_name(name))
    return subprocess.call([tool, *arguments], env=dict(os.environ, PYTHONUNBUFFERED="1"))


COMMANDS = {
    "run": command_run,
    "test": command_test,
    "check": command_check,
    "bench": command_bench,
    "lock": command_lock,
}  # type: Mapping[str, Callable[[Sequence[str]], int]]


def main(arguments: Sequence[str]) -> int:
    """Run one command and return the exit status."""
    if arguments and arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    if not arguments or arguments[0] not in COMMANDS:
        given = "no command" if not arguments else "unknown command {!r}".format(arguments[0])
        say("{}; give one of: {} (--help says what each does).".format(given, ", ".join(COMMANDS)))
        return 2
    version = sys.version_info[:2]
    problem = python_problem(version) or venv_problem(version, root=_is_root())
    if problem is not None:
        say(problem)
        return 2
    try:
        return COMMANDS[arguments[0]](arguments[1:])
    except RefusedError as refusal:
        say(str(refusal))
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
