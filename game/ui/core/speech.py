"""Who says things aloud: the system's own speech, by its own command, from a thread of its own.

Nobody who calls ever waits, and no failure of speech is ever a fault of the game: where there is none, or
where it breaks, there is silence.

A screen tells all that could be said of it now (`NarrationContent`, plain values); the `NarrationDiff`
compares that with what it told the last time and makes lines of it; `SpeechQueue` says which comes next, and
what has to make way. Whoever speaks (`SpeechEngine`) knows nothing of screens.

Speech is the system's own command (`spd-say`, PowerShell's System.Speech, `say`): nothing to install or to
ship, a process that can be ended in mid-word, and the voices that somebody has chosen already. Considered:
*accessible-output2* and *cytolk* (screen readers on Windows only), *pyttsx3* (a loop of its own on each
system, and it blocks ours). Played with a stand-in command on Linux; never heard by us on Windows or macOS.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

from game.i18n import _

KEPT = 12
"""So many pieces of news wait to be said; older ones than these would be no news."""


class SpeechPriority(IntEnum):
    """When a line is said."""

    FOCUS = 0
    """At once, in the place of the one before."""
    NEWS = 1
    """In its turn, whatever has the focus meanwhile; it is always said to its end."""
    READ = 2
    """After all others, unless the focus moves on."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """One thing to be said."""

    words: str
    urgency: SpeechPriority = SpeechPriority.FOCUS
    clears: bool = False
    """Whether nothing that was to be said before may be said any more: somebody else looks now."""


@dataclass(frozen=True, slots=True)
class NarrationContent:
    """All that can be said of a screen."""

    title: str = ""
    """What it is."""
    text: tuple[str, ...] = ()
    """What stands there to be read, in its order."""
    focus: str = ""
    """What has the focus, and what it is set to."""
    status: str = ""
    """How things stand: said whenever it is another."""
    more: tuple[str, ...] = ()
    """What is only said when somebody asks: the whole board, the hand."""
    clears: bool = False
    """Whether what was to be said before may not be heard here."""


class SpeechQueue:
    """The lines that are still to be said; which of them comes next, and what has to make way."""

    def __init__(self) -> None:
        self._focus: Utterance | None = None
        self._news: deque[Utterance] = deque(maxlen=KEPT)
        self._reading: deque[Utterance] = deque()

    def add(self, line: Utterance, said: Utterance | None) -> bool:
        """Take a line in; whether the one that is being said has to stop for it."""
        if line.clears:
            self.clear()
        if line.urgency is SpeechPriority.FOCUS:
            self._focus = line
            self._reading.clear()
            return said is not None and (line.clears or said.urgency is not SpeechPriority.NEWS)
        (self._news if line.urgency is SpeechPriority.NEWS else self._reading).append(line)
        return False

    def next(self) -> Utterance | None:
        """The line to be said now; `None` for silence."""
        if self._focus is not None:
            line, self._focus = self._focus, None
            return line
        return next((lines.popleft() for lines in (self._news, self._reading) if lines), None)

    def clear(self) -> None:
        """Say none of them."""
        self._focus = None
        self._news.clear()
        self._reading.clear()


class NarrationDiff:
    """Knows what was said of the screen last, and so what is new."""

    def __init__(self) -> None:
        self._screen: object = None
        self._last = NarrationContent()
        self._acts: frozenset[str] = frozenset()

    def forget(self) -> None:
        """Begin anew: the next look tells everything."""
        self._screen, self._last, self._acts = None, NarrationContent(), frozenset()

    def lines(
        self,
        screen: object,
        now: NarrationContent,
        strip: Sequence[tuple[str, str]],
        news: Iterable[str] = (),
    ) -> list[Utterance]:
        """What is to be said by now of the screen on top: what is new of it, its strip, and the news."""
        before, self._last = self._last, now
        acts = frozenset(words for words, _press in strip)
        acts_before, self._acts = self._acts, acts
        told = [] if now.clears and screen is not self._screen else list(dict.fromkeys(filter(None, news)))
        if screen is not self._screen:
            self._screen = screen
            first, *rest = _once(now.title, *now.text, now.focus, now.status)
            lines = [Utterance(first, clears=now.clears)] if first or now.clears else []
            lines += [Utterance(words, SpeechPriority.READ) for words in (*rest, strip_words(strip)) if words]
            return [*lines, *(Utterance(words, SpeechPriority.NEWS) for words in told)]
        lines = [Utterance(now.focus)] if now.focus and now.focus != before.focus else []
        if now.status and now.status != before.status:
            told.append(now.status)
        told += [words for words in now.text if words not in before.text]
        lines += [Utterance(words, SpeechPriority.NEWS) for words in told]
        if len(acts - acts_before) > 1 and now.focus == before.focus:  # one other word is no other strip
            lines.append(Utterance(strip_words(strip), SpeechPriority.READ))
        return lines

    def everything(self, strip: Sequence[tuple[str, str]]) -> list[Utterance]:
        """All that can be said, for whoever asks where they are."""
        now = self._last
        first, *rest = _once(now.title, now.focus, now.status, *now.text, *now.more)
        return [
            Utterance(first),
            *(Utterance(words, SpeechPriority.READ) for words in (*rest, strip_words(strip)) if words),
        ]


def _once(*words: str) -> list[str]:
    """Each of these once; the last is empty, so that there is always a first."""
    return [*dict.fromkeys(filter(None, words)), ""]


def strip_words(strip: Sequence[tuple[str, str]]) -> str:
    """What the buttons do, in a sentence."""
    return ". ".join(f"{words}, {press}" if press else words for words, press in strip)


LONGEST = 60.0
"""Seconds after which a line is given up: a speech server that hangs must not silence all that follows."""
_WINDOWS = (
    "[Console]::InputEncoding=[Text.Encoding]::UTF8;"
    "Add-Type -AssemblyName System.Speech;"
    "$s=New-Object System.Speech.Synthesis.SpeechSynthesizer;"
    "try{{$s.SelectVoiceByHints('NotSet','NotSet',0,[Globalization.CultureInfo]'{language}')}}catch{{}};"
    "$s.Rate={rate};$s.Speak([Console]::In.ReadToEnd())"
)
"""Reads what is to be said from its input, so that no word can be taken for a command."""


class SpeechEngine(Protocol):
    """Whoever speaks."""

    @property
    def exists(self) -> bool:
        """Whether there is any speech here."""
        ...

    def say(self, line: Utterance, *, language: str, rate: int) -> None:
        """Say a line in its turn, in a language (as ``de``), so fast (-1, 0 or 1); returns at once."""
        ...

    def hush(self) -> None:
        """Fall silent, and forget what was still to be said."""
        ...

    def close(self) -> None:
        """Fall silent for good."""
        ...


def no_voice() -> str:
    """Why nothing is said where there is no speech, and what would bring it."""
    return _("This computer has no speech of its own. On Linux, Speech Dispatcher (spd-say) brings one.")


class NullSpeech:
    """Says nothing."""

    exists = False

    def say(self, line: Utterance, *, language: str, rate: int) -> None: ...

    def hush(self) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class SpeechCommand:
    """How a system says something."""

    words: tuple[str, ...]
    given: str | None = None
    """What is written to its input; `None` where all stands in the words."""
    stop: tuple[str, ...] = ()
    """What makes it fall silent besides ending it: a server may speak on."""


Find = Callable[[str], str | None]


def command_for(
    text: str, language: str, rate: int, system: str = sys.platform, find: Find = shutil.which
) -> SpeechCommand | None:
    """What says a text on this system; `None` where nothing does."""
    if system == "darwin" and (say := find("say")):
        voice = ("-v", voice) if (voice := _mac_voice(say, language)) else ()
        return SpeechCommand((say, *voice, "-r", str(185 + 60 * rate), "-f", "-"), text)
    if system == "win32" and (shell := find("powershell") or find("pwsh")):
        script = _WINDOWS.format(language=_safe(language), rate=4 * rate)
        return SpeechCommand((shell, "-NoProfile", "-NonInteractive", "-Command", script), text)
    if said := find("spd-say"):
        pace = str(45 * rate)
        return SpeechCommand((said, "--wait", "-l", language, "-r", pace, "-N", "Sock Drawer", "--", text),
                       stop=(said, "--cancel"))  # fmt: skip
    if said := find("espeak-ng") or find("espeak"):
        return SpeechCommand((said, "-v", language, "-s", str(170 + 60 * rate), "--stdin"), text)
    return None


def _safe(language: str) -> str:
    return "".join(letter for letter in language if letter.isalnum() or letter == "-")


_VOICES: dict[str, str] = {}


def _mac_voice(say: str, language: str) -> str:
    """The first voice of a language; empty for the system's own."""
    if language not in _VOICES:
        try:
            listed = subprocess.run(
                [say, "-v", "?"], capture_output=True, text=True, timeout=10, check=False
            ).stdout
        except (OSError, subprocess.SubprocessError):
            listed = ""
        lines = [line.partition("#")[0].split() for line in listed.splitlines()]
        fitting = [parts for parts in lines if len(parts) > 1 and parts[-1].startswith(f"{language}_")]
        _VOICES[language] = " ".join(fitting[0][:-1]) if fitting else ""
    return _VOICES[language]


