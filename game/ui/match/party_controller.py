"""Controller of the window's party, open from the lobby to the last match.

`PartyController` connects the `Party` and the scenes. State and actions of the phones in a match are handled
by its `PhoneMatch`. No server code is loaded before a party is opened.

`PageAssets` serves the files that phones load: the page of the game, and its texts in all languages. Actions
that phones vote on between matches are collected from the scenes and carried out here; see `PhoneControl`.
`LobbyExercises` holds the state of the lobby while one phone has a lesson: the others wait as before, and
miss nothing.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from game.bots.worker import Worker
from game.core.discovery import find_game, game_slugs, phone_page, players_text
from game.core.extras import hooks
from game.core.options import Options
from game.i18n import _, current_language, elided_words, forms, in_language, languages, own_name, plural_rule
from game.log import log
from game.match.achievements import AchievementService
from game.match.match import Match
from game.match.phone_control import PhoneAction, PhoneControl
from game.match.phone_exercise import PhoneExercise
from game.match.phone_seats import PhoneMatch, PhonePublisher
from game.match.profiles import RateLimiter
from game.match.seats import HOUSE_NAMES, PHONE, house_name
from game.match.timeouts import SECOND_MS
from game.party.doors import OtherDoor
from game.party.messages import (
    LanguageChanged,
    News,
    PhoneDisconnected,
    PhoneJoined,
    PhoneLeft,
    PhoneReconnected,
    SeatMessage,
)
from game.party.page_files import minify, sources
from game.party.party import NO_JOIN_INFO, JoinInfo, Party, PartyState, PartyStatus
from game.party.public_address import PublicAddress, read_public
from game.party.registry import FIRST_BENCH, STRANGER, Participant, SeatClaim, SeatInfo
from game.store.settings import Settings
from game.ui.art.first_page import LINES_REQUEST, facts_of, page_of
from game.ui.art.icons import emblem
from game.ui.art.knits import KNITS
from game.ui.art.pieces import phone_drawings
from game.ui.art.puppets import DRAWING_BOX, cap_drawing
from game.ui.art.socks import emblem_drawing


class AttendanceListener(Protocol):
    """Handles disconnected and reconnected phones of a match, a replay or a race."""

    def phone_gone(self, seat: int) -> None:
        """Handle the loss of a seat's phone."""

    def phone_there(self, seat: int, name: str = "") -> None:
        """Handle a connected phone of a seat. ``name`` is given if a new player sits down."""


class PartyMatch(Protocol):
    """A scene in which phones take part: a match, a replay, a race."""

    match: Match
    phone_seats: PhoneMatch

    @property
    def attendance(self) -> AttendanceListener:
        """Handler of lost and reconnected phones."""

    def save(self) -> None:
        """Save the position with its phones, if the scene saves it."""


class PartyHost(Protocol):
    """Interface of the program for a party, which `AppContext` implements."""

    settings: Settings
    socks: AchievementService
    scenes: Any
    stores: Any

    @property
    def now(self) -> float:
        """Time in ms."""

    def worker(self) -> Worker:
        """Start a worker process, and return it."""

    def open_scene(self, name: str, *arguments: Any, then: Callable[[Any], None] | None = None) -> None:
        """Push a screen by name, created with these arguments."""


_TEXTS = re.compile(r'\bt\(\s*"((?:[^"\\]|\\.)*)"')
_PLURAL_TEXTS = re.compile(r'\bcounted\(\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"')
"""Calls in the page's modules with a text, and with a text and its plural."""


