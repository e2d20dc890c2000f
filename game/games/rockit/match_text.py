"""Texts of RockIt for window, phones and files: events, refusals, coming in, jokers, results."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.game import Event, Observation, Outcome, Refusal
from game.core.rummy.table import CardDrawn, RummyCardsPlayed, RummyTurnPassed
from game.games.rockit.rules.events import (
    BoardRearranged,
    GameDealt,
    GameEnded,
    RockItHappening,
    RockItMatchEnded,
    RockItSaid,
    SeatCameIn,
    StarterTossed,
    as_event,
    as_observation,
)
from game.games.rockit.rules.state import (
    KIND_POINTS,
    ComeInProgress,
    ComeInStatus,
    RockItEndReason,
    RockItRefusal,
)
from game.i18n import _, isolated, join_names, plural
from game.match.match_text import EventHighlight, HighlightIcon
from game.match.rummy.match_text import RummyWords, card_name, card_names


def event_sentence(event: Event, names: Sequence[str], looks: int | None) -> str:
    """Translated sentence about an event for the seat ``looks`` (None: spectators). Empty for the match end.

    Only the seat that drew a card reads its name.
    """
    match as_event(event):
        case StarterTossed(first=seat):
            return _("The toss decides: {name} starts.").format(name=names[seat])
        case GameDealt(turn=seat):
            return _("{name} starts.").format(name=names[seat])
        case CardDrawn(seat=seat, card=str(card)) if seat == looks:
            return _("You drew {card}. That ends your turn.").format(card=card_name(card))
        case CardDrawn(seat=seat):
            return _("{name} draws a card and says RockIt!").format(name=names[seat])
        case SeatCameIn(seat=seat, cards=cards):
            return _("{name} comes in with {cards}.").format(name=names[seat], cards=card_names(cards))
        case RummyCardsPlayed(seat=seat, cards=cards):
            return _("{name} plays {cards}.").format(name=names[seat], cards=card_names(cards))
        case BoardRearranged(seat=seat):
            return _("{name} leaves the board rearranged.").format(name=names[seat])
        case RockItSaid(seat=seat):
            return _("{name} says RockIt!").format(name=names[seat])
        case RummyTurnPassed(seat=seat):
            return _("{name} passes.").format(name=names[seat])
        case GameEnded() as ended:
            return game_end_words(ended, names)
        case RockItMatchEnded():
            return ""


def game_end_words(ended: GameEnded, names: Sequence[str]) -> str:
    """Translated sentence about the end of a game, with its winners."""
    who = join_names(names[seat] for seat in ended.winners)
    match RockItEndReason(ended.reason):
        case RockItEndReason.WENT_OUT:
            return _("{name} goes out!").format(name=who)
        case RockItEndReason.FEWEST_CARDS:
            return _("Everyone passed. {name} has the fewest cards.").format(name=who)
        case RockItEndReason.SHARED:
            return _("Everyone passed. {names} share the game.").format(names=who)
    return _("Everyone passed. Nobody wins this game.")


def match_won(winners: Sequence[int], wins: Sequence[int], names: Sequence[str]) -> str:
    """Translated sentence on the winners of a match: none, shared, or a single one with games won."""
    who = join_names(names[seat] for seat in winners)
    if not winners:
        return _("The draw pile is empty and everyone passed: nobody wins.")
    if len(winners) > 1:
        return _("{names} share the win.").format(names=who)
    count = wins[winners[0]]
    sentence = plural("{name} wins the match with {n} game.", "{name} wins the match with {n} games.", count)
    return sentence.format(name=who, n=count)


def cards_left(cards: Sequence[str]) -> str:
    """Translated text "n cards left" for a hand."""
    return plural("{n} card left", "{n} cards left", len(cards)).format(n=len(cards))


def ending(outcome: Outcome, names: Sequence[str], best_of: int) -> str:
    """Translated sentences about the end of a match; with the games won if it had several."""
    winners = join_names(names[seat] for seat in outcome.winners)
    wins = ", ".join(f"{isolated(name)} {count}" for name, count in zip(names, outcome.scores, strict=True))
    match outcome.reason:
        case RockItEndReason.WENT_OUT:
            return _("{name} played the last card: lift-off!").format(name=winners)
        case RockItEndReason.FEWEST_CARDS:
            return _("Everyone passed, and {name} had the fewest cards.").format(name=winners)
        case RockItEndReason.SHARED if best_of == 1:
            return _("Everyone passed, and {names} tied for fewest cards.").format(names=winners)
        case RockItEndReason.DRAWN:
            return match_won((), outcome.scores, names)
    sentence = match_won(outcome.winners, outcome.scores, names)
    return f"{sentence} {_('Games won: {wins}.').format(wins=wins)}" if best_of > 1 else sentence


def what_brings_in(needed: int) -> str:
    """Translated requirement for coming in, the same in window, phone, hint and rules."""
    if needed <= KIND_POINTS:
        return _(
            "To come in, you need {n} points: any three or four of a kind, or a run worth {n} or more."
        ).format(n=needed)
    return _(
        "To come in, you need {n} points: a run worth {n} or more. "
        "Three or four of a kind is only worth {kind}."
    ).format(n=needed, kind=KIND_POINTS)


def coming_in(coming: ComeInProgress, needed: int, *, lost: bool = False) -> str:
    """Translated text of the sign for the trick to come in with: requirement, points so far, or fault.

    Args:
        coming: progress of the trick.
        needed: points required to come in.
        lost: True if the hand cannot complete the trick.
    """
    points, kinds = coming.points, needed <= KIND_POINTS
    match coming.stage:
        case ComeInStatus.NOTHING:
            return what_brings_in(needed)
        case ComeInStatus.ENOUGH:
            return _("{points} points: you can come in.").format(points=points)
        case ComeInStatus.BROKEN:
            return _("These cards don't make a trick.")
        case ComeInStatus.SEVERAL:
            return _("Come in with just one trick. Others can follow.")
        case ComeInStatus.JOKER:
            return _("You can't use a joker to come in.")
        case ComeInStatus.ON_BOARD:
            return _("Come in first. Until then, you can't change the board.")
    if lost:
        return _("Your hand can't make this worth {n}: put it back.").format(n=needed)
    if coming.stage is ComeInStatus.PAIR and kinds:
        return _("One more of this rank, and the trick is worth {n}.").format(n=KIND_POINTS)
    if coming.stage is ComeInStatus.ONE:
        return what_brings_in(needed)
    if coming.stage is not ComeInStatus.RUN:
        return _("Only a run can be worth {n} here.").format(n=needed)
    missing = needed - points
    more = plural("You need {n} more to come in.", "You need {n} more to come in.", missing).format(n=missing)
    return f"{plural('{n} point so far.', '{n} points so far.', points).format(n=points)} {more}"


def how_to_come_in(needed: int) -> str:
    """Translated instructions for a beginner who has not come in."""
    more = _("Use only your hand. Aces count 1, face cards 10, and jokers don't help. Or draw a card.")
    return f"{what_brings_in(needed)} {more}"


def joker_pays(card: str) -> str:
    """Translated hint that a card of the hand pays for a joker on the board."""
    return _("Put it down here to swap {card} for the joker.").format(card=card_name(card))


def joker_kept(face: str) -> str:
    """Translated note on the card that a joker on the board represents."""
    return _("This joker stays {card}. Swap in that card to take it.").format(card=card_name(face))


def joker_taken() -> str:
    """Translated instruction after a joker was taken."""
    return _("Done! Now use the joker in a new trick with cards from your hand.")


def joker_named(face: str) -> str:
    """Translated note that a joker represents another card now."""
    return _("The joker stands for {card} now.").format(card=card_name(face))


class RockItWords(RummyWords):
    """Texts of one match."""

    leads = "nobody"  # cards come and go, and the last one decides

    def event_sentence(self, event: Event, times: int = 1) -> str:
        """Translated sentence about an event as spectators see it; may be empty. Ignores ``times``."""
        # For spectators, because a player's own drawn card is not public.
        return event_sentence(event, self.names, None)

    def highlight(self, event: Event, before: Callable[[], Observation]) -> EventHighlight | None:
        """Highlight of coming in or of a game's end; for other events as in all rummies, perhaps None."""
        names = self.names
        match as_event(event):
            case SeatCameIn(seat=seat):
                return EventHighlight(HighlightIcon.IN, _("{name} comes in").format(name=names[seat]), seat)
            case GameEnded(winners=[]):
                return EventHighlight(HighlightIcon.HAND, _("Nobody wins the game"))
            case GameEnded(winners=winners):
                sentence = _("The game goes to {name}").format(
                    name=join_names(names[seat] for seat in winners)
                )
                return EventHighlight(HighlightIcon.HAND, sentence, winners[0])
        return super().highlight(event, before)

    def refusal_sentence(self, refusal: Refusal) -> str:
        """Translated sentence that explains a refusal. Raises `ValueError` for an unknown code."""
        needed = self.match.session.options.get_int("coming_in_points")
        match code := RockItRefusal(refusal.code):
            case RockItRefusal.TOO_FEW_POINTS:
                sentence = _("That's {points} points. You need {needed} to come in.")
                return sentence.format(**refusal.details)
            case RockItRefusal.NOT_IN:
                not_in = _("You're not in yet.")
                return f"{not_in} {what_brings_in(needed)}"
            case RockItRefusal.NOT_IN_HAND | RockItRefusal.BOARD_CARD_MISSING | RockItRefusal.NO_SUCH_CARD:
                cards = card_names([str(card) for card in refusal.details.get("cards", ())])
                return _("You can't play that: {cards}.").format(cards=cards)
        return {
            RockItRefusal.JOKER_WITHOUT_FACE: _("First choose which card the joker stands for."),
            RockItRefusal.SHORT_TRICK: _("A trick has at least three cards."),
            RockItRefusal.NOT_A_TRICK: _("One of the tricks isn't valid."),
            RockItRefusal.NOTHING_PLAYED: _("Play at least one card from your hand, or undo all and draw."),
            RockItRefusal.JOKER_FACE: _(
                "A joker on the board stays the card it stands for, unless you swap in that exact card."
            ),
            RockItRefusal.JOKER_NOT_IN_NEW_TRICK: _(
                "The joker you took must go into a new trick, with cards only from your hand."
            ),
            RockItRefusal.ALREADY_IN: _("You're already in."),
            RockItRefusal.ONE_TRICK: _("Come in with a single trick. The rest can follow."),
            RockItRefusal.JOKER_COMING_IN: _("You can't use a joker to come in."),
            RockItRefusal.ALREADY_PLAYED: _("You've played cards, so you can't draw."),
            RockItRefusal.NOT_COME_THIS_TURN: _("Play something first, or draw."),
            RockItRefusal.MUST_PLAY: _("You can play, so you must: look again."),
            RockItRefusal.STOCK_EMPTY: _("The draw pile is empty."),
            RockItRefusal.STOCK_NOT_EMPTY: _("You can pass only when the draw pile is empty."),
            RockItRefusal.BOARD_NOT_KEPT: _("Undo your board changes before you draw or pass."),
            RockItRefusal.DRAW_PLAYS_NOTHING: _("Put your own cards back before you draw or pass."),
        }[code]

    def seat_details(self, seat: int) -> str:
        """Translated "has come in" or "not in yet" for a seat."""
        return (
            _("has come in")
            if as_observation(self.match.session.observe(None))["in"][seat]
            else _("not in yet")
        )

    def end_sentence(self, outcome: Outcome) -> str:
        """Translated sentences on the end of the match, or that it was given up."""
        if outcome.reason == "conceded":
            return self.gave_up
        return ending(outcome, self.names, self.match.session.options.get_int("best_of"))

    def curves(self) -> list[list[int]]:
        """For each seat the number of cards in its hand, at the start and after each move."""
        session = self.match.session
        observations = [
            as_observation(session.before(ply).observe(None)) for ply in range(len(session.log) + 1)
        ]
        return [
            [observation["counts"][seat] for observation in observations] for seat in range(session.players)
        ]

    def read(self, event: Event) -> RockItHappening:
        return as_event(event)

    def curves_title(self) -> str:
        return _("Cards in hand, move by move: the fewer the better")

    def score_words(self, score: int) -> str:
        return plural("{n} game won", "{n} games won", score).format(n=score)

    def head_start(self, name: str) -> str:
        """Translated sentence about a seat that starts with a won game."""
        return _("{name} starts one game up.").format(name=name)


WORDS = RockItWords
