"""The few sentences that the offline voices of all workflows say of their own (`resources/offline.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from app import resources
from app.workflows.common.offline.language import Language


@cache
def _tables() -> Mapping[str, Mapping[str, Mapping[Language, str]]]:
    return tomllib.loads(resources.text("offline.toml"))


def sentence(workflow: str, name: str, language: Language, /, *parts: object, **values: object) -> str:
    """Return a sentence of a workflow's voices by its name, with its places filled in."""
    return _tables()[workflow][name][language].format(*parts, **values)
