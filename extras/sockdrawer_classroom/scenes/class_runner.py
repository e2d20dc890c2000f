"""Class session running in this window. It advances in every turn of the loop, under any scene.

Phones are served first, and scenes are updated some ten times a second, because at eight tables something
happens in every second frame. The module also has the saved tournament (with its game, house rules and the
time when its round was paired), and the confirmation before a new session opens.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from game.core.discovery import find_game
from game.core.options import Value
from game.core.rng import random_seed
from game.i18n import _
from game.match.match import Match
from game.store.archive import ArchiveEntry
from game.store.saves import MAX_SCREEN_WAIT_S
from game.ui.core.scene import AppContext, Scene
from game.ui.widgets import MessageDialog, ask_choice, confirm
from sockdrawer_classroom.class_stores import CLASS_PART, TournamentStore, class_session
from sockdrawer_classroom.classroom import (
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
    TournamentGame,
    TournamentTables,
    WorkerPool,
    games_of,
    rehearsed,
    speed_of,
)
from sockdrawer_classroom.cup_rules import PAIR_SIZE


@dataclass(frozen=True, slots=True)
class SavedTournament:
    """Tournament and its game, house rules and time."""

    slug: str
    cup: Tournament
    rules: Mapping[str, Value] = field(default_factory=dict)  # house rules that differ from their defaults
    since: float = field(default_factory=time.time)  # when the round was paired, in seconds since 1970

    def gone_on(self, cup: Tournament) -> SavedTournament:
        """Copy with the current state of the tournament. A new round gets the current time."""
        is_round = (len(cup.rounds), cup.final is None) == (len(self.cup.rounds), self.cup.final is None)
        return replace(self, cup=cup, since=self.since if is_round else time.time())

    def looked_up(self, entries: Iterable[ArchiveEntry]) -> SavedTournament:
        """Copy with the results of matches in this window since the pairing, found by seat names.

        ``entries`` are newest first. If two people have met more than once, the first match counts. Matches
        with a bot and conceded ones do not count.
        """
        updated = self
        matches = [entry.match for entry in entries if not entry.what_if]
        for match in reversed(matches):
            if not match.is_over or match.conceded is not None or match.ended < self.since:
                continue
            if any(seat.get("level") for seat in match.seats):
                continue
            seats = [str(seat.get("name", "")) for seat in match.seats]
            game = updated.game_between(match.slug, seats)
            if game is not None and not game.is_played:
                winners = [seats[seat] for seat in match.winners]
                points = 0.5 if len(winners) != 1 else float(winners[0] == self.cup.names[game.one])
                updated = replace(updated, cup=updated.cup.with_game_result(game, points))
        return updated

    def game_between(self, slug: str, names: Sequence[str]) -> TournamentGame | None:
        """Game of the round, or the final, that a match of these people is; None if it is none."""
        return next(
            (
                game
                for game in games_of(self.cup)
                if slug == self.slug
                and len(names) == PAIR_SIZE
                and {self.cup.names[person] for person in (game.one, game.other) if person is not None}
                == set(names)
            ),
            None,
        )

    def dump_state(self) -> dict[str, Any]:
        """The tournament with its game, house rules and time, as plain JSON."""
        return {**self.cup.dump_state(), "game": self.slug, "rules": dict(self.rules), "since": self.since}

    @classmethod
    def from_state(cls, saved: Mapping[str, Any] | None) -> SavedTournament | None:
        """Tournament from the result of `dump_state`, also of older versions. None for None or if invalid."""
        try:
            if saved is None:
                return None
            rules = dict(saved.get("rules", {}))
            return cls(
                find_game(str(saved["game"])).info.slug,
                Tournament.from_state(saved),
                rules,
                float(saved.get("since", 0.0)),
            )
        except (ValueError, TypeError, KeyError, LookupError, AttributeError):
            return None


PLAY_UPDATE_MS: Final = (
    200.0  # ms between two updates of the tables while hands are played; bots pause far longer
)
# least ms between two updates of the scenes; at eight tables something happens in every second frame
LOOKS: Final = 100.0
# ms after which scenes are updated before phones, because a class may send messages without a pause
LATEST: Final = 250.0
SLOW_LOOP_MS: Final = 50.0  # ms between turns of the loop above which every turn serves the phones
IDLE_UPDATE_MS: Final = (
    1000.0  # ms between two updates while no hand is played, because only the clock changes
)
# ms that pass at most in one turn, so that no one counts as away while the computer slept
LONGEST: Final = 2000.0
# seconds without a turn after which the computer was asleep, and the lesson may have ended
ASLEEP: Final = 300.0
WORKER_COUNT: Final = 2


class ClassScene(Scene):
    """Scene that shows a running class."""

    def on_snapshot(self, snapshot: ClassSnapshot) -> bool:
        """Hook for a new snapshot. True, as by default, if this scene has to be redrawn."""
        return True


class TournamentLost(ValueError):  # noqa: N818 - it is what has happened
    """The results of the evening's tournament are lost, so its tables would play for nothing."""


