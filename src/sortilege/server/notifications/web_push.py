"""Web Push: encrypts messages so that a browser can read them, but not its push service.

RFC 8291 defines the encryption (aes128gcm of RFC 8188, with a key agreed over P-256), and RFC 8292 (VAPID) how the
server authenticates itself. The cryptographic primitives come from the cryptography package (the `push` extra); without
it push is not offered.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

import msgspec

from sortilege.server import runtime

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

RECORD: Final = 4096  # bytes; a push message is one record
LONGEST: Final = 3000  # bytes of a message; push services accept 4096 bytes after encryption
LAST: Final = b"\x02"  # ends the last record
KEY_LENGTH, AUTH_LENGTH, SALT_LENGTH = 65, 16, 16
TOKEN_LIFE: Final = 12 * 3600  # seconds; at most one day is allowed
HEADER: Final = {"typ": "JWT", "alg": "ES256"}


def available() -> bool:
    """Whether the cryptography package is installed."""
    return find_spec("cryptography") is not None


def encode(raw: bytes) -> str:
    """Encode bytes as URL-safe Base64 without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode URL-safe Base64 with or without padding. Raise ValueError if it is invalid."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


# ---------------------------------------------------------------- keys
def new_key() -> str:
    """Return a new private key, encoded as text."""
    from cryptography.hazmat.primitives.asymmetric import ec

    secret = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encode(int(secret).to_bytes(32, "big"))


def private(key: str) -> EllipticCurvePrivateKey:
    """Decode a private key."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(decode(key), "big"), ec.SECP256R1())


def public(key: str) -> str:
    """Return the public key of a private key, encoded as browsers expect it."""
    return encode(point(private(key).public_key()))


def point(key: EllipticCurvePublicKey) -> bytes:
    """Return a public key as an uncompressed point (65 bytes)."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return bytes(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def point_of(raw: bytes) -> EllipticCurvePublicKey:
    """Decode the public key of a browser. Raise ValueError if it is not a point on the curve."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)


def check_browser_keys(p256dh: str, auth: str) -> None:
    """Raise ValueError if these are not the keys of a browser's push subscription."""
    if len(decode(auth)) != AUTH_LENGTH or len(decode(p256dh)) != KEY_LENGTH:
        raise ValueError("the keys have the wrong length")
    point_of(decode(p256dh))


# ---------------------------------------------------------------- sealing (RFC 8291, 8188)
def seal(message: bytes, p256dh: str, auth: str, salt: bytes = b"", own: str = "") -> bytes:
    """Return the encrypted body of a push message. The salt and the sender's key are new for each message; tests pass
    the values of the RFC's example."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    salt, sender = salt or runtime.token_bytes(SALT_LENGTH), private(own or new_key())
    receiver, sender_point = decode(p256dh), point(sender.public_key())
    agreed = bytes(sender.exchange(ec.ECDH(), point_of(receiver)))
    secret = hkdf(decode(auth), agreed, b"WebPush: info\0" + receiver + sender_point, 32)
    key = hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(sender_point)]) + sender_point
    return head + bytes(AESGCM(key).encrypt(nonce, message + LAST, None))


def hkdf(salt: bytes, secret: bytes, purpose: bytes, length: int) -> bytes:
    """Derive a key of at most 32 bytes with HKDF (RFC 5869) and SHA-256."""
    mixed = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(mixed, purpose + b"\x01", hashlib.sha256)[:length]


# ---------------------------------------------------------------- who sends it (RFC 8292)
def vapid(key: str, audience: str, contact: str) -> str:
    """Return the Authorization header for one push service: a signed token that is valid for half a day."""
    until = int(runtime.now()) + TOKEN_LIFE
    claims = {"aud": audience, "exp": until, "sub": contact}
    signed = ".".join(encode(msgspec.json.encode(part)) for part in (HEADER, claims))
    return f"vapid t={signed}.{encode(signature(key, signed.encode()))}, k={public(key)}"


def signature(key: str, text: bytes) -> bytes:
    """Sign text with ES256. The signature is the numbers r and s, 32 bytes each."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, utils

    r, s = utils.decode_dss_signature(private(key).sign(text, ec.ECDSA(hashes.SHA256())))
    return b"".join(int(number).to_bytes(32, "big") for number in (r, s))
