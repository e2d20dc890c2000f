"""The script that counts City's table."""

from game.games.city.bot.search import NO_WAY, Breadth, Sight
from game.games.city.bot.weights import SURENESS
from tools.train_city import WHERE, Count, first_guess, play, text_of

QUICK = Sight(Breadth(2, 1, 2), Breadth(1, 1, 1))


def test_a_match_is_counted() -> None:
    count, guess = Count(), first_guess()
    play(count, 5, QUICK, guess)
    assert sum(count.seen.values()) > 20
    assert any(got > 0 for got in count.got.values())
    assert any(got < 0 for got in count.got.values())
    again = Count()
    play(again, 5, QUICK, guess)
    assert again == count
    table = count.table(guess)
    assert table != guess
    assert table[0] == (1.0,) * (NO_WAY + 1)
    assert all(row[0] == -1 for row in table[1:])
    assert all(-1 <= each <= 1 for row in table for each in row)


def test_what_was_seen_often_is_told_by_the_count() -> None:
    count = Count()
    for _ in range(2000):
        count.note((3, 5), 1)
    table = count.table(first_guess())
    assert table[3][5] > 0.98
    assert table[5][3] == first_guess()[5][3]


def test_the_table_is_written_as_it_stands() -> None:
    text = WHERE.read_text(encoding="utf-8")
    assert text_of(SURENESS, text) == text
    other = text_of(first_guess(), text)
    assert other != text
    names: dict[str, object] = {}
    exec(compile(other, "weights.py", "exec"), names)
    found = names["SURENESS"]
    assert isinstance(found, tuple)
    assert len(found) == len(SURENESS)
    assert found[4][2] == round(first_guess()[4][2], 2)
