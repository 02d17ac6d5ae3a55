"""Which lines of the repository's own files ran, told by CPython's monitoring: a line costs something once."""

import ast
import os
import re
import sys
from types import CodeType

_open = open  # the code under test may replace it
TOOL = sys.monitoring.COVERAGE_ID
LINE = sys.monitoring.events.LINE
FILES = 200
RANGES = 40
SKIPPED = {"build", "dist", "docs", "doc", "examples", "node_modules", "test", "testing", "tests"}
# Calls that give something else each time: clocks, and draws that no seed decides.
CHANCE = re.compile(
    r"(?:^|\.)(?:(?:datetime|date)\.(?:now|utcnow|today)|time\.time|(?:time|monotonic|perf_counter|process_time)_ns"
    r"|monotonic|perf_counter|process_time|urandom|uuid1|uuid4|randbelow|token_(?:bytes|hex|urlsafe))$|^time$"
)
CALLED = re.compile(r"(?:time|now|today|_ns|monotonic|perf_counter|urandom|uuid[14]|randbelow|token_\w+)\(")
PLACES = 5
CODE = "<check>"  # what code is called that is no file, also in tracebacks
EXCLUDED = re.compile(r"#\s*pragma:\s*no cover")


def is_of_tests(path):
    """Whether a file holds tests, or what belongs to them, or is none of what is tested."""
    *folders, name = path.split("/")
    stem = name.removesuffix(".py")
    return stem == "conftest" or stem.startswith("test_") or stem.endswith("_test") or not SKIPPED.isdisjoint(folders)


class LineCoverage:
    def __init__(self, root, code="", supplied=frozenset()):
        """`code`: what is run under the name `CODE`; neither it nor `supplied` files are the repository's."""
        self._root = root.rstrip("/") + "/"
        self._lines = {}
        self._code = code
        self._supplied = supplied

    def start(self):
        sys.monitoring.use_tool_id(TOOL, "coverage")
        sys.monitoring.register_callback(TOOL, LINE, self._line)
        sys.monitoring.set_events(TOOL, LINE)

    def _line(self, code, line):
        path = code.co_filename
        if path == CODE or path.startswith(self._root):
            self._lines.setdefault(path, set()).add(line)
        return sys.monitoring.DISABLE

    def report(self):
        """Files with their lines; those with the most missed lines first."""
        sys.monitoring.set_events(TOOL, 0)
        rows, covered, total = [], 0, 0
        for path, lines in self._lines.items():
            name = path.removeprefix(self._root)
            if path == CODE or path in self._supplied or is_of_tests(name):
                continue
            wanted = _executable(path)
            hit = len(wanted & lines)
            covered, total = covered + hit, total + len(wanted)
            missed = _ranges(sorted(wanted), lines)
            rows.append((len(wanted) - hit, name, hit, len(wanted), missed[:RANGES], max(0, len(missed) - RANGES)))
        rows.sort(key=lambda row: (-row[0], row[1]))
        return {
            "covered": covered,
            "lines": total,
            "files": [row[1:] for row in rows[:FILES]],
            "more_files": max(0, len(rows) - FILES),
            "never_imported": self._never_imported(),
            "chance": self._chance(),
        }

    def _chance(self):
        """Where tests that ran compare a clock or a draw: what they say of it may be otherwise the next time."""
        found = []
        for path, lines in self._lines.items():
            name = path.removeprefix(self._root)
            if path == CODE or is_of_tests(name):
                found += [f"{name}:{line}" for line in self._compared(path, lines)]
        return found[:PLACES]

    def _compared(self, path, lines):
        try:
            source = self._code if path == CODE else _source(path).decode()
            if not CALLED.search(source):
                return []  # most files: parsing is slow
            tree = ast.parse(source)
        except OSError, SyntaxError, ValueError:
            return []
        asked = (node for node in ast.walk(tree) if isinstance(node, ast.Assert | ast.Compare))
        ran = (node for node in asked if not lines.isdisjoint(range(node.lineno, node.end_lineno + 1)))
        return sorted({node.lineno for node in ran if any(map(_is_chance, ast.walk(node)))})

    def _never_imported(self):
        found = []
        # No line of an empty module runs.
        known = self._supplied | {getattr(module, "__file__", None) for module in list(sys.modules.values())}
        for folder, folders, files in os.walk(self._root):
            folders[:] = sorted(each for each in folders if each not in SKIPPED and not each.startswith("."))
            if "__init__.py" not in files:
                continue
            paths = (os.path.join(folder, file) for file in sorted(files) if file.endswith(".py"))
            found += [path.removeprefix(self._root) for path in paths if path not in self._lines and path not in known]
        return [path for path in found if not is_of_tests(path)][:FILES]


def _source(path):
    with _open(path, "rb") as file:
        return file.read()


def _is_chance(node):
    if not isinstance(node, ast.Call):
        return False
    name = ast.unparse(node.func)
    return CHANCE.search(name) is not None and not (name == "time" and node.args)


def _executable(path):
    try:
        source = _source(path)
        tree = ast.parse(source)
        codes, lines = [compile(tree, path, "exec", dont_inherit=True)], set()
    except OSError, SyntaxError, ValueError:
        return set()
    while codes:
        code = codes.pop()
        lines.update(line for _, _, line in code.co_lines() if line)
        codes += [each for each in code.co_consts if isinstance(each, CodeType)]
    return lines - _excluded(tree, source)


def _excluded(tree, source):
    """Lines of what is marked with `# pragma: no cover`."""
    marked = {
        number for number, line in enumerate(source.decode(errors="replace").split("\n"), 1) if EXCLUDED.search(line)
    }
    excluded = set(marked)
    if marked:
        for node in ast.walk(tree):
            if getattr(node, "lineno", None) in marked and isinstance(node, ast.stmt | ast.ExceptHandler):
                first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])
                excluded.update(range(first, node.end_lineno + 1))
    return excluded


def _ranges(wanted, lines):
    """Runs of missed lines, between which nothing ran."""
    found, first, last = [], None, None
    for line in [*wanted, None]:
        if line is not None and line not in lines:
            first, last = first or line, line
        elif first:
            found.append((first, last))
            first = None
    return found
