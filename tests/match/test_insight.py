"""Analysis of finished matches, and their statistics."""

import importlib
import json
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from game.bots.worker import Worker
from game.core.cards import JOKER, multiset_difference, remove_cards
from game.core.discovery import find_game, game_slugs, import_object
from game.core.rng import SeededRng
from game.core.schema import read_record, to_json
from game.core.session import Session
from game.games.city.match_text import joined_pairs
from game.games.rockit.rules.state import PACK
from game.match.analysis import (
    AnalysedTurn,
    Fact,
    MatchAnalysis,
    Progress,
    TurnEvaluation,
    TurningPoint,
    analyst_of,
    chance_words,
    from_json,
    job,
    moment_words,
    turn_words,
    undecided_words,
)
from game.match.analysis.job import (
    LOOK_REQUEST,
    OUTLINE_REQUEST,
    REASONS_PROGRESS,
    REFINE_REQUEST,
    WEIGH_REQUEST,
    AnalysisJob,
    AnalysisOutline,
    AnalysisRun,
    moments,
    smooth_probabilities,
    surprises,
)
from game.match.match_text import LeadSummary, MatchStat, course_of, lead_sentence, notable_stats, top_stat
from game.store.archive import AnalysisCache
from game.store.data_folder import DataFolder
from main import main
from tests.core.rummy_oracle import program
from tests.games.rockit.test_review import OUT
from tests.match.analysis_helpers import NAMES, analyst, played, understood
from tests.match.rummy_milp import Deal, comings
from tests.matches import random_plies
from tests.sampling import PATIENCE, sample_size

# The analysis: turning points, stored results, tasks, the command.


PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"
TURNS = tuple(AnalysedTurn(2 * number, 2 * number + 2, number % 2) for number in range(6))
FLAT = [(0.5, 0.5)] * 7


def costly(loss: float) -> TurnEvaluation:
    return TurnEvaluation(loss, good=False, best=0.6, better=("better",))


def short() -> Session:
    """Return a match of RockIt that is lost because a playable hand was not laid."""
    text = OUT.replace("4D,7S", "9D")
    return played(Session.from_position("rockit", text), "draw", "play 9D 10D JD QD")


@cache
def known() -> MatchAnalysis:
    """Return its whole analysis, computed once."""
    return understood(short().record())


def test_costliest_moments_come_in_match_order() -> None:
    weighed = [costly(0.1), TurnEvaluation.fine(0.5), costly(0.3), costly(0.05), costly(0.2), None]
    for chances, costs in (
        ([None] * 7, [0.1, 0.3, 0.2]),
        # With the figures of the chart, once these are known.
        ([(one, 1 - one) for one in (0.8, 0.7, 0.7, 0.5, 0.55, 0.25, 0.25)], [0.1, 0.2, 0.3]),
    ):
        found = moments(TURNS, list(chances), weighed)
        assert [moment.number for moment in found] == [0, 2, 4]
        assert [round(moment.before - moment.after, 2) for moment in found] == costs
        assert all(moment.better == ("better",) for moment in found)


def test_largest_change_is_shown_if_nothing_cost_much() -> None:
    chances = [(0.5275, 0.4725), (0.5275, 0.4725), *[(1.0, 0.0)] * 4, (0.8, 0.2)]
    found = moments(TURNS, list(chances), [TurnEvaluation.fine()] * 6, surprises(TURNS, list(chances)))
    assert [moment.number for moment in found] == [1, 5]
    # Turn 1 is Bo's. It changed as much for Bo, so the moment takes Bo's side.
    assert (found[0].seat, found[0].before, found[0].after) == (1, 0.4725, 0.0)
    assert not found[0].better


def test_every_eighth_turn_is_analysed_first() -> None:
    study = AnalysisJob("")
    begin = study.task()
    assert begin is not None
    turns = tuple(AnalysedTurn(number, number + 1, number % 2) for number in range(20))
    study.take(begin, AnalysisOutline("rockit", 2, turns, 1, None))
    tasks = [task for _number in range(4) if (task := study.task()) is not None]
    assert [task.numbers for task in tasks] == [(0,), (8,), (16,), (1, 2, 3, 4)], (
        "the first answer comes soon"
    )
    for number, task in enumerate(tasks[:3]):
        study.take(task, [(0.1 * number, 1 - 0.1 * number)])
    assert study.findings is not None
    assert [ply for ply, _chances in study.findings.curve] == [0, 8, 16]


