"""Texts of Four buttons."""

from game.core.game import Event, Outcome, Refusal
from game.match.match_text import MatchText
from tests.sample_games.four.rules import Code


class ButtonWords(MatchText):
    """Texts of a match."""

    def event_sentence(self, event: Event, times: int = 1) -> str:
        name = self.names[event.seat or 0]
        return f"{name} sews a button onto column {event.data['column']}."

    def end_sentence(self, outcome: Outcome) -> str:
        sentences = {"four": "Four buttons in a line.", "full": "The cloth is full."}
        return sentences.get(outcome.reason) or super().end_sentence(outcome)

    def refusal_sentence(self, refusal: Refusal) -> str:
        return "That column is full." if refusal.code == Code.COLUMN_FULL else "There is no such column."


WORDS = ButtonWords
