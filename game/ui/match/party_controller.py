"""The party of the window: opened and closed here, from the lobby to the last match.

`PartyController` stands between the `Party` and the screens. What the phones of a match are told, and what
they do there, is the affair of its `PhoneMatch`. Nothing of the server is loaded before a party is opened.

`PageAssets` are what phones load: the page of the game, and its words in the language of the window.
What phones decide between matches is gathered from the screens and carried out here; see `PhoneControl`.
`LobbyExercises` is what the phones of a lobby show while one of them learns: the others wait as before, and
miss nothing.
"""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from game.bots.worker import Worker
from game.core.discovery import find_game, game_slugs, phone_page, players_text
from game.core.options import Options
from game.i18n import _, current_language, elided, forms, in_language, languages, own_name, plural_rule
from game.match.achievements import AchievementService
from game.match.match import Match
from game.match.phone_control import PhoneAction, PhoneControl
from game.match.phone_exercise import PhoneExercise
from game.match.phone_seats import PhoneMatch, PhonePublisher
from game.match.profiles import RateLimiter
from game.match.seats import HOUSE_NAMES, PHONE, house_name
from game.match.timeouts import SECOND
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
from game.party.registry import NO_SEAT, STRANGER, Participant, SeatClaim, SeatInfo
from game.party.relay_invite import RELAY, RELAY_OFF, RelayAddress, RelayStatus, SasPrompt, read_relay
from game.store.settings import Settings
from game.ui.art.first_page import LINES, page_of
from game.ui.art.icons import emblem
from game.ui.art.knits import KNITS
from game.ui.art.pieces import served
from game.ui.art.puppets import BOX, cap_drawing
from game.ui.art.socks import emblem_drawing


class AttendanceListener(Protocol):
    """Whoever is told which phones have gone and come: of a match, a film, a race."""

    def phone_gone(self, seat: int) -> None:
        """The phone of a seat cannot be reached."""

    def phone_there(self, seat: int, name: str = "") -> None:
        """The phone of a seat is there, perhaps of somebody of this name who sits down now."""


class PartyMatch(Protocol):
    """A scene that phones play at: a match, a film, a race."""

    match: Match
    phone_seats: PhoneMatch

    @property
    def attendance(self) -> AttendanceListener: ...

    def save(self) -> None:
        """Write down where it stands, with its phones, where it is kept at all."""


class PartyHost(Protocol):
    """What of the program a party needs, which holds it: `AppContext` is it."""

    settings: Settings
    socks: AchievementService
    scenes: Any
    stores: Any

    @property
    def now(self) -> float:
        """The time in ms."""

    def worker(self) -> Worker:
        """A process beside the window."""

    def open(self, name: str, *arguments: Any, then: Callable[[Any], None] | None = None) -> None:
        """Push one of the named screens, made of these arguments."""


_TEXTS = re.compile(r'\bt\(\s*"((?:[^"\\]|\\.)*)"')
_COUNTED = re.compile(r'\bcounted\(\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"')
"""The texts of a page, as they stand in its modules, and those that go with a number."""


