"""The music of the six rooms: chords, melodies, and who plays them."""

from __future__ import annotations

from tools.sound.score import MAJOR, MINOR, Line, Score
from tools.sound.voices import (
    bass,
    block,
    brush,
    flute,
    kalimba,
    marimba,
    music_box,
    pad,
    thud,
    tines,
    tuba,
    vibraphone,
)

WALTZ = {
    "a": "1 3 5", "b": "8/2 7", "c": "5 3 6", "d": "5/3", "e": "3/2 5", "f": "8 7 5", "g": "1/3", "h": "- 5 3",
    "i": "3/1.5 4/.5 5", "j": "10/2 8", "k": "5/.5 6/.5 5 3", "-": "-/3",
}  # fmt: skip
TITLE = Score(
    96, 3, 5, MAJOR,
    {
        "A": "F C Dm Bb F Gm C7 F F Am Bb D7 Gm C7 F C7",
        "B": "Bb C Am Dm Gm C7 F F Bb C A7 Dm G7 G7 C C7",
        "A'": "F Am Dm Bb F Gm C7 Dm Bb F Gm D7 Gm C7 F F",
        "bridge": "Dm Dm Am Am Bb F Gm C7 Dm Am Bb Bb F G7 C7 C7",
    },
    (
        Line("base", pad, 0.10, 60, {"p": "1+3+5/3"}, dict.fromkeys(("A", "B", "A'", "bridge"), "p"), -0.3, loose=0.0),
        Line("base", music_box, 0.17, 65, {"p": "1 5 10", "q": "1 8 5", "r": "1 5 8"},
             {"A": "pppr", "B": "qqrp", "A'": "rpqp", "bridge": "qr"}, 0.35, loose=0.012),
        Line("tune", music_box, 0.5, 79, WALTZ, {"A": "abcdaefg ajcdifbg", "B": "", "A'": "", "bridge": "hgkdhgid hgkdjfbg"},
             -0.1, loose=0.012),
        Line("tune", kalimba, 0.55, 74, WALTZ, {"B": "jfidkfeg jfidkeba", "A'": "kifdjkeg khifbefg"}, 0.15, loose=0.012),
        Line("tune", flute, 0.10, 70, {"l": "5/3", "m": "3/3", "-": "-/3"}, {"A'": "-l-m", "bridge": "lm"}, 0.4),
        Line("drive", bass, 0.36, 45, {"p": "1 - 5", "q": "1/2 3", "r": "1 3 5", "s": "1/3"},
             {"A": "psps", "B": "prpq", "A'": "pqpr", "bridge": "srsq"}, -0.1),
        Line("drive", marimba, 0.2, 69, {"p": "- 5 3", "q": "- 8 5", "r": "-/.5 3/.5 5/.5 8/.5 5"},
             {"A": "pq", "B": "pqpr", "A'": "rqrp", "bridge": "rrqr"}, 0.5),
        Line("drive", brush, 0.16, 60, {"p": "- 1/.5 1/.5 1", "q": "-/.5 1/.5 1 1"},
             {"A": "p", "B": "ppq", "A'": "pq", "bridge": "qp"}, 0.25),
    ),
)  # fmt: skip

