"""The table on the network: routes, live tables, the log on disk, seats and bots."""
