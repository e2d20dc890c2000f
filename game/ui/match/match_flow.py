"""Creation, repetition and end of matches, and the choices between them.

A match is created in a worker process if the game says that this can take longer than a frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from game.bots.worker import Worker, WorkerResult
from game.core.discovery import find_game, game_slugs
from game.core.extras import MenuEntry, hooks
from game.core.game import GameInfo, Layout
from game.core.rng import random_salt
from game.core.session import Session
from game.i18n import _, current_language
from game.import_limits import IMPORT_REQUEST, GateError
from game.match.adaptive_level import with_levels
from game.match.match import Match
from game.match.phone_control import (
    ABANDON,
    AGAIN,
    ENOUGH,
    GAME,
    GAMES,
    LATER,
    RULES,
    PhoneAction,
    PhoneMenuRow,
)
from game.match.phone_votes import VoteItem, majority
from game.match.seats import Seat
from game.ui.art.first_page import facts_of
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext, Scene, Shortcut
from game.ui.core.theme import LARGE
from game.ui.match.drawer_transition import shut_drawer
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import draw_prompt_bar, sheet

WAIT_MESSAGE_MS = 250.0  # ms before a message about the wait is shown
# ms before the import of a foreign file is aborted, because its worker hangs or exceeds its limits
GATE_TIMEOUT_MS = 20_000.0
CREATE_MATCH = "game.ui.match.match_flow:create_match"


def create_match(
    game: str,
    players: int,
    seed: int | None,
    options: Mapping[str, object],
    layout: Layout | None,
    names: Sequence[str],
) -> Session | str:
    """New match, or the sentence that explains why the rules or the board do not allow it."""
    try:
        return Session.new(game, players, seed, options, layout, names)
    except ValueError as error:
        return str(error)


class LoadingScene(Scene):
    """Waits for a worker. Popped with its `WorkerResult`, or with None for Back."""

    is_opaque = False

    def __init__(self, where: str, *arguments: Any) -> None:
        self._where, self._arguments = where, arguments
        self._ticket = 0
        self._since = 0.0

    @property
    def worker(self) -> Worker:
        """Worker that does the work, here the app's shared background worker."""
        return self.app.background_worker

    @property
    def words(self) -> str:
        """Message if it takes longer than `WAIT_MESSAGE_MS`."""
        return _("One moment: setting up the board.")

    def on_enter(self) -> None:
        """Send the request to the worker."""
        self._since = self.app.now
        self._ticket = self.worker.submit(self._where, *self._arguments)

    def on_answer(self, answer: WorkerResult) -> None:
        """Close the scene with the worker's answer."""
        self.app.scenes.pop(answer)

    def shortcuts(self) -> list[Shortcut]:
        """Only Back, which pops the scene with None."""
        return [Shortcut(InputAction.BACK, _("Back"), self.app.scenes.pop, also=(InputAction.PAUSE,))]

    def tick(self, now: float) -> bool:
        """Check for the answer. Returns True while waiting."""
        answer = self.worker.poll_result()
        # The worker is shared, so this may be the result of another request.
        if answer is not None and answer.ticket == self._ticket:
            self.on_answer(answer)
            return False
        early = now - self._since < WAIT_MESSAGE_MS
        self.needs_redraw = self.needs_redraw or not early
        return True

    def draw(self, painter: Painter) -> None:
        """Draw the message, once `WAIT_MESSAGE_MS` ms have passed."""
        if self.app.now - self._since < WAIT_MESSAGE_MS:
            return
        painter.shade()
        text = self.words
        width = min(painter.width(text, LARGE, NAMES) + 64, painter.view.safe_area.w)
        height = painter.height(text, width - 64, LARGE, NAMES) + 56
        box = Box(painter.view.w / 2 - width / 2, painter.view.h / 2 - height / 2, width, height)
        sheet(painter, box)
        painter.paragraph(text, box.x + 32, box.y + 28, width - 64, LARGE, TextStyle(NAMES), centred=True)
        draw_prompt_bar(painter, self.app, self)


