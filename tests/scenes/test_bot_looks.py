"""Computer players in the lobby and at the table: their level and manner in words and in what they wear."""

import pytest

from game.core.discovery import find
from game.core.game import known_level
from game.scenes.lobby_seats import LobbyHolder, SeatDialog
from game.scenes.resume import seats
from game.scenes.seats import SeatRow
from game.ui.art.puppets import Dress, puppet
from game.ui.core.input import Act, Intent
from game.ui.match.told import bot_words, worn
from game.ui.widgets import Choice
from game.words import use
from tests.languages import in_languages
from tests.scenes.harness import Window

GAMES = ("city", "rockit", "sociable", "socker", "socki")
LEVELS = ("easy", "normal", "hard", "master")


def test_levels_and_manners_have_words() -> None:
    assert bot_words("hard") == "Bot, hard"
    assert bot_words("hard/keeper") == "hard, keeper"


def test_each_level_is_dressed_in_its_own_way(window: Window) -> None:
    assets = window.stage.assets
    pictures = {worn(level) for level in LEVELS}
    seen = {
        puppet(assets, 0, "idle", 0, 120, Dress(wears=worn(level))).get_buffer().raw
        for level in ("", *LEVELS, "hard/keeper")
    }
    assert len(pictures) == 4
    assert len(seen) == 6


def manner_row(dialog: SeatDialog) -> Choice | None:
    rows = [row for row in dialog.form.widgets if isinstance(row, Choice) and row.label == "Manner"]
    return rows[0] if rows else None


def dialog_of(window: Window, number: int, game: str = "socker") -> SeatDialog:
    window.stage.open("lobby", game)
    window.top.focus = f"seat {number}"
    window.top.intent(Intent(Act.CONFIRM, "keyboard"))
    assert isinstance(window.top, SeatDialog)
    return window.top


def press(window: Window, act: Act, dx: int = 0, dy: int = 0) -> None:
    window.top.intent(Intent(act, "keyboard", dx, dy))


def test_a_bot_gets_a_manner_in_its_dialog(window: Window) -> None:
    dialog = dialog_of(window, 1)
    row = manner_row(dialog)
    assert row is not None
    dialog.form.focus = dialog.form.widgets.index(row)
    before = row.value
    press(window, Act.NAVIGATE, dx=1)
    press(window, Act.BACK)
    level, _slash, manner = window.top.seats[1].level.partition("/")
    assert level == "normal"
    assert manner != before
    assert manner in find("socker").bot.manners
    assert window.top.seats[0].level == ""


@pytest.mark.parametrize("game", GAMES)
def test_puppets_that_sit_down_as_bots_have_manners_that_differ(window: Window, game: str) -> None:
    """As far as the game has manners enough."""
    window.stage.open("lobby", game)
    lobby, manners = window.top, find(game).bot.manners
    for number in range(1, min(4, len(lobby.seats))):
        lobby.add_bot(number)
    lobby.cycle(0)
    sitting = [seat.level.partition("/")[2] for seat in lobby.seats if seat.level and not seat.empty]
    assert set(sitting) <= set(manners)
    assert len(set(sitting)) == min(len(sitting), len(manners))


def test_plain_can_still_be_chosen(window: Window) -> None:
    dialog = dialog_of(window, 1)
    row = manner_row(dialog)
    assert row is not None
    assert row.value != ""
    dialog.form.focus = dialog.form.widgets.index(row)
    while row.value != "":
        press(window, Act.NAVIGATE, dx=1)
    press(window, Act.BACK)
    press(window, Act.PAUSE)
    assert [seat.level for seat in window.top.match.seats] == ["", "normal"]


def test_who_is_given_a_seat_in_a_match_has_a_manner_too(window: Window) -> None:
    window.stage.open("lobby", "socker")
    press(window, Act.PAUSE)
    match = window.top.match
    other = match.seats[1].level.partition("/")[2]
    row = SeatRow(window.stage, match, 0)
    row.take("bot hard", lambda: None)
    level, _slash, manner = match.seats[0].level.partition("/")
    assert (level, manner in find("socker").bot.manners) == ("hard", True)
    assert manner != other


def test_a_person_has_no_manner_until_a_bot_takes_the_seat(window: Window) -> None:
    dialog = dialog_of(window, 0)
    assert manner_row(dialog) is None
    holder = next(row for row in dialog.form.widgets if isinstance(row, LobbyHolder))
    dialog.form.focus = dialog.form.widgets.index(holder)
    while holder.value != "bot hard":
        press(window, Act.NAVIGATE, dx=1)
    press(window, Act.NAVIGATE, dy=1)
    row = manner_row(dialog)
    assert row is not None
    assert dialog.form.widget is row
    press(window, Act.NAVIGATE, dx=1)
    press(window, Act.BACK)
    assert window.top.seats[0].level.startswith("hard/")


def test_stepping_through_holders_goes_on_from_a_bot_with_a_manner(window: Window) -> None:
    window.stage.open("lobby", "socker")
    window.top.joining.set(1, "normal/keeper")
    window.top.cycle(1)
    assert window.top.seats[1].level == "hard/keeper"


@in_languages
def test_manners_are_translated(window: Window, language: str) -> None:
    window.stage.change(language=language)
    try:
        words = bot_words("master/keeper")
    finally:
        use("en")
    assert ("keeper" in words) == (language == "en")


def test_a_bot_keeps_its_manner_from_match_to_match_and_in_a_save(window: Window) -> None:
    window.stage.open("lobby", "socker")
    window.top.joining.set(1, "easy/keeper")
    press(window, Act.PAUSE)
    session = window.top.match.session
    extra = {"seats": [{"look": seat.look, "level": seat.level} for seat in window.top.match.seats]}
    assert [seat.level for seat in seats(window.stage, session, extra)] == ["", "easy/keeper"]
    window.stage.scenes.pop()
    window.stage.open("lobby", "socker")
    assert window.top.seats[1].level == "easy/keeper"


@pytest.mark.parametrize(
    ("kept", "sits"), [("hard/dancer", "hard"), ("hard", "hard"), ("wizard/keeper", ""), ("", "")]
)
def test_what_no_bot_of_today_is_called_does_no_harm(kept: str, sits: str) -> None:
    assert known_level(find("socker").bot, kept) == sits
