"""Checks the folder of a game: present, missing and optional parts, and faults.

As much as possible is checked by running it: short random matches test the promises of the rules
(`game.core.game.Rules`), each level of the bot is asked for a move, the texts for sentences, every part is
imported, lessons and puzzles are checked by their solutions. If all of that passes, a match is drawn
(`game.ui.match.offscreen.draw_match`). Each fault is one sentence. The contract tests (`tests/contract`) do
the same more thoroughly.
"""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import game.games
from game.core.discovery import GamePackage, components, find_game, game_folder, game_slugs, rules_text
from game.core.extras import extras
from game.core.game import GameInfo
from game.core.rng import SeededRng
from game.core.search import Budget
from game.core.session import Session
from game.match.lesson import LESSON_FILE as LESSONS
from game.match.lesson import has_lessons, read_lessons
from game.match.match import Match
from game.match.match_text import words_of
from game.match.puzzle import PuzzleError
from game.match.puzzle.pack import PUZZLE_FILE as PUZZLES
from game.match.puzzle.pack import checked, read_pack
from game.match.seats import Seat

GUIDE_PAGE = "docs/dev/new-game.md"
# required parts, with where they are documented
REQUIRED_PARTS = {
    "__init__.py: INFO": "its title, players and house rules; game/core/game.py, GameInfo",
    "rules.py: RULES": "its rules; game/core/game.py, Rules",
    "bot.py: BOT": "its computer player; game/core/game.py, Bot",
}
# optional parts of `COMPONENTS`, with where they are documented; the others: see `COMPONENTS`
PART_PAGES = {
    "beginner": "plays like someone who has read only the first lesson; game/core/game.py, Script",
    "words": "its moves, events and known facts as sentences; game/match/match_text.py, MatchText",
    "rummy_variant": "its variant of rummy; game/core/rummy/melds.py, RummyVariant",
    "rummy_rules_adapter": "its rules for hints; game/core/rummy/assistance.py, RummyRulesAdapter",
    "best_play": "finds its best play for hints; game/core/rummy/assistance.py, BestPlay",
    "banter": "what computer players say; game/match/banter.py, BanterScript",
    "achievements": "who earns its socks; game/match/achievements.py, GameAchievements",
    "analyst": "what decided a match; game/match/analysis, Analyst",
    "puzzles": "positions that are puzzles; game/match/puzzle, Puzzler",
    "phone_support": "its phones in a match without a window; game/match/phone_seats.py, PhoneSupport",
    "view": "its picture; without it, it is played with text and buttons; game/ui/match/view.py, MatchView",
}
# optional files and folders beside the modules
OPTIONAL_FILES = {
    "rules.md": f"its rules for players, with translations such as rules.de.md; {GUIDE_PAGE}",
    "guide.md": "further reading for players, shown below its rules; game/core/discovery.py, COMPONENTS",
    "origin.md": "who made it, when and how, shown last; game/core/discovery.py, COMPONENTS",
    "emblem.svg": "its sock; without it, a plain one; game/ui/art/socks.py, Emblem",
    "pieces": "its cards or pieces, one drawing each; game/ui/art/pieces.py",
    "music.ogg": "its music; without it, the music of its room; game/ui/core/audio.py, music_of",
    "locale": "its texts in other languages; tools/build_locale.py",
    "levels": "its boards, made with Tiled; game/levels.py",
    LESSONS: "its lessons; game/match/lesson.py",
    PUZZLES: "its pack of puzzles; game/match/puzzle/pack.py",
    "phone.js": "its page on phones; game/party/page/match.js",
}
_GAME_IMPORT = re.compile(r"^from ((?:game\.games|tests\.sample_games)\.\S+) import", re.MULTILINE)
ANY_HEADING = "May be added"
OPTIONAL_PARTS = {
    "May be added to a rummy": ("rummy_variant", "rummy_rules_adapter", "best_play"),
    "May be added to a game with boards": ("board_layout", "small_board", "levels"),
    "May be added for reports": ("match_report", "after_match"),
}


def _groups() -> Mapping[str, Sequence[str]]:
    """Names of optional parts that only some games need, by heading; with the extras' parts."""
    return OPTIONAL_PARTS | {
        f"May be added for the {extra.name}": tuple(extra.components) for extra in extras()
    }


