"""What nobody expected, told in a sentence; the traceback goes into a report."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app import __version__
from app.domain.errors import RoundtableError, no_room


class _Mistake(RoundtableError):
    """The program made a mistake."""

    kind = "bug"


def mistake(error: BaseException) -> RoundtableError:
    """Keep a report of an error; return it in words."""
    short = no_room(error)
    if short is not None:
        return short
    path = _keep(error)
    step = "What was saved is safe; please report what you did."
    step += f" A report for that is in {path}." if path else ""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return _Mistake(f"The program made a mistake ({what}).", step)


def _keep(error: BaseException) -> Path | None:
    # Late for start-up cost: hardly any command gets here.
    from app.services.bug_reports import keep_report
    from app.settings.folders import Folders

    return keep_report(Folders.of_this_machine().data, __version__, error)


class _Teller(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        from app.cli.output import say  # late: start-up cost

        say(f"Note: {record.getMessage()}")
        if record.exc_info and record.exc_info[1] is not None:
            _keep(record.exc_info[1])


@contextmanager
def tell_warnings() -> Iterator[None]:
    """Print what is logged as a warning as a note; its traceback goes into a report."""
    teller = _Teller(logging.WARNING)
    logging.getLogger().addHandler(teller)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(teller)
