"""Sock Drawer: five sock games in one window.

Terms that have one meaning here:

* app: the `AppContext`, the services that every scene gets
* scene: an entry of the `SceneStack`; view: the picture of one game within the match scene
* match, game, turn, ply: one sitting of a game; RockIt's unit within a match; all that a seat does until the
  next seat; one line of a record
* seat: a number from 0; person, phone or bot: who plays for it
* observation: what a seat may know, as plain data; viewer: the seat whose observation is shown
* event: what a move did, sent to all seats; animation: an event while it is shown
* record, position, layout: a match as text; one moment of it as text; a frozen board
* draft, staged turn: a rummy table under construction; the draft with its undo
* pile, meld: cards that are together; a pile that is legal
* hint: a move that the best level would make, and why; assistance: what a rummy finds out about a draft
* rng, probability: a random stream; a number from 0 to 1
* level, style, budget: how far a bot sees; how it likes to play; what one decision may cost
* analysis, turning point: a finished match as the engine sees it; a turn that decided it
* replay, recap: a finished match shown again; the moves of others since a seat's last turn
* achievement, sock collection: what earns a sock; the socks of one name
* commitment, code, salt: the opening fixed before the first card; its SHA-256; what keeps it from being
  searched
* party, spectator: the phones of a room; a phone without a seat
* relay: forwards messages of guests elsewhere
* extra: a package beside the game that adds to it, such as the classroom and its tournaments
* boxes, layer: the places of a view's parts, in units; a still picture that is kept
* stores: everything that outlives the program

Members and variables still use some older words: ``stage`` for the app context, ``show`` for an animation,
``chance`` for a random stream, ``thread`` for the history of the lead.
"""

import os

__version__ = "1.1.0"

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # no banner in the output of commands
