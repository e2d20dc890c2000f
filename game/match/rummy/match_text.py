"""Texts of rummies: the state of piles, hints, and the match."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache

from game.core.events import TypedEvent
from game.core.game import Event, HintLevel, Observation
from game.core.rummy.assistance import DRAW, PASS, Hint, HintReason
from game.core.rummy.draft import CardMove, card_moves
from game.core.rummy.meld_check import MeldError, MeldStatus, MeldVerdict
from game.core.rummy.melds import book_for
from game.core.rummy.table import CardDrawn, CardsLaidEvent, Table, TableChangedEvent, table_observed
from game.core.session import Session
from game.i18n import _, join_names, plural
from game.match.match_text import EventHighlight, EventLine, HighlightIcon, MatchStat, MatchText, top_stat
from game.match.replay import broken_pile_count


def suit_name(suit: str) -> str:
    """Translated name of a suit letter, such as "pagodas" for "P"; an unknown one unchanged."""
    return {
        "P": _("pagodas"), "F": _("flowers"), "B": _("boats"), "L": _("ladies"),
        "D": _("diamonds"), "H": _("hearts"), "S": _("spades"), "C": _("clubs"),
    }.get(suit, suit)  # fmt: skip


def card_name(card: str) -> str:
    """Translated name of a card, such as "the 7 of pagodas"; any joker is "the joker"."""
    if card.startswith("JK"):
        return _("the joker")
    rank, suit = card[:-1], card[-1]
    ranks = {"H": _("happy card"), "A": _("ace"), "J": _("jack"), "Q": _("queen"), "K": _("king")}
    return _("the {rank} of {suit}").format(rank=ranks.get(rank, rank), suit=suit_name(suit))


NAMED = 3  # cards that are named; of more, only the number is given


def card_names(cards: Sequence[str]) -> str:
    """Translated names of up to 3 cards; of more only their number, such as "4 cards"."""
    if len(cards) > NAMED:
        return plural("{n} card", "{n} cards", len(cards)).format(n=len(cards))
    return join_names(map(card_name, cards))


LONG = 6  # cards of a run that are listed; of more, only both ends are


def pile_ranks(cards: Sequence[str]) -> str:
    """Ranks of a pile in reading order, such as 6 6 6 or 4-5-6. The middle of a long run is left out."""
    ranks = [(card.partition("=")[2] or card)[:-1] for card in cards]
    if len(set(ranks)) == 1:
        return "\u00a0".join(ranks)
    return "-".join(ranks) if len(ranks) <= LONG else f"{ranks[0]}-{ranks[1]}-…-{ranks[-1]}"


def moved_words(name: str, card: str, source: Sequence[str], target: Sequence[str]) -> str:
    """Sentence about a move of a table card from the pile ``source`` (before) to ``target`` (after)."""
    template = _("{name} moves {card} from {pile} to {other}.")
    return template.format(name=name, card=card_name(card), pile=pile_ranks(source), other=pile_ranks(target))


def why_not(verdict: MeldVerdict, count: int) -> str:
    """Translated sentence about a pile's fault, or that it is valid. ``count``: its cards, if too few."""
    if verdict.status is MeldStatus.VALID:
        return _("This is in order.")
    if verdict.status is MeldStatus.INCOMPLETE:
        if not count:
            return _("Its cards are in the air.")
        return plural(
            "{n} card is too few: at least three lie together.",
            "{n} cards are too few: at least three lie together.", count,
        ).format(n=count)  # fmt: skip
    cards = card_names(verdict.cards)
    templates = {
        MeldError.MIXED: _("These cards have neither a number nor a suit in common."),
        MeldError.OTHER_SUIT: _("A run has one suit: {cards} does not belong here."),
        MeldError.OTHER_RANK: _("All cards here are of one number: {cards} does not belong."),
        MeldError.GAP: plural(
            "There is a gap: {cards} is missing.", "There is a gap: {cards} are missing.", len(verdict.cards)
        ),
        MeldError.RANK_TWICE: _("No number may be twice in a run: {cards}."),
        MeldError.SUIT_TWICE: _("No suit may be twice in a kind: {cards}."),
        MeldError.TOO_MANY: _("There are not so many cards of one number."),
        MeldError.HAPPY: _("By the house rules the happy card cannot stand there."),
        MeldError.NO_FACE: _("The joker has to stand for a card."),
        MeldError.JOKER_FACE: _("The joker can only be taken with {cards} from your hand."),
        MeldError.JOKER_NOT_NEW: _("A taken joker lies with cards from hands only, not with {cards}."),
        MeldError.NOT_IN: _("Come in first: until then the table stays as it is."),
        MeldError.JOKER_COMING_IN: _("A joker cannot be used to come in."),
    }
    return templates[verdict.error or MeldError.MIXED].format(cards=cards)


