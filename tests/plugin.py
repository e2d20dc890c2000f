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

import pytest

try:
    from hypothesis import HealthCheck, settings
except ImportError:
    raise pytest.UsageError("The tests need more: pip install --group test (pip 25.1 or later).") from None

from game import i18n
from tests.sampling import DAY, DAYS, has_turn, sample_size, scale

MEMORY = Path("/dev/shm")
ROOM = 4 * 1024**3  # bytes that must be free there for the homes of windows and browsers
COSTS = Path(__file__).with_name("costs.txt")
"""CPU seconds of one case of each expensive test, as measured by ``--weigh``."""
DEAR = 0.1  # seconds from which a test is expensive
FULL = ["tests"], ["tests", "extras"]  # arguments of a run of all tests, without and with those of extras
PAGE = 1.0  # estimated seconds of a test with a page; the browser's time is not measured
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

gc.disable()  # nearly everything created until all tests are collected stays


def pytest_addoption(parser: pytest.Parser) -> None:
    help_text = "take the trees of screens as they are now, and keep them (look at the pictures first)"
    parser.addoption("--accept", action="store_true", help=help_text)
    help_text = f"keep in {COSTS.name} which tests cost much; all of them are to be run for that"
    parser.addoption("--weigh", action="store_true", help=help_text)
    help_text = f"leave out the tests that {COSTS.name} lists, and those with a page"
    parser.addoption("--quick", action="store_true", help=help_text)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "every_day: not left out of any run, whatever it costs")
    # Full runs use other Hypothesis examples and other expensive tests each day.
    count = sample_size(20 if config.args in FULL and DAYS > 1 else 40, 100)
    slow = [HealthCheck.too_slow]
    settings.register_profile("house", max_examples=count, deadline=None, suppress_health_check=slow)
    settings.load_profile("house")
    if config.getoption("--weigh"):
        if config.args != ["tests", "extras"]:  # those left out would be forgotten
            raise pytest.UsageError("--weigh wants all tests: python -m pytest --weigh tests extras")
        if config.getoption("--quick"):
            raise pytest.UsageError("--weigh and --quick exclude each other")
        config.pluginmanager.register(Weighing())


class Weighing:
    """Measures the cost of tests: each worker measures, the controller writes the file."""

    def __init__(self) -> None:
        self.begun = 0.0
        self.costs: dict[str, list[float]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self.begun = sum(os.times()[:4])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        yield
        # The teardown of a shared fixture, such as a browser, does not count for the last test that uses it.
        if not _has_page(item):
            item.user_properties.append(("cost", sum(os.times()[:4]) - self.begun))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties if report.when == "call" else ():
            if name == "cost":
                self.costs.setdefault(_name(report.nodeid), []).append(float(str(value)))

    def pytest_sessionfinish(self) -> None:
        means = {name: sum(costs) / len(costs) for name, costs in self.costs.items()}
        dear = sorted((name, cost) for name, cost in means.items() if cost >= DEAR)
        if "PYTEST_XDIST_WORKER" not in os.environ:
            COSTS.write_text("".join(f"{cost:.1f} {name}\n" for name, cost in dear))


def pytest_xdist_auto_num_workers() -> int:
    """Return the number of cores plus one, because some tests wait for browsers and processes.

    Each worker reads all tests and warms up, so more workers cost more than they save.
    """
    return (os.cpu_count() or 1) + 1


def pytest_xdist_setupnodes() -> None:
    """Skip collection in the xdist controller, which runs no tests and would wait for it."""
    gc.enable()


def pytest_collection(session: pytest.Session) -> None:
    """Start reading the tests at a different file in each worker of a full run.

    Files read for the first time are rewritten by pytest and cached: each worker rewrites its share and finds
    the shares of the others.
    """
    number = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if number and session.config.args in FULL:
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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort the tests: pages first, then tests that wait for processes, then slow ones; full runs rotate
    expensive tests, and ``--quick`` leaves them all out.

    Pages come first because xdist hands out the first tests in one piece, so one worker has all pages and one
    browser is enough. Slow tests come next so that no worker is left with one at the end.
    """
    tests_folder = Path(__file__).parent
    costs = {name: float(cost) for cost, name in map(str.split, COSTS.read_text().splitlines())}

    def place(item: pytest.Item) -> tuple[bool, ...]:
        is_short = costs.get(_name(item.nodeid), 0.0) < PAGE
        return (
            not _has_page(item),
            is_short,
            item.path.parent.name != "party",
            item.path.parent != tests_folder,
        )

    items.sort(key=place)
    left: set[pytest.Item] = set()
    if config.getoption("--quick"):
        left = {item for item in items if _name(item.nodeid) in costs or _has_page(item)}
    elif config.args in FULL and not config.getoption("--weigh"):
        left = {item for item, number in _numbered(items, costs) if not has_turn(number)}
    if left:
        config.hook.pytest_deselected(items=[item for item in items if item in left])
        items[:] = [item for item in items if item not in left]


def _numbered(items: list[pytest.Item], costs: dict[str, float]) -> Iterator[tuple[pytest.Item, int]]:
    """Expensive tests, distributed so that every day costs about the same."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        name = _name(item.nodeid)
        if (name in costs or _has_page(item)) and not item.get_closest_marker("every_day"):
            cases.setdefault(name, []).append(item)
    for place, name in enumerate(sorted(cases, key=lambda name: (-costs.get(name, PAGE), name))):
        yield from ((item, place + number) for number, item in enumerate(cases[name]))


def _has_page(item: pytest.Item) -> bool:
    return "running_browser" in getattr(item, "fixturenames", ())


def _name(case: str) -> str:
    return case.split("[", maxsplit=1)[0]


def pytest_report_header(config: pytest.Config) -> str | None:
    if config.args not in FULL or config.getoption("--weigh") or config.getoption("--quick") or DAYS == 1:
        return None
    return f"Tests that cost much come in turn, all within {DAYS} days: DAYS=1 make test runs them all."


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
    if scale() == 1 and terminalreporter.getreports("failed"):
        terminalreporter.write_line(f"SLICES={DAY} runs the same slices again on any day.")