class FileLoadingScene(LoadingScene):
    """Waits for a worker that reads a foreign file within the limits of `game.import_limits`.

    Popped with its result, with the `OSError` or `GateError` that occurred, or with None for Back.
    """

    gate = IMPORT_REQUEST  # limits: `IMPORT_REQUEST` or `AT_LENGTH`

    def __init__(self, where: str, *arguments: Any, worker: Worker | None = None) -> None:
        """Use ``worker``, which must have no other requests meanwhile, or a new one."""
        super().__init__(self.gate, current_language(), where, *arguments)
        self._worker, self._is_lent = worker, worker is not None

    @property
    def worker(self) -> Worker:
        """Worker of the creator, or else one of this scene, started when needed."""
        if self._worker is None:
            self._worker = self.app.worker()
        return self._worker

    @property
    def words(self) -> str:
        """Message if it takes longer than `WAIT_MESSAGE_MS`."""
        return _("One moment: reading the file.")

    def on_leave(self) -> None:
        """Cancel the work on a given worker, or close an own one."""
        if self._is_lent:
            self.worker.cancel()
        else:
            self.worker.close()

    def on_answer(self, answer: WorkerResult) -> None:
        """Call `on_loaded` with the answer's value, or with a `GateError` if the worker failed."""
        self.on_loaded(answer.value if not answer.error else GateError(_("It can't be read to the end.")))

    def on_loaded(self, result: object) -> None:
        """Pop the scene with the result or the error."""
        self.app.scenes.pop(result)

    def tick(self, now: float) -> bool:
        """Check for the answer; `GateError` after `GATE_TIMEOUT_MS`. False once it has come."""
        is_waiting = super().tick(now)
        if is_waiting and now - self._since > GATE_TIMEOUT_MS:
            self.worker.cancel()
            self.on_loaded(GateError(_("Reading it takes too long.")))
        return is_waiting


def new_match(
    app: AppContext,
    arguments: tuple[str, int, int | None, Mapping[str, object], Layout | None, Sequence[str]],
    on_match: Callable[[Session | str], None],
) -> None:
    """Create a match with the arguments of `create_match`, and call ``on_match`` with it or with a reason.

    The salt of the seed's commitment is added here, so the worker never knows it. ``on_match`` is not called
    if the player goes back before the match is ready.

    Raises:
        RuntimeError: if the worker process failed.
    """

    def begun(session: Session | str) -> None:
        """Commit to the seed of a new match, and pass it or the reason on."""
        if isinstance(session, Session):
            session.promise(random_salt())
        on_match(session)

    if not find_game(arguments[0]).info.slow_start:
        begun(create_match(*arguments))
        return

    def answered(answer: WorkerResult | None) -> None:
        """Pass the worker's answer on. Does nothing for None (Back). Raises `RuntimeError` for a failure."""
        if answer is not None and answer.error:
            raise RuntimeError(f"No match could be made.\n{answer.error}")
        if answer is not None:
            begun(answer.value)

    app.scenes.push(LoadingScene(CREATE_MATCH, *arguments), answered)


def match_scene(
    app: AppContext, session: Session, seats: Sequence[Seat], *, looked_up: bool = False
) -> MatchScene:
    """Create the scene of a match, with the game's view or the fallback. It is not on the screen yet."""
    scene = MatchScene(app, Match(session, seats), looked_up=looked_up)
    scene.after, scene.during = after_match, during_match
    return scene


def begin_match(app: AppContext, session: Session, seats: Sequence[Seat]) -> None:
    """Show a new match above the title, and save it at once."""
    app.stores.autosave.begin(session.game)
    scene = match_scene(app, session, seats)
    app.scenes.reset(app.screens["title"](), scene)
    scene.save()


def play_again(scene: MatchScene, *, same: bool = False) -> None:
    """Start another match with the same seats and house rules. Adaptive levels are set again.

    With ``same`` it has the same seed, unless the game has hidden cards.
    """
    old_session, app = scene.match.session, scene.app
    seats = with_levels(old_session.game, scene.match.seats, app.stores.statistics)
    options: Mapping[str, object] = old_session.options
    if not same:
        # Only the same match once more keeps the record version, by which the seed gives the same board.
        options = dict(options) | find_game(old_session.game).info.started_by(scene.match.winner)

    def begin(session: Session | str) -> None:
        """Show the new match. A reason instead of one fails an assertion."""
        assert isinstance(session, Session), session
        begin_match(app, session, seats)

    # Reusing the seed would deal hands that were seen already. A public board may come again.
    seed = old_session.seed if same and not scene.match.has_secrets else None
    new_match(
        app,
        (old_session.game, old_session.players, seed, options, old_session.layout, old_session.names),
        begin,
    )


