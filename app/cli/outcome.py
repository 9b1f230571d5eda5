"""What came of a session: its result, what is agreed and disputed, where it lies, what is next."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from app.cli.names import Names
from app.cli.output import columns, is_terminal, program, say, show, show_markdown, show_wrapped
from app.domain.fact_base import FactCatalogue, Record
from app.domain.reporting import Remark
from app.engine.fold import SessionFold
from app.engine.plugin import report_of
from app.projections.folding import Projections, fold_session
from app.projections.texts import Version

_GIST_LINES = 4
"""Lines of a terminal for decision, agreement, dispute and dissent; the answer above says it whole."""
_LONGEST_GIST = 220
"""Characters for each of them, however wide the terminal is."""
LONGEST_WORD = 16
"""Characters that the end of a line may stay short by; a longer word is rare."""


def folded(fold: SessionFold, catalogue: FactCatalogue, records: Sequence[Record]) -> Projections:
    """Fold what every workflow's records tell alike."""
    return fold_session(catalogue, records, fold.plugin.headline)


def show_answer(fold: SessionFold, shared: Projections) -> None:
    """Print the final answer; what stands around it is told in a few lines, or by `show`."""
    result, answer = shared.texts.result(), report_of(fold.plugin, fold.state).answer
    if result is None or answer is None or result.decided is not None:
        show_result(fold, shared)
        return
    show("")
    show_markdown(answer)


def show_result(fold: SessionFold, shared: Projections, *, all_texts: bool = False) -> bool:
    """Print the final text; where a workflow writes none, its newest text (`all_texts`: of each round)."""
    result = shared.texts.result()
    if result is not None:
        show("")
        show_markdown(shared.texts.standing_text(result))
        return True
    names, found = Names(fold), list(_texts(fold, shared))
    for version in found if all_texts else found[-1:]:
        show("")
        show(f"{fold.plugin.vocabulary.round} {version.round} · {names.of(version.seat)}")
        show_markdown(shared.texts.standing_text(version))
    return bool(found)


def _texts(fold: SessionFold, shared: Projections) -> Iterator[Version]:
    """Return the texts that stand, where a workflow has one a round: what it is for."""
    if fold.plugin.graph.result_node is not None:
        return
    slots = {tab.slot for tab in fold.plugin.tabs if tab.slot}
    rejected = shared.timeline.rejected()
    newest: dict[tuple[str, str, int], Version] = {}
    for version in shared.texts.versions.values():
        if version.slot in slots and (version.round, version.attempt) not in rejected:
            newest[version.slot, version.seat, version.round] = version
    yield from newest.values()


def show_gist(fold: SessionFold) -> None:
    """Print what was decided, agreed, disputed and by whom in four lines of a terminal, or a line each."""
    report, names = report_of(fold.plugin, fold.state), Names(fold)
    parts = {part.name: part for part in report.findings}
    told = [parts[name] for name in fold.plugin.vocabulary.brief if name in parts]
    found = [(part.title, _remarks(part.remarks) or [part.none]) for part in told]
    if report.answer is not None and report.decision:
        found.insert(0, ("Decided", [" ".join(report.decision.split())]))
    found = [(title, [names.veil(text) for text in texts if text]) for title, texts in found]
    found = [(title, texts) for title, texts in found if texts]
    width = max((len(title) for title, _ in found), default=0)
    if found:
        show("")
    spare = max(0, _GIST_LINES - len(found))
    for number, (title, texts) in enumerate(found, 1):
        # What is disputed comes last, and needs the room.
        room = _room(1 + (spare if number == len(found) else 0), width + 2)
        show_wrapped(f"{title:<{width}}  {_joined(texts, room)}", width + 2)


def _room(lines: int, indent: int) -> int:
    """Return how many characters surely fit in lines of this terminal."""
    if not is_terminal(sys.stdout):
        return _LONGEST_GIST
    # The end of each line but the last may stay free: a word goes on in the next.
    return min(_LONGEST_GIST, lines * (columns() - indent) - (lines - 1) * LONGEST_WORD)


def _remarks(remarks: Sequence[Remark]) -> list[str]:
    return list(dict.fromkeys(map(_remark, remarks)))


def _joined(texts: Sequence[str], room: int) -> str:
    """Return as many texts as fit, and how many more there are."""
    for count in range(len(texts), 0, -1):
        more = len(texts) - count
        line, rest = "; ".join(texts[:count]), f"; and {more} more" if more else ""
        if count == 1 or len(line + rest) < room:
            break
    line = _cut(line, room - len(rest) - 1) + rest
    return line if line[-1] in ".!?…" or line.endswith("…”") else f"{line}."


def _remark(remark: Remark) -> str:
    """Return a remark in a line: what, and who says it, or who stands against whom."""
    sides = " against ".join(dict.fromkeys(", ".join(side.who) for side in remark.sides if side.who))
    who = sides or ", ".join(remark.who)
    text = " ".join(remark.text.split()).rstrip(".")
    return f"{text} ({who})" if who else text


def _cut(text: str, room: int) -> str:
    if len(text) <= room:
        return text
    kept = text[: max(1, room - 3)].rsplit(" ", 1)[0] + " …"
    return f"{kept}”" if kept.count("“") > kept.count("”") else kept


def _from_home(path: Path) -> str:
    with suppress(ValueError, RuntimeError):
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    return str(path)


def say_next(path: Path, ways: Sequence[tuple[str, str]]) -> None:
    """Say where a session lies, and the commands somebody may want next, each with what it does."""
    say("")
    say(f"Saved in {_from_home(path)}")
    say("Next:")
    commands = [(f"{program()} {command}", what) for command, what in ways]
    width = max(len(command) for command, _ in commands)
    fits = width + max(len(what) for _, what in commands) + 6 <= shutil.get_terminal_size().columns
    for command, what in commands:
        if fits:
            say(f"  {command:<{width}}  {what}")
        else:
            # A command is never broken: it is there to be copied.
            say(f"  {what}:")
            say(f"    {command}")