ROOM = 90  # characters up to which a second reason is added, so that it also fits in large text


def hint_words(hint: Hint, names: Sequence[str], *, on_phone: bool = False) -> str:
    """Translated text of a hint with up to two reasons; ``names`` are by seat."""
    return with_reasons(_advice_sentence(hint, on_phone=on_phone), hint, names)


def with_reasons(sentence: str, hint: Hint, names: Sequence[str]) -> str:
    """The sentence, maybe "", with a hint's first reason, and the second if all fits in 90 letters."""
    # "Nothing more can be laid" already says that no other play gets rid of more.
    why = [reason for reason in hint.reasons[:2] if hint.has_play or reason.kind != "most"]
    reasons = [_reason(reason, names) for reason in why]
    whole, brief = (" ".join(filter(None, [sentence, *selection])) for selection in (reasons, reasons[:1]))
    return whole if len(whole) <= ROOM else brief


def _reason(reason: HintReason, names: Sequence[str]) -> str:
    """Sentence about one reason of a hint."""
    match reason.kind:
        case "feeds":
            return _("If you lay more, {name} may lay more too.").format(name=names[reason.seat])
        case "now":
            template = plural(
                "{name} has one card left, so do not wait.", "{name} has {n} cards left, so do not wait.",
                reason.count,
            )  # fmt: skip
            return template.format(name=names[reason.seat], n=reason.count)
        case "mean" if reason.count:
            template = plural(
                "Tried out from here, laying more wins {n} game in 100 fewer.",
                "Tried out from here, laying more wins {n} games in 100 fewer.", reason.count,
            )  # fmt: skip
            return template.format(n=reason.count)
        case "idle" if reason.count:
            template = plural(
                "Tried out from here, waiting wins {n} game in 100 fewer.",
                "Tried out from here, waiting wins {n} games in 100 fewer.", reason.count,
            )  # fmt: skip
            return template.format(n=reason.count)
    return {
        "all": _("That is your whole hand."),
        "most": _("No other play gets rid of more cards."),
        "hold": _("Hold your cards until they all go at once."),
        "fewest": _("You have the fewest cards: if all pass, you win."),
        "joker": _("The joker stays for later."),
        "mean": _("Tried out from here, laying more came out worse."),
        "close": _("Laying more would be about as good."),
        "idle": _("Tried out from here, waiting came out worse."),
        "even": _("Waiting would be about as good."),
        "found": _("Nothing was found that lays more."),
        "next": _("What you keep likely saves you drawing next turn."),
    }.get(reason.kind, _("Of all that was tried, this came out best."))


