"""Everything that is kept from one start to the next, in one folder."""

from __future__ import annotations

from pathlib import Path

from game.store.archive import AnalysisCache, Archive
from game.store.class_plans import ClassPlanStore, TournamentStore
from game.store.daily_puzzles import DailyPuzzleStore
from game.store.data_folder import PICTURES, DataFolder, FileLock
from game.store.saves import Autosave, ClassSessionStore, SaveSlots
from game.store.settings import SettingsFile
from game.store.sock_collection import SockCollectionStore
from game.store.statistics import StatisticsStore


class Storage:
    """The stores of one folder.

    Attributes:
        folder: where the files are; its ``notices`` say what went wrong with them.
        settings: what the player has chosen.
        saves: the match that waits in each game.
        autosave: the same, written behind the back of the window.
        evening: the hall of many tables that waits, as a lesson.
        plans: lessons that were prepared.
        cup: the cup of an evening.
        statistics: who has won what.
        archive: the matches that have ended.
        insights: what was found out about them.
        socks: the drawers of socks.
        days: who has solved which day's sock.
    """

    def __init__(self, root: Path | None = None) -> None:
        """Use this folder; `None` for the system's place for such things."""
        self.folder = DataFolder(root)
        self.settings = SettingsFile(self.folder)
        self.saves = SaveSlots(self.folder)
        self.autosave = Autosave(self.saves)
        self.evening = ClassSessionStore(self.folder, self.autosave)
        self.plans = ClassPlanStore(self.folder)
        self.cup = TournamentStore(self.folder)
        self.statistics = StatisticsStore(self.folder)
        self.archive = Archive(self.folder)
        self.insights = AnalysisCache(self.folder)
        self.days = DailyPuzzleStore(self.folder)
        self.socks = SockCollectionStore(self.folder)

    @property
    def instance(self) -> FileLock:
        """The right to be the only window."""
        return self.folder.instance

    @property
    def pictures(self) -> Path:
        return self.folder.path(PICTURES)

    def maps(self, slug: str) -> Path:
        """Where the player's own boards of a game lie."""
        return self.folder.path(f"maps/{slug}")

    def tidy(self) -> None:
        """Sweep up what a killed program has left, and find out whether anything can be kept; in a moment."""
        # Behind the window: on a slow disk both would hold up the title.
        self.autosave.also(self.folder.sweep)
        self.autosave.also(self.folder.try_out)

    def close(self) -> None:
        self.autosave.close()
        self.instance.release()
