"""Names of members and models are taken out of texts, and nothing else is."""

from __future__ import annotations

from app.domain.redaction import veil_over
from app.domain.seats import Seat

SEATS = {
    "Ann": Seat(name="Ann", model="gemini/gemini-2.5-pro", base_url="https://llm.example/v1"),
    'Bo "B"': Seat(name='Bo "B"', model="openai/gpt-4o"),
    "chair": Seat(name="Presider", model="openai/gpt-4o"),
}
CALLED = {"Ann": "Answer A", 'Bo "B"': "Answer B", "chair": "the chair", "judge": "the judge"}
VEIL = veil_over(SEATS, {"mistral/large-3"}, CALLED, model="a model", address="an address")


def test_models_are_hidden_with_their_makers_those_that_sat_there_before_and_their_servers() -> None:
    veiled = VEIL("gemini-2.5-pro of Google at https://llm.example/v1, before it mistral/large-3, and GPT-4o")
    assert veiled == "a model of a model at an address, before it a model, and a model"


def test_a_name_is_hidden_also_as_it_stands_in_a_record() -> None:
    assert VEIL(r'{"seat": "Bo \"B\""}') == '{"seat": "Answer B"}'


def test_who_presides_is_hidden_and_the_word_for_the_place_stays() -> None:
    assert VEIL("Presider, who is the chair, and the judge") == "the chair, who is the chair, and the judge"


def test_a_word_that_begins_with_a_name_is_kept() -> None:
    assert VEIL("Anna's annual plan, bolder") == "Anna's annual plan, bolder"


def test_words_of_the_language_stay_where_a_member_a_server_or_a_model_is_called_by_one() -> None:
    seats = {
        "Grace": Seat(name="Grace", model="office/third"),
        "Will": Seat(name="Will", model="ollama/mistral"),
    }
    called = {"Grace": "Answer A", "Will": "Answer B"}
    veil = veil_over(seats, (), called, model="a model", address="an address")
    text = "A third party will be given a grace period of 30 days by the office; a third-party will."
    assert veil(text) == text
    told = veil("Grace (office/third) and WILL, which is Mistral of ollama")
    assert told == "Answer A (a model) and Answer B, which is a model of a model"
