"""Texts of rummies: the state of piles, hints, and the match."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache

from game.core.cards import JOKER
from game.core.events import TypedEvent
from game.core.game import Event, HintLevel, Observation
from game.core.rummy.assistance import DRAW, PASS, Hint, HintReason
from game.core.rummy.draft import CardMove, card_moves
from game.core.rummy.meld_check import MeldError, MeldStatus, MeldVerdict
from game.core.rummy.melds import Pile, book_for
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


def rank_name(rank: str) -> str:
    """Translated name of a rank, such as "jack" for "J"; a number unchanged."""
    ranks = {"H": _("happy card"), "A": _("ace"), "J": _("jack"), "Q": _("queen"), "K": _("king")}
    return ranks.get(rank, rank)


def card_name(card: str) -> str:
    """Translated name of a card, such as "the 7 of pagodas"; any joker is "the joker"."""
    return card_names([card])


MAX_NAMED_CARDS = 3  # cards of several suits that are named; of more, only the number is given


def card_names(cards: Sequence[str]) -> str:
    """Translated names of cards, such as "the 9, 10 and 11 of pagodas" or "the 3 of boats and the joker".

    Of more than 3 cards that are not of one suit only the number is given, such as "4 cards".
    """
    texts = [JOKER if card.startswith(JOKER) else card for card in cards]
    suits: dict[tuple[str, int], list[str]] = {}
    for number, card in enumerate(texts):
        # A second card of the same rank and suit is named apart, as is each joker.
        suits.setdefault((card[-1], texts[:number].count(card)), []).append(card[:-1])
    if len(cards) > MAX_NAMED_CARDS and len(suits) > 1:
        return plural("{n} card", "{n} cards", len(cards)).format(n=len(cards))
    return join_names(
        _("the joker") if suit == JOKER[-1]  # no suit has that letter
        else _of_suit(ranks).format(rank=join_names(map(rank_name, ranks)), suit=suit_name(suit))
        for (suit, _copy), ranks in suits.items()
    )  # fmt: skip


def _of_suit(ranks: Sequence[str]) -> str:
    """Translated text for ranks of one suit. Languages with articles need the gender of a single rank."""
    feminine = {"Q": _("the queen of {suit}"), "H": _("the happy card of {suit}")}
    several = plural("the {rank} of {suit}", "the {rank} of {suit}", len(ranks))
    return feminine.get(ranks[0], several) if len(ranks) == 1 else several


def _pile_name(pile: Pile) -> str:
    """Translated name of a valid pile in reading order: "the eights", or "the pagodas from 7 to 11"."""
    (first, suit), *_middle, (last, _suit) = (_face(card) for card in pile)
    if first == last:
        return {
            "H": _("the happy cards"), "A": _("the aces"), "1": _("the ones"), "2": _("the twos"),
            "3": _("the threes"), "4": _("the fours"), "5": _("the fives"), "6": _("the sixes"),
            "7": _("the sevens"), "8": _("the eights"), "9": _("the nines"), "10": _("the tens"),
            "11": _("the elevens"), "12": _("the twelves"), "J": _("the jacks"), "Q": _("the queens"),
            "K": _("the kings"),
        }[first]  # fmt: skip
    template = _("the {suit} from {first} to {last}")
    return template.format(suit=suit_name(suit), first=rank_name(first), last=rank_name(last))


def _face(card: str) -> tuple[str, str]:
    """Rank and suit of a card of a pile; those that it represents for a joker."""
    face = card.partition("=")[2] or card
    return face[:-1], face[-1]


MAX_NAMED_PILES = 2  # piles that are named; of more, only the table is


def rearranged_line(name: str, old: Table, new: Table) -> EventLine | None:
    """Line about the result of the cards that changed their pile: "Ida joins the eights." None if none did.

    It names the piles that cards joined or, if piles were only split, those. The piles of both tables are
    valid and in reading order.
    """
    moves = _moves(old, new)
    moved = [(move.card, move.source, move.target) for move in moves if move.source is not None]
    if not moved:
        return None
    targets = dict.fromkeys(target for _card, _source, target in moved)
    joined = [target for target in targets if not _is_split_off(target, moves, old, new)]
    sources = dict.fromkeys(source for _card, source, _target in moved)
    piles = [new[target] for target in joined] or [old[source] for source in sources]
    template = _("{name} joins {piles}.") if joined else _("{name} splits {piles}.")
    if len(piles) > MAX_NAMED_PILES:
        template = _("{name} rearranges the table.")
    card = next(card for card, _source, target in moved if target in (joined[:1] or targets))
    words = template.format(name=name, piles=join_names(map(_pile_name, piles)))
    return EventLine(words, 0.5 if len(moved) < len(moves) else 0.0, card)


def _is_split_off(target: int, moves: Sequence[CardMove], old: Table, new: Table) -> bool:
    """True if a new pile is a part of one old pile, perhaps with cards from the hand."""
    coming = [move for move in moves if move.target == target]
    sources = {move.source for move in coming if move.source is not None}
    if len(coming) < len(new[target]) or len(sources) > 1:
        return False
    ranks, suits = zip(*map(_face, (*new[target], *old[sources.pop()])), strict=True)
    return len(set(ranks)) == 1 or len(set(suits)) == 1


def why_not(verdict: MeldVerdict, count: int) -> str:
    """Translated sentence about a pile's fault, or that it is valid. ``count``: its cards, if too few."""
    if verdict.status is MeldStatus.VALID:
        return _("This is valid.")
    if verdict.status is MeldStatus.INCOMPLETE:
        if not count:
            return _("You're holding the rest of this pile.")
        return plural(
            "{n} card is too few: you need at least three.",
            "{n} cards are too few: you need at least three.", count,
        ).format(n=count)  # fmt: skip
    cards = card_names(verdict.cards)
    templates = {
        MeldError.MIXED: _("These cards have neither a number nor a suit in common."),
        MeldError.OTHER_SUIT: _("A run is all one suit: {cards} doesn't fit."),
        MeldError.OTHER_RANK: _("These cards are all one number: {cards} doesn't fit."),
        MeldError.GAP: plural(
            "There's a gap: {cards} is missing.", "There's a gap: {cards} are missing.", len(verdict.cards)
        ),
        MeldError.RANK_TWICE: _("A run can't have a number twice: {cards}."),
        MeldError.SUIT_TWICE: _("Three or four of a kind can't have a suit twice: {cards}."),
        MeldError.TOO_MANY: _("There aren't that many cards of one number."),
        MeldError.HAPPY: _("The house rules don't allow the happy card there."),
        MeldError.NO_FACE: _("The joker has to stand for a card."),
        MeldError.JOKER_FACE: _("The joker can only be taken with {cards} from your hand."),
        MeldError.JOKER_NOT_NEW: _("A joker you take only goes with cards from your hand, not {cards}."),
        MeldError.NOT_IN: _("Come in first. Until then, you can't change the table."),
        MeldError.JOKER_COMING_IN: _("You can't come in with a joker."),
    }
    return templates[verdict.error or MeldError.MIXED].format(cards=cards)