class ClassRunner:
    """Running class with its teacher's desk and its phones.

    Attributes:
        hall: the class.
        desk: executes the teacher's commands.
        cup: tables of the tournament that is played, if any.
        kept_cup: that tournament in its saved form.
    """

    def __init__(
        self,
        app: AppContext,
        hall: Classroom,
        get_time: Callable[[], float] = time.time,
        *,
        cup: SavedTournament | None = None,
        saved: Mapping[str, Any] | None = None,
        speed: float = 1.0,
    ) -> None:
        """Run a class, and a tournament in it. Phones may join from now on.

        ``get_time`` returns the time of day in seconds since 1970. ``saved`` is the session to resume with
        its desk and phones. ``speed`` is the factor by which its time passes faster than the window's.
        """
        self.stage, self.hall, self._wall, self._speed = app, hall, get_time, speed
        saved = saved or {}
        extras = saved["hall"].get("beside") if saved else None
        self.kept_cup = cup
        self.cup = TournamentTables(hall, cup.cup) if cup is not None else None
        app.phones.close(over=True)
        party: ClassParty = app.phones.open(extras.get("party") if isinstance(extras, Mapping) else None)
        if hall.is_rehearsal:
            party = SimulatedParty(party, hall, get_time, random_seed())
        attendance = ClassAttendance(party, hall, app.now * speed)
        try:
            self.desk = TeacherDesk(attendance, get_time)
            self.desk.restore_state(saved)
            self._phones = ClassPhones(attendance, self.desk)
            hall.catch_up_clock(get_time())
        except Exception:
            app.phones.close()  # a party without its class must not stay open
            raise
        app.phones.attach_owner(self, hall.plan.game)
        self._glance: ClassSnapshot | None = None
        self._sent_snapshot: ClassSnapshot | None = None  # last snapshot that the scenes got
        self._last, self._awake = app.now, get_time()
        self._due = self._last_look_ms = app.now
        self._pulse: tuple[object, ...] = ()
        self._forgets = False
        self._is_asking = False  # True while a question is on the big screen

    @classmethod
    def begun(cls, app: AppContext, plan: ClassPlan, cup: SavedTournament | None = None) -> ClassRunner:
        """Delete the saved session, and start a prepared lesson or tournament; returns its runner.

        Phones may join from now on.
        """
        store = class_session(app.stores)
        store.clear()
        return cls(app, Classroom(plan, WorkerPool(app.worker, WORKER_COUNT), store), cup=cup)

    @classmethod
    def resume_saved(cls, app: AppContext) -> tuple[ClassRunner, list[int]]:
        """Pair (resumed runner, numbers of tables that lost something). `ValueError` if it is unplayable."""
        store = class_session(app.stores)
        app.stores.autosave.flush(MAX_SCREEN_WAIT_S)
        saved = store.load()
        pool = WorkerPool(app.worker, WORKER_COUNT)
        try:
            hall, restarted_tables = Classroom.from_saved(saved, pool, store)
            cup = _load_tournament(app) if hall.plan.is_cup else None
            run = cls(app, hall, cup=cup, saved=saved)
        except Exception:
            pool.close()  # worker processes would outlive the program
            raise
        return run, restarted_tables

    @classmethod
    def start_rehearsal(cls, app: AppContext, plan: ClassPlan) -> ClassRunner:
        """Runner of a new rehearsal: simulated people on a fast clock. Nothing is saved."""
        speed, start_time, start = speed_of(plan), time.time(), app.now
        hall = Classroom(rehearsed(plan), WorkerPool(app.worker, WORKER_COUNT))
        hall.is_rehearsal = True
        # Derived from the clock of the window, so that both pause together.
        return cls(app, hall, lambda: start_time + (app.now - start) / 1000 * speed, speed=speed)

    # Called by scenes.

    @property
    def mark(self) -> str:
        """Label over every scene of the session: "Rehearsal", translated, in a rehearsal, else empty."""
        return _("Rehearsal") if self.hall.is_rehearsal else ""

    @property
    def snapshot(self) -> ClassSnapshot:
        """Snapshot of the class, taken at the first access and then at each update."""
        if self._glance is None:
            self._glance = self.desk.snapshot(self._wall())
        return self._glance

    def match_at(self, number: int) -> Match | None:
        """Match at a table, for spectator views. None if none is played."""
        play = self.hall.table(number).play
        return play.match if play is not None else None

    @property
    def is_begun(self) -> bool:
        """True once the first hand has begun."""
        return self.hall.phase is not ClassPhase.GATHERING

    def execute(self, command: TeacherCommand) -> None:
        """Execute a teacher's command. If it is refused, a dialog says why."""
        try:
            self.desk.execute(command)
        except ValueError as error:
            self.stage.scenes.push(MessageDialog(_("You can't do that now."), str(error)))
        self._due = self.stage.now  # phones and pages are updated in the next turn
        self._refresh_scenes()

    def another_code(self) -> None:
        """Disconnect all pages of the teacher and issue another code for them."""
        self._phones.another_code()

    def keep_cup(self) -> None:
        """Saves the current state of the tournament, if any, and drops the cached snapshots."""
        if self.cup is not None and self.kept_cup is not None:
            self.kept_cup = self.kept_cup.gone_on(self.cup.cup)
            TournamentStore(self.stage.stores.folder).save(self.kept_cup.dump_state())
            self._glance = self._sent_snapshot = None

    def tick(self) -> bool:
        """Advance the class and serve the phones. Returns True if a phone or a page sent requests."""
        now = self.stage.now
        elapsed, self._last = min(LONGEST, now - self._last), now
        before, self._awake = self._awake, self._wall()
        if self._awake - before > ASLEEP:
            self.hall.catch_up_clock(self._awake)
        self.hall.tick(elapsed * self._speed, self._awake)
        if not self._has_changed(now):
            return False
        snapshot_age = now - self._last_look_ms
        if self._is_busy and elapsed < SLOW_LOOP_MS and snapshot_age >= LATEST:
            # Messages since the last turn wait for one more turn, so that no turn does everything at once.
            self._refresh_scenes()
            self._due = now + 1
            return False
        had_requests = self._phones.tick(now * self._speed)
        if self.cup is not None:
            # Seat people who came late, and record ended games in the tournament.
            self.cup.seat()
            if self.cup.read():
                self.keep_cup()
        self._due = now + (PLAY_UPDATE_MS if self._is_busy or self.hall.is_rehearsal else IDLE_UPDATE_MS)
        # Phones come first; their actions are drawn in a later frame.
        if not self._is_busy or snapshot_age >= (4 * LATEST if self._phones.has_told else LOOKS):
            self._refresh_scenes()
        else:
            self._due = min(self._due, max(now + 1, self._last_look_ms + LOOKS))
        return had_requests

    def _has_changed(self, now: float) -> bool:
        """True if phones need an update: always while no hand is played, else with news or when due."""
        before, self._pulse = self._pulse, self.hall.change_token
        party = self.stage.phones.party
        news = party is not None and party.has_news
        return not self._is_busy or now >= self._due or self._pulse != before or news or self._phones.owes

    @property
    def _is_busy(self) -> bool:
        """True while hands are played: begun, not over, and not all tables paused."""
        return self.is_begun and not self.hall.is_all_paused and not self.hall.is_over

    def _refresh_scenes(self) -> None:
        """Takes a snapshot, opens the scene of a new question, and redraws scenes that show a change."""
        self._last_look_ms = self.stage.now
        snapshot = self.desk.snapshot(self._wall())
        # A scene may have taken a newer snapshot than the scenes got last.
        self._glance = snapshot
        if snapshot == self._sent_snapshot:
            return
        self._sent_snapshot = snapshot
        if snapshot.question is not None and not self._is_asking:
            # Show the question to all, above any scene.
            self.stage.open_scene("class_question", self)
        self._is_asking = snapshot.question is not None
        for scene in self.stage.scenes.scenes:
            if isinstance(scene, ClassScene) and scene.on_snapshot(snapshot):
                scene.needs_redraw = True

    def wake_times(self) -> Iterator[float]:
        """Time in ms of the next update, even if nothing happens."""
        yield self._due

    @property
    def has_unsent(self) -> bool:
        """True if phones may still have to get changes."""
        tables = self.hall.tables
        return self._phones.owes or any(table.play and table.play.phone_seats.has_unsent for table in tables)

    def close(self, *, forget: bool) -> None:
        """Close the party; then the class and its cup are deleted if ``forget``, else it can be resumed."""
        self._forgets = forget
        if forget and self.cup is not None:
            TournamentStore(self.stage.stores.folder).clear()
        self.stage.phones.close(over=forget)

    def on_party_closed(self) -> None:
        """Stop tables and workers after the party has closed; deletes the class if it was to forget it."""
        self.hall.close(forget=self._forgets)


