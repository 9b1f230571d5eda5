"""What one call leaves out of its request, or asks less of, where the server refuses it, found by asking.

Only a refusal that costs nothing is read so: a status that says that the request is wrong. What is named is
left out and asked again; a server that names nothing is asked without the part it was never seen to take.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from app.domain.tokens import LEAST_ANSWER
from app.gateway.host.dialects.registry import WORDS
from app.gateway.host.dialects.writing import Feature
from app.gateway.host.errors import Fault, error_text
from app.gateway.host.http_call import HttpCall
from app.gateway.host.memory import ServerMemory
from app.gateway.host.windows import room_left

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
"""What is said of pictures by a server that takes none."""
_BAD_PICTURE = re.compile(
    r"unsupported image|image (?:format|type)|media.?type|mime|could not process|invalid image"
    r"|too (?:large|big|many)|exceed|maximum|at most|dimension|megapixel"
)
"""What is said by one that takes others, and not this one."""
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
_LEAST_LIMIT = 256
"""Tokens: what is less is no limit of an answer."""


def longest_taken(message: str, asked: int) -> int | None:
    """Return the longest answer that a server takes which refused one of `asked` tokens, if it says one."""
    low = message.lower()
    if not (_LONGEST.search(low) and _TOO_MUCH.search(low)):
        return None
    named = [int(found.replace(",", "")) for found in re.findall(r"\d[\d,]*", low)]
    return max((n for n in named if _LEAST_LIMIT <= n < asked), default=None)


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


class Negotiation:
    """Decides after each answer whether to ask once more, and remembers what was found."""

    def __init__(self, memory: ServerMemory, server: str, model: str) -> None:
        self._memory, self._server, self._model = memory, server, model
        self._known = dict(memory.known(server, model))
        self._refused: list[Feature] = []
        self.longest: int | None = None
        """Tokens that the server lets an answer have, where it refused more."""
        self.window: int | None = None
        """Tokens the model takes in, where a refusal named them."""

    @property
    def without(self) -> frozenset[Feature]:
        """What is left out of the next request."""
        refused = {feature for feature, takes in self._known.items() if not takes}
        return frozenset(refused.union(self._refused))

    @property
    def calls_proved(self) -> bool:
        """Tell whether a tool was called natively before."""
        return self._known.get("tools", False)

    def passed_over(self) -> None:
        """Take note that a call came as text where tools were sent natively: they are text from now on."""
        self._memory.learn(self._server, self._model, {"tools": False})

    def asks_again(
        self, carried: frozenset[Feature], fault: Fault | None, http_call: HttpCall, longest: int
    ) -> bool:
        """Take note of an answer; tell whether to ask without what the server refused.

        `longest`: tokens that the answer was asked to have at most.
        """
        if fault is None or http_call.received:
            # It took everything that came with this request, and what was left out made the difference. But
            # tools may be passed over without a word: only a call shows that they were taken.
            called = bool(http_call.reader.state.calls)
            taken = [feature for feature in carried if feature != "tools" or called]
            self._memory.learn(
                self._server, self._model, dict.fromkeys(taken, True) | dict.fromkeys(self._refused, False)
            )
            return False
        status, message = http_call.refusal or (0, "")
        # Without what stands beside it: a status is no length.
        said = error_text(message.encode()) or message
        error = http_call.reader.state.error
        if error is not None:
            # Some servers say it in the stream; what names no part of the request is no word on one.
            status, message = 404, str(error)
            said = str(error.get("message", ""))
        shorter = _shorter(fault, said, longest)
        if shorter is not None:
            self.longest, self.window = shorter, fault.window or self.window
            return True
        part = refused_part(carried, self._known, kind=fault.kind, status=status, message=message)
        if part is None:
            return False
        self._refused.append(part)
        return True


def _shorter(fault: Fault, said: str, longest: int) -> int | None:
    """Return the longest answer that a refusal of one of `longest` tokens leaves room or credit for."""
    match fault.kind:
        case "bad_reply" | "no_credit":
            return longest_taken(said, longest)
        case "context_overflow":
            room = room_left(said)
            return room if room is not None and LEAST_ANSWER <= room < longest else None
        case _:
            return None
