"""What is known of the name or expression at a cursor: signature, type, documentation, source."""

import sys
from ast import get_docstring, unparse
from inspect import cleandoc
from linecache import cache
from types import BuiltinFunctionType, FunctionType, MethodType

from _kernel_completion import signature_of
from _kernel_inference import Inference
from _kernel_lexer import KEYWORDS, VALUES, Before
from _kernel_previews import cut, preview
from _kernel_scopes import parse, scope_at
from _kernel_signatures import unwrapped
from _kernel_sources import definition, lines_of, text_of
from _kernel_statics import (
    FIELDS,
    Computed,
    class_dict,
    class_qualname,
    entry,
    in_class,
    instance_dict,
    is_class,
    is_module,
    is_one,
    type_name,
)
from _kernel_values import Definition, Display, Found, Instance, Live, Made, Parts

TEXT_LIMIT = 200_000
CALLABLES = FunctionType, MethodType, BuiltinFunctionType
_doc_of_class = type.__dict__["__doc__"].__get__


class Inspection:
    """The answer to one request."""

    def __init__(self, code, cursor, names, builtins):
        end = cursor
        while end < len(code) and (code[end].isalnum() or code[end] == "_"):
            end += 1
        # A cursor on a name means all of it; behind or before one, too.
        inside = (
            end > cursor and (cursor == 0 or not _is_word(code[cursor - 1])) and not _is_word(code[cursor : cursor + 1])
        )
        self.code, self.cursor = code, cursor if inside else end
        self.before = Before(code[: self.cursor])
        self.inference = Inference(names, builtins)
        self.notices = []

    def answer(self, detail):
        seen = []
        for first, last in self._candidates():
            source = self.before.source(first, last)
            seen.append(f"`{cut(' '.join(source.split()), 80)}`")
            value = self._value(first, last, source)
            if value is not None:
                facts = _Facts(" ".join(source.split()), value, self.inference).all(detail)
                if type(value) is Computed:
                    self.notices.append("It is computed when it is asked for, so its value is not shown.")
                return {"object": facts, "notices": self.notices}
        if not self.notices:
            nothing = f"Nothing is known of {' or '.join(seen)}." if seen else "There is no name at the cursor."
            self.notices.append(nothing)
        return {"notices": self.notices}

    def _candidates(self):
        """Expressions at the cursor, as first and last token: the one that ends there, then what is called around."""
        before, last = self.before, len(self.before.tokens) - 1
        token = before.token(last)
        if token is not None and token.kind == "comment":
            return
        in_text = token is not None and token.kind == "open"
        closes = token is not None and token.kind == "op" and token.text == ")"
        literal = token is not None and token.kind in ("number", "string")
        if not in_text and not closes and not literal and before.is_operand(last):
            first = before.primary(last)
            if first is not None:
                yield first, last
        elif closes:
            # Behind a call's parenthesis the callee is meant.
            first = before.primary(last)
            opened = before.opening(last)
            if opened is not None and before.is_operand(opened - 1) and first is not None:
                yield first, opened - 1
            elif first is not None:
                yield first, last
        if token is not None and token.kind == "name" and token.text in KEYWORDS and token.text not in VALUES:
            self.notices.append(f"`{token.text}` is a keyword.")
            return
        for opened in reversed(before.open):
            if before.tokens[opened].text == "(" and before.is_operand(opened - 1):
                first = before.primary(opened - 1)
                if first is not None:
                    yield first, opened - 1
        if literal:
            yield before.primary(last), last

    def _value(self, first, last, source):
        in_import = self._imported(first, last)
        if in_import is not None:
            return in_import
        try:
            node = parse(f"({source})", "eval").body
        except SyntaxError:
            return None
        start = self.before.tokens[first].start
        previous = self.before.token(first - 1)
        defined = previous is not None and previous.kind == "name" and previous.text in ("def", "class")
        if defined:
            scope, _ = scope_at(Before(self.code), len(self.code))
            return self.inference.infer(node, scope)
        scope, broken = scope_at(self.before, start, self.code[self.cursor :])
        if broken is not None:
            self.notices.append(f"Line {broken} of the code does not parse; what it binds may be missing.")
        return self.inference.infer(node, scope)

    def _imported(self, first, last):
        """The module or member that an import statement names at the cursor."""
        before = self.before
        tokens = before.tokens[before.statement : last + 1]
        words = [token.text for token in tokens]
        if len(words) < 2 or words[0] not in ("import", "from") or first <= before.statement:
            return None
        name = "".join(words[first - before.statement :])
        if words[0] == "from" and "import" in words[1:]:
            module = "".join(words[1 : words.index("import")])
            return None if module.startswith(".") else self.inference.member(module, name)
        return self.inference.module(name)


def _is_word(text):
    return text != "" and (text.isalnum() or text == "_")