def _load_tournament(app: AppContext) -> SavedTournament:
    """Tournament of the saved session. Raises `TournamentLost` and quarantines a file that is invalid."""
    saved = TournamentStore(app.stores.folder).load()
    cup = SavedTournament.from_state(saved)
    if cup is None:
        if saved is not None:
            TournamentStore(app.stores.folder).refuse()
        raise TournamentLost
    return cup


def ask_swap(run: ClassRunner) -> None:
    """Ask how round two, with swapped rules, is to begin, and begin it; a refusal is shown in a dialog."""
    swap = run.snapshot.swap
    if swap.wait_sentence:
        more = swap.wait_sentence + " " + _("Unfinished hands don't count.")
        answers = _("Wait for them"), _("Start it now")
        confirm(
            run.stage, _("Start round 2 now?"), answers, lambda: run.execute(BeginRound()), more, loses=True
        )
    elif not swap.may:
        run.execute(SwapRules())  # shows the reason why it cannot begin
    else:
        choices: list[tuple[str, Callable[[], object] | None]] = [
            (_("Keep seats"), lambda: run.execute(SwapRules("stay"))),
            (_("Redraw seats"), lambda: run.execute(SwapRules("drawn"))),
            (_("Back"), None),
        ]
        ask_choice(run.stage, _("Swap the rules: round 2"), choices, f"{swap.words} {drawn_meant()}")


