"""Packs modules as a session finds them: sources and bytecode, each deflated, and where each lies.

The build has put `files` beside this: path and bytes of each file, and `root`, where they will lie.
"""

import importlib.util
import json
import marshal
import zlib

from __main__ import files, root

UNCHECKED = (0b01).to_bytes(4, "little")  # a hash that the import system does not compare with the source


def compiled(path, source):
    """Where the bytecode of a module is looked for, and its bytes."""
    code = compile(source, f"{root}/{path}", "exec", dont_inherit=True)
    header = importlib.util.MAGIC_NUMBER + UNCHECKED + importlib.util.source_hash(source)
    return importlib.util.cache_from_source(path), header + marshal.dumps(code)


index, offset = {}, 0
with open("/tmp/included.bin", "wb") as archive:
    for path, data in sorted((path, data.to_bytes()) for path, data in files):
        for name, content in [(path, data), compiled(path, data)] if path.endswith(".py") else [(path, data)]:
            packed = zlib.compress(content, 9, -15)
            archive.write(packed)
            index[name] = (offset, len(packed), len(content))
            offset += len(packed)

json.dumps(index, separators=(",", ":"))
