"""Completions for the code before a cursor."""

from keyword import softkwlist
from posix import listdir, stat
from types import BuiltinFunctionType, FunctionType, MethodType

import _kernel_modules as modules
from _kernel_inference import Inference
from _kernel_lexer import KEYWORDS, Before
from _kernel_scopes import parse, scope_at
from _kernel_signatures import of_definition, signature
from _kernel_statics import is_class, is_module, is_one, makes_up_names
from _kernel_values import Definition, Display, Instance, Live, Made

MOST = 500
MOST_KEYS = 10_000
FILES_ROOT = "/workspace"
AFTER_OPERAND = frozenset(("and", "as", "else", "for", "from", "if", "import", "in", "is", "not", "or", "async"))
NEW_NAMES = frozenset(("def", "class", "as", "global", "nonlocal"))


class Completion:
    """The answer to one request: matches with their kinds, and where the text starts that they replace."""

    def __init__(self, code, cursor, names, builtins):
        self.code, self.cursor = code, cursor
        self.before = Before(code[:cursor])
        self.inference = Inference(names, builtins)
        self.start, self.prefix = cursor, ""
        self.found = {}
        self.notices = []
        self._scope = None

    def answer(self):
        self._complete()
        ordered = sorted(self.found.items(), key=_order)
        if len(ordered) > MOST:
            self.notices.append(f"The first {MOST} of {len(ordered)} matches are given.")
        shown = ordered[:MOST]
        return {
            "matches": [name for name, _ in shown],
            "types": [kind for _, kind in shown],
            "start": self.start,
            "notices": self.notices,
        }

    def _offer(self, name, kind):
        if name.startswith(self.prefix):
            self.found.setdefault(name, kind)

    def _complete(self):
        tokens = self.before.tokens
        last = len(tokens) - 1
        token = self.before.token(last)
        if token is not None and token.end == self.cursor:
            if token.kind in ("comment", "number", "string"):
                return
            if token.kind == "open":
                self._in_string(last)
                return
            if token.kind == "name":
                self.start, self.prefix = token.start, token.text
                last -= 1
        if self._in_import(last):
            return
        before = self.before.token(last)
        if before is None:
            self._names(last)
        elif before.kind == "op" and before.text == ".":
            self._attributes(last)
        elif before.kind == "name" and before.text in NEW_NAMES:
            return
        elif self.before.is_operand(last) and before.text not in softkwlist:
            for word in AFTER_OPERAND:
                self._offer(word, "keyword")
        else:
            self._keywords_of_call(last)
            if before.text == "[" and before.kind == "op" and not self.prefix:
                self._keys(last, "", "")
            self._names(last)

    def scope(self, cut):
        if self._scope is None:
            rest = "" if self.before.tokens[-1:] and self.before.tokens[-1].kind == "open" else self.code[self.cursor :]
            self._scope, broken = scope_at(self.before, cut, rest)
            if broken is not None:
                self.notices.append(f"Line {broken} of the code does not parse; what it binds may be missing.")
        return self._scope

    def value(self, last):
        """What the expression that ends with token `last` stands for, and the index of its first token."""
        first = self.before.primary(last)
        if first is None:
            return None, None
        try:
            node = parse(f"({self.before.source(first, last)})", "eval").body
        except SyntaxError:
            return None, first
        return self.inference.infer(node, self.scope(self.before.tokens[first].start)), first

    def _attributes(self, dot):
        value, _ = self.value(dot - 1)
        for name, kind in self.inference.attributes(value).items():
            self._offer(name, kind)
        cls = self.inference.class_of(value)
        if cls is not None and makes_up_names(cls):
            self.notices.append(
                "The class defines __getattr__ or __dir__, which are not called: there may be more names."
            )

    def _names(self, last):
        scope = self.scope(self.start)
        for one in scope.enclosing():
            for name, bindings in one.names.items():
                kind = bindings[-1].kind
                kinds = {"function": "function", "class": "class", "import": "module"}
                self._offer(name, kinds.get(kind, "instance"))
            for module, level in one.stars:
                value = None if level else self.inference.module(module)
                for name, kind in self.inference.attributes(value).items():
                    if not name.startswith("_"):
                        self._offer(name, kind)
        for name in list(self.inference.names):
            if type(name) is str and name.isidentifier():
                self._offer(name, _kind_of(self.inference.names[name]))
        for name, value in self.inference.builtins.items():
            self._offer(name, _kind_of(value))
        for word in KEYWORDS:
            self._offer(word, "keyword")
        if last < self.before.statement:
            for word in softkwlist:
                self._offer(word, "keyword")

    def _keywords_of_call(self, last):
        opened = self.before.open[-1] if self.before.open else None
        token = self.before.token(last)
        if opened is None or self.before.tokens[opened].text != "(" or token.text not in ("(", ","):
            return
        if token.text == "(" and last != opened:
            return
        if not self.before.is_operand(opened - 1):
            return
        if self.before.token(opened - 2) is not None and self.before.tokens[opened - 2].text in ("def", "class"):
            return
        callee, _ = self.value(opened - 1)
        found = signature_of(callee, self.inference)
        if found is None:
            return
        used = set()
        for index in range(opened + 1, last):
            if self.before.tokens[index + 1].text == "=" and self.before.tokens[index].kind == "name":
                used.add(self.before.tokens[index].text)
        for name in found.keywords():
            if name not in used:
                self._offer(f"{name}=", "param")

    def _in_string(self, last):
        token = self.before.tokens[last]
        text = self.code[token.body : self.cursor]
        quote = token.text[: token.body - token.start].lstrip("rRbBuUfFtT")
        prefix = token.text[: token.body - token.start - len(quote)]
        self.start, self.prefix = token.body, text
        opened = self.before.token(last - 1)
        if opened is not None and opened.text == "[" and opened.kind == "op" and self._keys(last - 1, prefix, quote):
            return
        self._files(text, prefix, quote)

    def _keys(self, bracket, prefix, quote):
        """Offers the keys of what is subscripted; false when it is no dict."""
        if not self.before.is_operand(bracket - 1):
            return False
        value, _ = self.value(bracket - 1)
        keys = keys_of(value)
        if keys is None:
            return False
        wanted = bytes if "b" in prefix.lower() else str
        closes = not self.code.startswith(quote, self.cursor)
        for key in keys[:MOST_KEYS]:
            if not quote:
                shown = _literal(key)
                if shown is not None:
                    self._offer(shown, "key")
            elif type(key) is wanted:
                shown = _inside(key, prefix, quote)
                if shown is not None:
                    self._offer(shown + quote if closes else shown, "key")
        return True

    def _files(self, text, prefix, quote):
        if "\\" in text and "r" not in prefix.lower():
            return
        folder, slash, _ = text.rpartition("/")
        self.start += len(folder) + len(slash)
        self.prefix = text[len(folder) + len(slash) :]
        directory = (folder or "/") if text.startswith("/") else f"{FILES_ROOT}/{folder}"
        try:
            names = listdir(directory)
        except OSError, ValueError:
            return
        for name in names:
            shown = _inside(name, prefix, quote)
            if shown is None or (name.startswith(".") and not self.prefix):
                continue
            folders = _is_directory(f"{directory}/{name}")
            self._offer(f"{shown}/" if folders else shown, "directory" if folders else "file")

    def _in_import(self, last):
        """Completes `import` and `from` statements; false when the cursor is in none."""
        tokens = self.before.tokens[self.before.statement : last + 1]
        words = [token.text for token in tokens]
        if not words or words[0] not in ("import", "from") or tokens[0].kind != "name":
            return False
        if words[0] == "import":
            part = words[1:]
            while "," in part:
                part = part[part.index(",") + 1 :]
            self._module_names(part)
        elif "import" not in words:
            self._module_names(words[1:], "import")
        else:
            at = words.index("import")
            self._members("".join(words[1:at]), words[at + 1 :])
        return True

    def _module_names(self, part, follows="as"):
        if part and part[-1] != "." and not part[0].startswith("."):
            if part[-1] != "as" and "as" not in part:
                self._offer(follows, "keyword")
            return
        if part and part[0] in (".", "..."):
            return
        for name in modules.importable("".join(part[:-1])):
            self._offer(name, "module")

    def _members(self, module, words):
        if module.startswith(".") or not module or (words and words[-1] not in ("(", ",")):
            if module and words and words[-1] != "as" and words[-2:-1] != ["as"]:
                self._offer("as", "keyword")
            return
        value = self.inference.module(module)
        for name, kind in self.inference.attributes(value).items():
            if not (name.startswith("__") and name.endswith("__")):
                self._offer(name, kind)
        for name in modules.importable(module):
            self._offer(name, "module")


