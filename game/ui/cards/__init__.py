"""A card table: hidden hands round a table, for any game that has them; it names no game.

What is here: `fan` (how a hand is fanned out), `backs` (a neighbour's fan of backs, from which one is
picked), `places` (where everything lies, for every window and size of text), `plates` (what is written:
plates, the call, the sentence), `flights` (cards on their way), `room` (wall and table), and `view`, which
makes a `MatchView` of them all. A game takes the `CardTableView` and fills in some ten hooks; or, where cards
lie on a pile in the middle or are drawn from a stock, the `PileView` of `pile`, which fills in most of them
by what a game says in three: `carries` (which cards an event moves, from place to place), `lays` and `draws`
(by which texts a card is played and drawn). Or it has a table of its own, and takes a piece.

A game says what lies there as a `CardTableState`: hands by seat from left to right, where a card that the
eyes at the screen may not know is a `BACK`, and one that is on its way a `GAP`; whose turn it is; in a class
of its own that extends it, whatever else lies there. It is frozen, and the picture is drawn from it alone. So
the rules may be some events ahead, and nothing is shown before its time: **never read the session to draw**.

The hooks come in this order, and each has to leave something true:

1. ``__init__``, then ``recall`` where a match is resumed, ``enter``, ``sync``, ``layout``. `read` is called
   with what everybody may see, then with what the eyes may see. *After it* the table is what was observed,
   and nothing more: a hand that was not observed is as many backs.
2. A match that opens is shown from the start, though the rules have dealt already: `bare` is *the table
   before anything lies there*, and the opening's events follow as any others.
3. For each move: ``expect`` and, event by event, ``length``, which asks `timeline` long before the event is
   shown. *A timeline changes nothing*, and looks up where things lie only when it paints: so every place is
   a function (`flight`, `deal`), never a value.
4. For each event: ``begin`` tells the sentence of the game's words and calls `lifted`. *After it* every card
   lies at one place or is on its way, never both: where it lay and where it comes to there is a `GAP`, so
   that fans part for it; the timeline paints the card in between. A game that wants to know where a card lay
   asks `poses` in its own ``begin``, before ``super().begin``.
5. ``showing`` as time passes (nothing to do), then ``settle``, which calls `laid` with the table that
   `lifted` gave. *After it* the table is as if the event had never been shown: no gap is left.
6. When all is shown: ``sync``, which calls `read`. *It must find what `laid` left*, or cards jump: a test
   says so (`tests/scenes/test_brought.py`). It comes without events before it as well: after a take-back,
   in a film that stands elsewhere, when the curtain has opened or falls. Then too the sentence is that of
   the last move that stands.
7. ``ready``: the focus comes to what can be taken, or else to the first card that can be played. While a
   person at this screen is to act and all is shown (`my_turn`) `takes` is asked, and `plays` for each card
   of the own hand, *the same for the same table*. Where cards are played by a text as ``lay {card}`` it is
   enough to say that (`lays`): the rules are asked which may be (`allows`, the one question to the session,
   for what is shown is the session's then). Those that may not are dimmed where any card ever is played.
   Each `TableChoice` has a key that lessons and saves know, a box, words and its move. Keys and pads go from
   box to box (up and down between the middle and the own hand), a pointer takes what lies on top, one switch
   and speech read the same list, and a hint finds its move in it. The strip calls it by its `verb`, or by the
   view's. `take` makes the move, or that of `tries`, which is refused in words; a game that picks several
   cards before it plays them keeps them there, and draws them raised.
8. ``draw`` at any time, and *it changes nothing*. From below: the room, `middle`, the strip (one layer,
   drawn anew only where a value has changed), puppets, the cards before them, what is written (on plates
   `known_of`, of the table), the hand in the middle (`spread`), the own hand, and what the timeline paints
   (of `CARDS` the wooden front hides what reaches below it, as of the hand).

Between two hands of people at one screen the match lets the curtain fall: the eyes are nobody's then, `read`
gets an observation without a hand, and the table stays turned as it was (`base`) until the next one looks.
Reduced motion is the affair of the timelines (`ReducedMotion`); what is spread in the middle lies there at
once. With text of 200 % plates and words grow as `places` and `plates` have it; a game only must not draw
letters of its own in a box that cannot hold them. `art` says how cards look, both sides, and the room around
them; by default they are the house's, with backs in the colours of their seats. `hands_of` reads the hands of
what is observed. `tests/sample_games/dealt` has a game of either kind.
"""
