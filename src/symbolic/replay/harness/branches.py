"""Observes which sides of decisions an input takes, by probes in the function's syntax tree."""

import ast
import sys
from sys import exception as current_exception

from .environment import settle
from .judge import Subject, Verdict
from .meter import unmetered
from .module import Fault, compile_module, compiled_module, load_module, parse_module
from .results import Unusable, drained

DEEPEST = 20_000  # calls while a tree is rewritten, which nests a few for each level
PROBES = ".probes"  # no identifier, so it hides no name of the module
INSTRUMENTED = {}  # modules with probes by their source


class Probes:
    """Told by the instrumented code which sides it takes.

    A side's number is twice its decision's, plus one for true.
    """

    def __init__(self, cases):
        self.taken = None  # numbers of sides, while they are recorded
        self.operand = None  # the operand of and, or that was tested last
        self.cases = cases  # for each match statement, the numbers of its cases' decisions

    def take(self, number, side):
        if self.taken is not None:
            self.taken.add(2 * number + side)

    def test(self, number, value):
        side = bool(value)
        self.take(number, side)
        return side

    def operand_test(self, number, value):
        self.operand = value
        return self.test(number, value)

    def clause(self, number, wanted):
        """The classes of an except clause, which an exception has arrived at."""
        classes = wanted if type(wanted) is tuple else (wanted,)
        bases = type(current_exception()).__mro__
        if all(isinstance(cls, type) and issubclass(cls, BaseException) for cls in classes):
            self.take(number, any(cls is base for cls in classes for base in bases))
        return wanted

    def choose(self, statement, chosen):
        """The case chosen of a match statement, or the number of its cases for none."""
        for index, number in enumerate(self.cases[statement][: chosen + 1]):
            self.take(number, index == chosen)


LEAVES = (ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, ast.arg, ast.alias, ast.Pass, ast.Break, ast.Continue)


