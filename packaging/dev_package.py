"""`dev.py package`: the wheel and the installers, and the proof that they work where nothing else is.

    python3 packaging/dev.py package [FOLDER]

They come to FOLDER, `dist/` where none is named; what is needed on the way lies in `FOLDER/work`. A build is
refused where PyInstaller misses a library, and where it holds what is not needed. What could not be proven
here is said, and is not called proven.
"""

from __future__ import annotations

import hashlib
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pack_contents
import pack_linux
import pack_proof
import pack_release
from dev_machine import RefusedError, ensure_libraries, say

ROOT = Path(__file__).resolve().parents[1]
SPEC = ROOT / "packaging" / "pyinstaller" / "roundtable.spec"
MOST_DEB = 120_000_000
"""Bytes of the `.deb`."""


def main(arguments: Sequence[str]) -> int:
    """Build, check, prove; return the exit status."""
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        raise RefusedError("package takes one argument: the folder for the installers.")
    out = Path(arguments[0]).resolve() if arguments else ROOT / "dist"
    release = pack_release.version()
    problem = pack_release.changelog_problem((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), release)
    if problem:
        raise RefusedError(problem)
    work = out / "work"
    work.mkdir(parents=True, exist_ok=True)
    python = _environment(work)
    made = [_wheel(python, out)]
    program = freeze(python, work)
    if sys.platform.startswith("linux"):
        made += _packages(program, work, out, release)
    else:
        say("The frozen program is {}. On this system nothing of it was ever verified.".format(program))
    bill = out / "roundtable-{}.cdx.json".format(release)
    _run(work, [python, ROOT / "packaging" / "pack_bill.py", bill, program])
    (out / "SHA256SUMS").write_text(pack_release.checksums([*made, bill]), encoding="utf-8")
    for file in (*made, bill):
        say("{:8.1f} MB  {}".format(file.stat().st_size / 1e6, file))
    if not sys.platform.startswith("linux"):
        return 0
    return pack_proof.prove(made, work)


def _environment(work: Path) -> Path:
    """Return the Python of an environment that holds what the lock of the packages says."""
    lock = pack_release.LOCK.read_text(encoding="utf-8")
    folder, stamp = work / "env", hashlib.sha256(lock.encode()).hexdigest() + sys.version
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if python.exists() and (folder / "stamp").exists() and (folder / "stamp").read_text() == stamp:
        return python
    say("Making the environment of the packages …")
    _run(work, [sys.executable, "-m", "venv", "--clear", folder])
    pip = [str(python), "-m", "pip", "-q", "--disable-pip-version-check", "install", "--require-hashes"]
    _run(work, [*pip, "--no-deps", "--only-binary=:all:", "-r", str(pack_release.LOCK)])
    (folder / "stamp").write_text(stamp)
    return python


def _wheel(python: Path, out: Path) -> Path:
    for old in out.glob("*.whl"):
        old.unlink()
    _run(ROOT, [python, "-m", "hatchling", "build", "-t", "wheel", "-d", out])
    (wheel,) = out.glob("*.whl")
    return wheel


def freeze(python: Path, work: Path) -> Path:
    """Return the folder of the frozen program; raises RefusedError where it is not fit to be handed on."""
    if sys.platform.startswith("linux"):
        # PyInstaller only warns, and the window aborts on machines that lack what the builder lacked.
        for kind in ("offscreen", "wayland", "xcb"):
            ensure_libraries(kind)
    say("Freezing the program …")
    log = work / "pyinstaller.log"
    places = ["--noconfirm", "--distpath", str(work / "frozen"), "--workpath", str(work / "pyinstaller")]
    with log.open("wb") as file:
        command = [str(python), "-m", "PyInstaller", *places, str(SPEC)]
        code = subprocess.call(command, cwd=work, stdout=file, stderr=subprocess.STDOUT)
    if code != 0:
        raise RefusedError("PyInstaller failed; what it said is in {}.".format(log))
    program = work / "frozen" / "roundtable"
    _strip(program)
    faults = pack_contents.missing_libraries(log.read_text(encoding="utf-8", errors="replace"))
    large = ["not known to be needed: " + name for name in pack_contents.too_large(program)]
    strange = ["has no business in it: " + name for name in pack_contents.unwanted(program)]
    faults += large + strange
    if faults:
        raise RefusedError("The frozen program is not fit to be handed on:\n    " + "\n    ".join(faults))
    return program


def _strip(program: Path) -> None:
    """Take symbols out of what was compiled on this machine; wheels bring theirs stripped."""
    if shutil.which("strip") is None or sys.platform == "win32":
        return
    inside = program / "_internal"
    for pattern in ("libpython3*", "python3*/lib-dynload/*.so"):
        for file in inside.glob(pattern):
            subprocess.run(["strip", "--strip-unneeded", str(file)], check=True)


def _packages(program: Path, work: Path, out: Path, release: str) -> list[Path]:
    depends = pack_linux.dependencies(pack_linux.from_outside(program))
    made = []
    if shutil.which("dpkg-deb"):
        say("Packing the .deb …")
        made.append(pack_linux.build_deb(program, work, out, release, depends))
        size = made[0].stat().st_size
        if size > MOST_DEB:
            raise RefusedError("The .deb has {:.0f} MB, more than {:.0f}.".format(size / 1e6, MOST_DEB / 1e6))
    else:
        say("dpkg-deb is not here: no .deb was made.")
    if shutil.which("zstd"):
        say("Packing the .tar.zst …")
        made.append(pack_linux.build_tar(program, work, out, release, platform.machine()))
    else:
        say("zstd is not here: no .tar.zst was made.")
    return made


def _run(folder: Path, command: Sequence[str | Path]) -> None:
    words = [str(part) for part in command]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        say((done.stdout + done.stderr).strip())
        raise RefusedError("This failed, and nothing was made of it: {}".format(shlex.join(words)))