class PageAssets:
    """Has a party serve what its phones need, each thing once."""

    def __init__(self, stage: PartyHost) -> None:
        self._stage = stage
        self._served: tuple[str, str, Options | None] = "", "", None
        """The game, the language of the window, and the house rules of the match."""
        self._lines: dict[str, Sequence[bytes]] = {}
        """The pictures of the lines of rules that have been drawn, by game."""
        self._drawing: Worker | None = None
        """Draws those of the game that is served."""

    def open(self, party: Party) -> None:
        """A party opens: the words of its first page, the picture for home screens, every cap and sock."""
        party.serve("icon.png", emblem())
        for slug in game_slugs():
            party.serve(f"{slug}.emblem.svg", emblem_drawing(slug).encode())
        for name in KNITS:
            party.serve(f"cap-{name}.svg", cap_drawing(name, BOX).encode())
        self._translate(party, "")

    def close(self) -> None:
        self._served = "", "", None
        if self._drawing is not None:
            self._drawing.close()
            self._drawing = None

    def turn(self, party: Party) -> None:
        """Serve the pictures of the rules once they are drawn."""
        answer = self._drawing.answer() if self._drawing is not None else None
        if answer is not None and self._drawing is not None:
            self._drawing.close()
            self._drawing = None
            if not answer.error:
                self._lines[self._served[0]] = answer.value
                self._illustrate(party, self._served[0])

    def serve(self, party: Party, game: str, options: Options | None = None) -> None:
        """Serve the page of a game, and its rules by these house rules or the usual ones."""
        # The language too: the words that go along with a page are in that of the window.
        before, now = self._served, (game, current_language(), options)
        if before == now:
            return
        if before[:2] == now[:2]:
            self._served = now
            if game in self._lines:
                self._illustrate(party, game)
            return
        self.close()
        self._served = now
        page = phone_page(game)
        party.serve(f"{game}.js", minify(page))
        for name, svg in served(game).items():
            party.serve(name, svg)
        self._translate(party, page)
        if game in self._lines:
            self._illustrate(party, game)
            return
        for code in languages():
            party.serve(f"{game}.{code}.md", players_text(game, code).encode())
        if find_game(game).has("first_page"):
            # Beside the window: a match begins in this very moment, and nobody reads rules in it.
            self._drawing = self._stage.worker()
            self._drawing.ask(LINES, game)

    def _illustrate(self, party: Party, game: str) -> None:
        for number, picture in enumerate(self._lines[game]):
            party.serve(f"{game}.line{number}.png", picture)
        for code in languages():  # a page never asks for what is not there yet
            party.serve(f"{game}.{code}.md", _rules(game, code, self._served[2]).encode())

    def _translate(self, party: Party, page: str) -> None:
        """Have the texts of the page ready, in the language of the window and in every other."""
        party.serve("words.json", _words(page, current_language()))
        for code in languages():
            party.serve(f"words.{code}.json", _words(page, code))


def _rules(game: str, language: str, options: Options | None) -> str:
    """The rules as phones read them: five lines, each with its picture, above the text."""
    text = players_text(game, language)
    if not find_game(game).has("first_page"):
        return text
    with in_language(language):
        page = page_of(game, options)
        facts = f"**{page.wins}** **{page.length}**"
    lines = "\n".join(f"- ![]({game}.line{n}.png){line.words}" for n, line in enumerate(page.lines))
    return f"{facts}\n\n{lines}\n\n{text}"


@functools.lru_cache(maxsize=64)  # the lobby and six games in a handful of languages
def _words(page: str, language: str) -> bytes:
    """The texts of the page of a game in a language, as they are sent."""
    # Read from the modules themselves, so that no list of them can be forgotten.
    modules = [_said(source) for source in (page, *sources())]
    texts = {text for plain, _counted in modules for text in plain}
    numbers = {pair for _plain, counted in modules for pair in counted}
    with in_language(language):
        # What is said alike is left out: a page falls back to the text itself, and loads so much less.
        told: dict[str, object] = {text: _(text) for text in sorted(texts) if _(text) != text}
        told |= {pair[0]: forms(*pair) for pair in sorted(numbers) if forms(*pair) != list(pair)}
        told |= {
            "@plural": plural_rule(),
            "@elided": elided(),
            "@lang": language,
            "@languages": [[code, own_name(code)] for code in languages()],
        }
    return json.dumps(told, ensure_ascii=False).encode()


