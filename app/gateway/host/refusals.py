"""Which part of a request a server will not take, by what it answers.

Pure. Only a refusal that costs nothing is read so: a status that says that the request is wrong. What is
named is left out and asked again; a server that names nothing is asked without the part it was never seen
to take.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from app.gateway.host.dialects.registry import WORDS
from app.gateway.host.dialects.writing import Feature

_FORMAT, _TOOLS = WORDS.parts["schema"], WORDS.parts["tools"]
_PARTS: Sequence[tuple[Feature, Sequence[str]]] = (
    ("marks", WORDS.parts["marks"]),
    ("cache_key", WORDS.parts["cache_key"]),
    ("stream", WORDS.parts["stream"]),
    ("schema", _FORMAT),
    ("json", _FORMAT),
    ("tools", _TOOLS),
    # Forced tools carry a schema in some dialects.
    ("schema", (*_TOOLS, "schema", "format")),
    ("json", ("format",)),
)
# Where both may not be set, the rarer one goes.
_RAREST_FIRST: Sequence[Feature] = ("max_tokens", "top_p", "temperature", "seed", "usage")
_OPTIONS = tuple((feature, WORDS.parts[feature]) for feature in _RAREST_FIRST)
_UNKNOWN = (
    *("support", "unknown", "unrecogni", "unexpected", "not permitted", "not allowed", "extra"),
    *("deprecated", "cannot"),
    *WORDS.unknown,
)
"""An option that is refused for its value is the person's to change, one that is not known is left out."""
_REFUSES = re.compile(r"support|allow|not enabled|invalid|unexpected|unknown|only|must|should|不支持")
"""What is said of a role for which a model's template has no place."""
_TEMPLATE = re.compile(
    r"\broles?\b|jinja|chat.?template|template error|rendering prompt|apply.{0,9} template"
    r"|tool.calls? at once"
)
"""How a server says that a conversation does not fit into its model's template."""
_OF_TOOLS = re.compile(
    r"\b(?:got|role:?|message type:?) ['\"]?(?:tool|function)\b|tool.calls? at once|tool.call id"
)
"""What in it: the calls of tools or what they found."""
_WRONG = frozenset({400, 404, 415, 422, 500, 501})
"""Statuses that may come of a part of the request; in the others it is named in vain."""
_UNSAID = frozenset({400, 415, 422, 501})
_UNPROVED: Sequence[Feature] = ("bounds", "schema", "json", "tools", "pictures")
_SIGHTLESS = re.compile(r"support|not a multi|unknown variant|not allowed|not accept|mmproj|text.only|string")
"""What is said of pictures by who takes none, """
_BAD_PICTURE = re.compile(
    r"unsupported image|image (?:format|type)|media.?type|mime|could not process|invalid image"
    r"|too (?:large|big|many)|exceed|maximum|at most|dimension|megapixel"
)
"""and what by who does not take this one."""
_BOUNDS = (
    *("minitems", "maxitems", "minlength", "maxlength", "minimum", "maximum", "keyword", "repetition"),
    *("grammar", "invalid schema", "unsupported schema"),
)
"""How a refusal names the bounds of a schema, or what cannot be made of one for them."""
_NAMED_KINDS = frozenset({"bad_reply", "not_found", "refused", "server_error"})


_LONGEST = re.compile(r"max_(?:completion_|output_|new_)?tokens|maxoutputtokens|num_predict")
_TOO_MUCH = re.compile(
    r"less than|at most|<=|[≤>]|maximum|too large|too high|exceed|up to|range|between|must be|afford"
    r"|maximal|höchstens|máximo|最大|上限"
)
_LEAST_ANSWER = 256
"""Tokens: what is less is no limit of an answer."""


def longest_taken(message: str, asked: int) -> int | None:
    """Return the longest answer that a server takes which refused one of `asked` tokens, if it says one."""
    low = message.lower()
    if not (_LONGEST.search(low) and _TOO_MUCH.search(low)):
        return None
    named = [int(found.replace(",", "")) for found in re.findall(r"\d[\d,]*", low)]
    return max((n for n in named if _LEAST_ANSWER <= n < asked), default=None)


def refused_part(
    carried: Collection[Feature],
    known: Mapping[Feature, bool],
    *,
    kind: str,
    status: int,
    message: str,
) -> Feature | None:
    """Return the part that a refusal is about, None where it is about none that the request carries.

    `known`: what this server was seen to take. `kind`: how the refusal is read without this question.
    """
    low = message.lower()
    if "system" in carried and any(sign in low for sign in WORDS.parts["system"]) and _REFUSES.search(low):
        # A template says so, and the server whatever comes into its mind: an error of its own, more often.
        return "system"
    if status not in _WRONG or kind not in _NAMED_KINDS:
        return None
    if _TEMPLATE.search(low) and (part := _out_of_place(carried, low)) is not None:
        return part
    if "pictures" in carried and _refuses_pictures(low):
        return "pictures"
    if "bounds" in carried and any(sign in low for sign in _BOUNDS):
        return "bounds"
    for feature, signs in _PARTS:
        if feature in carried and any(sign in low for sign in signs):
            return feature
    if any(sign in low for sign in _UNKNOWN):
        for feature, signs in _OPTIONS:
            if feature in carried and any(sign in low for sign in signs):
                return feature
    if status in _UNSAID and kind == "bad_reply":
        return next((f for f in _UNPROVED if f in carried and f not in known), None)
    return None


def _refuses_pictures(low: str) -> bool:
    named = any(sign in low for sign in WORDS.parts["pictures"])
    return named and _SIGHTLESS.search(low) is not None and _BAD_PICTURE.search(low) is None


def _out_of_place(carried: Collection[Feature], low: str) -> Feature | None:
    """Return the part whose messages have no place in a model's template: its system text, then its tools."""
    order: Sequence[Feature] = ("tools", "system") if _OF_TOOLS.search(low) else ("system", "tools")
    return next((feature for feature in order if feature in carried), None)
