"""The encoding of a text file: UTF-8, else by its mark, else the likeliest of the common ones.

Rules: without a mark nothing is taken for sure, so whoever shows such a text says what it was read as. Bytes
that make sense in no encoding are no text. A guess goes by what people write: words of one case, accents
within words, the common signs of Chinese, Japanese and Korean.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from app.domain.i18n import Message, words

_LOOKED_AT = 200_000
"""Bytes that a guess goes by; the rest must fit it."""
_LIKELY, _CERTAIN = 0.8, 0.98
"""Shares of the letters beyond ASCII that must make sense: to be taken, and to be preferred."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""How a text begins that names its encoding; UTF-32's mark begins as UTF-16's does."""
_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "cp1252": "Windows-1252",
        "cp1250": "Windows-1250",
        "cp1253": "Windows-1253 (Greek)",
        "cp1254": "Windows-1254 (Turkish)",
        "cp1255": "Windows-1255 (Hebrew)",
        "cp1256": "Windows-1256 (Arabic)",
        "utf_7": "UTF-7",
        "iso8859_2": "ISO 8859-2 (Latin-2)",
        "cp1251": "Windows-1251",
        "koi8_r": "KOI8-R",
        "koi8_u": "KOI8-U",
        "cp866": "DOS 866 (Cyrillic)",
        "iso8859_15": "ISO 8859-15 (Latin-9)",
        **dict.fromkeys(("utf_16_le", "utf_16_be"), "UTF-16"),
        "mac_roman": "Mac OS Roman",
        "cp932": "Shift JIS",
        **dict.fromkeys(("iso2022_jp", "iso2022_jp_2", "iso2022_jp_ext", "iso2022_jp_2004"), "ISO-2022-JP"),
        "iso2022_kr": "ISO-2022-KR",
        "hz": "HZ",
        "euc_jp": "EUC-JP",
        "gb18030": "GB18030",
        "big5": "Big5",
        "cp949": "EUC-KR",
    }
)
"""Codec → what a person knows it as."""
_SAID = words("It is no UTF-8 text and was read as {encoding}.")
_SHIFTED = re.compile(rb"\x1b(?:\$[@AB]|\$[(-+][0-Z]|\([IJ])")
"""What turns to signs of East Asia in the encodings of ISO 2022; source: RFC 1468, 1554, 1557, 1922."""
_OF_SHIFTS = ("iso2022_jp", "iso2022_jp_2", "iso2022_jp_ext", "iso2022_jp_2004", "iso2022_kr")
_TILDES = re.compile(rb"~(?:\{((?:[!-w][!-~])+)~\}|~|\n|(.))", re.DOTALL)
"""Chinese signs between ASCII in HZ; source: RFC 1843."""
_SHIFTS = re.compile(rb"\+[A-Za-z0-9/+]{3,}")
"""Letters that are no ASCII, as UTF-7 writes them."""
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_FEWEST_PAIRS, _FEWEST_LETTERS = 4, 8
_WORD = re.compile(r"[^\W\d_]+")
_SIGNS = frozenset("–—‘’‚“”„†‡•…‰‹›€™¡¤§©«®°±²³·»¿£¥×÷½¼¾\u00a0\u00ad")
"""What stands beside words."""


class NotText(Exception):
    """Bytes that are no text in any encoding that is known here."""


def decoded(content: bytes) -> tuple[str, Message | None]:
    """Return a file's text without its mark, and what is said of it where its encoding was guessed.

    Raises NotText.
    """
    mark = next((codec for mark, codec in _MARKS if content.startswith(mark)), "")
    codec = mark or _of_ascii(content) or _sixteen(content)
    text = _read(content, codec or "utf-8")
    if text is None and not mark:
        codec = guessed(content)
        text = _read(content, codec) if codec else None
    if text is None or "\0" in text:
        raise NotText
    return text, _SAID.filled(encoding=_NAMES[codec]) if codec and not mark else None


def _read(content: bytes, codec: str) -> str | None:
    try:
        return content.decode(codec)
    except UnicodeDecodeError:
        return None


def _is_sound(text: str | None) -> bool:
    return text is not None and _CONTROL.search(text) is None


def _of_ascii(content: bytes) -> str:
    """Return the codec of a text whose bytes are all of ASCII, and its signs are not; empty: it is none.

    Such a text would pass for UTF-8. Raises NotText for one of an encoding that is not known here.
    """
    if _SHIFTED.search(content):
        fitting = next((codec for codec in _OF_SHIFTS if _is_sound(_read(content, codec))), "")
        if not fitting:
            raise NotText
        return fitting
    if _is_seven(content):
        return "utf_7"
    return "hz" if _is_hz(content) else ""