Say = Callable[[str, str, int], SpeechCommand | None]


class SystemSpeech:
    """The system's speech: one line after the other, each a process of its own."""

    def __init__(self, command: Say = command_for) -> None:
        """Make it; nothing is started before the first line."""
        self._command = command
        self._waiting = SpeechQueue()
        self._said: Utterance | None = None
        self._manner = "en", 0
        self._process: subprocess.Popen[bytes] | None = None
        self._cut = self._closed = False
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    @property
    def exists(self) -> bool:
        """Whether the system has a command for it."""
        return self._command("", "en", 0) is not None

    def say(self, line: Utterance, *, language: str, rate: int) -> None:
        """Queue a line; one of the focus ends the one that is said, unless that is news."""
        with self._changed:
            self._manner = language, rate
            if self._waiting.add(line, self._said):
                self._stop()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="speech", daemon=True)
                self._thread.start()
            self._changed.notify()

    def hush(self) -> None:
        """Fall silent now."""
        with self._changed:
            self._waiting.clear()
            self._stop()

    def close(self) -> None:
        """Fall silent, and end the thread."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._stop()
            self._changed.notify()

    def _stop(self) -> None:
        """End what is said; the lock is held."""
        self._cut = self._said is not None
        if self._process is not None:
            self._process.terminate()

    def _work(self) -> None:
        while True:
            with self._changed:
                while (line := self._waiting.next()) is None and not self._closed:
                    self._said = None
                    self._changed.wait()
                if line is None:
                    return
                self._said, self._cut = line, False
                manner = self._manner
            try:
                self._speak(line.words, *manner)
            except (OSError, subprocess.SubprocessError, ValueError):
                continue

    def _speak(self, words: str, language: str, rate: int) -> None:
        """Say a line, to its end or until it is cut."""
        command = self._command(words, language, rate) if words else None
        if command is None:
            return
        quiet = subprocess.DEVNULL
        given = subprocess.PIPE if command.given is not None else quiet
        flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
        process = subprocess.Popen(
            command.words, stdin=given, stdout=quiet, stderr=quiet, env=_plain_env(), creationflags=flags
        )
        with self._changed:
            self._process = process
            if self._cut:
                process.terminate()
        try:
            process.communicate(command.given.encode() if command.given is not None else None, LONGEST)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        finally:
            with self._changed:
                self._process = None
                cut = self._cut
        if cut and command.stop:
            _quietly(command.stop)


def _plain_env() -> dict[str, str]:
    """The environment without the libraries of a packed program, which are not those of the system."""
    env = dict(os.environ)
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        if f"{name}_ORIG" in env:
            env[name] = env.pop(f"{name}_ORIG")
        elif getattr(sys, "frozen", False):
            env.pop(name, None)
    return env


def _quietly(words: Sequence[str]) -> None:
    quiet = subprocess.DEVNULL
    subprocess.run(words, stdin=quiet, stdout=quiet, stderr=quiet, timeout=5, check=False)