class PageAssets:
    """Makes a party serve the files that its phones need, each once."""

    def __init__(self, app: PartyHost) -> None:
        self._stage = app
        # served game, language of the window and house rules
        self._served_key: tuple[str, str, Options | None] = "", "", None
        self._lines: dict[str, Sequence[bytes]] = {}  # pictures of the lines of rules, by game
        self._drawing: Worker | None = None  # worker that draws those of the served game

    def open(self, party: Party) -> None:
        """Serve the files that every party needs: texts of the first page, icon, emblems, caps."""
        party.serve("icon.png", emblem())
        for slug in game_slugs():
            party.serve(f"{slug}.emblem.svg", emblem_drawing(slug).encode())
        for name in KNITS:
            party.serve(f"cap-{name}.svg", cap_drawing(name, DRAWING_BOX).encode())
        self._translate(party, "")

    def close(self) -> None:
        """Forget what was served last, and stop the worker that draws."""
        self._served_key = "", "", None
        if self._drawing is not None:
            self._drawing.close()
            self._drawing = None

    def about(self) -> dict[str, Any] | None:
        """Title, tagline, facts and five rules of the served game in the current language; None if unknown.

        ``drawn``: the pictures of the rules are served.
        """
        game, _language, options = self._served_key
        if not game or not find_game(game).has_component("first_page"):
            return None
        info, page = find_game(game).info, page_of(game, options)
        return {
            "title": _(info.title),
            "tagline": _(info.tagline),
            "facts": facts_of(info),
            "lines": [line.words for line in page.lines],
            "drawn": game in self._lines,
        }

    def tick(self, party: Party) -> bool:
        """Serve the pictures of the rules once they are drawn. Returns True if they are new."""
        answer = self._drawing.poll_result() if self._drawing is not None else None
        if answer is not None and self._drawing is not None:
            self._drawing.close()
            self._drawing = None
            if not answer.error:
                self._lines[self._served_key[0]] = answer.value
                self._illustrate(party, self._served_key[0])
                return True
        return False

    def serve(self, party: Party, game: str, options: Options | None = None) -> None:
        """Serve the page of a game, and its rules with these house rules or the defaults."""
        # The language is part of the key, because texts in the window's language are served too.
        previous, key = self._served_key, (game, current_language(), options)
        if previous == key:
            return
        if previous[:2] == key[:2]:
            self._served_key = key
            if game in self._lines:
                self._illustrate(party, game)
            return
        self.close()
        self._served_key = key
        page = phone_page(game)
        party.serve(f"{game}.js", minify(page))
        for name, svg in phone_drawings(game).items():
            party.serve(name, svg)
        self._translate(party, page)
        if game in self._lines:
            self._illustrate(party, game)
            return
        for code in languages():
            party.serve(f"{game}.{code}.md", players_text(game, code).encode())
        if find_game(game).has_component("first_page"):
            # In a worker, because a match starts at this moment, and the rules are read later.
            self._drawing = self._stage.worker()
            self._drawing.submit(LINES_REQUEST, game)

    def _illustrate(self, party: Party, game: str) -> None:
        """Serve the pictures of a game's rules, and the rules that contain them."""
        for number, picture in enumerate(self._lines[game]):
            party.serve(f"{game}.line{number}.png", picture)
        for code in languages():  # a page never asks for files that do not exist yet
            party.serve(f"{game}.{code}.md", _rules_page(game, code, self._served_key[2]).encode())

    def _translate(self, party: Party, page: str) -> None:
        """Serve the texts of the page in every language, and in that of the window as the default."""
        party.serve("words.json", _translated_texts(page, current_language()))
        for code in languages():
            party.serve(f"words.{code}.json", _translated_texts(page, code))


def _rules_page(game: str, language: str, options: Options | None) -> str:
    """Rules as shown on phones, as Markdown: five lines with pictures first, if the game has them."""
    text = players_text(game, language)
    if not find_game(game).has_component("first_page"):
        return text
    with in_language(language):
        page = page_of(game, options)
        facts = f"**{page.wins}** **{page.length}**"
    lines = "\n".join(f"- ![]({game}.line{n}.png){line.words}" for n, line in enumerate(page.lines))
    return f"{facts}\n\n{lines}\n\n{text}"


@functools.lru_cache(maxsize=64)  # the lobby and six games in a few languages
def _translated_texts(page: str, language: str) -> bytes:
    """Texts of a game's page that differ in a language, with its grammar, as JSON."""
    # Extracted from the modules, so that no list can be incomplete.
    modules = [_page_texts(source) for source in (page, *sources())]
    texts = {text for plain, _counted in modules for text in plain}
    numbers = {pair for _plain, counted in modules for pair in counted}
    with in_language(language):
        # Equal translations are left out: a page falls back to the text itself, and loads less.
        catalogue: dict[str, object] = {text: _(text) for text in sorted(texts) if _(text) != text}
        catalogue |= {pair[0]: forms(*pair) for pair in sorted(numbers) if forms(*pair) != list(pair)}
        catalogue |= {
            "@plural": plural_rule(),
            "@elided": elided_words(),
            "@lang": language,
            "@languages": [[code, own_name(code)] for code in languages()],
        }
    return json.dumps(catalogue, ensure_ascii=False).encode()


@functools.lru_cache(maxsize=64)  # called for every language
def _page_texts(source: str) -> tuple[list[str], list[tuple[str, str]]]:
    """Texts in a module of the page: plain ones, and pairs of singular and plural."""
    return _TEXTS.findall(source), _PLURAL_TEXTS.findall(source)


