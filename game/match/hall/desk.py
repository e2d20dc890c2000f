"""The teacher's desk: the one place where a wish becomes something in the hall, whoever says it.

The page of the teacher and the controls in the window both say `Desk.do`, and both draw what `Desk.glance`
gives, as the big screen does. Beside the hall the desk keeps what only a teacher changes: the switches of the
big screen, the vote, the rules that were proposed. It lies in the same file as the rest of the evening.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from game.core.chance import Chance
from game.core.discovery import find
from game.match.hall.at_tables import at_tables, rule_choices
from game.match.hall.book import ClassBook
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
from game.match.hall.hall import Hall, Phase
from game.match.hall.needs import needs_of
from game.match.hall.plan import LESSON, TablePlan
from game.match.hall.poll import ROUNDS, ClassPoll
from game.match.hall.proposals import NOBODY, Proposals
from game.match.hall.table import HallTable
from game.match.hall.wish import read_wish
from game.party.messages import clean_name
from game.party.registry import SeatClaim
from game.words import _

NEWS = 20.0
"""Seconds for which something is news."""
DEBRIEF = "debrief"
KEPT = "desk"
"""Under which name it lies beside the hall."""


@dataclass(frozen=True, slots=True)
class _News:
    table: int
    name: str
    at: float


class Desk:
    """The desk of one hall.

    Attributes:
        hall: the hall.
        now: the time of day in seconds since 1970.
        token: lets the pages of the teacher in; empty where there are none.
        big: what the big screen shows.
        poll: the vote before and after the charts.
        proposals: rules that the class has proposed.
        is_debriefing: whether the teacher wants to see the debrief.
        away_for: for how long the phone of somebody has given no sign, in ms; set by whoever has the phones.
        dismiss: takes a place from a phone and its person; set by whoever has the phones.
        claims: phones which say that they are somebody whose phone is away; set by whoever has the phones.
        decide: lets such a phone in or sends it away.
    """

    def __init__(self, hall: Hall, now: Callable[[], float] = time.time) -> None:
        """Make the desk of a hall; ``now`` is the time of day in seconds since 1970."""
        self.hall, self.now = hall, now
        self._words = at_tables(hall.plan.game)
        self.big = BigScreen()
        self.poll = ClassPoll(self._words)
        self.proposals = Proposals(lambda: rule_choices(hall.plan.game))
        self.is_debriefing = False
        self.token = ""
        self.away_for: Callable[[int], float] = lambda _person: 0.0
        self.dismiss: Callable[[int], None] = hall.leave
        self.claims: Callable[[], Sequence[SeatClaim]] = tuple
        self.decide: Callable[[int, bool], None] = lambda _person, _admitted: None
        self._news: _News | None = None
        hall.on_ended = self._ended
        hall.beside[KEPT] = self.kept

    # What a teacher wishes.

    def do(self, command: Mapping[str, Any]) -> None:
        """Do what somebody at the desk asks for; `game.match.hall.wish` says what that can be.

        Raises:
            ValueError: it cannot be done; a sentence for people, and nothing has changed.
        """
        what, fields = read_wish(command)
        person = fields.get("person")
        if person is not None and person not in self.hall.roster:
            raise ValueError(_("That person has left."))
        if fields.get("table") is not None and fields["table"] > len(self.hall.tables):
            raise ValueError(_("There is no such table."))
        doing: Callable[..., None] = getattr(self, f"_do_{what}")
        doing(**{"other" if name == "with" else name: value for name, value in fields.items()})
        self.hall.keep_rest()

    def _do_begin(self) -> None:
        if self.hall.phase is not Phase.GATHERING:
            raise ValueError(_("It has begun already."))
        self.hall.begin(self.now())

    def _do_pause(self, table: int | None = None) -> None:
        self.hall.pause(paused=True, table=table)

    def _do_resume(self, table: int | None = None) -> None:
        if table is not None and self.hall.paused:
            raise ValueError(_("All tables are paused. Go on with all of them first."))
        self.hall.pause(paused=False, table=table)

    def _do_more(self, minutes: int) -> None:
        hall = self.hall
        if hall.phase is Phase.GATHERING:
            hall.plan = replace(hall.plan, minutes=min(LESSON, max(0, hall.plan.minutes + minutes)))
        elif hall.is_last():
            raise ValueError(_("The last hand has been called already."))
        else:
            hall.more_time(minutes, self.now())

    def _do_last_hand(self) -> None:
        if self.hall.phase is not Phase.PLAYING:
            raise ValueError(_("No hand is played now."))
        self.hall.last_hand()

    def _do_to_debrief(self) -> None:
        if self.hall.phase is Phase.GATHERING:
            raise ValueError(_("Nothing was played yet."))
        if not any(table.hands for table in self.hall.tables):
            raise ValueError(_("No hand has ended yet."))
        self.hall.stop()
        self.is_debriefing = True

    # Chairs.

    def _do_seat(self, person: int, table: int, chair: int | None = None) -> None:
        there, seating = self.hall.table(table), self.hall.seating
        if there.is_stopped:
            raise ValueError(_("That was the last hand."))
        held = there.chairs[chair] if chair is not None and chair < len(there.chairs) else None
        if held is not None and held.person != person and held.person not in seating.moves:
            self._do_swap(person, held.person)
            return
        if (chair is not None and chair >= len(there.chairs)) or not seating.put(person, table, chair):
            raise ValueError(_("All chairs at table {n} are taken. Swap two people instead.").format(n=table))

    def _do_swap(self, person: int, other: int) -> None:
        seating = self.hall.seating
        if other not in self.hall.roster:
            raise ValueError(_("That person has left."))
        if seating.chair_of(person) is None or seating.chair_of(other) is None:
            raise ValueError(_("Only two people who both have a chair can be swapped."))
        if any(table.is_stopped for table, _seat in map(self._chair, (person, other))):
            raise ValueError(_("That was the last hand."))
        seating.swap(person, other)

    def _chair(self, person: int) -> tuple[HallTable, int]:
        chair = self.hall.seating.chair_of(person)
        if chair is None:
            raise ValueError(_("{name} has no chair.").format(name=self.hall.roster[person].name))
        return chair

    def _do_stay(self, person: int) -> None:
        self.hall.seating.stay(person)

    def _do_stand(self, person: int) -> None:
        self._chair(person)
        self.hall.seating.send_off(person)

    def _do_shuffle(self) -> None:
        self._before_the_first()
        self.hall.seating.by_chance(Chance(self.hall.draw_seed(), "seating"))

    def _do_by_list(self) -> None:
        self._before_the_first()
        self.hall.seating.by_list()

    def _before_the_first(self) -> None:
        if self.hall.phase is not Phase.GATHERING:
            raise ValueError(_("Everybody is seated anew before the first hand only."))

    # People.

    def _do_nudge(self, person: int) -> None:
        self._chair(person)
        self.hall.nudge(person)

    def _do_bot(self, person: int) -> None:
        table, _seat = self._chair(person)
        if table.play is None or table.is_stopped:
            raise ValueError(_("No hand is played now."))
        self.hall.take_over(person)

    def _do_back(self, person: int) -> None:
        self._chair(person)
        self.hall.be_back(person)

    def _do_remove(self, person: int) -> None:
        self.dismiss(person)

    def _do_rename(self, person: int, name: str) -> None:
        hall, said = self.hall, clean_name(name)
        if not said:
            raise ValueError(_("That is no name."))
        if not hall.roster.allows(said):
            raise ValueError(_("Take another name, please."))
        if any(one.name == said and one.number != person for one in hall.roster):
            raise ValueError(_("Somebody here is called that already."))
        chair = hall.seating.chair_of(person)
        if chair is not None and chair[0].play is not None:
            chair[0].play.match.rename(chair[1], said)
        else:
            hall.rename(person, said)

    def _do_admit(self, person: int) -> None:
        self.decide(person, True)  # noqa: FBT003 - as a callback has it

    def _do_deny(self, person: int) -> None:
        self.decide(person, False)  # noqa: FBT003

    # Rules.

    def _do_rules(self, table: int, options: Mapping[str, Any]) -> None:
        """These house rules are others; all that is not named stays as it is."""
        if self.hall.table(table).is_stopped:
            raise ValueError(_("That was the last hand."))
        self._change(self.hall.table(table), options)

    def _change(self, table: HallTable, options: Mapping[str, Any]) -> None:
        info, players = find(table.game).info, table.plan.players
        read = dict(info.read_options({**table.plan.options, **options}, players))
        unusual = {
            one.name: read[one.name]
            for one in info.options
            if one.name in read and read[one.name] != one.default_for(players)
        }
        if unusual != dict(table.plan.options):
            self.hall.set_rules(table.number, TablePlan(players, unusual))

    def _do_proposals(self, open: bool) -> None:  # noqa: FBT001 - as a wish calls it
        self.proposals.are_open = open

    def _do_propose(self, option: str, value: object) -> None:
        if type(value) not in (bool, int, str):
            raise ValueError(_("There is no such rule."))
        assert isinstance(value, bool | int | str)
        if refused := self.proposals.propose(option, value, NOBODY):
            raise ValueError(refused)

    def _do_play_rule(self, rule: int) -> None:
        """All tables play by it from the next hand on."""
        proposal = self.proposals.find(rule)
        if proposal is None:
            raise ValueError(_("There is no such rule."))
        if self.hall.is_last():
            raise ValueError(_("The last hand has been called already."))
        for table in self.hall.tables:
            self._change(table, {proposal.option: proposal.value})
        proposal.played = True

    def _do_drop_rule(self, rule: int) -> None:
        if not self.proposals.drop(rule):
            raise ValueError(_("There is no such rule."))

    # The big screen, and the vote.

    def _do_big(self, **switches: bool) -> None:
        self.big = replace(self.big, **switches)

    def _do_large(self, table: int | None) -> None:
        self.big = replace(self.big, large=table)

    def _do_vote(self, open: bool, round: str = "before") -> None:  # noqa: FBT001
        if not self.poll.has_any:
            raise ValueError(_("There is no vote in this game."))
        if open:
            self.poll.open(ROUNDS.index(round))
        else:
            self.poll.close()

    def _ended(self, table: HallTable) -> None:
        """A hand has ended: somebody else may have the chair that everybody wants."""
        assert table.play is not None
        match = table.play.match
        before = match.session.observe_close(None)
        if before is None:
            return
        old, new = self._words.first(before), self._words.first(match.session.observe(None))
        if old is not None and new is not None and old != new:
            self._news = _News(table.number, match.seats[new].name, self.now())

    def chair(self, rank: int) -> str:
        """The picture of a chair as an SVG file; empty for none."""
        return self._words.picture(rank)

    # What the class is asked.

    def moment(self) -> tuple[object, ...]:
        """All that phones are told of when it changes."""
        return self.poll.moment(), self.proposals.moment()

    def told(self, person: int) -> dict[str, Any]:
        """What somebody's phone is asked."""
        told: dict[str, Any] = {"poll": self.poll.told(person, len(self.hall.roster))}
        rules = self.proposals.told(person)
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
            *claims_glance(hall, self.claims()),
            *(need_glance(hall, need) for need in needs_of(hall.tables, away)),
        )
        tables = (table_glance(hall, table, self._words, away) for table in hall.tables)
        news = self._news if self._news and 0 <= now - self._news.at < NEWS else None
        return Glance(
            title=hall.plan.title,
            game=hall.plan.game,
            game_title=_(find(hall.plan.game).info.title),
            people=len(hall.roster),
            phase=DEBRIEF if self.is_debriefing else hall.phase.value,
            is_over=hall.is_over,
            is_paused=hall.paused,
            clock=clock_glance(hall, now),
            tables=tuple(with_needs(table, needs) for table in tables),
            needs=needs,
            unseated=tuple(person_glance(hall, one.number, away) for one in hall.seating.standing),
            big=self.big,
            news=self._words.news(news.table, news.name) if news is not None else "",
            news_table=news.table if news is not None else 0,
            vote=vote_glance(self.poll, len(hall.roster)),
            rules_open=self.proposals.are_open,
            rules=rules_glance(hall, self.proposals),
            choices=choices_glance(hall.plan.game),
        )

    def _away(self) -> dict[int, float]:
        gone = {person.number: self.away_for(person.number) for person in self.hall.roster}
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
            if name in ("first_names", "news", "sound") and type(value) is bool:
                self.big = replace(self.big, **{name: value})
            elif name == "large" and type(value) is int and 1 <= value <= len(self.hall.tables):
                self.big = replace(self.big, large=value)
        self.poll.recall(mine.get("poll"))
        self.proposals.recall(mine.get("proposals"))
        self.is_debriefing = mine.get("debriefing") is True
        self.token = str(mine.get("token", ""))
