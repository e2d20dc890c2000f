"""The clipboard: what is put there, and systems that have none."""

from __future__ import annotations

import pygame
import pytest

from game.ui.core import window


def test_what_is_put_there_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    lying: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", lying.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: lying[-1])
    assert window.put("one line")
    assert window.taken() == "one line"


def test_a_system_may_refuse_or_know_no_clipboard(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_given: str) -> str:
        raise pygame.error("no clipboard")

    for name in ("put_text", "get_text"):
        monkeypatch.setattr(pygame.scrap, name, refuses)
    assert window.is_there()
    assert (window.put("one line"), window.taken()) == (False, None)
    for name in ("put_text", "get_text"):
        monkeypatch.delattr(pygame.scrap, name)
    assert not window.is_there()
    assert (window.put("one line"), window.taken()) == (False, None)
