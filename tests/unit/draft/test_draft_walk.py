"""An iteration from feedback to commit, with every way it can go."""

from __future__ import annotations

from pathlib import Path

from tests.support.drafting import CHAPTERS, drafting, explanation, files

DARK = "# 3 The end\n\nMarcus wins, and it haunts him.\n\nNobody is glad.\n"


async def test_feedback_is_written_judged_explained_accepted_and_committed(tmp_path: Path) -> None:
    async with drafting(tmp_path, CHAPTERS) as draft:
        draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, "chapter-beats/03-end.md": DARK})
        draft.scripts["draft_explain"] = lambda request: explanation("chapter-beats/03-end.md")
        assert await draft.open() == "waiting"
        assert draft.kind == "draft_feedback"
        assert draft.gate.fact.idle
        assert await draft.answer("target", level="chapters") == "draft_feedback"
        assert await draft.change("Make the end darker") == "draft_acceptance"
        assert draft.read("chapter-beats/03-end.md") == CHAPTERS["chapter-beats/03-end.md"]
        assert not (draft.folder / ".git").exists()
        assert draft.payload["figures"] == "1 of 4 files · +2 −2 lines · approved by the judge"
        assert await draft.answer("accept") == "draft_feedback"
        assert draft.read("chapter-beats/03-end.md") == DARK
        assert draft.git("log", "-1", "--format=%s").strip() == "[chapters] Make the end darker"
        assert draft.git("status", "--porcelain") == ""
        draft.git("fsck", "--strict")
        assert draft.payload["closing"][0] == (
            "Chapters: 1 of 4 files saved, 4 lines changed, 36 words now; 1 iteration so far."
        )
