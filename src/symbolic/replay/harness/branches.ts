/** Python: observes which sides of decisions an input takes, by probes in the function's syntax tree. */

/** Source text, a part of the harness. */
export const BRANCHES = String.raw`
DEEPEST = 20_000  # calls while a tree is rewritten, which nests a few for each level
PROBES = ".probes"  # no identifier, so it hides no name of the module


class Probes:
    """Told by the instrumented code which sides it takes; a side's number is twice its decision's, plus one for true."""

    def __init__(self):
        self.taken = None  # numbers of sides, while they are recorded
        self.operand = None  # the operand of and, or that was tested last
        self.cases = []  # for each match statement, the numbers of its cases' decisions

    def take(self, number, side):
        if self.taken is not None:
            self.taken.add(2 * number + side)

    def test(self, number, value):
        side = not not value
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


def probe(name, *values):
    method = ast.Attribute(ast.Name(PROBES, ast.Load()), name, ast.Load())
    return ast.Call(method, [value if isinstance(value, ast.AST) else ast.Constant(value) for value in values], [])


def is_irrefutable(pattern):
    match pattern:
        case ast.MatchAs(pattern=inner):
            return inner is None or is_irrefutable(inner)
        case ast.MatchOr(patterns=patterns):
            return is_irrefutable(patterns[-1])
    return False


class Instrument(ast.NodeTransformer):
    """Puts probes into the decisions at the places given, and leaves everything else alone."""

    def __init__(self, source, places, probes):
        self.lines = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self.numbers = {tuple(place): number for number, place in enumerate(places)}
        self.probes = probes

    def column(self, line, offset):
        """Offsets count bytes, columns characters."""
        text = self.lines[line - 1]
        return offset if text.isascii() else len(text.encode()[:offset].decode())

    def number(self, kind, node):
        """The decision with this test."""
        start = node.lineno, self.column(node.lineno, node.col_offset)
        end = node.end_lineno, self.column(node.end_lineno, node.end_col_offset)
        return self.numbers.get((kind, *start, *end))

    def tested(self, kind, test, method="test"):
        number = self.number(kind, test)
        test = self.visit(test)
        return test if number is None else probe(method, number, test)

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
            decided = ast.Attribute(ast.Name(PROBES, ast.Load()), "operand", ast.Load())
            sides = (result, decided) if isinstance(node.op, ast.And) else (decided, result)
            result = ast.copy_location(ast.IfExp(test, *sides), node)
        return result

    def visit_For(self, node):
        number = self.number("for", node.iter)
        self.generic_visit(node)
        if number is not None:
            node.body.insert(0, ast.Expr(probe("take", number, True)))
            node.orelse.insert(0, ast.Expr(probe("take", number, False)))
        return node

    visit_AsyncFor = visit_For

    def visit_ExceptHandler(self, node):
        number = self.numbers.get(("except", node.lineno))
        self.generic_visit(node)
        if number is not None and node.type is None:
            node.body.insert(0, ast.Expr(probe("take", number, True)))
        elif number is not None:
            node.type = probe("clause", number, node.type)
        return node

    def visit_TryStar(self, node):
        numbers = [self.numbers.get(("except", handler.lineno)) for handler in node.handlers]
        types = [handler.type for handler in node.handlers]
        self.generic_visit(node)
        for handler, number, classes in zip(node.handlers, numbers, types):
            # each clause takes its part of a group, so only its body tells that it was taken
            handler.type = classes
            if number is not None:
                handler.body.insert(0, ast.Expr(probe("take", number, True)))
        return node

    def visit_Match(self, node):
        numbers = [self.numbers.get(("case", one.pattern.lineno)) for one in node.cases]
        self.generic_visit(node)
        if None in numbers:
            return node
        statement = len(self.probes.cases)
        self.probes.cases.append(numbers)
        for chosen, one in enumerate(node.cases):
            one.body.insert(0, ast.Expr(probe("choose", statement, chosen)))
        last = node.cases[-1]
        if last.guard is not None or not is_irrefutable(last.pattern):
            unmatched = ast.Expr(probe("choose", statement, len(numbers)))
            node.cases.append(ast.match_case(ast.MatchAs(), None, [unmatched]))
        return node


class Observation(Subject):
    """A function whose decisions are observed."""

    def load(self, source, tree, wanted):
        self.probes = Probes()
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(DEEPEST)
        try:
            Instrument(source, wanted["places"], self.probes).visit(tree)
            ast.fix_missing_locations(tree)
        finally:
            sys.setrecursionlimit(limit)
        return load_module(source, tree, {PROBES: self.probes})

    def judge(self, sources):
        """Runs one input. Raises Unusable when it cannot be run."""
        silence()
        values = self.admitted(sources)
        if isinstance(values, Verdict):
            return values
        self.probes.taken = set()
        kind, result = self.called(values, drained)
        self.sides, self.probes.taken, self.is_ended = self.probes.taken, None, kind != "limit"
        if kind == "error" and isinstance(result, Unusable):
            raise result
        return Verdict("observed", error=None if kind == "value" else result)


SUBJECTS["branches"] = Observation
`;
