"""Discovery of games by slug: every folder in ``game/games`` is a game."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

from game.core.extras import extras, part_of
from game.core.game import Bot, GameInfo, Rules, Script

_PACKAGE = "game.games"

COMPONENTS = {
    "rules": "rules:RULES",
    "bot": "bot:BOT",
    "beginner": "bot:beginner",
    "words": "match_text:WORDS",
    "rummy_variant": "rules.state:VARIETY",
    "rummy_rules_adapter": "rules.state:ADVISER",
    "best_play": "bot:find_best_play",
    "board_layout": "rules.text:to_layout",
    "banter": "banter_and_achievements:TALK",
    "achievements": "banter_and_achievements:FEATS",
    "analyst": "analysis:INSIGHT",
    "puzzles": "puzzles:PUZZLES",
    "phone_support": "phone_adapter:make_phone_support",
    "view": "screen.view:VIEW",
    "pictures": "screen.rule_pictures:PICTURES",
    "phone_art": "screen.phone_art:drawings",
    "first_page": "screen.rule_pictures:first_page",
    "small_board": "screen.rule_pictures:small_board",
    "match_report": "screen.match_report.export:write",
    "after_match": "screen.match_report.scene:after_match",
}
"""Module and name of each component in a game's folder. Rules and a bot are required.

Extras add more (`components`), and may have components for games themselves (`game.core.extras.Extra.parts`).

- ``rules``, ``bot``, ``beginner``: its `Rules`, its `Bot`, and a `Script` that plays like a player who
  has read only the first lesson;
- ``words``: its `game.match.match_text.MatchText` class: moves, events, endings and known facts as
  sentences (`words_of`);
- ``rummy_variant``, ``rummy_rules_adapter``, ``best_play``: a rummy's
  `game.core.rummy.melds.RummyVariant`, its `RummyRulesAdapter` and the function that finds a `BestPlay`,
  both of `game.core.rummy.assistance`;
- ``board_layout``: makes a layout from an observation, for boards that can be saved as maps;
- ``banter``: its `game.match.banter.BanterScript`, for bots that make a remark now and then;
- ``achievements``: its `game.match.achievements.GameAchievements`, which decides who earns its socks;
- ``analyst``: its `game.match.analysis.Analyst`, for matches that can be analysed afterwards;
- ``puzzles``: its `game.match.puzzle.Puzzler`, for positions that can be puzzles;
- ``phone_support``: makes a `game.match.phone_seats.PhoneSupport` from a match without a window, and a
  worker; without one, phones offer the moves as buttons in such matches;
- ``view``: makes its `MatchView` on the screen; a game without one is played with text and buttons;
- ``pictures``: the pictures of its rules: for each name a height in units and a drawing;
- ``phone_art``: SVG texts by name, for drawings of its screen that its phone page shows too;
- ``first_page``: makes the `game.ui.art.first_page.FirstPage` of its rules from the `Options` of a match;
  without one the rules begin with the text;
- ``small_board``: draws a layout, or the standard board for `None`, as a small picture;
- ``match_report``: writes the report on a record into files;
- ``after_match``: makes a scene from a finished `game.ui.match.match_scene.MatchScene`, or `None` to use
  the standard results.

The folder may also contain files, all of them optional:

- ``emblem.svg``: its sock, for title, lobby, rules, album and phones: decoration for the big sock, or any
  small drawing, which is put on a plain one (`game.ui.art.socks.Emblem`); without it a plain sock in a
  colour that no other game has;
- ``pieces/NAME.svg``: its cards or pieces, one drawing for the window (`game.ui.art.pieces`), the rules
  and phones, which show it where a move or an observation contains the word NAME; without it the word
  alone;
- ``music.ogg``, or as stems ``music-base.ogg``, ``music-tune.ogg`` and ``music-drive.ogg``: its music;
  without it the music of its room (`GameInfo.room`), which is the title's unless the game sets another;
- ``locale/CODE/LC_MESSAGES/sockdrawer.po``: its texts in another language, written and compiled by
  ``python -m tools.build_locale`` (create an empty file to begin); texts that neither this nor the
  program's own catalogue has stay English;
- ``rules.md``, ``guide.md``, ``origin.md`` and their translations, such as ``rules.CODE.md``: its rules,
  further reading for players, and where the game comes from, shown in this order; without rules its title
  and tagline.
  Pictures there are those of ``pictures``, ``emblem.svg`` and ``pieces/NAME.svg``;
- ``lessons.toml``: its lessons (`game.match.lesson`); its quick match is `GameInfo.quick_match`;
- ``levels/NAME.tmx``: boards made with Tiled (`game.levels`); the top-level folder ``levels`` also has a
  folder for each game;
- ``puzzles.jsonl``: its pack of puzzles (`game.match.puzzle.pack`);
- ``phone.js``: the module that shows it on phones (``party/page/match.js`` documents its input); without
  it they show what their seat sees, its hand and its moves, in the game's words.
