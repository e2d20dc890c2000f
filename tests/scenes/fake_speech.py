"""A speaker for tests, and ears that understand it."""

from __future__ import annotations

from game.ui.core.speech import Utterance
from tests.scenes.harness import WindowRobot


class FakeSpeaker:
    """Keeps what it is to say."""

    exists = True

    def __init__(self) -> None:
        self.lines: list[Utterance] = []
        self.languages: list[str] = []
        self.rates: list[int] = []
        self.hushed = 0

    def say(self, line: Utterance, *, language: str, rate: int) -> None:
        self.lines.append(line)
        self.languages.append(language)
        self.rates.append(rate)

    def hush(self) -> None:
        self.hushed += 1

    def close(self) -> None:
        """It is silent already."""

    def heard(self) -> list[str]:
        """What was said since it was last asked."""
        words, self.lines = [line.words for line in self.lines], []
        return words


def with_fake_speech(window: WindowRobot) -> FakeSpeaker:
    """The voice of a window that speaks from now on."""
    speaker = window.stage.speaker = FakeSpeaker()
    window.stage.change(speech="usual")
    window.turn()
    return speaker
