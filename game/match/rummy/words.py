"""What the table of a rummy says: how piles stand, what the lamp knows."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.rummy.verdict import MeldError, MeldStatus, Verdict
from game.words import _, counted, together


def suit_name(suit: str) -> str:
    """A suit in words: pagodas."""
    return {
        "P": _("pagodas"), "F": _("flowers"), "B": _("boats"), "L": _("ladies"),
        "D": _("diamonds"), "H": _("hearts"), "S": _("spades"), "C": _("clubs"),
    }.get(suit, suit)  # fmt: skip


def card_name(card: str) -> str:
    """A card in words: the 7 of pagodas."""
    if card.startswith("JK"):
        return _("the joker")
    rank, suit = card[:-1], card[-1]
    ranks = {"H": _("happy card"), "A": _("ace"), "J": _("jack"), "Q": _("queen"), "K": _("king")}
    return _("the {rank} of {suit}").format(rank=ranks.get(rank, rank), suit=suit_name(suit))


def card_names(cards: Sequence[str]) -> str:
    """Some cards in words, few of them by name."""
    if len(cards) > 3:
        return counted("{n} card", "{n} cards", len(cards)).format(n=len(cards))
    return together(map(card_name, cards))


LONG = 6
"""Of a run of more cards only both ends are told."""


def pile_ranks(cards: Sequence[str]) -> str:
    """A pile in its reading order, by its ranks: 6 6 6, or 4-5-6; the middle of a long run is left out."""
    ranks = [(card.partition("=")[2] or card)[:-1] for card in cards]
    if len(set(ranks)) == 1:
        return "\u00a0".join(ranks)
    return "-".join(ranks) if len(ranks) <= LONG else f"{ranks[0]}-{ranks[1]}-…-{ranks[-1]}"


def moved_words(name: str, card: str, source: Sequence[str], target: Sequence[str]) -> str:
    """That somebody takes a card of the table from one pile to another.

    Args:
        name: who it is.
        card: which card.
        source: the pile that it leaves, in reading order, as it lay before.
        target: the pile that it joins, as it lies afterwards.
    """
    words = _("{name} moves {card} from {pile} to {other}.")
    return words.format(name=name, card=card_name(card), pile=pile_ranks(source), other=pile_ranks(target))


def why_not(verdict: Verdict, count: int) -> str:
    """Why a pile may not lie as it does, or that it may."""
    if verdict.health is MeldStatus.WHOLE:
        return _("This is in order.")
    if verdict.health is MeldStatus.SHORT:
        if not count:
            return _("Its cards are in the air.")
        return counted(
            "{n} card is too few: at least three lie together.",
            "{n} cards are too few: at least three lie together.", count,
        ).format(n=count)  # fmt: skip
    cards = card_names(verdict.cards)
    told = {
        MeldError.MIXED: _("These cards have neither a number nor a suit in common."),
        MeldError.OTHER_SUIT: _("A run has one suit: {cards} does not belong here."),
        MeldError.OTHER_RANK: _("All cards here are of one number: {cards} does not belong."),
        MeldError.GAP: counted(
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
    return told[verdict.fault or MeldError.MIXED].format(cards=cards)
