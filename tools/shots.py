"""Screenshot sheet: every screen in the sizes and looks that must work; ``make shots``."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

from typing import Any, NamedTuple

import pygame

from game.app import App
from game.bots.match_runner import bot_move
from game.core.discovery import game_slugs
from game.core.schema import to_json
from game.core.session import Session
from game.i18n import _
from game.match.analysis import VERSION, MatchAnalysis
from game.match.seats import Seat
from game.scenes import SCREENS
from game.store.storage import Storage
from game.ui.core.audio import Audio
from game.ui.core.input import KEYBOARD, MOUSE, InputAction, InputEvent
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene
from tests.match.analysis_helpers import understood
from tests.matches import random_plies
from tests.sample_games import odd_sock, sixth_game
from tools.command import command
from tools.shots_album import album_shots
from tools.shots_city import city_shots
from tools.shots_daily import daily_shots
from tools.shots_debrief import debrief_shots
from tools.shots_film import film_shots
from tools.shots_game import game_shots, phone_shots
from tools.shots_lessons import lesson_shots
from tools.shots_moments import HURRIED, STRIPS, moment_shots
from tools.shots_office import office_shots
from tools.shots_panels import panel_shots
from tools.shots_rockit import rockit_shots
from tools.shots_seats import seat_shots
from tools.shots_socki import socki_shots
from tools.shots_socks import sock_shots

LOOKS: dict[str, tuple[tuple[int, int], dict[str, object]]] = {
    "1280x720": ((1280, 720), {}),
    "960x540": ((960, 540), {}),
    "1920x1080": ((1920, 1080), {}),
    "1024x768": ((1024, 768), {}),
    "1720x720": ((1720, 720), {}),
    "text200": ((1280, 720), {"text_size": 200}),
    "dark": ((1280, 720), {"theme": "dark"}),
    "contrast": ((1280, 720), {"theme": "contrast"}),
    "pseudo": ((1280, 720), {"language": "pseudo"}),
}
THREATENED = "field=9/3o5/3R5/6B2/2B3R2/9/4R4/5B3/9/9/9 score=1/1 turns=12"
"""Moment of Socker with a possible goal, and puppets that could be socked."""
PATIENCE = 3000  # loop turns for an answer of a worker, at least 10 ms each
BUSY = "field=9/4B4/2b1B4/9/2B6/4oB3/2R1R4/4R4/r2R5/9/9 score=1/2 turns=14"
"""Crowded moment of Socker: steps, a kick and a sock to choose from, and fallen puppets."""


def main() -> None:
    """Write the sheet into ``shots`` or the named folder."""
    parser = command(__doc__)
    parser.add_argument("out", nargs="?", type=Path, default=Path("shots"), help="default: shots")
    parser.add_argument("--language", default="", help="the code of a language, as fr")
    parser.add_argument("--look", choices=LOOKS, action="append", help="these alone; default: all")
    parser.add_argument("--scene", choices=SCENES, action="append", help="these alone; default: the sheet")
    parser.add_argument("--game", choices=OF_GAMES, help="the screens and phones of this game alone")
    told = parser.parse_args()
    out: Path = told.out
    spoken = {"language": told.language} if told.language else {}
    out.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.font.init()
    scenes = told.scene or ()
    if told.game:
        scenes = (OF_GAMES[told.game],)
        print(f"phones: {phone_shots(out, told.game)} pictures")
    for look in told.look or LOOKS:
        size, settings = LOOKS[look]
        with tempfile.TemporaryDirectory() as home:
            taken = saved_in(out, look)
            count = sheet(taken, size, settings | spoken, Path(home), scenes)
        print(f"{look}: {count} pictures")


def saved_in(folder: Path, look: str) -> Callable[[str, App], None]:
    """Return a function that saves each picture of a sheet in a folder."""
    return lambda name, app: pygame.image.save(app.screen, folder / f"{look}-{name}.png")


class Studio(NamedTuple):
    """Window with a simulated clock, and the function that takes a picture."""

    context: AppContext
    app: App
    time: list[float]  # time in ms, in a list of one element
    shot: Callable[[str], None]  # takes a picture under a name


def sheet(
    take: Callable[[str, App], None],
    size: tuple[int, int],
    settings: dict[str, object],
    home: Path,
    scenes: Iterable[str] = (),
) -> int:
    """Show screens in one look and call ``take`` for each. Returns their number.

    Without ``scenes`` it is the whole sheet.
    """
    time = [0.0]
    stores = Storage(home)
    stage = AppContext(stores, Audio(), lambda: time[0], SCREENS)
    stage.update_settings(animation_speed="brisk", **settings)
    app = App(stage, pygame.display.set_mode(size))
    count = 0

    def shot(name: str) -> None:
        nonlocal count
        count += 1
        app.draw()
        take(name, app)

    stage.open_scene("title")
    for name in scenes or SHEET:
        SCENES[name](Studio(stage, app, time, shot))
    stores.close()
    return count


def _opened(studio: Studio, name: str, *arguments: object) -> None:
    studio.context.open_scene(name, *arguments)
    studio.shot("-".join((name, *map(str, arguments))))
    studio.context.scenes.pop()


def _free(studio: Studio) -> None:
    """Take the title and the screens that it opens."""
    studio.shot("title")
    for name in ("first_start", "settings", "bindings", "statistics", "credits"):
        _opened(studio, name)


def _rules(studio: Studio) -> None:
    """Take the rules and the lobby of each game."""
    for slug in game_slugs():
        _opened(studio, "rules", slug)
        _lobbies(studio.context, studio.app, slug, studio.shot)


def _moment(name: str, studio: Studio) -> None:
    stage, app, time, shot = studio
    moment_shots(name, stage, app, time, lambda told: shot(f"{name}-{told}"))


def _game(slug: str, studio: Studio) -> None:
    game_shots(*studio, slug)


NAMES = ("Annabella", "Bo", "Ida", "Kofi", "Hildegard", "Zoe", "Maximilian", "Lu")
ENDING = "table=6P,7P,8P hands=9P/9L,12L/1F turn=0 scores=96/90/30 stock=5B,6B,7B,8B,9B"
"""Round of SOCKI that the first seat ends."""
DECIDED = {"socker": 70, "city": 40}
"""Number of moves of each random match for the analysis."""


def _results(studio: Studio) -> None:
    """Take results and analyses: the final position, then a moment.

    Results of three and of eight players, and of three with a match of one turn, which has one statistic.
    """
    app = studio.context
    for told, players in (("3", 3), ("8", 8), ("lone", 3)):
        names = list(NAMES[:players])
        if told == "lone":
            session = Session.from_position("socki", ENDING, 3, names=names)
            session.play("play 6P 7P 8P 9P")
        else:
            session = Session.new("socki", players, 5, names=names)
            while session.to_move is not None:
                session.play(bot_move(session, "easy", 5))
        match = match_scene(app, session, [Seat(name, look) for look, name in enumerate(session.names)])
        app.scenes.push(match)
        app.open_scene("results", match)
        _pictured(app)
        studio.shot(f"results-{told}")
        app.scenes.reset(app.screens["title"]())
    for slug in DECIDED:
        record, found = _looked_into(slug)
        app.stores.insights.put(record, to_json(found), VERSION)
        session = Session.from_record(record)
        seats = [Seat(name, look) for look, name in enumerate(session.names)]
        match = match_scene(app, session, seats)
        match.match.conceded = 0
        app.open_scene("analysis", match.match, _("Results"))
        for _turn in range(PATIENCE):  # the pictures of moments are made step by step
            studio.app.step_frame([])
            scene: Any = app.scenes.top
            if scene.pictured.issuperset(moment.number for moment in scene.moments):
                break
        studio.shot(f"decided-{slug}")
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            studio.app.step_frame([pygame.event.Event(kind, key=pygame.K_RETURN, mod=0, unicode="")])
        studio.shot(f"decided-{slug}-moment")
        app.scenes.reset(app.screens["title"]())


@cache
def _looked_into(slug: str) -> tuple[str, MatchAnalysis]:
    session = Session.new(slug, 2, seed=5, names=NAMES[:2])
    for _ply in random_plies(session, 5, DECIDED[slug]):
        pass
    return session.record(), understood(session.record())


def _sixth(stage: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take a sixth game, which is not on the players' title."""
    with sixth_game(drawn=True) as slug:
        seats = [Seat("Annabella", 0), Seat("Bo", 1)]
        for name, position in (("falls", "01/1/-/0001/11/10/-"), ("won", "01/1/-/000/11/1/-")):
            names = [seat.name for seat in seats]
            session = Session.from_position(slug, f"board={position} turn=0", names=names)
            match = match_scene(stage, session, seats)
            stage.scenes.push(match)
            match.context.play("drop 4")
            for _ in range(12 if name == "falls" else 60):
                time[0] += 16
                app.step_frame([])
            shot(f"sixth-{name}")
            while name == "won" and stage.scenes.top is match:
                time[0] += 16
                app.step_frame([])
            if name == "won":  # the ending that every game has
                for _ in range(250):
                    time[0] += 16
                    app.step_frame([])
                shot("sixth-winner")
            stage.scenes.reset(stage.screens["title"]())


