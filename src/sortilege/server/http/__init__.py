"""What every HTTP request needs, whatever it is for: credentials, rate limits, pages and compression.

Owns cookies, security headers and the browser's files. Imports only the modules at the top of `server`.
"""