SAND = {
    "a": "1 3/.5 5/.5 - 8", "b": "8/.5 7/.5 5 -/2", "c": "3 5/.5 6/.5 - 3", "d": "5/1.5 6/.5 -/2", "e": "10/.5 8/.5 5 8/2",
    "f": "5 3/.5 2/.5 1/2", "g": "-/.5 5/.5 8 7/.5 5/.5 3", "h": "1/3 -", "i": "8/1.5 5/.5 6/.5 5/.5 3", "-": "-/4",
}  # fmt: skip
BEACH = Score(
    80, 4, 9, MINOR,
    {
        "A": "Am Am F C Am Dm F G", "B": "C G Am F C G Dm E7", "A'": "Am C F G Am Dm F E7",
        "bridge": "F C Dm Am F C G G", "coda": "Am F C G Dm F E7 Am",
    },
    (
        Line("base", marimba, 0.30, 57, {"p": "1/1.5 5/.5 8 5", "q": "1 5/.5 8/.5 10 8", "r": "1/1.5 8/.5 5 8"},
             {"A": "ppqp", "B": "qrqp", "A'": "rqrp", "bridge": "qqpr", "coda": "pqrq"}, -0.3),
        Line("base", pad, 0.07, 62, {"p": "1+3+5/4"}, dict.fromkeys(("A", "B", "A'", "bridge", "coda"), "p"), 0.3, loose=0.0),
        Line("tune", marimba, 0.5, 74, SAND, {"A": "abcdaefh", "A'": "gbicgdfe", "coda": "idcbifch"}, 0.1),
        Line("tune", kalimba, 0.5, 76, SAND, {"B": "eigfeidb", "bridge": "c-g-"}, -0.15),
        Line("tune", flute, 0.10, 69, {"l": "5/4", "m": "3/4", "n": "8/4", "-": "-/4"},
             {"A": "--l-", "B": "-m", "bridge": "lnml", "coda": "n-m-"}, 0.4),
        Line("drive", bass, 0.36, 40, {"p": "1/1.5 1/.5 5 8", "q": "1 - 5/.5 5/.5 3", "r": "1/1.5 5/.5 8/.5 5/.5 3"},
             {"A": "pq", "B": "prpq", "A'": "rqrp", "bridge": "qpqr", "coda": "rp"}, 0.0),
        Line("drive", brush, 0.15, 60, {"p": "-/.5 1/.5 -/.5 1/.5 -/.5 1/.5 1/.5 1/.5", "q": "1/.5 1/.5 -/.5 1/.5 1/.5 1/.5 -/.5 1/.5"},
             {"A": "p", "B": "ppq", "A'": "qp", "bridge": "qpp", "coda": "qqp"}, 0.35),
        Line("drive", thud, 0.22, 45, {"p": "1/2 1/1.5 1/.5", "q": "1/1.5 1/.5 1/2"},
             {"A": "p", "B": "pq", "A'": "qp", "bridge": "q", "coda": "qpp"}, -0.2),
        Line("drive", block, 0.12, 81, {"p": "-/1 1/.5 -/1.5 1/1", "q": "-/.5 1/.5 -/1 1/.5 1/.5 -/1"},
             {"B": "p", "A'": "qp", "coda": "q"}, -0.5),
    ),
)  # fmt: skip

