"""Counts what a regular expression does: the same search, by backtracking as `re` does it, with a step for each move.

Nothing is taken on trust: `spans` must come out as `re` finds them, or the caller says that the work is not counted.
"""

import re
from functools import lru_cache
from re import _constants as C
from re import _parser as parser

# Moves of a pattern; one that needs more is not counted.
MOST_MOVES = 4000
REPEATS = (C.MAX_REPEAT, C.MIN_REPEAT, C.POSSESSIVE_REPEAT)
CATEGORIES = {
    C.CATEGORY_DIGIT: r"\d", C.CATEGORY_NOT_DIGIT: r"\D", C.CATEGORY_SPACE: r"\s",
    C.CATEGORY_NOT_SPACE: r"\S", C.CATEGORY_WORD: r"\w", C.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip


class Unsupported(Exception):
    """What this pattern does is not counted."""


class Search:
    """One search after another on a text. `charge` is told of every move, in portions."""

    PORTION = 200

    def __init__(self, pattern, text, charge):
        self.moves = moves_of(pattern)
        self.text = text if isinstance(text, str) else bytes(text).decode("latin-1")
        self.word = re.compile(r"\w", pattern.flags & (re.ASCII | re.UNICODE | re.IGNORECASE)).match
        if isinstance(pattern.pattern, bytes):
            self.word = re.compile(r"\w", re.ASCII).match
        self._charge = charge
        self._open = 0

    def spans(self, kind, start, end):
        """Where `match`, `fullmatch`, `search` or `all` of `finditer` match; moves are charged as they are made."""
        found, at, empty = [], start, True
        while at <= end:
            span = self._first(kind, at, end, empty)
            if span is None:
                break
            found.append(span)
            if kind != "all":
                break
            at, empty = span[1], span[0] != span[1]
        self._charge(self._open)
        self._open = 0
        return found

    def _first(self, kind, at, end, empty):
        last = end if kind in ("search", "all") else at
        for start in range(at, last + 1):
            stop = self._run(0, start, end, kind == "fullmatch", None if empty or start != at else start)
            if stop is not None:
                return start, stop[0]
        return None

    def _run(self, first, start, end, whole, refused):
        """Runs the moves from `first` on; the end of the match and its groups, or None."""
        moves, text = self.moves, self.text
        waiting = [(first, start, {})]
        while waiting:
            at, place, groups = waiting.pop()
            while True:
                self._open += 1
                if self._open >= self.PORTION:
                    self._charge(self._open)
                    self._open = 0
                name, *facts = moves[at]
                if name == "take":
                    if place >= end or not facts[0](text[place]):
                        break
                    place += 1
                elif name == "fork":
                    waiting.append((facts[1], place, groups))
                    at = facts[0]
                    continue
                elif name == "go":
                    at = facts[0]
                    continue
                elif name == "save":
                    groups = {**groups, facts[0]: place}
                elif name == "moved":
                    # A turn that took nothing is the last one.
                    if groups.get(facts[0]) == place:
                        at = facts[1]
                        continue
                elif name == "again":
                    opened, closed = groups.get(2 * facts[0]), groups.get(2 * facts[0] + 1)
                    if opened is None or closed is None:
                        break
                    part = text[opened:closed]
                    self._open += len(part)
                    if text[place : min(end, place + len(part))] != part:
                        break
                    place += len(part)
                elif name == "at":
                    if not self._holds(facts[0], place, end):
                        break
                elif name == "look":
                    wanted, width, inner, after = facts
                    ended = None if place < width else self._run(inner, place - width, end, False, None)
                    if (ended is not None) != wanted:
                        break
                    groups = groups if ended is None else ended[1]
                    at = after
                    continue
                elif name == "once":
                    ended = self._run(facts[0], place, end, False, None)
                    if ended is None:
                        break
                    place, groups = ended
                    at = facts[1]
                    continue
                elif name == "if":
                    if 2 * facts[0] + 1 not in groups:
                        at = facts[1]
                        continue
                elif name == "end" or (place != refused and (place == end or not whole)):
                    return place, groups
                else:
                    break
                at += 1
        return None

    def _holds(self, what, place, end):
        text = self.text
        if what in (C.AT_BEGINNING, C.AT_BEGINNING_STRING):
            return place == 0
        if what is C.AT_BEGINNING_LINE:
            return place == 0 or text[place - 1] == "\n"
        if what is C.AT_END_STRING:
            return place == end
        if what is C.AT_END:
            return place == end or (place == end - 1 and text[place] == "\n")
        if what is C.AT_END_LINE:
            return place == end or text[place] == "\n"
        before = place > 0 and self.word(text[place - 1]) is not None
        after = place < end and self.word(text[place]) is not None
        return (before != after) == (what is C.AT_BOUNDARY)


@lru_cache(maxsize=64)
def moves_of(pattern):
    if pattern.flags & (re.LOCALE | re.DEBUG):
        raise Unsupported
    moves = _Moves(pattern)
    moves.sequence(parser.parse(pattern.pattern, pattern.flags), pattern.flags)
    moves.add("match")
    return moves.moves


class _Moves:
    def __init__(self, pattern):
        self.moves = []
        self._ascii = isinstance(pattern.pattern, bytes) or bool(pattern.flags & re.ASCII)
        # Turns of repetitions that may take nothing are told apart by registers behind those of the groups.
        self._register = 2 * pattern.groups + 2

    def add(self, *move):
        if len(self.moves) >= MOST_MOVES:
            raise Unsupported
        self.moves.append(move)
        return len(self.moves) - 1

    def sequence(self, nodes, flags):
        for kind, facts in nodes:
            self._node(kind, facts, flags)

    def _node(self, kind, facts, flags):
        if kind in (C.LITERAL, C.NOT_LITERAL, C.IN, C.ANY, C.CATEGORY):
            self.add("take", self._taken(kind, facts, flags))
        elif kind in REPEATS:
            self._repeat(kind, *facts, flags)
        elif kind is C.SUBPATTERN:
            number, more, less, inner = facts
            if number is not None:
                self.add("save", 2 * number)
            self.sequence(inner, (flags | more) & ~less)
            if number is not None:
                self.add("save", 2 * number + 1)
        elif kind is C.BRANCH:
            self._branch(facts[1], flags)
        elif kind is C.AT:
            self.add("at", self._at(facts, flags))
        elif kind is C.GROUPREF and not flags & re.IGNORECASE:
            self.add("again", facts)
        elif kind in (C.ASSERT, C.ASSERT_NOT):
            width = facts[1].getwidth()[0] if facts[0] < 0 else 0
            look = self.add("look")
            self._inner(facts[1], flags)
            self.moves[look] = ("look", kind is C.ASSERT, width, look + 1, len(self.moves))
        elif kind is C.ATOMIC_GROUP:
            once = self.add("once")
            self._inner(facts, flags)
            self.moves[once] = ("once", once + 1, len(self.moves))
        elif kind is C.GROUPREF_EXISTS:
            number, yes, no = facts
            fork = self.add("if")
            self.sequence(yes, flags)
            leave = self.add("go")
            self.moves[fork] = ("if", number, len(self.moves))
            self.sequence(no or (), flags)
            self.moves[leave] = ("go", len(self.moves))
        elif kind is C.FAILURE:
            self.add("take", lambda sign: False)
        else:
            raise Unsupported

    def _inner(self, nodes, flags):
        self.sequence(nodes, flags)
        self.add("end")

    def _at(self, what, flags):
        if flags & re.MULTILINE:
            return {C.AT_BEGINNING: C.AT_BEGINNING_LINE, C.AT_END: C.AT_END_LINE}.get(what, what)
        return what

    def _branch(self, ways, flags):
        leaves = []
        for way in ways[:-1]:
            fork = self.add("fork")
            self.sequence(way, flags)
            leaves.append(self.add("go"))
            self.moves[fork] = ("fork", fork + 1, len(self.moves))
        self.sequence(ways[-1], flags)
        for leave in leaves:
            self.moves[leave] = ("go", len(self.moves))

    def _repeat(self, kind, least, most, inner, flags):
        if kind is C.POSSESSIVE_REPEAT:
            once = self.add("once")
            self._repeat(C.MAX_REPEAT, least, most, inner, flags)
            self.add("end")
            self.moves[once] = ("once", once + 1, len(self.moves))
            return
        for _ in range(least):
            self.sequence(inner, flags)
        forks = []
        if most is C.MAXREPEAT:
            fork = self.add("fork")
            forks.append(fork)
            if inner.getwidth()[0] == 0:
                register = self._register = self._register + 1
                self.add("save", register)
                self.sequence(inner, flags)
                self.add("moved", register, len(self.moves) + 2)
            else:
                self.sequence(inner, flags)
            self.add("go", fork)
        else:
            for _ in range(most - least):
                forks.append(self.add("fork"))
                self.sequence(inner, flags)
        for fork in forks:
            ways = fork + 1, len(self.moves)
            self.moves[fork] = ("fork", *(ways if kind is C.MAX_REPEAT else ways[::-1]))

    def _taken(self, kind, facts, flags):
        """Whether a sign is taken: `re` is asked of each sign once."""
        plain = flags & (re.IGNORECASE | re.DOTALL) | (re.ASCII if self._ascii else 0)
        expression = re.compile(_text(kind, facts), plain)
        return lru_cache(maxsize=1024)(lambda sign: expression.match(sign) is not None)


def _text(kind, facts):
    """A node that takes one sign, as a pattern."""
    if kind is C.ANY:
        return "."
    if kind is C.CATEGORY:
        return CATEGORIES[facts]
    if kind is C.LITERAL:
        return re.escape(chr(facts))
    if kind is C.NOT_LITERAL:
        return f"[^{_sign(facts)}]"
    negated = facts[0][0] is C.NEGATE
    parts = []
    for each, value in facts[negated:]:
        if each is C.LITERAL:
            parts.append(_sign(value))
        elif each is C.RANGE:
            parts.append(f"{_sign(value[0])}-{_sign(value[1])}")
        elif each is C.CATEGORY:
            parts.append(CATEGORIES[value])
        else:
            raise Unsupported
    return f"[{'^' if negated else ''}{''.join(parts)}]"


def _sign(code):
    return f"\\U{code:08x}"
