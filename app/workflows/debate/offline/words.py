"""The word lists by which the offline council reads English and German. Data and small look-ups; no model.

A lens is what a member looks for. A claim leans where its words say that something became better or worse;
where they say neither, it leans nowhere: the rules never guess.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal

from app.workflows.common import prose

Language = Literal["en", "de", "other"]
Lens = Literal["cost", "risk", "people"]
LENSES: Final[tuple[Lens, ...]] = ("cost", "risk", "people")


MONEY = frozenset("€$£")
COST_WORDS = prose.keys(
    "cost costs price prices fee fees euro euros dollar dollars pound pounds year yearly month "
    "monthly once pay kosten kostet preis gebühr gebühren jahr jährlich monat monatlich einmalig zahlen"
)
"""Words of nearly every line on cost: they do not tell one thing that is paid from another."""
TOTAL = re.compile(
    r"\b(?:total|in all|altogether|all in|sum|overall|gesamt\w*|insgesamt|zusammen|summe|alles in allem)\b",
    re.IGNORECASE,
)
"""Words of a line that tells a sum already."""


def _any(words: str) -> re.Pattern[str]:
    """Return a pattern for any of the stems, each at the beginning of a word or (with `~`) inside one."""
    stems = [rf"\w*{w[1:]}" if w.startswith("~") else w for w in words.split()]
    return re.compile(r"\b(?:" + "|".join(s.replace("_", r"\s+") for s in stems) + r")\w*", re.IGNORECASE)


TOPICS: Final[dict[Lens, re.Pattern[str]]] = {
    "cost": _any(
        "cost price pric(?:ed|ing) budget euro dollar eur\\b usd\\b revenue margin pay\\b salar wage fee "
        "licen[cs] invest saving saves saved rent\\b supplement overtime paid turnover profit subsid "
        "loan cheap "
        "expens output scrap per_second throughput "
        "faster slower speed  ~kosten ~preis ~gehalt "
        "~gehälter ~gebühr ~umsatz ~miete\\b spar ~lohn einspar "
        "förder ~ausgabe ~beitrag teuer billig günstig zuschuss kredit ~rate\\b"
    ),
    "risk": _any(
        "risk warn weekend_work fail miss(?:ed|es|ing)\\b outage downtime uptime breach leak secur "
        "uncertain unclear "
        "control_group volunteer volunt lost court lawsuit contract could_not cannot delay incident "
        "lock-?in "
        "bankrupt depend arbitrat safeguard revers(?:e|ib) guarantee warrant reliab unproven not_yet "
        "nobody_knows "
        "reference single_point race crash corrupt audit certif comply complian legal law maintain "
        "maintenance "
        "risiko ~risiken warn ausfall ausfäll ausgefallen unsicher unklar ~sicherheit ~schutz haftung "
        "klage "
        "gericht kündig garantie gewährleist verzöger vertrag ~verträge scheiter fehl(?:t|te|er) "
        "störung zuverlässig zertifi abhängig geprüft prüf gutachten wartung"
    ),
    "people": _any(
        "employee staff people team(?!s\\b) customer patient user\\b users\\b sick absen hir(?:e|ing) "
        "applica(?:nt|tion) morale training trained works_council part-time resident neighbour parent "
        "child "
        "teacher time_to_fill pupil student volunteers\\b satisf complain colleague leave\\b left_the "
        "visit librar member(?:s|ship)?\\b "
        "support_hours answer_time commut experience mentor led\\b leads\\b "
        "mitarbeit beschäftigt personal ~kunde krank bewerb betriebsrat eltern kind(?:er)?\\b schüler "
        "lehrer "
        "besuch mitglied ~anmeldung "
        "nutzer anwohner nachbar teilzeit schulung einarbeit zufrieden beschwer kolleg pendel "
        "erfahrung ehrenamt bürger familie verein senior jugend"
    ),
}
GOOD_THINGS: Final = _any(
    "revenue output order applica margin profit quality satisf uptime sales visitor retention accuracy "
    "speed "
    "throughput capacity saving conversion loyalty attendance trust "
    "member(?:s|ship)?\\b visits enrol subscri sign-?ups "
    "~anmeldung mitglied besuche\\b "
    "umsatz ~gewinn qualität ~zufriedenheit auslastung besucher ~zahl_der_besucher einnahme bewerbung "
    "~ersparnis "
    "beteiligung verfügbarkeit"
)
BAD_THINGS: Final = _any(
    "cost scrap sick_leave absen error defect complain number_of_\\w+_who_left resign time_to_ delay "
    "latency "
    "downtime outage incident risk accident price fee waste overtime fuel energy electricity wait "
    "meetings churn vacan noise "
    "damage "
    "~kosten ausschuss krank fehler ~beschwerde wartezeit ausfall ausfäll ~preis gebühr verzöger lärm "
    "unfall unfälle "
    "schaden schäden abfall fluktuation energie verbrauch"
)
UP: Final = _any(
    "rose\\b rise increas grew\\b grow gain climb higher more_than_doubl doubl went_up up_from improv "
    "stieg steig gestiegen wuchs gewachsen erhöh höher mehr_als_verdoppel verdoppel zugenommen zunahm"
)
DOWN: Final = _any(
    "fell\\b fall(?:s|en)?\\b drop declin decreas reduc lower shrink shrank went_down halv cut\\b "
    "sank\\b sinkt gesunken fiel\\b gefallen verringer reduzier gesenkt senkt halbier weniger "
    "zurückgegangen abgenommen"
)
WELL: Final = _any(
    "kept\\b rare\\b stayed_within stays_within useful safeguard works_well worked_well improv "
    "met\\b passed\\b "
    "praised "
    "recommend reliab includ supports\\b certified proven satisfied go_on_with permanent saved\\b saves\\b "
    "benefit advantage strong solid excellent good\\b better faster safer cheaper fair\\b agreed_to "
    "refunded "
    "bewährt eingehalten zuverlässig enthalten inbegriffen empfohlen empfiehlt zufrieden gelobt spart\\b "
    "gespart "
    "vorteil gut\\b gute\\b guten\\b besser schneller sicherer günstiger unterstützt zertifiziert bestanden"
)
BADLY: Final = _any(
    "warn fail missed\\b lost\\b could_not cannot refus is_against are_against against_it "
    "voted_against gave_(?:it|the\\b.{0,40}\\b)up "
    "abandon no_control_group not_told uncertain unclear nobody_knows risk problem outage breach too_few "
    "too_little "
    "lack no_experience never missing not_support not_includ not_yet unproven worse slower overrun "
    "arbitration "
    "weekend_work more_than_\\w+_months drawback objection concern complain broke\\b breaks\\b crash "
    "race_condition "
    "leak lock-?in resign late\\b delay does_not_see did_not single_point corrupt volunteered half_the "
    "not_been "
    "gave_notice quit\\b "
    "unwilling learned_little left_in left_within extra_post additional_post dismissed struggl weak "
    "scheiter verfehlt verloren konnte_nicht konnten_nicht kann_nicht weiger gegen\\b "
    "dagegen "
    "unsicher unklar niemand_weiß risiko problem ausfall ausgefallen zu_wenig zu_klein fehlt\\b fehlte "
    "keine_erfahrung "
    "nicht_enthalten noch_nicht schlechter langsamer nachteil bedenken beschwer verspät verzöger mangel "
    "mängel "
    "kündigt "
    "schwach abgelehnt lehnt verzichten nicht_mehr schwierig störung"
)
WARNS: Final = _any(
    "warn no_control_group volunteered reported_by uncertain unclear open_question only_\\d "
    "within_the_uncertainty "
    "told_from_chance small_sample estimate assum nobody_knows not_measured anecdot self-report "
    "unsicher unklar geschätzt schätz freiwillig keine_kontrollgruppe selbst_berichtet nicht_gemessen "
    "vermut offen\\b"
)
TRIAL: Final = _any(
    "trial pilot limited test(?:s|ing)?\\b try probe versuch test(?:en|phase|lauf)? befristet"
)
STAY: Final = _any(
    "stay keep leave_it as_it_is as_they_are status_quo nothing do_nothing unchanged no_change remain "
    "bleib beibehalt behalten lassen nichts unverändert wie_bisher wie_es_ist"
)
PEOPLE_FIRST: Final = _any(
    "most first above_all matter important weigh weight am_meisten vor_allem wichtig zuerst"
)

MEASURES: Final[tuple[tuple[Lens, int, re.Pattern[str]], ...]] = (
    ("cost", 1, _any("per_second throughput pro_sekunde durchsatz")),
    (
        "cost",
        -1,
        _any(
            "cost price fee kostet total salar wage rent licen[cs] ~kosten ~preis ~gebühr ~gehalt ~miete "
            "~betrag"
        ),
    ),
    (
        "risk",
        -1,
        _any(
            "downtime outage error risk incident failure delay notice_period minimum_term term\\b "
            "lock-?in ausfall fehler "
            "störung risiko ~laufzeit ~kündigungsfrist verzug lieferzeit delivery lead_time"
        ),
    ),
    (
        "risk",
        1,
        _any(
            "uptime availab reference warrant guarantee certif verfügbarkeit referenz garantie gewährleistung"
        ),
    ),
    (
        "people",
        -1,
        _any("answer_time response_time wait set-?up wartezeit antwortzeit einarbeitung reaktionszeit"),
    ),
    (
        "people",
        1,
        _any(
            "rating satisf experience support_hours years_in years_of bewertung zufriedenheit erfahrung "
            "~plätze places seats led"
        ),
    ),
)
"""Which lens a column or a phrase belongs to, and whether more (1) or less (-1) is better."""

_GERMAN = frozenset(
    """
    der die das und ist nicht ein eine mit für auf von zu wir soll sollen wird werden den dem im sich
    auch es oder bei nach aus wie was welche welcher muss darf kann als hat haben
    """.split()  # noqa: SIM905  a list of words
)
_ENGLISH = frozenset(
    """
    the a an and is not with for on of to we should shall will be in it or at from how what which must
    may can as has have this that are by if do does our you i
    """.split()  # noqa: SIM905  a list of words
)
GENERIC: Final = frozenset(
    prose.stem(w)
    for w in """
    cost costs year years month months week weeks day days hour hours per cent percent people company
    companies number use used new make take give say says name state good best better high low time
    times euro euros dollar dollars one two three four five six seven eight nine ten least most much
    many well first last recommendation recommend option options decide decision choose choice keep
    total today now currently also happen happens vendor solution whoever lösung anbieter verein thing
    things kosten jahr jahre monat monate woche wochen tag tage stunde stunden prozent euro zwei drei
    vier fünf mehr weniger höchstens mindestens nennen sagen antwort frage neue neuen gut welche option
    entscheiden einen einer eines diese dieser dieses sich sind sein wird werden soll sollen sollte
    sollten muss müssen darf kann nicht auch oder aber dass wenn noch nur sehr nach über unter beim zum
    zur und für mit von den dem des die der das ist hat haben wir uns unser unsere unserer unseren ihr
    ihre eine ein bei aus als auf wie was wer
    """.split()  # noqa: SIM905  a list of words
)
"""Words that many texts share whatever they are about: alone they show no relation."""


def language_of(text: str) -> Language:
    """Return the language a text is written in, by its most frequent small words."""
    words = [w.casefold() for w in prose.words_of(text[:20_000])]
    german, english = (sum(1 for w in words if w in known) for known in (_GERMAN, _ENGLISH))
    if max(german, english) * 12 < len(words) or not words:
        return "other" if len(words) > 3 or not all(w.isascii() for w in words) else "en"
    return "de" if german > english else "en"


@lru_cache(maxsize=8192)
def telling(text: str) -> frozenset[str]:
    """Return the stems of the words that show what a text is about."""
    return frozenset(k for k in prose.keys(text) - GENERIC if not k[0].isdigit())


@lru_cache(maxsize=8192)
def lenses_of(text: str) -> frozenset[Lens]:
    """Return the lens a text speaks to most; several where it speaks to them alike."""
    hits = {lens: sum(1 for _ in topic.finditer(text)) for lens, topic in TOPICS.items()}
    most = max(hits.values())
    return frozenset(lens for lens, count in hits.items() if count == most and most)


MOVES: Final = frozenset(prose.stem(w) for w in "fell fall rose rise took take went stieg fiel sank".split())  # noqa: SIM905
"""Verbs of change: two lines that share one of them need not be about the same thing."""
SMALL = frozenset(prose.stem(w) for w in (*prose.STOP, *_GERMAN, *_ENGLISH, "per", "cent", "week", "year"))


@lru_cache(maxsize=4096)
def word_pairs(text: str) -> frozenset[tuple[str, str]]:
    """Return the neighbouring words of a text: what two texts share of these they say in the same words."""
    stems = [prose.stem(w) for w in prose.words_of(text)]
    return frozenset(pair for pair in pairwise(stems) if not set(pair) <= SMALL)


@lru_cache(maxsize=8192)
def lean_of(text: str) -> int:
    """Return 1 where a text tells of something better, -1 of something worse, 0 where of neither or
    both."""
    score = 0
    things = [(m.start(), 1) for m in GOOD_THINGS.finditer(text)] + [
        (m.start(), -1) for m in BAD_THINGS.finditer(text)
    ]
    for direction, moved in ((1, UP), (-1, DOWN)):
        for verb in moved.finditer(text):
            near = min(things, key=lambda thing: abs(thing[0] - verb.start()), default=None)
            if near is not None and abs(near[0] - verb.start()) <= 90:
                score += direction * near[1]
    score += _polarity(WELL, text) - _polarity(BADLY, text)
    return (score > 0) - (score < 0)


_NOT_BEFORE = re.compile(r"\b(?:no|not|never|without|kein\w*|nie|nicht|ohne)\s(?:\w+\s)?$", re.IGNORECASE)
_NOT_AFTER = re.compile(r"\s(?:no|kein\w*|nicht)\b", re.IGNORECASE)


def _polarity(marks: re.Pattern[str], text: str) -> int:
    """Return 1 where a text has such a word, -1 where it has it denied, 0 where it has none."""
    found = [
        -1
        if _NOT_BEFORE.search(text[max(0, m.start() - 18) : m.start()]) or _NOT_AFTER.match(text, m.end())
        else 1
        for m in marks.finditer(text)
    ]
    return max(-1, min(1, sum(found)))
