"""Big screen of a class: all tables small, or one of them large.

A large table is shown by its game's own view if the game has a board. That view has its own match, which only
repeats each move of the table, and it shows only what a spectator may see. This module also contains the
class menu, the join dialogs (for late phones, and after a question for the teacher's page), and the way from
the last hand to the debrief and the end.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

import segno

from game.core.discovery import find_game
from game.core.record import grouped_code
from game.i18n import _
from game.match.match import Match
from game.match.seats import bot_seats
from game.party.party import NO_JOIN_INFO, PartyStatus
from game.party.token_channel import token_link
from game.scenes.phone_join import AddressChoice, code_row
from game.ui.core.canvas import Box, DirtyRegions
from game.ui.core.fonts import NAMES
from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.layer import CachedLayer
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext, Controls, Prompts, Shortcut, prompts_of
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import LARGE
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.player import MAX_UNATTENDED_MS, MatchPlayer
from game.ui.widgets import (
    Action,
    Dialog,
    Element,
    ElementKey,
    MessageDialog,
    Row,
    Screen,
    SpacerRow,
    TextRow,
    button,
    confirm,
    draw_prompt_bar_props,
    prompt_bar_props,
    prompts_for,
    ring,
    sheet,
)
from sockdrawer_classroom.classroom import (
    ROUNDS,
    TEACHER_PAGE,
    AnnounceLastHand,
    Asked,
    AskVote,
    BeginReport,
    ClassQuestion,
    ClassSnapshot,
    PauseTables,
    ResumeTables,
    SetAdmission,
    SetBigScreen,
    ShowLarge,
    TeacherCommand,
    VoteStatus,
    at_tables,
)
from sockdrawer_classroom.scenes.class_runner import (
    ClassRunner,
    ClassScene,
    ask_swap,
    not_saved_sentence,
    swap_words,
)
from sockdrawer_classroom.scenes.table_drawing import TableDrawContext, draw_living, living
from sockdrawer_classroom.scenes.tables_overview import (
    NEWS_SHARE,
    OverviewBackgroundProps,
    OverviewLayout,
    OverviewProps,
    OverviewTableProps,
    draw_news,
    draw_part,
    draw_room,
    hall_art,
    hall_shown,
    has_board,
    parts,
    prewarm_next,
    prewarm_part,
    sights,
)
from sockdrawer_classroom.tiled_layer import TiledLayer

MAX_MOVES_BEHIND: Final = 6  # moves behind the table beyond which the rest is skipped


class BoardReplayer(MatchPlayer):
    """Board of one table, which repeats each of its moves.

    Attributes:
        given_up: sentence that a player has conceded; empty if none has.
    """

    given_up = ""

    def __init__(self, app: AppContext, table_match: Match, *, first_names: bool) -> None:
        """Show the current position of a table's match. ``first_names`` is False if names are hidden."""
        self._real, self._names, self._seats = table_match, first_names, tuple(table_match.seats)
        seats = self._seats if first_names else [
            replace(seat, name=str(number)) for number, seat in enumerate(self._seats, 1)
        ]  # fmt: skip
        match = Match(table_match.session.before(len(table_match.session.log)), bot_seats(seats))
        context = ViewContext(app, match, mode=ViewMode.FILM)
        super().__init__(context, MAX_UNATTENDED_MS)
        self.enter()

    def is_board_of(self, table_match: Match, *, first_names: bool) -> bool:
        """True if it shows this match with the same people and names, and no shown move was taken back."""
        moves, log = self.match.session.log, table_match.session.log
        is_same = (
            table_match is self._real
            and self._names == first_names
            and self._seats == tuple(table_match.seats)
        )
        return is_same and len(moves) <= len(log) and (not moves or moves[-1] == log[len(moves) - 1])

    def tick(self, now: float, speed: float = 1.0) -> bool:
        """Advance the board once its pictures are loaded. Returns True if a frame must follow."""
        if not self.prepare():
            self.take_elapsed(now)
            return True
        if self._real.conceded_by is not None and not self.given_up:
            name = self.match.seats[self._real.conceded_by].name
            self.given_up = _("{name} gives up").format(name=name)
            self.context.redraw()
        return super().tick(now, speed)

    def move(self, now: float) -> bool:
        """Advance the animation and make the table's next move. Returns True if something moves.

        A move is made once the last one was shown.
        """
        is_moving = super().move(now)
        log, played_count = self._real.session.log, len(self.match.session.log)
        if not self.is_busy and played_count < len(log):
            if len(log) - played_count > MAX_MOVES_BEHIND:
                self.seek(self._real.session.before(len(log)))
            else:
                self.play(log[played_count][1])
        return is_moving

    @property
    def is_behind(self) -> bool:
        """True if the table has moves that were not shown yet, or are being shown."""
        return self.is_busy or len(self.match.session.log) < len(self._real.session.log)


