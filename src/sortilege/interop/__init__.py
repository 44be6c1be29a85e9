"""Interfaces of the games for the research frameworks OpenSpiel and PettingZoo. Neither is needed to play."""
