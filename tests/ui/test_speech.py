"""Speech without a window: order of lines, and the command of each system; nothing is audible."""

from __future__ import annotations

import json
import stat
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.ui.core.speech import (
    MAX_QUEUE,
    NarrationContent,
    NarrationDiff,
    SpeechCommand,
    SpeechPriority,
    SpeechQueue,
    SystemSpeech,
    Utterance,
    command_for,
)
from tests.sampling import PATIENCE

STRIP = [("Choose it", "enter"), ("Back", "Esc")]


def said(lines: list[Utterance]) -> list[tuple[str, str]]:
    return [(line.words, line.urgency.name) for line in lines]


def test_new_screen_is_read_completely() -> None:
    told = NarrationDiff().lines(
        "menu", NarrationContent("Settings", ("Read me.",), "Text size: 100 %"), STRIP
    )
    assert said(told) == [
        ("Settings", "FOCUS"), ("Read me.", "READ"), ("Text size: 100 %", "READ"),
        ("Choose it, enter. Back, Esc", "READ"),
    ]  # fmt: skip


def test_screen_with_another_title_is_read_completely() -> None:
    narrator = NarrationDiff()
    narrator.lines("menu", NarrationContent("Settings: Display", (), "Text size"), STRIP)
    told = narrator.lines("menu", NarrationContent("Settings: Sound", ("No voice.",), "Music"), STRIP)
    assert said(told)[:3] == [("Settings: Sound", "FOCUS"), ("No voice.", "READ"), ("Music", "READ")]


def test_unchanged_content_is_not_read_again() -> None:
    narrator = NarrationDiff()
    narrator.lines("menu", NarrationContent("Settings", (), "Text size"), STRIP)
    assert narrator.lines("menu", NarrationContent("Settings", (), "Text size"), STRIP) == []
    told = narrator.lines(
        "menu", NarrationContent("Settings", (), "Colours", "2 left"), STRIP, ["Mia kicks."]
    )
    assert said(told) == [("Colours", "FOCUS"), ("Mia kicks.", "NEWS"), ("2 left", "NEWS")]


def test_curtain_drops_earlier_lines() -> None:
    narrator, waiting = NarrationDiff(), SpeechQueue()
    for line in narrator.lines(
        "match", NarrationContent("SOCKI", (), "the 7 of boats"), STRIP, ["You drew a joker."]
    ):
        waiting.add(line, None)
    for line in narrator.lines(
        "curtain", NarrationContent("Over to Bo", clears=True), [], ["You drew an ace."]
    ):
        waiting.add(line, None)
    assert said(list(iter(waiting.next, None))) == [("Over to Bo", "FOCUS")]


def test_focus_is_spoken_first_and_interrupts_focus_but_never_news() -> None:
    waiting, news = SpeechQueue(), Utterance("news", SpeechPriority.NEWS)
    waiting.add(news, None)
    waiting.add(Utterance("long text", SpeechPriority.READ), None)
    assert waiting.add(Utterance("first"), None) is False
    assert waiting.add(Utterance("second"), Utterance("first")) is True, "the old one stops"
    assert waiting.add(Utterance("third"), news) is False, "news is said to its end"
    assert waiting.add(Utterance("curtain", clears=True), news) is True, "but for a curtain"
    assert said(list(iter(waiting.next, None))) == [("curtain", "FOCUS")]


def test_old_news_gives_way_to_new() -> None:
    waiting = SpeechQueue()
    for number in range(MAX_QUEUE + 5):
        waiting.add(Utterance(str(number), SpeechPriority.NEWS), None)
    assert [line.words for line in iter(waiting.next, None)] == [str(n) for n in range(5, MAX_QUEUE + 5)]


@pytest.mark.parametrize(
    ("system", "has", "start"),
    [
        ("linux", "spd-say", ["/bin/spd-say", "--wait", "-l", "de"]),
        ("linux", "espeak-ng", ["/bin/espeak-ng", "-v", "de"]),
        ("win32", "powershell", ["/bin/powershell", "-NoProfile"]),
        ("darwin", "say", ["/bin/say"]),
    ],
)
def test_each_system_has_its_own_command(system: str, has: str, start: list[str]) -> None:
    words = "--rate 9; rm *"
    command = command_for(words, "de", 1, system, lambda name: f"/bin/{name}" if name == has else None)
    assert command is not None
    assert list(command.words[: len(start)]) == start
    if command.stdin_text is None:
        assert command.words[-2:] == ("--", words), "no word is taken for an option"
    else:
        text = json.loads(command.stdin_text)["words"] if command.stays else command.stdin_text
        assert text == words
        assert words not in command.words


