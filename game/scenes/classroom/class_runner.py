"""A hall under way in this window: moved on in every turn of the loop, whatever screen lies on top.

Phones are told first, screens are looked at some ten times a second: at eight tables something happens in
every second frame. Beside it stand the cup as it is kept (with its game, its house rules, and since when its
round goes on), and the question before a hall opens its door.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from game.core.discovery import find_game
from game.core.options import Value
from game.core.rng import random_seed
from game.i18n import _
from game.match.classroom import (
    PAIR,
    BeginRound,
    ClassAttendance,
    ClassParty,
    ClassPhase,
    ClassPhones,
    ClassPlan,
    Classroom,
    ClassSnapshot,
    SimulatedParty,
    SwapRules,
    TeacherCommand,
    TeacherDesk,
    Tournament,
    TournamentTables,
    WorkerPool,
    games_of,
    rehearsed,
    speed_of,
)
from game.match.match import Match
from game.store.archive import ArchiveEntry
from game.store.saves import MOMENT
from game.ui.core.scene import AppContext, Scene
from game.ui.widgets import MessageDialog, ask_choice, confirm


@dataclass(frozen=True, slots=True)
class SavedTournament:
    """A cup, and what has to be known of it beside."""

    slug: str
    cup: Tournament
    rules: Mapping[str, Value] = field(default_factory=dict)
    """House rules, those that are not as usual."""
    since: float = field(default_factory=time.time)
    """When the round was paired, in seconds since 1970."""

    def gone_on(self, cup: Tournament) -> SavedTournament:
        """The same as far as it has come now."""
        is_round = (len(cup.rounds), cup.final is None) == (len(self.cup.rounds), self.cup.final is None)
        return replace(self, cup=cup, since=self.since if is_round else time.time())

    def looked_up(self, entries: Iterable[ArchiveEntry]) -> SavedTournament:
        """With the results of matches in this window since then, by the names of their seats.

        The album has the newest first; of two who have met more often the first match counts, and none in
        which a computer had one of the names.
        """
        cup = self.cup
        matches = [one.match for one in entries if not one.what_if]
        for match in reversed(matches):
            if match.slug != self.slug or not match.is_over or match.ended < self.since:
                continue
            if any(seat.get("level") for seat in match.seats):
                continue
            seats = [str(seat.get("name", "")) for seat in match.seats]
            for game in games_of(cup):
                names = [cup.names[person] for person in (game.one, game.other) if person is not None]
                if not game.is_played and len(seats) == PAIR and set(seats) == set(names):
                    won = [seats[seat] for seat in match.winners]
                    cup = cup.ended(game, 0.5 if len(won) != 1 else float(won[0] == names[0]))
        return replace(self, cup=cup)

    def kept(self) -> dict[str, Any]:
        return {**self.cup.kept(), "game": self.slug, "rules": dict(self.rules), "since": self.since}

    @classmethod
    def recalled(cls, kept: Mapping[str, Any] | None) -> SavedTournament | None:
        """What `kept` gave, and cups of before; `None` for anything else."""
        try:
            if kept is None:
                return None
            rules = dict(kept.get("rules", {}))
            return cls(
                find_game(str(kept["game"])).info.slug,
                Tournament.recalled(kept),
                rules,
                float(kept.get("since", 0.0)),
            )
        except (ValueError, TypeError, KeyError, LookupError, AttributeError):
            return None


STEP: Final = 200.0
"""How often the tables are looked at while hands are played, in ms: computer players pause far longer."""
LOOKS: Final = 100.0
"""How often screens look at it at most, in ms: at eight tables something happens in every second frame."""
LATEST: Final = 250.0
"""After so long, in ms, screens come before phones: in a class there may always be more of those."""
SLOW: Final = 50.0
"""Where turns of the loop are so far apart, in ms, none goes by without the phones."""
IDLE: Final = 1000.0
"""The same while nobody plays: only the clock goes on."""
LONGEST: Final = 2000.0
"""The most that passes at once, in ms: nobody was away for all the time that the computer has slept."""
ASLEEP: Final = 300.0
"""Seconds without a turn after which the computer has slept: the lesson may have been over meanwhile."""
WORKERS: Final = 2


class ClassScene(Scene):
    """A screen that shows a hall which is under way."""

    def glanced(self, glance: ClassSnapshot) -> bool:
        """The hall is another than a moment ago; whether that is to be seen here."""
        return True


class TournamentLost(ValueError):  # noqa: N818 - it is what has happened
    """Who has met whom in the cup of an evening is kept nowhere: its tables would play on for nothing."""


class ClassRunner:
    """A hall, its desk, and its phones.

    Attributes:
        hall: the hall.
        desk: what a teacher wishes goes there.
        cup: the tables of the cup that is played there, if one is.
        kept_cup: the same as it is kept.
    """

    def __init__(
        self,
        stage: AppContext,
        hall: Classroom,
        wall: Callable[[], float] = time.time,
        *,
        cup: SavedTournament | None = None,
        kept: Mapping[str, Any] | None = None,
        speed: float = 1.0,
    ) -> None:
        """Run a hall, and a cup in it: from now on phones may come.

        ``wall`` tells the time of day in seconds since 1970; ``kept`` is the evening as it was kept, to go on
        with its desk and its phones; with a ``speed`` more time passes in it than in the window.
        """
        self.stage, self.hall, self._wall, self._speed = stage, hall, wall, speed
        kept = kept or {}
        beside = kept["hall"].get("beside") if kept else None
        self.kept_cup = cup
        self.cup = TournamentTables(hall, cup.cup) if cup is not None else None
        stage.phones.close(over=True)
        party: ClassParty = stage.phones.open(beside.get("party") if isinstance(beside, Mapping) else None)
        if hall.is_rehearsal:
            party = SimulatedParty(party, hall, wall, random_seed())
        door = ClassAttendance(party, hall, stage.now * speed)
        try:
            self.desk = TeacherDesk(door, wall)
            self.desk.recall(kept)
            self._phones = ClassPhones(door, self.desk)
            hall.wake(wall())
        except Exception:
            stage.phones.close()  # nobody has asked for a party without its hall
            raise
        stage.phones.host(self, hall.plan.game)
        self._glance: ClassSnapshot | None = None
        self._told: ClassSnapshot | None = None
        """What the screens were told last."""
        self._last, self._awake = stage.now, wall()
        self._due = self._looked = stage.now
        self._pulse: tuple[object, ...] = ()
        self._forgets = False
        self._asks = False
        """Whether a question stands on the big screen."""

    @classmethod
    def begun(cls, stage: AppContext, plan: ClassPlan, cup: SavedTournament | None = None) -> ClassRunner:
        """A lesson or a cup that was prepared: from now on phones may come."""
        evening = stage.stores.evening
        evening.clear()
        return cls(stage, Classroom(plan, WorkerPool(stage.worker, WORKERS), evening), cup=cup)

    @classmethod
    def resumed(cls, stage: AppContext) -> tuple[ClassRunner, list[int]]:
        """The lesson that waits, and the tables that begin anew.

        Raises:
            ValueError: nothing is kept, or nothing that this program can play.
        """
        evening = stage.stores.evening
        stage.stores.autosave.settle(MOMENT)
        kept = evening.load()
        pool = WorkerPool(stage.worker, WORKERS)
        try:
            hall, anew = Classroom.resumed(kept, pool, evening)
            cup = _kept_cup(stage) if hall.plan.is_cup else None
            run = cls(stage, hall, cup=cup, kept=kept)
        except Exception:
            pool.close()  # nobody else would: processes outlive what has started them
            raise
        return run, anew

    @classmethod
    def rehearsed(cls, stage: AppContext, plan: ClassPlan) -> ClassRunner:
        """A lesson with people who are made up, on a clock that runs fast; nothing of it is kept."""
        speed, began, now = speed_of(plan), time.time(), stage.now
        hall = Classroom(rehearsed(plan), WorkerPool(stage.worker, WORKERS))
        hall.is_rehearsal = True
        # By the clock of the window, so that both stand still together.
        return cls(stage, hall, lambda: began + (stage.now - now) / 1000 * speed, speed=speed)

    # What screens ask.

    @property
    def mark(self) -> str:
        """What is written over every screen while it goes on; empty for nothing."""
        return _("Rehearsal") if self.hall.is_rehearsal else ""

    @property
    def glance(self) -> ClassSnapshot:
        if self._glance is None:
            self._glance = self.desk.snapshot(self._wall())
        return self._glance

    def match_at(self, number: int) -> Match | None:
        """What is played at a table, for whoever shows of it what everybody may see."""
        play = self.hall.table(number).play
        return play.match if play is not None else None

    @property
    def is_begun(self) -> bool:
        return self.hall.phase is not ClassPhase.GATHERING

    def do(self, wish: TeacherCommand) -> None:
        """Have something done, as a teacher wants it; where that cannot be, a sentence says why."""
        try:
            self.desk.do(wish)
        except ValueError as refused:
            self.stage.scenes.push(MessageDialog(_("That cannot be done now."), str(refused)))
        self._due = self.stage.now  # phones and pages are told in the next turn
        self._look()

    def another_code(self) -> None:
        """Let all pages of the teacher out, and have another code for them."""
        self._phones.another_code()

    def keep_cup(self) -> None:
        """Keep the cup as far as it has come, and have it shown."""
        if self.cup is not None and self.kept_cup is not None:
            self.kept_cup = self.kept_cup.gone_on(self.cup.cup)
            self.stage.stores.cup.keep(self.kept_cup.kept())
            self._glance = self._told = None

    # Each turn of the loop.

    def turn(self) -> bool:
        """Let time pass, take in what phones have done, tell them; whether anybody has done something."""
        now = self.stage.now
        passed, self._last = min(LONGEST, now - self._last), now
        before, self._awake = self._awake, self._wall()
        if self._awake - before > ASLEEP:
            self.hall.wake(self._awake)
        self.hall.tick(passed * self._speed, self._awake)
        if not self._has_changed(now):
            return False
        looked = now - self._looked
        if self._is_busy and passed < SLOW and looked >= LATEST:
            # What phones have done since the last turn waits for one more: no turn does everything at once.
            self._look()
            self._due = now + 1
            return False
        heard = self._phones.turn(now * self._speed)
        if self.cup is not None:
            # Whoever has come late sits down; what has ended at a table stands in the cup.
            self.cup.seat()
            if self.cup.read():
                self.keep_cup()
        self._due = now + (STEP if self._is_busy or self.hall.is_rehearsal else IDLE)
        # Phones first: what they have done is drawn in a later frame.
        if not self._is_busy or looked >= (4 * LATEST if self._phones.has_told else LOOKS):
            self._look()
        else:
            self._due = min(self._due, max(now + 1, self._looked + LOOKS))
        return heard

    def _has_changed(self, now: float) -> bool:
        """Whether anybody has done something, or it is time to look: most turns of the loop only draw."""
        before, self._pulse = self._pulse, self.hall.pulse
        party = self.stage.phones.party
        news = party is not None and party.has_news
        return not self._is_busy or now >= self._due or self._pulse != before or news or self._phones.owes

    @property
    def _is_busy(self) -> bool:
        return self.is_begun and not self.hall.paused and not self.hall.is_over

    def _look(self) -> None:
        """Take a glance, and have every screen drawn anew that shows what is another."""
        self._looked = self.stage.now
        glance = self.desk.snapshot(self._wall())
        # Between two looks somebody may have asked for a newer one than the screens were told.
        self._glance = glance
        if glance == self._told:
            return
        self._told = glance
        if glance.question is not None and not self._asks:
            # Wherever it was asked, and whatever lies here: everybody looks up.
            self.stage.open("hall_question", self)
        self._asks = glance.question is not None
        for scene in self.stage.scenes.scenes:
            if isinstance(scene, ClassScene) and scene.glanced(glance):
                scene.stale = True

    def due(self) -> Iterator[float]:
        """When the hall has to be moved on though nothing happens, in ms."""
        yield self._due

    @property
    def owes(self) -> bool:
        """Whether a phone has still to be told of something."""
        tables = self.hall.tables
        return self._phones.owes or any(table.play and table.play.phone_seats.owes for table in tables)

    # The end.

    def close(self, *, forget: bool) -> None:
        """Leave the hall: for good, or until somebody goes on with it."""
        self._forgets = forget
        if forget and self.cup is not None:
            self.stage.stores.cup.clear()
        self.stage.phones.close(over=forget)

    def closed(self) -> None:
        """The party is over: nobody thinks any more; with the window it waits for the next start."""
        self.hall.close(forget=self._forgets)


def _kept_cup(stage: AppContext) -> SavedTournament:
    """The cup that is played in the evening that waits.

    Raises:
        TournamentLost: nothing of it can be read.
    """
    kept = stage.stores.cup.load()
    cup = SavedTournament.recalled(kept)
    if cup is None:
        if kept is not None:
            stage.stores.cup.refuse()
        raise TournamentLost
    return cup


def ask_swap(run: ClassRunner) -> None:
    """Begin round two, in which tables swap their rules, once it was said what becomes of people's places."""
    swap = run.glance.swap
    if swap.told:
        more = f"{swap.told} {_('A hand that is not over does not count.')}"
        answers = _("Wait for them"), _("Begin it now")
        confirm(run.stage, _("Begin round 2 now?"), answers, lambda: run.do(BeginRound()), more, loses=True)
    elif not swap.may:
        run.do(SwapRules())  # which says why that cannot be
    else:
        ways: list[tuple[str, Callable[[], object] | None]] = [
            (_("People stay"), lambda: run.do(SwapRules("stay"))),
            (_("Places are drawn anew"), lambda: run.do(SwapRules("drawn"))),
            (_("Back"), None),
        ]
        ask_choice(run.stage, _("Swap the rules: round 2"), ways, f"{swap.words} {drawn_meant()}")


