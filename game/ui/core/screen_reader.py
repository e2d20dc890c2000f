"""The window speaks: what the screen on top says of itself becomes lines for the speaker.

How it goes through the house (a line said aloud): after whatever has changed the picture `App.turn` asks
`ScreenReader` (`ui/core/screen_reader.py`) to look > `described`: what the screen says of itself
(`Scene.aloud`; a match: `ui/match/match_scene.py` and the `ViewNarration` of its view), else its form row by
row, else the words that are drawn, which a painter hears that paints nothing (`ui/core/paint.py`) >
`NarrationDiff` (`ui/core/speech.py`) finds what is new > `SystemSpeech` (`ui/core/speech.py`), a thread and a
process for each line: focus cuts focus, news waits its turn, a curtain cuts all. What is told to everybody
goes by `AppContext.tell_aloud`.
"""

from __future__ import annotations

from game.i18n import _, current_language
from game.store.settings import SpeechRate
from game.ui.core.canvas import Box
from game.ui.core.input import MOUSE, InputAction
from game.ui.core.paint import Painter, collect_text, within
from game.ui.core.scene import AppContext, Scene
from game.ui.core.speech import NarrationContent, NarrationDiff, SpeechPriority, Utterance, no_voice
from game.ui.widgets import Form, FormScene, MessageDialog, Widget, key_map_for, prompts_for


class ScreenReader:
    """Looks at the screen after every change of it, and has said what is new."""

    def __init__(self, stage: AppContext) -> None:
        self._stage = stage
        self._narrator = NarrationDiff()
        self._speaks = False

    def look(self) -> None:
        stage, top = self._stage, self._stage.scenes.top
        if (stage.settings.speech is not SpeechRate.OFF) != self._speaks:
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
            stage.change(speech=SpeechRate.USUAL)  # kept for when there is a voice
            if not isinstance(top, MessageDialog):
                stage.scenes.push(MessageDialog(no_voice()))
        elif stage.settings.speech is SpeechRate.OFF:
            stage.change(speech=SpeechRate.USUAL)
            self.look()
        elif top is not None:
            self.look()
            for line in self._narrator.everything(strip_of(stage, top)):
                self._say(line)

    def silence(self) -> None:
        self._stage.change(speech=SpeechRate.OFF)
        self.look()

    def invite(self) -> None:
        """Tell whoever has never been here, and may not see it, how the window speaks."""
        if self._stage.speaker.exists and self._stage.settings.speech is SpeechRate.OFF:
            self._say(Utterance(_("Press F1, and this window speaks."), SpeechPriority.READ))

    def _say(self, line: Utterance) -> None:
        self._stage.speaker.say(line, language=current_language(), rate=self._stage.settings.speech.rate)


def strip_of(stage: AppContext, scene: Scene) -> list[tuple[str, str]]:
    """What the buttons do here: words, and the name of the key or button on the device used last."""
    presses = key_map_for(stage)
    told = []
    for act, words in scene.help():
        press = presses.of(act)
        if act is not InputAction.NAVIGATE:
            told.append((words, press.words if press is not None and press.kind != MOUSE else ""))
    return told


def described(stage: AppContext, scene: Scene) -> NarrationContent:
    """What can be said of a screen: what it says itself, else its form, else the words that stand on it."""
    own = scene.aloud()
    if own is not None:
        return own
    if isinstance(scene, FormScene):
        return form_aloud(stage, scene.form, scene.title, scene.tip())
    return screen_narration(stage, scene)


def form_aloud(stage: AppContext, form: Form, title: str = "", tip: str = "") -> NarrationContent:
    """What is said of a form: all that is to be read, and the row in focus."""
    ruler = stage.ruler
    text = [words_on(ruler, widget) for widget in form.widgets if not widget.focusable]
    focus = words_on(ruler, form.widget) if form.widget is not None and form.widget.focusable else ""
    return NarrationContent(
        title, tuple(filter(None, text)), ". ".join(filter(None, (focus, tip if focus else "")))
    )


def words_on(ruler: Painter, widget: Widget) -> str:
    """What is said of a row."""
    told = widget.aloud or getattr(widget, "text", "")
    if isinstance(told, str) and told:
        return told
    shown = widget.shown
    box = Box(0, 0, 900, max(1.0, shown.height(ruler, 900)))
    heard = collect_text(ruler, lambda painter: shown.draw(painter, box, focused=False))
    return ", ".join(dict.fromkeys(one.words for one in heard))


def screen_narration(stage: AppContext, scene: Scene, form: Form | None = None) -> NarrationContent:
    """What is said of a screen by the words that stand on it; of a form on it, the row in focus."""
    heard = collect_text(stage.ruler, scene.draw)
    strip = prompts_for(stage, scene)[0]
    heard = [one for one in heard if not strip.holds((one.x, one.y))]
    box = dict(scene.focusable()).get(getattr(scene, "focus", ""))
    if form is not None:
        focus = form_aloud(stage, form).focus
    else:
        focus = within(heard, box) if box is not None else ""
    rest = [one for one in heard if box is None or not box.holds((one.x, one.y))]
    return NarrationContent("", tuple(dict.fromkeys(one.words for one in rest)), focus)