def signature_of(value, inference):
    """The signature of what a call calls, or None."""
    if type(value) is Live:
        return signature(value.object)
    if type(value) is Instance:
        found = inference.attribute(value, "__call__")
        return signature(found.object) if type(found) is Live else None
    if type(value) is Made:
        return signature_of(inference.attribute(value, "__call__"), inference)
    if type(value) is not Definition:
        return None
    if not value.is_class:
        found = of_definition(value.node)
        return found.without_first() if value.bound else found
    return _of_class_definition(value, inference)


def _of_class_definition(value, inference):
    made = inference.attribute(value, "__init__")
    if type(made) is Definition:
        return of_definition(made.node).without_first()
    for base in value.node.bases:
        base = inference.infer(base, value.scope)
        if base is not None:
            return signature_of(base, inference)
    return None


def keys_of(value):
    """The keys of a dict that is known, or None."""
    if type(value) is Display and value.cls is dict:
        return [node.value for node in getattr(value.node, "keys", ()) if type(node).__name__ == "Constant"]
    if type(value) is Live and issubclass(type(value.object), dict):
        return list(dict.keys(value.object))
    return None


def _literal(key):
    """Source text of a key, when it has one."""
    kind = type(key)
    if kind is tuple:
        parts = [_literal(one) for one in key]
        if any(part is None for part in parts):
            return None
        return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
    if any(kind is one for one in (str, bytes, int, float, bool, type(None))):
        text = repr(key) if kind is not int or key.bit_length() < 1024 else None
        return text if text is None or len(text) <= 1000 else None
    return None


def _inside(text, prefix, quote):
    """The text as the inside of a string literal with that quote, or None when it cannot be written so."""
    if type(text) is bytes:
        text = text.decode("latin-1")
        if not text.isascii():
            return None
    if not text.isprintable():
        return None
    if "r" in prefix.lower():
        return None if quote[0] in text or text.endswith("\\") else text
    text = text.replace("\\", "\\\\").replace(quote[0], "\\" + quote[0])
    return text.replace("{", "{{").replace("}", "}}") if "f" in prefix.lower() else text


def _is_directory(path):
    try:
        return stat(path).st_mode & 0o170000 == 0o040000
    except OSError:
        return False


def _kind_of(value):
    if is_class(value):
        return "class"
    if is_one(type(value), (FunctionType, BuiltinFunctionType, MethodType)):
        return "function"
    return "module" if is_module(value) else "instance"


def _order(pair):
    name, kind = pair
    hidden = 0
    if kind not in ("key", "file", "directory", "param"):
        hidden = 2 if name.startswith("__") else 1 if name.startswith("_") else 0
    return (0 if kind in ("param", "key") else 1, hidden, name.lower(), name)
