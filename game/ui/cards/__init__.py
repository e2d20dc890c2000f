"""A card table with hidden hands, for any game that has them. It names no game.

Modules: `fan` (layout of a fanned hand), `backs` (a neighbour's fan of backs to pick from), `table_layout`
(boxes of all parts, for every window and text size), `plates` (texts: plates, the call, the news sentence),
`flights` (moving cards), `room` (wall and table) and `view`, which combines them into a `MatchView`. A game
derives from `CardTableView` and overrides about ten hooks. With a pile in the middle or a stock, it derives
from `PileView` in `pile`, which implements most hooks from three facts: `carries` (the cards that an event
moves, with start and end), `lays` and `draws` (texts of the moves that play and draw a card). A game with a
table of another kind may use single parts.

A game describes its table as a `CardTableState`: hands by seat, left to right, where a card that the viewer
may not know is a `BACK`, and a moving one is a `GAP`; and the seat to move. A subclass adds everything else
on the table. The state is frozen, and it is the only source of the picture. The rules may be some events
ahead, and nothing may be shown early, so **never read the session to draw**.

Hooks are called in this order, and each has an invariant:

1. ``__init__``, then ``restore_state`` if a match is resumed, ``on_enter``, ``sync``, ``on_layout``. `read`
   is called with the public observation, then with the viewer's. *After it* the table contains what was
   observed, and nothing more: a hand that was not observed is a number of backs.
2. A new match is shown from its start, although the rules have dealt already: `empty_table` is *the table
   before the deal*, and the opening's events follow like any others.
3. For each event: ``timeline``, which calls `animation`, perhaps long before the event is shown. *An
   animation changes nothing*, and looks up positions only while painting. So every position is a function
   (`flight`, `deal`), never a value.
4. As its animation starts: ``begin`` reports the event's sentence and calls `table_during`. *After it* every
   card is either at one place or moving, never both: its start and its end each have a `GAP`, so that fans
   part for it, and the timeline paints the card in between. A game that needs the old position of a card
   calls `poses` in its ``begin``, before ``super().begin``.
5. After its animation: ``settle``, which calls `table_after` with the table from `table_during`. *After it*
   the table is as if the event had never been animated: there are no gaps.
6. When all is shown: ``sync``, which calls `read`. *It must find the same table as `table_after` left*, or
   cards jump; `tests/scenes/test_brought.py` checks this. ``sync`` also comes without events: after an undo,
   after a jump in a replay, and when the curtain opens or falls. Then too the sentence is that of the last
   move.
7. ``on_ready``: the focus moves to something that can be taken, or else to the first playable card. While a
   local player is to act and nothing is animated (`my_turn`), `other_choices` is called, and `plays` for each
   card of the viewer's hand; *both return the same for the same table*. If a move text such as ``lay {card}``
   plays a card, setting `lays` is enough: the rules decide which cards may be played (`allows`, the only
   access to the session, whose state is then the one shown). Other cards are dimmed, if the game plays cards
   at any time. Each `TableChoice` has a key for lessons and saves, a box, words and its move. Keys and
   controllers move from box to box (up and down between the middle and the hand), a pointer takes the
   topmost, single switch and speech read the same list, and a hint finds its move in it. The prompt bar shows
   its `verb`, or the view's. `take` makes the move, or that of `refused_move`, whose refusal is shown. A game
   that picks several cards before playing them stores them in `take`, and draws them raised.
8. ``draw`` at any time; *it changes nothing*. From bottom to top: room, `middle` and prompt bar (one layer,
   redrawn only if a value changed), puppets, their cards, texts (on plates `known_of`), the hand in the
   middle (`spread`), the viewer's hand, and the timeline's painting (the wooden front hides the lower part of
   `CARDS`, as of the hand).

Between the turns of two local players the curtain falls and there is no viewer: `read` gets an observation
without a hand, and the table stays turned as it was (`base`) until the next player looks. Timelines handle
reduced motion (`ReducedMotion`); a hand in the middle is then spread at once. With 200% text, plates and
texts grow as defined in `table_layout` and `plates`; a game only must not draw text in a box that cannot hold
it. `art` draws cards, on both sides, and the room; the default is the house's cards, with backs in the seat
colours. `hands_of` reads the hands of an observation. `tests/sample_games/dealt` contains a game of either
kind.
"""
