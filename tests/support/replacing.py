"""Putting another folder, or a link to one, in the place of a folder that was opened."""

from __future__ import annotations

from pathlib import Path


def replace_folder(folder: Path, other: Path, *, by_a_link: bool) -> None:
    """Move a folder away, and put another one, or a link to it, in its place."""
    folder.rename(folder.with_name("moved"))
    if by_a_link:
        folder.symlink_to(other)
    else:
        other.rename(folder)


def content_of(folder: Path) -> dict[Path, bytes]:
    """Return all files of a folder with what they hold."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