def _is_hz(content: bytes) -> bool:
    """Tell whether all tildes of a text are those of HZ, and most of the signs between them common ones."""
    found = list(_TILDES.finditer(content)) if content.isascii() and b"~{" in content else []
    signs = b"".join(one[1] or b"" for one in found)[::2]
    if len(signs) < 2 or any(one[2] for one in found) or _read(content, "hz") is None:
        return False
    return sum(0x30 <= sign <= 0x57 for sign in signs) >= _LIKELY * len(signs)


def _sixteen(content: bytes) -> str:
    """Return the codec of a text in UTF-16 without its mark, mostly of Latin letters; empty: it is none."""
    pairs = len(content) // 2
    low, high = content[::2].count(0), content[1::2].count(0)
    if len(content) % 2 or pairs < _FEWEST_PAIRS or min(low, high) or max(low, high) < pairs / 2:
        return ""
    codec = "utf_16_le" if high else "utf_16_be"
    text = _read(content, codec)
    return codec if _is_sound(text) else ""


def _is_seven(content: bytes) -> bool:
    """Tell whether a text is in UTF-7, whose bytes are all of ASCII."""
    text = _read(content, "utf_7") if content.isascii() and _SHIFTS.search(content) else None
    # Words behind a plus give letters, too, but of no European script.
    beyond = [sign for sign in text or "" if sign > "\x7f"]
    known = (
        sign in _SIGNS or "\u00c0" <= sign <= "\u017f" or "\u0370" <= sign <= "\u04ff" for sign in beyond
    )
    return bool(beyond) and all(known)


def guessed(content: bytes) -> str:
    """Return the codec that a text is likeliest written in, for bytes that are no UTF-8; empty: none fits."""
    if _BINARY.search(content):
        return ""
    best, chosen = _LIKELY, ""
    for codec, sense in _SENSES.items():
        if (text := _read(content, codec)) is None:
            continue
        share = sense(text[:_LOOKED_AT], codec)
        # The first one wins where several make the same sense.
        if share > best + (0.0 if not chosen else 1e-9):
            best, chosen = share, codec
            if share >= _CERTAIN:
                break
    return _nearer(content, chosen)


def _nearer(content: bytes, codec: str) -> str:
    """Return the encoding that differs from a chosen one in few signs, where a text has such."""
    if codec == "cp1252" and b"\xa4" in content and not _WINDOWS.search(content):
        return "iso8859_15"
    if codec == "koi8_r" and _UKRAINIAN.search(content.decode("koi8_u", "replace")):
        return "koi8_u"
    return codec


_WINDOWS = re.compile(rb"[\x80-\x9f]")
_UKRAINIAN = re.compile("[ієїґІЄЇҐ]")


def _european(text: str, codec: str) -> float:
    """Return the share of letters beyond ASCII that stand as they do in words of European languages."""
    beyond = fit = 0
    for found in _WORD.finditer(text):
        word = found[0]
        strange = sum(sign > "\x7f" for sign in word)
        if not strange:
            continue
        beyond += strange
        foreign = codec in ("cp1251", "cp866", "koi8_r")
        cyrillic = sum("\u0400" <= sign <= "\u04ff" for sign in word)
        one_case = word.islower() or word.isupper() or word[1:].islower()
        # A Cyrillic word holds no Latin letter; an accented one few accents.
        shape = cyrillic == len(word) if foreign else not cyrillic and (strange < max(2, len(word)))
        fit += strange * (one_case and shape)
    for sign in text:
        if sign > "\x7f" and not sign.isalpha():
            beyond += 1
            fit += sign in _SIGNS
    # A sign within a word is none: it is a letter of another encoding.
    torn = sum(1 for _ in _TORN.finditer(text))
    return (fit - torn) / beyond if beyond else 0.0


_TORN = re.compile(r"(?<=[^\W\d_])[^\x00-\x7f\w’‘–—…\u00ad\u00a0·](?=[^\W\d_])")


def _turkish(text: str, codec: str) -> float:
    """Return the share of letters beyond ASCII that Turkish has, where its own are among them.

    All others of Windows-1254 are those of Windows-1252, which has Icelandic ones in their place.
    """
    found = {sign for sign in text if sign > "\x7f" and sign.isalpha()}
    if "ı" not in found or len(found & set("ğışİĞŞ")) < 2:
        return 0.0
    letters = [sign for sign in text if sign > "\x7f" and sign.isalpha()]
    known = sum(sign in "çğıöşüâîûÇĞİÖŞÜÂÎÛ" for sign in letters)
    return _european(text, codec) * known / len(letters)


