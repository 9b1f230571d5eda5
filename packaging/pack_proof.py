"""Prove the installers in a bare system: installed, used, removed, and nothing left but the user's data.

The bare system is Debian's minimal one (debootstrap) in a folder of its own. Display, provider and what looks
at windows stay outside, so that inside there is nothing but the package and what it asks for.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from dev_machine import RefusedError, is_root, say

ROOT = Path(__file__).resolve().parents[1]
SUITE = "bookworm"
EXPORTS = ("md", "html", "pdf", "docx", "csv", "json", "jsonl")
STARTS = 20
PATIENCE = 120.0
"""Seconds that a busy machine may take for one window."""
PERSON = "person"
TOOLS = ("debootstrap", "Xvfb", "xdotool")


class Room:
    """A bare system below a folder, and the commands of one person in it."""

    def __init__(self, folder: Path, display: str = "") -> None:
        self.folder = folder
        self.display = display

    def root(self, *command: str) -> str:
        """Run a command as root; return what it said. Raises RefusedError."""
        done = subprocess.run(
            ["chroot", str(self.folder), "env", "DEBIAN_FRONTEND=noninteractive", *command],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise RefusedError(
                "{} failed:\n{}".format(" ".join(command), (done.stdout + done.stderr).strip())
            )
        return done.stdout

    def person(self, line: str) -> list[str]:
        """Return what starts a shell's line as the person."""
        start = "cd; exec env -u LD_LIBRARY_PATH DISPLAY={} {}".format(self.display, line)
        return ["chroot", str(self.folder), "su", PERSON, "-c", start]

    def said(self, line: str, *, given: str = "") -> str:
        """Run a line as the person; return what it said. Raises RefusedError."""
        done = subprocess.run(
            self.person(line), capture_output=True, text=True, input=given, check=False, timeout=600
        )
        if done.returncode != 0 or "Traceback" in done.stderr:
            raise RefusedError("{} failed ({}):\n{}".format(line, done.returncode, done.stdout + done.stderr))
        return done.stdout

    def files(self) -> set[str]:
        """Return every file and link of the system and of the person."""
        found: set[str] = set()
        for top in ("usr", "etc", "opt", "home", "var/lib/dpkg/info"):
            for path, _, names in os.walk(self.folder / top):
                found.update(str(Path(path, name).relative_to(self.folder)) for name in names)
        return found


def prove(made: Sequence[Path], work: Path) -> int:
    """Prove what can be proven here; return 1 where something did not hold."""
    lacking = [name for name in TOOLS if shutil.which(name) is None]
    packages = [file for file in made if file.name.endswith((".deb", ".tar.zst"))]
    if not is_root() or lacking:
        why = "only root may enter a bare system" if not is_root() else ", ".join(lacking) + " is not here"
        say("NOT PROVEN in a bare system, for {}: {}.".format(why, ", ".join(f.name for f in packages)))
        return 0
    try:
        with _display() as display, _provider() as port, _bare(work) as folder:
            room = Room(folder, display)
            for file in packages:
                say("Proving {} in a bare {} …".format(file.name, SUITE))
                (_prove_deb if file.suffix == ".deb" else _prove_tar)(room, file, port)
    except RefusedError as error:
        say("DID NOT HOLD: {}".format(error))
        return 1
    say("Proven: installed, used, removed; nothing is left but the person's data.")
    return 0


