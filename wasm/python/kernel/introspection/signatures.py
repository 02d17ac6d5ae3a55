"""Signatures of live callables and of function definitions, as parameters with texts."""

from _ast import Constant
from annotationlib import Format, call_annotate_function
from ast import unparse
from functools import _lru_cache_wrapper, partial
from inspect import Parameter as _Parameter
from inspect import Signature
from inspect import signature as _signature
from types import BuiltinFunctionType, FunctionType, MethodType, MethodWrapperType

from _kernel_previews import preview
from _kernel_sources import definition, is_library
from _kernel_statics import (
    C_METHODS,
    MISSING,
    class_dict,
    class_qualname,
    entry,
    in_class,
    instance_dict,
    is_class,
    is_one,
    mro,
)

POSITIONAL, BOTH, ARGS, KEYWORD, KWARGS = range(5)
_kinds = {
    _Parameter.POSITIONAL_ONLY: POSITIONAL,
    _Parameter.POSITIONAL_OR_KEYWORD: BOTH,
    _Parameter.VAR_POSITIONAL: ARGS,
    _Parameter.KEYWORD_ONLY: KEYWORD,
    _Parameter.VAR_KEYWORD: KWARGS,
}
WRAPPERS = 20
_empty = _Parameter.empty
_type_call = type.__dict__["__call__"]


class Parameter:
    def __init__(self, name, kind, default=None, annotation=None):
        self.name, self.kind, self.default, self.annotation = name, kind, default, annotation

    def __str__(self):
        stars = "*" if self.kind == ARGS else "**" if self.kind == KWARGS else ""
        text = f"{stars}{self.name}"
        if self.annotation is not None:
            text += f": {self.annotation}"
        if self.default is not None:
            text += f" = {self.default}" if self.annotation is not None else f"={self.default}"
        return text


class CallSignature:
    """`parameters`, and the text of what the annotation says is returned."""

    def __init__(self, parameters, returns=None):
        self.parameters, self.returns = parameters, returns

    def without_first(self):
        first = self.parameters[0].kind if self.parameters else ARGS
        return self if first == ARGS else CallSignature(self.parameters[1:], self.returns)

    def keywords(self):
        return [one.name for one in self.parameters if one.kind in (BOTH, KEYWORD)]

    def __str__(self):
        shown, last = [], None
        for one in self.parameters:
            if last == POSITIONAL and one.kind != POSITIONAL:
                shown.append("/")
            if one.kind == KEYWORD and last not in (KEYWORD, ARGS):
                shown.append("*")
            shown.append(str(one))
            last = one.kind
        if last == POSITIONAL:
            shown.append("/")
        return f"({', '.join(shown)})" + (f" -> {self.returns}" if self.returns is not None else "")


def _annotation(value):
    if type(value) is str:
        return value
    if is_class(value):
        return class_qualname(value)
    return preview(value, 80)


def annotations(function):
    """Texts of a function's annotations. Those of the user's are read in the source: to evaluate them runs code."""
    annotate, code = function.__annotate__, function.__code__
    try:
        if annotate is None:
            found = function.__annotations__
        elif is_library(code.co_filename) and is_library(annotate.__code__.co_filename):
            found = call_annotate_function(annotate, Format.STRING)
        else:
            node = definition(code.co_filename, code.co_firstlineno, code.co_name)
            return {} if node is None else _written(of_definition(node))
        return {name: _annotation(value) for name, value in dict.items(found)}
    except Exception:
        return {}


def _written(found):
    texts = {one.name: one.annotation for one in found.parameters if one.annotation is not None}
    return texts if found.returns is None else texts | {"return": found.returns}


def _of_function(function):
    code, texts = function.__code__, annotations(function)
    names = code.co_varnames
    count = code.co_argcount
    defaults = tuple.__getitem__(function.__defaults__ or (), slice(None))
    keyword_defaults = function.__kwdefaults__ or {}
    parameters = []

    def add(name, kind, default=MISSING):
        shown = None if default is MISSING else preview(default, 80)
        parameters.append(Parameter(name, kind, shown, texts.get(name)))

    for index, name in enumerate(names[:count]):
        from_end = index - count + len(defaults)
        kind = POSITIONAL if index < code.co_posonlyargcount else BOTH
        add(name, kind, defaults[from_end] if from_end >= 0 else MISSING)
    at = count + code.co_kwonlyargcount
    if code.co_flags & 4:
        add(names[at], ARGS)
    for name in names[count : count + code.co_kwonlyargcount]:
        add(name, KEYWORD, dict.get(keyword_defaults, name, MISSING))
    if code.co_flags & 8:
        add(names[at + (1 if code.co_flags & 4 else 0)], KWARGS)
    return CallSignature(parameters, texts.get("return"))


