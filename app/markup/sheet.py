"""The style rules of rendered text, for a theme's colours; the same for the window and an export."""

from __future__ import annotations

from typing import NamedTuple


class Tints(NamedTuple):
    """The colours rendered text needs, as `#rrggbb`."""

    text: str
    muted: str
    line: str
    code_ground: str
    link: str
    keyword: str
    string: str
    number: str
    comment: str
    name: str


LIGHT = Tints(
    "#1b1d21",
    "#5a606b",
    "#c9cdd4",
    "#f1f2f5",
    "#2457c5",
    "#8a1f7a",
    "#1d6b33",
    "#9a4a00",
    "#5f6673",
    "#1f4fa3",
)
DARK = Tints(
    "#e8e9ec",
    "#a4a9b3",
    "#44474f",
    "#1e2025",
    "#8fb2ff",
    "#e29ad8",
    "#93d3a2",
    "#f0b37a",
    "#a0a6b2",
    "#9cbcff",
)


def style_sheet(tints: Tints) -> str:
    """Return CSS for the classes that rendering uses; only properties that Qt knows too."""
    t = tints
    return f"""
h1 {{ font-size: 150%; }} h2 {{ font-size: 130%; }} h3 {{ font-size: 115%; }}
h4, h5, h6 {{ font-size: 100%; }}
a {{ color: {t.link}; }}
code, pre, .math {{ font-family: monospace; background-color: {t.code_ground}; }}
pre {{ white-space: pre-wrap; margin: 4px 0px; }}
table {{ border-collapse: collapse; margin: 4px 0px; }}
th, td {{ border: 1px solid {t.line}; padding: 3px 6px; }}
th {{ background-color: {t.code_ground}; }}
blockquote {{ margin: 4px 16px; color: {t.muted}; }}
.address, .image, .info {{ color: {t.muted}; }}
.info {{ font-size: 85%; margin: 4px 0px 0px 0px; }}
.k {{ color: {t.keyword}; }} .s {{ color: {t.string}; }} .m {{ color: {t.number}; }}
.c {{ color: {t.comment}; font-style: italic; }} .n {{ color: {t.name}; }}
"""
