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
    stage: AppContext, question: str, ways: Sequence[tuple[str, Callable[[], object] | None]], more: str = ""
) -> None:
    """Have one of several things done: each has words for its button, and what that does, if anything."""

    def answered(answer: int | None) -> None:
        if answer is not None and (do := ways[answer][1]) is not None:
            do()

    stage.scenes.push(Ask(question, [words for words, _do in ways], more), answered)
