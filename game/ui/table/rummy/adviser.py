"""Help at the table: the mending lamp, fitting picked cards in, hints, and what a turn has missed.

All of it is found by `game.core.rummy.advice` in processes of their own: one for the lamp, which is to answer
at once, and one for what may take longer. An answer to an older draft is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from game.bots.worker import Answer
from game.core.rummy import advice
from game.core.rummy.advice import Hint, Light, Plan, Strength
from game.core.rummy.draft import Draft
from game.match.match import MatchListener
from game.match.rummy.hint_words import hint_words
from game.match.rummy.words import card_names
from game.ui.table.context import ViewContext
from game.ui.table.rummy.carrying import Grip
from game.ui.table.rummy.desk import Desk, Question
from game.ui.table.rummy.looking_back import LookBack
from game.ui.table.rummy.room import LampState
from game.ui.table.rummy.tabletop import Tabletop
from game.ui.table.rummy.variant import Variant
from game.words import _

LIGHTS = {
    Light.WHOLE: LampState.WHOLE, Light.MENDABLE: LampState.MENDABLE, Light.HOPELESS: LampState.LOST,
    Light.UNSURE: LampState.THINKING, Light.IDLE: LampState.OFF,
}  # fmt: skip
SOON = 150.0
"""For so many ms the lamp goes on showing what it knew of the draft before, so that it does not flicker."""
LAST = 2000.0
"""How long the results wait for what the last turn has missed, in ms."""


def reading(words: str) -> float:
    """How long words are left to be read, in ms."""
    return 2500.0 + 70.0 * len(words)


class Adviser(MatchListener):
    """Asks for advice, and follows it."""

    def __init__(self, table: ViewContext, top: Tabletop, grip: Grip, variant: Variant) -> None:
        self._table = table
        self._top = top
        self._grip = grip
        self._variant = variant
        self._wanted: list[Question] = []
        self._desks: tuple[Desk, Desk] | None = None
        self._changed_at = 0.0
        self._waited = 0.0
        self._light: tuple[Draft, advice.Lamp] | None = None
        self._doubted: Draft | None = None
        """The draft that the lamp has been thinking about for so long that this is shown."""
        self._lamp_asked = False
        self._saying = "", 0.0
        """What is said, and since when."""
        self.looking_back = LookBack(table, top, self._wanted_back)
        grip.listen(self._changed)
        table.match.listen(self)

    # The lamp.

    def lamp(self) -> tuple[LampState, str]:
        """What the lamp knows, and what its sign says."""
        return self._variant.lamp(self._top, *self._lamp())

    def _lamp(self) -> tuple[LampState, str]:
        setting = self._table.stage.settings.lamp
        if (
            not self._top.is_mine()
            or not self._top.draft.changed
            or setting == "off"
            or self._table.show is not None
        ):
            return LampState.OFF, ""
        if self._light is None or (setting != "full" and not self._lamp_asked):
            ready = self._top.draft.whole and bool(self._top.draft.laid)
            return (LampState.WHOLE, _sign(Light.WHOLE)) if ready else (LampState.OFF, "")
        if self._light[0] != self._top.draft and self._table.stage.now - self._changed_at > SOON:
            return LampState.THINKING, ""
        light = self._light[1].light
        return LIGHTS[light], _sign(light)

    def said(self) -> str:
        """What is said on the ledge: the answer to what somebody did, else what the last turn has missed."""
        return self._table.messages.text or self.looking_back.words()

    def unsay(self) -> None:
        """Somebody goes on: what was said is said no more, and said again it has its whole time."""
        self._table.messages.clear()
        self._saying = "", 0.0

    def _read(self, now: float) -> None:
        """What has been said long enough to be read is said no more."""
        if self._table.messages.text != self._saying[0]:
            self._saying = self._table.messages.text, now
        elif self._table.messages.text and now >= self._saying[1] + reading(self._table.messages.text):
            self._table.messages.clear()
            self._table.redraw()

    def _changed(self) -> None:
        """The draft is another one."""
        self._lamp_asked = False
        self._changed_at = self._table.stage.now
        self.looking_back.begun_anew()

    # What a player asks for.

    def mend_word(self) -> str:
        """What Mend does here; empty where it is not to be had."""
        if self._top.picked and self._table.stage.settings.fit != "off":
            return _("Fit in")
        if self._top.draft.changed and self._table.stage.settings.lamp != "off":
            return _("Mend") if self._table.stage.settings.lamp == "full" else _("Lamp")
        return ""

    def mend(self) -> None:
        """Put in order what lies about, ask whether that can be done, or fit the picked cards in."""
        settings = self._table.stage.settings
        if self._top.carry is not None:
            self._grip.put_back()
        if self._top.picked:
            if settings.fit == "off":
                self._table.refuse(_("Fitting cards in is off in this house; the settings can change it."))
                return
            self._want(advice.FIT, self.faces_of_picked())
        elif not self._top.draft.changed:
            self._table.refuse(_("Nothing is out of order. Pick cards of your hand to have them fitted in."))
        elif settings.lamp == "off":
            self._table.refuse(_("The lamp is off in this house; the settings can change it."))
        elif settings.lamp == "full":
            self._want(advice.MEND)
        else:
            self._lamp_asked = True

    def faces_of_picked(self) -> tuple[str, ...]:
        """The picked cards as texts."""
        return tuple(piece.card for piece in self._top.lay.hand if piece.key in self._top.picked)

    def hint(self) -> None:
        """Whether there is a play; asked again, which cards; and once more, the whole play."""
        if (
            not self._top.is_mine()
            or self._table.stage.settings.hints == "off"
            or self._table.show is not None
        ):
            return
        if self._top.carry is not None:
            self._grip.put_back()
        most = 3 if self._table.stage.settings.hints == "full" else 2
        self._want(advice.HINT, list(Strength)[self._top.turn.ask(most) - 1])

    def show_play(self) -> None:
        """A whole play, whatever the hints are set to: the house made the player look for one."""
        self._want(advice.HINT, Strength.PLAY)

    def _want(self, what: str, *more: Any) -> None:
        rest = (question for question in self._wanted if question.what != what)
        self._wanted = [Question(what, self._top.draft, more), *rest]
        self._table.redraw()

    # Asking and answering.

    def enter(self) -> None:
        """The match comes onto the screen."""
        self._desks = Desk(self._table.stage.helper), Desk(self._table.stage.worker())
        if self._table.match.people:
            for desk in self._desks:
                desk.worker.start()

    def leave(self) -> None:
        """It leaves the screen."""
        if self._desks is not None:
            self._desks[1].worker.close()

    @property
    def asks(self) -> bool:
        """Whether something is still to be found out."""
        return bool(self._wanted) or any(desk.at is not None for desk in self._desks or ())

    def due(self) -> Iterator[float]:
        """When something has been read."""
        yield from self.looking_back.due()
        if self._table.messages.text and self._table.messages.text == self._saying[0]:
            yield self._saying[1] + reading(self._table.messages.text)

    def attend(self) -> bool:
        """Take in advice that has come, and ask for more; whether the lamp is about to change."""
        if self._desks is None:
            return False
        self._read(self._table.stage.now)
        self.looking_back.attend()
        for desk in self._desks:
            found = desk.answer()
            if found is not None:
                self._answered_help(*found)
        options, (quick, slow) = self._table.session.options, self._desks
        if quick.at is None and self._wants_light():
            quick.ask(Question(advice.LAMP, self._top.draft), options)
        if self._wanted and (slow.at is None or self._is_stale(slow.at)):
            slow.ask(self._wanted.pop(0), options)
        if quick.at is None or self._light is None or self._light[0] == self._top.draft:
            return False
        if self._table.stage.now <= self._changed_at + SOON:
            return True
        if self._doubted != self._top.draft:
            self._table.redraw()
        self._doubted = self._top.draft
        return False

    def _is_stale(self, question: Question) -> bool:
        """Whether nobody waits for an answer any more."""
        return question.what != advice.MISSED and question.draft != self._top.draft

    def _wants_light(self) -> bool:
        """Whether the lamp has to find out how the draft stands."""
        setting = self._table.stage.settings.lamp
        wanted = setting == "full" or (setting != "off" and self._lamp_asked) or not self._top.draft.inside
        if (
            not wanted
            or not self._top.is_mine()
            or self._table.show is not None
            or not self._top.draft.changed
        ):
            return False
        return self._light is None or self._light[0] != self._top.draft

    def holds_results(self, ms: float) -> bool:
        """The results wait a moment for what the last turn has missed."""
        self._waited += ms
        asked = self._desks[1].at if self._desks is not None else None
        return self._waited < LAST and bool(
            self._wanted or (asked is not None and asked.what == advice.MISSED)
        )

    def _answered_help(self, question: Question, answer: Answer) -> None:
        if answer.error:
            raise RuntimeError(f"The adviser broke.\n{answer.error}")
        self._table.redraw()
        if question.what == advice.MISSED:
            self.looking_back.answer(question, answer.value)
            return
        if question.draft != self._top.draft or not self._top.is_mine() or self._table.show is not None:
            return
        match question.what:
            case advice.LAMP:
                self._light = question.draft, answer.value
            case advice.MEND:
                self._mended(answer.value)
            case advice.FIT:
                self._fitted(question.more[0], answer.value)
            case advice.HINT:
                self._told_hint(answer.value)

    def _mended(self, plan: Plan) -> None:
        if plan.table is None:
            self._table.refuse(_("This cannot be mended: take something back."))
            return
        self._table.stage.audio.play("zip")
        self._grip.do(self._top.draft.arrange(plan.table))
        self._table.messages.clear()

    def _fitted(self, picked: Sequence[str], plan: Plan) -> None:
        if plan.table is None:
            self._table.refuse(
                _("There is no table with these cards.")
                if plan.proved
                else _("No way was found to lay them.")
            )
            return
        others = list(plan.cards)
        for card in (*picked, *(piece.card for piece in self._top.draft.laid)):
            if card in others:
                others.remove(card)
        also = _("They can be laid, with {cards} besides.").format(cards=card_names(others)) if others else ""
        if self._table.stage.settings.fit == "full":
            self._top.picked = frozenset()
            self._table.stage.audio.play("zip")
            self._grip.do(self._top.draft.arrange(plan.table))
            self._table.messages.tell(also)
        else:
            self._table.messages.tell(also or _("They can be laid: there is a way."))

    def _told_hint(self, hint: Hint) -> None:
        if hint.plan is not None and hint.plan.table is not None:
            self._table.stage.audio.play("zip")
            self._grip.do(self._top.draft.put_back().arrange(hint.plan.table))
        elif hint.cards:
            left = list(hint.cards)
            keys = []
            for piece in self._top.draft.hand:
                if piece.card in left:
                    left.remove(piece.card)
                    keys.append(piece.key)
            self._top.picked = frozenset(keys)
            self._top.make_room()
        self._table.messages.tell(hint_words(hint))

    def taken_back(self, count: int) -> None:
        """Nobody asks any more what those moves have missed."""
        left = len(self._table.session.log)
        self._wanted = [asked for asked in self._wanted if asked.what != advice.MISSED or asked.move < left]

    def _wanted_back(self, question: Question) -> None:
        self._wanted.append(question)


def _sign(light: Light) -> str:
    """The sign of the lamp."""
    return {
        Light.WHOLE: _("All is in order"),
        Light.MENDABLE: _("Can still be mended"),
        Light.HOPELESS: _("Cannot be mended: take something back"),
        Light.UNSURE: _("Hard to say"),
    }.get(light, "")
