"""The base class of controllers, which group the routes of one resource."""

from __future__ import annotations

from litestar import Controller
from litestar.handlers import BaseRouteHandler


class ApiController(Controller):
    """A controller whose routes appear on the API page in the order of their definition. Other controllers of Litestar
    sort them by name."""

    def get_route_handlers(self) -> list[BaseRouteHandler]:
        """Return the routes of this controller. Litestar calls this when the application is built."""
        definition_order = [name for owner in reversed(type(self).mro()) for name in vars(owner)]
        return sorted(super().get_route_handlers(), key=lambda handler: definition_order.index(handler.handler_name))
