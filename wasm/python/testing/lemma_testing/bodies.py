"""Whether a test ran the function that its file defines, to its end: told by CPython's monitoring, not by pytest."""

import ast
import sys

import pytest

TOOL = 4
_monitoring = sys.monitoring
_EVENTS = _monitoring.events
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
_BLOCKS = ast.If | ast.Try | ast.TryStar | ast.With | ast.For | ast.While | ast.Match


class Bodies:
    def __init__(self):
        self._paths = set()
        self._file = None
        self._defined = {}
        self._ended = {}

    def watch(self, items):
        """Called when all tests are collected: what runs before costs nothing."""
        self._paths = {str(item.path) for item in items if isinstance(item, pytest.Function)}
        if self._paths and _monitoring.get_tool(TOOL) is None:
            _monitoring.use_tool_id(TOOL, "tests")
            _monitoring.register_callback(TOOL, _EVENTS.PY_START, self._start)
            _monitoring.register_callback(TOOL, _EVENTS.PY_RETURN, self._return)
            _monitoring.set_events(TOOL, _EVENTS.PY_START)

    def begin(self):
        self._ended = {}

    def skipped(self, item):
        """Whether a test that passed did not run its function to the end. False where that cannot be told."""
        if not isinstance(item, pytest.Function) or str(item.path) not in self._paths:
            return False
        classes = [each.name for each in item.listchain() if isinstance(each, pytest.Class)]
        name = ".".join([*classes, item.originalname])
        lines = self._definitions(str(item.path)).get(name)
        return bool(lines) and not any(self._ended.get((str(item.path), name, line)) for line in lines)

    def _start(self, code, _offset):
        if code.co_filename not in self._paths:
            return _monitoring.DISABLE
        _monitoring.set_local_events(TOOL, code, _EVENTS.PY_RETURN)
        self._ended[_key(code)] = False
        return None

    def _return(self, code, _offset, _value):
        self._ended[_key(code)] = True

    def _definitions(self, path):
        if path != self._file:
            self._file, self._defined = path, _plain_functions(path)
        return self._defined


def _key(code):
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _plain_functions(path):
    """First lines by name, of functions that nothing in the file replaces or decorates with more than marks."""
    try:
        with open(path, "rb") as file:
            tree = ast.parse(file.read())
    except OSError, SyntaxError, ValueError, RecursionError, MemoryError:
        return {}
    found, replaced = {}, set()
    _look(tree.body, "", found, replaced)
    return {name: lines for name, lines in found.items() if name not in replaced}


def _look(body, prefix, found, replaced):
    for node in body:
        if isinstance(node, _FUNCTIONS):
            name = prefix + node.name
            found.setdefault(name, []).append(min(each.lineno for each in (node, *node.decorator_list)))
            if not all(map(_is_mark, node.decorator_list)):
                replaced.add(name)
        elif isinstance(node, ast.ClassDef):
            inner = f"{prefix}{node.name}."
            _look(node.body, inner, found, replaced)
            if node.decorator_list:
                replaced.update(each for each in found if each.startswith(inner))
        elif isinstance(node, _BLOCKS):
            for each in ast.iter_child_nodes(node):
                if isinstance(each, ast.ExceptHandler | ast.match_case):
                    _look(each.body, prefix, found, replaced)
                else:
                    _look([each], prefix, found, replaced)
        else:
            for each in ast.walk(node):
                name = each.id if isinstance(each, ast.Name) else getattr(each, "asname", None)
                name = each.name if isinstance(each, ast.alias) and name is None else name
                if name:
                    replaced.add(prefix + name)


def _is_mark(node):
    node = node.func if isinstance(node, ast.Call) else node
    return isinstance(node, ast.Attribute) and ast.unparse(node).startswith(("pytest.mark.", "mark."))
