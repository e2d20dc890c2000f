"""Sentences of the debrief, and helpers that its pages share.

The helpers are the data (`MatchReportData`), signs of chairs, heads of puppets, and puppets on chairs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from game.games.sociable.rules.state import POWER
from game.games.sociable.screen.office_layout import (
    BOSS,
    CLERK,
    MANAGER,
    TEMP,
    VEEP,
    chair,
    chair_part,
    chair_size,
    ranks,
)
from game.games.sociable.screen.office_layout import seat_height as sitting
from game.games.sociable.statistics import STRONG_POWER as STRONG_CARD
from game.games.sociable.statistics import ExchangedCards, MatchStatistics
from game.games.sociable.statistics.simulation import SimulatedPopulation, in_order
from game.i18n import _, decimal_sign, join_names, plural
from game.match.seats import Seat
from game.match.share_vote import VoteShift
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import DRAWN_HEIGHT, MARGIN, PuppetOutfit, puppet, puppet_foot
from game.ui.core.paint import Painter
from game.ui.match.info_panels import outfit_of
from game.ui.match.match_end import EarnedSock

WITH_COLOUR, WITHOUT_COLOUR = "#7E3F98", "#12807E"  # societies with the exchange and without it
CREAM, SAND = "#FFF3DC", "#F3DCC0"  # text on the dark wall


@dataclass(frozen=True, slots=True)
class MatchReportData:
    """Data of all pages."""

    story: MatchStatistics
    seats: tuple[Seat, ...]
    winners: tuple[int, ...]  # empty if the match was abandoned
    ending: str  # sentence that says how the match ended
    societies: tuple[SimulatedPopulation, ...] = ()  # with the exchange and without it; empty until simulated
    vote: VoteShift | None = None  # votes on what decided the places; `None` if there was no vote
    left_early: bool = False  # True if a player conceded, which ended the match
    earned: tuple[EarnedSock, ...] = ()  # socks that people earned in this match
    first: int = 0  # first stage of the chart of chairs, if not all fit

    @property
    def ranks(self) -> tuple[int, ...]:
        """Rank of each chair, from the Boss down."""
        return ranks(self.story.players)

    def last_chair(self, seat: int) -> int:
        """Return the rank, 0 for the Boss to 4, of the chair that a seat's last place leads to."""
        return self.ranks[self.story.orders[-1].index(seat)]

    def with_societies(self, societies: tuple[SimulatedPopulation, ...]) -> MatchReportData:
        """Return a copy with the results of the simulated societies."""
        return replace(self, societies=societies)

    @property
    def hidden(self) -> MatchReportData:
        """Copy with "Player 1" and so on for names, also in the ending, and without new socks."""
        seats = tuple(
            replace(seat, name=_("Player {n}").format(n=number))
            for number, seat in enumerate(self.seats, start=1)
        )
        ending = self.ending
        # Longer names first, as one may be the beginning of another.
        for old, new in sorted(zip(self.seats, seats, strict=True), key=lambda pair: -len(pair[0].name)):
            ending = re.sub(rf"(?<!\w){re.escape(old.name)}(?!\w)", new.name, ending)
        return replace(self, seats=seats, ending=ending, earned=())


@dataclass(frozen=True, slots=True)
class SaveResult:
    """Result of saving a report."""

    folder: str  # folder with the files; if nothing could be written, the folder intended
    trouble: str = ""  # error of the system if nothing could be written; empty if all went well


def title_of(rank: int) -> str:
    """Return the title of a rank from 0 to 4, as in "Boss"."""
    return {BOSS: _("Boss"), VEEP: _("Veep"), MANAGER: _("Manager"), CLERK: _("Clerk"), TEMP: _("Temp")}[rank]


def hat_of(report: MatchReportData, number: int) -> str:
    """Return the outfit of a seat's puppet: "crown" for a winner, otherwise by its bot level and cap."""
    return (
        "crown"
        if number in report.winners
        else outfit_of(report.seats[number].level, report.seats[number].cap)
    )


def name_ink(painter: Painter, seat: Seat) -> str:
    """Return the colour of a player's name on a panel: that of its look, or plain ink in the dark theme."""
    return painter.theme.ink if painter.theme.name == "dark" else SEAT_LOOKS[seat.look].text


def sign(painter: Painter, rank: int, height: float) -> pygame.Surface:
    """Return an empty chair as a sign, sized in proportion to a throne ``height`` units high."""
    fraction = (1.0, 0.98, 0.86, 0.8, 0.58)[rank]
    return chair(painter.assets, rank, round(height * fraction, 1))


