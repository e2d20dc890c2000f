"""Tiled maps: those of the package, all formats that Tiled saves, and broken ones."""

import base64
import contextlib
import gzip
import os
import re
import shutil
import struct
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import levels
from game.core.discovery import find_game
from game.core.game import Layout
from game.core.rng import SeededRng
from game.core.session import Session
from game.games.city.rules.text import to_layout
from game.i18n import in_language
from game.import_limits import GateError, import_untrusted
from game.store.board_files import add_map, free_name, save_map
from tests.sampling import sample_size

LEVELS = Path(__file__).parent.parent / "levels"
MAPS = sorted(LEVELS.glob("*/*.tmx"))
FIELD, CITY, SOCKS = LEVELS / "socker/standard.tmx", LEVELS / "city/old_town.tmx", LEVELS / "city/sample.tmx"
STANDARD = "/".join(["1" * 9, *["offfffffo"] * 9, "2" * 9])


@pytest.fixture
def change(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that copies a map with its tilesets and replaces some texts."""

    def changed(original: Path, *replaced: tuple[str, str], name: str = "map.tmx") -> Path:
        for tileset in original.parent.glob("*.tsx"):
            shutil.copy(tileset, tmp_path)
        text = original.read_text(encoding="utf-8")
        for old, new in replaced:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    return changed


PARK = LEVELS / "city/great_park.tmx"


def placed(change: Callable[..., Path], things: str, *more: tuple[str, str], group: str = "") -> str:
    """Station names of the great park after replacing its name objects."""
    text = PARK.read_text(encoding="utf-8")
    old = re.search(r" <objectgroup.*</objectgroup>", text, re.DOTALL)
    assert old
    layer = f'<objectgroup id="77" name="names"{group}>{things}</objectgroup>'
    return levels.load(change(PARK, (old[0], layer), *more)).get("names")


def broken(path: Path) -> levels.LevelError:
    with pytest.raises(levels.LevelError) as caught:
        levels.load(path)
    assert caught.value.path == path
    assert str(path) in str(caught.value)
    assert caught.value.layer in str(caught.value)
    assert caught.value.reason.rstrip()[-1] in ".)"
    return caught.value


def numbers(text: str) -> list[int]:
    found = re.search(r"<data[^>]*>([^<]*)</data>", text)
    assert found
    return [int(number) for number in found[1].split(",")]


@pytest.mark.parametrize("path", MAPS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_map_can_be_played(path: Path) -> None:
    layout = levels.load(path)
    assert layout.game == path.parent.name
    assert layout.get("name") != "-"
    assert Layout.from_text(layout.game, layout.text()) == layout
    session = Session.new(layout.game, seed=3, layout=layout)
    for _ in range(12):
        session.play(session.moves()[-1])
    again = Session.from_record(session.record())
    assert again.position() == session.position()


def test_maps_exist_for_both_boards() -> None:
    assert [path.stem for path in levels.maps(LEVELS / "socker")] == ["narrow", "small", "standard"]
    assert [path.stem for path in levels.maps(LEVELS / "city")] == [
        "great_park", "harbour", "old_town", "river", "sample", "twin_lakes",
    ]  # fmt: skip


def test_standard_field_has_the_standard_pitch() -> None:
    layout = levels.load(FIELD)
    assert layout.get("cells") == STANDARD
    assert levels.load(LEVELS / "socker/narrow.tmx").get("cells").startswith("oo11111oo/offfffffo/")
    on_map = Session.new("socker", seed=1, layout=layout)
    assert on_map.position() == Session.new("socker", seed=1).position()


def test_sample_city_has_its_socks() -> None:
    seen = Session.new("city", seed=0, layout=levels.load(SOCKS)).observe(None)
    assert list(seen["worth"].values()) == [7, 6, 7, 6, 7, 9]
    assert seen["socks"]["red"] == ["g1", "i9"]


@pytest.mark.parametrize("form", ["base64", "zlib", "gzip"])
@pytest.mark.parametrize("original", [FIELD, CITY], ids=["square", "hexagon"])
def test_every_format_saved_by_tiled_is_read(change: Callable[..., Path], original: Path, form: str) -> None:
    text = original.read_text(encoding="utf-8")
    values = numbers(text)
    data = struct.pack(f"<{len(values)}L", *values)
    packed = {"base64": data, "zlib": zlib.compress(data), "gzip": gzip.compress(data)}[form]
    compression = "" if form == "base64" else f' compression="{form}"'
    found = re.search(r"<data[^>]*>[^<]*</data>", text)
    assert found
    saved = f'<data encoding="base64"{compression}>\n   {base64.b64encode(packed).decode()}\n  </data>'
    assert levels.load(change(original, (found[0], saved))) == levels.load(original)


def test_zstandard_is_refused_with_an_alternative(change: Callable[..., Path]) -> None:
    error = broken(change(FIELD, ('encoding="csv"', 'encoding="base64" compression="zstd"')))
    assert error.layer == "field"
    assert "zlib" in error.reason


@pytest.mark.parametrize(
    ("original", "replaced", "layer", "words"),
    [
        (FIELD, ("<map", "<mop"), "map", "can't be read"),
        (FIELD, ('orientation="orthogonal"', 'orientation="isometric"'), "map", "isometric"),
        (FIELD, ('infinite="0"', 'infinite="1"'), "map", "infinite"),
        (FIELD, ('name="field"', 'name="lawn"'), "field", "no tile layer “field”"),
        (FIELD, ('value="socker"', 'value="chess"'), "map", "game is “chess”"),
        (FIELD, ('name="game"', 'name="gam"'), "map", "game is “”"),
        (FIELD, ('source="field.tsx"', 'source="lawn.tsx"'), "map", "lawn.tsx"),
        (FIELD, ("3,3,3,3,3,3,3,3,3,", "3,3,3,3,3,3,3,3,0,"), "field", "column 9, row 1"),
        (FIELD, ("3,3,3,3,3,3,3,3,3,", "3,3,3,3,3,3,3,3,9,"), "field", "no property “symbol”"),
        (FIELD, ("3,3,3,3,3,3,3,3,3,", "3,3,3,3,3,3,3,3,"), "field", "98 cells"),
        (FIELD, ("3,3,3,3,3,3,3,3,3,", "3,3,3,3,3,3,3,3,2147483651,"), "field", "rotated"),
        (FIELD, ("3,3,3,3,3,3,3,3,3,", "1,1,1,1,1,1,1,1,1,"), "field", ""),
        (FIELD, ("3,3,3,", "3,x,3,"), "field", "data is damaged"),
        (FIELD, ('width="9"', 'width="999"'), "map", "width is “999”"),
        (FIELD, ('height="11"', 'height="12"'), "field", "99 cells"),
        (FIELD, ('<data encoding="csv">', '<date encoding="csv">'), "map", "can't be read"),
        (CITY, ('staggerindex="odd"', 'staggerindex="even"'), "map", "must be odd"),
        (CITY, ('staggeraxis="y"', 'staggeraxis="x"'), "map", "must be y"),
        (CITY, ('name="board"', 'name="town"'), "board", "no tile layer “board”"),
    ],
)
def test_broken_maps_are_refused(
    change: Callable[..., Path], original: Path, replaced: tuple[str, str], layer: str, words: str
) -> None:
    error = broken(change(original, replaced))
    assert error.layer == layer
    assert words in error.reason


@pytest.mark.parametrize("data", ["AAA", "AAAAAAAA", "", "????"])
@pytest.mark.parametrize("compression", ["", "zlib", "gzip"])
def test_broken_data_is_refused(change: Callable[..., Path], data: str, compression: str) -> None:
    found = re.search(r"<data[^>]*>[^<]*</data>", FIELD.read_text(encoding="utf-8"))
    assert found
    saved = f'<data encoding="base64" compression="{compression}">{data}</data>'
    assert broken(change(FIELD, (found[0], saved))).layer == "field"


def test_other_file_is_no_map(tmp_path: Path) -> None:
    assert "can't be read" in broken(tmp_path / "none.tmx").reason
    assert "isn't a regular file" in broken(tmp_path).reason
    empty = tmp_path / "empty.tmx"
    empty.write_text("")
    assert "can't be read" in broken(empty).reason
    empty.write_bytes(b"\xff\xfe\x00\x01")
    assert "can't be read" in broken(empty).reason
    empty.write_text("<tileset/>")
    assert "<tileset>" in broken(empty).reason


def test_tile_without_its_property_is_refused(change: Callable[..., Path]) -> None:
    path = change(FIELD)
    tileset = path.parent / "field.tsx"
    whole = tileset.read_text()
    tileset.write_text(whole.replace('name="symbol"', 'name="sign"'))
    error = broken(path)
    assert (error.layer, "column 1, row 1" in error.reason) == ("field", True)
    tileset.write_text(whole.replace('value="f"', 'value="ff"'))
    assert "one letter" in broken(path).reason
    tileset.write_text(whole.replace('value="f"', 'value="/"'))
    assert "one letter" in broken(path).reason
    tileset.write_text(whole.replace('value="f"', 'value="q"'))
    assert broken(path).layer == "field"


def test_wrong_hexagon_is_named(change: Callable[..., Path]) -> None:
    """A removed or changed hexagon is named with its cell."""
    text = CITY.read_text(encoding="utf-8")
    rows = text.split('<data encoding="csv">\n')[1].split("\n</data>")[0].split(",\n")
    cells = [row.split(",") for row in rows]
    x = next(x for x, number in enumerate(cells[0]) if number != "0")
    letter = "abcdefghijklmnop"[x]
    for other in ("0", "1", "120", str(1 + int(cells[0][x]) % 120)):
        row = ",".join([*cells[0][:x], other, *cells[0][x + 1 :]])
        error = broken(change(CITY, (rows[0] + ",", row + ",")))
        assert error.layer == "board"
        assert re.search(r"\b[a-z][0-9]+\b", error.reason)
    row = ",".join([*cells[0][:x], "0", *cells[0][x + 1 :]])
    assert f"{letter}1" in broken(change(CITY, (rows[0] + ",", row + ","))).reason


def test_socks_that_break_the_rules_are_refused(change: Callable[..., Path]) -> None:
    """122 is the yellow sock's tile: a third yellow sock, and none."""
    text = SOCKS.read_text(encoding="utf-8")
    assert ",121," in text
    error = broken(change(SOCKS, (",121,", ",122,")))
    assert error.layer == "socks"
    assert "two stations" in error.reason
    for number in ("121", "122"):
        assert broken(change(SOCKS, (f",{number},", ",0,"))).layer == "socks"


@pytest.mark.parametrize(
    "extra",
    [
        '<imagelayer id="7" name="bg"/>',
        '<group name="g"><imagelayer name="bg"><image source="x.png"/></imagelayer></group>',
        '<objectgroup name="notes"><object id="1" name="n"><properties>'
        '<property name="name" value="x"/><property name="name" value="y"/>'
        "</properties></object></objectgroup>",
        '<objectgroup name="notes"><object id="1"><properties>'
        '<property name="m" type="class" propertytype="M">'
        '<properties><property name="a" type="int" value="3"/></properties>'
        "</property></properties></object></objectgroup>",
        '<layer id="9" name="sketch"><data encoding="csv">1,2</data></layer>',
        '<tileset firstgid="90" name="x" tilewidth="9" tileheight="9"><image source="x.png"/>'
        '<tile id="0" class="Meta"><image source="y.png"/><animation><frame/></animation></tile></tileset>',
    ],
)  # fmt: skip
def test_other_objects_saved_by_tiled_are_ignored(
    change: Callable[..., Path], extra: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert levels.load(change(FIELD, ("</map>", f"{extra}</map>"))) == levels.load(FIELD)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "prop",
    [
        '<property name="l" type="list"><item value="a"/></property>',
        '<property name="width" type="int" value="9"/>',
        '<property name="n" type="int" value=""/>',
        '<property value="x"/>',
        '<property name="game" value="chess"/><property name="game" value="socker"/>',
        '<property name="m" type="class" propertytype="M"><properties>'
        '<property name="name" value="Not this"/></properties></property>',
    ],
)
def test_other_map_properties_are_ignored(change: Callable[..., Path], prop: str) -> None:
    path = change(FIELD, ("<properties>", f"<properties>{prop}"), ("<map ", '<map class="Level" '))
    assert levels.load(path) == levels.load(FIELD)
    assert levels.title(path) == levels.title(FIELD)


def test_map_without_a_name_is_not_named_after_a_tile(change: Callable[..., Path]) -> None:
    name = re.search(r' *<property name="name"[^>]*/>\n', FIELD.read_text(encoding="utf-8"))
    assert name
    tileset = '<tileset firstgid="90"><tile id="0"><properties><property name="name" value="grass"/>'
    path = change(FIELD, (name[0], ""), ("</map>", f"{tileset}</properties></tile></tileset></map>"))
    assert levels.title(path) == "map"
    assert levels.load(path).get("name") == "-"


@pytest.mark.parametrize("turn", [1 << 28, 1 << 29, 1 << 30, 1 << 31])
def test_rotated_tiles_are_named_with_their_cell(change: Callable[..., Path], turn: int) -> None:
    first = next(number for number in numbers(CITY.read_text(encoding="utf-8")) if number)
    error = broken(change(CITY, (f",{first},", f",{first + turn},")))
    assert error.layer == "board"
    assert re.search(r"the tile on [a-z][0-9]+ \(column .*\) is rotated or flipped", error.reason)


POINT = '<object id="3" name="Rose Walk" x="{}" y="{}"><point/></object>'
SQUARE = '<object id="3" name="Rose Walk" x="{}" y="{}" width="40" height="40" {}'


@pytest.mark.parametrize(
    ("things", "group", "more"),
    [
        (POINT.format(248, 306), "", ()),
        (POINT.format(248, 198), ' offsetx="0" offsety="108"', ()),
        (POINT.format(248, 306), ' offsetx="62"', ((' name="board"', ' name="board" offsetx="62"'),
                                                   (' name="socks"', ' name="socks" offsetx="62"'))),
        (SQUARE.format(228, 286, "/>"), "", ()),
        (SQUARE.format(268, 326, 'rotation="180"/>'), "", ()),
        (SQUARE.format(268, 286, 'rotation="90"/>'), "", ()),
        (SQUARE.format(228, 326, 'gid="1"/>'), "", ()),
        (SQUARE.format(228, 286, 'gid="2147483769" rotation="90"/>'), "", ()),
        (SQUARE.format(228, 286, 'gid="1"/>'), "", (('source="tiles.tsx"', 'source="topleft.tsx"'),)),
        (POINT.format(368, 426).replace("<point/>", '<polygon points="-100,-100 -140,-100 -120,-140"/>'),
         "", ()),
        (POINT.format(128, 306).replace("<point/>", '<polyline points="0,0 240,0"/>'), "", ()),
        (POINT.format(128, 306).replace("><point/>", ' rotation="-90"><polyline points="0,0 0,240"/>'),
         "", ()),
    ],
)  # fmt: skip
def test_map_name_comes_from_tileds_property(
    change: Callable[..., Path], tmp_path: Path, things: str, group: str, more: tuple[tuple[str, str], ...]
) -> None:
    tiles = (LEVELS / "city/tiles.tsx").read_text(encoding="utf-8")
    tiles = tiles.replace("<tileset ", '<tileset objectalignment="topleft" ')
    (tmp_path / "topleft.tsx").write_text(tiles, encoding="utf-8")
    assert placed(change, things, *more, group=group) == "d6:Rose Walk"


def test_group_offsets_add_up(change: Callable[..., Path]) -> None:
    inner = '<group offsetx="-62"><group offsety="100"><objectgroup name="names" offsety="8">'
    text = PARK.read_text(encoding="utf-8")
    old = re.search(r" <objectgroup.*</objectgroup>", text, re.DOTALL)
    assert old
    new = f"{inner}{POINT.format(310, 198)}</objectgroup></group></group>"
    assert levels.load(change(PARK, (old[0], new))).get("names") == "d6:Rose Walk"


def test_tile_layer_beside_the_board_is_refused(change: Callable[..., Path]) -> None:
    error = broken(change(SOCKS, ('name="socks"', 'name="socks" offsetx="62"')))
    assert (error.layer, "offset from the layer “board”" in error.reason) == ("socks", True)


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        ('<object id="3" template="station.tx" x="155" y="252"/>', "object 3 is from a template"),
        (POINT.format(248, 306).replace("Rose Walk", " "), "object 3 on d6 (column 4, row 6 from the top)"),
        (POINT.format(248, "nan"), "object 3, “Rose Walk”, is off the map, at 248, nan"),
        (POINT.format("1e308", 306), "off the map"),
        (POINT.format(248, "x"), "off the map"),
        (POINT.format(248, 306).replace("<point/>", '<polygon points="a b,c"/>'), "off the map"),
        (POINT.format(248, 306) * 2, "two names"),
    ],
)
def test_refused_object_is_named(change: Callable[..., Path], thing: str, words: str) -> None:
    with pytest.raises(levels.LevelError, match=re.escape(words)) as caught:
        placed(change, thing)
    assert caught.value.layer == "names"


