"""Spaces at which no line may end: between a number and its unit or month, where a text is laid out."""

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


def _one_of(names: str) -> str:
    return "|".join(map(re.escape, sorted(names.split(), key=len, reverse=True)))


_END = r"(?:</(?:strong|em)>)?"
_UNIT = rf"(?<=\d){_END}(?= (?:{_one_of(_UNITS)})(?!\w))"
_MONTH = rf"(?<=\d)\.?{_END}(?= (?:{_one_of(_MONTHS)})(?!\w))"
_SUM = r"(?<=[€£$])(?= \d)"
_SPACE = f"(?P<before>{_UNIT}|{_MONTH}|{_SUM}) "
_KEPT = r"<(?P<kept>pre|code|math)\b.*?</(?P=kept)>|<[^>]*>"
_GAP = re.compile(f"{_SPACE}|{_KEPT}", re.DOTALL)
_GLUED = re.compile(_SPACE.replace(" ", "\u00a0"))


def glued(html: str) -> str:
    """Return rendered HTML in which numbers stay with what they count; code and formulas as they are."""
    return _GAP.sub(_hard, html)


def _hard(found: re.Match[str]) -> str:
    return found.group() if found["before"] is None else f"{found['before']}\u00a0"


def unglued(text: str) -> str:
    """Return a text as it was before it was laid out."""
    return _GLUED.sub(r"\g<before> ", text)
