"""Screenshot sheet: every screen in the sizes and looks that must work; ``make shots``."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib import import_module
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

from typing import Any, NamedTuple

import pygame

from game.app import App
from game.bots.match_runner import bot_move
from game.core.discovery import game_slugs
from game.core.extras import PACKAGE_PREFIX, extras
from game.core.schema import to_json
from game.core.session import Session
from game.i18n import _
from game.match.analysis import VERSION
from game.match.seats import Seat
from game.scenes import SCREENS
from game.scenes.settings import Section, SettingsScene
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
    arguments = parser.parse_args()
    out: Path = arguments.out
    language_settings = {"language": arguments.language} if arguments.language else {}
    out.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.font.init()
    scenes = arguments.scene or ()
    if arguments.game:
        scenes = (OF_GAMES[arguments.game],)
        print(f"phones: {phone_shots(out, arguments.game)} pictures")
    for look in arguments.look or LOOKS:
        size, settings = LOOKS[look]
        with tempfile.TemporaryDirectory() as home:
            save = saved_in(out, look)
            count = sheet(save, size, settings | language_settings, Path(home), scenes)
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
    context = AppContext(stores, Audio(), lambda: time[0], SCREENS)
    context.update_settings(animation_speed="brisk", **settings)
    app = App(context, pygame.display.set_mode(size))
    count = 0

    def shot(name: str) -> None:
        nonlocal count
        count += 1
        while (top := context.scenes.top) is not None and not top.is_prepared:
            app.step_frame([])
        app.draw()
        take(name, app)

    for name in scenes or SHEET:
        context.scenes.reset(context.screens["title"]())  # no curtain of the match before
        SCENES[name](Studio(context, app, time, shot))
    context.close_workers()
    stores.close()
    return count


def _shoot_screen(studio: Studio, name: str, *arguments: object) -> None:
    """Open a screen, take its picture, and close it."""
    studio.context.open_scene(name, *arguments)
    studio.shot("-".join((name, *map(str, arguments))))
    studio.context.scenes.pop()


def _shoot_title(studio: Studio) -> None:
    """Take the title and the screens that it opens."""
    studio.shot("title")
    for name in ("first_start", "settings", "bindings", "statistics", "credits"):
        _shoot_screen(studio, name)
    studio.context.open_scene("settings")
    settings = studio.context.scenes.top
    assert isinstance(settings, SettingsScene)
    for tab in settings.tabs()[1:]:
        settings.show(Section(tab.key))
        studio.shot(f"settings-{tab.key}")
    studio.context.scenes.pop()


def _shoot_rules(studio: Studio) -> None:
    """Take the rules and the lobby of each game."""
    for slug in game_slugs():
        _shoot_screen(studio, "rules", slug)
        _shoot_lobbies(studio.context, studio.app, slug, studio.shot)


def _shoot_moment(name: str, studio: Studio) -> None:
    """Take the pictures of a strip."""
    context, app, time, shot = studio
    moment_shots(name, context, app, time, lambda caption: shot(f"{name}-{caption}"))


def _shoot_game(slug: str, studio: Studio) -> None:
    """Take all screens of a game."""
    game_shots(*studio, slug)


NAMES = ("Annabella", "Bo", "Ida", "Kofi", "Hildegard", "Zoe", "Maximilian", "Lu")
ENDING = "table=6P,7P,8P hands=9P/9L,12L/1F turn=0 scores=96/90/30 stock=5B,6B,7B,8B,9B"
"""Round of SOCKI that the first seat ends."""
GIVEN_UP = 16
"""Number of moves of the match of Socker that is given up."""
DECIDED = {"socker": 70, "city": 40}
"""Number of moves of each random match for the analysis."""


def _shoot_results(studio: Studio) -> None:
    """Take results and analyses: the final position, then a moment.

    Results of three and of eight players, and of three with a match of one turn, which has one statistic.
    """
    context = studio.context
    for label, players in (("3", 3), ("8", 8), ("lone", 3)):
        names = list(NAMES[:players])
        if label == "lone":
            session = Session.from_position("socki", ENDING, 3, names=names)
            session.play("play 6P 7P 8P 9P")
        else:
            session = Session.new("socki", players, 5, names=names)
            while session.to_move is not None:
                session.play(bot_move(session, "easy", 5))
        _store_analysis(context, session.record())
        match = match_scene(context, session, [Seat(name, look) for look, name in enumerate(session.names)])
        context.scenes.push(match)
        context.open_scene("results", match)
        _finish_pictures(context)
        studio.shot(f"results-{label}")
        context.scenes.reset(context.screens["title"]())
    for slug, moves in DECIDED.items():
        session = Session.new(slug, 2, seed=5, names=NAMES[:2])
        for _ply in random_plies(session, 5, moves):
            pass
        _store_analysis(context, session.record())
        seats = [Seat(name, look) for look, name in enumerate(session.names)]
        match = match_scene(context, session, seats)
        match.match.conceded_by = 0
        context.open_scene("analysis", match.match, _("Results"))
        for _turn in range(PATIENCE):  # the pictures of moments are made step by step
            studio.app.step_frame([])
            scene: Any = context.scenes.top
            if scene.pictures.finished.issuperset(moment.number for moment in scene.known.moments):
                break
        studio.shot(f"decided-{slug}")
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            studio.app.step_frame([pygame.event.Event(kind, key=pygame.K_RETURN, mod=0, unicode="")])
        studio.shot(f"decided-{slug}-moment")
        context.scenes.reset(context.screens["title"]())


def _store_analysis(context: AppContext, record: str) -> None:
    """Store the analysis of a record, so that its scarf is knitted."""
    context.stores.insights.put(record, to_json(_analysis(record)), VERSION)


_analysis = cache(understood)


def _shoot_sixth_game(context: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take a sixth game, which is not on the players' title."""
    with sixth_game(has_screen=True) as slug:
        seats = [Seat("Annabella", 0), Seat("Bo", 1)]
        for name, position in (("falls", "01/1/-/0001/11/10/-"), ("won", "01/1/-/000/11/1/-")):
            names = [seat.name for seat in seats]
            session = Session.from_position(slug, f"board={position} turn=0", names=names)
            match = match_scene(context, session, seats)
            context.scenes.push(match)
            match.context.play("drop 4")
            for _ in range(12 if name == "falls" else 60):
                time[0] += 16
                app.step_frame([])
            shot(f"sixth-{name}")
            while name == "won" and context.scenes.top is match:
                time[0] += 16
                app.step_frame([])
            if name == "won":  # the ending that every game has
                for _ in range(250):
                    time[0] += 16
                    app.step_frame([])
                shot("sixth-winner")
            context.scenes.reset(context.screens["title"]())


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


