"""The value of the secret header that the person's collector of traces wants."""

from __future__ import annotations

from collections.abc import Callable

from app.domain.canonical import digest
from app.domain.errors import InputError
from app.domain.i18n import words
from app.engine.ports import KeyStore
from app.settings.options import TRACE, TRACE_HEADER
from app.settings.settings import Settings

VARIABLE = "ROUNDTABLE_TRACE_SECRET"
"""Where it is looked for, where no keyring has it."""


def _kept_as(address: str, header: str) -> str:
    """Return the name under which it is kept: another address has none of it."""
    return f"trace:{header}@{digest(address)[:16]}"


class TraceSecrets:
    """Keeps and finds the header's value as keys are kept: never in a file of ours."""

    def __init__(self, settings: Settings, keys: Callable[[], KeyStore]) -> None:
        self._settings, self._keys = settings, keys

    def wanted(self) -> str:
        """Return the header whose value is to be kept; raises InputError where none is set."""
        address, header = self._set()
        if not address or not header:
            raise InputError(
                words("It is not set yet which collector wants which header."),
                words(
                    "Set both: roundtable config {address} …, then {header} NAME.",
                    address=TRACE,
                    header=TRACE_HEADER,
                ),
            )
        return header

    def put(self, value: str) -> str:
        """Keep the value for the collector as it is set now; return the place. Raises InputError."""
        self.wanted()
        return self._keys().put(_kept_as(*self._set()), value, spaces=True)

    def _set(self) -> tuple[str, str]:
        found = self._settings.sound_values()
        return str(found[TRACE] or ""), str(found[TRACE_HEADER] or "")

    def headers(self) -> dict[str, str]:
        """Return the header with its value; none where either is missing. May wait for the keyring."""
        address, header = self._set()
        value = self._keys().get(_kept_as(address, header), VARIABLE) if address and header else None
        return {header: value} if value else {}
