"""Counts steps: what CPython's monitoring tells, and what `operations.py` charges for operations on built-in types."""

import sys
from math import log2
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType, WrapperDescriptorType

TOOL = sys.monitoring.PROFILER_ID
EVENTS = sys.monitoring.events
OWN = __file__.rpartition("/")[0] + "/"
# Sizes below which what a C function does with its argument is not worth a word.
SMALL = 8
C_FUNCTIONS = (BuiltinFunctionType, MethodDescriptorType, WrapperDescriptorType, type)
# Functions in C by module and name: what they do with an argument of that length.
LINEAR = {
    "collections.deque", "collections.Counter", "_heapq.heapify", "heapq.heapify", "array.array",
    "_functools.reduce", "functools.reduce", "builtins.bytes", "builtins.bytearray", "builtins.reversed",
}  # fmt: skip
LOGARITHMIC = {
    "_heapq.heappush", "_heapq.heappop", "_heapq.heapreplace", "_heapq.heappushpop", "_bisect.bisect",
    "_bisect.bisect_left", "_bisect.bisect_right",
}  # fmt: skip
# Those whose work grows with no argument, is done lazily, or is charged where it is written (`operations.py`).
KNOWN = frozenset(
    """
    __build_class__ __init__ __init_subclass__ abs add all any append appendleft bin bool cache_clear callable
    chr clear close copy count decode dict difference discard divmod encode endswith enumerate extend filter
    find float fromkeys frozenset get getattr hasattr hash id index insert int intersection isalpha isdigit
    isinstance islice issubclass issubset issuperset items iter join keys len list lower lstrip map max min next
    object ord partition pop popitem popleft print range remove replace repr reverse rfind rotate round rsplit
    rstrip send set setattr setdefault sort sorted split splitlines startswith str strip sum super
    symmetric_difference throw title translate tuple type union update upper values zip
    """.split()
)


class Exhausted(BaseException):
    """The run has taken as many steps as it may."""


class Counter:
    def __init__(self, root, most):
        self._root = root.rstrip("/") + "/"
        self._most = most
        self._place = None
        self._on = False
        self.steps = 0
        self.lines = {}
        # By name: operations whose work is not known, and those that are taken to go once over what they are given;
        # and what is to be said of how others are counted.
        self.uncounted = set()
        self.assumed = set()
        self.notes = set()

    def start(self):
        self.steps, self.lines, self._place, self._on = 0, {}, None, True
        sys.monitoring.use_tool_id(TOOL, "cost")
        for event, callback in (
            (EVENTS.LINE, self._line),
            (EVENTS.JUMP, self._jump),
            (EVENTS.PY_START, self._enter),
            (EVENTS.PY_RESUME, self._enter),
            (EVENTS.CALL, self._call),
        ):
            sys.monitoring.register_callback(TOOL, event, callback)
        sys.monitoring.set_events(TOOL, EVENTS.LINE | EVENTS.JUMP | EVENTS.PY_START | EVENTS.PY_RESUME | EVENTS.CALL)

    def stop(self):
        self._on = False
        if sys.monitoring.get_tool(TOOL):
            sys.monitoring.set_events(TOOL, 0)
            sys.monitoring.free_tool_id(TOOL)

    def charge(self, steps):
        """Takes steps for the line that runs, before what they stand for is done: nothing is done without bound."""
        if not self._on:
            return
        self.steps += steps
        if self._place:
            self.lines[self._place] = self.lines.get(self._place, 0) + steps
        if self.steps > self._most:
            raise Exhausted

    def _line(self, code, line):
        path = code.co_filename
        if path.startswith(OWN):
            return sys.monitoring.DISABLE
        if path.startswith(self._root):
            self._place = (path, line)
        self.charge(1)

    def _jump(self, code, start, end):
        if code.co_filename.startswith(OWN):
            return sys.monitoring.DISABLE
        if end <= start:
            self.charge(1)

    def _enter(self, code, offset):
        if code.co_filename.startswith(OWN):
            return sys.monitoring.DISABLE
        self.charge(1)

    def _call(self, code, offset, function, first):
        own = code.co_filename.startswith(OWN)
        if own or isinstance(function, FunctionType | MethodType):
            return sys.monitoring.DISABLE if own else None
        size = _length(first)
        module, name = getattr(function, "__module__", None), getattr(function, "__name__", "")
        whole = f"{module or type(first).__name__}.{name}"
        if whole in LINEAR:
            self.charge(size or 0)
        elif whole in LOGARITHMIC:
            self.charge(int(log2(size + 1)) if size else 1)
        elif (size is None or size > SMALL) and name not in KNOWN and isinstance(function, C_FUNCTIONS):
            made_of_python = isinstance(function, type) and function.__flags__ & (1 << 9)
            if not made_of_python and size is not None:
                self.assumed.add(whole)
                self.charge(size)
            elif not made_of_python and module in ("re", "_sre", "itertools", "_json"):
                self.uncounted.add(whole)


def _length(value):
    """Of a built-in container or text; None for anything else, whose `__len__` is not asked."""
    kinds = (list, tuple, dict, set, frozenset, str, bytes, bytearray, range)
    return len(value) if isinstance(value, kinds) and type(value).__len__ in _LENGTHS else None


_LENGTHS = {each.__len__ for each in (list, tuple, dict, set, frozenset, str, bytes, bytearray, range)}
