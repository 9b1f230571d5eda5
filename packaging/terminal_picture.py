"""Make the picture of the first deliberation in a terminal, as the README shows it.

    python3 packaging/dev.py run --help          once, so that .venv is there
    .venv/bin/python packaging/terminal_picture.py resources/pictures/terminal.png

The command runs in a terminal of its own, over an empty data folder; what stands on that terminal at the end
is drawn, cut in the middle where it is long. Needs a system with pseudo-terminals.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import sys
import tempfile
import termios
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QImage, QPainter

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = 100
HEAD, TAIL = 38, 14
"""Lines of the picture: from the beginning, and from the end."""
INK, PAPER, FAINT = "#1d2129", "#fbfbfd", "#7a8290"
COLOURS = {"31": "#b3261e", "32": "#2e7d32", "33": "#8a6100", "34": "#1f5fae", "36": "#00707f"}
COMMAND = ["python3", "packaging/dev.py", "run"]
_PIECE = re.compile(r"\x1b\[([?\d;]*)([A-Za-z])|([\r\n])|([^\x1b\r\n]+)")


@dataclass(frozen=True)
class Ink:
    """How a character is drawn."""

    bold: bool = False
    faint: bool = False
    colour: str = ""


def run() -> str:
    """Run the command without a display; return all that it wrote in its terminal."""
    with tempfile.TemporaryDirectory() as home:
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(ROOT)
            kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
            # No display, and a home of its own: the picture shows where a session lies, and no folder of who
            # makes it.
            environment = {**kept, "HOME": home, "TERM": "xterm-256color", "PYTHONUTF8": "1"}
            os.execvpe(COMMAND[0], COMMAND, environment)
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 60, COLUMNS, 0, 0))
        written = b""
        while True:
            try:
                piece = os.read(terminal, 65536)
            except OSError:
                piece = b""
            if not piece:
                break
            written += piece
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
            raise SystemExit(written.decode(errors="replace"))
        return written.decode()


def screen(written: str) -> list[list[tuple[str, Ink]]]:
    """Return the lines that stand on a terminal in the end, a character with its ink each."""
    lines: list[list[tuple[str, Ink]]] = [[]]
    row, column, ink = 0, 0, Ink()
    for match in _PIECE.finditer(written):
        codes, letter, end, text = match.groups()
        if text:
            for sign in text:
                if column == COLUMNS:
                    lines, row, column = [*lines, []], row + 1, 0
                lines[row][column:] = [*lines[row][column:column], (sign, ink), *lines[row][column + 1 :]]
                column += 1
        elif end == "\r":
            column = 0
        elif end == "\n":
            row += 1
            if row == len(lines):
                lines.append([])
        elif letter == "A":
            row = max(0, row - int(codes or 1))
        elif letter == "K":
            lines[row], column = [], 0
        elif letter == "m":
            ink = inked(codes.split(";"), ink)
    return lines


def inked(codes: list[str], ink: Ink) -> Ink:
    """Return the ink after a terminal's code for it."""
    for code in codes:
        if code in ("", "0"):
            ink = Ink()
        elif code == "1":
            ink = Ink(True, ink.faint, ink.colour)
        elif code == "2":
            ink = Ink(ink.bold, True, ink.colour)
        elif code in COLOURS:
            ink = Ink(ink.bold, ink.faint, COLOURS[code])
    return ink


def cut(lines: list[list[tuple[str, Ink]]]) -> list[list[tuple[str, Ink]]]:
    """Return the beginning and the end, with what was left out between them told."""
    while lines and not lines[-1]:
        lines.pop()
    left = len(lines) - HEAD - TAIL
    if left < 2:
        return lines
    faint = Ink(faint=True)
    gap_line = [(sign, faint) for sign in f"     ⋮   {left} more lines of the answer"]
    return [*lines[:HEAD], [], gap_line, [], *lines[-TAIL:]]


def draw(lines: list[list[tuple[str, Ink]]], path: Path) -> None:
    """Draw the lines."""
    application = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])
    font = QFont(["DejaVu Sans Mono", "Liberation Mono", "Menlo", "Consolas", "monospace"], 11)
    font.setStyleHint(QFont.StyleHint.Monospace)
    metrics = QFontMetricsF(font)
    width, height, margin, scale = metrics.horizontalAdvance("0"), metrics.height() * 1.15, 18, 2
    size = (int(COLUMNS * width + 2 * margin), int(len(lines) * height + 2 * margin))
    image = QImage(size[0] * scale, size[1] * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    image.fill(QColor(PAPER))
    painter = QPainter(image)
    painter.setPen(QColor("#d5d9e0"))
    painter.drawRect(QRectF(0.5, 0.5, size[0] - 1, size[1] - 1))
    for row, line in enumerate(lines):
        for column, (sign, ink) in enumerate(line):
            font.setBold(ink.bold)
            painter.setFont(font)
            painter.setPen(QColor(FAINT if ink.faint else ink.colour or INK))
            painter.drawText(QPointF(margin + column * width, margin + metrics.ascent() + row * height), sign)
    painter.end()
    # A few hundred shades are all that letters need: a third of the size.
    few = Qt.ImageConversionFlag.AvoidDither | Qt.ImageConversionFlag.ThresholdDither
    if not image.convertToFormat(QImage.Format.Format_Indexed8, few).save(str(path)):
        raise SystemExit(f"{path} could not be written.")
    del application


def main(arguments: list[str]) -> int:
    """Make the picture; return the exit status."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__)
        return 0 if arguments in (["-h"], ["--help"]) else 2
    typed = [(sign, Ink(faint=True)) for sign in f"$ {' '.join(COMMAND)}"]
    draw(cut([typed, *screen(run())]), Path(arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