# positions of Odd Sock
ODD_HANDS = {
    "choose": "hands=bees,crowns,cats,rainbow/odd,cats,moons,candy,rockets/crowns,moons,fish/"
    "bees,candy,fish,rockets,rainbow turn=0 pairs=2/1/3/1 new=-/2:rockets/-/-",
    "six": "hands=bees,crowns,odd/cats,moons,candy/crowns,moons,fish,bees/candy,fish,rockets/"
    "rainbow,suns,boats,rockets,cats/suns,rainbow,boats turn=0 pairs=2/1/0/2/1/1 new=-/-/3:bees/-/-/-",
    "two": "hands=bees,crowns,cats,rainbow,stars,waves,fish/odd,fish,waves,cats,rainbow,crowns,stars,bees "
    "turn=0 pairs=2/3",
    "end": "hands=bees/odd,bees/-/- turn=0 pairs=4/3/3/4",
}


def _odd(stage: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take the card game template, which is not on the players' title either."""

    def through(match: Any, name: str, moments: tuple[float, ...]) -> None:
        """Take pictures of the animations at these shares of their total time."""
        playback = match.animations
        shows = [*filter(None, [playback.show]), *playback.waiting]
        whole, begun = sum(show.length for show in shows), time[0]
        for moment in moments:
            while time[0] < begun + whole * moment and playback.is_busy:
                time[0] += 16
                app.step_frame([])
            shot(f"odd-{name}-{int(moment * 100):02}")
        while playback.is_busy:
            time[0] += 16
            app.step_frame([])

    with odd_sock() as slug:
        names = ["Annabella", "Kofi", "Ida", "Mo", "Yusuf", "Pip"]

        def scene(position: str) -> Any:
            count = position.count("/", 0, position.index(" ")) + 1
            seats = [Seat(name, n, "normal" if n else "") for n, name in enumerate(names[:count])]
            session = Session.from_position(slug, position, names=names[:count])
            made = match_scene(stage, session, seats)
            stage.scenes.push(made)
            for _ in range(20):
                time[0] += 16
                app.step_frame([])
            return made

        for name in ("choose", "six", "two"):
            match = scene(ODD_HANDS[name])
            shot(f"odd-{name}")
            if name == "choose":
                match.context.play("draw 2")
                through(match, "draw", (0.25, 0.42, 0.6, 0.78))
            stage.scenes.pop()
        match = scene(ODD_HANDS["end"])
        match.context.play("draw 2")
        through(match, "end", (0.5, 0.7, 0.95))
        shot("odd-over")
        stage.open_scene("results", match)
        _pictured(stage)
        shot("odd-results")
        stage.scenes.reset(stage.screens["title"]())


def _pictured(app: AppContext) -> None:
    """Let a screen make its pictures, one step per loop turn."""
    while app.scenes.top.tick(app.now):  # type: ignore[union-attr]
        pass


def _lobbies(stage: AppContext, app: App, slug: str, shot: Callable[[str], None]) -> None:
    """Take the lobby of a first match, and the usual one."""
    for name in ("lobby-first", "lobby"):
        stage.open_scene("lobby", slug)
        _pictured(stage)
        shot(f"{name}-{slug}")
        stage.scenes.pop()
        stage.apply_settings(stage.settings.with_house_rules(slug, {}))


def _press(app: App, match: Any, cell: str) -> None:
    """Click on a space of Socker."""
    ground, view = match.view.pitch.boxes.ground, app.context.view
    x, y = ground.point(ground.place(cell))
    match.on_input(InputEvent(InputAction.PRESS, MOUSE, position=(view.px(x), view.px(y))))
    app.step_frame([])


def ask_threats(app: App, match: Any) -> None:
    """Ask for the threats and wait for the worker's answer.

    Raises:
        RuntimeError: there is no answer.
    """
    match.on_input(InputEvent(InputAction.THREATS, KEYBOARD))
    for _turn in range(PATIENCE):
        if match.view.threats.shown is not None:
            return
        pygame.time.wait(10)
        app.step_frame([])
    raise RuntimeError("Nobody finds out what threatens.")


def _socker(stage: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    seats = [Seat("Annabella", 0), Seat("Bo", 1)]
    names = [seat.name for seat in seats]

    def scene(position: str) -> Any:
        session = (
            Session.from_position("socker", position, names=names)
            if position
            else Session.new("socker", seed=0, names=names)
        )
        made = match_scene(stage, session, seats)
        stage.scenes.push(made)
        app.step_frame([])
        made.context.input_cooldown.forget()  # the player in these pictures has seen the table
        return made

    def through(match: Any, name: str, moments: tuple[float, ...]) -> None:
        """Take pictures of an event at these shares of its time."""
        for moment in moments:
            while (show := match.animations.show) is None or (
                show.progress < moment or (name == "goal" and show.event.kind != name)
            ):
                time[0] += 8
                app.step_frame([])
            shot(f"socker-{name}-{int(moment * 100):02}")
        match.skip()

    match = scene("")
    through(match, "toss", (0.3, 0.8))
    shot("socker-place")
    match = scene(BUSY)
    shot("socker-choose")
    _press(app, match, "e5")
    shot("socker-chosen")
    _press(app, match, "a1")
    shot("socker-refused")
    moves = match.match.session.moves()
    match.context.play("sock e5 f6" if "sock e5 f6" in moves else moves[0])
    through(match, "sock", (0.2, 0.4, 0.6, 0.9))
    stage.open_scene("pause", match)
    shot("pause")
    stage.scenes.pop()
    ask_threats(app, scene(THREATENED))
    shot("socker-threats")
    match = scene("field=9/4oB3/4R4/9/9/9/9/9/9/9/4B4 score=2/2")
    match.context.play("kick e9 e10")
    through(match, "goal", (0.2,))
    match.match.conceded = 1
    stage.open_scene("results", match)
    shot("results")
    # Remove the match, or the phones' column would be beside the next screens.
    stage.scenes.reset(stage.screens["title"]())


OF_GAMES = {slug: f"game-{slug}" for slug in game_slugs()}
"""Scene with all screens of one game."""
SCENES: dict[str, Callable[[Studio], None]] = {
    "free": _free,
    "rules": _rules,
    "socker": lambda studio: _socker(*studio),
    "seats": lambda studio: seat_shots(studio.context, studio.app, studio.shot),
    "socki": lambda studio: socki_shots(*studio),
    "city": lambda studio: city_shots(*studio),
    "sociable": lambda studio: office_shots(*studio),
    "rockit": lambda studio: rockit_shots(*studio),
    "results": _results,
    "debrief": lambda studio: debrief_shots(studio.context, studio.shot),
    "album": lambda studio: album_shots(studio.context, studio.app, studio.shot),
    "drawer": lambda studio: sock_shots(studio.context, studio.shot),
    "daily": lambda studio: daily_shots(*studio),
    "panels": lambda studio: panel_shots(studio.context, studio.app, studio.shot),
    "lessons": lambda studio: lesson_shots(studio.context, studio.time, studio.shot),
    "film": lambda studio: film_shots(*studio),
    "sixth": lambda studio: _sixth(*studio),
    "odd": lambda studio: _odd(*studio),
    **{name: partial(_moment, name) for name in (*STRIPS, *HURRIED)},
    **{name: partial(_game, slug) for slug, name in OF_GAMES.items()},
}
"""Scenes by name. Each shows screens of one kind, or a moment, and takes pictures."""
MOMENTS = (*STRIPS, *HURRIED)  # scenes that show a moment picture by picture
SHEET = tuple(name for name in SCENES if name not in (*MOMENTS, *OF_GAMES.values()))  # default scenes


if __name__ == "__main__":
    main()
