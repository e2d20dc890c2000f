"""Remarks of RockIt's bots, and the achievements of the game."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.cards import JOKER
from game.core.game import Event
from game.core.rummy.table import CardDrawn, CardsLaidEvent, RummyCardsPlayed
from game.games.rockit.rules.events import (
    GameDealt,
    GameEnded,
    RockItMatchEnded,
    RockItSaid,
    SeatCameIn,
    StarterTossed,
    as_event,
    as_observation,
)
from game.games.rockit.rules.state import RockItEndReason
from game.i18n import _
from game.match.achievements import Achievement, AchievementEarned, FinishedMatch, GameAchievements
from game.match.banter import BanterScript, Cue, Lines, end_cues, greetings

BIG_STAGE_CARDS = 5  # cards laid at once for a remark about a big stage
NEARLY_OUT_CARDS = 2  # cards left from which a seat is close to going out


def cues(event: Event, seats: int) -> Iterator[Cue]:
    """Yields the cues for remarks after an event, often none: seat, key in `lines`, probability (0 to 1)."""
    match as_event(event):
        case StarterTossed():
            yield from greetings(seats)
        case GameDealt():
            yield from greetings(seats)
        case SeatCameIn(seat=seat):
            yield Cue(seat, "came", 0.7)
            yield Cue((seat + 1) % seats, "they_came", 0.3)
        case RummyCardsPlayed(seat=seat, cards=cards) if len(cards) >= BIG_STAGE_CARDS:
            yield Cue(seat, "stage", 0.7)
        case RummyCardsPlayed(seat=seat, left=left) if 0 < left <= NEARLY_OUT_CARDS:
            yield Cue((seat + 1) % seats, "near", 0.5)
        case RummyCardsPlayed(seat=seat):
            yield Cue(seat, "laid", 0.06)
        case RockItSaid(seat=seat, neighbour=neighbour):
            yield Cue(seat, "rockit", 0.25)
            yield Cue(neighbour, "passed_on", 0.1)
        case CardDrawn(seat=seat):
            yield Cue(seat, "drew", 0.06)
        case GameEnded(winners=winners):
            for seat in range(seats):
                yield Cue(seat, "away" if seat in winners else "left_behind", 0.6)
        case RockItMatchEnded(winners=winners):
            yield from end_cues(winners, seats)


def lines() -> Lines:
    """Return the remarks in the current language, by topic."""
    return {
        "hello": (
            _("Helmets on!"),
            _("Ten, nine, eight…"),
            _("I've packed for a long trip."),
            _("Travel light, fly far."),
            _("I checked every bolt."),
        ),
        "came": (_("I'm in!"), _("Engines running."), _("At last! Out they go.")),
        "they_came": (_("Wait for me!"),),
        "stage": (
            _("A whole stage at once!"),
            _("Lift-off!"),
            _("Worth the wait."),
            _("Every screw is tight."),
        ),
        "near": (_("I smell smoke."), _("Countdown over there!")),
        "laid": (_("A little more thrust."), _("Tightened it a bit.")),
        "rockit": (_("RockIt!"), _("Whoosh!"), _("RockIt, and how!")),
        "passed_on": (_("My turn? Ready."),),
        "drew": (_("One more on board."), _("There's room for more.")),
        "away": (_("To the moon!"), _("See you in orbit.")),
        "left_behind": (
            _("I'm still on the ground."),
            _("Bring me back a star."),
            _("One bolt was missing."),
        ),
    }


TALK = BanterScript(cues, lines)


LONG_TRICK_CARDS = 5  # cards of a long trick for coming in
FULL_THRUST_CARDS = 8  # cards laid at once for the achievement "full thrust"


def _found(story: FinishedMatch) -> Iterator[AchievementEarned]:
    """Yields each achievement, with seat and index of the move, earned by laying cards or by going out."""
    for moved in story.moves():
        for event in moved.events:
            match as_event(event):
                case CardsLaidEvent(seat=seat, cards=cards) as laying:
                    if isinstance(laying, SeatCameIn) and len(cards) >= LONG_TRICK_CARDS:
                        yield AchievementEarned("into-orbit", seat, [moved.ply])
                    if len(cards) >= FULL_THRUST_CARDS:
                        yield AchievementEarned("full-thrust", seat, [moved.ply])
                    if sum(card.startswith(JOKER) for card in cards) > 1:
                        yield AchievementEarned("house-of-cards", seat, [moved.ply])
                case GameEnded(winners=[seat], reason=RockItEndReason.WENT_OUT):
                    inside = as_observation(moved.before.observe(None))["in"]
                    if not any(is_in for other_seat, is_in in enumerate(inside) if other_seat != seat):
                        yield AchievementEarned("countdown", seat, [moved.ply])


FEATS = GameAchievements(
    (
        Achievement(
            "flight-school", "stars", "book",
            lambda: (_("Flight School"), _("Finish all the RockIt lessons.")),
        ),
        Achievement("moonshot", "moons", "trophy", lambda: (_("Moonshot"), _("Win a match."))),
        Achievement(
            "countdown", "rockets", "rocket",
            lambda: (_("Countdown"), _("Launch the big rocket before anyone else has come in.")),
        ),
        Achievement(
            "into-orbit", "planets", "globe",
            lambda: (_("Into Orbit"), _("Come in with a trick of five or more cards.")),
        ),
        Achievement(
            "full-thrust", "bolts", "up",
            lambda: (_("Full Thrust"), _("Play eight or more cards from your hand at once.")),
        ),
        Achievement(
            "house-of-cards", "cards", "mask",
            lambda: (_("House of Cards"), _("Play two jokers from your hand at once.")),
        ),
    ),
    _found,
    lessons="flight-school",
    won="moonshot",
)  # fmt: skip
