"""Paths of every kind that a person may type, most of which lead to nothing."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path


def folder_without_rights(at: Path) -> str:
    at.mkdir()
    at.chmod(0)
    return str(at / "inside")


def loop_of_links(at: Path) -> str:
    at.symlink_to(at.with_name("other"))
    at.with_name("other").symlink_to(at)
    return str(at)


def fifo(at: Path) -> str:
    os.mkfifo(at)
    return str(at)


def listening(at: Path) -> str:
    # Its name may have 107 bytes.
    with socket.socket(socket.AF_UNIX) as made:
        here = Path.cwd()
        os.chdir(at.parent)
        try:
            made.bind(at.name)
        finally:
            os.chdir(here)
    return str(at)


def folder(at: Path) -> str:
    at.mkdir()
    return str(at)


def file(at: Path) -> str:
    at.write_bytes(b"\x00\xff nothing that anybody reads \xfe")
    return str(at)


PATHS: dict[str, Callable[[Path], str]] = {
    "a name too long": lambda at: str(at) + "x" * 300,
    "a path too long": lambda at: "/".join([str(at), *["deep" * 50] * 30]),
    "a zero byte": lambda at: f"{at}\0.json",
    "half a sign": lambda at: f"{at}\udcff\ud800.json",
    "a device": lambda at: "/dev/zero",
    "one's own memory": lambda at: "/proc/self/mem",
    "a pipe": fifo,
    "a socket": listening,
    "a folder": folder,
    "a file": file,
    "an address": lambda at: Path(file(at)).as_uri(),
    "no rights": folder_without_rights,
    "below a file": lambda at: file(at) + "/inside.json",
    "a loop of links": loop_of_links,
    "nobody's home": lambda at: "~nobody-of-this-name/a.json",
    "nothing": lambda at: "",
    "blanks": lambda at: "  \n ",
    "a turned name": lambda at: str(at) + "\u202e\x1b[31m\n-rf.json",
    "a dash": lambda at: "-",
}