def _advice_sentence(hint: Hint, *, on_phone: bool) -> str:
    """Sentence about what a hint advises; empty if a reason says it better."""
    if hint.ends:
        return _end_turn_sentence(hint, on_phone=on_phone) if hint.has_play else _nothing_fits_sentence(hint)
    if not hint.has_play:
        if not hint.full:
            return _("You have laid what is best to lay.")
        return (
            _("You have laid all that can be laid.") if hint.most else
            _("Nothing of your hand can be laid now.")
        )  # fmt: skip
    if hint.other and not hint.full:
        return _("Better keep {cards}.").format(cards=card_names(hint.other))
    if hint.plan is not None and hint.plan.table is not None:
        if hint.step == HintLevel.MOVE:
            return _("These first.")
        # The cards are laid already, so a reason is worth more than the prompt bar's text.
        return "" if hint.reasons else _("This is one way; take it back if you like another.")
    if hint.other:
        template = plural(
            "In all {n} card can be laid, but not with {cards}.",
            "In all {n} cards can be laid, but not with {cards}.", hint.most,
        )  # fmt: skip
        return template.format(n=hint.most, cards=card_names(hint.other))
    count = hint.most - hint.laid
    if hint.kept and hint.cards:
        if len(hint.kept) > NAMED:
            return _("Lay these; {n} others that fit are better kept.").format(n=len(hint.kept))
        template = plural(
            "Lay {n} card and keep {cards}.", "Lay {n} cards and keep {cards}.", len(hint.cards)
        )
        return template.format(n=len(hint.cards), cards=card_names(hint.kept))
    if hint.laid and not count:
        return _("All that can be laid lies there; it only has to be put in order.")
    if hint.laid and hint.cards:
        return plural("{n} more card can be laid.", "{n} more cards can be laid.", count).format(n=count)
    return plural("{n} card can be laid.", "{n} cards can be laid.", count).format(n=count)


def _nothing_fits_sentence(hint: Hint) -> str:
    """Sentence for a hand of which nothing fits, with what comes nearest."""
    sentence = {
        DRAW: _("Nothing fits: draw."), PASS: _("Nothing fits: pass."),
    }.get(hint.ends, _("Nothing more fits: end your turn."))  # fmt: skip
    if hint.nearest is None:
        return sentence
    near, lacking = _("Nearest: {cards}. Still lacking: {lacking}."), card_names(hint.nearest.lacks)
    for card in hint.nearest.instead:
        lacking = _("{first} or {last}").format(first=lacking, last=card_name(card))
    nearest = near.format(cards=card_names(hint.nearest.cards), lacking=lacking)
    return f"{sentence} {nearest}"


def _end_turn_sentence(hint: Hint, *, on_phone: bool) -> str:
    """Sentence that advises to end the turn."""
    if hint.laid:
        return {
            DRAW: _("Better put your cards back and draw."),
            PASS: _("Better put your cards back and pass."),
        }.get(hint.ends, _("Better put your cards back and end your turn."))  # fmt: skip
    # At the screen the cards are highlighted, which would look like advice to lay them.
    if hint.cards and not on_phone:
        return {
            DRAW: _("These could be laid, but better draw."),
            PASS: _("These could be laid, but better pass."),
        }.get(hint.ends, _("These could be laid, but better end your turn."))
    return {
        DRAW: _("There is a play, but better draw."), PASS: _("There is a play, but better pass."),
    }.get(hint.ends, _("There is a play, but better end your turn."))  # fmt: skip


def rummy_tally(
    session: Session, read: Callable[[Event], TypedEvent]
) -> tuple[list[int], list[int], list[int], Sequence[str]]:
    """(cards of the largest turn, cards laid, cards drawn), each by seat, then the largest play's cards.

    ``read`` parses the events of its game.
    """
    largest, laid_counts, draw_counts = ([0] * session.players for _ in range(3))
    play: Sequence[str] = ()
    come_cards: Sequence[str] = ()
    for ply, (_mover, move) in enumerate(session.log):
        before, come_cards = come_cards, ()
        for event in session.events_of(ply):
            match read(event):
                case CardsLaidEvent(seat=seat, cards=cards):
                    laid_counts[seat] += len(cards)
                    # Coming in and a play after it are one turn.
                    whole = (*before, *cards) if move.startswith("play") else cards
                    come_cards = cards if move.startswith("come") else ()
                    largest[seat] = max(largest[seat], len(whole))
                    play = max(play, whole, key=len)
                case CardDrawn(seat=seat):
                    draw_counts[seat] += 1
    return largest, laid_counts, draw_counts, play


