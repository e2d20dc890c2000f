"""Phones of a match: the state that each seat gets, and the handling of their requests.

After each change every phone gets the observation of its seat and the events redacted for it, nothing
else. No window and no server is needed: the caller passes on the phones' requests and publishes their state.
Hints and threats go only to the phone that asked. Long lists of moves are offered a few at a time. The rules
deal the next hand at once, but phones show it only after the big screen has shown the end of the last one, so
that no hand reveals it early (`HandEndHold`). During a replay phones only watch, each from its own seat
(`ReplayPhones`).

Flow (threats): `MatchScene.on_input` > `ThreatDisplay` (`ui/match/context.py`), which knows if they are shown
> the game's part of the view (`SockerThreats`) requests them from the shared worker, once per position, and
draws them. On phones `PhoneThreats` (`match/phone_seats.py`) asks the game's `PhoneAdapter.threat_state`, for
each phone separately.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from game.core.discovery import find_game, phone_page, piece_names
from game.core.game import Event, Observation, Outcome, Refusal, ScoringMode, common_observed, totals_of
from game.i18n import _, current_language, in_language, languages
from game.match.assist_service import AssistRequest, AssistService, RequestTarget
from game.match.banter import in_words
from game.match.bot_turns import AsyncWorker
from game.match.match import NO_ANSWER, Match, MatchListener, UndoRequest
from game.match.match_text import MatchText, course_in_words, headline
from game.match.phone_adapter import HostScreen, PhoneAdapter
from game.match.phone_exercise import PhoneExercise
from game.match.profiles import PROFILE_ACTIONS, profiles_of
from game.match.recap import Recap, recap_state, recap_steps
from game.match.seats import PHONE, public_seat_state
from game.match.share_vote import MatchVote
from game.match.spectator_reactions import SpectatorReactions
from game.match.timeouts import STILL_HERE, TurnTimeouts
from game.match.versioned import Tracked, Versioned
from game.party.messages import CONTROL_ACTIONS

MAX_MOVES_LENGTH = 6000  # characters of moves sent at once, to keep messages small


def next_choices(moves: Sequence[str], prefix: Sequence[str]) -> dict[str, Any]:
    """Return "moves", "prefix" and "next" for a phone after the first words ``prefix`` of a move were chosen.

    Returns:
        ``moves``: the moves that begin so, empty if they are too many; ``prefix``: the chosen words without
            those that lead nowhere; ``next``: the words that can follow, empty unless ``moves`` is.
    """
    split_moves = [move.split() for move in moves]
    chosen = list(prefix)
    while chosen and not any(move[: len(chosen)] == chosen for move in split_moves):
        chosen.pop()
    while True:
        place = len(chosen)
        fitting = [move for move in split_moves if move[:place] == chosen]
        if sum(len(" ".join(move)) for move in fitting) <= MAX_MOVES_LENGTH:
            return {"moves": [" ".join(move) for move in fitting], "prefix": chosen, "next": []}
        following = list(dict.fromkeys(move[place] for move in fitting if len(move) > place))
        if len(following) > 1:
            return {"moves": [], "prefix": chosen, "next": following}
        chosen += following  # no choice at this word


class HandEndHold:
    """Hold on the events after the end of a hand, while phones still show that end."""

    def __init__(self, match: Match, screen: HostScreen) -> None:
        self._match = match
        self._screen = screen
        self._kinds: frozenset[str] = frozenset()  # kinds of events with which the big screen shows the end
        self._later: list[Event] = []
        self._end_events: Sequence[Event] = ()  # events of the last move up to the next deal

    def record_events(self, events: Sequence[Event]) -> Sequence[Event]:
        """Record a move's events. Returns the events to send to phones now, earlier held ones first."""
        before = self._later
        self.forget()
        if self._match.session.observe_close(None) is None:
            return [*before, *events]
        dealt = next((n for n, event in enumerate(events) if event.reveals), len(events))
        self._end_events = events[:dealt]
        self._kinds = frozenset(event.kind for event in events[:dealt])
        self._later = list(events[1:])
        return [*before, *events[:1]]

    def forget(self) -> None:
        """Drop the held events, after an undo or without phones."""
        self._kinds, self._later = frozenset(), []

    @property
    def is_shown(self) -> bool:
        """True if phones show the end of a hand although the next one is dealt or the match is over."""
        if self._match.is_over:
            return bool(self._match.session.log) and self._screen.is_showing
        return bool(self._kinds) and self._screen.is_showing_any(self._kinds)

    @property
    def is_held(self) -> bool:
        """True if the end is shown until a player at the screen confirms it, so for an unknown time."""
        return self.is_shown and not self._screen.remaining_ms(self._kinds)

    def in_words(self, texts: MatchText) -> dict[str, Any] | None:
        """Public "lines", "scores" and "left" (ms) of the end of a hand; None if no end is shown.

        For phones without a view of the screen. ``lines`` are sentences about the last move and its effects
        except the next deal.
        """
        if not self.is_shown:
            return None
        session = self._match.session
        ended = session.last_events() if self._match.is_over else self._end_events
        sentences = (texts.event_sentence(session.redact(event, None)) for event in ended)
        return {
            "lines": list(filter(None, sentences)),
            "scores": list(self._match.scores()),
            "left": round(self._screen.remaining_ms(self._kinds)),
        }

    @property
    def has_unsent(self) -> bool:
        """True if events are held that can be sent now."""
        return bool(self._later) and not self.is_shown

    def release_events(self) -> list[Event]:
        """Remove and return the held events to send now; empty while the end is shown."""
        if self.is_shown:
            return []
        events, self._later = self._later, []
        return events

    def observation_for(self, seat: int | None) -> dict[str, Any] | None:
        """Observation of a seat (a spectator for None) at the end of the hand; None if no end is shown."""
        return self._match.session.observe_close(seat) if self.is_shown else None

    def observe(self, seat: int | None) -> dict[str, Any]:
        """Observation of a seat (a spectator for None): at the end of the hand if it is shown, else now."""
        closed = self.observation_for(seat)
        if closed is not None:
            return closed
        return self._match.session.observe(seat)


