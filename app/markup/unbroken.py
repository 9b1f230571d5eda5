"""Where no line may end in a text that is laid out: between a number and its unit, in “e-mail”, in “1–3”."""

from __future__ import annotations

import re

_UNITS = (
    "% ‰ ° °C °F € £ ¥ $ USD EUR GBP CHF million billion bn Mio Mrd "
    "km m cm mm µm nm km² m² cm² m³ ha l L ml t kg g mg µg "
    "ms s min h W kW MW GW Wh kWh MWh GWh V mV kV A mA µA mAh Ah Ω kΩ J kJ MJ N Pa hPa kPa MPa bar "
    "Hz kHz MHz GHz K °K mol B kB KB MB GB TB px pt dB"
)
_MONTHS = (
    "January February March April May June July August September October November December "
    "Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec "
    "Januar Februar März Mai Juni Juli Oktober Dezember"
)
JOINER = "\u2060"
"""Word joiner: nothing is drawn, and no line ends beside it. No text of a model holds one (`visible`)."""
HYPHENS = frozenset("-–")
"""What it may stand behind."""


def _one_of(names: str) -> str:
    return "|".join(map(re.escape, sorted(names.split(), key=len, reverse=True)))


_END = r"(?:</(?:strong|em)>)?"
_UNIT = rf"(?<=\d){_END}(?= (?:{_one_of(_UNITS)})(?!\w))"
_MONTH = rf"(?<=\d)\.?{_END}(?= (?:{_one_of(_MONTHS)})(?!\w))"
_SUM = r"(?<=[€£$])(?= \d)"
_SPACE = f"(?P<before>{_UNIT}|{_MONTH}|{_SUM}) "
_HYPHEN = r"(?P<hyphen>(?<![\w-])[^\W\d_]{1,2}-(?=\w)|(?<=\d)[-–](?=[\d€$£]))"
_KEPT = r"<(?P<kept>pre|code|math)\b.*?</(?P=kept)>|<[^>]*>"
_GAP = re.compile(f"{_SPACE}|{_HYPHEN}|{_KEPT}", re.DOTALL)
_GLUED = re.compile(_SPACE.replace(" ", "\u00a0"))


def has_gaps(text: str, since: int = 0) -> bool:
    """Tell whether something in plain words belongs together, looked for from `since` on."""
    return _GAP.search(text, since) is not None


def glued(html: str) -> str:
    """Return HTML, or plain words, in which what belongs together stays so; code and formulas as they are."""
    return _GAP.sub(_hard, html)


def _hard(found: re.Match[str]) -> str:
    if found["hyphen"] is not None:
        return f"{found['hyphen']}{JOINER}"
    return found.group() if found["before"] is None else f"{found['before']}\u00a0"


def unglued(text: str) -> str:
    """Return a text as it was before it was laid out."""
    return _GLUED.sub(r"\g<before> ", text.replace(JOINER, ""))
