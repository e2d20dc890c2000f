"""Third-party parts of the unpack-and-run program: their licences and the bill of materials.

``licences`` copies the licence of every part into the shipped folder. ``bill`` returns the parts as CycloneDX
JSON (a software bill of materials), with a SHA-256 for each part and each file.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
_TEXT = re.compile(r"(licen[cs]e|copying|notice|ofl)[^/]*$", re.IGNORECASE)
_LIBRARIES = ROOT / "packaging" / "licences" / "libraries.txt"
_SHARED = re.compile(r"(lib[\w+]+)[-.\w]*?\.so\.?([\d.]*)$")
"""Shared library of Linux: its name, an optional digest, and its version."""
_TOLD = {"numpy.libs", "pillow.libs"}
"""Folders of shared libraries that are covered by the licence of their package."""
_LGPL = ROOT / "packaging" / "licences" / "LGPL-2.1.txt"
WITHOUT = {"pygame-ce": _LGPL}
"""Parts shipped without the text of their licence, and our copy of it."""
SPDX = {
    "aiosignal": "Apache-2.0",
    "font-fredoka-one": "OFL-1.1",
    "font-manrope": "OFL-1.1",
    "pygame-ce": "LGPL-2.1-or-later",
    "pytmx": "LGPL-3.0-only",
    "segno": "BSD-3-Clause",
}
"""SPDX names of licences that parts name only in prose."""


@dataclass(frozen=True, slots=True)
class Part:
    """Third-party part shipped with the program."""

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...]


def parts() -> list[Part]:
    """Return Python, and every package that the program needs at run time, sorted by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    distributions: dict[str, Distribution] = {}
    _gather_distributions(project["dependencies"], distributions)
    packages = [_part_of(name, distributions[name]) for name in sorted(distributions)]
    return [Part("python", platform.python_version(), "PSF-2.0", tuple(_python_licence())), *packages]


def _gather_distributions(requirements: list[str], distributions: dict[str, Distribution]) -> None:
    """Add the packages of the requirements to ``distributions`` by name, with all that they need."""
    for text in requirements:
        requirement = Requirement(text)
        name = requirement.name.lower().replace("_", "-")
        if name in distributions or (
            requirement.marker is not None and not requirement.marker.evaluate({"extra": ""})
        ):
            continue
        distributions[name] = distribution(name)
        _gather_distributions(distributions[name].requires or [], distributions)


def _part_of(name: str, package: Distribution) -> Part:
    """Return an installed package as a part, with its licence texts."""
    metadata = package.metadata.json
    licence = str(metadata.get("license_expression") or SPDX.get(name) or metadata.get("license") or "")
    texts = [Path(str(package.locate_file(file))) for file in package.files or [] if _TEXT.search(str(file))]
    texts = [text for text in texts if text.suffix.lower() in ("", ".txt", ".md", ".rst")]
    return Part(name, package.version, licence, tuple(texts) or ((WITHOUT[name],) if name in WITHOUT else ()))


def _python_licence() -> Iterator[Path]:
    """Yield the licence of this Python, which systems keep in different folders."""
    library = Path(sysconfig.get_path("stdlib"))
    for folder in (library, library.parent, library.parent.parent):
        for text in (folder / "LICENSE.txt", folder / "LICENSE"):
            if text.is_file():
                yield text
                return


def licences(folder: Path) -> None:
    """Copy the licences of all parts into a folder, each into a separate subfolder.

    Raises:
        ValueError: a part has no licence text.
    """
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(_LIBRARIES, folder / _LIBRARIES.name)
    for part in parts():
        if not part.texts and part.name != "python":
            raise ValueError(f"{part.name} {part.version} comes without its licence.")
        subfolder = folder / f"{part.name}-{part.version}"
        subfolder.mkdir(parents=True, exist_ok=True)
        (subfolder / "LICENCE-NAME.txt").write_text(f"{part.licence}\n", encoding="utf-8")
        for number, text in enumerate(part.texts, start=1):
            shutil.copyfile(
                text, subfolder / (text.name if len(part.texts) == 1 else f"{number}-{text.name}")
            )


def libraries(program: Path) -> dict[Path, Part]:
    """Return the separately listed shared libraries in the packed program, by file.

    Raises:
        ValueError: a library is not in the list.
    """
    lines = _LIBRARIES.read_text(encoding="utf-8").splitlines()
    listed_licences = {fields[0]: fields[1] for line in lines if len(fields := line.split(" | ")) > 1}
    library_parts: dict[Path, Part] = {}
    for path in sorted(program.rglob("lib*.so*")):
        shared = _SHARED.match(path.name)
        if shared is None or path.is_symlink() or path.parent.name in _TOLD:
            continue
        name = shared[1]
        if name.startswith("libpython"):  # covered by Python
            continue
        if name not in listed_licences:
            raise ValueError(f"{path.name} is packed too, and {_LIBRARIES.name} does not say whose it is.")
        library_parts[path] = Part(name, shared[2] or "0", listed_licences[name], ())
    return library_parts


