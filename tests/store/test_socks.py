"""The drawers of socks, one for each name, and what a file that somebody edited does to them."""

import datetime
import json

import pytest

from game.store.files import Folder, Trouble
from game.store.socks import EMPTY, FILE, Drawers

MONDAY, TUESDAY = datetime.date(2026, 11, 9), datetime.date(2026, 11, 10)


def test_each_name_has_a_drawer_that_lasts(folder: Folder) -> None:
    drawers = Drawers(folder)
    assert drawers.of("Ann") == EMPTY
    assert drawers.earn("Ann", ["countdown", "hat-trick"], MONDAY, ["game:rockit"]) == (
        "countdown",
        "hat-trick",
    )
    assert drawers.earn("Ann", ["countdown", "six-pairs"], TUESDAY) == ("six-pairs",)
    drawers.see("Ann", ["countdown"])
    drawers.wear("Ann", "countdown")
    for known in (drawers, Drawers(folder)):
        ann = known.of("Ann")
        assert ann.earned == {"countdown": MONDAY, "hat-trick": MONDAY, "six-pairs": TUESDAY}
        assert (set(ann.seen), ann.worn, set(ann.marks)) == ({"countdown"}, "countdown", {"game:rockit"})
        assert known.of("Bo") == EMPTY


def test_a_name_is_one_however_its_accents_were_typed(folder: Folder) -> None:
    Drawers(folder).earn(" Zoe\u0308 ", ["countdown"], MONDAY)
    assert list(Drawers(folder).of("Zoë").earned) == ["countdown"]
    assert Drawers(folder).earn("  ", ["countdown"], MONDAY) == ()


def test_only_what_was_earned_is_worn_or_seen(folder: Folder) -> None:
    drawers = Drawers(folder)
    drawers.wear("Ann", "countdown")
    drawers.see("Ann", ["countdown"])
    assert drawers.of("Ann") == EMPTY
    drawers.earn("Ann", ["countdown"], MONDAY)
    drawers.wear("Ann", "countdown")
    drawers.wear("Ann", "")
    assert drawers.of("Ann").worn == ""


def test_whose_drawer_was_open_last_is_remembered(folder: Folder) -> None:
    drawers = Drawers(folder)
    assert drawers.owner == ""
    drawers.open("Bo")
    drawers.earn("Ann", ["countdown"], MONDAY)
    assert Drawers(folder).owner == "Bo"


def test_two_windows_earn_side_by_side(folder: Folder) -> None:
    one, other = Drawers(folder), Drawers(folder)
    assert (one.of("Ann"), other.of("Ann")) == (EMPTY, EMPTY)
    one.earn("Ann", ["countdown"], MONDAY)
    other.earn("Ann", ["hat-trick"], TUESDAY)
    one.earn("Bo", ["hat-trick"], TUESDAY)
    assert Drawers(folder).of("Ann").earned == {"countdown": MONDAY, "hat-trick": TUESDAY}


@pytest.mark.parametrize("text", ["", "{", "[]", '"socks"', "null", "\x00\x01"])
def test_a_broken_file_is_kept_aside_with_one_sentence(folder: Folder, text: str) -> None:
    folder.root.mkdir(parents=True)
    folder.path(FILE).write_text(text, encoding="utf-8")
    drawers = Drawers(folder)
    assert drawers.all() == {}
    assert drawers.of("Ann") == EMPTY
    (told,) = folder.notices
    assert told.trouble is Trouble.BROKEN
    assert folder.path(f"{FILE}.broken-1").read_text(encoding="utf-8") == text
    assert drawers.earn("Ann", ["countdown"], MONDAY) == ("countdown",)
    assert list(Drawers(Folder(folder.root)).of("Ann").earned) == ["countdown"]


WRONG = [
    5, [], {"earned": []}, {"earned": {"countdown": "yesterday"}}, {"earned": {"countdown": 5}},
    {"earned": {}, "seen": "countdown"}, {"worn": 5}, {"marks": [5]}, {"earned": {"countdown": None}},
    {"marks": [str(number) for number in range(600)]},
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_a_broken_drawer_goes_alone_and_a_copy_is_kept(folder: Folder, wrong: object) -> None:
    folder.root.mkdir(parents=True)
    right = {"earned": {"countdown": "2026-11-09"}, "seen": [], "worn": "hat-trick", "marks": []}
    data = {"version": 1, "owner": 7, "drawers": {"Ann": right, "Bo": wrong, "Cy": wrong}}
    folder.path(FILE).write_text(json.dumps(data), encoding="utf-8")
    drawers = Drawers(folder)
    assert list(drawers.all()) == ["Ann"]
    assert drawers.of("Ann").worn == "", "what was not earned is not worn"
    assert drawers.owner == ""
    assert [(told.trouble, dict(told.values)["name"]) for told in folder.notices] == [
        (Trouble.ENTRY, "Bo"), (Trouble.ENTRY, "Cy"),
    ]  # fmt: skip
    drawers.earn("Bo", ["hat-trick"], TUESDAY)
    assert json.loads(folder.path(f"{FILE}.broken-1").read_text(encoding="utf-8")) == data
    assert len(folder.notices) == 2


def test_where_nothing_can_be_kept_it_lasts_for_this_time(nowhere: Folder) -> None:
    drawers = Drawers(nowhere)
    assert drawers.earn("Ann", ["countdown"], MONDAY) == ("countdown",)
    assert drawers.earn("Ann", ["countdown", "hat-trick"], MONDAY) == ("hat-trick",)
    drawers.wear("Ann", "countdown")
    assert (drawers.of("Ann").worn, list(drawers.of("Ann").earned)) == (
        "countdown",
        ["countdown", "hat-trick"],
    )
    assert nowhere.notices


def test_another_window_loses_nothing_that_was_earned_meanwhile(folder: Folder) -> None:
    here, there = Drawers(folder), Drawers(folder)
    here.earn("Ann", ["countdown"], MONDAY)
    there.all()
    here.earn("Ann", ["hat-trick"], TUESDAY)
    there.see("Ann", ["countdown"])
    there.wear("Ann", "countdown")
    ann = Drawers(folder).of("Ann")
    assert ann.earned == {"countdown": MONDAY, "hat-trick": TUESDAY}
    assert (set(ann.seen), ann.worn) == ({"countdown"}, "countdown")


def test_a_file_that_breaks_again_is_kept_again(folder: Folder) -> None:
    folder.root.mkdir(parents=True)
    texts = [json.dumps({"version": 1, "drawers": {"Ann": wrong}}) for wrong in (5, {"worn": 5})]
    drawers = Drawers(folder)
    for text in texts:
        folder.path(FILE).write_text(text, encoding="utf-8")
        for key in ("hat-trick", "countdown"):
            drawers.earn("Bo", [key], TUESDAY)
    copies = [folder.path(f"{FILE}.broken-{n}").read_text(encoding="utf-8") for n in (1, 2)]
    assert copies == texts
    assert not folder.path(f"{FILE}.broken-3").exists()
    assert len(folder.notices) == 2, "one sentence each"
