"""What nobody expected, told in a sentence; the traceback goes into a report."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import walk_tb

from app import __version__
from app.cli.output import unwritable_output
from app.domain.errors import InputError, RoundtableError, no_room
from app.domain.i18n import words


class _Mistake(RoundtableError):
    """The program made a mistake."""

    kind = "bug"


def mistake(error: BaseException) -> RoundtableError:
    """Keep a report of an error; return it in words."""
    told = no_room(error) or _of_help(error) or _of_place(error)
    if told is not None:
        return told
    path = _keep(error)
    step = "What was saved is safe; please report what you did."
    step += f" A report for that is in {path}." if path else ""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return _Mistake(f"The program made a mistake ({what}).", step)


def _of_help(error: BaseException) -> RoundtableError | None:
    """Return what is told where the help could not be printed; None: it is about something else."""
    where = [frame.f_globals["__name__"] for frame, _ in walk_tb(error.__traceback__)]
    if isinstance(error, OSError) and where and where[-1].startswith("rich."):
        return unwritable_output(error)
    return None


def _of_place(error: BaseException) -> RoundtableError | None:
    """Return what is told where the folder that the command was typed in is gone; None: it is there."""
    try:
        Path.cwd()
    except FileNotFoundError:
        if isinstance(error, FileNotFoundError) and error.filename is None:
            return InputError(
                words("The folder that this was typed in is gone."),
                words("Go to a folder that is there, and try again."),
            )
    return None


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
