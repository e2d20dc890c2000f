"""What a screen shows of its events: every timeline is whole, and names sounds that exist."""

from typing import Any

import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.core.timeline import Player, Timeline
from game.ui.match.opening import match_scene
from tests.matches import GAMES, record_of
from tests.scenes.harness import Window
from tools.sound.effects import EFFECTS


@pytest.mark.parametrize("game", GAMES)
def test_every_event_has_a_timeline_that_is_whole(
    window: Window, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    shown: dict[str, Timeline] = {}
    usual = Player.begin

    def begin(player: Player, timeline: Timeline, x: float | None = None) -> None:
        if scene.playback.show is not None:
            shown[scene.playback.show.event.kind] = timeline
        usual(player, timeline, x)

    window.stage.change(animation_speed="instant")
    whole = Session.from_record(record_of(game))
    session, kinds = whole.before(0), set()
    seats = [Seat(name, number, "easy") for number, name in enumerate(session.names)]
    scene: Any = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    window.turn()
    monkeypatch.setattr(Player, "begin", begin)
    for _seat, move in whole.log:
        scene.match.play(move)
        kinds |= {event.kind for event in session.last_events()}
        window.turn()
    for kind, timeline in shown.items():
        assert all(0 <= start < end <= timeline.length for _on, start, end, *_rest in timeline.spans), kind
        assert all(0 <= at <= timeline.length for at, _cue in timeline.cues), kind
        assert {cue for _at, cue in timeline.cues if isinstance(cue, str)} <= set(EFFECTS), kind
    assert kinds <= set(shown)
