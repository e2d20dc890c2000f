"""Sealed lines: what the relay between a far phone and this computer cannot read or change.

Both ends know the key of the invitation. Each line makes a fresh pair on P-256 at each end, so that nothing
of an evening can be read later, nor by another guest with the same invitation. AES-GCM, one key for each
direction, nonces that count: what is left out, doubled, changed or out of order is no message.

Who can only type has no key: `SasHandshake` makes one in the open, and three socks show whether anybody is in
between. It needs `cryptography`, an extra, so it is imported only where friends elsewhere are wanted.
"""

from __future__ import annotations

import hashlib

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from game.party.relay_invite import Sock

POINT, NONCE = 65, 32
"""Bytes of a point as it is sent, and of what a phone commits itself to with its own."""
LABEL, SOCKS, LOOK = b"sock-drawer far 1", b"sock-drawer socks 1", b"sock-drawer socks 1 look"
_BLOCK, _HEAD = 256, 4
"""Sizes are multiples of a block, as the size of a hand would tell how many cards it has."""


class DecryptionError(ValueError):
    """Not from somebody who knows the key, or not the next message."""


class EphemeralKeyPair:
    """A fresh key of one end of one line."""

    def __init__(self) -> None:
        self._own = ec.generate_private_key(ec.SECP256R1())
        self.point = self._own.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    def agree(self, theirs: bytes, salt: bytes, about: bytes) -> tuple[bytes, bytes]:
        """Two keys that only both ends can work out: of what the phone says, and of what it is told.

        Raises:
            DecryptionError: theirs is no point.
        """
        curve = ec.SECP256R1()
        try:
            other = ec.EllipticCurvePublicKey.from_encoded_point(curve, theirs)
        except ValueError as error:
            raise DecryptionError from error
        made = HKDF(hashes.SHA256(), 64, salt, about).derive(self._own.exchange(ec.ECDH(), other))
        return made[:32], made[32:]


class SecureChannelEnd:
    """One end of one line."""

    def __init__(self, hear: bytes, say: bytes) -> None:
        """Open what comes with one key, and seal what goes with the other."""
        self._hear, self._say = AESGCM(hear), AESGCM(say)
        self._heard = self._said = 0

    def seal(self, text: bytes) -> bytes:
        """The next message."""
        padded = len(text).to_bytes(_HEAD, "big") + text
        padded += bytes(-len(padded) % _BLOCK)
        self._said += 1
        return self._say.encrypt((self._said - 1).to_bytes(12, "big"), padded, None)

    def open(self, sealed: bytes) -> bytes:
        """What the next message says.

        Raises:
            DecryptionError: it is another, or was changed.
        """
        try:
            padded = self._hear.decrypt(self._heard.to_bytes(12, "big"), sealed, None)
        except (InvalidTag, ValueError) as error:
            raise DecryptionError from error
        self._heard += 1
        size = int.from_bytes(padded[:_HEAD], "big")
        if size > len(padded) - _HEAD:
            raise DecryptionError
        return padded[_HEAD : _HEAD + size]


def answer(key: bytes, room: str, theirs: bytes) -> tuple[bytes, SecureChannelEnd]:
    """The host's point, and its end of the line, for the point of a phone.

    Raises:
        DecryptionError: it is no point.
    """
    own = EphemeralKeyPair()
    return own.point, SecureChannelEnd(*own.agree(theirs, key, LABEL + room.encode() + theirs + own.point))


def commitment(point: bytes, nonce: bytes) -> bytes:
    """By what a phone binds itself to a point before it has seen the host's: 32 bytes."""
    return hashlib.sha256(SOCKS + point + nonce).digest()


def short_auth_string(theirs: bytes, own: bytes, nonce: bytes) -> tuple[Sock, ...]:
    """What both ends show of 18 bits of all that was said: who is in between cannot make them alike."""
    bits = int.from_bytes(hashlib.sha256(LOOK + theirs + own + nonce).digest()[:3], "big") >> 6
    return tuple((bits >> at + 3 & 7, bits >> at & 7) for at in (12, 6, 0))


class SasHandshake:
    """The host's end of a line without a key.

    The phone says first what it will say (`commitment`), so that whoever is in between has to choose before
    anything of the socks is known, and has one chance of 262,144, in public.
    """

    def __init__(self, committed: bytes) -> None:
        self._pair, self._committed = EphemeralKeyPair(), committed
        self.point = self._pair.point

    def reveal(self, said: bytes) -> tuple[tuple[Sock, ...], SecureChannelEnd]:
        """The socks to compare, and the line, from what the phone had bound itself to.

        Raises:
            DecryptionError: it was something else.
        """
        nonce, theirs = said[:NONCE], said[NONCE:]
        if commitment(theirs, nonce) != self._committed:
            raise DecryptionError
        keys = self._pair.agree(theirs, nonce, SOCKS + theirs + self.point)
        return short_auth_string(theirs, self.point, nonce), SecureChannelEnd(*keys)
