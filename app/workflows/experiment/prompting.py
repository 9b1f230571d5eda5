"""What goes into a request: the carry-over policies, and what is done where the history no longer fits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.ids import CallKey
from app.domain.messages import ChatMessage, Missing
from app.engine.context import blocked_by_context
from app.engine.node import Ask, Context
from app.engine.tool_source import ServedTool
from app.workflows.common.asking_twice import help_failed, mended_facts
from app.workflows.common.calls import without_thoughts
from app.workflows.common.tools import served_by_name
from app.workflows.experiment.facts import CyclesSummarised
from app.workflows.experiment.state import AGENT, OPENING, ExperimentState
from app.workflows.experiment.tools import specs

TEMPLATES = ("experiment/system", "experiment/instructions", "experiment/summary")
PURPOSE = "cycle"
_NO_TOOLS: Mapping[str, ServedTool] = {}
_CARRIED = re.compile("^</data>$", re.MULTILINE)
"""Where a reflection or a summary ends."""
_SUMMARY_WORDS = 500
_SUMMARY_PIECE = 24_000
"""Tokens of history summarised at once, where the model's window is not smaller."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a request is made of: the system text, and the history from the message `start` on."""

    system: str
    start: int
    summarised: tuple[Fact, ...] = ()
    """The summary that was made for it, and what was done to read it."""


def _rough_tokens(messages: Sequence[ChatMessage]) -> int:
    """Estimate tokens from the length: about four characters each."""
    return sum(
        (len(m.text) + sum(len(c.name) + len(c.arguments) for c in m.tool_calls) + 3) // 4 for m in messages
    )


def _system_text(state: ExperimentState, context: Context, *, reflections: bool, summary: str) -> str:
    """Render the system message: the rules, the task and behind them what is carried."""
    setup = state.setup
    carried: list[JsonValue] = []
    if reflections:
        history = state.agent.reflection_history
        for index in range(len(history) - 1, -1, -1):
            if history[index]:
                carried.append({"cycle": index + 1, "text": history[index]})
            if len(carried) == setup.reflections_window:
                break
        carried.reverse()
    return context.render(
        "experiment/system",
        {
            "tools": setup.tools,
            "served": bool(setup.tool_servers),
            "prompt": setup.prompt.strip(),
            "tool_cap": setup.tool_cap,
            "summary": summary,
            "reflections": carried,
        },
    )


def instructions_text(state: ExperimentState, context: Context) -> str:
    """Render what this cycle is told: its number, notes, advice."""
    last = state.last
    similarity = last.similarity if last and last.similarity is not None else 0.0
    return context.render(
        "experiment/instructions",
        {
            "cycle": state.agent.cycle_number,
            "cycle_count": max(state.cycle_count, state.agent.cycle_number),
            "attempt": state.attempt,
            "tool_cap": state.setup.tool_cap,
            "last_cap": bool(last and last.cap_reached),
            "last_reflection": bool(last and last.final_reflection),
            "notes": [*state.notes],
            "advice": last.advice if last else "",
            "similarity": f"{similarity * 100:.0f}",
            "similar_to": last.similar_to if last else None,
        },
    )


def question(
    state: ExperimentState,
    prompt: Prompt,
    more: Sequence[ChatMessage] = (),
    served: Mapping[str, ServedTool] = _NO_TOOLS,
) -> Ask:
    """Return the question to the model: what the prompt names of the history, and `more` behind it.

    `served`: tools of servers, offered beside its own.
    """
    setup, history = state.setup, state.agent.message_history
    messages = [ChatMessage(role="system", text=prompt.system), *history[prompt.start :], *more]
    return Ask(
        PURPOSE,
        AGENT,
        tuple(messages),
        # What was refused as too long is another question once it was shortened.
        part="-".join([f"turn-{state.turn + 1}", *state.tried]),
        tools=(*(specs() if setup.tools else ()), *(tool.spec() for tool in served.values())),
        shared=_shared(prompt.system, setup.prompt.strip()),
        shared_by="system",
        temperature=setup.temperature,
        top_p=setup.top_p,
        seed=setup.seed,
        context_length=setup.context_length,
    )


def _shared(system: str, task: str) -> tuple[int, ...]:
    """Return where parts of a system message end that other cycles have: the task, then what is carried."""
    at = system.find(task)
    if at < 0:
        return ()
    end = at + len(task)
    return (end, *(carried.end() for carried in _CARRIED.finditer(system, end)))


async def prompt_now(state: ExperimentState, context: Context, more: Sequence[ChatMessage] = ()) -> Prompt:
    """Return the prompt by the policy in force. Ends the node at the gate `context` where it does not fit."""
    begin = _cycle_begin(state)
    if state.carry_over == "reflections":
        prompt = Prompt(_system_text(state, context, reflections=True, summary=""), begin)
    elif state.carry_over == "summary":
        prompt = await _with_summary(state, context, begin, more)
    elif len(state.agent.message_history):
        # The whole history as it stands, under the system message it opens with.
        prompt = Prompt(state.agent.message_history[0].text, 1)
    else:
        prompt = Prompt(_system_text(state, context, reflections=False, summary=""), 1)
    await must_fit(state, context, prompt, more)
    return prompt


