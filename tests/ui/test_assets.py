"""Shared art: caches, complete sprites, distinct socks, and memory use."""

from __future__ import annotations

import ctypes
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.core.discovery import game_slugs
from game.games.city.screen.art_track import swatch
from game.games.rockit.screen.theme import MissionControl
from game.ui.art import (
    cards,
    field,
    icons,
    lettering,
    marks,
    patterns,
    puppets,
    rooms,
    socks,
)
from game.ui.art import pitch as pitches
from game.ui.art.knits import KNITS, knit_named, knit_of_day, knit_sock, stitched_sock
from game.ui.art.layers import WOOL, channels
from game.ui.art.puppets import STATES, PuppetOutfit, puppet
from game.ui.art.svg import Drawing, drawing
from game.ui.core.assets import Assets, DiskImageCache, cached_drawing
from game.ui.core.window import trim_memory
from tests.sampling import sample_size, thinned
from tools.window_memory import in_memory

pytestmark = pytest.mark.usefixtures("display")


def test_laid_piece_of_track_is_drawn_the_same_each_time() -> None:
    """SDL draws a dashed rectangle from uninitialised memory, so each drawing of it would differ."""
    drawn = set[bytes]()
    for _number in range(60):
        rubbish = [random.randbytes(5000) for _page in range(50)]
        drawn.add(pygame.image.tobytes(swatch(Assets(1.0), 1, 32, is_laid=True), "RGBA"))
        del rubbish
    assert len(drawn) == 1


@pytest.fixture
def assets() -> Assets:
    return Assets(1.0)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


def ink(surface: pygame.Surface) -> pygame.Rect:
    """Bounding box of the visible pixels."""
    return surface.get_bounding_rect(min_alpha=24)


def assert_whole(surface: pygame.Surface, name: object) -> None:
    """Check that no visible pixel touches the edges of the surface."""
    seen, size = ink(surface), surface.get_rect()
    assert seen.w * seen.h > 0, f"{name} is empty"
    assert size.inflate(-2, -2).contains(seen), f"{name} is cut: {seen} of {size}"


@cached_drawing
def blot(assets: Assets, w: float, colour: str) -> pygame.Surface:
    blot_calls.append((w, colour))
    surface = pygame.Surface((assets.px(w), assets.px(w)), pygame.SRCALPHA)
    surface.fill(colour)
    return surface


blot_calls: list[tuple[float, str]] = []


@pytest.fixture
def calls() -> list[tuple[float, str]]:
    blot_calls.clear()
    return blot_calls


# The caches


def test_picture_is_drawn_once_per_scale(calls: list[tuple[float, str]]) -> None:
    large, small = Assets(1.5), Assets(0.75)
    assert blot(large, 40, "#112233") is blot(large, 40, "#112233")
    assert len(calls) == 1
    assert blot(large, 40, "#112233").get_size() == (60, 60)
    assert blot(small, 40, "#112233").get_size() == (30, 30)
    assert blot(large, 40, "#445566") is not blot(large, 40, "#112233")


def test_evicted_pictures_are_written_to_disk(tmp_path: Path) -> None:
    """A window that never idles would otherwise keep far more than the limit."""
    assets = Assets(1.0, tmp_path, limit=3 * 40 * 40 * 4)
    for number in range(8):
        blot(assets, 40, f"#00000{number}")
    assert assets.unsaved_count() == 3
    while assets.save_some():
        pass
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 3


