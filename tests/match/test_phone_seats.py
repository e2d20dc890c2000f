"""Seats of phones, in a classroom and at the screen."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pytest

from game.core.game import Event, Outcome, Refusal
from game.core.session import Session
from game.i18n import _
from game.match.assist_service import AssistService
from game.match.match import Match
from game.match.match_text import MatchText, words_of
from game.match.phone_adapter import HostScreen, PhoneAdapter
from game.match.phone_seats import MAX_BACKLOG, PhoneMatch, handheld_of
from game.match.rummy.phone_adapter import RummyPhoneAdapter, RummyPhoneContext, StagedTurns, TurnEndPolicy
from game.match.seats import PHONE, Seat
from tests.match.fake_worker import FakeWorker
from tests.matches import GAMES, random_plies, varied

# Phones in a match: their states, pending messages, and permissions; no window and no server.


KICK = "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9"
RUMMY = "table=8P,9P,10P hands=11P,1L,2B/12P,4L,6F stock=5B,6P,8P"


class Words(MatchText):
    merged: frozenset[str] = frozenset({"draw"})
    leads: str = "most"

    def event_sentence(self, event: Event, times: int = 1) -> str:
        return _("{name} passes").format(name=f"{event.kind} {event.seat} {dict(event.data)} {times}")

    def refusal_sentence(self, refusal: Refusal) -> str:
        return f"refused: {refusal.code}"

    def end_sentence(self, outcome: Outcome) -> str:
        return "over"


class Menu(HostScreen):
    """A screen with a menu open."""

    waits = busy = False
    events: frozenset[str] = frozenset()  # kinds of events that are still being shown
    caught_up = 0

    @property
    def is_showing(self) -> bool:
        return self.busy

    def is_showing_any(self, kinds: Collection[str]) -> bool:
        return bool(self.events & frozenset(kinds))

    @property
    def is_waiting(self) -> bool:
        return self.waits

    def catch_up(self, most: int) -> None:
        assert most == MAX_BACKLOG
        self.caught_up += 1


class Room:
    """A match whose seats are on phones, and their latest states."""

    def __init__(self, game: str = "socker", position: str = KICK, session: Session | None = None) -> None:
        session = session or Session.from_position(game, position)
        names = ("Ann", "Bo", "Cy", "Di")[: session.players]
        self.match = Match(session, [Seat(name, n, device=PHONE) for n, name in enumerate(names)])
        self.screen, self.desk = Menu(self.match), FakeWorker()
        hints = AssistService(self.match, lambda: self.desk, lambda: self.desk)
        part = PhoneAdapter(self.match)
        if game in ("socki", "rockit"):
            turns = StagedTurns(self.match, lambda _seen: True)
            part = RummyPhoneAdapter(
                self.match, turns, TurnEndPolicy(), RummyPhoneContext(lambda refusal: refusal.code)
            )
        self.words = Words(self.match)
        self.phones = PhoneMatch(self.match, self.words, part, hints, self.screen)
        self.states: dict[int, dict[str, Any]] = {}
        self.events: dict[int, list[Any]] = {0: [], 1: []}
        self.tell()

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.states[seat] = json.loads(json.dumps(state))
        self.events[seat] += json.loads(json.dumps(events))

    spectators = ("eve",)

    def publish_to_spectators(
        self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        self.public = json.loads(json.dumps(state))

    def tell(self) -> None:
        self.phones.publish_to(self, [0, 1], lambda _seat: False)

    def do(self, seat: int, what: str, **words: Any) -> str:
        why = self.phones.handle_phone(seat, {"do": what, **words})
        self.tell()
        return why

    def play(self, seat: int, move: str, ply: int | None = None) -> str:
        return self.do(seat, "move", move=move, ply=len(self.match.session.log) if ply is None else ply)


def test_each_phone_gets_its_own_hand() -> None:
    room = Room("socki", RUMMY)
    ann, bo = room.states[0], room.states[1]
    assert ann["observation"]["hand"] == ["11P", "2B", "1L"]
    assert sorted(bo["observation"]["hand"]) == ["12P", "4L", "6F"]
    assert (ann["turn"], ann["seat"], bo["seat"], ann["ply"]) == (0, 0, 1, 0)
    assert [card for _key, card in ann["view"]["hand"]] == ["11P", "2B", "1L"]
    assert "piles" not in bo["view"], "who is not to move has no turn in the making"


def test_phone_shows_others_moves_since_its_last_turn() -> None:
    room = Room("socki", "table=- hands=11P,1L,2B/12P,4L,6F stock=5B,6P,8P")
    assert [room.states[seat]["recap"] for seat in (0, 1)] == [[], []]
    room.phones.set_language(1, "de")
    assert [room.play(0, "draw"), room.play(0, "draw")] == ["", ""]
    assert room.states[0]["recap"] == [], "what one did oneself is no news"
    [told] = room.states[1]["recap"]
    assert (told["seat"], told["number"]) == (0, 1)
    assert told["words"].endswith(" 2 passt"), "twice, told together, in the language of the phone"
    assert not {"5B", "6P"} & {part.strip("'},") for part in told["words"].split()}, "of no hidden card"


def test_moves_are_offered_only_to_the_player_to_move() -> None:
    room = Room()
    assert "move e5 d5" in room.states[0]["moves"]
    assert room.states[1]["moves"] == []
    assert room.play(1, "end") == "It's not your turn."
    assert room.play(0, "move e5 d5", ply=3) == "The table has changed. Look again."
    assert room.play(0, "nonsense") == "You can't move like that here."
    assert room.play(0, "move e5 e5").startswith("refused: ")
    assert not room.match.session.log
    assert room.play(0, "move e5 d5") == ""
    assert room.match.session.log == ((0, "move e5 d5"),)
    assert room.screen.caught_up == 1, "the screen does not lag behind"


def test_events_are_sent_once_and_redacted() -> None:
    room = Room("socki", "table=- hands=11P,1L/12P,4L stock=5B,6P,8P")
    assert room.do(0, "draw") == ""
    drawn = [next(e["data"] for e in room.events[seat] if e["kind"] == "draw") for seat in (0, 1)]
    assert drawn[0]["card"] == "5B"
    assert drawn[1]["card"] != "5B"
    assert not room.phones.has_unsent
    count = len(room.events[0])
    room.tell()
    assert len(room.events[0]) == count
    room.match.play("draw")
    assert room.phones.has_unsent
    room.phones.forget()
    assert not room.phones.has_unsent, "without phones nobody is owed anything"


def test_reloaded_phone_finds_its_unfinished_turn() -> None:
    room = Room("socki", RUMMY)
    key = room.states[0]["view"]["hand"][0][0]
    assert room.do(0, "lay", cards=[key], pile=room.states[0]["view"]["piles"][0][0]) == ""
    view = room.states[0]["view"]
    assert (view["laid"], view["whole"], view["back"]) == (1, True, True)
    assert room.do(0, "step") == ""
    assert (room.states[0]["view"]["laid"], room.states[0]["redo"]) == (0, True)
    assert room.do(0, "redo") == ""
    room.states.clear()
    room.tell()
    assert room.states[0]["view"] == view
    assert room.do(0, "end") == ""
    assert room.match.session.log == ((0, "play 8P 9P 10P 11P"),)


def test_outdated_press_changes_nothing() -> None:
    """For example a double tap, whose second half finds another table than the one on the phone."""
    room = Room("rockit", "table=- hands=AC,7D/KS,4H stock=5C,6S,8D,9D,10D")
    room.match.assign_seat(1, "easy")
    old = room.states[0]["moment"]
    assert room.do(0, "draw", moment=old) == ""
    room.match.play("draw")  # the bot is quick, and it is Ann's turn again
    room.tell()
    plies = len(room.match.session.log)
    assert room.do(0, "draw", moment=old) == "The table has changed. Look again."
    assert len(room.match.session.log) == plies
    assert room.do(0, "draw", moment=room.states[0]["moment"]) == ""


def test_double_tap_lays_one_card() -> None:
    room = Room("socki", RUMMY)
    old = room.states[0]["moment"]
    key = room.states[0]["view"]["hand"][0][0]
    assert room.do(0, "lay", cards=[key], pile=None, moment=old) == ""
    assert room.do(0, "step", moment=old) == "The table has changed. Look again."
    assert room.states[0]["view"]["laid"] == 1
    assert room.do(0, "sort", moment=old) == "", "players may sort their hand at any time"
    assert room.do(0, "step", moment=room.states[0]["moment"]) == ""
    assert room.states[0]["view"]["laid"] == 0


def test_draw_cannot_be_undone_and_offers_no_undo() -> None:
    room = Room("socki", "table=- hands=11P,1L/12P,4L stock=5B,6P,8P")
    assert room.do(0, "draw") == ""
    assert not room.states[0]["undo"]
    assert "can't undo a" in room.do(0, "undo")


def test_phones_show_the_result_after_the_big_screen() -> None:
    room = Room("socki", "table=8P,9P,10P hands=11P/12P stock=5B,6P,8P")
    room.screen.busy = True
    assert room.do(0, "lay", cards=[room.states[0]["view"]["hand"][0][0]],
                   pile=room.states[0]["view"]["piles"][0][0]) == ""  # fmt: skip
    before = room.phones.version
    room.do(0, "end")
    if not room.match.is_over:
        room.match.concede(1)
        room.tell()
    assert room.phones.version != before
    for told in room.states.values():
        assert (told["over"], told["showing_end"], told["turn"]) == (None, "match", 0)
    before = room.phones.version
    room.screen.busy = False
    assert room.phones.version != before, "phones get it now"
    room.tell()
    assert all(told["over"] for told in room.states.values())


def test_only_the_last_person_can_undo() -> None:
    room = Room()
    assert not room.states[0]["undo"]
    assert "can't undo your last move now" in room.do(0, "undo")
    room.play(0, "move e5 d5")
    assert (room.states[0]["undo"], room.states[1]["undo"]) == (True, False)
    assert room.do(0, "undo") == ""
    assert not room.match.session.log
    assert "move e5 d5" in room.states[0]["moves"], "moves are listed again"


@pytest.mark.parametrize("waits", [True, False])
def test_phones_wait_behind_a_menu(*, waits: bool) -> None:
    room = Room()
    room.screen.waits = waits
    room.tell()
    assert room.states[0]["waiting"] is waits
    assert ("paused" in room.play(0, "move e5 d5")) is waits


def test_question_reaches_one_phone_and_a_move_cancels_it() -> None:
    room = Room()
    answers: list[int] = []
    room.phones.ask(1, lambda: "May Ann?", lambda: ["Yes", "No"], answers.append)
    room.tell()
    assert room.states[0]["ask"] is None
    assert room.states[1]["ask"] == {"words": "May Ann?", "answers": ["Yes", "No"]}
    assert room.do(0, "answer", number=0) == "That question is closed."
    assert room.do(1, "answer", number=5) == "That's not a valid answer."
    assert room.do(1, "answer", number=1) == ""
    assert answers == [1]
    room.phones.ask(1, lambda: "May Ann?", lambda: ["Yes", "No"], answers.append)
    room.play(0, "move e5 d5")
    assert room.states[1]["ask"] is None
    assert room.do(1, "answer", number=0) == "That question is closed."


def test_hint_reaches_its_phone_until_the_next_move() -> None:
    room = Room()
    assert room.do(1, "hint") == "It's not your turn."
    assert room.do(0, "hint") == ""
    room.desk.give("move e5 d5")
    assert room.phones.hints.poll() == 0
    room.tell()
    assert room.states[0]["hint"] == {"move": "move e5 d5", "full": True}
    assert room.states[1]["hint"] is None
    room.play(0, "move e5 d5")
    assert room.states[0]["hint"] is None


def test_phones_show_the_end_and_refuse_further_moves() -> None:
    room = Room()
    before = room.phones.version
    room.match.concede(1)
    room.tell()
    assert room.phones.version != before
    assert room.states[0]["over"] == {"winners": [0], "words": "over", "order": [0, 1]}
    assert room.play(0, "end") == "The match is over."


@pytest.mark.parametrize(
    ("position", "leads", "gone", "order"),
    [
        ("hands=4B/5B/6B/7B stock=3F,5B scores=50/5/20/7", "fewest", 1, [3, 2, 0, 1]),
        ("hands=4B/5B/6B/7B stock=3F,5B scores=3/9/6/1", "most", 3, [1, 2, 0, 3]),
    ],
)
def test_final_ranking_is_kept_after_a_concession(
    position: str, leads: str, gone: int, order: list[int]
) -> None:
    room = Room("socki", position)
    room.words.leads = leads
    room.match.concede(gone)
    room.tell()
    assert room.states[0]["over"]["order"] == order
    assert room.public["over"]["order"] == order


def test_long_move_lists_are_chosen_word_by_word() -> None:
    session = Session.new("city", 2, seed=3, options={"sock_setup": "alternate"}, names=["Ann", "Bo"])
    room, seat = Room("city", session=session), session.to_move
    assert seat is not None
    assert room.states[seat]["moves"] == []
    chosen: list[str] = []
    while not room.states[seat]["moves"]:
        chosen = [*room.states[seat]["prefix"], room.states[seat]["next"][0]]
        assert room.do(seat, "choose_prefix", words=chosen) == ""
    assert all(move.split()[: len(chosen)] == chosen for move in room.states[seat]["moves"])


# Support for phones when no window shows the match.


def match_of(session: Session) -> Match:
    return Match(session, [Seat(name, n, device=PHONE) for n, name in enumerate(session.names)])


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_phone_view_without_a_window(game: str) -> None:
    match = match_of(varied(game, 3))
    made, words = handheld_of(match, FakeWorker()), words_of(match)
    for _move in random_plies(match.session, 5, 60):
        for seat in range(match.session.players):
            json.dumps(made.part.state_for(seat))
            for event in match.session.last_events():
                assert isinstance(words.event_sentence(match.session.redact(event, seat)), str)
    assert json.dumps(made.part.spectator_state())


def test_end_of_a_hand_has_its_number() -> None:
    """In a match of three hands the page shows it while the big screen shows the end of a hand."""
    match = match_of(Session.new("sociable", 4, seed=2, options={"target": 0}))
    part = handheld_of(match, FakeWorker()).part
    told = [part.state_for(0)["hands"]]
    for _move in random_plies(match.session, 1, 5000):
        closed = match.session.observe_close(0)
        if closed is not None:
            told += [part.hand_end_state(0, closed)["hands"], part.state_for(0)["hands"]]
    assert told == [[1, 3], [1, 3], [2, 3], [2, 3], [3, 3], [3, 3], [3, 3]]
