"""Phone support of Socker: hints, and the threats for the side whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.game import HintLevel
from game.games.socker.match_text import ADVICE_REQUEST, advice_sentence
from game.games.socker.rules.events import as_observation
from game.i18n import _
from game.match.bot_turns import AsyncWorker, WorkerCall
from game.match.match import Match
from game.match.phone_adapter import AdvisedPhoneAdapter
from game.match.phone_seats import PhoneSupport

DANGERS_REQUEST = "game.games.socker.bot.explain:dangers"  # task that a worker runs for the threats
MAX_STRONG_THREATS = 3  # threats drawn at full strength, including a goal; the others are thin lines


def make_phone_support(match: Match, _helper: AsyncWorker) -> PhoneSupport:
    """Phone support for a match that no window shows."""
    return PhoneSupport(SockerOnPhones(match))


class SockerOnPhones(AdvisedPhoneAdapter):
    """Content of the phones beside the pitch."""

    def __init__(self, match: Match) -> None:
        super().__init__(
            match,
            ADVICE_REQUEST,
            lambda advice, seat, names, step: advice_sentence(
                advice, names[1 - seat], reasons=step is HintLevel.WHY
            ),
        )

    threats_named = "Threats"
    threats_stay = True

    def threat_request(self, seat: int) -> WorkerCall | None:
        """Worker call for the threats. None unless it is this seat's turn in play."""
        session = self.match.session
        observation = session.observe(None)
        if session.to_move != seat or as_observation(observation)["phase"] != "play":
            return None
        return DANGERS_REQUEST, observation, session.options

    def threat_state(self, seat: int, answer: Any) -> dict[str, Any]:
        """Texts as ``rows`` (label, sentence), and spaces as ``marks``. Without an answer only a note."""
        if answer is None:
            return {"rows": [["", _("On your turn, threats appear here.")]]}
        name, rows = self.match.seats[1 - seat].name, []
        for actor, victim in answer["socks"]:
            sentence = _("your puppet on {victim}, from {space}").format(space=actor, victim=victim)
            rows.append([_("{name} can sock").format(name=name), sentence])
        if answer["goal"]:
            rows.append([_("{name} can score").format(name=name), _way(answer["goal"])])
        if answer["own"]:
            rows.append([_("You can score"), _way(answer["own"])])
        marks = {key: [list(leg) for leg in answer[key]] for key in ("socks", "goal", "own")}
        marks["worst"] = marks["socks"][: MAX_STRONG_THREATS - bool(answer["goal"])]
        return {"rows": rows or [["", _("There are no threats if your turn ends now.")]], "marks": marks}


def _way(legs: Sequence[Sequence[str]]) -> str:
    """Spaces of the ball's path, joined by arrows."""
    return " → ".join([legs[0][0], *(to for _from, to in legs)])
