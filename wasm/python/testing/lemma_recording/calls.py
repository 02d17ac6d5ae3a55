"""Calls of functions on copies of their arguments, with counted steps."""

import ast
import copy
import os
import random
import sys
import traceback
import types

from lemma_recording import stand_ins
from lemma_recording.described import ADDRESS, Unreadable, describe, digest, shape_of
from lemma_trace.tracer import PATIENCE, Exhausted
from lemma_trace.values import attributes, class_name, is_a, short

TOOL = 3
EVENTS = sys.monitoring.events
# Steps of one call, and values that are taken from what it returns lazily.
STEPS, TAKEN = 200_000, 50
SHOWN, FRAMES = 300, 3
ATOMS = (type(None), bool, int, float, str, bytes, type, types.FunctionType, types.ModuleType)
OWN = os.path.dirname(__file__) + "/"
LAZY = (types.GeneratorType, map, filter, zip, enumerate, reversed, type(iter([])), type(iter(())), type(iter({})))


class Meter:
    """Counts the steps of code, and ends it."""

    def __init__(self, give_up):
        self._give_up, self._left, self._caught = give_up, 0, 0
        self.total = 0

    def run(self, action):
        """What the action gives. Raises `Exhausted`."""
        wanted = EVENTS.PY_START | EVENTS.PY_RESUME | EVENTS.JUMP
        self._left, self._caught = STEPS, 0
        sys.monitoring.use_tool_id(TOOL, "replays")
        for event in (EVENTS.PY_START, EVENTS.PY_RESUME, EVENTS.JUMP):
            sys.monitoring.register_callback(TOOL, event, self._charge)
        sys.monitoring.set_events(TOOL, wanted)
        try:
            value = action()
        finally:
            if sys.monitoring.get_tool(TOOL):
                sys.monitoring.set_events(TOOL, 0)
                sys.monitoring.free_tool_id(TOOL)
            self.total += STEPS - self._left
        if self._left < 0:
            raise Exhausted
        return value

    def _charge(self, *_):
        self._left -= 1
        if self._left < 0:
            self._caught += 1
            if self._caught > PATIENCE:
                self._give_up()
            raise Exhausted


class Signature:
    """How a function takes its arguments, by its code."""

    def __init__(self, code):
        flags = code.co_flags
        names = code.co_varnames
        plain = code.co_argcount
        self.positional, self.keywords = names[:plain], names[plain : plain + code.co_kwonlyargcount]
        rest = iter(names[plain + code.co_kwonlyargcount :])
        self.rest = next(rest) if flags & 0x04 else None
        self.options = next(rest) if flags & 0x08 else None
        extra = [each for each in (self.rest, self.options) if each is not None]
        self.names = (*self.positional, *self.keywords, *extra)

    def call(self, function, arguments):
        positional = [arguments[name] for name in self.positional]
        if self.rest is not None:
            positional += arguments[self.rest]
        keywords = {name: arguments[name] for name in self.keywords}
        if self.options is not None:
            keywords |= arguments[self.options]
        return function(*positional, **keywords)


def copied(arguments):
    """A deep copy, in which what has no content of its own is itself: a marker is compared by `is`."""
    kept, seen, waiting = {}, set(), [arguments]
    while waiting:
        value = waiting.pop()
        if type(value) in ATOMS or id(value) in seen:
            continue
        seen.add(id(value))
        shape = shape_of(type(value))
        if shape.sequence or shape.set:
            waiting += (shape.sequence or shape.set).__iter__(value)
        elif shape.is_dict:
            waiting += [*dict.keys(value), *dict.values(value)]
        held = attributes(value)
        waiting += held.values()
        if not held and shape.is_marker:
            kept[id(value)] = value
    return copy.deepcopy(arguments, kept)


class Taken:
    """What a lazy result gave."""

    def __init__(self, kind, items):
        self.kind, self.items = kind, items


class Outcome:
    """What became of a call: `key` is the same for the same outcome in any version."""

    def __init__(self, kind, parts, facts):
        self.kind, self.parts, self.facts = kind, parts, facts
        self.key = digest(repr((kind, sorted(parts.items()))))


