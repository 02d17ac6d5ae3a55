"""A mapping of bytes to bytes in an SQLite file, with the table that CPython's dbm.sqlite3 has."""

import os
import sqlite3
from collections.abc import MutableMapping
from contextlib import suppress
from urllib.parse import quote

_MODES = {"r": "ro", "w": "rw", "c": "rwc", "n": "rwc"}


class error(OSError):
    pass


def _bytes(value):
    return value.encode() if isinstance(value, str) else bytes(memoryview(value))


class _Database(MutableMapping):
    def __init__(self, file, flag, mode):
        if flag not in _MODES:
            raise ValueError(f"Flag must be 'r', 'w', 'c' or 'n', not {flag!r}")
        name = os.path.abspath(os.fsdecode(file))
        if flag == "n":
            with suppress(FileNotFoundError):
                os.unlink(name)
        elif flag != "c" and not os.path.exists(name):
            raise error(f"{name} does not exist; use the flag 'c' or 'n' to create it")
        if flag in "cn":
            os.close(os.open(name, os.O_CREAT | os.O_RDWR, mode))
        try:
            self._connection = sqlite3.connect(
                f"file:{quote(name)}?mode={_MODES[flag]}", uri=True, isolation_level=None
            )
        except sqlite3.Error as failure:
            raise error(str(failure)) from None
        if flag != "r":
            self._execute("CREATE TABLE IF NOT EXISTS Dict (key BLOB UNIQUE NOT NULL, value BLOB NOT NULL)")

    def _execute(self, statement, *values):
        if self._connection is None:
            raise error("The database has been closed")
        try:
            return self._connection.execute(statement, values)
        except sqlite3.Error as failure:
            raise error(str(failure)) from None

    def __len__(self):
        return self._execute("SELECT count(*) FROM Dict").fetchone()[0]

    def __getitem__(self, key):
        row = self._execute("SELECT value FROM Dict WHERE key = CAST(? AS BLOB)", _bytes(key)).fetchone()
        if row is None:
            raise KeyError(key)
        return row[0]

    def __setitem__(self, key, value):
        self._execute("REPLACE INTO Dict VALUES (CAST(? AS BLOB), CAST(? AS BLOB))", _bytes(key), _bytes(value))

    def __delitem__(self, key):
        if self._execute("DELETE FROM Dict WHERE key = CAST(? AS BLOB)", _bytes(key)).rowcount == 0:
            raise KeyError(key)

    def __iter__(self):
        for row in self._execute("SELECT key FROM Dict").fetchall():
            yield row[0]

    def keys(self):
        return list(self)

    def reorganize(self):
        self._execute("VACUUM")

    def close(self):
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def open(filename, /, flag="r", mode=0o666):
    """Opens a database: "r" to read, "w" to write, "c" also creates it, "n" starts it anew."""
    return _Database(filename, flag, mode)
