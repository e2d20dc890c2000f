"""Both ends of an encrypted channel: no message is read twice, and none is encrypted like another."""

from __future__ import annotations

import pytest

pytest.importorskip("cryptography", reason="friends elsewhere are an extra: requirements-far.txt")

from sockdrawer_elsewhere.secure_channel import (
    NONCE_SIZE,
    DecryptionError,
    EphemeralKeyPair,
    SasHandshake,
    SecureChannelEnd,
    commitment,
)

HEAR, SAY = b"h" * 32, b"s" * 32


def test_equal_messages_are_encrypted_differently() -> None:
    end = SecureChannelEnd(HEAR, SAY)
    assert len({end.seal(b"a card") for _ in range(3)}) == 3


def test_repeated_lost_or_changed_message_is_rejected() -> None:
    here, there = SecureChannelEnd(HEAR, SAY), SecureChannelEnd(SAY, HEAR)
    first, second, third = (here.seal(text) for text in (b"1", b"2", b"3"))
    assert there.open(first) == b"1"
    for wrong in (first, third, second[:-1], second[:-1] + bytes([second[-1] ^ 1])):
        with pytest.raises(DecryptionError):
            there.open(wrong)
    assert there.open(second) == b"2"


def test_phone_cannot_change_its_point_after_it_has_seen_the_hosts() -> None:
    nonce, point, other = bytes(NONCE_SIZE), EphemeralKeyPair().point, EphemeralKeyPair().point
    handshake = SasHandshake(commitment(point, nonce))
    with pytest.raises(DecryptionError):
        handshake.reveal(nonce + other)
    socks, _channel = handshake.reveal(nonce + point)
    assert len(socks) == 3