ORBIT = {
    "a": "5/3 8", "b": "7/2 5/2", "c": "3 5 8/2", "d": "10/4", "e": "8/1.5 7/.5 5/2", "f": "3/2 2 3", "g": "5/4",
    "h": "- 3 5 7", "i": "9/2 8 5", "-": "-/4",
}  # fmt: skip
SPACE = Score(
    64, 4, 2, MAJOR,
    {
        "A": "D Bm G A D F#m G A", "B": "G A F#m Bm Em A D D", "A'": "D F#m G Em Bm G A A7",
        "bridge": "Bm Bm F#m F#m G D Em A7",
    },
    (
        Line("base", pad, 0.11, 57, {"p": "1+5/4"}, dict.fromkeys(("A", "B", "A'", "bridge"), "p"), -0.5, loose=0.0),
        Line("base", pad, 0.09, 66, {"p": "3+5/4", "q": "5+8/4"}, {"A": "pq", "B": "qqpp", "A'": "qp", "bridge": "pppq"},
             0.5, loose=0.0),
        Line("base", tines, 0.10, 69, {"p": "1/.5 5/.5 8/.5 10/.5 8/.5 5/.5 3/.5 5/.5", "q": "8/.5 5/.5 3/.5 5/.5 8/1 10/1",
                                       "r": "1/1 5/1 8/.5 10/.5 12/1"},
             {"A": "prpr", "B": "qpqr", "A'": "rqpq", "bridge": "rrqp"}, 0.2, loose=0.012),
        Line("tune", vibraphone, 0.34, 74, ORBIT, {"A": "acbdefcg", "A'": "iecbhaeg"}, 0.2),
        Line("tune", flute, 0.22, 71, ORBIT, {"B": "iebfhcag", "bridge": "dgdgabeg"}, -0.2),
        Line("tune", music_box, 0.16, 86, {"p": "-/3 8/.5 5/.5", "q": "-/2 5/.5 8/.5 -/1", "-": "-/4"},
             {"A": "-p-q", "B": "p-", "A'": "q-p-", "bridge": "-q"}, 0.6),
        Line("drive", bass, 0.32, 43, {"p": "1/.5 1/.5 1/.5 1/.5 5/.5 1/.5 8/.5 1/.5", "q": "1/.5 1/.5 8/.5 1/.5 1/.5 5/.5 1/.5 3/.5"},
             {"A": "ppq", "B": "pq", "A'": "qpp", "bridge": "qqp"}, 0.0, loose=0.003),
        Line("drive", block, 0.12, 84, {"p": "-/.5 1/.25 1/.25 -/1 -/.5 1/.5 -/.5 1/.5", "q": "1/.25 1/.25 -/1.5 1/.5 -/1 1/.25 1/.25"},
             {"A": "p", "B": "pq", "A'": "qp", "bridge": "qqp"}, 0.5, loose=0.003),
        Line("drive", thud, 0.25, 43, {"p": "1/2 1/2", "q": "1/1.5 1/1 1/1.5"},
             {"A": "p", "B": "ppq", "A'": "q", "bridge": "qp"}, -0.2),
        Line("drive", tines, 0.12, 78, {"p": "8/.25 5/.25 3/.5 8/.25 5/.25 3/.5 10/.25 8/.25 5/.5 8/.25 5/.25 3/.5",
                                        "q": "3/.5 5/.25 8/.25 3/.5 5/.25 8/.25 3/.5 5/.25 10/.25 8/1"},
             {"A": "pq", "B": "qqp", "A'": "qp", "bridge": "ppq"}, -0.6, loose=0.004),
    ),
)  # fmt: skip

DESK = {
    "a": "3/1.5 5/.5 -/.5 8/.5 7", "b": "5 - -/.5 3/.5 5", "c": "8/.5 7/.5 5/.5 3/.5 1/2", "d": "-/.5 3/.5 5/.5 7/.5 8 5",
    "e": "10/1.5 8/.5 5/2", "f": "5/3 -", "g": "-/1 5/.5 5/.5 6/.5 5/.5 3", "h": "7/.5 5/.5 -/.5 7/.5 5/2", "-": "-/4",
}  # fmt: skip
OFFICE = Score(
    96, 4, 5, MAJOR,
    {
        "A": "F Bb F F7 Bb Bb F D7 Gm C7 F C7", "B": "Bb Bb Am D7 Gm C7 F F7 Bb G7 C7 C7",
        "A'": "F Dm Gm C7 Bb Bb Am D7 Gm C7 F D7", "bridge": "Am D7 Gm Gm C7 C7 F Dm Gm G7 C7 C7",
    },
    (
        Line("base", tines, 0.15, 60, {"p": "-/.5 1+3+7/1 -/.5 -/.5 1+3+7/.5 -/1", "q": "1+3+7/1.5 1+3+7/.5 -/2",
                                       "r": "-/1 1+3+5/.5 -/1 3+5+7/1.5"},
             {"A": "pqpr", "B": "qrpp", "A'": "rpqp", "bridge": "qqrp"}, -0.35, 0.16),
        Line("base", pad, 0.045, 55, {"p": "1+5/4"}, dict.fromkeys(("A", "B", "A'", "bridge"), "p"), 0.3, loose=0.0),
        Line("tune", vibraphone, 0.3, 74, DESK, {"A": "abagdcab gcfb", "A'": "dhegacdb ehcf"}, 0.2, 0.16),
        Line("tune", marimba, 0.45, 72, DESK, {"B": "egdhabcb dgce", "bridge": "-g-dh-a- gdhc"}, -0.1, 0.16),
        Line("tune", flute, 0.09, 69, {"l": "3/4", "m": "5/4", "-": "-/4"}, {"bridge": "lm-l", "A'": "---m"}, 0.45),
        Line("drive", bass, 0.36, 43, {"p": "1 3 5 6", "q": "1 5 8 5", "r": "8 7 5 3", "s": "1 2 3 5"},
             {"A": "pqsr", "B": "qspr", "A'": "srpq", "bridge": "spsr"}, 0.0),
        Line("drive", brush, 0.14, 60, {"p": "1 1/.5 1/.5 1 1/.5 1/.5", "q": "1 1/.5 1/.5 1/.5 1/.5 1"},
             {"A": "p", "B": "ppq", "A'": "pq", "bridge": "qqp"}, 0.3, 0.16, 0.004),
        Line("drive", block, 0.11, 82, {"p": "- 1 - 1", "q": "-/1.5 1/.5 -/1 1/1"}, {"A": "p", "B": "pppq", "A'": "pq", "bridge": "qp"},
             -0.5, 0.16, 0.004),
    ),
)  # fmt: skip