def test_map_refusals_are_in_the_current_language(change: Callable[..., Path]) -> None:
    path = change(FIELD, ("3,3,3,3,3,3,3,3,3,", "3,3,3,3,3,3,3,3,2147483651,"))
    with in_language("de"):
        reason = broken(path).reason
    assert "Spalte 9, Zeile 1" in reason
    assert isinstance(told := import_untrusted("de", "game.levels:load", path), GateError)
    assert reason in str(told)


def test_rule_refusals_are_in_the_current_language(change: Callable[..., Path]) -> None:
    first = next(number for number in numbers(CITY.read_text(encoding="utf-8")) if number)
    path = change(CITY, (f",{first},", ",0,"))
    assert re.search(r"hexagon \S+ is missing at|of design|has no hexagon a", broken(path).reason)
    with in_language("de"):
        assert re.search(r"fehlt das Sechseck|mit dem Muster|gehört zu keinem", broken(path).reason)


def test_layers_of_equal_name_are_refused(change: Callable[..., Path]) -> None:
    assert "more than one" in broken(change(SOCKS, ('name="socks"', 'name="board"'))).reason
    assert "unknown" in broken(change(SOCKS, ('name="socks"', 'name="cats"'))).reason
    assert broken(change(SOCKS, ('name="socks"', 'name="parts"'))).layer == "parts"