MAX_REASON_LENGTH = 90  # characters up to which a second reason is added, so that it also fits in large text


def hint_words(hint: Hint, names: Sequence[str], *, on_phone: bool = False) -> str:
    """Translated text of a hint with up to two reasons; ``names`` are by seat."""
    return with_reasons(_advice_sentence(hint, on_phone=on_phone), hint, names)


def with_reasons(sentence: str, hint: Hint, names: Sequence[str]) -> str:
    """The sentence, maybe "", with a hint's first reason, and the second if all fits in 90 letters."""
    # "Nothing more can be laid" already says that no other play gets rid of more.
    why = [reason for reason in hint.reasons[:2] if hint.has_play or reason.kind != "most"]
    reasons = [_reason(reason, names) for reason in why]
    whole, brief = (" ".join(filter(None, [sentence, *selection])) for selection in (reasons, reasons[:1]))
    return whole if len(whole) <= MAX_REASON_LENGTH else brief


def _reason(reason: HintReason, names: Sequence[str]) -> str:
    """Sentence about one reason of a hint."""
    match reason.kind:
        case "feeds":
            return _("If you play more, {name} may play more too.").format(name=names[reason.seat])
        case "now":
            template = plural(
                "{name} has one card left, so don't wait.", "{name} has {n} cards left, so "
                                                            "don't wait.",
                reason.count,
            )  # fmt: skip
            return template.format(name=names[reason.seat], n=reason.count)
        case "mean" if reason.count:
            template = plural(
                "Playing more would lose you {n} more game in 100.",
                "Playing more would lose you {n} more games in 100.", reason.count,
            )  # fmt: skip
            return template.format(n=reason.count)
        case "idle" if reason.count:
            template = plural(
                "Waiting would lose you {n} more game in 100.",
                "Waiting would lose you {n} more games in 100.", reason.count,
            )  # fmt: skip
            return template.format(n=reason.count)
    return {
        "all": _("That's your whole hand."),
        "most": _("No other play gets rid of more cards."),
        "hold": _("Hold your cards until you can play them all."),
        "fewest": _("You have the fewest cards: if all pass, you win."),
        "joker": _("Keep the joker for later."),
        "mean": _("Playing more did worse when I tried it."),
        "close": _("Playing more would be about as good."),
        "idle": _("Waiting did worse when I tried it."),
        "even": _("Waiting would be about as good."),
        "found": _("I found no play with more cards."),
        "next": _("What you keep should save you a draw next turn."),
    }.get(reason.kind, _("This was the best move I found."))


