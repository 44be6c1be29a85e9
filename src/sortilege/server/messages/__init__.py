"""The wire: every message the browser, a program or another server can meet, a file for each part of the house. One
set of structs is the WebSocket protocol, the HTTP API, the OpenAPI page and (through web/make_types.py) the browser's
types. A module that sends structs declared elsewhere lists all its messages in `__all__`, in the order of wire.ts."""
