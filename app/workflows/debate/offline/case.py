"""What a debate's prompt gives: demands, texts, the lines that bear on each, what a member weighs."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

from app.domain.messages import ModelRequest
from app.workflows.common.offline.demands import Demand, demands_of
from app.workflows.common.offline.language import Language, language_of, sentence
from app.workflows.common.offline.matching import Index
from app.workflows.common.offline.prompt import Prompt, read_prompt
from app.workflows.common.offline.statements import (
    Statement,
    cited,
    figures_of,
    folded,
    quoted,
    statements_of,
    words_of,
)

Lens = Literal["cost", "risk", "people"]
LENSES: Final[tuple[Lens, ...]] = ("cost", "risk", "people")
LENS_OF: Final[Mapping[str, Lens]] = MappingProxyType(
    {"analyst": "cost", "sceptic": "risk", "editor": "people"}
)
"""What the voice of each member weighs."""


def _any(stems: str) -> re.Pattern[str]:
    """Return a pattern for any of the stems, each at the beginning of a word or (with `~`) inside one."""
    parts = (rf"\w*{stem[1:]}" if stem.startswith("~") else stem for stem in stems.split())
    return re.compile(r"\b(?:" + "|".join(parts) + r")\w*", re.IGNORECASE)


_WORDS: Final[Mapping[Lens, re.Pattern[str]]] = MappingProxyType(
    {
        "cost": _any(
            "cost price budget euro dollar revenue margin pay\\b paid salar wage fee licen[cs] invest "
            "saving saves rent\\b supplement overtime turnover profit subsid loan cheap expens output "
            "scrap throughput capacity ~kosten ~preis ~gehalt ~gehälter ~gebühr ~umsatz ~miete\\b ~lohn "
            "~ersparnis förder ~ausgabe teuer billig günstig zuschuss kredit bezahl"
        ),
        "risk": _any(
            "risk warn fail miss(?:ed|es|ing)\\b outage downtime breach leak secur uncertain unclear "
            "volunteer lost court lawsuit contract cannot delay incident lock-?in depend arbitrat "
            "safeguard reversib guarantee unproven crash corrupt audit complian legal unwilling against "
            "chance control\\sgroup risiko risiken ~ausfall ausfäll unsicher unklar ~sicherheit ~schutz "
            "haftung klage gericht kündig garantie gewährleist verzöger vertrag verträge scheiter "
            "störung abhängig gutachten mangel mängel warn"
        ),
        "people": _any(
            "employee staff people team\\b customer patient user\\b users\\b sick absen hir(?:e|ing) "
            "applica morale training works\\scouncil part-time resident neighbour parent child teacher "
            "pupil student satisf complain colleague visit member survey commut mitarbeit beschäftigt "
            "personal\\b ~kunde krank bewerb betriebsrat eltern kind(?:er)?\\b schüler lehrer besuch "
            "mitglied nutzer anwohner teilzeit schulung zufrieden beschwer kolleg ehrenamt bürger "
            "familie verein jugend"
        ),
    }
)


@lru_cache(maxsize=16_384)
def weight_of(text: str, lens: Lens) -> int:
    """Return how many words of a text speak of what a lens weighs."""
    return sum(1 for _ in _WORDS[lens].finditer(text))


def say(language: Language, name: str, *parts: object) -> str:
    """Return a sentence of the council in a language."""
    return sentence("debate", name, language, *parts)


def lines_in_words(language: Language, number: int) -> str:
    """Return “1 line” or “3 lines”."""
    return say(language, "line.one") if number == 1 else say(language, "line.many", number)


ANSWER = ""
"""The source of what the person answered: no file is called so."""
MOST_LINES = 3
"""Lines that are quoted for one demand."""
_OF_A_LENS = 0.12
"""What each word of a member's own concern adds to how near a line is, up to two."""
_OF_A_FIGURE = 0.05
_LEAST_QUOTED = 12
"""Letters of a line that is looked for in a text: shorter ones stand anywhere."""
_LEAST_WORDS = 4
_QUESTION_AND_ANSWER = re.compile(r"Q: (.*?)\nA: (.*)", re.DOTALL)
_UNANSWERED = re.compile(r"not answered|nicht beantwortet|not sure|none of the options", re.IGNORECASE)


