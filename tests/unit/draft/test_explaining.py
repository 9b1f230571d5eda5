"""The semantic diff: a model's words beside figures that are computed, and no change left unsaid."""

from __future__ import annotations

from app.domain.i18n import Message
from app.domain.sentences import recorded, sentence_of
from app.workflows.draft.face.gates import GATES
from app.workflows.draft.rules.changes import measure, percent_of_words
from app.workflows.draft.rules.explaining import ExplainReply, explained, line_of, told_changes
from tests.support.read_replies import parse_reply

ONE, TWO, THREE = "chapter-beats/foundation.md", "chapter-beats/02-two.md", "chapter-beats/03-three.md"
FOUR = "chapter-beats/04-four.md"
OLD = {
    ONE: "Themes: duty\n",
    TWO: "Marcus sleeps.\n",
    THREE: "He wakes refreshed.\nHe wins.\n",
    FOUR: "It ends.\n",
}
NEW = {
    ONE: "Themes: duty, doubt\n",
    TWO: "Marcus sleeps.\n",
    THREE: "He wakes from a nightmare.\nHe wins.\nHe weeps.\n",
}
REPLY = """{
  "foundation": [{"where": "Themes", "before": "duty", "after": "duty, doubt"}],
  "changes": [
    {"file": "chapter 3", "magnitude": "★★★", "summary": "complete rewrite",
     "before_after": [{"where": "Opening", "before": "wakes refreshed", "after": "wakes from a nightmare"}],
     "scenes_added": ["He weeps alone"], "tone_shift": "heroic → morally complex"},
    {"file": "chapter 2", "magnitude": "minor", "summary": "foreshadowing"}
  ],
  "impact": {"arc": "harder earned", "tone": "darker", "consistency": "kept"},
  "why": "A low point makes the redemption count.",
  "risks": ["Chapter 2 gives it away"]
}"""


def reply_of(text: str) -> ExplainReply:
    reply = parse_reply(text, ExplainReply)
    assert isinstance(reply, ExplainReply)
    return reply


def page(reply: ExplainReply | None, **more: object) -> str:
    told = explained(
        reply,
        measure(OLD, NEW),
        feedback="Make chapter 3 darker",
        attempts=3,
        verdict="approved",
        **more,  # type: ignore[arg-type]  # options of one call
    )
    return str(sentence_of(recorded(told)))


def test_the_page_tells_what_changed_with_figures_that_are_counted() -> None:
    assert page(reply_of(REPLY)) == (
        "## What changed\n\n"
        "**You asked:** “Make chapter 3 darker”\n\n"
        "**Attempts:** 3, approved on attempt 3\n\n"
        "### Foundation and metadata\n\n"
        "- Themes: duty → duty, doubt\n\n"
        "### Major changes ★★★\n\n"
        "- **`chapter-beats/03-three.md`**: complete rewrite\n"
        "  - Opening: wakes refreshed → wakes from a nightmare\n"
        "  - New: He weeps alone\n"
        "  - Tone: heroic → morally complex\n"
        "  - Computed: +2 −1 lines, 5 → 9 words (+80 %)\n\n"
        "### Minor changes ★\n\n"
        "- **`chapter-beats/02-two.md`**: foreshadowing\n"
        "  - Computed: this file did not change\n\n"
        "### Changed, and not spoken of above\n\n"
        "- `chapter-beats/foundation.md`: +1 −1 lines, 2 → 3 words (+50 %)\n"
        "- `chapter-beats/04-four.md`: deleted, it had 2 words\n\n"
        "### Deleted files\n\n"
        "- `chapter-beats/04-four.md` (2 words)\n\n"
        "### Overall impact\n\n"
        "- Files changed: 3 of 4\n"
        "- Changed: +3 −3 lines\n"
        "- Words: 11 → 14 (+27 %)\n"
        "- Arc: harder earned\n"
        "- Tone: darker\n"
        "- Consistency: kept\n\n"
        "### Why it works\n\n"
        "A low point makes the redemption count.\n\n"
        "### Risks\n\n"
        "- Chapter 2 gives it away\n"
    )


def test_without_a_model_the_figures_are_told_alone() -> None:
    told = page(None)
    assert "No model could explain this change" in told
    assert "- Files changed: 3 of 4" in told
    assert "`chapter-beats/04-four.md` (2 words)" in told


