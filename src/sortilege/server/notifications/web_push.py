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

RECORD_SIZE: Final = 4096  # bytes; a push message is one record
LONGEST: Final = 3000  # bytes of a message; push services accept 4096 bytes after encryption
LAST_RECORD: Final = b"\x02"  # ends the content of the last record
PUBLIC_KEY_LENGTH, NUMBER_LENGTH = 65, 32  # bytes of a point on the curve and of a number
SECRET_LENGTH, KEY_LENGTH, NONCE_LENGTH = 32, 16, 12  # bytes, by the RFCs
AUTH_LENGTH, SALT_LENGTH = 16, 16  # bytes
TOKEN_LIFE: Final = 12 * 3600  # seconds; at most one day is allowed
TOKEN_HEADER: Final = {"typ": "JWT", "alg": "ES256"}


def available() -> bool:
    """Whether the cryptography package is installed."""
    return find_spec("cryptography") is not None


def encode(raw: bytes) -> str:
    """Return bytes as URL-safe Base64 text without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode URL-safe Base64 with or without padding. Raise ValueError if it is invalid."""
    unpadded = text.rstrip("=")
    padding = "=" * (-len(unpadded) % 4)  # to a multiple of four characters
    return urlsafe_b64decode(unpadded + padding)


# ---------------------------------------------------------------- keys
def new_key() -> str:
    """Return a new private key as URL-safe Base64."""
    from cryptography.hazmat.primitives.asymmetric import ec

    secret = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encode(int(secret).to_bytes(NUMBER_LENGTH, "big"))


def decode_private_key(key: str) -> EllipticCurvePrivateKey:
    """Return the private key that `new_key` has encoded."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(decode(key), "big"), ec.SECP256R1())


def public_key(key: str) -> str:
    """Return the public key that belongs to a private key, in the encoding that browsers expect."""
    return encode(public_key_bytes(decode_private_key(key).public_key()))


def public_key_bytes(key: EllipticCurvePublicKey) -> bytes:
    """Return a public key as PUBLIC_KEY_LENGTH bytes: an uncompressed point on the curve."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return bytes(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def decode_public_key(raw: bytes) -> EllipticCurvePublicKey:
    """Return the public key of a browser from its bytes. Raise ValueError if they are not a point on the curve."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)


def check_browser_keys(p256dh: str, auth: str) -> None:
    """Raise ValueError if these are not the keys of a browser's push subscription."""
    if len(decode(auth)) != AUTH_LENGTH or len(decode(p256dh)) != PUBLIC_KEY_LENGTH:
        raise ValueError("the keys have the wrong length")
    decode_public_key(decode(p256dh))


# ---------------------------------------------------------------- encryption (RFC 8291, 8188)
def encrypt(message: bytes, p256dh: str, auth: str, salt: bytes = b"", sender_key: str = "") -> bytes:
    """Return the encrypted body of a push message for the browser with the keys `p256dh` and `auth` (RFC 8291). The
    salt and the sender's private key are random unless a test passes them."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    used_salt = salt or runtime.token_bytes(SALT_LENGTH)
    sender = decode_private_key(sender_key or new_key())
    sender_public, receiver_public = public_key_bytes(sender.public_key()), decode(p256dh)
    shared_secret = bytes(sender.exchange(ec.ECDH(), decode_public_key(receiver_public)))
    purpose = b"WebPush: info\0" + receiver_public + sender_public
    secret = hkdf(decode(auth), shared_secret, purpose, SECRET_LENGTH)
    key = hkdf(used_salt, secret, b"Content-Encoding: aes128gcm\0", KEY_LENGTH)
    nonce = hkdf(used_salt, secret, b"Content-Encoding: nonce\0", NONCE_LENGTH)
    header = used_salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(sender_public)]) + sender_public
    return header + bytes(AESGCM(key).encrypt(nonce, message + LAST_RECORD, None))


def hkdf(salt: bytes, secret: bytes, purpose: bytes, length: int) -> bytes:
    """Derive a key of at most 32 bytes for this purpose from a secret, with HKDF (RFC 5869) and SHA-256."""
    pseudorandom_key = hmac.digest(salt, secret, hashlib.sha256)
    first_block = hmac.digest(pseudorandom_key, purpose + b"\x01", hashlib.sha256)
    return first_block[:length]


# ---------------------------------------------------------------- authentication (RFC 8292)
def authorization(key: str, audience: str, contact: str) -> str:
    """Return the Authorization header for the push service with the URL `audience`. It contains a token that is signed
    with the server's private key `key`. `contact` is a URL for the people who run the push service."""
    expires_at = int(runtime.now()) + TOKEN_LIFE
    claims = {"aud": audience, "exp": expires_at, "sub": contact}
    unsigned_token = ".".join(encode(msgspec.json.encode(part)) for part in (TOKEN_HEADER, claims))
    token = f"{unsigned_token}.{encode(signature(key, unsigned_token.encode()))}"
    return f"vapid t={token}, k={public_key(key)}"


def signature(key: str, text: bytes) -> bytes:
    """Return the signature of a text with a private key (ES256). It consists of two numbers, r and s."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, utils

    r, s = utils.decode_dss_signature(decode_private_key(key).sign(text, ec.ECDSA(hashes.SHA256())))
    return b"".join(int(number).to_bytes(NUMBER_LENGTH, "big") for number in (r, s))
