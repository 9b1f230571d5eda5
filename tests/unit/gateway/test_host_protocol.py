"""The frames between the window's process and the host, and what the host is given to begin with."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.gateway.host_client import ARGUMENT, host_command, host_environment
from app.gateway.protocol import (
    Delta,
    Done,
    Frame,
    HasFailed,
    Limits,
    Start,
    decode,
    encode,
)
from app.processes.frames import LARGEST, BrokenFrames, FrameReader, pack

texts = st.text(st.characters(codec=None, exclude_categories=[]), max_size=60)
frames = st.one_of(
    st.builds(Delta, id=texts, text=texts, reasoning=texts),
    st.builds(
        Done,
        id=texts,
        text=texts,
        reasoning=texts,
        tool_calls=st.just([]),
        finish_raw=texts,
        usage=st.just({}),
        dropped=st.lists(texts, max_size=2),
    ),
    st.builds(Start, id=texts, request=st.dictionaries(texts, texts, max_size=3), key=st.none() | texts),
)


@given(st.lists(frames, max_size=5), st.integers(1, 40))
def test_frames_survive_however_the_pipe_cuts_them(sent: list[Frame], size: int) -> None:
    data = b"".join(pack(encode(frame)) for frame in sent)
    reader = FrameReader()
    found = [decode(f) for at in range(0, len(data), size) for f in reader.feed(data[at : at + size])]
    assert found == sent


def test_a_reply_of_five_megabytes_is_one_frame() -> None:
    frame = Delta("x", "漢" * 1_700_000)
    assert list(map(decode, FrameReader().feed(pack(encode(frame))))) == [frame]


@pytest.mark.parametrize(
    "data",
    [
        (LARGEST + 1).to_bytes(4, "big"),
        b"\x00\x00\x00\x02{}",
        b"\x00\x00\x00\x0b" + b'["Nobody",{}]'[:11],
        b"\x00\x00\x00\x0d" + b'["Delta",{}]\n',
    ],
)
def test_what_is_no_frame_breaks_the_pipe_instead_of_being_guessed(data: bytes) -> None:
    with pytest.raises(BrokenFrames):
        list(map(decode, FrameReader().feed(data)))


def test_a_frame_with_a_key_does_not_show_it() -> None:
    assert "secret" not in repr(Start("x", {}, "secret"))


def test_no_key_and_no_address_of_a_provider_is_in_the_hosts_environment() -> None:
    found = host_environment(
        {
            "PATH": "/bin",
            "LC_ALL": "C.UTF-8",
            "OPENAI_API_KEY": "k",
            "OPENAI_BASE_URL": "http://evil.example",
            "MY_SECRET": "k",
            "LITELLM_LOG": "DEBUG",
            "SSLKEYLOGFILE": "/tmp/x",
            "PYTHONSTARTUP": "/tmp/x",
        }
    )
    assert set(found) == {"PATH", "LC_ALL", "PYTHONPATH", "PYTHONIOENCODING"}


def test_the_frozen_program_is_its_own_host(monkeypatch: pytest.MonkeyPatch) -> None:
    assert host_command() == [sys.executable, "-P", "-m", "app", ARGUMENT]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert host_command() == [sys.executable, ARGUMENT]


def test_the_parts_of_a_limit_never_exceed_the_whole() -> None:
    for total in (1.0, 30.0, 120.0, 3600.0):
        limits = Limits.of(total)
        assert limits.first_byte <= limits.total == total
        assert limits.idle <= total
    assert HasFailed("x", "auth", "m", "h", False, False).retry_after is None
