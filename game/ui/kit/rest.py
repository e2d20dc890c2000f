"""Whether the system was asked for less motion: then little moves here too, until somebody says otherwise."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

PATIENCE = 1.0
"""Seconds for which the system is waited for; who asks for nothing is kept from nothing."""
_ANIMATES = 0x1042
"""What Windows calls the question whether its windows are animated."""


def asked_for(system: str = sys.platform) -> bool:
    """Ask the system, where it can be asked: Windows, macOS, and desktops with ``gsettings``."""
    if system == "win32":
        return _windows_rests()
    if system == "darwin":
        return _answer("defaults", "read", "com.apple.universalaccess", "reduceMotion") == "1"
    return _answer("gsettings", "get", "org.gnome.desktop.interface", "enable-animations") == "false"


def _answer(*words: str) -> str:
    """What a command of the system says; nothing where there is none."""
    command = shutil.which(words[0])
    if command is None:
        return ""
    try:
        told = subprocess.run(
            [command, *words[1:]], capture_output=True, text=True, timeout=PATIENCE, check=False,
            env={**os.environ, "LC_ALL": "C"},
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""
    return told.stdout.strip()


def _windows_rests() -> bool:
    if sys.platform != "win32":
        return False
    import ctypes

    animates = ctypes.c_int(1)
    asked = ctypes.windll.user32.SystemParametersInfoW(_ANIMATES, 0, ctypes.byref(animates), 0)
    return bool(asked) and not animates.value
