"""What people are called in a hall: names that are given, and names that a class had better not read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable

from game.match.seats import unlike
from game.party.messages import clean_name

GIVEN = (
    "Argyle", "Bobbin", "Button", "Cotton", "Cuff", "Denim", "Felt", "Fleece", "Flock", "Fuzz", "Garter",
    "Heel", "Jersey", "Knot", "Lace", "Linen", "Loop", "Merino", "Mohair", "Moss", "Needle", "Patch",
    "Plaid", "Plush", "Purl", "Ribbon", "Satin", "Scarf", "Spool", "Stitch", "Stripe", "Tassel", "Thread",
    "Toe", "Tuft", "Tweed", "Velvet", "Weft", "Wool", "Yarn", "Zigzag",
)  # fmt: skip
"""For whoever types none; more of them than a hall has chairs."""
BOTS = ("Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe")
"""What computer players are called, as in a lobby."""
_BOT = re.compile(rf"Bot ({'|'.join(BOTS)})( \d+)?")
ANYWHERE = (
    "affancul", "arschfick", "arschgeige", "arschgesicht", "arschloch", "arsehole", "asshole", "bastard",
    "blowjob", "bougnoul", "bullshit", "cocksuck", "coglion", "connard", "connasse", "dickhead", "drecksau",
    "dreckssau", "enfoire", "faggot", "fickdich", "filsdepute", "fotze", "fuck", "hijodeputa", "hijoputa",
    "hitler", "hurenkind", "hurensohn", "judensau", "kanacke", "kanake", "kinderfick", "mierda", "missgeburt",
    "mongoloid", "motherf", "mutterfick", "nigger", "niquetamere", "nuttensohn", "penis", "pimmel",
    "porcodio", "pouffiasse", "pussy", "scheiss", "scheiß", "schlampe", "schwanzlutsch", "schwuchtel",
    "shithead", "siegheil", "stronz", "trouduc", "untermensch", "vagina", "vollidiot", "wanker", "wichser",
    "wixer",
)  # fmt: skip
"""Not to be read anywhere in a name, neither over its gaps: no stem that first and last names make together,
as "salope" in Rosa Lopez."""
ALONE = frozenset((
    "anal", "anus", "arsch", "ass", "batard", "behindert", "bimbo", "bitch", "bitches", "bollocks",
    "branleur", "cabron", "cazzi", "cazzo", "chink", "cock", "conard", "couille", "couilles", "cunt", "depp",
    "dick", "dildo", "diocane", "encule", "enculer", "fag", "fdp", "fick", "ficken", "ficker", "fotz",
    "frocio", "gilipollas", "hure", "huren", "idiot", "idiota", "joder", "kacke", "maricon", "merda", "merde",
    "minchia", "misgeburt", "mongo", "mongos", "muschi", "nazi", "nazis", "neger", "nigga", "ntm", "nutte",
    "nutten", "pede", "pedo", "pendejo", "piss", "pompino", "porn", "putain", "puttana", "rapist", "retard",
    "salaud", "salope", "sau", "sex", "shit", "slut", "spacko", "spast", "spasten", "spasti", "tapette",
    "tits", "titten", "tranny", "twat", "wank", "whore", "wichs", "wixen", "zigeuner", "zoccola",
))  # fmt: skip
"""Not to be a word of a name; within a word they are harmless, as in Nazim or Yoshito."""
AS_WRITTEN = frozenset(("puta", "putas", "pute", "putes", "puto", "putos"))
"""The same, but with a letter said twice it is somebody's name, as in van de Putte."""
_LEET = str.maketrans("013457@$!€", "oieastasie")
_WORDS = re.compile(r"[^\W\d_]+")
_AGAIN = re.compile(r"(.)\1+")


class NameFilter:
    """Which names a class may read."""

    def __init__(self, more: Iterable[str] = ()) -> None:
        """Refuse what is known, and these words of a teacher's own wherever they stand."""
        self._anywhere = tuple(filter(None, map(_folded, (*ANYWHERE, *more))))

    def allows(self, name: str) -> bool:
        """Whether this may be read by everybody."""
        words = _WORDS.findall(_folded(name))
        # Spelt with gaps, or with a letter said three times, it is the same word.
        written = {*words, "".join(words)}
        spelt = written | {_AGAIN.sub(r"\1", word) for word in written}
        if not AS_WRITTEN.isdisjoint(written):
            return False
        return ALONE.isdisjoint(spelt) and not any(bad in form for bad in self._anywhere for form in spelt)

    def fitting(self, said: str, others: Collection[str]) -> str:
        """The name of somebody who has said this: theirs, or where that will not do one that is given.

        Args:
            said: what they have typed, if anything.
            others: the names that are taken; two of a name are told apart.
        """
        name = clean_name(said)
        if name and self.allows(name):
            return unlike(name, others)
        return next((given for given in GIVEN if given not in others), unlike(GIVEN[0], others))


def is_bot_name(name: str) -> bool:
    """Whether a computer player of a hall is called so: the word for one, and one of its names."""
    return _BOT.fullmatch(name) is not None


def _folded(name: str) -> str:
    """Small letters without accents, and what stands for a letter as that letter."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LEET))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))
