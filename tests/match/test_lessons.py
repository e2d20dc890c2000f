"""Lessons, and actions in the middle of one."""

from __future__ import annotations

import re
from collections import deque
from importlib.resources import files

import pytest

from game import i18n
from game.core.discovery import game_slugs
from game.core.game import IllegalMove
from game.i18n import _
from game.match.lesson import (
    DRAFT_PREFIX,
    LESSON_FILE,
    GuidedMatch,
    Lesson,
    LessonCatalogue,
    LessonDirector,
    OffLessonMove,
    ScriptedReplies,
    has_groups,
    is_done,
    left_at,
    lessons_of,
    next_lesson,
    progress_entry,
    read_lessons,
)
from game.match.match import Match
from game.match.seats import Seat
from game.ui.core.input import InputAction
from tests.sampling import sample_size

# Lessons as data: each can be played to its end, in every language, and together they teach all basics.


NEEDED = {
    "socker": {
        "step", "kick", "aim", "sock", "blocked", "actions", "turn", "goal", "defence", "fallen", "undo",
        "out", "spot", "setup",
    },
    "city": {
        "lay", "turn", "join", "printed", "ways", "block", "round", "give_up", "supply", "points",
    },
    "rockit": {
        "choose", "coming_in", "kind", "run", "go_on", "add", "draw", "joker", "name", "pay", "win",
    },
    "sociable": {"beat", "pair", "pass", "joker", "lead", "places", "exchange", "chairs", "points"},
    "socki": {"set", "run", "happy", "knock", "draw", "rearrange", "mend", "undo", "out", "score"},
}  # fmt: skip
"""Rules that a beginner has to know before a match of each game."""
TAUGHT = [slug for slug in game_slugs() if read_lessons(slug).lessons or read_lessons(slug).faults]
ALL = [(slug, lesson) for slug in TAUGHT for lesson in read_lessons(slug).lessons]
each_lesson = pytest.mark.parametrize(
    ("slug", "lesson"), ALL, ids=[f"{slug}-{lesson.key}" for slug, lesson in ALL]
)


def test_every_lesson_can_be_played_to_its_end() -> None:
    """Loading proves each lesson by its own solution; a rejected one has a fault with the reason."""
    assert [fault for slug in TAUGHT for fault in read_lessons(slug).faults] == []
    assert set(TAUGHT) >= set(NEEDED)


@pytest.mark.parametrize("slug", NEEDED)
def test_lessons_teach_every_needed_rule(slug: str) -> None:
    taught = {rule for lesson in read_lessons(slug).lessons for rule in lesson.rules}
    assert taught == NEEDED[slug]


@each_lesson
def test_lesson_texts_work_in_every_language(slug: str, lesson: Lesson) -> None:
    names = {f"seat{number}": f"Player {number}" for number in range(8)}
    english = (lesson.title, lesson.learnt, *(text for step in lesson.steps for text in step.texts))
    for language in i18n.languages():
        i18n.set_language(language)
        told = [_(text).format(**names) for text in english]
        assert all(told)
        assert not any("{" in text for text in told)
        assert ":" not in told[0], "a title stands behind a colon"


OF_THE_SCREEN = re.compile(
    r"\b(arrow|lift(?!-off)|pick (it )?up|pointer|focus|press|key|keyboard|mouse|click|look closer|list)\b",
    re.IGNORECASE,
)


@each_lesson
def test_phone_texts_do_not_mention_keys_and_pointers(slug: str, lesson: Lesson) -> None:
    for step in lesson.steps:
        told = step.spoken(on_phone=True)
        for text in (told.say, told.act, told.nudge):
            assert not OF_THE_SCREEN.search(text), text
        assert step.spoken(on_phone=False).nudge == step.nudge


@each_lesson
def test_slow_reader_needs_under_three_minutes(slug: str, lesson: Lesson) -> None:
    """At 120 words a minute, with six seconds for each action."""
    told = sum(len(f"{step.say} {step.act}".split()) for step in lesson.steps)
    deeds = sum(len(step.solution) + len(step.reply) for step in lesson.steps)
    assert told / 2 + 6 * deeds < 180


@each_lesson
def test_presses_are_input_actions(slug: str, lesson: Lesson) -> None:
    assert all(step.press in ("", *InputAction) for step in lesson.steps)