Acts = tuple[tuple[InputAction, str], ...]


@dataclass(frozen=True, slots=True)
class PromptBarTrial:
    """Prompt bar to measure before it is used."""

    prompt_bar_indent: float
    acts: Acts
    prompt_bar_offset: float = 0.0

    def controls(self) -> Controls:
        """The prompts to measure."""
        return Controls(list(self.acts))


def one_row(app: AppContext, indent: float, variants: Sequence[Acts]) -> Prompts:
    """First of the prompt lists that fits one row right of ``indent`` units; the last if none fits."""
    for variant in variants[:-1]:
        _box, entries = prompts_for(app, PromptBarTrial(indent, variant))
        if len({entry.box.centre[1] for entry in entries}) <= 1:
            return list(variant)
    return list(variants[-1])


QR_SIZE: Final = 230.0  # units, side of a QR code


def show_join(run: ClassRunner) -> None:
    """Shows the join code for phones that come late or are replaced, or says that none can join."""
    app = run.stage
    app.scenes.push(PlayerJoinDialog(run) if app.phones.is_open else MessageDialog(_("Phones can't join.")))


class JoinDialog(Dialog):
    """Dialog with the address for phones. It follows changes of the address."""

    def __init__(self, run: ClassRunner) -> None:
        self._run = run
        self._addresses = AddressChoice(run.stage)
        self._join_info = run.stage.phones.status.join_info

    def rows(self) -> list[Element]:
        status, done = self.app.phones.status, button(_("Done"), self.app.scenes.pop, go=True, sign="tick")
        if status.join_info == NO_JOIN_INFO:
            return [TextRow(_("Phones can't join."), LARGE, face="strong", centred=True), done]
        return [*self.code_rows(status), done, *self.more_buttons(), *self._addresses.rows()]

    @abstractmethod
    def code_rows(self, status: PartyStatus) -> list[Element]:
        """Rows with code and address for this status of the party."""

    def more_buttons(self) -> list[Element]:
        """Buttons below *Done*. None by default."""
        return []

    def tick(self, now: float) -> bool:
        """Follow changes of the address. Returns False: nothing moves."""
        join_info = self.app.phones.status.join_info
        if join_info != self._join_info:
            self._join_info = join_info
            self.on_layout()
            self.needs_redraw = True
        return False


class PlayerJoinDialog(JoinDialog):
    """Join code for players."""

    def code_rows(self, status: PartyStatus) -> list[Element]:
        """Rows with the code and the address for players."""
        is_closed = not self._run.snapshot.door_open
        return [
            TextRow(_("Play on phones"), LARGE, face="strong", centred=True),
            *(
                [TextRow(_("Nobody else can join, but people who were here can come back."), centred=True)]
                * is_closed
            ),
            code_row(status.join_info.qr, QR_SIZE),
            TextRow(status.join_info.address, LARGE, face="names", centred=True),
            TextRow(status.code, LARGE, face="strong", centred=True),
        ]


def lead_word(run: ClassRunner) -> str:
    """Translated word for the leader: a class has a teacher, a tournament a host."""
    return _("Host") if run.snapshot.is_cup else _("Teacher")


def page_title(run: ClassRunner) -> str:
    """Translated name of the page from which everything is controlled."""
    return _("The host's page") if run.snapshot.is_cup else _("The teacher's page")


@lru_cache(maxsize=1)
def _qr_matrix(link: str) -> Sequence[Sequence[int]]:
    """Modules of the QR code of a link, row by row; 0 is light."""
    return segno.make_qr(link, error="m").matrix


