"""Tests of SOCiable's debrief: pages by each input, files, simulations, votes, in every theme and size."""

from __future__ import annotations

import csv
import dataclasses
import functools
import io
import itertools
import threading
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pygame
import pytest

from game import i18n
from game.bots.match_runner import bot_move
from game.bots.worker import Worker
from game.core.options import Options
from game.core.session import Session
from game.games.sociable.screen.match_report import export
from game.games.sociable.screen.match_report.export import ReportExportOptions, files, table
from game.games.sociable.screen.match_report.match_text import QUESTION_COUNT, headline, thought, way
from game.games.sociable.screen.match_report.page import ReportKey
from game.games.sociable.screen.match_report.paged_report import PagedReport
from game.games.sociable.screen.match_report.scene import MatchReportScene
from game.games.sociable.statistics import MatchStatistics
from game.games.sociable.statistics.simulation import SimulatedPopulation, batches
from game.match.seats import PHONE, Seat
from game.match.share_vote import FIRST_ROUND, SECOND_ROUND, VoteShift
from game.store.data_folder import HOME_VARIABLE
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY
from game.ui.match.match_end import POLL_CLOSE_MS, VoteSlip
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import SliderRow
from main import main
from tests.languages import in_languages
from tests.rows import Row
from tests.sampling import PATIENCE, risk, sample_size, thinned
from tests.scenes.harness import GamepadRobot, ImmediateWorker, KeyboardRobot, WindowRobot
from tests.scenes.layout_checks import frame_faults, labels

NAMES = ("Annabella", "Kit", "Pip", "Maximilian", "Gus")
FEW = sample_size(7, 10)


def played(players: int = 5, seed: int = 60, **options: object) -> Session:
    """Return a finished match between bots. Each caller gets a copy, because seats may be renamed."""
    return copy(_played(players, seed, **options))


@functools.cache
def _played(players: int, seed: int, **options: object) -> Session:
    session = Session.new("sociable", players, seed, {"target": 21, **options}, names=NAMES[:players])
    while session.to_move is not None:
        level = ("normal", "easy", "easy", "normal", "easy")[session.to_move]
        session.play(bot_move(session, level, seed))
    return session


def over(window: WindowRobot, session: Session) -> MatchScene:
    """Return the scene of a finished match."""
    seats = [Seat(name, look, "" if look < 2 else "normal") for look, name in enumerate(session.names)]
    scene = match_scene(window.context, session, seats)
    scene.app = window.context
    return scene


def debriefed(window: WindowRobot, session: Session, *, counted: bool = False) -> MatchReportScene:
    """Open the debrief of a match as its scene does. With ``counted``, award its socks first."""
    scene = over(window, session)
    if counted:
        scene.ending.count()
    scene.finish()
    debrief = window.top
    assert isinstance(debrief, MatchReportScene)
    debrief.make()
    window.step()
    return debrief


@pytest.fixture
def debrief(window: WindowRobot) -> MatchReportScene:
    return debriefed(window, played())


def test_finished_match_opens_its_debrief(window: WindowRobot) -> None:
    window.context.scenes.push(over(window, played()))
    for _ in range(100):
        window.step(ms=50)
    debrief = window.top
    assert isinstance(debrief, MatchReportScene)
    story = debrief.data.story
    assert story.totals[-1] == debrief.match.result().scores
    assert debrief.data.winners == debrief.match.result().winners
    assert [page.name for page in debrief.pages] == [
        "hands",
        "chairs",
        "exchange",
        "societies",
        "socks",
        "talk",
    ]


