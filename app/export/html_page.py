"""The page around a report: one file that holds all it needs, and a policy that lets it load nothing.

Its style sheet is for a browser, light and dark, and for paper.
"""

from __future__ import annotations

import base64
import hashlib
from typing import Final

from app.domain.i18n import language_in_use
from app.markup.sheet import DARK, LIGHT, Tints


def _tints(tints: Tints, ground: str, quoted: str, new: str, gone: str) -> str:
    names = {field.replace("_", "-"): value for field, value in tints._asdict().items()}
    names |= {"ground": ground, "quoted": quoted, "new": new, "gone": gone}
    return " ".join(f"--{name}: {value};" for name, value in names.items())


SHEET: Final = f"""
:root {{ color-scheme: light dark; {_tints(LIGHT, "#ffffff", "#f7f8fa", "#d9f2df", "#fbe1e1")} }}
@media (prefers-color-scheme: dark) {{
:root {{ {_tints(DARK, "#15181d", "#1b1f25", "#17402a", "#4b2024")} }}
}}
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.55 Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  font-feature-settings: "calt" 0; }}
main {{ max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 5rem; overflow-wrap: break-word; }}
h1 {{ font-size: 1.75rem; line-height: 1.25; margin: 0 0 .5rem; }}
h2 {{ font-size: 1.3rem; margin: 2.5rem 0 .6rem; padding-top: .8rem; border-top: 1px solid var(--line); }}
h3 {{ font-size: 1.08rem; margin: 1.6rem 0 .4rem; }}
h4, h5, h6 {{ font-size: 1rem; margin: 1.2rem 0 .3rem; }}
p {{ margin: 0 0 .7rem; }}
ul, ol {{ margin: 0 0 .8rem; padding-left: 1.4rem; }}
li {{ margin: .15rem 0; }} li > p {{ margin: .15rem 0; }} li > blockquote {{ margin-top: .4rem; }}
a {{ color: var(--link); text-underline-offset: .15em; }}
hr {{ border: 0; border-top: 1px solid var(--line); margin: 1.2rem 0; }}
.head {{ color: var(--muted); }}
nav {{ margin: 1.5rem 0 0; padding: .8rem 1rem; background: var(--quoted); border-radius: .5rem; }}
nav ul {{ columns: 2 16rem; list-style: none; padding: 0; margin: 0; }}
nav a {{ text-decoration: none; }} nav a:hover {{ text-decoration: underline; }}
blockquote, .changes {{ margin: .3rem 0 1rem; padding: .7rem 1rem; background: var(--quoted);
  border-left: 3px solid var(--line); border-radius: 0 .4rem .4rem 0; }}
blockquote blockquote {{ background: none; padding: 0 0 0 .8rem; }}
blockquote > :first-child, .changes > :first-child {{ margin-top: 0; }}
blockquote > :last-child, .changes > :last-child {{ margin-bottom: 0; }}
article {{ margin: 0 0 1.2rem; }} .lead {{ margin-bottom: .3rem; }}
code, pre, .math {{ font: .875em/1.5 "JetBrains Mono NL", ui-monospace, Menlo, Consolas, monospace;
  background: var(--code-ground); border-radius: .25rem; }}
code {{ padding: .1em .25em; }}
pre {{ padding: .7rem .9rem; margin: .3rem 0 .9rem; white-space: pre-wrap; }} pre code {{ padding: 0; }}
.table, table {{ overflow-x: auto; }} .table {{ margin: .4rem 0 1rem; }}
table {{ border-collapse: collapse; font-size: .92em; margin: .4rem 0 1rem; }} .table > table {{ margin: 0; }}
.wide td:first-child {{ min-width: 10rem; }} .wide td:last-child {{ overflow-wrap: anywhere; }}
th, td {{ border: 1px solid var(--line); padding: .3rem .55rem; text-align: left; vertical-align: top; }}
th {{ background: var(--quoted); font-weight: 600; hyphens: auto; }}
[align=right] {{ text-align: right; font-variant-numeric: tabular-nums; }}
[align=center] {{ text-align: center; }}
ins {{ background: var(--new); text-decoration: underline; text-decoration-thickness: 1px; }}
del {{ background: var(--gone); text-decoration: line-through; }}
ins.block, del.block {{ display: block; margin: .3rem 0; padding: .4rem .7rem; border-radius: .3rem; }}
ins.block {{ text-decoration: none; border-left: 3px solid #2e9e57; }}
ins.block > :last-child, del.block > :last-child, .near > :last-child {{ margin-bottom: 0; }}
.near {{ color: var(--muted); margin: .3rem 0; }}
.stayed, .moved {{ color: var(--muted); font-size: .88em; margin: .4rem 0; }}
pre.changed {{ margin: 0; }}
math[display=block] {{ margin: .6rem 0 1rem; overflow-x: auto; }}
.address, .image, .info {{ color: var(--muted); font-size: .9em; }} .info {{ margin: 0; }}
img {{ max-width: 100%; height: auto; }}
.k {{ color: var(--keyword); }} .s {{ color: var(--string); }} .m {{ color: var(--number); }}
.c {{ color: var(--comment); font-style: italic; }} .n {{ color: var(--name); }}
@page {{ margin: 20mm 18mm; }}
@media print {{
:root {{ color-scheme: light; {_tints(LIGHT, "#ffffff", "#ffffff", "#e3f4e7", "#fae6e6")} }}
body {{ font-size: 10.5pt; line-height: 1.45; }} main {{ max-width: none; padding: 0; }}
h1, h2, h3, h4, h5, h6, .lead {{ break-after: avoid; }}
p:has(+ h3, + h4) {{ break-after: avoid; }} p, li {{ orphans: 3; widows: 3; }}
ul, ol, .table, blockquote, .changes, pre {{ break-before: avoid; }}
.table {{ overflow: visible; }} .lead, .table, tr, pre {{ break-inside: avoid; }}
.table.wide {{ break-inside: auto; }}
thead {{ display: table-header-group; }}
nav {{ border: 1px solid var(--line); }} a {{ color: inherit; }}
ins, del {{ print-color-adjust: exact; -webkit-print-color-adjust: exact; }}
ins.block {{ border-left-width: 2pt; }}
}}
"""


def page(title: str, body: str, sheet: str) -> str:
    """Return a whole HTML file; `title` and `body` are HTML, `sheet` its one style sheet."""
    digest = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    pictures = " img-src data:;" if "<img " in body else ""
    policy = f"default-src 'none';{pictures} style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return f"""<!DOCTYPE html>
<html lang="{language_in_use().code}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Roundtable">
<title>{title}</title>
<style>{sheet}</style>
</head>
<body>
<main>
<h1>{title}</h1>
{body}</main>
</body>
</html>
"""