class SinglePhonePublisher(PhonePublisher):
    """Sends the state of a learner's seat to their phone, whose number in the lobby is another one."""

    def __init__(self, party: Party, pupil: int) -> None:
        self._party, self._pupil = party, pupil

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Send the state to the learner's phone, for any ``seat``."""
        self._party.publish(self._pupil, state, events)

    @property
    def spectators(self) -> Sequence[str]:
        """Always empty, because spectators see the big screen."""
        return ()

    def publish_to_spectators(
        self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        """Do nothing, because spectators see the big screen."""


class ControlPublisher(PhonePublisher):
    """Adds the available actions to the state for each phone of a match."""

    def __init__(self, party: Party, state_for: Callable[[int], Mapping[str, Any]]) -> None:
        self._party, self._state_for = party, state_for

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Send a phone its state with the available actions."""
        self._party.publish(seat, {**state, **self._state_for(seat)}, events)

    @property
    def spectators(self) -> Sequence[str]:
        """Identifiers of the party's spectators."""
        return self._party.spectators

    def publish_to_spectators(
        self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        """Send the state to all spectators."""
        self._party.show(state, events)


# state for spectators and waiting players if there is no lobby
NO_LOBBY: Mapping[str, Any] = {"lobby": True, "title": "", "seat": None, "seats": []}


def tell_bench(party: Party, state_for: Callable[[int], Mapping[str, Any]], state: Mapping[str, Any]) -> None:
    """Send the public state with the available actions to all phones that wait for a seat."""
    for number in party.bench:
        party.publish(number, {**state, **state_for(number)})


class LobbyExercises:
    """State of the lobby for phones during a lesson, and messages that the lobby has missed.

    Attributes:
        lobby: last state of the lobby, and the seat number of each phone. None during a match.
    """

    def __init__(self) -> None:
        self.lobby: tuple[dict[str, Any], Mapping[int, int]] | None = None
        self._news: list[News] = []

    def overhear(self, news: News) -> None:
        """Store news of phones that joined or left for the lobby; other news is ignored."""
        if isinstance(news, PhoneJoined | PhoneLeft):
            self._news.append(news)

    def come_out(self) -> list[News]:
        """News that the lobby has missed. They are removed."""
        news, self._news = self._news, []
        return news

    def wait(
        self, party: Party, state_for: Callable[[int | None], Mapping[str, Any]], pupil: int | None = None
    ) -> None:
        """Send the lobby's state to spectators, waiting phones, and seats in it but ``pupil``."""
        state, numbers = self.lobby or (NO_LOBBY, None)
        party.show({**state, **state_for(None)})
        tell_bench(party, state_for, state)
        for seat in party.held_seats:
            number = 0 if numbers is None else numbers.get(seat)
            if seat != pupil and number is not None:
                party.publish(seat, {**state, "seat": number, **state_for(seat)})


RECONNECT_GRACE_MS = 8000.0  # ms that phones have to reconnect after a party was opened
REMOTE_ACTION = "remote"  # action of a phone that passes the host's remote control to another
RELOAD_GRACE_MS = (
    1000.0  # ms that a phone may be disconnected without effect, because its page may be reloading
)


class PhoneOwner(Protocol):
    """Handles the phones instead of a match or a lobby, such as a hall with many tables."""

    def tick(self) -> bool:
        """Handle messages of phones and send updates. Returns True if a phone has done something."""

    def wake_times(self) -> Iterable[float]:
        """Times in ms at which it must run although no event occurs."""

    @property
    def has_unsent(self) -> bool:
        """True if an update must still be sent to a phone."""

    @property
    def mark(self) -> str:
        """Text shown over every screen while it handles the phones, empty for none."""

    def on_party_closed(self) -> None:
        """Handle the end of the party, such as when the window closes."""


class PartyController:
    """The party of this window, if one is open."""

    def __init__(self, app: PartyHost, wake: Callable[[], None] = lambda: None) -> None:
        """``wake`` is called from other threads when there is something to handle."""
        self._stage = app
        self._wake = wake
        self.party: Party | None = None
        self._pages = PageAssets(app)
        self._classroom = LobbyExercises()
        # public address for this run, which takes precedence over the settings
        self.tunnel: PublicAddress | None = None
        self.introduced: set[str] = set()  # games whose rules were shown to guests on the big screen
        self.guest: PhoneOwner | None = None  # handles the phones instead of a match or a lobby
        self._playing: PartyMatch | None = None  # match that phones were last shown
        self._matches = 0
        self._sent_state: object = None
        self._stale = False
        self._opened_at_ms = 0.0
        self._dropped_at_ms: dict[int, float] = {}
        self._read: tuple[str, ...] = ()  # languages of the spectators
        self._doors: tuple[JoinInfo, tuple[OtherDoor, ...]] = NO_JOIN_INFO, ()
        self._asked_claim: SeatClaim | None = None  # claim that the host was last asked about
        self._faults: set[type[Exception]] = set()  # error types that were shown
        self.steering = PhoneControl()
        self._sent_version = 0  # version of the available actions last sent to phones of a lobby
        self._hands = RateLimiter(each=4, span=5000.0)

    # Start and end.

    @property
    def is_open(self) -> bool:
        """True if the party accepts phones; False while it opens."""
        return self.party is not None and self.party.is_open

    @property
    def status(self) -> PartyStatus:
        """Status of the party; the default one without a party."""
        return PartyStatus() if self.party is None else self.party.status

    @property
    def state(self) -> PartyState:
        """State of the party, such as opening or open."""
        return self.status.state

    @property
    def public(self) -> PublicAddress | None:
        """Public address of the party for guests elsewhere. None if there is none."""
        settings = self._stage.settings
        return self.tunnel or read_public(settings.public, settings.forwarded)

    def is_far(self, seat: int | None) -> bool:
        """True if the phone of a seat, or for None a spectator, connects from outside the local network."""
        return self.party is not None and self.party.is_far(seat)

    def set_public_address(self) -> None:
        """Forget the tunnel, and apply the public address of the settings."""
        self.tunnel = None
        if self.party is not None:
            self.party.set_public_address(self.public)

    def open(self, saved: object = None, port: int | None = None, host: str | None = None) -> Party:
        """Open the party if it is not open. Returns at once; see `Party.state`.

        Args:
            saved: result of `dump_state`, for phones of an earlier party to reconnect.
            port: port to listen on, see `Party.open`.
            host: address to listen on.
        """
        if self.party is None:
            self.party = Party(self._wake)
            for attach in hooks("new_party"):
                attach(self._stage, self.party)
        if saved is not None:
            self.party.restore_state(saved)
            # Phones lost in the earlier party have the grace period of this one.
            self._dropped_at_ms.clear()
            self._opened_at_ms = self._stage.now
        if self.party.state not in (PartyState.OPENING, PartyState.OPEN):
            self._opened_at_ms = self._stage.now
            self._pages.open(self.party)
            self.party.set_public_address(self.public)
            self.party.open(port, host)
        return self.party

    def close(self, seconds: float = 0.0, *, over: bool = False) -> None:
        """Notify the phones and stop listening; see `Party.close`."""
        if self.party is not None:
            self.party.close(seconds, over=over)
            self.party = None
        if self.party_match is not None:
            self.party_match.phone_seats.close()
        self._pages.close()
        guest, self.guest = self.guest, None
        if guest is not None:
            guest.on_party_closed()
        self._sent_state = self._asked_claim = None
        self._dropped_at_ms.clear()
        self._classroom = LobbyExercises()
        self.steering = PhoneControl()

    def attach_owner(self, owner: PhoneOwner, game: str) -> None:
        """Let ``owner`` handle the phones until the open party is closed. They show the page of ``game``."""
        assert self.party is not None
        log("party", "%s handles the phones", type(owner).__name__)
        self.guest = owner
        self._pages.serve(self.party, game)

    def dump_state(self) -> dict[str, Any]:
        """State to save with a match, so that its phones can reconnect. Empty without a party."""
        return self.party.dump_state() if self.party is not None else {}

    # Lobby.

    def poll(self) -> list[News]:
        """News of phones for the lobby; empty without a party. Changes of language are handled here."""
        if self.party is None:
            return []
        self.party.take_spectator_messages()  # the lobby has no use for reactions
        messages = [*self._classroom.come_out(), *self.party.poll()]
        for news in messages:
            if isinstance(news, LanguageChanged):
                self.party.speaks(news.seat, news.language)
        rest: list[News] = [news for news in messages if not isinstance(news, LanguageChanged)]
        if len(rest) < len(messages):
            self._classroom.wait(self.party, self._phone_state)  # available actions are sent as text
        return rest

    def answer(self, message: SeatMessage, action: Callable[[], str]) -> None:
        """Run an action requested by a phone in the lobby, and answer with its refusal in its language."""
        if self.party is None:
            return
        language = self.party.person(message.seat).language
        with in_language(language if language in languages() else ""):
            refusal = self._steer(message.seat, message.words)
            refusal = action() if refusal is None else refusal
        self.party.answer(message.seat, message.number, refusal)

    def offer_seats(
        self,
        title: str,
        places: Sequence[SeatInfo],
        game: str = "",
        looks: Sequence[int] = (),
        reason: str = "",
        options: Options | None = None,
    ) -> None:
        """Offer the free seats of a lobby, and send its state. Call it on every change.

        ``game`` is empty if it is not chosen yet. ``looks`` are those that are taken. ``reason`` explains why
        the match cannot start. ``options`` are the current house rules.
        """
        if self.party is None:
            return
        if game:
            self._pages.serve(self.party, game, options)
        else:
            self._pages.close()
        self.party.offer(places, title)
        worn_by = self._stage.socks.knit_worn
        # Bots wear no sock, even if a person of the same name has one.
        seats = [{"name": p.name, "look": p.look, "sock": "" if p.free else worn_by(p.name)} for p in places]
        state = {
            "lobby": True,
            "game": game,
            "title": title,
            "seat": None,
            "seats": seats,
            "worn": list(looks),
        }
        state |= {"words": reason} if reason else {}
        self._classroom.lobby = state, {place.seat: number for number, place in enumerate(places)}
        self._classroom.wait(self.party, self._phone_state)

    @property
    def lobby_state(self) -> object:
        """State of the last `offer_seats`, to be compared by identity. None in a match and without one."""
        return self._classroom.lobby

    def end_session(self) -> None:
        """End the evening: send all phones the results, including those that wait for a seat."""
        if self.party is None:
            return
        self.steering.is_party_over = True
        self._classroom.lobby = None
        self._classroom.wait(self.party, self._phone_state)

    def is_seat_held(self, seat: int) -> bool:
        """True if a phone has this seat now, reachable or not."""
        return self.party is not None and seat in self.party.held_seats

    def person(self, seat: int) -> Participant:
        """Person in a seat or on the bench, with an empty token if none is; `STRANGER` without a party."""
        return self.party.person(seat) if self.party is not None else STRANGER

    def has_held(self, seat: int) -> bool:
        """True if a phone has or had this seat since the seats were numbered."""
        return self.party is not None and self.party.had(seat)

    def is_there(self, seat: int) -> bool:
        """True if the phone of a seat can be reached now."""
        return self.party is not None and self.party.is_there(seat)

    def is_away(self, seat: int) -> bool:
        """True if a seat's phone was lost, or never connected, for longer than its grace period."""
        now_ms = self._stage.now
        # A phone that was not lost during this party is still to reconnect, and has longer.
        is_overdue = (
            now_ms - self._dropped_at_ms[seat] >= RELOAD_GRACE_MS
            if seat in self._dropped_at_ms
            else now_ms - self._opened_at_ms >= RECONNECT_GRACE_MS
        )
        return is_overdue and not self.is_there(seat)

    # Actions that phones decide between matches.

    @property
    def remote(self) -> int | None:
        """Seat of the phone with the host's remote control, None if there is none."""
        return self.party.remote if self.party is not None else None

    def set_remote(self, seat: int | None) -> None:
        """Give the host's remote control to a seat's phone, or to none, and save the match."""
        if self.party is not None:
            self.party.appoint(seat)
            if self.party_match is not None:
                self.party_match.save()  # the next save may be far away

    def _decisions(self) -> tuple[object, tuple[PhoneAction, ...]]:
        """Lowest scene that offers actions (None for none), and the actions of all down to the match."""
        actions, owner = list[PhoneAction](), None
        for scene in reversed(self._stage.scenes.scenes if self.guest is None else []):
            scene_actions = scene.phone_actions()
            actions, owner = [*actions, *scene_actions], scene if scene_actions else owner
            if scene.is_match and not scene.is_looked_up and not scene.phone_seats.watches_only:
                break
        return owner, tuple(actions)

    def votes_for(self, *keys: str) -> tuple[int, ...]:
        """Looks of the players who voted for these keys (`PhoneControl.voices`); empty without a party."""
        if self.party is None:
            return ()
        voters = [self.party.place(n) or self.party.person(n) for n in self.steering.voices(*keys)]
        return tuple(voter.look for voter in voters if voter.look >= 0)

    def _decide(self) -> None:
        """Run actions that phones have decided on, until there are none left."""
        while (do := self._next_decision()) is not None:
            do()

    def _next_decision(self) -> Callable[[], object] | None:
        """Function that runs the next action that phones have decided on; None for none."""
        party = self.party
        if party is None:
            return None
        voters = [*party.held_seats, *party.bench]
        present = [seat for seat in voters if self.is_there(seat)]
        owner, decisions = self._decisions()
        return self.steering.tick(owner, decisions, voters, present, party.remote, self._stage.now)

    def _steer(self, seat: int, payload: Mapping[str, Any]) -> str | None:
        """Handle an action about votes. Returns a refusal (empty if accepted), or None for other actions."""
        if payload["do"] == REMOTE_ACTION:
            return self._pass_remote(seat, payload.get("seat"))
        return (
            self.steering.handle_phone(seat, payload, self._stage.now)
            if self.steering.can_handle(seat, payload)
            else None
        )

    def _pass_remote(self, seat: int, heir: object) -> str:
        """Pass the host's remote control on. Returns why it is refused, else empty."""
        if not self._hands.allows(seat, self._stage.now):
            return _("Not so fast.")
        # The exact type, because JSON's true is an instance of int.
        is_valid = type(heir) is int and self.is_seat_held(heir)
        if seat != self.remote or not (is_valid or heir is None):
            return _("You can't do that now.")
        self.set_remote(heir if isinstance(heir, int) else None)
        return ""

    def _phone_state(self, seat: int | None) -> dict[str, Any]:
        """State to add for a phone: ``about`` the game, ``steer``, ``bench``, ``heirs``.

        At the end of the evening, all get ``farewell``.
        """
        language = "" if seat is None or self.party is None else self.party.person(seat).language
        with in_language(language if language in languages() else ""):
            state: dict[str, Any] = {"about": self._pages.about()}
            if self.steering.is_party_over:
                state["farewell"] = self.steering.farewell()
            elif seat is not None:
                state["steer"] = self.steering.state_for(seat, self._stage.now)
                bench = self.party.bench if self.party is not None else []
                if bench and state["steer"] is not None:
                    state["bench"] = {number: self.person(number).look for number in bench}
                if seat == self.remote:
                    state["heirs"] = [
                        heir for heir in (self.party.held_seats if self.party else []) if heir != seat
                    ]
            return state

    # Match.

    def mark_changed(self) -> None:
        """Make the next `tick` send the state to phones, because it changed in a way that is not compared."""
        self._stale = True

    def tick(self) -> bool:
        """Handle messages of phones and send updates. Returns True if a phone has done something."""
        self._check_faults()
        self._check_join_address()
        if self.party is not None:
            for attachment in self.party.attachments:
                attachment.tick()
        self._decide()
        if self.party is not None and self._pages.tick(self.party):
            self.mark_changed()
        scene = self.party_match
        if self.guest is not None:
            return self.guest.tick()
        self._check_claims()
        if self.party is None or scene is None:
            self._handle_absence(scene)
            return False
        # In one batch, because each wake-up of the server's thread takes time.
        with self.party.batch():
            return self._handle_match(scene)

    def _check_faults(self) -> None:
        """Open the screen about an error of the party, once for each type of error."""
        while self.party is not None and self.party.faults:
            error = self.party.faults.popleft()
            if type(error) not in self._faults:
                self._faults.add(type(error))
                record = None if self.party_match is None else self.party_match.match.session.record()
                self._stage.open_scene("fault", error, record, self._stage.stores.folder)

    def _check_join_address(self) -> None:
        """Redraw all scenes if the join address or another door has changed."""
        front = self.status
        if (front.join_info, front.others) != self._doors:
            self._doors = front.join_info, front.others
            for scene in self._stage.scenes.scenes:
                scene.needs_redraw = True

    def _check_claims(self) -> None:
        """Ask the host about a claim to a seat, because they may know who it belongs to."""
        claims = self.party.claims if self.party is not None else ()
        if self.party is None or self._asked_claim in claims:
            return
        self._asked_claim = next(iter(claims), None)
        if self._asked_claim is not None:
            party, seat = self.party, self._asked_claim.seat

            def answered(answer: int | None) -> None:
                """Admit the claim for 0, refuse it for any other number; None decides nothing."""
                if answer is not None:
                    party.decide(seat, admitted=answer == 0)

            self._stage.open_scene("seat_claim", party, self._asked_claim, then=answered)

    @property
    def has_unsent(self) -> bool:
        """True if updates must still be sent to phones. The next `tick` does it."""
        if self.guest is not None:
            return self.guest.has_unsent
        scene = self.party_match if self.party is not None else None
        has_unsent = (
            self._stale or self.steering.has_pending or (scene is not None and scene.phone_seats.has_unsent)
        )
        return self.party is not None and has_unsent

    def wake_times(self) -> Iterator[float]:
        """Yield times in ms at which lost phones count as away, or other work is due. Some may be past."""
        if self.guest is not None:
            yield from self.guest.wake_times()
        elif self.party is not None:
            yield self._opened_at_ms + RECONNECT_GRACE_MS
            yield from (since + RELOAD_GRACE_MS for since in self._dropped_at_ms.values())
            yield from self._playing.phone_seats.wake_times() if self._playing is not None else ()
            if self.steering.pending_vote is not None:
                ends = self.steering.pending_vote[1]
                yield ends - SECOND_MS * max(0, (ends - self._stage.now) // SECOND_MS)

    def _handle_match(self, scene: PartyMatch) -> bool:
        """Handle news for a match and send changed states. Returns True if a phone has done something."""
        assert self.party is not None
        has_news = False
        while (news := self.party.next_news()) is not None:
            self._handle_news(scene, news)
            has_news = True
            if self.party_match is not scene:
                # Another scene has replaced it, and handles the rest.
                self.mark_changed()
                return True
        scene.phone_seats.tick(self._stage.now)
        lesson = scene.phone_seats.lesson
        cheers = self.party.take_spectator_messages()
        scene.phone_seats.audience.set_present(self.party.spectators)
        for cheer in cheers:
            scene.phone_seats.audience.handle_phone(cheer.watcher, cheer.words, self._stage.now)
        if lesson is None and not scene.phone_seats.watches_only:
            seats = scene.match.seats
            places = {
                seat: self.party.place(seat)
                for seat in self.party.held_seats
                if seat >= len(seats) or seats[seat].device != PHONE
            }
            # A bot's seat may just have been taken; the next news is about that.
            lost_seats = [seat for seat, place in places.items() if place is None or not place.bot]
            if lost_seats and scene is not self._playing:
                # Another match has come on the screen than that of these phones: they wait for the next one.
                self.party.reseat({seat: seat for seat in self.party.held_seats if seat not in lost_seats})
            else:  # the host has given a seat to another device
                for seat in lost_seats:
                    self.party.remove(seat)
        # A new number makes pages discard their state of the previous match.
        if scene is not self._playing:
            self._playing, self._matches = scene, self._matches + 1
            scene.phone_seats.number = self._matches
            for seat in self.party.held_seats:
                if lesson is None or seat == lesson.pupil:
                    self._set_match_language(scene, seat if lesson is None else lesson.learner, seat)
        own_seats = tuple(self.party.held_seats)
        presence = tuple((self.is_there(seat), self.is_away(seat)) for seat in own_seats)
        before, self._read = self._read, self.party.languages
        # Everything that phones can show. Compared in each pass, so that nothing is sent without a change.
        visible_state = (
            scene, scene.phone_seats.version, self.steering.version, own_seats, presence,
            tuple(self.party.bench),
            bool(self.party.spectators), self._stage.settings,
        )  # fmt: skip
        hint_seat = scene.phone_seats.hints.poll()
        has_changed = visible_state != self._sent_state or scene.phone_seats.has_unsent or self._stale
        if has_changed:
            self._sent_state, self._stale = visible_state, False
            self._publish(scene, own_seats)
        elif hint_seat in own_seats:  # only the page that requested the hint
            self._publish(scene, [hint_seat])
        if lesson is None and (has_changed or self._read != before):
            self.party.translate(partial(scene.phone_seats.public_in, self.is_away))
        return has_news or bool(cheers)

    def _set_match_language(self, scene: PartyMatch, seat: int, number: int) -> None:
        """Set the language of a seat in a match: the one of the person with this party number."""
        assert self.party is not None
        scene.phone_seats.set_language(seat, self.party.person(number).language)

    def _handle_absence(self, scene: PartyMatch | None) -> None:
        """Clear pending updates. Phones that were shown a match wait for the next one as in a lobby."""
        is_current = self._sent_state is None and self._sent_version == self.steering.version
        is_current, self._stale = is_current and not self._stale, False
        if scene is not None:
            scene.phone_seats.forget()
        if self.party is None or is_current:
            return
        # Cleared, so that the same match is sent in full if it returns.
        self._sent_state = self._playing = None
        self._sent_version = self.steering.version
        self._classroom.wait(self.party, self._phone_state)

    @property
    def party_match(self) -> PartyMatch | None:
        """Topmost scene in which phones take part, None if there is none. Looked-up matches do not count."""
        scenes = reversed(self._stage.scenes.scenes)
        return next((scene for scene in scenes if scene.is_match and not scene.is_looked_up), None)

    def _publish(self, scene: PartyMatch, seats: Sequence[int]) -> None:
        """Offer the match's seats; send states to ``seats`` and waiting phones. In a lesson offer nothing."""
        assert self.party is not None
        match, lesson = scene.match, scene.phone_seats.lesson
        self._pages.serve(self.party, match.session.game, match.session.options)
        if lesson is not None:
            self._classroom.wait(self.party, self._phone_state, lesson.pupil)
            scene.phone_seats.publish_to(
                SinglePhonePublisher(self.party, lesson.pupil), [lesson.learner], self.is_away
            )
            return
        if not scene.phone_seats.lobby_waits:
            self._classroom.lobby = None
        if not scene.phone_seats.watches_only:
            names, held_seats = [seat.name for seat in match.seats], self.party.held_seats
            bots_give_way = scene.phone_seats.bots_give_way and not match.is_over
            spare = (
                scene.phone_seats.bots_give_way and match.is_over and any(seat.is_bot for seat in match.seats)
            )
            places = []
            for number, seat in enumerate(match.seats):
                is_bot = bots_give_way and seat.is_bot and not seat.device
                is_free, name = is_bot or (seat.device == PHONE and number not in held_seats), seat.name
                if is_free and self.has_held(number):
                    # The old player has left, so an unnamed new player must not get their name.
                    name = house_name(names, HOUSE_NAMES[number % len(HOUSE_NAMES)])
                places.append(SeatInfo(number, name, seat.look, is_free, bot=is_bot))
            title = _(find_game(match.session.game).info.title)
            self.party.offer(places, title, deals=match.has_secrets, between=spare)
        scene.phone_seats.publish_to(ControlPublisher(self.party, self._phone_state), seats, self.is_away)
        seat_states = [{"name": seat.name, "look": seat.look} for seat in match.seats]
        tell_bench(
            self.party,
            self._phone_state,
            {**NO_LOBBY, "title": _(find_game(match.session.game).info.title), "seats": seat_states},
        )

    # Actions of phones.

    def _handle_news(self, scene: PartyMatch, news: News) -> None:
        """Handle news of a phone during a match, and answer its action."""
        assert self.party is not None
        if scene.phone_seats.lesson is not None:
            self._handle_lesson_news(scene.phone_seats.lesson, scene, news)
            return
        if isinstance(news, SeatMessage) and news.seat >= FIRST_BENCH:
            self.answer(news, lambda: _("You can't do that now."))
            self.mark_changed()
            return
        if scene.phone_seats.lobby_waits:
            self._classroom.overhear(news)
        # Sent from the lobby, or for a match with more seats, just before this one started.
        if news.seat >= len(scene.match.seats) and not scene.phone_seats.watches_only:
            return
        match news:
            case SeatMessage(seat, _number, words):
                self.answer(news, partial(scene.phone_seats.handle_phone, seat, words, self._stage.now))
                if words["do"] in ("hint", "react"):
                    return  # no effect on other phones
            case PhoneJoined(seat, name):
                self._dropped_at_ms.pop(seat, None)
                self._set_match_language(scene, seat, seat)
                scene.attendance.phone_there(seat, name or self.party.person(seat).name)
            case PhoneReconnected(seat):
                self._dropped_at_ms.pop(seat, None)
                scene.attendance.phone_there(seat)
            case LanguageChanged(seat, language):
                self.party.speaks(seat, language)
                scene.phone_seats.set_language(seat, language)
            case PhoneLeft(seat):
                self._dropped_at_ms[seat] = self._stage.now
                scene.attendance.phone_gone(seat)
            case PhoneDisconnected(seat):  # reported only after a moment without a reconnection
                self._dropped_at_ms[seat] = self._stage.now
        self.mark_changed()

    def _handle_lesson_news(self, lesson: PhoneExercise, scene: PartyMatch, news: News) -> None:
        """Handle news during a lesson on one phone. News of other phones are kept for the lobby."""
        assert self.party is not None
        self._classroom.overhear(news)
        is_pupil = news.seat == lesson.pupil
        match news:
            case SeatMessage(seat, number, words):
                refusal = _("You can't do that now.")
                if is_pupil:
                    refusal = scene.phone_seats.handle_phone(lesson.learner, words, self._stage.now)
                self.party.answer(seat, number, refusal)
            case LanguageChanged(seat, language):
                self.party.speaks(seat, language)
                if is_pupil:
                    scene.phone_seats.set_language(lesson.learner, language)
            case PhoneLeft() if is_pupil:
                lesson.on_phone_left()
            case PhoneDisconnected(seat):
                self._dropped_at_ms[seat] = self._stage.now
                if is_pupil:
                    scene.attendance.phone_gone(lesson.learner)
            case PhoneReconnected(seat) | PhoneJoined(seat):
                self._dropped_at_ms.pop(seat, None)
                if is_pupil:
                    scene.attendance.phone_there(lesson.learner)
        self.mark_changed()
