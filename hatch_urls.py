"""Where a package comes from: the repository whose workflow builds it, so that a fork's package never points elsewhere.
Built anywhere else it names no address."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

try:
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # to be read without hatchling, as by a test
    MetadataHookInterface = object  # type: ignore[assignment,misc]


def urls(environment: Mapping[str, str]) -> dict[str, str]:
    """The links of a package's page, by the names that package indexes know."""
    server, repository = environment.get("GITHUB_SERVER_URL"), environment.get("GITHUB_REPOSITORY")
    if not server or not repository:
        return {}
    home = f"{server}/{repository}"
    version = environment.get("GITHUB_REF_NAME") or "HEAD"
    return {
        "Homepage": home,
        "Documentation": f"{home}/tree/{version}/docs",
        "Changelog": f"{home}/blob/{version}/CHANGELOG.md",
        "Source": f"{home}/tree/{version}",
        "Issues": f"{home}/issues",
    }


class Links(MetadataHookInterface):
    """What hatchling asks for the fields that pyproject.toml calls dynamic."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["urls"] = urls(os.environ)
