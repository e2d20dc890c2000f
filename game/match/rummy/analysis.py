"""Analysis shared by all rummies: facts about turns, and their sentences."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence

from game.core.rummy.table import added_cards, read_piles, table_observed
from game.core.session import Session
from game.i18n import _, plural
from game.match.analysis import AnalysedTurn, Fact, TurningPoint
from game.match.rummy.match_text import card_names


def fact_words(fact: Fact, names: Sequence[str]) -> str:
    """Translated sentence about a fact; "" for unknown kinds and a turn in which all was laid."""
    name = names[fact["seat"]]
    match fact["kind"]:
        case "laid" | "more":
            return _laid_sentence(fact, name)
        case "did" if fact["laid"]:
            return _turn_sentence(fact, name)
        case "drew":
            return _draw_sentence(fact, name)
        case "keep":
            template = _("{name} did better keeping {cards} in simulated games.")
            return template.format(name=name, cards=card_names(fact["cards"]))
        case "fed" | "next":
            return _next_seat_sentence(fact, name)
        case "goes" | "spent":
            return _hand_sentence(fact, name)
        case "could" if fact["laid"] < fact["most"]:
            return _playable_sentence(fact)
        case "ready" | "counted" | "won_by":
            return _consequence_sentence(fact, name)
    return {
        "did": _("{name} played nothing."),
        "whole": _("{name} could have played the whole hand."),
        "out": _("{name} played the last card and ended the round."),
        "game": _("{name} played the last card and won the game."),
        "hold": _("Holding cards back won {name} more of the simulated games."),
        "lay": _("Playing at once won {name} more of the simulated games."),
        "come": _("{name} could have come in, which won more of the simulated games."),
        "stock": _("The draw pile was empty, so players who couldn't play had to pass."),
        "shared": _("{name} shared that game."),
    }.get(fact["kind"], "").format(name=name)


def _next_seat_sentence(fact: Fact, name: str) -> str:
    """Sentence about the next seat's possible plays, compared with the better turn or with before."""
    playable, hand = fact["made"], fact.get("hand")
    alternative = fact["better" if fact["kind"] == "fed" else "before"]
    match fact["kind"]:
        case "fed" if playable == hand:
            template = _("{name} was next and could play the whole hand, but {other} after the better turn.")
        case "fed":
            template = _("{name} was next and could play {made}, but {other} after the better turn.")
        case _ if playable == hand:
            template = _("{name} was next and could play the whole hand, but {other} before that turn.")
        case _ if alternative == hand:
            template = _(
                "{name} was next and could have played the whole hand before that turn, but {made} after it."
            )
        case _ if not playable:
            template = _("{name} was next and could play nothing, but {other} before that turn.")
        case _:
            template = _("{name} was next and could play {made}, but {other} before that turn.")
    return template.format(name=name, made=_card_count_text(playable), other=_card_count_text(alternative))


def _hand_sentence(fact: Fact, name: str) -> str:
    """Sentence about the remaining hand of the turn's seat."""
    if fact["kind"] == "goes":
        template = _(
            "Of the cards {name} kept, {made} could go next turn, but {other} after the better turn."
        )
        return template.format(
            name=name, made=_count_text(fact["made"]), other=_card_count_text(fact["better"])
        )
    template = plural(
        "{name} played {laid}, including {n} joker, and kept {kept}.",
        "{name} played {laid}, including {n} jokers, and kept {kept}.", fact["jokers"],
    )  # fmt: skip
    return template.format(name=name, laid=fact["laid"], n=fact["jokers"], kept=fact["kept"])


def _draw_sentence(fact: Fact, name: str) -> str:
    """Sentence about a drawn card, and what could be laid with it."""
    values = {"name": name, "card": card_names([fact["card"]])}
    if "comes" in fact:
        yes, no = (
            _("{name} drew {card} and could come in with it."),
            _("{name} drew {card} and still couldn't come in."),
        )
        return (yes if fact["comes"] else no).format(**values)
    if "outs" in fact:
        template = _("{name} drew {card}. With {n} of the {left} cards left, all could have gone next turn.")
        return template.format(**values, n=fact["outs"], left=fact["left"])
    if "made" not in fact:
        return _("{name} drew {card}.").format(**values)
    if not fact["made"]:
        return _("{name} drew {card}, but nothing could go on that board.").format(**values)
    template = _(
        "{name} drew {card}. On that board, {made} of {hand} cards could go with it, {without} without it."
    )
    if fact.get("later"):
        template = _(
            "{name} drew {card}. Next turn, {made} of {hand} cards could go with it, {without} without it."
        )
    return template.format(
        **values, made=fact["made"], hand=fact["hand"], without=_count_text(fact["without"])
    )


