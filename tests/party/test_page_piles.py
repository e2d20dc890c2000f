"""Where the piles of a rummy stand on a page: each where it was put until something needs its room."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from game.core.session import Session
from tests.party.browser import Page
from tests.party.room import Room, hold

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
POSITION = "table=1P,2P,3P/4L,5L,6L/7F,7B,7L hands=4P,9F,9B,9L,8L/7P,7L,12P,12F,12B,1F stock=2F,3F,4F turn=0"
STAND = """Object.fromEntries([...document.querySelectorAll('.mat .pile')].map(pile => {
const r = pile.getBoundingClientRect();
return [pile.getAttribute('aria-label'), [r.x, r.y, r.width, r.height].map(Math.round)]; }))"""
"""Where each pile is on the screen, by its cards in words."""
HAND = """import('/stand.js').then(({ stand, known }) => {
  const found = { far: 0, moved: 0, count: 0, faults: [] };
  const place = (now, { x, w, row }) => [x + w / 2, (row + .5) * now.pitch];
  let before = [];
  for (const table of TABLES) {
    const piles = table.map((cards) => ({ cards }));
    const kept = known(before[0]?.spots || [], piles);
    const now = stand(before, piles, ROOM);
    const all = now.spots;
    all.forEach((one, n) => {
      const [right, foot] = [one.x + one.w - .1, (one.row + .5) * now.pitch + now.high / 2];
      if (one.x < -.1 || right > ROOM.w) found.faults.push(['beside the table', one]);
      if (now.card > 30 && foot > ROOM.h + 1) found.faults.push(['below', one]);
      const over = (other) => other.row === one.row && other.x < right && one.x < other.x + other.w - .1;
      if (all.slice(0, n).some(over)) found.faults.push(['on another', one]);
      const spot = kept.get(piles[n]);
      if (!spot || String([...spot.cards].sort()) !== String([...one.cards].sort())) return;
      const [[x, y], [u, v]] = [place(now, one), place(before[0], spot)];
      const far = Math.hypot(x - u, y - v);
      found.far += far; found.count += 1; found.moved += far > 1;
    });
    before = [now, ...before];
  }
  return found;
})"""
"""A whole hand laid in a room: how far untouched piles went, how many of them, and what is wrong."""


def places(page: Page) -> dict[str, list[int]]:
    found: dict[str, list[int]] = page.run(STAND)
    return found


def same(before: dict[str, list[int]], after: dict[str, list[int]]) -> int:
    """How many piles are there as they were; all of those stand where they stood."""
    both = before.keys() & after.keys()
    assert {cards: after[cards] for cards in both} == {cards: before[cards] for cards in both}
    return len(both)


def playing(room: Callable[..., Room], size: tuple[int, int] = (412, 915)) -> tuple[Room, Page]:
    """A phone and a table of three piles; it is to move."""
    made = room(Session.from_position("socki", POSITION, names=["Ann", "Bo"]), 2, size)
    return made, made.pages[0]


def test_piles_stay_while_one_grows_comes_and_goes(room: Callable[..., Room]) -> None:
    """In the own turn and in those of others, and where the page is loaded anew."""
    made, page = playing(room)
    first = places(page)
    made.scene.match.play("play 1P 2P 3P 4P | 4L 5L 6L | 7F 7B 7L | 9F 9B 9L")
    made.until(lambda: made.shows(page) and len(places(page)) == 4)
    own = places(page)
    assert same(first, own) == 2
    assert len(own) == 4
    # Two grow, and one comes.
    made.scene.match.play("play 4L 5L 6L 7L | 1P 2P 3P 4P | 7P 7F 7B 7L | 9F 9B 9L | 12P 12F 12B")
    made.until(lambda: made.shows(page) and len(places(page)) == 5)
    theirs = places(page)
    assert same(own, theirs) == 2
    page.run("window.old = true; location.reload()")
    made.until(lambda: page.run("window.old === undefined") and made.shows(page))
    assert same(theirs, places(page)) == 5
    hold(page, (915, 412))
    hold(page, (412, 915))
    assert same(theirs, places(page)) == 5


def test_piles_stay_while_a_turn_is_built(room: Callable[..., Room]) -> None:
    """A pile that is opened and closed, one taken apart, and all of it taken back."""
    made, page = playing(room, (360, 640))
    first = places(page)
    card = "[...document.querySelectorAll('.pile .card')].find(c => c.ariaLabel === '7 of boats').click()"
    page.run(card)
    assert page.run("document.querySelectorAll('.pile.open').length") == 1
    page.run(card)
    assert same(first, places(page)) == 3
    page.run(card)
    page.tap("New pile")
    made.until(lambda: len(places(page)) == 4)
    parted = places(page)
    assert same(first, parted) == 2
    hold(page, (640, 360))
    page.run("for (let n = 0; n < 40; n++) dispatchEvent(new Event('resize'))")
    hold(page, (360, 640))
    assert same(parted, places(page)) == 4
    page.tap("Take back")
    made.until(lambda: len(places(page)) == 3)
    assert same(first, places(page)) == 3


def test_untouched_piles_hardly_travel_over_a_hand(room: Callable[..., Room]) -> None:
    """A tenth of what they went on this small phone when all closed ranks; and none lies on another."""
    page = playing(room)[1]
    size = {"w": 334, "h": 250, "most": 66, "finger": 44, "spare": 24, "endless": False}
    for game, once in (("socki", 33.9), ("rockit", 45.3)):
        told = (PLAYTHROUGHS / f"{game}.txt").read_text(encoding="utf-8").splitlines()
        plays = [line.partition(" play ")[2] for line in told if " play " in line]
        tables = [[pile.split() for pile in move.split(" | ")] for move in plays]
        found = page.run(HAND.replace("TABLES", json.dumps(tables)).replace("ROOM", json.dumps(size)))
        assert found["faults"] == []
        assert found["count"] > 80
        assert found["far"] / found["count"] < once / 10
