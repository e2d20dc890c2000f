"""What a game says of its match, for the screens around it, and in figures that are counted from its moves.

How it goes through the house (figures of a match): the `review` of a game (of the rummies
`match/rummy/match_text.py`) counts them from the moves, without a window > `MatchText.figures` says what
they are > `ResultsScene` draws them (`scenes/results.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from game.core.discovery import find_game
from game.core.game import Event, GameInfo, Observation, Outcome, Refusal, ScoringMode, common_observed
from game.i18n import _, isolated, join_names, plural
from game.match.match import Match


@dataclass(frozen=True, slots=True)
class MatchStat:
    """One number of a match that is worth telling, as a picture of what was done and a word or two."""

    value: int
    words: str
    seats: tuple[int, ...] = ()
    """Who did so much; nobody where too many did to be named."""
    picture: str = ""
    """What `MatchView.draw_deed` calls the picture of it; empty for none."""
    shows: tuple[str, ...] = ()
    """What was done it with, in the notation of the game, as the cards of a play."""
    least: int = 2
    """Of less there is nothing to tell: nobody is proud of one kick."""


TURNS = "turns"
"""The picture of the figure that every game has."""
TOLD = 3
"""So many figures are told of a match, where so many say something."""
NAMED = 3
"""Where more have done as much nobody is named."""


def notable_stats(figures: Sequence[MatchStat]) -> list[MatchStat]:
    """Those that say something: of what never happened nothing is to be read, nor of one play twice."""
    found: list[MatchStat] = []
    for figure in figures:
        said = figure.value, figure.seats, figure.shows
        if figure.value >= figure.least and not (
            figure.shows and said in [(one.value, one.seats, one.shows) for one in found]
        ):
            found.append(figure)
    return found


def top_stat(
    words: str, values: Sequence[int], picture: str = "", shows: Sequence[str] = (), least: int = 2
) -> MatchStat:
    """The largest of the values by seat, and whose it is; not told where it is less than ``least``."""
    best = max(values, default=0)
    found = tuple(seat for seat, value in enumerate(values) if value == best)
    return MatchStat(best, words, found if len(found) <= NAMED else (), picture, tuple(shows), least)


def taken_back_words(count: int) -> str:
    """That so many moves were taken back."""
    return plural("A move was taken back.", "{n} moves were taken back.", count).format(n=count)


@dataclass(frozen=True, slots=True)
class LeadSummary:
    """How the lead went from the start to the end."""

    changes: int
    """How often another one took it."""
    behind: int
    """How far the winner was behind at most."""


def course_of(curves: Sequence[Sequence[int]], winner: int, *, low: bool = False) -> LeadSummary:
    """How the lead went in a match that this seat won, of a line of values for each seat.

    ``low`` where the fewest are ahead.
    """
    leader, changes, behind = None, 0, 0
    for moment in zip(*curves, strict=True):
        best = min(moment) if low else max(moment)
        behind = max(behind, abs(best - moment[winner]))
        # A tie takes the lead from nobody.
        if moment.count(best) == 1 and (now := moment.index(best)) != leader:
            changes += leader is not None
            leader = now
    return LeadSummary(changes, behind)


def lead_sentence(course: LeadSummary, name: str) -> str:
    """That course in a sentence."""
    if not course.behind:
        return _("{name} was never behind.").format(name=name)
    back = _("{name} was {n} behind, and came back.").format(name=name, n=course.behind)
    if course.changes < 2:
        return back
    changes = plural("The lead changed {n} time.", "The lead changed {n} times.", course.changes)
    return f"{back} {changes.format(n=course.changes)}"


class HighlightIcon(StrEnum):
    """What a mark tells of; whoever draws it has a picture for each."""

    GOAL = "goal"
    SOCK = "sock"
    PAIR = "pair"
    """Two that belong together were joined."""
    HAND = "hand"
    """A hand, or a game within the match, is over."""
    CHAIR = "chair"
    """Places are taken anew."""
    STAR = "star"
    """Something that is not done every day."""
    IN = "in"
    """Somebody has come in."""
    TORN = "torn"
    """Something that lay whole was taken apart."""
    FLAG = "flag"
    """Somebody has given up."""
    FRESH = "fresh"
    """All begins anew."""


@dataclass(frozen=True, slots=True)
class EventHighlight:
    """What a game says of an event that somebody may want to find again."""

    sign: HighlightIcon
    words: str
    """A few, without a point at the end: "Bo's goal"."""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class EventLine:
    """One of the things that an event does, told by itself."""

    words: str
    share: float = 0.0
    """How much of the event has been shown as this begins, 0 to 1."""
    piece: str = ""
    """What it is about, in the notation of the game; empty for the event as a whole."""


class MatchText:
    """The sentences of one match; here is what can be said of any without knowing its game.

    A game says more in a class of its own, ``WORDS`` in its ``match_text.py``. With `move_words`, `state`,
    `sentence`, `refused` and `ending` a game without a picture is told in sentences, in the window and on
    phones.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        if not self.leads:
            self.leads = "fewest" if find_game(match.session.game).info.fewest else "most"

    @property
    def names(self) -> list[str]:
        """Who plays, by seat."""
        return [seat.name for seat in self.match.seats]

    def move_words(self, move: str, seat: int) -> str:
        """What a legal move of a seat is called on its button, as "Draw from Kofi".

        It may be the first words of one alone, where there are too many to be offered at once: a game hands
        on to this what it does not know.
        """
        return readable(move)

    def state(self, seen: Observation, seat: int | None) -> list[str]:
        """What is known of the match, a line each, in the order of importance, the own hand first.

        Args:
            seen: what the seat observes, and nothing else is to be told.
            seat: whoever reads it; `None` for what everybody may know.
        """
        fields = {name: value for name, value in dict(seen).items() if name not in self.untold}
        lines = self.own_hand(seen)
        # Of a pile its top card counts, of a trick every card.
        for name, least in (("pile", -1), ("trick", 0)):
            match fields.pop(name, None):
                case [str(), *_others] as lie:
                    cards = ", ".join(self.card_words(str(card)) for card in lie[least:])
                    lines.append(_("{what}: {who}").format(what=_("On the table"), who=cards))
        match fields.get("stock"):
            case int(count):
                del fields["stock"]
                cards = plural("{n} card", "{n} cards", count).format(n=count)
                lines.append(_("Draw pile: {cards}").format(cards=cards))
        tallies = {
            "counts": _("Cards in hand"), "scores": _("Points"), "score": _("Goals"), "wins": _("Games won"),
        }  # fmt: skip
        names = [isolated(one.name) for one in self.match.seats]
        for name, what in tallies.items():
            values = fields.get(name)
            if isinstance(values, list) and len(values) == len(names):
                shares = zip(names, values, strict=True)
                lines.append(
                    _("{what}: {who}").format(
                        what=what, who=", ".join(f"{one} {value_words(value)}" for one, value in shares)
                    )
                )
        told = {"seat", "players", "turn", "hand", *tallies}
        return [
            *lines,
            *(
                _("{what}: {who}").format(what=readable(name), who=value_words(value))
                for name, value in fields.items()
                if name not in told
            ),
        ]

    def card_words(self, card: str) -> str:
        """A card in words; an empty text is one that nobody may know."""
        return readable(card) or _("a card")

    def own_hand(self, seen: Observation) -> list[str]:
        """The hand of who observes, the first line of `state`; none for who holds no card, or has no seat."""
        hand = ", ".join(map(self.card_words, common_observed(seen).get("hand", ())))
        return [_("{what}: {who}").format(what=_("Your hand"), who=hand)] if hand else []

    def refused(self, refusal: Refusal) -> str:
        """Why a move was refused; a game knows its codes."""
        return str(refusal)

    @property
    def gave_up(self) -> str:
        """Who has given up the match, as one has."""
        assert self.match.conceded is not None
        return _("{name} gave up.").format(name=self.names[self.match.conceded])

    def ending(self, outcome: Outcome) -> str:
        """How the match ended; a game knows its reasons.

        It may be that somebody has given up, or what the last event tells, where that is worth finding again;
        and that the fewest points win.
        """
        if self.match.conceded is not None:
            return _("{name} gives up").format(name=self.names[self.match.conceded])
        events, info = self.match.session.last_events(), find_game(self.match.session.game).info
        told = _("The match is over.")
        if events and events[-1].kind in self.starred:
            told = self.sentence(events[-1])
        if not info.fewest or not info.has_scores:
            return told
        return f"{told if told[-1] in '.!?…' else told + '.'} {_('The fewest points win.')}"

    def why(self, outcome: Outcome) -> str:
        """The same beside the score, which it need not say."""
        return self.ending(outcome)

    def curves(self) -> list[list[int]]:
        """A line for each seat that tells the match: its score from the start to the end; empty for none."""
        return []

    def curves_title(self) -> str:
        """What the lines of `curves` show."""
        return ""

    def known_of(self, seat: int) -> str:
        """What everybody knows of a seat besides its cards, in a few words; empty for nothing."""
        scores = common_observed(self.match.session.observe(None)).get("scores", [])  # not every game counts
        if seat >= len(scores):
            return ""
        return plural("{n} point", "{n} points", scores[seat]).format(n=scores[seat])

    leads: str = ""
    """What is ahead in `curves` at any time: the ``most``, the ``fewest``, or, before the end, ``nobody``.

    Where a game does not say so, it is as `GameInfo.fewest` has it.
    """

    merged: frozenset[str] = frozenset()
    """The kinds of events that are told together where a seat does the same several times in a row."""

    untold: frozenset[str] = frozenset()
    """What is observed that nobody needs to read, by its names: `state` leaves it out."""
    starred: frozenset[str] = frozenset()
    """The kinds of events that are worth finding again: `mark` has a star for each, told by `sentence`."""

    def sentence(self, event: Event, times: int = 1) -> str:
        """What an event has done, in a short sentence for the log; empty for what is no step of its own.

        A game that does not say it has what the event carries told in the rules' own words.

        Args:
            event: redacted for whoever is told.
            times: how often in a row, for kinds that are `merged`.
        """
        name = _("The table") if event.seat is None else self.names[event.seat]
        carried = ", ".join(f"{readable(part)} {value_words(value)}" for part, value in event.data.items())
        happened = readable(event.kind) + (f" ({carried})" if carried else "")
        return _("{name}: {move}").format(name=name, move=happened)

    def news(self) -> str:
        """What the last move has done, or before the first the opening, in sentences that all may read."""
        session = self.match.session
        events = session.last_events() or session.opening
        told = filter(None, (self.sentence(session.redact(event, None)) for event in events))
        return " ".join(words if words[-1] in ".!?…" else f"{words}." for words in told)

    def lines(
        self, event: Event, earlier: Sequence[Event], before: Callable[[], Observation]
    ) -> Sequence[EventLine]:
        """The same for a log, where an event does several things that are told by themselves.

        Told what the same move has done before it, and what everybody could see before the move.
        """
        words = self.sentence(event)
        return [EventLine(words)] if words else []

    def mark(self, event: Event, before: Callable[[], Observation]) -> EventHighlight | None:
        """What an event is worth finding again for in the film of the match; `None` for most.

        Args:
            event: unredacted; a film of what is not over shows nothing that is hidden yet.
            before: gives what everybody could see before the move that did it.
        """
        return (
            EventHighlight(HighlightIcon.STAR, self.sentence(event), event.seat)
            if event.kind in self.starred
            else None
        )

    def figures(self) -> list[MatchStat]:
        """Three figures that tell this match from others, counted from its moves."""
        return []

    def told_figures(self) -> list[MatchStat]:
        """Those that say something; where they are few, what is true of any match that is over besides."""
        figures = self.figures()
        found = notable_stats(figures)
        if not figures or len(found) >= TOLD:
            return found
        # How many turns it took, where everybody had more than one.
        movers = [seat for seat, _move in self.match.session.log]
        turns = sum(one != other for one, other in pairwise(movers)) + bool(movers)
        several = turns > len(self.match.seats)
        return [*found, *([MatchStat(turns, _("turns in all"), (), TURNS)] if several else [])]

    def handicap(self) -> str:
        """Who has a handicap and what it is, in a sentence; empty where nobody has one."""
        options = self.match.session.options
        seat = options.seat("handicap") if options.is_handicapped else None
        return "" if seat is None else self.handicapped(seat)

    def handicapped(self, seat: int) -> str:
        """What handicap a seat has, in a sentence."""
        return ""


