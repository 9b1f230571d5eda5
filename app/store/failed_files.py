"""Files that a library left open where writing them failed."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import clear_frames


@contextmanager
def letting_go_of_files() -> Iterator[None]:
    """Do what may fail on a full disk, and then let go of what it left open."""
    try:
        yield
    except OSError as error:
        let_go_of_files(error)
        raise


def let_go_of_files(error: BaseException) -> None:
    """Close what the calls that led to an error left open, without a word on what fails in that, too.

    WORKAROUND for dulwich: a file it could not write stays open in its frames and is closed when they are
    forgotten. On a full disk that fails once more, and Python would print it as a mistake of the program.
    """
    said, sys.unraisablehook = sys.unraisablehook, lambda unraisable: None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            one: BaseException | None = error
            while one is not None:
                clear_frames(one.__traceback__)
                one = one.__cause__ or one.__context__
    finally:
        sys.unraisablehook = said