@pytest.mark.parametrize(("closely", "why"), [(0.8, ({"kind": "stock"},)), (0.8, ()), (0.52, ())])
def test_apparent_changes_are_rechecked_and_need_a_reason(closely: float, why: tuple[Fact, ...]) -> None:
    study = AnalysisJob("")
    while (task := study.task()) is not None:
        if task.where == OUTLINE_REQUEST:
            study.take(task, AnalysisOutline("rockit", 2, TURNS, 1, None))
        elif task.where == REFINE_REQUEST:
            study.take(
                task, [(closely, 1 - closely) if number == 2 else (0.5, 0.5) for number in task.numbers]
            )
        elif task.where == WEIGH_REQUEST:
            study.take(task, [TurnEvaluation.fine()])
        else:
            study.take(task, [(0.7, 0.3) if number == 2 else (0.5, 0.5) for number in task.numbers] or why)
    assert study.is_over
    assert study.findings is not None
    told = [(moment.number, round(moment.after, 2)) for moment in study.findings.moments]
    assert told == ([(1, 0.2), (2, 0.5)] if why else [])


def test_unexplained_moment_makes_room_for_another() -> None:
    study, band = AnalysisJob(""), (0.5, 0.9, 0.4, 0.8, 0.3, 0.6, 0.6)
    while (task := study.task()) is not None:
        if task.where == OUTLINE_REQUEST:
            study.take(task, AnalysisOutline("rockit", 2, TURNS, 1, None, draw_turns=frozenset(range(6))))
        elif task.where == WEIGH_REQUEST:
            study.take(task, [TurnEvaluation.fine()])
        elif task.numbers:
            study.take(task, [(band[number], 1 - band[number]) for number in task.numbers])
        else:
            study.take(task, () if task.arguments[2].number == 1 else ({"kind": "stock"},))
    assert study.findings is not None
    assert [moment.number for moment in study.findings.moments] == [0, 2, 3]


def test_luck_of_the_next_deal_is_no_turning_point() -> None:
    """The first seat closes a hand, and the next deal makes all the difference."""
    chances = [(0.5, 0.5), (0.5, 0.5), (0.8, 0.2), (0.8, 0.2), (0.8, 0.2), (0.8, 0.2), (1.0, 0.0)]
    found = surprises(TURNS, list(chances), frozenset({1, 5}))
    assert [moment.number for moment in found] == [5], "after the last turn nothing is dealt"


def test_moment_and_curve_show_equal_chances() -> None:
    """In games with hands only the loss is known; it is added to the chance after the turn."""
    chances = [(0.5, 0.5), (0.4, 0.6), *FLAT[2:]]
    [found] = moments(TURNS, list(chances), [replace(costly(0.2), best=None), *[None] * 5])
    assert (found.before, found.after) == (0.6, 0.4)


def test_moment_cannot_cost_more_than_the_chance_before() -> None:
    chances = [(0.05, 0.95), *[(0.05, 0.95)] * 6]
    assert moments(TURNS, list(chances), [replace(costly(0.2), best=None), *[None] * 5]) == []


def test_moment_cannot_cost_a_chance_that_remains() -> None:
    """A turn that left the match as good as won decided nothing, at any estimated cost."""
    chances = [(1.0, 0.0), *[(1.0, 0.0)] * 6]
    assert moments(TURNS, list(chances), [replace(costly(0.2), best=None), *[None] * 5]) == []


def test_loss_beyond_the_seats_knowledge_is_shown_as_such() -> None:
    """It must not rank behind others by its small known cost, unless it was luck."""
    chances = [(0.3, 0.7), *[(0.0, 1.0)] * 6]
    weighed = [replace(costly(0.05), best=None), *[None] * 5]
    lost = surprises(TURNS, list(chances))
    [found] = moments(TURNS, list(chances), list(weighed), lost)
    assert (found.before, found.after, found.better) == (0.3, 0.0, ("better",))
    [found] = moments(TURNS, list(chances), list(weighed), lost, frozenset({0}))
    assert (found.before, found.after) == (0.05, 0.0)