def way_back(scene: MatchScene) -> MenuEntry | None:
    """Place of an extra that the players of a match leave it for; None for the usual ones."""
    if scene.is_looked_up or not scene.is_kept:
        return None
    entries = (hook(scene.app, scene.match) for hook in hooks("way_back"))
    return next((entry for entry in entries if entry is not None), None)


def leave_match(scene: MatchScene) -> None:
    """Leave a finished match for its `way_back`, the list in which it was opened, or the title."""
    scenes, title, entry = scene.app.scenes, scene.app.screens["title"], way_back(scene)
    if scene.is_looked_up:
        scenes.close(scene)
    elif entry is not None:
        entry.press()
    else:
        shut_drawer(scenes.top or scene, scene.match.session.game, lambda: scenes.reset(title()))


def open_lobby(app: AppContext, slug: str, winner: int | None = None) -> None:
    """Open the lobby of a game above the title. ``winner`` won the previous match at its table."""
    app.scenes.reset(app.screens["title"](), app.screens["lobby"](slug, winner))


def other_games(app: AppContext, slug: str) -> list[PhoneAction]:
    """Actions for phones: continue with another game, or end the evening."""
    row = PhoneMenuRow(GAMES, lambda: _("Another game"), str)
    infos = sorted(
        (find_game(candidate).info for candidate in game_slugs()), key=lambda info: (info.order, info.slug)
    )
    return [
        *(
            PhoneAction(
                VoteItem(f"{GAME} {info.slug}", partial(_next_game_label, info.title)),
                partial(open_lobby, app, info.slug),
                row,
                partial(_title_with_facts, info),
            )
            for info in infos
            if info.slug != slug
        ),
        PhoneAction(VoteItem(ENOUGH, lambda: _("Call it a day")), partial(say_goodbye, app)),
    ]


def _title_with_facts(info: GameInfo) -> str:
    """Title, player count and minutes of a game, for a choice on a phone."""
    return f"{_(info.title)} · {facts_of(info)}"


def _next_game_label(title: str) -> str:
    """Label for continuing with a game."""
    return _("Another game: {game}").format(game=_(title))


def say_goodbye(app: AppContext) -> None:
    """End the evening: show who has won what."""
    app.scenes.reset(app.screens["title"](), app.screens["party_summary"]())


def during_match(scene: MatchScene) -> tuple[PhoneAction, ...]:
    """Actions for phones while a match runs: leave it for later, or abandon it.

    Most of the people must agree; those at the screen have one voice, which is against it. Empty if that
    leaves no majority, and if the match belongs to something of an extra.
    """
    match = scene.match
    seats = [number for number, seat in enumerate(match.seats) if seat.is_on_phone]
    against = bool(match.local_seats)
    if len(seats) <= against or way_back(scene) is not None:
        return ()

    def needs(present_count: int) -> int:
        """Votes needed."""
        return majority(present_count + against)

    return (
        PhoneAction(
            VoteItem(LATER, lambda: _("Save and quit"), needs, only=seats), partial(keep_for_later, scene)
        ),
        PhoneAction(
            VoteItem(ABANDON, lambda: _("Abandon the match"), needs, only=seats), partial(abandon, scene)
        ),
    )


def keep_for_later(scene: MatchScene) -> None:
    """Save a running match and return to the title, where its phones choose a game."""
    scene.save()
    scene.app.scenes.reset(scene.app.screens["title"]())


def abandon(scene: MatchScene) -> None:
    """End a running match without a result, and open the lobby of its game."""
    game = scene.match.session.game
    open_lobby(scene.app, game)
    scene.app.stores.autosave.begin(game)  # it becomes the previous match, which the lobby offers


def after_match(scene: MatchScene) -> tuple[PhoneAction, ...]:
    """Actions for phones after a match: rematch, other rules, another game, end of the evening."""
    app, match = scene.app, scene.match
    game = match.session.game
    return (
        PhoneAction(VoteItem(AGAIN, lambda: _("Rematch")), partial(play_again, scene)),
        PhoneAction(VoteItem(RULES, lambda: _("Change rules")), lambda: open_lobby(app, game, match.winner)),
        *other_games(app, game),
    )
