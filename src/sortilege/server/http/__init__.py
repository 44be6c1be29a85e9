"""Shared parts of HTTP routes: credentials, rate limits, compression, QR codes and the pages of the browser.

Owns cookies, security headers and the browser's files. Imports only the modules at the top of `server`.
"""
