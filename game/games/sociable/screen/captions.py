"""Texts on SOCiable's screen: the sentence over the table, and the contents of plates, signs and hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.cards import JOKER, open_cards
from game.core.game import Event
from game.games.sociable.match_text import (
    card_words,
    chair_name,
    count_name,
    event_sentence,
    laid_words,
    name_with_rank,
    play_name,
)
from game.games.sociable.rules.events import (
    BlindCardDrawn,
    GiftGiven,
    PlacesDrawn,
    RoundEnded,
    SeatsTaken,
    SociableCardsPlayed,
    SociableEventKind,
    SociableHandDealt,
    SociableHandEnded,
    as_event,
)
from game.games.sociable.rules.state import HANDS, POWER, SOME_HANDS, exchange, hands_of
from game.games.sociable.screen.board import HeldCard
from game.games.sociable.screen.boss_fall import FALL_PASS
from game.games.sociable.screen.controls import HandController
from game.games.sociable.screen.effects import (
    CARD_DELAY,
    FLIP_START,
    OFFICE_PASS,
    ExchangeNotice,
    OfficeModel,
)
from game.games.sociable.screen.office_layout import ranks
from game.games.sociable.screen.panels import (
    ActionButtonProps,
    ExchangeMemo,
    OfficeTexts,
    PassBubble,
    SeatPlateText,
)
from game.i18n import _, join_names, language_tag, plural
from game.ui.art.fabric import DISABLED, FOCUSED, NORMAL
from game.ui.cards.plates import TurnPrompt
from game.ui.core.audio import MatchTension
from game.ui.core.input import InputAction
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.view import MatchTexts
from game.ui.widgets import key_map_for


class TableCaption:
    """The sentence over the table, and the memo of an exchange."""

    def __init__(self, context: ViewContext, office: OfficeModel) -> None:
        self._context = context
        self._floor = office
        self.text = ""
        self.memo: ExchangeMemo | None = None
        self._due = exchange(tuple(range(len(context.seats))), context.session.options.get_str("exchange"))

    def begin(self, event: Event) -> None:
        """Show an event's sentence, or keep the old one if it has none, and the memo of its exchange."""
        # Events without words leave the sentence before: an empty pill would flicker.
        self.text = self._event_text(event) or self.text
        self.memo = self._memo_of(event)

    def rest(self) -> None:
        """Show the sentence and memo of the position, while no event runs."""
        give, self.memo = self._floor.picture.give, None
        if give:
            giver, receiver = map(int, give[0].partition(":")[0].split(">"))
            self.memo = self._exchange_memo(giver, receiver, back=True)
        self.text = self._current_sentence()

    def sentence(self) -> str:
        """Sentence over the table now; empty after a tied draw, and at a hand's end until puppets walk."""
        show = self._context.current_animation
        if show is None:
            return self.text
        match as_event(show.event):
            case PlacesDrawn(seats=seats):
                is_open = show.progress > FLIP_START + CARD_DELAY * len(seats)
                return "" if is_open and len(seats) < len(self._context.seats) else self.text
            case SociableHandEnded():
                return self.text if self._context.playback.player.runs(OFFICE_PASS) else ""
        return self.text

    def compose(self) -> None:
        """Write the sentence again, after a change of language or names."""
        show = self._context.current_animation
        sentence = self._event_text(show.event) if show is not None else self._current_sentence()
        self.text = sentence or self.text

    def just_now(self) -> str:
        """Return the sentence over the table and, after a play, who has passed since."""
        picture = self._floor.picture
        if not picture.pile:
            return self.text
        names = [self._context.seats[seat].name for seat in picture.order if seat in picture.passed_seats]
        template = plural("{names} has passed.", "{names} have passed.", len(names)) if names else ""
        return f"{self.text}. {template.format(names=join_names(names))}".strip()

    def _event_text(self, event: Event) -> str:
        """Return an event as a sentence; empty if it needs none."""
        names = [seat.name for seat in self._context.seats]
        seat_ranks = [self._floor.picture.rank(seat) for seat in range(len(names))]
        match as_event(event):
            case SeatsTaken(order=order) if self._context.session.options.get_seat("handicap") is not None:
                return _("Whatever the draw, {name} starts as the Boss").format(name=names[order[0]])
            case SociableCardsPlayed(seat=seat, cards=cards):
                return laid_words(cards, seat_ranks[seat], names[seat], leads=not self._floor.picture.pile)
        return event_sentence(event, names, seat_ranks)

    def _current_sentence(self) -> str:
        """Sentence about who chooses a gift, leads or has laid; the old one if no seat is to move."""
        picture = self._floor.picture
        if picture.turn is None:
            return self.text
        name = name_with_rank(picture.rank(picture.turn), self._context.seats[picture.turn].name)
        if picture.give:
            return _("{name} chooses what to give back").format(name=name)
        if picture.by is None:
            return _("{name} leads the round").format(name=name)
        return laid_words(
            picture.lead, picture.rank(picture.by), self._context.seats[picture.by].name, leads=picture.leads
        )

    def _exchange_memo(self, seat: int, partner: int, *, back: bool) -> ExchangeMemo | None:
        """Memo of the exchange of two seats, or `None` if these have none."""
        order = self._floor.picture.order
        pair = {order.index(seat), order.index(partner)}
        chair_ranks = ranks(len(order))
        for step, gift in enumerate(self._due, start=1):
            if {gift.chooser, gift.debtor} == pair:
                return ExchangeMemo(
                    chair_ranks[gift.debtor],
                    chair_ranks[gift.chooser],
                    gift.count,
                    gift.blind,
                    step,
                    len(self._due),
                    back,
                )
        return None

    def _memo_of(self, event: Event) -> ExchangeMemo | None:
        """Memo of the exchange of a gift or blind draw; `None` for other events."""
        match as_event(event):
            case BlindCardDrawn(seat=seat, from_=other):
                return self._exchange_memo(seat, other, back=False)
            case GiftGiven(seat=seat, to=other, forced=forced):
                return self._exchange_memo(seat, other, back=not forced)
        return None