LARGE = 6  # cards laid at once that make a highlight


class RummyWords(MatchText, ABC):
    """Base of the texts of a rummy match."""

    def head_start(self, name: str) -> str:
        """Text for the head start of the player ``name``, if it is not in cards; by default the name."""
        return name

    @abstractmethod
    def read(self, event: Event) -> TypedEvent:
        """Parse an event of the game."""

    def stats(self) -> list[MatchStat]:
        """Highest value of a seat, and who share it if few, of: largest play, cards laid, cards drawn."""
        largest, laid_counts, draw_counts, play = rummy_tally(self.match.session, self.read)
        return [
            top_stat(_("largest play"), largest, "play", play, min_value=2),
            top_stat(
                plural("card laid", "cards laid", max(laid_counts)), laid_counts, "laid", play, min_value=2
            ),
            top_stat(plural("card drawn", "cards drawn", max(draw_counts)), draw_counts, "drawn"),
        ]

    def lines(
        self, event: Event, earlier: Sequence[Event], before: Callable[[], Observation]
    ) -> Sequence[EventLine]:
        """Lines about an event: its own, and one for each table card that changes its pile.

        The event's own line comes with the first card from the hand.
        """
        change, whole = self.read(event), super().lines(event, earlier, before)
        if not isinstance(change, TableChangedEvent):
            return whole
        tables = [past.table for past in map(self.read, earlier) if isinstance(past, TableChangedEvent)]
        book = book_for(self.match.session.game, self.match.session.options)
        old, new = (
            tuple(book.sort_pile(pile) for pile in table)
            for table in (tables[-1] if tables else table_observed(before())["table"], change.table)
        )
        moves, name = _moves(old, new), self.names[change.seat]
        lines: list[EventLine] = []
        for number, move in enumerate(moves):
            progress = number / len(moves)
            if move.source is not None:
                sentence = moved_words(name, move.card, old[move.source], new[move.target])
                lines.append(EventLine(sentence, progress, move.card))
            else:
                lines += [EventLine(line.words, progress) for line in whole]
                whole = ()
        return [*whole, *lines]

    def highlight(self, event: Event, before: Callable[[], Observation]) -> EventHighlight | None:
        """Highlight of a play of `LARGE` cards or more, or of two piles taken apart; else None."""
        match self.read(event):
            case CardsLaidEvent(seat=seat, cards=cards, table=table):
                name = self.names[seat]
                if len(cards) >= LARGE:
                    text = _("{name} lays {n} cards").format(name=name, n=len(cards))
                    return EventHighlight(HighlightIcon.STAR, text, seat)
                if broken_pile_count(table_observed(before())["table"], table) >= 2:
                    return EventHighlight(
                        HighlightIcon.TORN, _("{name} takes piles apart").format(name=name), seat
                    )
        return None

    def handicap_sentence(self, seat: int) -> str:
        """Sentence about a deal of more or fewer cards, or else the seat's `head_start`."""
        count, _rest, less = self.match.session.options.get_str("handicap_is").partition("_")
        if not count.isdecimal():
            return self.head_start(self.names[seat])
        fewer, more = _("{name} is dealt {n} cards fewer."), _("{name} is dealt {n} cards more.")
        return (fewer if less == "fewer" else more).format(name=self.names[seat], n=count)


# Cached because every phone needs the same moves, again after each further move.
@lru_cache(maxsize=512)
def _moves(old: Table, new: Table) -> tuple[CardMove, ...]:
    """Moves to ``new``: from an index of ``old``, None for a hand, to an index of ``new``; cached."""
    return card_moves(old, new)
