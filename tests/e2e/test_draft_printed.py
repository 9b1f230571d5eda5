"""The three sessions as the design of drafts prints them, word for word, against a model's server."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Said, content_type, events
from tests.support.drafting import files
from tests.support.git_reading import git
from tests.support.laid_out import lay_out
from tests.support.typed_drafts import Drafting

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="types into a terminal")
VERDICTS = (
    ("needs_revision", "Tone still optimistic"),
    ("approved", "Approved"),
    ("approved", "Approved"),
    ("approved", "Approved"),
    ("needs_revision", "Ending is still conclusive, not ambiguous"),
    ("needs_revision", "Better but protagonist's fate too clear"),
    ("approved", "Approved - ambiguous ending achieved"),
)
WRITTEN = {
    "premise/premise_metadata.json": '{"title": "The Watch", "premise": "A ledger.", "protagonist": "He"}\n',
    "treatment/treatment.md": "# The Watch\n\n## Act 2\n\nMarcus hunts the magistrate.\n",
    **{f"chapters/chapter-{n:02d}.md": f"# Chapter {n}\n\nIt rains on the quay.\n" for n in range(1, 9)},
}
PLANS = {
    "chapter-beats/foundation.md": "# Foundation\n\nThemes: redemption, duty\n",
    **{f"chapter-beats/chapter-{n:02d}.md": f"# Chapter {n}\n\nDay {n} at the quay.\n" for n in range(1, 16)},
}


COMMITS = [
    "[chapters] Make the ending more ambiguous",
    "[chapters] Generate",
    "[treatment] Add a betrayal subplot in act 2",
    "[chapters] Also make chapter 7 reflect the consequences of chapter 3",
    "[chapters] Make chapter 3 darker and add internal conflict",
    "[chapters] Generate",
    "Edits made outside",
]
"""What the sessions leave behind, the newest first."""


class Council:
    """A writer that adds a sentence to the last file, the judge of the design, and one who explains."""

    def __init__(self) -> None:
        self.left = list(VERDICTS)

    def __call__(self, asked: Asked) -> Act:
        said = Said(self.say(asked.prompt), tokens_in=50, tokens_out=50)
        return Act(events("openai", said), headers={"content-type": content_type("openai")})

    def say(self, prompt: str) -> str:
        request = (re.findall(r'<data name="request">\n(.*?)\n</data>', prompt, re.DOTALL) or [""])[-1]
        if "Was it done as the author asked?" in prompt or '"verdict"' in prompt:
            verdict, why = self.left.pop(0) if request and self.left else ("approved", "Written.")
            return json.dumps(
                {"verdict": verdict, "reasoning": why, "specific_issues": [], "suggestions": []}
            )
        if "Explain to the author what changed" in prompt:
            change = {"file": "treatment/treatment.md", "magnitude": "major", "summary": "As asked."}
            return json.dumps(
                {"changes": [change], "impact": {"tone": "darker"}, "why": "It fits.", "risks": []}
            )
        if not request:
            return files(PLANS)
        shown = re.search(
            r"” as it is, \d+ files?:\n(.*?)\n\n(?:The author asks:|This was asked|“)", prompt, re.DOTALL
        )
        found = re.findall(r'<data name="([^"]+)">\n(.*?)\n?</data>', shown[1], re.DOTALL) if shown else []
        texts = {path: f"{text}\n" for path, text in found}
        texts[found[-1][0]] += f"\nSo it was: {request[:40]}.\n"
        return files(texts)


def laid(tmp_path: Path, url: str) -> tuple[Path, Path]:
    """Write the settings, a novel down to its prose, and a team; return the novel's folder and the team."""
    config, folder, team = tmp_path / "config", tmp_path / "my-novel", tmp_path / "team.toml"
    config.mkdir(exist_ok=True)
    endpoint = f'[endpoints.loop]\nbase_url = "{url}/v1"\nprice_in = 0.5\nprice_out = 1.5\n'
    (config / "providers.toml").write_text(endpoint, encoding="utf-8")
    seats = '[[member]]\nname = "Ada"\nmodel = "loop/ok"\n[chair]\nname = "Chair"\nmodel = "loop/ok"\n'
    team.write_text(f'name = "One"\n{seats}', encoding="utf-8")
    lay_out(folder, WRITTEN)
    (tmp_path / "elsewhere").mkdir()
    return folder, team


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Drafting]:
    with FaultServer(Council()) as server:
        _, team = laid(tmp_path, server.url)
        monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
        one = Drafting(tmp_path / "elsewhere", more=("--template", "novel", "--team", str(team)))
        yield one
        one.close()


@pytest.mark.nightly
def test_the_sessions_are_typed_and_pasted_word_for_word_to_their_ends(
    terminal: Drafting, tmp_path: Path
) -> None:
    folder = tmp_path / "my-novel"

    def typed(line: str, brings: str) -> None:
        told = " ".join(terminal.type(line).split())
        assert brings in told, f"{line}: {told}"

    # Session 1. Lines with their prompt, and questions with the answer behind them, are pasted as printed.
    typed(f"> /open {folder}", "Project: my-novel")
    typed("> /generate chapters", "16 of 16 files")
    typed("yes", "16 of 16 files saved")
    typed("> Make chapter 3 darker and add internal conflict", "Prose: 8 files")
    typed("   Cull all downstream? (yes/no/cancel): yes", "Tone still optimistic")
    typed("yes", "approved on attempt 2")
    assert "Given: Premise, Treatment, Chapters (16 files)" in terminal.said
    typed("diff", "So it was: Make chapter 3 darker")
    typed("Accept? (yes/no/diff): yes", "Saved; ")
    typed("> Also make chapter 7 reflect the consequences of chapter 3", "Accept the new text?")
    typed("Accept? (yes/no/diff): yes", "Saved; ")
    typed("> /status", "Chapters: 15 chapters, 146 words, 2 iterations")
    # Session 2.
    typed("> /iterate treatment", "Loaded: premise, treatment")
    typed("> Add a betrayal subplot in act 2", "Chapters: 16 files")
    typed("   Cull all? (yes/no/cancel): yes", "Accept the new text?")
    typed("Accept? (yes/no/diff): yes", "16 files below deleted")
    typed("> /iterate chapters", "There is nothing in Chapters yet. Generate it first: /generate chapters")
    typed("> /generate chapters", "new, +")
    typed("yes", "16 of 16 files saved")
    # Session 3.
    typed("> Make the ending more ambiguous", "Ending is still conclusive, not ambiguous")
    typed("Continue? (yes/no/view-partial): view-partial", "View the changes in full? (yes/no)")
    typed("no", "Your choice")
    typed("Continue with judge feedback? (yes/no): yes", "Better but protagonist's fate too clear")
    typed("Continue? (yes/no/view-partial): yes", "approved on attempt 3")
    typed("Accept? (yes/no/diff): yes", "3 attempts, approved by the judge")
    assert git(folder, "log", "--format=%s").splitlines() == COMMITS, terminal.said
