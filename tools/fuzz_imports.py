"""Import hostile files and measure how the import gate handles them.

    python -m tools.fuzz_imports              the named files, and 300 random changes of valid ones
    python -m tools.fuzz_imports --count 50   fewer random changes

Each file is read like in the window (`game.import_limits.import_untrusted`), in one process for all. Fails if
a file takes more than two seconds of processor time or 100 MB.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import os
import re
import shutil
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from game.bots.worker import Worker
from game.core.discovery import game_slugs
from game.core.rng import SeededRng
from game.core.session import Session
from game.import_limits import MAX_CPU_S, import_untrusted
from game.match.import_file import FIND_REQUEST
from game.scenes.board_thumbnails import LOAD_REQUEST

ROOT = Path(__file__).parent.parent
FIELD, CITY = ROOT / "levels/socker/standard.tmx", ROOT / "levels/city/sample.tmx"
MEGABYTES = 100
SLACK = 0.5  # seconds above the limit, because a busy machine notices late


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of an import."""

    name: str
    seconds: float
    megabytes: float
    told: str  # error message; "" if the file was accepted


def judged(path: Path) -> Verdict:
    """Read a file as a map if it ends in .tmx, else as a match, class record or lesson."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # reset the peak of the memory
    before, start = _kilobytes("VmRSS"), time.process_time()
    result = import_untrusted("", LOAD_REQUEST if path.suffix == ".tmx" else FIND_REQUEST, path)
    took, growth = time.process_time() - start, _kilobytes("VmHWM") - before
    error = str(result).replace(f"{path.parent}/", "") if isinstance(result, Exception) else ""
    return Verdict(path.name, took, growth / 1000, error)


def _kilobytes(field: str) -> int:
    """Return a figure from the memory status of this process, in kB. Linux only."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field))


class Judge:
    """Reads files in a separate worker process."""

    def __init__(self) -> None:
        self._answered = threading.Event()
        self._worker = Worker(self._answered.set)
        for path in (FIELD, CITY, *sorted((ROOT / "tests/playthroughs").glob("*.txt"))):
            self.judge(path)  # first-time costs must not count for a file

    def judge(self, path: Path) -> Verdict:
        """Read a file in the worker and return its result."""
        self._answered.clear()
        self._worker.submit("tools.fuzz_imports:judged", path)
        while (answer := self._worker.poll_result()) is None:
            self._answered.wait(1)
            self._answered.clear()
        if answer.error:
            raise RuntimeError(answer.error)
        verdict: Verdict = answer.value
        return verdict

    def close(self) -> None:
        self._worker.close()


