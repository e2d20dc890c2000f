"""Release: the lock, the release workflow, and the files packed with the program."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement

from game import __version__
from tests.test_program import extra_files
from tools.build_dist import LINK, READ, lay_out, loader, single_file
from tools.release_notes import notes
from tools.shipped_parts import glibc

ROOT = Path(__file__).parents[2]
WORKFLOW = (ROOT / ".github/workflows/dist.yml").read_text("utf-8")


def test_lock_has_every_requirement_with_file_digests() -> None:
    """If this fails, run `make lock`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    lines = project["project"]["dependencies"], *extras.values(), *project["dependency-groups"].values()
    packages = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))["package"]
    versions = {package["name"]: package.get("version") for package in packages}
    for requirement in map(Requirement, chain(*lines)):
        name = requirement.name.lower().replace("_", "-")
        assert str(requirement.specifier)[2:] == versions[name], name
    files: dict[str, list[dict[str, str]]] = {}
    for package in packages:
        files[package["name"]] = [*package.get("wheels", []), *filter(None, [package.get("sdist")])]
    assert [name for name, found in files.items() if not found] == ["sock-drawer"]
    for file in chain(*files.values()):
        assert file["hash"].startswith("sha256:")
        assert file["url"].startswith("https://files.pythonhosted.org/packages/")
    sources = {tuple(package["source"].items()) for package in packages}
    assert sources == {(("editable", "."),), (("registry", "https://pypi.org/simple"),)}
    digests = {file["hash"] for file in files["uv"]}
    assert {*re.findall(r"--hash=(\S+)", (ROOT / "tools/uv.txt").read_text("utf-8"))} == digests


def test_workflow_uses_pinned_actions_and_few_permissions() -> None:
    used = re.findall(r"uses: (\S+)(.*)", WORKFLOW)
    assert len(used) > 4
    for action, remark in used:
        assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", action), action
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", remark), action
    assert "\npermissions: {}\n" in WORKFLOW
    assert re.findall(r"^ +(\w+): write", WORKFLOW, re.MULTILINE) == ["contents"]
    assert (
        "${{ github.ref_name }}" not in WORKFLOW
    )  # the name could be a command, so it is passed in the environment


def test_signing_needs_documented_secrets() -> None:
    head = WORKFLOW[: WORKFLOW.index("\nname:")]
    steps = re.split(r"\n      - ", WORKFLOW)
    for secret in set(re.findall(r"secrets\.(\w+)", WORKFLOW)):
        assert secret in head, secret
    signing = [step for step in steps[1:] if "secrets." in step]
    assert len(signing) == 2
    assert all("env.SIGNS_" in step for step in signing)


def test_release_notes_are_those_of_the_version() -> None:
    head, body = (
        f"# Sock Drawer {__version__}\n",
        "\n![a](../docs/pictures/a.webp), [more](../README.md#more)\n",
    )
    sums = ["12ab  sock-drawer.zip"]
    assert notes(f"v{__version__}", head + body, sums).startswith(body.strip())
    text = notes(f"v{__version__}", head + body, sums, "https://host/name")
    assert f"(https://host/name/raw/v{__version__}/docs/pictures/a.webp)" in text
    assert f"(https://host/name/blob/v{__version__}/README.md#more)" in text
    assert "12ab  sock-drawer.zip" in text
    for tag, wrong in ((f"v{__version__}0", head), (f"v{__version__}", "# Sock Drawer 0.1.0\n")):
        with pytest.raises(ValueError, match=r"\d"):
            notes(tag, wrong, [])


def test_release_notes_contain_the_far_page_digests(tmp_path: Path) -> None:
    """A relay serves these files, and anyone may compare them with the digests."""
    told = loader(tmp_path)
    for name in ("far.js", "index.html", "sas_handshake.js"):
        digest = hashlib.sha256((ROOT / "extras/sockdrawer_elsewhere/far" / name).read_bytes()).hexdigest()
        assert f"{digest}  {name}\n" in told
    assert (tmp_path / "far-page.sha256").read_text("utf-8") == told


def test_windows_program_has_the_version() -> None:
    def kept(*values: Any, **named: Any) -> SimpleNamespace:
        return SimpleNamespace(values=values, **named)

    form = (ROOT / "packaging/version.txt").read_text("utf-8")
    numbers = ", ".join([*__version__.split("."), "0"])
    made = re.findall(r"(\w+)\(", form)
    read = eval(form.format(version=__version__, numbers=numbers), dict.fromkeys(made, kept))
    assert ".".join(map(str, read.ffi.filevers[:3])) == __version__
    [table] = read.kids[0].values[0]
    assert ("ProductVersion", __version__) in [field.values for field in table.values[1]]


