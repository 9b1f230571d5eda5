"""What models put around their answers: thoughts, channels, end marks. Linear in the reply's length."""

from __future__ import annotations

import re

from app.domain.live_text import THOUGHTS

_PAIRS = tuple(pair for pair in THOUGHTS if not pair[0].startswith("<|channel|>"))
"""Channels are read apart: their last one counts."""
_INNER = (
    *("think", "thinking", "seed:think", "longcat_think", "mm:think"),
    # With signs of their own.
    *("◁think▷", "[think]", "<|start_thinking|>", "<|begin_of_thought|>", "<unused94>thought"),
    *("[thinking]", "<|thinking|>", "<|think|>", "<|channel>thought"),
)
MODELS_OWN = tuple(
    pair for pair in _PAIRS if pair[0] in _INNER or (pair[0][0] == "<" and pair[0][1:-1] in _INNER)
)
"""The marks that no prompt asks for: what they enclose is a thought wherever it stands."""
_FEW = 80
"""Characters before thoughts that never end, up to which they are but a word of introduction."""
_MOST_BLOCKS = 20
"""Blocks of thoughts, one behind the other, that are taken off: each costs a look at the whole."""
_WRAPS = ("answer", "final_answer", "final", "output", "response", "result", "reply")
"""Tags that some models put around the whole answer."""
_MARK = re.compile(
    r"<\|(?:im_end|im_start|eot_id|eom_id|end|return|endoftext|end_of_text|start|call|python_tag"
    r"|start_response|end_response|start_text|end_text|end_of_turn_token|chatbot_token|start_of_turn_token"
    r"|begin_of_solution|end_of_solution)\|>"
    r"|<end_of_turn>|<start_of_turn>(?:model)?|<\uff5cend\u2581of\u2581sentence\uff5c>|\[/?INST\]",
    re.IGNORECASE,
)
_CHANNEL = re.compile(r"<\|channel\|>\s*(\w+)[^<\n]{0,80}(?:<\|constrain\|>\s*\w*)?\s*<\|message\|>")
_ANY_MARK = re.compile(
    r"<\|channel\|>\s*(?:analysis|final|commentary)?|<\|[a-z_]{1,30}\|>|<\|[a-z_|]{0,30}\Z|\[/?TOOL_CALLS\]"
    r"|</?(?:think\w{0,3}|thoughts?|reasoning|reflection|scratchpad|tool_call|seed:think)>|◁/?think▷|\[/?THINK\]"
    r"|</?(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?\Z",
    re.IGNORECASE,
)
_OPENED = re.compile(
    r"\A\s*(?:<\|im_start\|>\s*assistant\b|<\|start_header_id\|>\s*assistant\s*<\|end_header_id\|>|<\|assistant\|>"
    r"|<start_of_turn>\s*model\b|### (?:response|assistant):|assistant:(?=\s)|(?:assistant|model)\n)\s*",
    re.IGNORECASE,
)
"""The head of the model's own turn, which some models write again."""
_NEXT_TURN = re.compile(
    r"(?:<\|im_start\|>\s*user\b|<\|start_header_id\|>\s*user\s*<\|end_header_id\|>|<start_of_turn>\s*user\b"
    r"|<\|user\|>|(?<=</s>)\s*\[INST\])",
    re.IGNORECASE,
)
"""The head of a turn that the model makes up for whoever asked it: its answer ended before."""
_EMPTY_TURN = re.compile(
    r"(?:<\|im_start\|>|<\|start_header_id\|>)\s*assistant\s*(?:<\|end_header_id\|>)?\s*\Z", re.IGNORECASE
)
"""The head of a turn of its own that the model begins and leaves empty."""
_FILLERS = re.compile(
    r"(?:<\|/?[a-z_]{1,30}\|>|<\uff5c[^\uff5c<>\s]{1,30}\uff5c>|<unused\d+>|</assistant>|</?s>"
    r"|<(?:pad|eos|bos|eot|eod|eom|turn\||end_of_\w{1,20}|0x0a)>|\[(?:(?:eos|eot|\|\w{1,20}\|)\]|e~\[))\s*\Z",
    re.IGNORECASE,
)
_BARE_HARMONY = re.compile(r"analysis(?=[A-Z\s])")
_LOOKED_FOR = 200
"""Characters by which the beginning of an answer is found again in its reply."""
_WRAP_OPENED = re.compile(rf"<(?:{'|'.join(_WRAPS)})>\s*\Z", re.IGNORECASE)
_CHANNEL_NAMES = re.compile(r"\Aanalysis(?=[A-Z\s])|assistant(?:final)?\s*\Z")
"""What is left of channels where their marks are gone."""


def strip_reasoning(text: str) -> tuple[str, bool]:
    """Return what a reply says behind its thoughts, and whether anything was left out.

    Thoughts that never end are left in: the answer may stand in them.
    """
    answer = _own_turn(_last_channel(text.strip()))
    answer = _without_ends(_MARK.sub("", answer).strip())
    for _ in range(_MOST_BLOCKS):
        rest = _behind_thoughts(answer)
        if rest is None:
            break
        answer = rest
    answer = _unwrapped(_without_inner(answer)[0])
    return answer, answer != text.strip()


