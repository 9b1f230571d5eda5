"""The style sheet of a report as PDF: only what Qt's text engine knows of style sheets."""

from __future__ import annotations

from typing import Final

from app.markup.sheet import LIGHT, formula_rules

QUOTED = 14
"""Pixels that a quotation is set in."""
EDGE: Final = f"border: 0.5px solid {LIGHT.line};"
"""Around a cell; one with a style of its own has to say it again."""

SHEET: Final = f"""
body {{ color: {LIGHT.text}; line-height: 132%; }}
p {{ margin: 0px 0px 7px 0px; }}
h1 {{ font-size: 20pt; font-weight: 600; margin: 0px 0px 6px 0px; line-height: 110%; }}
h2 {{ font-size: 14pt; font-weight: 600; margin: 24px 0px 6px 0px; }}
h3 {{ font-size: 11.5pt; font-weight: 600; margin: 16px 0px 4px 0px; }}
h4, h5, h6 {{ font-size: 10pt; font-weight: 600; margin: 10px 0px 3px 0px; }}
ul, ol {{ margin: 0px 0px 7px 0px; }} li {{ margin: 0px 0px 3px 0px; }}
strong, th, b {{ font-weight: 600; }}
a {{ color: {LIGHT.link}; text-decoration: none; }}
.head, .stayed, .moved, .address, .image, .info {{ color: {LIGHT.muted}; }}
.stayed, .moved, .address, .info {{ font-size: 8.5pt; }}
.lead {{ margin: 8px 0px 3px 0px; }}
blockquote, .changes {{ margin: 2px 0px 8px {QUOTED}px; }}
code, pre {{ font-family: "JetBrains Mono NL"; font-size: 8.5pt; background-color: {LIGHT.code_ground}; }}
.math {{ font-family: "JetBrains Mono NL"; font-size: 8.5pt; }}
pre {{ white-space: pre-wrap; margin: 3px 0px 8px 0px; line-height: 100%; }}
table {{ border-collapse: collapse; margin: 4px 0px 10px 0px; }}
th, td {{ {EDGE} padding: 3px 6px; font-size: 9pt; }}
.box {{ margin: 4px 0px 8px 0px; }} .box td {{ border: 0px; padding: 4px; }}
{formula_rules(9, LIGHT.text)} sub, sup {{ font-size: 10.5pt; }}
.name {{ color: {LIGHT.text}; }}
td.contents {{ border: 0px solid #ffffff; padding: 2px 0px; font-size: 9.75pt; }}
th {{ background-color: {LIGHT.code_ground}; }}
.ins {{ color: #14692f; text-decoration: underline; background-color: #e3f4e7; }}
.del {{ color: #9a1c1c; text-decoration: line-through; background-color: #fae6e6; }}
.k {{ color: {LIGHT.keyword}; }} .s {{ color: {LIGHT.string}; }} .m {{ color: {LIGHT.number}; }}
.c {{ color: {LIGHT.comment}; }} .n {{ color: {LIGHT.name}; }}
"""
