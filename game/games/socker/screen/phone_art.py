"""Drawings of the puppets for phones, upright and fallen, as on the big screen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from game.ui.art.field import piece_as_svg
from game.ui.art.patterns import SEAT_LOOKS


@cache
def drawings() -> Mapping[str, str]:
    """SVG text of the file ``art``, the only key; its groups are ``piece0``, ``fallen0`` and so on."""
    body = "".join(
        f'<g id="{name}{seat}">{piece_as_svg(seat, lying=name == "fallen")}</g>'
        for seat in range(len(SEAT_LOOKS))
        for name in ("piece", "fallen")
    )
    return {"art": f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">{body}</svg>'}