def started(program: Path) -> Path:
    """Return the program file in the folder, on macOS the one in the app."""
    candidates = (*program.glob("sock-drawer*"), *program.glob("*.app/Contents/MacOS/sock-drawer"))
    return next(path for path in candidates if path.is_file())


def glibc(program: Path) -> tuple[tuple[int, ...], str]:
    """Return the newest glibc version that a file in the folder needs, and its file; empty if none."""
    versions = [
        (tuple(map(int, version.split(b"."))), path.name)
        for path in program.rglob("*")
        if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"
        for version in re.findall(rb"\0GLIBC_(\d+\.\d+)", path.read_bytes())
    ]
    return max(versions, default=((), ""))


def stowaways(program: Path) -> set[str]:
    """Return the packed packages that the program does not need."""
    from PyInstaller.archive.readers import CArchiveReader

    archive = CArchiveReader(str(started(program)))
    modules = archive.open_embedded_archive("PYZ.pyz").toc
    distributions_of = packages_distributions()
    packed = {package for module in modules for package in distributions_of.get(module.partition(".")[0], ())}
    return {name.lower().replace("_", "-") for name in packed} - {part.name for part in parts()}


def wheels() -> dict[str, str]:
    """Return the SHA-256 of each part's wheel for this system, from the registry. Python has no wheel.

    Raises:
        CalledProcessError: the registry cannot be reached.
    """
    requirements = [f"{part.name}=={part.version}" for part in parts() if part.name != "python"]
    pip_command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--dry-run",
        "--ignore-installed",
        "--no-deps",
    ]
    report = subprocess.run(
        [*pip_command, "--report", "-", *requirements], check=True, capture_output=True, text=True
    ).stdout
    return dict(_wheel_digest(entry) for entry in json.loads(report)["install"])


def _wheel_digest(entry: dict[str, Any]) -> tuple[str, str]:
    """Return name and SHA-256 from pip's report. Before version 23.0 it had a single digest."""
    archive = entry["download_info"]["archive_info"]
    digest = archive["hashes"]["sha256"] if "hashes" in archive else archive["hash"].removeprefix("sha256=")
    return entry["metadata"]["name"].lower().replace("_", "-"), digest


def bill(version: str, program: Path) -> str:
    """Return the bill of materials of the program as CycloneDX JSON.

    Args:
        version: version of the program.
        program: its shipped folder; every file is listed with its SHA-256.
    """
    from cyclonedx.model.bom import Bom
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.output.json import JsonV1Dot6

    root = _component(Part("sock-drawer", version, "MIT", ()), "", "", type=ComponentType.APPLICATION)
    digests = wheels()
    components = [
        _component(part, "generic" if part.name == "python" else "pypi", digests.get(part.name, ""))
        for part in parts()
    ]
    components += [_component(part, "", _digest(path)) for path, part in libraries(program).items()]
    root.components = [
        Component(
            name=path.relative_to(program).as_posix(), type=ComponentType.FILE, hashes=_hashes(_digest(path))
        )
        for path in sorted(program.rglob("*"))
        if path.is_file()
    ]
    bom = Bom(components=components)
    bom.metadata.component = root
    bom.register_dependency(root, components)
    return str(JsonV1Dot6(bom).output_as_string(indent=1))


def _component(part: Part, registry: str, digest: str, **extra: Any) -> Any:
    """Return a part as a CycloneDX component. ``registry`` and ``digest`` are "" for none."""
    from cyclonedx.model.component import Component
    from cyclonedx.model.license import LicenseExpression
    from packageurl import PackageURL

    return Component(
        name=part.name,
        version=part.version,
        licenses=[LicenseExpression(part.licence)],
        hashes=_hashes(digest),
        purl=PackageURL(registry, name=part.name, version=part.version) if registry else None,
        bom_ref=f"{part.name}-{part.version}",
        **extra,
    )


def _hashes(digest: str) -> list[Any]:
    """Return a SHA-256 as CycloneDX hashes, none for ""."""
    from cyclonedx.model import HashAlgorithm, HashType

    return [HashType(alg=HashAlgorithm.SHA_256, content=digest)] if digest else []


def _digest(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
