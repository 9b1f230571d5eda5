"""The page around a report: one file that holds all it needs, and a policy that lets it load nothing."""

from __future__ import annotations

import base64
import hashlib

from app.domain.i18n import language_in_use


def page(title: str, body: str, sheet: str) -> str:
    """Return a whole HTML file; `title` and `body` are HTML, `sheet` its one style sheet."""
    digest = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
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
