"""What a person sets about providers: `providers.toml` in the config folder. No secret is ever in it.

approved = ["http://127.0.0.1:4010"]      # servers that seats may name by themselves

[variables]                               # whose values seats may have sent to a server
"http://127.0.0.1:4010" = ["MY_KEY"]

[providers.openai]                        # a provider the program knows
base_url = "https://proxy.example/v1"
api_key_env = "MY_KEY"
at_once = 4
per_minute = 60

[providers.azure]                         # one whose calls litellm carries
base_url = "https://mine.openai.azure.com"

[providers.azure.named]                   # what it is told besides, by litellm's names
api_version = "2024-10-21"

[endpoints.work]                          # a server of one's own: its models are work/<model>
base_url = "https://llm.example/v1"
dialect = "openai"
price_in = 0.5                            # dollars per million tokens
price_out = 1.5
price_cached = 0.05                       # of what it reads from a cache
price_stored = 0.625                      # of what it writes to one

[endpoints.work.context_length]           # tokens that a model takes in, where its server does not tell
"some-model:14b" = 16384

[endpoints.work.vision]                   # whether a model takes pictures, the same way
"some-model:14b" = true
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, field_validator

from app.domain.errors import InputError, storage_step
from app.domain.i18n import Message, words
from app.settings.toml_files import read_model, write_model

ADDRESS = re.compile(r"https?://[^\s/?#]+[^\s?#]*")
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
"""What servers and programs of the person's own are called."""


def _is_address(text: str) -> str:
    with suppress(ValueError):  # its port may be none
        if ADDRESS.fullmatch(text) and urlsplit(text).port != 0:
            return text
    raise ValueError(words("an address is written whole, like https://llm.example/v1"))


def named(otherwise: Message) -> AfterValidator:
    """Return what refuses a name that is none of `NAME`, for this reason."""

    def check(text: str) -> str:
        if not NAME.fullmatch(text):
            raise ValueError(otherwise)
        return text

    return AfterValidator(check)


Address = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(_is_address)]
ServerName = Annotated[
    str, named(words("a server's name has small letters, digits, “-” and “_”, a letter first"))
]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)


class Pace(_Table):
    """How hard a provider may be pressed; None: as the program thinks fit."""

    at_once: int | None = Field(default=None, ge=1, le=512)
    per_minute: int | None = Field(default=None, ge=1, le=6000)


class _Served(Pace):
    context_length: dict[str, Annotated[int, Field(ge=256)]] = Field(default_factory=dict)
    """Tokens that single models take in, by their names there; others are asked for theirs."""
    vision: dict[str, bool] = Field(default_factory=dict)
    """Whether single models take pictures; of others the table or their server tells."""


class ProviderSettings(_Served):
    """What differs for a provider the program knows."""

    base_url: Address | None = None
    api_key_env: str | None = None
    named: dict[str, str] = Field(default_factory=dict)
    """What litellm is told besides, by its names, where it carries the calls; no secret."""
    listed: bool = False
    """Of litellm's many providers: it is shown with the others."""


class Endpoint(_Served):
    """A server of the person's own, with rates of its own."""

    base_url: Address
    dialect: str = ""
    """What it speaks, by a name that whoever reads the file knows; empty: what most servers speak."""
    title: str = ""
    api_key_env: str | None = None
    price_in: float | None = Field(default=None, ge=0)
    price_out: float | None = Field(default=None, ge=0)
    price_cached: float | None = Field(default=None, ge=0)
    """Of what is read from a cache; None: as much as with others who serve the model, else `price_in`."""
    price_stored: float | None = Field(default=None, ge=0)
    """Of what is written to one, the same way."""


class ProviderTable(_Table):
    """The whole file."""

    approved: tuple[Address, ...] = ()
    variables: dict[Address, tuple[str, ...]] = Field(default_factory=dict)
    """Environment variables that the person bound to a server."""
    providers: dict[str, ProviderSettings] = Field(default_factory=dict)
    endpoints: dict[ServerName, Endpoint] = Field(default_factory=dict)

    @field_validator("approved")
    @classmethod
    def _once_each(cls, approved: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(approved))


