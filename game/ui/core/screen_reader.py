"""The window speaks: what the screen on top says of itself becomes lines for the speaker.

How it goes through the house (a line said aloud): after whatever has changed the picture `App.turn` asks
`Narration` (`ui/core/screen_reader.py`) to look > `described`: what the screen says of itself
(`Scene.aloud`; a match: `ui/match/match_scene.py` and the `Spoken` of its view), else its form row by row,
else the words that are drawn, which a painter hears that paints nothing (`ui/core/paint.py`) > `Narrator`
(`ui/core/speech.py`) finds what is new > `SystemSpeaker` (`ui/core/speech.py`), a thread and a process for
each line: focus cuts focus, news waits its turn, a curtain cuts all. What is told to everybody goes by
`AppContext.tell_aloud`.
"""

from __future__ import annotations

from game.i18n import _, spoken
from game.store.settings import Speech
from game.ui.core.canvas import Box
from game.ui.core.input import MOUSE, Act
from game.ui.core.paint import Painter, overheard, within
from game.ui.core.scene import AppContext, Scene
from game.ui.core.speech import Aloud, Narrator, SpokenLine, Urgency, no_voice
from game.ui.widgets import Form, FormScene, Tell, Widget, entries, presses_on


class Narration:
    """Looks at the screen after every change of it, and has said what is new."""

    def __init__(self, stage: AppContext) -> None:
        self._stage = stage
        self._narrator = Narrator()
        self._speaks = False

    def look(self) -> None:
        stage, top = self._stage, self._stage.scenes.top
        if (stage.settings.speech is not Speech.OFF) != self._speaks:
            self._speaks = not self._speaks
            self._narrator.forget()
            stage.heard.clear()
            if not self._speaks:
                stage.speaker.hush()
        if not self._speaks or top is None:
            return
        news, stage.heard[:] = list(stage.heard), []
        for line in self._narrator.lines(top, described(stage, top), strip_of(stage, top), news):
            self._say(line)

    def ask(self) -> None:
        """Somebody wants to know where they are: all of it; where nothing was said yet, speech begins.

        Where there is none, the screen says so.
        """
        stage, top = self._stage, self._stage.scenes.top
        if not stage.speaker.exists:
            stage.change(speech=Speech.USUAL)  # kept for when there is a voice
            if not isinstance(top, Tell):
                stage.scenes.push(Tell(no_voice()))
        elif stage.settings.speech is Speech.OFF:
            stage.change(speech=Speech.USUAL)
            self.look()
        elif top is not None:
            self.look()
            for line in self._narrator.everything(strip_of(stage, top)):
                self._say(line)

    def silence(self) -> None:
        self._stage.change(speech=Speech.OFF)
        self.look()

    def invite(self) -> None:
        """Tell whoever has never been here, and may not see it, how the window speaks."""
        if self._stage.speaker.exists and self._stage.settings.speech is Speech.OFF:
            self._say(SpokenLine(_("Press F1, and this window speaks."), Urgency.READ))

    def _say(self, line: SpokenLine) -> None:
        self._stage.speaker.say(line, language=spoken(), rate=self._stage.settings.speech.rate)


def strip_of(stage: AppContext, scene: Scene) -> list[tuple[str, str]]:
    """What the buttons do here: words, and the name of the key or button on the device used last."""
    presses = presses_on(stage)
    told = []
    for act, words in scene.help():
        press = presses.of(act)
        if act is not Act.NAVIGATE:
            told.append((words, press.words if press is not None and press.kind != MOUSE else ""))
    return told


def described(stage: AppContext, scene: Scene) -> Aloud:
    """What can be said of a screen: what it says itself, else its form, else the words that stand on it."""
    own = scene.aloud()
    if own is not None:
        return own
    if isinstance(scene, FormScene):
        return form_aloud(stage, scene.form, scene.title, scene.tip())
    return screen_aloud(stage, scene)


def form_aloud(stage: AppContext, form: Form, title: str = "", tip: str = "") -> Aloud:
    """What is said of a form: all that is to be read, and the row in focus."""
    ruler = stage.ruler
    text = [words_on(ruler, widget) for widget in form.widgets if not widget.focusable]
    focus = words_on(ruler, form.widget) if form.widget is not None and form.widget.focusable else ""
    return Aloud(title, tuple(filter(None, text)), ". ".join(filter(None, (focus, tip if focus else ""))))


def words_on(ruler: Painter, widget: Widget) -> str:
    """What is said of a row."""
    told = widget.aloud or getattr(widget, "text", "")
    if isinstance(told, str) and told:
        return told
    shown = widget.shown
    box = Box(0, 0, 900, max(1.0, shown.height(ruler, 900)))
    heard = overheard(ruler, lambda painter: shown.draw(painter, box, focused=False))
    return ", ".join(dict.fromkeys(one.words for one in heard))


def screen_aloud(stage: AppContext, scene: Scene, form: Form | None = None) -> Aloud:
    """What is said of a screen by the words that stand on it; of a form on it, the row in focus."""
    heard = overheard(stage.ruler, scene.draw)
    strip = entries(stage, scene)[0]
    heard = [one for one in heard if not strip.holds((one.x, one.y))]
    box = dict(scene.focusable()).get(getattr(scene, "focus", ""))
    if form is not None:
        focus = form_aloud(stage, form).focus
    else:
        focus = within(heard, box) if box is not None else ""
    rest = [one for one in heard if box is None or not box.holds((one.x, one.y))]
    return Aloud("", tuple(dict.fromkeys(one.words for one in rest)), focus)
