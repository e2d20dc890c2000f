"""The vote after a match on phones: secret, with shares that add up to 100."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.session import Session
from game.match.seats import PHONE
from game.match.share_vote import FIRST_ROUND, SECOND_ROUND
from tests.party.browser_phones import BrowserRoom, Rooms, fits, held, hold, slide
from tests.party.many_phones import PhoneGroup, crowded
from tests.sampling import risk
from tests.scenes.test_debrief import played

VOTES = [83, 9, 8], [41, 52, 7], [19, 24, 57], [66, 1, 33]


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[PhoneGroup]:
    with crowded(tmp_path, played(), phones=4) as group:
        group.until(lambda: group.window.shown == "VoteDialog")
        group.until(lambda: all(phone.state.get("vote") for phone in group.phones))
        yield group


def counted(crowd: PhoneGroup, number: int) -> None:
    """Wait until every connected phone knows this number of votes."""
    there = [phone for phone in crowd.phones if crowd.hub.is_there(phone.seat)]
    crowd.until(lambda: all(phone.state["vote"]["count"] == number for phone in there))


def to_second(crowd: PhoneGroup) -> None:
    crowd.window.choose("Continue to the charts")
    debrief = crowd.window.top
    debrief.hurry()
    debrief.show([page.name for page in debrief.pages].index("vote"))
    crowd.until(lambda: all((phone.state.get("vote") or {}).get("round") == SECOND_ROUND
                            for phone in crowd.phones if crowd.hub.is_there(phone.seat)))  # fmt: skip


@risk
def test_votes_are_neither_sent_to_others_nor_saved(crowd: PhoneGroup, tmp_path: Path) -> None:
    for place, phone in enumerate(crowd.phones[:3]):
        phone.do("vote", round=FIRST_ROUND, shares=VOTES[place])
        counted(crowd, place + 1)
    assert [phone.state["vote"]["voted"] for phone in crowd.phones] == [True] * 3 + [False]
    assert crowd.phones[0].attempt("vote", round=FIRST_ROUND, shares=VOTES[1]) != ""
    assert crowd.phones[3].attempt("vote", round=FIRST_ROUND, shares=[50, 50, 1]) != ""
    to_second(crowd)
    for place, phone in enumerate(crowd.phones):
        phone.do("vote", round=SECOND_ROUND, shares=VOTES[-1 - place])
    crowd.until(lambda: crowd.window.shown == "MatchReportScene")
    crowd.until(lambda: all(phone.state["vote"] is None for phone in crowd.phones))
    heard = "".join(text for phone in crowd.phones for text in phone.heard)
    saved = heard + "".join(p.read_text("utf-8", "ignore") for p in tmp_path.rglob("*") if p.is_file())
    for vote in VOTES:
        assert ",".join(map(str, vote)) not in saved
        assert ", ".join(map(str, vote)) not in saved
    assert '"before"' not in heard


def test_phones_can_drop_and_return_between_votes(crowd: PhoneGroup) -> None:
    phone, two, three, four = crowd.phones
    phone.do("vote", round=FIRST_ROUND, shares=VOTES[0])
    phone.drop()
    crowd.until(lambda: not crowd.hub.is_there(0))
    two.do("vote", round=FIRST_ROUND, shares=VOTES[1])
    phone.back()
    crowd.until(lambda: phone.state["vote"] and phone.state["vote"]["voted"])
    assert phone.attempt("vote", round=FIRST_ROUND, shares=VOTES[1]) == "You've already voted."
    three.drop()
    crowd.until(lambda: not crowd.hub.is_there(2))
    to_second(crowd)
    three.back()
    three.do("vote", round=SECOND_ROUND, shares=VOTES[2])
    four.send("leave")
    crowd.until(lambda: "left_ok" in four.told)
    phone.do("vote", round=SECOND_ROUND, shares=VOTES[0])
    two.do("vote", round=SECOND_ROUND, shares=VOTES[1])
    crowd.window.choose("Show what has changed")
    assert crowd.scene.phone_seats.vote is not None
    shift = crowd.scene.phone_seats.vote.shift
    assert (shift.votes, bool(shift.before), bool(shift.after)) == ((2, 3), False, True)


# The page of a phone after a match: a ballot with shares that always add up to 100.


def voting(room: Rooms) -> BrowserRoom:
    """A page at the vote after a match of five, of whom three are on phones."""
    browser_room = room(played(), 1, (360, 640))
    for seat in (1, 2):
        browser_room.match.assign_seat(seat, "", PHONE)
    browser_room.page.wait_text("What decided your place?")
    return browser_room


SHARES = "[...document.querySelectorAll('.share input')].map(r => Number(r.value))"


def test_page_votes_before_and_after_a_reload(room: Rooms) -> None:
    browser_room = voting(room)
    page = browser_room.page
    assert browser_room.window.shown == "VoteDialog"
    assert page.run(SHARES) == [0, 0, 0]
    assert page.run("[...document.querySelectorAll('.share output')].map(o => o.innerText)") == [""] * 3
    page.tap("Cast my vote")
    off = "document.querySelector('footer button[aria-disabled=true]')?.title"
    assert page.run(off) == "Move a share first. Nothing has changed yet."
    vote = browser_room.scene.phone_seats.vote
    assert vote is not None
    assert vote.rounds[FIRST_ROUND].count == 0
    scores = page.run(
        "[...document.querySelectorAll('.finals li')].map(row => parseInt(row.lastChild.innerText))"
    )
    assert scores == sorted(browser_room.session.observe(None)["scores"], reverse=True)
    page.run(slide(0, 60))
    assert page.run(SHARES) == [60, 20, 20]
    assert not page.sees("Move one share and the others follow.")
    page.run(slide(2, 100))
    page.run(slide(1, 10))
    assert sum(page.run(SHARES)) == 100
    fits(page)
    page.tap("Cast my vote")
    page.wait_text("1 of 3 have voted.")
    assert page.sees("Your vote is in the sock.")
    page.load_anew()
    page.wait_text("Your vote is in the sock.")
    assert vote.rounds[FIRST_ROUND].count == 1
    vote.open(SECOND_ROUND)
    page.wait_text("Now that you've seen the charts")
    assert page.run(SHARES) == [0, 0, 0]
    page.run(slide(1, 20))
    page.tap("Cast my vote")
    page.wait_text("Your vote is in the sock.")
    vote.close()
    browser_room.until(lambda: not page.sees("Your vote is in the sock."))


PRESSED = ".poll :is(input, button), .steering button, footer button"
COVERED = f"""[...document.querySelectorAll('{PRESSED}')].filter(node => {{
  node.scrollIntoView({{ block: 'center' }});
  const {{ left, top, width, height }} = node.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return !node.contains(there);
}}).map(node => node.ariaLabel || node.textContent)"""
"""JavaScript: controls that are covered or outside."""
OVER = """[...document.querySelectorAll('main > .poll')].filter(poll => {
  const [one, other] = [poll, document.querySelector('.side')].map(node => node.getBoundingClientRect());
  return Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
}).length"""


PEEPS = """(([side, then]) => innerWidth > innerHeight ? Math.max(0, side.bottom - then.top) : 0)
(['.side', '.steering'].map(one => document.querySelector(one).getBoundingClientRect()))"""


APART = """[...document.querySelectorAll('.share')].every(share => {
  const [name, figure] = ['b', 'output'].map(part => share.querySelector(part));
  return name.scrollWidth <= name.clientWidth + 1
    && figure.offsetHeight < 2 * parseFloat(getComputedStyle(figure).fontSize);
})"""


WHOLE = """[...document.querySelectorAll('.finals b')].every(name => name.scrollWidth <= name.clientWidth + 1
&& name.offsetHeight < 2 * parseFloat(getComputedStyle(name).fontSize))"""


@pytest.mark.parametrize("size", [(360, 640), (568, 320), (640, 360), (844, 390)])
def test_results_of_five_do_not_cover_the_vote(room: Rooms, size: tuple[int, int]) -> None:
    page = voting(room).page
    hold(page, size)
    assert page.run("document.querySelectorAll('.finals li').length") == 5
    assert page.run(PEEPS) == 0
    assert (page.run(OVER), page.run(COVERED)) == (0, [])
    assert page.run(APART)
    page.run(slide(0, 60))
    assert page.run(APART)
    assert page.run(WHOLE)
    page.tap("Cast my vote")
    page.wait_text("Your vote is in the sock.")
    assert (page.run(OVER), page.run(COVERED)) == (0, [])
    assert page.run(WHOLE)


MOVED = """(foot => [...document.querySelectorAll('.share input')].map(slider => {
const box = slider.getBoundingClientRect();
return box.bottom <= foot.top || (box.right <= foot.left && box.bottom <= innerHeight) ? box.width : 0; }))
(document.querySelector('#bar').getBoundingClientRect())"""
"""JavaScript: widths of the sliders that are on the screen, 0 for others."""
CUT = """[...document.querySelectorAll('.finals li')].filter(row => {
const [name, box] = [row.querySelector('b'), row.getBoundingClientRect()];
const foot = document.querySelector('#bar').getBoundingClientRect();
const low = box.right > foot.left ? foot.top : innerHeight;
return name.scrollWidth > name.clientWidth + 1 || box.bottom > low; }).map(row => row.innerText)"""
"""JavaScript: rows of the result that are not fully readable."""


def test_small_phone_shows_all_vote_sliders(room: Rooms) -> None:
    """In both orientations and in large text. Larger phones show the places beside it."""
    page = voting(room).page
    for size, text, least in (
        ((320, 568), "100%", 240),
        ((568, 320), "100%", 240),
        ((320, 568), "200%", 200),
        ((568, 320), "200%", 100),
    ):
        hold(page, size, text)
        assert min(page.run(MOVED)) > least
    for _size in held(page, ((390, 844), (844, 390)), "100%"):
        assert (min(page.run(MOVED)) > 240, page.run(CUT)) == (True, [])
    page.run(slide(0, 60))
    page.tap("Cast my vote")
    page.wait_text("Your vote is in the sock.")
    for text in ("100%", "200%"):
        hold(page, (568, 320), text)
        assert page.run("document.querySelectorAll('.finals li').length") == 5
        assert page.run(CUT) == []


def test_page_votes_for_a_rematch_and_stops_it(room: Rooms) -> None:
    browser_room = room(Session.new("socker", seed=1), 1, (360, 640))
    page, scene = browser_room.page, browser_room.scene
    scene.match.assign_seat(1, "")
    scene.match.concede(1)
    page.wait_text("Another game")
    steering = browser_room.hub.steering
    page.tap("Rematch")
    browser_room.until(lambda: steering.voices("again") == [0])
    page.wait_text("Anyone can stop it.")
    fits(page)
    page.tap("Stop")
    browser_room.until(lambda: steering.voices("again") == [])
