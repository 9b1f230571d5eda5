"""What comes with the program and is not ours has its licence beside it and stands in the notices."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

OURS = {"resources/icons/down.svg", "resources/icons/tick.svg", "resources/icons/up.svg"}


def lent(repository: Path) -> list[str]:
    """Return the fonts and drawings in the resources that others have made."""
    files = [
        file.relative_to(repository).as_posix()
        for folder in ("fonts", "icons")
        for file in (repository / "resources" / folder).rglob("*.*")
        if file.suffix in (".otf", ".ttf", ".svg")
    ]
    return sorted(set(files) - OURS)


def rows(repository: Path) -> dict[str, Path]:
    """Return what the notices name, as patterns, each with the text of its licence."""
    notices = (repository / "THIRD_PARTY_NOTICES.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| `(resources/[^`]+)` \|.*\(`([^`]+)`\) \|$", notices, re.MULTILINE)
    return {pattern: repository / licence for pattern, licence in found}


def test_every_font_and_drawing_stands_in_the_notices(repository: Path) -> None:
    named = rows(repository)
    files = lent(repository)
    assert len(files) > 100
    assert [file for file in files if not any(fnmatch(file, pattern) for pattern in named)] == []
    # Nor is anything named that is gone.
    assert [one for one in named if not any(fnmatch(file, one) for file in files)] == []


def test_every_licence_is_there_whole(repository: Path) -> None:
    texts = {licence.name: licence.read_text(encoding="utf-8") for licence in rows(repository).values()}
    assert set(texts) == {"OFL.txt", "LICENSE"}
    for words in ("SIL OPEN FONT LICENSE Version 1.1", "The Inter Project Authors", "JetBrains Mono Project"):
        assert words in texts["OFL.txt"]
    for words in ("ISC License", "Lucide Icons and Contributors", "Cole Bemis", "The MIT License"):
        assert words in texts["LICENSE"]
    for text in texts.values():
        assert "WITHOUT WARRANT" in text.upper() or "WARRANTIES" in text


def test_every_font_says_itself_that_it_is_under_that_licence(repository: Path) -> None:
    fonts = [repository / file for file in lent(repository) if not file.endswith(".svg")]
    assert len(fonts) >= 5
    for font in fonts:
        content = font.read_bytes()
        words = ("SIL Open Font License", "Version 1.1")
        assert all(word.encode("utf-16-be") in content or word.encode() in content for word in words), font
