"""A workflow needs nothing from the core: only its own folders and the registry know its name."""

from __future__ import annotations

import re
from pathlib import Path

NAME = "experiment"
OWN = (f"app/workflows/{NAME}/", f"resources/prompts/{NAME}/")
REGISTRIES = {"app/workflows/registry.py"}


def test_the_experiment_is_named_in_its_own_folders_and_the_registry_alone(repository: Path) -> None:
    files = [
        path
        for folder in ("app", "resources/prompts")
        for path in (repository / folder).rglob("*")
        if path.suffix in (".py", ".j2")
    ]
    assert len(files) > 100
    found = {
        path.relative_to(repository).as_posix()
        for path in files
        if re.search(NAME, path.read_text(encoding="utf-8"), re.IGNORECASE)
    }
    assert {name for name in found if not name.startswith(OWN)} == REGISTRIES
