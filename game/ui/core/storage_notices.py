"""Storage problems on the screen: notices as sentences, and the message during a match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from game.core.discovery import find_game, game_slugs
from game.i18n import _
from game.match.match import Match
from game.store import daily_puzzles, settings, sock_collection, statistics
from game.store.data_folder import StorageIssue, StorageNotice, StorageReason
from game.store.saves import SAVE_FOLDER, Autosave


def sentences(notices: Iterable[StorageNotice]) -> list[tuple[str, str]]:
    """(file titles joined by commas, "" if unknown; translated sentence) for each kind of notice.

    Files with the same problem share a sentence, and so do the values of one file.
    """
    groups: dict[tuple[StorageIssue, tuple[tuple[str, str], ...]], dict[str, list[str]]] = {}
    for notice in notices:
        several = {StorageIssue.VALUE: ("name",), StorageIssue.ENTRY: ("file", "kept")}.get(
            notice.trouble, ("file",)
        )
        rest = tuple(pair for pair in notice.values if pair[0] not in several)
        lists = groups.setdefault((notice.trouble, rest), {name: [] for name in several})
        for value_name in several:
            lists[value_name].append(dict(notice.values)[value_name])
    texts = []
    names = _setting_names()
    for (trouble, rest), lists in groups.items():
        values = dict(rest) | {name: ", ".join(values_of_name) for name, values_of_name in lists.items()}
        if "why" in values and trouble is not StorageIssue.EXTRA:  # that one is for those who program
            values["why"] = why_words(values["why"])
        if "name" in lists:
            titles = dict.fromkeys(names.get(part.partition(".")[0], part) for part in lists["name"])
            values["name"] = ", ".join(_("“{name}”").format(name=name) for name in titles)
        elif "name" in values:
            game, comma, player = values["name"].partition(",")
            values["name"] = (
                (_(find_game(game).info.title) if game in game_slugs() else game) + comma + player
            )
        files = lists.get("file") or [values["file"]]
        heads = dict.fromkeys(_file_title(file) for file in files)
        texts.append((", ".join(head for head in heads if head), _(str(trouble)).format(**values)))
    return texts


def _setting_names() -> dict[str, str]:
    """Translated labels of the settings by the key in their file."""
    keys, window = _("Keys and buttons"), _("Window")
    return {
        "plays_with": _("Main device"),
        "patience": _("Sleeping phones"),
        "turn_clock": _("Turn timer"),
        "auto_pass": _("Auto-pass"),
        "public": _("Public internet address"),
        "forwarded": _("Identify guests by"),
        "relay": _("Relay"),
        "lessons": _("Lessons"),
        "fullscreen": _("Full screen"), "window_size": window, "window_place": window,
        "text_size": _("Text size"), "theme": _("Colours"), "outlines": _("Thick outlines"),
        "reduced_motion": _("Reduced motion"),
        "scenery": _("Animated backgrounds"), "ask_first": _("Confirmations"),
        "animation_speed": _("Animation speed"), "effects": _("Effects"), "music": _("Music"),
        "volume": _("Volume"), "mono": _("Mono sound"), "vibration": _("Controller vibration"),
        "hold": _("Press and hold"), "speech": _("Screen narration"),
        "scan": _("Switch access"), "switch": _("Switch keys"), "scan_time": _("Scanning time per choice"),
        "hints": _("Hints"), "lamp": _("Mending lamp"), "fit": _("Where cards fit"),
        "reactions": _("Spectator reactions"), "bubbles": _("Bot chatter"),
        "missed": _("Missed plays"), "threats": _("Threats"), "language": _("Language"),
        "keys": keys, "pads": keys,
        "house_rules": _("House rules"), "presets": _("Your presets"), "chosen_presets": _("Preset"),
        "seats": _("Seats"), "names": _("Names"),
    }  # fmt: skip


def why_words(why: str) -> str:
    """Reason in the language of the window, without a full stop. Unknown reasons become a general one."""
    return _(why) if why in list(StorageReason) else _("its data is damaged")


def _file_title(file: str) -> str:
    """Translated title of a file's content (game or kind of data), empty if unknown."""
    if file.startswith(f"{SAVE_FOLDER}/"):
        slug = file.removeprefix(f"{SAVE_FOLDER}/").partition(".")[0]
        return _(find_game(slug).info.title) if slug in game_slugs() else ""
    names = {
        settings.FILE: _("Settings"), statistics.FILE: _("Statistics"), daily_puzzles.FILE: _("Daily sock"),
        sock_collection.FILE: _("My socks"),
    }  # fmt: skip
    return names.get(file, "")


class SavingScene(Protocol):
    """Interface of the scene of a match."""

    match: Match
    is_kept: bool  # True if the match is saved; lessons are not


class StorageBanner:
    """Message that a match cannot be saved, until it can be saved again or a player closes it.

    The status bar shows it.
    """

    def __init__(self, autosave: Autosave) -> None:
        self._autosave = autosave
        self._game = ""
        self.why = ""  # reason why the match cannot be saved, empty if it can
        self.shut = True  # True if a player has closed it, or there is nothing to show

    def watch(self, scene: SavingScene) -> bool:
        """Update the banner from the last save. True if match or reason changed."""
        game = scene.match.session.game
        why = self._autosave.why_lost(game) if scene.is_kept else ""
        if (game, why) == (self._game, self.why):
            return False
        self._game, self.why, self.shut = game, why, not why
        return True

    @property
    def words(self) -> str:
        """Text of the banner, with the reason."""
        return _("This match isn't saved: {why}.").format(why=why_words(self.why))
