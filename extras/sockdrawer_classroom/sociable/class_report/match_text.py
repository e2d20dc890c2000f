"""Data and sentences of the class report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from game.games.sociable.match_text import card_words
from game.games.sociable.screen.match_report.match_text import tie_sentences, title_of
from game.i18n import _, decimal_sign, join_names, listed, plural
from game.match.share_vote import QUORUM
from sockdrawer_classroom.classroom import ClassQuestion, ClassRecord, VoteStatus
from sockdrawer_classroom.sociable.class_statistics import (
    BOSS,
    DOWN,
    NONE,
    UP,
    ClassesCompared,
    ClassStatistics,
    Evidence,
    ExchangeGroup,
    PooledClasses,
    Proportion,
    SimulatedClasses,
    TableMatchStatistics,
    VoteTally,
    bosses_kept,
    cluster_interval,
    evidence,
    tally,
)
from sockdrawer_classroom.sociable.crossover import CrossOver


@dataclass(frozen=True, slots=True)
class ClassReportData:
    """Data of a class report."""

    story: ClassStatistics
    evidence: Evidence
    # before and after the charts; `None` with too few votes to show
    votes: tuple[VoteTally | None, VoteTally | None]
    hidden: bool  # True if numbers replace the names
    parallel: tuple[SimulatedClasses, ...] = ()  # empty until simulated
    asked: tuple[ClassQuestion, ...] = ()  # questions to the class with answers, and its predictions
    poll: VoteStatus | None = None  # vote in progress; `None` once the lesson is over
    both: CrossOver | None = None  # people compared between the rounds; `None` without a second round
    is_rehearsal: bool = False  # True if the players are made up

    @classmethod
    def of(cls, record: ClassRecord, parallel: Sequence[SimulatedClasses] = ()) -> ClassReportData:
        """Data of a report on a class record. Raises `ValueError` if it is broken or of another game."""
        story = ClassStatistics.of(record)
        votes = tally(record.vote.before), tally(record.vote.after)
        questions = tuple(class_question for class_question in record.questions if class_question.has_any)
        both = CrossOver.of(story)
        return cls(
            story, evidence(story), votes, record.names_hidden, tuple(parallel), questions, both=both,
            is_rehearsal=record.is_rehearsal,
        )  # fmt: skip

    @classmethod
    def of_lessons(cls, classes: Sequence[ClassStatistics]) -> ClassReportData:
        """Return the data of several classes together."""
        story = PooledClasses.together(classes)
        return cls(story, evidence(story), (None, None), hidden=True)

    @property
    def lessons(self) -> PooledClasses | None:
        """Statistics by class if the report covers several classes, else None."""
        return self.story if isinstance(self.story, PooledClasses) else None

    def interval(self, side: ExchangeGroup) -> tuple[float, float]:
        """Return the 95% interval, (low, high), of the share of Bosses who stayed, by hands or classes."""
        return (
            cluster_interval(self.lessons.boss_stayed_by_class(side.way))
            if self.lessons
            else side.stayed.interval
        )

    def dots(self, way: str) -> Sequence[float]:
        """Return the share of Bosses who stayed in each of several classes; empty for one class."""
        return (
            [share.value for share in self.lessons.boss_stayed_by_class(way) if share.of]
            if self.lessons
            else ()
        )

    def name(self, table: TableMatchStatistics, seat: int, hand: int = 0, *, short: bool = False) -> str:
        """Return the name or number of a seat's pupil, or "Computer", in a hand; at the end if ``hand`` is 0.

        ``short`` gives a bare number instead of "Pupil n", and "Bot".
        """
        sitter = table.sitters[hand - 1][seat]
        if not sitter.pupil:
            return _("Bot") if short else _("Computer")
        if self.hidden or not sitter.name or sitter.name.isdigit():
            return str(sitter.pupil) if short else _("Pupil {n}").format(n=sitter.pupil)
        return sitter.name

    @property
    def has_votes(self) -> bool:
        """True if there are votes to show."""
        return any(self.votes)

    @property
    def shows_votes(self) -> bool:
        """True if the charts have a vote, also while it is open or if it had too few votes."""
        return self.has_votes or (
            self.poll is not None and (self.poll.open is not None or any(self.poll.vote_counts))
        )

    @property
    def exchanged(self) -> bool:
        """True if cards changed hands in any finished hand."""
        return any(row.exchanged for row in self.story.rows)


MAX_DECIMAL_MEAN = 10  # means below this are given with a decimal
MIN_CHANCE = 0.05  # chance below which a result is hardly chance


def headline(report: ClassReportData) -> str:
    """Return the headline of every page: what our class or, for several, our classes found out."""
    return _("What our classes found out") if report.lessons else _("What our class found out")


def class_title(report: ClassReportData, place: int) -> str:
    """Return the title of class number ``place`` (from 0): its name and year, its date, or its number."""
    assert report.lessons is not None
    class_stats = report.lessons.classes[place]
    if not class_stats.began:
        return class_stats.title or _("Class {n}").format(n=place + 1)
    # A class of the same name comes every year.
    return (
        f"{class_stats.title} ({datetime.fromtimestamp(class_stats.began).year})"
        if class_stats.title
        else day(class_stats)
    )


def day(statistics: ClassStatistics) -> str:
    """Return the date as text; of several classes, the first and the last; empty if unknown."""
    stories = statistics.classes if isinstance(statistics, PooledClasses) else [statistics]
    days = [
        datetime.fromtimestamp(class_stats.began).strftime(_("%Y-%m-%d"))
        for class_stats in stories
        if class_stats.began
    ]
    return " \N{EN DASH} ".join(dict.fromkeys((days[0], days[-1]))) if days else ""


def counts(report: ClassReportData) -> str:
    """Return the numbers of pupils, tables, hands and so on as text, with title or number of classes."""
    story = report.story
    parts = [
        plural("{n} pupil", "{n} pupils", story.people).format(n=story.people),
        plural("{n} table", "{n} tables", story.places).format(n=story.places),
        plural("{n} hand", "{n} hands", story.hands).format(n=story.hands),
    ]
    if report.lessons:
        count = len(report.lessons.classes)
        return listed([plural("{n} class", "{n} classes", count).format(n=count), *parts])
    if story.stood_in:
        parts.insert(
            1, plural("{n} with a stand-in", "{n} with a stand-in", story.stood_in).format(n=story.stood_in)
        )
    if story.empty:
        parts.insert(1, plural("{n} empty chair", "{n} empty chairs", story.empty).format(n=story.empty))
    told_counts = listed(parts)
    titled = _("{what}: {who}").format(what=story.title, who=told_counts) if story.title else told_counts
    return _("Rehearsal: {lesson}").format(lesson=titled) if report.is_rehearsal else titled


def way_row(way: str) -> str:
    """Return the label of a kind of exchange in a chart, as in "With the exchange"."""
    return {UP: _("With the exchange"), NONE: _("Without the exchange"), DOWN: _("Reversed")}[way]


def way_place(way: str, *, after: bool = False) -> str:
    """Return a kind of exchange for use in a sentence, as in "without it"; ``after`` if named second."""
    return {
        UP: _("with the exchange"),
        NONE: _("without it") if after else _("without the exchange"),
        DOWN: _("with the reversed exchange"),
    }[way]


def tables_each(report: ClassReportData) -> str:
    """Return the number of tables with each kind of exchange as text, as in "2 tables each"."""
    numbers = [side.places for side in report.story.sides]
    if len(set(numbers)) == 1 and len(numbers) > 1:
        return plural("{n} table each", "{n} tables each", numbers[0]).format(n=numbers[0])
    return _("tables: {numbers}").format(numbers=listed(map(str, numbers)))


def of(share: Proportion) -> str:
    """Return a share as "n of all", or a dash if it is 0 of 0."""
    return _("{n} of {all}").format(n=share.count, all=share.of) if share.of else "\N{EN DASH}"


def things() -> tuple[str, str, str]:
    """Return the names of the things to vote on: skill, luck, the chair."""
    return _("Skill"), _("Luck"), _("Structure")


def columns(report: ClassReportData) -> tuple[str, ...]:
    """Return the labels of the vote's columns: the three things, and ties if there are any."""
    return (*things(), _("A tie")) if any(vote and vote.split for vote in report.votes) else things()