def test_uneventful_match_has_no_moments() -> None:
    assert moments(TURNS, list(FLAT), [costly(0.01)] * 6) == []


def test_curve_credits_the_mover_with_gains_that_were_available() -> None:
    """Unless a card was drawn, which is luck."""
    chances = [(0.5, 0.5), (0.5, 0.5), (0.5, 0.5), (1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 0.0)]
    calm = smooth_probabilities(TURNS, chances, frozenset())
    assert calm == [*FLAT[:2], *[(1.0, 0.0)] * 5]
    drawn = smooth_probabilities(TURNS, chances, frozenset({2}))
    assert drawn[:3] == [(0.5, 0.5)] * 3
    assert [moment.number for moment in surprises(TURNS, drawn)] == [2]


def test_undecided_match_may_name_the_lucky_player() -> None:
    found = MatchAnalysis("rockit", 2, TURNS, ((0.17, 0.83), *[None] * 5, (0.0, 1.0)), (None,) * 6)
    assert undecided_words(found, NAMES).endswith("Bo's chance from the first turn: 83%.")
    even = replace(found, chances=(FLAT[0], *found.chances[1:]))
    assert undecided_words(even, NAMES).endswith("a single turn that decided it.")


def test_chance_words_distinguish_a_miss_from_a_swing() -> None:
    missed = TurningPoint(0, 0, 0.58, 0.44, ("better",))
    assert chance_words(missed, NAMES) == "Ann's chance: 44% instead of 58%"
    swing = TurningPoint(0, 1, 0.36, 0.6)
    assert chance_words(swing, NAMES) == "Bo's chance: 36% to 60%"


def test_words_without_a_better_move_name_the_mover() -> None:
    session = short()
    for seat in (0, 1):
        told = moment_words(TurningPoint(1, seat, 0.2, 1.0), analyst(session), session, ("Ann", "Bo"))
        assert told == ["I found nothing better for Bo this turn."], "whosever chance it changed"


def test_accuracy_counts_only_turns_with_a_choice() -> None:
    weighed = (costly(0.1), TurnEvaluation.fine(), None, costly(0.2), TurnEvaluation.fine(), None)
    found = MatchAnalysis("rockit", 2, TURNS, tuple(FLAT), weighed)
    assert [(tally.good, tally.of) for tally in found.tallies] == [(1, 2), (1, 2)]


def test_analysis_survives_saving() -> None:
    found = understood(short().record())
    full = f"play {' | '.join(['8P 9P 10P'] * 40)}"
    found = replace(found, moments=tuple(replace(one, better=(full,)) for one in found.moments))
    assert from_json(json.loads(json.dumps(to_json(found)))) == found
    assert found.is_whole
    assert found.chances[-1] == (0.0, 1.0)


def test_playable_whole_hand_decides_the_match() -> None:
    session = short()
    found = understood(session.record())
    assert found.moments[0].number == 0
    assert found.moments[0].better == ("play 10D JD QD KD",)
    assert (found.moments[0].before, found.moments[0].after) == (1, 0), "the better turn would have won"
    assert [fact["kind"] for fact in found.moments[0].facts] == ["whole", "won_by"]
    assert [(tally.good, tally.of) for tally in found.tallies] == [(0, 1), (1, 1)]


def test_analysis_does_not_change_the_record() -> None:
    session = short()
    before = session.record()
    understood(before)
    assert session.record() == before


def test_order_of_answers_does_not_matter() -> None:
    record = short().record()
    study = AnalysisJob(record)
    while not study.is_over:
        tasks = []
        while (task := study.task()) is not None:
            tasks.append(task)
        for task in reversed(tasks):
            function = import_object(task.where)
            assert callable(function)
            study.take(task, function(*task.arguments))
    assert study.findings == understood(record)


def answered(study: AnalysisJob, most: int) -> list[tuple[str, object]]:
    """Execute at most ``most`` tasks of an analysis; return their functions and arguments."""
    asked = list[tuple[str, object]]()
    while len(asked) < most and (task := study.task()) is not None:
        function = import_object(task.where)
        assert callable(function)
        study.take(task, function(*task.arguments))
        asked.append((task.where, task.arguments[1:]))
    return asked


