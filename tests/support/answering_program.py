"""A program that answers for a seat, well or badly: the first argument says how."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

ANSWER = "The answer: grüße, 漢字."
_USAGE = {"input_tokens": 12, "output_tokens": 34}
PRINTED: dict[str, str] = {
    "deaf": ANSWER,
    "empty": "",
    "colours": f"\x1b]0;title\x07\x1b[1;32m{ANSWER}\x1b[0m\n⠋ thinking\r\x1b[2K\x1b[?25h",
    "json": json.dumps({"type": "result", "is_error": False, "result": ANSWER, "usage": _USAGE}),
    "json lines": 'warning: a new version\n{"type": "start"}\n' + json.dumps({"result": ANSWER}),
    "json login": json.dumps({"is_error": True, "result": "Invalid API key · Please run /login"}),
    "other json": '{"reply": {"parts": []}}',
    "login as an answer": "Please run /login to use this program.",
    "limit": "Claude usage limit reached. It resets at 5pm.",
    "page": "<!DOCTYPE html><html><title>502</title></html>",
}
"""What is printed, by how it answers."""
FAIL = ("json login", "limit")
"""Those that end with a status of failure."""


def main(how: str, *more: str) -> None:
    """Read the question, and answer as wanted."""
    asked = sys.stdin.buffer.read().decode() if how != "deaf" else ""
    # Not by the locale: its environment says nothing of one.
    say = sys.stdout.buffer.write
    if how in PRINTED:
        say(PRINTED[how].encode())
        sys.exit(how in FAIL)
    match how:
        case "stream":
            for word in ("One\n", "two\n", "three\n"):
                say(word.encode())
                sys.stdout.buffer.flush()
                time.sleep(0.05)
        case "echo":
            say(asked.encode())
        case "login":
            sys.exit("You are not logged in. Run: seat login")
        case "die":
            say(b"Half an ans")
            sys.stdout.flush()
            os.abort()
        case "hang":
            sys.stderr.write("Waiting for the browser …\n")
            sys.stderr.flush()
            time.sleep(3600)
        case "flood":
            while True:
                say(b"x" * 65536)
        case "family":
            # One that goes its own way, as some updaters do.
            nap = "import os,time; os.setsid(); time.sleep(3600)"
            child = subprocess.Popen([sys.executable, "-c", nap])
            Path(more[0]).write_text(f"{os.getpid()} {child.pid}")
            time.sleep(3600)
        case "look":
            there = Path.cwd()
            found = {"folder": [*map(str, there.iterdir())], "there": str(there), "env": dict(os.environ)}
            say(json.dumps({**found, "argv": sys.argv}).encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
