"""The model host begins before the rest of the program is imported: each takes a third of a second."""

# Late imports on purpose: most commands ask no model.

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.gateway.host_client import HostClient

OFFLINE = "offline"
"""How the names of the built-in models and teams begin."""


def early_host(arguments: Sequence[str]) -> HostClient | None:
    """Start the model host where a command is likely to ask models, None elsewhere; it contacts nobody.

    A team does not tell which models it has: with one it is likely where models were asked before.
    """
    model, team = _value(arguments, "--model"), _value(arguments, "--team")
    if arguments[:1] != ["run"] or len(arguments) < 3 or (model or team).startswith(OFFLINE):
        return None
    from app.domain.errors import InputError
    from app.domain.untrusted_files import is_there
    from app.settings.folders import Folders

    try:
        caches = Folders.of_this_machine().data / "wire"
    except InputError:
        # Whoever needs the folder says what is wrong with it.
        return None
    if not model and not is_there(caches):
        return None
    from app.gateway.host_client import HostClient, host_command

    host = HostClient(host_command(caches))
    host.begin()
    return host


def _value(arguments: Sequence[str], option: str) -> str:
    """Return what is said with an option, in two words or in one; the last one counts."""
    value = ""
    for word, following in pairwise([*arguments, ""]):
        if word == option:
            value = following
        elif word.startswith(f"{option}="):
            value = word.partition("=")[2]
    return value
