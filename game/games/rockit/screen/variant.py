"""What RockIt does otherwise than another rummy: coming in, jokers, and the words for both."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.game import Event
from game.core.rummy.draft import Draft
from game.games.rockit.handheld import RockItEndings
from game.games.rockit.rules.coming import Coming, Progress, progress
from game.games.rockit.rules.events import GameEnded, Kind, RockItHappening, read
from game.games.rockit.rules.observed import observed
from game.games.rockit.screen import launches
from game.games.rockit.screen.jokers_at_hand import joker_guide, joker_in_focus, joker_of, paid_joker
from game.games.rockit.screen.room import MissionControl
from game.games.rockit.words.sentences import cards_left, coming_in, news_of
from game.ui.kit.input import Act
from game.ui.table.context import ViewContext
from game.ui.table.playback import Show
from game.ui.table.rummy.room import Knob, LampState, Status
from game.ui.table.rummy.tabletop import Tabletop
from game.ui.table.rummy.variant import Variant
from game.words import _, counted

LENGTHS = {
    Kind.TOSS: 900.0, Kind.DEAL: 900.0, Kind.COME: 0.0, Kind.PLAY: 0.0, Kind.ROCKIT: launches.SMALL_MS,
    Kind.REARRANGE: 0.0, Kind.DRAW: 320.0, Kind.PASS: 560.0, Kind.GAME_END: launches.BIG_MS,
    Kind.MATCH_END: 0.0,
}  # fmt: skip
"""How long each event is shown, in ms at the brisk pace; a play takes as long as its cards do."""
SOUNDS = {
    Kind.TOSS: "toss", Kind.DEAL: "card_shuffle", Kind.COME: "", Kind.PLAY: "", Kind.ROCKIT: "rocket",
    Kind.REARRANGE: "", Kind.DRAW: "card_draw", Kind.PASS: "tick", Kind.GAME_END: "hand_end",
    Kind.MATCH_END: "",
}  # fmt: skip
"""What each event sounds like; some are silent."""


class RockItVariant(Variant):
    """Knows who has come in, as far as it has been shown, and how far the others have got."""

    def __init__(self, table: ViewContext) -> None:
        options = table.session.options
        room = MissionControl(
            mixed=options.word("card_backs") == "different",
            packs=options.number("decks"),
            best_of=options.number("best_of"),
        )
        super().__init__(table, room, RockItEndings(options))
        self.came_in = [False] * len(table.seats)
        self.closing: GameEnded | None = None
        """The end of a game, while the big rocket leaves."""

    # Coming in.

    @property
    def needed(self) -> int:
        """The points it takes to come in."""
        return self.table.session.options.number("coming_in_points")

    def coming(self, top: Tabletop) -> Progress:
        """How far the trick to come in with has got; while nothing is laid, the cards picked for it."""
        piles = top.draft.piles
        own = [pile.texts for pile in piles if pile.pieces and all(piece.own for piece in pile.pieces)]
        picked = top.picked | {piece.key for piece in top.lay.carried}
        held = tuple(piece.text for piece in (*top.lay.hand, *top.lay.carried) if piece.key in picked)
        if held and not own:
            own = [held]
        mixed = sum(map(len, own)) < len(top.draft.laid)
        return progress(top.book, own, self.needed, mixed=mixed)

    def came(self, top: Tabletop) -> bool:
        """Whether the one to move has come in during this very turn."""
        return bool(observed(top.seen)["came"]) and top.is_mine()

    def may_come(self, top: Tabletop) -> bool:
        """Whether the one who looks has to come in, now."""
        return self.table.show is None and top.is_mine() and not top.draft.inside

    def explains(self, top: Tabletop) -> bool:
        """Whether the bare board says how one comes in."""
        return self.may_come(top) and not top.lay.piles and top.carry is None

    # Rules.

    def ending_move(self, top: Tabletop) -> str:
        return "rockit" if self.came(top) and top.carry is None and not top.draft.changed else ""

    def refuse_draw(self, top: Tabletop) -> str:
        return _("You came in this turn, so you cannot draw: say RockIt!") if self.came(top) else ""

    def may_draw(self, top: Tabletop) -> bool:
        return not self.came(top)

    def refuse_lift(self, top: Tabletop, keys: Sequence[int]) -> str:
        wanted = set(keys)
        if not top.draft.inside and any(not p.own for p in top.lay.pieces() if p.key in wanted):
            return _("Come in first: until then the board stays as it is.")
        return ""

    def paid(self, top: Tabletop) -> tuple[Draft, int] | None:
        joker = joker_of(top)
        return (paid_joker(top, joker), joker.key) if joker is not None else None

    # Words.

    def news_of(self, event: Event, owner: int | None) -> str:
        return news_of(event, [seat.name for seat in self.table.seats], owner)

    def pile_words(self) -> tuple[str, str]:
        return _("Trick"), _("New trick")

    def look_word(self, top: Tabletop) -> str:
        joker = joker_in_focus(top)
        is_free = joker is not None and len(top.draft.faces(joker.key)) > 1
        return _("Other card") if is_free else super().look_word(top)

    def sitter_line(self, top: Tabletop, seat: int) -> tuple[str, bool | None]:
        came = self.came_in[seat]
        line = (
            _("not in yet")
            if not came
            else _("you are in")
            if seat == top.owner and not self.table.is_film
            else _("has come in")
        )
        if self.table.session.options.number("best_of") > 1 and top.totals[seat]:
            won = counted("{n} game won", "{n} games won", top.totals[seat])
            line = won.format(n=top.totals[seat])
        return line, came

    def left_over(self, cards: Sequence[str]) -> str:
        return cards_left(cards)

    def meter(self, top: Tabletop) -> tuple[int, int] | None:
        if top.owner is None or top.draft.inside or self.closing is not None:
            return None
        return self.coming(top).points, self.needed

    def lamp(self, top: Tabletop, lamp: LampState, words: str) -> tuple[LampState, str]:
        if not top.is_mine() or self.table.show is not None or top.carry is not None:
            return lamp, words
        if not top.draft.inside and top.draft.laid:
            coming = self.coming(top)
            # Whole tricks are not enough to come in: it takes the points too.
            if lamp is LampState.WHOLE and coming.stage is not Coming.ENOUGH:
                lamp = LampState.MENDABLE
            return lamp, coming_in(coming, self.needed, lost=lamp is LampState.LOST)
        if self.came(top) and not top.draft.changed and self.table.task is None:  # a task says what to lay
            return LampState.WHOLE, _("You are in. Lay more, or say RockIt!")
        return lamp, words

    def status(self, top: Tabletop, status: Status, told: str) -> Status:
        if self.closing is not None:
            return Status(LampState.OFF, told)
        if guide := joker_guide(top, free=top.is_mine() and self.table.show is None):
            return Status(status.lamp, guide, status.meter)
        if self.may_come(top) and not top.draft.laid:
            coming = self.coming(top)
            # What has just happened goes first: how to come in stands on the bare board, and the gauge tells.
            says = not told or coming.stage is not Coming.NOTHING
            return Status(status.lamp, coming_in(coming, self.needed) if says else told, status.meter)
        return status

    def end_words(self, top: Tabletop) -> tuple[str, str, bool]:
        _word, note, ready = super().end_words(top)
        if top.draft.inside:
            return _("RockIt!"), note, ready or (self.came(top) and not top.draft.changed)
        coming = self.coming(top)
        if top.draft.laid and not note and coming.stage is not Coming.ENOUGH:
            if coming.stage in (Coming.RUN, Coming.KIND):
                note = _("{points} of {needed}").format(points=coming.points, needed=self.needed)
            return _("Come in"), note, False
        return _("Come in"), note, ready

    def knobs(self, top: Tabletop, knobs: list[Knob]) -> list[Knob]:
        if not self.came(top):
            return knobs
        drawing, back, end = knobs
        ready = self.end_words(top)[2]
        done = Knob(Act.END_TURN, end.words, end.note, enabled=self.table.show is None, main=ready)
        return [Knob(Act.SECONDARY, drawing.words, enabled=False), back, done]

    # Events.

    def read(self, event: Event) -> RockItHappening:
        return read(event)

    def length(self, event: Event, quick: float) -> float:
        kind = Kind(event.kind)
        if kind is Kind.ROCKIT:
            # However full the table is, a launch has to be seen.
            quick = max(0.6, quick)
        return LENGTHS[kind] * (quick if kind in (Kind.DRAW, Kind.PASS, Kind.ROCKIT) else 1.0)

    def sound(self, event: Event) -> str:
        return SOUNDS[Kind(event.kind)]

    def mood(self, seat: int, show: Show) -> str:
        return "happy" if show.event.kind == Kind.ROCKIT and seat == show.event.seat else ""
