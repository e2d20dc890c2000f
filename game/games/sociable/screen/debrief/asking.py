"""What the debrief asks before it makes way: for another match, for a file, for the drawer."""

from __future__ import annotations

from collections.abc import Callable

from game.match.ballot import AGAIN
from game.ui.kit.dialogs import Ask
from game.ui.table.film.transport import Screening
from game.ui.table.opening import play_again, put_away
from game.ui.table.scene import MatchScene
from game.ui.table.wishes import WishRow
from game.words import _


class AskAgain(Ask):
    """Whether the same people play once more, and what those on phones would like."""

    def __init__(self, scene: MatchScene) -> None:
        super().__init__(_("Play again?"), [_("Stay here"), _("Rematch"), _("Same seats, other rules")])
        wishes = scene.phones.wishes
        self._wishes, self._known = wishes, wishes.moment()
        if wishes.are_asked:
            self.form.widgets.insert(1, WishRow(scene.match, wishes, scene.stage.ruler))
            self.form.focus += 1

    def tick(self, now: float) -> bool:
        """Phones may wish for something meanwhile."""
        if self._wishes.moment() != self._known:
            self._known, self.stale = self._wishes.moment(), True
        return False


def again_words(scene: MatchScene) -> str:
    """What playing again is called, with how many on phones would like it."""
    count = len(scene.phones.wishes.who(AGAIN))
    return f"{_('Play again')} ({count})" if count else _("Play again")


def ask_again(scene: MatchScene) -> None:
    """Whether the same people play once more."""
    stage = scene.stage

    def answered(answer: int | None) -> None:
        if answer == 1:
            play_again(scene)
        elif answer == 2:
            stage.scenes.reset(stage.screens["title"](), stage.screens["lobby"](scene.match.session.game))

    stage.scenes.push(AskAgain(scene), answered)


def ask_leave(scene: MatchScene, save: Callable[[], None]) -> None:
    """Whether the debrief is to be put away; ``save`` asks how to keep it first."""
    match = scene.match
    answers = [_("Stay here"), _("Save it first"), _("Back to the drawer")]
    if match.session.promised:
        answers.insert(2, _("Check the deal"))

    def answered(answer: int | None) -> None:
        if answer == 1:
            save()
        elif answer == len(answers) - 1:
            put_away(scene)
        elif answer == 2:
            scene.stage.open("promise", match, opened=True)

    if scene.is_looked_up:
        put_away(scene)
        return
    scene.stage.scenes.push(Ask(_("Put the debrief away?"), answers), answered)


def look_back(scene: MatchScene, *, film: bool) -> None:
    """The table as it stands, or the film of the match."""
    if film:
        source = scene.filed.filing.name if scene.filed is not None else ""
        scene.stage.open("film", scene.match, Screening(leads_back=_("Debrief"), source=source))
    else:
        scene.stage.open("look", scene)
