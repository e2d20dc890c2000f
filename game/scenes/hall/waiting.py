"""The evening that waits, or goes on behind the title: taken up again from there."""

from __future__ import annotations

from game.scenes.hall.gather import Gather
from game.scenes.hall.projector import HallProjector
from game.scenes.hall.run import CupLost, HallRun
from game.ui.core.context import Stage
from game.ui.widgets import Scene
from game.ui.widgets.dialogs import Tell
from game.words import _, counted


def go_on(stage: Stage) -> Scene:
    """The screen of the evening that waits; one that cannot be played is set aside, and its reason told."""
    running = stage.phones.guest
    if isinstance(running, HallRun):
        # Its screen alone has gone, as with a fault of ours: whoever plays is not to hear of it.
        return _screen(running)
    try:
        run, anew = HallRun.resumed(stage)
    except CupLost:
        stage.stores.evening.set_aside()
        said = _("This cup cannot be played on: the file with its pairings and results is gone or broken.")
        return Tell(said, _("What was played at its tables was set aside."))
    except (ValueError, KeyError, TypeError) as error:
        stage.stores.evening.set_aside()
        said = _("This evening cannot be played on. It was set aside, nothing is lost.")
        return Tell(said, str(error))
    # It is told right here, so the sheet about files need not come as well.
    stage.stores.folder.heard(stage.stores.folder.untold)
    told = counted("One table begins anew.", "{count} tables begin anew.", len(anew)) if anew else ""
    return _screen(run, told.format(count=len(anew)))


def _screen(run: HallRun, told: str = "") -> Scene:
    return HallProjector(run, told) if run.is_begun else Gather(run)