class _Facts:
    def __init__(self, name, value, inference):
        self.name, self.value, self.inference = name, value, inference
        self.live = value.object if type(value) is Live else None

    def all(self, detail):
        found = signature_of(self.value, self.inference)
        facts = {
            "name": self.name,
            "type": self._type(),
            "signature": None if found is None else f"{self.name.rpartition('.')[2]}{found}",
            "docstring": self._documentation(),
            "value": self._shown(),
            "file": None,
            "line": None,
            "source": None,
        }
        facts["file"], facts["line"] = self._place()
        if detail:
            facts["source"] = self._source()
        return {
            name: cut(fact, TEXT_LIMIT) if type(fact) is str else fact
            for name, fact in facts.items()
            if fact is not None
        }

    def _type(self):
        kind = type(self.value)
        if kind is Live:
            return type_name(type(self.live))
        if kind in (Instance, Display, Parts):
            return type_name(self.value.cls)
        if kind is Definition:
            return "type" if self.value.is_class else "function"
        if kind is Made:
            return self.value.definition.node.name
        return (
            "module" if kind is Found else class_qualname(type(self.value.descriptor)) if kind is Computed else "object"
        )

    def _shown(self):
        if type(self.value) is Display:
            return cut(unparse(self.value.node), 200)
        if type(self.value) is not Live or is_class(self.live) or is_module(self.live):
            return None
        return None if is_one(type(self.live), CALLABLES) else preview(self.live)

    def _documentation(self):
        kind = type(self.value)
        if kind is Definition:
            return None if type(self.value.node).__name__ == "Lambda" else get_docstring(self.value.node)
        if kind is Made:
            return get_docstring(self.value.definition.node)
        if kind in (Instance, Display):
            return _class_documentation(self.value.cls)
        if kind is Computed:
            return _cleaned(self.value.descriptor.__doc__) if type(self.value.descriptor) is property else None
        return _documentation(self.live) if kind is Live else None

    def _place(self):
        kind = type(self.value)
        if kind is Definition or kind is Made:
            definition = self.value if kind is Definition else self.value.definition
            return "<code>", definition.node.lineno
        if kind is Found:
            return getattr(self.value.module.scope, "path", None), None
        if kind is Computed:
            code = _code(self.value.descriptor)
            return (None, None) if code is None else (code.co_filename, code.co_firstlineno)
        if kind is not Live:
            return None, None
        if is_module(self.live):
            path = entry(instance_dict(self.live), "__file__")
            return (path if type(path) is str else None), None
        code = _code(self.live)
        if code is not None:
            return code.co_filename, code.co_firstlineno
        if is_class(self.live):
            line = class_dict(self.live).get("__firstlineno__")
            path = _file_of_class(self.live)
            return (path, line) if path is not None and type(line) is int else (None, None)
        return None, None

    def _source(self):
        kind = type(self.value)
        if kind is Definition or kind is Made:
            return unparse((self.value if kind is Definition else self.value.definition).node)
        path, line = self._place()
        if kind not in (Live, Computed) or path is None:
            return None
        if line is None:
            return "".join(lines_of(path)) or None
        node = definition(path, line, self._defined_name())
        return None if node is None else text_of(path, node)

    def _defined_name(self):
        if type(self.value) is Live and is_class(self.live):
            return class_qualname(self.live).rpartition(".")[2]
        return _code(self.live if type(self.value) is Live else self.value.descriptor).co_name


def _code(value):
    if type(value) is property:
        value = value.fget
    if type(value) is MethodType:
        value = value.__func__
    if type(value) is FunctionType:
        return unwrapped(value).__code__
    return None


def _file_of_class(cls):
    for value in class_dict(cls).values():
        inner = getattr(value, "__func__", value) if is_one(type(value), (classmethod, staticmethod)) else value
        if type(inner) is FunctionType and inner.__qualname__.startswith(class_qualname(cls)):
            return inner.__code__.co_filename
    module = class_dict(cls).get("__module__")
    found = dict.get(sys.modules, module) if type(module) is str else None
    path = entry(instance_dict(found), "__file__") if found is not None and is_module(found) else None
    if type(path) is str:
        return path
    line, name = class_dict(cls).get("__firstlineno__"), class_qualname(cls).rpartition(".")[2]
    for path in reversed([path for path in list(cache) if type(path) is str and path.startswith("<cell ")]):
        if definition(path, line, name) is not None:
            return path
    return None


def _cleaned(text):
    return cleandoc(text) if type(text) is str else None


def _class_documentation(cls):
    text = class_dict(cls).get("__doc__")
    if type(text) is str:
        return cleandoc(text)
    return _cleaned(_doc_of_class(cls)) if "__firstlineno__" not in class_dict(cls) else None


def _documentation(value):
    kind = type(value)
    if is_class(value):
        return _class_documentation(value)
    if kind is MethodType:
        return _documentation(value.__func__)
    if kind is FunctionType:
        return _cleaned(value.__doc__)
    own = entry(instance_dict(value), "__doc__")
    if type(own) is str:
        return cleandoc(own)
    raw = in_class(kind, "__doc__")
    if is_one(type(raw), FIELDS):
        return _cleaned(raw.__get__(value))
    return _class_documentation(kind)
