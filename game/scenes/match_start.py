"""Start of a match from a lobby: the board is read, the match made, and the choices are saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from game.core.game import GameInfo, Layout
from game.core.options import SEAT_NAMES, Options, Value
from game.core.session import Session
from game.i18n import _
from game.match.adaptive_level import ADAPTIVE_LEVEL
from game.match.adaptive_level import with_levels as fitted_seats
from game.match.phone_control import START
from game.match.seats import Seat
from game.scenes.board_thumbnails import LOAD_REQUEST, is_own, map_of, read_board
from game.scenes.first_match import rules_after, seats_after
from game.scenes.house_rules import HouseRulesPanel
from game.scenes.how_it_works import HowItWorksScene, is_new_to_guests
from game.scenes.lobby_seats import LobbySeats
from game.scenes.seat_allocator import unique_names
from game.store.data_folder import reason
from game.ui.art.icons import icon
from game.ui.art.patterns import look_of
from game.ui.core.canvas import Box
from game.ui.core.input import MOUSE, InputAction
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.match.info_panels import heads
from game.ui.match.match_flow import FileLoadingScene, begin_match, new_match
from game.ui.widgets import (
    GO_INK,
    Badged,
    ButtonElement,
    Element,
    KeyPress,
    MessageDialog,
    Picture,
    ask_choice,
    key_map_for,
)

VOTER_SIZE = 40.0  # units, size of the heads of players who vote for the start


def _draw_press(painter: Painter, box: Box, press: KeyPress) -> None:
    """Draw the key or button to press at the left end of a button."""
    picture = press.picture(painter.assets, 34 * (0.4 + 0.6 * painter.text_scale))
    painter.blit(picture, box.x + 22, box.centre[1], "midleft")


def _draw_play(painter: Painter, box: Box) -> None:
    """Draw the play icon at the left end of a button, for the pointer."""
    size = round(30 * (0.4 + 0.6 * painter.text_scale))
    painter.blit(icon(painter.assets, "play", size, GO_INK), box.x + 24, box.centre[1], "midleft")


def ask_for_seats(
    app: AppContext,
    info: GameInfo,
    rules: Mapping[str, Value],
    people: Mapping[int, str],
    then: Callable[[Mapping[str, Value]], None],
) -> None:
    """Ask the people for the seat that a house rule means, and call ``then`` with the rules that result.

    A single person is the answer without being asked. If the people do not know, or there are none, the value
    stays and the game's rules decide. ``then`` is not called if the players go back.

    Args:
        app: the program.
        info: the game.
        rules: all house rules.
        people: names by seat.
        then: what continues with the rules.
    """
    asking = [option for option in info.options if option.label(rules[option.name]).question]
    if not people or not asking:
        then(rules)
        return
    (option,) = asking  # a second question would need a dialog after the first
    answers = [
        (name, partial(then, {**rules, option.name: SEAT_NAMES[seat]})) for seat, name in people.items()
    ]
    if len(people) == 1:
        answers[0][1]()
        return
    question = _(option.label(rules[option.name]).question)
    ask_choice(app, question, [*answers, (_("It's a tie: toss a coin"), partial(then, rules))])


class MatchStart:
    """Start of a match with a lobby's seats and house rules, and the button for it."""

    def __init__(
        self,
        table: LobbySeats,
        house_rules: HouseRulesPanel,
        on_tick: Callable[[float], None],
        *,
        saves: bool,
    ) -> None:
        """Prepare the start.

        Args:
            table: the lobby's seats.
            house_rules: its rules.
            on_tick: called with the time in ms while the rules are introduced, so that the lobby continues.
            saves: the seats and house rules are remembered for the next lobby of the game.
        """
        self._app, self._table, self._house_rules, self._saves = table.app, table, house_rules, saves
        self._on_tick = on_tick

    @property
    def is_introducing(self) -> bool:
        """True while guests are shown the rules."""
        return isinstance(self._app.scenes.top, HowItWorksScene)

    def button(self, key: str) -> Element:
        """Button that begins a match, with the house rules and the heads of players who vote for it."""
        press = None if self._app.devices.last == MOUSE else key_map_for(self._app).of(InputAction.PAUSE)
        badge = Picture(_draw_play) if press is None else Picture(_draw_press, (press,))
        start: Element = ButtonElement(
            _("Start the match"),
            note=self._house_rules.summary,
            least=66,
            aside=120.0,
            badge=badge,
            key=key,
        )
        looks = self._app.phones.votes_for(START)
        return Badged(start, heads(looks, VOTER_SIZE), (1.0, 0.0), (-8, 6), x=1.0, y=0.5) if looks else start

    def begin(self, *, by_phones: bool = False) -> None:
        """Begin a match with the current seats on the chosen board; a failure is shown, not raised.

        Guests who are new to the game are shown its rules first.

        ``by_phones``: phones started it.
        """
        slug, board = self._table.info.slug, self._house_rules.board
        if self._saves and is_new_to_guests(self._app, slug):
            self._app.phones.introduced.add(slug)
            options = Options(self._house_rules.rules)
            introduction = HowItWorksScene(slug, options, self._on_tick)
            self._app.scenes.push(introduction, lambda _result: self.begin(by_phones=by_phones))
            return
        on_loaded = partial(self._begin_on_board, by_phones=by_phones)
        if is_own(board):
            self._app.scenes.push(FileLoadingScene(LOAD_REQUEST, map_of(slug, board)), on_loaded)
        elif board:
            on_loaded(read_board(slug, board))
        else:
            self._begin(None, by_phones=by_phones)

    def _begin_on_board(self, loaded: object, *, by_phones: bool) -> None:
        """Begin on a `Layout`, show an error, or do nothing for None (the player went back)."""
        if isinstance(loaded, Layout):
            self._begin(loaded, by_phones=by_phones)
        elif loaded is not None:
            why = _(reason(loaded)) if isinstance(loaded, OSError) else str(loaded)
            self._show_problem(_("This board can't be played on."), why, by_phones=by_phones)

    def _begin(self, layout: Layout | None, *, by_phones: bool) -> None:
        """Create a match with the taken seats and open it, or show why the house rules do not go together."""
        joining, slug = self._table.joining, self._table.info.slug
        joining.settle(self._table.host)
        numbers = [number for number, seat in enumerate(joining.seats) if not seat.empty]
        taken_seats = [joining.seats[number] for number in numbers]
        names = unique_names([seat.name for seat in taken_seats])
        seats = [
            Seat(name, look_of(seat.colour), seat.level, seat.device, seat.level == ADAPTIVE_LEVEL)
            for name, seat in zip(names, taken_seats, strict=True)
        ]
        seats = fitted_seats(slug, seats, self._app.stores.statistics)
        names = [seat.name for seat in seats]
        people = {number: seat.name for number, seat in enumerate(seats) if not seat.level}

        def create(rules: Mapping[str, Value]) -> None:
            """Create the match with these house rules."""
            new_match(
                self._app,
                (slug, len(seats), self._house_rules.seed, rules, layout, names),
                lambda session: (
                    self._show_problem(
                        _("These house rules don't work together."), session, by_phones=by_phones
                    )
                    if isinstance(session, str)
                    else self._open_match(session, seats, numbers)
                ),
            )

        # A dialog on this screen would stop people who have started the match from their phones.
        can_answer = not by_phones or len(people) == 1
        rules = self._house_rules.rules
        ask_for_seats(self._app, self._table.info, rules, people if can_answer else {}, create)

    def _show_problem(self, message: str, why: str, *, by_phones: bool) -> None:
        """Show a dialog with ``message`` and ``why``; only ``message`` as the note if phones started it."""
        if by_phones:
            self._table.fail(message)
        else:
            self._app.scenes.push(MessageDialog(message, why))

    def _open_match(self, session: Session, seats: list[Seat], numbers: list[int]) -> None:
        """Remember the choices, tell the party the match's seat numbers, and open the match."""
        if self._saves:
            self._remember_choices()
        if self._app.phones.party is not None:
            self._app.phones.party.keep_chairs()
            # The match counts only taken seats.
            self._app.phones.party.reseat({number: seat for seat, number in enumerate(numbers)})
        begin_match(self._app, session, seats)

    def _remember_choices(self) -> None:
        """Save seats and rules for the next lobby of the game."""
        table, info, joining = self._table, self._table.info, self._table.joining
        saved_seats, rules = joining.dump_state(), self._house_rules.chosen_rules
        if table.was_first:
            saved_seats = seats_after(saved_seats, joining.untouched_seats)
            rules = rules_after(info, rules)
        settings = self._app.settings.with_seats(info.slug, saved_seats)
        self._app.apply_settings(settings.with_house_rules(info.slug, rules, self._house_rules.preset))
        self._app.save_settings()
