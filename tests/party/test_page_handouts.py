"""Pages to hand out in a real browser: each is one sheet of A4, in every language, of every class."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from game import words
from game.games.sociable.debrief.pooled import parallel_classes, tasks
from game.games.sociable.screen.class_debrief.handouts import handouts
from game.games.sociable.screen.class_debrief.words import ClassFacts
from game.match.hall import ClassBook
from game.match.hall._book import Vote
from tests.games.sociable.test_pooled import sheet
from tools.browser import Chromium

VOTE = Vote(
    ((60, 20, 20),) * 17 + ((20, 60, 20),) * 9 + ((40, 40, 20),) * 4,
    ((40, 20, 40),) * 10 + ((0, 0, 100),) * 20,
)
WAYS = "on", "off", "reversed"
SEATS = range(1, 6)
A4 = "/MediaBox [0 0 594.95996 841.91998]"
ROOM = "[...document.querySelectorAll('.ask i')].map(one => one.getBoundingClientRect().height * 25.4 / 96)"
CUT = """(() => { const page = document.querySelector('main'), end = page.getBoundingClientRect();
return page.scrollHeight > page.clientHeight || page.scrollWidth > page.clientWidth
|| [...page.querySelectorAll('*')].some(one => { const box = one.getBoundingClientRect();
return box.right > end.right + 1 || box.bottom > end.bottom + 1; }); })()"""


@cache
def classes() -> tuple[ClassFacts, ...]:
    """The fullest there is; one of two rounds; one without an exchange, whose vote has a chart; a table."""
    full = ClassBook(
        "Wirtschaft 12b, Gruppe 2", 1.79e9, tuple(sheet(n, WAYS[n % 3], hands=9) for n in range(1, 9)), VOTE
    )
    calm = ClassBook("9b", 1.79e9, tuple(sheet(number, "off", hands=4) for number in (1, 2)), VOTE)
    alone = ClassBook("", 0.0, (sheet(1, "on", hands=3),))
    lived = parallel_classes([(task, task.batch.played()) for task in tasks(ClassFacts.of(full).story, 2)])
    first = [
        replace(sheet(n, WAYS[n % 2], hands=4), people=tuple(f"{n}{seat}" for seat in SEATS)) for n in SEATS
    ]
    again = [
        replace(sheet(one.number, WAYS[1 - one.number % 2], seed=50), people=one.people, round=2)
        for one in first
    ]
    twice = ClassBook("Wirtschaft 12b, Gruppe 2", 1.79e9, (*first, *again), VOTE)
    return ClassFacts.of(full, lived), ClassFacts.of(twice), ClassFacts.of(calm), ClassFacts.of(alone)


@pytest.mark.parametrize("language", words.languages())
def test_each_is_one_sheet_of_a4_with_room_to_write(language: str, browser: Chromium, tmp_path: Path) -> None:
    page = browser.page((900, 1200))
    for number, told in enumerate(classes()):
        words.use(language)
        try:
            pages = dict(handouts(told))
        finally:
            words.use("en")
        for name, data in pages.items():
            path = tmp_path / f"{number}-{name}"
            path.write_bytes(data)
            page.open(path.as_uri())
            page.wait(f"location.href.endsWith('{path.name}') && document.readyState === 'complete'")
            page.call("Emulation.setEmulatedMedia", media="print")
            page.wait("document.fonts.status === 'loaded'")
            assert not page.run(CUT), (language, name, told.story.places)
            lines = page.run(ROOM)
            assert all(height >= 4.9 for height in lines)
            assert len(lines) == (6 if name == "pupils.html" else 0)
            printed = page.printed()
            assert len(re.findall(rb"/Type /Page\b", printed)) == 1, (language, name)
            assert A4.encode() in printed
    page.call("Emulation.setEmulatedMedia", media="")
    page.close()
