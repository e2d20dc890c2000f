"""Everything that is kept from one start to the next, in one folder."""

from __future__ import annotations

from pathlib import Path

from game.store.archive import AnalysisCache, Archive
from game.store.daily_puzzles import DailyPuzzleStore
from game.store.data_folder import PICTURE_FOLDER, DataFolder, FileLock
from game.store.room import Room
from game.store.saves import Autosave, SaveSlots
from game.store.settings import SettingsFile
from game.store.sock_collection import SockCollectionStore
from game.store.statistics import StatisticsStore

OLD_HOME = "old-home"  # subfolder with a copy of what a program up to version 1.0 had left


class Storage:
    """The stores of one data folder.

    Attributes:
        folder: the files; its ``notices`` list problems with them.
        settings: the player's settings.
        saves: the saved match of each game.
        autosave: writes them in the background.
        statistics: results of all players.
        archive: finished matches.
        insights: their analyses.
        socks: the sock collections.
        days: the solved daily puzzles.
    """

    def __init__(self, root: Path | None = None) -> None:
        """Use this folder; `None` for the default one."""
        self.folder = DataFolder(root)
        self.settings = SettingsFile(self.folder)
        self.saves = SaveSlots(self.folder)
        self.autosave = Autosave(self.saves)
        self.statistics = StatisticsStore(self.folder)
        self.archive = Archive(self.folder)
        self.insights = AnalysisCache(self.folder)
        self.days = DailyPuzzleStore(self.folder)
        self.socks = SockCollectionStore(self.folder)

    @property
    def instance(self) -> FileLock:
        """Lock that the main window holds; not acquired here."""
        return self.folder.instance

    @property
    def pictures(self) -> Path:
        """Folder of the picture cache."""
        return self.folder.path(PICTURE_FOLDER)

    def maps(self, slug: str) -> Path:
        """Folder ``maps/SLUG`` of the player's own boards of a game; it may not exist."""
        return self.folder.path(f"maps/{slug}")

    def room(self, name: str) -> Room:
        """Room of an extra: a subfolder with its files."""
        return Room(self.folder, self.autosave, name)

    def clean_up(self) -> None:
        """Delete temporary files, copy an old home aside, and try to write, all in the background."""
        # In the background, because all of it would delay the title on a slow disk.
        self.autosave.submit(self.folder.remove_temp_files)
        if self.settings.are_old:
            self.autosave.submit(lambda: self.folder.copy_aside(OLD_HOME))
        self.autosave.submit(self.folder.try_out)

    def close(self) -> None:
        """Write what waits (at most 10 s), stop the writer, and release the main window's lock."""
        self.autosave.close()
        self.instance.release()