class TeacherLoginDialog(JoinDialog):
    """Code of the teacher's page, for a camera and for typing."""

    def code_rows(self, status: PartyStatus) -> list[Element]:
        """Rows with the code and the address of the teacher's page."""
        join_info, token = status.join_info, self._run.desk.token
        return [
            TextRow(page_title(self._run), LARGE, face="strong", centred=True),
            code_row(_qr_matrix(token_link(join_info.origin, TEACHER_PAGE, token)), QR_SIZE),
            TextRow(f"{join_info.address}/{TEACHER_PAGE}", LARGE, face="names", centred=True),
            TextRow(grouped_code(token, 4), face="strong", centred=True),
        ]

    def more_buttons(self) -> list[Element]:
        """The button that issues another code."""
        return [button(_("New code"), self._ask_new_code)]

    def _ask_new_code(self) -> None:
        """Ask for confirmation and issue another code, which disconnects the teacher's pages."""

        def change() -> None:
            """Issue another code, and show it in place of this dialog."""
            self._run.another_code()
            self.app.scenes.replace(TeacherLoginDialog(self._run))

        more = _("All the teacher's pages close, and this code stops working.")
        confirm(self.app, _("New code?"), (_("Back"), _("New code")), change, more)


BEFORE: Final = "before"
SHOWN: Final = "shown"


class ClassMenu(Dialog):
    """Menu of the whole class session, as it was when the menu was opened."""

    is_menu = True

    def __init__(self, run: ClassRunner) -> None:
        self._run, self._snapshot = run, run.snapshot

    def _button(self, text: str, action: Callable[[], object]) -> Row:
        """Button that closes the menu before it calls ``action``."""

        def press() -> None:
            """Close the menu, then call ``action``."""
            self.app.scenes.pop()
            action()

        return button(text, press)

    def rows(self) -> list[Element]:
        run, snapshot = self._run, self._snapshot
        is_gathering = snapshot.phase == "gathering"
        rows: list[Element] = [
            TextRow(snapshot.title or snapshot.game_title, LARGE, face="strong", centred=True),
            button(_("Resume"), lambda: self.app.scenes.pop(None), go=True, sign="play"),
        ]
        if snapshot.phase == "playing" and not snapshot.is_cup:
            rows.append(self._button(_("Last hand now"), lambda: run.execute(AnnounceLastHand())))
        if (
            not is_gathering
            and not snapshot.is_cup
            and find_game(snapshot.game).has_component("class_report_scene")
        ):
            rows.append(self._button(_("Go to debrief"), lambda: to_debrief(run)))
        if label := swap_words(snapshot):
            rows.append(self._button(label, lambda: ask_swap(run)))
        if run.cup is not None and not is_gathering:
            rows.append(self._button(_("Go to the cup"), lambda: self.app.open_scene("tournament", run)))
        if not is_gathering:  # while people gather, the screen shows the code
            rows.append(self._button(_("Play on phones"), lambda: show_join(run)))
        rows += [
            self._button(
                _("Stop letting people in") if snapshot.door_open else _("Let more people in"),
                lambda: run.execute(SetAdmission(not run.snapshot.door_open)),
            ),
            self._button(page_title(run), self._ask_code),
            self._button(_("Settings"), lambda: self.app.open_scene("settings")),
        ]
        if snapshot.is_rehearsal:
            rows.append(button(_("End the rehearsal"), lambda: end_rehearsal(run), sign="door", alone=True))
            rows.append(TextRow(_("Nothing from a rehearsal is saved."), is_muted=True, centred=True))
        else:
            rows.append(button(_("Leave and resume later"), self._leave, sign="door", alone=True))
            rows.append(TextRow(not_saved_sentence(), is_muted=True, centred=True))
            rows.append(button(_("End for everyone"), lambda: ask_end(run), loses=True))
        return rows

    def _ask_code(self) -> None:
        """Warn that others may see it, then show the page's code; or say that no phone can join."""
        app, run = self.app, self._run
        if not app.phones.is_open:
            app.scenes.push(MessageDialog(_("Phones can't join.")))
            return
        more = _("Anyone who scans it can do everything you can. Turn the projector away first.")
        answers = _("Back"), _("Show the code")
        confirm(app, page_title(run), answers, lambda: app.scenes.push(TeacherLoginDialog(run)), more)

    def _leave(self) -> None:
        """Leave the class, to be continued later, and show the title screen."""
        self._run.close(forget=False)
        to_title(self.app)


