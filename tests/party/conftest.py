from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.party.phones import Host, Phone, hosted


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted() as made:
        yield made


@pytest.fixture
def phone(host: Host) -> Iterator[Callable[[], Phone]]:
    """Makes phones that are on the line."""
    made: list[Phone] = []

    def make() -> Phone:
        made.append(Phone(host.party).call())
        return made[-1]

    yield make
    for one in made:
        one.close()