def course_in_words(words: MatchText, curves: Sequence[Sequence[int]], winners: Sequence[int]) -> str:
    """How it came to the end, in a sentence or two; empty where nobody has won alone, or nobody ever led.

    Where somebody has given up, the one who won may never have been ahead.
    """
    if words.match.conceded is not None or words.leads == "nobody":
        return ""
    if len(winners) != 1 or max(map(len, curves), default=0) < 3:
        return ""
    found = course_of(curves, winners[0], low=words.leads == "fewest")
    return lead_sentence(found, words.match.seats[winners[0]].name)


def readable(text: str) -> str:
    """An identifier or a move of the rules, for people."""
    plain = text.replace("_", " ")
    return plain[:1].upper() + plain[1:]


def value_words(value: object) -> str:
    """A value of an observation or an event, for people."""
    match value:
        case None:
            return "–"
        case bool():
            return _("Yes") if value else _("No")
        case {"hidden": int(count)}:
            return _("{n} hidden").format(n=count)
        case dict():
            return ", ".join(f"{name} {value_words(part)}" for name, part in value.items()) or "–"
        case list():
            return ", ".join(map(value_words, value)) or "–"
    return str(value) or "–"


def players_words(info: GameInfo) -> str:
    """How many play a game: 2-6 players."""
    fewest, most = info.players
    number = str(fewest) if fewest == most else f"{fewest}-{most}"
    return f"{number} {plural('player', 'players', most)}"


