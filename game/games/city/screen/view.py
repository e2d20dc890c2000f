"""Match view of Socks in the City: the night map with its animations, and its narration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from game.core.game import Event, Observation
from game.core.hexgrid import Cell, cell_text
from game.games.city.match_text import colour_name
from game.games.city.phone_adapter import CityOnPhones
from game.games.city.rules.board import COLOURS, read_board
from game.games.city.rules.events import CityEventKind, as_observation
from game.games.city.screen.board import draw_badges, draw_link
from game.games.city.screen.controls import CityController
from game.games.city.screen.effects import LIGHTS_PASS, POINTS_PASS, CityEffects
from game.games.city.screen.map_geometry import BoardView
from game.games.city.screen.map_marks import draw_shaken, draw_told, refusal_bubble, told_place
from game.games.city.screen.panels import (
    CityBoxes,
    CityPanelKey,
    card_eyes,
    card_puppet,
    draw_beside,
    draw_deed,
    draw_score,
    fact_shown,
    pieces_words,
    turn_words,
    warm_card,
)
from game.games.city.screen.static_layers import (
    Sky,
    StaticMapReader,
    band,
    draw_band,
    draw_board_by_dawn,
    draw_choice,
    draw_night,
    draw_title,
)
from game.games.city.screen.view_model import (
    CityModel,
    CitySwitchTargets,
    StripWords,
    likely_helps,
    longest_help,
    panel_head,
    press_lays,
    strip_help,
)
from game.games.city.screen.zoomed_map import ZoomedMap
from game.i18n import _, plural
from game.match.lesson import LessonStep
from game.ui.art.gaze import Aim
from game.ui.art.puppets import STATES
from game.ui.core.animation_timeline import Timeline
from game.ui.core.audio import MatchTension
from game.ui.core.canvas import Box, DirtyRegions
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.layer import CachedLayer
from game.ui.core.paint import Painter
from game.ui.core.scene import Controls
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.info_panels import recap_pins
from game.ui.match.view import MatchTexts, MatchView, Places, SeatPlace, teacher_column
from game.ui.match.view_roles import LooksBack, Replays, Teaches, mouth_of
from game.ui.widgets import Element, draw_prompt_bar, prompt_bar_props

if TYPE_CHECKING:
    from game.games.city.bot import CityAdvice


# axial steps to the neighbours of a hexagon, clockwise from the right
_SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class CityTexts(MatchTexts):
    """News, speech and tension of the map."""

    def __init__(self, parts: CityModel) -> None:
        self._parts = parts

    @property
    def news(self) -> str:
        return self._parts.recent.text

    def tension(self) -> MatchTension:
        """Share of pairs still in reach and lead in joined pairs, 0 to 1. The default in the set-up."""
        chosen = self._parts.map
        if chosen.phase != "play":
            return MatchTension()
        first, second = sorted(map(len, chosen.seen["claimed"]), reverse=True)
        pair_count = len(chosen.seen["socks"])  # claimed ones are included
        left = pair_count - first - second - len(chosen.picture.out)
        return MatchTension(left / pair_count, (first - second) / pair_count)

    @property
    def is_safe(self) -> bool:
        """True if the paths last shown leave the opponent no way to any pair. False if none were shown."""
        return self._parts.threats.is_empty

    def task_sentence(self) -> str:
        """Number of pieces left or, in the set-up, the name and task of the player to move."""
        picture, context = self._parts.map.picture, self._parts.context
        if picture.phase != "play":
            return turn_words(picture.phase, context.seats[picture.turn].name)
        return pieces_words(picture.left)

    def focus_sentence(self) -> str:
        """Station at the cursor with contents and neighbours (empty if none), or tile in hand and cell."""
        parts = self._parts
        chosen, setup = parts.map, parts.setup
        if chosen.picture.phase == "tiles":
            tile = setup.tile
            phrases = [_("Tile {design}").format(design=tile.design + 1), cell_text(tile.at)]
            return ", ".join(phrases)
        at = chosen.cursor.at
        if at not in chosen.city.stops:
            return ""
        head = panel_head(parts)
        phrases = [head.name, head.line]
        if chosen.picture.phase != "play":
            phrases += [_("free") if at in setup.open else _("taken")]
        else:
            link = chosen.link
            if link is not None and link in chosen.legal:
                phrases.append(_("you can lay track here"))
            picture = chosen.picture
            if at in picture.socks:
                phrases.append(_("{colour} sock").format(colour=colour_name(picture.socks[at])))
            if at in picture.blockers:
                phrases.append(_("blocker"))
            phrases += self._neighbour_sentences(at)
        return ", ".join(filter(None, phrases))

    def _neighbour_sentences(self, at: str) -> list[str]:
        """Text for each neighbour: direction, name, and the track on the link."""
        city, picture = self._parts.map.city, self._parts.map.picture
        sides = (_("right"), _("down right"), _("down left"), _("left"), _("up left"), _("up right"))
        (q, r), sentences = city.cell(at), []
        for side, (dq, dr) in zip(sides, _SIDES, strict=True):
            stop = city.at.get((q + dq, r + dr))
            if stop is None:
                continue
            link, phrases = city.link(at, stop.text), [f"{side}: {stop.name}"]
            phrases += [
                _("track laid by {name}").format(name=self._parts.context.seats[seat].name)
                for seat, tracks in enumerate(picture.tracks)
                if link in tracks
            ]
            if link in city.printed_links:
                phrases.append(_("printed track"))
            sentences.append(" ".join(phrases))
        return sentences

    def board_sentences(self) -> list[str]:
        """Points and pieces left of each seat, then the stations and owner of each pair."""
        chosen, context = self._parts.map, self._parts.context
        sentences = []
        for number, seat in enumerate(context.seats):
            points, left = chosen.picture.scores[number], chosen.picture.supply[number]
            sentence = plural("{n} point", "{n} points", points).format(n=points)
            sentences.append(f"{seat.name}: {sentence}, {_('{n} pieces of track left').format(n=left)}")
        for colour in COLOURS:
            stations = [
                chosen.city.name(at)
                for at, sock_colour in chosen.picture.socks.items()
                if sock_colour == colour
            ]
            if not stations:
                continue
            sentence = f"{colour_name(colour)}: {', '.join(stations)}"
            owner = chosen.picture.owners.get(colour)
            if owner is not None:
                sentence += f", {_('joined by {name}').format(name=context.seats[owner].name)}"
            sentences.append(sentence)
        return sentences


LESSON_WIDTHS = 300.0, 330.0  # width of a lesson's column beside the map, for text of 100% and 200%


class CityView(MatchView, Teaches, LooksBack, Replays):
    """Match view of the game."""

    prompt_bar_offset = 18.0
    prompt_bar_has_wood = False
    keeps_recap_markers = True

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.phone = CityOnPhones(context.match, context.app.background_worker)
        self.parts = CityModel(context)
        self.map, self.setup, self.recent = self.parts.map, self.parts.setup, self.parts.recent
        self.chooser = CityController(context, self.map, self.setup)
        self.sky = Sky(context.app, self.map)
        self.texts, self.switch_targets = CityTexts(self.parts), CitySwitchTargets(self.parts)
        self.draft = self.chooser
        self.effects = CityEffects(self.context, self.map)
        self._still = StaticMapReader(self.parts)
        self._night = CachedLayer(draw_night)
        # The score is outside this layer, so a moving train does not redraw the board.
        self._board = CachedLayer(draw_board_by_dawn, over=self._night)
        self._layer = CachedLayer(draw_beside, over=self._board)
        self.closer_look, self._life = ZoomedMap(), DirtyRegions()
        self._laid_out: tuple[str, tuple[str, ...]] = "", ()  # phase and tiles that the map was fitted to

    def on_enter(self) -> None:
        """Reports the last events in the news again, as after a resume, and prepares a toss at the start."""
        # After a resume, the last events are reported again.
        session = self.context.session
        for event in session.last_events():
            self.recent.tell(event)
        if not session.log and any(event.kind == CityEventKind.TOSS for event in session.opening):
            self.effects.toss(0).prepare(self.context)

    def timeline(self, event: Event) -> Timeline:
        """Animation of an event, at whose start it is reported."""
        return self.effects.timeline(event).at(0, partial(self._begin, event))

    def _begin(self, event: Event) -> None:
        """Reports an event whose animation starts; a coin toss, not reported yet, hides the socks."""
        if event.kind == CityEventKind.TOSS:
            # The rules have set the socks out already. On the screen they appear after the coin.
            self.map.picture.socks = {}
        else:
            self.recent.tell(event)
        if event.kind == CityEventKind.LAY:
            self.map.picture.begin_lay(event.seat or 0)

    def settle(self, event: Event) -> None:
        """Adds an event to the picture, reports a coin toss, and lays out a board with other tiles."""
        self.map.picture.take_in(event)
        if event.kind == CityEventKind.TOSS:
            # Reported once the coin has landed, not while it spins.
            self.recent.tell(event)
        if (
            event.kind in (CityEventKind.TILE, CityEventKind.BOARD)
            and tuple(self.map.picture.tiles) != self._tiles()
        ):
            self.map.city = BoardView.on(read_board(",".join(self.map.picture.tiles)))
            self.on_layout()

    def on_events_skipped(self, events: Sequence[Event], *, is_jump: bool = False) -> None:
        """Reports the events in the news, after a jump in place of the older ones."""
        if is_jump:
            self.recent.forget()
        # The first that was skipped was reported when its animation began.
        for event in events if is_jump else events[1:]:
            self.recent.tell(event)

    def _tiles(self) -> tuple[str, ...]:
        """Texts of the tiles on the map, in canonical order."""
        return tuple(tile.text() for tile in self.map.city.tiles)

    def sync(self, observation: Observation) -> None:
        """Show an observation without animation. A changed board is laid out again."""
        state, city_observation, lost_colours = (
            self.map,
            as_observation(observation),
            set(self.map.picture.out),
        )
        state.take(city_observation)
        self.recent.sync(lost_colours)
        if self._laid_out != (state.picture.phase, tuple(city_observation["board"])):
            state.city = BoardView.of(city_observation, state.city.turn)
            self.on_layout()
        self.parts.look_back()
        for walker in state.walkers:
            # The board may have changed, for example when tiles were taken back.
            if walker.at not in state.city.stops:
                walker.jump(state.start())
        self.sky.kindle(self.parts.look().houses)

    def on_ready(self) -> None:
        """Updates legal links and the set-up; posts a message if the person to move must pass."""
        self.map.ready()
        self.setup.ready()
        idle = self.context.local_to_move is not None and not self.map.legal and self.map.phase == "play"
        if idle:
            self.context.messages.post(_("You can't lay any track. You have to pass."))
        self.context.redraw()

    def tick(self, now: float) -> bool:
        """Play for people who left a phase to the program. Returns True if something answers a press."""
        if not self.context.playback.is_busy:
            # Only now, so that no move is made for people before they have seen the events before it.
            self.setup.poll()
            self.phone.poll()
        moves = [motion.needs_frame() for motion in (self.map.walk, self.map.shake)]
        if any(moves):
            self.context.redraw()
        return any(moves)

    def on_input(self, intent: InputEvent) -> bool:
        """Handle the recap button, and clicks on the panel while a phone is to move. True if used."""
        if intent.act is not InputAction.PRESS:
            return False
        box = self.map.panel.frame.boxes.get(CityPanelKey.AGAIN)
        pressed = box is not None and box.contains(self.context.app.view.units(intent.position))
        if pressed:
            self.context.host.recap.start()
        elif self.context.match.on_phone is not None and not self.context.playback.is_busy:
            pressed = self.chooser.press_panel(intent)  # a waiting player looks at a pair
        return pressed

    def on_turn_input(self, intent: InputEvent, seat: int) -> None:
        """Passes the input to `CityController.act`."""
        self.chooser.act(intent)

    def on_passive_input(self, intent: InputEvent) -> None:
        """Passes the input to `CityController.hover`, to look around."""
        self.chooser.hover(intent)

    def request_hint(self) -> None:
        """Asks for a hint in the background; `_show_hint` shows it."""
        self.context.ask_hint(self.phone.hint_request, self._show_hint)

    def _show_hint(self, advice: CityAdvice) -> None:
        """Show a hint, if a person here is to move."""
        seat = self.context.local_to_move
        if seat is not None:
            step = self.context.hints.step(self.context.app.settings.hints)
            self.chooser.hint(advice["move"], self.phone.hint_in_words(seat, advice, step))
            self.context.redraw()

    def controls(self) -> Controls:
        """Prompts from `strip_help`; leaving the zoom stays, and walking as long as no link is chosen."""
        looks = (InputAction.LOOK,) if self.map.is_closer else ()
        pinned = looks if press_lays(self.parts) else (InputAction.NAVIGATE, *looks)
        return Controls(strip_help(self.parts), pinned=(*pinned, *recap_pins(self.parts.context)))

    def dump_state(self) -> dict[str, Any]:
        """``focus`` (colour), ``at`` and ``came`` of the cursor, and the keys of `SetupState.dump_state`."""
        walker = self.map.cursor
        return {"focus": self.map.focus, "at": walker.at, "came": walker.came, **self.setup.dump_state()}

    def restore_state(self, saved: Mapping[str, Any]) -> None:
        """Restores the result of `dump_state`. Invalid values are ignored."""
        focus, at, origin = saved.get("focus"), saved.get("at"), saved.get("came")
        if isinstance(focus, str) and focus in COLOURS:
            self.map.focus = focus
        if isinstance(at, str) and at in self.map.city.stops:
            for walker in self.map.walkers:
                walker.jump(at, origin if isinstance(origin, str) and origin in self.map.city.stops else "")
        self.setup.restore_state(saved)

    @property
    def _ledge(self) -> Box:
        """Room for the longest prompts, because another row in the prompt bar would move the map."""
        app, rows = self.context.app, self.context.strip_rows(longest_help(self.parts))
        return app.view.below(app.view.h - self.prompt_bar_offset - rows)

    def on_layout(self) -> None:
        """Fit the board, then find corners for the moon and the title. Renew names and news."""
        self.map.city = self.map.city.again()
        self.recent.compose()
        app, state, bottom = self.context.app, self.map, self._ledge.y
        aside = (
            teacher_column(app.text_scale, LESSON_WIDTHS) + 6 if self.context.mode is ViewMode.LESSON else 0.0
        )
        state.boxes = CityBoxes.of(app.view, app.text_scale, bottom, self.context.top_inset, aside)
        self.parts.look_back()
        state.lay(self.setup.tile.table())
        self.phone.turn = state.city.turn
        if self.context.mode is not ViewMode.PICTURE:
            self.sky.lay(self._shown_cells())
            state.corners = self.sky.corners
        self._laid_out = state.picture.phase, self._tiles()
        self.sky.kindle(self.parts.look().houses)

    def preload_first_frame(self, painter: Painter) -> Iterator[None]:
        """Draws the night, then the board, into their layers."""
        yield from self._night.draw_incrementally(painter, self._still.board(self.map.overview))
        yield
        yield from self._board.draw_incrementally(
            painter, self._still.track_props(self.map.overview, self.map.contents())
        )

    def draw(self, painter: Painter) -> None:
        """Draw the map, choice, animation, panel, scores and the bubble of a refusal."""
        city_map, show, contents = self.map.city_map, self.context.current_animation, self.map.contents()
        beside = self.map.panel.props_with(prompt_bar_props(self.context.app, self))
        if self.map.is_closer:
            self.closer_look.draw_map(painter, self._still, city_map, contents, beside)
        else:
            self._night.update(painter, self._still.board(self.map.overview))
            self._board.update(painter, self._still.track_props(self.map.overview, contents))
            self._layer.draw(painter, beside)
            self._draw_corners(painter)
            self.sky.draw_lights(painter)
            draw_told(painter, city_map, self.context.host.recap.numbered_steps, contents)
            shows_laid = show is None and self.map.picture.phase == "play" and self.recent.marks_laid
            for link in self.recent.laid if shows_laid else ():
                draw_link(painter, city_map, link, "sparkle")
                draw_badges(painter, city_map, link, contents)
        draw_shaken(painter, self.map, contents)
        self.context.playback.player.paint(painter, LIGHTS_PASS)
        if show is None and self.context.local_to_move is not None and not self.setup.asked:
            draw_choice(painter, self.parts, city_map, contents)
        if self.map.is_closer:
            self.closer_look.write_names(painter, self.map, city_map)
        self.context.playback.player.paint(painter)
        if self.map.is_closer:
            self.closer_look.cover(painter)
        self.map.panel.head.paint(painter)
        scores = self.parts.scores()
        for number, box in enumerate(self.map.panel.cards):
            card_puppet(painter, box, self.context.seats[number], number, self._pose(number))
            draw_score(painter, self.map.panel.score(number), scores[number])
        self.context.playback.player.paint(painter, POINTS_PASS)
        self._draw_words(painter)

    def _draw_corners(self, painter: Painter) -> None:
        """Draw the moon and the title, unless large help would cover the title."""
        title, moon = self.sky.title, self.sky.moon
        if moon is not None:
            self.sky.draw_moon(painter, moon)
        if title is not None and not (self.context.hint_sentence and painter.text_scale > 1.5):
            draw_title(painter, title)

    def _draw_words(self, painter: Painter) -> None:
        """Draw the bubble of a refusal; while the city is built, the message above the table."""
        if self.map.picture.phase == "tiles":
            if self.context.note.words:
                draw_band(painter, self.parts)
        elif (refusal := refusal_bubble(self.context.app.measuring_painter, self.map)) is not None:
            refusal.draw(painter)

    def _band_box(self) -> Box | None:
        """Box of the message above the table while the city is built; None if there is none."""
        painter = self.context.app.measuring_painter
        return band(painter, self.parts)[0].box if self.context.note else None

    def _shown_cells(self) -> tuple[Cell, ...]:
        """Cells of the table while the city is built, else of the play area."""
        return self.setup.tile.table() if self.map.picture.phase == "tiles" else self.map.city.area

    def draw_stat(self, painter: Painter, box: Box, picture: str, shows: Sequence[str], seat: int) -> bool:
        """Draw the picture of a statistic. Always returns True."""
        draw_deed(painter, box, picture, shows, seat)
        return True

    def fact_places(self, fact: Mapping[str, Any]) -> Sequence[str]:
        """Stations of the pair that an analysis fact is about."""
        return [station for station, colour in self.map.picture.socks.items() if colour == fact.get("colour")]

    def occupied(self) -> Sequence[str]:
        """Stations with a sock."""
        return [*self.map.picture.socks]

    def fact_element(self, fact: Mapping[str, Any], *, better: bool) -> Element | None:
        """Figures of an analysis fact. None if it has none."""
        return fact_shown(fact, better=better)

    @property
    def has_log(self) -> bool:  # type: ignore[override]
        """True unless the city is built: the log has its place in the panel."""
        return self.map.picture.phase != "tiles"

    def recap_marker(self, event: Event, piece: str = "") -> tuple[float, float] | None:
        """Point in units of a step's number: at its change, else the mouth. None if the log leaves it out."""
        if self.has_log and event not in self._logged_events():
            return None
        return told_place(self.map.city_map, event, self.map.contents()) or mouth_of(self, event)

    def _logged_events(self) -> list[Event]:
        """Events of the steps in the panel's log."""
        numbers = self.map.panel.explained_steps()
        return [step.event for step in self.context.host.recap.numbered_steps if step.number in numbers]

    def _hinted_boxes(self) -> list[Box]:
        """Boxes of the tile in hand in the set-up, else of the hint's stations."""
        if self.map.phase == "tiles":
            return [self.map.city_map.box(cell, 1.0) for cell in self.setup.tile.ghost().cells]
        places = self.map.hinted_link or (self.setup.first, self.map.cursor.at)
        return [box for name in places if (box := self.map.where(name)) is not None]

    @property
    def places(self) -> Places:
        boxes, panel, written = self.map.boxes, self.map.panel, self.map.panel.frame.boxes
        area, width = boxes.map, teacher_column(self.context.app.text_scale, LESSON_WIDTHS)
        is_built = self.map.picture.phase == "tiles"
        top = panel.cards[0].bottom
        above = Box(area.x, 16, area.w, area.y - 28)  # the panel is below the map
        return Places(
            board=self.map.overview.bounds if self.map.city.area else area,
            plates=panel.cards,
            note=self._band_box() if is_built else written.get(CityPanelKey.NOTE),
            log=Box(boxes.panel.x, top, boxes.panel.w, boxes.panel.bottom - top)
            if is_built
            else written[CityPanelKey.LOG],
            ledge=self._ledge,
            bar=Box(34, 0, area.right - 36, 0),
            lesson=above if boxes.is_below else Box(area.x - width - 6, area.y, width, area.h),
            hinted=tuple(self._hinted_boxes()),
            taken=tuple(self._lesson_boxes() if self.context.mode is ViewMode.LESSON else self._taken()),
        )

    def seat(self, number: int) -> SeatPlace:
        """Place of a seat: its card in the panel."""
        box = self.map.panel.cards[number]
        mouth = box.x + 52, box.y + 34
        return SeatPlace(box=box, head=box, mouth=mouth, eyes=card_eyes(box), goal=self.map.boxes.map.centre)

    def _taken(self) -> list[Box]:
        """Boxes that nothing may cover; the whole window while zoomed or with a message to read."""
        app, city_map = self.context.app, self.map.overview
        # With names everywhere, or a message to read, there is no room for bubbles.
        if self.map.is_closer or self.context.messages.text:
            return [app.view.box]
        cells = [city_map.box(cell, 1.0) for cell in self._shown_cells()]
        return [*cells, *self.sky.corners, self.map.boxes.panel, self._ledge]

    def _lesson_boxes(self) -> list[Box]:
        """Boxes that a lesson must not cover: the panel's parts and pointed links."""
        panel = self.map.panel
        heads = CityPanelKey.HEAD, CityPanelKey.TURN
        ends = (
            self.map.where(station) for name in self.context.host.target_names for station in name.split()[1:]
        )
        return [
            *panel.cards, *panel.rows.values(),
            *(panel.frame.boxes[key] for key in heads if key in panel.frame.boxes),
            *(box for box in ends if box is not None),
        ]  # fmt: skip

    def locate(self, name: str) -> Box | None:
        """Box of a link, station, pair or seat by its name. None for an unknown name."""
        return self.map.where(name)

    def spotlight_box(self, name: str) -> Box | None:
        """Box of a link with the stations at both ends. None for another thing."""
        box = self.locate(name) if name.startswith("link ") else None
        return box and box.inflated(self.map.city_map.size * 0.9)

    def step_points(self, step: LessonStep) -> Sequence[str]:
        """Names from a lesson step, without links that have track already."""
        return self.map.free(step.point)

    def focus_first(self, names: Sequence[str]) -> None:
        """Moves the cursor to the start of the first link, else to a sock, unless it is on one of them."""
        self.map.start_at(self.context.app.devices.last, names)

    def _pose(self, number: int) -> tuple[str, int, Aim | None]:
        """State of a puppet, its frame, and its gaze."""
        app, faces = self.context.app, self.context.faces
        state = faces.state(number)
        return (
            state,
            0 if app.idle_motion_off else STATES[state].over(app.now + number * 900),
            faces.gaze_of(number),
        )

    def tick_idle(self, now: float) -> list[Box]:
        """Boxes of puppets, moon and windows that have a new frame."""
        living: list[tuple[object, object, Box]] = []
        for number, box in enumerate(self.map.panel.cards):
            living.append((number, self._pose(number), Box(box.x, box.y - 8, box.w * 0.75, 100)))
        if not self.map.is_closer:
            living += self.sky.living()
        return self._life.collect(living)

    def preload(self, painter: Painter) -> Iterator[None]:
        """Preloads puppets, prompts, effects and the zoomed map; waits while the city is built."""
        for number, box in enumerate(self.map.panel.cards):
            for state in ("idle", "thinking", "happy", "sad"):
                for frame in range(STATES[state].count):
                    card_puppet(painter, box, self.context.seats[number], number, (state, frame, None))
                    yield
            yield from warm_card(painter, self.context.seats[number])
        while self.map.picture.phase == "tiles":
            yield  # the map gets its final size when it is built
        for help in likely_helps():
            draw_prompt_bar(painter, self.context.app, StripWords(help))
            yield
        yield from self.effects.warm(painter)
        yield from self.closer_look.warm(painter, self._still)


VIEW = CityView