def place_of(node):
    return {name: getattr(node, name) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")}


def probes_at(place, name):
    return ast.Attribute(ast.Name(PROBES, ast.Load(), **place), name, ast.Load(), **place)


def probe(at, name, *values):
    """A call of a method of the probes, in place of or next to a node."""
    place = place_of(at)
    args = [value if isinstance(value, ast.AST) else ast.Constant(value, **place) for value in values]
    return ast.Call(probes_at(place, name), args, [], **place)


def probe_statement(at, name, *values):
    return ast.Expr(probe(at, name, *values), **place_of(at))


def is_irrefutable(pattern):
    match pattern:
        case ast.MatchAs(pattern=inner):
            return inner is None or is_irrefutable(inner)
        case ast.MatchOr(patterns=patterns):
            return is_irrefutable(patterns[-1])
    return False


class Instrument(ast.NodeTransformer):
    """Puts probes into the decisions at the places given, and leaves everything else alone."""

    def __init__(self, source, places):
        self.lines = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self.numbers = {tuple(place): number for number, place in enumerate(places)}
        self.cases = []  # for each match statement, the numbers of its cases' decisions
        self.placed = set()  # numbers of the decisions that have their probes

    def visit(self, node):
        return node if type(node) in LEAVES else super().visit(node)

    def place(self, key):
        """The number of the decision at a place, which is about to get its probes."""
        number = self.numbers.get(key)
        if number is not None:
            self.placed.add(number)
        return number

    def column(self, line, offset):
        """Offsets count bytes, columns characters."""
        text = self.lines[line - 1]
        return offset if text.isascii() else len(text.encode()[:offset].decode())

    def number(self, kind, node):
        """The decision with this test."""
        start = node.lineno, self.column(node.lineno, node.col_offset)
        end = node.end_lineno, self.column(node.end_lineno, node.end_col_offset)
        return self.place((kind, *start, *end))

    def tested(self, kind, test, method="test"):
        number = self.number(kind, test)
        test = self.visit(test)
        return test if number is None else probe(test, method, number, test)

    def visit_If(self, node):
        return self.with_test("if", node)

    def visit_While(self, node):
        return self.with_test("while", node)

    def visit_Assert(self, node):
        return self.with_test("assert", node)

    def visit_IfExp(self, node):
        return self.with_test("ternary", node)

    def with_test(self, kind, node):
        test = self.tested(kind, node.test)
        node.test = ast.Constant(True)
        self.generic_visit(node)
        node.test = test
        return node

    def visit_comprehension(self, node):
        conditions = [self.tested("comprehension", condition) for condition in node.ifs]
        node.ifs = []
        self.generic_visit(node)
        node.ifs = conditions
        return node

    def visit_BoolOp(self, node):
        """a and b becomes b if a else a, and a or b becomes a if a else b, with a evaluated and tested once."""
        if None in [self.number("boolean", operand) for operand in node.values[:-1]]:
            return self.generic_visit(node)
        tests = [self.tested("boolean", operand, "operand_test") for operand in node.values[:-1]]
        result = self.visit(node.values[-1])
        for test in reversed(tests):
            decided = probes_at(place_of(node), "operand")
            sides = (result, decided) if isinstance(node.op, ast.And) else (decided, result)
            result = ast.IfExp(test, *sides, **place_of(node))
        return result

    def visit_For(self, node):
        number = self.number("for", node.iter)
        self.generic_visit(node)
        if number is not None:
            node.body.insert(0, probe_statement(node, "take", number, True))
            node.orelse.insert(0, probe_statement(node, "take", number, False))
        return node

    visit_AsyncFor = visit_For

    def visit_ExceptHandler(self, node):
        number = self.place(("except", node.lineno))
        self.generic_visit(node)
        if number is not None and node.type is None:
            node.body.insert(0, probe_statement(node, "take", number, True))
        elif number is not None:
            node.type = probe(node.type, "clause", number, node.type)
        return node

    def visit_TryStar(self, node):
        numbers = [self.numbers.get(("except", handler.lineno)) for handler in node.handlers]
        types = [handler.type for handler in node.handlers]
        self.generic_visit(node)
        for handler, number, classes in zip(node.handlers, numbers, types):
            # each clause takes its part of a group: its body tells that it was taken, and nothing that it was not
            handler.type = classes
            self.placed.discard(number)
            if number is not None:
                handler.body.insert(0, probe_statement(handler, "take", number, True))
        return node

    def visit_Match(self, node):
        numbers = [self.place(("case", one.pattern.lineno)) for one in node.cases]
        self.generic_visit(node)
        if None in numbers:
            return node
        statement = len(self.cases)
        self.cases.append(numbers)
        for chosen, one in enumerate(node.cases):
            one.body.insert(0, probe_statement(node, "choose", statement, chosen))
        last = node.cases[-1]
        if last.guard is not None or not is_irrefutable(last.pattern):
            unmatched = probe_statement(node, "choose", statement, len(numbers))
            node.cases.append(ast.match_case(ast.MatchAs(**place_of(node)), None, [unmatched]))
        return node


def instrumented(source, places):
    """A module's code with probes, the cases of its match statements, and whether all places have their probes."""
    instrument = Instrument(source, places)
    tree = parse_module(source)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEPEST)
    try:
        unmetered(lambda: instrument.visit(tree))
        return compile_module(tree), instrument.cases, len(instrument.placed) == len(places)
    except Fault:
        # the code nests as deep as CPython compiles, and probes nest it deeper
        return compiled_module(source), [], False
    finally:
        sys.setrecursionlimit(limit)


class Observation(Subject):
    """A function whose decisions are observed."""

    def load(self, source, wanted):
        if source not in INSTRUMENTED:
            INSTRUMENTED[source] = instrumented(source, wanted["places"])
        code, cases, self.is_whole = INSTRUMENTED[source]
        self.probes = Probes(cases)
        return load_module(source, code, {PROBES: self.probes})

    def judge(self, sources):
        """Runs one input. Raises Unusable when it cannot be run."""
        settle()
        values = self.admitted(sources)
        if isinstance(values, Verdict):
            return values
        self.probes.taken = set()
        kind, result = self.called(values, drained)
        self.sides, self.probes.taken = self.probes.taken, None
        self.is_complete = kind != "limit" and self.is_whole
        if kind == "error" and isinstance(result, Unusable):
            raise result
        return Verdict("observed", error=None if kind == "value" else result)