def thoughts(text: str, reasoning: str = "") -> str:
    """Return what a model thought before its answer, as a person reads it; empty where it shows none.

    `reasoning` is what its provider keeps apart from the answer's text.
    """
    text = _OPENED.sub("", text, count=1)
    answer, cleaned = strip_reasoning(text)
    before = ""
    inner = _without_inner(text.strip())[1] if cleaned and not only_thoughts(text) else ""
    if inner:
        before = inner
    elif cleaned and answer:
        offset = text.rfind(answer[:_LOOKED_FOR])
        before = text[:offset] if offset > 0 else ""
    elif not answer or only_thoughts(text):
        before = text
    shown = _ANY_MARK.sub("\n\n", _WRAP_OPENED.sub("", _without_ends(before.strip()))).strip()
    if "<|channel|>" in before or _BARE_HARMONY.match(before):
        shown = _CHANNEL_NAMES.sub("", shown)
    return "\n\n".join(filter(None, (reasoning.strip(), re.sub(r"\n{3,}", "\n\n", shown).strip())))


def without_marks(text: str) -> str:
    """Return a text for a person without the marks of thoughts, channels and calls, whole or broken off."""
    return _ANY_MARK.sub("", text).strip()


def only_thoughts(text: str) -> bool:
    """Tell whether a reply never comes to its answer: it opens its thoughts and does not close them."""
    head = strip_reasoning(text)[0][:40].casefold()
    return not head or any(head.startswith(opened) for opened, _ in _PAIRS)


def _without_ends(text: str) -> str:
    """Return a reply without `<s>` and `</s>` around it; within it they are HTML's, or a part of a name."""
    for _ in range(_MOST_BLOCKS):
        inner = _FILLERS.sub("", text.removeprefix("<s>").removeprefix("<bos>")).strip()
        if inner == text:
            break
        text = inner
    return text


def _own_turn(text: str) -> str:
    """Return a reply without the head of its turn, and without a turn of somebody else behind it."""
    own = _EMPTY_TURN.sub("", _OPENED.sub("", text, count=1))
    fences = seen = 0
    for found in _NEXT_TURN.finditer(own):
        # From one to the next: a reply may hold thousands of them.
        fences += own.count("```", seen, found.start())
        said = seen or own[: found.start()].strip()
        seen = found.end()
        # In a fence it is an example of one.
        if said and fences % 2 == 0:
            return own[: found.start()].strip()
    return own or text


def never_answers(text: str) -> bool:
    """Tell whether a reply ends within its thoughts, before anything that could be an answer."""
    head = strip_reasoning(text)[0][:40].casefold()
    return any(head.startswith(opened) for opened, _ in MODELS_OWN)


def _without_inner(reply: str) -> tuple[str, str]:
    """Return a reply without thoughts that stand behind words of it, and those thoughts.

    Words before them stay; a mark counts where it begins a line, for a text may speak of such marks.
    """
    if reply.startswith(("{", "[")):
        return reply, ""
    found: list[str] = []
    for opened, closed in MODELS_OWN:
        for _ in range(_MOST_BLOCKS):
            start = _find(reply, f"\n{opened}", 0)
            if start < 0 or reply.count("```", 0, start) % 2:
                break
            end = _find(reply, closed, start)
            if end < 0 and start <= _FEW:
                # Nothing but thoughts came.
                return reply[start:].lstrip(), ""
            stop = end + len(closed) if end >= 0 else len(reply)
            found.append(reply[start:stop])
            reply = "\n\n".join(filter(None, (reply[:start].rstrip(), reply[stop:].lstrip())))
    return reply, "\n\n".join(found)


def _last_channel(text: str) -> str:
    """Return the final channel of a reply in channels (gpt-oss), else the text as it is."""
    if "<|channel|>" in text:
        parts = list(_CHANNEL.finditer(text))
        final = [part for part in parts if part.group(1) in ("final", "commentary")]
        if final:
            start = final[-1].end()
            end = text.find("<|channel|>", start)
            return text[start : end if end >= 0 else len(text)]
        return text
    if _BARE_HARMONY.match(text):
        # A server that drops the marks of the channels leaves their names.
        return text.rpartition("assistantfinal")[2]
    return text


def _behind_thoughts(reply: str) -> str | None:
    """Return what stands behind one leading block of thoughts, or None where there is none."""
    head = reply[:40].casefold()
    for opened, closed in _PAIRS:
        if head.startswith(opened):
            end = _find(reply, closed, len(opened))
            rest = reply[end + len(closed) :].strip() if end >= 0 else ""
            return rest or None
    if reply.startswith(("{", "[")):
        return None
    for opened, closed in _PAIRS:
        # Only the end of the thoughts: their beginning was part of the prompt (DeepSeek R1, Qwen).
        end = _find(reply, closed, 0)
        if end >= 0 and _find(reply, opened, 0, end) < 0:
            rest = reply[end + len(closed) :].strip()
            if rest:
                return rest
    return None


def _find(text: str, mark: str, start: int, end: int | None = None) -> int:
    """Find a mark in any case: small, capital, or as it is written in the table."""
    for form in dict.fromkeys((mark, mark.upper(), mark.title(), mark.replace("antthinking", "antThinking"))):
        offset = text.find(form, start, len(text) if end is None else end)
        if offset >= 0:
            return offset
    return -1


def _unwrapped(reply: str) -> str:
    """Return a reply without one tag that stands around the whole of it."""
    if not reply.startswith("<"):
        return reply
    head = reply[:24].casefold()
    for tag in _WRAPS:
        opened, closed = f"<{tag}>", f"</{tag}>"
        if head.startswith(opened):
            inner = reply[len(opened) :].rstrip()
            if inner.casefold().endswith(closed):
                return inner[: -len(closed)].strip()
            if closed not in inner.casefold():
                return inner.strip()
    return reply