def percent(share: float) -> str:
    """Return a share (0 to 1) as text in per cent, with the sign."""
    return _("{n}%").format(n=round(100 * share))


def often(chance: float) -> str:
    """Return a chance (0 to 1) in words, as in "about 5 in 100 classes"."""
    if chance < 0.001:
        return _("fewer than 1 in 1,000 classes")
    if chance < 0.01:
        return _("about {n} in 1,000 classes").format(n=round(1000 * chance))
    return _("about {n} in 100 classes").format(n=min(99, round(100 * chance)) if chance < 1 else 100)


def bar_meant(report: ClassReportData) -> str:
    """Return a sentence on the meaning of the bar around a share."""
    if report.lessons:
        return _("Dot: a class. The true share could be anywhere along its bar.")
    return _("With so few hands, the true share could be anywhere along the bar.")


def differences(report: ClassReportData) -> list[str]:
    """Return a text for each pair of exchanges: how often Bosses stayed, and how likely that is by chance."""
    if report.lessons:
        return [
            _comparison_text(way, other_way, comparison)
            for way, other_way, comparison in report.lessons.exchange_comparisons
        ]
    sentences = []
    for side, other_side, chance in report.story.differences:
        sentence = _("The Boss stayed Boss in {a} hands {one}, and in {b} {other}.").format(
            a=of(side.stayed),
            one=way_place(side.way),
            b=of(other_side.stayed),
            other=way_place(other_side.way, after=True),
        )
        if side.stayed.value == other_side.stayed.value:
            same = _("Both shares are the same: this class shows no difference.")
            sentences.append(f"{sentence} {same}")
            continue
        more = _("If it made no difference, you'd still see a gap this big in {often}.").format(
            often=often(chance)
        )
        end = _("So it's very unlikely to be chance.") if chance < MIN_CHANCE else _("So it could be chance.")
        sentences.append(f"{sentence} {more} {end}")
    return sentences


