"""A lesson, or an evening of many tables, is prepared here: tables, their rules, names, and minutes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from game.core.discovery import find
from game.core.options import Value
from game.match.hall.plan import HallPlan
from game.scenes.hall.draft import MINUTES, Draft, read_words
from game.scenes.hall.gather import Gather
from game.scenes.hall.lesson_file import plan_in
from game.scenes.hall.names import Names, TypedSheet, names_in
from game.scenes.hall.opening import ask_begin
from game.scenes.hall.private import kept_nothing
from game.scenes.hall.run import HallRun
from game.store.files import Why
from game.ui.core.fonts import READ
from game.ui.core.theme import SMALL
from game.ui.widgets.dialogs import Ask, Tell
from game.ui.widgets.rows import Choice, Field
from game.ui.widgets.widgets import Button, Space, StitchedLine, Widget, Words
from game.words import _, counted

TITLE: Final = 24
"""Letters of a title at most."""
UNWANTED: Final = 120
"""Letters of all words together that no name may have."""
OWN: Final = "own"


class Prepare(TypedSheet):
    """The lesson as it is chosen."""

    seat = 7

    def __init__(
        self, slug: str, rules: Mapping[str, Value] | None = None, plan: HallPlan | None = None
    ) -> None:
        """Prepare many tables of a game.

        Args:
            slug: which game.
            rules: house rules that were chosen for it in the lobby.
            plan: one that was kept.
        """
        super().__init__()
        self.draft = Draft.from_plan(plan) if plan is not None else Draft.of(slug, rules)
        self._by_table = len(set(self.draft.rules)) > 1 and self._mix() is None
        self._kept_draft = self.draft
        """As it was opened or kept: what has changed since then would be lost with another lesson."""

    def enter(self) -> None:
        self.title = _("Many tables")
        super().enter()

    # Rows.

    def rows(self) -> Sequence[Widget]:
        draft, info = self.draft, find(self.draft.game).info
        fewest, most = info.players
        sizes = [(size, str(size)) for size in range(fewest, most + 1)]
        levels = [(level, _(level)) for level in find(draft.game).bot.levels]
        return [
            Field(
                _("Title"),
                draft.title,
                self._set_title,
                lambda: self.ask_letters(_("Title"), self.draft.title, TITLE),
                TITLE,
            ),
            Choice(
                _("Tables"),
                [(count, str(count)) for count in range(1, draft.most_tables + 1)],
                draft.tables,
                self.set_tables,
                counted(
                    "{count} seat; a computer plays where nobody sits.",
                    "{count} seats; computers play where nobody sits.",
                    draft.seats,
                ).format(count=draft.seats),
            ),
            *(
                [Choice(_("Seats at a table"), sizes, draft.players, self._set_players)]
                if len(sizes) > 1
                else []
            ),
            *self._rule_rows(),
            Choice(
                _("Last hand after"),
                [(minutes, _("{n} min").format(n=minutes) if minutes else _("never")) for minutes in MINUTES],
                draft.minutes,
                lambda minutes: self._change(minutes=minutes),
                _("Then every table ends the hand that it plays. You can call it at any time."),
            ),
            Choice(_("Computer players"), levels, draft.level, lambda level: self._change(level=level)),
            Button(self._names_words(), self._open_names),
            self._unwanted_row(),
            StitchedLine(),
            Button(_("Let phones in"), self._let_in, go=True),
            Button(_("Keep this lesson"), self._keep),
            *([Button(_("Open a lesson"), self._open)] if self.stage.stores.plans.names() else []),
            Space(),
            Words(kept_nothing(), SMALL, face=READ, soft=True),
        ]

    def _unwanted_row(self) -> Widget:
        label = _("Words that no name may have")

        def ask() -> None:
            self.ask_letters(label, ", ".join(self.draft.unwanted), UNWANTED)

        return Field(label, ", ".join(self.draft.unwanted), self._set_unwanted, ask, UNWANTED)

    def _rule_rows(self) -> list[Widget]:
        """By what the tables play: all alike, half and half, or each by its own."""
        draft, choices = self.draft, self.draft.choices
        if not choices:
            return []
        values: list[tuple[object, str]] = [
            ((number,), choice.words) for number, choice in enumerate(choices)
        ]
        values += [
            (pair, _("half: {rules}").format(rules=choices[pair[1]].words))
            for pair in self._pairs()
            if draft.tables > 1
        ]
        if draft.tables > 1:
            values.append((OWN, _("table by table")))
        now: object = OWN if self._by_table else self._mix() or OWN
        told = ""
        if isinstance(now, tuple) and len(now) > 1:
            told = _("One table: {one}. The next: {other}. The screen does not say which.").format(
                one=choices[now[0]].words, other=choices[now[1]].words
            )
        rows: list[Widget] = [Choice(_("Rules"), values, now, self.set_mix, told)]
        if self._by_table and draft.tables > 1:
            named = [(number, choice.words) for number, choice in enumerate(choices)]
            rows += [self._table_row(table, named) for table in range(draft.tables)]
        return rows

    def _table_row(self, table: int, named: Sequence[tuple[int, str]]) -> Widget:
        def choose(choice: int) -> None:
            self._rule(table, choice)

        return Choice(_("Table {n}").format(n=table + 1), named, self.draft.rules[table], choose)

    def _pairs(self) -> list[tuple[int, int]]:
        """Half of the tables by what is usual, the others by something else."""
        return [(0, other) for other in range(1, len(self.draft.choices))]

    def _mix(self) -> tuple[int, ...] | None:
        """Which choices the tables play by in turn, if it is one or two of them."""
        draft = self.draft
        ways: list[tuple[int, ...]] = [(number,) for number in range(len(draft.choices))]
        ways += self._pairs()
        return next((way for way in ways if draft.all_ruled(way).rules == draft.rules), None)

    def _names_words(self) -> str:
        count = len(self.draft.names)
        if not count:
            return _("Names: everybody types their own")
        return counted("Names: {count} on the list", "Names: {count} on the list", count).format(count=count)

    # What is chosen.

    def _change(self, **changes: object) -> None:
        self.draft = replace(self.draft, **changes).fitted()  # type: ignore[arg-type]
        self.refill()

    def _set_title(self, title: str) -> None:
        self.draft = replace(self.draft, title=title)

    def _set_unwanted(self, text: str) -> None:
        self.draft = replace(self.draft, unwanted=read_words(text))

    def set_tables(self, tables: int) -> None:
        """So many tables, by the same rules as before."""
        mix = self._mix()
        self._change(tables=tables)
        if mix is not None and not self._by_table:
            self.set_mix(mix)

    def _set_players(self, players: int) -> None:
        mix = self._mix()
        self._change(players=players, sizes=())
        if mix is not None and not self._by_table:
            self.set_mix(mix)

    def set_mix(self, mix: object) -> None:
        self._by_table = mix == OWN
        if isinstance(mix, tuple):
            self.draft = self.draft.all_ruled(mix)
        self.refill()

    def _rule(self, table: int, choice: int) -> None:
        self.draft = self.draft.ruled(table, choice)
        self.refill()

    def _open_names(self) -> None:
        def named(names: object) -> None:
            if isinstance(names, tuple):
                self.take_names(names)

        self.stage.scenes.push(Names(self.draft.names), named)

    def take_names(self, names: tuple[str, ...]) -> None:
        """These people are expected."""
        mix = self._mix()
        self.draft = self.draft.with_names(names)
        if mix is not None and not self._by_table:
            self.draft = self.draft.all_ruled(mix)
        self.refill()

    def dropped(self, path: Path) -> bool:
        """A list of names, or a lesson that was kept."""
        try:
            plan = plan_in(path)
        except (OSError, ValueError) as error:
            self.stage.scenes.push(Tell(_("This lesson cannot be opened. Its file is kept."), str(error)))
            return True
        if plan is not None:
            self._ask_open(plan)
            return True
        names = names_in(path)
        if names is None:
            return False
        self.take_names(names)
        self.stage.scenes.push(
            Tell(
                counted("{count} name is on the list.", "{count} names are on the list.", len(names)).format(
                    count=len(names)
                )
            )
        )
        return True

    # What is done with it.

    def _let_in(self) -> None:
        plan = self._plan()
        if plan is not None:
            ask_begin(self.stage, lambda: self._begin(plan))

    def _begin(self, plan: HallPlan) -> None:
        self.stage.audio.play("confirm")
        self.stage.scenes.replace(Gather(HallRun.begun(self.stage, plan)))

    def _plan(self) -> HallPlan | None:
        try:
            return self.draft.plan()
        except ValueError as error:
            self.stage.scenes.push(Tell(_("This cannot be played."), str(error)))
            return None

    def _keep(self) -> None:
        """Keep it as a file; with the names only where somebody says so."""
        plan = self._plan()
        if plan is None:
            return

        def answered(answer: int | None) -> None:
            if answer in (0, 1):
                self._file(replace(plan, names=plan.names if answer == 1 else ()))

        if not plan.names:
            self._file(plan)
            return
        answers = [_("Without the names"), _("With the names"), _("Do not keep it")]
        self.stage.scenes.push(Ask(_("Keep this lesson"), answers), answered)

    def _file(self, plan: HallPlan) -> None:
        """Write it; in place of another lesson only where somebody says so."""
        title = plan.title or find(plan.game).info.title

        def answered(answer: int | None) -> None:
            if answer == 1:
                self._write(plan, title)

        if self.stage.stores.plans.has_other(plan.kept(), title):
            more = _("This one takes its place. With another title both are kept.")
            answers = [_("Back"), _("Replace it")]
            self.stage.scenes.push(Ask(_("A lesson of this title is kept already."), answers, more), answered)
        else:
            self._write(plan, title)

    def _write(self, plan: HallPlan, title: str) -> None:
        path = self.stage.stores.plans.keep(plan.kept(), title)
        if path:
            self._kept_draft = self.draft
        told = _("The lesson is kept.") if path else _("The lesson could not be kept.")
        self.stage.scenes.push(Tell(told, path, Path(path) if path else None))
        self.refill()

    def _open(self) -> None:
        names = self.stage.stores.plans.names()

        def answered(answer: int | None) -> None:
            if answer is not None and answer < len(names):
                self.take_lesson(names[answer])

        self.stage.scenes.push(Ask(_("Open a lesson"), [*names, _("Back")]), answered)

    def take_lesson(self, name: str) -> None:
        """Go by a lesson that was kept; one that cannot be played is kept aside."""
        plans = self.stage.stores.plans
        kept = plans.load(name)
        try:
            plan = HallPlan.recalled(kept)
            if plan.game != self.draft.game:
                raise ValueError(_("It is a lesson of {game}.").format(game=_(find(plan.game).info.title)))
        except (ValueError, KeyError) as error:
            if kept is not None and not isinstance(error, KeyError) and kept.get("game") == self.draft.game:
                plans.refuse(name, Why.OTHER)
            self.stage.scenes.push(Tell(_("This lesson cannot be opened. Its file is kept."), str(error)))
            return
        self._ask_open(plan)

    def _ask_open(self, plan: HallPlan) -> None:
        """Go by another lesson; where something was chosen here and not kept, only after a yes."""

        def answered(answer: int | None) -> None:
            if answer == 1:
                self.stage.scenes.replace(Prepare(plan.game, None, plan))

        if self.draft == self._kept_draft:
            answered(1)
            return
        more = _("What was chosen here is not kept.")
        self.stage.scenes.push(Ask(_("Open a lesson"), [_("Back"), _("Open")], more), answered)

    def tip(self) -> str:
        return _("Everybody plays on a phone. This screen shows all tables.")