def test_press_shows_the_debrief_before_it_is_drawn(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = over(window, played())
    window.context.scenes.push(scene)
    monkeypatch.setattr("game.games.sociable.screen.match_report.scene.FRAME_BUDGET_S", 0.0)
    window.context.scenes.push(MatchReportScene(scene, MatchStatistics.of(scene.match.session.record())))
    for _ in range(5):
        window.step()
    window.app.screen = pygame.display.set_mode((960, 540), pygame.RESIZABLE)
    window.step(pygame.event.Event(pygame.VIDEORESIZE, w=960, h=540, size=(960, 540)))
    for _ in range(5):
        window.step()
    assert not window.top.is_opaque
    window.press_key(pygame.K_RIGHT)
    assert window.top.is_opaque
    assert window.top.page == 1


def test_match_without_a_finished_hand_has_plain_results(window: WindowRobot) -> None:
    session = Session.new("sociable", 5, 4, names=NAMES)
    scene = window.open_match(session, [Seat(name, look) for look, name in enumerate(NAMES)])
    scene.match.concede(0)
    for _ in range(200):
        window.step(ms=50)
    assert window.shown == "ResultsScene"


def test_conceding_leader_loses_to_the_next_player(window: WindowRobot) -> None:
    session = Session.new("sociable", 5, 4, names=NAMES)
    while session.observe(None)["scores"] == [0] * 5:
        session.play(bot_move(session, "normal", 4))
    scene = window.open_match(session, [Seat(name, look) for look, name in enumerate(NAMES)])
    ahead, second, *_rest = MatchStatistics.of(session.record()).standing
    scene.match.concede(ahead)
    for _ in range(200):
        window.step(ms=50)
    window.choose("Continue to the charts")
    assert window.shown == "MatchReportScene"
    assert window.top.data.winners == (second,)
    assert headline(window.top.data) == f"{NAMES[second]} wins"
    assert way(window.top.data) == f"{NAMES[ahead]} left the office early."
    debrief = window.top
    check_room(debrief, window)


@pytest.mark.parametrize("text_size", [100, 200])
def test_help_strip_entries_match_their_actions(
    debrief: MatchReportScene, window: WindowRobot, text_size: int
) -> None:
    window.context.update_settings(text_size=text_size)
    for page, scene_name in enumerate(debrief.pages):
        debrief.show(page)
        prompts = dict(debrief.prompts())
        assert all(prompts.values())
        asks = scene_name.name == "talk" or (text_size == 100 and scene_name.name != "societies")
        assert prompts[InputAction.NEXT] == ("Next question" if asks else "Questions")
        window.press_key(pygame.K_TAB)
        assert debrief.page == (page if asks else len(debrief.pages) - 1)


@pytest.mark.parametrize(("players", "first"), [(4, 72), (5, 54)])
def test_debrief_explains_the_scoring_and_ties(window: WindowRobot, players: int, first: int) -> None:
    ties = set()
    for seed in range(sample_size(first, first - 8), first + 4):  # at least one seed ends in a tie
        story = MatchStatistics.of(played(players, seed).record())
        data = debriefed(window, played(players, seed)).data
        points, places = story.totals[-1], story.orders[-1]
        ahead = [
            points[high] > points[low]
            or (points[high] == points[low] and places.index(high) < places.index(low))
            for high, low in itertools.combinations(story.first, 2)
        ]
        words = thought(data, 0)
        told_so = f"In {sum(ahead)} of {len(ahead)} pairs of players, the one who started in the higher chair"
        assert words.startswith(told_so)
        tie = len(set(points)) < players
        assert words.endswith("the last hand counts.") == tie
        ties.add(tie)
        window.context.scenes.pop()
    assert ties == {False, True}


def test_debrief_without_discussion_has_no_questions(window: WindowRobot) -> None:
    debrief = debriefed(window, played(show_discussion=False))
    assert [page.name for page in debrief.pages] == ["hands", "chairs", "exchange", "societies"]
    window.press_key(pygame.K_TAB)
    assert (debrief.page, debrief.question) == (1, 0)


def test_match_without_exchange_has_no_exchange_page(window: WindowRobot) -> None:
    debrief = debriefed(window, played(exchange="off"))
    assert [page.name for page in debrief.pages] == ["hands", "chairs", "societies", "talk"]


def longer(debrief: MatchReportScene, window: WindowRobot, hands: int) -> None:
    """Repeat the hands of the match until there are ``hands`` of them."""
    data = debrief.data
    rows = tuple(itertools.islice(itertools.cycle(data.story.hands), hands))
    debrief.data = dataclasses.replace(data, story=dataclasses.replace(data.story, hands=rows))
    window.context.scenes.relayout()


def test_debrief_of_a_long_match_scrolls(debrief: MatchReportScene, window: WindowRobot) -> None:
    longer(debrief, window, 30)
    for _ in range(40):
        window.press_key(pygame.K_DOWN)
    last = debrief.first
    assert 1 < last < 30
    assert "Points" in labels(debrief.frame)
    window.press_key(pygame.K_UP)
    assert debrief.first == last - 1
    assert "After 29" in labels(debrief.frame), "of the headline's points some are still to come"
    for _ in range(40):
        window.press_key(pygame.K_UP)
    assert debrief.first == 0
    window.press_key(pygame.K_DOWN)
    assert debrief.first == 1
    window.point(300, 300)
    window.step(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False))
    assert (debrief.first, debrief.page) == (2, 0)


# Sizes and themes.


