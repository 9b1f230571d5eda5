"""What goes along with a release: the bill of materials, checksums, and that the changelog knows of it."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from dev_machine import RefusedError

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "packaging" / "locks" / "package.txt"
BUILD_ONLY = frozenset(
    {
        *("altgraph", "boolean-py", "cyclonedx-python-lib", "defusedxml", "hatchling", "license-expression"),
        *("macholib", "packageurl-python", "pathspec", "pefile", "pluggy", "py-serializable", "pyinstaller"),
        *("pyinstaller-hooks-contrib", "pywin32-ctypes", "setuptools", "sortedcontainers", "tomlkit"),
        "trove-classifiers",
    }
)
"""What the lock of the packages holds for building alone: nothing of it goes along."""
_ENTRY = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)", re.MULTILINE)


def version(root: Path = ROOT) -> str:
    """Return the program's version, from the one place where it stands."""
    tree = ast.parse((root / "app" / "__init__.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__version__":
            return str(ast.literal_eval(node.value))
    raise RefusedError("app/__init__.py names no __version__.")


def changelog_problem(changelog: str, release: str, *, final: bool = False) -> str:
    """Return what is wrong with the entry of a release, as a sentence; empty where it is right.

    `final`: it goes out now, so its entry bears a date (`## 1.2.0 – 2026-11-23`) and no “unreleased”.
    """
    heads = re.findall(r"^## (\S+)(?: – (.+))?$", changelog, re.MULTILINE)
    if not heads:
        return "CHANGELOG.md has no entry. Begin one: ## {} – unreleased".format(release)
    newest, date = heads[0]
    if newest != release:
        return "The newest entry of CHANGELOG.md is {}, and app/__init__.py says {}. Make them one.".format(
            newest, release
        )
    body = changelog.partition("## {}".format(newest))[2].partition("\n## ")[0].partition("\n")[2]
    if not body.strip():
        return "The entry {} of CHANGELOG.md says nothing. Write what changes for its users.".format(release)
    if final and not re.fullmatch(r"\d{4}-\d\d-\d\d", date):
        return "The entry {} of CHANGELOG.md bears no date. Write: ## {} – YEAR-MONTH-DAY".format(
            release, release
        )
    return ""


def shipped(lock: str) -> dict[str, str]:
    """Return the versions of what a lock names for the program itself, by name; not what builds it."""
    found = {normal(entry["name"]): entry["version"] for entry in _ENTRY.finditer(lock)}
    return {name: version for name, version in found.items() if name not in BUILD_ONLY}


def normal(name: str) -> str:
    """Return a distribution's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def checksums(files: Iterable[Path]) -> str:
    """Return the text of SHA256SUMS, as `sha256sum --check` reads it."""
    lines = []
    for file in sorted(files, key=lambda path: path.name):
        with file.open("rb") as content:
            lines.append("{}  {}\n".format(hashlib.file_digest(content, "sha256").hexdigest(), file.name))
    return "".join(lines)
