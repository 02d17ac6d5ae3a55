"""Plants faults in functions of real modules and writes four hypotheses about each, one of them true.

python3 make_cases.py <folder of clones> <cases.jsonl>: clones lie in <folder>/<owner>+<name>/repo and have the commits
named below. A fault is one changed operator, constant or condition that some example of the function's own docstring
sees. The hypotheses:

- true: the line with the fault is wrong, and the original one repairs it
- other: another line is wrong, and another change repairs it
- fine: the function does what the original does
- raises: the failing call raises an exception, which it does not
"""

import ast
import builtins
import doctest
import json
import os
import random
import subprocess
import sys
import tempfile

SOURCES = [
    (
        "TheAlgorithms/Python",
        "f5988cc09713315817df6a7e327e258013a94440",
        ["maths", "strings", "bit_manipulation", "searches"],
        40,
    ),
    ("more-itertools/more-itertools", "2fe1b2eeb9d75f994113fe3ac76d14b6bcd6fb10", ["more_itertools"], 26),
    ("pypa/packaging", "053c884615f2e83d80705251b447769ec2599653", ["src/packaging"], 6),
]
FAULTS = (subprocess.TimeoutExpired, ValueError, IndexError)  # of a run
A_FILE = 4  # faults of one file at most
SWAPS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Mod: "//",
}  # fmt: skip
SIGNS = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
}  # fmt: skip
RUN = """
import importlib, json, sys
module, calls = json.loads(sys.stdin.read())
sys.path[:0] = ["src", "."]
names = vars(importlib.import_module(module))
told = []
for call in calls:
    try:
        told.append(["returns", repr(eval(call, dict(names)))])
    except Exception as error:
        told.append(["raises", type(error).__name__])
print(json.dumps(told))
"""


def outcomes(root, module, calls):
    """What each call does; None when the module does not import or takes too long."""
    try:
        run = subprocess.run(
            [sys.executable, "-c", RUN],
            input=json.dumps([module, calls]),
            cwd=root,
            capture_output=True,
            text=True,
            timeout=4,
        )
        return json.loads(run.stdout.splitlines()[-1])
    except FAULTS:
        return None


def examples(function):
    """Calls of the docstring that are one expression each."""
    calls = []
    for example in doctest.DocTestParser().get_examples(ast.get_docstring(function) or ""):
        call = example.source.strip()
        try:
            ast.parse(call, mode="eval")
        except SyntaxError:
            continue
        if f"{function.name}(" in call and "\n" not in call and "'''" not in call:
            calls.append(call)
    return list(dict.fromkeys(calls))[:8]


