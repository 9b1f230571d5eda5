"""What a model thought before its answer, as a person reads it."""

from __future__ import annotations

import pytest

from app.domain.thoughts import never_answers, strip_reasoning, thoughts


@pytest.mark.parametrize(
    ("reply", "answer", "thought"),
    [
        ("It is so.", "It is so.", ""),
        ("<think>I count.\nThen say.</think>\n\nFour.", "Four.", "I count.\nThen say."),
        ("I count first.</think>Four.", "Four.", "I count first."),
        ("<thinking>a</thinking><answer>Go.</answer>", "Go.", "a"),
        ("<think>a</think><think>b</think>C", "C", "a\n\nb"),
        ("<think></think>\n\nFour.", "Four.", ""),
        ("Done.<|im_end|>", "Done.", ""),
        ("<s> Done.</s></s>", "Done.", ""),
        ("Done.<pad><pad>", "Done.", ""),
        ("<|im_start|>assistant\nDone.", "Done.", ""),
        ("<|start_header_id|>assistant<|end_header_id|>\n\nDone.", "Done.", ""),
        ("### Response:\nDone.", "Done.", ""),
        ("Assistant: Done.", "Done.", ""),
        ("Done.<|im_end|>\n<|im_start|>user\nThank you!<|im_end|>", "Done.", ""),
        ("Done.<end_of_turn>\n<start_of_turn>user\nAnd then?", "Done.", ""),
        ("Done.</s>[INST] Thank you [/INST]", "Done.", ""),
        (
            "A template:\n```\n<|im_start|>user\nHi\n```\nSo it is.",
            "A template:\n```\nuser\nHi\n```\nSo it is.",
            "",
        ),
        ("Cut <s>this</s> out of <S>.md.", "Cut <s>this</s> out of <S>.md.", ""),
        (
            "<|channel|>analysis<|message|>Ask the assistant.<|end|><|channel|>final<|message|>Go on.",
            "Go on.",
            "Ask the assistant.",
        ),
        ("analysisWe must think.assistantfinalGo on.", "Go on.", "We must think."),
        ("<think>Four. That is four.</think>Four.", "Four.", "Four. That is four."),
        ("Sure!\n<think>I weigh it.</think>\nGo on.", "Sure!\n\nGo on.", "I weigh it."),
        (
            "Write `<think>` before it.\n```\n<think>\n```",
            "Write `<think>` before it.\n```\n<think>\n```",
            "",
        ),
        ("A" * 90 + "\n<think>Or not", "A" * 90, "Or not"),
        (
            "As in:\n```\n<|user|> a <|user|>\n```\nSo.<|user|>And?",
            "As in:\n```\n<|user|> a <|user|>\n```\nSo.",
            "",
        ),
        ("<|user|>Why?<|user|>And?", "<|user|>Why?", ""),
    ],
)
def test_thoughts_are_what_stands_before_the_answer_without_its_marks(
    reply: str, answer: str, thought: str
) -> None:
    assert strip_reasoning(reply)[0] == answer
    assert thoughts(reply) == thought


@pytest.mark.parametrize("reply", ["<think>I never come to it", "Sure!\n<think>I never come to it"])
def test_a_reply_that_ends_within_its_thoughts_never_answers(reply: str) -> None:
    assert never_answers(reply)
    assert not never_answers("<reflection>What I was asked to reflect on.")


def test_thoughts_that_never_end_are_thoughts() -> None:
    assert thoughts("<think>I never come to it") == "I never come to it"


def test_what_a_provider_keeps_apart_comes_first() -> None:
    assert thoughts("Four.", "I count.") == "I count."
    assert thoughts("<think>b</think>Four.", " a ") == "a\n\nb"


@pytest.mark.parametrize(
    "reply",
    [
        "<|channel>thought\nHm.<channel|>Yes.",
        "<longcat_think>Hm.</longcat_think>Yes.",
        "<|thinking|>Hm.<|/thinking|>Yes.",
        "[thinking]Hm.[/thinking]\nYes.",
        "assistant\n\nYes.",
        "<bos>Yes.<eos>",
        "Yes.<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
        "Yes.<|im_end|>\n<|im_start|>assistant\n",
        "Yes.<|/assistant|>",
        "Yes.<\uff5chy_EOT\uff5c>",
        "Yes.<end_of_utterance></s>",
        "Yes. [EOS]",
        "Yes.[|endofturn|]",
        "Yes.[e~[",
    ],
)
def test_thoughts_and_turns_in_marks_of_newer_models_are_no_part_of_the_answer(reply: str) -> None:
    assert strip_reasoning(reply)[0] == "Yes."
