"""Lobby of a game: seats, house rules, the way in for phones, and the start of a match.

The lobby is made of parts: `LobbySeats` is the table and the devices at it, `SeatCards` draws its seats,
`LobbyPhones` talks with the phones of the party, `PhonePanel` shows how to join it, `HouseRulesPanel` has the
rules and `MatchStart` begins the match. `LobbyLayout` places them in the room, and `LobbyScene` gives them
what the players press.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from game.core.discovery import find_game
from game.core.options import Value
from game.i18n import _
from game.match.lesson import has_lessons
from game.match.phone_control import PhoneAction
from game.scenes.first_match import is_first
from game.scenes.house_rules import HouseRulesPanel
from game.scenes.lobby_cards import SeatCards
from game.scenes.lobby_drawing import LobbyKey
from game.scenes.lobby_layout import LobbyLayout
from game.scenes.lobby_phones import LobbyPhones
from game.scenes.lobby_puppets import SeatPuppets
from game.scenes.lobby_seats import LobbySeats
from game.scenes.match_start import MatchStart
from game.scenes.phone_panel import PhonePanel
from game.scenes.seat_allocator import SeatAllocator, given_seats, last_seats
from game.scenes.seat_dialog import SeatDialog
from game.store.settings import SavedSeatSetup, ScanMode
from game.ui.core.audio import MusicMood
from game.ui.core.canvas import Box, nearest_in_direction
from game.ui.core.input import MOUSE, PAD, InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scanning import Item, SwitchGroup, SwitchTarget, group_targets
from game.ui.core.scene import Prompts
from game.ui.core.screen_reader import screen_narration
from game.ui.core.speech import NarrationContent
from game.ui.core.verbs import LOOK_UP
from game.ui.match.drawer_transition import shut_drawer
from game.ui.widgets import Action, Element, Screen, Values

HOLD_TO_LEAVE_MS = 700.0  # ms that a device holds Back to leave its seat


class LobbyScene(Screen):
    """Lobby of a game. Other pads than the host's only look after their own seat.

    The host's device moves the focus, and so may mouse and keyboard. Any other pad takes a seat with A,
    changes its colour with left and right, and leaves it by holding B.
    """

    music, mood = "title", MusicMood.LOBBY
    is_room = True
    prompt_bar_offset = 12.0

    # its parts, made in `on_enter`
    joining: SeatAllocator
    house_rules: HouseRulesPanel
    table: LobbySeats
    puppets: SeatPuppets
    cards: SeatCards
    phones: LobbyPhones
    phone_panel: PhonePanel
    start: MatchStart
    layout: LobbyLayout

    def __init__(
        self,
        slug: str,
        winner: int | None = None,
        names: Sequence[str] = (),
        rules: Mapping[str, Value] | None = None,
    ) -> None:
        """With ``names``, people of these names sit at this screen, by ``rules``; nothing is remembered.

        ``winner``: number of the last winner among its players.
        """
        self.game = find_game(slug)
        self.info = self.game.info
        self._winner, self._names, self._given_rules = winner, names, dict(rules or {})
        self.focus = LobbyKey.START
        self._floor = 0.0  # y position of the top of the floor
        self._by = ""  # device of the last input
        self.unfolded = False  # True if the folded house rules are open over everything
        self._leaving: tuple[str, float] | None = None
        self._vote_version = 0  # version of the phone votes at the last tick

    def on_enter(self) -> None:
        """Restore seats, phones and house rules; open the party if the player prefers phones."""
        first = not self._names and is_first(self.app, self.info.slug)
        self.joining = (
            given_seats(self.game, self._names)
            if self._names
            else last_seats(self.game, self.app.settings, first=first)
        )
        self.joining.find_winner(self._winner)
        self.house_rules = HouseRulesPanel(self.app, self.info, self.joining)
        self.table = LobbySeats(
            self.app, self.game, self.joining, self.house_rules, self._on_seats_changed, was_first=first
        )
        self.house_rules.motions = self.motions  # they are drawn together
        self.puppets = SeatPuppets(self.table, self.motions)
        self.cards = SeatCards(self.table, self.puppets)
        self.start = MatchStart(self.table, self.house_rules, self.watch_doors, saves=not self._names)
        begin = partial(self.start.begin, by_phones=True)
        self.phones = LobbyPhones(self.table, self.house_rules, begin, are_expected=not self._names)
        self.phone_panel = PhonePanel(self.app, self.watch_doors, self.phones.end_party)
        self.layout = LobbyLayout(self.table, self.cards, self.house_rules, self.phone_panel, self.start)
        self.phones.enter()
        self.joining.drop_absent(self.app.devices.pads)
        if self._names:
            self.house_rules.use_given(self._given_rules)
        else:
            self.house_rules.use_last(first=first)
        self.puppets.remember()
        self.table.remember()

    def on_leave(self) -> None:
        """Close the album, and save the names of all local seats, not of guests, the host's first."""
        self.house_rules.album.close()
        if not self._names:
            self.table.save_names()

    @property
    def seats(self) -> Sequence[SavedSeatSetup]:
        """All seats of the table, free ones included, with guests over the local seats."""
        return self.joining.seats

    def phone_actions(self) -> Sequence[PhoneAction]:
        return () if self.start.is_introducing else self.phones.actions()

    def _on_seats_changed(self) -> None:
        """Send the phones the changed seats or note, and let the puppets move to their seats."""
        first = self.table.first_free
        if first is not None and self.seat is not None and self.seats[self.seat].empty:
            self.focus = LobbyKey.SEAT.of(first)  # the only free seat with a card
        self.phones.tell()
        self.needs_redraw = True
        self.puppets.follow(lambda: self.frame)

    def watch_doors(self, now: float) -> None:
        """Handle phones and pads that joined or left; drop an outdated note and greetings that are over."""
        for news in self.app.phones.poll():
            self.phones.handle(news)
            self.needs_redraw = True
        if self.phone_panel.follow():
            self.needs_redraw = True  # before positions are asked for
            self.on_layout()
            self.table.seats_changed()
        if self.table.tick(now):
            self.needs_redraw = True
        if self.phones.is_outdated:
            self._on_seats_changed()

    def on_result(self, result: object) -> None:
        """Fill the house rules panel again, because a lesson may have been completed."""
        self.house_rules.needs_redraw = True

    @property
    def content_bottom(self) -> float:
        """Y position of the top of the floor, in units."""
        return self._floor

    def on_layout(self) -> None:
        """Compute the floor, place the house rules panel and lay out."""
        # Reserve the height of the longest prompt bar, so that nothing moves with the focus.
        self._floor = self.layout.floor(self.helps())
        boxes = self.frame.boxes
        self.house_rules.place(boxes[LobbyKey.FORM], folded=LobbyKey.FOLDED in boxes)
        super().on_layout()

    def build(self) -> Element:
        if self.unfolded:
            return self.layout.unfolded()
        return self.layout.room(self.focus, self._floor, self.scroll)

    def live_values(self) -> Mapping[str, Values]:
        return self.puppets.live_values()

    def preload(self, painter: Painter) -> Iterator[None]:
        return self.puppets.preload(painter, self.frame.boxes)

    def tick_idle(self, now: float) -> list[Box]:
        return self.puppets.tick_idle(self.frame.boxes)

    def actions(self) -> dict[str, Action]:
        """Actions of seats, start, phone panel and house rules; only the rules while they are unfolded."""
        presses: dict[str, Callable[[], object]] = {}
        if not self.unfolded:
            presses |= {LobbyKey.SEAT.of(n): partial(self._take_seat, n) for n in self.table.shown_seats}
            presses[LobbyKey.START] = self._take_start
            presses[LobbyKey.PHONES] = self.phone_panel.press
        presses[LobbyKey.FORM] = self._take_rules
        return {key: Action(press, self._verb(key)) for key, press in presses.items()}

    def _take_start(self) -> None:
        """Begin a match, with a sound."""
        self.app.audio.play(LOOK_UP.hit.sound)
        self._begin()

    def _begin(self) -> None:
        """Begin a match. All puppets look up as long as the lobby can still be seen."""
        self.puppets.look_up()
        self.start.begin()

    def _take_seat(self, number: int) -> None:
        """Open a taken seat's dialog. A free seat becomes a person's, with the pressing non-host device."""
        if self.seats[number].empty:
            self.table.take(number, self._by)
        else:
            self.app.audio.play("confirm")
            self.app.scenes.push(SeatDialog(self.table, number))

    def _take_rules(self) -> None:
        """Unfold folded house rules, else press the row in focus (a text field only for pad or scanning)."""
        if self.house_rules.folded:
            self.app.audio.play("confirm")
            self.unfolded = True
            self.on_layout()
            return
        # With a keyboard players just type; the on-screen keyboard is for pads.
        scans = self.app.settings.scan is not ScanMode.OFF
        if not self.house_rules.is_typing or scans or self._by.startswith(PAD):
            self.house_rules.activate()

    @property
    def seat(self) -> int | None:
        """Number of the seat in focus, None if something else has the focus."""
        return LobbyKey.SEAT.number(self.focus)

    def on_input(self, intent: InputEvent) -> None:
        """Handle any device's event. Pause begins a match; Back acts on release, except in the rules."""
        guest, self._by = self.table.is_guest(intent.device), intent.device
        self.needs_redraw |= intent.act is not InputAction.POINT
        if intent.act is InputAction.BACK and self.unfolded and not guest:
            self.set_focus(LobbyKey.FORM)
            self.app.audio.play("back")
        elif (
            intent.act is InputAction.BACK
            and self.focus == LobbyKey.FORM
            and self._uses_keys(intent)
            and not guest
        ):
            self.focus = LobbyKey.START
        elif intent.act is InputAction.BACK:
            # Only the duration tells a short press (go back) from a long one (leave the seat).
            self._leaving = intent.device, self.app.now
        elif intent.act is InputAction.PAUSE:
            self._begin()
            return
        elif guest:
            self.table.guest(intent)
        else:
            self._handle_host_input(intent)
        # A dialog may have opened by this press. Then it handles letters.
        if self.app.scenes.top is self:
            self.app.devices.typing = self._in_form and self.house_rules.is_typing
        self.house_rules.fresh |= not self._in_form
        self.needs_redraw = True

    def _handle_host_input(self, intent: InputEvent) -> None:
        """Handle an event of a device that moves the focus, except Back and Pause."""
        at = self.app.view.units(intent.position)
        match intent.act:
            case InputAction.END_TURN:
                self.house_rules.reset()
            case InputAction.JOIN if self.phone_panel.other_door is not None:
                self.phone_panel.switch_code()
            case InputAction.LOOK if has_lessons(self.info.slug):
                self.house_rules.open_lessons()
            case InputAction.SCROLL if not (self.layout.is_listed and at[0] < self.house_rules.box.x):
                self._point(intent)
            case InputAction.RELEASE | InputAction.TEXT | InputAction.ERASE if (
                self._in_form and self._grip is None
            ):
                self.house_rules.on_input(intent)
            case InputAction.ALTERNATE:
                self._point(intent)
                self.table.switch(self.seat)
            case InputAction.SECONDARY:
                self.table.switch(self.seat)
            case InputAction.NEXT | InputAction.PREVIOUS:
                areas = [LobbyKey.SEAT.of(0), LobbyKey.FORM, LobbyKey.PHONES, LobbyKey.START]
                index = areas.index(self.focus) if self.focus in areas else 0
                self.set_focus(areas[(index + (1 if intent.act is InputAction.NEXT else -1)) % len(areas)])
            case InputAction.NAVIGATE if self._in_form and self.house_rules.navigate(intent.dx, intent.dy):
                pass
            case InputAction.ENDS if self._in_form:
                self.house_rules.on_input(intent)
            case _:
                super().on_input(intent)

    def focus_in_direction(self, dx: int, dy: int) -> str | None:
        """Key of the next element, None to stay. Entering the rules from below focuses the last."""
        if self.unfolded:
            return None
        if self._in_form:  # down from the rules leads to the panel for phones, not to what is nearest
            seats = self.unrolled()[: len(self.table.shown_seats)]
            return (
                nearest_in_direction(seats, self.house_rules.box, dx, 0)
                if dx
                else LobbyKey.PHONES
                if dy > 0
                else None
            )
        if self.focus == LobbyKey.START and dy > 0 and not dx:
            return None  # seats that scroll may be lower, in the other column
        is_below_form = self.focus == LobbyKey.PHONES and dy < 0  # a seat may be nearer
        nearest = LobbyKey.FORM if is_below_form else super().focus_in_direction(dx, dy)
        if nearest == LobbyKey.FORM and dy < 0:
            self.house_rules.come_from_below()
        return nearest

    @property
    def _in_form(self) -> bool:
        """True if a row of the unfolded house rules has the focus."""
        return self.focus == LobbyKey.FORM and not self.house_rules.folded

    def set_focus(self, key: str) -> None:
        """Focus an element, fold unfolded house rules, and scroll to a rule that gets the focus."""
        super().set_focus(key)
        if self.unfolded:
            self.unfolded = False
            self.on_layout()
        if self._in_form:
            self.house_rules.on_layout()  # scrolls to the focus

    def _point(self, intent: InputEvent) -> None:
        """Focus the element under the pointer; a press activates it. House rules get the event."""
        at = self.app.view.units(intent.position)
        key = self.under(at)
        if key and key != self.focus:
            self.motions.move_focus(self.focus, key)
            self.focus = key
        if self._in_form:
            self.house_rules.on_input(intent)
        elif intent.act is InputAction.PRESS and key:
            self.activate(key)

    def _uses_keys(self, intent: InputEvent) -> bool:
        """True if the event comes from keys or a pad and one-switch scanning is off."""
        return intent.device != MOUSE and self.app.settings.scan is ScanMode.OFF

    def narration(self) -> NarrationContent:
        """Narration of the screen; of the house rules only the focused row."""
        narration = screen_narration(self.app, self)
        if self._in_form:
            narration = replace(narration, focus=self.house_rules.narration().focus)
        return replace(narration, title=_(self.info.title))

    def tick(self, now: float) -> bool:
        """Follow devices, votes, board files and a held Back. True while Back, greeting or reading lasts."""
        self.watch_doors(now)
        if self.puppets.close_up():
            self.needs_redraw = True
        voted, self._vote_version = self._vote_version, self.app.phones.steering.version
        if voted != self._vote_version:
            self.needs_redraw = True
        reads = self.house_rules.album.read_on()
        if reads:
            self.house_rules.needs_redraw = self.needs_redraw = True
        if self._leaving is not None:
            device, since = self._leaving
            if not self.app.devices.holding(InputAction.BACK, device):
                self._leaving = None
                if not self.table.is_guest(device):
                    self._go_back()
                elif not self.app.settings.hold and self.joining.held_by(device) is not None:
                    self.table.leave_seat(device)
            elif (
                self.app.settings.hold
                and now - since > HOLD_TO_LEAVE_MS
                and self.joining.held_by(device) is not None
            ):
                self._leaving = None
                self.table.leave_seat(device)
        return bool(self._leaving or self.table.joined_at_ms or reads)

    def _go_back(self) -> None:
        """Return to the scene below while the drawer shuts. An open party stays open."""
        self.app.audio.play("back")
        shut_drawer(self, self.info.slug, self.app.scenes.pop)

    def default_target(self) -> str:
        """Key of the start button; "" while there are too few players."""
        # Most players start the table as it is; with too few players, offer the seats first.
        return LobbyKey.START if self.joining.players >= self.joining.fewest else ""

    def switch_targets(self) -> list[Item]:
        """Start (if enough players), seats and buttons, then the rules by row; if unfolded, only rules."""

        def enter() -> None:
            """Focus the house rules."""
            if self.focus != LobbyKey.FORM:
                self.set_focus(LobbyKey.FORM)

        folded = self.house_rules.folded
        rows = [] if folded else self.house_rules.row_targets(enter)
        if self.unfolded:
            return rows
        targets = [
            SwitchTarget(box, InputAction.CONFIRM, name, come=partial(self.set_focus, name))
            for name, box in self.focusable()
            if name != LobbyKey.FORM or folded
        ]
        start = [target for target in targets if target.name == self.default_target()]
        rest = group_targets([target for target in targets if target not in start])
        return [*start, *rest, *([SwitchGroup(group_targets(rows))] if rows else [])]

    def prompts(self) -> Prompts:
        return self._prompts_at(
            self.focus,
            changed=bool(self.house_rules.change_count),
            free=any(seat.empty for seat in self.seats),
        )

    def helps(self) -> list[Prompts]:
        """Return every prompt bar that can appear here, to reserve its height."""
        places = [
            LobbyKey.START,
            LobbyKey.PHONES,
            LobbyKey.FORM,
            *(LobbyKey.SEAT.of(n) for n in range(len(self.seats))),
        ]
        return [self._prompts_at(place, changed=True, free=True) for place in places]

    def _verb(self, key: str) -> str:
        """Prompt for a press on the element ``key``, such as "Join"."""
        if (seat := LobbyKey.SEAT.number(key)) is not None:
            return _("Add player") if self.seats[seat].empty else _("Change")
        if key == LobbyKey.FORM:
            action = self.house_rules.action()
            return action.verb if action is not None else _("Select")
        if key == LobbyKey.START:
            return _("Start")
        return self.phone_panel.verb

    def _prompts_at(self, focus: str, *, changed: bool, free: bool) -> Prompts:
        """Prompts for ``focus``. ``changed``: rules can be reset. ``free``: there is a free seat."""
        # The lessons take the place of the start prompt, so that the bar keeps to one row.
        label = _("First lesson") if self.house_rules.begins_lessons else _("Lessons")
        lessons = [(InputAction.LOOK, label)] if has_lessons(self.info.slug) else []
        seat = LobbyKey.SEAT.number(focus)
        if seat is not None and not self.seats[seat].empty:
            secondary = (
                [] if self.table.is_guest_pads(seat) else [(InputAction.SECONDARY, _("Person or bot"))]
            )
        else:
            secondary = [(InputAction.SECONDARY, _("Add a bot"))] if free and focus != LobbyKey.FORM else []
        if focus == LobbyKey.PHONES and self.phone_panel.other_door is not None:
            secondary = [(InputAction.JOIN, self.phone_panel.other_code)]
        return [
            (InputAction.NAVIGATE, _("Choose")),
            (InputAction.CONFIRM, self._verb(focus)),
            *secondary,
            *([(InputAction.END_TURN, _("Use the author's rules"))] if changed else []),
            *(lessons if focus == LobbyKey.START else [(InputAction.PAUSE, _("Start"))]),
            (InputAction.BACK, _("Back")),
        ]
