"""How the council quotes: word for word, with the place it is from."""

from __future__ import annotations

from app.workflows.debate.offline.brief import BRIEF, Option
from app.workflows.debate.offline.case import ANSWER, Case
from app.workflows.debate.offline.material import Claim
from app.workflows.debate.offline.phrases import say


def quoted(case: Case, text: str) -> str:
    """Return a text in the quotation marks of the brief's language."""
    return say(case.language, "quote", text)


def location_words(case: Case, claim: Claim) -> str:
    """Return where a claim stands: `notes.md, line 7`."""
    if claim.source == ANSWER:
        return say(case.language, "source.answer")
    source = say(case.language, "source.brief") if claim.source == BRIEF else claim.source
    return say(case.language, "line", source, claim.line)


def cited(case: Case, claim: Claim) -> str:
    """Return a claim word for word with its place."""
    if claim.row:
        quotation = f"{quoted(case, claim.row)}, {quoted(case, claim.column)}: {quoted(case, claim.text)}"
    else:
        quotation = _code(claim.text) if claim.code else quoted(case, claim.text)
    return f"{quotation} ({location_words(case, claim)})"


def _code(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def named(case: Case, option: Option | None) -> str:
    """Return an option as the brief calls it."""
    if option is None:
        return say(case.language, "j.nothing")
    if case.brief.kind == "yes or no":
        return say(case.language, option.label)
    return quoted(case, option.label)


def weighed(case: Case, option: Option | None) -> str:
    """Return what the lines for and against are about: the change that is asked about, else the option."""
    go = next((o for o in case.brief.options if o.part == "go"), None)
    return named(case, option if case.brief.kind == "options" else go)


OPENING = 8
"""Words by which a line is named again after it was quoted in full."""


def _opening(case: Case, claim: Claim) -> tuple[str, str] | None:
    """Return a claim as it is quoted, and as it is named again; None where it is short."""
    words = claim.text.split()
    if claim.row or claim.code or len(words) <= OPENING + 3:
        return None
    return quoted(case, claim.text), quoted(case, " ".join(words[:OPENING]).rstrip(",;:") + " …")


def shortened(case: Case, text: str) -> str:
    """Return a text in which every line is quoted in full once; then its first words name it."""
    for claim in case.claims:
        if (forms := _opening(case, claim)) is not None:
            head, found, tail = text.partition(forms[0])
            if found and forms[0] in tail:
                text = head + found + tail.replace(*forms)
    return text


def holds(case: Case, text: str, line: str) -> bool:
    """Tell whether a text has a line, be it quoted in full or named again."""
    for claim in case.claims:
        if (forms := _opening(case, claim)) is not None and forms[0] in line:
            text, line = text.replace(*forms), line.replace(*forms)
    return line in text
