"""A speaker for tests that records what the game says."""

from __future__ import annotations

from game.ui.core.speech import Utterance
from tests.scenes.harness import WindowRobot


class FakeSpeaker:
    """Speaker that records its lines and makes no sound."""

    is_available = True

    def __init__(self) -> None:
        self.lines: list[Utterance] = []
        self.languages: list[str] = []
        self.rates: list[int] = []
        self.hushed = 0

    def say(self, line: Utterance, *, language: str, rate: int) -> None:
        self.lines.append(line)
        self.languages.append(language)
        self.rates.append(rate)

    def stop(self) -> None:
        self.hushed += 1

    def close(self) -> None: ...

    def heard(self) -> list[str]:
        """Return the words spoken since the last call."""
        texts, self.lines = [line.words for line in self.lines], []
        return texts


def with_fake_speech(window: WindowRobot) -> FakeSpeaker:
    """Switch speech on and return the speaker that records it."""
    speaker = window.context.speaker = FakeSpeaker()
    window.context.update_settings(speech="usual")
    window.step()
    return speaker