def table(tutor: LessonDirector) -> GuidedMatch:
    match = GuidedMatch(tutor.session(["Ann", "Bo"]), [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    tutor.attach(match)
    return match


def taught(key: str, slug: str = "socker") -> Lesson:
    found = read_lessons(slug).find(key)
    assert found is not None
    return found


def test_wrong_move_gets_a_nudge_and_changes_nothing() -> None:
    tutor = LessonDirector(taught("kick"))
    match = table(tutor)
    before = match.session.position()
    with pytest.raises(IllegalMove) as refused:
        match.play("move e5 e9")
    assert not isinstance(refused.value, OffLessonMove), "the game's own refusal goes first"
    assert tutor.needs_nudge
    tutor.say_again()
    with pytest.raises(OffLessonMove):
        match.play("move e5 d5")
    assert tutor.needs_nudge
    assert match.session.position() == before
    match.play("kick e5 e6")
    assert not tutor.needs_nudge
    assert tutor.can_continue


def test_others_answer_by_the_script_at_bot_pace() -> None:
    tutor = LessonDirector(taught("down"))
    match = table(tutor)
    replies = ScriptedReplies(match, tutor)
    assert not replies.tick(10_000, 1.0), "it is not their turn"
    match.play("move e5 e6")
    assert not tutor.is_done
    match.play("end")
    replies.start_pause()
    assert replies.tick(100, 1.0)
    assert match.session.log[-1] == (0, "end"), "they wait a moment"
    while replies.tick(500, 1.0):
        continue
    assert [move for seat, move in match.session.log if seat == 1] == ["sock e7 e6", "end"]
    assert tutor.can_continue
    assert not tutor.next_step(), "it continues at the same table"
    assert tutor.number == 1


def test_undo_stops_at_the_start_of_a_step() -> None:
    tutor = LessonDirector(taught("down"))
    match = table(tutor)
    assert not tutor.may_take_back
    match.play("move e5 e6")
    assert tutor.may_take_back
    match.undo()
    assert tutor.expected_move == "move e5 e6"


def test_undo_can_be_the_goal_of_a_step() -> None:
    tutor = LessonDirector(taught("down"))
    match = table(tutor)
    for number in range(2):
        for move in (*tutor.step.moves, *tutor.step.reply):
            match.play(move)
        tutor.next_step()
        assert tutor.number == number + 1
    assert tutor.step.goal.undone
    match.undo()
    assert tutor.can_continue


def test_lesson_resumes_at_its_last_position() -> None:
    """No sentence may refer to anything before the lesson was opened."""
    kick, step = taught("kick"), taught("step")
    assert LessonDirector(kick, 2).number == 1
    assert LessonDirector(kick, 99).number == 1, "a shorter lesson than that which was left"
    assert left_at({"step": 2, "kick": 2}, step) == 0, "the list does not promise more"
    assert left_at({"step": 2, "kick": 2}, kick) == 1
    for _slug, lesson in ALL:
        for number, _step in enumerate(lesson.steps):
            tutor = LessonDirector(lesson, left_at({lesson.key: number}, lesson))
            assert tutor.step.position, f"{lesson.game}: {lesson.key}: {tutor.step.say}"
    assert next_lesson(read_lessons("socker"), {"down": "done", "step": 1}) == step


def test_lesson_progress_is_saved() -> None:
    lessons = read_lessons("socker")
    first, second = lessons.lessons[:2]
    assert next_lesson(lessons, {}) == first
    kept = progress_entry({}, first, 2)
    assert left_at(kept, first) == first.table_of(2)
    kept = progress_entry(kept, first, len(first.steps))
    assert is_done(kept, first)
    assert progress_entry(kept, first, 1) == kept, "what is done stays done"
    assert next_lesson(lessons, kept) == second
    third = lessons.lessons[2]
    assert next_lesson(lessons, progress_entry(kept, third, 1)) == third, (
        "what was left in the middle goes first"
    )
    assert next_lesson(lessons, {lesson.key: "done" for lesson in lessons.lessons}) is None
    assert left_at({first.key: "nonsense"}, first) == 0
    assert lessons.after(lessons.lessons[-1].key) is None
    assert lessons.after(first.key) == second


def test_groups_of_an_unfinished_turn_are_recognised() -> None:
    assert has_groups("= 4B 4F 4L | 9P 10P 11P", "4F 4B 4L")
    assert not has_groups("4B 4F | 4L 9P", "4F 4B 4L")
    assert not has_groups("4B 4F 4L", "4F 4B 4L | 4F 4B 4L")
    assert not has_groups("", "e4")
    assert has_groups("5L 6L 7L | 4F 4B 4L", "4L 5L 6L or 5L 6L 7L"), (
        "a player ahead of the lesson has done it too"
    )
    assert not has_groups("5L 6L | 4F 4B 4L", "4L 5L 6L or 5L 6L 7L")
    assert has_groups("4C 5C 6C | 5D 5S 5H", "= 5H 5D 5S | 4C 5C 6C")
    assert not has_groups("4C 5C 6C | 7H 8H 9H | 5D 5S 5H", "= 4C 5C 6C | 5D 5S 5H"), "all that may lie there"


GOOD = """
[tables]
line = "field=9/9/9/9/9/4o4/4R4/9/9/9/4B4"
[[lesson]]
key = "kick"
title = "Kick"
learnt = "You can kick."
rules = ["kick"]
[[lesson.step]]
position = "{line}"
say = "Kick it."
act = "Kick."
nudge = "The ball."
point = ["e6"]
solution = ["kick e5 e6"]
"""


def only_fault(text: str) -> str:
    found: LessonCatalogue = lessons_of("socker", text)
    assert found.lessons == ()
    assert len(found.faults) == 1
    return found.faults[0]


@pytest.mark.parametrize("short", ['win = "Goals."\nturn = "Three."', 'lose = "Never."'])
def test_short_intro_needs_three_sentences(short: str) -> None:
    found = lessons_of("socker", f"[short]\n{short}\n{GOOD}")
    assert found.short == ()
    assert [lesson.key for lesson in found.lessons] == ["kick"]
    assert found.faults[0].startswith("socker/lessons.toml, short: ")


def test_valid_file_has_no_fault() -> None:
    assert [lesson.key for lesson in lessons_of("socker", GOOD).lessons] == ["kick"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("4R4/9/9/9/4B4", "4R4/9/9/9/4Z4", "step 1: the position cannot be"),
        ("{line}", "{other}", "step 1: position names 'other'"),
        ("kick e5 e6", "kick e5 e7", "step 1: 'kick e5 e7' cannot be played"),
        ('"kick e5 e6"]', '"kick e5 e6"]\ndone = { event = "goal" }', "step 1: its solution does not end it"),
        ('say = "Kick it."\n', "", "step.1.say is missing"),
        ('learnt = "You can kick."\n', "", "lesson kick: learnt is missing"),
        ('nudge = "The ball."', 'nudge = " "', "step.1.nudge is missing"),
        ('solution = ["kick e5 e6"]', "solution = []", "step 1: solution is missing"),
        ('["kick e5 e6"]', '["kick e5 e6"]\nphone = { hint = "Tap." }', "step.1.phone has no 'hint'"),
        ('["kick e5 e6"]', '["kick e5 e6"]\nphone = { act = "" }', "step.1.phone.act is missing"),
        ('["kick e5 e6"]', '["kick e5 e6"]\nreply = ["move e5 e4"]\nsaid = 3', "step.1 has no 'said'"),
        ('["kick e5 e6"]', '["kick e5 e6"]\nreply = ["move e1 e2"]', "step 1, reply: 'move e1 e2' cannot"),
        ('["kick e5 e6"]', '["kick e5 e6"]\ndone = { undone = 3 }', "step.1.done.undone is true or false"),
        ('rules = ["kick"]', 'rules = ["kick"]\nseat = 1', "it is not the turn of seat 1"),
        ('rules = ["kick"]', 'rules = ["kick"]\noptions = { goals = 99 }', "the position cannot be"),
        ('position = "{line}"\n', "", "step 1: the first step needs a position"),
        ("[tables]", "[tables", "is no TOML"),
    ],
)
def test_invalid_lesson_is_skipped_and_reported(old: str, new: str, told: str) -> None:
    assert old in GOOD
    fault = only_fault(GOOD.replace(old, new))
    assert fault.startswith("socker/lessons.toml")
    assert told in fault


def test_step_out_of_turn_is_reported_by_its_number() -> None:
    more = '\n[[lesson.step]]\nsay = "On."\nact = "On."\nnudge = "On."\npoint = ["e5"]\nsolution = ["end"]\n'
    text = GOOD.replace("point", "reply = []\npoint")
    assert "step 3: it is not the turn of seat 0" in only_fault(text + 2 * more)


def test_duplicate_lesson_keys_are_reported() -> None:
    twice = GOOD + GOOD.partition("[[lesson]]")[1] + GOOD.partition("[[lesson]]")[2]
    found = lessons_of("socker", twice)
    assert len(found.lessons) == 1
    assert "there are two of this key" in found.faults[0]


def test_match_without_tutor_accepts_every_move() -> None:
    match: Match = GuidedMatch(LessonDirector(taught("kick")).session(), [Seat("Ann", 0), Seat("Bo", 1)])
    match.play("move e5 d5")
    assert match.session.log == ((0, "move e5 d5"),)


def test_reply_that_the_learner_can_block_needs_an_alternative() -> None:
    text = files("game.games.city").joinpath(LESSON_FILE).read_text(encoding="utf-8")
    assert " or lay e3 f3" in text
    found = lessons_of("city", text.replace(" or lay e3 f3", ""))
    assert "lay" not in [lesson.key for lesson in found.lessons]
    assert len(found.faults) == 1
    assert "lesson lay, step 1, after lay e8 f7, reply: 'lay e8 f7' cannot be played" in found.faults[0]


def test_extra_card_is_flagged_until_it_is_removed() -> None:
    """If not, a learner who lays a wrong card and then the right one would wait for ever."""
    tutor, rest = LessonDirector(taught("set", "socki")), "4L 5L 6L"
    tutor.update_draft(f"10P 10F 10B | {rest}")
    assert not tutor.needs_nudge
    for making in (f"10P 9F 10F 10B | {rest}", f"10P 9F 10F 10L 10B | {rest}"):
        tutor.update_draft(making)
        assert tutor.astray
        assert tutor.needs_nudge
    tutor.update_draft(f"10P 10F 10B | 4L 5L | {rest}")
    assert tutor.astray
    tutor.update_draft(f"10P 10F 10B | {rest} | 10L")  # an intermediate state
    assert not tutor.astray
    assert not tutor.needs_nudge
    tutor.update_draft(f"10P 10F 10B 10L | {rest}")
    assert tutor.is_done


def test_stepping_through_choices_is_no_fault() -> None:
    lesson = next(each for each in read_lessons("city").lessons if each.steps[0].goal.making)
    tutor = LessonDirector(lesson)
    for chosen in ("", "green", "violet"):
        tutor.update_draft(chosen)
        assert not tutor.needs_nudge


# With any accepted action a lesson continues: nothing breaks, and the learner is never stuck.


PATHS = sample_size(60, full=4000)  # paths tried from each start position, the shortest first
UNDO = "undo"


class Learner:
    """A learner some way into a lesson, after all answers of the others."""

    def __init__(self, lesson: Lesson, start: int, path: tuple[str, ...]) -> None:
        self.tutor = LessonDirector(lesson, start)
        session = self.tutor.session()
        seats = [Seat(name, n, "" if n == lesson.seat else "easy") for n, name in enumerate(session.names)]
        self.match = GuidedMatch(session, seats)
        self.tutor.attach(self.match)
        self.is_through = False  # True if the lesson is over, or continues at another position
        for deed in path:
            self._do(deed)

    def _do(self, deed: str) -> None:
        tutor, match = self.tutor, self.match
        if deed == UNDO:
            match.undo()
        elif deed.startswith(DRAFT_PREFIX):
            tutor.update_draft(deed)
        else:
            match.play(deed)
        while tutor.answers:
            match.play(tutor.answer)
        if tutor.can_continue:
            self.is_through = tutor.next_step() or tutor.is_over

    @property
    def stands(self) -> tuple[int, str, int]:
        """State by which two paths are equal."""
        return self.tutor.number, self.match.session.position(), len(self.match.session.log)

    def deeds(self) -> list[str]:
        """Return all actions that are possible here."""
        tutor, match = self.tutor, self.match
        if tutor.step.goal.undone:
            return [UNDO]
        making = [line for line in tutor.step.solution if line.startswith(DRAFT_PREFIX)]
        if match.to_move != tutor.lesson.seat:
            return making
        # The rummies list only some of the plays, so the expected move may be another one.
        moves = dict.fromkeys([*filter(None, [tutor.expected_move]), *match.session.moves()])
        allowed = [move for move in moves if match.session.refusal(move) is None]
        return making + [move for move in allowed if tutor.accepts(move)]


@each_lesson
def test_no_allowed_action_blocks_a_lesson(slug: str, lesson: Lesson) -> None:
    for start in (number for number, step in enumerate(lesson.steps) if step.position):
        left, seen = deque([()]), set()  # type: deque[tuple[str, ...]], set[object]
        for _path in range(PATHS):
            if not left:
                break
            path = left.popleft()
            try:
                learner = Learner(lesson, start, path)
            except IllegalMove as refused:
                pytest.fail(f"{slug}, {lesson.title}: stuck after {path}: {refused}")
            if learner.is_through or learner.stands in seen:
                continue
            seen.add(learner.stands)
            deeds = learner.deeds()
            assert deeds, f"{slug}, {lesson.title}: after {path} nothing is left to do"
            left.extend((*path, deed) for deed in deeds)