@settings(max_examples=sample_size(12, 1200), deadline=None)
@given(at=st.integers(0, 1300), cut=st.integers(0, 12), mess=st.text(max_size=6), city=st.booleans())
def test_changed_maps_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, at: int, cut: int, mess: str, *, city: bool
) -> None:
    original = SOCKS if city else FIELD
    folder = tmp_path_factory.mktemp("maps")
    for tileset in original.parent.glob("*.tsx"):
        shutil.copy(tileset, folder)
    text = original.read_text(encoding="utf-8")
    path = folder / "map.tmx"
    path.write_text(text[:at] + mess + text[at + cut :], encoding="utf-8", errors="replace")
    with contextlib.suppress(levels.LevelError):
        assert find_game(levels.load(path).game)


def test_map_names_its_stations_and_its_look() -> None:
    layout = levels.load(LEVELS / "city/great_park.tmx")
    assert (layout.get("name"), layout.get("look")) == ("The great park", "park")
    session = Session.new("city", seed=2, layout=layout)
    stations = session.observe(None)["stations"]
    assert stations["e4"][2] == "Bandstand"
    assert Session.from_record(session.record()).observe(None)["stations"] == stations
    plain = Session.new("city", seed=2, layout=Layout("city", (("board", layout.get("board")),)))
    assert plain.observe(None)["stations"]["e4"][2] != "Bandstand"


