"""Which way a call went at the decisions of its function, from the lines that ran after each other."""

import ast
import os

MOST = 12


class Decisions:
    def __init__(self, root):
        self._root = root
        self._files = {}

    def taken(self, path, steps):
        """Texts such as `26 if order.bad: no`, by lines; `steps`: how often a line followed another one, by the two."""
        found = []
        for (first, last, kind, text), body in self._of(path).items():
            ways = {}
            for (line, following), times in steps.items():
                if first <= line <= last and not first <= following <= last:
                    ways[following in body] = ways.get(following in body, 0) + times
            if ways:
                found.append(f"{first} {kind} {text}: {_said(kind, ways)}")
        return found[:MOST]

    def _of(self, path):
        if path not in self._files:
            try:
                with open(os.path.join(self._root, path), "rb") as file:
                    tree = ast.parse(file.read())
            except OSError, SyntaxError, ValueError, RecursionError:
                tree = ast.Module([], [])
            self._files[path] = dict(sorted(_decisions(tree)))
        return self._files[path]


def _decisions(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.While):
            kind, head, text = type(node).__name__.lower(), node.test, ast.unparse(node.test)
        elif isinstance(node, ast.For | ast.AsyncFor):
            kind, head, text = "for", node.iter, f"{ast.unparse(node.target)} in {ast.unparse(node.iter)}"
        else:
            continue
        first, last = node.lineno, head.end_lineno
        begin = min((each.lineno for each in getattr(node.body[0], "decorator_list", ())), default=node.body[0].lineno)
        if begin > last:
            yield (first, last, kind, text[:60]), range(begin, node.body[0].end_lineno + 1)


def _said(kind, ways):
    if kind == "if":
        return ", ".join(
            f"{'yes' if way else 'no'}{f' {times} times' if times > 1 else ''}" for way, times in ways.items()
        )
    times = ways.get(True, 0)
    return f"entered {times} times" if times != 1 else "entered once"