def named(folder: Path) -> Iterator[Path]:
    """Yield files that are each one kind of attack."""
    field, city = FIELD.read_text(encoding="utf-8"), CITY.read_text(encoding="utf-8")
    for tileset in (*FIELD.parent.glob("*.tsx"), *CITY.parent.glob("*.tsx")):
        shutil.copy(tileset, folder)

    def put(name: str, text: str | bytes) -> Path:
        path = folder / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def data(text: str, content: str, attributes: str) -> str:
        start, end = text.index("<data"), text.index("</data>")
        return f"{text[:start]}<data {attributes}>{content}{text[end:]}"

    def packed(raw: bytes) -> str:
        return base64.b64encode(raw).decode()

    zeros = bytes(100_000_000)
    deflated, zipped = zlib.compress(zeros, 1), gzip.compress(zeros, 1)
    del zeros
    yield put("zlib-bomb.tmx", data(field, packed(deflated), 'encoding="base64" compression="zlib"'))
    yield put("gzip-bomb.tmx", data(field, packed(zipped), 'encoding="base64" compression="gzip"'))
    yield put("two-billion-cells.tmx", field.replace('width="9"', 'width="2000000000"'))
    yield put("first-of-a-billion.tmx", field.replace('firstgid="1"', 'firstgid="2000000000"'))
    yield put("csv.tmx", data(field, ",".join(["1"] * 20_000_000), 'encoding="csv"'))
    yield put("digits.tmx", data(field, "9" * 1_000_000, 'encoding="csv"'))
    thing = '<object id="1" name="{}" x="{}" y="10"/>'
    group = '<objectgroup id="9" name="names">{}</objectgroup></map>'
    things = group.format(thing.format("A", 10) * 300_000)
    yield put("objects.tmx", city.replace("</map>", things))
    yield put("some-objects.tmx", city.replace("</map>", group.format(thing.format("A", 10) * 15_000)))
    yield put("nowhere.tmx", city.replace("</map>", group.format(thing.format("A", "nan"))))
    yield put("far.tmx", city.replace("</map>", group.format(thing.format("A", "1e308"))))
    yield put("long-name.tmx", city.replace("</map>", group.format(thing.format("A" * 20_000, 10))))
    yield put("longish-name.tmx", city.replace("</map>", group.format(thing.format("A" * 400, 10))))
    yield put("layers.tmx", field.replace("</map>", '<layer id="3" name="a"/>' * 10_000 + "</map>"))
    yield put("deep.tmx", field.replace("</map>", "<group>" * 5000 + "</group>" * 5000 + "</map>"))
    laughs = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))
    doctype = f'<!DOCTYPE map [<!ENTITY l0 "ha">{laughs}]>'
    yield put("entities.tmx", field.replace("<map", f"{doctype}<map", 1).replace("</map>", "&l9;</map>"))
    outside = '<!DOCTYPE map [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    yield put("outside.tmx", field.replace("<map", f"{outside}<map", 1).replace("</map>", "&x;</map>"))
    for number, source in enumerate(("../../../../etc/passwd.tsx", "/etc/x.tsx", "a/../../x.tsx", "c:x.tsx")):
        yield put(f"source-{number}.tmx", field.replace("field.tsx", source))
    os.mkfifo(folder / "pipe.tmx")
    os.mkfifo(folder / "pipe.txt")
    yield from (folder / "pipe.tmx", folder / "pipe.txt")
    os.symlink("/dev/zero", folder / "zero.tmx")
    os.symlink("/dev/zero", folder / "zero.txt")
    os.symlink("/dev/zero", folder / "zero.tsx")
    yield from (folder / "zero.tmx", folder / "zero.txt")
    yield put("zero-tiles.tmx", field.replace("field.tsx", "zero.tsx"))
    os.mkdir(folder / "folder.txt")
    yield folder / "folder.txt"

    record = Session.new("socki", 3, seed=1).record()
    yield put("record.txt", record + "0 draw\n" * 600_000)
    yield put("moves.txt", record + "0 draw\n" * 200_000)
    yield put("name.txt", Session.new("socki", 3, seed=1, names=["A" * 20_000, "B", "C"]).record())
    yield put("number.txt", record.replace('Seed "1"', f'Seed "{"9" * 500_000}"'))
    yield put("brackets.txt", f"[Names {'[' * 500_000}\n{record}")
    table = "|".join(["S1S2S3"] * 60_000)
    yield put("position.txt", record.replace("\n", f'\n[Position "table={table}"]\n', 1))
    yield put("beside.txt", f"[Beside {'{' * 300_000}]\n{record}")
    yield put("deep.json", '{"game": "sociable", "tables": ' + "[" * 60_000)
    yield put("lesson.json", '{"game": "sociable", "tables": [' + "{}," * 50_000 + "{}]}")
    yield put("book.json", '{"class_book": 1, "sheets": [' + "{}," * 1_000_000 + "{}]}")
    yield put("huge-book.json", '{"class_book": 1, "title": "' + "A" * 30_000_000 + '"}')
    yield put("noise.txt", bytes(SeededRng("noise", n).below(256) for n in range(20_000)))