@pytest.mark.parametrize(
    ("replaced", "words"),
    [
        (('name="Bandstand" x="', 'name="Bandstand" x="99'), "off the map"),
        (('name="Bandstand"', 'name="A/B"'), "“A/B”"),
        (('name="Bandstand"', ""), "has no name"),
        (('name="Bandstand"', f'name="{"x" * 29}"'), "29 letters"),
        (('name="Bandstand" x="', 'name="Bandstand" x="0'), "e4"),
    ],
)
def test_broken_names_are_refused(change: Callable[..., Path], replaced: tuple[str, str], words: str) -> None:
    park = LEVELS / "city/great_park.tmx"
    if replaced[1].endswith('x="0'):
        place = re.search(r'name="Bandstand" x="([0-9.]+)" y="([0-9.]+)"', park.read_text(encoding="utf-8"))
        other = re.search(r'name="Old Oak" x="([0-9.]+)" y="([0-9.]+)"', park.read_text(encoding="utf-8"))
        assert place
        assert other
        replaced = (f'x="{other[1]}" y="{other[2]}"', f'x="{place[1]}" y="{place[2]}"')
    error = broken(change(park, replaced))
    assert error.layer == "names"
    assert words in error.reason


@pytest.mark.parametrize("seed", range(sample_size(5)))
def test_board_from_a_seed_can_be_saved_as_a_map(tmp_path: Path, seed: int) -> None:
    session = Session.new("city", seed=seed)
    layout = to_layout(session.observe(None))
    path = free_name(tmp_path, f"Board {seed}!")
    save_map(layout, path, LEVELS / "city")
    assert path.name == f"board_{seed}.tmx"
    assert free_name(tmp_path, f"Board {seed}!").name == f"board_{seed}_2.tmx"
    again = Session.new("city", seed=1, layout=levels.load(path))
    for key in ("board", "socks", "stations", "links", "printed"):
        assert again.observe(None)[key] == session.observe(None)[key]