class ProviderFile:
    """Reads the file when it has changed, and writes it whole."""

    def __init__(
        self,
        config: Path,
        known: frozenset[str] = frozenset(),
        dialects: Sequence[str] = (),
        free: frozenset[str] = frozenset(),
    ) -> None:
        """Read the file of a folder; `free`: names of known ones that a server of one's own may bear."""
        self.path = config / "providers.toml"
        self._known, self._dialects = known, ("", *dialects)
        self._taken_names = known - free | {"offline"}
        self._stamp: tuple[int, int] | None = None
        self._table = ProviderTable()
        self._allowed: dict[str, tuple[str, ...]] = {}
        """Servers with their variables that count as approved until this process ends."""

    def read(self) -> ProviderTable:
        """Return what is set; raises InputError naming the place that is wrong."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            self._stamp, self._table = None, ProviderTable()
            return self._table
        except OSError as error:
            raise InputError(
                words("{file} cannot be read: {why}.", file=self.path, why=error.strerror or str(error)),
                storage_step(error, words("Give yourself permission to read it.")),
            ) from error
        stamp = (found.st_mtime_ns, found.st_size)
        if stamp != self._stamp:
            self._table = self._checked(read_model(self.path, ProviderTable))
            self._stamp = stamp
        return self._table

    def _checked(self, table: ProviderTable) -> ProviderTable:
        stranger = next((name for name in table.providers if name not in self._known), None)
        taken = self._taken(table)
        foreign = next((n for n, e in table.endpoints.items() if e.dialect not in self._dialects), None)
        if foreign is not None:
            where = f"endpoints, {foreign}, dialect"
            raise InputError(
                words(
                    "{file}: {where}: {why}.",
                    file=self.path,
                    where=where,
                    why=words("one of these is needed: {choices}", choices=", ".join(self._dialects[1:])),
                ),
                words("Correct {where} in the file and try again.", where=where),
            )
        if stranger is not None:
            raise InputError(
                words("{file}: no provider is called “{name}”.", file=self.path, name=stranger),
                words("Use one of: {names}; or make it an endpoint.", names=", ".join(sorted(self._known))),
            )
        if taken is not None:
            raise InputError(
                words("{file}: the name “{name}” is taken.", file=self.path, name=taken),
                words("Give the endpoint another name."),
            )
        return table

    def _taken(self, table: ProviderTable) -> str | None:
        """Return an endpoint's name that the program has given away."""
        return next((name for name in table.endpoints if name in self._taken_names), None)

    def write(self, table: ProviderTable) -> None:
        """Write the file in one go, only what is no default; raises InputError or StorageError."""
        taken = self._taken(table)
        if taken is not None:
            # Nothing is wrong in the file: what was typed is.
            raise InputError(
                words("The name “{name}” belongs to a provider the program knows.", name=taken),
                words("Give your server another name."),
            )
        self._checked(table)
        write_model(self.path, table)
        self._stamp = None

    def in_force(self) -> ProviderTable:
        """Return what is set, with what is allowed to this process alone; raises InputError."""
        table = self.read()
        for origin, variables in self._allowed.items():
            table = _with(table, origin, variables)
        return table

    def approve(self, origin: str, *variables: str) -> None:
        """Remember that seats may name this server, and have it sent the values of these variables."""
        table = self.read()
        wanted = _with(table, origin, variables)
        if wanted != table:
            self.write(wanted)

    def allow(self, origin: str, *variables: str) -> None:
        """Approve a server and variables for as long as this process lasts."""
        self._allowed[origin] = tuple(dict.fromkeys([*self._allowed.get(origin, ()), *variables]))

    def take_back(self, origin: str, variable: str = "") -> None:
        """Approve a server no longer, or only a variable for it no longer."""
        self._allowed.pop(origin, None)
        table = self.read()
        left = tuple(v for v in table.variables.get(origin, ()) if variable and v != variable)
        variables = {**table.variables, origin: left}
        approved = table.approved if variable else tuple(one for one in table.approved if one != origin)
        kept = {server: names for server, names in variables.items() if names}
        self.write(table.model_copy(update={"approved": approved, "variables": kept}))


def _with(table: ProviderTable, origin: str, variables: Iterable[str]) -> ProviderTable:
    """Return a table in which a server is approved, and bound to these variables."""
    names = tuple(dict.fromkeys([*table.variables.get(origin, ()), *variables]))
    bound = {**table.variables, origin: names} if names else table.variables
    approved = tuple(dict.fromkeys([*table.approved, origin]))
    return ProviderTable.model_validate({**dict(table), "approved": approved, "variables": bound})
