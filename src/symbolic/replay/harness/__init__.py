"""What the symbolic engine runs on CPython.

`replay` runs a user's function on inputs and judges what happens; `oracle` says what known values are. Both answer one
JSON document with another. `loader` imports them and is no part of the package. User code may replace whatever it
reaches of the standard library, so what matters is taken out of it on import.
"""
