"""The window as the phones of a match know it: what is shown there first, and what waits behind a menu."""

from __future__ import annotations

from collections.abc import Callable, Collection

from game.match.phone import PhoneScreen
from game.match.talk import Said
from game.ui.table.context import ViewContext


class WindowScreen(PhoneScreen):
    """A match in the window."""

    def __init__(
        self,
        table: ViewContext,
        *,
        is_top: Callable[[], bool],
        catch_up: Callable[[int], None],
    ) -> None:
        """Show a match.

        Args:
            table: the match, and what is shown of it.
            is_top: whether its scene is on top.
            catch_up: ends the shows where more than so many wait.
        """
        super().__init__(table.match)
        self._table = table
        self._is_top = is_top
        self._catch_up = catch_up

    @property
    def still(self) -> bool:
        return self._table.stage.still

    @property
    def text_size(self) -> int:
        return self._table.stage.settings.text_size

    @property
    def hints(self) -> str:
        return self._table.stage.settings.hints

    @property
    def threats(self) -> str:
        return str(self._table.stage.settings.threats)

    @property
    def is_waiting(self) -> bool:
        # Where somebody at the screen is to move, the menu keeps nobody on a phone waiting.
        return not self._is_top() and self._table.person is None

    @property
    def is_showing(self) -> bool:
        playback = self._table.playback
        # What is held for its reader may stay for minutes; phones go on meanwhile.
        return playback.is_busy and not playback.is_held

    def shows(self, kinds: Collection[str]) -> bool:
        return any(event.kind in kinds for event in self._table.playback.events)

    @property
    def told(self) -> str:
        return self._table.messages.text

    @property
    def said(self) -> Said | None:
        return self._table.said()

    def play(self, move: str) -> None:
        self._table.play(move)

    def reaches(self, seat: int) -> bool:
        return self._table.stage.phones.is_there(seat)

    def catch_up(self, most: int) -> None:
        self._catch_up(most)
