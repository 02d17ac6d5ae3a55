"""Splits code into tokens up to the cursor, whatever state it is in there: strings and brackets may be open."""

from keyword import kwlist
from re import DOTALL, VERBOSE
from re import compile as _pattern

KEYWORDS = frozenset(kwlist)
VALUES = frozenset(("None", "True", "False"))
OPENING = {"(": ")", "[": "]", "{": "}"}
_statements = frozenset(
    "def class import return while try raise assert del pass break continue global nonlocal".split()
)

_token = _pattern(
    r"""
    (?P<space>(?:[ \t\f]|\\\r?\n)+)
    |(?P<newline>\r?\n|\r)
    |(?P<comment>\#[^\r\n]*)
    |(?P<string>(?P<prefix>[rRbBuUfFtT]{0,2})(?P<quote>\"\"\"|'''|"|'))
    |(?P<number>0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?)
    |(?P<name>[^\W\d]\w*)
    |(?P<op>:=|->|\*\*=?|//=?|>>=?|<<=?|[-+*/%@&|^=!<>]=|\.\.\.|.)
    """,
    VERBOSE | DOTALL,
)
_bodies = {quote: _pattern(rf"(?:\\.|(?!{quote}).)*", DOTALL) for quote in ('"""', "'''")}
_bodies |= {quote: _pattern(rf"(?:\\(?:\r\n|.)|[^\\\r\n{quote}])*", DOTALL) for quote in ('"', "'")}


class Token:
    """A piece of code.

    `kind` is name, number, string, open (a string that the cursor is in), comment, newline or op.
    """

    __slots__ = "kind", "text", "start", "end", "body", "field"

    def __init__(self, kind, text, start, end, body=0, field=None):
        self.kind, self.text, self.start, self.end = kind, text, start, end
        self.body = body  # where the contents of a string start
        self.field = field  # for the brace of a replacement field that the cursor is in: where its string starts


def _formatted(text, at, quote):
    """Scans an f-string from its contents on: (where it ends, None) or (None, tokens of the field that is open)."""
    body = _bodies[quote]
    while True:
        stop = body.match(text, at).end()
        brace = text.find("{", at, stop)
        if brace < 0:
            return (stop + len(quote), None) if text.startswith(quote, stop) else (stop, None)
        if text.startswith("{{", brace):
            at = brace + 2
            continue
        tokens, end = _split(text, brace + 1, True)
        if end is None:
            return brace, tokens
        at = end


def _split(text, at, field=False):
    """Returns tokens and, when `field` says that a `}` ends them, where that is: None when it is missing."""
    tokens, depth = [], 0
    while at < len(text):
        found = _token.match(text, at)
        kind, start, at = found.lastgroup, at, found.end()
        if kind == "quote" or kind == "string":
            kind = "string"
            prefix, quote = found["prefix"], found["quote"]
            if ("f" in prefix.lower() or "t" in prefix.lower()) and "{" in text[at:]:
                end, inner = _formatted(text, at, quote)
                if inner is not None:
                    tokens.append(Token("op", "{", end, end + 1, field=start))
                    return tokens + inner, None
            else:
                end = _bodies[quote].match(text, at).end()
                end += len(quote) if text.startswith(quote, end) else 0
            closed = end - at >= len(quote) and text.startswith(quote, end - len(quote))
            if not closed and end == len(text):
                kind = "open"
            tokens.append(Token(kind, text[start:end], start, end, at))
            at = end
            continue
        if kind == "space" or (kind == "comment" and at < len(text)):
            continue
        word = text[start:at]
        if kind == "op" and field:
            if word in OPENING:
                depth += 1
            elif word == "}" and depth == 0:
                return tokens, at
            elif word in ")]}":
                depth -= 1
        tokens.append(Token(kind, word, start, at))
    return tokens, None


def split(text):
    return _split(text, 0)[0]


class Before:
    """The code before the cursor: its tokens without line ends in brackets, and the brackets that are open."""

    def __init__(self, text):
        self.text = text
        self.tokens, self.open = [], []
        self.statement = 0  # index of the first token of the logical line
        fresh = True
        for token in split(text):
            if token.kind == "newline":
                fresh = True
                if self.open:
                    continue
            elif fresh and token.text in _statements and token.kind == "name" and self.open:
                self.open.clear()  # a bracket was forgotten: none of these starts a line within one
                self.statement = len(self.tokens)
            self.tokens.append(token)
            if token.kind == "newline" or (token.text == ";" and not self.open):
                self.statement = len(self.tokens)
            elif token.kind == "op" and token.text in OPENING:
                self.open.append(len(self.tokens) - 1)
            elif token.kind == "op" and token.text in ")]}" and self.open:
                self.open.pop()
            if token.kind != "newline":
                fresh = False

    def token(self, index):
        return self.tokens[index] if 0 <= index < len(self.tokens) else None

    def is_operand(self, index):
        """Whether an expression may end with that token."""
        token = self.token(index)
        if token is None:
            return False
        if token.kind == "name":
            return token.text not in KEYWORDS or token.text in VALUES
        return token.kind in ("string", "number") or (token.kind == "op" and token.text in ")]}")

    def primary(self, index):
        """Index of the first token of the name, chain, call or literal that ends with token `index`, or None."""
        start = None
        while self.is_operand(index):
            token = self.tokens[index]
            if token.kind == "op":
                opened = self.opening(index)
                if opened is None:
                    return None
                start = opened
                if token.text != "}" and self.is_operand(opened - 1):
                    index = opened - 1
                    continue
            else:
                start = index
                while token.kind == "string" and start > 0 and self.tokens[start - 1].kind == "string":
                    start -= 1
            before = self.token(start - 1)
            if before is None or before.text != "." or before.kind != "op":
                return start
            index = start - 2
        return None if start is not None and self._follows_dot(start) else start

    def _follows_dot(self, index):
        before = self.token(index - 1)
        return before is not None and before.kind == "op" and before.text == "."

    def opening(self, index):
        depth = 0
        for at in range(index, -1, -1):
            token = self.tokens[at]
            if token.kind != "op":
                continue
            if token.text in ")]}":
                depth += 1
            elif token.text in OPENING:
                depth -= 1
                if depth == 0:
                    return at
        return None

    def source(self, first, last):
        """The text of tokens `first` to `last`."""
        return self.text[self.tokens[first].start : self.tokens[last].end]
