"""Counts steps: what CPython's monitoring tells, and what `operations.py` charges for operations on built-in types."""

import sys
from contextlib import contextmanager
from math import log2
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType, WrapperDescriptorType

from lemma_cost import surroundings
from lemma_cost.known import CONSTANT_MODULES, GOES_OVER, is_plain, length, whole_name

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
        # How many take the place of steps: of what a library does in C, and of everything.
        self._trusted = self._paused = 0
        self.is_on = False
        # What runs in C, where steps are charged for it; the reason when they are too many.
        self.within = ""
        self.steps = 0
        self.lines = {}
        # By name: operations whose work is not known, and those that are taken to go once over what they are given;
        # and what is to be said of how others are counted.
        self.uncounted = set()
        self.assumed = set()
        self.notes = set()
        # Of all runs: what was asked of the machine, code of the repository that was entered, lines that ran.
        self.asked = set()
        self.entered = set()
        self.ran = set()

    def start(self):
        self.steps, self.lines, self._place, self.is_on = 0, {}, None, True
        self._trusted, self._paused, self.within = 0, 0, ""
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
        self.is_on = False
        if sys.monitoring.get_tool(TOOL):
            sys.monitoring.set_events(TOOL, 0)
            sys.monitoring.free_tool_id(TOOL)

    def charge(self, steps):
        """Takes steps for the line that runs, before what they stand for is done: nothing is done without bound."""
        if not self.is_on:
            return
        self.steps += steps
        if self._place:
            self.lines[self._place] = self.lines.get(self._place, 0) + steps
        if self.steps > self._most:
            raise Exhausted

    @contextmanager
    def trusting(self):
        """What runs in C is charged for already."""
        self._trusted += 1
        try:
            yield
        finally:
            self._trusted -= 1

    @contextmanager
    def paused(self):
        """What runs is charged for already, or not the function's."""
        self._paused += 1
        try:
            yield
        finally:
            self._paused -= 1

    def _line(self, code, line):
        path = code.co_filename
        if path.startswith(OWN):
            return sys.monitoring.DISABLE
        if path.startswith(self._root):
            self._place = (path, line)
            self.ran.add(self._place)
        self._move()

    def _jump(self, code, start, end):
        if code.co_filename.startswith(OWN):
            return sys.monitoring.DISABLE
        if end <= start:
            self._move()

    def _enter(self, code, offset):
        if code.co_filename.startswith(OWN):
            return sys.monitoring.DISABLE
        if code.co_filename.startswith(self._root):
            self.entered.add(code)
        elif surroundings.of_environment(code):
            self.asked.add("os.environ")
        self._move()

    def _move(self):
        if not self._paused:
            self.charge(1)

    def _call(self, code, offset, function, first):
        own = code.co_filename.startswith(OWN)
        if own or isinstance(function, FunctionType | MethodType):
            return sys.monitoring.DISABLE if own else None
        asked = surroundings.asks(function)
        if asked and not self._paused:
            self.asked.add(asked)
        # What the repository calls is charged where it is called (`calls.py`).
        if self._trusted or self._paused or code.co_filename.startswith(self._root):
            return
        size = length(first)
        name, whole = getattr(function, "__name__", ""), whole_name(function)
        owner = getattr(function, "__objclass__", None) or getattr(function, "__self__", None)
        module = getattr(function, "__module__", None) or getattr(owner, "__module__", None) or type(owner).__module__
        if whole in LINEAR or whole in GOES_OVER:
            self.charge(size or 0)
        elif whole in LOGARITHMIC:
            self.charge(int(log2(size + 1)) if size else 1)
        elif _is_known(function, module, name):
            return
        elif size is None:
            self.uncounted.add(whole)
        elif size > SMALL:
            self.assumed.add(whole)
            self.charge(size)


def _is_known(function, module, name):
    """Whether it runs Python code, which is counted, or takes no longer for what is larger."""
    if not isinstance(function, C_FUNCTIONS) or (isinstance(function, type) and is_plain(function)):
        return True
    return module in CONSTANT_MODULES or (module == "builtins" and (name in KNOWN or name.startswith("__")))
