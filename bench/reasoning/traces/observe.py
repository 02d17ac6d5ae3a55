"""Which functions of a repository a call really leads to, by CPython's monitoring (3.12 or later): `observe.py <JSON>`.

Written apart from what rooms run (`wasm/python/testing/lemma_trace`), so that one can be held against the other. Prints
JSON: the call, edges from function to function below the entry, and the lines that ran.
"""

import ast
import contextlib
import doctest
import importlib
import json
import os
import sys
from types import FunctionType, MethodType

EVENTS = sys.monitoring.events
TOOL = sys.monitoring.PROFILER_ID
GENERATOR, OPTIMIZED = 0x20 | 0x200, 0x1
PARTS = ("<genexpr>", "<lambda>")


class Observer:
    def __init__(self, root, path, function):
        self.root, self.entry = root + "/", (path, function)
        self.edges, self.lines = set(), set()

    def start(self):
        sys.monitoring.use_tool_id(TOOL, "bench")
        sys.monitoring.register_callback(TOOL, EVENTS.PY_START, self.begin)
        sys.monitoring.register_callback(TOOL, EVENTS.CALL, self.call)
        sys.monitoring.register_callback(TOOL, EVENTS.LINE, self.line)
        sys.monitoring.set_events(TOOL, EVENTS.PY_START | EVENTS.CALL | EVENTS.LINE)

    def stop(self):
        sys.monitoring.set_events(TOOL, 0)

    def own(self, code):
        return code.co_filename.startswith(self.root) and code.co_flags & OPTIMIZED

    def name(self, code):
        names = code.co_qualname.replace(".<locals>", "").split(".")
        while names[-1] in PARTS and len(names) > 1:
            names.pop()
        return code.co_filename.removeprefix(self.root), ".".join(names)

    def callers(self, frame):
        """Functions of the repository that are running, innermost first, as far as the entry; none outside of it."""
        found = []
        while frame:
            if self.own(frame.f_code):
                found.append(self.name(frame.f_code))
                if found[-1] == self.entry:
                    return found
            frame = frame.f_back
        return []

    def begin(self, code, offset):
        if self.own(code) and not code.co_flags & GENERATOR and code.co_name not in PARTS:
            self.add(sys._getframe(1).f_back, code)

    def call(self, code, offset, function, first):
        function = function.__func__ if type(function) is MethodType else function
        made = function.__code__ if type(function) is FunctionType else None
        if made and made.co_flags & GENERATOR and made.co_name not in PARTS and self.own(made):
            self.add(sys._getframe(1), made)

    def add(self, frame, code):
        callers = self.callers(frame)
        if callers:
            self.edges.add((*callers[0], *self.name(code)))

    def line(self, code, line):
        if self.own(code):
            self.lines.add((code.co_filename.removeprefix(self.root), line))
        return sys.monitoring.DISABLE


def first_example(module, name):
    """The first call of a function's own examples that is an expression in the names of the module."""
    target = module
    for each in name.split("."):
        target = getattr(target, each)
    for example in doctest.DocTestParser().get_examples(target.__doc__ or ""):
        try:
            names = {
                each.id
                for each in ast.walk(ast.parse(example.source.strip(), mode="eval"))
                if isinstance(each, ast.Name)
            }
        except SyntaxError:
            continue
        if name.split(".")[0] in names:
            return example.source.strip()
    return None


def main():
    request = json.loads(sys.argv[1])
    root, path, function = request["root"], request["path"], request["function"]
    sys.path[:0] = [os.path.join(root, "src"), root]
    module = importlib.import_module(
        path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    )
    call = request.get("call") or first_example(module, function)
    ended = "no example"
    observer = Observer(root, path, function)
    output = sys.stdout
    if call:
        code = compile(call, "<call>", "eval")
        with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
            observer.start()
            try:
                eval(code, dict(vars(module)))
                ended = "returned"
            except Exception as error:
                ended = type(error).__name__
            finally:
                observer.stop()
    facts = {"call": call, "ended": ended, "edges": sorted(observer.edges), "lines": sorted(observer.lines)}
    output.write(json.dumps(facts))
    output.flush()
    os._exit(0)


main()