class Texts:
    """Recorder of every drawn line of text, with its box in pixels."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found: list[tuple[str, pygame.Rect]] = []
        draw = Painter.text

        def recorded(
            painter: Painter, text: str, x: float, y: float, size: float = BODY, *more: TextStyle, **how: Any
        ) -> float:
            width = draw(painter, text, x, y, size, *more, **how)
            pixels = painter.letter_pixels(size, fixed=any(style.is_fixed_size for style in more))
            rect = pygame.Rect(0, 0, round(width * painter.view.scale), round(pixels * 0.7))
            anchor = how.get("anchor", "midleft")
            setattr(rect, anchor, (round(x * painter.view.scale), round(y * painter.view.scale)))
            if text.strip():
                self.found.append((text, rect))
            return width

        monkeypatch.setattr(Painter, "text", recorded)

    def check(self, window: pygame.Rect) -> None:
        for text, rect in self.found:
            assert window.contains(rect), f"{text!r} is cut off"
        for (first, one), (second, other) in itertools.combinations(self.found, 2):
            assert not one.inflate(-4, -4).colliderect(other.inflate(-4, -4)), f"{first!r} lies on {second!r}"


def check_texts(
    shown: PagedReport[Any, Any], page: int, window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that no text on one page of a debrief is cut off or overlaps another."""
    shown.show(page)
    shown.question = page % 4
    with monkeypatch.context() as patch:
        texts = Texts(patch)
        shown.on_layout()
        window.picture()
        texts.check(window.app.screen.get_rect())


def check_room(shown: PagedReport[Any, Any], window: WindowRobot) -> None:
    """Check that words fit on each page of a debrief, with each of its questions."""
    for page in range(len(shown.pages)):
        shown.show(page)
        for question in range(QUESTION_COUNT if shown.asks_here else 1):
            shown.question = question
            assert frame_faults(shown.frame, window.context.measuring_painter) == []


def test_large_text_keeps_the_headline(window: WindowRobot) -> None:
    """Checks the headline above the first page."""
    window.context.update_settings(text_size=200)
    debrief = debriefed(window, played())
    assert {headline(debrief.data), way(debrief.data)} <= set(labels(debrief.frame))


LOOKS: list[tuple[tuple[int, int], dict[str, object], int, int]] = [
    ((1280, 720), {}, 5, 0),
    ((1280, 720), {"text_size": 200}, 5, 0),
    ((1280, 720), {"text_size": 150, "theme": "dark"}, 4, 0),
    ((1280, 720), {"text_size": 200, "language": "pseudo"}, 4, 1),
    ((1280, 720), {"language": "pseudo"}, 5, 0),
    ((1280, 720), {"language": "de"}, 5, 7),
    ((960, 540), {"theme": "contrast"}, 5, 30),
    ((1024, 768), {}, 4, 1),
    ((1720, 720), {"reduced_motion": True}, 5, 0),
]


@thinned(1)
@pytest.mark.parametrize(("size", "settings", "players", "hands"), LOOKS)
def test_no_text_is_cut_off_or_overlaps(
    size: tuple[int, int],
    settings: dict[str, object],
    players: int,
    hands: int,
    tmp_path: Path,
) -> None:
    window = WindowRobot(tmp_path, size)
    window.context.update_settings(**settings)
    debrief = debriefed(window, played(players))
    if hands:
        longer(debrief, window, hands)
    check_room(debrief, window)
    debrief.data = debrief.data.with_societies(societies(debrief.match.session, 6))
    check_room(debrief, window)


# Simulated societies.


def societies(session: Session, matches: int) -> tuple[SimulatedPopulation, ...]:
    return _societies(session.options, session.players, session.seed, matches)


@functools.cache
def _societies(options: Options, players: int, seed: int, matches: int) -> tuple[SimulatedPopulation, ...]:
    """The result is deterministic, and slow to compute."""
    work = batches(options, players, seed, matches, matches)
    return tuple(
        SimulatedPopulation(players, tuple(life for batch in own for life in batch.play())) for own in work
    )


