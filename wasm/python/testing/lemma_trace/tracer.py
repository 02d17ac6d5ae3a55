"""Records calls of the repository's functions by CPython's monitoring, with counted steps and no clock."""

import inspect
import os
import sys
from types import FunctionType, MethodType

from lemma_trace.values import changes, class_name, is_a, parts, short

TOOL = sys.monitoring.DEBUGGER_ID
EVENTS = sys.monitoring.events
OWN = os.path.dirname(__file__) + "/"
# Times that code may catch what ends it before the interpreter is ended.
PATIENCE = 1000
# Yielded values that are told of a frame, its changed places, and lines of the frame that is looked into.
YIELDS, CHANGES, STEPS = 3, 4, 60
# Functions that are part of the one that they stand in.
INNER = ("<genexpr>", "<lambda>", "<listcomp>", "<dictcomp>", "<setcomp>")
SCALARS = (int, float, complex, str, bytes, type(None), type)


class Exhausted(BaseException):
    """The run has taken as many steps as it may."""


class Frame:
    """A call of a function of the repository."""

    def __init__(self, number, parent, depth, code, called_at):
        self.number, self.parent, self.depth, self.code, self.called_at = number, parent, depth, code, called_at
        self.arguments, self.before, self.values = {}, {}, {}
        self.outcome, self.yields, self.count, self.mutations = None, [], 0, []
        self.lines, self.followed, self.last = {}, {}, None
        self.children = []
        # Of the frame that is looked into: line by line, what has changed behind it.
        self.steps, self.locals, self.omitted = None, {}, 0