@contextlib.contextmanager
def _bare(work: Path) -> Iterator[Path]:
    """Yield a fresh bare system; the first one of a machine is kept to be copied."""
    kept, folder = work / "bare", work / "room"
    if not (kept / "whole").exists():
        say("Making a bare {} …".format(SUITE))
        shutil.rmtree(kept, ignore_errors=True)
        command = ["debootstrap", "--variant=minbase", SUITE, str(kept)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RefusedError("debootstrap failed:\n{}".format(done.stdout[-2000:]))
        (kept / "whole").touch()
    if folder.exists():
        shutil.rmtree(folder)
    subprocess.run(["cp", "-a", str(kept), str(folder)], check=True)
    for name in ("resolv.conf", "hosts"):
        shutil.copyfile(Path("/etc") / name, folder / "etc" / name)
    (folder / "tmp" / ".X11-unix").mkdir()
    mounts = [("proc", "/proc"), ("dev", "/dev"), ("tmp/.X11-unix", "/tmp/.X11-unix")]
    mounted: list[Path] = []
    try:
        for inside, outside in mounts:
            subprocess.run(["mount", "--bind", outside, str(folder / inside)], check=True)
            mounted.append(folder / inside)
        yield folder
    finally:
        for place in reversed(mounted):
            subprocess.run(["umount", "-l", str(place)], check=True)


@contextlib.contextmanager
def _display() -> Iterator[str]:
    # -noreset: else it begins anew when the last window goes, and a start in that moment finds no display.
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1366x768x24", "-noreset", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            yield ":" + server.stdout.readline().strip()
        finally:
            server.terminate()


@contextlib.contextmanager
def _provider() -> Iterator[int]:
    """Yield the port of a provider on this machine that speaks as real ones do."""
    command = [sys.executable, "-m", "tests.faults.server"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            yield int(server.stdout.readline())
        finally:
            server.kill()


def _prove_deb(room: Room, file: Path, port: int) -> None:
    shutil.copy(file, room.folder / "tmp" / file.name)
    room.root("apt-get", "-q", "update")
    room.root("useradd", "-m", PERSON)
    room.root("apt-get", "-q", "install", "-y", "--no-install-recommends", "/tmp/" + file.name)
    (room.folder / "tmp" / file.name).unlink()
    own = set(room.root("dpkg", "-L", "roundtable-desk").split("\n"))
    use(room, "roundtable", port)
    room.root("apt-get", "-q", "purge", "-y", "roundtable-desk")
    # What stays of the package: folders that others share, and nothing of its own name.
    left = [path for path in own if path and (room.folder / path[1:]).is_file()]
    left += [path for path in room.files() if "roundtable" in path and not path.startswith("home/")]
    _only_data(room, left)


def _prove_tar(room: Room, file: Path, port: int) -> None:
    home = room.folder / "home" / PERSON
    shutil.rmtree(home / "unpacked", ignore_errors=True)
    (home / "unpacked").mkdir()
    subprocess.run(["tar", "--zstd", "-xf", str(file), "-C", str(home / "unpacked")], check=True)
    (top,) = (home / "unpacked").iterdir()
    before = room.files()
    room.said("sh {}/install.sh".format(Path("unpacked", top.name)))
    use(room, ".local/bin/roundtable", port)
    room.said("sh {}/install.sh --uninstall".format(Path("unpacked", top.name)))
    _only_data(room, sorted(room.files() - before))


def _only_data(room: Room, left: Sequence[str]) -> None:
    home = "home/{}/".format(PERSON)
    data = tuple(home + name for name in (".local/share/roundtable/", ".config/roundtable/", "said/"))
    strange = [path for path in left if not path.startswith((*data, home + ".cache/"))]
    if strange:
        raise RefusedError("left behind: " + ", ".join(sorted(strange)[:20]))


def use(room: Room, program: str, port: int) -> None:
    """Use the program as a person does: without a model, with one, every export, twenty windows."""
    _offline(room, program)
    _model_host(room, program, port)
    _by_itself(room, program)
    _agents(room, program)
    _windows(room, program)


def _offline(room: Room, program: str) -> None:
    words = 'run debate --question "Four days or five?" --approve all --json'
    session = json.loads(room.said("{} {}".format(program, words)).strip().split("\n")[-1])
    if session["state"] != "finished":
        raise RefusedError("the offline debate ended as {}".format(session["state"]))
    home = room.folder / "home" / PERSON
    room.said("mkdir -p said")
    for kind in EXPORTS:
        name = "said/{}.{}".format(session["session"], kind)
        (home / name).unlink(missing_ok=True)
        room.said("{} export {} --format {} -o {}".format(program, session["session"], kind, name))
        if not (home / name).is_file() or (home / name).stat().st_size < 100:
            raise RefusedError("{} wrote nothing for {}".format(program, kind))
    say("  offline debate finished; exports: {}".format(", ".join(EXPORTS)))


def _model_host(room: Room, program: str, port: int) -> None:
    config = room.folder / "home" / PERSON / ".config" / "roundtable"
    address = 'base_url = "http://127.0.0.1:{}/v1"\n'.format(port)
    config.mkdir(parents=True, exist_ok=True)
    # Azure's calls litellm carries.
    carried = '[providers.azure]\nbase_url = "http://127.0.0.1:{}/openai/v1/"\n'.format(port)
    text = "[endpoints.work]\n{0}[providers.openai]\n{0}{1}".format(address, carried)
    (config / "providers.toml").write_text(text, encoding="utf-8")
    room.root("chown", "-R", PERSON, "/home/" + PERSON)
    for model in ("work/good", "openai/good", "azure/good"):
        words = 'run debate --question "Where to?" --model {} --set max_rounds=1 --approve all --json'
        line = "env OPENAI_API_KEY=sk-unused AZURE_API_KEY=unused {} {}".format(program, words.format(model))
        session = json.loads(room.said(line).strip().split("\n")[-1])
        if session["state"] != "finished" or not session["tokens"]:
            raise RefusedError("the model host did not answer for {}: {}".format(model, session))
    say("  the model host answers over loopback, as a server of one's own, as OpenAI and by litellm")


def _by_itself(room: Room, program: str) -> None:
    """Let the program start itself: the workers of a batch, and the writing of a draft's history."""
    table = room.folder / "home" / PERSON / "said" / "questions.csv"
    table.write_text("id,question\na,Tea or coffee?\nb,Four days or five?\n", encoding="utf-8")
    line = "{} batch run said/questions.csv --out said/survey --workers 2 --approve all --json"
    states = json.loads(room.said(line.format(program)).strip())["states"]
    if states != {"finished": 2}:
        raise RefusedError("the batch came to {}".format(states))
    room.said("{} batch report said/survey".format(program))
    # A collector that is away: tracing must be in it, and cost nothing.
    room.said("{} config trace_address http://127.0.0.1:9/v1/traces".format(program))
    told = room.said("{} run debate --question Tea? --approve all 2>&1".format(program))
    room.said("{} config trace_address default".format(program))
    if "install" in told:
        raise RefusedError("tracing is not in it:\n" + told)
    say("  a batch in two processes, its report, and tracing")


_SAYS_HELLO = (
    {
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "proof", "version": "1"},
        },
    },
    {"method": "notifications/initialized"},
    {
        "id": 2,
        "method": "tools/call",
        "params": {
            "name": "start",
            "arguments": {"workflow": "debate", "fields": {"question": "Tea or coffee?"}, "cost_limit": 1},
        },
    },
)