def _advice_sentence(hint: Hint, *, on_phone: bool) -> str:
    """Sentence about what a hint advises; empty if a reason says it better."""
    if hint.ends:
        return _end_turn_sentence(hint, on_phone=on_phone) if hint.has_play else _nothing_fits_sentence(hint)
    if not hint.has_play:
        if not hint.full:
            return _("You've made the best play.")
        return (
            _("You've played all you can.") if hint.most else
            _("You can't play any card now.")
        )  # fmt: skip
    if hint.other and not hint.full:
        return _("Better to keep {cards}.").format(cards=card_names(hint.other))
    if hint.plan is not None and hint.plan.table is not None:
        if hint.step == HintLevel.MOVE:
            return _("Play these first.")
        # The cards are laid already, so a reason is worth more than the prompt bar's text.
        return "" if hint.reasons else _("Here's one way. Undo it if you prefer another.")
    if hint.other:
        template = plural(
            "You can play {n} card in all, but not with {cards}.",
            "You can play {n} cards in all, but not with {cards}.", hint.most,
        )  # fmt: skip
        return template.format(n=hint.most, cards=card_names(hint.other))
    count = hint.most - hint.laid
    if hint.kept and hint.cards:
        if len(hint.kept) > MAX_NAMED_CARDS:
            return _("Play these, but keep the other {n} that fit.").format(n=len(hint.kept))
        template = plural(
            "Play {n} card and keep {cards}.", "Play {n} cards and keep {cards}.", len(hint.cards)
        )
        return template.format(n=len(hint.cards), cards=card_names(hint.kept))
    if hint.laid and not count:
        return _("Everything you can play is down. Now sort it into valid piles.")
    if hint.laid and hint.cards:
        return plural("You can play {n} more card.", "You can play {n} more cards.", count).format(n=count)
    return plural("You can play {n} card.", "You can play {n} cards.", count).format(n=count)


def _nothing_fits_sentence(hint: Hint) -> str:
    """Sentence for a hand of which nothing fits, with what comes nearest."""
    sentence = {
        DRAW: _("Nothing fits: draw."), PASS: _("Nothing fits: pass."),
    }.get(hint.ends, _("Nothing more fits. End your turn."))  # fmt: skip
    if hint.nearest is None:
        return sentence
    near, lacking = _("Closest: {cards}. Still missing: {lacking}."), card_names(hint.nearest.lacks)
    for card in hint.nearest.instead:
        lacking = _("{first} or {last}").format(first=lacking, last=card_name(card))
    nearest = near.format(cards=card_names(hint.nearest.cards), lacking=lacking)
    return f"{sentence} {nearest}"


