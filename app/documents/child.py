"""The child process that reads documents: bytes come in, lines and places go out, and it holds nothing else.

Rules: it opens no connection, and no file but the system's fonts where a page is drawn; its memory has a
limit, and each document a time, both of which end in a refusal with a code; what is larger than it should be
after a document ends it, and a new one is begun.
"""

from __future__ import annotations

import contextlib
import json
import signal
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module

from app.documents.lines import Lines, Refusal, TooLong, check_beginning
from app.documents.places import FORMS, Asked, DocumentKind, form_of
from app.processes.frames import pack, read_frame

MEMORY = 280 * 2**20
"""Bytes of address space: what a hostile document may take before it is refused."""
_WORN = 140 * 2**20
"""Bytes after which a process is not used again."""
READERS: Mapping[DocumentKind, tuple[str, str]] = {
    kind: (f"app.documents.{kind}", f"read_{kind}") for kind in FORMS
}
"""Each is imported when its first document comes."""


def main() -> int:
    """Read documents from standard input until it ends."""
    _limit_memory()
    given, back = sys.stdin.buffer, sys.stdout.buffer
    # What a library prints must not stand in the answers.
    with contextlib.redirect_stdout(sys.stderr):
        while head := read_frame(given):
            asked = json.loads(head)
            content = read_frame(given) or b""
            page = (asked.get("page", 1), asked.get("quote", ""))
            answer = read(asked["kind"], content, asked["seconds"], *page)
            worn = _memory() > _WORN
            back.write(pack(json.dumps({**answer, "last": worn}).encode("ascii")))
            back.flush()
            if worn:
                return 0
    return 0


def read(kind: Asked, content: bytes, seconds: float, page: int = 1, quote: str = "") -> dict[str, object]:
    """Return the text, places and notes – or the code of a refusal.

    `page`, `quote`: of the picture of a page, its number and what is marked on it.
    """
    lines = Lines()
    try:
        check_beginning(form_of(kind), content)
        with _time(seconds):
            if kind == "edited":
                # Late: whoever reads sources needs nothing of it.
                from app.documents.edited import read_edited

                return {"edited": read_edited(content)}
            if kind == "page":
                return {"page": _drawn(content, page, quote)}
            if kind == "scan":
                drawn = _drawn(content, page, None)
                return {"page": drawn} if drawn else {}
            module, name = READERS[form_of(kind)]
            getattr(import_module(module), name)(content, lines)
        if not lines.holds_text:
            raise Refusal("scanned", pages=len(lines.places)) if kind == "pdf" else Refusal("empty")
    except Refusal as refusal:
        return {"refused": refusal.code, "params": refusal.params}
    except TooLong:
        return {"refused": "time", "params": {}}
    except MemoryError:
        lines = Lines()
        return {"refused": "memory", "params": {"limit": MEMORY // 2**20}}
    except Exception:  # noqa: BLE001  a broken file makes a reader fail in every way there is
        return {"refused": "broken", "params": {}}
    return {"text": lines.text, "places": lines.places, "notes": lines.notes}


def _drawn(content: bytes, page: int, quote: str | None) -> dict[str, object]:
    try:
        # Late: most documents are only read, and the library may be missing.
        from app.documents.page_render import render_page, render_scan
    except (ImportError, OSError) as error:
        raise Refusal("no_pages") from error
    return render_scan(content, page) if quote is None else render_page(content, page, quote)


@contextlib.contextmanager
def _time(seconds: float) -> Iterator[None]:
    """Raise TooLong in here after so many seconds of this process's work.

    Where the system has no such clock the parent's longer one ends the process.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def over(*_: object) -> None:
        raise TooLong

    signal.signal(signal.SIGPROF, over)
    # Again and again: what swallows the first one meets the next.
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows: the readers' own bounds have to do
        return
    for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0)):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(what, (most, most))


def _memory() -> int:
    """Return the most memory this process ever took, in bytes; 0 where that is not known."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
