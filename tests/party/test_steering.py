"""Phones run the evening from the lobby to the farewell, without the computer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.core.discovery import find_game
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.session import Session
from game.match.match import Match
from game.match.phone_control import PastMatch, PastPlayer
from game.match.phone_votes import COUNTDOWN_MS
from game.party.messages import SeatMessage
from game.party.registry import FIRST_BENCH
from game.scenes.results_stats import PICTURE_WIDTH
from game.ui.core.scene import WAKE_EVENT
from game.ui.match.info_panels import draw_heads
from tests.languages import in_languages
from tests.matches import record_of
from tests.party.many_phones import NAMES, PhoneGroup, SocketPhone, hasty
from tests.party.virtual_phone import VirtualParty, at_home, play
from tests.sampling import sample_size
from tests.scenes.harness import WindowRobot
from tests.scenes.layout_checks import faults, frame_faults

SHORT: dict[str, dict[str, object]] = {
    "socki": {"target": 0},
    "rockit": {"best_of": 1},
    "sociable": {"target": 0},
    "socker": {"win": "turns", "turns": 10},
    "city": {},
}


class Evening(PhoneGroup):
    """A big screen in the lobby of a game, without local players, and phones."""

    def __init__(self, home: Path, slug: str = "socki", phones: int = 4) -> None:
        self.inputs = 0  # input events at the computer since the lobby opened
        super().__init__(home, Session.new(slug, seed=1), 0)
        self.chance = SeededRng("evening", slug)
        for seat in range(phones):
            phone = SocketPhone(self, seat)
            self.phones.append(phone)
            phone.join()
            self.until(lambda: self.window.top.seats[seat].name == NAMES[seat])  # noqa: B023
        self.until(lambda: all(phone.state.get("steer") for phone in self.phones))
        self.inputs = 0

    def _knows_names(self) -> bool:
        return True  # no phone has joined when this is asked

    def sit(self, session: Session, phones: int) -> None:
        self.window.context.update_settings(plays_with="phone", house_rules=SHORT)
        self.window.context.open_scene("lobby", session.game)
        self.window.step()

    def turn(self) -> None:
        waiting = pygame.event.get()
        self.inputs += sum(event.type != WAKE_EVENT for event in waiting)
        self.window.step(*waiting, ms=100)

    def keys(self, phone: SocketPhone) -> list[str]:
        """Keys of the proposals that a phone can vote for, with a seat or on the bench."""
        steer = (phone.waits or phone.state).get("steer") or {"motions": [], "sheets": {}}
        rows = [row for sheet in steer["sheets"].values() for row in sheet]
        return [
            one["key"] for one in (*steer["motions"], *(value for row in rows for value in row["values"]))
        ]

    def seated(self) -> list[SocketPhone]:
        """Phones that have a seat now. Waits until all have heard."""
        self.until(lambda: sum(map(self._sits, self.phones)) == len(self.party.held_seats))
        return list(filter(self._sits, self.phones))

    @staticmethod
    def _sits(phone: SocketPhone) -> bool:
        return next((kind for kind in reversed(phone.told) if kind in ("no_seat", "state")), "") == "state"

    def agree(self, key: str, leads_to: str = "") -> None:
        """Let a majority vote for this, the bench first, and wait for the result."""
        self.until(lambda: all(key in self.keys(phone) for phone in self.phones))
        self.vote(key, sorted(self.phones, key=self._sits)[: len(self.phones) // 2 + 1])
        motions = {"start": "Match", "enough": "PartySummaryScene"}
        wanted = leads_to or motions.get(key, "LobbyScene")
        self.until(lambda: self.window.top.is_match if wanted == "Match" else self.window.shown == wanted)

    @staticmethod
    def vote(key: str, phones: list[SocketPhone]) -> None:
        for phone in phones:
            phone.do("propose", key=key)

    def play(self) -> Match:
        """Let the phones play until the match is over. Returns the match."""
        self.until(lambda: self.window.top.is_match)
        match = self.match
        moved: dict[int, int] = {}
        while match.to_move is not None:
            for phone in self.seated():
                state = phone.state
                mine = not state["lobby"] and state["turn"] == state["seat"] and not state["over"]
                if mine and not state["showing_end"] and moved.get(id(phone)) != state["ply"]:
                    moved[id(phone)] = state["ply"]
                    bot = find_game(state["game"]).bot
                    move = bot.choose(state["observation"], Options(state["options"]), "easy", self.chance)
                    phone.say("move", move=move, ply=state["ply"])
            self.turn()
            self.rest()
        return match


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with hasty(lambda: Evening(tmp_path)) as made:
        yield made


def test_evening_needs_no_input_at_the_computer(evening: Evening) -> None:
    """Five games in ``make soak``."""
    won: list[tuple[str, list[str]]] = []
    games = ["socki", "socker", "rockit", "city", "sociable"][: sample_size(2, 5)]
    for number, game in enumerate(games):
        if number:
            evening.agree(f"game {game}")
        evening.until(lambda: evening.window.shown == "LobbyScene")
        assert evening.window.top.info.slug == game
        evening.agree("start")
        match = evening.play()
        assert match.session.game == game
        won.append((game, [match.seats[seat].name for seat in match.result().winners]))
        evening.until(lambda: all("enough" in evening.keys(phone) for phone in evening.seated()))
    evening.agree("enough")
    assert evening.window.shown == "PartySummaryScene"
    records = [
        (record.game, [record.players[seat].name for seat in record.winners])
        for record in evening.window.top.matches
    ]
    assert records == won
    evening.until(lambda: all((phone.waits or phone.state).get("farewell") for phone in evening.phones))
    farewell = evening.phones[0].state["farewell"]
    assert [[winner["name"] for winner in record["winners"]] for record in farewell] == [
        names for _game, names in won
    ]
    evening.until(lambda: evening.window.shown == "TitleScene")
    evening.until(
        lambda: all(phone.heard[-1] == '{"type":"closing","why":"over"}' for phone in evening.phones)
    )
    assert not evening.hub.is_open
    assert evening.inputs == 0


def test_benched_phones_vote_together_with_seated_ones(evening: Evening) -> None:
    evening.agree("game socker")
    evening.until(lambda: evening.window.top.info.slug == "socker")
    seated = evening.seated()
    one, two = bench = [phone for phone in evening.phones if phone not in seated]
    evening.until(lambda: all("start" in evening.keys(phone) for phone in evening.phones))
    evening.until(lambda: one.waits["seats"] == seated[0].state["seats"])
    evening.vote("start", seated)
    evening.until(
        lambda: [m["for"] for m in one.waits["steer"]["motions"] if m["key"] == "start"] == [[0, 1]]
    )
    assert evening.hub.steering.pending_vote is None
    assert one.waits["steer"]["motions"][0]["needs"] == 3
    one.drop()
    evening.until(lambda: evening.hub.steering.pending_vote)  # the vote of a disconnected phone is not needed
    one.call()
    one.send("reconnect", token=one.token)
    evening.until(lambda: evening.hub.steering.pending_vote is None)
    evening.vote("start", [one])
    evening.until(lambda: evening.hub.steering.pending_vote)
    assert evening.hub.votes_for("start")[2:] == (one.waits["bench"][str(FIRST_BENCH)],), (
        "the big screen shows who"
    )
    two.do("stop")
    assert evening.hub.steering.pending_vote is None
    evening.agree("start")
    evening.until(lambda: not any(phone.waits["steer"] for phone in bench))
    match = evening.window.top.match
    assert one.attempt("propose", key=f"bot {match.to_move}") == "You can't do that now."
    assert one.say("move", move=match.session.moves()[0], ply=0)
    evening.until(lambda: one.errors == ["no_seat"])
    match.concede(0)
    evening.agree("game sociable")
    evening.until(lambda: len(evening.seated()) == 4)
    assert not any(phone.waits for phone in evening.phones)


def test_new_lobby_offers_no_old_proposals(evening: Evening) -> None:
    """While the big screen still draws it, phones show it already."""
    evening.agree("game socker")
    evening.agree("start")
    evening.play()
    evening.until(lambda: all("again" in evening.keys(phone) for phone in evening.seated()))
    phones = evening.seated()
    heard = {phone: len(phone.heard) for phone in phones}
    evening.agree("rules")
    evening.until(lambda: all(phone.state["lobby"] for phone in phones))
    for phone in phones:
        states = [json.loads(text).get("state", {}) for text in phone.heard[heard[phone] :]]
        offered = [state["steer"]["motions"] for state in states if state.get("lobby") and state["steer"]]
        assert offered
        assert all(motions[0]["key"] == "start" for motions in offered)


def test_phones_show_that_rules_are_incompatible(evening: Evening) -> None:
    """No sheet waits for input at the computer. The phones choose other rules and continue."""
    evening.agree("game rockit")
    evening.until(lambda: all("rule decks=1" in evening.keys(phone) for phone in evening.seated()))
    evening.agree("rule decks=1")
    evening.agree("start", "LobbyScene")
    lobby, words = evening.window.top, "These house rules don't work together."
    evening.until(lambda: all(phone.state.get("words") == words for phone in evening.seated()))
    assert evening.window.top is lobby
    assert lobby.table.status_text() == words
    evening.agree("rule decks=2")
    evening.until(lambda: not any("words" in phone.state for phone in evening.seated()))
    assert lobby.table.status_text() != words
    evening.agree("start")
    assert evening.inputs == 0


def test_phones_choose_a_preset_of_house_rules(evening: Evening) -> None:
    evening.agree("game rockit")
    evening.until(lambda: all("preset sock_drawer" in evening.keys(phone) for phone in evening.seated()))

    def told(phone: SocketPhone) -> tuple[str, str]:
        """Return the note about the start, and the value of the row of presets."""
        steer = phone.state["steer"]
        start = next(motion for motion in steer["motions"] if motion["key"] == "start")
        row = next(row for row in steer["sheets"]["house"] if row["title"] == "Preset")
        return start["label"], row["now"]

    assert {told(phone) for phone in evening.seated()} == {("The author's rules",) * 2}
    evening.agree("preset sock_drawer")
    evening.until(lambda: {told(phone) for phone in evening.seated()} == {("Sock Drawer's rules",) * 2})
    assert evening.window.top.house_rules.rules["must_play"]
    evening.agree("start")
    assert evening.inputs == 0


# At the big screen: the countdown, the voters, the remote and the farewell.


class Table:
    """A match that is over at a big screen, and phones in the same program."""

    def __init__(self, window: WindowRobot, house: VirtualParty, session: Session, phones: int = 2) -> None:
        self.window, self.house, self.said = window, house, 0
        self.scene = play(window, house, session, phones, takes=1e9)

    def end(self, shown: str = "ResultsScene") -> Table:
        self.scene.match.concede(0)
        self.window.play_bots(60_000, until=lambda: self.window.shown == shown)
        assert self.window.shown == shown
        self.window.step()
        return self

    def say(self, number: int, do: str = "propose", **payload: object) -> None:
        self.said += 1
        self.house.hear(number, SeatMessage(number, self.said, {"do": do, **payload}))
        self.window.step()
        self.window.step()

    def agree(self, key: str) -> None:
        for seat in self.house.held_seats:
            self.say(seat, key=key)

    @property
    def heads(self) -> list[tuple[int, ...]]:
        """Seats of the heads on buttons, by button."""
        parts = self.window.top.frame.parts
        return [part.element.values[0] for part in parts if getattr(part.element, "draw", None) is draw_heads]


@pytest.fixture
def socker(tmp_path: Path) -> Iterator[Table]:
    with at_home(tmp_path) as (window, house):
        yield Table(window, house, Session.new("socker", seed=1))


def test_results_show_voters_and_continue_when_all_agree(socker: Table) -> None:
    socker.end()
    assert socker.heads == []
    focus = socker.window.top.focus
    socker.say(1, key="again")
    assert socker.heads == [(1,)]
    assert socker.window.top.focus == focus, "the focus stays where it was"
    socker.window.play_bots(60_000)
    assert socker.window.shown == "ResultsScene"
    socker.say(0, key="again")
    socker.window.play_bots(COUNTDOWN_MS - 1000)
    assert socker.window.shown == "ResultsScene"
    before = socker.scene
    socker.window.play_bots(5000)
    assert socker.window.top.is_match
    assert socker.window.top is not before
    assert socker.window.top.match.session.game == "socker"


def test_result_stats_fit_beside_the_join_panel(tmp_path: Path) -> None:
    with at_home(tmp_path) as (window, house):
        record = record_of("socker")
        before = Session.from_record("\n".join(record.rstrip().splitlines()[:-1]) + "\n")
        table = Table(window, house, before)
        table.scene.match.play(Session.from_record(record).log[-1][1])
        window.play_bots(60_000, until=lambda: window.shown == "ResultsScene")
        window.step()
        parts = window.top.frame.parts
        drawn = [(getattr(getattr(part.element, "draw", None), "__name__", ""), part.box) for part in parts]
        deeds = [box for name, box in drawn if name == "_draw_stat"]
        assert len(deeds) == 3
        assert all(round(box.w) >= PICTURE_WIDTH for box in deeds)


@pytest.mark.parametrize("way", ["back", "click", "phone"])
def test_countdown_can_be_stopped_anywhere(socker: Table, way: str) -> None:
    window = socker.end().window
    socker.agree("enough")
    window.app.draw()
    assert "Call it a day" in window.bar_text
    if way == "back":
        window.press_key(pygame.K_ESCAPE)
    elif way == "click":
        window.press_bar()
    else:
        socker.say(0, "stop")
    window.play_bots(2 * COUNTDOWN_MS)
    assert window.shown == "ResultsScene"
    assert window.context.phones.steering.voices("enough") == []
    assert window.bar is None
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"


def test_countdown_is_announced_once_and_drawn_each_second(socker: Table) -> None:
    window = socker.end().window
    texts: list[str] = []
    window.context.announce = texts.append  # type: ignore[method-assign,assignment]
    socker.agree("again")
    seen = set()
    for _ in range(16):
        window.play_bots(500)
        seen.add(window.bar_text.split()[1])
    assert seen >= set("98765432")
    assert [text for text in texts if text.startswith("Rematch")] == texts[:1]


@in_languages
@pytest.mark.parametrize("size", [100, 200])
def test_countdown_fits_in_every_language(tmp_path: Path, language: str, size: int) -> None:
    with at_home(tmp_path, language=language, text_size=size) as (window, house):
        table = Table(window, house, Session.new("socker", seed=1)).end()
        for key in ("game rockit", "again", "rules", "enough"):
            table.agree(key)
            assert window.bar is not None, key
            assert frame_faults(window.bar, window.app.status_bar.painter(window.app.screen)) == [], key
            table.say(0, "stop")
            window.time += 60_000  # avoid the limit on votes


@pytest.mark.parametrize("size", [100, 150, 200])
def test_voters_heads_fit_at_any_text_size(tmp_path: Path, size: int) -> None:
    with at_home(tmp_path, text_size=size) as (window, house):
        table = Table(window, house, Session.new("socker", seed=1)).end()
        table.say(1, key="enough")
        assert table.heads == [(1,)]
        assert faults(window.top) == []


def test_match_without_phones_has_no_votes(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path)
    scene = window.open_match(Session.new("socker", seed=1))
    scene.match.concede(0)
    window.play_bots(30_000, until=lambda: window.shown == "ResultsScene")
    assert window.context.phones.steering.state_for(0, 0.0) is None
    assert window.bar is None


def test_host_gives_the_remote_and_its_phone_passes_it_on(socker: Table) -> None:
    window, house = socker.window, socker.house
    window.context.open_scene("seats", socker.scene)
    window.focus_on("Host's remote")
    window.press_key(pygame.K_RIGHT)
    assert house.remote == 0
    window.press_key(pygame.K_ESCAPE)
    socker.end()
    assert house.states[0]["heirs"] == [1]
    assert "heirs" not in house.states[1]
    socker.say(1, "remote", seat=1)
    assert house.phones[1].refused == ["You can't do that now."]
    for strange in (True, "1", 7, [1]):
        socker.say(0, "remote", seat=strange)
    assert house.remote == 0
    window.time += 60_000
    socker.say(0, "remote", seat=1)
    assert house.remote == 1
    assert house.states[1]["steer"]["remote"]
    socker.say(1, key="rules")
    assert window.shown == "LobbyScene"
    assert house.remote is not None


def test_phones_can_skip_the_debrief_vote(tmp_path: Path) -> None:
    with at_home(tmp_path) as (window, house):
        lines = record_of("sociable").rstrip().splitlines()
        table = Table(window, house, Session.from_record("\n".join(lines[:-1]) + "\n"), 4)
        table.scene.match.play(Session.from_record(record_of("sociable")).log[-1][1])
        window.play_bots(120_000, until=lambda: window.shown == "VoteDialog")
        assert window.shown == "VoteDialog"
        window.step()
        table.agree("on")
        window.play_bots(2 * COUNTDOWN_MS)
        assert window.shown == "MatchReportScene"
        table.agree("rules")
        window.play_bots(2 * COUNTDOWN_MS)
        assert window.shown == "LobbyScene"


def test_running_match_cannot_be_replaced_by_a_rematch(socker: Table) -> None:
    socker.window.play_bots(2000)
    motions = (socker.house.states[0]["steer"] or {"motions": []})["motions"]
    assert {motion["key"] for motion in motions} <= {"later", "abandon"}
    socker.agree("again")
    assert all(phone.refused for phone in socker.house.phones.values())
    assert socker.window.top is socker.scene


@pytest.mark.parametrize("size", [100, 150, 200])
@pytest.mark.parametrize("count", [1, 3, 5, 9])
def test_farewell_shows_all_players_at_any_text_size(tmp_path: Path, count: int, size: int) -> None:
    window = WindowRobot(tmp_path)
    window.context.update_settings(text_size=size)
    people = tuple(PastPlayer(name, look) for look, name in enumerate(NAMES))
    games = list(SHORT)
    window.context.phones.steering.past_matches += [
        PastMatch(games[n % 5], people, (n % 3,)) for n in range(count)
    ]
    window.context.open_scene("party_summary")
    for shape in ((1280, 720), (960, 540), (1024, 768)):
        window.context.on_resize(*shape)
        boxes = [box for key, box in window.top.frame.boxes.items() if key.startswith("puppet")]
        assert len(boxes) == len(NAMES)
        view = window.context.view.box
        assert all(box.x >= view.x and box.right <= view.right and box.y >= 0 for box in boxes), shape
        assert faults(window.top) == []
    window.close()
