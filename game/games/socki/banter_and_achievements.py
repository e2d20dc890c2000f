"""Banter of SOCKI's bots, and the achievements that earn the socks of the game."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.cards import card_count
from game.core.game import Event
from game.core.rummy import broken_piles
from game.core.rummy.table import CardDrawn, RummyCardsPlayed
from game.games.socki.rules.events import (
    Knocked,
    PlayoffCalled,
    SockiHandDealt,
    SockiHandEnded,
    SockiMatchEnded,
    as_event,
    as_observation,
)
from game.i18n import _
from game.match.achievements import Achievement, AchievementEarned, FinishedMatch, GameAchievements
from game.match.banter import BanterScript, Cue, Lines, end_cues, greetings

STORM_CARDS = 5  # number of cards laid at once that counts as a storm
NEARLY_OUT_CARDS = 2  # number of cards left with which a seat is nearly out


def cues(event: Event, seats: int) -> Iterator[Cue]:
    """Yields the cues for remarks after an event, often none: seat, key in `lines`, probability (0 to 1)."""
    match as_event(event):
        case SockiHandDealt(seat=seat):
            yield from greetings(seats)
            yield Cue(seat, "dealt", 0.3)
        case RummyCardsPlayed(seat=seat, cards=cards) if len(cards) >= STORM_CARDS:
            yield Cue(seat, "storm", 0.8)
            yield Cue((seat + 1) % seats, "stormed", 0.4)
        case RummyCardsPlayed(seat=seat, left=left) if 0 < left <= NEARLY_OUT_CARDS:
            yield Cue((seat + 1) % seats, "near", 0.5)
        case RummyCardsPlayed(seat=seat):
            yield Cue(seat, "laid", 0.08)
        case CardDrawn(seat=seat):
            yield Cue(seat, "drew", 0.06)
        case Knocked(seat=seat, neighbour=neighbour):
            yield Cue(neighbour, "socked", 0.12)
            yield Cue(seat, "sock", 0.06)
        case SockiHandEnded(blocked=True):
            yield from (Cue(seat, "blocked", 0.6) for seat in range(seats))
        case SockiHandEnded(seat=int(out), left=hands):
            yield Cue(out, "out", 0.8)
            for seat, number in enumerate(map(card_count, hands)):
                if number > NEARLY_OUT_CARDS:
                    yield Cue(seat, "caught", 0.4)
                elif number:  # seats outside a play-off have no cards
                    yield Cue(seat, "close", 0.4)
        case PlayoffCalled():
            yield from (Cue(seat, "playoff", 0.6) for seat in range(seats))
        case SockiMatchEnded(winners=winners):
            yield from end_cues(winners, seats)


def lines() -> Lines:
    """Return the remarks in the current language, by topic."""
    return {
        "hello": (
            _("What a night for cards!"),
            _("Rain outside, wool inside."),
            _("Cards on the mat!"),
            _("I brought my needle."),
        ),
        "dealt": (_("Shuffled with love."),),
        "storm": (_("A storm of cards!"), _("Hold on to your hats."), _("More! More!")),
        "stormed": (_("Hey, leave some room!"), _("I got wet.")),
        "near": (_("Watch out, nearly done!"), _("So few cards left?")),
        "laid": (
            _("That fits."),
            _("Neatly folded."),
            _("I can part with these."),
            _("Out with it."),
            _("Good as new."),
        ),
        "drew": (_("One more to carry."), _("Come to me, card.")),
        "sock": (_("Knock knock!"),),
        "socked": (_("Ouch! Gently, please."), _("That was my nose."), _("Mind my seams!")),
        "blocked": (_("Nothing fits any more."),),
        "out": (_("Empty hands, warm feet."), _("All gone!"), _("The last stitch.")),
        "caught": (_("And me with all these cards."),),
        "close": (_("I was so close."),),
        "playoff": (_("A tie? Once more, then."),),
    }


TALK = BanterScript(cues, lines)


BIG_CATCH_CARDS = 7  # number of cards laid at once that counts as a big catch
MIN_SWEPT_HAND = 5  # minimum size of a hand that is cleared in one turn
MIN_REBUILT_PILES = 5  # number of piles that one play must rearrange


def _found(story: FinishedMatch) -> Iterator[AchievementEarned]:
    """Yields each achievement but lessons and wins: name, seat and, except for resets, index of the move."""
    for moved in story.moves():
        for event in moved.events:
            match as_event(event):
                case RummyCardsPlayed(seat=seat, cards=cards, table=table, left=left):
                    if len(cards) >= BIG_CATCH_CARDS:
                        yield AchievementEarned("big-catch", seat, [moved.ply])
                    if len(cards) >= MIN_SWEPT_HAND and not left:
                        yield AchievementEarned("high-tide", seat, [moved.ply])
                    before = as_observation(moved.before.observe(None))["table"]
                    if len(broken_piles(before, table)) >= MIN_REBUILT_PILES:
                        yield AchievementEarned("rearranged-garden", seat, [moved.ply])
                case SockiHandEnded(reset=reset):
                    yield from (AchievementEarned("storm-glass", seat) for seat in reset)


FEATS = GameAchievements(
    (
        Achievement(
            "lamp-lighter",
            "lanterns",
            "book",
            lambda: (_("Lamp Lighter"), _("Finish all the SOCKI lessons.")),
        ),
        Achievement(
            "night-on-the-beach", "pagodas", "trophy", lambda: (_("Night on the Beach"), _("Win a match."))
        ),
        Achievement(
            "big-catch",
            "fish",
            "fish",
            lambda: (_("Big Catch"), _("Play seven or more cards from your hand in one turn.")),
        ),
        Achievement(
            "high-tide",
            "boats",
            "bin",
            lambda: (_("High Tide"), _("Clear a hand of five or more cards in one turn.")),
        ),
        Achievement(
            "rearranged-garden",
            "blossoms",
            "sort",
            lambda: (
                _("Rearranged Garden"),
                _("Take apart five piles on the table in one turn and leave every pile valid."),
            ),
        ),
        Achievement(
            "storm-glass",
            "waves",
            "target",
            lambda: (
                _("Storm Glass"),
                _("Land exactly on the points a match is played to, and drop back to 0."),
            ),
        ),
    ),
    _found,
    lessons="lamp-lighter",
    won="night-on-the-beach",
)