def test_archived_guide_links_only_within_the_archive(tmp_path: Path) -> None:
    lay_out(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(READ)
    pages = list(tmp_path.rglob("*.md"))
    assert len(pages) > 20
    for page in pages:
        for _words, link in LINK.findall(page.read_text("utf-8")):
            assert ":" in link or (page.parent / link).exists(), (page.name, link)


@pytest.mark.skipif(sys.platform != "linux", reason="a single file is made on Linux")
def test_single_file_keeps_the_two_latest_versions(tmp_path: Path) -> None:
    around = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "größer als sonst")}
    place = tmp_path / "größer als sonst/sock-drawer-unpacked"
    runs = []
    for number in range(3):
        program = tmp_path / "sock-drawer"
        program.write_text(f"#!/bin/sh\necho {number} $1\n", "utf-8")
        program.chmod(0o755)
        archive = tmp_path / f"{number}.tar.gz"
        with tarfile.open(archive, "w:gz") as packed:
            packed.add(program, "sock-drawer/sock-drawer")
        runs.append(single_file(archive))
    for number in (0, 1, 0, 2):
        told = subprocess.run(
            [runs[number], "played"], env=around, capture_output=True, text=True, check=True
        )
        assert told.stdout == f"{number} played\n"
        for age, unpacked in enumerate(sorted(place.iterdir(), key=lambda path: -path.stat().st_mtime_ns)):
            os.utime(unpacked, (1e9 - age, 1e9 - age))  # file system clocks are coarser than this test
    left = {hashlib.sha256((tmp_path / f"{number}.tar.gz").read_bytes()).hexdigest() for number in (0, 2)}
    assert {path.name for path in place.iterdir()} == left


def test_required_glibc_version_is_found(tmp_path: Path) -> None:
    assert glibc(tmp_path) == ((), "")
    (tmp_path / "a.so").write_bytes(b"\x7fELF\0GLIBC_2.9\0GLIBC_2.31\0GLIBCXX_3.4.99\0")
    (tmp_path / "notes.txt").write_bytes(b"\0GLIBC_2.99\0")
    assert glibc(tmp_path) == ((2, 31), "a.so")


def test_wheel_and_sources_contain_every_extra() -> None:
    wheel = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    sources = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    assert {path for path in wheel if not path.startswith("game/")} == extra_files()
    tests = {path.relative_to(ROOT).as_posix() for path in (ROOT / "extras").glob("*/tests/**/*.py")}
    assert {f"extras/{file}" for file in extra_files()} | tests <= sources


def test_program_is_packed_with_every_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs the spec with stand-ins for PyInstaller."""
    asked: dict[str, Any] = {}

    def analysis(_scripts: list[str], **parts: Any) -> SimpleNamespace:
        asked.update(parts)
        return SimpleNamespace(pure=[], scripts=[], binaries=[], datas=[])

    def modules(package: str, filter: Callable[[str], bool]) -> list[str]:
        [folder] = [place for place in (ROOT / package, ROOT / "extras" / package) if place.is_dir()]
        paths = [path.relative_to(folder.parent).with_suffix("") for path in folder.rglob("*.py")]
        return [name for path in paths if filter(name := ".".join(path.parts))]

    def files(package: str, excludes: Sequence[str] = ()) -> list[tuple[str, tuple[str, ...]]]:
        return [(package, tuple(excludes))]

    hooks = SimpleNamespace(collect_submodules=modules, collect_data_files=files)
    config = SimpleNamespace(CONF={"workpath": str(tmp_path)})
    monkeypatch.setitem(sys.modules, "PyInstaller.config", config)
    monkeypatch.setitem(sys.modules, "PyInstaller.utils.hooks", hooks)
    monkeypatch.setattr(sys, "path", [*sys.path])
    spec = ROOT / "packaging/sock_drawer.spec"
    names = dict.fromkeys(["PYZ", "EXE", "COLLECT", "BUNDLE"], lambda *_parts, **_named: None)
    exec(spec.read_text("utf-8"), {"SPECPATH": str(spec.parent), "Analysis": analysis, **names})
    extras = {file.partition("/")[0] for file in extra_files()}
    packed = {f"{name.replace('.', '/')}.py" for name in asked["hiddenimports"] if name.startswith("sockd")}
    assert packed == {file for file in extra_files() if file.endswith(".py")}
    assert {(extra, ("tests/**", "tools/**")) for extra in extras} <= {*asked["datas"]}
    assert extras <= {*asked["module_collection_mode"]}
    assert str(ROOT / "extras") in asked["pathex"]


def test_flatpak_builder_accepts_the_manifest() -> None:
    if shutil.which("flatpak-builder") is None:
        pytest.skip("flatpak-builder is not installed")
    [manifest] = (ROOT / "packaging").glob("*.SockDrawer.yml")
    words = ["flatpak-builder", "--show-manifest", str(manifest)]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")
    assert '"command" : "sock-drawer"' in told.stdout
