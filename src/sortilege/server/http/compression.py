"""Responses that are compressed once and sent many times.

Use this only for content without secrets. If a compressed response mixes a secret with a caller's text, its size
reveals the secret.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from litestar import Response

from sortilege.server.http.credentials import Call

ETAG_DIGITS: Final = 20  # hexadecimal


class Compressed(NamedTuple):
    """A response body, the same body compressed with gzip, and its entity tag (the value of the ETag header)."""

    body: bytes
    gzipped: bytes
    etag: str


def compress(body: bytes) -> Compressed:
    """Compress a body and compute its entity tag, which is a hash of the body."""
    return Compressed(body, gzip.compress(body, mtime=0), f'"{sha256(body).hexdigest()[:ETAG_DIGITS]}"')


def compressed_file(file: Path) -> Compressed:
    """Return the compressed content of a file. It is cached until the file changes."""
    status = file.stat()
    return _read(file, status.st_mtime_ns, status.st_size)


@lru_cache(128)
def _read(file: Path, _modified: int, _size: int) -> Compressed:
    return compress(file.read_bytes())


def respond(
    request: Call, content: Compressed, media_type: str, cache_control: str, status: int = 200
) -> Response[bytes]:
    """Return a response with the content, gzipped if the client accepts that."""
    headers = {"etag": content.etag, "cache-control": cache_control, "vary": "accept-encoding"}
    body = content.body
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = content.gzipped
    return Response(body, media_type=media_type, headers=headers, status_code=status)
