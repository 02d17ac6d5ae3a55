"""Preconditions of functions that are called: looked at where the code under test calls them."""

import ast
import sys
from contextlib import contextmanager
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR

from .conditions import Condition
from .helpers import Bag
from .meter import amid
from .module import Fault, compile_module, compiled_module, parse_module
from .names import FILES
from .wording import describe, limit_reason, shown

HOOK = ".called"  # no identifier, so it hides no name of the module
LATER = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR  # bodies that do not run where they are called
INSTRUMENTED = {}  # code of modules with hooks by their source and the places of the hooks


class Breach:
    """A call that breaks a precondition of what it calls."""

    def __init__(self, obligation, note):
        self.obligation, self.note = obligation, note


class Obligations:
    """What the functions of a module ask of those who call them, and what became of it in the last run."""

    def __init__(self, source, wanted):
        self.wanted, self.source = wanted, source
        self.conditions = []
        self.target = None  # code of the function whose outermost call was judged before
        self.is_entered = self.is_active = False
        self.breach = None  # the first one
        self.unsettled = None  # why a precondition was not decided

    def code(self):
        """The module's code, which tells of calls."""
        places = tuple((one["function"], one["line"]) for one in self.wanted)
        if not places:
            return compiled_module(self.source)
        key = self.source, places
        if key not in INSTRUMENTED:
            INSTRUMENTED[key] = hooked(self.source, places)
        return INSTRUMENTED[key]

    def read(self, module, target):
        """Compiles the conditions; what does not parse is nobody's promise."""
        self.target = target
        for one in self.wanted:
            try:
                self.conditions.append(
                    [Condition(module, condition, "precondition") for condition in one["conditions"]]
                )
            except Fault:
                self.conditions.append([])

    @contextmanager
    def watching(self):
        """Looks at the calls that are made meanwhile."""
        self.breach, self.unsettled = None, None
        self.is_entered, self.is_active = False, True
        try:
            yield
        finally:
            self.is_active = False

    def called(self, index, scope):
        """Told by the code at the start of a function's body."""
        if not self.is_active or self.breach is not None:
            return
        callee = sys._getframe(1)
        if callee.f_code is self.target and not self.is_entered:
            self.is_entered = True
            return
        caller = callee.f_back
        while caller is not None and caller.f_code.co_filename not in FILES:
            caller = caller.f_back
        if caller is None:
            return
        self.is_active = False  # a condition may call functions, too
        try:
            amid(lambda: self.judge(index, scope, callee.f_code, caller.f_lineno))
        finally:
            self.is_active = True

    def judge(self, index, scope, code, line):
        name = self.wanted[index]["name"]
        for one in self.conditions[index]:
            kind, met = one.holds({**scope, ".bag": Bag(scope)})
            if kind != "value":
                how = f"ended at {limit_reason(met)}" if kind == "limit" else f"raised {describe(met)}"
                self.unsettled = f"The precondition {one.text!r} of {name} {how}"
                return
            if met:
                continue
            if code.co_flags & LATER:
                self.unsettled = f"The precondition {one.text!r} of {name} is false where its body begins to run"
                return
            given = [*scope.items()][1 if self.wanted[index]["isConstructor"] else 0 :]
            call = f"{name}({', '.join(f'{key}={shown(value)}' for key, value in given)})"
            self.breach = Breach(
                f"pre: {one.text} of {name}", f"Line {line} calls {call}, which breaks pre: {one.text}"
            )
            return


def hooked(source, places):
    """A module's code with hooks in the functions of these names and lines."""
    tree = parse_module(source)
    numbers = {place: number for number, place in enumerate(places)}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and (node.name, node.lineno) in numbers:
            add_hook(node, numbers[node.name, node.lineno])
    try:
        return compile_module(tree)
    except Fault:
        # the code nests as deep as CPython compiles
        return compiled_module(source)


def add_hook(function, number):
    """Has a function tell what it was called with, before the rest of its body."""
    arguments = function.args
    listed = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
    names = [one.arg for one in listed if one is not None]
    place = {"lineno": function.lineno, "col_offset": 0, "end_lineno": function.lineno, "end_col_offset": 0}
    scope = ast.Dict(
        [ast.Constant(name, **place) for name in names],
        [ast.Name(name, ast.Load(), **place) for name in names],
        **place,
    )
    call = ast.Call(ast.Name(HOOK, ast.Load(), **place), [ast.Constant(number, **place), scope], [], **place)
    at = 0 if ast.get_docstring(function, clean=False) is None else 1
    function.body.insert(at, ast.Expr(call, **place))
