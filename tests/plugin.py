"""Plugin for all tests: temporary folders, figures that long tests print at the end, order of tests."""

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

try:
    from hypothesis import HealthCheck, settings
except ImportError:
    raise pytest.UsageError("The tests need more: pip install --group test (pip 25.1 or later).") from None

from game import i18n
from game.core import rng
from tests.sampling import sample_size

MEMORY = Path("/dev/shm")
ROOM = 4 * 1024**3  # bytes that must be free there for the homes of windows and browsers
DEEP = Path(__file__).with_name("deep.txt")
"""Costly tests, each after the number of its cases that `make test` runs."""
OURS = ""
"""Folder in shared memory made by this process for itself and its xdist workers."""

# Tests write thousands of small files and would wait for a disk half of the time.
if "TMPDIR" not in os.environ and MEMORY.is_dir():
    for _left in MEMORY.glob("sock-drawer-*-*"):  # by runs that were killed: each holds some GB of memory
        if not Path("/proc", _left.name.split("-")[2]).exists():
            shutil.rmtree(_left, ignore_errors=True)
if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
    OURS = tempfile.mkdtemp(prefix=f"sock-drawer-{os.getpid()}-", dir=MEMORY)
    os.environ["TMPDIR"] = tempfile.tempdir = OURS
    Path(OURS).chmod(0o755)  # some tests let go of their rights, and look into it all the same

# Tests start many processes. Without byte code each of them would compile the whole program again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Equal examples each time; `--hypothesis-profile deep` takes more, and others each time.
SLOW = [HealthCheck.too_slow]
settings.register_profile(
    "test", max_examples=20, derandomize=True, deadline=None, suppress_health_check=SLOW
)
settings.register_profile(
    "deep", max_examples=sample_size(40, 100), deadline=None, suppress_health_check=SLOW
)
settings.load_profile("test")

gc.disable()  # nearly everything created until all tests are collected stays


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "costly: of a test that deep.txt lists")
    config.addinivalue_line("markers", "deep: a case of it that only make deep runs")
    config.addinivalue_line("markers", "risk: never left out, at any cost")


def pytest_xdist_setupnodes() -> None:
    """Skip collection in the xdist controller, which runs no tests and would wait for it."""
    gc.enable()


def pytest_collection(session: pytest.Session) -> None:
    """Start reading the tests at a different file in each worker.

    Files read for the first time are rewritten by pytest and cached: each worker rewrites its share and finds
    the shares of the others.
    """
    number = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if number:
        root = Path(__file__).parents[1]
        folders = [root / folder for folder in session.config.args]
        files = sorted(
            path for folder in folders for path in folder.rglob("test_*.py") if path.parent.name != "house"
        )
        for path in files[int(number) :: int(os.environ["PYTEST_XDIST_WORKER_COUNT"])]:
            # Errors and skips of a file are reported when its turn comes.
            with suppress(Exception, pytest.skip.Exception):
                parts = path.relative_to(root).with_suffix("").parts
                import_module(".".join(parts[parts[0] == "extras" :]))


@pytest.hookimpl(tryfirst=True)  # before cases are selected by mark
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the cases of costly tests, and sort: pages first, then other costly tests, then the rest.

    Pages come first because xdist hands out the first tests in one piece, so one worker has all pages and one
    browser is enough. Costly tests come next so that no worker is left with one at the end.
    """
    kept = {name: int(count) for count, name in map(str.split, DEEP.read_text("utf-8").splitlines())}
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.split("[", maxsplit=1)[0], []).append(item)
    for name in kept.keys() & cases.keys():
        for number, item in enumerate(cases[name]):
            item.add_marker("costly")
            if number * kept[name] % len(cases[name]) >= kept[name]:  # the others are evenly spread
                item.add_marker("deep")
    items.sort(
        key=lambda item: (
            "running_browser" not in getattr(item, "fixturenames", ()),
            item.get_closest_marker("costly") is None,
            item.path.parent.name != "party",
        )
    )


def pytest_collection_finish() -> None:
    """Freeze the objects created so far, so that the garbage collector skips them."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)  # less often than a program that runs all day needs
    gc.enable()


def pytest_runtest_teardown() -> None:
    """Reset the language to English after each test."""
    if i18n.current_language() != "en":
        i18n.set_language("en")


@pytest.fixture(autouse=True, scope="module")
def young_heap() -> Iterator[None]:
    """Freeze what stays in memory after a test file, so that later collections skip it."""
    yield
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(exitstatus: int) -> None:
    """Delete the temporary files, except those of failed tests."""
    if OURS and exitstatus == 0:
        shutil.rmtree(OURS, ignore_errors=True)


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same matches every day: their seeds follow from the test's name, not from the system."""
    source = Random(request.node.nodeid)
    drawn = SimpleNamespace(randbits=source.getrandbits, token_hex=lambda size: source.randbytes(size).hex())
    monkeypatch.setattr(rng, "secrets", drawn)


@pytest.fixture
def four() -> Iterator[str]:
    """Add the sample game of four in a row to the games."""
    from tests.sample_games import sixth_game

    with sixth_game() as slug:
        yield slug


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """A function that keeps a line for the summary."""
    return lambda line: record_property("figure", line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
    lines = [str(value) for report in reports for name, value in report.user_properties if name == "figure"]
    if lines:
        terminalreporter.section("figures")
        for line in sorted(lines):
            terminalreporter.write_line(line)