MAX_MEMO_GROWTH = 0.5  # growth of text from which a film has no room for the memo of an exchange


class OfficePropsReader:
    """Reads the texts and cards to show from the office, the hand and the caption."""

    def __init__(
        self, context: ViewContext, office: OfficeModel, hand: HandController, caption: TableCaption
    ) -> None:
        self._context = context
        self._floor = office
        self._hand = hand
        self._teller = caption
        # by seat: its latest events, their language and the words; a cache, as every frame asks for it
        self._answers: dict[int, tuple[Sequence[Event], object, str]] = {}

    def office_texts(self) -> OfficeTexts:
        """Return all texts around the table."""
        context, floor, picture = self._context, self._floor, self._floor.picture
        show, seats = context.current_animation, range(len(context.seats))
        moves, memo, sentence = (
            context.playback.player.runs(OFFICE_PASS),
            self._teller.memo,
            self._teller.sentence(),
        )
        # A back to choose, or a flying envelope, is at the place of the memo. With large text a film has no
        # room for it, because all hands are open.
        kind = show.event.kind if show is not None else None
        covered = kind == SociableEventKind.BLIND_DRAW
        covered |= kind == SociableEventKind.GIFT and floor.effects.envelopes_cross_table
        covered |= context.mode is ViewMode.FILM and floor.boxes.large > MAX_MEMO_GROWTH
        falls = context.playback.player.runs(FALL_PASS)
        # A person who chooses what to give back reads that in the bubble, not again on the table. While a
        # teacher points at something, the teacher speaks.
        is_choosing = floor.my_turn and bool(floor.giving) and show is None
        is_quiet = falls or is_choosing or bool(context.mode is ViewMode.LESSON and context.host.target_names)
        return OfficeTexts(
            floor.boxes,
            context.app.measuring_painter.theme,
            moves,
            "" if falls else self.header(),
            context.seats[floor.base].look,
            tuple((floor.spot(seat), self.plate(seat)) for seat in seats),
            sentence if not is_quiet and (moves or picture.turn is not None or show is not None) else "",
            None if moves else self.call(),
            floor.spot(floor.base).head(picture.rank(floor.base) or 0),
            tuple(self._pass_bubbles()),
            None if covered else memo,
            self._actions() if floor.my_turn else (),
            key_map_for(context.app),
            any(context.open_hands.values()),
            context.mode is ViewMode.FILM,
        )

    def _pass_bubbles(self) -> Iterator[PassBubble]:
        """Yield a bubble for each seat that passed or passes, unless the call is shown there."""
        floor, picture = self._floor, self._floor.picture
        final = self._context.session.options.get_str("pass") == "final"
        # At the lower edge the call is shown at the mouth instead.
        has_call = self._context.viewer.seat is not None or bool(self._context.note)
        passed = frozenset() if floor.effects.has_replied else picture.passed_seats
        for seat in passed | floor.effects.passing:
            if seat != floor.base or not has_call:
                spot = floor.spot(seat)
                left = spot.flip or (floor.boxes.bar and spot.plate.x > spot.x)
                head = spot.head(picture.rank(seat) or 0)
                yield PassBubble(seat, head, left, _("Final pass") if final else _("Pass!"))

    def _actions(self) -> tuple[ActionButtonProps, ...]:
        """Return the buttons beside the hand: play or give, and pass; if forced, only the pass button."""
        places, hand, forced = self._floor.boxes, self._hand, self._hand.must_pass
        buttons = []
        if not forced:
            state = NORMAL if hand.play_ready() else DISABLED
            short = _("Give") if self._floor.giving else _("Play")
            buttons.append(
                ActionButtonProps(places.play, hand.play_label(), short, InputAction.END_TURN, state, go=True)
            )
        if not self._floor.giving:
            is_marked = hand.at_pass or hand.hints_pass
            state = FOCUSED if is_marked else NORMAL if self._floor.picture.lead else DISABLED
            label, short = hand.pass_label(), _("Pass")
            buttons.append(
                ActionButtonProps(places.passing, label, short, InputAction.SECONDARY, state, go=forced)
            )
        return tuple(buttons)

    def plate(self, seat: int) -> SeatPlateText:
        """Return a seat's plate: rank, cards, points, turn, last play, and the next chair once it is out."""
        picture = self._floor.picture
        scores = picture.scores or (0,) * len(self._context.seats)
        chair_ranks = ranks(len(self._context.seats))
        next_rank = chair_ranks[picture.out.index(seat)] if seat in picture.out else None
        count = picture.counts[seat] - self._floor.effects.landed(seat)
        return SeatPlateText(
            self._context.seats[seat], picture.rank(seat), count, scores[seat],
            active=picture.turn == seat, next_rank=next_rank, did=self._last_play(seat),
        )  # fmt: skip

    def _last_play(self, seat: int) -> str:
        """Return the seat's last play in this round in words, cached; empty for none and the base seat."""
        if seat == self._floor.base:
            return ""
        events, language = self._context.host.recap.events_since_turn(seat), language_tag()
        entry = self._answers.get(seat)
        if entry is None or entry[0] is not events or entry[1] is not language:
            entry = self._answers[seat] = events, language, self._play_in(seat, events)
        return entry[2]

    def _play_in(self, seat: int, events: Sequence[Event]) -> str:
        """Last play of a seat in these events, in words; empty if its round or hand is over."""
        text = ""
        for event in events:
            match as_event(event):
                case RoundEnded() | SociableHandEnded() | SociableHandDealt():
                    text = ""
                case SociableCardsPlayed(seat=one, cards=cards) if one == seat:
                    text = count_name(cards)
        return text

    def header(self) -> str:
        """Return the progress as in "Hand 2 of 3"; empty in a puzzle, a lesson or a film."""
        if self._context.mode in {ViewMode.FILM, ViewMode.LESSON, ViewMode.TASK}:
            return ""
        scores, session = self._floor.picture.scores, self._context.session
        # It counts as over once the points are shown, not when the rules know the end.
        over = session.outcome is not None and scores == session.outcome.scores
        number = (hands_of(scores, session.options) if scores else 0) + (not over)
        target = session.options.get_int("target")
        if target != SOME_HANDS:
            return _("Hand {n}, first to {target}").format(n=number, target=target)
        if number > HANDS:
            return _("Hand {n}: tie-break").format(n=number)
        return _("Hand {n} of {most}").format(n=number, most=HANDS)

    def call(self) -> TurnPrompt | None:
        """Return the call at the lower edge: turn, note, pass or out; `None` if there is nothing to say."""
        picture = self._floor.picture
        if self._context.mode is ViewMode.FILM:
            return None
        # The teacher says it, and uses that room.
        if self._context.mode is ViewMode.LESSON and self._floor.boxes.bar:
            return None
        if self._floor.my_turn:
            note = self._context.note
            words = "" if self._hand.play_ready() else self._hand.prompt_text()  # the button says it
            return TurnPrompt(_("Your turn"), note.words or words, bad=bool(note))
        if self._context.note:
            headline = _("Not now") if self._context.note.refuses else _("Just now")
            return TurnPrompt(headline, self._context.note.words, warm=False)
        if (
            self._context.viewer.seat is None
            or self._context.viewer.seat != self._floor.base
            or not picture.order
        ):
            return None
        if self._context.viewer.seat in picture.passed_seats:
            final = self._context.session.options.get_str("pass") == "final"
            text = _("Out of this round") if final else _("You can still play later")
            return TurnPrompt(_("Pass!"), text, warm=False)
        if self._context.viewer.seat in picture.out:
            rank = ranks(len(self._context.seats))[picture.out.index(self._context.viewer.seat)]
            text = _("Your next chair: {rank}").format(rank=chair_name(rank))
            return TurnPrompt(_("Out!"), text, warm=False)
        return None

    def held_cards(self, *, carried: bool = False) -> list[HeldCard]:
        """Return the cards in the hand, or those ``carried`` by the pointer, from left to right.

        Cards that are leaving the hand are left out.
        """
        my_turn, hand = self._floor.my_turn, self._floor.picture.hand
        show = self._context.current_animation
        is_giving = show is not None and show.event.kind == SociableEventKind.GIFT
        has_focus = my_turn and not self._hand.at_pass
        playable, leaving = self._hand.playable() if my_turn else set(), self._leaving_cards()
        new_cards, refuses = list(self._floor.picture.new), has_focus and self._context.note.refuses
        cards: list[HeldCard] = []
        for place in self._hand.order_shown():
            name = hand[place]
            if name in leaving:
                # One for one: a second joker stays in the hand.
                leaving.remove(name)
                continue
            if carried is not (self._hand.drag is not None and place in self._hand.picking.places):
                continue
            is_picked = my_turn and place in self._hand.picking.places
            is_legal = my_turn and POWER[name] in playable
            ring = (
                "pick"
                if is_picked
                else "joker"
                if is_legal and name == JOKER
                else "legal"
                if is_legal
                else ""
            )
            is_new = name in new_cards
            if is_new:
                new_cards.remove(name)
            cards.append(
                HeldCard(name, self._hand.card_box(place), ring, is_giving or (my_turn and not is_legal),
                     is_picked, has_focus and place == self._hand.cursor, is_new,
                     refuses and not is_legal and place == self._hand.cursor)
            )  # fmt: skip
        return cards

    def _leaving_cards(self) -> list[str]:
        """Return the cards of the hand that are on their way to the table or to another seat."""
        event = self._context.current_animation.event if self._context.current_animation else None
        if event is None or event.seat != self._floor.picture.viewer or isinstance(event, ExchangeNotice):
            return []
        match as_event(event):
            case SociableCardsPlayed(cards=cards) | GiftGiven(cards=cards):
                return list(open_cards(cards))
        return []


