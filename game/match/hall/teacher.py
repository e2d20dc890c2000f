"""The pages of a teacher: what they ask for goes to the desk, and they are told what the desk sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.match.hall.desk import Desk
from game.match.hall.door import Lectern
from game.match.hall.wish import read_wish
from game.words import _, languages, spoken_to

EVERY = 250.0
"""So often they are told how everything stands where nobody has asked for anything, in ms."""


class TeacherPages:
    """Stands between a lectern and a desk."""

    def __init__(self, lectern: Lectern, desk: Desk) -> None:
        """Let pages in by the token of the desk, which has one from now on."""
        self._lectern, self._desk = lectern, desk
        lectern.open(desk.token)
        desk.token = lectern.token
        self.told = -EVERY
        """When they were told last, in ms."""

    def renew(self) -> None:
        """Let all pages out; the desk has another token, which is kept with the evening."""
        self._lectern.renew()
        self._desk.token = self._lectern.token
        self._desk.hall.keep_rest()

    def turn(self, now: float, *, busy: bool = False) -> bool:
        """Do what pages ask for and tell them how it stands; whether they have asked for anything.

        Args:
            now: the time in ms.
            busy: whether phones were just told of something: then pages can wait, if not for ever.
        """
        wishes = self._lectern.heard()
        for wish in wishes:
            with spoken_to(_known(wish.language)):
                self._lectern.answer(wish.number, self._refused(wish.words))
        if wishes or now - self.told >= (4 * EVERY if busy else EVERY):
            self.told = now
            self._lectern.tell(self._glance)
        return bool(wishes)

    def _refused(self, words: Mapping[str, Any]) -> str:
        wish = words.get("wish")
        if words.get("do") != "wish" or not isinstance(wish, Mapping):
            return _("That cannot be done.")
        try:
            self._desk.do(read_wish(wish))
        except ValueError as refused:
            return str(refused)
        return ""

    def _glance(self, language: str) -> Mapping[str, Any]:
        with spoken_to(_known(language)):
            return self._desk.glance(self._desk.now()).to_json()


def _known(language: str) -> str:
    return language if language in languages() else ""