def draw_head(painter: Painter, seat: Seat, at: tuple[float, float], height: float) -> None:
    """Draw the head of a puppet of this height, with its middle at ``at``."""
    u = height / DRAWN_HEIGHT
    image = puppet(
        painter.assets,
        seat.look,
        "idle",
        0,
        height,
        PuppetOutfit(wears=outfit_of(seat.level, seat.cap), rim=2.0, ground=False),
        look=(0.9, 0.1),
    )
    visible_height = min(image.get_height(), painter.view.px(MARGIN + (52 + 142) * u))
    head = image.subsurface((0, 0, image.get_width(), visible_height))
    painter.blit(head, at[0] - 33 * u, at[1] + 72 * u, "midbottom")


def draw_seated(
    painter: Painter, rank: int, at: tuple[float, float], scale: float, figure: pygame.Surface, height: float
) -> None:
    """Draw a puppet on a chair, with the middle of the chair at a floor point."""
    x, floor = at
    w, h = chair_size(rank, scale)
    painter.blit(chair_part(painter.assets, rank, scale, "back"), x - w / 2, floor - h)
    y = floor - sitting(rank, scale) + height * 0.07
    painter.blit(figure, x, y + puppet_foot(height), "midbottom")
    painter.blit(chair_part(painter.assets, rank, scale, "front"), x - w / 2, floor - h)


def figure_of(
    painter: Painter,
    report: MatchReportData,
    number: int,
    pose: tuple[str, int],
    height: float,
    *,
    look: tuple[float, float] = (0.6, 0.2),
    flip: bool = False,
) -> pygame.Surface:
    """Return the puppet of a seat for `draw_seated`; ``pose`` is a state and its frame."""
    state, frame = pose
    return puppet(
        painter.assets,
        report.seats[number].look,
        state,
        frame,
        height,
        PuppetOutfit(wears=hat_of(report, number), rim=2.5, ground=False, flip=flip),
        look=look,
    )


QUESTION_COUNT = 4


def headline(report: MatchReportData) -> str:
    """Return a headline that says who won, or who leads an abandoned match."""
    names = [report.seats[seat].name for seat in report.winners]
    if not names:
        return _("{name} leads").format(name=report.seats[report.story.standing[0]].name)
    if len(names) != 1:
        return _("{names} share the win").format(names=join_names(names))
    if report.story.orders[-1][0] == report.winners[0]:
        return _("{name} takes the big chair").format(name=names[0])
    return _("{name} wins").format(name=names[0])


def way(report: MatchReportData) -> str:
    """Return a sentence on the leader's path to the points; any ``ending`` unless it won alone to the end."""
    seat, hands = report.story.standing[0], len(report.story.hands)
    if (report.left_early or report.winners != (seat,)) and report.ending:
        return report.ending
    rank = report.ranks[report.story.chairs(seat)[0]]
    start = {
        BOSS: _("From the Boss's throne"), VEEP: _("From the Veep's blue chair"),
        MANAGER: _("From the Manager's chair"), CLERK: _("From the Clerk's chair"),
        TEMP: _("From the Temp's stool"),
    }[rank]  # fmt: skip
    ended = plural("{begun}: {points} points in {n} hand.", "{begun}: {points} points in {n} hands.", hands)
    return ended.format(begun=start, points=report.story.totals[-1][seat], n=hands)


def strength_meant() -> str:
    """Return a sentence that says how the strength of a hand is counted."""
    return _("Average card value: an eight counts 0, an ace 6, a joker 7.")


def as_boss(report: MatchReportData) -> str:
    """Return a sentence on who was the Boss in most hands, and in how many; on a tie without names."""
    max_count = max(report.story.as_boss)
    names = [report.seats[seat].name for seat, count in enumerate(report.story.as_boss) if count == max_count]
    if len(names) > 1:
        return plural(
            "Nobody was Boss for more than {n} hand.",
            "Nobody was Boss for more than {n} hands.",
            max_count,
        ).format(n=max_count)
    most_often = plural(
        "{name} was Boss most often: in {n} hand.", "{name} was Boss most often: in {n} hands.", max_count
    )
    return most_often.format(name=names[0], n=max_count)


def tie_sentences(ahead: Sequence[Sequence[int]], things: Sequence[str]) -> list[str]:
    """Return a sentence for each round of the vote whose largest share is a tie."""
    templates = _("Before the charts it's a tie: {things}."), _("Afterwards it's a tie: {things}.")
    return [
        template.format(things=join_names(things[place] for place in first))
        for template, first in zip(templates, ahead, strict=True)
        if len(first) > 1
    ]


def question(number: int) -> str:
    """Return discussion question ``number``, from 0 to 3."""
    return (
        _("What decided it: skill, luck or the chair you sat in?"),
        _("Did anyone cheat?"),
        _("Did a Boss or a Veep give up a strong card? Why, or why not?"),
        _("Did anyone think of changing the rules? How would you go about it?"),
    )[number]