def test_analysis_continues_where_it_was_left_with_the_same_figures() -> None:
    record, many = short().record(), 10**6
    whole = AnalysisJob(record)
    tasks = len(answered(whole, many))
    for left in range(1, tasks + 1):
        first = AnalysisJob(record)
        before = answered(first, left)
        progress = read_record(Progress, json.loads(json.dumps(to_json(first.progress))))
        second = AnalysisJob(record, progress)
        answered(second, 1)
        once = [task for task in before if task[0] in (LOOK_REQUEST, WEIGH_REQUEST)]
        assert second.fraction_done >= min(first.fraction_done, REASONS_PROGRESS)
        assert not {*once} & {*answered(second, many)}
        assert second.is_over
        assert second.findings == whole.findings == known()


def test_progress_of_another_match_is_ignored() -> None:
    first = AnalysisJob(short().record())
    answered(first, 3)
    other = AnalysisJob(
        (PLAYTHROUGHS / "city.txt").read_text(encoding="utf-8").partition("---")[0], first.progress
    )
    answered(other, 1)
    assert other.fraction_done == 0


def test_first_findings_come_before_the_analysis_ends() -> None:
    study = AnalysisJob((PLAYTHROUGHS / "city.txt").read_text(encoding="utf-8").partition("---")[0])
    first = study.task()
    assert first is not None
    assert first.where == OUTLINE_REQUEST
    assert study.findings is None
    from game.match.analysis.job import outline

    study.take(first, outline(*first.arguments))
    task = study.task()
    assert task is not None
    study.take(task, [(0.6, 0.4)] * len(task.arguments[1]))
    assert study.findings is not None
    assert study.findings.curve[0] == (0, (0.6, 0.4))
    assert 0 < study.fraction_done < 0.3


def test_worker_processes_find_the_same_and_end() -> None:
    woken = threading.Semaphore(0)
    workers: list[Worker] = []

    def hired() -> Worker:
        workers.append(Worker(woken.release))
        return workers[-1]

    record = short().record()
    run = AnalysisRun(record, hired)
    while not run.is_over:
        assert woken.acquire(timeout=PATIENCE)
        run.poll()
    assert not run.error
    assert run.findings == known()
    assert all(worker.pid is None for worker in workers)


def test_closed_run_ends_its_processes() -> None:
    workers: list[Worker] = []

    def hired() -> Worker:
        workers.append(Worker())
        return workers[-1]

    run = AnalysisRun(short().record(), hired)
    run.close()
    assert run.is_over
    assert all(worker.pid is None for worker in workers)


def test_worker_error_is_reported_once_and_ends_the_run() -> None:
    woken = threading.Semaphore(0)
    run = AnalysisRun("no record", lambda: Worker(woken.release))
    while not run.is_over:
        assert woken.acquire(timeout=PATIENCE)
        run.poll()
    assert "no record" in run.error or "Record" in run.error
    assert run.findings is None


@pytest.mark.parametrize("game", ["city", "rockit", "sociable", "socker", "socki"])
def test_turns_of_a_match_follow_each_other(game: str) -> None:
    record = (PLAYTHROUGHS / f"{game}.txt").read_text(encoding="utf-8").partition("---")[0]
    session, analyst = Session.from_record(record), analyst_of(game)
    assert game in game_slugs()
    assert analyst is not None
    turns = analyst.turns(session)
    assert turns
    assert all(one.last <= other.first for one, other in pairwise(turns))
    assert all(turn.first < turn.last <= len(session.log) for turn in turns)
    for turn in turns:
        assert session.log[turn.first][0] == turn.seat


def test_cache_distinguishes_records_and_versions(tmp_path: Path) -> None:
    kept = AnalysisCache(DataFolder(tmp_path))
    assert kept.read("a record", 1) is None
    assert kept.put("a record", {"game": "city"}, 1)
    assert (kept.read("a record", 1) or {})["game"] == "city"
    assert kept.read("another record", 1) is None
    assert kept.read("a record", 2) is None