@functools.lru_cache(maxsize=64)  # each of them is asked for in every language
def _said(source: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The texts of a module of the page, and those that go with a number."""
    return _TEXTS.findall(source), _COUNTED.findall(source)


class SinglePhonePublisher(PhonePublisher):
    """Sends what the learner's seat is told to their phone, which has another number in the lobby."""

    def __init__(self, party: Party, pupil: int) -> None:
        self._party, self._pupil = party, pupil

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self._party.publish(self._pupil, state, events)

    @property
    def watchers(self) -> Sequence[str]:
        """None: those who only watch see the big screen."""
        return ()

    def show(self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Nobody is told."""


class ControlPublisher(PhonePublisher):
    """Tells each phone of a match besides what it can decide."""

    def __init__(self, party: Party, own: Callable[[int], Mapping[str, Any]]) -> None:
        self._party, self._own = party, own

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self._party.publish(seat, {**state, **self._own(seat)}, events)

    @property
    def watchers(self) -> Sequence[str]:
        return self._party.watchers

    def show(self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self._party.show(state, events)


NO_LOBBY: Mapping[str, Any] = {"lobby": True, "title": "", "seat": None, "seats": []}
"""What those are told of a lobby for whom there is none."""


def tell_bench(party: Party, own: Callable[[int], Mapping[str, Any]], told: Mapping[str, Any]) -> None:
    """Tell those who wait for a seat what they can decide, besides what everybody may know."""
    for number in party.bench:
        party.publish(number, {**told, **own(number)})


class LobbyExercises:
    """What phones of a lobby show meanwhile, and what they have done.

    Attributes:
        lobby: what they were told last, and the number of each seat there; none once a match is played.
    """

    def __init__(self) -> None:
        self.lobby: tuple[dict[str, Any], Mapping[int, int]] | None = None
        self._news: list[News] = []

    def overhear(self, news: News) -> None:
        """Somebody has come or gone: the lobby has to know."""
        if isinstance(news, PhoneJoined | PhoneLeft):
            self._news.append(news)

    def come_out(self) -> list[News]:
        """What the lobby has not heard yet."""
        news, self._news = self._news, []
        return news

    def wait(
        self, party: Party, own: Callable[[int | None], Mapping[str, Any]], pupil: int | None = None
    ) -> None:
        """Tell all phones how the lobby stands, and each its own, but that of the learner."""
        told, numbers = self.lobby or (NO_LOBBY, None)
        party.show({**told, **own(None)})
        tell_bench(party, own, told)
        for seat in party.held:
            number = 0 if numbers is None else numbers.get(seat)
            if seat != pupil and number is not None:
                party.publish(seat, {**told, "seat": number, **own(seat)})


GRACE = 8000.0
"""Milliseconds that phones have to come back after a party has opened."""
REMOTE = "remote"
"""What a phone says that hands the host's remote to another."""
BLINK = 1000.0
"""Milliseconds that a phone may be gone before anything is made of it: its page may just be loaded anew."""


class PhoneOwner(Protocol):
    """Whoever has the phones in the place of a match or a lobby, as a hall with many tables."""

    def turn(self) -> bool:
        """Take in what phones have done, and tell them; whether anybody has done something."""

    def due(self) -> Iterable[float]:
        """When it has something to do though nothing happens, in ms."""

    @property
    def owes(self) -> bool:
        """Whether a phone has still to be told of something."""

    @property
    def mark(self) -> str:
        """What is written over every screen while it has the phones; empty for nothing."""

    def closed(self) -> None:
        """The party is over, as with the window."""


class PartyController:
    """The party of this window, while there is one."""

    def __init__(self, stage: PartyHost, wake: Callable[[], None] = lambda: None) -> None:
        """Make the hub; ``wake`` is called from other threads when there is something to take in."""
        self._stage = stage
        self._wake = wake
        self.party: Party | None = None
        self._pages = PageAssets(stage)
        self._classroom = LobbyExercises()
        self.tunnel: PublicAddress | None = None
        """The public address of this start of the program, which goes before that of the settings."""
        self.guest: PhoneOwner | None = None
        """Whoever has the phones in the place of a match or a lobby."""
        self._playing: PartyMatch | None = None
        """The match that phones were shown last."""
        self._matches = 0
        self._shown: object = None
        self._stale = False
        self._opened = 0.0
        self._dropped: dict[int, float] = {}
        self._read: tuple[str, ...] = ()
        """What those who watch read."""
        self._door: tuple[JoinInfo, RelayStatus] = NO_JOIN_INFO, RELAY_OFF
        self._asked: SeatClaim | None = None
        """What the host was asked last: whose seat that is."""
        self._faults: set[type[Exception]] = set()
        """The types of faults that were shown."""
        self._compared: SasPrompt | None = None
        """Whose socks the host was shown last."""
        self.steering = PhoneControl()
        self._steered = 0
        """What phones of a lobby were told of it last."""
        self._hands = RateLimiter(each=4, span=5000.0)

    # Opening and closing.

    @property
    def is_open(self) -> bool:
        return self.party is not None and self.party.is_open

    @property
    def front(self) -> PartyStatus:
        return PartyStatus() if self.party is None else self.party.front

    @property
    def state(self) -> PartyState:
        return self.front.state

    @property
    def public(self) -> PublicAddress | None:
        """Where guests elsewhere find a party; `None` where that is not to be."""
        kept = self._stage.settings
        return self.tunnel or read_public(kept.public, kept.forwarded)

    @property
    def relay(self) -> RelayAddress | None:
        """Which computer passes messages on to friends elsewhere; `None` where nobody has named one."""
        return read_relay(os.environ.get(RELAY) or self._stage.settings.relay)

    def befriend(self, *, on: bool) -> None:
        """Let friends elsewhere in by the relay, or no more; see `Party.befriend`."""
        if self.party is not None:
            self.party.befriend(on=on, relay=self._stage.settings.relay)

    def is_far(self, seat: int | None) -> bool:
        """Whether the phone of a seat is elsewhere."""
        return self.party is not None and self.party.is_far(seat)

    def expose(self) -> None:
        """Another public address was chosen."""
        self.tunnel = None
        if self.party is not None:
            self.party.expose(self.public)

    def open(self, kept: object = None, port: int | None = None, host: str | None = None) -> Party:
        """Open the party, if it is not; returns at once, see `Party.state`.

        Args:
            kept: what `kept` gave, where phones of an earlier party are to come back.
            port: where to listen, see `Party.open`.
            host: and at which address.
        """
        if self.party is None:
            self.party = Party(self._wake)
        if kept is not None:
            self.party.recall(kept)
            # Whoever dropped out of the party before has the grace of this one.
            self._dropped.clear()
            self._opened = self._stage.now
        if self.party.state not in (PartyState.OPENING, PartyState.OPEN):
            self._opened = self._stage.now
            self._pages.open(self.party)
            self.party.expose(self.public)
            self.party.open(port, host)
        return self.party

    def close(self, seconds: float = 0.0, *, over: bool = False) -> None:
        """Tell the phones and stop listening; see `Party.close`."""
        if self.party is not None:
            self.party.close(seconds, over=over)
            self.party = None
        if self.playing is not None:
            self.playing.phone_seats.close()
        self._pages.close()
        guest, self.guest = self.guest, None
        if guest is not None:
            guest.closed()
        self._shown = self._asked = self._compared = None
        self._dropped.clear()
        self._classroom = LobbyExercises()
        self.steering = PhoneControl()

    def host(self, guest: PhoneOwner, game: str) -> None:
        """Have a guest look after the phones of the party, until that is closed; their page is the game's."""
        assert self.party is not None
        self.guest = guest
        self._pages.serve(self.party, game)

    def kept(self) -> dict[str, Any]:
        """What is saved beside a match, so that its phones come back by themselves."""
        return self.party.kept() if self.party is not None else {}

    # The lobby.

    def poll(self) -> list[News]:
        """What phones have done; for the lobby, as a match takes it in by itself."""
        if self.party is None:
            return []
        self.party.heard()  # nobody cheers an empty table
        heard = [*self._classroom.come_out(), *self.party.poll()]
        for news in heard:
            if isinstance(news, LanguageChanged):
                self.party.speaks(news.seat, news.language)
        left: list[News] = [news for news in heard if not isinstance(news, LanguageChanged)]
        if len(left) < len(heard):
            self._classroom.wait(self.party, self._own)  # what can be decided is told in words
        return left

    def answer(self, message: SeatMessage, do: Callable[[], str]) -> None:
        """Do what a phone in the lobby asks for, and answer it in its language."""
        if self.party is None:
            return
        language = self.party.person(message.seat).language
        with in_language(language if language in languages() else ""):
            refused = self._steer(message.seat, message.words)
            refused = do() if refused is None else refused
        self.party.answer(message.seat, message.number, refused)

    def gather(
        self,
        title: str,
        places: Sequence[SeatInfo],
        game: str = "",
        worn: Sequence[int] = (),
        words: str = "",
        options: Options | None = None,
    ) -> None:
        """Offer the free seats of a lobby, and have phones that hold one wait; call it on every change.

        ``game`` is empty where that is not known; ``worn`` are the looks of those that are taken; ``words``
        say why it does not go on; ``options`` are the house rules chosen so far.
        """
        if self.party is None:
            return
        if game:
            self._pages.serve(self.party, game, options)
        self.party.offer(places, title)
        worn_by = self._stage.socks.knit_worn
        # A bot wears no sock, though somebody may be called like it who has one.
        seats = [{"name": p.name, "look": p.look, "sock": "" if p.free else worn_by(p.name)} for p in places]
        told = {"lobby": True, "game": game, "title": title, "seat": None, "seats": seats, "worn": list(worn)}
        told |= {"words": words} if words else {}
        self._classroom.lobby = told, {place.seat: number for number, place in enumerate(places)}
        self._classroom.wait(self.party, self._own)

    def part(self) -> None:
        """The evening is over: phones are told who has won what, also those that wait for a seat."""
        if self.party is None:
            return
        self.steering.parted = True
        self._classroom.lobby = None
        self._classroom.wait(self.party, self._own)

    def holds(self, seat: int) -> bool:
        return self.party is not None and seat in self.party.held

    def person(self, seat: int) -> Participant:
        """Whose phone has this seat."""
        return self.party.person(seat) if self.party is not None else STRANGER

    def had(self, seat: int) -> bool:
        """Whether a phone has had this seat since the seats were numbered, and perhaps has it still."""
        return self.party is not None and self.party.had(seat)

    def is_there(self, seat: int) -> bool:
        return self.party is not None and self.party.is_there(seat)

    def is_away(self, seat: int) -> bool:
        """Whether a phone that was there is gone for more than a blink, or has not come in time."""
        now = self._stage.now
        # One that was never seen to go has not come back yet since the party opened: it has longer.
        gone = now - self._dropped[seat] >= BLINK if seat in self._dropped else now - self._opened >= GRACE
        return gone and not self.is_there(seat)

    # What phones decide between matches.

    @property
    def remote(self) -> int | None:
        """The seat of the host's remote, if a phone has that part."""
        return self.party.remote if self.party is not None else None

    def appoint(self, seat: int | None) -> None:
        """Make the phone of a seat the host's remote, or none."""
        if self.party is not None:
            self.party.appoint(seat)
            if self.playing is not None:
                self.playing.save()  # the next move may be long in coming

    def _decisions(self) -> tuple[object, tuple[PhoneAction, ...]]:
        """What can be decided now, and about what: of the screens down to the match that phones play at."""
        found, of = list[PhoneAction](), None
        for scene in reversed(self._stage.scenes.scenes if self.guest is None else []):
            some = scene.decisions()
            found, of = [*found, *some], scene if some else of
            if scene.is_match and not scene.is_looked_up and not scene.phone_seats.watches_only:
                break
        return of, tuple(found)

    def voices(self, *keys: str) -> tuple[int, ...]:
        """The knitting of those who are for one of these; see `PhoneControl.voices`."""
        if self.party is None:
            return ()
        found = [self.party.place(n) or self.party.person(n) for n in self.steering.voices(*keys)]
        return tuple(one.look for one in found if one.look >= 0)

    def _decide(self) -> None:
        """Carry out what phones have decided; of what can be decided then they hear in this turn too."""
        while (do := self._decided()) is not None:
            do()

    def _decided(self) -> Callable[[], object] | None:
        party = self.party
        if party is None:
            return None
        voters = [*party.held, *party.bench]
        there = [seat for seat in voters if self.is_there(seat)]
        of, decisions = self._decisions()
        return self.steering.turn(of, decisions, voters, there, party.remote, self._stage.now)

    def _steer(self, seat: int, words: Mapping[str, Any]) -> str | None:
        """What a phone says about what is decided; a sentence where it is refused, `None` for other words."""
        if words["do"] == REMOTE:
            return self._hand_on(seat, words.get("seat"))
        return self.steering.do(seat, words, self._stage.now) if self.steering.takes(words) else None

    def _hand_on(self, seat: int, heir: object) -> str:
        if not self._hands.allows(seat, self._stage.now):
            return _("Not so fast.")
        # Its very type: `isinstance` takes JSON's true for a number.
        known = type(heir) is int and self.holds(heir)
        if seat != self.remote or not (known or heir is None):
            return _("That cannot be done now.")
        self.appoint(heir if isinstance(heir, int) else None)
        return ""

    def _own(self, seat: int | None) -> dict[str, Any]:
        """What a phone is told of what it can decide, and at the end how the evening was."""
        language = "" if seat is None or self.party is None else self.party.person(seat).language
        with in_language(language if language in languages() else ""):
            told: dict[str, Any] = {}
            if self.steering.parted:
                told["farewell"] = self.steering.farewell()
            elif seat is not None:
                told["steer"] = self.steering.told(seat, self._stage.now)
                bench = self.party.bench if self.party is not None else []
                if bench and told["steer"] is not None:
                    told["bench"] = {number: self.person(number).look for number in bench}
                if seat == self.remote:
                    told["heirs"] = [
                        other for other in (self.party.held if self.party else []) if other != seat
                    ]
            return told

    # The match.

    def changed(self) -> None:
        """What phones show has changed otherwise, as a half-built turn; they are told in this turn."""
        self._stale = True

    def turn(self) -> bool:
        """Called in every turn of the loop: take in what phones have done, and tell them what has changed.

        Returns whether anybody has done something on a phone.
        """
        self._look_at_faults()
        self._look_at_door()
        self._look_at_socks()
        self._decide()
        if self.party is not None:
            self._pages.turn(self.party)
        scene = self.playing
        if self.guest is not None:
            return self.guest.turn()
        self._look_at_claims()
        if self.party is None or scene is None:
            self._left_alone(scene)
            return False
        # In one parcel: each waking of the server's thread costs a moment.
        with self.party.together():
            return self._pass_on(scene)

    def _look_at_faults(self) -> None:
        """Show where the report of a fault is, once for each type of error."""
        while self.party is not None and self.party.faults:
            error = self.party.faults.popleft()
            if type(error) not in self._faults:
                self._faults.add(type(error))
                record = None if self.playing is None else self.playing.match.session.record()
                self._stage.open("fault", error, record, self._stage.stores.folder)

    def _look_at_door(self) -> None:
        """Whatever shows where phones find the party is drawn anew when that has changed."""
        front = self.front
        if (front.door, front.far) != self._door:
            self._door = front.door, front.far
            for scene in self._stage.scenes.scenes:
                scene.stale = True

    def _look_at_claims(self) -> None:
        """Somebody says that a seat was theirs: whoever sees the big screen knows whether that is so."""
        claims = self.party.claims if self.party is not None else ()
        if self.party is None or self._asked in claims:
            return
        self._asked = next(iter(claims), None)
        if self._asked is not None:
            party, seat = self.party, self._asked.seat

            def answered(answer: int | None) -> None:
                if answer is not None:
                    party.decide(seat, admitted=answer == 0)

            self._stage.open("claim", party, self._asked, then=answered)

    def _look_at_socks(self) -> None:
        """Somebody elsewhere has typed the number: whoever talks to them knows which socks they see."""
        party = self.party
        asks = party.front.far.asks if party is not None else ()
        if party is None or self._compared in asks:
            return
        self._compared = asked = next(iter(asks), None)
        if asked is not None:

            def answered(answer: int | None) -> None:
                if answer is not None:
                    party.match_socks(asked.number, admitted=answer == 0)

            self._stage.open("socks", party, asked, then=answered)

    @property
    def owes(self) -> bool:
        """Whether phones have still to be told of something; the next turn does it."""
        if self.guest is not None:
            return self.guest.owes
        scene = self.playing if self.party is not None else None
        owes = self._stale or self.steering.owes or (scene is not None and scene.phone_seats.owes)
        return self.party is not None and owes

    def due(self) -> Iterator[float]:
        """When phones that are gone are found to be away, in ms; some of it may be past."""
        if self.guest is not None:
            yield from self.guest.due()
        elif self.party is not None:
            yield self._opened + GRACE
            yield from (since + BLINK for since in self._dropped.values())
            yield from self._playing.phone_seats.due() if self._playing is not None else ()
            if self.steering.passed is not None:
                ends = self.steering.passed[1]
                yield ends - SECOND * max(0, (ends - self._stage.now) // SECOND)

    def _pass_on(self, scene: PartyMatch) -> bool:
        assert self.party is not None
        heard = False
        while (news := self.party.next_news()) is not None:
            self._take(scene, news)
            heard = True
            if self.playing is not scene:
                # It has put another in its place, whose affair the rest is.
                self.changed()
                return True
        scene.phone_seats.attend(self._stage.now)
        lesson = scene.phone_seats.lesson
        cheers = self.party.heard()
        scene.phone_seats.audience.attend(self.party.watchers)
        for cheer in cheers:
            scene.phone_seats.audience.do(cheer.watcher, cheer.words, self._stage.now)
        if lesson is None and not scene.phone_seats.watches_only:
            seats = scene.match.seats
            places = {
                seat: self.party.place(seat)
                for seat in self.party.held
                if seat >= len(seats) or seats[seat].device != PHONE
            }
            # A bot's may just have been taken at the door: of that the next news tells.
            gone = [seat for seat, place in places.items() if place is None or not place.bot]
            if gone and scene is not self._playing:
                # Another match has come on the screen than that of these phones: they wait for the next one.
                self.party.reseat({seat: seat for seat in self.party.held if seat not in gone})
            else:  # the host has given a seat to something else than its phone
                for seat in gone:
                    self.party.remove(seat)
        # Another number: pages forget what they kept of the match before.
        if scene is not self._playing:
            self._playing, self._matches = scene, self._matches + 1
            scene.phone_seats.number = self._matches
            for seat in self.party.held:
                if lesson is None or seat == lesson.pupil:
                    self._teach(scene, seat if lesson is None else lesson.learner, seat)
        mine = tuple(self.party.held)
        there = tuple((self.is_there(seat), self.is_away(seat)) for seat in mine)
        before, self._read = self._read, self.party.languages
        # All that any phone can show: compared in each turn, so that nothing is sent while nothing changes.
        now = (
            scene, scene.phone_seats.version, self.steering.version, mine, there, tuple(self.party.bench),
            bool(self.party.watchers), self._stage.settings,
        )  # fmt: skip
        hinted = scene.phone_seats.hints.attend()
        new = now != self._shown or scene.phone_seats.owes or self._stale
        if new:
            self._shown, self._stale = now, False
            self._publish(scene, mine)
        elif hinted in mine:  # the page of whoever asked, and no other
            self._publish(scene, [hinted])
        if lesson is None and (new or self._read != before):
            self.party.translate(partial(scene.phone_seats.public_in, self.is_away))
        return heard or bool(cheers)

    def _teach(self, scene: PartyMatch, seat: int, number: int) -> None:
        """A match learns what whoever has this number in the party reads, who has this seat in it."""
        assert self.party is not None
        scene.phone_seats.speak(seat, self.party.person(number).language)

    def _left_alone(self, scene: PartyMatch | None) -> None:
        """There are no phones, or no match is on the screen: phones that were in one wait for the next."""
        self._stale = False
        if scene is not None:
            scene.phone_seats.forget()
        if self.party is None or (self._shown is None and self._steered == self.steering.version):
            return
        # Forgotten, so that the same match is told in full if it comes back.
        self._shown = self._playing = None
        self._steered = self.steering.version
        self._classroom.wait(self.party, self._own)

    @property
    def playing(self) -> PartyMatch | None:
        """The match that phones play at, or the film over it; one that is only looked up is none."""
        scenes = reversed(self._stage.scenes.scenes)
        return next((scene for scene in scenes if scene.is_match and not scene.is_looked_up), None)

    def _publish(self, scene: PartyMatch, seats: Sequence[int]) -> None:
        assert self.party is not None
        match, lesson = scene.match, scene.phone_seats.lesson
        self._pages.serve(self.party, match.session.game, match.session.options)
        if lesson is not None:
            self._classroom.wait(self.party, self._own, lesson.pupil)
            scene.phone_seats.tell(
                SinglePhonePublisher(self.party, lesson.pupil), [lesson.learner], self.is_away
            )
            return
        if not scene.phone_seats.lobby_waits:
            self._classroom.lobby = None
        if not scene.phone_seats.watches_only:
            names, held = [seat.name for seat in match.seats], self.party.held
            gives_way = scene.phone_seats.bots_give_way and not match.is_over
            spare = (
                scene.phone_seats.bots_give_way and match.is_over and any(seat.is_bot for seat in match.seats)
            )
            places = []
            for number, seat in enumerate(match.seats):
                is_bot = gives_way and seat.is_bot and not seat.device
                is_free, name = is_bot or (seat.device == PHONE and number not in held), seat.name
                if is_free and self.had(number):
                    # Its name is that of somebody who has gone: who sits down and says none is not called so.
                    name = house_name(names, HOUSE_NAMES[number % len(HOUSE_NAMES)])
                places.append(SeatInfo(number, name, seat.look, is_free, bot=is_bot))
            title = _(find_game(match.session.game).info.title)
            self.party.offer(places, title, deals=match.has_secrets, between=spare)
        scene.phone_seats.tell(ControlPublisher(self.party, self._own), seats, self.is_away)
        told = [{"name": seat.name, "look": seat.look} for seat in match.seats]
        tell_bench(
            self.party,
            self._own,
            {**NO_LOBBY, "title": _(find_game(match.session.game).info.title), "seats": told},
        )

    # What phones do.

    def _take(self, scene: PartyMatch, news: News) -> None:
        assert self.party is not None
        if scene.phone_seats.lesson is not None:
            self._take_in_lesson(scene.phone_seats.lesson, scene, news)
            return
        if isinstance(news, SeatMessage) and news.seat >= NO_SEAT:
            self.answer(news, lambda: _("That cannot be done now."))
            self.changed()
            return
        if scene.phone_seats.lobby_waits:
            self._classroom.overhear(news)
        # Sent from the lobby, or for a match with more seats, just before this one began.
        if news.seat >= len(scene.match.seats) and not scene.phone_seats.watches_only:
            return
        match news:
            case SeatMessage(seat, _number, words):
                self.answer(news, partial(scene.phone_seats.do, seat, words, self._stage.now))
                if words["do"] in ("hint", "react"):
                    return  # which is no affair of the other phones
            case PhoneJoined(seat, name):
                self._dropped.pop(seat, None)
                self._teach(scene, seat, seat)
                scene.attendance.phone_there(seat, name or self.party.person(seat).name)
            case PhoneReconnected(seat):
                self._dropped.pop(seat, None)
                scene.attendance.phone_there(seat)
            case LanguageChanged(seat, language):
                self.party.speaks(seat, language)
                scene.phone_seats.speak(seat, language)
            case PhoneLeft(seat):
                self._dropped[seat] = self._stage.now
                scene.attendance.phone_gone(seat)
            case PhoneDisconnected(seat):  # told after a blink, where it is not back by then
                self._dropped[seat] = self._stage.now
        self.changed()

    def _take_in_lesson(self, lesson: PhoneExercise, scene: PartyMatch, news: News) -> None:
        """One phone learns; whatever the others do is an affair of the lobby, once that is there again."""
        assert self.party is not None
        self._classroom.overhear(news)
        mine = news.seat == lesson.pupil
        match news:
            case SeatMessage(seat, number, words):
                refused = _("That cannot be done now.")
                if mine:
                    refused = scene.phone_seats.do(lesson.learner, words, self._stage.now)
                self.party.answer(seat, number, refused)
            case LanguageChanged(seat, language):
                self.party.speaks(seat, language)
                if mine:
                    scene.phone_seats.speak(lesson.learner, language)
            case PhoneLeft() if mine:
                lesson.gone()
            case PhoneDisconnected(seat):
                self._dropped[seat] = self._stage.now
                if mine:
                    scene.attendance.phone_gone(lesson.learner)
            case PhoneReconnected(seat) | PhoneJoined(seat):
                self._dropped.pop(seat, None)
                if mine:
                    scene.attendance.phone_there(lesson.learner)
        self.changed()