def swap_words(glance: ClassSnapshot) -> str:
    """What leads to round two; empty where nothing does."""
    if glance.swap.told:
        return _("Begin round 2 now")
    return _("Swap the rules: round 2") if glance.swap.may else ""


def drawn_meant() -> str:
    """What people's ways into round two are."""
    return _(
        "Where people stay, each table changes after its own hand. Where places are drawn anew, all wait for"
        " the slowest, and everybody still gets the rule that they have not had."
    )


def ask_begin(stage: AppContext, begin: Callable[[], None], *, is_rehearsal: bool = False) -> None:
    """Begin another evening; after a question where one waits, or phones have their seats elsewhere.

    A rehearsal takes the place of no evening that waits.
    """
    if stage.stores.evening.is_waiting and not is_rehearsal:
        more = _("It waits on the title. A new one takes its place, and nothing of it is kept.")
        confirm(stage, _("Another lesson waits."), (_("Back"), _("Begin a new one")), begin, more, loses=True)
    elif stage.phones.party is not None and stage.phones.party.held:
        more = _("Every phone loses its seat; the next party has another code.")
        confirm(stage, _("End the party?"), (_("Back"), _("End the party")), begin, more, loses=True)
    else:
        begin()


def not_saved_sentence() -> str:
    """What is kept of them, which is true: see `ClassRunner.close` and `game.store.saves`."""
    return _("Nothing about the people is kept after the evening, unless you save it yourself.")