def test_command_prints_what_decided_the_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.txt"
    path.write_text(short().record(), encoding="utf-8")
    assert main(["analyse", str(path), "--workers", "1"]) == 0
    told = capsys.readouterr().out
    assert "What decided it" in told
    assert "Player 1 could have played the whole hand." in told
    assert "Player 1 played nothing. 1 card could have gone." in told
    assert "Best or nearly as good" in told


def test_command_counts_turns_as_the_window_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third turn began with the fourth move; some lines had said so, others "turn 3"."""
    session = Session.new("city", seed=1, options={"start_player": "first"})
    for _ply in range(5):  # the first turn is one piece, the others are two
        session.play(session.moves()[0])
    turns = tuple(analyst(session).turns(session))
    assert [turn.first for turn in turns] == [0, 1, 3]
    lost = {"kind": "lost", "colour": "red", "seat": 1, "turn": 4, "next": False}
    evaluations = None, TurnEvaluation.fine(), TurnEvaluation(0.1, good=False, facts=(lost,))
    chances = (0.5, 0.5), (0.6, 0.4), (0.6, 0.4), (0.7, 0.3)
    moment = TurningPoint(2, 0, 0.7, 0.6, tuple(move for _seat, move in session.log[1:3]))
    found = MatchAnalysis("city", 2, turns, chances, evaluations, (moment,), 1.0)
    monkeypatch.setattr(job, "found_out", lambda _record, _workers: found)
    path = tmp_path / "match.txt"
    path.write_text(session.record(), encoding="utf-8")
    assert main(["analyse", str(path)]) == 0
    told = capsys.readouterr().out.replace("\N{NO-BREAK SPACE}", " ")
    assert "\n  Player 1, turn 1    50%    50%\n  Player 2, turn 2    60%    40%\n" in told
    assert "\n1. Player 1, turn 3. Player 1's chance: 60% instead of 70%\n" in told
    assert "\n  Player 1, turn 3  Player 2 brought red home on turn 4.\n" in told
    assert "move" not in told


def test_command_prints_the_analysis_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "found_out", lambda _record, _workers: known())
    path = tmp_path / "match.json"
    path.write_text(json.dumps({"record": short().record()}), encoding="utf-8")
    assert main(["analyse", "--json", str(path), "--workers", "1"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == "rockit"
    assert told["moments"][0]["words"][0] == "Player 1 could have played the whole hand."
    assert told["best_or_nearly"][0] == {"name": "Player 1", "good": 0, "of": 1}


def test_command_refuses_other_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.json"
    path.write_text("{}", encoding="utf-8")
    assert main(["analyse", str(path)]) == 2
    assert "neither a record" in capsys.readouterr().err


# Statistics of a match, counted from its moves, without a window.


def test_city_analysis_has_pairs_and_lines() -> None:
    session = Session.new("city", seed=5)
    for _ply in random_plies(session, 5, 100_000):
        pass
    pairs = joined_pairs(session)
    assert [{one.colour for one in side} for side in pairs] == [
        set(claimed) for claimed in session.observe(None)["claimed"]
    ]
    for side in pairs:
        lines = [len(one.way) for one in side]
        assert lines == sorted(lines, reverse=True), "the longest line is shown"


def test_analysis_shows_how_the_lead_changed() -> None:
    assert course_of([[0, 1, 2], [0, 0, 1]], 0) == LeadSummary(0, 0)
    assert course_of([[0, 0, 1, 3], [0, 2, 2, 2]], 0) == LeadSummary(1, 2)
    assert course_of([[0, 1, 1, 2, 3], [0, 0, 2, 2, 2]], 0) == LeadSummary(2, 1)
    assert course_of([[0, 5, 9], [0, 9, 1]], 1, lowest=True) == LeadSummary(1, 4)
    assert lead_sentence(LeadSummary(0, 0), "Ann") == "Ann was never behind."
    assert "3 behind" in lead_sentence(LeadSummary(1, 3), "Ann")
    assert "4 times" in lead_sentence(LeadSummary(4, 3), "Ann")


def test_uninformative_statistics_are_left_out() -> None:
    none, some = top_stat("cards drawn in all", [0, 0, 0, 0]), top_stat("cards drawn in all", [3, 3, 2, 1])
    assert notable_stats([none, some]) == [some]
    play, laid = (
        top_stat(words, [2, 0], "play", ["9P"]) for words in ("cards in the best turn", "cards played in all")
    )
    assert notable_stats([play, laid]) == [play], "the same card is shown once"


def test_statistic_names_its_seats() -> None:
    assert top_stat("longest line", [3, 7], "line") == MatchStat(7, "longest line", (1,), "line")
    assert top_stat("kicks", [4, 4]).seats == (0, 1)
    assert top_stat("kicks", [9, 9, 9, 9]).seats == (), "of too many nobody is named"
    assert top_stat("kicks", []) == MatchStat(0, "kicks")


def test_moments_appear_before_the_analysis_ends() -> None:
    """It appears once its turn is weighed; its facts come at the end."""
    study, early = AnalysisJob(short().record()), list[tuple[TurningPoint, ...]]()
    while (task := study.task()) is not None:
        function = import_object(task.where)
        assert callable(function)
        study.take(task, function(*task.arguments))
        assert study.findings is not None
        if not study.is_over:
            early.append(study.findings.moments)
    whole = study.findings.moments if study.findings is not None else ()
    assert any(early)
    assert not any(moment.facts for moment in early[0])
    assert [moment.number for moment in early[-1]] == [moment.number for moment in whole]
    assert any(moment.facts for moment in whole)


# Facts about turns of the rummies, checked by an integer program on the real table.


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_claims_about_turns_hold_on_the_table(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few deals, because which turn is better does not matter here, only the facts about both."""
    review = importlib.import_module(f"game.games.{game}.analysis")
    if game == "socki":
        monkeypatch.setattr(review, "COMPARISON_DEALS", 4)
    else:
        for sight in ("BEST_TURN_SEARCH", "COMPARISON_SEARCH"):
            monkeypatch.setattr(review, sight, replace(getattr(review, sight), worlds=8))
    chance, claims, bot = SeededRng("audit"), Counter[str](), find_game(game).bot
    for _match in range(sample_size(2, 30)):
        session = Session.new(game, 2 + chance.below(3), chance.seed(), find_game(game).info.recommended)
        while (seat := session.to_move) is not None and len(session.log) < 150:
            level = chance.pick(("easy", "normal"))
            session.play(bot.choose(session.observe(seat), session.options, level, chance))
        looks = analyst(session)
        of_draws = {turn: session.log[turn.last - 1][1] == "draw" for turn in looks.turns(session)}
        turns = sorted(chance.shuffled(list(of_draws)), key=lambda turn: of_draws[turn])
        for turn in (*turns[:7], *turns[-3:]):  # there are more facts about turns that lay cards
            weighed = looks.evaluate_turn(session, turn)
            better = weighed.better if weighed is not None else ()
            facts = looks.explain(session, turn, TurningPoint(0, turn.seat, 0.6, 0.4, better))
            exact = weighed.facts if weighed is not None else ()
            told = [*((one, better) for one in facts), *((one, ()) for one in exact)]
            for fact, instead in told:
                before = session.before(turn.first)
                assert _is_so(session, turn, instead, fact), (before.position(), instead, fact)
                claims[fact["kind"]] += bool(looks.fact_sentence(fact, session, NAMES))
    assert len(claims) > 6, claims