def to_title(app: AppContext) -> None:
    """Reset the scenes to the title screen."""
    app.scenes.reset(app.screens["title"](app))


def end_rehearsal(run: ClassRunner) -> None:
    """Ends a rehearsal and returns to the lesson plan, or to the title if it is not open."""
    run.close(forget=True)
    scenes = run.stage.scenes
    first = next((scene for scene in scenes.scenes if isinstance(scene, ClassScene)), None)
    if first is None or first is scenes.scenes[0]:
        to_title(run.stage)
    else:
        scenes.close(first)


def ask_end(run: ClassRunner) -> None:
    """Ask for confirmation, then end the session and delete it. A rehearsal ends at once."""
    if run.snapshot.is_rehearsal:
        end_rehearsal(run)
        return

    def end() -> None:
        """End the session, delete it, and show the title screen."""
        run.close(forget=True)
        to_title(run.stage)

    more = _("All matches and names are deleted here. Anything you've saved stays where it is.")
    confirm(run.stage, _("End for everyone?"), (_("Stay here"), _("End and forget")), end, more, loses=True)


def to_debrief(run: ClassRunner) -> None:
    """Begins the debrief, after confirmation if hands are running. A running one shows vote or charts."""
    if run.snapshot.phase == "debrief":
        show_debrief(run)
    elif run.snapshot.is_over:
        run.execute(BeginReport())
    else:
        answers = _("Keep playing"), _("Go to debrief")
        more = _("Hands in progress end where they are.")
        confirm(run.stage, _("Go to debrief?"), answers, lambda: run.execute(BeginReport()), more)


def show_debrief(run: ClassRunner) -> None:
    """Show the charts; first a vote, if the game has one, people are there and no vote was cast yet."""
    vote = run.snapshot.vote
    if vote.has_any and not vote.before and not vote.after and run.snapshot.people:
        run.stage.scenes.push(
            ClassVoteDialog(run, BEFORE), lambda answer: _open_charts(run) if answer == SHOWN else None
        )
    else:
        _open_charts(run)


def _open_charts(run: ClassRunner) -> None:
    """Opens the charts, or says that there are none yet. If the game has none, offers to end the session."""
    app, slug = run.stage, run.hall.plan.game
    if not find_game(slug).has_component("class_report_scene"):  # the game has no charts
        answers = _("Back to the tables"), _("End for everyone")
        confirm(app, _("What now?"), answers, lambda: ask_end(run), not_saved_sentence())
        return
    try:
        app.open_scene("class_report", run.desk.book(), ReportHostAdapter(run))
    except ValueError as error:
        app.scenes.push(MessageDialog(_("There's nothing to look back on yet."), str(error)))


class ReportHostAdapter:
    """Access to the running class for the charts."""

    def __init__(self, run: ClassRunner) -> None:
        self._run = run

    def poll_seen(self) -> VoteStatus | None:
        """Public state of the vote; None without people, and if the game has no vote."""
        people = len(self._run.hall.roster)
        return self._run.desk.poll.public_status(people) if people else None

    def public_questions(self) -> tuple[ClassQuestion, ...]:
        """Questions with enough answers to be shown, in the current language."""
        return self._run.desk.questions.questions_for_record

    def vote_again(self) -> None:
        """Repeat the vote on all phones: the round after the charts, or the one that is open."""
        vote_round: Asked = "before" if self._run.snapshot.vote.open == BEFORE else "after"
        self._run.stage.scenes.push(ClassVoteDialog(self._run, vote_round))

    @property
    def swap_words(self) -> str:
        """Label of the command for round two; empty if there is none."""
        return swap_words(self._run.snapshot)

    def swap_rules(self) -> None:
        """Begin round two, after asking what happens to people's places."""
        ask_swap(self._run)

    @property
    def plays_on(self) -> bool:
        """True if the debrief has ended, because hands are played again."""
        return self._run.snapshot.phase != "debrief"

    def ask(self) -> None:
        """Open the dialog for a question to the class."""
        self._run.stage.open_scene("class_ask", self._run)

    def expects(self, name: str) -> bool:
        """True if the class was asked this prediction, or cannot be asked it."""
        snapshot = self._run.snapshot
        was_asked = any(question.class_question.prediction == name for question in snapshot.questions)
        return (
            was_asked
            or not snapshot.people
            or name not in {prediction.name for prediction in snapshot.predictions}
        )

    def learn(self, answers: Mapping[str, tuple[int, ...]]) -> None:
        """Accept computed answers of predictions, and update the answers shown."""
        self._run.desk.questions.learn(answers)


