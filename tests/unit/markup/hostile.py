"""Texts that a model may send to read files, reach hosts, vanish or freeze a window."""

from __future__ import annotations

VANISHING = {
    "void tag": "A <br> B",
    "type parameter": "Vec<T> x",
    "closing tag": "</b> y",
    "image tag": "before <img> after",
    "qualified type": "Vec<std::string> and map<a::b, c::d> stay",
    "rule tag": "one <hr> two",
    "paragraph tag": "<p>kept</p> and the rest",
    "comment": "a <!-- not hidden --> b",
    "unclosed comment": "a <!-- not hidden\n\nb",
    "script": "<script>alert(1)</script> rest",
    "style": "<style>p { display: none }</style> rest",
    "processing instruction": "<?php echo 1; ?> rest",
    "cdata": "<![CDATA[ kept ]]> rest",
    "unclosed fence": "intro\n\n```python\nx = 1\n\ntail that must stay",
    "unclosed tilde fence": "~~~\ntail",
    "reference definition": "[Conclusion]: no\n\nThe rest.",
    "footnote": "Said[^1] once.\n\n[^1]: never called\n[^2]: nor this",
    "surplus cells": "| a | b |\n|---|---|\n| 1 | 2 | three | four |",
    "quoted surplus cells": "> | a | b |\n> |---|---|\n> | 1 | 2 | three |",
    "own numbers": "3. three\n7. seven\n2024. year",
    "deep quotes": "> " * 60 + "bottom",
    "deep lists": "- " * 60 + "bottom",
    "link with title": 'see [this](https://a.example/x "the title") now',
    "refused link": "see [this](file:///etc/passwd) now",
    "backslash mathematics": r"\(a\) and \[b_1\] and $x^2$ and \$5",
    "mathematics over lines": "\\[\na\n=\nb\n\\]\n\nafter",
    "money": "It costs $5 and $10, or $3.50 in all$",
    "entities": "&lt;b&gt; &amp; &eacute; &nosuch; &#65;",
    "code with entity": "`&amp;` and ```&lt;```",
    "nul and controls": "a\x00b\x07c\x1bd\x7fe",
    "frame characters": "a\ufdd0b\ufdd1c\ufffcd\uffffe",
    "lone surrogate": "a\ud800b",
    "line separators": "a\u2028b\u2029c\x85d\re",
    "zero width": "a\u200bb\u2060c\ufeffd",
    "tag characters": "a\U000e0041\U000e0042b",
    "bidi override": "access\u202e txet neddih \u202cdone",
    "bidi isolate": "x\u2066\u2067y\u2069z",
    "wide table": "|" + "a|" * 200 + "\n|" + "-|" * 200 + "\n|b|\n",
    "task list": "- [ ] open\n- [x] done\n1. [X] counted",
    "empty task": "- [ ] \n- [x]",
    "front matter": "---\ntitle: kept\n---\n\nbody",
}

CANARY_TARGETS = (
    "![i]({u})",
    "![i](<{u}>)",
    '![i]({u} "t")',
    "[![i]({u})]({u})",
    "[l]({u})",
    "<{u}>",
    '<img src="{u}">',
    "<img src={u}>",
    '<img srcset="{u} 1x">',
    '<body background="{u}">',
    '<table background="{u}"><tr><td>x</td></tr></table>',
    '<div style="background-image:url({u})">x</div>',
    '<style>@import url("{u}");</style>',
    '<link rel=stylesheet href="{u}">',
    '<iframe src="{u}"></iframe>',
    '<object data="{u}"></object>',
    '<embed src="{u}">',
    '<video src="{u}" poster="{u}"></video>',
    '<audio src="{u}"></audio>',
    '<svg><image href="{u}"/></svg>',
    '<base href="{u}">',
    '<meta http-equiv=refresh content="0;url={u}">',
    '<input type=image src="{u}">',
    "[i]: {u}\n\n![i]",
    "| a |\n|---|\n| ![i]({u}) |",
    "> ![i]({u})",
    "- ![i]({u})",
    "# ![i]({u})",
    "`![i]({u})`",
    "```html\n<img src='{u}'>\n```",
    "&lt;img src='{u}'&gt;",
    "&#60;img src='{u}'&#62;",
)
"""Documents with a place `{u}` for an address: every way a rich text engine was seen to load something."""


def addresses(path: str, port: int) -> tuple[str, ...]:
    """Return the forms in which a canary file and a loopback server are named."""
    return (
        path,
        f"file://{path}",
        f"file://localhost{path}",
        f"//127.0.0.1{path}",
        "//host/share/x.png",
        "\\\\host\\share\\x.png",
        "file://host/share/x.png",
        "/dev/zero",
        "file:///dev/zero",
        f"http://127.0.0.1:{port}/x.png",
        f"https://localhost:{port}/x.png",
        f"ftp://127.0.0.1:{port}/x.png",
        f"//127.0.0.1:{port}/x.png",
        "qrc:/x.png",
        ":/qt-project.org/styles/commonstyle/images/file-16.png",
        "data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=",
        "javascript:alert(1)",
        "ms-msdt:/id",
        "vscode://file/x",
    )


NESTING = ("[a](", "*a _b ", "<a:", "![", "`a", "&#x202E;", "> ", "- ", "| a ", "$a", "\\(")
"""What opens something and never closes it; many in a row make a careless parser try every pair."""


def heavy() -> dict[str, str]:
    """Return texts of sizes that freeze an unguarded view."""
    return {
        "1 MB word": "a" * 1_000_000,
        "2000 rows": "| n | name | value |\n|---|---|--:|\n"
        + "".join(f"| {n} | row {n} | {n * 7} |\n" for n in range(2000)),
        "long prose": "The quick brown fox, *jumps* over the lazy dog and `runs`.\n\n" * 3000,
        "one paragraph": "The quick brown fox jumps over the lazy dog. " * 4000,
        "1 MB prose": "The quick brown fox jumps over the lazy dog.\n" * 22_000,
        "code": "```python\n" + "".join(f"value_{n} = call({n})  # note\n" for n in range(1900)) + "```\n",
        "many lists": "- item\n" * 9000,
        "brackets": "[" * 15_000,
        "quotes": ">" * 15_000,
        "nested list": "".join("  " * (n % 30) + "- a\n" for n in range(6000)),
        "long word in prose": "start " + "b" * 150_000 + " end",
        "long line of code": "```\n" + "x" * 150_000 + "\n```\n",
        "many links": "[a](https://b.example/c) " * 3000,
    }
