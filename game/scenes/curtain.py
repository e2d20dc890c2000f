"""The curtain between two hands: it covers the table until the one whose turn it is says so."""

from __future__ import annotations

from game.core.contract import Observation
from game.ui.art.curtain import PEEP, PEEP_HEIGHT, curtain, curtain_front
from game.ui.art.fabric import wood_front
from game.ui.art.icons import cards_fan
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import STATES, puppet, puppet_foot
from game.ui.inline import sentence
from game.ui.input import Act, Intent
from game.ui.match import MatchScene
from game.ui.paint import NAMES, STRONG, Painter
from game.ui.scene import Help, Scene
from game.ui.seats import device_words, may_act
from game.ui.strip import draw_strip, glyph_of
from game.ui.theme import BODY, LARGE, SMALL, TITLE
from game.ui.view import Box
from game.ui.widgets import sheet
from game.ui.words import _, counted

WOOD = 76.0


class Curtain(Scene):
    """Waits for the one to whom the screen is passed; popped with their seat."""

    strip = 12.0

    def __init__(self, match: MatchScene, seat: int) -> None:
        self.match, self.seat = match, seat
        self.peeking = False
        self.wrong = False
        """Whether another's device has tried to open it."""

    @property
    def opaque(self) -> bool:  # type: ignore[override]
        """The table can be looked at meanwhile, as everybody may see it."""
        return not self.peeking

    def tick(self, now: float) -> bool:
        if self.match.person != self.seat:
            self.stage.scenes.pop(None)
        else:
            self.match.look_after_pads()
        return False

    def intent(self, intent: Intent) -> None:
        pressed = intent.act is Act.PRESS and self._card().holds(self.stage.view.units(intent.at))
        match intent.act:
            case Act.CONFIRM | Act.PRESS if pressed or intent.act is Act.CONFIRM:
                self._open(intent.device)
            case Act.SECONDARY:
                self.peeking = not self.peeking
            case Act.PAUSE | Act.BACK:
                self.stage.open("pause", self.match)
        self.stale = True

    def _open(self, device: str) -> None:
        """Open for the one who waits; for nobody else's device."""
        if may_act(self.match.seats, self.seat, device):
            self.stage.audio.play("zip")
            self.stage.scenes.pop(self.seat)
        else:
            self.stage.audio.play("refuse")
            self.wrong = True

    def paused(self) -> None:
        self.peeking = False
        self.stale = True

    def _card(self) -> Box:
        """The label that is pressed."""
        view, scale = self.stage.view, self.stage.text_scale
        wide = min(view.w * 0.6, 640 + 200 * (scale - 1))
        tall = 150.0 + 110 * (scale - 1)
        return Box(view.w * PEEP - wide / 2, view.h - WOOD - 36 - tall, wide, tall)

    def draw(self, painter: Painter) -> None:
        if self.peeking:
            draw_strip(painter, self.stage, self)
            return
        view, look = painter.view, self.match.seats[self.seat].look
        painter.blit(curtain(painter.assets, view.w, view.h, look), 0, 0)
        frames = STATES["idle"].frames
        frame = 0 if self.stage.still else int(self.stage.now / 450) % len(frames)
        image = puppet(painter.assets, look, "idle", frame, 300, rim=6.0, ground=False, look=(0.9, 0.1))
        painter.blit(image, view.w * PEEP, PEEP_HEIGHT + 240 + puppet_foot(300), "midbottom")
        painter.blit(curtain_front(painter.assets, view.w, view.h, look), 0, 0)
        painter.blit(wood_front(painter.assets, view.w, WOOD), 0, view.h - WOOD - 24)
        self._draw_card(painter)
        self._draw_known(painter, self.match.session.observe(None))
        draw_strip(painter, self.stage, self)

    def _draw_card(self, painter: Painter) -> None:
        box, seat = self._card(), self.match.seats[self.seat]
        sheet(painter, box)
        ink = SEATS[seat.look].text if painter.theme.name != "dark" else painter.theme.ink
        words = _("Pass to {name}").format(name=seat.name)
        middle, top = box.centre[0], box.y + box.h * 0.36
        painter.text(words, middle, top, TITLE, face=NAMES, colour=ink, anchor="center", room=box.w - 48)
        at = box.centre[0], box.y + box.h * 0.74
        if self.wrong:
            words = _("{name} plays with: {device}").format(name=seat.name, device=device_words(seat.device))
            painter.text(words, *at, BODY, face=STRONG, colour=painter.theme.bad, anchor="center",
                         room=box.w - 40)  # fmt: skip
            return
        device = seat.device or self.stage.devices.last
        picture = glyph_of(self.stage, Act.CONFIRM, device, 36 * painter.text_scale)
        words = _("Press {button} when the others look away")
        sentence(painter, words, {"button": picture}, at, box.w - 40, 22)

    def _draw_known(self, painter: Painter, seen: Observation) -> None:
        """What everybody knows: cards in each hand, and points."""
        view, seats = painter.view, self.match.seats
        step = max(58.0, painter.line_height(BODY) * 1.9)
        head = painter.line_height(LARGE) + 26
        wide = min(view.w * 0.26, 300 + 90 * (painter.text_scale - 1))
        room = view.h - WOOD - 60 - view.h * 0.08
        step = min(step, (room - head) / len(seats))
        box = Box(view.w * 0.95 - wide, view.h * 0.1, wide, head + step * len(seats) + 12)
        sheet(painter, box)
        painter.text(_("Everyone knows"), box.x + 22, box.y + head / 2, LARGE, face=NAMES, room=wide - 44)
        scores = seen.get("scores") or seen.get("wins") or []
        for number, seat in enumerate(seats):
            middle = box.y + head + step * (number + 0.5)
            if number == self.seat:
                painter.fill(Box(box.x + 10, middle - step / 2, wide - 20, step), painter.theme.chosen, 12)
            image = puppet(painter.assets, seat.look, "idle", 0, min(48.0, step - 8), ground=False)
            painter.blit(image, box.x + 42, middle + 20 + puppet_foot(min(48.0, step - 8)), "midbottom")
            ink = SEATS[seat.look].text if painter.theme.name != "dark" else painter.theme.ink
            painter.text(seat.name, box.x + 76, middle - 10, BODY, face=NAMES, colour=ink, room=wide - 170)
            if number < len(scores):
                words = counted("{n} point", "{n} points", scores[number]).format(n=scores[number])
                painter.text(words, box.x + 76, middle + 13, SMALL, room=wide - 170)
            painter.blit(cards_fan(painter.assets, 24), box.right - 66, middle, "center")
            held = str(seen["counts"][number])
            painter.text(held, box.right - 20, middle, LARGE, face=STRONG, anchor="midright", fixed=True)

    def idle(self, now: float) -> list[Box]:
        return [] if self.peeking else [Box(self.stage.view.w * PEEP - 150, PEEP_HEIGHT - 140, 330, 400)]

    def help(self) -> Help:
        name = self.match.seats[self.seat].name
        return [
            (Act.CONFIRM, _("I am {name}").format(name=name)),
            (Act.SECONDARY, _("Back to the curtain") if self.peeking else _("Look at the table")),
            (Act.PAUSE, _("Menu")),
        ]
