"""What the debrief asks before it makes way: for another match, for a file, for the drawer."""

from __future__ import annotations

from collections.abc import Callable

from game.ui.kit.dialogs import Ask
from game.ui.table.opening import play_again, put_away
from game.ui.table.scene import MatchScene
from game.words import _


def ask_again(scene: MatchScene) -> None:
    """Whether the same people play once more."""
    stage = scene.stage

    def answered(answer: int | None) -> None:
        if answer == 1:
            play_again(scene)
        elif answer == 2:
            stage.scenes.reset(stage.screens["title"](), stage.screens["lobby"](scene.match.session.game))

    answers = [_("Stay here"), _("Rematch"), _("Same seats, other rules")]
    stage.scenes.push(Ask(_("Play again?"), answers), answered)


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
