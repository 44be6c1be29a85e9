"""Runs long computations outside the event loop: one pool of worker processes with one fair queue.

Owns the processes and the switch to the compiled engine. Imports only the modules at the top of `server`.
"""
