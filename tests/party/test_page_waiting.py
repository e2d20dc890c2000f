"""A phone during another player's turn: beads, last moves, plans, latecomers and timeouts."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

from game.core.rummy.melds import book_for
from game.core.session import Session
from game.match.seats import PHONE
from game.match.spectator_reactions import SpectatorReactions
from tests.party.browser_phones import SIX, Rooms, fits, held, hold
from tests.party.test_page_city import city_of
from tools.browser import Inspector, Page

HANDS = "table=8B,9B,10B hands=11B,1P,3F/9L,10L,11L,HF,5B stock=5P,6P,8P turn=0"
BEADS = "[...document.querySelectorAll('.beads li > [aria-hidden]')].map(bead => bead.innerText)"
DEED = """[...document.querySelectorAll('.deeds li:first-child .meld .card')]
.map(card => card.classList.contains('fresh'))"""
CHOSEN = (
    "[...document.querySelectorAll('.hand .card[aria-pressed=true]')].map(c => c.getAttribute('aria-label'))"
)


def test_waiting_player_can_plan_melds(seated: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    browser_room = seated(Session.from_position("socki", HANDS), 2, (390, 844))
    mine, other_page = browser_room.pages
    assert other_page.run(BEADS) == ["3", "You"]
    assert mine.run(BEADS) == []
    version = browser_room.scene.phone_seats.version
    other_page.tap("Plan ahead")
    for card in ("9 of ladies", "10 of ladies", "11 of ladies"):
        other_page.tap(card)
    assert "Run of 3: 9 of ladies, 10 of ladies, 11 of ladies" in other_page.buttons()
    other_page.tap("11 of ladies, Run of 3")
    assert not other_page.sees("Run of 3")
    other_page.tap("11 of ladies")
    for card in ("9 of ladies", "10 of ladies"):
        other_page.tap(card)
    browser_room.turn()
    assert browser_room.scene.phone_seats.version == version
    thrown: list[object] = []

    def react(_self: SpectatorReactions, _who: str, sign: object, *_more: object) -> str:
        thrown.append(sign)
        return ""

    monkeypatch.setattr(SpectatorReactions, "react", react)
    other_page.tap("Ha")
    browser_room.until(lambda: thrown == ["ha"])

    browser_room.match.play("play 8B 9B 10B 11B")
    browser_room.until(lambda: browser_room.may_play(other_page) and browser_room.shows(mine))
    assert mine.run(BEADS) == ["5", "You"]
    assert mine.run(DEED) == [False, False, False, True]
    other_page.tap("Run of 3: 9 of ladies, 10 of ladies, 11 of ladies")
    assert [name.partition(",")[0] for name in other_page.run(CHOSEN)] == [
        f"{n} of ladies" for n in (9, 10, 11)
    ]
    other_page.tap("New pile")
    other_page.wait_text("All valid")
    names = ["10P", "11P", "12P", "HP", "1P", "2P", "HF", "HB", "2F", "2P"]
    for mode in ("wrap", "both", "high", "low"):
        names_melds_as_the_rules_do(other_page, "socki", names, happy_mode=mode)
    browser_room.begin(Session.new("rockit", 2, seed=4))
    names_melds_as_the_rules_do(other_page, "rockit", ["QH", "KH", "AH", "2H", "2S", "2C", "AS", "2H", "JK"])


@pytest.mark.parametrize(
    ("game", "position", "card"),
    [("socki", HANDS, "9 of ladies"), ("sociable", f"{SIX} turn=0", "Nine of hearts")],
)
def test_tapped_card_says_it_is_not_your_turn(seated: Rooms, game: str, position: str, card: str) -> None:
    browser_room = seated(Session.from_position(game, position), 2)
    other_page = browser_room.pages[1]
    other_page.tap(card)
    assert other_page.run("document.getElementById('alert').textContent") == "It’s not your turn."


def names_melds_as_the_rules_do(page: Page, game: str, cards: list[str], **options: str) -> None:
    """Check that a plan accepts the same melds as the rules."""
    book = book_for(game, Session.new(game, 2, options=options).options)
    piles = [list(pile) for n in (2, 3, 4, 5) for pile in combinations(cards, n)]
    rules = f"game.melds({{ options: {json.dumps(options)} }})"
    named = page.run(
        f"Promise.all([import('/play/{game}.js'), import('/hand_plan.js')]).then("
        f"([{{ default: game }}, {{ meldOf }}]) =>"
        f"{json.dumps(piles)}.map(pile => !!meldOf(pile, {rules})))"
    )
    for pile, name in zip(piles, named, strict=True):
        assert name == any(len(meld) == len(pile) for meld in book.melds_from(pile)), (pile, options)


# Board games: the waiting player sees the last two actions in words and, with the same numbers, on the board.


PITCH = "field=9/4B4/2b1B4/9/2B6/4oB3/2R1R4/4R4/r2R5/9/9 score=1/2 turns=14"
LATELY = (
    "[...document.querySelectorAll('.lately li')].map(deed => deed.innerText.replace(/\\s+/g, ' ').trim())"
)
NUMBERS = (
    "[...document.querySelectorAll('.board svg text')].map(n => n.textContent).filter(n => n < 3).sort()"
)
PAIR = "document.querySelector('.pair b')?.innerText ?? ''"


def test_waiting_socker_player_sees_the_last_two_actions(seated: Rooms) -> None:
    session = Session.from_position("socker", PITCH)
    browser_room = seated(session, 2, (390, 844))
    mine, other_page = browser_room.pages
    assert other_page.run(BEADS) == ["", "You"]
    for verb in ("kick", "move"):
        browser_room.match.play(next(move for move in session.moves() if move.startswith(verb)))
    browser_room.until(lambda: browser_room.shows(other_page) and browser_room.may_play(mine))
    assert other_page.run(LATELY) == ["1 Ann takes a step.", "2 Ann kicks the ball."]
    assert other_page.run(NUMBERS) == ["1", "2"]
    assert mine.run(LATELY) == mine.run(NUMBERS) == []


def test_city_pages_show_the_last_track_and_the_nearest_pair(seated: Rooms) -> None:
    options = {"sock_setup": "auto", "start_player": "first"}
    session = Session.new("city", 2, seed=1, options=options)
    browser_room = seated(session, 2, (390, 844))
    move = next(move for move in session.moves() if move.startswith("lay"))
    browser_room.match.play(move)
    mine, other_page = browser_room.pages if session.to_move == 0 else browser_room.pages[::-1]
    browser_room.until(lambda: browser_room.shows(other_page) and browser_room.may_play(mine))
    names = [city_of(browser_room).name(stop) for stop in move.split()[1:]]
    assert [deed.partition(" ")[2] for deed in other_page.run(LATELY)] == [" – ".join(names)]
    assert other_page.run(NUMBERS) == ["1"]
    near = mine.run(PAIR)
    assert near, "the card of a pair is there before one is chosen"
    mine.tap(f"Show routes: {near}")
    browser_room.until(lambda: not mine.run(PAIR))
    mine.tap(f"Show routes: {near}")
    browser_room.until(lambda: mine.run(PAIR) == near)


TAG_AND_HEAD = """['.passed', '.puppet svg *'].map((one, n) => {
const box = document.querySelector(`.chairs li:has(.passed) ${one}`).getBoundingClientRect();
return n ? box.top : box.bottom; })"""


def test_page_shows_who_passed_and_who_won_the_round(room: Rooms) -> None:
    browser_room = room(Session.from_position("sociable", SIX), 5)
    page = browser_room.page
    passed = "[...document.querySelectorAll('.chairs li:has(.passed) b')].map(name => name.textContent)"
    lies = "[document.querySelectorAll('.lead .card').length, !!document.querySelector('.past .by')]"
    browser_room.match.play("pass")
    browser_room.until(lambda: browser_room.shows(page))
    assert (page.run(passed), page.run(lies)) == (["Bo"], [2, False])
    for _ in held(page, ((667, 375), (320, 568)), "200%"):
        tag, head = page.run(TAG_AND_HEAD)
        assert tag < head
    for _ in range(3):
        browser_room.match.play("pass")
    browser_room.until(lambda: browser_room.shows(page))
    assert (page.run(passed), page.run(lies)) == ([], [2, True])


# Latecomers take a bot's seat with one tap, or a seat with the next deal; and timeouts on phones.


WAIT = 30_000.0


def test_latecomer_takes_a_bots_seat_with_one_tap(room: Rooms) -> None:
    browser_room = room(Session.from_position("sociable", SIX))
    page = browser_room.stranger()
    fits(page)
    inspector = Inspector()
    inspector.look(page, "the seats of bots")
    assert not inspector.found, inspector.found
    hold(page, (320, 568), "200%")
    lines = "one.offsetHeight / parseFloat(getComputedStyle(one).fontSize)"
    assert page.run(f"Math.max(...[...document.querySelectorAll('.seat .who')].map(one => {lines}))") < 3
    hold(page, (360, 640))
    page.run("document.getElementById('name').value = 'Zoe'")
    page.tap("Play for Ida")
    browser_room.until(lambda: browser_room.match.seats[2].device == PHONE)
    assert browser_room.match.seats[2].name == "Zoe"
    browser_room.until(lambda: browser_room.shows(page))
    assert page.run("localStorage.getItem('sockdrawer.name')") == "Zoe"


def test_latecomer_sits_down_with_the_next_deal(room: Rooms) -> None:
    browser_room = room(Session.from_position("sociable", SIX))
    page = browser_room.stranger()
    page.run("document.getElementById('name').value = 'Zoe'")
    page.tap("Watch until the next deal")
    page.wait_text("You'll join at the next deal.")
    assert not page.run("!!document.querySelector('.hand, .fan')")
    fits(page)
    plies = len(browser_room.session.log)

    def dealt() -> bool:
        """Play on until a hand has ended."""
        if browser_room.match.to_move == 0 and not browser_room.scene.animations.is_busy:
            browser_room.scene.context.play(browser_room.session.moves()[-1])
        return bool(browser_room.scene.phone_seats.deals)

    browser_room.until(dealt)
    assert len(browser_room.session.log) > plies
    browser_room.until(lambda: any(seat.name == "Zoe" for seat in browser_room.match.seats))
    seat = next(seat for seat in browser_room.match.seats if seat.name == "Zoe")
    assert seat.device == PHONE
    page.wait("document.querySelector('.match:not(.watching)')")


def test_latecomer_between_matches_gets_a_seat_in_the_next(room: Rooms) -> None:
    browser_room = room(Session.from_position("sociable", SIX))
    browser_room.match.concede(0)
    browser_room.until(lambda: browser_room.match.is_over)
    page = browser_room.stranger()
    page.wait_text("The next match has a seat for you")
    fits(page)
    page.run("document.getElementById('name').value = 'Zoe'")
    page.tap("Watch until the next match")
    page.wait("!document.querySelector('#name')")
    assert page.run("localStorage.getItem('sockdrawer.name')") == "Zoe"


def test_sleeping_player_takes_the_seat_back_from_a_bot(room: Rooms) -> None:
    browser_room = room(Session.new("sociable", 4, seed=4), 4)
    seat, inspector = browser_room.session.to_move, Inspector()
    assert seat is not None
    # A bot would have moved before the player is back.
    browser_room.window.context.bot_worker.poll_result = lambda: None  # type: ignore[method-assign]
    her, others = browser_room.pages[seat], [page for n, page in enumerate(browser_room.pages) if n != seat]
    browser_room.window.step(ms=WAIT)
    for page in others[:2]:
        page.wait("document.querySelector('.ask .big')")
        fits(page)
        inspector.look(page, "a bot for someone")
        page.run("document.querySelector('.ask .big').click()")
    browser_room.until(lambda: browser_room.match.seats[seat].is_bot)
    her.wait_text("Take my seat back")
    fits(her)
    inspector.look(her, "a bot plays")
    assert not inspector.found, inspector.found
    her.tap("Take my seat back")
    browser_room.until(lambda: not browser_room.match.seats[seat].is_bot)


@pytest.mark.parametrize("game", ["sociable", "socker"])
def test_turn_clock_fits_and_counts_down(room: Rooms, game: str) -> None:
    browser_room = room(Session.new(game, seed=4), 2)
    browser_room.window.context.update_settings(turn_clock=30)
    browser_room.until(
        lambda: browser_room.match.to_move in (0, 1) and not browser_room.scene.animations.is_busy
    )
    page = browser_room.pages[browser_room.match.to_move or 0]
    page.wait("document.querySelector('.ribbon .clock')")
    assert 1 <= int(page.run("document.querySelector('.clock').textContent")) <= 30
    fits(page)
