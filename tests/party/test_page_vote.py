"""The page of a phone after a match: a slip with shares that always come to all of it."""

from __future__ import annotations

from collections.abc import Callable

from game.core.session import Session
from game.match.ballot import AFTER, BEFORE
from game.match.seats import PHONE
from tests.party.room import Room, fits
from tests.scenes.test_debrief import played


def slide(place: int, value: int) -> str:
    """Move a share as a finger does."""
    return (
        f"(() => {{ const r = document.querySelectorAll('.share input')[{place}]; r.value = {value};"
        "r.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )


SHARES = "[...document.querySelectorAll('.share input')].map(r => Number(r.value))"


def test_a_page_votes_is_loaded_anew_and_votes_again(room: Callable[..., Room]) -> None:
    made = room(played(), 1, (360, 640))
    page = made.pages[0]
    for seat in (1, 2):
        made.scene.match.hand_over(seat, "", PHONE)
    made.until(lambda: made.window.shown == "VoteDialog")
    made.until(lambda: page.sees("What decided your place?"))
    assert page.run(SHARES) == [0, 0, 0]
    assert page.run("[...document.querySelectorAll('.share output')].map(o => o.innerText)") == ["\u2013"] * 3
    page.tap("Cast my vote")
    off = "document.querySelector('.poll button[aria-disabled=true]')?.title"
    assert page.run(off) == "Set a share first: nothing was moved yet."
    assert made.scene.phones.vote.rounds[BEFORE].count == 0
    scores = page.run(
        "[...document.querySelectorAll('.finals li')].map(row => parseInt(row.lastChild.innerText))"
    )
    assert scores == sorted(made.session.observe(None)["scores"], reverse=True)
    page.run(slide(0, 60))
    assert page.run(SHARES) == [60, 20, 20]
    assert not page.sees("Move one share: the others follow.")
    page.run(slide(2, 100))
    page.run(slide(1, 10))
    assert sum(page.run(SHARES)) == 100
    fits(page)
    page.tap("Cast my vote")
    made.until(lambda: page.sees("1 of 3 have voted."))
    assert page.sees("Your vote is in the sock.")
    page.run("window.old = true; location.reload()")
    made.until(lambda: page.run("window.old === undefined") and page.sees("Your vote is in the sock."))
    vote = made.scene.phones.vote
    assert vote.rounds[BEFORE].count == 1
    vote.open(AFTER)
    made.until(lambda: page.sees("Now that you have seen the charts"))
    assert page.run(SHARES) == [0, 0, 0], "nobody reads the first vote over a shoulder"
    page.run(slide(1, 20))
    page.tap("Cast my vote")
    made.until(lambda: page.sees("Your vote is in the sock."))
    vote.close()
    made.until(lambda: not page.sees("Your vote is in the sock."))


def test_a_page_says_whether_to_play_again(room: Callable[..., Room]) -> None:
    made = room(Session.new("socker", seed=1, names=["Ann", "Bo"]), 1, (360, 640))
    page, scene = made.pages[0], made.scene
    scene.match.hand_over(1, "")
    scene.match.concede(1)
    made.until(lambda: page.sees("Another game"))
    page.tap("Play again")
    made.until(lambda: scene.phones.wishes.who("again") == [0])
    made.until(
        lambda: page.run("document.querySelector('[aria-pressed=true]')?.innerText.trim()") == "Play again"
    )
    fits(page)
    page.tap("Play again")
    made.until(lambda: scene.phones.wishes.who("again") == [])
