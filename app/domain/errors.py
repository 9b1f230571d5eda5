"""The one tree of errors.

    Exception
    ├── Bug                      an invariant of the program is broken: never shown as the user's fault
    └── RoundtableError          an expected end: message names the thing, `next` the next action
        ├── InputError           wrong usage or input (exit 2)
        │   ├── NotFound         a session, gate, team or file that is not there
        │   ├── GateError        a gate that is closed, a verb or data that does not fit
        │   ├── NotAllowed       an agent may not do this, a person may
        │   └── ImportRefused    a file that is no session or no sound one (ImportDiffers: a known one)
        ├── SessionBusy          open for writing in another process (exit 6)
        ├── StorageError         the disk said no: reason as in StorageReason
        └── NoRoom               too few open files, threads or memory are left

Adapters translate foreign exceptions at the border. Secrets are redacted where an error is made.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from app.domain.i18n import Message, words

StorageReason = Literal["full", "read_only", "locked", "io", "gone", "damaged", "no_handles", "long_path"]

ProviderErrorKind = Literal[
    "auth",
    "no_credit",
    "rate_limit",
    "timeout",
    "overloaded",
    "server_error",
    "context_overflow",
    "refused",
    "truncated",
    "bad_reply",
    "connection",
    "not_found",
    "host_died",
    "stopped",
]
"""Why a call failed, in the terms a person can act on; `stopped`: the person ended this call alone."""
CutBy = Literal["limit", "server", "thoughts", "broken", "loop"]
"""What cut an answer off: the longest answer that was asked for; a limit of the server's own, long before;
thoughts that took up all there was; a stream that broke off; the program, for it went round in a loop."""


_REASONS: Mapping[int, StorageReason] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read_only",
    errno.EMFILE: "no_handles",
    errno.ENFILE: "no_handles",
    errno.ENAMETOOLONG: "long_path",
}
_NO_ROOM = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN})
_STEPS: Mapping[StorageReason, Message] = {
    "no_handles": words(
        "Too many files are open at once. Close other programs, or allow more open files (ulimit -n), "
        "then try again; what was saved is safe."
    ),
    "long_path": words("Choose a folder with a shorter path."),
}


def storage_reason(error: OSError) -> StorageReason:
    """Return what the system's word on a file or folder means to a person."""
    return _REASONS.get(error.errno or 0, "read_only" if isinstance(error, PermissionError) else "io")


def storage_step(error: OSError, otherwise: Message) -> Message:
    """Return what helps whichever file it is, else `otherwise`: what helps where that file is the cause."""
    return _STEPS.get(storage_reason(error), otherwise)


def one_of(names: Iterable[str]) -> Message:
    """Return the next step where something is none of what there is."""
    return words("Use one of: {names}.", names=", ".join(names) or "–")


class Bug(Exception):
    """An invariant of the program is broken."""


class RoundtableError(Exception):
    """An expected end: says what is wrong and what to do next."""

    kind = "error"

    def __init__(self, message: Message | str, next: Message | str = "") -> None:
        super().__init__(str(message))
        self.message = message if isinstance(message, Message) else Message(message)
        self.next = next if isinstance(next, Message) else Message(next)

    def parts(self) -> Sequence[RoundtableError]:
        """Return each problem by itself, where it tells of several."""
        return [self]


class InputError(RoundtableError):
    """Wrong usage or input."""

    kind = "input"


class NotFound(InputError):
    """A named thing is not there."""

    kind = "not_found"


class GateError(InputError):
    """A gate is closed already, or the verb or data does not fit it."""

    kind = "gate"


class NotAllowed(InputError):
    """An agent may not do this: a person may, or can allow it."""

    kind = "not_allowed"


class ImportRefused(InputError):
    """A file is no session, or not a sound one."""

    kind = "import"


class ImportDiffers(ImportRefused):
    """A session of the same id is here already and is another one."""


class SessionBusy(RoundtableError):
    """The session is open for writing in another process."""

    kind = "busy"


class StorageError(RoundtableError):
    """The disk, or the file on it, refused."""

    kind = "storage"

    def __init__(self, reason: StorageReason, message: Message | str, next: Message | str = "") -> None:
        super().__init__(message, next)
        self.reason = reason


def disk_refused(error: OSError, message: Message, step: Message) -> StorageError:
    """Return what a person is told where the disk refused; `message` has a place `{why}` for its word on it.

    `step`: what helps, unless something else does whichever file it is.
    """
    return StorageError(
        storage_reason(error),
        message.filled(why=error.strerror or str(error)),
        storage_step(error, step),
    )


class NoRoom(RoundtableError):
    """This machine, or the limit that is set for the program, has no room left for it."""

    kind = "machine"


def no_room(error: BaseException) -> NoRoom | None:
    """Return what a person is told where something runs out that every work needs, None for other errors."""
    what = ""
    if isinstance(error, MemoryError):
        what = "no memory"
    elif isinstance(error, RuntimeError) and "can't start new thread" in str(error):
        what = "no further thread can be started"
    elif isinstance(error, OSError) and error.errno in _NO_ROOM:
        what = str(error.strerror).lower()
    if not what:
        return None
    return NoRoom(
        words("This machine has no room left for the program: {what}.", what=what),
        words("What was saved is safe. Close other programs or raise the limit (ulimit), then resume."),
    )
