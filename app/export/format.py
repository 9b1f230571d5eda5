"""The name and the versions of the JSON format; the structure itself is in `schema`."""

from __future__ import annotations

FORMAT = "roundtable-session"
VERSION = 2
"""2: the report in named fields beside the records. 1 had the records and the workflow's figures alone."""
FIELDS_OF_1 = frozenset(("format", "version", "records", "summary"))
