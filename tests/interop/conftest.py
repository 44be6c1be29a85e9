"""The bridges to other tools are tested where those are installed; tests/conftest.py says so where they are not."""

from tests.interop.tools import missing

collect_ignore = list(missing())
