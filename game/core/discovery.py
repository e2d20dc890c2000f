"""Finds games by name, when they are asked for: a folder in ``game/games`` is a game."""

from __future__ import annotations

import importlib
import pkgutil
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from game.core.game import Bot, GameInfo, Rules, Script

_PACKAGE = "game.games"

COMPONENTS = {
    "rules": "rules:RULES",
    "bot": "bot:BOT",
    "beginner": "bot:beginner",
    "words": "match_text:WORDS",
    "rummy": "rules.state:VARIETY",
    "adviser": "rules.state:ADVISER",
    "idea": "bot:find_best_play",
    "boards": "rules.text:to_layout",
    "talk": "banter_and_achievements:TALK",
    "feats": "banter_and_achievements:FEATS",
    "insight": "analysis:INSIGHT",
    "puzzles": "puzzles:PUZZLES",
    "handheld": "phone_adapter:make_phone_support",
    "at_tables": "screen.classroom:AT_TABLES",
    "view": "screen.view:VIEW",
    "pictures": "screen.rule_pictures:PICTURES",
    "phone_art": "screen.phone_art:drawings",
    "first_page": "screen.rule_pictures:first_page",
    "small_board": "screen.rule_pictures:small_board",
    "hall": "screen.classroom:HALL",
    "debrief": "screen.match_report.export:write",
    "results": "screen.match_report.scene:after_match",
    "class_debrief": "screen.class_report.files:write",
    "handouts": "screen.class_report.handouts:printed",
    "class_story": "statistics.class_statistics:story_of",
    "lessons": "screen.class_report.lessons:write",
    "lessons_scene": "screen.class_report.lessons:PooledClassesScene",
    "class_scene": "screen.class_report.scene:ClassReportScene",
}
"""Where each part of a game lies in its folder. It must have rules and a bot; what else it brings it may.

- ``rules``, ``bot``, ``beginner``: its `Rules`, its `Bot`, the `Script` of who has read the first lesson;
- ``words``: its `game.match.match_text.MatchText`, the class: moves, events, endings and what is known in
  sentences, for whoever speaks of a match (`words_of`);
- ``rummy``, ``adviser``, ``idea``: a rummy's `game.core.rummy.melds.RummyVariant`, its `RummyRulesAdapter`
  and what finds an `BestPlay`, both of `game.core.rummy.assistance`;
- ``boards``: makes a layout of an observation, for boards that can be kept as maps;
- ``talk``: its `game.match.banter.BanterScript`, for computer players who say a word now and then;
- ``feats``: its `game.match.achievements.GameAchievements`, what earns the socks of this game;
- ``insight``: its `game.match.analysis.Analyst`, for matches that can be understood afterwards;
- ``puzzles``: its `game.match.puzzle.Puzzler`, for positions that can be puzzles;
- ``handheld``: makes a `game.match.phone_seats.PhoneSupport` of a match that no window shows, and of a
  worker; without one its phones offer moves as buttons there;
- ``at_tables``: its `game.match.classroom._game_adapter.ClassroomAdapter`, what is said where tables are seen
  side by side;
- ``view``: makes its `MatchView` on the screen; a game without one is played in words and buttons;
- ``pictures``: those of its rules, names with a height in units and a drawing each;
- ``phone_art``: gives the drawings of its screen that its page on phones shows too, texts of SVG by name;
- ``first_page``: makes the `game.ui.art.first_page.FirstPage` of its rules of the `Options` of a match;
  without one they begin with the text;
- ``small_board``: draws a layout, or for `None` the usual board, as a small picture;
- ``hall``: its `game.ui.art.rooms.ClassroomArt`, how many tables look on one screen;
- ``debrief``, ``class_debrief``: write what a record, or a class's book, tells into files;
- ``class_story``, ``lessons_scene``, ``lessons``: what is counted of a class's book; shows several such
  together; writes several books together into files;
- ``handouts``: makes of a class's book pages to print, by the names of their files;
- ``results``: makes of a `game.ui.match.match_scene.MatchScene` what is shown once it is over, or `None`
  where the usual results do;
- ``class_scene``: shows a class's book on the projector.

Beside these it may bring files, none of which there has to be:

- ``emblem.svg``: its sock, for title, lobby, rules, album and phones: what dresses the big sock, or any
  small drawing, which lies on a plain one (`game.ui.art.socks.Emblem`); without it a plain sock in a
  colour that no other game has;
- ``pieces/NAME.svg``: its cards or pieces, one drawing for the window (`game.ui.art.pieces`), the rules
  and phones, which show it where a move, or what a seat sees, holds the word NAME; without it the word
  alone;
- ``music.ogg``, or as stems ``music-base.ogg``, ``music-tune.ogg`` and ``music-drive.ogg``: what plays;
  without it the music of its room (`GameInfo.room`), which is that of the title unless it names another;
- ``locale/CODE/LC_MESSAGES/sockdrawer.po``: its texts in another language, written and compiled by
  ``python -m tools.build_locale`` (an empty file begins it); what neither this nor the program's own
  catalogue has is English;
- ``rules.md``, ``guide.md`` and their likes in other languages, ``rules.CODE.md`` and ``guide.CODE.md``:
  its rules, and what else players may want to read, which stands below them; without rules its title and
  tagline. Pictures there are those of ``pictures``, ``emblem.svg`` and ``pieces/NAME.svg``;
- ``lessons.toml``: its lessons (`game.match.lesson`), without it none; its short match is
  `GameInfo.short`;
- ``levels/NAME.tmx``: boards made with Tiled (`game.levels`); those in ``levels`` at the top have a
  folder for each game as well;
- ``puzzles.jsonl``: its pack of puzzles (`game.match.puzzle.pack`);
- ``phone.js``: the module that phones show it with (``party/page/match.js`` says what it gets); without it
  they show what their seat sees, its hand and its moves, in the game's words.
"""


