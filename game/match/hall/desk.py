"""The teacher's desk: the one place where a wish becomes something in the hall, whoever says it.

The page of the teacher and the controls in the window both say `Desk.do`, and both draw what `Desk.glance`
gives, as the big screen does. Beside the hall the desk keeps what only a teacher changes: the switches of the
big screen, the vote, the rules that were proposed. It lies in the same file as the rest of the evening.
"""

# mypy: enable-error-code="exhaustive-match"

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

from game.core.discovery import find
from game.match.hall.at_tables import at_tables, rule_choices
from game.match.hall.book import ClassBook
from game.match.hall.door import HallDoor
from game.match.hall.glance import BigScreen, Glance
from game.match.hall.glancing import (
    choices_glance,
    claims_glance,
    clock_glance,
    need_glance,
    person_glance,
    rules_glance,
    table_glance,
    vote_glance,
    with_needs,
)
from game.match.hall.granting import (
    check_person,
    check_table,
    grant_chair,
    grant_evening,
    grant_person,
    grant_rule,
)
from game.match.hall.needs import needs_of
from game.match.hall.news import HallNews
from game.match.hall.poll import ROUNDS, ClassPoll
from game.match.hall.proposals import Proposals
from game.match.hall.veil import varied
from game.match.hall.wish import (
    Admit,
    AskVote,
    BotPlays,
    ChairWish,
    Deny,
    EveningWish,
    IsBack,
    Nudge,
    PersonWish,
    Remove,
    Rename,
    RuleWish,
    ScreenWish,
    SetBigScreen,
    SetDoor,
    ShowLarge,
    ToDebrief,
    Wish,
)
from game.words import _

DEBRIEF = "debrief"
KEPT = "desk"
"""Under which name it lies beside the hall."""