def _end_turn_sentence(hint: Hint, *, on_phone: bool) -> str:
    """Sentence that advises to end the turn."""
    if hint.laid:
        return {
            DRAW: _("Better to put your cards back and draw."),
            PASS: _("Better to put your cards back and pass."),
        }.get(hint.ends, _("Better to put your cards back and end your turn."))  # fmt: skip
    # At the screen the cards are highlighted, which would look like advice to lay them.
    if hint.cards and not on_phone:
        return {
            DRAW: _("These would fit, but it's better to draw."),
            PASS: _("These would fit, but it's better to pass."),
        }.get(hint.ends, _("These would fit, but it's better to end your turn."))
    return {
        DRAW: _("You can play, but it's better to draw."), PASS: _("You can play, but it's "
                                                              "better to pass."),
    }.get(hint.ends, _("You can play, but it's better to end your turn."))  # fmt: skip


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


LARGE_PLAY_CARDS = 6  # cards laid at once that make a highlight


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
            top_stat(_("cards in the best turn"), largest, "play", play, min_value=2),
            top_stat(
                plural("card played in all", "cards played in all", max(laid_counts)),
                laid_counts,
                "laid",
                play,
                min_value=2,
            ),
            top_stat(
                plural("card drawn in all", "cards drawn in all", max(draw_counts)), draw_counts, "drawn"
            ),
        ]

    def lines(
        self, event: Event, earlier: Sequence[Event], before: Callable[[], Observation]
    ) -> Sequence[EventLine]:
        """Lines about an event: its own, and one about the result if table cards changed their pile."""
        change, whole = self.read(event), super().lines(event, earlier, before)
        if not isinstance(change, TableChangedEvent):
            return whole
        tables = [past.table for past in map(self.read, earlier) if isinstance(past, TableChangedEvent)]
        book = book_for(self.match.session.game, self.match.session.options)
        old, new = (
            tuple(book.sort_pile(pile) for pile in table)
            for table in (tables[-1] if tables else table_observed(before())["table"], change.table)
        )
        result = rearranged_line(self.names[change.seat], old, new)
        return whole if result is None else [*whole, result]

    def highlight(self, event: Event, before: Callable[[], Observation]) -> EventHighlight | None:
        """Highlight of a play of `LARGE_PLAY_CARDS` cards or more, or of two piles taken apart; else None."""
        match self.read(event):
            case CardsLaidEvent(seat=seat, cards=cards, table=table):
                name = self.names[seat]
                if len(cards) >= LARGE_PLAY_CARDS:
                    text = _("{name} plays {n} cards").format(name=name, n=len(cards))
                    return EventHighlight(HighlightIcon.STAR, text, seat)
                if broken_pile_count(table_observed(before())["table"], table) >= 2:
                    return EventHighlight(
                        HighlightIcon.TORN, _("{name} rearranges cards").format(name=name), seat
                    )
        return None

    def handicap_sentence(self, seat: int) -> str:
        """Sentence about a deal of more or fewer cards, or else the seat's `head_start`."""
        count, _rest, less = self.match.session.options.get_str("handicap_is").partition("_")
        if not count.isdecimal():
            return self.head_start(self.names[seat])
        fewer, more = _("{name} is dealt {n} fewer cards."), _("{name} is dealt {n} more cards.")
        return (fewer if less == "fewer" else more).format(name=self.names[seat], n=count)


# Cached because every phone needs the same moves, again after each further move.
@lru_cache(maxsize=512)
def _moves(old: Table, new: Table) -> tuple[CardMove, ...]:
    """Moves to ``new``: from an index of ``old``, None for a hand, to an index of ``new``; cached."""
    return card_moves(old, new)
