"""Compiles the standard library to bytecode, in the interpreter that is to import it.

The build has put `added` beside this: path and source of each module that the library lacks.
"""

import importlib.util
import marshal
import zipfile

from __main__ import added

ARCHIVE = "/lib/python314.zip"
TIMESTAMP = (2020, 1, 1, 0, 0, 0)

library = zipfile.ZipFile(ARCHIVE)
sources = {name: library.read(name) for name in library.namelist()} | {name: text.encode() for name, text in added}
header = importlib.util.MAGIC_NUMBER + bytes(12)
with zipfile.ZipFile("/tmp/library.zip", "w") as compiled:
    for name, data in sorted(sources.items()):
        if name.endswith(".py"):
            code = compile(data, f"{ARCHIVE}/{name}", "exec", dont_inherit=True)
            name, data = f"{name}c", header + marshal.dumps(code)
        compiled.writestr(zipfile.ZipInfo(name, TIMESTAMP), data, zipfile.ZIP_DEFLATED, 9)
