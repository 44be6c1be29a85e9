"""The state vector and what makes it fast: cells, random numbers, playouts, timers. Most of it is compiled."""
