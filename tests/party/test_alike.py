"""Seats that are all alike, as those of a class: one is offered, and whoever is too late gets the next."""

from __future__ import annotations

import json

from game.party.messages import Joined
from game.party.registry import Place
from tests.party.hall import Hall


def class_of(listed: int) -> Hall:
    made = Hall()
    names = ["Ayla", "Ben"]
    places = [Place(n, names[n] if n < listed else "", n % 8, free=True) for n in range(40)]
    made.registry.offer(places, "SOCiable", listed)
    return made


def offered(made: Hall, phone: object) -> list[int]:
    told = json.loads(made.sent(phone)[-1])  # type: ignore[arg-type]
    return [seat["seat"] for seat in told["seats"]]


def test_forty_who_ask_for_the_same_seat_get_one_each() -> None:
    made = class_of(0)
    phones = [made.line(f"10.0.0.{n}") for n in range(41)]
    for phone in phones:
        made.say(phone, "look", code="WOOL")
        made.wait(0)
        assert offered(made, phone) == [0]
    for phone in phones:
        made.say(phone, "join", code="WOOL", seat=0, name="")
    assert [news.seat for _when, news in made.news if isinstance(news, Joined)] == list(range(40))
    assert phones[40].seat is None, "there is no room for one more"
    made.close()


def test_who_comes_gets_no_number_that_somebody_had_before() -> None:
    """Votes and proposals go by it: those of somebody who has left are not the next one's."""
    made = class_of(2)
    phones = [made.line(f"10.0.0.{n}") for n in range(41)]
    for phone in phones[:3]:
        made.say(phone, "join", code="WOOL", seat=2, name="")
    assert [phone.seat for phone in phones[:3]] == [2, 3, 4]
    made.say(phones[1], "leave")
    made.say(phones[3], "look", code="WOOL")
    made.wait(0)
    assert offered(made, phones[3]) == [0, 1, 5]
    for phone in phones[3:]:
        made.say(phone, "join", code="WOOL", seat=3, name="")
    assert [phone.seat for phone in phones[3:39]] == [*range(5, 40), 3], (
        "one that was had is better than none"
    )
    made.close()


def test_a_name_on_the_list_is_somebodys() -> None:
    made = class_of(2)
    one, other = made.line(), made.line()
    made.say(one, "look", code="WOOL")
    made.wait(0)
    assert offered(made, one) == [0, 1, 2], "the names, and one for whoever is on no list"
    made.say(one, "join", code="WOOL", seat=1, name="")
    made.say(other, "join", code="WOOL", seat=1, name="")
    made.wait(0)
    assert (one.seat, other.seat) == (1, None)
    assert any('"taken"' in text for text in made.sent(other))
    made.close()