# matches, plies of each, moves checked at each ply; puzzles checked
TRIAL_MATCHES, TRIAL_PLIES, TRIAL_MOVES, TRIAL_PUZZLES = 6, 120, 12, 30


@dataclass(slots=True)
class GameLintReport:
    """Result of checking the folder of a game."""

    slug: str
    present: list[str] = field(default_factory=list)
    # required parts that are missing, each with where it is documented
    missing: list[str] = field(default_factory=list)
    # optional parts by title, each with where it is documented
    addable: dict[str, list[str]] = field(
        default_factory=lambda: {title: [] for title in (ANY_HEADING, *_groups())}
    )
    wrong: list[str] = field(default_factory=list)  # faults, one sentence each

    @property
    def is_good(self) -> bool:
        """True if no required part is missing and no fault was found."""
        return not self.missing and not self.wrong

    def offer(self, name: str, line: str) -> None:
        """Add ``line`` to the report's list of optional parts to which the part or file ``name`` belongs."""
        title = next((title for title, names in _groups().items() if name in names), ANY_HEADING)
        self.addable[title].append(line)

    def text(self) -> str:
        """Return the report as text for a console."""
        sections = {
            "There": self.present,
            **self.addable,
            "Missing, and must be": self.missing,
            "Wrong": self.wrong,
        }
        paragraphs = [
            f"{title}:\n" + "\n".join(f"  {line}" for line in lines)
            for title, lines in sections.items()
            if lines
        ]
        end = f"{self.slug} can be played." if self.is_good else f"{self.slug} is not ready."
        return "\n".join([*paragraphs, end])


def check(where: str, draw: Callable[[str], object] | None = None) -> GameLintReport:
    """Check a game, given by slug or path of its folder, and return the report. Registers such a folder.

    ``draw`` draws matches of it; its exceptions are reported as faults. Raises `ValueError` if there is no
    such game or folder, or another game has the same slug.
    """
    slug = where
    if where not in game_slugs():
        folder = Path(where)
        if not folder.is_dir():
            raise ValueError(
                f"There is no game or folder {where!r}; the games are: {', '.join(game_slugs())}. Check"
                f" one from elsewhere by its path, for example path/to/{folder.name}."
            )
        slug = folder.resolve().name
        if slug in game_slugs():
            raise ValueError(f"There is already a game {slug!r}: the folder needs another name.")
        if not (folder / "__init__.py").is_file():
            return GameLintReport(
                slug, missing=[f"{name} - {description}" for name, description in REQUIRED_PARTS.items()]
            )
        game.games.__path__.append(str(folder.resolve().parent))
        game_slugs.cache_clear()
    return _run_checks(GameLintReport(slug), draw)


def _run_checks(report: GameLintReport, draw: Callable[[str], object] | None) -> GameLintReport:
    """Run the checks, add their results to the report, and return it; stops if the basics are faulty."""
    slug = report.slug
    info = _try_call(report, "__init__.py", lambda: importlib.import_module(f"game.games.{slug}"))
    info = getattr(info, "INFO", None)
    if not isinstance(info, GameInfo):
        report.missing.append(f"__init__.py: INFO - {REQUIRED_PARTS['__init__.py: INFO']}")
        return report
    report.present.append("__init__.py: INFO")
    if info.slug != slug:
        report.wrong.append(f"__init__.py: the slug is {info.slug!r}, but the folder is called {slug!r}.")
        return report
    package = find_game(slug)
    parts = _parts(report, package)
    _files(report)
    report.wrong += (*_info_faults(info), *_import_faults(slug))
    if "rules" in parts:
        faults = _try_call(report, "rules", lambda: list(dict.fromkeys(_match_faults(package, parts))))
        report.wrong += faults or []
    if draw is not None and report.is_good:
        _try_call(report, "screen", partial(draw, slug))
    return report


def _try_call(report: GameLintReport, subject: str, call: Callable[[], Any]) -> Any:
    """Return the result of ``call``. If it raises, report that as a fault and return None."""
    try:
        return call()
    except Exception as error:
        report.wrong.append(f"{subject}: {_sentence(error)}")
        return None


