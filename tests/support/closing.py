"""What stands at the end of a run that failed: how to run that alone, and what the machine was short of."""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

COMMAND = "ROUNDTABLE_TEST_COMMAND"
"""Set by packaging/dev.py: the command that a person typed, without its arguments."""
MOST = 10
"""Commands that are shown; for more than these there is one for all."""
MB = 2**20
WINDOW_S = 300.0
"""The longer of the two windows over which a system counts its programs."""


@dataclass(frozen=True)
class Machine:
    """What there was of everything: counts since the start of the machine, and what is free."""

    cores: int
    at: float = 0.0
    """When it was looked at, in seconds since some moment."""
    loads: tuple[float, float] = (0.0, 0.0)
    """Programs that ran or waited for a processor, over the last minute and over the last five."""
    all_ticks: int = 0
    stolen_ticks: int = 0
    """Ticks that the machine below, of which this one is a part, gave to others."""
    killed: int = 0
    """Programs that the system ended for want of memory."""
    memory: int | None = None
    """Free bytes; None where the system does not tell."""
    disks: Mapping[str, int] | None = None
    """Free bytes by folder."""


def look(root: Path) -> Machine:
    """Return how the machine is now."""
    ticks = _numbers("/proc/stat", "cpu ")
    memory = _numbers("/proc/meminfo", "MemAvailable:")
    killed = _numbers("/proc/vmstat", "oom_kill ")
    return Machine(
        cores=os.cpu_count() or 1,
        at=time.monotonic(),
        loads=os.getloadavg()[:2] if hasattr(os, "getloadavg") else (0.0, 0.0),
        all_ticks=sum(ticks[:8]),
        stolen_ticks=ticks[7] if len(ticks) > 7 else 0,
        killed=killed[0] if killed else 0,
        memory=memory[0] * 1024 if memory else None,
        disks={str(folder): shutil.disk_usage(folder).free for folder in (root, Path(tempfile.gettempdir()))},
    )


def _numbers(file: str, begins: str) -> list[int]:
    try:
        lines = Path(file).read_text(encoding="ascii").splitlines()
    except OSError:
        return []
    found = next((line for line in lines if line.startswith(begins)), "")
    return [int(word) for word in found.split()[1:] if word.isdigit()]


def shortages(before: Machine, after: Machine, workers: int) -> list[str]:
    """Return what the machine was short of while `workers` processes ran tests, each as a few words."""
    found = []
    # Every second worker may have a child that works too; what goes beyond that are other programs.
    programs = after.loads[after.at - before.at > WINDOW_S]
    if programs > after.cores + 1.5 * workers:
        load = f"{programs:.1f} programs at once for {after.cores} processors, of which {workers} ran tests"
        found.append(f"processors: {load}")
    ticks = after.all_ticks - before.all_ticks
    share = (after.stolen_ticks - before.stolen_ticks) / ticks if ticks > 0 else 0.0
    if share > 0.05:
        found.append(f"processors: {share:.0%} of their time went to other machines on the same hardware")
    if after.killed > before.killed:
        found.append(f"memory: the system ended {after.killed - before.killed} programs for want of it")
    elif after.memory is not None and after.memory < 500 * MB:
        found.append(f"memory: {after.memory // MB} MB are free")
    for folder, free in (after.disks or {}).items():
        if free < 500 * MB:
            found.append(f"disk: {free // MB} MB are free in {folder}")
    return found


def closing(failed: Sequence[str], short: Sequence[str], command: str) -> list[str]:
    """Return the lines: how to run what failed alone, and what the machine was short of."""
    if not failed:
        lines = ["No test failed, the run did. Once more:", f"    {command}"]
    else:
        lines = ["Run alone what failed:"]
    lines += [f"    {command} {shlex.quote(test)}" for test in failed[:MOST]]
    if len(failed) > MOST:
        lines.append(f"all {len(failed)} of them:")
    if len(failed) > 1:
        lines.append(f"    {command} --last-failed")
    if short:
        lines += ["The machine was short of", *(f"    {what}" for what in short)]
    else:
        lines.append("The machine was short of nothing: neither processors nor memory nor disk.")
    return lines