class Desk:
    """The desk of one hall.

    Attributes:
        hall: the hall.
        now: the time of day in seconds since 1970.
        token: lets the pages of the teacher in; empty where there are none.
        big: what the big screen shows.
        is_door_open: whether more people may come.
        poll: the vote before and after the charts.
        proposals: rules that the class has proposed.
        is_debriefing: whether the teacher wants to see the debrief.
    """

    def __init__(self, door: HallDoor, now: Callable[[], float] = time.time) -> None:
        """Stand at the door of a hall; ``now`` is the time of day in seconds since 1970."""
        self.hall, self.now = door.hall, now
        self._door, hall = door, door.hall
        self._words = at_tables(hall.plan.game)
        self.big = BigScreen()
        self.is_door_open = True
        self.poll = ClassPoll(self._words)
        self.proposals = Proposals(lambda: rule_choices(hall.plan.game))
        self.is_debriefing = False
        self.token = ""
        self._news = HallNews(self._words, now)
        hall.on_ended = self._news.ended
        hall.extras[KEPT] = self.kept

    # What a teacher wishes.

    def do(self, wish: Wish) -> None:
        """Do what somebody at the desk asks for; `game.match.hall.wish` says what that can be.

        Raises:
            ValueError: it cannot be done; a sentence for people, and nothing has changed.
        """
        if isinstance(wish, EveningWish):
            self._at_evening(wish)
        elif isinstance(wish, ChairWish):
            grant_chair(self.hall, wish)
        elif isinstance(wish, RuleWish):
            grant_rule(self.hall, self.proposals, wish)
        elif isinstance(wish, PersonWish):
            self._at_person(wish)
        else:
            self._at_screen(wish)
        self.hall.keep_rest()

    def _at_evening(self, wish: EveningWish) -> None:
        grant_evening(self.hall, wish, self.now())
        if isinstance(wish, ToDebrief):
            self.is_debriefing = True

    def _at_person(self, wish: PersonWish) -> None:
        check_person(self.hall, wish.person)
        match wish:
            case Remove(person=person):
                self._door.remove(person)
            case Admit(person=person) | Deny(person=person):
                self._door.decide(person, admitted=isinstance(wish, Admit))
            case Nudge() | BotPlays() | IsBack() | Rename():
                grant_person(self.hall, wish)

    def _at_screen(self, wish: ScreenWish) -> None:
        match wish:
            case SetBigScreen():
                switches = {name: on for name, on in asdict(wish).items() if on is not None}
                self.big = replace(self.big, **switches)
            case ShowLarge(table=table):
                check_table(self.hall, table)
                self.big = replace(self.big, large=table)
            case SetDoor(is_open=is_open):
                self.is_door_open = is_open
            case AskVote() if not self.poll.has_any:
                raise ValueError(_("There is no vote in this game."))
            case AskVote(is_open=True, round=asked):
                self.poll.open(ROUNDS.index(asked))
            case AskVote():
                self.poll.close()

    # What happens at the tables.

    def chair(self, rank: int) -> str:
        """The picture of a chair as an SVG file; empty for none."""
        return self._words.picture(rank)

    # What the class is asked.

    def moment(self) -> tuple[object, ...]:
        """All that phones are told of when it changes."""
        return self.poll.moment(), self.proposals.moment()

    def veil(self) -> frozenset[str]:
        """The house rules that phones are not told of."""
        if self.big.rules or self.is_debriefing:
            return frozenset()
        return varied(self.hall.tables)

    def data_for(self, person: int) -> dict[str, Any]:
        """What somebody's phone is asked."""
        told: dict[str, Any] = {"poll": self.poll.data_for(person, len(self.hall.roster))}
        rules = self.proposals.data_for(person)
        return told if rules is None else told | {"rules": rules}

    def heard(self, person: int, words: Mapping[str, Any]) -> str:
        """Take in what somebody answers; a sentence where it is refused."""
        if words["do"] == "vote":
            refused = self.poll.cast(person, words)
        elif words["do"] == "agree":
            refused = self.proposals.agree(person, words.get("rule"), words.get("yes"))
        else:
            option, value = words.get("option"), words.get("value")
            if not isinstance(option, str) or not isinstance(value, bool | int | str):
                return _("There is no such rule.")
            refused = self.proposals.propose(option, value, person)
        if not refused:
            self.hall.keep_rest()
        return refused

    # What it looks like.

    def glance(self, now: float) -> Glance:
        """How everything stands; ``now`` is the time of day in seconds since 1970."""
        hall, away = self.hall, self._away()
        needs = (
            *claims_glance(hall, self._door.claims),
            *(need_glance(hall, need) for need in needs_of(hall.tables, away)),
        )
        # In a round of a cup, or its final, the last tables may have nothing to play.
        used = [table for table in hall.tables if table.play is not None or not table.is_stopped]
        tables = (table_glance(hall, table, self._words, away) for table in used)
        news_table, news, nameless = self._news.told(now)
        return Glance(
            title=hall.plan.title,
            game=hall.plan.game,
            game_title=_(find(hall.plan.game).info.title),
            people=len(hall.roster),
            phase=DEBRIEF if self.is_debriefing else hall.phase.value,
            is_over=hall.is_over,
            is_paused=hall.paused,
            is_cup=hall.plan.is_cup,
            clock=clock_glance(hall, now),
            tables=tuple(with_needs(table, needs) for table in tables),
            needs=needs,
            unseated=tuple(person_glance(hall, one.number, away) for one in hall.seating.standing),
            big=self.big,
            news=news,
            nameless=nameless,
            news_table=news_table,
            vote=vote_glance(self.poll, len(hall.roster)),
            rules_open=self.proposals.are_open,
            rules=rules_glance(hall, self.proposals),
            choices=choices_glance(hall.plan.game),
            door_open=self.is_door_open,
        )

    def _away(self) -> dict[int, float]:
        gone = {person.number: self._door.away_for(person.number) for person in self.hall.roster}
        return {person: ms for person, ms in gone.items() if ms > 0}

    def book(self) -> ClassBook:
        """All that was played, and what was voted."""
        return replace(self.hall.book(), vote=self.poll.vote)

    # Kept.

    def kept(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "big": asdict(self.big),
            "poll": self.poll.kept(),
            "proposals": self.proposals.kept(),
            "door": self.is_door_open,
            "debriefing": self.is_debriefing,
            "token": self.token,
        }

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Go on with an evening that was kept, as `Hall.recall` does; it may be anything."""
        rest = kept.get("hall")
        beside = rest.get("beside") if isinstance(rest, Mapping) else None
        mine = beside.get(KEPT) if isinstance(beside, Mapping) else None
        if not isinstance(mine, Mapping):
            return
        big = mine.get("big")
        for name, value in big.items() if isinstance(big, Mapping) else ():
            if name in ("first_names", "news", "sound", "rules") and type(value) is bool:
                self.big = replace(self.big, **{name: value})
            elif name == "large" and type(value) is int and 1 <= value <= len(self.hall.tables):
                self.big = replace(self.big, large=value)
        self.poll.recall(mine.get("poll"))
        self.proposals.recall(mine.get("proposals"))
        self.is_door_open = mine.get("door") is not False
        self.is_debriefing = mine.get("debriefing") is True
        self.token = str(mine.get("token", ""))