class Caller:
    def __init__(self, root, give_up):
        self._root, self.meter = root.rstrip("/") + "/", Meter(give_up)

    def outcome(self, function, signature, arguments, times=2):
        """What a call on a copy of the arguments comes to, each of so many times.

        Raises `Unreadable` where that cannot be told, or is not the same each time.
        """
        stand_ins.touched = False
        first, *others = (self._outcome(function, signature, arguments) for _ in range(times))
        if any(other.key != first.key for other in others) or stand_ins.touched:
            raise Unreadable
        return first

    def _outcome(self, function, signature, arguments):
        given = self._copied(arguments)
        random.seed(0)
        try:
            value = self.meter.run(lambda: self._taken(signature.call(function, given)))
        except KeyboardInterrupt:
            raise  # the time of the session is over
        except Exhausted, SystemExit, MemoryError, RecursionError:
            raise Unreadable from None
        except BaseException as error:
            return self._raised(error, given)
        parts = {"return value": self._text(value)} | self._afterwards(given)
        written = f"a {value.kind} of {shown(value.items, SHOWN)}" if is_a(value, Taken) else shown(value, SHOWN)
        return Outcome("returned", parts, {"value": written, "after": _shown(given)})

    def _copied(self, arguments):
        try:
            return self.meter.run(lambda: copied(arguments))
        except KeyboardInterrupt:
            raise
        except BaseException:
            raise Unreadable from None

    def _raised(self, error, given):
        name = class_name(error)
        said = BaseException.__dict__["args"].__get__(error)
        message = said[0] if len(said) == 1 and type(said[0]) is str else ", ".join(shown(each, SHOWN) for each in said)
        frames = [each for each in traceback.extract_tb(error.__traceback__) if not each.filename.startswith(OWN)]
        lines = "".join(traceback.format_list(frames[-FRAMES:])).replace(self._root, "")
        parts = {"exception": self._text(error)} | self._afterwards(given)
        message = message[:SHOWN]
        text = f"Traceback (most recent call last):\n{lines[-1000:]}{name}: {message}"
        facts = {"exception": name, "message": message, "traceback": text}
        return Outcome("raised", parts, facts | {"after": _shown(given)})

    def _text(self, value):
        return digest(ADDRESS.sub("", describe(value, in_order=False)))

    def _afterwards(self, given):
        return {f"argument {name} afterwards": self._text(value) for name, value in given.items()}

    def _taken(self, value):
        """What a lazy result gives, as far as it is looked at."""
        if is_a(value, types.CoroutineType):
            try:
                value.send(None)
            except StopIteration as end:
                return Taken("coroutine", [end.value])
            value.close()
            raise Unreadable
        if not is_a(value, *LAZY):
            return value
        taken = []
        for each in value:
            taken.append(each)
            if len(taken) == TAKEN:
                break
        return Taken(class_name(value), taken)


def _shown(given):
    return {name: shown(value, SHOWN) for name, value in given.items()}


def shown(value, longest):
    """A text for people, of at most `longest` characters, without running any code."""
    return repr(value)[:longest] if shape_of(type(value)).written == "text" else short(value, longest)


def callable_of(frame):
    """The function that runs in a frame, with its free variables as they are; None where one has no value yet."""
    code, local = frame.f_code, frame.f_locals
    if any(name not in local for name in code.co_freevars):
        return None
    cells = tuple(types.CellType(local[name]) for name in code.co_freevars)
    return types.FunctionType(code, frame.f_globals, code.co_name, None, cells)


def literals_of(code):
    """Names of parameters that take some values of a type only, as their annotations say."""
    try:
        with open(code.co_filename, "rb") as file:
            tree = ast.parse(file.read())
    except OSError, SyntaxError, ValueError, RecursionError:
        return ()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == code.co_name:
            first = min(each.lineno for each in (node, *node.decorator_list))
            if first == code.co_firstlineno:
                noted = (each for each in ast.walk(node.args) if isinstance(each, ast.arg) and each.annotation)
                return tuple(each.arg for each in noted if "Literal" in ast.unparse(each.annotation))
    return ()


def constants_of(code):
    """Values that the code of a function names."""
    found, waiting = [], list(code.co_consts)
    while waiting:
        each = waiting.pop(0)
        if type(each) in (tuple, frozenset):
            waiting += each
        elif type(each) in (int, float, str, bytes):
            found.append(each)
    return found
