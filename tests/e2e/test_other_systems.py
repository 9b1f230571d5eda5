"""What macOS and Windows do otherwise, done that way here as far as this system can: folders, ends, keyrings.

What only these systems themselves can show stands in the README as not tried.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from platformdirs.macos import MacOS

from app.cli.interrupts import listening
from app.gateway.tools.remains import Remains
from app.processes.child import start, wait_or_kill
from app.settings.folders import Folders
from tests.support.commands import call, debate, spawn
from tests.support.waiting import until

posix = pytest.mark.skipif(sys.platform == "win32", reason="done here as on Windows by a POSIX system")
SLEEPS = "import time; time.sleep(600)"
FAMILY = f"""
import subprocess, sys, time
one = subprocess.Popen([sys.executable, "-c", {SLEEPS!r}])
apart = subprocess.Popen([sys.executable, "-c", {SLEEPS!r}], start_new_session=True)
print(one.pid, apart.pid, flush=True)
time.sleep(600)
"""


def _ended(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state in "ZX"


@posix
def test_data_and_settings_may_lie_in_one_folder_as_they_do_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dirs = MacOS("roundtable", appauthor=False)
    assert dirs.user_data_dir == dirs.user_config_dir, "both are this folder there, and so on Windows"
    both = tmp_path / "Application Support" / "roundtable"
    for name in ("ROUNDTABLE_DATA_DIR", "ROUNDTABLE_CONFIG_DIR"):
        monkeypatch.setenv(name, str(both))
    assert Folders.of_this_machine() == Folders(both, both)
    session = debate()
    assert call("config", "language", "de").code == 0
    kept = tmp_path / "kept.zip"
    assert call("backup", kept).code == 0
    assert call("delete", session).code == 0
    restored = call("restore", kept)
    assert restored.code == 0, restored.err
    assert session in call("list", "--json").out
    assert call("config", "language", "--json").value == {"language": "de"}
    assert all(one["ok"] for one in call("doctor", "--json").value if "folder" in one["check"])


@posix
@pytest.mark.parametrize(("system", "group"), [("darwin", True), ("win32", False)])
async def test_a_program_is_ended_where_only_its_group_or_itself_can_be(
    monkeypatch: pytest.MonkeyPatch, system: str, group: bool
) -> None:
    leader = await asyncio.to_thread(
        lambda: subprocess.Popen(
            [sys.executable, "-c", FAMILY], stdout=subprocess.PIPE, text=True, start_new_session=group
        )
    )
    assert leader.stdout is not None
    one, apart = map(int, (await asyncio.to_thread(leader.stdout.readline)).split())
    try:
        monkeypatch.setattr(sys, "platform", system)
        Remains(leader.pid).kill()
        monkeypatch.undo()
        assert await asyncio.to_thread(leader.wait) < 0
        if group:
            await until(lambda: _ended(one))
        # Elsewhere than on Linux nobody finds what set itself apart.
        assert not _ended(apart)
    finally:
        leader.stdout.close()
        for pid in (one, apart):
            if not _ended(pid):
                os.kill(pid, signal.SIGKILL)


@posix
def test_a_child_of_the_programs_own_ends_by_its_input_without_a_session_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    child = start([sys.executable, "-c", "import sys; sys.stdin.read(); print('over')"], dict(os.environ))
    monkeypatch.undo()
    assert child.stdin is not None
    assert child.stdout is not None
    assert os.getpgid(child.pid) == os.getpgid(0), "no group, as there"
    child.stdin.close()
    assert child.stdout.read() == b"over\n" or sys.platform == "win32"
    assert wait_or_kill(child, 60)
    child.stdout.close()


@posix
async def test_an_interrupt_is_left_to_python_where_a_loop_cannot_hear_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = signal.getsignal(signal.SIGINT)
    with monkeypatch.context() as there:
        there.setattr(sys, "platform", "win32")
        with listening(lambda: None):
            assert signal.getsignal(signal.SIGINT) is before
    with listening(lambda: None):
        assert signal.getsignal(signal.SIGINT) is not before


@pytest.mark.nightly
@pytest.mark.parametrize(
    "ring",
    [
        *("keyring.backends.Windows.WinVaultKeyring", "keyring.backends.macOS.Keyring"),
        *("keyring.backends.SecretService.Keyring", "keyring.backends.kwallet.DBusKeyring"),
    ],
)
def test_a_keyring_of_another_system_that_is_named_ends_no_command(
    monkeypatch: pytest.MonkeyPatch, ring: str
) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", ring)
    listed = spawn("models", "--json")
    assert listed.code == 0, listed.err
    looked = spawn("doctor", "--json")
    assert "Traceback" not in looked.err + listed.err
    assert any(one["check"] == "providers" for one in looked.value)
