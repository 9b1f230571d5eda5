"""What a refusal says of a model's window: that a request is too long for it, and how large it is.

Pure, by the words that are known and by their shape: every server has a wording of its own, and all name the
prompt, a measure, and that one is more than the other.
"""

from __future__ import annotations

import re

from app.gateway.host.dialects.registry import WORDS

_KNOWN = WORDS.errors["context_overflow"]
_SUBJECT = re.compile(r"\b(?:prompt|inputs?|context|messages|sequence|n_keep|n_ctx)\b")
_MEASURE = re.compile(
    r"token|characters|n_ctx|kv.?cache|\b(?:context|prompt|input|sequence)[ _](?:length|window|size)"
)
_VERDICT = re.compile(
    r"exceed|greater than|longer than|too (?:long|large|many)|overflow|maximum|limit (?:is|of)|only"
    r"|should be|truncate|does not fit|shorter|reduce|\d ?> ?\d"
)
_OTHER_LANGUAGES = re.compile(
    r"(?:输入|prompt|上下文).{0,16}(?:过长|太长|超)|超.{0,16}(?:上下文|输入长度)"
    r"|(?:入力|コンテキスト|プロンプト).{0,24}(?:超え|超過|長すぎ)"
    r"|(?:longitud|largo|longueur|lunghezza|comprimento|limite|taille|fenêtre|tamaño|ventana|janela)\b.{0,24}"
    r"\b(?:contexto?|contesto|contexte|del prompt|do prompt|du prompt)\b"
    r"|(?:kontext(?:länge|fenster|größe)|eingabe).{0,40}(?:über|zu lang|zu groß)"
    r"|über\w*.{0,40}kontext(?:länge|fenster|größe)"
    r"|контекст.{0,40}(?:превы|слишком)|превы.{0,40}контекст|(?:컨텍스트|입력|프롬프트).{0,40}초과"
    r"|prompt.{0,20}(?:muito longo|trop long|troppo lungo|demasiado largo|za długi)|długoś\w+ kontekstu"
)
_FIGURE = re.compile(r"\d{3}")
_OTHER = re.compile(
    r"max_(?:completion_|output_|new_)?tokens|max_length|per (?:minute|min|day|hour)|rate limit|quota"
)
"""What is about the answer's length, or about how much may be asked in a while."""
_NUMBER = r"(\d[\d,_]*\d)"
_WINDOWS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"n_ctx\D{{0,5}}{_NUMBER}",
        rf"\[\d+, ?{_NUMBER}\]",
        rf"(?:>|<=|less than) ?{_NUMBER}",
        rf"(?:context|sequence)[ _](?:length|window|size|limit)\D{{0,30}}?{_NUMBER}",
        rf"{_NUMBER} maximum",
        # What it is exceeded by is no window.
        rf"(?:limit|maximum|max)(?!\D{{0,40}}\bby \d)\D{{0,40}}{_NUMBER}",
        rf"(?:上下文|长度|上限|contexto?|contesto|contexte|konte(?:x|ks)t\w*|контекста?)\D{{0,12}}{_NUMBER}",
    )
)
_LEAST, _MOST = 256, 50_000_000
"""Tokens between which a figure may be that of a window."""


def too_long(low: str) -> bool:
    """Tell whether an error, in small letters, says that the request is longer than the model takes in."""
    if any(sign in low for sign in _KNOWN) or _OTHER_LANGUAGES.search(low):
        return True
    if _OTHER.search(low):
        return False
    return all(one.search(low) for one in (_SUBJECT, _MEASURE, _VERDICT, _FIGURE))


def window_of(low: str) -> int | None:
    """Return the window that such an error names, None where none can be told, or not in tokens."""
    if "characters" in low and "token" not in low:
        return None
    for pattern in _WINDOWS:
        for found in pattern.finditer(low):
            size = int(re.sub(r"\D", "", found[1]))
            if _LEAST <= size <= _MOST:
                return size
    return None


_ANSWER = re.compile(r"completion|max_(?:new_)?tokens|output tokens")


def counts_answer(said: str) -> bool:
    """Tell whether a refusal counts the longest answer in: a shorter one may fit."""
    return _ANSWER.search(said.lower()) is not None


_OF_PROMPT = re.compile(
    rf"{_NUMBER} (?:(?:`?inputs?`?|prompt|message) tokens|of text input"
    r"|in (?:the|your) (?:messages|prompt|input))"
)
"""How a refusal counts the prompt alone, beside the answer that was asked for."""


def room_left(said: str) -> int | None:
    """Return the tokens that a refusal leaves for an answer: the window without the prompt, as it counts."""
    low = said.lower()
    window, prompt = window_of(low), _OF_PROMPT.search(low)
    if window is None or prompt is None or not counts_answer(said):
        return None
    return window - int(re.sub(r"\D", "", prompt[1]))
