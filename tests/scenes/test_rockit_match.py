"""RockIt in the window: whole matches with each input alone, and every worked example of RULES 4.4."""

import pytest

from game.core.chance import Chance
from game.core.discovery import find
from tests.scale import some
from tests.scenes.harness import Window
from tests.scenes.rockit_hands import RocketKeys, RocketMouse, RocketPad, RockItScene, opened

Rocketeer = RocketKeys | RocketPad | RocketMouse
STOCK = "stock=2C,3C,4C,5H in=1/1"
OUT = "stock=2C,3C,4C,5H in=0/1"


@pytest.mark.parametrize("hands", some([RocketKeys, RocketPad, RocketMouse], RocketKeys))
@pytest.mark.usefixtures("same_match")
def test_from_the_title_to_the_results(window: Window, hands: type[Rocketeer]) -> None:
    """A whole match against the computer; every move is one that its normal player would make."""
    window.stage.apply(window.stage.settings.with_house_rules("rockit", {"coming_in_points": 20}))
    player = hands(window)
    player.start_from_title("rockit")
    bot = find("rockit").bot
    window.settle()
    for number in range(200):
        if window.shown != "RockItView":
            break
        scene = window.top
        session = scene.match.session
        wanted = bot.choose(session.observe(scene.match.person), session.options, "normal", Chance(number))
        before = len(session.log)
        player.play(wanted)
        assert session.log[before][1].split()[0] == wanted.split()[0]
        window.settle()
    assert window.shown == "Results"
    player.back()
    assert window.shown == "Title"
    assert window.stage.stores.statistics.game("rockit")[0][1].matches == 1


