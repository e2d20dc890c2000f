"""Pages as phones beside a real window, and whether all of a page can be seen and touched."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party.party import Party
from game.ui.match.opening import match_scene
from tests.party.browser import Chromium, Page, until
from tests.party.crowd import NAMES
from tests.scale import PATIENCE
from tests.scenes.harness import Window

SIX = "hands=8H,10D,QC,AH,AS,JK/9H,9D,10H,JC/10C,10S,QH,9S/8D,JS,JD/JK,AC,8S order=2,1,4,0,3 lead=KS,KD by=2"
"""SOCiable with six cards in the hand of the first seat."""


class Room:
    """A window with a match, and pages as phones."""

    def __init__(
        self,
        home: Path,
        browser: Chromium,
        session: Session,
        pages: int,
        size: tuple[int, int],
        beat: float,
    ) -> None:
        self.window = Window(home, (960, 540))
        self.session = session
        self.hub = self.window.stage.phones
        self.hub.party = Party(beat=beat)
        self.hub.open(port=0, host="127.0.0.1")
        while not self.hub.is_open:
            self.window.turn()
        seats = [
            Seat(NAMES[n], n, "" if n < pages else "easy", PHONE if n < pages else "")
            for n in range(session.players)
        ]
        self.scene: Any = match_scene(self.window.stage, session, seats)
        self.window.stage.scenes.push(self.scene)
        self.window.turn()
        self.pages = [browser.page(size) for _ in range(pages)]

    def turn(self) -> None:
        self.window.turn()

    def until(self, done: Callable[[], Any]) -> Any:
        return until(done, self.turn)

    def join(self, number: int) -> Page:
        page = self.pages[number]
        assert self.hub.party is not None
        page.open(self.hub.party.door.link)
        self.until(lambda: page.sees("Choose your seat"))
        page.tap(NAMES[number])
        page.tap("Take this seat")
        self.until(lambda: self.shows(page))
        return page

    def shows(self, page: Page) -> bool:
        """Whether a page shows the match as it stands."""
        return self._is(page, "match")

    def may_play(self, page: Page) -> bool:
        """Whether a page shows that it is its turn, and nothing is in the way."""
        return self._is(page, "mine")

    def _is(self, page: Page, kind: str) -> bool:
        ply = len(self.session.log)
        return bool(page.run(f"!!document.body?.matches('.match.{kind}[data-ply=\"{ply}\"]')"))

    def close(self) -> None:
        for page in self.pages:
            page.close()
        self.hub.close(PATIENCE)
        self.window.close()


SIZES = (320, 568), (360, 640), (412, 915), (915, 412), (667, 375)
WIDER = """(width => [...document.querySelectorAll('body, body *:not(.unseen, .unseen *, .town *, .art *)')]
.filter(n => n.getBoundingClientRect().right > width + 1)
.map(n => `${n.localName}.${n.className} ${n.getBoundingClientRect().right}`).slice(0, 6))"""
"""What reaches over the right edge; the map can be scrolled."""
SMALL = """[...document.querySelectorAll(
'.big, .arrow, .hand .card, .fan .card, .chip, .sort, .pile, select')]
.map(b => [b.innerText, b.getBoundingClientRect()])
.filter(([, r]) => r.width && (r.width < 40 || r.height < 40))
.map(([t, r]) => `${t} ${r.width}x${r.height}`)"""
"""What is pressed and smaller than a finger; a little less than 44 pixels where many cards lie in a row."""


def hold(page: Page, size: tuple[int, int], text: str = "100%") -> None:
    """Hold the phone so, with text as large as this, and let the page have seen it."""
    page.resize(*size)
    page.run(f"document.documentElement.style.fontSize = '{text}'")
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def fits(page: Page) -> None:
    """Nothing is wider than the screen, and what is pressed is as large as a finger."""
    for size in SIZES:
        for text in ("100%", "200%"):
            hold(page, size, text)
            assert page.run(f"{WIDER}({size[0]})") == [], f"{size}, {text}"
            assert page.run(SMALL) == [], f"{size}, {text}"