def _dos(text: str, codec: str) -> float:
    """Return the share of Cyrillic letters that stand as they do in words, where there are enough of them.

    All bytes are signs there, so that some letters alone are no text.
    """
    letters = [sign for sign in text.lower() if "\u0400" <= sign <= "\u04ff"]
    vowels = sum(sign in "аеиоуыэюяіїє" for sign in letters)
    if len(letters) < _FEWEST_LETTERS or not 0.3 <= vowels / len(letters) <= 0.6:
        return 0.0
    return _european(text, codec)


def _of_one_script(first: str, last: str, usual: str, never: str = "") -> Callable[[str, str], float]:
    """Return how much sense a text makes whose words are of one script that has no Latin letter.

    `usual`: letters of which at least half of the longer words have one; `never`: those that stand nowhere
    but at the end of a word. Cyrillic words, whose letters have the same bytes, have neither.
    """

    def share(text: str, codec: str) -> float:
        del codec
        beyond = fit = longer = known = 0
        for found in _WORD.finditer(text):
            word = found[0]
            strange = sum(sign > "\x7f" for sign in word)
            beyond += strange
            whole = all(first <= sign <= last for sign in word)
            cases = word[1:] == word[1:].lower() or word.isupper()
            fit += strange * (whole and cases and not any(sign in never for sign in word[:-1]))
            longer += whole and len(word) > 3
            known += whole and len(word) > 3 and any(sign in usual for sign in word)
        others = [sign for sign in text if sign > "\x7f" and not sign.isalpha()]
        fit += sum(sign in _SIGNS or first <= sign <= last for sign in others)
        every = beyond + len(others)
        return fit / every if beyond and 2 * known >= max(1, longer) else 0.0

    return share


def _asian(text: str, codec: str) -> float:
    """Return the share of letters beyond ASCII that are common where an encoding is used."""
    beyond = fit = 0
    common = _COMMON[codec]
    for sign in text:
        if sign > "\x7f":
            beyond += 1
            fit += "\u3000" <= sign <= "\u303f" or "\uff01" <= sign <= "\uff5e" or common(sign)
    if (codec == "euc_jp" and not _KANA.search(text)) or (codec == "cp949" and not _KOREAN.search(text)):
        # The same bytes are as common in Chinese, which has neither.
        return 0.0
    return fit / beyond if beyond else 0.0


_KANA = re.compile("[\u3041-\u30ff]")
_KOREAN = re.compile("[\uac00-\ud7a3] [\uac00-\ud7a3]|[\uac00-\ud7a3][.?!]")


def _level(codec: str, first: int, last: int) -> Callable[[str], bool]:
    """Return what tells whether a sign is among an encoding's common ones, by the first of its two bytes."""

    def common(sign: str) -> bool:
        try:
            encoded = sign.encode(codec)
        except UnicodeEncodeError:
            return False
        return len(encoded) == 2 and first <= encoded[0] <= last

    return common


_KANJI = _level("euc_jp", 0xB0, 0xCF)


def _japanese(sign: str) -> bool:
    return _KANA.match(sign) is not None or _KANJI(sign)


_COMMON: Mapping[str, Callable[[str], bool]] = {
    "cp932": _japanese,
    "euc_jp": _japanese,
    "gb18030": _level("gb2312", 0xB0, 0xD7),
    "big5": _level("big5", 0xA4, 0xC6),
    "cp949": _level("euc_kr", 0xB0, 0xC8),
}
_SENSES: Mapping[str, Callable[[str, str], float]] = {
    "cp1254": _turkish,
    "cp1252": _european,
    "cp1250": _european,
    "iso8859_2": _european,
    # These before Cyrillic, whose letters have the same bytes: it makes no sense in them.
    "cp1253": _of_one_script("\u0370", "\u03ff", "άέήίόύώ", "ς"),
    "cp1255": _of_one_script("\u05b0", "\u05ea", "אהוילמ", "ךםןףץ"),
    "cp1256": _of_one_script("\u0600", "\u06ff", "لنمويه"),
    "cp866": _dos,
    "cp1251": _european,
    "koi8_r": _european,
    "mac_roman": _european,
    "cp932": _asian,
    "euc_jp": _asian,
    "cp949": _asian,
    "gb18030": _asian,
    "big5": _asian,
}
"""Codec → how much sense a text makes in it, 0 to 1; the commoner ones first, but for those above."""