def thought(report: MatchReportData, number: int) -> str:
    """Return this match's evidence on discussion question ``number`` (0 to 3), in one or two sentences."""
    story = report.story
    if number == 0:
        return kept_pairs_sentence(report)
    if number == 1:
        cards = sum(
            POWER[card] >= STRONG_CARD
            for giver, receiver, cards in story.flows
            for card in cards
            if giver > receiver
        )
        return plural(
            "{n} ace or joker went up to a higher chair.",
            "{n} aces and jokers went up to a higher chair.",
            cards,
        ).format(n=cards)
    if number == 2:
        top_gifts = [entry for entry in story.gave_up if report.ranks[entry[1]] in (BOSS, VEEP)]
        return (
            gift_sentence(report, top_gifts[0])
            if top_gifts
            else _("No Boss or Veep gave away an ace or a joker in this match.")
        )
    by_chance = _("By pure chance, it would be one hand in {players}.").format(players=story.players)
    return f"{boss_stayed_text(report)} {by_chance}"


def boss_stayed_text(report: MatchReportData) -> str:
    """Return a sentence that says in how many hands the Boss stayed Boss."""
    count, hands = report.story.chair_holds[0], len(report.story.hands)
    return plural(
        "The Boss stayed Boss in {kept} of {n} hand.", "The Boss stayed Boss in {kept} of {n} hands.", hands
    ).format(kept=count, n=hands)


def gift_sentence(report: MatchReportData, entry: tuple[int, int, ExchangedCards]) -> str:
    """Return a sentence about an entry of `MatchStatistics.gave_up`, a powerful card given away."""
    hand, chair, gift = entry
    jokers = any(POWER[card] > STRONG_CARD for card in gift.cards)
    template = (
        _("Hand {hand}: {name}, the {rank}, gave {other} a joker.")
        if jokers
        else _("Hand {hand}: {name}, the {rank}, gave {other} an ace.")
    )
    return template.format(
        hand=hand, name=report.seats[gift.giver].name, rank=title_of(report.ranks[chair]),
        other=report.seats[gift.receiver].name,
    )  # fmt: skip


def kept_pairs(report: MatchReportData) -> tuple[int, int]:
    """Return the number of pairs of players that kept their order, by points, and the number of all pairs."""
    players = report.story.players
    ended = tuple(report.story.first.index(seat) for seat in report.story.standing)
    return in_order(ended), players * (players - 1) // 2


def kept_pairs_sentence(report: MatchReportData) -> str:
    """Return sentences on the pairs that kept the order of their first chairs and, if points tie, on ties."""
    pairs, max_pairs = kept_pairs(report)
    sentence = _(
        "In {n} of {most} pairs of players, the one who started in the higher chair came out ahead on points."
    ).format(n=pairs, most=max_pairs)
    points = report.story.totals[-1]
    if len(set(points)) == len(points):
        return sentence
    return sentence + " " + _("If points are tied, the better place in the last hand counts.")


def structure(report: MatchReportData) -> list[str]:
    """Return two sentences on the effect of structure; empty before the simulation."""
    if not report.societies:
        return []
    with_exchange, without = report.societies
    return [
        _("The first Boss won {a} of 100 simulated matches {way}, and {b} without it.").format(
            a=percent(with_exchange.wins[0]), b=percent(without.wins[0]), way=way_of(report)
        ),
        _(
            "The first chair explains {a}% of the variation in final places with the "
            "exchange, and {b}% without."
        ).format(a=percent(with_exchange.explained), b=percent(without.explained)),
    ]


def way_of(report: MatchReportData) -> str:
    """Return the exchange of the first society, as in "with the exchange", for use in a sentence."""
    reverse = report.story.options.get_str("exchange") == "reversed"
    return _("with the reversed exchange") if reverse else _("with the exchange")


def societies_text(report: MatchReportData) -> str:
    """Return a sentence on the pairs that kept their order; if simulated, on how rarely as many did there."""
    pairs, max_pairs = kept_pairs(report)
    if not report.societies:
        return _("By points, {n} of {most} kept theirs.").format(n=pairs, most=max_pairs)
    shares = [percent(society.at_least(pairs)) for society in report.societies]
    return _("{n} or more, as in your match: {a}% with it, {b}% without.").format(
        n=pairs, a=shares[0], b=shares[1]
    )


def saved_words(saved: SaveResult) -> str:
    """Return a sentence that says where the debrief is saved, or why it is not."""
    if saved.trouble:
        return _("Nothing was saved: can't write to {folder} ({why}).").format(
            folder=saved.folder, why=saved.trouble
        )
    return _("The debrief is saved in {folder}.").format(folder=saved.folder)


def figure(value: float) -> str:
    """Return a number as text with one decimal, in the notation of the window's language."""
    return f"{value:.1f}".replace(".", decimal_sign())


def percent(share: float) -> int:
    """Return a share (0 to 1) in per cent, rounded."""
    return round(100 * share)
