"""Record all transcripts again: `python -m tests.server.transcripts [FOLDER]`. With a folder, write there the complete
text of every message instead, which can be compared with that of another version."""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.server.transcripts import FOLDER, SCRIPTS, record

for name in SCRIPTS:
    with tempfile.TemporaryDirectory() as folder:
        transcript = asyncio.run(record(name, Path(folder)))
    if sys.argv[1:]:
        Path(sys.argv[1]).mkdir(exist_ok=True)
        (Path(sys.argv[1]) / f"{name}.txt").write_text(transcript.full_text(), "utf-8")
    else:
        (FOLDER / f"{name}.txt").write_text(transcript.text(), "utf-8")
