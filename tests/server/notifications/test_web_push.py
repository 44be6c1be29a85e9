"""Web Push: messages sealed and senders proven as the RFCs say, by their own published examples."""

import hashlib
import hmac

import msgspec
import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sortilege.server.notifications import web_push
from tests.server.server_fixture import StoppedClock

# RFC 8291, section 5 and appendix A
MESSAGE = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SENDER_PUBLIC = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
BROWSER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
BROWSER_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
# RFC 8292, section 2.4
SIGNED = (
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1h"
    "aWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
)
SIGNER = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
CLAIMS = {"aud": "https://push.example.net", "exp": 1453523768, "sub": "mailto:push@example.com"}


def decrypt(body: bytes, browser: str, auth: str) -> bytes:
    """What a browser makes of a push message (RFC 8291 read from the other end)."""
    salt, record, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    assert record == 4096 and length == 65
    own = ec.derive_private_key(int.from_bytes(web_push.decode(browser), "big"), ec.SECP256R1())
    agreed = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    context = b"WebPush: info\0" + web_push.decode(web_push.public_key(browser)) + sender
    secret = expand(expand_key(web_push.decode(auth), agreed), context, 32)
    mixed = expand_key(salt, secret)
    key, nonce = expand(mixed, b"Content-Encoding: aes128gcm\0", 16), expand(mixed, b"Content-Encoding: nonce\0", 12)
    plain = AESGCM(key).decrypt(nonce, sealed, None)
    return plain[: plain.rindex(b"\x02")]


def expand_key(salt: bytes, secret: bytes) -> bytes:
    return hmac.digest(salt, secret, hashlib.sha256)


def expand(key: bytes, purpose: bytes, length: int) -> bytes:
    return hmac.digest(key, purpose + b"\x01", hashlib.sha256)[:length]


def claims_of(signed: str, signer: str) -> dict[str, object]:
    """The claims of a token, if the signature is the signer's."""
    text, _, mark = signed.rpartition(".")
    numbers = web_push.decode(mark)
    pair = utils.encode_dss_signature(int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
    web_push.decode_public_key(web_push.decode(signer)).verify(pair, text.encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, object] = msgspec.json.decode(web_push.decode(text.partition(".")[2]))
    return claims


# ---------------------------------------------------------------- RFC 8291
def test_the_message_of_the_rfc_is_sealed_to_the_letter() -> None:
    assert web_push.public_key(SENDER) == SENDER_PUBLIC and web_push.public_key(BROWSER) == BROWSER_PUBLIC
    sealed = web_push.encrypt(MESSAGE, BROWSER_PUBLIC, AUTH, web_push.decode(SALT), SENDER)
    assert web_push.encode(sealed) == SEALED


def test_only_the_browser_it_is_for_opens_a_message() -> None:
    assert decrypt(web_push.decode(SEALED), BROWSER, AUTH) == MESSAGE
    browser, auth = web_push.new_key(), web_push.encode(bytes(16))
    body = web_push.encrypt("À vous".encode(), web_push.public_key(browser), auth)
    assert decrypt(body, browser, auth).decode() == "À vous"
    with pytest.raises(InvalidTag):
        decrypt(body, web_push.new_key(), auth)
    assert body[:16] != web_push.encrypt(b"", web_push.public_key(browser), auth)[:16], (
        "salt and key are new for every message"
    )


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        (BROWSER_PUBLIC, "AAAA"),
        (BROWSER_PUBLIC[:-4], AUTH),
        (web_push.encode(b"\x04" + bytes(64)), AUTH),
        ("é", AUTH),
    ],
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ValueError):
        web_push.check_browser_keys(p256dh, auth)
    web_push.check_browser_keys(BROWSER_PUBLIC, AUTH)


# ---------------------------------------------------------------- RFC 8292
def test_the_token_of_the_rfc_is_understood_by_what_checks_ours() -> None:
    assert claims_of(SIGNED, SIGNER) == CLAIMS
    with pytest.raises(InvalidSignature):
        claims_of(SIGNED, SENDER_PUBLIC)


def test_a_sender_is_proven_to_one_push_service_for_half_a_day(clock: StoppedClock) -> None:
    header = web_push.authorization(SENDER, "https://push.example.net", "https://play.example")
    scheme, _, values = header.partition(" ")
    token, _, key = values.partition(", ")
    assert scheme == "vapid" and key == f"k={SENDER_PUBLIC}"
    claims = claims_of(token.removeprefix("t="), SENDER_PUBLIC)
    assert claims == {"aud": "https://push.example.net", "exp": 1_800_043_200, "sub": "https://play.example"}