@dataclass(frozen=True, slots=True)
class GamePackage:
    """A game that was found: its card of information, and its parts, imported on first use."""

    info: GameInfo

    @property
    def rules(self) -> Rules[Any, Any]:
        return cast("Rules[Any, Any]", self.part("rules"))

    @property
    def bot(self) -> Bot:
        return cast(Bot, self.part("bot"))

    @property
    def beginner(self) -> Script:
        """Who has read the first lesson only, of a game that brings one."""
        return cast(Script, self.part("beginner"))

    def part(self, name: str) -> Any:
        """A part of `COMPONENTS`; `None` where the game does not bring it."""
        return _part(self.info.slug, name)

    def has(self, name: str) -> bool:
        """Whether the game brings the file of a part; nothing is imported for it, and least a screen."""
        return _has(self.info.slug, COMPONENTS[name].partition(":")[0])


@cache
def game_slugs() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    package = importlib.import_module(_PACKAGE)
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg))


def find_game(slug: str) -> GamePackage:
    """The game of this name.

    Raises:
        ValueError: there is none.
    """
    if slug not in game_slugs():  # before anything is imported: the name may come from anybody's record
        raise ValueError(f"There is no game {str(slug)[:40]!r}; the games are: {', '.join(game_slugs())}.")
    return GamePackage(cast(GameInfo, import_object(f"{_PACKAGE}.{slug}:INFO")))


@cache
def _part(slug: str, name: str) -> object:
    module, _, value = COMPONENTS[name].partition(":")
    if not _has(slug, module):
        return None
    return getattr(importlib.import_module(f"{_PACKAGE}.{slug}.{module}"), value, None)


@cache
def _has(slug: str, module: str) -> bool:
    *folders, name = module.split(".")
    paths = [str(Path(path, *folders)) for path in importlib.import_module(f"{_PACKAGE}.{slug}").__path__]
    return any(found.name == name for found in pkgutil.iter_modules(paths))


@cache
def import_object(where: str) -> object:
    """The value that ``module:NAME`` names, its module imported now."""
    module, _, name = where.partition(":")
    return getattr(importlib.import_module(module), name)


def game_file(slug: str, name: str) -> Path | None:
    """A file in the folder of a game, by its name there; `None` where the game does not bring it.

    Raises:
        ValueError: there is no such game.
    """
    found = game_folder(slug) / name
    return found if found.is_file() else None


def game_folder(slug: str) -> Path:
    """Where the files of a game lie.

    Raises:
        ValueError: there is no such game.
    """
    find_game(slug)
    return Path(importlib.import_module(f"{_PACKAGE}.{slug}").__path__[0])


SCRIPTS = "## For scripts"
"""The heading below which ``rules.md`` tells programmers what players need not know."""


def rules_text(slug: str, language: str = "en") -> str:
    """The rules of a game as Markdown: ``rules.de.md`` in German, English where that lacks.

    Raises:
        ValueError: there is no such game.
    """
    info = find_game(slug).info
    return _page(slug, "rules", language) or f"# {info.title}\n\n{info.tagline}\n"


def players_text(slug: str, language: str = "en") -> str:
    """What players read of a game, as Markdown: its rules, and below them its guide.

    Raises:
        ValueError: there is no such game.
    """
    rules, guide = rules_text(slug, language).partition(SCRIPTS)[0], _page(slug, "guide", language)
    return f"{rules.rstrip()}\n\n#{guide}" if guide.startswith("# ") else rules + guide


def _page(slug: str, name: str, language: str) -> str:
    found = game_file(slug, f"{name}.{language}.md") or game_file(slug, f"{name}.md")
    return found.read_text(encoding="utf-8") if found is not None else ""


@cache
def phone_page(slug: str) -> str:
    """The module that phones show a game with, as JavaScript; empty where the game has none.

    Raises:
        ValueError: there is no such game.
    """
    page = game_file(slug, "phone.js")
    return page.read_text(encoding="utf-8") if page is not None else ""


@cache
def piece_names(slug: str) -> tuple[str, ...]:
    """The names of the pieces that a game brings drawings of: letters, digits, ``_`` and ``-``.

    Raises:
        ValueError: there is no such game.
    """
    found = (path.stem for path in (game_folder(slug) / "pieces").glob("*.svg"))
    return tuple(sorted(name for name in found if re.fullmatch(r"[\w-]+", name)))
