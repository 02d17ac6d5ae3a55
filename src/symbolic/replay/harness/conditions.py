"""Conditions of contracts, and what they see of a call."""

import inspect
from contextlib import contextmanager

from .helpers import Bag, implies
from .meter import attempt
from .module import Fault
from .names import OWN
from .sameness import attributes_of
from .values import bounded


def compiled(text, place, line=None):
    """The code of an expression; a Fault tells where it stands and why it does not parse."""
    try:
        # In parentheses a condition may span lines.
        return compile(f"({text}\n)", f"<{place}>", "eval", dont_inherit=True)
    except (SyntaxError, MemoryError, RecursionError, ValueError) as error:
        raise Fault(
            "SyntaxError", f"The {place} {bounded(text)!r} does not parse: {getattr(error, 'msg', error)}", line
        ) from None


class Condition:
    """An expression over the names of a call, or a function that is given some of them."""

    def __init__(self, module, wanted, place):
        self.names, self.text, self.args = module.__dict__, wanted["text"], wanted.get("args")
        self.source, self.line = wanted["source"], wanted["line"]
        self.sees_old = "__old__" in wanted["source"]
        self.code = compiled(wanted["source"], place, wanted["line"])

    def value(self, scope):
        """What it evaluates to, with the names of the scope beside the module's."""
        if self.args is None:
            # One namespace, since a nested generator does not see the locals of eval.
            return eval(self.code, {"implies": implies, **self.names, **scope})
        function = eval(self.code, self.names)
        positional = [scope[one["name"]] for one in self.args if "keyword" not in one]
        return function(*positional, **{one["keyword"]: scope[one["name"]] for one in self.args if "keyword" in one})

    def holds(self, scope):
        """Attempts to evaluate it as a truth value: see attempt."""
        return attempt(lambda: bool(self.value(scope)))

    def taken(self, scope):
        """Attempts to evaluate it: see attempt."""
        return attempt(lambda: self.value(scope))


def invariants_of(module, wanted):
    """Conditions about self by class of the module."""
    found = {}
    for one in wanted:
        cls = module.__dict__.get(one["className"])
        if isinstance(cls, type):
            found[cls] = [Condition(module, condition, "invariant") for condition in one["conditions"]]
    return found


def constructors_of(module, wanted):
    """Conditions about the arguments of constructors, by class of the module."""
    found = {}
    for one in wanted:
        cls = module.__dict__.get(one["className"])
        if isinstance(cls, type) and inspect.isfunction(cls.__dict__.get("__init__")):
            found[cls] = [Condition(module, condition, "precondition") for condition in one["conditions"]]
    return found


@contextmanager
def admitting(constructors):
    """Meanwhile constructors raise ValueError for arguments that they do not ask for."""
    originals = {cls: cls.__dict__["__init__"] for cls in constructors}
    for cls, conditions in constructors.items():
        cls.__init__ = demanding(originals[cls], conditions)
    try:
        yield
    finally:
        for cls, original in originals.items():
            cls.__init__ = original


def demanding(initialise, conditions):
    """The method, with a check of its arguments before it."""
    signature = inspect.signature(initialise)

    def checked(*positional, **named):
        bound = signature.bind(*positional, **named)
        bound.apply_defaults()
        scope = {**bound.arguments, ".bag": Bag(bound.arguments)}
        for one in conditions:
            if not one.value(scope):
                raise ValueError(f"pre: {one.text}")
        return initialise(*positional, **named)

    return checked


def objects_in(value):
    """A value and everything that it holds, each object once."""
    found, waiting = {}, [value]
    while waiting:
        part = waiting.pop()
        if id(part) in found:
            continue
        found[id(part)] = part
        if isinstance(part, dict):
            waiting += [*part, *part.values()]
        elif isinstance(part, (list, tuple, set, frozenset)):
            waiting += part
        if type(part).__module__ in OWN:
            waiting += attributes_of(part).values()
    return found.values()