class PhoneHints:
    """Last hint that was sent to a phone, while it is valid."""

    def __init__(self, match: Match, hints: AssistService, part: PhoneAdapter, screen: HostScreen) -> None:
        """Set ``hints.steps`` to the game's steps; no hint is sent yet."""
        self._match = match
        self._hints = hints
        hints.steps = part.hint_steps
        self._part = part
        self._screen = screen
        self._sent_hint: tuple[int, int, dict[str, Any]] | None = (
            None  # version of the hints, seat and hint state
        )
        self.languages: dict[int, str] = {}  # languages of seats that differ from the window's
        self._anew = False  # a hint has arrived and was not sent yet
        self._listens = False  # False once there is no phone to send a hint to

    @property
    def is_allowed(self) -> bool:
        """True if hints are not switched off."""
        return self._screen.hints != "off"

    def ask(self, seat: int) -> str:
        """Request a hint for a seat. Returns a sentence if it is refused, else empty."""
        if not self.is_allowed:
            return _("Hints are off. You can turn them on in the settings.")
        if self._match.to_move != seat:
            return _("It's not your turn.")

        def found(answer: Any) -> None:
            """Keep the hint as the state for the phone."""
            with in_language(self.languages.get(seat, "")):
                step = self._hints.step(self._screen.hints)
                self._sent_hint = self._hints.version, seat, self._part.hint_state(seat, answer, step)
            self._anew = True

        self._listens = True
        self._hints.request_hint(
            RequestTarget.PHONE,
            seat,
            lambda request_count: self._part.hint_request(seat, request_count, self._screen.hints),
            found,
            lambda: self._listens,
        )
        return ""

    def poll(self) -> int | None:
        """Deliver an arrived hint. Returns its seat, once, or None. `RuntimeError` if the worker failed."""
        self._hints.poll(RequestTarget.PHONE)
        anew, self._anew = self._anew, False
        return self._sent_hint[1] if anew and self._sent_hint is not None else None

    def of(self, seat: int) -> dict[str, Any] | None:
        """State of the last hint if it is this seat's and still valid, as by `hint_state`; else None."""
        if self._sent_hint is None or self._sent_hint[:2] != (self._hints.version, seat):
            return None
        return self._sent_hint[2]

    def close(self) -> None:
        """Drop the hint, and ignore one that is still computed."""
        self._sent_hint, self._listens = None, False


OFF, ALWAYS = "off", "always"  # values of the setting; the third is on request
THREATS_KIND = "threats"