LEGAL = {
    "T1": (f"hands=7D,8D,9D,3D,3H,3S,KH,AH,2H,4C/4D,5D {STOCK}", "play 7D 8D 9D | 3D 3H 3S | KH AH 2H"),
    "T3 run": (f"hands=10H,JH,QH,2D/4D {OUT}", "come 10H JH QH"),
    "T3 31": (f"hands=JS,QS,KS,AS,2D/4D {OUT}", "come JS QS KS AS"),
    "T3 30": (f"hands=6C,7C,8C,9C,2D/4D {OUT}", "come 6C 7C 8C 9C"),
    "T3 long": (f"hands=4C,5C,6C,7C,8C,2D/4D {OUT}", "come 4C 5C 6C 7C 8C"),
    "T3 kind": (f"hands=2D,2H,2S,9D/4D {OUT}", "come 2D 2H 2S"),
    "T3 aces": (f"hands=AD,AH,AS,AC,9D/4D {OUT}", "come AD AH AS AC"),
    "T5 ten": (f"table=7C,8C,9C hands=10C,2D/4D {STOCK}", "play 7C 8C 9C 10C"),
    "T5 six": (f"table=7C,8C,9C hands=6C,2D/4D {STOCK}", "play 6C 7C 8C 9C"),
    "T5 both": (f"table=7C,8C,9C hands=5C,6C,2D/4D {STOCK}", "play 5C 6C 7C 8C 9C"),
    "T6": (f"table=5H,6H,7H,8H,9H hands=7H,2D/4D {STOCK}", "play 5H 6H 7H | 7H 8H 9H"),
    "T7": (
        f"table=7S,7H,7D/6S,6H,6D hands=8S,5H,5D,2D/4D {STOCK}",
        "play 6S 7S 8S | 5H 6H 7H | 5D 6D 7D",
    ),
    "T8 nine": (f"table=9D,10D,JD,QD,KD hands=9S,9H,2D/4D {STOCK}", "play 10D JD QD KD | 9D 9S 9H"),
    "T8 nine, ten": (
        f"table=9D,10D,JD,QD,KD hands=8D,2D/4D {STOCK}", "play 8D 9D 10D | JD QD KD",
    ),
    "T8 king": (f"table=9D,10D,JD,QD,KD hands=KS,KH,2D/4D {STOCK}", "play 9D 10D JD QD | KD KS KH"),
    "T8 king, queen": (
        f"table=9D,10D,JD,QD,KD hands=AD,2D/4D {STOCK}", "play 9D 10D JD | QD KD AD",
    ),
    "T9": (
        f"table=AD,2D,JK=3D,4D hands=3D,9S,9H,2C/4D {STOCK}", "play AD 2D 3D 4D | 9S 9H JK=9D",
    ),
    "T11": (
        f"table=QS,QH,JK=QD hands=QD,5S,6S,2C/4D {STOCK}", "play QS QH QD | 5S 6S JK=7S",
    ),
    "T15": (
        f"table=AD,2D,JK=3D,4D,5D,6D hands=7D,2C/4D {STOCK}", "play AD 2D JK=3D | 4D 5D 6D 7D",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LEGAL)
def test_what_the_rules_allow_can_be_done(window: Window, name: str) -> None:
    position, move = LEGAL[name]
    scene = opened(window, position, decks=2)
    if name in ("T3 aces", "T7", "T9", "T15"):
        RocketPad(window).play(move)
    elif name in ("T6", "T8 nine", "T11", "T1"):
        RocketMouse(window).play(move)
    else:
        RocketKeys(window).play(move)
    seat, played = scene.match.session.log[0]
    rules = find("rockit").rules
    assert seat == 0
    assert rules.parse_move(played) == rules.parse_move(move)


def laid(window: Window, table: str) -> tuple[RocketKeys, RockItScene]:
    """The board made to lie like this with the keyboard."""
    hands = RocketKeys(window)
    hands.build([pile.split(",") for pile in table.split("/")])
    return hands, window.top


BROKEN = {
    "T1 twice": (f"hands=7H,7H,7S,2D/4D {STOCK}", "7H,7H,7S", "twice"),
    "T1 two": (f"hands=7H,7S,2D,9C/4D {STOCK}", "7H,7S", "at least three"),
    "T2 29": (f"hands=9D,10D,JD,2C/4D {OUT}", "9D,10D,JD", "29"),
    "T2 21": (f"hands=QD,KD,AD,2C/4D {OUT}", "QD,KD,AD", "21"),
    "T2 24": (f"hands=7D,8D,9D,2C/4D {OUT}", "7D,8D,9D", "24"),
    "T2 27": (f"hands=2D,3D,4D,5D,6D,7D,2C/4D {OUT}", "2D,3D,4D,5D,6D,7D", "27"),
    "T4 joker": (f"hands=KD,KH,JK,2C/4D {OUT}", "KD,KH,JK=KS", "oker"),
    "T4 two": (f"hands=4D,5D,6D,4S,5S,6S,2C/4D {OUT}", "4D,5D,6D/4S,5S,6S", "one single trick"),
    "T8 jack": (f"table=9D,10D,JD,QD,KD hands=JS,JH,2C/4D {STOCK}", "9D,10D,QD,KD/JD,JS,JH", "gap"),
    "T10": (
        f"table=AD,2D,JK=3D,4D/9H,9D,9C,9S hands=3D,8S,9S,2C/4D {STOCK}",
        "AD,2D,3D,4D/9D,9C,9S/JK=7S,8S,9S/9H", "three",
    ),
    "T11 clubs": (f"table=QS,QH,JK=QD hands=QC,5S,6S,2C/4D {STOCK}", "QS,QH,QC/JK=QD,5S,6S", ""),
    "T15": (
        f"table=AD,2D,JK=3D,4D,5D,6D hands=3D,2C/4D {STOCK}", "AD,2D,3D/4D,5D,6D,JK=7D", "from hands only",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_what_the_rules_forbid_is_explained(window: Window, name: str) -> None:
    position, table, sentence = BROKEN[name]
    opened(window, position, decks=2)
    hands, scene = laid(window, table)
    before = scene.match.session.position()
    hands.end_turn()
    assert not scene.match.session.log
    assert scene.match.session.position() == before
    assert sentence in scene.context.messages.text
    hands.back()
    assert not scene.view.table.draft.changed
