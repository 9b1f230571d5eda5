"""A model host that sends nothing: speaks the frames, and misbehaves as its first argument says."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from app.gateway.protocol import (
    VERSION,
    Answer,
    Ask,
    Delta,
    Done,
    Hello,
    Ready,
    Start,
    WasSent,
    decode,
    encode,
)
from app.processes.frames import FrameReader, pack

_said = 0


def say(frame: object) -> None:
    """Write a frame; once, the one at which it is to die to its middle."""
    global _said
    _said += 1
    content = pack(encode(frame))  # type: ignore[arg-type]  # frames alone are given to it
    if sys.argv[1] == "die-at" and _said == int(sys.argv[3]) and not Path(sys.argv[2]).exists():
        Path(sys.argv[2]).write_text("once", encoding="utf-8")
        os.write(1, content[: len(content) // 2 * int(sys.argv[4])])
        os._exit(3)
    os.write(1, content)


def main() -> None:
    """Serve as the argument says."""
    how = sys.argv[1]
    if how == "crash":
        sys.exit("out of luck")
    say(Hello(VERSION + 1 if how == "old" else VERSION))
    if how == "slow":
        time.sleep(float(sys.argv[2]))
    say(Ready(0.0))
    if how == "hang":
        time.sleep(3600)
    reader = FrameReader()
    while data := os.read(0, 2**16):
        for frame in map(decode, reader.feed(data)):
            if isinstance(frame, Ask):
                say(Answer(frame.id, {"estimates": [{"tokens_in": 1, "tokens_out_max": 1}]}))
            if isinstance(frame, Start):
                if how == "die-once" and not Path(sys.argv[2]).exists():
                    Path(sys.argv[2]).write_text("once", encoding="utf-8")
                    os._exit(3)
                say(WasSent(frame.id))
                if how == "die-at":
                    say(Delta(frame.id, "The stand-in "))
                usage: dict[str, object] = {"tokens_in": 1, "tokens_out": 1}
                say(Done(frame.id, "The stand-in answers.", "", [], "stop", usage, []))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
