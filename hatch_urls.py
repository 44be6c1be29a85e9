"""Metadata hook for the links of a package: they name the repository whose workflow builds it, so that a fork's package
does not link elsewhere. A package built outside a workflow has no links."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

try:
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # to be read without hatchling, as by a test
    MetadataHookInterface = object  # type: ignore[assignment,misc]


def urls(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the links of a package, by the names that package indexes know."""
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
    """The hook that hatchling calls for the dynamic fields in pyproject.toml."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["urls"] = urls(os.environ)