MARCH = {
    "a": "1 1/.5 3/.5 5 5", "b": "8 5/.5 6/.5 5/2", "c": "3 3/.5 5/.5 3 1", "d": "5/2 -/2", "e": "8/.5 8/.5 7/.5 6/.5 5 3",
    "f": "10 8 5/2", "g": "5/.5 3/.5 5/.5 8/.5 5/2", "h": "1/3 -", "i": "-/1 5 8 10", "-": "-/4",
}  # fmt: skip
PITCH = Score(
    128, 4, 0, MAJOR,
    {
        "A": "C C F C G G C G C C F C D7 G C C", "B": "F F C C G G C C7 F F C A7 D7 D7 G G7",
        "A'": "C Am F G C Am D7 G C E7 Am F C G C C", "bridge": "Am Am E7 E7 F F C G Am Am F F D7 D7 G7 G7",
    },
    (
        Line("base", tuba, 0.12, 50, {"p": "1 - 5 -", "q": "1 - 3 5", "r": "1 5 1 -"},
             {"A": "ppqp", "B": "qpqr", "A'": "rqpq", "bridge": "prqq"}, -0.15),
        Line("base", kalimba, 0.20, 67, {"p": "- 3+5 - 3+5", "q": "- 5+8 - 3+5", "r": "-/.5 3/.5 5 -/.5 3/.5 8"},
             {"A": "pq", "B": "qqpr", "A'": "rqrp", "bridge": "rp"}, 0.35),
        Line("tune", flute, 0.34, 76, MARCH, {"A": "abcdaefd gbcdeafh", "bridge": "i-gdi-bd f-eda-cd"}, -0.2),
        Line("tune", kalimba, 0.55, 74, MARCH, {"B": "fgbdeacd fgideabd", "A'": "gbecgfcd gibcefah"}, 0.2),
        Line("tune", tuba, 0.10, 60, {"l": "1/2 3/2", "m": "5/3 3", "-": "-/4"}, {"B": "l-m-", "A'": "-m-l", "bridge": "lm"}, 0.45),
        Line("drive", thud, 0.36, 45, {"p": "1 - 1 -", "q": "1 - 1/.5 1/.5 -", "r": "1/.5 1/.5 - 1 -"},
             {"A": "pppq", "B": "pqpr", "A'": "rqrp", "bridge": "prqq"}, 0.0, 0.0, 0.004),
        Line("drive", brush, 0.2, 60, {"p": "- 1 - 1", "q": "- 1/.5 1/.5 - 1", "r": "1/.5 1/.5 1 1/.5 1/.5 1"},
             {"A": "pppq", "B": "qp", "A'": "qqpr", "bridge": "rp"}, 0.3, 0.0, 0.004),
        Line("drive", block, 0.16, 79, {"p": "1/.5 1/.5 1 -/2", "q": "-/2 1/.5 1/.5 1", "r": "1/.5 -/.5 1/.5 -/.5 1/.5 1/.5 1"},
             {"A": "qqpq", "B": "pq", "A'": "rqpq", "bridge": "rrpq"}, -0.5, 0.0, 0.004),
        Line("drive", marimba, 0.22, 62, {"p": "1/.5 1/.5 5/.5 5/.5 8/.5 8/.5 5/.5 3/.5", "q": "8/.5 5/.5 3/.5 5/.5 1/.5 3/.5 5/.5 3/.5"},
             {"A": "p", "B": "pq", "A'": "qp", "bridge": "qqp"}, 0.5, 0.0, 0.004),
    ),
)  # fmt: skip

