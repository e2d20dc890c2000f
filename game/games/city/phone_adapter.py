"""Phone support of Socks in the City: set-up by hand, paths and threats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from game.bots.worker import CHOOSE_REQUEST
from game.core.game import HintLevel
from game.core.hexgrid import cell_text
from game.games.city.match_text import ADVICE_REQUEST, advice_sentence, colour_name, station_names
from game.games.city.rules.board import COLOURS, SockRules, pairs, vacant_limits
from game.games.city.rules.builder import legal_tiles, unused_tiles
from game.games.city.rules.events import CityObservation, as_observation
from game.games.city.rules.text import BoardReading
from game.i18n import _
from game.match.bot_turns import AsyncWorker
from game.match.match import Match
from game.match.phone_adapter import AdvisedPhoneAdapter
from game.match.phone_seats import PhoneSupport
from game.match.versioned import Tracked

if TYPE_CHECKING:
    from game.games.city.bot import CityAdvice


SETUP_PHASES = ("tiles", "socks", "blockers")


def make_phone_support(match: Match, helper: AsyncWorker) -> PhoneSupport:
    """Phone support for a match that no window shows."""
    return PhoneSupport(CityOnPhones(match, helper))


class CityOnPhones(AdvisedPhoneAdapter):
    """Content of the phones, and the requests they may make.

    Attributes:
        turn: rotation of the map on the big screen, in steps of 60 degrees.
    """

    turn = Tracked[int]()

    def __init__(self, match: Match, helper: AsyncWorker) -> None:
        super().__init__(match, ADVICE_REQUEST, self._advice_words)
        self._helper = helper
        self.turn = 0
        self._left: dict[int, str] = {}  # by seat: phase that its phone has left to the program
        self._ticket = 0
        self._viewed_pair: dict[int, str] = {}  # by seat: colour whose path its phone shows, "" for none

    def moves(self, seat: int) -> list[str]:
        """Legal moves of the seat to move. Empty in the phase of tiles, which has very many."""
        return [] if self._phase == "tiles" else super().moves(seat)

    def state_for(self, seat: int) -> dict[str, Any]:
        """`spectator_state`, ``rest`` (True: left to a bot), ``way`` (path or None), choices in its turn.

        ``left``: tiles left of each design; ``spots``: for the rotations 0 to 2 the cells of hexagon a where
        a tile fits; ``pairs``: for each station the numbers of the stations that may have the other sock.
        """
        phase, mine = self._phase, self.match.session.to_move == seat
        observation = as_observation(self.match.session.observe(None))
        state: dict[str, Any] = {
            "rest": self._left.get(seat) == phase,
            **self.spectator_state(),
            "way": self._path_state(seat, observation),
        }
        if not mine:
            return state
        view = BoardReading.of(observation)
        if phase == "tiles":
            left, limits = unused_tiles(view.board.tiles), vacant_limits(self.match.session.options)
            spots: list[list[str]] = [[], [], []]
            for tile in legal_tiles(view.board.tiles, limits):
                # A tile fits by its outline, so one design and three rotations are enough.
                if tile.design == min(+left) and tile.rotation < 3:
                    spots[tile.rotation].append(cell_text(tile.at))
            state |= {"left": [left[design] for design in sorted(left)], "spots": spots}
        elif phase == "socks":
            names = view.board.names
            may: dict[str, list[int]] = {}
            for first, second in pairs(view.board, view.socks, SockRules.of(self.match.session.options)):
                may.setdefault(names[first], []).append(second)
                may.setdefault(names[second], []).append(first)
            state["pairs"] = may
        return state

    threats_named = "Threats"
    threats_stay = True

    def threat_state(self, seat: int, answer: Any) -> dict[str, Any]:
        """``rows`` [colour, text on both needs] per open pair; ``marks`` [a, b, seat, colour] of gaps."""
        observation = as_observation(self.match.session.observe(None))
        rows: list[list[str]] = []
        routes: dict[str, list[list[Any]]] = {}
        missing: dict[str, int] = {}
        reading = BoardReading.of(observation)
        for colour in COLOURS if observation["phase"] == "play" else ():
            if reading.pair(colour) is None or any(colour in claimed for claimed in observation["claimed"]):
                continue
            texts, routes[colour] = [], []
            for side in (seat, 1 - seat):
                way = reading.shortest_way(colour, side)
                gaps = reading.gaps(way[0]) if way is not None else []
                routes[colour] += [[start, end, side, colour] for start, end in gaps]
                lacks = str(way[1]) if way is not None else _("no route")
                texts.append(f"{self.match.seats[side].name} {lacks}")
                if way is not None and side != seat:
                    missing[colour] = way[1]
            rows.append([colour_name(colour), ", ".join(texts)])
        # The paths to all pairs at once could not be distinguished. Shown are those to the pair that the
        # phone has selected, or else to the pair that the opponent is nearest to.
        selected = self._viewed_pair.get(seat, "")
        target = selected if selected in routes else min(missing, key=missing.__getitem__, default="")
        return {"rows": rows, "marks": routes.get(target, [])}

    def draft_text(self, seat: int) -> str:
        """Colour of the pair that the phone has selected to see its path. Empty for none."""
        return self._viewed_pair.get(seat, "")

    def _path_state(self, seat: int, observation: CityObservation) -> dict[str, Any] | None:
        """Path of a seat to its selected pair, else its nearest. None outside play or if no pair is selected.

        ``asked``: True if the phone has selected the pair; ``missing``: pieces needed, `None` without a path;
        ``gaps``: links without track; ``links``: all links of the path.
        """
        if observation["phase"] != "play":
            return None
        reading = BoardReading.of(observation)
        selected = self._viewed_pair.get(seat)
        colour = self._nearest_pair(seat, reading, observation) if selected is None else selected
        if not colour:
            return None
        fields = {"pair": colour, "asked": bool(selected)}
        way = reading.shortest_way(colour, seat)
        if way is None:
            return {**fields, "missing": None, "gaps": [], "links": []}
        links = [list(pair) for pair in pairwise(way[0])]
        return {**fields, "missing": way[1], "gaps": reading.gaps(way[0]), "links": links}

    def _nearest_pair(self, seat: int, reading: BoardReading, observation: CityObservation) -> str:
        """Colour of the open pair for which the seat lacks the fewest pieces; empty if it can join none."""
        ways = {
            colour: way[1]
            for colour in COLOURS
            if reading.pair(colour) and not any(colour in claimed for claimed in observation["claimed"])
            and (way := reading.shortest_way(colour, seat))
        }  # fmt: skip
        return min(ways, key=ways.__getitem__, default="")

    def spectator_state(self) -> dict[str, Any]:
        """``names`` of stations by text, and ``turn`` and ``look`` of the map on the big screen."""
        session = self.match.session
        look = session.layout.get("look", "city") if session.layout is not None else "city"
        return {
            "names": station_names(as_observation(session.observe(None))["stations"]),
            "turn": self.turn,
            "look": look,
        }

    def handle_phone(self, seat: int, action: Mapping[str, Any]) -> str:
        """Empty, or a refusal: (un)selects a pair (``look``), leaves a phase to a bot (``auto_finish``)."""
        if action["do"] == "look":
            pair = action.get("pair")
            current = self._path_state(seat, as_observation(self.match.session.observe(None)))
            is_new = pair in COLOURS and (current is None or pair != current["pair"])
            self._viewed_pair[seat] = str(pair) if is_new else ""
            return ""
        if action["do"] == "auto_finish" and self._phase in SETUP_PHASES:
            self._left[seat] = self._phase
            return ""
        return super().handle_phone(seat, action)

    def _advice_words(self, advice: CityAdvice, seat: int, players: Sequence[str], step: HintLevel) -> str:
        """Translated hint sentence for a piece or a move of the set-up; with reasons if ``step`` is WHY."""
        names = station_names(as_observation(self.match.session.observe(None))["stations"])
        return advice_sentence(advice, names, players[1 - seat], reasons=step is HintLevel.WHY)

    def poll(self) -> None:
        """Requests, and plays once found, a normal bot's move for a phone that left the phase to the program.

        Called when all events are shown.
        """
        seat = self.match.to_move
        if seat not in self._left or self.match.local_to_move is not None:
            return
        if self._left[seat] != self._phase or self.match.seats[seat].is_bot:
            del self._left[seat]
            return
        helper = self._helper
        if not self._ticket:
            observation, options = self.match.session.observe(seat), self.match.session.options
            seed = ("for me", len(self.match.session.log))
            self._ticket = helper.submit(
                CHOOSE_REQUEST, self.match.session.game, observation, options, "normal", seed
            )
        answer = helper.poll_result()
        if answer is not None and answer.ticket == self._ticket:
            self._ticket = 0
            if answer.error:  # the phone chooses by hand again
                del self._left[seat]
            else:
                self.match.play(answer.value)

    @property
    def _phase(self) -> str:
        """Current phase: ``tiles``, ``socks``, ``blockers`` or ``play``."""
        return as_observation(self.match.session.observe(None))["phase"]