def _comparison_text(way: str, other_way: str, comparison: ClassesCompared) -> str:
    """Return sentences on what the classes that played both kinds of exchange show."""
    count = len(comparison.apart)
    if count < 2:
        text = _("To compare play {one} and {other}, at least two classes must have played both.")
        return text.format(one=way_place(way), other=way_place(other_way, after=True))
    low, high = comparison.interval
    text = _(
        "In {more} of {n} classes that played both, the Boss stayed Boss more often {one} "
        "than {other}. The mean difference is {mean} points in 100, the true one most "
        "likely between {low} and {high}."
    ).format(
        more=comparison.more, n=count, one=way_place(way), other=way_place(other_way, after=True),
        mean=points(comparison.mean), low=points(low), high=points(high),
    )  # fmt: skip
    verdict = _("So it's very unlikely to be chance.") if low > 0 or high < 0 else _("So it could be chance.")
    return f"{text} {verdict}"


def points(difference: float) -> str:
    """Return a difference of shares (-1 to 1) as text in hundredths, with its sign unless it is 0."""
    whole = round(100 * difference)
    return f"\N{MINUS SIGN}{-whole}" if whole < 0 else f"+{whole}" if whole else "0"


def kept_chairs_text(report: ClassReportData) -> str:
    """Return sentences on how often people kept their chairs, compared with chance."""
    moves = report.story.mobility
    if report.lessons:
        low, high = cluster_interval([class_stats.mobility.stays for class_stats in report.lessons.classes])
        text = _(
            "Players kept their chair {kept} times in {n}: {share}, most likely between "
            "{low} and {high}; by chance it would be {fair}."
        )
        return text.format(
            kept=moves.stays.count, n=moves.stays.of, share=percent(moves.stays.value), low=percent(low),
            high=percent(high), fair=percent(moves.kept_expected / max(1, moves.stays.of)),
        ).replace(" %", "\N{NO-BREAK SPACE}%")  # fmt: skip
    text = _("Players kept their chair {kept} times in {n}; by chance it would be about {chance}.").format(
        kept=moves.stays.count, n=moves.stays.of, chance=_mean_count(moves.kept_expected)
    )
    return text + " " + _("Chance alone would do that in {often}.").format(often=often(moves.kept_chance))


