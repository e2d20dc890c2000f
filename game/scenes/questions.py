"""Questions with what is done for each answer: over any screen, and nothing happens where Back is pressed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.ui.core.scene import AppContext
from game.ui.widgets import Ask


def confirm(
    stage: AppContext, question: str, answers: Sequence[str], then: Callable[[], object], more: str = ""
) -> None:
    """Do something once it was confirmed: by the second of the answers, as the first has the focus."""

    def answered(answer: int | None) -> None:
        if answer == 1:
            then()

    stage.scenes.push(Ask(question, answers, more), answered)


def offer(
    stage: AppContext, question: str, ways: Sequence[tuple[str, Callable[[], object]]], more: str = ""
) -> None:
    """Have one of several things done; each way is what stands on its button, and what that does."""

    def answered(answer: int | None) -> None:
        if answer is not None:
            ways[answer][1]()

    stage.scenes.push(Ask(question, [words for words, _do in ways], more), answered)
