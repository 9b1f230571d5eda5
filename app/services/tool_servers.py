"""The tool servers of the person: listing, adding, trying and forgetting them, with their secrets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from app.domain.errors import InputError, RoundtableError
from app.domain.i18n import words
from app.domain.refusals import first_refusal
from app.engine.ports import KeyStore
from app.engine.tool_source import ServerTools, ToolServers
from app.settings.programs import (
    ToolServerFile,
    ToolServerSettings,
    ToolServerTable,
    secret_name,
)
from app.settings.providers import ServerName


@dataclass(frozen=True, slots=True)
class _KnownServer:
    """A configured server; `missing`: secrets that nobody has given yet."""

    name: ServerName
    where: str
    secrets: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


class ToolServerAdmin:
    """What a person does with tool servers."""

    def __init__(self, file: ToolServerFile, keys: Callable[[], KeyStore], servers: ToolServers) -> None:
        self._file, self._keys, self._servers = file, keys, servers

    def places(self) -> Mapping[str, str]:
        """Return where each server runs, by its name; none where the file is not sound."""
        try:
            return {name: one.where for name, one in self._file.read().items()}
        except RoundtableError:
            return {}

    def known(self) -> Sequence[_KnownServer]:
        """Return the servers; looks for secrets, and so may wait for the keyring. Raises InputError."""
        return [self._known(name, one) for name, one in self._file.read().items()]

    def _known(self, name: str, one: ToolServerSettings) -> _KnownServer:
        missing = [
            secret
            for secret, variable in one.secrets.items()
            if not self._keys().get(secret_name(name, one, secret), variable or None)
        ]
        return _KnownServer(name, one.where, tuple(one.secrets), tuple(missing))

    def settings(self, name: str) -> ToolServerSettings:
        """Return how a server is reached; raises InputError."""
        return self._file.one(name)

    def add(self, name: str, values: Mapping[str, object]) -> None:
        """Add a server, or change one; raises InputError naming what does not fit."""
        try:
            table = ToolServerTable.model_validate({"servers": {name.strip(): dict(values)}})
        except ValidationError as error:
            _, why = first_refusal(error, ToolServerTable)
            raise InputError(
                words("The tool server “{name}” cannot be added: {why}.", name=name[:60], why=why),
                words("Correct it and add it again."),
            ) from error
        ((sound, settings),) = table.servers.items()
        self._file.put(sound, settings)

    def remove(self, name: str) -> None:
        """Forget a server and its secrets; raises InputError or StorageError."""
        one = self._file.one(name)
        for secret in one.secrets:
            self._keys().forget(secret_name(name, one, secret))
        self._file.remove(name)

    def put_secret(self, name: str, secret: str, value: str) -> str:
        """Keep a secret for a server as it is now; return the place. Raises InputError."""
        one = self._file.one(name)
        if secret not in one.secrets:
            secrets = {**one.secrets, secret: ""}
            self.add(name, {**one.model_dump(exclude_defaults=True), "secrets": secrets})
            one = self._file.one(name)
        return self._keys().put(secret_name(name, one, secret), value, spaces=True)

    async def test(self, name: str) -> ServerTools:
        """Start a server, ask for its tools, and end it. Raises InputError."""
        server = self._servers.connect(name)
        try:
            return await server.tools()
        finally:
            await server.close()