def _count_text(number: int) -> str:
    """Number as text in a sentence that has mentioned cards; translated "not one" for 0."""
    return str(number) if number else _("not one")


def _card_count_text(number: int) -> str:
    """Translated number of cards, such as "3 cards"; "nothing" for 0."""
    return plural("{n} card", "{n} cards", number).format(n=number) if number else _("nothing")


def _consequence_sentence(fact: Fact, name: str) -> str:
    """Sentence about the consequences of a turn."""
    match fact["kind"]:
        case "ready" if fact["own"]:
            template = _("With that board, {name} could play the whole hand next turn.")
        case "ready":
            template = _("{name} could then play the whole hand.")
        case "won_by":
            template = _("{name} still won that game.") if fact["missed"] else _("{name} won that game.")
        case "counted" if fact["points"]:
            template = plural(
                "{name} took {n} point that round.",
                "{name} took {n} points that round.", fact["points"],
            )  # fmt: skip
        case _ if fact["missed"]:
            template = _("{name} still took no points that round.")
        case _:
            template = _("{name} took no points that round.")
    return template.format(name=name, n=fact.get("points"))


def _turn_sentence(fact: Fact, name: str) -> str:
    """Sentence about the numbers of cards drawn, laid and kept in a turn."""
    values = {"name": name, "laid": fact["laid"], "kept": fact["kept"]}
    if fact["drawn"]:
        template = plural(
            "{name} drew {n} card, played {laid} and kept {kept}.",
            "{name} drew {n} cards, played {laid} and kept {kept}.", fact["drawn"],
        )  # fmt: skip
        return template.format(n=fact["drawn"], **values)
    template = plural(
        "{name} played {n} card and kept {kept}.", "{name} played {n} cards and kept {kept}.", fact["laid"]
    )
    return template.format(n=fact["laid"], **values)


def _laid_sentence(fact: Fact, name: str) -> str:
    """Sentence about the cards laid and those that could have gone too; empty if all did."""
    if fact["kind"] == "laid":
        template = plural(
            "{name} played {laid}, and {n} card could have gone.",
            "{name} played {laid}, and {n} cards could have gone.",
            fact["most"],
        )  # fmt: skip
        if fact["laid"] >= fact["most"]:
            return ""
        if not fact["laid"]:
            return f"{_('{name} played nothing.').format(name=name)} {_playable_sentence(fact)}"
        return template.format(name=name, laid=fact["laid"], n=fact["most"])
    template = plural(
        "{name} played {laid}, and could have played {n}: {cards} too.",
        "{name} played {laid}, and could have played {n}: {cards} too.", fact["could"],
    )  # fmt: skip
    return template.format(name=name, laid=fact["laid"], n=fact["could"], cards=card_names(fact["cards"]))


def _playable_sentence(fact: Fact) -> str:
    """Sentence about the number of cards that could have been laid."""
    template = plural("{n} card could have gone.", "{n} cards could have gone.", fact["most"])
    return template.format(n=fact["most"])


def turn_words(moves: Sequence[str], cards: Sequence[str]) -> str:
    """Short translated text of a turn: the cards laid, else drawing, passing, or ending it."""
    if cards:
        return _("play {cards}").format(cards=card_names(cards))
    verb = moves[-1].partition(" ")[0] if moves else ""
    return {"draw": _("draw"), "pass": _("pass")}.get(verb, _("end the turn"))


