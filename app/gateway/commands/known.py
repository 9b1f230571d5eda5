"""Programs that many people have, with the options that make them answer and do nothing else.

Sources: the programs' own pages (code.claude.com/docs/en/cli-reference and headless,
developers.openai.com/codex/noninteractive, geminicli.com/docs/cli/headless, llm.datasette.io,
docs.ollama.com/cli). Versions differ: whatever else comes is told with the program's own words.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.processes.child_env import environment

_LOGIN = ("HOME", "PATH", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "SYSTEMROOT")
"""What such a program finds its login, and its interpreter, by."""


@dataclass(frozen=True, slots=True)
class KnownProgram:
    """A program, and how it is asked: by standard input, without tools where it has options for that."""

    name: str
    arguments: tuple[str, ...] = ()
    member: str = ""
    """Of the JSON that it prints; empty: it prints the answer."""
    variables: tuple[str, ...] = ()


KNOWN = (
    # “--tools ""” leaves the tools of the person's own servers, which “--strict-mcp-config” takes away.
    KnownProgram(
        "claude",
        ("-p", "--output-format", "json", "--tools", "", "--strict-mcp-config"),
        "result",
        ("CLAUDE_CONFIG_DIR",),
    ),
    # What it does goes to standard error, the last message alone to standard output.
    KnownProgram(
        "codex",
        ("exec", "--sandbox", "read-only", "--skip-git-repo-check", "--ephemeral", "--color", "never", "-"),
        variables=("CODEX_HOME",),
    ),
    KnownProgram("gemini", ("--output-format", "json", "--extensions", "none"), "response"),
    KnownProgram("llm", ("prompt", "--no-log"), variables=("LLM_USER_PATH",)),
)


def found_programs() -> Mapping[str, Mapping[str, Any]]:
    """Return the known programs that are installed, with their settings; starts none."""
    found = {}
    for known in KNOWN:
        place = shutil.which(known.name)
        if place is not None:
            found[known.name] = settings_of(known, place)
    return found


def settings_of(known: KnownProgram, place: str) -> Mapping[str, Any]:
    """Return the settings of a known program at its place."""
    given = [name for name in (*_LOGIN, *known.variables) if name in environment()]
    answer = {"answer": "json", "member": known.member} if known.member else {}
    shown = {"NO_COLOR": "1", "TERM": "dumb"}
    return {"command": place, "arguments": known.arguments, "variables": given, "env": shown, **answer}
