"""Ways of a page into the room: a scanned code, which is all capitals, or a typed one."""

from __future__ import annotations

from game.i18n import languages, own_name
from tests.party.browser_phones import Door, held, hold

OTHERS = [own_name(code) for code in languages() if code != "en"]


def test_scanned_code_leads_to_the_seats(door: Door) -> None:
    """The code need not be typed. The page asks for a seat next."""
    door.page.open(f"HTTP://{door.address}/{door.code}")
    door.page.wait("document.querySelector('label.seat')")
    assert door.page.run("location.href") == f"http://{door.address}/#{door.code}"
    door.take_seat()


def test_lower_case_code_leads_to_the_seats(door: Door) -> None:
    """After a slash as well as after a hash, as people type both."""
    for before in ("", "#"):
        door.visit(before + door.code.lower())


def test_wrong_code_can_be_corrected(door: Door) -> None:
    """Also by one in small letters with spaces, as some keyboards type it."""
    door.page.open(f"HTTP://{door.address}/XXXX")
    door.page.wait("document.getElementById('wrong')?.innerText.includes('not the code')")
    assert not door.page.run("!!document.querySelector('label.seat')")
    door.page.run("document.getElementById('code').focus()")
    door.page.run(f"document.execCommand('insertText', false, ' {door.code.lower()} ')")
    door.page.tap("Continue")
    door.page.wait("document.querySelector('label.seat')")


def test_next_party_does_not_show_the_end_of_the_last(door: Door) -> None:
    door.visit(door.code)
    over = "view.code = ''; view.onMessage({ type: 'closing', why: 'over' })"
    door.page.run(f"import('/state.js').then(({{ view }}) => {{ {over} }})")
    door.page.wait("document.getElementById('code') && document.body.innerText.includes('The party is over')")
    door.page.run(f"document.getElementById('code').value = '{door.code}'")
    door.page.tap("Continue")
    door.page.wait("document.querySelector('label.seat')")
    assert "The party is over" not in door.page.run("document.body.innerText")


def test_back_button_closes_the_menu_first(door: Door) -> None:
    door.visit(door.code)
    for _ in range(2):
        door.page.tap("Menu")
        door.page.wait("document.querySelector('.menu')")
        door.page.run("history.back()")
        door.page.wait("!document.querySelector('.menu')")
        assert door.page.run("!!document.querySelector('label.seat')")


def test_long_seat_name_stays_on_one_line(door: Door) -> None:
    """Also a nine-letter name among four: it does not get a separate row, but smaller text."""
    shapes = (390, 844), (390, 844), (320, 568), (568, 320), (568, 320)
    for names in (("Ann", "Bo", "Bartholomew"), ("Annabella", "Bo", "Ida", "Kofi")):
        door.offer(*names)
        door.visit(door.code)
        door.page.wait(f"document.querySelectorAll('label.seat').length === {len(names)}")
        for size, text in zip(shapes, ("100%", "200%", "200%", "200%", "100%"), strict=True):
            hold(door.page, size, text)
            broken = door.page.run(
                "[...document.querySelectorAll('.seat .who')].filter(name => name.offsetHeight"
                " > 1.6 * parseFloat(getComputedStyle(name).fontSize)).map(name => name.innerText)"
            )
            assert broken == []


def test_page_without_a_seat_has_a_menu(door: Door) -> None:
    """Name, language and watching do not need a seat."""
    door.offer("Ann", "Bo", free=0)
    door.page.open(door.link)
    door.page.wait_text("All seats are taken")
    door.page.tap("Menu")
    assert door.page.buttons()[1:-1] == ["Continue", "Your name", *OTHERS, "Just watch"]
    door.page.tap("Your name")
    assert door.page.run("document.querySelector('[for=own]').offsetWidth") <= 1, (
        "the heading says it already"
    )
    door.page.run("document.getElementById('own').value = 'Uma'")
    door.page.tap("That's me")
    door.page.tap("Menu")
    door.page.tap("Deutsch")
    door.page.wait("document.documentElement.lang === 'de' && document.body.innerText.includes('besetzt')")
    door.offer("Bo", "Ann", free=1)
    door.page.wait("document.getElementById('name')?.placeholder === 'Uma'")


def test_page_keeps_a_spectators_name(door: Door) -> None:
    door.visit(door.code)
    door.page.run("document.getElementById('name').value = 'Uma'")
    door.page.tap("Just watch")
    door.page.wait_text("re watching")
    assert door.page.run("localStorage.getItem('sockdrawer.name')") == "Uma"


def test_menu_changes_the_name_before_the_lobby_loads(door: Door) -> None:
    """No missing sheet blocks the page."""
    door.visit(door.code)
    door.take_seat()
    door.page.tap("Menu")
    door.page.tap("Name and pattern")
    door.page.wait("document.querySelector('.sheet #own')")
    door.page.tap("Close")
    door.page.wait("!document.querySelector('.sheet')")


def test_keyboard_chooses_another_seat(door: Door) -> None:
    """The seats are one Tab stop. The page explains the arrow keys."""
    door.offer("Ann", "Bo")
    door.visit(door.code)
    assert not door.page.sees("Arrow keys")
    for _ in range(9):
        door.page.press("Tab")
        if door.page.run("document.activeElement.type === 'radio'"):
            break
    assert door.page.sees("Change seats with the arrow keys.")
    door.page.press("ArrowRight")
    assert door.page.run("document.querySelector('label.seat.on').innerText") == "Bo"
    door.page.press("Enter")
    door.page.wait_text("You’re in")
    assert door.hub.is_there(1)
    assert not door.hub.is_there(0)


CUT = """(bar => [...document.querySelectorAll('label.seat')]
.filter(seat => seat.getBoundingClientRect().bottom > bar).map(seat => seat.innerText))
(document.querySelector('footer').getBoundingClientRect().top)"""
ROWS = (
    "new Set([...document.querySelectorAll('label.seat')].map(seat => seat.getBoundingClientRect().top)).size"
)


def test_four_seats_fit_in_even_rows(door: Door) -> None:
    door.offer("Ann", "Bo", "Ida", "Kofi")
    door.visit(door.code)
    for size, text in held(door.page, ((390, 844), (320, 568), (844, 390), (568, 320))):
        rows = 1 if size[1] < 400 and text == "100%" else 2
        assert (door.page.run(CUT), door.page.run(ROWS)) == ([], rows)
        assert door.page.run("document.querySelector('footer').getBoundingClientRect().bottom <= innerHeight")


def test_code_form_with_large_text_needs_no_scrolling(door: Door) -> None:
    """Also after a wrong code, with the message above the button."""
    for path, sees in (("", "#code"), ("XXXX", "#wrong")):
        door.visit(path, sees)
        hold(door.page, (320, 568), "200%")
        assert door.page.run("document.querySelector('.go').getBoundingClientRect().bottom <= innerHeight")


def test_join_page_follows_dark_mode(door: Door) -> None:
    """Cards look like those of the lobby, with readable text."""
    door.page.prefer(color_scheme="dark")
    card = (
        "(({ backgroundColor, color }) => [backgroundColor, color])"
        "(getComputedStyle(document.querySelector('main .label')))"
    )
    for address, seen in (("", "#code"), (f"#{door.code}", "label.seat")):
        door.visit(address, seen)
        assert door.page.run(card) == ["rgb(42, 34, 69)", "rgb(255, 243, 223)"]
    door.page.prefer()