def kept_short(report: ClassReportData) -> str:
    """Return the number of chairs that people kept, as text for the legend of the matrix."""
    moves = report.story.mobility
    return _("kept their chair: {kept} of {n}").format(kept=moves.stays.count, n=moves.stays.of)


def kept_by_chance(report: ClassReportData) -> str:
    """Return the number of chairs kept by chance as text."""
    return _("{n} by chance").format(n=_mean_count(report.story.mobility.kept_expected))


def _mean_count(count: float) -> str:
    """Return a mean count as text, with one decimal below `MAX_DECIMAL_MEAN`, otherwise rounded."""
    return f"{round(count, 1) if count < MAX_DECIMAL_MEAN else round(count):g}".replace(".", decimal_sign())


def moves_each(report: ClassReportData) -> str:
    """Return the number of moves from each chair as text, from fewest to most."""
    min_moves, max_moves = report.story.mobility.of
    if min_moves == max_moves:
        return plural("{n} move from each chair", "{n} moves from each chair", max_moves).format(n=max_moves)
    return _("{least} to {most} moves from each chair").format(least=min_moves, most=max_moves)


def evidence_told(report: ClassReportData, number: int) -> str:
    """Return this class's evidence for discussion question ``number`` (0 to 3), as a sentence."""
    if not report.story.hands:
        return _("No hand was finished.")
    return (_first_boss_evidence, _exchange_evidence, _gift_evidence, _rule_evidence)[number](report)


def _first_boss_evidence(report: ClassReportData) -> str:
    """Sentence on how often the first Boss came out ahead, by exchange."""
    sides = [side for side in report.story.sides if side.first_boss.of]
    if not sides:
        return _("In every match, a computer player started as Boss.")
    first, *others = sides
    share = first.first_boss
    if report.story.places < len(report.story.tables):
        template = plural("in {a} of {n} match {way}", "in {a} of {n} matches {way}", share.of)
        more = _("in {a} of {n} {way}")
    else:
        template = plural("at {a} of {n} table {way}", "at {a} of {n} tables {way}", share.of)
        more = _("at {a} of {n} {way}")
    places = [template.format(a=share.count, n=share.of, way=way_place(first.way))]
    places += [
        more.format(a=side.first_boss.count, n=side.first_boss.of, way=way_place(side.way, after=True))
        for side in others
    ]
    return _("The first Boss finished ahead {places}.").format(places=join_names(places))


def _exchange_evidence(report: ClassReportData) -> str:
    """Sentence on the number of aces and jokers that went up and came down."""
    if not report.exchanged:
        return _("Nothing was exchanged at any table.")
    up, down = report.evidence.up, report.evidence.down
    template = plural(
        "In the exchange, {up} ace or joker went up to a higher chair, and {down} came down.",
        "In the exchange, {up} aces and jokers went up to a higher chair, and {down} came down.",
        up,
    )
    return template.format(up=up, down=down)


def _gift_evidence(report: ClassReportData) -> str:
    """Sentence on how often a Boss or Veep chose to give an ace or joker."""
    gift_evidence = report.evidence
    if not gift_evidence.could and not gift_evidence.gave_up:
        return _("Here, no Boss or Veep had an ace or a joker to give.")
    if not gift_evidence.gave_up:
        return plural(
            "Never here, though once one of them had an ace or a joker to give.",
            "Never here, though {n} times one of them had an ace or a joker to give.",
            gift_evidence.could,
        ).format(n=gift_evidence.could)
    count, boss = len(gift_evidence.gave_up), gift_evidence.by_boss
    template = plural(
        "Here, once in {could} chances (Boss: {boss}, Veep: {veep}).",
        "Here, {n} times in {could} chances (Boss: {boss}, Veep: {veep}).",
        count,
    )
    return template.format(n=count, could=gift_evidence.could, boss=boss, veep=count - boss)


