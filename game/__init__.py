"""Sock Drawer: five sock games in one window.

Words that have one meaning here, several a line where they belong together:

* chance, moment, fact: how likely a seat is to win; a turn that decided a match; what is true of it and
  says why
* hall, person, chair, sitting: many tables at once; a number for the evening, which is the seat in the
  party; a seat that is somebody's; who sat there from which move on
* match, game, hand, turn, move: what one sits down to; one of the five, or one of RockIt's within a match;
  one deal; all that a seat does until the next; one line of a record
* seat, holder, device, person: a number from 0; who plays for it (person here, phone, bot); what a person
  holds; somebody at this screen or on a phone
* observation, view, viewer: what a seat may know, as data; the picture of a game; whose observation is shown
  now
* event, show, playback: what a move did; an event while it is shown; the shows that wait
* kind, happening: the text by which an event is told; an event read through its type
* news: what just happened, in a sentence: `MatchView.news`, which `event_sentence` of a game's words makes of
  an event
* deed, recap: a move as somebody may know it; what others have done since a seat's last turn
  (`match/recap.py`), told again
* feat, knit: what earns a sock of the drawer; what one is knitted like (`ui/art/knits.py`), called by what
  is seen on it
* draft, turn in the making: a rummy table that is clay until the turn ends
* advice, hint: what a rummy finds out about a draft (lamp, mend, fit, missed); the move that master would
  make, and why
* effect, reason, idea: what a move does that can be said of it; the same in a rummy; what master would do
  in a rummy's turn
* promise, code, salt: what is fixed of a match before its first card; its SHA-256, which everybody may see;
  what keeps that from being searched
* absence, waiting: a phone or a pad that gives no sign; the match holding still for it
* room, table, ground: how a rummy's place is drawn; the piles; the cloth under them
* boxes: where the parts of a screen lie, in units
* layer, value: a still picture that is kept; all that it shows, frozen: it is drawn from nothing else
* picture: what is shown of a match, caught up event by event with the rules
* panel, plate, strip: a framed text beside the table; name and figures of a seat; the row that says what
  the buttons do
* style, dress, fabric, stance: how letters look; what a puppet wears, and how it stands out; the colours of
  a sewn thing; how a piece stands or flies
* lesson, step, tutor, teacher: what is learnt in one go; one sentence and what has to be done then; who
  waits for it; the puppet that says it
* connection, pool, registry: one phone's socket; all of them; the seats and the tokens that hold them
* stores: everything that is kept from one start to the next
* level, manner, budget: how far a computer player sees; how it likes to play; what one decision may cost
"""

import os

__version__ = "1.0.0"

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # its banner would stand among what commands print