def _agents(room: Room, program: str) -> None:
    """Begin a session as an agent does, and have it run although the agent is gone."""
    with subprocess.Popen(
        room.person("{} mcp".format(program)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as client:
        assert client.stdin is not None
        assert client.stdout is not None
        for line in _SAYS_HELLO:
            client.stdin.write("{}\n".format(json.dumps({"jsonrpc": "2.0", **line})))
        client.stdin.flush()
        # It reads to the end where the server says nothing: an end without a word is an answer, too.
        answers = (json.loads(line) for line in client.stdout if line.strip())
        begun: dict[str, Any] = next((one for one in answers if one.get("id") == len(_SAYS_HELLO) - 1), {})
        client.stdin.close()
    if begun.get("result", {}).get("isError", "result" not in begun):
        raise RefusedError("an agent could not begin a session: {}".format(begun))
    session = begun["result"]["structuredContent"]["session"]
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        rows = json.loads(room.said("{} list --json".format(program)))
        state = next((row["state"] for row in rows if row["session"] == session), "")
        if state in ("waiting", "finished"):
            say("  an agent began a session, which went on without it")
            return
        time.sleep(0.5)
    raise RefusedError("the session that an agent began came to nothing: {}".format(state))


def _windows(room: Room, program: str) -> None:
    seconds = []
    for number in range(STARTS):
        begun = time.monotonic()
        with subprocess.Popen(room.person(program), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
            try:
                seconds.append(_shown(room.display, begun))
            except RefusedError:
                raise RefusedError("start {} of {} showed no window".format(number + 1, STARTS)) from None
            finally:
                _close(child, room.display)
            if child.returncode != 0:
                said = child.stderr.read().decode(errors="replace") if child.stderr else ""
                raise RefusedError("start {} ended with {}: {}".format(number + 1, child.returncode, said))
    middle = statistics.median(seconds)
    say(
        "  {0} starts, {0} windows; first seen after {1:.2f} s (median; {2:.2f} to {3:.2f})".format(
            STARTS, middle, min(seconds), max(seconds)
        )
    )


def windows(display: str) -> set[str]:
    """Return the ids of the program's windows that can be seen on a display."""
    command = ["xdotool", "search", "--onlyvisible", "--name", "Roundtable"]
    env = dict(os.environ, DISPLAY=display)
    return set(subprocess.run(command, capture_output=True, text=True, env=env, check=False).stdout.split())


def _shown(display: str, begun: float) -> float:
    """Wait for the sketch of the window, then for the window in its place; return when the first was seen."""
    first: set[str] = set()
    seen_at = 0.0
    while time.monotonic() - begun < PATIENCE:
        there = windows(display)
        if there and not first:
            first, seen_at = there, time.monotonic() - begun
        if first and there - first and not there & first:
            return seen_at
        time.sleep(0.02)
    raise RefusedError("no window")


def _close(child: subprocess.Popen[bytes], display: str) -> None:
    """Close the window as a window manager does; what does not go is ended."""
    env = dict(os.environ, DISPLAY=display)
    for window in windows(display):
        # Ctrl+Q: there is no window manager here whose close button could be pressed.
        subprocess.run(["xdotool", "windowfocus", window, "key", "ctrl+q"], env=env, check=False)
    try:
        child.wait(60)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
