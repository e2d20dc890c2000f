"""Encrypted channel between a remote phone and this computer, which the relay cannot read or change.

Both ends know the key of the invitation. Each end of each channel makes a fresh P-256 key pair, so an evening
cannot be decrypted later, nor by another guest with the same invitation. Messages use AES-GCM with one key
for each direction and counted nonces, so a lost, repeated, changed or reordered message is rejected.

A guest who can only type has no key. `SasHandshake` agrees on one in the open, and three socks show if there
is a man in the middle. The module needs `cryptography`, an extra, so it is imported only for remote friends.
"""

from __future__ import annotations

import hashlib

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from sockdrawer_elsewhere.relay_invite import Sock

POINT_SIZE, NONCE_SIZE = 65, 32  # bytes of an encoded point, and of the nonce in a phone's commitment
LABEL, SOCKS, LOOK = b"sock-drawer far 1", b"sock-drawer socks 1", b"sock-drawer socks 1 look"
_BLOCK_SIZE, _HEADER_SIZE = 256, 4
"""Message sizes are multiples of a block. The size of a hand would reveal its number of cards."""


class DecryptionError(ValueError):
    """The message was not encrypted with the key, or is not the next one."""


class EphemeralKeyPair:
    """Fresh key pair of one end of a channel."""

    def __init__(self) -> None:
        self._own = ec.generate_private_key(ec.SECP256R1())
        self.point = self._own.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    def agree(self, theirs: bytes, salt: bytes, about: bytes) -> tuple[bytes, bytes]:
        """Shared 32-byte keys (from the phone, to it); raises DecryptionError if ``theirs`` is no point."""
        curve = ec.SECP256R1()
        try:
            peer_key = ec.EllipticCurvePublicKey.from_encoded_point(curve, theirs)
        except ValueError as error:
            raise DecryptionError from error
        key_bytes = HKDF(hashes.SHA256(), 64, salt, about).derive(self._own.exchange(ec.ECDH(), peer_key))
        return key_bytes[:32], key_bytes[32:]


class SecureChannelEnd:
    """One end of an encrypted channel."""

    def __init__(self, hear: bytes, say: bytes) -> None:
        """Create an end that decrypts with ``hear`` and encrypts with ``say``."""
        self._hear, self._say = AESGCM(hear), AESGCM(say)
        self._received_count = self._sent_count = 0

    def seal(self, text: bytes) -> bytes:
        """Encrypt and count the next message, padded to a multiple of `_BLOCK_SIZE` bytes."""
        padded = len(text).to_bytes(_HEADER_SIZE, "big") + text
        padded += bytes(-len(padded) % _BLOCK_SIZE)
        self._sent_count += 1
        return self._say.encrypt((self._sent_count - 1).to_bytes(12, "big"), padded, None)

    def open(self, sealed: bytes) -> bytes:
        """Next message, decrypted and counted, without padding; DecryptionError if it is not that one."""
        try:
            padded = self._hear.decrypt(self._received_count.to_bytes(12, "big"), sealed, None)
        except (InvalidTag, ValueError) as error:
            raise DecryptionError from error
        self._received_count += 1
        size = int.from_bytes(padded[:_HEADER_SIZE], "big")
        if size > len(padded) - _HEADER_SIZE:
            raise DecryptionError
        return padded[_HEADER_SIZE : _HEADER_SIZE + size]


def answer(key: bytes, room: str, theirs: bytes) -> tuple[bytes, SecureChannelEnd]:
    """(host's point, its end of the channel) for a phone's point; DecryptionError if ``theirs`` is none."""
    pair = EphemeralKeyPair()
    return pair.point, SecureChannelEnd(*pair.agree(theirs, key, LABEL + room.encode() + theirs + pair.point))


def commitment(point: bytes, nonce: bytes) -> bytes:
    """Commitment of a phone to its point before it knows the host's: 32 bytes."""
    return hashlib.sha256(SOCKS + point + nonce).digest()


def short_auth_string(theirs: bytes, own_point: bytes, nonce: bytes) -> tuple[Sock, ...]:
    """Three socks, (colour, pattern) with 0 to 7 each, from 18 bits of the handshake's hash."""
    bits = int.from_bytes(hashlib.sha256(LOOK + theirs + own_point + nonce).digest()[:3], "big") >> 6
    return tuple((bits >> at + 3 & 7, bits >> at & 7) for at in (12, 6, 0))


class SasHandshake:
    """Host's end of a handshake without a shared key.

    The phone first sends a commitment to its point (`commitment`). So a man in the middle has to choose
    before anything of the socks is known, and has one chance in 262,144, in public.
    """

    def __init__(self, committed: bytes) -> None:
        self._pair, self._committed = EphemeralKeyPair(), committed
        self.point = self._pair.point

    def reveal(self, message: bytes) -> tuple[tuple[Sock, ...], SecureChannelEnd]:
        """(socks to compare, channel) for the opened commitment; DecryptionError if it does not match."""
        nonce, theirs = message[:NONCE_SIZE], message[NONCE_SIZE:]
        if commitment(theirs, nonce) != self._committed:
            raise DecryptionError
        keys = self._pair.agree(theirs, nonce, SOCKS + theirs + self.point)
        return short_auth_string(theirs, self.point, nonce), SecureChannelEnd(*keys)
