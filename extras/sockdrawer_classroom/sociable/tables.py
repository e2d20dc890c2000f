"""SOCiable in a classroom with many tables: chairs, questions, and the hall as seen from the back row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import pygame

from game.core.game import Observation
from game.core.options import Options
from game.games.sociable.match_text import chair_name
from game.games.sociable.rules.events import as_observation
from game.games.sociable.screen.board import draw_turned, laid_faces
from game.games.sociable.screen.match_report.voting import vote_options, vote_texts
from game.games.sociable.screen.office_layout import (
    CHAIR_BOXES,
    RANKS,
    chair,
    chair_drawing,
    chair_part,
    ranks,
)
from game.i18n import _
from game.match.share_vote import SECOND_ROUND, VoteTexts
from game.ui.art.cards import CARD_ASPECT
from game.ui.art.fabric import wood_front
from game.ui.art.layers import blurred, rasterize_units
from game.ui.art.office import OFFICE_COLOURS, SUNSET_COLOURS, near, rug, wall_and_view
from game.ui.art.rooms import plain_table
from game.ui.art.svg import lin, path, rad, rect
from game.ui.core.assets import Assets, cached_background
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from sockdrawer_classroom.art import ClassroomArt
from sockdrawer_classroom.classroom import ClassRecord, Prediction, PublicChair, RuleChoice
from sockdrawer_classroom.sociable.class_statistics import ClassStatistics
from sockdrawer_classroom.sociable.predicting import answers, predictions


def _vote_texts(number: int) -> VoteTexts:
    """Return the texts of a round for a class, which votes for the first time before the match."""
    if number == SECOND_ROUND:
        return vote_texts(SECOND_ROUND)
    return VoteTexts(
        _("What decides how far someone gets?"),
        _("How much of it is skill, how much luck, how much structure?"),
        tuple(zip(vote_options(), (
            _("how well everyone plays"),
            _("the cards you're dealt"),
            _("the chair you sit in, and the exchange"),
        ), strict=True)),
    )  # fmt: skip


class OfficeClassroomAdapter:
    """Adapter that describes a table of the office to the classroom."""

    def choices(self) -> Sequence[RuleChoice]:
        """Return the three variants of the exchange: with it, without it, and turned round."""
        return (
            RuleChoice(_("With the exchange"), {"exchange": "on"}),
            RuleChoice(_("Without the exchange"), {"exchange": "off"}),
            RuleChoice(_("Reversed exchange"), {"exchange": "reversed"}),
        )

    def swapped_rule(self, options: Options) -> RuleChoice:
        """Return the variant for the second round: without an exchange if there was one, else with it."""
        on, off, _turned = self.choices()
        return on if options.get_str("exchange") == "off" else off

    def chairs(self, observation: Observation) -> Sequence[PublicChair]:
        """Return the chairs from Boss to Temp; ``leads`` marks the last to lay or opener, none in gifts."""
        office = as_observation(observation)
        leads = office["by"] if office["by"] is not None else office["turn"]
        # Several seats give at the same time, so none leads.
        leads = None if office["give"] else leads
        out = {seat: place for place, seat in enumerate(office["out"], start=1)}
        return [
            PublicChair(seat, rank, chair_name(rank), seat == leads, out.get(seat, 0))
            for seat, rank in zip(office["order"], ranks(office["players"]), strict=False)
        ]

    def felt(self, observation: Observation) -> tuple[str, ...]:
        """Cards to beat; empty before a round is led."""
        return tuple(as_observation(observation)["lead"])

    def picture(self, rank: int) -> str:
        """Text of an SVG picture of the chair of a rank, 0 to 4; empty for other numbers."""
        if not 0 <= rank < len(RANKS):
            return ""
        body, box = chair_drawing(rank)
        view = " ".join(f"{number:g}" for number in box)
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'

    def first(self, observation: Observation) -> int | None:
        """Seat of the Boss; `None` in an observation without an order."""
        order = as_observation(observation)["order"]
        return order[0] if order else None

    def news(self, table: int, name: str) -> str:
        """Sentence that the Boss of a table has fallen and ``name`` follows."""
        return _("Table {n}: the Boss has fallen. {name} takes the throne!").format(n=table, name=name)

    def nameless(self, table: int, seat: int) -> str:
        """Sentence that the Boss of a table has fallen and there is a new one, without a name."""
        return _("Table {n}: the Boss has fallen. There is a new one!").format(n=table)

    def poll(self, number: int) -> VoteTexts | None:
        """Texts of the vote before the match, 0, or after the charts, 1."""
        return _vote_texts(number)

    def predictions(self, players: int) -> Sequence[Prediction]:
        """Three questions that a class can predict the answers to."""
        return predictions(players)

    def answers(self, record: ClassRecord) -> Mapping[str, tuple[int, ...]]:
        """Answers by name from the class's own matches: (per cent,) or the frequency of each chair."""
        return answers(ClassStatistics.of(record))


