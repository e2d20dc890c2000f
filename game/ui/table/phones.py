"""Phones as hands: what each of them is told of the match, and what it may do there.

`Phones` stands between the `Party` and the screens. After each change every phone gets the observation of its
own seat, the events as its seat may know them, and nothing else. Nothing of the server is loaded before a
party is opened.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.contract import Event, IllegalMove, Refusal
from game.core.discovery import find, phone_page
from game.party.files import lean, sources
from game.party.messages import Dropped, Joined, Left, News, Returned, SeatMessage
from game.party.party import PORT, Party, PartyState
from game.party.registry import Place
from game.ui.table.choices import narrowed
from game.ui.table.party_match import PartyHost, PartyMatch
from game.ui.table.seats import PHONE
from game.ui.table.whispers import Whispers
from game.words import _

GRACE = 8000.0
"""Milliseconds that phones have to come back after a party has opened."""
BLINK = 1000.0
"""Milliseconds that a phone may be gone before anything is made of it: its page may just be loaded anew."""
BACKLOG = 12
"""So many shows may wait for a move from a phone; where there are more, the screen catches up at once."""
_TEXTS = re.compile(r'\bt\("((?:[^"\\]|\\.)*)"')
"""The texts of a page, as they stand in its modules."""


@dataclass(frozen=True, slots=True)
class PhoneQuestion:
    """Something that one phone is asked; answered with the number of an answer."""

    seat: int
    words: str
    answers: tuple[str, ...]
    then: Callable[[int], None]
    ply: int
    """After how many moves it was asked; the next one makes it void."""


class Phones:
    """The party of this window, while there is one."""

    def __init__(self, stage: PartyHost, wake: Callable[[], None] = lambda: None) -> None:
        """Make the hub; ``wake`` is called from other threads when there is something to take in."""
        self._stage = stage
        self._wake = wake
        self.party: Party | None = None
        self.question: PhoneQuestion | None = None
        self._events: list[tuple[Event, ...]] = []
        self._whispers = Whispers(stage)
        self._shown: object = None
        self._match_shown: object = None
        self._matches = 0
        """How many matches phones have been shown: a page forgets what it kept of the one before."""
        self._stale = False
        self._served = ""
        self._listed: tuple[object, list[str]] = None, []
        self._prefix: tuple[str, ...] = ()
        self._opened = 0.0
        self._dropped: dict[int, float] = {}

    # Opening and closing.

    @property
    def is_open(self) -> bool:
        """Whether phones can reach this window."""
        return self.party is not None and self.party.is_open

    @property
    def state(self) -> PartyState:
        """How far the party is."""
        return PartyState.CLOSED if self.party is None else self.party.state

    def open(self, kept: object = None, port: int = PORT, host: str | None = None) -> Party:
        """Open the party, if it is not; returns at once, see `Party.state`.

        Args:
            kept: what `kept` gave, where phones of an earlier party are to come back.
            port: where to listen; the next few are tried where it is taken.
            host: the address to listen at; `None` for that of the local network.
        """
        if self.party is None:
            self.party = Party(self._wake)
        if kept is not None:
            self.party.recall(kept)
            self._dropped.clear()
            self._opened = self._stage.now
        if self.party.state not in (PartyState.OPENING, PartyState.OPEN):
            self._opened = self._stage.now
            self._translate("")
            self.party.open(port, host)
        return self.party

    def close(self, seconds: float = 0.0) -> None:
        """Tell the phones and stop listening; see `Party.close`."""
        if self.party is not None:
            self.party.close(seconds)
            self.party = None
        self._whispers.close()
        self._shown = self.question = None
        self._served = ""
        self._dropped.clear()

    def kept(self) -> dict[str, Any]:
        """What is saved beside a match, so that its phones come back by themselves."""
        return self.party.kept() if self.party is not None else {}

    # The lobby.

    def poll(self) -> list[News]:
        """What phones have done; for the lobby, as a match takes it in by itself."""
        return self.party.poll() if self.party is not None else []

    def gather(self, title: str, places: Sequence[Place]) -> None:
        """Offer the free seats of a lobby, and have phones that hold one wait; call it on every change."""
        if self.party is None:
            return
        self.party.offer(places, title)
        seats = [{"name": place.name, "look": place.look} for place in places]
        numbers = {place.seat: number for number, place in enumerate(places)}
        for seat in self.party.held:
            if seat in numbers:
                self.party.publish(
                    seat, {"lobby": True, "title": title, "seat": numbers[seat], "seats": seats}
                )

    def holds(self, seat: int) -> bool:
        """Whether a phone has this seat, there or not."""
        return self.party is not None and seat in self.party.held

    def is_there(self, seat: int) -> bool:
        """Whether the phone of a seat can be reached now."""
        return self.party is not None and self.party.is_there(seat)

    def is_away(self, seat: int) -> bool:
        """Whether a phone that was there is gone for more than a blink, or has not come in time."""
        now = self._stage.now
        gone = now - self._dropped[seat] >= BLINK if seat in self._dropped else now - self._opened >= GRACE
        return gone and not self.is_there(seat)

    # The match.

    def happened(self, events: Sequence[Event]) -> None:
        """Something has happened in the match: the phones are told of it with the next state."""
        if self.party is not None and events:
            self._events.append(tuple(events))

    def changed(self) -> None:
        """What phones show has changed otherwise, as a half-built turn; they are told in this turn."""
        self._stale = True

    def ask(self, seat: int, words: str, answers: Sequence[str], then: Callable[[int], None]) -> bool:
        """Ask the person at a phone; whether it is there to be asked.

        Args:
            seat: who is asked.
            words: the question.
            answers: what can be answered.
            then: called with the number of the answer, unless a move was made meanwhile.
        """
        match = self._match()
        if match is None or not self.is_there(seat):
            return False
        self.question = PhoneQuestion(seat, words, tuple(answers), then, len(match.session.log))
        self.changed()
        return True

    def turn(self) -> bool:
        """Called in every turn of the loop: take in what phones have done, and tell them what has changed.

        Returns whether anybody has done something on a phone.
        """
        match = self._match() if self.party is not None else None
        if self.party is None or match is None:
            self._left_alone()
            return False
        with self.party.together():
            return self._pass_on(match)

    @property
    def owes(self) -> bool:
        """Whether phones have still to be told of something; the next turn does it."""
        return self.party is not None and (self._stale or bool(self._events))

    def due(self) -> Iterator[float]:
        """When phones that are gone are found to be away, in ms; some of it may be past."""
        if self.party is not None:
            yield self._opened + GRACE
            yield from (since + BLINK for since in self._dropped.values())

    def _pass_on(self, match: PartyMatch) -> bool:
        assert self.party is not None
        heard = self.party.poll()
        for news in heard:
            self._take(match, news)
        self._drop_strangers(match)
        if match is not self._match_shown:
            self._match_shown, self._matches = match, self._matches + 1
        ply = len(match.session.log)
        if self.question is not None and self.question.ply != ply:
            self.question = None
        mine = tuple(self.party.held)
        there = tuple((self.is_there(seat), self.is_away(seat)) for seat in mine)
        now = (match, ply, match.session.to_move, tuple(match.seats), match.conceded, match.message,
               self._is_waiting(match), mine, there,
               self._stage.settings)  # fmt: skip
        whispered = self._whispers.attend(match)
        if now != self._shown or self._events or self._stale:
            self._shown, self._stale = now, False
            self._publish(match, mine)
        elif whispered in mine:
            self._publish(match, [whispered])
        return bool(heard)

    def _drop_strangers(self, match: PartyMatch) -> None:
        """The host has given a seat to something else than its phone."""
        assert self.party is not None
        for seat in self.party.held:
            if seat >= len(match.seats) or match.seats[seat].device != PHONE:
                self.party.remove(seat)

    def _left_alone(self) -> None:
        """No match is on the screen: phones that were in one wait for the next."""
        self._events.clear()
        self._stale = False
        if self._shown is None or self.party is None:
            return
        self._shown = self._match_shown = None
        for seat in self.party.held:
            self.party.publish(seat, {"lobby": True, "title": "", "seat": 0, "seats": []})

    def _match(self) -> PartyMatch | None:
        scenes = self._stage.scenes.scenes
        return next((scene for scene in scenes if scene.is_match and not scene.is_looked_up), None)

    def _is_waiting(self, match: PartyMatch) -> bool:
        """Whether the match waits behind a menu on the big screen."""
        return self._stage.scenes.top is not match and match.person is None

    # What phones are told.

    def _publish(self, match: PartyMatch, seats: Sequence[int]) -> None:
        assert self.party is not None
        self._serve(match.session.game)
        happened, self._events = [event for events in self._events for event in events], []
        places = [Place(number, seat.name, seat.look, self._is_free(match, number))
                  for number, seat in enumerate(match.seats)]  # fmt: skip
        self.party.offer(places, _(find(match.session.game).info.title))
        shared = self._shared(match)
        for seat in seats:
            told = [match.session.redact(event, seat) for event in happened]
            events = [{"kind": e.kind, "seat": e.seat, "data": dict(e.data)} for e in told]
            self.party.publish(seat, shared | self._own(match, seat), events)

    def _is_free(self, match: PartyMatch, number: int) -> bool:
        seat = match.seats[number]
        return seat.device == PHONE and self.party is not None and number not in self.party.held

    def _shared(self, match: PartyMatch) -> dict[str, Any]:
        """What every phone is told: all of it stands on the big screen too."""
        session = match.session
        info = find(session.game).info
        over = session.outcome is not None or match.conceded is not None
        result = match.result() if over else None
        return {
            "lobby": False,
            "match": self._matches,
            "game": session.game,
            "title": _(info.title),
            "page": f"/play/{session.game}.js" if info.phone else "",
            "seats": [
                {
                    "name": seat.name,
                    "look": seat.look,
                    "bot": seat.is_bot,
                    "away": seat.device == PHONE and self.is_away(number),
                }
                for number, seat in enumerate(match.seats)
            ],
            "turn": session.to_move,
            "ply": len(session.log),
            "options": dict(session.options),
            "waiting": self._is_waiting(match),
            "over": result and {"winners": list(result.winners), "words": match.ending(result)},
            "still": self._stage.still,
            "text": self._stage.settings.text_size,
            "hints": self._whispers.allowed,
        }

    def _own(self, match: PartyMatch, seat: int) -> dict[str, Any]:
        """What this seat alone is told."""
        session = match.session
        mine = session.to_move == seat and match.conceded is None
        question = self.question if self.question is not None and self.question.seat == seat else None
        moves = self._offered(match, seat) if mine else {"moves": [], "prefix": [], "next": []}
        return moves | {
            "seat": seat,
            "seen": session.observe(seat),
            "undo": match.may_phone_undo(seat),
            "view": match.phone_view(seat),
            "hint": self._whispers.hint(match, seat),
            "ask": question and {"words": question.words, "answers": list(question.answers)},
        }

    def _offered(self, match: PartyMatch, seat: int) -> dict[str, Any]:
        """The legal moves, listed once a ply."""
        now = match, len(match.session.log), seat
        if self._listed[0] != now:
            self._listed = now, match.phone_moves(seat)
            self._prefix = ()
        return narrowed(self._listed[1], self._prefix)

    def _serve(self, game: str) -> None:
        """Have the page of the game ready, once."""
        key = f"{game} {self._stage.settings.language}"
        if self.party is not None and self._served != key:
            self._served = key
            page = phone_page(game)
            self.party.serve(f"{game}.js", lean(page))
            self._translate(page)

    def _translate(self, page: str) -> None:
        """Have the texts of the page ready in the language of the window."""
        assert self.party is not None
        texts = {text for source in (page, *sources()) for text in _TEXTS.findall(source)}
        told = {text: _(text) for text in sorted(texts) if _(text) != text}
        told["@lang"] = self._stage.settings.language.partition("_")[0] or "en"
        self.party.serve("words.json", json.dumps(told, ensure_ascii=False).encode())

    # What phones do.

    def _take(self, match: PartyMatch, news: News) -> None:
        assert self.party is not None
        if news.seat >= len(match.seats):
            return
        match news:
            case SeatMessage(seat, number, words):
                self.party.answer(seat, number, self._do(match, seat, words))
                if words["do"] == "hint":
                    return  # which is no affair of the other phones
            case Joined(seat) | Returned(seat):
                self._dropped.pop(seat, None)
                match.phone_there(seat)
            case Left(seat):
                self._dropped[seat] = self._stage.now
                match.phone_gone(seat)
            case Dropped(seat):  # told after a blink, where it is not back by then
                self._dropped[seat] = self._stage.now
        self.changed()

    def _do(self, match: PartyMatch, seat: int, words: Mapping[str, Any]) -> str:
        """Do what a phone asks for; a sentence where that is refused."""
        if match.conceded is not None or match.session.to_move is None:
            return _("The match is over.")
        if self._is_waiting(match):
            return _("The match is paused on the big screen.")
        match words["do"]:
            case "move":
                return self._move(match, seat, words)
            case "undo":
                if not match.may_phone_undo(seat):
                    return _("Your last move cannot be taken back now.")
                return self._undo(match)
            case "answer":
                return self._answer(seat, words)
            case "hint":
                return self._whispers.ask(match, seat)
            case "narrow" if match.session.to_move == seat:
                chosen = words.get("words")
                self._prefix = tuple(map(str, chosen)) if isinstance(chosen, list) else ()
                return ""
        match.catch_up(BACKLOG)
        return match.phone_act(seat, words)

    def _undo(self, match: PartyMatch) -> str:
        """Take the last move back, or ask whoever has to agree."""
        ply, match.message = len(match.session.log), ""
        match.undo()
        asked = self.question is not None or self._stage.scenes.top is not match
        return match.message if len(match.session.log) == ply and not asked else ""

    def _move(self, match: PartyMatch, seat: int, words: Mapping[str, Any]) -> str:
        move = words.get("move")
        if match.session.to_move != seat:
            return _("It is not your turn.")
        if words.get("ply") != len(match.session.log):
            return _("The table has changed; look again.")
        try:
            refusal: Refusal | None = match.session.refusal(move)  # type: ignore[arg-type]
        except ValueError:
            return _("That is no move here.")
        if refusal is not None:
            return match.explain(IllegalMove(str(move), refusal))
        match.catch_up(BACKLOG)
        match.play(str(move))
        return ""

    def _answer(self, seat: int, words: Mapping[str, Any]) -> str:
        question, number = self.question, words.get("number")
        if question is None or question.seat != seat or type(number) is not int:
            return _("Nothing is asked any more.")
        if not 0 <= number < len(question.answers):
            return _("That is no answer.")
        self.question = None
        question.then(number)
        return ""
