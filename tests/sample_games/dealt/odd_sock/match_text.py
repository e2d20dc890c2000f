"""Texts of Odd Sock for the window and phones; needs no window."""

from __future__ import annotations

from game.core.game import Event, Observation, Refusal
from game.i18n import _, isolated, plural
from game.match.match_text import MatchStat, MatchText, top_stat
from tests.sample_games.dealt.odd_sock.events import MatchEnded, PairsMade, SeatOut, SockDrawn, observed, read
from tests.sample_games.dealt.odd_sock.rules import ODD, next_holder


def pairs_words(count: int) -> str:
    """Phrase for a number of pairs."""
    return plural("{n} pair", "{n} pairs", count).format(n=count)


class OddSockWords(MatchText):
    """Texts of a match."""

    leads = "nobody"
    starred = frozenset({SeatOut.kind, MatchEnded.kind})

    def card_words(self, card: str) -> str:
        return _("the odd sock") if card == ODD else _(card) if card else _("a sock")

    def event_sentence(self, event: Event, times: int = 1) -> str:
        match read(event):
            case PairsMade(seat=seat, socks=[sock]):
                return _("{name} has a pair: {sock}").format(
                    name=self.names[seat], sock=self.card_words(sock)
                )
            case PairsMade(seat=seat, socks=socks):
                pairs = pairs_words(len(socks))
                return _("{name} puts {pairs} into the drawer").format(name=self.names[seat], pairs=pairs)
            case SockDrawn(seat=seat, from_=giver, sock=[sock]):
                names = {"name": self.names[seat], "other": self.names[giver], "sock": self.card_words(sock)}
                return _("{name} draws from {other}: {sock}").format(**names)
            case SockDrawn(seat=seat, from_=giver):
                return _("{name} draws from {other}").format(name=self.names[seat], other=self.names[giver])
            case SeatOut(seat=seat):
                return _("{name} has no socks left, and is safe").format(name=self.names[seat])
            case MatchEnded(seat=seat):
                return _("{name} is left with the odd sock!").format(name=self.names[seat])
        return ""

    def move_words(self, move: str, seat: int) -> str:
        _draw, _space, place = move.partition(" ")
        name = self.names[next_holder(observed(self.match.session.observe(None))["counts"], seat)]
        if not place:
            return _("Draw from {name}").format(name=name)
        return _("Draw sock {n} from {name}").format(n=place, name=name)

    def state_lines(self, observation: Observation, seat: int | None) -> list[str]:
        view, lines = observed(observation), self.own_hand(observation)
        for other_seat, (count, pairs) in enumerate(zip(view["counts"], view["pairs"], strict=True)):
            socks = plural("{n} sock", "{n} socks", count).format(n=count)
            lines += [f"{isolated(self.names[other_seat])}: {socks}, {pairs_words(pairs)}"] * (
                other_seat != seat
            )
        return lines

    def refusal_sentence(self, refusal: Refusal) -> str:
        return _("There are only {count} socks to draw from.").format(**refusal.details)

    def curves(self) -> list[list[int]]:
        """Pairs of each seat in the drawer over the match."""
        session = self.match.session
        pairs = [observed(session.before(ply).observe(None))["pairs"] for ply in range(len(session.log) + 1)]
        return [list(curve) for curve in zip(*pairs, strict=True)]

    def curves_title(self) -> str:
        return _("Pairs in the drawer, draw by draw")

    def stats(self) -> list[MatchStat]:
        """Statistics: most pairs, most socks drawn, and changes of owner of the odd sock."""
        session, pairs = self.match.session, observed(self.match.session.observe(None))["pairs"]
        events = [read(event) for ply in range(len(session.log)) for event in session.events_of(ply)]
        draws = [event for event in events if isinstance(event, SockDrawn)]
        socks = [
            event.socks
            for event in events
            if isinstance(event, PairsMade) and pairs[event.seat] == max(pairs)
        ]
        odd = [event for event in draws if event.sock == [ODD]]
        draw_counts = [sum(event.seat == seat for event in draws) for seat in range(len(pairs))]
        return [
            top_stat(
                plural("pair", "pairs", max(pairs)),
                pairs,
                "pairs",
                [sock for pair in socks for sock in pair][:3],
            ),
            top_stat(
                plural("sock drawn", "socks drawn", max(draw_counts)),
                draw_counts,
                "drawn",
            ),
            MatchStat(
                len(odd),
                plural("time the odd sock moved", "times the odd sock moved", len(odd)),
                tuple(event.seat for event in odd[-1:]),
                "pairs",
                (ODD,),
            ),
        ]

    def seat_details(self, seat: int) -> str:
        return pairs_words(observed(self.match.session.observe(None))["pairs"][seat])


WORDS = OddSockWords