class PhoneThreats(Versioned):
    """Threats on phones: which phones show them, and the searches that they need."""

    _flipped_seats = Tracked[frozenset[int]]()  # seats whose phone shows the opposite of the default

    def __init__(self, hints: AssistService, part: PhoneAdapter, screen: HostScreen) -> None:
        self._hints, self._part, self._screen = hints, part, screen
        self._flipped_seats = frozenset()
        self._answers: dict[int, tuple[object, Any]] = {}
        """By seat, the last request and its answer; None until the answer arrives."""

    def toggle(self, seat: int) -> str:
        """Show or hide the threats on a seat's phone. Returns a sentence if it is refused, else empty."""
        if self._screen.threats == OFF or not self._part.threats_named:
            return _("You can't do that now.")
        self._flipped_seats ^= {seat}
        return ""

    def of(self, seat: int) -> dict[str, Any] | None:
        """State for a phone: ``label``, ``on``, and the threats if on; None if game or setting has none."""
        label = self._part.threats_named
        if self._screen.threats == OFF or not label:
            return None
        # A list of cards is shown only on request, as at the screen.
        always = self._screen.threats == ALWAYS and self._part.threats_stay
        switch = {"label": _(label), "on": always != (seat in self._flipped_seats)}
        return {**switch, **self._threat_state(seat)} if switch["on"] else switch

    def _threat_state(self, seat: int) -> dict[str, Any]:
        """Threats to a seat, as by `PhoneAdapter.threat_state`; if searched first, a row that says so."""
        question = self._part.threat_request(seat)
        if question is None:
            return dict(self._part.threat_state(seat, None))
        answered_question, answer = self._answers.get(seat, (None, None))
        if answered_question == question and answer is not None:
            return dict(self._part.threat_state(seat, answer))
        if answered_question != question:
            self._answers[seat] = question, None

            def found(answer: Any) -> None:
                """Keep the answer, and bump the version."""
                self._answers[seat] = question, answer
                self.bump_version()

            def wanted() -> bool:
                """True if the request is still the last one for this seat."""
                return seat in self._answers and bool(self._answers[seat][0] == question)

            self._hints.request(
                AssistRequest(RequestTarget.PHONE, seat, THREATS_KIND, question, found, wanted, quick=True)
            )
        return {"rows": [["", _("Looking…")]]}


MAX_RECAP_STEPS = 3  # steps of a bot's recap shown to the seat's person, the last ones
MAX_BACKLOG = 12  # queued animations allowed for a move from a phone; with more the screen catches up at once
# requests allowed at any time, because they change nothing that others see
ANY_TIME_ACTIONS = frozenset({"hint", "choose_prefix", "sort", "threats"})


QUESTION_TIMEOUT_MS = 30_000.0  # ms after which a question to a phone is dropped


@dataclass(frozen=True, slots=True)
class PhoneQuestion:
    """Question to one phone, answered with the index of an answer. A move cancels it."""

    seat: int
    words: Callable[[], str]  # in the current language
    answers: Callable[[], Sequence[str]]
    on_answer: Callable[[int], None]