"""


@dataclass(frozen=True, slots=True)
class GamePackage:
    """Info of a game that was found, and its components, imported on first use."""

    info: GameInfo

    @property
    def rules(self) -> Rules[Any, Any]:
        return cast("Rules[Any, Any]", self.component("rules"))

    @property
    def bot(self) -> Bot:
        return cast(Bot, self.component("bot"))

    @property
    def beginner(self) -> Script:
        """Scripted player that knows only the first lesson. None if the game has none."""
        return cast(Script, self.component("beginner"))

    def component(self, name: str) -> Any:
        """Imported object for a key of `components`; None if neither game nor extra provides it."""
        return _part(self.info.slug, name)

    def has_component(self, name: str) -> bool:
        """True if an extra has the component, or the game the module for it (name unchecked). No import."""
        slug, module = self.info.slug, components().get(name, "").partition(":")[0]
        return bool(part_of(slug, name)) or (bool(module) and _has(slug, module))


@cache
def components() -> Mapping[str, str]:
    """``module:NAME`` by component name, in a game's folder: `COMPONENTS` and those that extras add."""
    added = (extra.components.items() for extra in extras())
    return COMPONENTS | {name: where for items in added for name, (where, _description) in items}


@cache
def game_slugs() -> tuple[str, ...]:
    """Slugs of all games, in alphabetical order."""
    package = importlib.import_module(_PACKAGE)
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg))


def find_game(slug: str) -> GamePackage:
    """Game with this slug; raises ValueError if there is none."""
    if slug not in game_slugs():  # before any import, because the name may come from an untrusted record
        raise ValueError(f"There is no game {str(slug)[:40]!r}; the games are: {', '.join(game_slugs())}.")
    return GamePackage(cast(GameInfo, import_object(f"{_PACKAGE}.{slug}:INFO")))


@cache
def _part(slug: str, name: str) -> object:
    """Component of a game, imported on its first use; None if neither game nor extra provides it."""
    if where := part_of(slug, name):
        return import_object(where)
    module, _, value = components().get(name, "").partition(":")
    if not module or not _has(slug, module):
        return None
    return getattr(importlib.import_module(f"{_PACKAGE}.{slug}.{module}"), value, None)


@cache
def _has(slug: str, module: str) -> bool:
    """True if the game's folder has this module, ``sub.module`` in a subfolder; does not import it."""
    *folders, name = module.split(".")
    paths = [str(Path(path, *folders)) for path in importlib.import_module(f"{_PACKAGE}.{slug}").__path__]
    return any(entry.name == name for entry in pkgutil.iter_modules(paths))


@cache
def import_object(where: str) -> object:
    """Object that ``module:NAME`` names, module imported; ImportError or AttributeError if there is none."""
    module, _, name = where.partition(":")
    return getattr(importlib.import_module(module), name)


def game_file(slug: str, name: str) -> Path | None:
    """Path of a file in a game's folder, `None` without that file; ValueError if there is no such game."""
    path = game_folder(slug) / name
    return path if path.is_file() else None


def game_folder(slug: str) -> Path:
    """Path of a game's folder; raises ValueError if there is no such game."""
    find_game(slug)
    return Path(importlib.import_module(f"{_PACKAGE}.{slug}").__path__[0])


SCRIPTS_HEADING = "## For scripts"  # heading in rules.md; the text below it is for programmers, not players


def rules_text(slug: str, language: str = "en") -> str:
    """Markdown rules in the language, or English, else title and tagline; ValueError for no such game."""
    info = find_game(slug).info
    return _page(slug, "rules", language) or f"# {info.title}\n\n{info.tagline}\n"


def players_text(slug: str, language: str = "en") -> str:
    """Rules without the section for scripts, any guide and any origin as Markdown; ValueError for no game."""
    text = rules_text(slug, language).partition(SCRIPTS_HEADING)[0]
    for page in (_page(slug, "guide", language), _page(slug, "origin", language)):
        text = f"{text.rstrip()}\n\n#{page}" if page.startswith("# ") else text + page
    return text


def _page(slug: str, name: str, language: str) -> str:
    """Text of ``NAME.CODE.md`` in the language, or else of ``NAME.md``; empty if the game has neither."""
    path = game_file(slug, f"{name}.{language}.md") or game_file(slug, f"{name}.md")
    return path.read_text(encoding="utf-8") if path is not None else ""


@cache
def phone_page(slug: str) -> str:
    """JavaScript module that shows a game on phones, "" if it has none; ValueError for an unknown game."""
    page = game_file(slug, "phone.js")
    return page.read_text(encoding="utf-8") if page is not None else ""


@cache
def piece_names(slug: str) -> tuple[str, ...]:
    """Sorted file stems of a game's piece drawings; ValueError for an unknown game."""
    stems = (path.stem for path in (game_folder(slug) / "pieces").glob("*.svg"))
    return tuple(sorted(name for name in stems if re.fullmatch(r"[\w-]+", name)))