NEW_HAND_SIZE = 5  # approximate size of a new hand, for the music


class SociableTexts(MatchTexts):
    """News, speech and tension of the office."""

    def __init__(
        self, context: ViewContext, office: OfficeModel, hand: HandController, caption: TableCaption
    ) -> None:
        self._context, self._floor, self._hand, self._caption = context, office, hand, caption

    @property
    def news(self) -> str:
        """Sentence over the table now, about the last event or the seat to move."""
        return self._caption.text

    def public_news(self) -> str:
        """Sentence over the table and, after a play, who has passed since."""
        return self._caption.just_now()

    def tension(self) -> MatchTension:
        """Shortest hand and its lead over the next, as shares of `NEW_HAND_SIZE`; 1 below two hands."""
        counts = sorted(count for count in self._floor.picture.counts if count)
        if len(counts) < 2:
            return MatchTension()
        return MatchTension(counts[0] / NEW_HAND_SIZE, (counts[1] - counts[0]) / NEW_HAND_SIZE)

    def task_sentence(self) -> str:
        """Prompt of the viewer's turn; empty at other times."""
        return self._hand.prompt_text() if self._floor.my_turn else ""

    def focus_sentence(self) -> str:
        """Card in focus in words, and if it is picked or unplayable; empty without one."""
        floor, hand, cards = self._floor, self._hand, self._floor.picture.hand
        if not floor.my_turn or hand.at_pass or not 0 <= hand.cursor < len(cards):
            return ""
        card = cards[hand.cursor]
        parts = [card_words(card)]
        if hand.cursor in hand.picking.places:
            parts.append(_("picked up"))
        elif POWER[card] not in hand.playable():
            parts.append(_("can't be played now"))
        return ", ".join(parts)

    def board_sentences(self) -> list[str]:
        """Sentences about the viewer's hand on a turn, the cards to beat, and every seat's cards left."""
        context, picture, sentences = self._context, self._floor.picture, []
        if self._floor.my_turn and picture.hand:
            sentences.append(f"{_('Your hand')}: {', '.join(map(card_words, picture.hand))}")
        if picture.lead and picture.by is not None:
            play = play_name(picture.lead)
            sentences.append(f"{_('On the table')}: {play}, {context.seats[picture.by].name}")
        for seat in picture.standing():
            name = name_with_rank(picture.rank(seat), context.seats[seat].name)
            count = picture.counts[seat]
            sentences.append(f"{name}: {plural('{n} card', '{n} cards', count).format(n=count)}")
        return sentences
