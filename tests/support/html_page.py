"""A written HTML file as a browser is given it, read by the parser of the standard library."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = frozenset({"br", "hr", "img", "meta"})


class Page(HTMLParser):
    """What a browser is given: tags, attributes, places and words, in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open and "del" not in self.open:
            self.words.append(data)

    def of(self, name: str) -> list[str]:
        return [value for _, attribute, value in self.attributes if attribute == name]

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())
