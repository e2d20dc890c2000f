"""Scripts are sent without spaces and notes, and say what they said."""

from __future__ import annotations

import re

import pytest

from game.core.discovery import phone_page, slugs
from game.party.files import lean, lean_script, sources

CASES = {
    "const a = { b: 1, c };": "const a={b:1,c};",
    "x = a + +b - -c / d;  // a note": "x=a + +b - -c / d;",
    "say(\"a  //  b\", 'c  :  d');": "say(\"a  //  b\",'c  :  d');",
    'f(`a  ${ b ? `in  ${ c }` : "}" }  // d`);': 'f(`a  ${b?`in  ${c}`:"}"}  // d`);',
    r"t.replace(/[/ ]  \/ (x) /g, ' ');": r"t.replace(/[/ ]  \/ (x) /g,' ');",
    "half = (a + b) / 2; third = x / 3; /* c */ y": "half=(a + b)/ 2;third=x / 3;y",
    "const more = yes && a\nlet b": "const more=yes&&a\nlet b",
    'import * as all from "/a.js";': 'import*as all from "/a.js";',
    "return /x y/.test(z)": "return /x y/.test(z)",
}


@pytest.mark.parametrize("source", list(CASES))
def test_spaces_go_where_nobody_needs_them(source: str) -> None:
    assert lean_script(source) == CASES[source]


def test_what_pages_say_and_ask_for_stays() -> None:
    """Every text, every name and every sign of all modules is there, in the same order."""
    texts = re.compile(r'\bt\("((?:[^"\\]|\\.)*)"')
    for source in (*sources(), *map(phone_page, slugs())):
        before = lean(source).decode()
        after = lean_script(before)
        noted = re.sub(r"/\*\*.*?\*/", "", before, flags=re.DOTALL)
        noted = re.sub(r"(?m)(^|[\s;{},])//[^\n\"`]*$", r"\1", noted)
        assert texts.findall(after) == texts.findall(noted)
        assert re.sub(r"\s", "", after) == re.sub(r"\s", "", noted)
        assert lean_script(after) == after
