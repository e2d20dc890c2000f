"""A match that is over, on the phones of those who played it."""

from __future__ import annotations

from collections.abc import Callable

from game.core.session import Session
from tests.party.room import Room
from tools.browser import Inspector

LAST = "table=10D,JD,QD hands=KD/4H,7C stock=5C,6S turn=0 in=1/1"
OVER = "document.body.classList.contains('done')"
YARN = "document.querySelectorAll('.confetti i').length"
CROWNS = "document.querySelectorAll('.crowns .crowned').length"
BUZZES = "window.buzzes = []; navigator.vibrate = pattern => window.buzzes.push(pattern);"
ENDS = "document.querySelector('.ends')"
LONG = "window.buzzes.some(pattern => pattern.length === 5)"


def test_the_winner_is_crowned_and_only_the_own_phone_cheers(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("rockit", LAST, names=["Ann", "Bo"]), 2)
    won, lost = made.pages
    for page in made.pages:
        page.run(BUZZES)
        page.touch(200, 300)  # a phone that nobody has touched may not buzz
    made.scene.match.play("play 10D JD QD KD")
    made.until(lambda: won.run(OVER) and lost.run(OVER))
    assert [page.run(CROWNS) for page in made.pages] == [1, 1]
    assert (won.run(YARN) > 0, lost.run(YARN)) == (True, 0)
    assert (won.run(LONG), lost.run(LONG)) == (True, False)
    assert lost.run("window.buzzes.length")

    won.prefer(prefers_reduced_motion="reduce")
    won.run("import('/view.js').then(({ draw }) => draw())")
    assert won.run(YARN) == 0, "nothing falls where movement is not wanted"
    for page in made.pages:
        page.prefer(prefers_color_scheme="dark")
        assert page.run(f"getComputedStyle({ENDS}).backgroundColor") == "rgb(42, 34, 69)"
    inspector = Inspector()
    for state in ("first", "second", "third"):
        inspector.look(won, state)
    assert inspector.found == []
    for page in made.pages:
        page.prefer()
