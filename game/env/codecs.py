"""Which games have a codec, found when they are asked for."""

from __future__ import annotations

from collections.abc import Callable

from game.core.game import Observation
from game.core.rummy.melds import Pile
from game.core.rummy.table import Table
from game.core.session import Session
from game.env.codec import Codec


def codec_for(session: Session) -> Codec:
    """The codec of a session's game, under its options and for its seats.

    Raises:
        ValueError: the game has none.
    """
    if session.game not in CODECS:
        raise ValueError(f"{session.game} has no environment; those that have one are: {', '.join(CODECS)}.")
    return CODECS[session.game](session)


def _socker(session: Session) -> Codec:
    from game.env.socker import SockerCodec

    return SockerCodec(session)


def _city(session: Session) -> Codec:
    from game.env.city import CityCodec

    return CityCodec(session)


def _sociable(session: Session) -> Codec:
    from game.env.sociable import SociableCodec

    return SociableCodec(session)


def _socki(session: Session) -> Codec:
    from game.env.rummy import Manners, RummyCodec
    from game.games.socki.rules.observed import observed
    from game.games.socki.rules.plays import HouseRules

    def points(seen: Observation) -> list[int]:
        return observed(seen)["scores"]

    return RummyCodec(session, Manners(HouseRules.of(session.options), points))


def _rockit(session: Session) -> Codec:
    from game.env.rummy import Manners, RummyCodec
    from game.games.rockit.rules.observed import observed
    from game.games.rockit.rules.plays import HouseRules, trick_points

    house = HouseRules.of(session.options)

    def points(seen: Observation) -> list[int]:
        return observed(seen)["wins"]

    def comes(pile: Pile) -> bool:
        return trick_points(pile) >= house.coming_in

    def keeps(table: Table, hand: Pile, new: Table) -> bool:
        return house.keep_refusal(table, hand, new) is None

    return RummyCodec(session, Manners(house, points, comes, keeps if house.keeps_board else None))


CODECS: dict[str, Callable[[Session], Codec]] = {
    "socki": _socki,
    "rockit": _rockit,
    "sociable": _sociable,
    "socker": _socker,
    "city": _city,
}
"""Slug -> what makes its codec."""