def _converted(found):
    parameters = [
        Parameter(
            one.name,
            _kinds[one.kind],
            None if one.default is _empty else preview(one.default, 80),
            None if one.annotation is _empty else _annotation(one.annotation),
        )
        for one in found.parameters.values()
    ]
    return CallSignature(
        parameters, None if found.return_annotation is _empty else _annotation(found.return_annotation)
    )


def _of_c(value):
    try:
        return _converted(_signature(value))
    except ValueError, TypeError:
        return None


def _of_class(cls):
    call = in_class(type(cls), "__call__")
    if call is not _type_call and type(call) is FunctionType and not _is_enum(cls):
        return _of_function(call).without_first()
    for base in mro(cls):
        space = class_dict(base)
        for name in ("__new__", "__init__"):
            raw = space.get(name, MISSING)
            raw = raw.__func__ if type(raw) is staticmethod else raw
            if type(raw) is FunctionType:
                return _of_function(unwrapped(raw)).without_first()
            if raw is not MISSING and base is not object:
                return _of_c(base) if "__firstlineno__" not in space and type(base) is type else None
    return CallSignature([])


def _is_enum(cls):
    return "_member_map_" in class_dict(cls)


def unwrapped(function):
    """What `functools.wraps` says was wrapped."""
    for _ in range(WRAPPERS):
        inner = entry(instance_dict(function), "__wrapped__") if type(function) is FunctionType else MISSING
        if type(inner) is not FunctionType:
            break
        function = inner
    return function


def _of_partial(value):
    inner = signature(value.func)
    if inner is None:
        return None
    left = inner.parameters[:]
    for _ in value.args:
        if left and left[0].kind in (POSITIONAL, BOTH):
            left.pop(0)
    for index, one in enumerate(left):
        if one.name in value.keywords:
            left[index] = Parameter(one.name, KEYWORD, preview(value.keywords[one.name], 80), one.annotation)
    return CallSignature(left, inner.returns)


def signature(value):
    """The signature of something callable, or None."""
    kind = type(value)
    if kind is FunctionType:
        value = unwrapped(value)
        given = entry(instance_dict(value), "__signature__")
        return _converted(given) if type(given) is Signature else _of_function(value)
    if kind is MethodType:
        inner = signature(value.__func__)
        return inner and inner.without_first()
    if kind is BuiltinFunctionType or is_one(kind, C_METHODS) or kind is MethodWrapperType:
        return _of_c(value)
    if kind is partial:
        return _of_partial(value)
    if is_class(value):
        return _of_class(value)
    call = in_class(kind, "__call__")
    if type(call) is FunctionType:
        return _of_function(unwrapped(call)).without_first()
    if kind is _lru_cache_wrapper:
        inner = entry(instance_dict(value), "__wrapped__")
        return signature(inner) if type(inner) is FunctionType else None
    return None


def of_definition(node):
    """The signature that a `def` or `lambda` in code has."""
    arguments = node.args
    positional = arguments.posonlyargs + arguments.args
    parameters = []

    def add(one, kind, default=None):
        annotation = None if one.annotation is None else _unquoted(one.annotation)
        parameters.append(Parameter(one.arg, kind, None if default is None else unparse(default), annotation))

    for index, one in enumerate(positional):
        from_end = index - len(positional) + len(arguments.defaults)
        kind = POSITIONAL if index < len(arguments.posonlyargs) else BOTH
        add(one, kind, arguments.defaults[from_end] if from_end >= 0 else None)
    if arguments.vararg:
        add(arguments.vararg, ARGS)
    for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        add(one, KEYWORD, default)
    if arguments.kwarg:
        add(arguments.kwarg, KWARGS)
    returns = getattr(node, "returns", None)
    return CallSignature(parameters, None if returns is None else _unquoted(returns))


def _unquoted(node):
    return node.value if type(node) is Constant and type(node.value) is str else unparse(node)