def swap_words(snapshot: ClassSnapshot) -> str:
    """Label of the command for round two. Empty if there is none."""
    if snapshot.swap.wait_sentence:
        return _("Start round 2 now")
    return _("Swap the rules: round 2") if snapshot.swap.may else ""


def drawn_meant() -> str:
    """Explanation of how people get into round two."""
    return _(
        "If people keep their seats, each table changes after its own hand. If seats are "
        "redrawn, all wait for the slowest table, and everyone still gets the rule they "
        "haven't had."
    )


def ask_begin(app: AppContext, begin: Callable[[], None], *, is_rehearsal: bool = False) -> None:
    """Call ``begin``, after confirmation if a session is saved or phones hold seats elsewhere.

    A rehearsal does not replace a saved session.
    """
    if class_session(app.stores).has(CLASS_PART) and not is_rehearsal:
        more = _("It's waiting on the title screen. A new one will replace it for good.")
        confirm(
            app, _("Another lesson is waiting."), (_("Back"), _("Start a new one")), begin, more, loses=True
        )
    elif app.phones.party is not None and app.phones.party.held_seats:
        more = _("Every phone loses its seat. The next party has a new code.")
        confirm(app, _("End the party?"), (_("Back"), _("End the party")), begin, more, loses=True)
    else:
        begin()


def not_saved_sentence() -> str:
    """Sentence saying that nothing about the people is kept unless it is saved.

    Keep it true; see `ClassRunner.close`.
    """
    return _("Nothing about the people is kept after this session, unless you save it yourself.")
