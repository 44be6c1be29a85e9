"""Other people's research tools at this table: OpenSpiel and PettingZoo. Neither is needed to play."""
