"""Simple databases in files, which Pyodide leaves out of CPython's library: here they are always of dbm.sqlite3."""

__all__ = ["error", "open", "whichdb"]

from os import fsencode, path

from . import sqlite3

error = (sqlite3.error, OSError)

_MAGIC = b"SQLite format 3\x00"


def whichdb(filename):
    """Returns the module that opens the file: None without a file, "" for a file of another kind."""
    filename = fsencode(filename)
    if not path.isfile(filename):
        return None
    with _open_file(filename, "rb") as file:
        start = file.read(len(_MAGIC))
    return "dbm.sqlite3" if start in (b"", _MAGIC) else ""


_open_file = open


def open(file, flag="r", mode=0o666):
    """Opens a database: "r" to read, "w" to write, "c" also creates it, "n" starts it anew."""
    if flag != "n" and whichdb(file) == "":
        raise sqlite3.error("db type could not be determined: only databases of dbm.sqlite3 can be opened here")
    return sqlite3.open(file, flag, mode)
