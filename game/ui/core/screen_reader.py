"""Screen reader: turns the content of the top scene into lines for the speech engine.

After every change of the picture `App.step_frame` calls `ScreenReader.poll`. It gets the content of the scene
from `described` (`Scene.narration`; for a match from the `ViewNarration` of its view; else the rows of a form
or the drawn texts, recorded by a `TextCollector`). `NarrationDiff` (`ui/core/speech.py`) finds the changes,
and `SystemSpeech` (`ui/core/speech.py`) speaks them, with a process for each line: a new focus interrupts the
old one, news waits its turn, a curtain stops all. `AppContext.announce` adds news of the program.
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
    """Speaks what is new on the screen after every change."""

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
        """Read out everything on the screen, or turn speech on if it is off.

        Shows a dialog if the system has no speech.
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
        """Say how to turn on speech, for new players who may not see the screen."""
        if self._stage.speaker.exists and self._stage.settings.speech is SpeechRate.OFF:
            self._say(Utterance(_("Press F1, and this window speaks."), SpeechPriority.READ))

    def _say(self, line: Utterance) -> None:
        self._stage.speaker.say(line, language=current_language(), rate=self._stage.settings.speech.rate)


def strip_of(stage: AppContext, scene: Scene) -> list[tuple[str, str]]:
    """Label of each prompt, and the name of its key or button on the device used last."""
    presses = key_map_for(stage)
    told = []
    for act, words in scene.help():
        press = presses.of(act)
        if act is not InputAction.NAVIGATE:
            told.append((words, press.words if press is not None and press.kind != MOUSE else ""))
    return told


def described(stage: AppContext, scene: Scene) -> NarrationContent:
    """Spoken content of a scene: its own narration, else its form, else the texts that it draws."""
    own = scene.aloud()
    if own is not None:
        return own
    if isinstance(scene, FormScene):
        return form_aloud(stage, scene.form, scene.title, scene.tip())
    return screen_narration(stage, scene)


def form_aloud(stage: AppContext, form: Form, title: str = "", tip: str = "") -> NarrationContent:
    """Spoken content of a form: all texts, and the focused row."""
    ruler = stage.ruler
    text = [words_on(ruler, widget) for widget in form.widgets if not widget.focusable]
    focus = words_on(ruler, form.widget) if form.widget is not None and form.widget.focusable else ""
    return NarrationContent(
        title, tuple(filter(None, text)), ". ".join(filter(None, (focus, tip if focus else "")))
    )


def words_on(ruler: Painter, widget: Widget) -> str:
    """Spoken text of a form row."""
    told = widget.aloud or getattr(widget, "text", "")
    if isinstance(told, str) and told:
        return told
    shown = widget.shown
    box = Box(0, 0, 900, max(1.0, shown.height(ruler, 900)))
    heard = collect_text(ruler, lambda painter: shown.draw(painter, box, focused=False))
    return ", ".join(dict.fromkeys(one.words for one in heard))


def screen_narration(stage: AppContext, scene: Scene, form: Form | None = None) -> NarrationContent:
    """Spoken content of a screen: the texts that it draws. ``form`` is a form on it with the focus."""
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
