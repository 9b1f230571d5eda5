"""What a draft shows of itself: figures, and the sections only it has in an export."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from app.diffing.tokens import count_words
from app.domain.canonical import JsonValue
from app.domain.i18n import Message, format_number, ngettext, translate
from app.domain.reporting import Document, Ending, WorkflowReport, ending_sentence
from app.markup.escaping import code, fence, inline
from app.workflows.draft.face.printed import printed
from app.workflows.draft.rules.levels import titled
from app.workflows.draft.rules.statistics import FileWords, growth, statistics, told
from app.workflows.draft.state import DraftState, Iteration


def summary_of(state: DraftState) -> Mapping[str, JsonValue]:
    """Return the draft's figures."""
    done = [one for one in state.iterations if one.how == "accepted" and one.done is not None]
    found = statistics(state.past)
    return {
        "rounds_completed": len(done),
        "project": state.setup.project,
        "template": state.template_name,
        "draft_target": state.target,
        "files": sum(len(state.level_files(level.name)) for level in state.template.levels),
        "draft_attempts": found.attempts,
        "draft_wanted": [word for word, _ in found.wanted],
        "stale": list(state.stale),
        **_newest(state),
    }


def _newest(state: DraftState) -> dict[str, JsonValue]:
    """Return what the newest iteration came to, for programs that asked for it."""
    over = [one for one in state.iterations if one.how is not None]
    if not over:
        return {}
    one = over[-1]
    found: dict[str, JsonValue] = {"draft_level": one.level, "draft_outcome": one.how or ""}
    if one.done is not None:
        found |= {
            "draft_commit": one.done.commit,
            "draft_verdict": one.done.verdict,
            "draft_tries": one.done.attempts,
            "draft_files_changed": one.done.files_changed,
            "draft_lines_changed": one.done.lines_changed,
        }
    return found


def parts_of(state: DraftState) -> Sequence[tuple[str, str]]:
    """Return what an export says of the iterations, and the accepted text, as Markdown sections."""
    undone = state.undone_commits
    titles = {level.name: titled(level.title) for level in state.template.levels}
    listed = [_iteration(one, _undone(one, undone), titles) for one in state.iterations]
    found = [(translate("Iterations"), "\n\n".join(listed) or translate("None yet."))]
    figures = told(statistics(state.past), titles)
    if figures:
        found.append((translate("Figures"), "\n".join(f"- {inline(line)}" for line in figures)))
    grown = growth([one.words for one in state.iterations if not _undone(one, undone)])
    if grown:
        # As they are now: what was taken back, or edited outside, is no acceptance of its own.
        lines = [_grown(_now(state, one), times) for one, times in grown]
        found.append((translate("Words per file"), "\n".join(lines)))
    for level in state.template.levels:
        texts = state.level_files(level.name)
        if texts:
            found.append(
                (
                    translate(titled(level.title)),
                    "\n\n".join(_file(path, text) for path, text in texts.items()),
                )
            )
    return found


def _undone(one: Iteration, undone: Collection[str]) -> bool:
    return one.done is not None and one.done.commit in undone


def _now(state: DraftState, one: FileWords) -> FileWords:
    text = state.files.get(one.path)
    return FileWords(one.path, one.before, None if text is None else count_words(text))


def _grown(one: FileWords, times: int) -> str:
    changed = translate("accepted once") if times == 1 else translate("accepted {n} times", n=times)
    before = translate("new") if one.before is None else format_number(f"{one.before:,}")
    after = translate("deleted") if one.after is None else ngettext(one.after, "{n} word", "{n} words")
    return f"- {code(one.path)}: {before} → {after}, {changed}"


def _iteration(one: Iteration, undone: bool, titles: Mapping[str, Message]) -> str:
    without = translate("taken back") if one.undoes else translate("generated")
    asked = inline(one.feedback) if one.feedback else without
    ended = {
        "accepted": translate("accepted"),
        "rejected": translate("rejected"),
        "cancelled": translate("given up"),
        None: translate("under way"),
    }[one.how]
    why = " ".join(str(one.why).split())
    if one.how != "accepted" and why:
        ended = translate("{ended}: {why}", ended=ended, why=inline(why))
    if undone:
        ended = translate("accepted, then taken back")
    tries = [ngettext(one.tried, "{n} attempt", "{n} attempts")] if one.tried else []
    level = inline(str(titles.get(one.level, one.level)))
    return f"{one.number}. **{level}**: {asked} ({', '.join([*tries, ended])})"


def _file(path: str, text: str) -> str:
    if path.endswith(".md"):
        return f"*{inline(path)}*:\n\n{printed(text)}"
    return f"*{inline(path)}*:\n\n{fence(text.strip(), '')}"


def report(sections: Sequence[tuple[str, str]], ended: Message | None) -> WorkflowReport:
    """Return what a report says beyond the shared facts; `ended`: why, as the person is told."""
    return WorkflowReport(
        documents=tuple(Document(title=title, markdown=text) for title, text in sections),
        ending=Ending(reason=ending_sentence(ended) if ended is not None else ""),
        question_title=translate("The request"),
        texts_title=translate("New texts"),
        revised_title=translate("Changed texts"),
        text_noun=translate("text"),
    )
