"""Steps of small functions, their inputs, and what is said where there are none. Needs nothing beside CPython."""

import ast
import re
import unittest

from lemma_cost.counter import Counter, Exhausted
from lemma_cost.entry import Parameter
from lemma_cost.expressions import Search
from lemma_cost.inputs import Unmade, guesses, make
from lemma_cost.instrument import NAME, compiled
from lemma_cost.operations import Operations


def counted(source, *arguments, most=100_000):
    """What is counted while `f` of the source runs, and what it gives."""
    counter = Counter("/repository", most)
    space = {NAME: Operations(counter)}
    exec(compiled(source, "/repository/module.py"), space)
    counter.start()
    try:
        value = space["f"](*arguments)
    finally:
        counter.stop()
    return counter, value


def steps(source, *arguments, most=100_000):
    """Steps that `f` of the source takes, and what it gives."""
    counter, value = counted(source, *arguments, most=most)
    return counter.steps, value


def parameter(name, annotation=None, optional=False):
    tree = None if annotation is None else ast.parse(annotation, mode="eval").body
    return Parameter(name, tree, optional)


class Counting(unittest.TestCase):
    def grows(self, source, make_input, factor):
        few, many = steps(source, make_input(100))[0], steps(source, make_input(1000))[0]
        self.assertAlmostEqual(many / few, factor, delta=factor * 0.15)

    def test_what_c_functions_go_over_is_counted(self):
        for body in ("-1 in xs", "xs.pop(0)", "xs.insert(0, 1)", "xs + xs", "xs[1:]", "sum(xs)", "xs.copy()", "[*xs]"):
            with self.subTest(body):
                self.grows(f"def f(xs): return {body}", lambda n: list(range(n)), 10)

    def test_what_is_inside_of_what_c_functions_go_over_is_counted(self):
        ahead = (
            "def f(xs):\n    ys, a, b = list(xs), set(xs), set(xs)\n    c, d = dict.fromkeys(xs), dict.fromkeys(xs)\n"
        )
        loops = [
            f"{ahead}    for x in xs: t = {each}" for each in ("(xs, 1) == (ys, 1)", "a == b", "c == d", "xs in [ys]")
        ]
        growing = "def f(xs):\n    s = ''\n    for x in xs: s = ''.join([s, 'a'])"
        for source in (*loops, "def f(xs): return sum([[x] for x in xs], [])", growing):
            with self.subTest(source):
                few, many = (steps(source, list(range(size)))[0] for size in (25, 250))
                # Of n, it would be 10.
                self.assertGreater(many / few, 60)

    def test_what_takes_no_longer_is_not(self):
        for body in ("xs.pop()", "xs.append(1)", "len(xs)", "xs[5]", "5 in {}", "xs.insert(len(xs), 1)"):
            with self.subTest(body):
                few, many = (steps(f"def f(xs): return {body}", list(range(n)))[0] for n in (100, 1000))
                self.assertEqual(few, many)

    def test_what_operators_and_displays_go_over_is_counted(self):
        for body in (
            "return list(xs)", "return set(xs)", "return xs < list(xs)", "return set(xs) <= set(xs)", "g(*xs)",
            "a, *rest = xs", "xs[0:0] = [1]", "del xs[2:4]", "s = set(xs); s |= set(xs)", "return {*xs}",
            "match xs:\n        case [a, *rest]: pass", "d = {0: ()}; d[len(d) - 1] += tuple(xs)",
            "d = deque(xs)", "return operator.add(xs, xs)", "return list(filter(None, [0] * len(xs)))",
            "return 5 in iter([0] * len(xs))", "return hash(tuple(xs))",
        ):  # fmt: skip
            with self.subTest(body):
                source = "import operator\nfrom collections import deque\ndef g(*args): pass\n"
                self.grows(f"{source}def f(xs):\n    {body}", lambda n: list(range(n)), 10)

    def test_what_lies_in_iterators_is_counted(self):
        for body in (
            "list(itertools.combinations(xs, 2))", "deque(itertools.product(xs, xs), maxlen=0)",
            "functools.reduce(operator.add, [[x] for x in xs])", "list(itertools.accumulate([[x] for x in xs]))",
        ):  # fmt: skip
            with self.subTest(body):
                source = "import functools, itertools, operator\nfrom collections import deque\n"
                few, many = (
                    steps(f"{source}def f(xs): return {body}", list(range(n)), most=10**7)[0] for n in (100, 400)
                )
                self.assertGreater(many, 12 * few)

    def test_the_middle_of_a_deque_is_far(self):
        source = "from collections import deque\ndef f(xs, at):\n    d = deque(xs)\n    return d[at]"
        near, far = (steps(source, list(range(1000)), at)[0] for at in (1, 500))
        self.assertGreater(far, near + 400)

    def test_what_the_machine_is_asked_is_named(self):
        for body, asked in (
            ("time.monotonic()", {"time.monotonic"}),
            ("datetime.datetime.now()", {"datetime.now"}),
            ("os.environ.get('HOME')", {"os.environ"}),
            ("datetime.datetime(2020, 1, 1)", set()),
        ):
            with self.subTest(body):
                counter = counted(f"import datetime, os, time\ndef f(): return {body}")[0]
                self.assertEqual(counter.asked, asked)

    def test_what_libraries_in_c_go_over_is_counted(self):
        for body in (
            "re.findall(r'\\w+', xs)", "WORD.match(xs)", "WORD.sub('', xs)", "list(WORD.finditer(xs))",
            "json.loads('[1]' + ' ' * len(xs))", "json.dumps(xs)", "'{}'.format(xs)", "str.lower(xs)",
            "list(map(str.lower, [xs]))", "math.fsum([1] * len(xs))", "sorted(xs, key=str.lower)",
        ):  # fmt: skip
            with self.subTest(body):
                source = f"import json, math, re\nWORD = re.compile('(a|b)+')\ndef f(xs): return {body}"
                self.grows(source, lambda n: "ab" * n, 10 if "sorted" not in body else 14)

    def test_backtracking_is_counted_and_ended(self):
        source = "import re\ndef f(text): return re.match('(a+)+$', text)"
        few, many = (steps(source, "a" * n + "!")[0] for n in (5, 10))
        self.assertGreater(many, 25 * few)
        with self.assertRaises(Exhausted):
            steps(source, "a" * 5000 + "!")
        quick = "import re\ndef f(text): return re.match('[a-z]+!?$', text)"
        few, many = (steps(quick, "a" * n + "!")[0] for n in (100, 1000))
        self.assertLess(many, 12 * few)

    def test_expressions_are_searched_as_re_does(self):
        texts = ("", "a", "aab", "abab", "bbaa1 ", "AbaB\na", "ab a\n")
        for pattern in (
            "(a|ab)*b", "a*?b", "(?i:A)+", r"\bab\b", "(a)(?(1)b|a)", "(?<=a)b", "(?!b).", r"(a|b)\1",
            "(?>a*)a", "a{1,2}", "(a*)*$", "[^a]+", "^a|b$", "a*+b", "x*", "(a?)*?b", r"[\w-]+", "(?m:^a$)",
        ):  # fmt: skip
            compiled = re.compile(pattern)
            for text in texts:
                for kind in ("match", "fullmatch", "search"):
                    found = getattr(compiled, kind)(text)
                    spans = Search(compiled, text, lambda _: None).spans(kind, 0, len(text))
                    self.assertEqual(spans, [found.span()] if found else [], (pattern, text, kind))
                spans = Search(compiled, text, lambda _: None).spans("all", 0, len(text))
                self.assertEqual(spans, [each.span() for each in compiled.finditer(text)], (pattern, text))

    def test_what_cannot_be_counted_is_named(self):
        for body, names in (
            ("zlib.compress(xs.encode())", ({"zlib.compress"}, set())),
            ("zlib.compressobj().compress(xs.encode())", (set(), {"Compress.compress"})),
            ("WORD.match(xs, 1)", (set(), {"re.match"})),
            ("textwrap.fill(xs)", None),
            ("(len(xs), xs.startswith('a'), isinstance(xs, str), Point(1, 2).x)", (set(), set())),
            ("Stack().push(xs)", (set(), set())),
        ):
            with self.subTest(body):
                source = (
                    "import re, textwrap, zlib\nfrom typing import NamedTuple\nWORD = re.compile('a+')\n"
                    "class Point(NamedTuple):\n    x: int\n    y: int\n"
                    "class Stack(list):\n    def push(self, x):\n"
                    "        super().append(x)\n        list.append(self, x)\n"
                    f"def f(xs): return {body}"
                )
                counter = counted(source, "ab" * 100)[0]
                if names is None:
                    self.assertTrue(counter.uncounted)
                else:
                    self.assertEqual((counter.assumed, counter.uncounted), names)

    def test_a_search_counts_as_far_as_it_goes(self):
        source = "def f(xs, x): return x in xs"
        self.assertLess(steps(source, list(range(1000)), 3)[0], steps(source, list(range(1000)), 900)[0])

    def test_values_stay_the_same(self):
        for body, value in (
            ("sorted(xs, key=lambda x: -x)", [3, 2, 1]),
            ("max(xs, default=0) + min(4, 2)", 5),
            ("xs == [1, 2, 3] and 4 not in xs", True),
            ("sum((x for x in xs), 10)", 16),
            ("', '.join(str(x) for x in xs)", "1, 2, 3"),
            ("{**dict.fromkeys(xs)} | {4: 5}", {1: None, 2: None, 3: None, 4: 5}),
            ("set(xs) & {1, 2} - {2}", {1}),
            ("any(x > 2 for x in xs), all(xs)", (True, True)),
            ("1 < len(xs) < 5, xs < [1, 2, 4], xs != [1], xs >= [1, 2, 3]", (True, True, True, True)),
            ("list(filter(None, [0, *xs])), {*xs} <= {1, 2, 3, 4}", ([1, 2, 3], True)),
        ):
            with self.subTest(body):
                self.assertEqual(steps(f"def f(xs): return {body}", [1, 2, 3])[1], value)

    def test_assignments_stay_the_same(self):
        lines = ("ys = xs", "ys += [4]", "del ys[0]", "a, *b = ys", "t = 'a'", "t += 'b'", "return xs, b, t")
        source = "\n    ".join(("def f(xs):", *lines))
        self.assertEqual(steps(source, [1, 2, 3])[1], ([2, 3, 4], [3, 4], "ab"))

        lines = (
            "ys = [*xs]", "ys[0:0] = (0, 9)", "ys[1:2] = iter([7])", "del ys[-1:]", "d = {'a': {1}}",
            "d['abc'[0]] |= {2}", "d['a'] -= {1}", "t = (1,)", "t *= 2", "[c, *_] = xs", "z = []",
            "for e, *g in [xs]: z += g", "match xs:\n        case [h, *i]: z += i", "return ys, d, t, c, z, h",
        )  # fmt: skip
        source = "\n    ".join(("def f(xs):", *lines))
        self.assertEqual(steps(source, [1, 2, 3])[1], ([0, 7, 1, 2], {"a": {2}}, (1, 1), 1, [2, 3, 2, 3], 1))

    def test_work_without_end_is_ended(self):
        with self.assertRaises(Exhausted):
            steps("def f():\n    while True: pass", most=1000)
        with self.assertRaises(Exhausted):
            steps("def f(): return [0] * 10**12")


class Inputs(unittest.TestCase):
    def made(self, size, *parameters):
        (known,) = guesses(parameters)
        return make(known, size, "ascending")

    def test_annotations_decide(self):
        self.assertEqual(self.made(3, parameter("a", "list[int]"), parameter("target", "int")), [[1, 2, 3], -1])
        self.assertEqual(self.made(2, parameter("a", "dict[int, list[int]]")), [{1: [2], 2: []}])
        self.assertEqual(self.made(2, parameter("a", "Optional[list[list[int]]]")), [[[1, 2], [1, 2]]])
        self.assertEqual(len(self.made(7, parameter("a", "str"))[0]), 7)

    def test_names_decide_where_there_is_no_annotation(self):
        self.assertEqual(self.made(3, parameter("nums"), parameter("k")), [[1, 2, 3], 3])

    def test_defaults_are_left_out(self):
        self.assertEqual(self.made(3, parameter("n"), parameter("memo", None, True)), [3])

    def test_what_is_not_known_is_said(self):
        with self.assertRaisesRegex(Unmade, "orders: list.Order"):
            guesses([parameter("orders", "list[Order]")])


if __name__ == "__main__":
    unittest.main()