def test_marks_in_a_models_words_stay_words() -> None:
    reply = reply_of('{"changes": [{"file": "chapter 3", "summary": "# Big\\n\\n- [x](http://e.vil) <b>"}]}')
    told = page(reply)
    assert "\n# Big" not in told
    assert "\\[x](" in told
    assert "<b>" not in told.replace("\\<b>", "")


def test_over_the_judges_word_is_said_to_be() -> None:
    told = str(
        explained(None, measure(OLD, NEW), feedback="", attempts=2, verdict="needs_revision", reasoning="No.")
    )
    assert "**Attempts:** 2, accepted though the judge asked for a revision" in told
    assert "### What the judge said\n\nNo." in told
    assert "You asked" not in told


def test_the_history_keeps_it_in_one_line() -> None:
    figures = measure(OLD, NEW)
    assert str(line_of(told_changes(reply_of(REPLY)), figures)) == (
        "major: chapter 3: complete rewrite; minor: chapter 2: foreshadowing"
    )
    assert str(line_of(told_changes(None), figures)).startswith(
        "Files changed: chapter-beats/foundation.md (changed), "
    )
    assert str(line_of(told_changes(None), measure(OLD, OLD))) == "Nothing changed"


def test_figures_count_files_lines_and_words_whatever_the_line_ends() -> None:
    figures = measure({ONE: "a b\r\nc\r\n"}, {ONE: "a b\nc\nd", TWO: "x\n"})
    assert (figures.files_changed, figures.files_total) == (2, 2)
    assert (figures.lines_added, figures.lines_removed, figures.lines_changed) == (2, 0, 2)
    assert (figures.words_before, figures.words_after) == (3, 5)
    assert [one.kind for one in figures.files] == ["changed", "added"]
    assert percent_of_words(figures) == "+67 %"
    assert percent_of_words(measure({}, {ONE: "x"})) == ""


def test_an_attempt_that_is_looked_at_before_it_is_decided_is_not_called_accepted() -> None:
    figures = measure({"a.md": "One.\n"}, {"a.md": "Two.\n"})
    looked = explained(None, figures, feedback="X", attempts=1, verdict="needs_revision", stands="looked at")
    assert "**Attempts:** 1, sent back by the judge" in str(looked)
    taken = explained(None, figures, feedback="X", attempts=2, verdict="needs_revision")
    assert "**Attempts:** 2, accepted though the judge asked for a revision" in str(taken)


def test_a_gate_tells_an_explanation_without_its_signs_and_keeps_those_of_the_text() -> None:
    told = (
        "## What changed\n\n**You asked:** “Call it C\\# and \\*new\\*”\n\n- `a_b/01.md`: done\n  - New: x\n"
    )
    lines = [str(line) for line in GATES["draft_acceptance"].payload_lines({"told": told})]
    assert lines[:4] == [
        "What changed", "You asked: “Call it C# and *new*”", "- a_b/01.md: done", "  - New: x",
    ]  # fmt: skip


def test_the_programs_words_are_said_in_the_readers_language_and_a_models_are_not() -> None:
    german = {
        "What changed": "Was sich geändert hat",
        "You asked": "Sie verlangten",
        "“{text}”": "„{text}“",
        "Computed: {text}": "Gezählt: {text}",
        "+{added} −{removed} lines, {before} → {after} words ({share})": "Zeilen +{added} −{removed}",
        "Why it works": "Warum es wirkt",
    }

    def say(sentence: Message) -> str:
        return sentence.text(lambda _, source: german.get(source, source))

    told = recorded(
        explained(reply_of(REPLY), measure(OLD, NEW), feedback="Darker", attempts=3, verdict="approved")
    )
    shown = say(sentence_of(told))
    assert shown.startswith("## Was sich geändert hat\n\n**Sie verlangten:** „Darker“\n")
    assert "\n  - Gezählt: Zeilen +2 −1\n" in shown
    assert "### Warum es wirkt\n\nA low point makes the redemption count.\n" in shown
    lines = [say(line) for line in GATES["draft_acceptance"].payload_lines({"told": told})]
    assert lines[:2] == ["Was sich geändert hat", "Sie verlangten: „Darker“"]
    assert "  - Gezählt: Zeilen +2 −1" in lines
    assert "- chapter-beats/03-three.md: complete rewrite" in lines


def test_what_changed_in_the_foundation_stands_in_the_summary_that_is_kept() -> None:
    reply = reply_of('{"foundation": [{"where": "Themes", "before": "duty", "after": "duty, betrayal"}]}')
    assert str(line_of(told_changes(reply), measure(OLD, NEW), reply.foundation)) == (
        "foundation: Themes: duty → duty, betrayal"
    )
