"""The clipboard of the system; not every system has one."""

from __future__ import annotations

import pygame


def is_there() -> bool:
    """Whether anything can be put there at all; that may still be refused."""
    return hasattr(pygame.scrap, "put_text")


def put(text: str) -> bool:
    """Put a text there; whether that went well."""
    try:
        pygame.scrap.put_text(text)
    except (AttributeError, pygame.error):
        return False
    return True


def taken() -> str | None:
    """The text that lies there; `None` where there is no clipboard."""
    try:
        return pygame.scrap.get_text()
    except (AttributeError, pygame.error):
        return None
