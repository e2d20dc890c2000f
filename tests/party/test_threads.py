"""Data that the window and the server share: locked in every method, and there before anybody is woken."""

from __future__ import annotations

from types import SimpleNamespace, TracebackType
from typing import Any

import pytest

from game.party import registry, state_updates
from game.party.messages import SpectatorMessage
from game.party.registry import SavedParty, SeatRegistry
from game.party.spectators import Spectators
from game.party.state_updates import MAX_REMEMBERED, AnswerCache, StateCache, UploadInbox


class OthersLock:
    """Lock that raises `RuntimeError` where a thread would wait for it."""

    def __init__(self) -> None:
        self.is_held = False

    def __enter__(self) -> None:
        if self.is_held:
            raise RuntimeError("held by another")
        self.is_held = True

    def __exit__(self, *_error: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.is_held = False


@pytest.fixture
def lock(monkeypatch: pytest.MonkeyPatch) -> OthersLock:
    """Lock of everything that the test makes."""
    lock = OthersLock()
    for module in (registry, state_updates):
        monkeypatch.setattr(module, "threading", SimpleNamespace(Lock=lambda: lock))
    return lock


METHODS: dict[type, dict[str, tuple[Any, ...]]] = {
    SeatRegistry: {
        "appoint": (0,),
        "bench": (),
        "code": (),
        "dump_state": (),
        "free": (),
        "had": (0,),
        "has_spoken": ("",),
        "heard_of": ("",),
        "held_seats": (),
        "idle": (0,),
        "invitation": (),
        "is_alike": (),
        "is_code": ("",),
        "is_full": ((),),
        "is_invited": ("",),
        "keep_chairs": (),
        "leave": ("",),
        "listing": ((),),
        "offer": ((), ""),
        "pass_on": ("", ""),
        "people": (),
        "person": (0,),
        "place": (0,),
        "release": (0,),
        "remote": (),
        "renew": (0,),
        "reseat": ({},),
        "restore_state": (SavedParty(),),
        "seat_of": ("",),
        "speaks": ("", ""),
        "take": (0,),
        "token": (0,),
    },
    StateCache: {
        "clear": (),
        "file": ("",),
        "hand_on": ("", ""),
        "put": ("", b""),
        "put_state": ("", ""),
        "state": ("",),
    },
    UploadInbox: {"close": (), "knows": ("",), "open": (), "put": ("", b""), "take": ()},
}


@pytest.mark.parametrize("shared", METHODS)
def test_every_method_waits_for_the_other_thread(lock: OthersLock, shared: type) -> None:
    assert set(METHODS[shared]) == {name for name in vars(shared) if not name.startswith("_")}
    thing = shared("WOOL") if shared is SeatRegistry else shared()
    for name, arguments in METHODS[shared].items():
        lock.is_held = True
        with pytest.raises(RuntimeError, match="held"):
            _call(thing, name, arguments)
        lock.is_held = False
        _call(thing, name, arguments)


def _call(thing: object, name: str, arguments: tuple[Any, ...]) -> None:
    value = getattr(thing, name)
    if callable(value):
        value(*arguments)


def test_woken_window_finds_the_uploaded_text(lock: OthersLock) -> None:
    taken: list[bytes | None] = []
    inbox = UploadInbox(lambda: taken.append(inbox.take()))
    assert inbox.put(inbox.open(), b"a match")
    assert taken == [b"a match"]


def test_woken_window_finds_the_spectators_message() -> None:
    taken: list[SpectatorMessage] = []
    spectators = Spectators(lambda: taken.extend(spectators.take_messages()))
    message = SpectatorMessage("Eve", {"do": "react"})
    spectators.say(message)
    assert taken == [message]


def test_repeats_of_the_latest_messages_are_known() -> None:
    cache = AnswerCache()
    assert all(cache.is_new("token", number) for number in range(MAX_REMEMBERED + 1))
    assert not any(cache.is_new("token", number) for number in range(1, MAX_REMEMBERED + 1))
    assert cache.is_new("token", 0)


def test_answer_is_repeated_with_its_refusal() -> None:
    cache = AnswerCache()
    cache.is_new("token", 1)
    assert cache.answer("token", 1) is None
    cache.note("token", 1, "Not now.")
    cache.note("token", 2, "never asked")
    assert (cache.answer("token", 1), cache.answer("token", 2)) == ("Not now.", None)