class ClassVoteDialog(Dialog, ClassScene):
    """Waits for the votes on all phones. Popped with `SHOWN` to show the charts.

    It closes as soon as the round is closed elsewhere, for example on the teacher's page.
    """

    width = 780.0  # units; readable from the back row

    def __init__(self, run: ClassRunner, vote_round: Asked) -> None:
        """Create the dialog of the vote ``before`` or ``after`` the charts; `on_enter` opens the vote."""
        self._run, self._vote_round = run, vote_round

    def on_enter(self) -> None:
        """Open the round of the vote on all phones."""
        self._run.execute(AskVote(is_open=True, round=self._vote_round))

    def on_leave(self) -> None:
        """Close the open round of the vote, if any."""
        if self._run.snapshot.vote.open:
            self._run.execute(AskVote(is_open=False))

    def _ask_class(self) -> None:
        """Open the dialog for a question to the class."""
        self.app.open_scene("class_ask", self._run)

    def tick(self, now: float) -> bool:
        """Close with `SHOWN` once the round is not open any more. Returns False: nothing moves."""
        if self._run.snapshot.vote.open != self._vote_round:
            self.app.scenes.pop(SHOWN)
        return False

    def on_snapshot(self, snapshot: ClassSnapshot) -> bool:
        """Show the current number of votes. Returns True, because it has to be redrawn."""
        self.on_layout()
        return True

    def rows(self) -> list[Element]:
        vote = self._run.snapshot.vote
        count = vote.before if self._vote_round == BEFORE else vote.after
        progress_text = _("{n} of {of} have voted").format(n=count, of=vote.of)
        texts = at_tables(self._run.hall.plan.game).poll(ROUNDS.index(self._vote_round))
        question = (texts.question, texts.more) if texts is not None else ("", "")
        return [
            TextRow(question[0], LARGE, face="strong", centred=True),
            TextRow(question[1], centred=True),
            TextRow(
                _("Everyone votes on their phone. Nobody sees who voted for what."),
                is_muted=True,
                centred=True,
            ),
            SpacerRow(),
            TextRow(progress_text, 40.0, face="names", centred=True),
            SpacerRow(),
            button(_("Show the charts"), lambda: self.app.scenes.pop(SHOWN), go=True),
            *([button(_("Ask something else first"), self._ask_class)] * (self._vote_round == BEFORE)),
            button(_("Not now"), lambda: self.app.scenes.pop(None)),
        ]


TABLES_PER_FRAME: Final = 1  # tables redrawn in one frame; if several hands end together, they take turns
# ms; the end of a match stays on the big screen that long before the tournament table opens
SEEN: Final = 3000.0


class BigScreenKey(ElementKey):
    """Focusable elements of the big screen."""

    TABLE = "table"