def _sentence(error: Exception) -> str:
    """Sentence with the type and the message of an exception."""
    text = " ".join(str(error).split()) or "no reason was given"
    return f"{type(error).__name__}, {text}" + ("" if text[-1] in ".!?" else ".")


def _parts(report: GameLintReport, package: GamePackage) -> dict[str, Any]:
    """Return the parts that the game has, by name, and report present, missing and optional ones."""
    parts: dict[str, Any] = {}
    known = components()
    added = {name: text for extra in extras() for name, (_where, text) in extra.components.items()}
    for name, where in known.items():
        module, _, value = where.partition(":")
        file = f"{module.replace('.', '/')}.py"
        part = (
            _try_call(report, file, partial(package.component, name)) if package.has_component(name) else None
        )
        line = f"{file}: {value}"
        if part is not None:
            parts[name] = part
            report.present.append(line)
        elif line in REQUIRED_PARTS:
            report.missing.append(f"{line} - {REQUIRED_PARTS[line]}")
        elif not any(wrong.startswith(f"{file}: ") for wrong in report.wrong):
            page = (PART_PAGES | added).get(name, f"game/core/discovery.py, COMPONENTS, {name}")
            report.offer(name, f"{line} - {page}")
    # A module that provides no part probably has a misspelt value.
    for module in sorted({where.partition(":")[0] for where in known.values()}):
        names = [name for name, where in known.items() if where.partition(":")[0] == module]
        file, values = (
            f"{module.replace('.', '/')}.py",
            [known[name].partition(":")[2] for name in names],
        )
        is_missing = package.has_component(names[0]) and not parts.keys() & set(names)
        if (
            is_missing
            and "rules" not in module
            and not any(fault.startswith(f"{file}: ") for fault in report.wrong)
        ):
            report.wrong.append(f"{file}: it is there, but has no {' or '.join(values)}.")
    return parts


def _files(report: GameLintReport) -> None:
    """Report the present and optional files, and faults of drawings, lessons and the first 30 puzzles."""
    folder = game_folder(report.slug)
    for name, description in OPTIONAL_FILES.items():
        if (folder / name).exists():
            report.present.append(name)
        else:
            report.offer(name, f"{name} - {description}")
    for path in sorted((*folder.glob("emblem.svg"), *folder.glob("pieces/*.svg"))):
        report.wrong += _svg_faults(path, path.relative_to(folder).as_posix())
    if has_lessons(report.slug):
        lessons = _try_call(report, LESSONS, lambda: read_lessons(report.slug))
        report.wrong += lessons.faults if lessons is not None else ()
    pack = _try_call(report, PUZZLES, lambda: read_pack(report.slug))
    report.wrong += pack.faults if pack is not None else ()
    for puzzle in islice(pack.puzzles.values() if pack is not None else (), TRIAL_PUZZLES):
        try:
            checked(puzzle)
        except PuzzleError as fault:
            report.wrong.append(f"{PUZZLES}: {fault}")


def _svg_faults(path: Path, name: str) -> Iterator[str]:
    """Yield the fault of an SVG file if it cannot be parsed or has no viewBox."""
    try:
        root = ElementTree.parse(path).getroot()
    except (ElementTree.ParseError, UnicodeDecodeError) as error:
        yield f"{name}: it is no SVG: {error}."
        return
    if "viewBox" not in root.attrib:
        yield f"{name}: it needs a viewBox."


def _info_faults(info: GameInfo) -> Iterator[str]:
    """Yield the faults of a game's info, and house rules that ``rules.md`` lacks, one sentence each."""
    min_players, max_players = info.players
    if not 1 <= min_players <= info.default_players <= max_players:
        players_text = f"{min_players} to {max_players}"
        yield f"__init__.py: default_players is {info.default_players}, but it is for {players_text}."
    for players in range(min_players, max_players + 1):
        try:
            info.read_options(info.quick_match, players)
        except ValueError as error:
            yield f"__init__.py: short, {error}"
            return
    if info.starter and info.starter not in [option.name for option in info.options]:
        yield f"__init__.py: starter is {info.starter!r}, and there is no such option."
    try:
        rules = rules_text(info.slug)
    except OSError:
        return
    for option in info.options:
        if f"| {option.title} (`{option.name}`) |" not in rules:
            yield f"rules.md: its table of house rules has no row for {option.title} (`{option.name}`)."


