"""Screen reader: turns the content of the top scene into lines for the speech engine.

After every change of the picture `App.step_frame` calls `ScreenReader.poll`. It gets the content of the scene
from `narration_of` (`Scene.narration`; for a match from the `ViewNarration` of its view; else the drawn
texts, recorded by a `TextCollector`). `NarrationDiff` (`ui/core/speech.py`) finds the changes, and
`SystemSpeech` (`ui/core/speech.py`) speaks them: a new focus interrupts the old one, news waits its turn, a
curtain stops all. `AppContext.announce` adds news of the program.
"""

from __future__ import annotations

from game.i18n import _, current_language
from game.store.settings import SpeechRate
from game.ui.core.input import MOUSE, InputAction
from game.ui.core.paint import collect_text, within
from game.ui.core.scene import AppContext, Scene
from game.ui.core.speech import NarrationContent, NarrationDiff, SpeechPriority, Utterance, no_voice
from game.ui.widgets import MessageDialog, key_map_for, prompts_for


class ScreenReader:
    """Speaks what is new on the screen after every change."""

    def __init__(self, app: AppContext) -> None:
        self._stage = app
        self._narrator = NarrationDiff()
        self._speaks = False

    def poll(self) -> None:
        """Speak what is new on the screen, if speech is on. Stops speech that was just turned off."""
        app, top = self._stage, self._stage.scenes.top
        if (app.settings.speech is not SpeechRate.OFF) != self._speaks:
            self._speaks = not self._speaks
            self._narrator.forget()
            app.unread_news.clear()
            if not self._speaks:
                app.speaker.stop()
        if not self._speaks or top is None:
            return
        news, app.unread_news[:] = list(app.unread_news), []
        for line in self._narrator.lines(top, narration_of(app, top), strip_of(app, top), news):
            self._say(line)

    def ask(self) -> None:
        """Read out the whole screen, or turn speech on if it is off. Shows a dialog if there is no voice."""
        app, top = self._stage, self._stage.scenes.top
        if not app.speaker.is_available:
            app.update_settings(speech=SpeechRate.USUAL)  # kept for when there is a voice
            if not isinstance(top, MessageDialog):
                app.scenes.push(MessageDialog(no_voice()))
        elif app.settings.speech is SpeechRate.OFF:
            app.update_settings(speech=SpeechRate.USUAL)
            self.poll()
        elif top is not None:
            self.poll()
            for line in self._narrator.everything(strip_of(app, top)):
                self._say(line)

    def silence(self) -> None:
        """Turn speech off in the settings, and stop it."""
        self._stage.update_settings(speech=SpeechRate.OFF)
        self.poll()

    def invite(self) -> None:
        """Say how to turn on speech, if the system has a voice and speech is off."""
        if self._stage.speaker.is_available and self._stage.settings.speech is SpeechRate.OFF:
            self._say(Utterance(_("Press F1 to hear this window."), SpeechPriority.READ))

    def _say(self, line: Utterance) -> None:
        """Pass a line to the speech engine, in the current language and rate."""
        self._stage.speaker.say(line, language=current_language(), rate=self._stage.settings.speech.rate)


def strip_of(app: AppContext, scene: Scene) -> list[tuple[str, str]]:
    """(label, name of its key or button on the last device, "" if none) of each prompt except NAVIGATE."""
    presses = key_map_for(app)
    entries = []
    for act, label in scene.prompts():
        press = presses.of(act)
        if act is not InputAction.NAVIGATE:
            entries.append((label, press.words if press is not None and press.kind != MOUSE else ""))
    return entries


def narration_of(app: AppContext, scene: Scene) -> NarrationContent:
    """Spoken content of a scene: its own narration, else the texts that it draws."""
    narration = scene.narration()
    if narration is not None:
        return narration
    return screen_narration(app, scene)


def screen_narration(app: AppContext, scene: Scene) -> NarrationContent:
    """Spoken content of a screen: drawn texts outside the prompt bar. Focus: texts in the focused box."""
    texts = collect_text(app.measuring_painter, scene.draw)
    strip = prompts_for(app, scene)[0]
    texts = [text for text in texts if not strip.contains((text.x, text.y))]
    box = dict(scene.focusable()).get(getattr(scene, "focus", ""))
    focus = within(texts, box) if box is not None else ""
    rest = [text for text in texts if box is None or not box.contains((text.x, text.y))]
    return NarrationContent("", tuple(dict.fromkeys(text.words for text in rest)), focus)
