"""The templates as bootstrap hands them out: found at the start, parsed when the first prompt is rendered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from app import resources
from app.domain.errors import Bug

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.messages import PromptText
    from app.prompts.templates import PromptTemplates


@cache
def _templates() -> PromptTemplates:
    # One for the process, however many cores are built in it: to compile all of them takes half a second.
    # Late for start-up cost: the template engine takes 60 ms to import.
    from app.prompts.templates import PromptTemplates

    return PromptTemplates()


class LazyTemplates:
    """Renders like PromptTemplates; the window does not wait for the template engine."""

    @property
    def wording(self) -> str:
        """A digest of all templates."""
        return _templates().wording

    def render(self, template: str, variables: Mapping[str, JsonValue]) -> PromptText:
        """Return the text of a template; raises Bug naming template and variable."""
        return _templates().render(template, variables)

    def prepare(self, template: str) -> None:
        """Parse a template; raises Bug naming it."""
        _templates().prepare(template)

    def require(self, template: str) -> None:
        """Raise Bug where a template is not there; whether it parses is shown by a test."""
        if not resources.path(f"prompts/{template}.md.j2").is_file():
            raise Bug(f"prompt template {template!r} is not in resources/prompts: add it or correct the name")
