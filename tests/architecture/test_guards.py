"""The guards of tests/conftest.py catch what they are for: tests that break a rule are run and must fail."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

OFFENDERS = """
import asyncio, socket, threading, time, urllib.request
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

kept = []

def test_leaves_a_thread():
    threading.Thread(target=time.sleep, args=(60,), name="straggler", daemon=True).start()

@pytest.mark.keeps_threads("wanted")
def test_leaves_a_thread_with_leave():
    threading.Thread(target=time.sleep, args=(60,), name="wanted-1", daemon=True).start()

async def test_leaves_a_task():
    kept.append(asyncio.create_task(asyncio.sleep(60)))

async def test_ends_its_task_and_uses_a_worker_thread():
    task = asyncio.create_task(asyncio.sleep(60))
    await asyncio.to_thread(time.sleep, 0.01)
    task.cancel()

def test_leaves_a_window(qapp):
    kept.append(QWidget())

def test_closes_its_window(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()

def test_leaves_a_running_timer(qapp):
    timer = QTimer()
    timer.start(10000)
    kept.append(timer)

def test_makes_qt_warn(qapp):
    from PySide6.QtCore import qWarning
    qWarning("spilled")

def test_reaches_out():
    urllib.request.urlopen("http://192.0.2.1/", timeout=1)

def test_asks_for_a_name():
    socket.getaddrinfo("example.org", 80)

def test_connects_to_this_machine_without_leave():
    socket.create_connection(("127.0.0.1", 9), timeout=1)

def test_warns():
    import warnings
    warnings.warn("old", DeprecationWarning)
"""
SOUND = {
    "test_leaves_a_thread_with_leave",
    "test_ends_its_task_and_uses_a_worker_thread",
    "test_closes_its_window",
}


def test_each_broken_rule_fails_its_test_and_no_other(tmp_path: Path, repository: Path) -> None:
    file = tmp_path / "test_offenders.py"
    file.write_text(OFFENDERS)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.conftest",
        "-c",
        str(repository / "pyproject.toml"),
    ]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", "-rA", str(file)],
        cwd=repository,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    # What fails on the way out has passed before and is an error: both lines are there.
    bad = set(re.findall(r"^(?:FAILED|ERROR) \S*::(\w+)", done.stdout, re.MULTILINE))
    every = set(re.findall(r"^(?:async )?def (test_\w+)", OFFENDERS, re.MULTILINE))
    assert bad == every - SOUND, done.stdout
    for complaint in ("thread straggler", "tasks left behind", "window <", "running timer <", "192.0.2.1"):
        assert complaint in done.stdout


@pytest.mark.loopback
def test_marked_test_may_use_a_server_on_this_machine() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
    ):
        assert client.getpeername() == server.getsockname()


@pytest.mark.loopback
def test_marked_test_may_still_not_leave_this_machine() -> None:
    with socket.socket() as client, pytest.raises(RuntimeError, match="reached for the network"):
        client.connect(("192.0.2.1", 80))


def test_folders_of_the_program_are_the_tests_own(tmp_path: Path) -> None:
    for name in ("ROUNDTABLE_DATA_DIR", "ROUNDTABLE_CONFIG_DIR"):
        assert Path(os.environ[name]).is_relative_to(tmp_path.parent.parent)
        assert not Path(os.environ[name]).exists()
    assert list(tmp_path.iterdir()) == []