class Tracer:
    def __init__(self, request, give_up):
        self._root = request["root"].rstrip("/") + "/"
        self._most_steps = request["most_steps"]
        self._most_frames = request["most_frames"]
        self._depth = request["depth"]
        self._wanted = request.get("frame")
        self._entry = os.path.join(request["root"], request["path"]), request["function"]
        self._lines = range(request["line_start"], request["line_end"] + 1)
        self._give_up = give_up
        self._own, self._is_entry = {}, {}
        # Running functions of the repository, outermost first: the frame, and what is recorded of it.
        self._stack, self._known = [], {}
        self._exhausted = 0
        self.steps = self.left = 0
        self.frames, self.edges, self._created = [], {}, set()

    def start(self):
        sys.monitoring.use_tool_id(TOOL, "trace")
        wanted = 0
        for event, callback in (
            (EVENTS.PY_START, self._enter),
            (EVENTS.PY_RESUME, self._resume),
            (EVENTS.PY_THROW, self._resume),
            (EVENTS.PY_RETURN, self._return),
            (EVENTS.PY_YIELD, self._yield),
            (EVENTS.PY_UNWIND, self._unwind),
            (EVENTS.EXCEPTION_HANDLED, self._handled),
            (EVENTS.LINE, self._line),
            (EVENTS.JUMP, self._jump),
            (EVENTS.CALL, self._call),
        ):
            sys.monitoring.register_callback(TOOL, event, callback)
            wanted |= event
        sys.monitoring.set_events(TOOL, wanted)
        self._events = wanted

    def watches(self):
        """Whether nobody has sent it away."""
        return sys.monitoring.get_tool(TOOL) == "trace" and sys.monitoring.get_events(TOOL) == self._events

    def stop(self):
        if sys.monitoring.get_tool(TOOL):
            sys.monitoring.set_events(TOOL, 0)
            sys.monitoring.free_tool_id(TOOL)

    def charge(self):
        self.steps += 1
        if self.steps <= self._most_steps:
            return
        self._exhausted += 1
        if self._exhausted > PATIENCE:
            self._give_up()
        raise Exhausted

    def _place(self, code):
        """Path below the root; None of what is not the repository's."""
        if code not in self._own:
            path = code.co_filename
            is_own = path.startswith(self._root) and code.co_flags & inspect.CO_OPTIMIZED
            self._own[code] = path.removeprefix(self._root) if is_own else None
        return self._own[code]

    def _begins(self, code):
        if code not in self._is_entry:
            last = max((line for _, _, line in code.co_lines() if line), default=code.co_firstlineno)
            overlaps = code.co_firstlineno < self._lines.stop and last >= self._lines.start
            self._is_entry[code] = (code.co_filename, scoped(code)) == self._entry and overlaps
        return self._is_entry[code]

    def _enter(self, code, offset):
        if code.co_filename.startswith(OWN):
            return sys.monitoring.DISABLE
        self.charge()
        if self._place(code) is None or not (self._stack or self._begins(code)):
            return
        running, record = sys._getframe(1), None
        parent = self._stack[-1] if self._stack else None
        if code.co_name in INNER:
            self._enter_part(running)
            return
        if parent and code not in self._created:
            self._edge(parent[0], code)
        depth = parent[2] + 1 if parent else 0
        if depth > self._depth or len(self.frames) >= self._most_frames:
            self.left += 1
        else:
            record = self._record(code, running, parent, depth)
        self._known[running] = record
        self._stack.append((running, record, depth))

    def _enter_part(self, running):
        """Of a function that is part of another one: what it calls, that one calls."""
        if self._stack:
            self._stack.append((running, *self._stack[-1][1:]))

    def _record(self, code, running, parent, depth):
        called_at = parent and (self._place(parent[0].f_code), parent[0].f_lineno)
        owner = parent and parent[1]
        record = Frame(len(self.frames), owner, depth, code, called_at)
        self.frames.append(record)
        if owner:
            owner.children.append(record.number)
        values = running.f_locals
        for name in _parameters(code):
            if name in values:
                value = values[name]
                record.arguments[name] = short(value)
                if not is_a(value, *SCALARS):
                    record.values[name] = value
                    record.before[name] = parts(name, value)
        if record.number == self._wanted:
            record.steps = []
            record.locals = _all_parts(values)
        return record

    def _resume(self, code, offset, error=None):
        self.charge()
        if self._place(code) is None:
            return
        running = sys._getframe(1)
        if code.co_name in INNER:
            self._enter_part(running)
        elif self._stack or self._known.get(running) or self._begins(code):
            self._stack.append((running, self._known.get(running), self._stack[-1][2] + 1 if self._stack else 0))

    def _pop(self, code):
        """What is recorded of the function that ends or waits; None of others."""
        if self._place(code) is None:
            return None
        running = sys._getframe(2)
        if not any(each is running for each, _, _ in reversed(self._stack)):
            return None
        while True:
            frame, record, _ = self._stack.pop()
            if frame is running:
                return record if self._known.get(running) is record else None

    def _return(self, code, offset, value):
        if record := self._pop(code):
            self._end(record, sys._getframe(1), ("returned", short(value)))

    def _unwind(self, code, offset, error):
        if record := self._pop(code):
            running = sys._getframe(1)
            said = " ".join(short(each) for each in BaseException.__dict__["args"].__get__(error)[:2])
            kind = "cut" if is_a(error, Exhausted) else "closed" if is_a(error, GeneratorExit) else "raised"
            self._end(record, running, (kind, f"{class_name(error)}: {said}"[:200], running.f_lineno))

    def _yield(self, code, offset, value):
        if record := self._pop(code):
            record.count += 1
            if len(record.yields) < YIELDS:
                record.yields.append(short(value))
            self._changed(record, sys._getframe(1))
            record.last = None

    def _end(self, record, running, outcome):
        record.outcome = outcome
        self._changed(record, running)
        for name, value in record.values.items():
            record.mutations += changes(record.before[name], parts(name, value), CHANGES)
        record.values = record.before = None
        self._known.pop(running, None)

    def _handled(self, code, offset, error):
        if self._stack and self._stack[-1][1] and self._stack[-1][0].f_code is code:
            self._stack[-1][1].last = None

    def _line(self, code, line):
        if code.co_filename.startswith(OWN):
            return sys.monitoring.DISABLE
        self.charge()
        if not self._stack:
            return
        running, record, _ = self._stack[-1]
        if record is None or record.code is not code or running is not sys._getframe(1):
            return
        record.lines[line] = record.lines.get(line, 0) + 1
        if record.last is not None:
            record.followed[record.last, line] = record.followed.get((record.last, line), 0) + 1
        record.last = line
        if record.steps is not None:
            self._changed(record, running)
            if len(record.steps) < STEPS:
                record.steps.append((line, []))
            else:
                record.omitted += 1

    def _changed(self, record, running):
        if record.steps is not None and record.omitted == 0:
            now = _all_parts(running.f_locals)
            if record.steps:
                record.steps[-1][1].extend(changes(record.locals, now, 6))
            record.locals = now

    def _jump(self, code, start, end):
        if code.co_filename.startswith(OWN):
            return sys.monitoring.DISABLE
        if end <= start:
            self.charge()

    def _call(self, code, offset, function, first):
        """A generator begins when it is asked for its first value, maybe elsewhere: who has made it is seen here."""
        if not self._stack or self._stack[-1][0].f_code is not code:
            return
        function = function.__func__ if type(function) is MethodType else function
        made = function.__code__ if type(function) is FunctionType else None
        if made and made.co_flags & (inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR) and self._place(made):
            self._created.add(made)
            self._edge(self._stack[-1][0], made)

    def _edge(self, caller, code):
        if self._place(caller.f_code) and code.co_name not in INNER:
            edge = (*self._function(caller.f_code), caller.f_lineno, *self._function(code))
            self.edges[edge] = self.edges.get(edge, 0) + 1

    def _function(self, code):
        return self._place(code), scoped(code), code.co_firstlineno


def scoped(code):
    """The function's name with what it stands in; of what is part of another function, that one's."""
    names = code.co_qualname.replace("<locals>.", "").split(".")
    while len(names) > 1 and names[-1] in INNER:
        names.pop()
    return ".".join(names)


def _parameters(code):
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    return code.co_varnames[:count]


def _all_parts(values):
    found = {}
    for name, value in dict(values).items():
        found |= parts(name, value)
    return found