@dataclass(frozen=True)
class Case:
    """A question with its material."""

    language: Language
    demands: tuple[Demand, ...]
    names: tuple[str, ...]
    """Of the given texts."""
    index: Index
    """The lines of the given texts and of the person's answers."""
    own: Index
    """What the question itself tells beside its demands."""
    answers: Mapping[str, tuple[Statement, ...]]
    """What the person answered where a demand had no line, by the demand."""

    @property
    def empty(self) -> bool:
        """Tell whether there is nothing to quote."""
        return not self.index.statements and not self.own.statements

    def lines_for(
        self, demand: Demand, lens: Lens | None = None, most: int = MOST_LINES
    ) -> tuple[Statement, ...]:
        """Return the lines that bear on a demand, nearest first; a lens prefers what it weighs.

        Beside the given texts counts what the question itself tells, but for a decision: to repeat what
        somebody asks is no answer.
        """
        if (told := self.answers.get(demand.text)) is not None:
            return told[:most]
        # What names one of several ways bears on the choice among them.
        words = 1 if demand.decides else 2
        found = [*self.index.near(demand.text, 2 * most, words=words, least=0.1 + 0.1 * words)]
        if not demand.decides or not self.index.statements:
            found += self.own.near(demand.text, 1)
        best = max((match.share for match in found), default=0.0)
        near = [match for match in found if match.share >= 0.6 * best]
        near.sort(key=lambda m: -(m.share + _preferred(m.statement, lens)))
        return tuple(match.statement for match in near[:most])

    def weighed(self, lens: Lens, without: Collection[Statement], most: int = 3) -> tuple[Statement, ...]:
        """Return the lines that speak most of what a lens weighs, in their order."""
        left = [
            one
            for one in self.index.statements
            if one not in without
            and len(one.plain.split()) >= _LEAST_WORDS
            and weight_of(one.plain, lens)
            and one.kind != "code"
        ]
        bears = {match.statement: match.share for match in self.index.near(self.question, 50, least=0.0)}
        left.sort(key=lambda one: (-weight_of(one.plain, lens) - bears.get(one, 0.0), one.source, one.line))
        return tuple(sorted(left[:most], key=self.index.statements.index))

    @property
    def question(self) -> str:
        """The words of all demands together."""
        return " ".join(demand.text for demand in self.demands)

    @property
    def counted(self) -> tuple[Demand, ...]:
        """The demands of which rules can tell whether there is a line; a decision alone is one too."""
        return tuple(d for d in self.demands if not d.decides) or self.demands

    def covered_in(self, text: str) -> tuple[Demand, ...]:
        """Return the counted demands for which a text quotes a line that bears on them."""
        quoted = self.quoted_in(text)
        return tuple(d for d in self.counted if any(line in quoted for line in self.all_for(d)))

    def all_for(self, demand: Demand) -> tuple[Statement, ...]:
        """Return every line that some member may quote for a demand."""
        return self.lines_for(demand, most=2 * MOST_LINES)

    def cite(self, statement: Statement) -> str:
        """Return a line word for word with its place."""
        if statement.source == ANSWER:
            return f"{quoted(statement.plain, self.language)} ({say(self.language, 'source.answer')})"
        return cited(statement, self.language)

    def quoted_in(self, text: str) -> frozenset[Statement]:
        """Return the lines that a text quotes word for word."""
        within = folded(text)
        every = (*self.index.statements, *self.own.statements)
        return frozenset(
            one for one in every if len(said := words_of(one)) >= _LEAST_QUOTED and said in within
        )


def _preferred(statement: Statement, lens: Lens | None) -> float:
    weighed = min(2, weight_of(statement.plain, lens)) if lens is not None else 0
    return _OF_A_LENS * weighed + (_OF_A_FIGURE if figures_of(statement.plain) else 0.0)


def case_in(request: ModelRequest) -> tuple[Case, Prompt]:
    """Return the case that a request puts, and the request as it was read."""
    prompt = read_prompt(request)
    answers = tuple(
        (match[1].strip(), match[2].strip())
        for text in prompt.under("Questions that were put to the person")
        if (match := _QUESTION_AND_ANSWER.fullmatch(text.text)) is not None
    )
    case = _case(
        prompt.first("The question:"),
        tuple(text.text for text in prompt.under("The answer must cover each")),
        tuple((text.name, text.text) for text in prompt.under("Context files given")),
        tuple((question, answer) for question, answer in answers if not _UNANSWERED.search(answer)),
        # What the person wants besides is looked for like any demand.
        wanted_in(prompt),
    )
    return case, prompt


def wanted_in(prompt: Prompt) -> str:
    """Return the person's guidance, and the feedback of a rejected attempt."""
    said = (prompt.first("gives this guidance"), prompt.first("wants this changed"))
    return "\n\n".join(filter(None, said))


@lru_cache(maxsize=4)
def _case(
    question: str,
    must_haves: tuple[str, ...],
    given: tuple[tuple[str, str], ...],
    answered: tuple[tuple[str, str], ...],
    wanted: str,
) -> Case:
    language = language_of(question)
    demands = demands_of(question, must_haves)
    told = {q: statements_of(a, ANSWER) for q, a in answered}
    lines = [line for name, text in given for line in statements_of(text, name)]
    lines += [line for found in told.values() for line in found]
    asked = {demand.text for demand in demands}
    own = [
        line
        for line in statements_of(question, say(language, "source.question"))
        if line.plain not in asked and len(line.plain.split()) >= _LEAST_WORDS
    ]
    wishes = tuple(Demand(one.plain, 0, one.keys) for one in statements_of(wanted) if one.plain not in asked)
    return Case(
        language,
        (*demands, *wishes),
        tuple(name for name, _ in given),
        Index(lines),
        Index(own),
        {d.text: found for d in demands for q, found in told.items() if quoted(d.text, language) in q},
    )
