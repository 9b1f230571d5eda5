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
    "#1a1e26",
    "#5b6372",
    "#d9dde4",
    "#f4f5f7",
    "#2a4fbd",
    "#8a1f7a",
    "#1d6b33",
    "#9a4a00",
    "#5f6673",
    "#1f4fa3",
)
DARK = Tints(
    "#e7e9ed",
    "#9ba4b3",
    "#343a44",
    "#20242a",
    "#8faeff",
    "#e29ad8",
    "#93d3a2",
    "#f0b37a",
    "#a0a6b2",
    "#9cbcff",
)


HIGHEST = 4
"""Lines of a formula from which its brackets are no higher."""
_FORMULA_PIXELS = {
    "part": 14,
    "small": 12,
    "large": 18,
    **{f"high{n}": 6 + 9 * n for n in range(1, HIGHEST + 1)},
}
"""Pixels of the letters of a formula on a line of its own, and of brackets by the lines they are high."""
MARGINS = {"h1": (14, 4), "h2": (12, 4), "h3": (10, 3), "p": (0, 8), "li": (0, 3), "pre": (4, 8)}
"""Pixels above and below."""


def line_height(tag: str, pixels: float) -> int:
    """Return the pixels of a line of text of this size."""
    return round({"h1": 22, "h2": 20, "pre": 19}.get(tag, 20) / 13 * pixels)


def style_sheet(tints: Tints, points: float = 9.75, pixels: float = 13) -> str:
    """Return CSS for the classes that rendering uses; only properties that Qt knows too.

    The size is that of the text, given twice: Qt takes letters in points, and lines in pixels alone. Headings
    have classes, too: Qt makes `<h1>` twice as large as the text, whatever is said here.
    """
    t, small = tints, f"{points * 12 / 13:.2f}pt"
    sizes = {"h1": points * 15 / 13, "h2": points * 14 / 13, "h3": points}
    headings = "\n".join(
        f"{tag}, .{tag} {{ font-size: {size:.2f}pt; font-weight: 600; {_block(tag, pixels)} }}"
        for tag, size in sizes.items()
    )
    return f"""
p {{ {_block("p", pixels)} }} li {{ {_block("li", pixels)} }} ul, ol {{ margin: 0px 0px 8px 0px; }}
{headings}
h4, h5, h6 {{ font-size: {points:.2f}pt; font-weight: 600; {_block("h3", pixels)} }}
strong, th {{ font-weight: 600; }}
a {{ color: {t.link}; }}
code, pre, .math {{ font-family: "JetBrains Mono NL", monospace; background-color: {t.code_ground}; }}
code, pre {{ font-size: {small}; }}
pre {{ white-space: pre-wrap; {_block("pre", pixels)} }}
sub, sup {{ font-size: {points * 18 / 13:.2f}pt; }}
table {{ border-collapse: collapse; margin: 6px 0px 8px 0px; }}
th, td {{ border: 1px solid {t.line}; padding: 5px 8px; font-size: {small}; }}
th {{ background-color: {t.code_ground}; }}
blockquote {{ margin: 4px 16px 8px 16px; color: {t.muted}; }}
.address, .image, .info {{ color: {t.muted}; }}
img {{ max-width: 90%; }} hr {{ background-color: {t.line}; }}
.info {{ font-size: {small}; margin: 4px 0px 0px 0px; }}
.k {{ color: {t.keyword}; }} .s {{ color: {t.string}; }} .m {{ color: {t.number}; }}
.code, .box {{ background-color: {t.code_ground}; margin: 10px 0px 8px 0px; }}
.code td {{ padding: 8px 10px; background-color: {t.code_ground}; }} .code td.head {{ padding: 4px 10px; }}
.code pre {{ white-space: pre; margin: 0px; }} .code .info {{ margin: 0px; }}
.box td {{ padding: 8px; border: 0px; }} .box td.ground {{ background-color: {t.code_ground}; }}
.box td.open {{ padding: 22px 8px; }} .open {{ color: {t.muted}; }}
.parts td {{ white-space: nowrap; }} {formula_rules(points, t.text)}
.c {{ color: {t.comment}; font-style: italic; }} .n {{ color: {t.name}; }}
"""


def formula_rules(points: float, text: str) -> str:
    """Return CSS for formulas among words of this size, their lines in the colour of the text."""
    size = {name: f"font-size: {points * pixels / 13:.2f}pt;" for name, pixels in _FORMULA_PIXELS.items()}
    brackets = " ".join(f".high{at} {{ {size[f'high{at}']} }}" for at in range(1, HIGHEST + 1))
    return f"""
.parts {{ margin: 0px; }} .parts td {{ border: 0px; padding: 0px; vertical-align: middle; }}
.part, .over, .under, .rooted {{ {size["part"]} }} .small {{ {size["small"]} }} .large {{ {size["large"]} }}
.parts td.over {{ border-bottom: 1px solid {text}; }} .parts td.over, .parts td.under {{ padding: 2px 4px; }}
.parts td.rooted {{ border-top: 1px solid {text}; padding: 0px 2px; }}
.parts td.cell {{ padding: 1px 6px; }} {brackets} .root {{ text-decoration: overline; }}
"""


def _block(tag: str, pixels: float) -> str:
    above, below = MARGINS[tag]
    return f"margin: {above}px 0px {below}px 0px; line-height: {line_height(tag, pixels)}px;"
