"""The vote of the debrief on what decided the places, held before the charts and again after them."""

from __future__ import annotations

from game.i18n import _
from game.match.share_vote import FIRST_ROUND, QUORUM, SECOND_ROUND, MatchVote, VoteShift, VoteTexts
from game.ui.core.scene import Scene
from game.ui.match.match_end import VoteDialog, VoteLabels
from game.ui.match.match_scene import MatchScene


def vote_texts(number: int) -> VoteTexts:
    """Return the texts of a round of the vote: 0 before the charts, 1 after them."""
    questions = (
        _("What decided your place?"),
        _("Now that you've seen the charts, what decided your place?"),
    )
    return VoteTexts(
        questions[number],
        _("How much was skill, how much luck, how much the chair you sat in?"),
        tuple(zip(vote_options(), (
            _("how well everyone played"),
            _("the cards you were dealt"),
            _("the chair you sat in and the exchange"),
        ), strict=True)),
    )  # fmt: skip


def vote_options() -> tuple[str, str, str]:
    """Return the names of the things to vote on: skill, luck, structure."""
    return _("Skill"), _("Luck"), _("Structure")


class ReportVote:
    """The vote of one debrief, if there is one."""

    def __init__(self, scene: MatchScene, *, asks: bool) -> None:
        """Hold a vote if ``asks`` is set and the match was just played, not opened from the album.

        With fewer than three voters there is none, because votes must stay secret.
        """
        vote = MatchVote(scene.match, vote_texts)
        has_vote = asks and not scene.is_looked_up and len(vote.voters) >= QUORUM
        self.vote = vote if has_vote else None
        self._scene = scene
        self._offered = False  # True once the second round was opened by its page

    @property
    def shift(self) -> VoteShift | None:
        """Results up to now, or `None` if there is no vote."""
        return self.vote.shift if self.vote is not None else None

    @property
    def is_due(self) -> bool:
        """True if there is a vote and its second round is not closed yet."""
        return self.vote is not None and not self.vote.rounds[SECOND_ROUND].is_closed

    def first(self, debrief: Scene) -> Scene:
        """Open the vote to phones and return its dialog, which leads to ``debrief``; or only the latter."""
        vote = self.vote
        if vote is None:
            return debrief
        self._scene.phone_seats.vote = vote
        app = self._scene.app
        labels = VoteLabels(_("Continue to the charts"))
        return VoteDialog(vote, FIRST_ROUND, labels, lambda: app.scenes.replace(debrief))

    def come(self) -> None:
        """Open the second round if it is due, unless it was opened before."""
        if not self._offered:
            self.again()

    def again(self) -> None:
        """Open the second round, if there is one that is not closed."""
        vote, scenes = self.vote, self._scene.app.scenes
        if vote is None or not self.is_due:
            return
        self._offered = True
        labels = VoteLabels(_("Show what has changed"), _("Later"))
        scenes.push(VoteDialog(vote, SECOND_ROUND, labels, scenes.pop))

    def close(self) -> None:
        """End the vote, if there is one."""
        if self.vote is not None:
            self.vote.close()