class Counted(ImmediateWorker):
    """Worker that answers one question a turn and counts the open workers."""

    alive: ClassVar[set[int]] = set()

    def submit(self, where: str, *arguments: Any, limit: float | None = None) -> int:
        self.alive.add(id(self))
        return super().submit(where, *arguments)

    def close(self) -> None:
        self.alive.discard(id(self))


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A few matches for each society, in batches of one."""
    monkeypatch.setattr("game.games.sociable.statistics.simulation.BATCH_SIZE", 1)
    monkeypatch.setattr(
        "game.games.sociable.statistics.simulation.MatchSimulationRun.__init__.__defaults__", (FEW,)
    )
    Counted.alive.clear()
    yield
    assert not Counted.alive


def to_societies(debrief: MatchReportScene, window: WindowRobot) -> None:
    window.context.worker = Counted  # type: ignore[method-assign, assignment]
    window.click_box(debrief.socks()[3])


def test_key_simulates_parallel_societies(debrief: MatchReportScene, window: WindowRobot, few: None) -> None:
    to_societies(debrief, window)
    window.press_key(pygame.K_e)
    shares = []
    for _ in range(40):
        if debrief.run is None:
            break
        shares.append(debrief.run.fraction_done)
        window.step()
    assert shares == sorted(shares)
    assert len(set(shares)) > 4
    assert debrief.data.societies == societies(debrief.match.session, FEW)
    window.press_key(pygame.K_e)
    assert debrief.run is None


def test_pad_and_mouse_start_and_stop_societies(
    debrief: MatchReportScene, window: WindowRobot, few: None
) -> None:
    to_societies(debrief, window)
    window.press_button("y")
    assert debrief.run is not None
    assert Counted.alive
    window.step()
    window.press_button("y")
    assert debrief.run is None
    assert not Counted.alive
    assert debrief.data.societies == ()
    window.click_box(debrief.frame.boxes[ReportKey.RUN])
    assert debrief.run is not None
    window.click_box(debrief.frame.boxes[ReportKey.RUN])
    assert debrief.run is None


def test_leaving_the_debrief_stops_the_simulation(
    debrief: MatchReportScene, window: WindowRobot, few: None
) -> None:
    to_societies(debrief, window)
    window.press_key(pygame.K_e)
    assert Counted.alive
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"
    assert not Counted.alive


def test_simulation_continues_behind_other_pages(
    debrief: MatchReportScene, window: WindowRobot, few: None
) -> None:
    to_societies(debrief, window)
    window.press_keys(pygame.K_e, pygame.K_LEFT)
    for _ in range(40):
        window.step()
    assert debrief.page == 2
    assert debrief.data.societies


def test_worker_processes_give_the_same_societies(debrief: MatchReportScene, window: WindowRobot) -> None:
    made: list[Worker] = []
    woken = threading.Event()

    def worker() -> Worker:
        made.append(Worker(woken.set))
        return made[-1]

    window.context.worker = worker  # type: ignore[method-assign]
    from game.games.sociable.statistics.simulation import MatchSimulationRun

    session, matches = debrief.match.session, sample_size(12, 30)
    run = MatchSimulationRun(session.options, session.players, session.seed, worker, matches=matches)
    while not run.is_over:
        assert woken.wait(PATIENCE)
        woken.clear()
        run.poll()
    assert run.societies == societies(session, matches)
    assert all(worker.pid is None for worker in made)
    run = MatchSimulationRun(session.options, session.players, session.seed, worker, matches=1000)
    run.close()
    assert run.is_over
    assert all(worker.pid is None for worker in made)


# Files.


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def saved(window: WindowRobot) -> str:
    """Wait for the dialog that names the folder, and return its text."""
    window.run_until(lambda: window.shown == "MessageDialog")
    assert window.shown == "MessageDialog"
    return window.rows[0].text


def test_keys_save_the_debrief(debrief: MatchReportScene, window: WindowRobot, documents: Path) -> None:
    window.press_key(pygame.K_x)
    KeyboardRobot(window).confirm()
    sentence = saved(window)
    (folder,) = documents.iterdir()
    assert str(folder) in sentence
    names = {path.name for path in folder.iterdir()}
    assert {"hands.csv", "moves.csv", "match.txt", "1-hands.png", "5-talk-4.png"} <= names
    assert "societies.csv" not in names
    hand_rows = rows((folder / "hands.csv").read_bytes())
    story = debrief.data.story
    assert len(hand_rows) == 5 * (len(story.hands) + 1)
    called = [seat.name for seat in debrief.data.seats]
    assert {row["player"] for row in hand_rows} == set(called)
    for row in hand_rows:
        seat = called.index(row["player"])
        assert int(row["total"]) == story.totals[int(row["hand"])][seat]
    again = MatchStatistics.of((folder / "match.txt").read_text(encoding="utf-8"))
    assert again == story
    picture = pygame.image.load(folder / "1-hands.png")
    assert picture.get_size() == (640, 360)


def test_saved_debrief_closes_without_a_question(window: WindowRobot, documents: Path) -> None:
    vote_over(window, 0, 3)
    window.top.vote.rounds[FIRST_ROUND].cast(0, (100, 0, 0))
    window.choose("Continue to the charts")
    debrief = window.top
    window.press_key(pygame.K_ESCAPE)
    assert window.choices == ["Stay here", "Save it first", "Go to title"], "a vote would be lost"
    window.press_key(pygame.K_ESCAPE)
    window.press_key(pygame.K_x)
    KeyboardRobot(window).confirm()
    saved(window)
    window.press_key(pygame.K_ESCAPE)
    assert window.top is debrief
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"


def test_debrief_without_a_vote_closes_at_once(debrief: MatchReportScene, window: WindowRobot) -> None:
    """The results of every other game close at once too."""
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"


@risk
def test_anonymous_files_contain_no_names(
    debrief: MatchReportScene, window: WindowRobot, documents: Path
) -> None:
    window.press_button("x")
    GamepadRobot(window).step(0, 1)
    GamepadRobot(window).confirm()
    saved(window)
    (folder,) = documents.iterdir()
    texts = [path.read_text(encoding="utf-8-sig") for path in folder.iterdir() if path.suffix != ".png"]
    assert not [name for name in NAMES for text in texts if name in text]
    assert "Player 1" in texts[0] + texts[1] + texts[2]


def test_unwritable_folder_is_reported_in_one_sentence(
    debrief: MatchReportScene, window: WindowRobot, documents: Path
) -> None:
    documents.parent.mkdir()
    documents.write_text("a file where the folder should be")
    window.click_strip("secondary")
    KeyboardRobot(window).confirm()
    sentence = saved(window)
    assert str(documents) in sentence
    assert sentence.count(".") <= str(documents).count(".") + 1
    KeyboardRobot(window).confirm()
    assert window.shown == "MatchReportScene"


def test_csv_cells_are_not_run_as_formulas() -> None:
    data = table([("a,b", 'say "no"'), ("=1+1", -3), ("-x", "")])
    assert list(csv.reader(io.StringIO(data.decode("utf-8-sig")))) == [
        ["a,b", 'say "no"'], ["'=1+1", "-3"], ["'-x", ""],
    ]  # fmt: skip


def test_german_tables_suit_a_german_spreadsheet(debrief: MatchReportScene, tmp_path: Path) -> None:
    """Semicolons between columns, decimal commas, German heads. English tables do not change."""
    report = debrief.data
    order = ReportExportOptions(
        debrief.match.session.record(), report.seats, report.winners, "", (), str(tmp_path), "now"
    )
    tables = {}
    for language in ("en", "de"):
        i18n.set_language(language)
        fields = dict(itertools.islice(files(dataclasses.replace(order, language=language)), 2))
        tables[language] = {name: data.decode("utf-8-sig") for name, data in fields.items()}
        assert fields["hands.csv"].startswith(b"\xef\xbb\xbf")
    i18n.set_language("en")
    english = list(csv.reader(io.StringIO(tables["en"]["hands.csv"])))
    german = list(csv.reader(io.StringIO(tables["de"]["hands.csv"]), delimiter=";"))
    assert english[0][:5] == ["hand", "player", "chair", "dealt", "strength as dealt"]
    assert german[0][:5] == ["Runde", "Spieler", "Stuhl", "ausgeteilt", "Stärke wie ausgeteilt"]
    assert [row[4].replace(",", ".") for row in german[1:]] == [row[4] for row in english[1:]]
    assert any("," in row[4] for row in german[1:])
    assert all(len(row) == len(german[0]) for row in german)
    assert tables["de"]["moves.csv"].startswith("von / nach;")


def test_anonymous_debrief_hides_names_in_its_ending(debrief: MatchReportScene) -> None:
    ann, *_others = debrief.data.seats
    report = replace(debrief.data, ending=f"{ann.name} left the office early.").hidden
    assert report.ending == "Player 1 left the office early."
    assert not {seat.name for seat in debrief.data.seats} & {seat.name for seat in report.seats}


def test_export_has_a_table_of_societies(debrief: MatchReportScene) -> None:
    data = debrief.data
    lives = tuple(society.lives for society in societies(debrief.match.session, 4))
    order = ReportExportOptions(debrief.match.session.record(), data.seats, data.winners, "", lives, "", "")
    tables = dict(itertools.islice(files(order), 3))
    table_rows = rows(tables["societies.csv"])
    wins = [float(row["with the exchange"]) for row in table_rows if row["item"] == ("wins by first chair")]
    assert sum(wins) == pytest.approx(1)


def test_command_line_writes_a_debrief(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(export, "PICTURE_SIZE", (640, 360))
    record = tmp_path / "match.txt"
    record.write_text(played(4).record(), encoding="utf-8")
    assert main(["debrief", str(record), "--out", str(tmp_path / "class"), "--anonymous"]) == 0
    folder = tmp_path / "class" / "debrief"
    assert capsys.readouterr().out == f"The debrief is in {folder}.\n"
    assert "Annabella" not in (folder / "hands.csv").read_text(encoding="utf-8-sig")
    assert (folder / "1-hands.png").exists()


def test_command_line_uses_the_system_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "PICTURE_SIZE", (640, 360))
    monkeypatch.setattr("locale.getlocale", lambda: ("de_DE", "UTF-8"))
    monkeypatch.setattr(export, "pictures", lambda *_, **__: ())
    record = tmp_path / "match.txt"
    record.write_text(played(4).record(), encoding="utf-8")
    assert main(["debrief", str(record), "--out", str(tmp_path / "class")]) == 0
    i18n.set_language("en")
    text = (tmp_path / "class" / "debrief" / "hands.csv").read_text(encoding="utf-8-sig")
    assert text.startswith("Runde;Spieler;")


@pytest.mark.parametrize(
    ("game", "sentence"),
    [("sociable", "There is nothing to report on"), ("socker", "Socker has no debrief.")],
)
def test_command_line_reports_errors(
    game: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "match.txt"
    record.write_text(Session.new(game, seed=0).record(), encoding="utf-8")
    assert main(["debrief", str(record), "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(sentence)
    (tmp_path / "file").write_text("")
    record.write_text(played().record(), encoding="utf-8")
    assert main(["debrief", str(record), "--out", str(tmp_path / "file" / "below")]) == 2
    assert "cannot be written to" in capsys.readouterr().err


# House rules for a class.

CLASS_RULES: dict[str, object] = {
    "target": 16, "joker_pair_beats_same_rank": True, "lead_after_out": "last_to_play",
    "four_player_points": "5-3-2-0", "pass": "final", "tie": "shared", "exchange": "reversed",
    "first_hand_exchange": False, "show_discussion": False,
    "handicap": "third",
}  # fmt: skip


def test_named_class_rules_are_saved_and_played(tmp_path: Path) -> None:
    first = WindowRobot(tmp_path)
    first.context.open_scene("lobby", "sociable")
    first.top.house_rules.use(CLASS_RULES)
    assert first.top.house_rules.change_count == len(CLASS_RULES)
    first.top.house_rules.ask_preset()
    first.step()
    first.type_text("7b")
    first.press_button("start")
    first.close()
    again = WindowRobot(tmp_path)
    again.context.open_scene("lobby", "sociable")
    assert again.top.house_rules.rules["target"] == 11
    again.top.house_rules.take_own_preset("7b")
    assert again.top.house_rules.rules == CLASS_RULES
    again.click_box(again.top.frame.boxes["start"])
    for _ in range(5):
        again.step()
    assert again.shown == "SociableView"
    assert dict(again.top.match.session.options) == CLASS_RULES


# Ways out of the debrief.


@pytest.mark.parametrize(
    ("key", "shown"),
    [(pygame.K_l, "TablePeekScene"), (pygame.K_r, "ReplayScene"), (pygame.K_h, "AnalysisScene")],
)
def test_back_returns_to_the_debrief(
    debrief: MatchReportScene, window: WindowRobot, key: int, shown: str
) -> None:
    window.app.watched = True
    window.press_key(key)
    assert window.shown == shown
    window.press_key(pygame.K_ESCAPE)
    assert window.top is debrief


def test_debrief_leads_to_rematch_rules_and_title(window: WindowRobot) -> None:
    debrief = debriefed(window, played())
    names = debrief.match.session.names
    window.press_keys(pygame.K_RETURN, pygame.K_RETURN)
    (again,) = [scene for scene in window.context.scenes.scenes if isinstance(scene, MatchScene)]
    assert again is not debrief.scene
    assert again.match.session.outcome is None
    assert (again.match.session.names, again.match.session.options) == (names, debrief.match.session.options)
    for steps, scene_name in ((1, "LobbyScene"), (2, "MatchReportScene")):
        debriefed(window, played())
        window.press_button("a")
        for _ in range(steps):
            GamepadRobot(window).step(0, 1)
        GamepadRobot(window).confirm()
        assert window.shown == scene_name
    window.click_strip("back")
    assert window.shown == "TitleScene"


@pytest.mark.parametrize("text_size", [100, 200])
def test_debrief_shows_new_socks_and_their_owners(window: WindowRobot, text_size: int) -> None:
    window.context.update_settings(text_size=text_size)
    debrief = debriefed(window, played(), counted=True)
    new = {sock.title: sock.owner_name for sock in debrief.data.earned}
    assert set(new.values()) == {"Annabella", "Kit"}, "computers have no drawers"
    assert "First Pair" in new
    assert [page.name for page in debrief.pages][-2:] == ["socks", "talk"]
    assert not debrief.data.hidden.earned, "nothing of it stands among what is saved without names"


def test_debrief_without_new_socks_has_no_sock_page(window: WindowRobot) -> None:
    debriefed(window, played(), counted=True)
    window.context.scenes.reset(window.context.screens["title"]())
    debrief = debriefed(window, played(), counted=True)
    assert not debrief.data.earned
    assert "socks" not in [page.name for page in debrief.pages]


def test_speech_reads_every_chart(debrief: MatchReportScene) -> None:
    """Speech gives each chair and each name with its figures."""
    story = debrief.data.story
    texts = {}
    for number, page in enumerate(debrief.pages):
        debrief.show(number)
        texts[page.name] = debrief.narration().text
    winner = debrief.data.seats[story.standing[0]].name
    points = ", ".join(str(total[story.standing[0]]) for total in story.totals[1:])
    assert f"{winner}: {points}" in texts["hands"]
    dealt, held = (f"{value:.1f}" for value in story.strengths[0])
    assert f"Boss: {dealt} as dealt, {held} after the exchange" in texts["chairs"]
    assert f"Boss: {story.chair_holds[0]}, Veep: {story.chair_holds[1]}" in " ".join(texts["chairs"])
    assert any(text.startswith("Temp to Boss: ") for text in texts["exchange"])
    assert len(set(texts.values())) == len(texts)
    assert all(texts.values())


def test_large_text_keeps_the_names_of_five_chairs(
    debrief: MatchReportScene, window: WindowRobot, drawn_words: list[str]
) -> None:
    window.context.update_settings(text_size=200)
    debrief.show([page.name for page in debrief.pages].index("strength"))
    drawn_words.clear()
    window.picture()
    assert {"Boss", "Veep", "Manager", "Clerk", "Temp"} <= set(drawn_words)


def test_speech_reads_the_chances_of_societies(debrief: MatchReportScene) -> None:
    debrief.data = debrief.data.with_societies(societies(debrief.match.session, 6))
    debrief.show(next(n for n, page in enumerate(debrief.pages) if page.lives))
    given, free = debrief.data.societies
    sentence = f"Boss: {round(100 * given.wins[0])}% with the exchange, {round(100 * free.wins[0])}% without"
    assert sentence in debrief.narration().text


# The vote of the debrief on the big screen: before the charts and after them.


def vote_over(window: WindowRobot, here: int, phones: int, **options: bool) -> MatchScene:
    """Finish a match with ``here`` persons at the screen, then phones, then bots, and return its scene."""
    session = played(**options)
    devices = [""] * here + [PHONE] * phones
    seats = [Seat(name, n, "" if n < here + phones else "easy", devices[n] if n < len(devices) else "")
             for n, name in enumerate(session.names)]  # fmt: skip
    scene = window.open_match(session, seats)
    while window.top is scene:
        window.run_for(500)
    window.past_winner()
    window.run_for(500)
    return scene


def sliders(window: WindowRobot) -> list[Row]:
    return [row for row in window.rows if isinstance(row.widget, SliderRow)]


def to_vote(window: WindowRobot) -> MatchReportScene:
    """Go to the page of the vote."""
    debrief: MatchReportScene = window.top
    debrief.hurry()
    debrief.show([page.name for page in debrief.pages].index("vote"))
    window.run_for(500)
    return debrief


def shift_of(debrief: MatchReportScene) -> VoteShift:
    assert debrief.data.vote is not None
    return debrief.data.vote


@pytest.mark.parametrize(("here", "phones"), [(3, 0), (1, 2), (0, 5)])
def test_vote_takes_place_where_it_stays_secret(window: WindowRobot, here: int, phones: int) -> None:
    vote_over(window, here, phones)
    assert window.shown == "VoteDialog"


@pytest.mark.parametrize(("here", "phones", "asks"), [(1, 0, True), (1, 1, True), (3, 0, False)])
def test_small_tables_have_no_vote(window: WindowRobot, here: int, phones: int, *, asks: bool) -> None:
    vote_over(window, here, phones, show_discussion=asks)
    assert window.shown == "MatchReportScene"
    assert not any(page.votes for page in window.top.pages)


def test_people_at_the_screen_vote_anonymously(window: WindowRobot) -> None:
    scene = vote_over(window, 2, 1)
    vote = window.top.vote
    for left in (2, 1):
        assert len(vote.pending_seats) == left
        window.choose("Vote on this screen")
        slip = window.top
        assert slip.shares == [0, 0, 0], "nothing of the slip before"
        window.choose("Cast vote")
        assert window.top is slip, "nobody has touched it"
        assert vote.rounds[FIRST_ROUND].count == 2 - left
        window.focus_on(sliders(window)[0])
        window.press_key(pygame.K_RIGHT)
        assert slip.shares == [5, 48, 47]
        window.choose("Cast vote")
    assert not any("Vote on" in label for label in window.choices)
    assert vote == scene.phone_seats.vote
    assert vote.handle_phone(2, {"do": "vote", "round": FIRST_ROUND, "shares": [10, 10, 80]}) == ""
    window.play_bots(POLL_CLOSE_MS + 500, until=lambda: window.shown == "MatchReportScene")
    assert window.shown == "MatchReportScene", "all have voted, and nobody has to press"


def test_slip_says_not_set_until_a_share_moves(window: WindowRobot) -> None:
    vote_over(window, 3, 0)
    window.choose("Vote on this screen")
    slip = window.top
    assert [row.value for row in sliders(window)] == ["not set yet"] * 3
    GamepadRobot(window).step(-1, 0)
    assert slip.shares == [0, 50, 50], "to put it at nothing is an opinion too"
    window.choose("Cast vote")
    assert slip.vote.rounds[FIRST_ROUND].count == 1


@in_languages
def test_slip_fits_in_large_text(window: WindowRobot, language: str) -> None:
    vote_over(window, 3, 0)
    window.context.update_settings(language=language, text_size=200)
    slip = VoteSlip(window.top.vote, FIRST_ROUND)
    window.context.scenes.push(slip)
    window.step()
    assert window.scroll.end <= 1


def test_tied_vote_is_reported_as_a_tie(window: WindowRobot) -> None:
    vote_over(window, 0, 4)
    vote = window.top.vote
    for seat, shares in enumerate(([60, 20, 20], [20, 60, 20], [20, 20, 60])):
        assert vote.handle_phone(seat, {"do": "vote", "round": FIRST_ROUND, "shares": shares}) == ""
    window.choose("Continue to the charts")
    debrief = to_vote(window)
    for seat in range(3):
        assert vote.handle_phone(seat, {"do": "vote", "round": SECOND_ROUND, "shares": [20, 40, 40]}) == ""
    window.choose("Show what has changed")
    window.run_for(200)
    joined_text = " ".join(labels(debrief.frame))
    assert "Before the charts it's a tie: Skill, Luck and Structure." in joined_text
    assert "Afterwards it's a tie: Luck and Structure." in joined_text
    assert ("A tie", "Skill, Luck, Structure", "Luck, Structure", "") in list(
        export.vote_rows(shift_of(debrief))
    )


def test_host_can_end_the_vote_but_not_by_accident(window: WindowRobot) -> None:
    vote_over(window, 1, 4)
    dialog = window.top
    window.press_key(pygame.K_ESCAPE)
    assert window.top is dialog
    window.play_bots(60_000)
    assert window.top is dialog, "a minute untouched"
    window.choose("Continue to the charts")
    assert window.shown == "MatchReportScene"
    assert (
        dialog.vote.handle_phone(1, {"do": "vote", "round": FIRST_ROUND, "shares": [10, 10, 80]})
        == "This vote is closed."
    )


def test_vote_shift_is_saved_as_averages_only(
    window: WindowRobot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "elsewhere"))
    monkeypatch.setattr(export, "PICTURE_SIZE", (640, 360))
    vote_over(window, 0, 4)
    vote = window.top.vote
    for seat, shares in enumerate(([91, 7, 2], [50, 40, 10], [13, 17, 70])):
        assert vote.handle_phone(seat, {"do": "vote", "round": FIRST_ROUND, "shares": shares}) == ""
    window.choose("Continue to the charts")
    debrief = to_vote(window)
    assert window.shown == "VoteDialog"
    window.choose("Later")
    window.press_key(pygame.K_e)
    for seat in range(3):
        assert vote.handle_phone(seat, {"do": "vote", "round": SECOND_ROUND, "shares": [11, 22, 67]}) == ""
    window.choose("Show what has changed")
    window.run_for(200)
    shift = shift_of(debrief)
    assert (shift.before, shift.after, shift.votes, shift.of) == ((52, 21, 27), (11, 22, 67), (3, 3), 4)
    debrief.save(1)
    window.run_for(200)
    [folder] = (tmp_path / "elsewhere" / "documents").iterdir()
    rows = list(csv.reader((folder / "vote.csv").read_text("utf-8-sig").splitlines()))
    shifts = [["Skill", "52", "11", "-41"], ["Luck", "21", "22", "1"], ["Structure", "27", "67", "40"]]
    assert rows[1:] == [*shifts, ["votes", "3", "3", ""]]
    assert any("vote" in path.name and path.suffix == ".png" for path in folder.iterdir())


def test_two_votes_show_no_result(window: WindowRobot) -> None:
    vote_over(window, 0, 4)
    vote = window.top.vote
    for seat in range(2):
        vote.handle_phone(seat, {"do": "vote", "round": FIRST_ROUND, "shares": [10, 10, 80]})
    window.choose("Continue to the charts")
    debrief = to_vote(window)
    window.choose("Show what has changed")
    window.run_for(200)
    assert shift_of(debrief).is_over
    assert not shift_of(debrief).is_known
    assert not any(act == "end_turn" for act, _words in debrief.prompts())


def test_leaving_the_debrief_closes_the_vote(window: WindowRobot) -> None:
    vote_over(window, 0, 3)
    vote = window.top.vote
    window.choose("Continue to the charts")
    to_vote(window)
    window.choose("Later")
    assert vote.current == SECOND_ROUND
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"
    assert vote.current is None


@pytest.mark.parametrize("size", [100, 150])
def test_vote_fits(tmp_path: Path, size: int) -> None:
    window = WindowRobot(tmp_path, text_size=size)
    vote_over(window, 1, 3)
    window.choose("Vote on this screen")
    window.press_key(pygame.K_RIGHT)
    window.choose("Cast vote")
    window.choose("Continue to the charts")
    debrief = to_vote(window)
    window.choose("Later")
    assert any(page.name.startswith("vote") for page in debrief.pages)
    check_room(debrief, window)