def changes(function, lines):
    """Lines of the function as faults would leave them: (line number, new text)."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    for node in (each for statement in body for each in ast.walk(statement)):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield from swapped(lines, node.left, node.comparators[0], node.ops[0])
        elif isinstance(node, ast.BinOp):
            yield from swapped(lines, node.left, node.right, node.op)
        elif isinstance(node, ast.Constant) and type(node.value) is int and node.lineno == node.end_lineno:
            text = lines[node.lineno - 1]
            yield node.lineno, text[: node.col_offset] + str(node.value + 1) + text[node.end_col_offset :]


def swapped(lines, left, right, operator):
    sign, other = SIGNS.get(type(operator)), SWAPS.get(type(operator))
    if sign is None or left.end_lineno != right.lineno:
        return
    text = lines[left.end_lineno - 1]
    between = text[left.end_col_offset : right.col_offset]
    if between.count(sign) == 1:
        yield left.end_lineno, text[: left.end_col_offset] + between.replace(sign, other) + text[right.col_offset :]


def replaced(lines, number, text):
    return "\n".join([*lines[: number - 1], text, *lines[number:]])


def edit(path, lines, number, text):
    """An edit of a line, with the lines above it as far as they are needed to name it."""
    whole = "\n".join(lines)
    for first in range(number - 1, max(-1, number - 12), -1):
        old = "\n".join(lines[first:number])
        if whole.count(old) == 1:
            return {"file": path, "old": old, "new": "\n".join([*lines[first : number - 1], text])}
    return None


def planted(root, path, function, source, chance):
    """A case for the first fault, in an order by chance, that an example sees."""
    lines = source.split("\n")
    calls = examples(function)
    module = path.removeprefix("src/").removesuffix(".py").replace("/", ".")
    if len(calls) < 2:
        return None
    original = outcomes(root, module, calls)
    known = [(call, told) for call, told in zip(calls, original or [], strict=False) if " at 0x" not in told[1]]
    if len(known) < 2 or original != outcomes(root, module, calls):
        return None
    sites = [site for site in dict.fromkeys(changes(function, lines)) if lines[site[0] - 1].isascii()]
    chance.shuffle(sites)
    for number, text in sites:
        others = [site for site in sites if site[0] != number]
        if not others:
            return None
        faulty = replaced(lines, number, text)
        with open(os.path.join(root, path), "w") as file:
            file.write(faulty)
        now = outcomes(root, module, [call for call, _ in known])
        with open(os.path.join(root, path), "w") as file:
            file.write(source)
        failing = [index for index, told in enumerate(now or []) if told != known[index][1]]
        after = faulty.split("\n")
        repair = edit(path, after, number, lines[number - 1])
        wrong = edit(path, after, others[0][0], others[0][1])
        if failing and repair is not None and wrong is not None:
            first = (known[failing[0]][0], now[failing[0]])
            return case(path, function, model(function, source), faulty, known, first, (repair, wrong), module)
    return None


def model(function, source):
    """The original as a module: the whole file, or of a large one the function and the imports."""
    if len(source) <= 20_000:
        return source
    imports = [one for one in ast.parse(source).body if isinstance(one, (ast.Import, ast.ImportFrom))]
    return "\n".join(ast.get_source_segment(source, one) for one in [*imports, function])


def case(path, function, original, faulty, known, failing, edits, module):
    call, now = failing
    repair, wrong = edits
    asserts = [f"    assert outcome({call!r}) == {told!r}" for call, told in known]
    test = "\n".join([
        f"import importlib\nnames = vars(importlib.import_module({module!r}))",
        "def outcome(call):",
        "    try:\n        return ['returns', repr(eval(call, dict(names)))]",
        "    except Exception as error:\n        return ['raises', type(error).__name__]",
        "def test_examples():", *asserts, "",
    ])  # fmt: skip
    place = {"file": path, "function": function.name}
    never = next(name for name in ("KeyError", "ValueError", "TypeError") if now != ["raises", name])
    assert hasattr(builtins, never)
    return {
        "path": path,
        "function": function.name,
        "faulty": faulty,
        "true": "true",
        "hypotheses": [
            hypothesis("true", "bug", {"kind": "python_test", "code": test, "edits": [repair]}),
            hypothesis("other", "bug", {"kind": "python_test", "code": test, "edits": [wrong]}),
            hypothesis("fine", "behavior", {"kind": "behaves_like", **place, "code": original}),
            hypothesis("raises", "bug", {"kind": "call", "file": path, "call": call, "raises": never}),
        ],
    }


def hypothesis(name, kind, check):
    return {"id": name, "type": kind, "checks": [{**check, "expects": {"holds": "supports", "fails": "refutes"}}]}


def main(clones, target):
    chance = random.Random(14)
    written = 0
    with open(target, "w") as out:
        for repository, commit, folders, most in SOURCES:
            clone = os.path.join(clones, repository.replace("/", "+"), "repo")
            with tempfile.TemporaryDirectory() as root:
                command = ["git", "-C", clone, "archive", commit, *folders]
                archive = subprocess.run(command, check=True, capture_output=True)
                subprocess.run(["tar", "-x", "-C", root], input=archive.stdout, check=True)
                found = 0
                paths = sorted(
                    os.path.relpath(os.path.join(at, name), root)
                    for at, _, names in os.walk(root)
                    for name in names
                    if name.endswith(".py")
                )
                chance.shuffle(paths)
                for path in paths:
                    with open(os.path.join(root, path)) as file:
                        source = file.read()
                    if len(source) > 190_000 or found >= most:
                        continue
                    try:
                        functions = [one for one in ast.parse(source).body if isinstance(one, ast.FunctionDef)]
                    except SyntaxError:  # of a later Python than the machine's
                        continue
                    chance.shuffle(functions)
                    here = 0
                    for function in functions:
                        limit = most if "itertools" in repository else A_FILE
                        if here >= limit or found >= most:
                            break
                        one = planted(root, path, function, source, chance)
                        if one is not None:
                            here, found, written = here + 1, found + 1, written + 1
                            out.write(json.dumps({"repository": repository, "commit": commit, **one}) + "\n")
                print(repository, found)
    print(written, "cases")


main(*sys.argv[1:])
