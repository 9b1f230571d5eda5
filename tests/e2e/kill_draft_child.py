"""A process that takes a draft to an acceptance or an undo, and dies at the point its environment names.

`python -m tests.e2e.kill_draft_child FOLDER SESSION`: an empty SESSION begins one over FOLDER/my-novel.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from app.domain.ids import SessionId
from app.store.clock import SystemClock
from tests.support.asked import shown
from tests.support.drafting import CHAPTERS, TEAM, Draft, drafting, files

END = "chapter-beats/03-end.md"
PROSE = {"chapters/01.md": "Prose of the start.\n", "chapters/02.md": "Prose of the road.\n"}
DARK = "# 3 The end\n\nMarcus wins, and it haunts him.\n"
DARKER = "# 3 The end\n\nMarcus loses.\n"


def scripted(draft: Draft) -> None:
    """Let the writer answer by what was asked for."""
    draft.scripts["draft_write"] = lambda request: files(
        {**CHAPTERS, END: DARKER if "darker still" in shown(request, "request") else DARK}
    )


async def walk(draft: Draft) -> None:
    """Go through what is left: accept one, cull with another, take that back; wherever it stands now."""
    while True:
        state = draft.state
        kind = draft.kind
        if kind == "draft_downstream":
            await draft.answer("cull_all" if "still" in state.now.feedback else "keep_all")  # type: ignore[union-attr]
        elif kind == "draft_undo":
            await draft.answer("take_back")
        elif kind == "draft_acceptance":
            await draft.answer("accept")
        elif kind != "draft_feedback":
            raise AssertionError(kind)
        elif state.target != "chapters":
            await draft.answer("target", level="chapters")
        elif len(state.past) < 2:
            await draft.change("Make the end darker" if not state.past else "Make the end darker still")
        elif state.past[-1].undone_at is None:
            await draft.answer("undo", number=2)
        else:
            return


async def life(folder: Path, session: str) -> None:
    """Live once."""
    texts = {} if session else {**CHAPTERS, **PROSE}
    async with drafting(folder, texts, clock=SystemClock()) as draft:
        scripted(draft)
        if session:
            draft.id = SessionId(session)
            await draft.desk.run(draft.id)
        else:
            draft.id = await draft.desk.sessions.create(
                "draft", {"project": str(draft.folder), "template": "novel"}, TEAM
            )
            print(draft.id, flush=True)
            await draft.desk.run(draft.id)
        await walk(draft)
    print("whole", flush=True)


def main(arguments: Sequence[str]) -> None:
    """Run it."""
    asyncio.run(life(Path(arguments[0]), arguments[1]))


if __name__ == "__main__":
    main(sys.argv[1:])
