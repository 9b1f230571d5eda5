"""Rules that a person made of what they refused again and again; they hold for new sessions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from app.domain.untrusted_files import is_there
from app.settings.toml_files import read_model, write_toml

Kind = Annotated[str, StringConstraints(min_length=1, max_length=120)]


class Rule(BaseModel):
    """What became of a proposal."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verdict: Literal["accepted", "never"]
    use: Literal["must_have", "critics"] = "must_have"
    text: str = Field(default="", max_length=500)


class _RuleTable(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    rules: dict[Kind, Rule] = Field(default_factory=dict)


class RuleFile:
    """Reads and writes the file."""

    def __init__(self, config: Path) -> None:
        self.path = config / "rules.toml"

    def read(self) -> Mapping[str, Rule]:
        """Return what was decided, by kind; raises InputError naming the place that is wrong."""
        return read_model(self.path, _RuleTable).rules if is_there(self.path) else {}

    def put(self, kind: str, rule: Rule | None) -> None:
        """Put a rule in force, or take it back; raises InputError or StorageError."""
        kept = {name: one for name, one in self.read().items() if name != kind}
        table = _RuleTable(rules=kept if rule is None else {**kept, kind: rule})
        write_toml(self.path, table.model_dump(mode="json"))
