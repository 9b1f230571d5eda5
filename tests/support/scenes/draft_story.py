"""What is said in the sample draft: a novel of a salt town, a darker chapter, and what a judge says."""

from __future__ import annotations

import json
from collections.abc import Mapping

from app.domain.messages import ModelRequest
from app.domain.usage import Usage
from app.engine.ports import Completed
from app.workflows.draft.rules.files_reply import block
from tests.support.asked import named, shown
from tests.support.drafting import version_asked
from tests.support.worked import SALT

FOLDER = SALT
WEIGHING, BROTHER, FOUNDATION = (
    "chapter-beats/03-the-weighing.md",
    "chapter-beats/06-the-brother.md",
    "chapter-beats/foundation.md",
)
FEEDBACK = "Make the choice in chapter 3 hurt: whatever she does, someone she loves pays."
EARLIER = "Give each chapter one turn, and say it in a line of its own."
TREATMENT = "Let the harbour stay closed, so that everyone has to stay in the room."
COST = 0.021


def texts() -> dict[str, str]:
    """Return the project as it lies in its folder when the draft is opened."""
    return {
        path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(FOLDER.rglob("*"))
        if path.is_file()
    }


def _changed(path: str, *pairs: tuple[str, str]) -> str:
    text = texts()[path]
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


CHOICE = (
    "She could enter the true weight or the old one. She asks the clerk for a new pen and takes a long time "
    "to fill it."
)
FIRST_TRY = {
    WEIGHING: _changed(
        WEIGHING,
        (CHOICE, "It is a hard choice. She is torn. She asks the clerk for a new pen and hesitates."),
    )
}
SECOND_TRY = {
    FOUNDATION: _changed(
        FOUNDATION,
        (
            "Honesty, debt, what is owed to kin.",
            "Honesty, debt, what is owed to kin; that a true number can cost a house.",
        ),
        (
            "Her debt is reckoned in salt delivered.\n\n**Rules",
            (
                "Her debt is reckoned in salt delivered. She has been kind to both of them.\n\n"
                "**The clerk of the court.** Reads a ledger as others read a face.\n\n**Rules"
            ),
        ),
    ),
    WEIGHING: _changed(
        WEIGHING,
        (
            "the second morning after the storm.",
            (
                "the second morning after the storm. The harbour is still closed, so everyone in the room "
                "will have to stay in it."
            ),
        ),
        (
            "it is her brother’s.",
            (
                "it is her brother’s. She says the right number aloud before she understands what it means, "
                "and three men have heard it."
            ),
        ),
        (
            CHOICE,
            (
                "If she enters the true weight, the widow Brandal loses the house, because her debt is "
                "reckoned in salt delivered. If she enters the old weight, Jonas goes on stealing and she "
                "becomes part of it. There is no third line in the ledger. She asks the clerk for a new pen "
                "and takes a long time to fill it."
            ),
        ),
        (
            "Marit writes the true weight. The clerk sees it",
            (
                "Marit writes the true weight, then tears out the page and writes it again in Jonas’s hand. "
                "The clerk sees it"
            ),
        ),
        (
            "2. The eleventh kilogram.\n3. The pen.",
            (
                "2. The eleventh kilogram. The men by the stove stop talking.\n"
                "3. In the back room with the ledger: Brandal’s page and Jonas’s page face each other.\n"
                "4. The pen."
            ),
        ),
    ),
    BROTHER: _changed(
        BROTHER,
        (
            "which is how he always asked.",
            (
                "which is how he always asked. She tells him that she has written his name, and he thanks "
                "her, and that is the worst of it."
            ),
        ),
    ),
}
EARLIER_TRY = {
    "chapter-beats/08-salt.md": _changed(
        "chapter-beats/08-salt.md",
        ("The ledger is asked for, read and closed.", "The ledger is asked for, and read aloud, and closed."),
    )
}
TREATMENT_TRY = {
    "treatment/treatment.md": _changed(
        "treatment/treatment.md",
        (
            "The harbour closes.",
            "The harbour closes and stays closed: nobody who knows can leave.",
        ),
    )
}


def _verdict(verdict: str, reasoning: str, **more: object) -> str:
    return json.dumps({"verdict": verdict, "reasoning": reasoning, **more})