def _shoot_odd_sock(context: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take the card game template, which is not on the players' title either."""

    def shoot_moments(match: Any, name: str, moments: tuple[float, ...]) -> None:
        """Take pictures of the animations at these shares of their total time."""
        playback = match.animations
        duration, start = playback.remaining_ms(), time[0]
        for moment in moments:
            while time[0] < start + duration * moment and playback.is_busy:
                time[0] += 16
                app.step_frame([])
            shot(f"odd-{name}-{int(moment * 100):02}")
        while playback.is_busy:
            time[0] += 16
            app.step_frame([])

    with odd_sock() as slug:
        names = ["Annabella", "Kofi", "Ida", "Mo", "Yusuf", "Pip"]

        def open_match(position: str) -> Any:
            count = position.count("/", 0, position.index(" ")) + 1
            seats = [Seat(name, n, "normal" if n else "") for n, name in enumerate(names[:count])]
            session = Session.from_position(slug, position, names=names[:count])
            table = match_scene(context, session, seats)
            context.scenes.push(table)
            for _ in range(20):
                time[0] += 16
                app.step_frame([])
            return table

        for name in ("choose", "six", "two"):
            match = open_match(ODD_HANDS[name])
            shot(f"odd-{name}")
            if name == "choose":
                match.context.play("draw 2")
                shoot_moments(match, "draw", (0.25, 0.42, 0.6, 0.78))
            context.scenes.pop()
        match = open_match(ODD_HANDS["end"])
        match.context.play("draw 2")
        shoot_moments(match, "end", (0.5, 0.7, 0.95))
        shot("odd-over")
        context.open_scene("results", match)
        _finish_pictures(context)
        shot("odd-results")
        context.scenes.reset(context.screens["title"]())


def _finish_pictures(context: AppContext) -> None:
    """Let a screen make its pictures, one step per loop turn."""
    while context.scenes.top.tick(context.now):  # type: ignore[union-attr]
        pass


def _shoot_lobbies(context: AppContext, app: App, slug: str, shot: Callable[[str], None]) -> None:
    """Take the lobby of a first match, and the usual one."""
    for name in ("lobby-first", "lobby"):
        context.open_scene("lobby", slug)
        _finish_pictures(context)
        shot(f"{name}-{slug}")
        context.scenes.pop()
        context.apply_settings(context.settings.with_house_rules(slug, {}))


def _press_cell(app: App, match: Any, cell: str) -> None:
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
        if match.view.threats.visible_marks is not None:
            return
        pygame.time.wait(10)
        app.step_frame([])
    raise RuntimeError("The threats did not appear.")


def _shoot_socker(context: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take a match of Socker: setup, a turn, threats, a goal and the results."""
    seats = [Seat("Annabella", 0), Seat("Bo", 1)]
    names = [seat.name for seat in seats]

    def open_match(position: str) -> Any:
        session = (
            Session.from_position("socker", position, names=names)
            if position
            else Session.new("socker", seed=0, names=names)
        )
        table = match_scene(context, session, seats)
        context.scenes.push(table)
        app.step_frame([])
        table.context.input_cooldown.forget()  # the player in these pictures has seen the table
        return table

    def shoot_moments(match: Any, name: str, moments: tuple[float, ...]) -> None:
        """Take pictures of an event at these shares of its time."""
        for moment in moments:
            while (show := match.animations.show) is None or (
                show.progress < moment or (name == "goal" and show.event.kind != name)
            ):
                time[0] += 8
                app.step_frame([])
            shot(f"socker-{name}-{int(moment * 100):02}")
        match.skip()

    match = open_match("")
    shoot_moments(match, "toss", (0.3, 0.8))
    shot("socker-place")
    match = open_match(BUSY)
    shot("socker-choose")
    _press_cell(app, match, "e5")
    shot("socker-chosen")
    _press_cell(app, match, "a1")
    shot("socker-refused")
    moves = match.match.session.moves()
    match.context.play("sock e5 f6" if "sock e5 f6" in moves else moves[0])
    shoot_moments(match, "sock", (0.2, 0.4, 0.6, 0.9))
    context.open_scene("pause", match)
    shot("pause")
    context.scenes.pop()
    ask_threats(app, open_match(THREATENED))
    shot("socker-threats")
    match = open_match("field=9/4oB3/4R4/9/9/9/9/9/9/9/4B4 score=2/2")
    match.context.play("kick e9 e10")
    shoot_moments(match, "goal", (0.2,))
    session = Session.from_position("socker", THREATENED, names=names)
    while len(session.log) < GIVEN_UP:
        session.play(bot_move(session, "normal", 5))
    _store_analysis(context, session.record())
    match = match_scene(context, session, seats)
    context.scenes.push(match)
    match.match.conceded_by = 1
    context.open_scene("results", match)
    shot("results")
    # Remove the match, or the phones' column would be beside the next screens.
    context.scenes.reset(context.screens["title"]())


def _scenes_of_extras() -> dict[str, Callable[[Studio], None]]:
    """Scenes by name that extras add: ``SCENES`` in their module ``tools.shots``."""
    found: dict[str, Callable[[Studio], None]] = {}
    for extra in extras():
        if (extra.folder / "tools/shots.py").is_file():
            found |= import_module(f"{PACKAGE_PREFIX}{extra.name}.tools.shots").SCENES
    return found


OF_GAMES = {slug: f"game-{slug}" for slug in game_slugs()}
"""Scene with all screens of one game."""
SCENES: dict[str, Callable[[Studio], None]] = {
    "free": _shoot_title,
    "rules": _shoot_rules,
    "socker": lambda studio: _shoot_socker(*studio),
    "seats": lambda studio: seat_shots(*studio),
    "socki": lambda studio: socki_shots(*studio),
    "city": lambda studio: city_shots(*studio),
    "sociable": lambda studio: office_shots(*studio),
    "rockit": lambda studio: rockit_shots(*studio),
    "results": _shoot_results,
    "debrief": lambda studio: debrief_shots(studio.context, studio.shot),
    **_scenes_of_extras(),
    "album": lambda studio: album_shots(studio.context, studio.app, studio.shot),
    "drawer": lambda studio: sock_shots(studio.context, studio.shot),
    "daily": lambda studio: daily_shots(*studio),
    "panels": lambda studio: panel_shots(studio.context, studio.app, studio.shot),
    "lessons": lambda studio: lesson_shots(studio.context, studio.time, studio.shot),
    "film": lambda studio: film_shots(*studio),
    "sixth": lambda studio: _shoot_sixth_game(*studio),
    "odd": lambda studio: _shoot_odd_sock(*studio),
    **{name: partial(_shoot_moment, name) for name in (*STRIPS, *HURRIED)},
    **{name: partial(_shoot_game, slug) for slug, name in OF_GAMES.items()},
}
"""Scenes by name. Each shows screens of one kind, or a moment, and takes pictures."""
MOMENTS = (*STRIPS, *HURRIED)  # scenes that show a moment picture by picture
SHEET = tuple(name for name in SCENES if name not in (*MOMENTS, *OF_GAMES.values()))  # default scenes


if __name__ == "__main__":
    main()
