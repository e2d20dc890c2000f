"""Every byte that phones receive in whole matches concerns only their own seat."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from game.app import App
from game.core.discovery import find_game
from game.core.game import Event
from game.core.options import Options
from game.core.rng import SeededRng, random_salt
from game.core.session import Session
from game.ui.match.expressions import MIN_GAZE_MS, MOOD_MS
from game.ui.match.playback import AnimationQueue
from game.ui.rummy.view import RummyView
from tests.party.many_phones import NAMES, Crowds, PhoneGroup, SocketPhone, crowded
from tests.party.socket_phone import PhoneState
from tests.sampling import risk, sample, sample_size

pytestmark = risk

MATCHES: dict[str, tuple[int, dict[str, object]]] = {
    "socki": (3, {"target": 50}),
    "rockit": (2, {}),
    "sociable": (5, {}),
    "socker": (2, {"goals": 1}),
    "city": (2, {}),
}
CARD = re.compile(r"(?<![\w])(?:10|1[12]|[1-9AHJQK])[PFBLDHSC](?![\w])|(?<![\w])JK(?![\w])")
OPEN = ("play", "come", "hand_end")
"""Events on the table, with the table and, at the end, with the cards left in the hands."""
HINTS = 2  # hints per match; each takes about a second at master level
LARGEST = 20_000  # bytes of a message for a move


def cards_in(text: str) -> set[str]:
    """The cards in a text, without the cards that jokers represent."""
    return set(CARD.findall(re.sub(r"JK=\w+", "JK", text)))


class Watcher:
    """The cards that each seat may know, from the match itself and not from the phones' messages.

    Phones receive a new deal only after the big screen has shown the end of the last hand. Until then a seat
    knows the cards of the last hand. It forgets them with the first state of the new one.
    """

    def __init__(self, crowd: PhoneGroup, monkeypatch: pytest.MonkeyPatch) -> None:
        self.crowd = crowd
        self.known: list[set[str]] = [set() for _ in crowd.phones]
        self.lies: list[set[str]] = [set() for _ in crowd.phones]  # cards that each seat sees in the position
        self.fresh: list[tuple[int, set[str]] | None] = [None for _ in crowd.phones]
        """By seat: ply of the new deal and the cards known then, until its phone receives it."""
        self.read = [0 for _ in crowd.phones]
        told = crowd.scene.phone_seats.on_move

        def watched(seat: int, move: str, events: Sequence[Event]) -> None:
            dealt = next((n for n, event in enumerate(events) if event.kind == "deal"), len(events))
            # Cards open just before a new deal are sent with it.
            text = json.dumps([dict(event.data) for event in events if event.kind in OPEN])
            played = cards_in(re.sub(r'[",]', " ", text))
            for known in self.known:
                known.update(played)
            for event in events[:dealt]:
                self.see(event, self.known)
            if dealt < len(events):
                new = [played | set(hand) for hand in events[dealt].data["hands"]]
                for event in events[dealt:]:
                    self.see(event, new)
                count = len(crowd.match.session.log)
                self.fresh = [(count, known) for known in new]
            told(seat, move, events)

        monkeypatch.setattr(crowd.scene.phone_seats, "on_move", watched)
        for event in crowd.match.session.opening:  # phones receive it once the screen has shown it
            self.see(event, self.known)

    def see(self, event: Event, known: list[set[str]]) -> None:
        """Add the cards that an event shows to each seat that sees them."""
        data = event.data
        cards = set(data.get("cards", ())) | {data[name] for name in ("card",) if name in data}
        to = {"gift": (event.seat, data.get("to")), "blind_draw": (event.seat, data.get("from")),
              "draw": (event.seat,)}.get(event.kind, range(len(known)))  # fmt: skip
        for seat in to:
            if seat is not None:
                known[seat] |= cards

    def learn(self) -> None:
        """Add the open cards for all, and each hand for its owner."""
        fields = dict(part.split("=", 1) for part in self.crowd.match.session.position().split(" "))
        hands = fields.pop("hands", "").split("/")
        fields.pop("stock", None)
        open_cards = cards_in(" ".join(fields.values()))
        for seat in range(len(self.known)):
            own = hands[seat].replace(",", " ") if seat < len(hands) else ""
            self.lies[seat] = open_cards | cards_in(own)
            self.known[seat] |= self.lies[seat]

    def begin(self, seat: int, text: str) -> None:
        """Forget the last hand at the first state that shows the new deal."""
        fresh = self.fresh[seat]
        state = json.loads(text).get("state", {})
        if fresh is not None and state.get("ply", 0) >= fresh[0] and not state["showing_end"]:
            self.known[seat], self.fresh[seat] = fresh[1] | self.lies[seat], None

    def check(self) -> None:
        """Check that no phone received a card that its seat has never seen."""
        session = self.crowd.match.session
        salt = session.opened().rpartition(":")[2]
        for seat, phone in enumerate(self.crowd.phones):
            heard = phone.heard[self.read[seat] :]
            self.read[seat] += len(heard)
            others = [other_phone.token for other_phone in self.crowd.phones if other_phone is not phone]
            for text in heard:
                self.begin(seat, text)
                assert not any(token in text for token in others)
                assert salt not in text
                assert session.promised in text or '"ply"' not in text
                strange = cards_in(text.replace(",", " ").replace('"', " ")) - self.known[seat]
                assert not strange, f"seat {seat} was told of {strange}: {text[:300]}"


def moved(phone: SocketPhone, rng: SeededRng) -> str:
    """An easy bot's move for what the phone sees."""
    state = phone.state
    game, options = state["game"], Options(state["options"])
    return find_game(game).bot.choose(state["observation"], options, "easy", rng)


