"""Sentences in records: said again in any language, whatever a record holds."""

from __future__ import annotations

import json
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Sentence
from app.domain.i18n import Message, words
from app.domain.sentences import joined, recorded, sentence_of, sentences_in, told

GERMAN = {
    "{files}, by {who}": "{files} von {who}",
    "1 file": "1 Datei",
    "{n} files": "{n} Dateien",
}


class Noted(Fact):
    """A fact with sentences."""

    type: Literal["noted"] = "noted"
    notes: tuple[Sentence, ...] = ()


def german(context: str, source: str) -> str:
    del context
    return GERMAN.get(source, source)


def test_a_sentence_from_a_record_is_said_in_the_language_of_whoever_reads_it() -> None:
    sentence = words("{files}, by {who}", files=words("{n} files", n=3), who="Ann")
    kept = json.loads(json.dumps(recorded(sentence)))
    assert str(sentence_of(kept)) == "3 files, by Ann"
    assert sentence_of(kept).text(german) == "3 Dateien von Ann"


def test_a_fact_keeps_its_sentences_and_reads_texts_of_older_records() -> None:
    fact = Noted(notes=(words("1 file"), words("{n} files", n=2)))
    again = Noted.model_validate(json.loads(json.dumps(fact.body())))
    assert [note.text(german) for note in again.notes] == ["1 Datei", "2 Dateien"]
    assert again.body() == fact.body()
    older = Noted.model_validate({"notes": ["3 of {4} files."]})
    assert [str(note) for note in older.notes] == ["3 of {4} files."]


@pytest.mark.parametrize(
    "source",
    [
        "{text.__class__}",
        "{text[0]}",
        "{text!r}",
        "{text:>1000000000}",
        "{other}",
        "{text",
        "text}",
        "{}",
        "{0}",
    ],
)
def test_a_source_that_is_more_than_names_is_shown_and_never_used_as_a_format(source: str) -> None:
    assert str(sentence_of({"say": source, "with": {"text": "x"}})) == source
    assert str(joined([sentence_of({"say": source, "with": {"text": "x"}})])) == source


def test_a_program_that_reads_a_payload_is_told_its_sentences() -> None:
    payload = {
        "figures": recorded(words("{n} files", n=3)),
        "files": [{"said": recorded(words("1 file")), "n": 1}],
    }
    assert told(payload) == {"figures": "3 files", "files": [{"said": "1 file", "n": 1}]}


def test_sentences_within_sentences_end() -> None:
    deep: JsonValue = "x"
    for _ in range(200):
        deep = {"say": "{text}", "with": {"text": deep}}
    assert len(str(sentence_of(deep))) < 20_000


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["say", "with", "n", "text"]), inner)
    ),
    max_leaves=8,
)


@given(VALUES)
def test_whatever_a_record_holds_can_be_said(value: JsonValue) -> None:
    said = sentence_of(value)
    assert isinstance(said, Message)
    assert str(said) == str(sentence_of(recorded(said)))
    assert all(str(one) == str(one) for one in sentences_in(value))
