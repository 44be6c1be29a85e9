"""Parts of bench/server.py: prepared tables, client processes that play them, measurements of the server process, and
the comparison with boardgame.io."""