OFFICE_ADAPTER = OfficeClassroomAdapter()


OFFICE_SCALE: Final = 0.47  # scale of the office as seen from the back row
FLOOR_Y: Final = 306.0  # y of the floor's upper edge, in units of the scaled office


@cached_background
def hall_room(assets: Assets, w: float, h: float, bottom: float, theme: str = "linen") -> pygame.Surface:
    """Return the picture of the hall, w x h units, with a wooden front from ``bottom`` down."""
    light = OFFICE_COLOURS.get(theme, SUNSET_COLOURS)
    width, height = w / OFFICE_SCALE, bottom / OFFICE_SCALE
    stops = (0, light.floor[0]), (0.45, light.floor[1]), (1, light.floor[2])
    body = wall_and_view(width, light) + near(width, light)
    body += lin("ground", (0, FLOOR_Y, 0, height), *stops) + rect(
        0, FLOOR_Y, width, height, 0, fill="url(#ground)"
    )
    planks = "".join(f"M0 {y} H{width} " for y in (322, 345, 378, 425, 490, 575, 680, 810, 960, 1130, 1310))
    planks += "".join(
        f"M{width / 2 + number * 95} {FLOOR_Y} L{width / 2 + number * 230} {height + 80} "
        for number in range(-16, 17)
    )
    body += path(planks, stroke=light.board, stroke_opacity=0.16, stroke_width=4)
    room = rasterize_units(assets, body, w, bottom, (0, 0, width, height))
    if light.soft:
        room = pygame.transform.gaussian_blur(room, max(1, round(2 * assets.scale)))
    whole = pygame.Surface((assets.px(w), assets.px(h)))
    whole.blit(room, (0, 0))
    if light.soft:
        beams = "".join(
            path(
                f"M{x} 146 H{x + 190} L{x + 240 + lean} {bottom} H{x - 40 + lean}Z",
                light.beam,
                fill_opacity=0.28,
            )
            for x, lean in ((w * 0.12, -120), (w * 0.44, -20), (w * 0.75, 90))
        )
        whole.blit(blurred(rasterize_units(assets, beams, w, bottom), 14 * assets.scale, light.beam), (0, 0))
    edge = (0, light.corner, 0), (0.6, light.corner, 0), (1, light.corner, 0.42)
    dusk = rad("dusk", (w / 2, bottom * 0.51, max(w, bottom) * 0.64), *edge)
    whole.blit(rasterize_units(assets, dusk + rect(0, 0, w, h, 0, fill="url(#dusk)"), w, h), (0, 0))
    whole.blit(wood_front(assets, w, h - bottom), (0, round((bottom - 24) * assets.scale)))
    return whole


def draw_lead(painter: Painter, box: Box, cards: tuple[str, ...]) -> None:
    """Draw the lead, upright and side by side, as high as the box."""
    w = box.h / CARD_ASPECT
    step = min(w * 1.06, (box.w - w) / max(1, len(cards) - 1))
    left = box.centre[0] - (w + step * (len(cards) - 1)) / 2
    for number, face in enumerate(laid_faces(cards)):
        draw_turned(painter, face, w, (left + w / 2 + number * step, box.centre[1]), 0)


OFFICE_ART: Final = ClassroomArt(hall_room, rug, plain_table, CHAIR_BOXES, chair_part, chair, draw_lead)