@pytest.mark.parametrize(
    "game", sample(list(MATCHES), "socki", "rockit", "sociable")
)  # they have hidden cards
def test_phones_never_receive_hidden_cards(
    crowds: Crowds, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole match with hints, undo, lost connections, strange messages and refused moves."""
    players, options = MATCHES[game]
    session = Session.new(game, players, seed=11, options=options, names=NAMES[:players])
    session.promise(random_salt())
    crowd = crowds(session)
    crowd.window.context.update_settings(hints="full", reduced_motion=True)
    watcher, rng = Watcher(crowd, monkeypatch), SeededRng("phones", game)
    undone, hints = 0, sample_size(HINTS, 80)
    for number in range(3000):
        crowd.calm()
        watcher.learn()
        watcher.check()
        if session.to_move is None:
            break
        phone = crowd.mover
        for other_phone in crowd.phones:
            assert other_phone.state["observation"] == json.loads(
                json.dumps(session.observe(other_phone.seat))
            )
        if number % 17 == 3:
            disturb(crowd, phone, number)
        if number % 7 == 2 and hints:
            hints -= 1
            hinted(crowd, phone)
            watcher.check()
        phone.play(moved(phone, rng))
        watcher.learn()
        if number % 23 == 7:
            undone += take_back(crowd, phone)
    assert session.to_move is None, "the match does not end"
    crowd.until(lambda: all(phone.state["over"] for phone in crowd.phones))
    watcher.check()
    assert undone or game in ("socki", "rockit")
    assert max(len(text.encode()) for phone in crowd.phones for text in phone.heard) < LARGEST


def disturb(crowd: PhoneGroup, phone: SocketPhone, number: int) -> None:
    """Actions that change nothing: bad messages, moves out of turn, a lost connection."""
    other_phone = crowd.phones[(phone.seat + 1) % len(crowd.phones)]
    before = crowd.match.session.record()
    other_phone.send_text('{"type":"action","number":1,"words":{"do":3}}')
    assert other_phone.attempt_move("pass") != ""
    assert phone.attempt_move("no such move") != ""
    assert phone.attempt("lay", cards=[99_999], pile=None) != ""
    if number % 2:
        other_phone.drop()
        crowd.until(lambda: not crowd.hub.is_there(other_phone.seat))
        other_phone.back()
    assert crowd.match.session.record() == before


def hinted(crowd: PhoneGroup, phone: SocketPhone) -> None:
    """Request all hints. Other phones must receive nothing, and the big screen must not change."""
    party, published = crowd.party, list[tuple[int, PhoneState]]()
    publish = party.publish

    def watched(seat: int, state: Mapping[str, Any], *events: Any) -> None:
        published.append((seat, json.loads(json.dumps(state))))
        publish(seat, state, *events)

    crowd.until(lambda: not crowd.scene.animations.is_busy)
    crowd.window.run_for(MOOD_MS + 2 * MIN_GAZE_MS)  # faces return to normal after the last move
    before = rested(crowd)
    other_phone = crowd.phones[(phone.seat + 1) % len(crowd.phones)]
    rummy = crowd.match.session.game in ("socki", "rockit")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(party, "publish", watched)
        assert other_phone.attempt("hint") != ""
        for told in range(3 if rummy else 1):
            phone.do("hint")
            crowd.until(lambda: len(published) > told and phone.state == published[-1][1])  # noqa: B023
    assert {seat for seat, _state in published} == {phone.seat}
    assert phone.state["hint"]
    assert picture(crowd) == before


def picture(crowd: PhoneGroup) -> bytes:
    """Pixels of the big screen."""
    App.draw(crowd.window.app)
    return crowd.window.picture()


def rested(crowd: PhoneGroup) -> bytes:
    """Pixels of the big screen once nothing moves."""
    pictures = [picture(crowd)]
    while len(pictures) < 2 or pictures[-1] != pictures[-2]:
        assert len(pictures) < 60, "something moves on and on"
        crowd.window.run_for(1.0)
        pictures.append(picture(crowd))
    return pictures[-1]


def take_back(crowd: PhoneGroup, phone: SocketPhone) -> int:
    """Undo the last move if possible. Returns the number of moves undone, 0 or 1."""
    session = crowd.match.session
    count = len(session.log)
    if session.to_move is None or not session.log or session.log[-1][0] != phone.seat:
        return 0
    crowd.calm()
    if phone.attempt("undo") != "":
        return 0
    question = crowd.scene.phone_seats.question
    if question is not None:
        asked = crowd.phones[question.seat]
        crowd.until(lambda: asked.state.get("ask"))
        asked.do("answer", number=0)
    while crowd.window.shown == "MessageDialog":
        crowd.window.context.scenes.pop()
    return int(len(session.log) < count)


def test_draft_turn_is_not_sent_to_other_phones(crowds: Crowds) -> None:
    """Cards in a draft are on the big screen. Other phones receive the table before the turn."""
    text = "table=- hands=7P,7F,7B,9L/1F,2F/3L,4L stock=1P,2P turn=0"
    crowd = crowds(Session.from_position("socki", text))
    phone, two, _three = crowd.phones
    crowd.build()
    lay = crowd.view(RummyView).table.lay
    assert sorted(card for pile in lay.piles for card in pile.texts) == ["7B", "7F", "7P"]
    assert lay.hand == ()
    assert not any("7P" in text for text in two.heard)
    phone.do("end")
    crowd.calm()
    assert two.state["observation"]["table"] == [["7P", "7F", "7B"]]
    assert not any("9L" in text for text in two.heard)


@pytest.mark.parametrize("slug", ["sociable", "socker"])
def test_phones_receive_the_seat_draw_after_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    """Phones show neither the chairs nor the first player while the screen draws them."""
    monkeypatch.setattr(AnimationQueue, "run", lambda *_: False)  # the test decides when the opening ends
    with crowded(tmp_path, Session.new(slug, seed=3)) as crowd:
        watcher = SocketPhone(crowd, 0)
        watcher.call()
        watcher.send("spectate", code=crowd.code, watcher="eve")
        crowd.until(lambda: watcher.state)
        for phone in (*crowd.phones, watcher):
            assert not any('"order"' in text or '"turn"' in text for text in phone.heard)
            assert phone.state["lobby"]
        assert [phone.state["seat"] for phone in crowd.phones] == [phone.seat for phone in crowd.phones]
        monkeypatch.undo()
        crowd.calm()
        crowd.until(lambda: "turn" in watcher.state)
        assert not crowd.scene.context.playback.is_busy