def _import_faults(slug: str) -> Iterator[str]:
    """Yield a fault for each import of another game, such as the one whose folder was copied."""
    folder = game_folder(slug)
    for path in sorted(folder.rglob("*.py")):
        for module in _GAME_IMPORT.findall(path.read_text(encoding="utf-8")):
            if slug not in module.split("."):
                yield f"{path.relative_to(folder).as_posix()}: it imports {module}, which is another game."


def _match_faults(package: GamePackage, parts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the faults of rules, bot and texts that random matches reveal, one sentence each."""
    info = package.info
    for seed in range(TRIAL_MATCHES):
        players = info.players[0] + seed % (info.players[1] - info.players[0] + 1)
        session = Session.new(info.slug, players, seed, info.read_options(info.quick_match, players))
        match = Match(session, [Seat(name, look) for look, name in enumerate(session.names)])
        yield from _opening_faults(session)
        rng = SeededRng(seed, "check")
        for ply in range(TRIAL_PLIES):
            seat = session.to_move
            if seat is None:
                break
            moves = session.moves()
            if not moves:
                yield "rules.moves: it is a seat's turn, but there is no move."
                return
            yield from _move_faults(session, moves[:TRIAL_MOVES])
            if ply % 7 == 0:  # 7 is odd, so the seats vary
                yield from _position_faults(session, seed)
                yield from _observation_faults(session)
                if "words" in parts:
                    yield from _word_faults(match, seat, moves[:TRIAL_MOVES])
            if "bot" in parts and ply < 2:
                yield from _bot_faults(package, session, seed)
            session.play(rng.pick(moves))
        outcome = session.outcome
        if outcome is not None and len(outcome.scores) != players:
            yield f"rules.outcome: there are {players} seats, and scores of {len(outcome.scores)}."
        again = Session.from_record(session.record())
        if again.position() != session.position():
            yield "rules.apply: a record that is replayed does not lead to the same position."


def _opening_faults(session: Session) -> Iterator[str]:
    """Yield a fault for each viewer to whom an opening event shows another seat's hand."""
    for event in session.opening:
        data = dict(event.data)
        hands = data.get("hands")
        if isinstance(hands, list) and any(hands):
            for viewer in (None, *range(session.players)):
                visible_hands = dict(session.redact(event, viewer).data).get("hands", [])
                if any(
                    hand and visible_hands[seat] == hand for seat, hand in enumerate(hands) if seat != viewer
                ):
                    yield f"rules.redact: the event {event.kind!r} shows hands to those who do not hold them."


def _move_faults(session: Session, moves: Sequence[str]) -> Iterator[str]:
    """Yield faults of listed moves: refused ones, and texts that change when parsed and written."""
    rules = find_game(session.game).rules
    for move in moves:
        refusal = session.refusal(move)
        if refusal is not None:
            yield f"rules.moves: it lists {move.split()[0]!r} moves that rules.refusal refuses: {refusal}."
        if rules.format_move(rules.parse_move(move)) != move:
            yield f"rules.format_move: {move!r} is not what rules.parse_move made of it."


def _position_faults(session: Session, seed: int) -> Iterator[str]:
    """Yield faults of the position as text, and of observations that depend on hidden cards."""
    text = session.position()
    try:
        again = Session.from_position(session.game, text, seed, session.options)
    except ValueError as error:
        yield f"rules.parse_position: it refuses a position that rules.format_position wrote: {error}"
        return
    if again.position() != text:
        yield "rules.format_position: what was read from a position is not written as it was."
        return
    if (again.to_move, _observation_dict(again, None)) != (session.to_move, _observation_dict(session, None)):
        yield "rules.format_position: it does not tell all: read again, the match stands otherwise."
        return
    # Cards that a viewer cannot see are dealt again: the viewer's observation must not change.
    if "hands" in dict(part.partition("=")[::2] for part in text.split()):
        for viewer in (None, *range(session.players)):
            try:
                twin = Session.from_position(
                    session.game, _redeal_position(text, viewer, seed), seed + 1, session.options
                )
            except ValueError:
                continue  # the rules may exclude this deal
            if twin.to_move == again.to_move and _observation_dict(twin, viewer) != _observation_dict(
                again, viewer
            ):
                viewer_text = "a spectator" if viewer is None else "a seat"
                yield f"rules.observe: {viewer_text} learns something about cards they cannot see."


def _redeal_position(text: str, viewer: int | None, seed: int) -> str:
    """Return the position with all cards that the viewer cannot see (other hands, stock) dealt again."""
    fields = dict(part.partition("=")[::2] for part in text.split())
    hands = [[] if hand == "-" else hand.split(",") for hand in fields["hands"].split("/")]
    stock = [] if fields.get("stock", "-") == "-" else fields["stock"].split(",")
    others = [seat for seat in range(len(hands)) if seat != viewer]
    cards = iter(SeededRng(seed, "again").shuffled([card for seat in others for card in hands[seat]] + stock))
    for seat in others:
        hands[seat] = [next(cards) for _card in hands[seat]]
    fields["hands"] = "/".join(",".join(hand) or "-" for hand in hands)
    if "stock" in fields:
        fields["stock"] = ",".join(cards) or "-"
    return " ".join(f"{name}={value}" for name, value in fields.items())


def _observation_dict(session: Session, viewer: int | None) -> dict[str, Any]:
    """Observation of a viewer as a plain dict."""
    return dict(session.observe(viewer))


def _observation_faults(session: Session) -> Iterator[str]:
    """Yield faults of the observations of each seat and of a spectator."""
    for viewer in (None, *range(session.players)):
        observation = _observation_dict(session, viewer)
        try:
            if json.loads(json.dumps(observation)) != observation:
                yield "rules.observe: it is not plain JSON: lists, not tuples, and texts as keys."
        except (TypeError, ValueError):
            yield "rules.observe: it is not plain JSON."
        if observation.get("seat", 0) != viewer or observation.get("players") != session.players:
            yield "rules.observe: it must tell `seat`, the viewer, and `players`, their number."
        if "seed" in observation:
            yield "rules.observe: it tells the seed, by which everything can be found out."
        if viewer is None and "hand" in observation:
            yield "rules.observe: a spectator gets a `hand`."


def _bot_faults(package: GamePackage, session: Session, seed: int) -> Iterator[str]:
    """Yield faults of the bot's moves at each level, and one if it accepts an unknown level."""
    seat = session.to_move
    try:
        package.bot.choose(
            session.observe(seat), session.options, "no-such-level", SeededRng(seed), Budget(1)
        )
        yield "bot.choose: it takes a level that it has not; game/core/search.py, read_level, refuses it."
    except Exception as error:
        if not isinstance(error, ValueError):
            yield f"bot.choose: a level that it has not: {_sentence(error)}"
    for level in package.bot.levels:
        rng = SeededRng(seed, level)
        try:
            move = package.bot.choose(session.observe(seat), session.options, level, rng, Budget(40))
            refusal = session.refusal(move)
        except Exception as error:
            yield f"bot.choose: level {level}: {_sentence(error)}"
        else:
            if refusal is not None:
                yield f"bot.choose: level {level} makes a move that is refused: {refusal}."


def _word_faults(match: Match, seat: int, moves: Sequence[str]) -> Iterator[str]:
    """Yield faults of the game's texts for these moves, the state and the last events."""
    texts, session = words_of(match), match.session
    try:
        sentences = [texts.move_words(move, seat) for move in moves]
        sentences += [texts.move_words(move.split()[0], seat) for move in moves]
        sentences += [
            line for viewer in (None, seat) for line in texts.state_lines(session.observe(viewer), viewer)
        ]
        for event in session.last_events():
            sentences += [
                texts.event_sentence(session.redact(event, viewer))
                for viewer in (None, *range(session.players))
            ]
    except Exception as error:
        yield f"match_text.py: {_sentence(error)}"
        return
    if not all(isinstance(sentence, str) for sentence in sentences):
        yield "match_text.py: a description is not text."
    if not all(texts.move_words(move, seat).strip() for move in moves):
        yield "match_text.py: a move has no words."