REVISE = _verdict(
    "needs_revision",
    "The text says that the choice is hard, but nobody pays for it. “It is a hard choice. She is torn.” "
    "tells the reader what to feel; the widow and Jonas are not in the room.",
    specific_issues=["Nobody whom Marit loves pays for either choice", "Chapter 6 does not know of it"],
    suggestions=["Name what each number costs, and whom", "Let Jonas hear of it in chapter 6"],
)
APPROVE = _verdict(
    "approved",
    "The choice now has a price on both sides, and neither is hidden from the reader. Chapter 6 follows from "
    "it.",
    points=[
        {"point": FEEDBACK, "done": True, "why": "“Brandal loses the house” and “she becomes part of it”."}
    ],
)
EXPLAINED = json.dumps(
    {
        "foundation": [
            "A theme more: a true number can cost a house.",
            "The clerk of the court gets a line of his own.",
        ],
        "changes": [
            {
                "file": WEIGHING,
                "magnitude": "major",
                "summary": "Marit must choose between Brandal and Jonas; before, she only had to be brave.",
                "before_after": [
                    {
                        "what": "The choice",
                        "before": "She could enter the true weight or the old one.",
                        "after": "One number takes the widow’s house, the other makes her a thief.",
                    }
                ],
                "scenes_added": ["In the back room with the ledger"],
                "tone_shift": "from brave to guilty",
            },
            {
                "file": BROTHER,
                "magnitude": "moderate",
                "summary": "Jonas thanks her for having written his name.",
            },
            {
                "file": FOUNDATION,
                "magnitude": "minor",
                "summary": "The harbour is closed, so no one can leave.",
            },
        ],
        "impact": {
            "arc": "Her honesty is no longer free.",
            "tone": "Heavier from chapter 3 on.",
            "consistency": "It fits the treatment: the harbour is closed in act 2.",
        },
        "why": "You asked that someone she loves pays whatever she does; now both do.",
        "risks": ["Chapter 7 still copies “her own page”, which is now in Jonas’s hand."],
    }
)


WISH = "Say it in half the words, and let her be afraid of the pen."
VERSIONS = (
    "She could enter the true weight or the old one. The pen frightens her.",
    "The true weight or the old one. She asks for a new pen, and is afraid of it.",
    "True or old: the clerk holds out the pen, and she will not take it.",
)
SENT_BACK = json.dumps(
    {
        "verdict": "needs_revision",
        "reasoning": "It is shorter, but “is afraid” only says what the reader should feel.",
        "specific_issues": ["Her fear is named and not shown."],
        "suggestions": ["Let her hand do it."],
    }
)
ORDER = json.dumps({"ranking": ["A", "C", "B"], "why": "A shows most by what she does."})


def says(request: ModelRequest) -> Completed:
    """Return what a seat says, by what it is asked for."""
    feedback = shown(request, "request")
    again = bool(named(request, "judge on attempt "))
    text = {
        "draft_write": lambda: _files(feedback, again=again),
        "draft_passage": lambda: f"<<<PASSAGE>>>\n{VERSIONS[version_asked(request) - 1]}\n<<<END PASSAGE>>>",
        "draft_rank": lambda: ORDER,
        "draft_judge": lambda: (
            SENT_BACK
            if feedback == WISH
            else REVISE
            if feedback == FEEDBACK and not _is_second(request)
            else APPROVE
        ),
        "draft_explain": lambda: EXPLAINED,
    }.get(request.purpose, lambda: "{}")()
    usage = Usage(tokens_in=5200, tokens_out=len(text) // 4, source="provider", cost=COST + len(text) / 4e5)
    return Completed(text, usage=usage)


def _files(feedback: str, *, again: bool) -> str:
    changed: Mapping[str, str] = {
        FEEDBACK: SECOND_TRY if again else FIRST_TRY,
        EARLIER: EARLIER_TRY,
        TREATMENT: TREATMENT_TRY,
    }.get(feedback, {})
    level = "treatment/" if feedback == TREATMENT else "chapter-beats/"
    # What was accepted before stays in what is written now.
    before = {} if feedback == EARLIER else EARLIER_TRY
    whole = {path: text for path, text in {**texts(), **before}.items() if path.startswith(level)}
    return "".join(block(path, text) for path, text in {**whole, **changed}.items())


def _is_second(request: ModelRequest) -> bool:
    return any("Brandal loses the house" in fence.text for fence in named(request, "new "))