def headline(info: GameInfo | None, names: Sequence[str], winners: Sequence[int]) -> str:
    """Who has won, or lost, in a few words, as the end of this game has it; ``names`` by seat.

    Of a game that is not there, `None`, the best has won.
    """
    end = ScoringMode.BEST if info is None else info.end
    if end is ScoringMode.TOGETHER:
        return _("All win together") if winners else _("All lose together")
    won = [names[seat] for seat in winners]
    if end is ScoringMode.LOSER and winners:
        lost = [name for seat, name in enumerate(names) if seat not in winners]
        if len(lost) == 1:
            return _("{name} loses").format(name=lost[0])
        return _("{names} lose").format(names=join_names(lost)) if lost else _("Nobody loses")
    if info is not None and end is ScoringMode.TEAMS and won and not info.shares_win(winners, len(names)):
        return _("{names} win").format(names=join_names(won))
    if len(won) == 1:
        return _("{name} wins").format(name=won[0])
    if len(won) > 3:
        return _("{count} share the win").format(count=len(won))
    return _("{names} share the win").format(names=join_names(won)) if won else _("Nobody wins")


def words_of(match: Match) -> MatchText:
    """What the game of a match says of it: its own words, or what can be said of any."""
    made: Callable[[Match], MatchText] = find_game(match.session.game).part("words") or MatchText
    return made(match)