LATE = {
    "a": "5/1.5 3/.5 1/2", "b": "-/1 7/.5 8/.5 10/2", "c": "3/1.5 5/.5 8/2", "d": "5/3 -", "e": "8/1.5 7/.5 5/2",
    "f": "-/1 3/.5 5/.5 7/2", "g": "7/1.5 5/.5 3/2", "h": "1/3 -", "i": "5/.5 7/.5 8 5/2", "-": "-/4",
}  # fmt: skip
CITY = Score(
    80, 4, 9, MINOR,
    {
        "A": "Am7 Am7 F Em7 Am7 C F G", "B": "Dm7 G C F Dm7 E7 Am Am", "A'": "Am7 C F G F Em7 Dm7 E7",
        "bridge": "F G Em7 Am F G C E7", "coda": "Am7 F C G Dm7 Am7 E7 E7",
    },
    (
        Line("base", tines, 0.16, 62, {"p": "1+3+7/2 -/1.5 3+5/.5", "q": "1+3+5/1.5 -/.5 3+7/2", "r": "-/.5 1+5/.5 3+7/3"},
             {"A": "pq", "B": "qrpq", "A'": "rp", "bridge": "qqrp", "coda": "prq"}, -0.3),
        Line("base", pad, 0.07, 57, {"p": "1+5/4"}, dict.fromkeys(("A", "B", "A'", "bridge", "coda"), "p"), 0.35, loose=0.0),
        Line("tune", vibraphone, 0.34, 72, LATE, {"A": "abcdefgh", "A'": "ibecagfd", "coda": "ecbiagfh"}, 0.15, loose=0.014),
        Line("tune", tines, 0.26, 74, LATE, {"B": "cieafbgh", "bridge": "bdfh-ica"}, -0.2, loose=0.014),
        Line("tune", music_box, 0.13, 86, {"p": "-/3 5/.5 8/.5", "-": "-/4"}, {"B": "---p", "bridge": "-p", "coda": "-p--"}, 0.6),
        Line("drive", bass, 0.36, 40, {"p": "1/.5 -/.5 1/.5 3/.5 - 5/.5 8/.5", "q": "1/1.5 8/.5 -/.5 7/.5 5", "r": "1/.5 1/.5 -/.5 5/.5 8/.5 5/.5 3"},
             {"A": "ppq", "B": "pqpr", "A'": "rqp", "bridge": "qpqr", "coda": "rrpq"}, 0.0),
        Line("drive", brush, 0.18, 60, {"p": "1/.25 1/.25 -/.5 1/.25 1/.25 -/2.5", "q": "1/.25 1/.25 -/.5 1/.25 1/.25 -/.5 1/.25 1/.25 -/.5 1/.25 1/.25 -/.5"},
             {"A": "pq", "B": "q", "A'": "qqp", "bridge": "qp", "coda": "q"}, 0.3, 0.0, 0.003),
        Line("drive", thud, 0.2, 45, {"p": "1/.25 1/.25 -/.5 1/.25 1/.25 -/2.5", "q": "1/2 1/.25 1/.25 -/1.5"},
             {"A": "p", "B": "pq", "A'": "qp", "bridge": "q", "coda": "pq"}, -0.2, 0.0, 0.003),
        Line("drive", kalimba, 0.2, 69, {"p": "-/.5 5/.5 8/.5 5/.5 3/.5 5/.5 8/.5 5/.5", "q": "1/.5 5/.5 3/.5 8/.5 5/.5 3/.5 5/.5 -/.5"},
             {"A": "p", "B": "pq", "A'": "qp", "bridge": "ppq", "coda": "q"}, -0.5),
    ),
)  # fmt: skip

SCORES: dict[str, Score] = {
    "title": TITLE, "beach": BEACH, "space": SPACE, "office": OFFICE, "pitch": PITCH, "city": CITY,
}  # fmt: skip