def _rule_evidence(report: ClassReportData) -> str:
    """Sentence on how often the Boss stayed Boss, by exchange, and on chance."""
    sides = [side for side in report.story.sides if side.stayed.of]
    if not sides:
        return _("No person was ever Boss.")
    first, *others = sides
    template = plural("in {a} of {n} hand {way}", "in {a} of {n} hands {way}", first.stayed.of)
    places = [template.format(a=first.stayed.count, n=first.stayed.of, way=way_place(first.way))]
    places += [
        _("in {a} of {n} {way}").format(
            a=side.stayed.count, n=side.stayed.of, way=way_place(side.way, after=True)
        )
        for side in others
    ]
    return _("The Boss stayed Boss {places}; by chance it would be {share}.").format(
        places=join_names(places), share=percent(fair(report.story.sides))
    )


def fair(sides: Sequence[ExchangeGroup]) -> float:
    """Return the share (0 to 1) of Bosses who would stay by chance, over all groups."""
    counts = [side.stayed.of for side in sides]
    weights = counts if any(counts) else [1] * len(sides)
    return sum(side.chance * weight for side, weight in zip(sides, weights, strict=True)) / max(
        1, sum(weights)
    )


def structure(report: ClassReportData, *, is_brief: bool = False) -> list[str]:
    """Return sentences on the results of the simulated classes; empty before the simulation.

    ``is_brief`` leaves out how much the first chair settled, because bars beside it show that.
    """
    sentences = []
    won = [(round(100 * classes.boss_won.value), classes.way) for classes in report.parallel]
    if is_brief and len(won) == 2 and won[1][1] == NONE:
        text = _("The first Boss won {a} of 100 simulated matches {way}, and {b} without it.")
        sentences.append(text.format(a=won[0][0], way=way_place(won[0][1]), b=won[1][0]))
    for classes in report.parallel if not sentences else ():
        text = _("The first Boss won {a} of 100 simulated matches {way}.").format(
            a=round(100 * classes.boss_won.value), way=way_place(classes.way)
        )
        more = _("The first chair explains {b}% of the variation in final places.").format(
            b=round(100 * classes.explained)
        )
        sentences.append(text if is_brief else f"{text} {more}")
    if report.parallel:
        # All hands, also those of bots, because only bots play in simulated classes.
        own_count = sum(row.rank == row.next == BOSS for row in report.story.rows)
        class_counts = bosses_kept(report.story, report.parallel)
        text = _(
            "In your class, the Boss stayed Boss {n} times. "
            "{some} of {all} simulated classes had that many or more."
        )
        sentences.append(
            text.format(
                n=own_count, some=sum(count >= own_count for count in class_counts), all=len(class_counts)
            )
        )
    return sentences


def guess(classes: int) -> str:
    """Return the text that asks for a guess before the simulated classes are simulated."""
    return _(
        "Guess first: how often does the first Boss win? Then let equal players replay "
        "this lesson, {n} times with the exchange and {n} times without."
    ).format(n=classes)


def gifts_told(report: ClassReportData, max_count: int) -> list[str]:
    """Return sentences about cards given away by choice, at most ``max_count``."""
    sentences = []
    for gift in report.evidence.gave_up[:max_count]:
        name = report.name(gift.table, gift.given.giver, gift.hand)
        sentence = _("Table {table}, hand {hand}: {name}, the {rank}, gave {cards}.").format(
            table=gift.table.number, hand=gift.hand, name=name, rank=title_of(gift.rank),
            cards=", ".join(map(card_words, gift.given.cards)),
        )  # fmt: skip
        sentences.append(sentence)
    return sentences


def kept_private() -> str:
    """Return a sentence on what happens to the data about pupils."""
    return _("Nothing about pupils is kept after this lesson unless you save it.")


def parallel_meant(report: ClassReportData) -> str:
    """Return sentences on what simulated classes are; only after the simulation."""
    return _(
        "Equally good computer players replayed every match of this lesson, {n} times with "
        "each kind of exchange. Only the chair sets them apart."
    ).format(n=len(next(iter(report.parallel[0].lived.values())).lives))


