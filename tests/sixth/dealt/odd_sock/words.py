"""What Odd Sock says, in the window and on phones; it needs no window."""

from __future__ import annotations

from collections.abc import Callable

from game.core.game import Event, Observation, Outcome, Refusal
from game.match.words import Marked, MatchWords, Sign
from game.words import _, counted, isolated
from tests.sixth.dealt.odd_sock.events import Kind, MatchEnded, PairsMade, SeatOut, SockDrawn, observed, read
from tests.sixth.dealt.odd_sock.rules import ODD


def sock_name(sock: str) -> str:
    """A sock by what is knitted into it; an empty text is one that nobody may know."""
    return _("the odd sock") if sock == ODD else _(sock) if sock else _("a sock")


def pairs_words(count: int) -> str:
    """So many pairs."""
    return counted("{n} pair", "{n} pairs", count).format(n=count)


class OddSockWords(MatchWords):
    """The words of a match."""

    leads = "nobody"

    def _name(self, seat: int) -> str:
        return isolated(self.match.seats[seat].name)

    def sentence(self, event: Event, times: int = 1) -> str:
        match read(event):
            case PairsMade(seat=seat, socks=[sock]):
                return _("{name} has a pair: {sock}").format(name=self._name(seat), sock=sock_name(sock))
            case PairsMade(seat=seat, socks=socks):
                words = pairs_words(len(socks))
                return _("{name} puts {pairs} into the drawer").format(name=self._name(seat), pairs=words)
            case SockDrawn(seat=seat, from_=giver, sock=[sock]):
                names = {"name": self._name(seat), "other": self._name(giver), "sock": sock_name(sock)}
                return _("{name} draws from {other}: {sock}").format(**names)
            case SockDrawn(seat=seat, from_=giver):
                return _("{name} draws from {other}").format(name=self._name(seat), other=self._name(giver))
            case SeatOut(seat=seat):
                return _("{name} has no socks left, and is safe").format(name=self._name(seat))
            case MatchEnded(seat=seat):
                return _("{name} is left with the odd sock!").format(name=self._name(seat))
        return ""

    def move_words(self, move: str, seat: int) -> str:
        _draw, _space, place = move.partition(" ")
        new = observed(self.match.session.observe(None))
        ring = ((seat + step) % len(new["counts"]) for step in range(1, len(new["counts"])))
        name = self._name(next(other for other in ring if new["counts"][other]))
        if not place:
            return _("Draw from {name}").format(name=name)
        return _("Draw sock {n} from {name}").format(n=place, name=name)

    def state(self, seen: Observation, seat: int | None) -> list[str]:
        known, told = observed(seen), list[str]()
        if own := known.get("hand"):
            told.append(_("{what}: {who}").format(what=_("Your hand"), who=", ".join(map(sock_name, own))))
        for other, (count, pairs) in enumerate(zip(known["counts"], known["pairs"], strict=True)):
            socks = counted("{n} sock", "{n} socks", count).format(n=count)
            told += [f"{self._name(other)}: {socks}, {pairs_words(pairs)}"] * (other != seat)
        return told

    def mark(self, event: Event, before: Callable[[], Observation]) -> Marked | None:
        if event.kind in (Kind.OUT, Kind.END):
            return Marked(Sign.STAR, self.sentence(event), event.seat)
        return None

    def refused(self, refusal: Refusal) -> str:
        return _("There are only {count} socks to draw from.").format(**refusal.details)

    def ending(self, outcome: Outcome) -> str:
        if self.match.conceded is not None:
            return _("{name} leaves the drawer open.").format(name=self._name(self.match.conceded))
        losers = [seat for seat in range(len(self.match.seats)) if seat not in outcome.winners]
        return _("{name} is left with the odd sock!").format(name=self._name(losers[0]))

    def known_of(self, seat: int) -> str:
        return pairs_words(observed(self.match.session.observe(None))["pairs"][seat])


WORDS = OddSockWords
