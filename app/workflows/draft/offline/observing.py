"""What a text states, read by patterns: looks, ages, kin, trades, places, dates, measures, abilities."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.workflows.draft.offline.brief import NO_NAMES
from app.workflows.draft.offline.cutting import SENTENCE

_NAME = r"[A-ZÀ-Þ][\w-]+(?: [A-ZÀ-Þ][\w-]+)?"
_NOUN = r"(?!was\b|is\b|were\b|has\b|had\b)[\w’'-]+"
_PARTS = {
    "who": rf"(?P<who>{_NAME}|[Ss]he|[Hh]e)",
    "whose": rf"(?P<who>{_NAME}(?=['’]s\b)|[Hh]er|[Hh]is)(?:['’]s)?",
    "thing": rf"(?P<who>[Tt]he (?:{_NOUN} ){{0,2}}{_NOUN})",
    "name": _NAME,
    "colour": (
        "black|brown|blue|green|grey|gray|red|white|blonde?|dark|hazel|silver|golden|auburn|amber|yellow|fair"
    ),
    "number": (
        r"(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
        r"|sixteen|seventeen|eighteen|nineteen"
        r"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?|a hundred)"
    ),
    "unit": (
        "(?:metres?|meters?|kilometres?|miles?|feet|foot|steps?|rooms?|years?|months?|weeks?|days?|hours?"
        "|minutes?|floors?|windows?|doors?|children|people|men|women|ships?|boats?|houses?|bells?|pages?"
        "|letters?|coins?|crowns?|keys?)"
    ),
    "kin": (
        "brothers?|sisters?|mother|father|wife|husband|sons?|daughters?|uncles?|aunts?|cousins?|grandmother"
        "|grandfather|dog|cat|horse|ship|boat"
    ),
    "material": (
        "silver|gold|golden|wooden|wood|iron|stone|glass|copper|brass|leather|oak|ivory|steel|tin|paper|bone"
    ),
    "trade": (
        "teacher|doctor|nurse|baker|blacksmith|smith|carpenter|sailor|captain|farmer|lawyer|judge|priest|painter"
        "|pilot|fisherman|clerk|librarian|butcher|tailor|soldier|cook|gardener|printer|miller"
        "|lighthouse keeper|keeper|watchmaker|locksmith|singer|actor|writer|journalist|engineer|mason"
        "|weaver|driver|innkeeper|merchant|notary"
    ),
    "limb": "hand|arm|leg|eye|knee|shoulder|cheek|foot|ear",
    "skill": r"swim|read|ride|drive|drink|dance|sing|speak [A-Z]\w+|play the \w+",
    "seen": r"(?:seen|met|read|left|been to|heard of) (?:the )?[\w’'-]+",
    "date": (
        r"(?:the )?(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? <month>|<month>(?: \d{1,2})?"
        r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:1[0-9]|20)\d{2}"
        r"|spring|summer|autumn|winter|Easter|Christmas)(?:[ ,]+(?:1[0-9]|20)\d{2})?"
    ),
    "month": ("(?:January|February|March|April|May|June|July|August|September|October|November|December)"),
    "happened": (
        "(?:held|built|began|begun|happened|came|took place|burned down|burned|sank|opened|closed|ended"
        "|founded|signed|happens|begins|comes|opens|closes)"
    ),
    "stands": ("(?:lies|lay|hangs|hung|stands|stood|sits|sat|(?:is|was) (?:kept|hidden|buried))"),
    "be": "(?:is|was|are|were)<still>",
    "have": "(?:has|had)<still>",
    "still": "(?: (?:still|always|only|just|exactly|about|already|indeed|of course))*",
    "stop": r"\s*(?=[.,;!?]|and\b|like\b|with\b|when\b)",
}
"""What stands for `<name>` in a form; a blank is any white space."""


@dataclass(frozen=True, slots=True)
class Stated:
    """One thing a sentence states."""

    about: str
    kind: str
    aspect: str
    says: str
    quote: str


@dataclass(frozen=True, slots=True)
class _Form:
    """A way of saying something: the groups `who`, `aspect` and `says`, or words that stand for them."""

    kind: str
    pattern: re.Pattern[str]
    aspect: str
    says: str


def _form(kind: str, said: str, aspect: str = "", says: str = "") -> _Form:
    while found := re.search(r"(?<!\?P)<(\w+)>", said):
        said = said[: found.start()] + _PARTS[found.group(1)] + said[found.end() :]
    return _Form(kind, re.compile(said.replace(" ", r"\s+")), aspect, says)


_FORMS = (
    _form("who", r"<whose> (?:\w+ )?(?P<aspect>eyes|hair|beard) <be> (?:\w+ )?(?P<says><colour>)\b"),
    _form("who", r"<whose> (?P<says><colour>) (?P<aspect>eyes|hair|beard)\b"),
    _form("who", r"<who> <have> (?:\w+ )?(?P<says><colour>) (?P<aspect>eyes|hair|beard)\b"),
    _form("who", r"<who>,? (?:is|was|turns|turned)<still> (?P<says><number>)(?: years old)?<stop>", "age"),
    _form("who", r"(?P<says><number>)-year-old (?P<who><name>)", "age"),
    _form("who", r"<whose> (?:\w+ )?(?P<aspect><kin>),? (?:(?:is |was )?(?:called|named) )?(?P<says><name>)"),
    _form("who", r"<who> <have> (?P<says><number>|no) (?:\w+ )?(?P<aspect><kin>|children)\b"),
    _form(
        "who", r"<who> (?:<be>|works as|worked as|had been) (?:an?|the) (?:\w+ )?(?P<says><trade>)\b", "trade"
    ),
    _form("who", r"<who> <be> (?P<says>left|right)-handed", "hand"),
    _form("who", r"<who> (?:is dead|died|drowned|was buried|has died|was dead)\b", "alive", "dead"),
    _form("who", r"<who> <be> alive\b", "alive", "alive"),
    _form(
        "who",
        r"(?P<aspect>scar|tattoo|burn|birthmark) (?:\w+ )?(?:on|across|over) <whose> (?P<says>left|right)\b",
    ),
    _form(
        "who",
        r"<whose> (?P<says>left|right) (?P<aspect><limb>) (?:<be> )?(?:missing|stiff|lame|blind|gone)\b",
    ),
    _form("where", r"<who> (?:is|was) born (?:in|at|near) (?P<says>(?:the )?[A-Za-z][\w’'-]+)", "birthplace"),
    _form(
        "where",
        r"<who> (?:lives|lived|lodges|lodged) (?P<says>(?:in|at|above|behind) (?:the )?[\w’'-]+)",
        "home",
    ),
    _form("when", r"<who> (?:is|was) born (?:in|on) (?P<says><date>)", "birthday"),
    _form(
        "where", r"<thing> <stands> (?P<says>(?:in|under|behind|on|above|beside|below) the [\w’'-]+)", "place"
    ),
    _form("where", r"<thing> (?:lies|lay|<be>)(?: \w+)? (?P<says>north|south|east|west) of\b", "direction"),
    _form("is", r"<thing> <be> (?:made of |of )?(?P<says><material>)\b", "made of"),
    _form("is", r"<thing> <be> (?:painted )?(?P<says><colour>)<stop>", "colour"),
    _form("is", r"<thing> <have> (?P<says><number>) (?:\w+ )?(?P<aspect><unit>)\b"),
    _form("is", r"<thing> <be> (?P<says><number> <unit>) (?P<aspect>long|high|deep|wide|old|away|tall)\b"),
    _form("when", r"<thing> (?:takes|took|lasts|lasted) (?P<says><number> <unit>)", "duration"),
    _form("when", r"<thing> (?:(?:<be> )?<happened>|<be>) (?:in|on) (?P<says><date>)", "date"),
    _form("knows", r"<who> <have> never (?P<aspect><seen>)", "", "never"),
    _form("knows", r"<who> <have> (?:often |once |already )?(?P<aspect><seen>)", "", "has"),
    _form("knows", r"<who> (?:cannot|can[’']t|(?:could|did|does) not|never) (?P<aspect><skill>)\b", "", "no"),
    _form("knows", r"<who> (?:can|could|knows how to|knew how to) (?P<aspect><skill>)\b", "", "yes"),
)
_PRONOUNS = frozenset({"she", "he", "her", "his"})
_SPOKEN = re.compile(r"[“\"][^”\"]*[”\"]")


def observed(text: str) -> Iterator[Stated]:
    """Yield what the sentences of a text state, in its order; what somebody says aloud is left out."""
    last = ""
    for paragraph in re.split(r"\n\s*\n", text):
        if paragraph.lstrip().startswith(("#", "|", ">")):
            continue
        for match in SENTENCE.finditer(" ".join(paragraph.split())):
            sentence = match.group().strip()
            told = _SPOKEN.sub(lambda quote: " " * len(quote.group()), sentence)
            for form in _FORMS:
                for found in form.pattern.finditer(told):
                    stated = _stated(form, found, sentence, last)
                    if stated is not None:
                        yield stated
            last = next(iter(_names(told)), last)


def _stated(form: _Form, found: re.Match[str], sentence: str, last: str) -> Stated | None:
    groups = found.groupdict()
    who = " ".join((groups.get("who") or "").split())
    if who.casefold() in _PRONOUNS:
        who = next(reversed(_names(sentence[: found.start("who")])), last)
    if not who or who.split()[0].casefold() in NO_NAMES - {"the"}:
        return None
    aspect = " ".join((groups.get("aspect") or form.aspect).split())
    says = " ".join((groups.get("says") or form.says).split())
    return Stated(who, form.kind, aspect, says, sentence)


def _names(text: str) -> list[str]:
    return [name for name in re.findall(_NAME, text) if name.split()[0].casefold() not in NO_NAMES]
