"""Seats: taking and leaving them, bots that play for people, and each person's share of the random seed."""