def hundredths(value: float, *, signed: bool = False) -> str:
    """Return a number as text with two decimals; ``signed`` adds a plus if it is above 0."""
    digits = f"{abs(value):.2f}".replace(".", decimal_sign())
    below = "\N{MINUS SIGN}" if value < 0 else "+" if signed else ""
    return digits if not float(f"{value:.2f}") else below + digits


def moved_meant() -> str:
    """Return sentences on what is compared between the rounds."""
    return _("Chairs moved per hand: with the exchange minus without it. On the left: fewer with it.")


def crossover_text(crossover: CrossOver) -> str:
    """Return sentences on the people compared, and on their mean difference."""
    if not crossover.people:
        return _("Nobody has played one round with the exchange and one without it.")
    on, off = (sum(means) / len(means) for means in _round_means(crossover))
    people = plural(
        "{n} pupil has played by both rules.", "{n} pupils have played by both rules.", len(crossover.people)
    )
    template = _("Per hand, they moved {on} chairs with the exchange and {off} without it: {difference}.")
    difference = hundredths(crossover.mean, signed=True)
    return f"{people} {template}".format(
        n=len(crossover.people), on=hundredths(on), off=hundredths(off), difference=difference
    )


def _round_means(crossover: CrossOver) -> tuple[list[float], list[float]]:
    """Mean chairs moved by each person, with the exchange and without it."""
    return [person.on.mean for person in crossover.people], [person.off.mean for person in crossover.people]


def unsure(crossover: CrossOver) -> str:
    """Return sentences on the interval of the true difference and the units counted; empty without people."""
    if crossover.interval is None:
        return _("One person alone says nothing about others.") if crossover.people else ""
    low, high = (hundredths(end, signed=True) for end in crossover.interval)
    template = _(
        "The true difference can be anywhere from {low} to {high}. 95 of 100 such intervals contain it."
    )
    if crossover.by_circle:
        note = _("People who sat together moved together and count as one: {n} groups.")
    else:
        note = _("Everyone counts separately. People who sat together moved together, so it's really wider.")
    return f"{template} {note}".format(low=low, high=high, n=len(crossover.units))


def by_luck(crossover: CrossOver) -> str:
    """Return sentences on how often chance alone gives such a difference; empty without an interval."""
    if crossover.interval is None:
        return ""
    template = _(
        "If the exchange made no difference, you'd still see a gap this big between the rounds in {often}."
    )
    if crossover.smallest_p > MIN_CHANCE:
        end = _("{n} groups can't show more: even the clearest result would come up in {least}.")
    elif crossover.chance >= MIN_CHANCE:
        end = _("So it could be chance.")
    elif crossover.by_circle:
        end = _("So it's very unlikely to be chance.")
    else:
        end = _("So it's very unlikely to be chance, if everyone can be counted separately.")
    return f"{template} {end}".format(
        often=often(crossover.chance), n=len(crossover.units), least=often(crossover.smallest_p)
    )


def rule_or_round(crossover: CrossOver) -> str:
    """Return a sentence on the effects of rule and second round, or why they are not separable, or ""."""
    if crossover.apart is not None:
        rule, later = crossover.apart
        return _(
            "Some started with the exchange and some without it, so two effects can be "
            "separated: the exchange ({rule}) and the second round itself, as practice "
            "({later})."
        ).format(rule=hundredths(rule, signed=True), later=hundredths(later, signed=True))
    return "".join(
        _(
            "Everyone started {way}, so the effect of the exchange can't be separated here "
            "from that of practice in the second round."
        ).format(way=way_place(order.way))
        for order in crossover.orders
    )


def not_compared(crossover: CrossOver) -> str:
    """Return a sentence on the number of people left out; empty for none."""
    if not crossover.left_out:
        return ""
    return plural(
        "{n} pupil doesn't count here, having missed a round by one of the rules.",
        "{n} pupils don't count here, having missed a round by one of the rules.",
        crossover.left_out,
    ).format(n=crossover.left_out)