def rummy_turns(
    log: Sequence[tuple[int, str]], ends: Iterable[str], goes_on: Iterable[str] = ()
) -> list[AnalysedTurn]:
    """Turns of a log in order; ``ends`` are the verbs that end one, as does a change of seat.

    ``goes_on`` are the verbs that can follow in the turn of coming in. Without them coming in ends the turn.
    """
    turns: list[AnalysedTurn] = []
    first: int | None = None
    last_words, more = frozenset(ends), frozenset(goes_on)
    for ply, (seat, move) in enumerate(log):
        first = ply if first is None else first
        following = log[ply + 1] if ply + 1 < len(log) else None
        goes_further = following is not None and following[0] == seat
        verb = _verb(move)
        if verb == "come":
            goes_further = goes_further and following is not None and _verb(following[1]) in more
        if verb in last_words or not goes_further:
            turns.append(AnalysedTurn(first, ply + 1, seat))
            first = None
    return turns


def _verb(move: str) -> str:
    """First word of a move."""
    return move.partition(" ")[0]


def did(seat: int, laid_count: int, kept_count: int, drawn_count: int = 0) -> Fact:
    """Fact of kind "did" with "seat" and the numbers of cards "drawn", "laid" and "kept" in a turn."""
    return {"kind": "did", "seat": seat, "drawn": drawn_count, "laid": laid_count, "kept": kept_count}


def next_seat_fact(seat: int, move_cards: int, best_cards: int, hand_size: int) -> Iterator[Fact]:
    """Yield the fact "fed" if a turn lets the next seat lay clearly more than the better turn; else nothing.

    ``hand_size`` is that seat's number of cards. One more card is not reported, unless it is the first or the
    last one.
    """
    if move_cards - best_cards > 1 or move_cards > best_cards == 0 or hand_size == move_cards > best_cards:
        yield {"kind": "fed", "seat": seat, "made": move_cards, "better": best_cards, "hand": hand_size}


def ready(session: Session, mover: int, goes_out: Callable[[int], bool]) -> Iterator[Fact]:
    """Yield "ready" for the first seat after ``mover``, itself last, that can go out; none after the end.

    ``session`` is the state after the turn; ``goes_out`` returns True if all cards of a seat can be laid now.
    """
    if session.to_move is None:
        return
    order = [(mover + step) % session.players for step in range(1, session.players + 1)]
    out_seat = next((seat for seat in order if goes_out(seat)), None)
    if out_seat is not None:
        yield {"kind": "ready", "seat": out_seat, "own": out_seat == mover}


class RummyAnalyst(ABC):
    """Base of the analysts of all rummies."""

    def explain(self, session: Session, turn: AnalysedTurn, moment: TurningPoint) -> Sequence[Fact]:
        """Facts of the game about a turning point, as a tuple."""
        return tuple(self.facts(session, turn, moment))

    @abstractmethod
    def facts(self, session: Session, turn: AnalysedTurn, moment: TurningPoint) -> Iterable[Fact]:
        """Facts of the game about a turning point, most important first."""

    def places_of(
        self, session: Session, turn: AnalysedTurn, moves: Sequence[str]
    ) -> Sequence[Sequence[str]]:
        """One path for each hand card that the moves lay: its place in the hand, ``["hand CARD"]``."""
        return [[f"hand {card}"] for card in self.cards(session, turn, moves)]

    def cards(self, session: Session, turn: AnalysedTurn, moves: Sequence[str]) -> Sequence[str]:
        """Cards that the moves lay from the hand, in order."""
        table = tuple(map(tuple, table_observed(session.before(turn.first).observe(None))["table"]))
        cards: list[str] = []
        for move in moves:
            verb, _space, rest = move.partition(" ")
            if verb == "come":
                cards += rest.split()
                table = (*table, tuple(rest.split()))
            elif verb == "play":
                new = read_piles(rest)
                cards += added_cards(table, new)
                table = new
        return cards

    def fact_sentence(self, fact: Fact, session: Session, names: Sequence[str]) -> str:
        """Translated sentence about a fact; may be empty, as `fact_words`."""
        return fact_words(fact, names)

    def moves_sentence(self, moves: Sequence[str], session: Session, turn: AnalysedTurn) -> str:
        """Short text of the moves of a turn."""
        return turn_words(moves, self.cards(session, turn, moves))
