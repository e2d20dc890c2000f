"""Texts of a game about its match, and statistics counted from its moves.

Flow (statistics of a match): the `review` of a game (for the rummies `match/rummy/match_text.py`) counts them
from the moves, without a window > `MatchText.stats` gives them words > `ResultsScene` draws them
(`scenes/results.py`).
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
    """Notable number of a match, with a few words and a picture."""

    value: int
    words: str
    seats: tuple[int, ...] = ()  # seats that share the value; empty if too many to be named
    picture: str = ""  # name of its picture for `LooksBack.draw_stat`; empty for none
    # what it was done with, such as the cards of a play, in the notation of the game
    items: tuple[str, ...] = ()
    min_value: int = 2  # smallest value worth showing


TURNS_PICTURE = "turns"  # picture of the statistic that every game has
MAX_STATISTICS = 3  # statistics shown, if enough are notable
MAX_NAMED_SEATS = 3  # seats named at most


def notable_stats(figures: Sequence[MatchStat]) -> list[MatchStat]:
    """Return the statistics that reach their ``min_value``, without repetitions of the same play."""
    stats: list[MatchStat] = []
    for figure in figures:
        key = figure.value, figure.seats, figure.items
        if figure.value >= figure.min_value and not (
            figure.items and key in [(stat.value, stat.seats, stat.items) for stat in stats]
        ):
            stats.append(figure)
    return stats


def top_stat(
    label: str, values: Sequence[int], picture: str = "", shows: Sequence[str] = (), min_value: int = 2
) -> MatchStat:
    """Return a statistic of the largest of the values by seat, and the seats that share it (none if many).

    It is not shown if it is less than ``min_value``.
    """
    best = max(values, default=0)
    leaders = tuple(seat for seat, value in enumerate(values) if value == best)
    return MatchStat(
        best, label, leaders if len(leaders) <= MAX_NAMED_SEATS else (), picture, tuple(shows), min_value
    )


def taken_back_words(count: int) -> str:
    """Translated sentence saying that ``count`` moves were undone."""
    return plural("A move was undone.", "{n} moves were undone.", count).format(n=count)


@dataclass(frozen=True, slots=True)
class LeadSummary:
    """Course of the lead from the start to the end."""

    changes: int  # number of times that another seat took the lead
    behind: int  # winner's largest deficit


def course_of(curves: Sequence[Sequence[int]], winner: int, *, lowest: bool = False) -> LeadSummary:
    """Course of the lead in a match won by ``winner``, from a curve of points for each seat.

    ``lowest`` is True if the fewest points lead.
    """
    leader, changes, behind = None, 0, 0
    for moment in zip(*curves, strict=True):
        best = min(moment) if lowest else max(moment)
        behind = max(behind, abs(best - moment[winner]))
        # A tie does not change the leader.
        if moment.count(best) == 1 and (current := moment.index(best)) != leader:
            changes += leader is not None
            leader = current
    return LeadSummary(changes, behind)


def lead_sentence(course: LeadSummary, name: str) -> str:
    """One or two translated sentences about the course of the lead of the winner ``name``."""
    if not course.behind:
        return _("{name} was never behind.").format(name=name)
    back = _("{name} came back from {n} behind.").format(name=name, n=course.behind)
    if course.changes < 2:
        return back
    changes = plural("The lead changed {n} time.", "The lead changed {n} times.", course.changes)
    return f"{back} {changes.format(n=course.changes)}"


class HighlightIcon(StrEnum):
    """Kinds of highlights. The view has a picture for each."""

    GOAL = "goal"
    SOCK = "sock"
    PAIR = "pair"  # two that belong together were joined
    HAND = "hand"  # a hand, or a game within the match, ended
    CHAIR = "chair"  # seats were reassigned
    STAR = "star"  # something rare
    IN = "in"  # a seat has come in
    TORN = "torn"  # a complete pile was taken apart
    FLAG = "flag"  # a concession
    FRESH = "fresh"  # a new start


@dataclass(frozen=True, slots=True)
class EventHighlight:
    """Highlight of a replay, as a game describes it."""

    sign: HighlightIcon
    words: str  # short, without a full stop: "Bo's goal"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class EventLine:
    """One of several effects of an event, described separately."""

    words: str
    share: float = 0.0  # progress of the event's animation at which it begins, 0 to 1
    piece: str = ""  # what it is about, in the notation of the game; empty for the event as a whole


class MatchText:
    """Sentences about one match. This base class knows no game.

    A game derives from it as ``WORDS`` in its ``match_text.py``. With `move_words`, `state_lines`,
    `event_sentence`, `refusal_sentence` and `end_sentence`, a game without a view is played in sentences, in
    the window and on phones.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        if not self.leads:
            self.leads = "fewest" if find_game(match.session.game).info.lowest_score_wins else "most"

    @property
    def names(self) -> list[str]:
        """Player names by seat."""
        return [seat.name for seat in self.match.seats]

    def move_words(self, move: str, seat: int) -> str:
        """Text of a legal move on its button; by default the move itself, made readable.

        ``move`` may be only the first words of a move, if there are too many to be offered at once. Games
        call this method for moves that they have no text for.
        """
        return readable(move)

    def state_lines(self, observation: Observation, seat: int | None) -> list[str]:
        """Lines about the state of the match in order of importance, the reader's hand first.

        Args:
            observation: the seat's observation. Nothing else may be revealed.
            seat: the reader; None for public information.
        """
        fields = {name: value for name, value in dict(observation).items() if name not in self.untold}
        lines = self.own_hand(observation)
        # Show the top card of a pile, but every card of a trick.
        for name, start in (("pile", -1), ("trick", 0)):
            match fields.pop(name, None):
                case [str(), *_others] as lie:
                    cards = ", ".join(self.card_words(str(card)) for card in lie[start:])
                    lines.append(_("{what}: {who}").format(what=_("On the table"), who=cards))
        match fields.get("stock"):
            case int(count):
                del fields["stock"]
                cards = plural("{n} card", "{n} cards", count).format(n=count)
                lines.append(_("Draw pile: {cards}").format(cards=cards))
        tallies = {
            "counts": _("Cards in hand"), "scores": _("Points"), "score": _("Goals"), "wins": _("Games won"),
        }  # fmt: skip
        names = [isolated(player.name) for player in self.match.seats]
        for name, label in tallies.items():
            values = fields.get(name)
            if isinstance(values, list) and len(values) == len(names):
                shares = zip(names, values, strict=True)
                lines.append(
                    _("{what}: {who}").format(
                        what=label,
                        who=", ".join(f"{player} {value_words(value)}" for player, value in shares),
                    )
                )
        keys = {"seat", "players", "turn", "hand", *tallies}
        return [
            *lines,
            *(
                _("{what}: {who}").format(what=readable(name), who=value_words(value))
                for name, value in fields.items()
                if name not in keys
            ),
        ]

    def card_words(self, card: str) -> str:
        """Text of a card in the notation of the game; "a card" for an empty one, which is hidden."""
        return readable(card) or _("a card")

    def own_hand(self, observation: Observation) -> list[str]:
        """Line with the observer's hand, the first line of `state_lines`; empty list without a hand."""
        hand = ", ".join(map(self.card_words, common_observed(observation).get("hand", ())))
        return [_("{what}: {who}").format(what=_("Your hand"), who=hand)] if hand else []

    def refusal_sentence(self, refusal: Refusal) -> str:
        """Sentence that says why a move was refused. By default its code; games override it."""
        return str(refusal)

    @property
    def gave_up(self) -> str:
        """Sentence about the seat that conceded. Call only if one has."""
        assert self.match.conceded_by is not None
        return _("{name} gave up.").format(name=self.names[self.match.conceded_by])

    def end_sentence(self, outcome: Outcome) -> str:
        """Sentence about how the match ended. Games override it for their reasons.

        This covers a concession, a last event that is `starred`, and the note that the fewest points win.
        """
        if self.match.conceded_by is not None:
            return _("{name} gives up").format(name=self.names[self.match.conceded_by])
        events, info = self.match.session.last_events(), find_game(self.match.session.game).info
        sentence = _("The match is over.")
        if events and events[-1].kind in self.starred:
            sentence = self.event_sentence(events[-1])
        if not info.lowest_score_wins or not info.has_scores:
            return sentence
        return f"{sentence if sentence[-1] in '.!?…' else sentence + '.'} {_('The fewest points win.')}"

    def end_reason(self, outcome: Outcome) -> str:
        """Reason of the end without the score, next to which it is shown; by default `end_sentence`."""
        return self.end_sentence(outcome)

    def curves(self) -> list[list[int]]:
        """Score of each seat from the start to the end, one curve per seat; empty (the default) for none."""
        return []

    def curves_title(self) -> str:
        """Title of the `curves`; empty by default."""
        return ""

    def score_words(self, score: int) -> str:
        """Translated text of a final score with its unit, by default points."""
        return plural("{n} point", "{n} points", score).format(n=score)

    def seat_details(self, seat: int) -> str:
        """Public facts about a seat apart from its cards, by default its points; may be empty."""
        scores = common_observed(self.match.session.observe(None)).get("scores", [])  # not every game counts
        if seat >= len(scores):
            return ""
        return plural("{n} point", "{n} points", scores[seat]).format(n=scores[seat])

    leads: str = ""
    """Leader of the `curves` at any time: ``most``, ``fewest``, or ``nobody`` before the end.

    By default it follows `GameInfo.lowest_score_wins`.
    """

    merged: frozenset[str] = frozenset()  # kinds of events that are joined in a recap if a seat repeats them

    untold: frozenset[str] = frozenset()  # fields of an observation that `state_lines` leaves out
    # kinds of events that `highlight` marks with a star, described by `event_sentence`
    starred: frozenset[str] = frozenset()

    def event_sentence(self, event: Event, times: int = 1) -> str:
        """Short sentence about an event for the log; empty if the event is not a step.

        By default it shows the event's data with the identifiers of the rules.

        Args:
            event: redacted for the reader.
            times: number of repetitions, for kinds that are `merged`.
        """
        name = _("The table") if event.seat is None else self.names[event.seat]
        details = ", ".join(f"{readable(part)} {value_words(value)}" for part, value in event.data.items())
        text = readable(event.kind) + (f" ({details})" if details else "")
        return _("{name}: {move}").format(name=name, move=text)

    def news(self) -> str:
        """Public sentences about the last move, or the opening before it, as one text; may be empty."""
        session = self.match.session
        events = session.last_events() or session.opening
        sentences = filter(None, (self.event_sentence(session.redact(event, None)) for event in events))
        return " ".join(sentence if sentence[-1] in ".!?…" else f"{sentence}." for sentence in sentences)

    def lines(
        self, event: Event, earlier: Sequence[Event], before: Callable[[], Observation]
    ) -> Sequence[EventLine]:
        """Lines of the log about an event; by default its `event_sentence`, or none if that is empty.

        Args:
            event: redacted for the reader.
            earlier: events of the same move before it.
            before: returns the public observation before the move.
        """
        sentence = self.event_sentence(event)
        return [EventLine(sentence)] if sentence else []

    def highlight(self, event: Event, before: Callable[[], Observation]) -> EventHighlight | None:
        """Highlight of an event in the replay: by default a star if its kind is `starred`, else None.

        Args:
            event: unredacted. The replay of a running match shows nothing that is still hidden.
            before: returns the public observation before the move.
        """
        return (
            EventHighlight(HighlightIcon.STAR, self.event_sentence(event), event.seat)
            if event.kind in self.starred
            else None
        )

    def stats(self) -> list[MatchStat]:
        """Statistics that distinguish this match, counted from its moves; by default none."""
        return []

    def shown_stats(self) -> list[MatchStat]:
        """Notable statistics; with fewer than 3, also the turns if many; none if the game has no `stats`."""
        figures = self.stats()
        stats = notable_stats(figures)
        if not figures or len(stats) >= MAX_STATISTICS:
            return stats
        # Number of turns, if the players had more than one each.
        movers = [seat for seat, _move in self.match.session.log]
        turns = sum(before != after for before, after in pairwise(movers)) + bool(movers)
        several = turns > len(self.match.seats)
        return [*stats, *([MatchStat(turns, _("turns in total"), (), TURNS_PICTURE)] if several else [])]

    def handicap(self) -> str:
        """Sentence about the seat with a handicap; empty if no seat has one."""
        options = self.match.session.options
        seat = options.get_seat("handicap") if options.is_handicapped else None
        return "" if seat is None else self.handicap_sentence(seat)

    def handicap_sentence(self, seat: int) -> str:
        """Sentence about the handicap of a seat; empty by default."""
        return ""


