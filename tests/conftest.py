"""Where tests write, and the figures that long ones tell at the end; nothing is measured by the clock."""

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
from hypothesis import HealthCheck, settings

from game import i18n
from tests.sampling import DAY, DAYS, has_turn, sample_size, scale

MEMORY = Path("/dev/shm")
ROOM = 4 * 1024**3
"""Bytes that are to be free there: homes of windows, and of browsers, each only while it is used."""
COSTS = Path(__file__).with_name("costs.txt")
"""Seconds of processor for one case of each test that costs much, as ``--weigh`` has measured them."""
DEAR = 0.1
"""From so many seconds on a test costs much."""
PAGE = 1.0
"""Seconds that a test with a page costs, most of them in the browser, where nobody counts them."""
OURS = ""
"""The folder there that this process has made for itself and those that it hands tests out to."""

# Tests write thousands of small files, each in the place of the one before: half of the time they would wait
# for a disk.
if "TMPDIR" not in os.environ and MEMORY.is_dir():
    for _left in MEMORY.glob("sock-drawer-*-*"):  # by runs that were killed: each holds some GB of memory
        if not Path("/proc", _left.name.split("-")[2]).exists():
            shutil.rmtree(_left, ignore_errors=True)
if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
    OURS = tempfile.mkdtemp(prefix=f"sock-drawer-{os.getpid()}-", dir=MEMORY)
    os.environ["TMPDIR"] = tempfile.tempdir = OURS
    Path(OURS).chmod(0o755)  # some tests let go of their rights, and look into it all the same

# Tests start many processes, and each worker reads all tests: without byte code every one of them would
# compile and rewrite the whole house again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

gc.disable()  # until all tests are collected: nearly everything that is made by then stays


def pytest_addoption(parser: pytest.Parser) -> None:
    told = "take the trees of screens as they are now, and keep them (look at the pictures first)"
    parser.addoption("--accept", action="store_true", help=told)
    told = f"keep in {COSTS.name} which tests cost much; all of them are to be run for that"
    parser.addoption("--weigh", action="store_true", help=told)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "every_day: not left out of any run, whatever it costs")
    # Where all tests run, each day has other examples, as it has other cases of what costs much.
    count = sample_size(20 if config.args == ["tests"] and DAYS > 1 else 40, 100)
    slow = [HealthCheck.too_slow]
    settings.register_profile("house", max_examples=count, deadline=None, suppress_health_check=slow)
    settings.load_profile("house")
    if config.getoption("--weigh"):
        if config.args != ["tests"]:  # those left out would be forgotten
            raise pytest.UsageError("--weigh wants all tests: python -m pytest --weigh tests")
        config.pluginmanager.register(Weighing())


class Weighing:
    """Keeps what tests cost: each worker counts, and who hands the tests out writes it down."""

    def __init__(self) -> None:
        self.begun = 0.0
        self.costs: dict[str, list[float]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self.begun = sum(os.times()[:4])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        yield
        # What ends with the last test that needs it, as a browser, is none of that test's cost.
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
    """One more than there are cores: some tests wait for browsers and processes instead of working.

    Each worker reads all tests and warms up, so more of them cost more than they save.
    """
    return (os.cpu_count() or 1) + 1


def pytest_xdist_setupnodes() -> None:
    """Whoever only hands the tests out collects none itself, and waits for no end of that."""
    gc.enable()


def pytest_collection(session: pytest.Session) -> None:
    """Where all tests run, each worker begins to read them somewhere else.

    Whatever is read for the first time is rewritten and kept: so each of them rewrites its share, and finds
    the shares of the others.
    """
    number = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if number and session.config.args == ["tests"]:
        here = Path(__file__).parent
        files = sorted(path for path in here.rglob("test_*.py") if path.parent != here / "house")
        for path in files[int(number) :: int(os.environ["PYTEST_XDIST_WORKER_COUNT"])]:
            # What is amiss in a file, or lets it be skipped, is told when its turn comes.
            with suppress(Exception, pytest.skip.Exception):
                import_module(".".join(path.relative_to(Path(__file__).parents[1]).with_suffix("").parts))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Those that wait for browsers and processes come first: meanwhile the others work.

    Pages come before all: workers are given their first tests in one piece, so one of them has all pages and
    one browser is enough. What takes long comes next, so that no worker is at it when the others have done.
    Where all tests run, those that cost most come in turn.
    """
    here = Path(__file__).parent
    costs = {name: float(cost) for cost, name in map(str.split, COSTS.read_text().splitlines())}

    def place(item: pytest.Item) -> tuple[bool, ...]:
        is_short = costs.get(_name(item.nodeid), 0.0) < PAGE
        return not _has_page(item), is_short, item.path.parent != here / "party", item.path.parent != here

    items.sort(key=place)
    if config.args == ["tests"] and not config.getoption("--weigh"):
        left = {item for item, number in _numbered(items, costs) if not has_turn(number)}
        config.hook.pytest_deselected(items=[item for item in items if item in left])
        items[:] = [item for item in items if item not in left]


def _numbered(items: list[pytest.Item], costs: dict[str, float]) -> Iterator[tuple[pytest.Item, int]]:
    """Those that cost much, dealt out so that every day costs as much."""
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
    if config.args != ["tests"] or config.getoption("--weigh") or DAYS == 1:
        return None
    return f"Tests that cost much come in turn, all within {DAYS} days: DAYS=1 make test runs them all."


def pytest_collection_finish() -> None:
    """No test lets go of what was read in the beginning, so it is not looked through again and again."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)  # looked through less often than a program that runs all day needs
    gc.enable()


def pytest_runtest_teardown() -> None:
    """Whatever language a test has spoken, the next one begins in English."""
    if i18n.current_language() != "en":
        i18n.set_language("en")


@pytest.fixture(autouse=True, scope="module")
def young_heap() -> Iterator[None]:
    """What stays in memory after a file of tests is not looked through again and again in all later ones."""
    yield
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(exitstatus: int) -> None:
    """Nothing stays in memory, but for what a test that failed has written."""
    if OURS and exitstatus == 0:
        shutil.rmtree(OURS, ignore_errors=True)


@pytest.fixture
def four() -> Iterator[str]:
    """Four in a row, which somebody brings, is a game of the house."""
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
