"""Help at the table: the mending lamp, fitting picked cards in, hints, and what a turn has missed.

All of it is found by `game.core.rummy.advice` in processes of their own: one for the lamp, which is to answer
at once, and one for what may take longer. An answer to an older draft is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.bots.worker import Answer
from game.core.cards import missing
from game.core.rummy import advice
from game.core.rummy.advice import Hint, Light, Missed, Plan, Position, Strength
from game.core.rummy.draft import Draft
from game.core.session import Session
from game.ui.match import Seat
from game.ui.rummy.desk import Desk, Question
from game.ui.rummy.room import Lamp
from game.ui.rummy.turning import Turning
from game.ui.rummy.words import card_names
from game.ui.words import _, counted

LIGHTS = {
    Light.WHOLE: Lamp.WHOLE, Light.MENDABLE: Lamp.MENDABLE, Light.HOPELESS: Lamp.LOST,
    Light.UNSURE: Lamp.THINKING, Light.IDLE: Lamp.OFF,
}  # fmt: skip
SOON = 150.0
"""For so many ms the lamp goes on showing what it knew of the draft before, so that it does not flicker."""
READ = 5000.0
"""How long it is said what a turn has missed, in ms."""
LAST = 2000.0
"""How long the results wait for what the last turn has missed, in ms."""


def reading(words: str) -> float:
    """How long words are left to be read, in ms."""
    return 2500.0 + 70.0 * len(words)


@dataclass(frozen=True, slots=True)
class Past:
    """What one play laid and could have laid."""

    seat: int
    laid: int
    most: int


class Helped(Turning):
    """The part of a rummy's scene that asks for advice."""

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self._wanted: list[Question] = []
        self._desks: tuple[Desk, Desk] | None = None
        self._changed_at = 0.0
        self._waited = 0.0
        self._light: tuple[Draft, advice.Lamp] | None = None
        self._doubted: Draft | None = None
        """The draft that the lamp has been thinking about for so long that this is shown."""
        self._lamp_asked = False
        self._strength = 0
        self._hinted_for: object = None
        self.past: dict[int, Past] = {}
        """What plays of people laid and could have laid, by the number of their move."""
        self.looked_back: dict[int, str] = {}
        """For each seat what its last turn has missed, until it does something again."""
        self._begun: tuple[int, Draft] | None = None
        """The draft of a turn that goes on after its first move, and the number of the next."""
        self._saying = "", 0.0
        """What is said, and since when."""
        self._read_since: dict[int, float] = {}
        """Since when a seat has had that before its eyes."""

    # The lamp.

    @property
    def points(self) -> tuple[int, int] | None:
        """Points laid and needed, as the lamp last said it, in a game where one has to come in."""
        return self._light[1].points if self._light is not None and self._is_mine() else None

    def lamp(self) -> tuple[Lamp, str]:
        """What the lamp knows, and what its sign says."""
        setting = self.stage.settings.lamp
        if not self._is_mine() or not self.draft.changed or setting == "off" or self.show is not None:
            return Lamp.OFF, ""
        if self._light is None or (setting != "full" and not self._lamp_asked):
            ready = self.draft.whole and bool(self.draft.laid)
            return (Lamp.WHOLE, self.lamp_words(Light.WHOLE)) if ready else (Lamp.OFF, "")
        if self._light[0] != self.draft and self.stage.now - self._changed_at > SOON:
            return Lamp.THINKING, ""
        light = self._light[1].light
        return LIGHTS[light], self.lamp_words(light)

    def lamp_words(self, light: Light) -> str:
        """The sign of the lamp; a game may say more."""
        return {
            Light.WHOLE: _("All is in order"),
            Light.MENDABLE: _("Can still be mended"),
            Light.HOPELESS: _("Cannot be mended: take something back"),
            Light.UNSURE: _("Hard to say"),
        }.get(light, "")

    def said(self) -> str:
        """What is said on the ledge: the answer to what somebody did, else what the last turn has missed."""
        return self.message or self._back_words()

    def unsay(self) -> None:
        """Somebody goes on: what was said is said no more, and said again it has its whole time."""
        self.message, self._saying = "", ("", 0.0)

    def _read(self, now: float) -> None:
        """What has been said long enough to be read is said no more."""
        if self.message != self._saying[0]:
            self._saying = self.message, now
        elif self.message and now >= self._saying[1] + reading(self.message):
            self.message = ""
            self.stale = True

    def _back_words(self) -> str:
        """What the last turn has missed, for a while after its owner has come to see it."""
        if self._owner is None or self.stage.now - self._read_since.get(self._owner, self.stage.now) > READ:
            return ""
        return self.looked_back.get(self._owner, "")

    def changed(self) -> None:
        super().changed()
        self._lamp_asked = False
        self._changed_at = self.stage.now
        if self._owner is not None:
            self.looked_back.pop(self._owner, None)

    # What a player asks for.

    def mend_word(self) -> str:
        """What Mend does here; empty where it is not to be had."""
        if self.picked and self.stage.settings.fit != "off":
            return _("Fit in")
        if self.draft.changed and self.stage.settings.lamp != "off":
            return _("Mend") if self.stage.settings.lamp == "full" else _("Lamp")
        return ""

    def mend(self) -> None:
        """Put in order what lies about, ask whether that can be done, or fit the picked cards in."""
        settings = self.stage.settings
        if self.carry is not None:
            self.put_back()
        if self.picked:
            if settings.fit == "off":
                self.refuse(_("Fitting cards in is off in this house; the settings can change it."))
                return
            self._want(advice.FIT, self.faces_of_picked())
        elif not self.draft.changed:
            self.refuse(_("Nothing is out of order. Pick cards of your hand to have them fitted in."))
        elif settings.lamp == "off":
            self.refuse(_("The lamp is off in this house; the settings can change it."))
        elif settings.lamp == "full":
            self._want(advice.MEND)
        else:
            self._lamp_asked = True

    def faces_of_picked(self) -> tuple[str, ...]:
        """The picked cards as texts."""
        return tuple(piece.card for piece in self.lay.hand if piece.key in self.picked)

    def hint(self) -> None:
        """Whether there is a play; asked again, which cards; and once more, the whole play."""
        if not self._is_mine() or self.stage.settings.hints == "off" or self.show is not None:
            return
        if self.carry is not None:
            self.put_back()
        now = self.draft.start, self.draft.order
        if now != self._hinted_for:
            self._hinted_for, self._strength = now, 0
        most = 3 if self.stage.settings.hints == "full" else 2
        self._strength = min(most, self._strength + 1)
        self._want(advice.HINT, list(Strength)[self._strength - 1])

    def show_play(self) -> None:
        """A whole play, whatever the hints are set to: the house made the player look for one."""
        self._want(advice.HINT, Strength.PLAY)

    def _want(self, what: str, *more: Any) -> None:
        self._wanted = [Question(what, self.draft, more), *(q for q in self._wanted if q.what != what)]
        self.stale = True

    # Asking and answering.

    def enter(self) -> None:
        super().enter()
        self._desks = Desk(self.stage.helper), Desk(self.stage.worker())
        if self.people:
            for desk in self._desks:
                desk.worker.start()

    def leave(self) -> None:
        super().leave()
        if self._desks is not None:
            self._desks[1].worker.close()

    @property
    def asks(self) -> bool:
        """Whether something is still to be found out."""
        return bool(self._wanted) or any(desk.at is not None for desk in self._desks or ())

    def due(self) -> Iterator[float]:
        yield from super().due()
        yield from (since + READ + 1 for since in self._read_since.values())
        if self.message and self.message == self._saying[0]:
            yield self._saying[1] + reading(self.message)

    def attend(self) -> bool:
        """Take in advice that has come, and ask for more; whether the lamp is about to change."""
        if self._desks is None:
            return False
        self._read(self.stage.now)
        if self._owner is not None and self._owner in self.looked_back:
            since = self._read_since.setdefault(self._owner, self.stage.now)
            self.stale = self.stale or READ < self.stage.now - since < READ + 200
        for desk in self._desks:
            found = desk.answer()
            if found is not None:
                self._answered_help(*found)
        options, (quick, slow) = self.session.options, self._desks
        if quick.at is None and self._wants_light():
            quick.ask(Question(advice.LAMP, self.draft), options)
        if self._wanted and (slow.at is None or self._is_stale(slow.at)):
            slow.ask(self._wanted.pop(0), options)
        if quick.at is None or self._light is None or self._light[0] == self.draft:
            return False
        if self.stage.now <= self._changed_at + SOON:
            return True
        self.stale = self.stale or self._doubted != self.draft
        self._doubted = self.draft
        return False

    def _is_stale(self, question: Question) -> bool:
        """Whether nobody waits for an answer any more."""
        return question.what != advice.MISSED and question.draft != self.draft

    def _wants_light(self) -> bool:
        """Whether the lamp has to find out how the draft stands."""
        setting = self.stage.settings.lamp
        wanted = setting == "full" or (setting != "off" and self._lamp_asked) or not self.draft.inside
        if not wanted or not self._is_mine() or self.show is not None or not self.draft.changed:
            return False
        return self._light is None or self._light[0] != self.draft

    def _end(self, gone: float) -> bool:
        """The results wait a moment for what the last turn has missed."""
        self._waited += gone
        asked = self._desks[1].at if self._desks is not None else None
        if self._waited < LAST and (self._wanted or (asked is not None and asked.what == advice.MISSED)):
            return True
        return super()._end(gone)

    def _answered_help(self, question: Question, answer: Answer) -> None:
        if answer.error:
            raise RuntimeError(f"The adviser broke.\n{answer.error}")
        self.stale = True
        if question.what == advice.MISSED:
            self._look_back(question, answer.value)
            return
        if question.draft != self.draft or not self._is_mine() or self.show is not None:
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
            self.refuse(_("This cannot be mended: take something back."))
            return
        self.stage.audio.play("zip")
        self.do(self.draft.arrange(plan.table))
        self.message = ""

    def _fitted(self, picked: Sequence[str], plan: Plan) -> None:
        if plan.table is None:
            self.refuse(
                _("There is no table with these cards.")
                if plan.proved
                else _("No way was found to lay them.")
            )
            return
        others = list(plan.cards)
        for card in (*picked, *(piece.card for piece in self.draft.laid)):
            if card in others:
                others.remove(card)
        also = _("They can be laid, with {cards} besides.").format(cards=card_names(others)) if others else ""
        if self.stage.settings.fit == "full":
            self.picked = frozenset()
            self.stage.audio.play("zip")
            self.do(self.draft.arrange(plan.table))
            self.message = also
        else:
            self.message = also or _("They can be laid: there is a way.")

    def hint_words(self, hint: Hint) -> str:
        """What a hint says."""
        if not hint.there:
            return (
                _("You have laid all that can be laid.") if hint.most else
                _("Nothing of your hand can be laid now.")
            )  # fmt: skip
        if hint.plan is not None and hint.plan.table is not None:
            return _("This is one way; take it back if you like another.")
        if hint.other:
            words = counted(
                "In all {n} card can be laid, but not with {cards}.",
                "In all {n} cards can be laid, but not with {cards}.", hint.most,
            )  # fmt: skip
            return words.format(n=hint.most, cards=card_names(hint.other))
        count = hint.most - hint.laid
        if not count:
            return _("All that can be laid lies there; it only has to be put in order.")
        if hint.laid and hint.cards:
            return counted("{n} more card can be laid.", "{n} more cards can be laid.", count).format(n=count)
        if not hint.cards:
            return _("There is a play. Ask again for its cards.") if not hint.laid else _(
                "More can be laid. Ask again for the cards."
            )  # fmt: skip
        return counted("{n} card can be laid.", "{n} cards can be laid.", count).format(n=count)

    def _told_hint(self, hint: Hint) -> None:
        if hint.plan is not None and hint.plan.table is not None:
            self.stage.audio.play("zip")
            self.do(self.draft.put_back().arrange(hint.plan.table))
        elif hint.cards:
            left = list(hint.cards)
            keys = []
            for piece in self.draft.hand:
                if piece.card in left:
                    left.remove(piece.card)
                    keys.append(piece.key)
            self.picked = frozenset(keys)
            self.make_room()
        self.message = self.hint_words(hint)

    # Looking back.

    def play(self, move: str) -> bool:
        seat, draft, number = self.session.to_move, self.draft, len(self.session.log)
        mine = seat is not None and seat == self._owner and seat in self.people
        begun, self._begun = self._begun, None
        if not super().play(move):
            self._begun = begun
            return False
        lays = mine and bool(draft.laid)
        if lays:
            self.picked = frozenset()
        if begun is not None and begun[0] == number and mine:
            # One turn, though of two moves: what came after coming in is laid as well.
            draft, lays = replace(begun[1], piles=draft.piles, lifted=()), True
        if lays and self.session.to_move == seat:
            self._begun = number + 1, draft
        elif lays and seat is not None and self.stage.settings.missed != "off":
            self._wanted.append(Question(advice.MISSED, draft, (), seat, number))
        return True

    def _look_back(self, question: Question, found: Missed) -> None:
        """Keep what a turn has missed, and tell its owner."""
        if question.move >= len(self.session.log):
            return
        self.past[question.move] = Past(question.seat, found.laid, found.most)
        laid = Position.of(question.draft, self.session.options).laid
        words = self._missed_words(found, laid)
        self._read_since.pop(question.seat, None)
        self.looked_back[question.seat] = words

    def _missed_words(self, found: Missed, laid: Sequence[str]) -> str:
        """How many cards a turn has missed, and in full which: those beside the laid ones, or few others."""
        cards, more = found.plan.cards, missing(found.plan.cards, laid)
        told = _("You laid {laid} of {most} that could be laid.")
        if not found.missed:
            told = _("You laid all that could be laid.")
        elif self.stage.settings.missed == "full" and len(more) == found.missed:
            told = _("You laid {laid} of {most}: {cards} could have gone too.")
            cards = more
        elif self.stage.settings.missed == "full" and len(cards) <= 3:
            told = _("You laid {laid} of {most}. Better: {cards}.")
        return told.format(laid=found.laid, most=found.most, cards=card_names(cards))

    def taken_back(self) -> None:
        super().taken_back()
        left = len(self.session.log)
        self.past = {number: past for number, past in self.past.items() if number < left}
        self._wanted = [asked for asked in self._wanted if asked.what != advice.MISSED or asked.move < left]
        self.looked_back.clear()

    def result_lines(self) -> list[str]:
        found = []
        for seat in self.people:
            mine = [past for past in self.past.values() if past.seat == seat]
            if mine:
                laid, most = sum(past.laid for past in mine), sum(past.most for past in mine)
                found.append(
                    _("{name} laid {laid} of {most} cards that could be laid.").format(
                        name=self.seats[seat].name, laid=laid, most=most
                    )
                )
        return found

    def keep(self) -> dict[str, Any]:
        past = [[number, one.seat, one.laid, one.most] for number, one in self.past.items()]
        return {**super().keep(), "past": past}

    def recall(self, kept: Mapping[str, Any]) -> None:
        super().recall(kept)
        past = kept.get("past")
        for entry in past if isinstance(past, list) else ():
            if isinstance(entry, list) and len(entry) == 4 and all(type(n) is int for n in entry):
                number, seat, laid, most = entry
                if 0 <= number < len(self.session.log) and 0 <= seat < len(self.seats):
                    self.past[number] = Past(seat, laid, most)