def test_line_for_a_voice_is_one_line_of_ascii() -> None:
    command = command_for("Größe:\n200 %", "de", -1, "win32", lambda name: name)
    assert command is not None
    assert command.stdin_text is not None
    assert command.stdin_text.isascii()
    assert "\n" not in command.stdin_text
    assert json.loads(command.stdin_text) == {"words": "Größe:\n200 %", "language": "de", "rate": -4}


@pytest.mark.parametrize("system", ["linux", "win32", "darwin"])
def test_system_without_speech_is_silent(system: str) -> None:
    assert command_for("Hello", "en", 0, system, lambda _name: None) is None


def eventually(log: Path, wanted: list[str]) -> bool:
    """True once these lines are spoken; waits for another process."""
    pause = threading.Event()
    for _ in range(int(PATIENCE * 100)):
        if log.exists() and log.read_text().splitlines() == wanted:
            return True
        pause.wait(0.01)
    return False


def test_speaker_never_waits_and_new_focus_interrupts_the_old(tmp_path: Path) -> None:
    """Its command writes down what it speaks; a long text would be spoken for ever."""
    script, log = tmp_path / "say", tmp_path / "log"
    script.write_text(f'#!/bin/sh\necho "$1" >> "{log}"\ncase "$1" in long*) exec sleep 600;; esac\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    speaker = SystemSpeech(lambda text, _language, _rate: SpeechCommand((str(script), text)))
    speaker.say(Utterance("long one"), language="en", rate=0)
    assert eventually(log, ["long one"])
    speaker.say(Utterance("news", SpeechPriority.NEWS), language="en", rate=0)
    speaker.say(Utterance("two"), language="en", rate=0)
    assert eventually(log, ["long one", "two", "news"])
    speaker.close()


def test_failing_command_does_not_silence_others(tmp_path: Path) -> None:
    log = tmp_path / "log"
    echo = f'echo "$0" >> "{log}"'

    def command(text: str, _language: str, _rate: int) -> SpeechCommand | None:
        return SpeechCommand((str(tmp_path / "nowhere"),) if text == "one" else ("/bin/sh", "-c", echo, text))

    speaker = SystemSpeech(command)
    for words in ("one", "two"):
        speaker.say(Utterance(words, SpeechPriority.NEWS), language="en", rate=0)
    assert eventually(log, ["two"])
    speaker.close()


VOICE = """
import json, sys
log = open(sys.argv[1], "a", buffering=1)
print("begins", file=log)
speaking = False
for line in sys.stdin:
    if speaking:
        print(flush=True)
    words = json.loads(line).get("words", "silence")
    if words == "freezes":
        continue
    print(words, file=log)
    if words == "dies":
        break
    speaking = words.startswith("long")
    if not speaking:
        print(flush=True)
"""
"""Stand-in for PowerShell. It writes down what it speaks, and speaks a long text until the next."""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def speaker(log: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SystemSpeech]:
    """Speech by a voice that writes into ``log``."""

    def command(text: str, _language: str, _rate: int) -> SpeechCommand:
        monkeypatch.setattr("game.ui.core.speech.MAX_LINE_S", 0 if text == "freezes" else PATIENCE)
        words = sys.executable, "-c", VOICE, str(log)
        return SpeechCommand(words, json.dumps({"words": text}), stays=True)

    speaker = SystemSpeech(command)
    yield speaker
    speaker.close()


def test_one_voice_speaks_all_lines_and_new_focus_interrupts_the_old(
    speaker: SystemSpeech, log: Path
) -> None:
    speaker.say(Utterance("long one"), language="en", rate=0)
    assert eventually(log, ["begins", "long one"])
    speaker.say(Utterance("long news", SpeechPriority.NEWS), language="en", rate=0)
    speaker.say(Utterance("two"), language="en", rate=0)
    told = ["begins", "long one", "silence", "two", "long news"]
    assert eventually(log, told)
    speaker.stop()
    assert eventually(log, [*told, "silence"])
    speaker.say(Utterance("three"), language="en", rate=0)
    assert eventually(log, [*told, "silence", "three"])


@pytest.mark.parametrize(("fault", "told"), [("dies", ["dies"]), ("freezes", [])])
def test_voice_is_started_again(speaker: SystemSpeech, log: Path, fault: str, told: list[str]) -> None:
    for words in ("one", fault, "two"):
        speaker.say(Utterance(words, SpeechPriority.NEWS), language="en", rate=0)
    assert eventually(log, ["begins", "one", *told, "begins", "two"])


def test_voice_ends_with_speech(speaker: SystemSpeech, log: Path) -> None:
    speaker.say(Utterance("long one"), language="en", rate=0)
    assert eventually(log, ["begins", "long one"])
    speaker.close()
    for thread in threading.enumerate():
        if thread.name in {"speech", "voice"}:
            thread.join(PATIENCE)
            assert not thread.is_alive()
