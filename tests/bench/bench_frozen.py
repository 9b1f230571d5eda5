"""The first window of the frozen program against that from source, on a display of their own.

Run: `python packaging/dev.py package`, then `python packaging/dev.py bench frozen`; ROUNDTABLE_FROZEN names
another program. Fresh processes in pairs, after one of each that fills the caches; the median of the ratios.
Limit: 1.5 × source. Exit 1 where it is missed. Without a frozen program, Xvfb or xdotool it says so, and
measures nothing.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PAIRS = 7
FACTOR = 1.5
ROOT = Path(__file__).resolve().parents[2]
FROZEN = ROOT / "dist" / "work" / "frozen" / "roundtable" / "roundtable"


def first_window(command: list[str], folder: str, display: str) -> float:
    """Return the seconds from a start to the first window that can be seen."""
    env = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    env.update(DISPLAY=display, ROUNDTABLE_DATA_DIR=folder, ROUNDTABLE_CONFIG_DIR=folder)
    env["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    begun = time.perf_counter()
    with subprocess.Popen(command, cwd=ROOT, env=env, stderr=subprocess.DEVNULL) as program:
        look = ["xdotool", "search", "--sync", "--onlyvisible", "--limit", "1", "--name", "Roundtable"]
        subprocess.run(look, env=env, stdout=subprocess.DEVNULL, check=True, timeout=120)
        seconds = time.perf_counter() - begun
        program.kill()
    return seconds


def main() -> int:
    """Measure, print, judge."""
    frozen = Path(os.environ.get("ROUNDTABLE_FROZEN", FROZEN))
    lacking = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
    if lacking or not frozen.is_file():
        what = ", ".join(lacking) or f"{frozen} (make it: packaging/dev.py package)"
        sys.stdout.write(f"not measured, for this is not here: {what}\n")
        return 0
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1366x768x24", "-noreset"]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server,
    ):
        assert server.stdout is not None
        display = ":" + server.stdout.readline().strip()
        source = [sys.executable, "-m", "app"]
        pairs = [
            (first_window(source, folder, display), first_window([str(frozen)], folder, display))
            for _ in range(1 + PAIRS)
        ][1:]
        server.terminate()
    ratio = statistics.median(ours / theirs for theirs, ours in pairs)
    sys.stdout.write(
        f"first window from source {statistics.median(p[0] for p in pairs) * 1000:.0f} ms, "
        f"frozen {statistics.median(p[1] for p in pairs) * 1000:.0f} ms, "
        f"{ratio:.2f} × source (limit {FACTOR})\n"
    )
    return 0 if ratio <= FACTOR else 1


if __name__ == "__main__":
    raise SystemExit(main())