def test_package_maps_equal_the_writers_output(tmp_path: Path) -> None:
    for path in MAPS:
        layout = levels.load(path)
        save_map(layout, tmp_path / path.name, path.parent)
        assert levels.load(tmp_path / path.name) == layout


def test_existing_map_is_not_added_twice(tmp_path: Path) -> None:
    layout = levels.load(FIELD)
    for _twice in range(2):
        assert add_map(layout, tmp_path, "Lawn", FIELD.parent) == tmp_path / "lawn.tmx"
    other = levels.load(LEVELS / "socker/small.tmx")
    assert add_map(other, tmp_path, "Lawn", FIELD.parent) == tmp_path / "lawn_2.tmx"
    assert len(levels.maps(tmp_path)) == 2


@pytest.mark.parametrize("path", levels.maps(LEVELS / "city"), ids=lambda path: path.stem)
def test_every_city_lets_all_socks_connect(path: Path) -> None:
    """A board whose pairs are all blocked after a few pieces cannot be played."""
    session = Session.new("city", seed=1, layout=levels.load(path))
    bot = find_game("city").bot
    while (seat := session.to_move) is not None:
        session.play(
            bot.choose(session.observe(seat), session.options, "normal", SeededRng(len(session.log)))
        )
    assert session.outcome is not None
    assert sum(session.outcome.scores) >= 12


@pytest.mark.skipif(not shutil.which("tmxrasterizer"), reason="Tiled's tmxrasterizer is not installed")
@pytest.mark.parametrize("path", MAPS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_tiled_opens_every_map_without_a_warning(tmp_path: Path, path: Path) -> None:
    told = subprocess.run(
        ["tmxrasterizer", str(path), str(tmp_path / "map.png")],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(tmp_path)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = [line for line in told.stderr.splitlines() if "runtime directory" not in line]
    assert not lines
    assert (tmp_path / "map.png").stat().st_size > 5_000
