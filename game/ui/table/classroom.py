"""The phones of a lobby while one of them learns: the others wait as before, and miss nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.match.phone_seats import PhonePost
from game.party.messages import Joined, Left, News
from game.party.party import Party


class OnePhone(PhonePost):
    """Sends what the learner's seat is told to their phone, which has another number in the lobby."""

    def __init__(self, party: Party, pupil: int) -> None:
        self._party, self._pupil = party, pupil

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Tell the learner."""
        self._party.publish(self._pupil, state, events)

    @property
    def watchers(self) -> Sequence[str]:
        """None: those who only watch see the big screen."""
        return ()

    def show(self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Nobody is told."""


class Classroom:
    """What phones of a lobby show meanwhile, and what they have done.

    Attributes:
        lobby: what they were told last, and the number of each seat there; none once a match is played.
    """

    def __init__(self) -> None:
        self.lobby: tuple[dict[str, Any], Mapping[int, int]] | None = None
        self._news: list[News] = []

    def overhear(self, news: News) -> None:
        """Somebody has come or gone: the lobby has to know."""
        if isinstance(news, Joined | Left):
            self._news.append(news)

    def come_out(self) -> list[News]:
        """What the lobby has not heard yet."""
        news, self._news = self._news, []
        return news

    def wait(self, party: Party, pupil: int | None = None) -> None:
        """Tell all phones how the lobby stands, but that of the learner."""
        told, numbers = self.lobby or ({"lobby": True, "title": "", "seat": None, "seats": []}, None)
        party.show(told)
        for seat in party.held:
            number = 0 if numbers is None else numbers.get(seat)
            if seat != pupil and number is not None:
                party.publish(seat, told | {"seat": number})
