"""Speech output: runs the speech command of the operating system in a separate thread.

Callers never wait, and a failure of speech never affects the game. Without speech there is silence.

A scene returns all that can be said now (`NarrationContent`, plain values). `NarrationDiff` compares it with
the last content and returns the new lines. `SpeechQueue` decides which line is next, and which is
interrupted. A `SpeechEngine` knows nothing of scenes.

The system's own command (`spd-say`, PowerShell's System.Speech, `say`) needs no installation, can be stopped
in mid-word, and uses the voices that the user has chosen. Considered: *accessible-output2* and *cytolk*
(screen readers on Windows only), *pyttsx3* (needs its own event loop on each system, which blocks ours).
PowerShell starts slowly, so one process speaks all lines; the other commands are started for each line.
Tested with stand-in commands on Linux, not yet on Windows or macOS.
"""

from __future__ import annotations

import json
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

MAX_QUEUE = 12  # news that may wait; older ones are dropped


class SpeechPriority(IntEnum):
    """Urgency of a line."""

    FOCUS = 0
    """Immediately, instead of the line before."""
    NEWS = 1
    """In its turn, and always to its end, even if the focus moves."""
    READ = 2
    """After all others, dropped if the focus moves."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """One line to be spoken."""

    words: str
    urgency: SpeechPriority = SpeechPriority.FOCUS
    clears: bool = False
    """True to drop all waiting lines, because another player looks at the screen now."""


@dataclass(frozen=True, slots=True)
class NarrationContent:
    """Everything that can be said about a screen."""

    title: str = ""
    text: tuple[str, ...] = ()  # texts in reading order
    focus: str = ""  # focused element and its value
    status: str = ""  # state of the game; spoken when it changes
    more: tuple[str, ...] = ()  # spoken only on request: the whole board, the hand
    clears: bool = False  # True to drop waiting lines, because another player looks at the screen now


class SpeechQueue:
    """Waiting lines by urgency."""

    def __init__(self) -> None:
        self._focus: Utterance | None = None
        self._news: deque[Utterance] = deque(maxlen=MAX_QUEUE)
        self._reading: deque[Utterance] = deque()

    def add(self, line: Utterance, spoken: Utterance | None) -> bool:
        """Add a line. Returns True if the line being spoken (``spoken``) must stop for it."""
        if line.clears:
            self.clear()
        if line.urgency is SpeechPriority.FOCUS:
            self._focus = line
            self._reading.clear()
            return spoken is not None and (line.clears or spoken.urgency is not SpeechPriority.NEWS)
        (self._news if line.urgency is SpeechPriority.NEWS else self._reading).append(line)
        return False

    def next(self) -> Utterance | None:
        """Remove and return the next line, None for silence."""
        if self._focus is not None:
            line, self._focus = self._focus, None
            return line
        return next((lines.popleft() for lines in (self._news, self._reading) if lines), None)

    def clear(self) -> None:
        """Drop all waiting lines."""
        self._focus = None
        self._news.clear()
        self._reading.clear()


class NarrationDiff:
    """Remembers what was said about the screen, and finds what is new."""

    def __init__(self) -> None:
        self._screen: object = None
        self._last = NarrationContent()
        self._acts: frozenset[str] = frozenset()

    def forget(self) -> None:
        """Forget everything, so that the next call of `lines` returns the whole screen."""
        self._screen, self._last, self._acts = None, NarrationContent(), frozenset()

    def lines(
        self,
        screen: object,
        now: NarrationContent,
        strip: Sequence[tuple[str, str]],
        news: Iterable[str] = (),
    ) -> list[Utterance]:
        """Lines for changes of screen and prompt bar, and the news; everything for a new screen or title."""
        before, self._last = self._last, now
        acts = frozenset(label for label, _press in strip)
        acts_before, self._acts = self._acts, acts
        sentences = (
            [] if now.clears and screen is not self._screen else list(dict.fromkeys(filter(None, news)))
        )
        if screen is not self._screen or now.title != before.title:
            self._screen = screen
            first, *rest = _unique_words(now.title, *now.text, now.focus, now.status)
            lines = [Utterance(first, clears=now.clears)] if first or now.clears else []
            lines += [
                Utterance(sentence, SpeechPriority.READ)
                for sentence in (*rest, strip_words(strip))
                if sentence
            ]
            return [*lines, *(Utterance(sentence, SpeechPriority.NEWS) for sentence in sentences)]
        lines = [Utterance(now.focus)] if now.focus and now.focus != before.focus else []
        if now.status and now.status != before.status:
            sentences.append(now.status)
        sentences += [sentence for sentence in now.text if sentence not in before.text]
        lines += [Utterance(sentence, SpeechPriority.NEWS) for sentence in sentences]
        if len(acts - acts_before) > 1 and now.focus == before.focus:  # one new label is not news
            lines.append(Utterance(strip_words(strip), SpeechPriority.READ))
        return lines

    def everything(self, strip: Sequence[tuple[str, str]]) -> list[Utterance]:
        """Lines about the screen as of the last `lines`, and its prompt bar. The first one may be empty."""
        content = self._last
        first, *rest = _unique_words(
            content.title, content.focus, content.status, *content.text, *content.more
        )
        return [
            Utterance(first),
            *(
                Utterance(sentence, SpeechPriority.READ)
                for sentence in (*rest, strip_words(strip))
                if sentence
            ),
        ]


def _unique_words(*text: str) -> list[str]:
    """The non-empty texts without duplicates, then an empty one, so that there is always a first."""
    return [*dict.fromkeys(filter(None, text)), ""]


def strip_words(strip: Sequence[tuple[str, str]]) -> str:
    """Prompts as text, each as "label, press", with full stops in between."""
    return ". ".join(f"{label}, {press}" if press else label for label, press in strip)


# s after which a line is abandoned, because a frozen speech server must not silence all others
MAX_LINE_S = 60.0
_WINDOWS_SCRIPT = """
$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Speech
$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer
$lines = New-Object IO.StreamReader([Console]::OpenStandardInput())
$next = $lines.ReadLineAsync()
$language = $prompt = $null
while ($true) {
    if ($next.Wait($(if ($prompt) { 20 } else { -1 }))) {
        if ($null -eq $next.Result) { break }
        $voice.SpeakAsyncCancelAll()
        if ($prompt) { [Console]::WriteLine() }
        $said = ConvertFrom-Json $next.Result
        if ($said.language -and $said.language -ne $language) {
            $language = $said.language
            $culture = [Globalization.CultureInfo]$language
            try { $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, $culture) } catch { }
        }
        $prompt = $null
        if ($said.words) {
            $voice.Rate = $said.rate
            $prompt = $voice.SpeakAsync([string]$said.words)
        } else { [Console]::WriteLine() }
        $next = $lines.ReadLineAsync()
    }
    if ($prompt -and $prompt.IsCompleted) {
        $prompt = $null
        [Console]::WriteLine()
    }
}
"""
"""Voice for PowerShell, see `VoiceProcess`. No word can be run as a command, because it comes from stdin."""
_STOP_LINE = "{}"
"""Line for a voice that only ends the line before."""


class SpeechEngine(Protocol):
    """Interface of speech output."""

    @property
    def is_available(self) -> bool:
        """True if there is speech output on this system."""
        ...

    def say(self, line: Utterance, *, language: str, rate: int) -> None:
        """Queue a line in a language (such as ``de``) at a rate of -1, 0 or 1. Returns at once."""
        ...

    def stop(self) -> None:
        """Stop speaking, and drop all waiting lines."""
        ...

    def close(self) -> None:
        """Stop speaking for good."""
        ...


def no_voice() -> str:
    """Translated message that the system has no speech, and what would provide it."""
    return _("This computer has no speech output. On Linux, install Speech Dispatcher (spd-say).")


class NullSpeech:
    """Speech output that does nothing."""

    is_available = False

    def say(self, line: Utterance, *, language: str, rate: int) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class SpeechCommand:
    """Command line that speaks a text."""

    words: tuple[str, ...]
    stdin_text: str | None = None  # text for stdin; None if it is part of the command line
    # command that stops a speech server, which would speak on after its client ends
    stop: tuple[str, ...] = ()
    stays: bool = False  # True if the process is a voice that speaks later texts too


Find = Callable[[str], str | None]


def command_for(
    text: str, language: str, rate: int, system: str = sys.platform, find: Find = shutil.which
) -> SpeechCommand | None:
    """Command that speaks a text on this system, None if there is none."""
    if system == "darwin" and (say := find("say")):
        voice = ("-v", voice) if (voice := _mac_voice(say, language)) else ()
        return SpeechCommand((say, *voice, "-r", str(185 + 60 * rate), "-f", "-"), text)
    if system == "win32" and (shell := find("powershell") or find("pwsh")):
        # Without "-InputFormat None" PowerShell would take the lines of stdin away from the script.
        options = "-NoProfile", "-NonInteractive", "-InputFormat", "None", "-Command"
        line = json.dumps({"words": text, "language": language, "rate": 4 * rate})  # ASCII in one line
        return SpeechCommand((shell, *options, _WINDOWS_SCRIPT), line, stays=True)
    if program := find("spd-say"):
        pace = str(45 * rate)
        return SpeechCommand((program, "--wait", "-l", language, "-r", pace, "-N", "Sock Drawer", "--", text),
                       stop=(program, "--cancel"))  # fmt: skip
    if program := find("espeak-ng") or find("espeak"):
        return SpeechCommand((program, "-v", language, "-s", str(170 + 60 * rate), "--stdin"), text)
    return None


_VOICES: dict[str, str] = {}


def _mac_voice(say: str, language: str) -> str:
    """Name of the first voice of a language, empty for the default voice. Cached."""
    if language not in _VOICES:
        try:
            output = subprocess.run(
                [say, "-v", "?"], capture_output=True, text=True, timeout=10, check=False
            ).stdout
        except (OSError, subprocess.SubprocessError):
            output = ""
        lines = [line.partition("#")[0].split() for line in output.splitlines()]
        fitting = [parts for parts in lines if len(parts) > 1 and parts[-1].startswith(f"{language}_")]
        _VOICES[language] = " ".join(fitting[0][:-1]) if fitting else ""
    return _VOICES[language]


Say = Callable[[str, str, int], SpeechCommand | None]


class VoiceProcess:
    """A process that speaks texts until its stdin ends.

    It reads one line for each text, stops speaking the text before, and prints one line when a text has ended
    or was stopped.
    """

    def __init__(self, words: tuple[str, ...], condition: threading.Condition) -> None:
        """Start the process. ``condition`` is notified of each line that it prints, and of its end."""
        self._condition = condition
        self._process = _start(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._pending = 0  # texts that have not ended yet
        self.has_ended = False
        threading.Thread(target=self._listen, name="voice", daemon=True).start()

    @property
    def is_silent(self) -> bool:
        """True if nothing is spoken any more. The caller holds the lock."""
        return self.has_ended or not self._pending

    def speak(self, line: str) -> None:
        """Begin to speak. Raises OSError if the process has ended."""
        assert self._process.stdin is not None
        with self._condition:
            self._pending += 1
        self._process.stdin.write(f"{line}\n".encode())

    def close(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.wait()

    def _listen(self) -> None:
        """Count the texts that have ended, until the process has."""
        with self._process:
            for _line in self._process.stdout or ():
                with self._condition:
                    self._pending -= 1
                    self._condition.notify_all()
        with self._condition:
            self.has_ended = True
            self._condition.notify_all()


class SystemSpeech:
    """Speech output by the operating system."""

    def __init__(self, command: Say = command_for) -> None:
        """Nothing is started before the first line."""
        self._command = command
        self._waiting = SpeechQueue()
        self._current_utterance: Utterance | None = None
        self._manner = "en", 0
        self._process: subprocess.Popen[bytes] | None = None
        self._voice: VoiceProcess | None = None
        self._is_interrupted = self._is_closed = False
        self._condition = threading.Condition()
        self._thread: threading.Thread | None = None

    @property
    def is_available(self) -> bool:
        """True if the system has a speech command."""
        return self._command("", "en", 0) is not None

    def say(self, line: Utterance, *, language: str, rate: int) -> None:
        """Queue a line. A focus line interrupts the current line unless that is news."""
        with self._condition:
            self._manner = language, rate
            if self._waiting.add(line, self._current_utterance):
                self._stop()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="speech", daemon=True)
                self._thread.start()
            self._condition.notify()

    def stop(self) -> None:
        """Stop speaking, and drop all waiting lines."""
        with self._condition:
            self._waiting.clear()
            self._stop()

    def close(self) -> None:
        """Stop speaking for good, and end the thread."""
        with self._condition:
            self._is_closed = True
            self._waiting.clear()
            self._stop()
            self._condition.notify()

    def _stop(self) -> None:
        """Interrupt the current line. The caller holds the lock."""
        self._is_interrupted = self._current_utterance is not None
        if self._process is not None:
            self._process.terminate()
        self._condition.notify()

    def _work(self) -> None:
        """Speak the waiting lines until speech is closed."""
        while True:
            with self._condition:
                while (line := self._waiting.next()) is None and not self._is_closed:
                    self._current_utterance = None
                    self._condition.wait()
                if line is None:
                    break
                self._current_utterance, self._is_interrupted = line, False
                manner = self._manner
            try:
                self._speak(line.words, *manner)
            except (OSError, subprocess.SubprocessError, ValueError):
                continue
        if self._voice is not None:
            self._voice.close()

    def _speak(self, text: str, language: str, rate: int) -> None:
        """Speak a line until it ends, is interrupted or takes `MAX_LINE_S`; not if empty or no command."""
        command = self._command(text, language, rate) if text else None
        if command is None:
            return
        if command.stays:
            self._speak_on(command.words, command.stdin_text or _STOP_LINE)
            return
        process = _start(
            command.words, stdin=subprocess.DEVNULL if command.stdin_text is None else subprocess.PIPE
        )
        with self._condition:
            self._process = process
            if self._is_interrupted:
                process.terminate()
        try:
            process.communicate(
                command.stdin_text.encode() if command.stdin_text is not None else None, MAX_LINE_S
            )
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        finally:
            with self._condition:
                self._process = None
                cut = self._is_interrupted
        if cut and command.stop:
            _run_quietly(command.stop)

    def _speak_on(self, words: tuple[str, ...], line: str) -> None:
        """Speak a line with the voice, which is started if it has not been or has ended."""
        if self._voice is None or self._voice.has_ended:
            self._voice = VoiceProcess(words, self._condition)
        voice = self._voice
        voice.speak(line)
        with self._condition:
            ended = self._condition.wait_for(lambda: self._is_interrupted or voice.is_silent, MAX_LINE_S)
            cut = self._is_interrupted
        if cut:
            voice.speak(_STOP_LINE)
        elif not ended:
            voice.close()
            self._voice = None


def _start(
    words: tuple[str, ...], *, stdin: int, stdout: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """Start a process without a window and without buffers."""
    return subprocess.Popen(
        words, bufsize=0, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL, env=_plain_env(),
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )  # fmt: skip


def _plain_env() -> dict[str, str]:
    """Copy of the environment without the library paths of a packed program."""
    env = dict(os.environ)
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        if f"{name}_ORIG" in env:
            env[name] = env.pop(f"{name}_ORIG")
        elif getattr(sys, "frozen", False):
            env.pop(name, None)
    return env


def _run_quietly(command: Sequence[str]) -> None:
    """Run a command without its output. Raises TimeoutExpired after 5 s, OSError if it cannot start."""
    quiet = subprocess.DEVNULL
    subprocess.run(command, stdin=quiet, stdout=quiet, stderr=quiet, timeout=5, check=False)
