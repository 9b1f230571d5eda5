"""What one call leaves out of its request because the server refuses it, found out by asking."""

from __future__ import annotations

from app.domain.tokens import LEAST_ANSWER
from app.gateway.host.dialects.writing import Feature
from app.gateway.host.errors import Fault, error_text
from app.gateway.host.http_call import HttpCall
from app.gateway.host.memory import ServerMemory
from app.gateway.host.refusals import longest_taken, refused_part
from app.gateway.host.windows import room_left


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
