"""What bench/server.py is made of: tables that are stored and scripted beforehand, processes that play them, the
server's process watched from outside, and boardgame.io beside it."""
