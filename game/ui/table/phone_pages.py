"""The pages that phones load: that of the game, and its words in the language of the window."""

from __future__ import annotations

import functools
import json
import re

from game.core.discovery import phone_page, rules_text
from game.party.files import lean_module, sources
from game.party.party import Party
from game.ui.art.icons import emblem
from game.ui.art.knits import KNITS
from game.ui.art.puppets import BOX, cap_drawing
from game.ui.table.party_match import PartyHost
from game.words import PSEUDO, _, elided, forms, languages, own_name, plural_rule, spoken, spoken_to

_TEXTS = re.compile(r'\bt\("((?:[^"\\]|\\.)*)"')
_COUNTED = re.compile(r'\bcounted\("((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"')
"""The texts of a page, as they stand in its modules, and those that go with a number."""


class PhonePages:
    """Has a party serve what its phones need, each thing once."""

    def __init__(self, stage: PartyHost) -> None:
        self._stage = stage
        self._served = ""

    def open(self, party: Party) -> None:
        """A party opens: the words of its first page, the picture for home screens, and every cap."""
        party.serve("icon.png", emblem())
        for name in KNITS:
            party.serve(f"cap-{name}.svg", cap_drawing(name, BOX).encode())
        self._translate(party, "")

    def close(self) -> None:
        """The party is over; the next one has nothing yet."""
        self._served = ""

    def serve(self, party: Party, game: str) -> None:
        """Have the page of the game ready."""
        # The language too: the words that go along with a page are in that of the window.
        key = f"{game} {self._stage.settings.language}"
        if self._served != key:
            self._served = key
            page = phone_page(game)
            party.serve(f"{game}.js", lean_module(page))
            for code in languages():
                told = rules_text(game, code).partition("## For scripts")[0]  # as the window shows them
                party.serve(f"{game}.{code}.md", told.encode())
            self._translate(party, page)

    def _translate(self, party: Party, page: str) -> None:
        """Have the texts of the page ready, in the language of the window and in every other."""
        own = spoken() if spoken() in languages(PSEUDO) else "en"
        party.serve("words.json", _words(page, own))
        for code in languages():
            party.serve(f"words.{code}.json", _words(page, code))


@functools.lru_cache(maxsize=64)  # the lobby and six games in a handful of languages
def _words(page: str, language: str) -> bytes:
    """The texts of the page of a game in a language, as they are sent."""
    # Read from the modules themselves, so that no list of them can be forgotten.
    modules = (page, *sources())
    texts = {text for source in modules for text in _TEXTS.findall(source)}
    numbers = {pair for source in modules for pair in _COUNTED.findall(source)}
    with spoken_to(language):
        # What is said alike is left out: a page falls back to the text itself, and loads so much less.
        told: dict[str, object] = {text: _(text) for text in sorted(texts) if _(text) != text}
        told |= {pair[0]: forms(*pair) for pair in sorted(numbers) if forms(*pair) != list(pair)}
        told |= {
            "@plural": plural_rule(),
            "@elided": elided(),
            "@lang": language,
            "@languages": [[code, own_name(code)] for code in languages()],
        }
    return json.dumps(told, ensure_ascii=False).encode()