def rounds_told(crossover: CrossOver) -> list[str]:
    """Return all sentences about both rounds."""
    sentences = [
        crossover_text(crossover),
        unsure(crossover),
        by_luck(crossover),
        rule_or_round(crossover),
        not_compared(crossover),
    ]
    return [sentence for sentence in sentences if sentence]


def rounds_notes() -> list[str]:
    """Return sentences on how both rounds were counted, for the teacher."""
    return [
        _(
            "Both rounds: points and places add up to the same at every table, so their "
            "mean difference is zero whatever a rule does. That's why moves are compared."
        ),
        _(
            "The interval for both rounds is a paired one by Student's t, with groups who "
            "sat together as clusters. The grey band contains 95 of 100 sign flips."
        ),
    ]


def order_row(way: str) -> str:
    """Return the label of people who began with the exchange (`UP`) or without it (`NONE`)."""
    return {UP: _("first with it"), NONE: _("first without it")}[way]


def votes_title(report: ClassReportData) -> str:
    """Return the title of the votes with their number; for an open vote, how many people have voted."""
    poll, numbers = report.poll, [vote.votes for vote in report.votes if vote]
    if poll is not None and poll.open is not None:
        return _("What decides it? {n} of {all} have voted").format(
            n=poll.vote_counts[poll.open], all=poll.of
        )
    if not numbers:
        return _("What decides it? Hidden until {n} votes").format(n=QUORUM)
    if len(set(numbers)) > 1:
        return _("What decides it? {a}, then {b} votes").format(a=numbers[0], b=numbers[1])
    return _("What decides it? {n} votes").format(n=numbers[0])


def votes_told(report: ClassReportData) -> list[str]:
    """Return sentences on what was counted in the votes, their means, and ties."""
    sentences = [_("Each vote counts for what it gave the most to.")]
    for vote, label in zip(
        report.votes, (_("On average before the charts"), _("On average afterwards")), strict=True
    ):
        if vote:
            shares = [
                f"{name} {percent(share / 100)}" for name, share in zip(things(), vote.mean, strict=True)
            ]
            sentences.append(_("{what}: {who}").format(what=label, who=f"{listed(shares)}."))
    split = sum(vote.split for vote in report.votes if vote)
    if split:
        sentences.append(
            plural(
                "{n} vote gave two or three things the same top share: a tie.",
                "{n} votes gave two or three things the same top share: each a tie.",
                split,
            ).format(n=split)
        )
    return sentences + tie_sentences(
        [vote.leading_indices if vote else () for vote in report.votes], things()
    )


def table_title(table: TableMatchStatistics) -> str:
    """Return a title with the table's number, exchange and, from the second on, match."""
    if table.match > 1:
        template = _("Table {n}, match {match}, {way}")
        return template.format(n=table.number, match=table.match, way=way_place(table.way))
    return _("Table {n}, {way}").format(n=table.number, way=way_place(table.way))


def notes(report: ClassReportData) -> list[str]:
    """Return sentences on how everything was counted, for the teacher."""
    if report.lessons:
        return [
            _("Everything is counted from the records. Unfinished hands are left out."),
            _("By chance: if every place in every hand were drawn by lot."),
            _("Each class is one case. If classes differ, or there are few, the bars are long."),
            _("The bars are 95% intervals (Korn and Graubard, 1998, Survey Methodology 24, 193-201)."),
            _("A lesson saved several times counts once."),
        ]
    sentences = [
        _("Everything is counted from the records. Unfinished hands are left out."),
        _(
            "By chance: if every place in every hand were drawn by lot. That's calculated "
            "exactly, not simulated."
        ),
        _("The bars are 95% Wilson intervals. The comparison is Fisher's exact test."),
        _("Hands at one table depend on each other, so the comparison is less certain than it looks."),
        _("Aces and jokers count as powerful."),
    ]
    if report.both is not None:
        sentences += rounds_notes()
    if report.story.empty or report.story.stood_in:
        sentences.insert(1, _("Only seats with people count. Computer players are marked in the table."))
    return sentences
