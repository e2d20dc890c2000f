"""Base of the robots: a match on the screen, as its players see and operate it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from game.core.session import Session
from game.i18n import _
from game.match.seats import PHONE, Seat
from game.party.messages import SeatMessage
from game.store.settings import Settings
from game.ui.core.canvas import Box
from game.ui.core.input import InputAction
from game.ui.core.paint import PaintedText, collect_text
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from game.ui.match.playback import EventAnimation
from game.ui.match.player import MatchDisplayScene
from game.ui.match.view import MatchView
from tests.party.virtual_phone import VirtualParty
from tests.scenes.harness import MatchRobot, WindowRobot
from tests.scenes.one_switch import SwitchRobot, doing, named

T = TypeVar("T")
W = TypeVar("W", bound=MatchView)
V_co = TypeVar("V_co", bound=MatchView, covariant=True)


SETTINGS = {field.name for field in fields(Settings)}


def some(value: T | None) -> T:
    """Return a value. Fails for None."""
    assert value is not None
    return value


def view_of(scene: MatchDisplayScene, kind: Callable[..., W]) -> W:
    """Return the view of a scene. Fails if it is of another kind."""
    assert isinstance(scene.view, cast("type[MatchView]", kind))
    return cast(W, scene.view)


class SwitchHands(MatchRobot):
    """Player with one switch; subclasses make the moves of a game."""

    def __init__(self, window: WindowRobot) -> None:
        super().__init__(window)
        self.switch = SwitchRobot(window)

    def act(self, act: InputAction) -> None:
        self.switch.take(doing(act))

    def take(self, name: str) -> None:
        """Take the thing with this name."""
        self.switch.take(named(name))


class PhoneHands(MatchRobot):
    """All persons of the match on the screen, each with a phone."""

    def __init__(self, window: WindowRobot) -> None:
        super().__init__(window)
        self.party = window.context.phones.party = VirtualParty(window)
        window.context.phones.open()
        self.match = next(
            scene.match for scene in window.context.scenes.scenes if isinstance(scene, MatchScene)
        )
        self.number = 0
        for seat, player in enumerate(self.match.seats):
            if not player.is_bot:
                self.party.sit(seat, takes=1e12)  # the test makes its moves
                self.match.assign_seat(seat, "", PHONE)
        window.step()

    def play(self, move: str) -> None:
        """Send a move from the phone whose turn it is, once it is shown that it may."""
        seat, ply = some(self.match.to_move), len(self.match.session.log)
        self.window.run_until(self.party.phones[seat].may_play, ms=50)
        self.number += 1
        action = {"do": "move", "move": move, "ply": ply}
        self.party.hear(seat, SeatMessage(seat, self.number, action))
        self.window.run_until(lambda: len(self.match.session.log) > ply)


def by_device(*hands: type[MatchRobot]) -> dict[str, type[MatchRobot]]:
    """Classes that make the moves of a game, by device: keys, pad, mouse and switch as given, then phones."""
    return dict(zip(("keys", "pad", "mouse", "switch", "phone"), (*hands, PhoneHands), strict=True))


class GameRobot(Generic[V_co]):
    """A match on the screen.

    Attributes:
        hands: device that makes its moves; None to make them without one.
    """

    slug: ClassVar[str]
    devices: ClassVar[dict[str, type[MatchRobot]]]
    names: ClassVar[Sequence[str]] = ("Ann", "Bo", "Cy", "Di", "Eve")
    people: ClassVar[Collection[int]] = (0,)
    seed: ClassVar[int] = 3
    position_options: ClassVar[Mapping[str, Any]] = {}

    def __init__(
        self,
        window: WindowRobot,
        start: str | Session | MatchScene = "",
        people: Collection[int] | None = None,
        *,
        level: str = "easy",
        seed: int | None = None,
        players: int | None = None,
        **options: Any,
    ) -> None:
        """Open a match from a position, or from the start, and wait until a person has to act.

        Seats that are not ``people`` are bots of this level. A scene is taken as it is. Options with names of
        settings change these first.
        """
        settings = {name: options.pop(name) for name in [*options] if name in SETTINGS}
        window.context.update_settings(**settings)
        people, seed = self.people if people is None else people, self.seed if seed is None else seed
        self.window, self.hands = window, cast("MatchRobot | None", None)
        if isinstance(start, str):
            session = (
                Session.from_position(self.slug, start, seed, {**self.position_options, **options})
                if start
                else Session.new(self.slug, players, seed, options)
            )
            for seat in range(session.players):
                session.rename(seat, self.names[seat])
        elif isinstance(start, Session):
            session = start
        self.scene = (
            start
            if isinstance(start, MatchScene)
            else window.open_match(
                session,
                [
                    Seat(name, seat, "" if seat in people else level)
                    for seat, name in enumerate(session.names)
                ],
            )
        )
        self.view = cast(V_co, self.scene.view)
        self.match, self.context, self.animations = (
            self.scene.match,
            self.scene.context,
            self.scene.animations,
        )
        if self.scene is not start:
            self.arrive(people)

    def arrive(self, people: Collection[int]) -> None:
        """Wait until a person has to act."""
        self.window.finish_animations()

    def use(self, device: str) -> Self:
        """Make all moves from now on with ``keys``, ``pad``, ``mouse``, ``switch`` or ``phone``."""
        self.hands = self.devices[device](self.window)
        return self

    def uncover(self) -> None:
        """Open the curtain with the device in use, if it is closed."""
        if self.hands is not None and self.window.shown == "HandoverScene":
            self.hands.act(InputAction.CONFIRM)
            self.window.finish_animations()

    def play(self, move: str) -> None:
        """Make a move with the device in use, and wait until a person has to act."""
        self.uncover()
        if self.hands is None:
            self.begin(move)
        else:
            self.hands.play(move)
        if isinstance(self.hands, PhoneHands):
            self.window.run_until(lambda: not self.is_busy, ms=50)
        else:
            self.window.finish_animations()

    def begin(self, move: str) -> bool:
        """Make a move without a device. It is still to be shown. Returns False if it is refused."""
        return self.context.play(move)

    def reopen(self, saved: Mapping[str, Any] | None = None, seats: Sequence[Seat] = ()) -> Self:
        """Open the match again from its record and its view's saved state. Nothing is waited for."""
        state = self.view.dump_state() if saved is None else saved
        session = Session.from_record(self.session.record())
        scene = match_scene(self.window.context, session, seats or self.match.seats)
        scene.restore_state(json.loads(json.dumps(state)))
        self.window.context.scenes.push(scene)
        return type(self)(self.window, scene)

    def until(self, kind: str) -> None:
        """Run until an event of this kind is shown."""
        self.window.run_until(lambda: self.event == kind, ms=20, turns=4000)

    def where(self, name: str) -> Box:
        """Box of a thing by its name in the game's notation."""
        box = self.view.locate(name)
        assert box is not None, f"{name} is not to be seen"
        return box

    def click(self, name: str, *, hasty: bool = False) -> None:
        """Click a thing by its name."""
        self.window.click_box(self.where(name), hasty=hasty)

    @property
    def session(self) -> Session:
        return self.match.session

    @property
    def log(self) -> tuple[tuple[int, str], ...]:
        """Moves so far, each with its seat."""
        return self.session.log

    @property
    def moves(self) -> list[str]:
        return [move for _seat, move in self.log]

    @property
    def says(self) -> str:
        """Message beside the board."""
        return self.context.messages.text

    @property
    def texts(self) -> list[PaintedText]:
        """All texts of the picture, with their places."""
        return collect_text(self.window.context.measuring_painter, self.view.draw)

    @property
    def news(self) -> str:
        """Sentence about the last event."""
        return self.view.texts.news

    @property
    def prompts(self) -> dict[InputAction, str]:
        """Words of the prompt bar by action."""
        return dict(self.scene.prompts())

    @property
    def board(self) -> list[str]:
        """Board in words, without the hand of the person to move."""
        hand = _("Your hand")
        return sorted(text for text in self.view.texts.board_sentences() if not text.startswith(hand))

    @property
    def is_busy(self) -> bool:
        """True while something is animated."""
        return self.animations.is_busy

    @property
    def event(self) -> str:
        """Kind of the event that is animated, empty for none."""
        return "" if self.animations.show is None else self.animations.show.event.kind

    @property
    def show(self) -> EventAnimation:
        """The current animation. Fails if there is none."""
        assert self.animations.show is not None
        return self.animations.show
