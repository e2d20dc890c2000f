"""A match and its seats, undo, and turns of a rummy."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from game.core.game import Event, HintLevel, IllegalMove
from game.core.session import Session
from game.i18n import in_language, language_tag
from game.match.match import Match, MatchEnd, MatchListener, UndoRequest
from game.match.rummy.phone_adapter import RummyPhoneAdapter, RummyPhoneContext, StagedTurns, TurnEndPolicy
from game.match.seats import KEYBOARD, MOUSE, PHONE, Seat
from tests.match.test_phone_seats import Room

# A match and its seats, without a window: moves, seats, undo, conceding.


KICK = "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9"
CARDS = "table=6P,7P,8P hands=7F,7B,7L,9P,2L/1F,2F stock=1P,2P turn=0"
ANN, BO, BOT = Seat("Ann", 0), Seat("Bo", 1), Seat("Bo", 1, "easy")


class Heard(MatchListener):
    """Records all callbacks, and the language during each."""

    def __init__(self, match: Match) -> None:
        self.news: list[tuple[object, ...]] = []
        self.tongues: list[object] = []
        match.add_listener(self)

    def _note(self, *told: object) -> None:
        self.news.append(told)
        self.tongues.append(language_tag())

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        self._note("played", seat, move, events[0].kind)

    def on_undo(self, count: int) -> None:
        self._note("taken back", count)

    def on_seat_handover(self, number: int) -> None:
        self._note("seat", number)

    def on_seat_renamed(self, number: int) -> None:
        self._note("dressed", number)

    def on_concede(self, seat: int) -> None:
        self._note("given up", seat)


def match_of(position: str, seats: Sequence[Seat], slug: str = "socker") -> Match:
    return Match(Session.from_position(slug, position, names=[seat.name for seat in seats]), seats)


def test_listeners_hear_of_a_move_after_it() -> None:
    match = match_of(KICK, (ANN, BO))
    heard = Heard(match)
    match.play("move e5 d4")
    assert heard.news == [("played", 0, "move e5 d4", "move")]
    assert match.local_to_move == 0


def test_listeners_run_in_the_windows_language() -> None:
    match = match_of(KICK, (ANN, BO))
    heard, window = Heard(match), language_tag()
    with in_language("de"):
        assert language_tag() is not window
        match.play("move e5 d4")
        match.undo()
        match.assign_seat(1, "easy")
        match.rename(0, "Ayla")
        match.set_look(0, 3)
        match.concede(0)
    told = ["played", "taken back", "seat", "dressed", "dressed", "given up"]
    assert [news[0] for news in heard.news] == told
    assert heard.tongues == [window] * len(told)


def test_refused_move_notifies_no_listener() -> None:
    match = match_of(KICK, (ANN, BO))
    heard, before = Heard(match), match.session.position()
    with pytest.raises(IllegalMove):
        match.play("move e5 a1")
    assert (heard.news, match.session.position()) == ([], before)


def test_undo_takes_back_the_bots_answers_too() -> None:
    match = match_of(KICK, (ANN, BOT))
    before = match.session.position()
    heard = Heard(match)
    match.play("move e5 d4")
    match.play("end")
    match.play("move e7 e8")
    assert (match.last_human_mover, match.undo_count()) == (0, 2)
    assert match.undo_consent_from() is None
    match.undo()
    match.undo()
    assert match.session.position() == before
    assert heard.news[-2:] == [("taken back", 2), ("taken back", 1)]


def test_redo_replays_the_bots_answers_too() -> None:
    match = match_of(KICK, (ANN, BOT))
    for move in ("move e5 d4", "end", "move e7 e8", "end"):
        match.play(move)
    stood, heard = match.session.record(), Heard(match)
    match.undo()
    match.undo()
    match.redo()
    assert [news[2] for news in heard.news[2:]] == ["move e5 d4"]
    match.redo()
    assert match.session.record() == stood
    assert not match.can_redo


@pytest.mark.parametrize("moved", [True, False])
def test_new_move_or_new_player_discards_redo(*, moved: bool) -> None:
    match = match_of(KICK, (ANN, BOT))
    match.play("move e5 d4")
    match.undo()
    with pytest.raises(IllegalMove):
        match.play("move e5 a1")
    assert match.can_redo
    if moved:
        match.play("move e5 d4")
    else:
        match.assign_seat(0, "", KEYBOARD)
    assert not match.can_redo


def test_conceded_match_cannot_be_played_on_by_redo() -> None:
    match = match_of(KICK, (ANN, BOT))
    match.play("move e5 d4")
    match.undo()
    match.concede(0)
    assert match.is_over
    assert not match.can_redo


def test_undo_without_a_move_is_refused() -> None:
    match = match_of(KICK, (ANN, BOT))
    with pytest.raises(IllegalMove):
        match.undo()


def test_undo_needs_the_others_consent() -> None:
    match = match_of(KICK, (ANN, BO))
    match.play("move e5 d4")
    assert match.undo_consent_from() is None
    match.play("end")
    assert match.undo_consent_from() == 1


@pytest.mark.parametrize(("seats", "turn", "asked"), [
    ((ANN, BO, BO), 1, 1), ((BO, BO, ANN), 2, 2), ((ANN, BOT, BO), 2, 2), ((ANN, BO, BOT), 2, None),
])  # fmt: skip
def test_person_to_move_consents_to_an_undo(seats: tuple[Seat, ...], turn: int, asked: int | None) -> None:
    match = Match(Session.new("rockit", 3, seed=3), seats)
    match.play("draw")
    while match.session.to_move != turn:
        match.play("draw")
    assert match.undo_consent_from() == asked


def test_refused_undo_of_a_draw_changes_nothing() -> None:
    match = Match(Session.from_position("socki", CARDS, options={"must_play": "honour"}), (ANN, BO))
    heard = Heard(match)
    match.play("draw")
    before = match.session.record()
    with pytest.raises(IllegalMove):
        match.undo()
    assert match.session.record() == before
    assert [news[0] for news in heard.news] == ["played"]


def test_seat_can_change_hands() -> None:
    match = match_of(KICK, (ANN, BOT))
    heard = Heard(match)
    match.assign_seat(0, "easy")
    assert (match.local_to_move, match.bot_to_move, match.local_seats) == (None, 0, [])
    match.assign_seat(1, "", PHONE)
    assert match.seats[1].is_on_phone
    assert match.is_shared is False
    assert heard.news == [("seat", 0), ("seat", 1)]


def test_mouse_and_keyboard_count_as_one_unless_two_hold_them() -> None:
    match = match_of(KICK, (Seat("Ann", 0, "", MOUSE), BOT))
    assert match.may_act(KEYBOARD)
    match = match_of(KICK, (Seat("Ann", 0, "", MOUSE), Seat("Bo", 1, "", KEYBOARD)))
    assert match.may_act(MOUSE)
    assert not match.may_act(KEYBOARD)
    match.play("move e5 d4")
    match.play("end")
    assert match.can_undo(MOUSE)


def test_controller_of_one_seat_does_not_play_for_a_seat_without_a_device() -> None:
    match = match_of(KICK, (ANN, Seat("Bo", 1, "", "pad:1")))
    assert [match.may_act(device) for device in (MOUSE, "pad:1", "pad:2")] == [True, False, True]


def test_conceding_ends_the_match_at_once() -> None:
    match = match_of(f"{KICK} score=1/2", (ANN, BO))
    heard = Heard(match)
    match.concede(1)
    assert match.is_over
    assert (match.to_move, match.local_to_move) == (None, None)
    result = match.result()
    assert (result.winners, result.scores, result.reason) == ((0,), (1, 2), MatchEnd.CONCEDED)
    assert heard.news == [("given up", 1)]


def test_running_match_has_no_result() -> None:
    with pytest.raises(ValueError, match="has no result yet"):
        match_of(KICK, (ANN, BO)).result()


# Consent to an undo, and where it is asked for; no window.


NOTHING = "There's nothing to undo."
Answer = Callable[[int], None]
DREW = "You can't undo a toss, a deal or a draw."


class House:
    """A match whose first seat undoes moves, with the questions and messages meanwhile."""

    def __init__(self, *seats: Seat, game: str = "socker", position: str = KICK, **options: object) -> None:
        self.match = Match(Session.from_position(game, position, options=options), seats)
        self.told: list[str] = []
        self.asked: list[tuple[int, str, Sequence[str]]] = []
        self.answer: Answer = lambda _number: None
        self.taking_back = UndoRequest(self.match, self.told.append)

    def question(
        self, seat: int, question: Callable[[], str], answers: Callable[[], Sequence[str]], on_answer: Answer
    ) -> bool:
        self.asked.append((seat, question(), answers()))
        self.answer = on_answer
        return True

    def play(self, *moves: str) -> None:
        for move in moves:
            self.match.play(move)

    @property
    def plies(self) -> int:
        return len(self.match.session.log)


def test_undo_without_a_move_says_so() -> None:
    house = House(ANN, BOT)
    assert house.taking_back.ask() == NOTHING
    assert house.told == [NOTHING]


def test_undo_asks_neither_bots_nor_for_ones_own_turn() -> None:
    house = House(ANN, BOT)
    house.play("move e5 d4", "end", "move e7 e8")
    assert (house.taking_back.ask(), house.plies) == ("", 1)
    other = House(ANN, BO)
    other.play("move e5 d4")
    assert (other.taking_back.ask(), other.plies) == ("", 0)
    assert other.told == []


@pytest.mark.parametrize(("number", "plies"), [(0, 1), (1, 2)])
def test_undo_asks_the_person_to_move(number: int, plies: int) -> None:
    house = House(ANN, BO)
    house.taking_back.ask_by(lambda *_question: False)
    house.taking_back.ask_by(house.question)
    house.play("move e5 d4", "end")
    assert (house.taking_back.ask(), house.plies) == ("", 2)
    assert house.asked == [(1, "Bo, can Ann undo the move?", ["Yes", "No"])]
    house.answer(number)
    assert house.plies == plies


def test_undo_is_refused_if_no_device_can_be_asked() -> None:
    house = House(ANN, BO)
    house.play("move e5 d4", "end")
    assert house.taking_back.ask() == "You can't undo your last move now."
    assert house.plies == 2


def test_late_consent_takes_nothing_back() -> None:
    house = House(ANN, BO)
    house.taking_back.ask_by(house.question)
    house.play("move e5 d4", "end")
    house.taking_back.ask()
    house.play("move e7 e8")
    house.answer(0)
    assert house.plies == 3


def test_refused_undo_of_a_draw_says_why() -> None:
    house = House(ANN, BOT, game="socki", position="hands=1P/2P stock=3P,4P", must_play="honour")
    house.play("draw")
    assert (house.taking_back.ask(), house.plies) == (DREW, 1)
    assert house.told == [DREW]


@pytest.mark.parametrize(
    ("game", "position", "move", "why"),
    [
        ("socker", KICK, "move e5 d4", "The match is over."),
        ("socki", "table=6P,7P,8P hands=9P,1F/2P stock=3P,4P", "play 6P 7P 8P 9P",
         "The match is over, and all hands are face up."),
    ],
)  # fmt: skip
def test_undo_is_refused_after_the_results(game: str, position: str, move: str, why: str) -> None:
    house = House(ANN, BOT, game=game, position=position)
    house.play(move)
    house.match.results_shown = True
    assert not house.match.rules_allow_undo, "no button offers it"
    assert (house.taking_back.ask(), house.plies) == (why, 1)
    assert house.told == [why]


# On phones.


def test_phone_is_asked_before_anothers_undo() -> None:
    room = Room()
    room.play(0, "move e5 d4")
    room.play(0, "end")
    assert room.do(0, "undo") == ""
    assert len(room.match.session.log) == 2
    assert room.states[0]["ask"] is None
    assert room.states[1]["ask"] == {"words": "Bo, can Ann undo the move?", "answers": ["Yes", "No"]}
    assert room.do(1, "answer", number=1) == ""
    assert len(room.match.session.log) == 2
    assert room.do(0, "undo") == ""
    assert room.do(1, "answer", number=0) == ""
    assert len(room.match.session.log) == 1
    assert room.states[1]["ask"] is None


def test_phone_redoes_its_undone_move() -> None:
    room = Room()
    room.play(0, "move e5 d4")
    assert room.do(0, "redo") == "There's nothing to redo."
    assert room.do(0, "undo") == ""
    assert (room.states[0]["redo"], room.states[1]["redo"]) == (True, False)
    assert room.do(0, "redo") == ""
    assert [move for _seat, move in room.match.session.log] == ["move e5 d4"]
    assert not room.states[0]["redo"]


def test_disconnected_phone_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room()
    room.play(0, "move e5 d4")
    room.play(0, "end")
    monkeypatch.setattr(room.screen, "is_connected", lambda seat: seat != 1)
    assert room.do(0, "undo") == "You can't undo your last move now."
    assert len(room.match.session.log) == 2


def test_question_is_pending_until_sent_to_the_phone() -> None:
    room = Room()
    assert not room.phones.has_unsent
    answers: list[Any] = []
    assert room.phones.ask(1, lambda: "May Ann?", lambda: ["Yes", "No"], answers.append)
    assert room.phones.has_unsent
    room.tell()
    assert not room.phones.has_unsent
    room.match.assign_seat(1, "", "")
    assert not room.phones.ask(1, lambda: "May Ann?", lambda: ["Yes", "No"], answers.append)
    assert room.match.seats[0].device == PHONE


# Drafts that move from screen to phone and back, and through a save; no window.


POSITION = "table=8P,9P,10P hands=11P,1L,2B/12P,4L,6F stock=5B,6P,8P"


class Table:
    """A match with its drafts, and a phone."""

    def __init__(self, *seats: Seat) -> None:
        self.match = Match(Session.from_position("socki", POSITION), seats or (Seat("Ann", 0), Seat("Bo", 1)))
        self.turns = StagedTurns(self.match, lambda _seen: True)
        self.sounds: list[str] = []
        around = RummyPhoneContext(lambda refused: refused.code, self.sounds.append)
        self.phone = RummyPhoneAdapter(self.match, self.turns, TurnEndPolicy(), around)

    def look(self, seat: int | None) -> None:
        self.turns.set_observation(self.match.session.observe(seat))

    def texts(self, seat: int) -> list[tuple[str, ...]]:
        return [pile.texts for pile in self.turns.of(seat).draft.piles]

    def lay_at_screen(self, card: str) -> None:
        turn = self.turns.on_screen
        carried = turn.draft.lift([next(piece.key for piece in turn.draft.hand if piece.card == card)])
        turn.push_draft(carried.drop_on(carried.piles[0].key, 3))

    def lay_on_phone(self, seat: int, card: str) -> str:
        view = self.phone.state_for(seat)
        key = next(number for number, held in view["hand"] if held == card)
        return self.phone.handle_phone(seat, {"do": "lay", "cards": [key], "pile": view["piles"][0][0]})


def test_draft_moves_from_the_screen_to_a_phone_and_back() -> None:
    table = Table()
    table.look(0)
    table.turns.on_screen.sort()
    table.lay_at_screen("11P")
    table.look(None)
    assert [pile.texts for pile in table.turns.on_screen.draft.piles] == [("8P", "9P", "10P")]
    view = table.phone.state_for(0)
    assert (view["laid"], view["changed"], view["whole"], view["back"]) == (1, True, True, True)
    assert (view["sort"], [card for _key, card in view["hand"]]) == ("rank", ["1L", "2B"])
    assert table.phone.handle_phone(0, {"do": "step"}) == ""
    assert table.phone.state_for(0)["laid"] == 0
    assert table.lay_on_phone(0, "11P") == ""
    table.look(0)
    assert table.texts(0) == [("8P", "9P", "10P", "11P")]
    table.turns.on_screen.undo()
    assert not table.turns.on_screen.draft.is_changed, "the steps of the phone are taken back at the screen"


def test_reloaded_phone_finds_its_draft() -> None:
    table = Table(Seat("Ann", 0, device=PHONE), Seat("Bo", 1))
    assert table.lay_on_phone(0, "11P") == ""
    before = table.phone.state_for(0)
    assert table.phone.state_for(0) == before
    assert before["laid"] == 1
    assert table.sounds == ["card_lay"]


def test_next_turn_starts_a_new_draft() -> None:
    table = Table()
    table.look(0)
    table.lay_at_screen("11P")
    table.look(1)
    assert not table.turns.on_screen.draft.is_changed
    assert sorted(piece.card for piece in table.turns.on_screen.draft.hand) == ["12P", "4L", "6F"]
    table.match.play("play 8P 9P 10P 11P")
    table.look(0)
    assert not table.turns.on_screen.draft.is_changed
    assert [piece.card for piece in table.turns.on_screen.draft.hand] == ["2B", "1L"]


def test_phone_can_end_its_turn() -> None:
    table = Table(Seat("Ann", 0, device=PHONE), Seat("Bo", 1))
    assert table.phone.handle_phone(0, {"do": "end"}) == ("Play at least one card from your hand, or draw.")
    assert table.phone.handle_phone(1, {"do": "end"}) == "It's not your turn."
    assert table.lay_on_phone(0, "11P") == ""
    assert "Put them back first" in table.phone.handle_phone(0, {"do": "draw"})
    assert table.phone.handle_phone(0, {"do": "end"}) == ""
    assert table.match.session.log == ((0, "play 8P 9P 10P 11P"),)


def test_phone_hint_has_the_requested_level() -> None:
    phone = Table().phone
    told = [phone.hint_request(0, asked, "learning")[2] for asked in (1, 2, 3, 4)]
    assert told == [*HintLevel, HintLevel.WHY]
    assert phone.hint_request(0, 1, "full")[2] is HintLevel.WHY


@pytest.mark.parametrize("looks", ["screen", "phone"])
def test_half_built_turn_survives_saving(looks: str) -> None:
    """And continued on the device where its person plays then."""
    table = Table()
    table.look(0)
    table.turns.on_screen.sort()
    table.lay_at_screen("11P")
    kept = json.loads(json.dumps(table.turns.dump_state()))
    table = Table()
    table.turns.restore_state(kept)
    table.look(None)
    assert table.turns.dump_state()["drafts"] == kept["drafts"], (
        "it waits on, though saved before it is looked at"
    )
    if looks == "screen":
        table.look(0)
    else:
        table.phone.state_for(0)
    turn = table.turns.of(0)
    assert table.texts(0) == [("8P", "9P", "10P", "11P")]
    assert [piece.card for piece in turn.draft.hand] == ["1L", "2B"]
    turn.undo()
    assert not turn.draft.is_changed


@pytest.mark.parametrize("broken", [None, 7, [], {"0": 7}, {"9": {}}, {"0": {"inside": True}}], ids=str)
def test_broken_saved_draft_is_ignored(broken: object) -> None:
    table = Table()
    table.turns.restore_state({"orders": broken, "table": broken, "drafts": broken})
    table.look(0)
    assert not table.turns.on_screen.draft.is_changed
    assert len(table.turns.on_screen.draft.hand) == 3


def test_broken_pile_is_refused_with_the_reason() -> None:
    table = Table(Seat("Ann", 0, device=PHONE), Seat("Bo", 1))
    lone = next(key for key, card in table.phone.state_for(0)["hand"] if card == "1L")
    assert table.phone.handle_phone(0, {"do": "lay", "cards": [lone], "pile": None}) == ""
    assert "too few" in table.phone.handle_phone(0, {"do": "end"})
    assert not table.match.session.log


@pytest.mark.parametrize("strange", ["x", 1.0, True, None, [1]])
def test_draft_accepts_only_known_card_keys(strange: object) -> None:
    """Data from a phone is untrusted."""
    table = Table(Seat("Ann", 0, device=PHONE), Seat("Bo", 1))
    view = table.phone.state_for(0)
    held, pile = view["hand"][0][0], view["piles"][0][0]
    for words in (
        {"do": "lay", "cards": [held, strange], "pile": pile},
        {"do": "lay", "cards": [held], "pile": strange if strange is not None else "x"},
        {"do": "hand", "cards": [held, strange]},
        {"do": "lay", "cards": [], "pile": pile},
    ):
        assert table.phone.handle_phone(0, words) != "", words
        assert table.phone.state_for(0) == view