def course_in_words(texts: MatchText, curves: Sequence[Sequence[int]], winners: Sequence[int]) -> str:
    """One or two translated sentences about the course of the lead; empty if there is nothing to say.

    Empty after a concession (the winner may never have led), with several winners, or in a game without a
    leader.
    """
    if texts.match.conceded_by is not None or texts.leads == "nobody":
        return ""
    if len(winners) != 1 or max(map(len, curves), default=0) < 3:
        return ""
    course = course_of(curves, winners[0], lowest=texts.leads == "fewest")
    return lead_sentence(course, texts.match.seats[winners[0]].name)


def readable(text: str) -> str:
    """Untranslated identifier or move with spaces for underscores and an initial capital."""
    plain = text.replace("_", " ")
    return plain[:1].upper() + plain[1:]


def value_words(value: object) -> str:
    """Translated text of an observed value; "–" for None and empty ones, "2 hidden" for {"hidden": 2}."""
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
    """Translated text for the number of players of a game, such as "2–6 players"."""
    min_players, max_players = info.players
    number = str(min_players) if min_players == max_players else f"{min_players}–{max_players}"
    return f"{number} {plural('player', 'players', max_players)}"


def headline(info: GameInfo | None, names: Sequence[str], winners: Sequence[int]) -> str:
    """Translated headline with winners or losers, by the scoring of the game. ``names`` are by seat.

    Without ``info`` (an unknown game), the best score wins.
    """
    end = ScoringMode.BEST if info is None else info.scoring
    if end is ScoringMode.TOGETHER:
        return _("Everyone wins") if winners else _("Everyone loses")
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
    """New texts of a match, of the game's class, or of the base class if it has none."""
    factory: Callable[[Match], MatchText] = find_game(match.session.game).component("words") or MatchText
    return factory(match)
