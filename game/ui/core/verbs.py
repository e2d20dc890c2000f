"""Ordinary actions: when each touches, how long it takes, and what its contact sounds and feels like.

One row per action of any game, so that all of them can be tuned in one place. Drawing stays with each
game. All times are ms at the brisk pace, from the press or from the start of another player's action. Rules
for the numbers, which `tests/scenes/test_pictures.py` checks for the timelines of all games:

* The first visible answer to a press comes within 50 ms, the contact within 210.
* A struck sound (`CONTACT_SOUNDS`) comes only from a `Hit`, so that it is heard when the contact is seen.
* Nothing pretty delays the next press: what settles is a tail (`Timeline.then`).
* What happens more than 20 times in a match pushes the camera by `MAX_FREQUENT_NUDGE` units at most, and its
  tail takes at most 250 ms. Exceptions: kick, sock, track, the calls of RockIt!, and plays and sweeps in
  SOCiable.
* Variation comes from pitch (`PENTATONIC`), never from a longer animation.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from game.ui.core.animation_timeline import Hit
from game.ui.core.canvas import ease_in, ease_in_out, ease_out

CONTACT_SOUNDS: Final = frozenset({"kick", "sock", "place", "card_lay", "knock", "track"})
"""Sounds of contacts."""
PENTATONIC: Final = (0, 2, 4, 7, 9, 12, 14, 16)
"""Semitones of contacts that follow each other: a pentatonic scale, no two of which jar."""
MAX_FREQUENT_NUDGE: Final = (
    1.5  # maximum push of the camera, in units, of an action that is seen all the time
)


def tone(number: int) -> int:
    """Semitones of the contact ``number`` (from 0) of a series; the last ones share the highest tone."""
    return PENTATONIC[max(0, min(number, len(PENTATONIC) - 1))]


def head_shake(progress: float) -> float:
    """Sideways offset in units of a card or piece that shakes its head, at a progress of 0 to 1."""
    return 16.0 * math.sin(math.tau * 3 * progress) * (1 - progress)


@dataclass(frozen=True, slots=True)
class Verb:
    """An ordinary action."""

    contact: float  # ms until it touches
    length: float  # ms until it is over, without the time for which its hit stops it; the tail follows
    hit: Hit
    tail: float = 0.0  # ms in which it settles after that

    @property
    def settles(self) -> float:
        """Time in ms from the contact to the end."""
        return self.length - self.contact

    def struck(self, number: int) -> Hit:
        """Contact with the tone of its ``number`` in a series, from the tone of the row up."""
        return replace(self.hit, tone=tone(number) + (self.hit.tone or 0))


@dataclass(frozen=True, slots=True)
class Flight(Verb):
    """Movement of a card to its place, where it touches."""

    height: float = 0.0  # units that it rises above a way of `LONG_FLIGHT_DISTANCE` or more
    lean: float = 0.0  # degrees by which it leans into that way
    swells: float = 0.0  # share by which it is larger at the top, nearer to the eye
    ease: Callable[[float], float] = ease_in_out

    @property
    def touches(self) -> bool:
        """True if its end is heard or felt."""
        return self.hit != Hit()


LONG_FLIGHT_DISTANCE: Final = 300.0  # distance in units from which a card flies as high as its row says

# Socker
STEP = Verb(150, 210, Hit("step", rumble=(0.0, 0.15, 30)), tail=170)
KICK = Verb(90, 366, Hit("kick", stops=34, nudge=(3, 0), felt=100, rumble=(0.2, 0.5, 60)))
SOCK = Verb(110, 506, Hit("sock", stops=64, nudge=(6, 0), felt=150, rumble=(0.7, 0.4, 130)))
# of the socked puppet
LANDING = Verb(410, 506, Hit("place", -3, nudge=(0, 2), felt=80, rumble=(0.3, 0.1, 50)), tail=240)
PLACE = Verb(150, 240, Hit("place", rumble=(0.1, 0.25, 40)), tail=220)
# Cards
GLIDE = Flight(180, 180, Hit(), ease=ease_out)  # to another place in the hand or on the table
# the place of a new pile, which shrinks to a slot under carried cards and follows them
NEW_PLACE = Flight(80, 80, Hit(), ease=ease_out)
CARRY = Flight(180, 180, Hit(), lean=6, ease=ease_out)  # from pile to pile with keys or a controller
LIFT = Verb(0, 140, Hit("lift", rumble=(0.0, 0.15, 25)), tail=70)  # swells, settles from the middle on
DROP = Flight(61, 190, Hit("card_lay", nudge=(0, 1.5), felt=80, rumble=(0.0, 0.3, 35)), ease=ease_in)
SEND = Flight(180, 300, DROP.hit, height=46, lean=11, swells=0.18)  # own card that is dropped far away
LAY = Flight(
    180, 300, Hit("card_lay", nudge=(0, 1), felt=80, rumble=(0.0, 0.15, 35)), height=46, lean=11, swells=0.18
)
DRAW = Flight(187, 320, Hit("card_lay", -5, rumble=(0.0, 0.2, 40)), height=30, lean=6, swells=0.18)
LAST_CARD_HIT = Hit("pop", -7)  # leaves the draw pile
# The card or piece at fault shakes its head, or bumps into its link.
REFUSAL = Verb(20, 240, Hit(rumble=(0.0, 0.5, 40)))
REFUSAL_AGAIN = Verb(100, 240, REFUSAL.hit)  # at the second thud of its sound; at both the shake swings back
REFUSED_TRACK = Verb(REFUSAL.contact, 280, REFUSAL.hit)  # a piece that bumps into its link and is gone
REFUSAL_DROP = Verb(140, 240, Hit("card_lay", -7))  # the card at fault, which it throws up until its contact
RAP = Verb(90, 560, Hit("knock", 3, nudge=(0, 1.5), felt=80, rumble=(0.25, 0.0, 40)))  # passes, first rap
RAP_AGAIN = Verb(230, 560, Hit("knock", 1, nudge=(0, 1.5), felt=80, rumble=(0.25, 0.0, 40)))
# RockIt to Destiny
LIFT_OFF = Verb(70, 325, Hit("pop", -7, rumble=(0.6, 0.3, 140)), tail=210)
BIG_WORD = Verb(LIFT_OFF.contact, 325, Hit("place", -5, nudge=(0, 4), felt=140))
BRIEF_CALL = Verb(20, 325, Hit("zip", -5, rumble=(0.0, 0.3, 60)), tail=160)
# SOCiable
PLAY_CARDS = Verb(200, 376, Hit("card_lay", stops=24, nudge=(0, 1.5), felt=100, rumble=(0.1, 0.3, 45)))
SWEEP = Verb(112, 440, Hit("zip", nudge=(2, 0), felt=100, rumble=(0.2, 0.2, 120)))
# Socks in the City
WALK = Verb(70, 180, Hit("focus"))  # the cursor; until the preview has unrolled, and its lamp is at rest
TRACK_CLICK = Verb(125, 340, Hit(rumble=(0.0, 0.35, 40)))  # first click of the sound of `TRACK`
TRACK = Verb(190, 340, Hit("track", nudge=(0, 1.5), felt=80, rumble=(0.25, 0.1, 50)), tail=250)
TILE = Verb(0, 260, Hit("place", rumble=(0.1, 0.25, 40)), tail=220)  # it was seen in its place before
# End of a round of a rummy. Both are beats of one scene that any press ends.
HANG = Flight(240, 300, Hit("card_lay", rumble=(0.0, 0.15, 35)), height=46, lean=11)  # then its peg snaps on
HEADLINE = Verb(200, 260, Hit("place", -5, nudge=(0, 2), felt=80))  # of a round's end; it is slammed down
LEAD = Verb(0, 300, Hit("hand_end", nudge=(0, 1), felt=80, rumble=(0.5, 0.3, 160)), tail=1200)
# Menus and lobby. The act comes at 0, and no press waits for the rest.
FOCUS = Verb(0, 0, Hit("focus"), tail=140)
LEAVE_FOCUS = Verb(0, 0, Hit(), tail=110)
HOVER = Verb(0, 0, Hit(), tail=80)
PRESS = Verb(0, 50, Hit("confirm", rumble=(0.0, 0.2, 20)), tail=160)  # squashed at 50, then it springs back
LET_DOWN = Verb(150, 210, Hit("place", -5), tail=340)  # the screen that it opens; its sign sways
TOGGLE = Verb(0, 90, Hit("tick"))
TOGGLE_TONES = (-3, 2)  # semitones of off and on
SLIDER_TICKS = 12  # maximum number of ticks of a dragged slider in a second
JOIN = Verb(150, 150, Hit("join"), tail=500)  # puppet drops, its rope swings
LEAVE = Verb(60, 240, Hit("leave"), tail=260)  # puppet rises until the contact, then falls out
KNIT = Verb(0, 120, Hit("confirm"))  # cap of another level
LOOK_UP = Verb(0, 80, Hit("confirm"), tail=160)  # start; the length is the time between two puppets