def _cycle_begin(state: ExperimentState) -> int:
    # The system message opens the history and is never sent twice.
    return max(1, state.cycle_begin)


async def must_fit(
    state: ExperimentState, context: Context, prompt: Prompt, more: Sequence[ChatMessage] = ()
) -> None:
    """End the node at the gate `context` where a prompt is larger than the model's window."""
    ask = question(state, prompt, more, await served_by_name(context))
    estimate = await context.estimate(ask)
    limits = [limit for limit in (state.setup.context_length, estimate.context_limit) if limit]
    if not limits:
        return
    room = min(limits) - min(state.setup.max_output_tokens, min(limits) // 4)
    if estimate.tokens_in <= room:
        return
    raise too_long(state, context, ask, needs=estimate.tokens_in, limit=min(limits), room=room)


def too_long(state: ExperimentState, context: Context, ask: Ask, **figures: int) -> Exception:
    """Return the interruption `context`: the ways out that are left, and what is known of the sizes."""
    tried: list[JsonValue] = [*dict.fromkeys([*state.tried, *_useless(state)])]
    key = CallKey(context.entry, PURPOSE, AGENT, ask.part)
    body: dict[str, JsonValue] = {"seat": AGENT, "cycle": state.agent.cycle_number, "tried": tried}
    return blocked_by_context(key, {**body, **figures})


def _useless(state: ExperimentState) -> list[str]:
    """Return the ways out that change nothing: reflections alone already, or no earlier cycle at all."""
    if _cycle_begin(state) == 1:
        return ["reflections", "summary"]
    return ["reflections"] if state.carry_over == "reflections" else []


async def _with_summary(
    state: ExperimentState, context: Context, begin: int, more: Sequence[ChatMessage]
) -> Prompt:
    """Summarise the older part where the history is over the threshold; the last cycle stays as it is."""
    history = state.agent.message_history
    upto, text = state.summary_upto, state.summary
    threshold = state.setup.summary_threshold
    forced = "summary" in state.tried
    if _rough_tokens([*history[upto:], *more]) > threshold or forced:
        kept = _last_cycle_begin(state) if not forced else begin
        if _rough_tokens([*history[kept:], *more]) > threshold:
            kept = begin
        if kept > upto:
            text, mended = await _summary(state, context, text, history[upto:kept])
            done = CyclesSummarised(text=text, upto=kept)
            system = _system_text(state, context, reflections=False, summary=text)
            return Prompt(system, kept, summarised=(*mended, done))
    return Prompt(_system_text(state, context, reflections=False, summary=text), upto)


def _last_cycle_begin(state: ExperimentState) -> int:
    users = [n for n, message in enumerate(state.agent.message_history) if message.role == "user"]
    before = [n for n in users if n < _cycle_begin(state)]
    return before[-1] if before else _cycle_begin(state)


async def _summary(
    state: ExperimentState, context: Context, summary: str, older: Sequence[ChatMessage]
) -> tuple[str, tuple[Fact, ...]]:
    """Return the summary piece by piece, and what was done to read it."""
    mended: tuple[Fact, ...] = ()
    size = min(_SUMMARY_PIECE, (state.setup.context_length or 2 * _SUMMARY_PIECE) // 2)
    for number, piece in enumerate(_pieces(older, size), 1):
        text = context.render(
            "experiment/summary",
            {
                "summary": summary,
                "words": _SUMMARY_WORDS,
                "messages": [{"who": _who(message), "text": text_with_calls(message)} for message in piece],
            },
        )
        ask = Ask(
            "summary",
            AGENT,
            (ChatMessage(role="user", text=text),),
            part=f"piece-{number}",
            temperature=0.2,
            seed=state.setup.seed,
            context_length=state.setup.context_length,
        )
        outcome = await context.ask(ask, tolerate=True)
        if isinstance(outcome, Missing):
            # Its own reflections say best what came before.
            own = "\n\n".join(text for text in state.agent.reflection_history if text)
            return own, (*mended, *help_failed(ask, outcome))
        answer, cleaned = without_thoughts(outcome.text, OPENING)
        summary = answer.strip()
        mended += mended_facts(ask, outcome, ("thoughts",) if cleaned else ())
    return summary, mended


def _pieces(messages: Sequence[ChatMessage], size: int) -> list[list[ChatMessage]]:
    pieces: list[list[ChatMessage]] = []
    used = size + 1
    for message in messages:
        needs = _rough_tokens([message])
        if used + needs > size or not pieces:
            pieces.append([])
            used = 0
        pieces[-1].append(message)
        used += needs
    return pieces


def _who(message: ChatMessage) -> str:
    return {"assistant": "you", "user": "instructions", "tool": "result"}.get(message.role, message.role)


def text_with_calls(message: ChatMessage) -> str:
    """Return a message's text, and the calls it makes below it."""
    calls = [f"{call.name} {call.arguments}" for call in message.tool_calls]
    return "\n".join([message.text, *calls]).strip()