def test_memory_limit_grows_with_the_scale(
    calls: list[tuple[float, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.ui.core.assets.MEMORY_LIMIT", 3 * 40 * 40 * 4)
    for scale in (0.5, 1.0, 2.0):
        assets = Assets(scale)
        calls.clear()
        for colour in ("#000001", "#000002", "#000003", "#000001", "#000004", "#000005"):
            blot(assets, 40, colour)
        blot(assets, 40, "#000001")
        assert len(calls) == 5, "the first was not yet forgotten"
        blot(assets, 40, "#000002")
        assert len(calls) == 6, "the second was"


def filled(folder: Path) -> Assets:
    assets = Assets(1.0, folder)
    puppets.puppet(assets, 3, "happy", 2)
    rooms.wall(assets, 320, 240)
    while assets.save_some():
        pass
    return assets


def test_next_start_reads_the_pictures_from_disk(tmp_path: Path) -> None:
    first = filled(tmp_path)
    again = Assets(1.0, tmp_path)
    sprite, room = puppets.puppet(again, 3, "happy", 2), rooms.wall(again, 320, 240)
    assert again.unsaved_count() == 0
    assert pixels(sprite) == pixels(puppets.puppet(first, 3, "happy", 2))
    assert pixels(room) == pixels(rooms.wall(first, 320, 240))
    assert sprite.get_flags() & pygame.SRCALPHA
    assert not room.get_flags() & pygame.SRCALPHA
    other = Assets(1.25, tmp_path)
    puppets.puppet(other, 3, "happy", 2)
    assert other.unsaved_count() == 1


@pytest.mark.parametrize("damage", [None, b"", b"SOCK1", b"SOCK1\x00\x09\x00\x09\x00junk", b"\x00" * 400])
def test_broken_picture_files_are_redrawn_and_replaced(tmp_path: Path, damage: bytes | None) -> None:
    first = filled(tmp_path)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[:-7] if damage is None else damage)
    again = Assets(1.0, tmp_path)
    assert pixels(puppets.puppet(again, 3, "happy", 2)) == pixels(puppets.puppet(first, 3, "happy", 2))
    assert again.unsaved_count() == 1
    while again.save_some():
        pass
    third = Assets(1.0, tmp_path)
    puppets.puppet(third, 3, "happy", 2)
    assert third.unsaved_count() == 0


def test_unwritable_cache_folder_is_not_needed(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("in the way", encoding="utf-8")
    assets = Assets(1.0, tmp_path / "cache")
    before = puppets.puppet(assets, 0)
    assert assets.save_some(10) is False
    assert puppets.puppet(assets, 0) is before
    assert puppets.puppet(assets, 1).get_width() > 0
    assert (tmp_path / "cache").read_text(encoding="utf-8") == "in the way"


def stored(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_size for path in folder.rglob("*") if path.is_file()}


def test_picture_cache_on_disk_deletes_the_oldest(tmp_path: Path) -> None:
    cache = DiskImageCache(tmp_path / f"{'0' * 20}-1.0000", limit=9000, spare=0)
    noise = random.Random(1)
    picture = pygame.Surface((20, 20), pygame.SRCALPHA)
    for number in range(12):
        picture.get_buffer().write(noise.randbytes(1600))
        path = cache.file(number)
        cache.write(path, picture, opaque=False)
        os.utime(path, (number + 1, number + 1))
        if number:
            assert cache.read(0), "what is looked at stays"
        assert sum(stored(tmp_path).values()) <= 9000
    assert cache.read(11)
    assert not cache.read(1)


def test_cache_leaves_free_space_on_the_disk(tmp_path: Path) -> None:
    cache = DiskImageCache(tmp_path / f"{'0' * 20}-1.0000", spare=shutil.disk_usage(tmp_path).total)
    with pytest.raises(OSError, match="cannot be made again"):
        cache.write(cache.file(1), pygame.Surface((20, 20)), opaque=True)
    assert stored(tmp_path) == {}


def test_cache_deletes_old_folders_and_leaves_foreign_ones(tmp_path: Path) -> None:
    for number in range(8):
        old = tmp_path / f"{number:020x}-1.0000"
        old.mkdir()
        (old / "picture").write_bytes(b"old")
    (tmp_path / "holiday photos").mkdir()
    filled(tmp_path)
    left = sorted(path.name for path in tmp_path.iterdir())
    assert "holiday photos" in left
    assert len(left) < 7


# Text of drawings


def test_missing_layer_or_file_raises_an_error(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        drawing("puppet").layer("mouth-of-a-shark")
    with pytest.raises(FileNotFoundError):
        drawing("shark")
    (tmp_path / "bare.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    with pytest.raises(ValueError, match="viewBox"):
        Drawing(tmp_path / "bare.svg")


def test_layers_are_recoloured() -> None:
    layer = drawing("puppet").layer("inside", {"#D9482B": "#123456"})
    assert "#123456" in layer
    assert "#D9482B" not in layer


def test_layers_take_values_in_one_pass_and_have_their_own_box(tmp_path: Path) -> None:
    fin = '<g id="fin" data-box="-3 -4 6 8"><path d="M0 0V1" fill="var(wool)" stroke="#2B2440"/></g>'
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 50">{fin}<g id="hull"/></svg>'
    (tmp_path / "rocket.svg").write_text(text, encoding="utf-8")
    rocket = Drawing(tmp_path / "rocket.svg")
    assert 'fill="#2B2440" stroke="#FFFFFF"' in rocket.layer("fin", {"#2B2440": "#FFFFFF"}, wool="#2B2440")
    with pytest.raises(KeyError, match="wool"):
        rocket.layer("fin")
    assert rocket.names() == ["fin", "hull"]
    assert (rocket.box_of("fin"), rocket.box_of("hull")) == ((-3, -4, 6, 8), (0, 0, 40, 50))
    assert rocket.layer("", wool="#FFFFFF") == rocket.body.replace("var(wool)", "#FFFFFF")


# Seats and puppets


def luminance(colour: str) -> float:
    parts = [value / 255 for value in channels(colour)]
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("ground", [WOOL, "#F6EBDD"])
def test_names_in_seat_colours_are_readable(ground: str) -> None:
    for look in patterns.SEAT_LOOKS:
        ratio = (luminance(ground) + 0.05) / (luminance(look.text) + 0.05)
        assert ratio >= 4.5, f"{look.name}: {ratio:.2f}"


def test_every_seat_has_its_own_pattern(assets: Assets) -> None:
    assert len({look.pattern for look in patterns.SEAT_LOOKS}) == 8
    grey = [pixels(pygame.transform.grayscale(patterns.swatch(assets, seat, 80, 60))) for seat in range(8)]
    assert len(set(grey)) == 8


@thinned()
@pytest.mark.parametrize("name", puppets.STATES)
@pytest.mark.parametrize("height", [168.0, 70.0])
def test_no_frame_of_a_puppet_is_cut(assets: Assets, name: str, height: float) -> None:
    for frame in range(puppets.STATES[name].count):
        for wears in ("antenna", "glasses"):
            sprite = puppets.puppet(
                assets,
                1,
                name,
                frame,
                height,
                puppets.PuppetOutfit(wears=wears, rim=5, focus=True, flip=frame % 2 == 1),
            )
            assert_whole(sprite, (name, frame, height))
            size = puppets.puppet_size(height)
            assert abs(sprite.get_width() - size[0]) <= 2
            assert abs(sprite.get_height() - size[1]) <= 2


@pytest.mark.parametrize("name", field.FIELD_STATES)
def test_no_frame_of_a_piece_is_cut(assets: Assets, name: str) -> None:
    for frame in range(field.FIELD_STATES[name].count):
        sprite = field.field_puppet(
            assets, 4, name, frame, dress=puppets.PuppetOutfit(rim=4, focus=True, flip=frame % 2 == 0)
        )
        assert_whole(sprite, (name, frame))


def test_frames_follow_the_clock() -> None:
    idle = puppets.STATES["idle"]
    assert idle.at(0) == 0
    assert idle.at(idle.times[0] + 1) == 1
    assert idle.at(idle.length) == 0
    assert idle.at(idle.length * 5 + idle.times[0]) == 1
    jab = puppets.STATES["sock"]
    assert jab.at(jab.length * 3) == jab.count - 1


def test_unknown_states_are_refused(assets: Assets) -> None:
    with pytest.raises(KeyError):
        puppets.puppet(assets, 0, "juggling")
    with pytest.raises(IndexError):
        puppets.puppet(assets, 8)


# The rest


@pytest.mark.parametrize("slug", game_slugs())
def test_big_socks_sway_whole(assets: Assets, slug: str) -> None:
    frames = set()
    for frame in range(len(socks.SWAY_FRAMES)):
        sprite = socks.big_sock(assets, slug, frame, 0.5, flip=frame % 2 == 1, turn=-5, focus=frame == 3)
        assert_whole(sprite, (slug, frame))
        frames.add(pixels(sprite))
    assert len(frames) > 4
    size = socks.sock_size(0.5)
    assert abs(socks.big_sock(assets, slug, 0, 0.5).get_width() - size[0]) <= 2


@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5])
def test_every_icon_and_glyph_is_complete(scale: float) -> None:
    assets = Assets(scale)
    keys = ("left", "arrows", "enter", "space", "shift", "tab", "backspace", "Z", "Esc", "F11", "Delete")
    pictures = {name: icons.icon(assets, name, 26) for name in icons.icon_names()}
    pictures |= {f"pad {name}": icons.pad_glyph(assets, name) for name in icons.pad_parts()}
    pictures |= {f"key {name}": icons.key_glyph(assets, name) for name in keys}
    pictures |= {f"mouse {name}": icons.mouse_glyph(assets, name) for name in ("left", "right", "wheel")}
    for name, picture in pictures.items():
        seen = ink(picture)
        assert seen.h >= picture.get_height() * 0.3 or name == "minus", name
        assert seen.w >= picture.get_width() * 0.3, name
    assert len({pixels(picture) for picture in pictures.values()}) == len(pictures)


def test_cards_are_named_as_in_the_games(assets: Assets) -> None:
    deck = [f"{rank}{suit}" for suit in "PFBL" for rank in (*map(str, range(1, 13)), "H")]
    deck += [f"{rank}{suit}" for suit in "DHSC" for rank in (*map(str, range(2, 11)), *"JQKA")]
    deck += ["JK", "JK=3D", "JK=12B", "JK=K"]
    faces = {name: cards.card(assets, name, 48) for name in deck}
    assert len({pixels(face) for face in faces.values()}) == len(deck)
    assert {face.get_size() for face in faces.values()} == {(48, 68)}
    assert cards.read_card("10D") == ("10", "D", "")
    assert cards.read_card("JK=10H") == ("JK", "", "10H")


@pytest.mark.parametrize("card", ["3D", "10S", "QH", "KC"])
def test_covered_joker_shows_its_represented_rank_and_suit(assets: Assets, card: str) -> None:
    tone = cards.SUITS[card[-1]].colour

    def corner(name: str) -> pygame.mask.Mask:
        face = cards.card(assets, name, 200)
        seen = face.subsurface((18, 18, round(200 * MissionControl.shape.least) - 18, 140))
        return pygame.mask.from_threshold(seen, tone, (60, 60, 60))

    joker, own = corner(f"JK={card}"), corner(card)
    assert own.count() > 1000
    assert joker.overlap_area(own, (0, 0)) > 0.85 * own.count()


@pytest.mark.parametrize("name", ["", "7", "P", "7Z", "7P=3D", "joker"])
def test_invalid_card_is_refused(assets: Assets, name: str) -> None:
    with pytest.raises(ValueError, match="no card"):
        cards.card(assets, name)


def test_dimmed_card_keeps_its_shape(assets: Assets) -> None:
    bright, dim = cards.card(assets, "8S", 96), cards.card(assets, "8S", 96, dim=True)
    assert ink(bright) == ink(dim)
    assert pygame.transform.average_color(dim)[0] < pygame.transform.average_color(bright)[0] - 10


BOARD = pitches.DrawnPitch(("~aaa~", ".....", ".....", ".....", "~bbb~"), (60.0, 60.0), (2, 2), (0, 4))


def test_carpet_shows_the_zone_of_every_cell(assets: Assets) -> None:
    carpet = pitches.rug(assets, BOARD)
    tones: dict[str, list[pygame.Color]] = {}
    for column, row, zone in BOARD.cells():
        x, y = BOARD.corner(column, row)
        place = pygame.Rect(0, 0, 30, 30)
        place.center = round(x + 30 + pitches.RUG_ROOM), round(y + 30 + pitches.RUG_ROOM)
        tones.setdefault(zone, []).append(pygame.Color(pygame.transform.average_color(carpet, place)))
    assert {zone: len(found) for zone, found in tones.items()} == {"~": 4, "a": 3, "b": 3, ".": 15}
    assert all(tone.g > tone.r and tone.g > tone.b for tone in tones["."])
    assert all(tone.r > tone.g + 60 for tone in tones["a"])
    assert all(tone.b > tone.r + 40 for tone in tones["b"])
    assert all(tone.r > 200 and tone.r > tone.b for tone in tones["~"])
    assert BOARD.zone(9, 0) == pitches.NONE
    assert BOARD.middle(2, 2) == (150.0, 150.0)


@pytest.mark.parametrize(
    "mark", ["mark_step", "mark_kick", "mark_landing", "mark_sock", "mark_star", "mark_refused", "impact"]
)
def test_marks_are_complete(assets: Assets, mark: str) -> None:
    assert_whole(getattr(marks, mark)(assets), mark)


def test_arrows_contain_both_their_ends(assets: Assets) -> None:
    for dx, dy in ((120, 0), (-70, 60), (0, -90), (-40, -40)):
        assert_whole(marks.arrow(assets, dx, dy), (dx, dy))
        assert_whole(marks.trail(assets, dx, dy), (dx, dy))


def test_knitted_words_are_complete_at_every_size() -> None:
    for scale in (0.75, 1.0, 1.5):
        for text, size in (("Sock Drawer", 92), ("Jay", 60), ("gé", 40)):
            assert_whole(lettering.knitted_word(Assets(scale), text, size), (text, scale))


# The forty socks of the drawer are complete, distinct at every size, and worn as caps.


SMALL = 40.0  # smallest size of a sock, as on a day of the calendar


def _unlike(first: pygame.Surface, second: pygame.Surface) -> int:
    """Number of pixels that differ visibly between two pictures of one size."""
    one, other = (np.frombuffer(pygame.image.tobytes(each, "RGBA"), np.uint8) for each in (first, second))
    apart = np.abs(one.astype(np.int16) - other).reshape(-1, 4).max(axis=1)
    return int((apart > 48).sum())


def test_forty_socks_use_each_motif() -> None:
    assert len(set(KNITS)) == 40
    used = {knit_named(name).shape for name in KNITS} | {"moon", "planet", "bee", "spade", "diamond", "heart"}
    assert used - {""} == set(drawing("knits").names())


@pytest.mark.parametrize("height", [SMALL, 71.0])
def test_all_socks_look_different(assets: Assets, height: float) -> None:
    seen = {name: knit_sock(assets, name, height, shadow=False) for name in KNITS}
    alike = [
        (one, other)
        for one in KNITS
        for other in KNITS
        if one < other and _unlike(seen[one], seen[other]) < height * height / 14
    ]
    assert alike == []


def test_knitting_stays_within_the_sock(assets: Assets) -> None:
    around = pygame.mask.from_surface(stitched_sock(assets, 150, opacity=1.0), 60)
    # Half of the outline is outside the shape: two pixels at this size.
    around = around.convolve(pygame.mask.Mask((7, 7), fill=True))
    around.invert()
    for name in KNITS:
        seen = pygame.mask.from_surface(knit_sock(assets, name, 150, shadow=False), 100)
        assert seen.overlap_area(around, (-3, -3)) == 0, name


def test_socks_of_a_month_are_all_different() -> None:
    month = [knit_of_day(number) for number in range(1, 32)]
    assert len(set(month)) == 31
    assert all(one != other for one, other in pairwise(knit_of_day(number) for number in range(35, 50)))


def test_cap_of_a_hopping_puppet_stays_inside_the_picture(assets: Assets) -> None:
    for number in range(len(STATES["happy"].frames)):
        picture = puppet(assets, 0, "happy", number, 150, PuppetOutfit("sock:snow"))
        w = picture.get_width()
        margin = pygame.mask.from_surface(picture.subsurface((0, 0, w, 12)), 100)
        assert margin.count() == 0


# Unused memory is returned to the system, and two hours of matches need no more than the first half hour.


ROOT = Path(__file__).parents[2]
MORE = 1.05  # allowed memory after two hours, as a share of the beginning
FIRST = 3  # measurements that count as the beginning, until all caches are filled


ASKED = pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_trim"),
    reason="only the C library of GNU is asked",
)
READER = """
import threading
import pygame
from game.ui.core.window import trim_memory, share_heap
from tools.window_memory import in_memory
share_heap()
before = in_memory()
pygame.Surface((2600, 2600), 0, 32)  # from now on the library keeps as much for the next one
reader = threading.Thread(target=lambda: pygame.Surface((2500, 2500), 0, 32).fill("#123456"))
reader.start()
reader.join()
trim_memory()
print(in_memory() - before)
"""


@ASKED
def test_freed_pictures_return_memory_to_the_system() -> None:
    pictures = [pygame.Surface((200, 120), pygame.SRCALPHA) for _ in range(800)]
    for picture in pictures:
        picture.fill("#123456")
    kept = pictures.pop()  # else it would stay above the others and keep them from being freed
    pictures.clear()
    before = in_memory()
    trim_memory()
    assert in_memory() < before - 40
    assert kept.get_at((0, 0)) == pygame.Color("#123456")


@ASKED
def test_memory_of_a_reader_thread_returns_to_the_system() -> None:
    """Runs in its own process, in which the thread is the first one."""
    told = subprocess.run(
        [sys.executable, "-c", READER], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout
    assert float(told.split()[-1]) < 10


@pytest.mark.skipif(sample_size(1) == 1, reason="two hours of matches are for a soak")
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process has")
def test_two_hours_of_matches_need_no_more_memory_than_half_an_hour(figure: Callable[[str], None]) -> None:
    """Runs in its own process, because windows of tests share their pictures."""
    command = [sys.executable, "-m", "tools.window_memory", "--minutes", "120"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    sizes = [float(size) for size in re.findall(r"min +([\d.]+) MB", told)]
    figure(f"the window after ten minutes of matches: {sizes[0]:.0f} MB; after two hours: {sizes[-1]:.0f} MB")
    assert len(sizes) == 12
    assert sizes[-1] <= MORE * max(sizes[:FIRST])
