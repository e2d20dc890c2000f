"""What people do at phones: moves, answers, taking back, hints; each answered with a sentence if refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from game.core.contract import Refusal
from game.ui.table.party_match import PartyHost, PartyMatch, is_waiting
from game.ui.table.phone_hints import PhoneHints
from game.ui.table.phone_news import PhoneNews
from game.words import _

BACKLOG = 12
"""So many shows may wait for a move from a phone; where there are more, the screen catches up at once."""


@dataclass(frozen=True, slots=True)
class PhoneQuestion:
    """Something that one phone is asked; answered with the number of an answer."""

    seat: int
    words: str
    answers: tuple[str, ...]
    then: Callable[[int], None]
    ply: int
    """After how many moves it was asked; the next one makes it void."""


class PhoneActs:
    """Does what phones ask for, where they may."""

    def __init__(self, stage: PartyHost, news: PhoneNews, hints: PhoneHints) -> None:
        self._stage = stage
        self._news = news
        self._hints = hints
        self.question: PhoneQuestion | None = None
        """What is asked on one of the phones."""

    def question_of(self, seat: int) -> dict[str, Any] | None:
        """What the phone of a seat is asked, as it is sent."""
        question = self.question
        if question is None or question.seat != seat:
            return None
        return {"words": question.words, "answers": list(question.answers)}

    def do(self, scene: PartyMatch, seat: int, words: Mapping[str, Any]) -> str:
        """Do what a phone asks for; a sentence where that is refused."""
        match = scene.match
        if match.is_over:
            return _("The match is over.")
        if is_waiting(self._stage, scene):
            return _("The match is paused on the big screen.")
        mine = match.to_move == seat
        match words["do"]:
            case "move":
                return self._move(scene, words) if mine else _("It is not your turn.")
            case "undo":
                if scene.match.last_person != seat:
                    return _("Your last move cannot be taken back now.")
                return self._undo(scene)
            case "answer":
                return self._answer(seat, words)
            case "hint":
                return self._hints.ask(scene, seat)
            case "narrow" if mine:
                chosen = words.get("words")
                self._news.narrow(tuple(map(str, chosen)) if isinstance(chosen, list) else ())
                return ""
        scene.catch_up(BACKLOG)
        return scene.view.phone.act(seat, words)

    def _undo(self, scene: PartyMatch) -> str:
        """Take the last move back, or ask whoever has to agree."""
        log, messages = scene.match.session.log, scene.context.messages
        messages.clear()
        scene.undo()
        asked = self.question is not None or self._stage.scenes.top is not scene
        return messages.text if len(scene.match.session.log) == len(log) and not asked else ""

    def _move(self, scene: PartyMatch, words: Mapping[str, Any]) -> str:
        session, move = scene.match.session, words.get("move")
        if words.get("ply") != len(session.log):
            return _("The table has changed; look again.")
        try:
            refusal: Refusal | None = session.refusal(move)  # type: ignore[arg-type]
        except ValueError:
            return _("That is no move here.")
        if refusal is not None:
            return scene.view.words.refused(refusal)
        scene.catch_up(BACKLOG)
        scene.context.play(str(move))
        return ""

    def _answer(self, seat: int, words: Mapping[str, Any]) -> str:
        question, number = self.question, words.get("number")
        if question is None or question.seat != seat or type(number) is not int:
            return _("Nothing is asked any more.")
        if not 0 <= number < len(question.answers):
            return _("That is no answer.")
        self.question = None
        question.then(number)
        return ""