class PhonePublisher(Protocol):
    """Sender of states to phones, such as `game.party.party.Party`."""

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Send the state and new events to a seat's phone."""

    @property
    def spectators(self) -> Sequence[str]:
        """Names of the spectators; empty for none."""

    def publish_to_spectators(
        self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        """Send the public state and new events to the spectators."""


class PhoneMatch(MatchListener, Versioned):
    """Phones that play at one match.

    Attributes:
        question: the open question to a phone, or None.
        hints: hints sent to phones.
        audience: spectators without a seat.
        lesson: lesson or puzzle on one of the phones, or None.
        vote: vote after the match, or None.
        patience: timeouts; None to wait for phones without a limit.
        bots_give_way: True if a new player may take the seat of a bot.
        number: number of the match; with a new one a page forgets its state of the match before.
        watches_only: True for a replay, in which no seat is free or left.
        lobby_waits: True if the lobby below continues with its phones afterwards.
    """

    watches_only = lobby_waits = bots_give_way = False
    patience = Tracked[TurnTimeouts | None]()
    vote, lesson = Tracked[MatchVote | None](), Tracked[PhoneExercise | None]()
    _prefix = Tracked[tuple[str, ...]]()
    _on_screen = Tracked[tuple[object, ...]]()  # screen state last seen; the screen has no version number

    def __init__(
        self,
        match: Match,
        texts: MatchText,
        part: PhoneAdapter,
        hints: AssistService,
        screen: HostScreen | None = None,
        taking_back: UndoRequest | None = None,
        *,
        recap: Recap | None = None,
    ) -> None:
        """Listen to ``match``, with the texts ``texts`` and the adapter ``part`` of its game.

        Without ``screen`` nothing is animated. Without ``taking_back`` only people on phones are asked before
        an undo. A recap is created unless one is given.
        """
        self._match = match
        self._words = texts
        self._part = part
        self._screen = screen or HostScreen(match)
        self._last_hand = HandEndHold(match, self._screen)
        self._recap = recap or Recap(match)
        self.audience = SpectatorReactions(match, part)
        self.hints = PhoneHints(match, hints, part, self._screen)
        self.threats = PhoneThreats(hints, part, self._screen)
        self._taking_back = taking_back or UndoRequest(match)
        self._taking_back.ask_by(self.ask)
        self.question: PhoneQuestion | None = None
        self.vote = self.lesson = self.patience = None
        self._open_question: tuple[PhoneQuestion, float] | None = (
            None  # open question and the time (ms) it was asked
        )
        self.deals = 0  # number of hands that have ended
        self._profiles = profiles_of(match)
        self._sent_question: PhoneQuestion | None = None  # question that was last sent
        self.number = 1
        # game's page module for phones; without one they show sentences and buttons
        self.page = f"/play/{match.session.game}.js" if phone_page(match.session.game) else ""
        self._events: list[Event] = []
        # results last sent, with their ply and language
        self._results: tuple[object, dict[str, Any]] | None = None
        # seat to move and its legal moves, listed once a ply
        self._legal_moves: tuple[int, list[str]] | None = None
        self._prefix = ()
        match.add_listener(self)

    # Match callbacks.

    def queue_events(self, events: Sequence[Event]) -> None:
        """Queue events for the next state sent to the phones."""
        self._events += events

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Queue the events for phones, count an ended hand, and drop the question."""
        self.queue_events(self._last_hand.record_events(events))
        self.deals += self._match.session.observe_close(None) is not None
        self._reset_question()

    def on_undo(self, count: int) -> None:
        """Drop the held events and the question."""
        self._last_hand.forget()
        self._reset_question()

    def _reset_question(self) -> None:
        """Drop the question without an answer, the listed moves and the chosen words."""
        self.question, self._legal_moves, self._prefix = None, None, ()

    @property
    def has_unsent(self) -> bool:
        """True if events or a question have not been sent yet."""
        events = bool(self._events) and not self.is_opening
        return events or self._last_hand.has_unsent or self.question is not self._sent_question

    @property
    def is_opening(self) -> bool:
        """True if the screen still shows the opening; until then phones wait as in a lobby."""
        session = self._match.session
        return not session.log and self._screen.is_showing_any({event.kind for event in session.opening})

    def forget(self) -> None:
        """Drop unsent events, because there are no phones."""
        self._events.clear()
        self._last_hand.forget()
        self._sent_question = self.question

    def close(self) -> None:
        """Drop the question without an answer, the hint and unsent events."""
        self.question = None
        self.hints.close()
        self.forget()

    # State for phones.

    @property
    def version(self) -> int:
        """Number that changes when every phone needs a new state; also reads the screen's state for that."""
        screen = self._screen
        self._on_screen = (
            screen.recap_sentence,
            screen.current_remark,
            screen.threats,
            screen.is_waiting,
            self._last_hand.is_shown,
            self._last_hand.is_held,
            self.is_opening,
        )
        return super().version

    def _parts(self) -> Iterable[Versioned | None]:
        """Objects, or None, whose changes count as changes of what phones show."""
        return (
            self._match, self._part, self.audience, self.threats, self.vote, self.lesson,
            self.patience,
        )  # fmt: skip

    def publish_to(self, post: PhonePublisher, seats: Sequence[int], is_away: Callable[[int], bool]) -> None:
        """Send the state and all events since the last call to these seats and to the spectators."""
        self.audience.is_far = any(self._screen.is_far(seat) for seat in (*seats, None))
        self._sent_question = self.question
        opening, happened = self.is_opening, list[Event]()
        if not opening:
            happened, self._events = [*self._events, *self._last_hand.release_events()], []
        shared = cache(lambda _language: self.common_state(is_away))
        for seat in seats:
            with in_language(language := self.hints.languages.get(seat, "")):
                state = shared(language) | ({"seat": seat} if opening else self.seat_state(seat))
                state = self.lesson.phone_state(state) if self.lesson is not None else state
                post.publish(seat, state, self._redacted_events(happened, seat))
        if post.spectators:
            post.publish_to_spectators(self.public(is_away), self._redacted_events(happened, None))

    def public(self, is_away: Callable[[int], bool]) -> dict[str, Any]:
        """State for spectators, as plain JSON; only the common state while the opening is shown."""
        if self.is_opening:
            return self.common_state(is_away)
        observation = self._last_hand.observe(None)
        reactions = {"reactions": self.audience.flights} if self._screen.is_far(None) else {}
        watched = self.audience.spectator_state(observation) | self._text_state(None, observation, ())
        return self.common_state(is_away) | watched | reactions

    def public_in(self, is_away: Callable[[int], bool], language: str) -> dict[str, Any] | None:
        """`public` in another language; None for an unknown language and for the current one."""
        if language not in languages() or language == current_language():
            return None
        with in_language(language):
            return self.public(is_away)

    def _redacted_events(self, happened: Sequence[Event], viewer: int | None) -> list[dict[str, Any]]:
        """Events as plain JSON, redacted for a seat, or for a spectator if None."""
        events = [self._match.session.redact(event, viewer) for event in happened]
        return [{"kind": e.kind, "seat": e.seat, "data": dict(e.data)} for e in events]

    def common_state(self, is_away: Callable[[int], bool]) -> dict[str, Any]:
        """State sent to every phone, as plain JSON. It contains nothing that the big screen does not show."""
        match, screen = self._match, self._screen
        session = match.session
        info = find_game(session.game).info
        seats = [
            public_seat_state(seat, away=seat.device == PHONE and is_away(number))
            for number, seat in enumerate(match.seats)
        ]
        front = {"lobby": True, "game": session.game, "title": _(info.title), "seat": None, "seats": seats}
        if self.is_opening:
            return front
        # The room sees the end together. Until it is shown it seems to be the last mover's turn.
        showing = self._last_hand.is_shown
        result = match.result() if match.is_over and not showing else None
        scores = totals_of(self._last_hand.observe(None)) or match.scores()
        over: dict[str, object] | None = None
        if result is not None:
            # Winners first, then the others, the best first.
            sign = 1 if self._words.leads == "fewest" else -1
            sign *= info.has_scores
            order = sorted(
                range(len(scores)), key=lambda seat: (seat not in result.winners, sign * scores[seat])
            )
            over = {
                "winners": list(result.winners),
                "words": self._words.end_sentence(result),
                "order": order,
            }
            if info.scoring is not ScoringMode.BEST:
                names = [seat.name for seat in match.seats]
                over |= {"headline": headline(info, names, result.winners), "scored": info.has_scores}
            over |= self._result_texts(result) if self.audience.is_far else {}
        return front | {
            "lobby": False,
            "match": self.number,
            "page": self.page,
            **({"pieces": list(pieces)} if (pieces := piece_names(session.game)) else {}),
            "turn": session.log[-1][0] if showing else session.to_move,
            "autoplay": match.autoplay is not None and match.autoplay[0] == session.to_move,
            "deal": self.deals,
            "showing_end": ("match" if match.is_over else "hand") if showing else "",
            "hand_end": self._last_hand.in_words(self._words),
            "ply": len(session.log),
            "options": dict(session.options),
            "waiting": screen.is_waiting,
            "scores": list(scores),
            "over": over,
            "reduced_motion": screen.reduced_motion,
            "text": screen.text_size,
            "hints": self.hints.is_allowed,
            "remark": screen.current_remark
            and {"seat": screen.current_remark.seat, "words": in_words(session.game, screen.current_remark)},
            "commitment": session.promised,
            "commitment_text": session.opened() if match.is_over and match.results_shown else "",
        }

    def _result_texts(self, result: Outcome) -> dict[str, Any]:
        """Results for remote phones: "figures" ([value, text, seats]) and "course" of the lead; cached."""
        at = len(self._match.session.log), current_language()
        if self._results is None or self._results[0] != at:
            texts = self._words
            figures = [[stat.value, stat.words, list(stat.seats)] for stat in texts.shown_stats()]
            course = course_in_words(texts, texts.curves(), result.winners)
            self._results = at, {"figures": figures, "course": course}
        return self._results[1]

    def _state_checksum(self, seat: int, view: Mapping[str, Any]) -> str:
        """Checksum (8 hex digits) of what a press on this phone refers to: ply, draft and question."""
        question = self.question if self.question is not None and self.question.seat == seat else None
        content = [len(self._match.session.log), view, question and [question.words(), *question.answers()]]
        return f"{zlib.crc32(json.dumps(content, sort_keys=True).encode()):08x}"

    def seat_state(self, seat: int) -> dict[str, Any]:
        """State for the phone of one seat only, in addition to the common state."""
        match = self._match
        mine = match.is_human_turn(seat) and not self._last_hand.is_shown
        moves = self._offered_moves(seat) if mine else {"moves": [], "prefix": [], "next": []}
        question = self.question if self.question is not None and self.question.seat == seat else None
        observation, view = self._last_hand.observe(seat), self._view(seat)
        hint = self.hints.of(seat)
        prefix = " ".join(moves["prefix"])
        offered = [*moves["moves"], *(f"{prefix} {word}".strip() for word in moves["next"])]
        offered += [hint["move"]] if hint is not None and isinstance(hint.get("move"), str) else []
        return (
            moves
            | self._text_state(seat, observation, offered)
            | {
                "seat": seat,
                "moment": self._state_checksum(seat, view),
                "observation": observation,
                "undo": match.last_human_mover == seat and match.rules_allow_undo,
                "redo": mine and self._can_redo(seat),
                "view": view,
                "hint": hint,
                "threats": None if self._last_hand.is_shown or match.is_over else self.threats.of(seat),
                **self._waiting_state(seat),
                "ask": question and {"words": question.words(), "answers": list(question.answers())},
                "vote": self.vote and self.vote.data_for(seat),
                # Only after the room has seen it, because the last step may be the end of a hand.
                "recap": [] if self._last_hand.is_shown else recap_state(seat, self._recap, self._words),
                **({"reactions": self.audience.flights} if self._screen.is_far(seat) else {}),
            }
        )

    def _can_redo(self, seat: int) -> bool:
        """True if one press redoes something: a step of the draft or, outside of lessons, a move."""
        if self._part.has_draft(seat):
            return self._part.can_redo(seat)
        return self.lesson is None and self._match.can_redo

    def _waiting_state(self, seat: int) -> dict[str, Any]:
        """State "prompt" (absent players), "notice" (bot on this seat) and "clock"; each may be None."""
        patience = self.patience
        if patience is None or self._match.is_over or self._last_hand.is_shown:
            return {"prompt": None, "notice": None, "clock": None}
        notice: dict[str, Any] | None = patience.notice_for(seat)
        if notice is not None and patience.has_played_for(seat):
            steps = recap_steps(self._recap.last_turn(seat, seat), self._words)[-MAX_RECAP_STEPS:]
            notice = {**notice, "lines": [step.words for step in steps]}
        return {"prompt": patience.prompt_for(seat), "notice": notice, "clock": patience.clock_of(seat)}

    def _text_state(
        self, seat: int | None, observation: Observation, offered: Iterable[str]
    ) -> dict[str, Any]:
        """State in words for pages without a view of the game; empty if the game has a page.

        ``labels`` has texts of moves and of their beginnings, because the page goes through many moves word
        by word. ``cards`` are the cards of the seat's hand, each with its text and the move that ends with
        it; so ``state`` leaves the hand out.
        """
        if self.page:
            return {}
        texts, labels, plays = self._words, dict[str, str](), dict[str, str]()
        for move in offered:
            parts = move.split()
            plays.setdefault(parts[-1], move)
            for start in (" ".join(parts[:count]) for count in range(1, len(parts) + 1)):
                if seat is not None and start not in labels:
                    labels[start] = texts.move_words(start, seat)
        news = "" if self._last_hand.is_shown else texts.news()
        hand_cards, hand = common_observed(observation).get("hand", ()), texts.own_hand(observation)
        cards = [[card, texts.card_words(card), plays.get(card, "")] for card in hand_cards]
        state = [line for line in texts.state_lines(observation, seat) if line not in hand]
        return {"state": state, "news": news, "labels": labels, "cards": cards}

    def _view(self, seat: int) -> dict[str, Any]:
        """The game's state for a seat's phone: of the hand's end while it is shown, else now."""
        closed = self._last_hand.observation_for(seat)
        return self._part.state_for(seat) if closed is None else self._part.hand_end_state(seat, closed)

    def _offered_moves(self, seat: int) -> dict[str, Any]:
        """Result of `next_choices` for the seat's moves, which are listed once a ply."""
        if self._legal_moves is None or self._legal_moves[0] != seat:
            self._legal_moves, self._prefix = (seat, self._part.moves(seat)), ()
        return next_choices(self._legal_moves[1], self._prefix)

    # Requests of phones.

    def ask(
        self,
        seat: int,
        question: Callable[[], str],
        answers: Callable[[], Sequence[str]],
        on_answer: Callable[[int], None],
    ) -> bool:
        """Ask a seat's person on their phone until the next move. Returns False if it cannot be reached.

        See `ConsentPrompt`.
        """
        if self._match.seats[seat].device != PHONE or not self._screen.is_connected(seat):
            return False
        self.question = PhoneQuestion(seat, question, answers, on_answer)
        return True

    def tick(self, now: float) -> None:
        """Advance to ``now`` (ms). A question unanswered for 30 s is dropped; its asker gets `NO_ANSWER`."""
        question = self.question
        if question is None:
            self._open_question = None
        elif self._open_question is None or self._open_question[0] is not question:
            self._open_question = question, now
        elif now - self._open_question[1] >= QUESTION_TIMEOUT_MS:
            self.question = None
            question.on_answer(NO_ANSWER)

    def wake_times(self) -> Iterable[float]:
        """Time (ms) at which `tick` drops the open question; empty without one."""
        return [self._open_question[1] + QUESTION_TIMEOUT_MS] if self._open_question is not None else []

    def set_language(self, seat: int, language: str) -> None:
        """Set the language of a seat's person; an unknown one means the window's."""
        self.hints.languages[seat] = language if language in languages() else ""

    def handle_phone(self, seat: int, action: Mapping[str, Any], now: float = 0.0) -> str:
        """Handle a request. Returns a sentence in the phone's language if it is refused, else empty."""
        with in_language(self.hints.languages.get(seat, "")):
            if self.lesson is not None:
                return self.lesson.handle_phone(action, lambda: self._do(seat, action, now))
            return self._do(seat, action, now)

    def _do(self, seat: int, action: Mapping[str, Any], now: float) -> str:
        """Handle a request outside of exercises. Returns a sentence if it is refused, else empty."""
        match = self._match
        if action["do"] == "react":
            return self.audience.react(f"seat {seat}", action.get("sign"), match.seats[seat].look, now)
        if action["do"] == "vote" and self.vote is not None:
            return self.vote.handle_phone(seat, action)
        if match.is_over:
            return _("The match is over.")
        if action["do"] in CONTROL_ACTIONS:
            if self.patience is None:
                return _("You can't do that now.")
            return self.patience.handle_phone(seat, str(action["do"]), action.get("key"), now)
        self._note_present(seat)
        if action["do"] == STILL_HERE:
            return ""
        if action["do"] in PROFILE_ACTIONS:
            return self._profiles.handle_phone(seat, action, now)
        if self._screen.is_waiting:
            return _("The match is paused on the big screen.")
        if self._last_hand.is_shown and action["do"] != "sort":
            return _("The big screen is still showing how the hand ends.")
        mine = match.is_human_turn(seat)
        if match.autoplay is not None and match.autoplay[0] == seat and action["do"] not in ANY_TIME_ACTIONS:
            return _("Time's up: a bot plays this turn.")
        # The press was meant for an earlier state: a second tap, or one during a change.
        if action["do"] not in ANY_TIME_ACTIONS and action.get("moment") not in (
            None, self._state_checksum(seat, self._view(seat))
        ):  # fmt: skip
            return _("The table has changed. Look again.")
        match action["do"]:
            case "move":
                return self._move(action) if mine else _("It's not your turn.")
            case "undo":
                if match.last_human_mover != seat:
                    return _("You can't undo your last move now.")
                return self._taking_back.ask()
            case "redo" if not (mine and self._can_redo(seat)):
                return _("There's nothing to redo.")
            case "redo" if not self._part.has_draft(seat):
                self._screen.catch_up(MAX_BACKLOG)
                match.redo()
                return ""
            case "answer":
                return self._answer(seat, action)
            case "hint" | "threats" as what:
                return self.hints.ask(seat) if what == "hint" else self.threats.toggle(seat)
            case "choose_prefix" if mine:
                chosen = action.get("words")
                self._prefix = tuple(map(str, chosen)) if isinstance(chosen, list) else ()
                return ""
        self._screen.catch_up(MAX_BACKLOG)
        return self._part.handle_phone(seat, action)

    def _note_present(self, seat: int) -> None:
        """Record that a person is at their phone, and end a bot's reservation; nothing without timeouts."""
        if self.patience is None:
            return
        if self._match.seats[seat].is_reserved:
            self._screen.on_person_back(seat)
        self.patience.reset_idle(seat)

    def _move(self, action: Mapping[str, Any]) -> str:
        """Make the requested move. Returns a sentence if it is refused, else empty."""
        session, move = self._match.session, action.get("move")
        # Another seat moved or undid a move while the tap was on its way.
        if action.get("ply") != len(session.log):
            return _("The table has changed. Look again.")
        try:
            refusal: Refusal | None = session.refusal(move)  # type: ignore[arg-type]
        except ValueError:
            return _("You can't move like that here.")
        if refusal is not None:
            return self._words.refusal_sentence(refusal)
        self._screen.catch_up(MAX_BACKLOG)
        self._screen.play(str(move))
        return ""

    def _answer(self, seat: int, action: Mapping[str, Any]) -> str:
        """Pass the phone's answer to the open question. Returns a sentence if it is refused, else empty."""
        question, number = self.question, action.get("number")
        # Exact type, because `isinstance` accepts JSON's true as an int.
        if question is None or question.seat != seat or type(number) is not int:
            return _("That question is closed.")
        if not 0 <= number < len(question.answers()):
            return _("That's not a valid answer.")
        self.question = None
        question.on_answer(number)
        return ""


REPLAY_STATE = "film"  # value of ``showing_end`` during a replay
_EMPTY_TURN: Mapping[str, Any] = {
    "moves": [], "prefix": [], "next": [], "undo": False, "redo": False, "hint": None, "threats": None,
    "ask": None, "vote": None, "recap": [],
}  # fmt: skip


class ReplayPhones(PhoneMatch):
    """Phones that watch a replay. A finished match hides nothing, so each shows its own hand of that time.

    Attributes:
        length: number of moves of the replay.
    """

    watches_only = True
    length = 0

    def on_jump(self) -> None:
        """Drop unsent events and the question after a jump in the replay; it sends no events."""
        self.forget()
        self.on_undo(0)

    def publish_to(self, post: PhonePublisher, seats: Sequence[int], is_away: Callable[[int], bool]) -> None:
        """Send the state as in a match, but only to seats of the replay; a party may have more."""
        super().publish_to(post, [seat for seat in seats if seat < len(self._match.seats)], is_away)

    def common_state(self, is_away: Callable[[int], bool]) -> dict[str, Any]:
        """State as in a match, but marked as a film, with its ply and length, and without a result."""
        state, log = super().common_state(is_away), self._match.session.log
        turn = state["turn"] if state["turn"] is not None else log[-1][0] if log else 0
        stands = [len(log), self.length]
        return state | {
            "showing_end": REPLAY_STATE,
            "film": stands,
            "over": None,
            "turn": turn,
            "waiting": False,
        }

    def seat_state(self, seat: int) -> dict[str, Any]:
        """State for the phone of one seat, which only watches: its observation at this ply."""
        view = self._part.state_for(seat)
        return {
            "seat": seat, "moment": self._state_checksum(seat, view),
            "observation": self._match.session.observe(seat), "view": view, **_EMPTY_TURN,
        }  # fmt: skip

    def handle_phone(self, seat: int, action: Mapping[str, Any], now: float = 0.0) -> str:
        """Handle a reaction, and refuse anything else. Returns a refusal sentence, or ""."""
        with in_language(self.hints.languages.get(seat, "")):
            if action["do"] == "react" and seat < len(self._match.seats):
                look = self._match.seats[seat].look
                return self.audience.react(f"seat {seat}", action.get("sign"), look, now)
            return _("A film is playing on the big screen.")


@dataclass(frozen=True, slots=True)
class PhoneSupport:
    """Parts that the phones of a match need of its game."""

    part: PhoneAdapter
    has_page: bool = True  # game's page works without a window; else phones show moves as buttons


def handheld_of(match: Match, helper: AsyncWorker) -> PhoneSupport:
    """Phone support of a match's game, by default without page. ``helper`` computes all but hints."""
    make: Callable[[Match, AsyncWorker], PhoneSupport] | None = find_game(match.session.game).component(
        "phone_support"
    )
    if make is None:
        return PhoneSupport(PhoneAdapter(match), has_page=False)
    return make(match, helper)
