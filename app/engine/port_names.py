"""The names of the ports to folders that a person chose."""

from __future__ import annotations

from typing import Literal

PortName = Literal["sources", "history"]
PORT_NAMES: tuple[PortName, ...] = ("sources", "history")
READ_FOLDER: PortName = "sources"
