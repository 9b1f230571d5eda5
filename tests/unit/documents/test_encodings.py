"""A text is read in the letters it was written in, and where nothing names them that is said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.encodings import NotText, decoded, guessed

WRITTEN = {
    "iso8859_2": (
        "Příliš žluťoučký kůň úpěl ďábelské ódy. Šest žáků.",
        "Ślusarz z Łodzi zrobił w środę kłódkę do młyna.",
    ),
    "iso2022_jp": ("水車は毎分三百四十回まわる。",),
    "iso2022_jp_2": ("水車は毎分三百四十回まわる。灯塔",),
    "iso2022_jp_ext": ("ｱｲｳ 水車は毎分三百四十回まわる。",),
    "iso2022_kr": ("등대는 1802년에 지어졌다.\n",),
    "hz": ("灯塔建于一八二年，高三十米。\nA ~ tilde.\n", "今天天气很好，我们去公园散步。"),
    "cp1252": [
        "Grüße vom Turm – „alt“\n",
        "Déjà vu à l'été\n",
        "El niño comió piña. ¿Qué?",
        "20 °C ± 2 µm, Größe",
        "Það er ný brú yfir ána, sagði Þórður.",
        "Sigurður came late.",
        "Prix de l'œuvre : à voir où ça mène",
    ],
    "cp1250": ["Zażółć gęślą jaźń, już dziś\n", "Příliš žluťoučký kůň úpěl\n"],
    "cp1251": [
        "Башня построена в 1802 году.\n",
        "ПРИВЕТ МИР\n",
        "привет мир",
        "Вода холодная, сказал сторож.",
    ],
    "cp866": ["Башня построена в 1802 году.\n", "Вода холодная, сказал сторож."],
    "koi8_u": ["Вежа була збудована у 1802 році. Її продали.\n"],
    "iso8859_15": ["La tour a coûté 5 €, déjà cher.\n"],
    "utf_16_le": ["Grüße vom Turm – „alt“\n"],
    "utf_16_be": ["Grüße vom Turm – „alt“\n"],
    "koi8_r": ["Башня построена в 1802 году.\n"],
    "cp1253": [
        "Ο πύργος χτίστηκε το 1802.\n",
        "Το νερό είναι «κρύο», είπε ο φύλακας.",
        "ο δρόμος και η θάλασσα",
    ],
    "cp1254": ["Işık kulesi 1802’de yapıldı; şimdi boş.\n", "Çağrı geldi: yağmur yağıyor, kapı açık."],
    "cp1255": ["המגדל נבנה בשנת 1802.\n", "שלום עולם", "המים קרים, אמר השומר של המגדלור"],
    "cp1256": ["بني البرج عام 1802.\n", "مرحبا بالعالم", "قال الحارس إن الماء بارد"],
    "utf_7": ["Grüße vom Turm\n", "Башня построена в 1802 году.\n"],
    "mac_roman": ["Grüße vom Turm – „alt“\n"],
    "cp932": ["灯台は一八〇二年に建てられた\n", "こんにちは、世界。今日はいい天気です。"],
    "euc_jp": ["灯台は一八〇二年に建てられた\n"],
    "gb18030": ["灯塔建于一八〇二年\n", "今天天气很好，我们去公园散步。"],
    "big5": ["燈塔建於一八零二年\n", "今天天氣很好，我們去公園散步。"],
    "cp949": ["등대는 1802년에 지어졌다.\n", "안녕하세요 세계"],
}


@pytest.mark.parametrize(("codec", "text"), [(codec, one) for codec, all in WRITTEN.items() for one in all])
def test_a_text_of_a_common_encoding_is_read_and_it_is_said(codec: str, text: str) -> None:
    read, said = decoded(text.encode(codec))
    assert read == text
    assert said is not None
    assert str(said).startswith("It is no UTF-8 text and was read as ")


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_a_text_whose_encoding_is_known_is_read_without_a_word(codec: str) -> None:
    assert decoded("Grüße vom Turm\n".encode(codec)) == ("Grüße vom Turm\n", None)


@pytest.mark.parametrize(
    "content",
    [
        b"\x89PNG\r\n\x1a\n\0\0\xff",
        b"a\0b",
        b"\xff\xfe\x00\xd8",
        b"\x93\x94\xff\x81",
        b"a\0b\0\1\0c\0d\0",
        b"\x1b$)A\x0e1KV\x0f",
    ],
)
def test_what_is_no_text_is_not_guessed(content: bytes) -> None:
    with pytest.raises(NotText):
        decoded(content)


@given(st.text())
def test_every_text_of_utf_8_without_a_zero_is_read_as_it_is(text: str) -> None:
    plain = text.replace("\0", "").removeprefix("\ufeff")
    assert decoded(plain.encode("utf-8", "ignore"))[0] == plain


@given(st.binary(max_size=300))
def test_what_was_guessed_can_be_read_as_that(content: bytes) -> None:
    codec = guessed(content)
    assert codec == "" or content.decode(codec)


@pytest.mark.parametrize(
    "text",
    [
        "a +b- c",
        "C++- and +1234-",
        "x = y+ABC-z",
        "Call +49-30-123456-7.",
        "Ask +Password",
        "Fig.~{a} and ~{ab~}",
        "~{AB~}",
        "~/a ~{b,c}",
        "\x1b[1mbold\x1b(B",
    ],
)
def test_plain_letters_that_only_look_like_others_are_read_as_they_are(text: str) -> None:
    assert decoded(text.encode()) == (text, None)
