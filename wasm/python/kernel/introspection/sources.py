"""The source of what cells and the session's files define."""

from _ast import ClassDef, Lambda
from linecache import cache
from posix import O_RDONLY, close, read, stat
from posix import open as open_file

from _kernel_scopes import FUNCTIONS, children, parse
from _kernel_statics import LIBRARY

LARGEST = 1 << 20
_trees = {}  # of one file: the last that was asked for


def bytes_of(path):
    """The contents of a file, or none of one that is too large. Raises OSError."""
    if stat(path).st_size > LARGEST:
        return b""
    descriptor = open_file(path, O_RDONLY)
    try:
        parts = []
        while part := read(descriptor, 1 << 16):
            parts.append(part)
        return b"".join(parts)
    finally:
        close(descriptor)


def is_library(path):
    return path.startswith(("<frozen", LIBRARY))


def lines_of(path):
    """The lines of a cell or a file; none when there is no source."""
    known = dict.get(cache, path)
    if type(known) is tuple and len(known) == 4 and type(known[2]) is list:
        return [line for line in known[2] if type(line) is str]
    if path.startswith("<") or is_library(path):
        return []
    try:
        return bytes_of(path).decode("utf-8", "replace").splitlines(True)
    except OSError, ValueError:
        return []


def definition(path, line, name):
    """The `def`, `class` or `lambda` of that name whose first line, decorators included, is `line`; or None."""
    source = "".join(lines_of(path))
    if path not in _trees or _trees[path][0] != source:
        _trees.clear()
        try:
            _trees[path] = source, parse(source)
        except SyntaxError:
            _trees[path] = source, parse("")
    waiting = [_trees[path][1]]
    while waiting:
        node = waiting.pop()
        is_definition = isinstance(node, (*FUNCTIONS, ClassDef, Lambda))
        if is_definition and first_line(node) == line and getattr(node, "name", "<lambda>") == name:
            return node
        if getattr(node, "end_lineno", line) >= line:
            waiting.extend(children(node))
    return None


def first_line(node):
    return min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])


def text_of(path, node):
    """The lines of a definition."""
    return "".join(lines_of(path)[first_line(node) - 1 : node.end_lineno])