class BigScreenScene(Screen, ClassScene):
    """All tables of a class. None has the focus while only the mouse is used."""

    wants_unbound_presses = True

    def __init__(self, lesson: ClassRunner, message: str = "") -> None:
        """Show all tables; the first `tick` shows ``message`` in a dialog, unless it is empty."""
        self.lesson, self._message = lesson, message
        self._room = CachedLayer(draw_room)
        self._tables = TiledLayer(draw_part, self._room, TABLES_PER_FRAME, prewarm_part)
        self._life = DirtyRegions()
        self._props: OverviewProps | None = None
        self.board: BoardReplayer | None = None
        """Board in place of the tables, if one table is large and its game has a board."""
        self._was_debrief = lesson.snapshot.phase == "debrief"
        self._round = self._is_round_running()
        self._over = 0.0
        """Time in ms when the last game of a finished round was shown; 0 if no tournament table is due."""

    def on_enter(self) -> None:
        """Fade the music to silence."""
        self.app.audio.music(None)

    def on_leave(self) -> None:
        """Close the board, if there is one."""
        self._remove_board()

    def on_layout(self) -> None:
        """Place the prompt bar and the board for the current size."""
        self.prompt_bar_indent = self.app.view.w * NEWS_SHARE
        self.prompt_bar_offset = max(12.0, (self.app.view.h - self._floor - 52) / 2)
        self._props = None
        if self.board is not None:
            self._lay_out_board(self.board)

    def draws_prompts_for(self, owner: object) -> bool:
        """True for the view of the shown board, because this scene has a prompt bar itself."""
        return self.board is not None and owner is self.board.view

    # The board of a table.

    def _update_board(self) -> None:
        """Show the board of the large or only table, if the game has one. Remove a board that is outdated."""
        snapshot, number, match = self.lesson.snapshot, self.large, None
        if has_board(snapshot.game):
            # The final of a tournament has a single table.
            number = snapshot.tables[0].number if len(snapshot.tables) == 1 else number
            match = self.lesson.match_at(number) if number is not None else None
        first_names = snapshot.big.first_names
        if self.board is not None and (
            match is None or not self.board.is_board_of(match, first_names=first_names)
        ):
            self._remove_board()
        if match is not None and self.board is None:
            self.board = BoardReplayer(self.app, match, first_names=first_names)
            self._lay_out_board(self.board)

    def _remove_board(self) -> None:
        """Close the board, if there is one."""
        if self.board is not None:
            self.board.leave()
            self.board, self.needs_redraw = None, True

    def _lay_out_board(self, board: BoardReplayer) -> None:
        """Lay out the board above the news and the prompt bar."""
        board.view.prompt_bar_offset = self.app.view.h - self._floor
        board.view.on_layout()

    def on_covered(self) -> None:
        """Drops the cached props, so that the picture is drawn again without the prompt bar."""
        # Its prompt bar makes room for that of the scene above.
        self._props = None

    def on_snapshot(self, snapshot: ClassSnapshot) -> bool:
        """Takes over a snapshot, with a sound for news. True if the picture is different now."""
        before, self._props = self._props, None
        # It does not tick below other scenes, while the debrief may end and begin again.
        self._was_debrief &= snapshot.phase == "debrief"
        after = self.props
        if snapshot.big.sound and after.around.news and before and before.around.news != after.around.news:
            self.app.audio.play("hand_end")
        return before != after

    def tick(self, now: float) -> bool:
        """Open what is due, and advance the board. Returns True if a frame must follow."""
        if self._props is None:
            self._props = self._current_props()
        message, self._message = self._message, ""
        if message:
            self.app.scenes.push(
                MessageDialog(message, _("Its saved data couldn't be read. A copy has been kept."))
            )
        before, self._was_debrief = self._was_debrief, self.lesson.snapshot.phase == "debrief"
        if self._was_debrief and not before:
            # Requested here or on the teacher's page; in both cases it opens here.
            show_debrief(self.lesson)
        self._update_board()
        was_round, self._round = self._round, self._is_round_running()
        if was_round and not self._round:
            self._over = now
        if self.board is not None and self.board.is_behind:
            self._over = now if self._over else 0.0
        if self._over and not self._round and now >= self._over + (SEEN if self.board is not None else 0):
            self._over = 0.0
            self.app.open_scene("tournament", self.lesson)
        if self.board is not None:
            is_moving = self.board.tick(now)
            self.needs_redraw |= self.board.take_needs_redraw()
            return is_moving
        self.needs_redraw |= self._tables.owes
        return self._tables.owes

    def _is_round_running(self) -> bool:
        """True while a round of a tournament is played. When it ends, its table opens automatically."""
        return self.lesson.cup is not None and self.lesson.cup.is_waiting

    def wake_times(self) -> Iterable[float]:
        """Times (ms) at which the tournament table opens or the board changes."""
        times = [self._over + SEEN] if self._over else []
        return (*times, *(self.board.wake_times() if self.board is not None else ()))

    def tick_idle(self, now: float) -> list[Box]:
        """Advance idle animations to ``now`` (ms). Returns the boxes to redraw, in units."""
        if self.board is not None:
            return self.board.view.tick_idle(now)
        ruler = self.app.measuring_painter
        figures = [
            figure for context, table in sights(ruler, self.props) for figure in living(context, table, now)
        ]
        return self._life.collect(figures)

    def draw(self, painter: Painter) -> None:
        """Draws the board or all tables, and over them a sentence if there is one."""
        props = self.props
        if self.board is not None and self.board.is_prepared:
            self._draw_board(painter, self.board)
        else:
            self._room.update(painter, OverviewBackgroundProps(props.game, self._floor))
            # Below another scene it is rarely drawn, so tiles must not be left for a later frame.
            is_covered = self.app.scenes.top is not self
            visible_parts = self._tables.draw_parts(painter, parts(painter, props), whole=is_covered)
            now = 0.0 if self.app.idle_motion_off else self.app.now
            clip = painter.surface.get_clip()
            # Animated as in the drawn tiles, because a figure may move in the next picture and rest in this
            # one.
            for part in visible_parts:
                if not isinstance(part, OverviewTableProps) or not clip.colliderect(
                    painter.view.rect(part.place.reach)
                ):
                    continue  # a frame of idle animation draws a box of another table
                draw_living(painter, TableDrawContext(hall_art(part.game), part.place), part.table, now)
                if BigScreenKey.TABLE.of(part.table.number) == self.focus and self.large is None:
                    ring(painter, part.place.box.inflated(-8))
        if self._overlay_text:
            painter.shade()
            canvas = painter.view
            width = painter.width(self._overlay_text, 64, NAMES, fixed=True) + 120
            box = Box(canvas.w / 2 - width / 2, canvas.h / 2 - 70, width, 140)
            sheet(painter, box)
            painter.text(
                self._overlay_text, *box.centre, 64, TextStyle(NAMES, is_fixed_size=True), anchor="center"
            )
            draw_prompt_bar_props(painter, self.props.strip)

    def _draw_board(self, painter: Painter, board: BoardReplayer) -> None:
        """Draw the board of a table, the news below it, and the prompt bar."""
        board.view.draw(painter)
        props = self.props
        for table in props.tables if props.strip is not None else ():
            news = props.around.news or props.around.clock[0]
            draw_news(painter, news, table.title)
        draw_prompt_bar_props(painter, props.strip)

    def preload(self, painter: Painter) -> Iterator[None]:
        """Load pictures that may be needed next, one per step, without an end."""
        # Endless, because people change seats and looks.
        while True:
            if self.board is not None:
                yield from self.board.view.preload(painter)
                yield
            else:
                yield from prewarm_next(painter, self.props)

    @property
    def _overlay_text(self) -> str:
        """Sentence in the middle of the screen: paused, or a concession. Empty for none."""
        return self.props.around.pause_text or (self.board.given_up if self.board is not None else "")

    def narration(self) -> NarrationContent:
        """Narration: the latest news, and the people of the focused or large table."""
        props = self.props
        number = self.large or BigScreenKey.TABLE.number(self.focus)
        people = (
            ", ".join((table.title, table.line, *(chair.name for chair in table.chairs)))
            for table in props.tables
            if table.number == number
        )
        around = props.around
        subtitle = around.status_text
        if self.lesson.snapshot.is_rehearsal:
            subtitle = _("Rehearsal: {lesson}").format(lesson=subtitle)
        return NarrationContent(
            around.title, (subtitle, around.clock[0]), next(people, ""), self._overlay_text or around.news
        )

    def actions(self) -> dict[str, Action]:
        """An action for each table; none while a table is large."""
        tables = self.lesson.snapshot.tables if self.large is None else ()
        return {
            BigScreenKey.TABLE.of(table.number): Action(partial(self._show_large, table.number))
            for table in tables
        }

    def control_boxes(self) -> dict[str, Box]:
        """Boxes of the tables by the key of their action, in units."""
        tables = sights(self.app.measuring_painter, self.props)
        return {BigScreenKey.TABLE.of(table.number): context.place.box for context, table in tables}

    def shortcuts(self) -> list[Shortcut]:
        """Shortcuts of the class and, while a table is large, to its neighbours and back."""
        snapshot, run, app = self.lesson.snapshot, self.lesson, self.app
        shortcuts = [
            Shortcut(InputAction.LOOK, lead_word(run), partial(app.open_scene, "class_teacher", run)),
            Shortcut(
                InputAction.PAUSE,
                _("Resume") if snapshot.is_paused else _("Pause"),
                partial(self._execute, ResumeTables() if snapshot.is_paused else PauseTables()),
            ),
            Shortcut(InputAction.JOIN, _("Join"), partial(show_join, run)),
            Shortcut(
                InputAction.HINT,
                "",
                partial(self._execute, SetBigScreen(first_names=not snapshot.big.first_names)),
            ),
            Shortcut(InputAction.BACK, _("Menu"), partial(app.open_scene, "class_menu", run)),
        ]
        if self.large is None:
            return shortcuts
        show_all = partial(self._show_large, 0)
        return [
            Shortcut(
                InputAction.CONFIRM, _("All tables"), show_all, also=(InputAction.BACK, InputAction.PRESS)
            ),
            Shortcut(InputAction.NEXT, "", partial(self._step_large, 1)),
            Shortcut(InputAction.PREVIOUS, "", partial(self._step_large, -1)),
            *shortcuts,
        ]

    def prompts(self) -> Prompts:
        """Prompts of the shortcuts that matter most, as many as fit one row."""
        large = self.large is not None
        by_action = {action: (action, label) for action, label in prompts_of(self.shortcuts())}
        first = [by_action[InputAction.CONFIRM]] if large else []
        navigate = (
            [(InputAction.NAVIGATE, _("Tables"))]
            if len(self.lesson.snapshot.tables) > 1 and not large
            else []
        )
        look, pause, join, back = (
            by_action[action]
            for action in (InputAction.LOOK, InputAction.PAUSE, InputAction.JOIN, InputAction.BACK)
        )
        # A second row would cover a table. Prompts that do not fit are in the menu or the teacher's controls.
        return one_row(
            self.app,
            self.prompt_bar_indent,
            (
                (*first, *navigate, look, pause, join, back),
                (*first, look, pause, join, back),
                (*first, look, pause if self.lesson.snapshot.is_paused else join, back),
                (look, back),
            ),
        )

    @property
    def large(self) -> int | None:
        """Number of the large table; None if all are shown, and if there is only one."""
        snapshot = self.lesson.snapshot
        numbers = [table.number for table in snapshot.tables]
        return snapshot.big.large if snapshot.big.large in numbers and len(numbers) > 1 else None

    @property
    def props(self) -> OverviewProps:
        """Values that the picture is drawn from, computed once after each change."""
        if self._props is None:
            self._props = self._current_props()
        return self._props

    def _current_props(self) -> OverviewProps:
        """Values that the picture is drawn from, computed now."""
        return hall_shown(self.lesson, prompt_bar_props(self.app, self), self.large)

    @property
    def _floor(self) -> float:
        """Upper edge of the wood, in units."""
        return OverviewLayout.of(self.app.view, self.app.text_scale).floor

    # Actions.

    def on_input(self, intent: InputEvent) -> None:
        """Handle keys for a table's number and for large tables, and everything else as usual."""
        if intent.act is InputAction.OTHER and intent.text.isdecimal():
            self._show_large(int(intent.text))
        elif intent.act is InputAction.NAVIGATE and self.large is not None:
            self._step_large(intent.dx or intent.dy)
        elif self.large is not None and self.shortcut(intent.act):
            pass  # any press returns to all tables
        elif intent.act is InputAction.CONFIRM and not self.focus:
            self._show_large(1)
        else:
            super().on_input(intent)
        if intent.kind == MOUSE and self.focus:
            self.focus, self.needs_redraw = "", True

    def _point(self, intent: InputEvent) -> None:
        """Activate the table under a press; pointing alone does nothing."""
        key = self.under(self.app.view.units(intent.position))
        if intent.act is InputAction.PRESS:
            self.activate(key)

    def _step_large(self, step: int) -> None:
        """Show the table ``step`` (such as 1 or -1) further large, with the first one after the last."""
        numbers = [table.number for table in self.lesson.snapshot.tables]
        index = numbers.index(self.large or numbers[0])
        self._show_large(numbers[(index + step) % len(numbers)])

    def _show_large(self, number: int) -> None:
        """Show a table large; 0 or the large one's number shows all. Nothing for an unknown number."""
        numbers = [table.number for table in self.lesson.snapshot.tables]
        if number and number not in numbers:
            return
        target = number if number and number != self.large else None
        if target != self.large:
            self._execute(ShowLarge(target))
            self.focus = BigScreenKey.TABLE.of(number) if number and self.focus else ""

    def _execute(self, command: TeacherCommand) -> None:
        """Execute a command with a sound, and redraw."""
        self.lesson.execute(command)
        self._props = None
        self.app.audio.play("confirm")
        self.needs_redraw = True
