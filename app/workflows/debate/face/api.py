"""A debate for programs that import this one: `core.debates.run(question, context, answers, session)`.

These four stand in the order of the source's `runDebate(problem, context, clarifications, debateId)`, so that
its call is taken over as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike

from app.domain.canonical import JsonValue
from app.domain.payload import items_of
from app.engine.python_api import (
    NO_HOOKS,
    ApiResult,
    Hooks,
    Moved,
    Policy,
    PythonApi,
    SessionCalls,
    moved_fields,
)
from app.workflows.debate.state import DebateState

_QUESTIONS = "clarification"


@dataclass(frozen=True, slots=True, kw_only=True)
class Debated(Moved):
    """What a debate came to. `result`: the final answer as Markdown, empty before there is one.

    `decision`: it in one or two sentences; `rounds`: how many were accepted.
    """

    result: str = ""
    decision: str = ""
    rounds: int = 0


class Debates(SessionCalls[Debated]):
    """The calls."""

    workflow = "debate"

    async def run(
        self,
        question: str,
        context: str | Mapping[str, str] = "",
        answers: Mapping[str, str] | None = None,
        session: str = "",
        *,
        files: Sequence[str | PathLike[str]] = (),
        team: str = "",
        setup: Mapping[str, object] | None = None,
        policy: Policy | None = None,
        hooks: Hooks = NO_HOOKS,
    ) -> Debated:
        """Have a question deliberated; return once it is answered, or a gate waits that no policy answers.

        `context`: a text for all members, or several by their names; `files`: files whose texts are given
        besides. `answers`: by the words of questions that are settled. `session`: one that goes on, by its
        id; `answers` then answer what its members ask. `setup`: further fields, such as `max_rounds`. Raises
        InputError, NotReady, NotApproved in words.
        """
        if session:
            return await self._go_on(session, answers or {}, policy, hooks)
        texts = {} if isinstance(context, str) else context
        given = [{"name": name, "text": text} for name, text in texts.items()]
        fields: dict[str, object] = {
            **(setup or {}),
            "question": question,
            "context_text": context if isinstance(context, str) else "",
            "context": [*given, *self._headless.texts(files)],
            "known_answers": [{"question": one, "answer": said} for one, said in (answers or {}).items()],
        }
        return await self._run(fields, team, policy, hooks)

    async def _go_on(
        self, session: str, answers: Mapping[str, str], policy: Policy | None, hooks: Hooks
    ) -> Debated:
        there = await self.look(session)
        if there.kind != _QUESTIONS or not answers:
            return await self.resume(session, policy=policy, hooks=hooks)
        given: dict[str, JsonValue] = {}
        for asked in items_of(there.payload, "questions"):
            name, text = str(asked.get("id")), str(asked.get("text"))
            said = answers.get(text, answers.get(name))
            if said is not None:
                given[name] = {"status": "answered", "note": said}
        return await self.decide(session, "answer", {"answers": given}, policy=policy, hooks=hooks)

    def _moved(self, reached: ApiResult) -> Debated:
        state = reached.folded
        assert isinstance(state, DebateState)
        return Debated(
            **moved_fields(reached),
            result=state.result.text if state.result is not None else "",
            decision=state.stated.decision if state.stated is not None else "",
            rounds=len(state.rounds_accepted),
        )


API = PythonApi("debates", Debates)