def harmless(folder: Path) -> Iterator[Path]:
    """Yield maps whose tilesets contain numbers that would do harm if they were read."""
    field = FIELD.read_text(encoding="utf-8")
    tiles = (FIELD.parent / "field.tsx").read_text(encoding="utf-8")

    def tileset(name: str, old: str, new: str) -> Path:
        (folder / f"{name}.tsx").write_text(tiles.replace(old, new, 1), encoding="utf-8")
        path = folder / f"{name}.tmx"
        path.write_text(field.replace("field.tsx", f"{name}.tsx"), encoding="utf-8")
        return path

    yield tileset("two-billion-tiles", "tilecount=", 'tilecount="2000000000" other=')
    yield tileset("endless-tiles", ' tilewidth="', ' tilewidth="2000000000" other="')
    yield tileset("tiles-of-nothing", ' tilewidth="', ' tilewidth="0" other="')
    start = tiles.index("<image")
    yield tileset("wide-image", '<image source="field.png" width="', '<image width="2147483647" w="')
    large = '<image source="a.png" width="8192" height="8192"/>' + tiles[tiles.index("/>", start) + 2 :]
    tiny = tiles[:start].replace('tilewidth="48" tileheight="48"', 'tilewidth="1" tileheight="1"')
    yield tileset("tiny-tiles", tiles, tiny + large)


def changed(folder: Path, count: int, seed: int) -> Iterator[Path]:
    """Yield valid maps and matches with a few random changes of words and numbers."""
    good = {path.stem: path.read_text(encoding="utf-8") for path in (FIELD, CITY)}
    rng = SeededRng("hostile", seed)
    for number in range(count):
        name = (*game_slugs(), "standard", "sample")[number % (len(game_slugs()) + 2)]
        text, ending = (good[name], ".tmx") if name in good else (played(name, number), ".txt")
        for _ in range(1 + rng.below(3)):
            matches = list(re.finditer(r"-?[0-9]+|[A-Za-z_]+", text))
            word, replacement = rng.pick(matches), rng.pick(matches)[0]
            new = rng.pick(
                (
                    "999999999",
                    "-1",
                    "nan",
                    "9" * 5000,
                    "0",
                    "",
                    "\x00",
                    replacement,
                    replacement,
                    word[0] * 40,
                )
            )
            text = text[: word.start()] + new + text[word.end() :]
        path = folder / f"changed-{number}{ending}"
        path.write_text(text, encoding="utf-8", errors="replace")
        yield path


def played(game: str, seed: int) -> str:
    """Return the record of a match of at most forty random moves."""
    session, rng = Session.new(game, seed=seed), SeededRng("played", seed)
    while session.to_move is not None and len(session.log) < 40:
        session.play(rng.pick(session.moves()))
    return session.record()


def bad(verdict: Verdict) -> bool:
    """Return True if a file exceeded a limit."""
    return verdict.seconds > MAX_CPU_S + SLACK or verdict.megabytes > MEGABYTES


def main() -> int:
    """Read all files and print the results. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--count", type=int, default=300, help="files made by chance (300)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    judge, failed = Judge(), 0
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        for path in (*harmless(folder), *named(folder)):
            verdict = judge.judge(path)
            failed += bad(verdict)
            took = f"{verdict.seconds:6.3f} s {verdict.megabytes:6.1f} MB"
            print(f"{verdict.name:24} {took}  {verdict.told[:120]}")
            with suppress(OSError):
                path.unlink()
        verdicts = [judge.judge(path) for path in changed(folder, options.count, options.seed)]
        judge.close()
        failed += sum(map(bad, verdicts))
        if verdicts:
            slowest, largest = (
                max(verdict.seconds for verdict in verdicts),
                max(verdict.megabytes for verdict in verdicts),
            )
            refused = sum(bool(verdict.told) for verdict in verdicts)
            peak = f"at most {slowest:.3f} s, {largest:.1f} MB"
            print(f"{len(verdicts)} changed by chance: {refused} refused, {peak}")
    print(f"{failed} over {MAX_CPU_S:g} s or {MEGABYTES} MB")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