def _is_so(session: Session, turn: AnalysedTurn, better: Sequence[str], fact: Fact) -> bool:
    """True if a fact about a turn, or about a better one, holds."""
    looks, game, seat = analyst(session), session.game, turn.seat
    last = turn.last - 1 if game == "socki" else turn.first
    before, moves = session.before(last), [move for _seat, move in session.log[turn.first : turn.last]]
    seen = before.observe(seat)
    table, hand = seen["table"], seen["hand"]
    made, instead = (looks.cards(session, turn, some) for some in (moves, better))

    def most(piles: Sequence[Sequence[str]], cards: Sequence[str]) -> int:
        return program(game, piles, cards, {})

    match fact["kind"]:
        case "laid":
            could = len(instead) if better else most(table, hand)
            return bool(fact["laid"] == len(made) and fact["most"] == could)
        case "could":
            return bool(fact["laid"] == len(made) and fact["most"] == most(table, hand))
        case "more":
            counts = fact["laid"] == len(made) and fact["could"] == len(instead)
            return counts and sorted([*made, *fact["cards"]]) == sorted(instead) and bool(fact["cards"])
        case "keep":
            kept = sorted(fact["cards"])
            return (
                bool(kept)
                and not multiset_difference(kept, made)
                and kept == sorted(multiset_difference(made, instead))
            )
        case "whole":
            return sorted(instead) == sorted(hand)
        case "hold" | "lay" | "come":
            return bool(made) is (fact["kind"] == "hold") is not bool(instead)
        case "fed":
            then = session.before(last)
            for move in better:
                then.play(move)
            after = session.before(turn.last)
            next_hand = after.observe(fact["seat"])["hand"]
            found = [most(one.observe(None)["table"], next_hand) for one in (after, then)]
            held = len(next_hand) == fact["hand"] and after.to_move == fact["seat"] != seat
            return held and found == [fact["made"], fact["better"]]
        case "next":
            after = session.before(turn.last)
            next_hand = after.observe(fact["seat"])["hand"]
            found = [most(one.observe(None)["table"], next_hand) for one in (after, before)]
            held = len(next_hand) == fact["hand"] and after.to_move == fact["seat"] != seat
            return held and found == [fact["made"], fact["before"]]
        case "goes":
            then = session.before(last)
            for move in better:
                then.play(move)
            turns = (session.before(turn.last), made), (then, instead)
            found = [most(one.observe(None)["table"], remove_cards(hand, laid)) for one, laid in turns]
            return found == [fact["made"], fact["better"]]
        case "spent":
            jokers = fact["jokers"] == made.count(JOKER) > 0
            return jokers and (fact["laid"], fact["kept"]) == (len(made), len(hand) - len(made))
        case "stock":
            refusal = before.refusal("draw")
            return refusal is not None and refusal.code == "stock_empty"
        case "ready":
            after = session.before(turn.last)
            held, lying = (after.observe(fact["seat"])[key] for key in ("hand", "table"))
            deals = [Deal(game, lying, held, session.options)]
            if not after.observe(None).get("in", [True] * 4)[fact["seat"]]:
                deals = [deal for _trick, deal in comings(deals[0])]
            all_go = any(most(deal.table, deal.hand) == len(deal.hand) for deal in deals)
            return all_go and fact["own"] == (fact["seat"] == seat)
        case "did":
            if not fact["laid"]:
                return not made
            drawn = moves.count("draw")
            return (fact["laid"], fact["kept"], fact["drawn"]) == (len(made), len(hand) - len(made), drawn)
        case "drew":
            last = turn.last
            if fact.get("later") or "outs" in fact:
                last = next(ply for ply in range(last, len(session.log)) if session.log[ply][0] == seat)
            lying, held = (session.before(last).observe(seat)[key] for key in ("table", "hand"))
            if "comes" in fact:
                can = [any(comings(Deal(game, lying, one, session.options))) for one in (hand, held)]
                return can == [False, fact["comes"]]
            if "outs" in fact:
                out = [card.partition("=")[0] for pile in table for card in pile]
                out += [card for one in range(session.players) for card in before.observe(one)["hand"]]
                left = multiset_difference(PACK.deck(session.options.get_int("decks")), out)
                outs = sum(most(lying, [*hand, card]) > len(hand) for card in left)
                return (outs, len(left)) == (fact["outs"], fact["left"])
            goes = [most(lying, held), most(lying, hand), len(held)] if "made" in fact else []
            told = [fact[key] for key in ("made", "without", "hand") if key in fact]
            return goes == told and [fact["card"]] == list(multiset_difference(held, hand))
    return fact["kind"] in {"out", "counted", "won_by", "game", "shared"}


def test_turns_are_counted_per_hand() -> None:
    def said(number: int, *hands: int) -> str:
        looks = analyst_of("sociable")
        assert looks is not None
        return turn_words(number, hands, looks, "Ann").replace("\N{NO-BREAK SPACE}", " ")

    assert said(6, 0) == "Ann, turn 7"
    assert [said(number, 0, 5) for number in (4, 5, 6)] == [
        "Ann, hand 1, turn 5", "Ann, hand 2, turn 1", "Ann, hand 2, turn 2",
    ]  # fmt: skip
