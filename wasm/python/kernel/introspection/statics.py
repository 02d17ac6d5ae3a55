"""Facts about live objects in which none of their own code takes part: what class and instance dictionaries hold."""

from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    WrapperDescriptorType,
)

mro = type.__dict__["__mro__"].__get__
class_dict = type.__dict__["__dict__"].__get__
_name_of = type.__dict__["__name__"].__get__
_qualname_of = type.__dict__["__qualname__"].__get__
_module_dict = ModuleType.__dict__["__dict__"].__get__

FIELDS = GetSetDescriptorType, MemberDescriptorType
C_METHODS = MethodDescriptorType, WrapperDescriptorType, ClassMethodDescriptorType
LIBRARY = "/lib/python314.zip"
MISSING = object()
SELF = object()  # stands for an instance that is not there


class Computed:
    """An attribute whose value only a call would tell: a property or another descriptor."""

    def __init__(self, descriptor):
        self.descriptor = descriptor


def is_one(cls, kinds):
    """As `cls in kinds`, which would ask the metaclass of `cls` what it equals."""
    return any(cls is kind for kind in kinds)


def plain(text):
    """A str that is no subclass; "?" for what is no text."""
    return text if type(text) is str else str.__str__(text) if issubclass(type(text), str) else "?"


def class_name(cls):
    return plain(_name_of(cls))


def class_qualname(cls):
    return plain(_qualname_of(cls))


def is_class(value):
    return issubclass(type(value), type)


def is_module(value):
    return issubclass(type(value), ModuleType)


def instance_dict(value):
    """The object's own attributes; none when its class redefines `__dict__`."""
    cls = type(value)
    if issubclass(cls, type):
        return class_dict(value)
    if issubclass(cls, ModuleType):
        return _module_dict(value)
    for base in mro(cls):
        descriptor = class_dict(base).get("__dict__", MISSING)
        if descriptor is MISSING:
            continue
        if type(descriptor) is GetSetDescriptorType and descriptor.__objclass__ is base:
            names = descriptor.__get__(value)
            return names if issubclass(type(names), dict) else {}
        return {}
    return {}


def entry(space, name):
    if issubclass(type(space), dict):
        return dict.get(space, name, MISSING)
    return space.get(name, MISSING)


def items(space):
    """The pairs of an instance's or class's dictionary whose key is a str."""
    pairs = dict.items(space) if issubclass(type(space), dict) else space.items()
    return [(name, value) for name, value in pairs if type(name) is str]


def in_class(cls, name):
    """What the first class of the method resolution order has by that name, unbound."""
    for base in mro(cls):
        found = class_dict(base).get(name, MISSING)
        if found is not MISSING:
            return found
    return MISSING


def _bind(raw, owner, cls):
    """`owner` is the instance, SELF for one that is not known, or None for a look-up on the class."""
    kind = type(raw)
    if kind is staticmethod:
        return raw.__func__
    if kind is classmethod:
        return MethodType(raw.__func__, cls) if callable(raw.__func__) else raw
    if kind is FunctionType:
        return raw if owner is None else MethodType(raw, owner)
    if is_one(kind, FIELDS):
        if owner is None or owner is SELF:
            return Computed(raw)
        try:
            return raw.__get__(owner)
        except AttributeError:
            return MISSING
    if is_one(kind, C_METHODS):
        return raw if owner is None or owner is SELF else raw.__get__(owner, cls)
    if in_class(kind, "__get__") is not MISSING:
        return raw if kind is BuiltinFunctionType or is_class(raw) else Computed(raw)
    return raw


def attribute(value, name):
    """The attribute as `value.name` would give it, a `Computed`, or MISSING."""
    cls = type(value)
    if issubclass(cls, type):
        raw = in_class(value, name)
        if raw is not MISSING and not is_one(type(raw), FIELDS):
            return _bind(raw, None, value)
        found = in_class(cls, name)
        if found is MISSING:
            return MISSING if raw is MISSING else Computed(raw)
        return _bind(found, value, cls)
    raw = in_class(cls, name)
    if raw is not MISSING and in_class(type(raw), "__set__") is not MISSING:
        return _bind(raw, value, cls)
    own = entry(instance_dict(value), name)
    if own is not MISSING:
        return own
    return MISSING if raw is MISSING else _bind(raw, value, cls)


def instance_attribute(cls, name):
    """The attribute as an instance of `cls` would have it, as far as the class tells."""
    raw = in_class(cls, name)
    return MISSING if raw is MISSING else _bind(raw, SELF, cls)


def _kind(raw, on_class):
    kind = type(raw)
    if issubclass(kind, type):
        return "class"
    if kind is FunctionType or kind is staticmethod or kind is classmethod or is_one(kind, C_METHODS):
        return "method" if on_class else "function"
    if kind is BuiltinFunctionType or kind is MethodType:
        return "method" if on_class else "function"
    if issubclass(kind, ModuleType):
        return "module"
    if on_class and (is_one(kind, FIELDS) or in_class(kind, "__get__") is not MISSING):
        return "property"
    return "instance"


def _add(names, space, on_class):
    for name, raw in items(space):
        if name.isidentifier() and name not in names:
            names[name] = _kind(raw, on_class)


def class_attributes(cls):
    """Names that instances have by their class, with kinds.

    `__static_attributes__` are those that methods set on `self`.
    """
    names = {}
    for base in mro(cls):
        space = class_dict(base)
        _add(names, space, True)
        assigned = space.get("__static_attributes__")
        if type(assigned) is tuple:
            for name in assigned:
                if type(name) is str:
                    names.setdefault(name, "instance")
    return names


def attributes(value):
    """Names of all attributes with their kinds; what `__getattr__` or `__dir__` would make up is not among them."""
    cls = type(value)
    names = {}
    if issubclass(cls, type):
        for base in mro(value):
            _add(names, class_dict(base), True)
        for base in mro(cls):
            _add(names, class_dict(base), True)
        return names
    space = instance_dict(value)
    _add(names, space, False)
    for base in mro(cls):
        _add(names, class_dict(base), True)
    return names


def makes_up_names(cls):
    """Whether instances may have attributes that no dictionary holds."""
    for base in mro(cls):
        space = class_dict(base)
        for name in ("__getattr__", "__dir__"):
            made = space.get(name)
            if type(made) is FunctionType and not made.__code__.co_filename.startswith(("<frozen", LIBRARY)):
                return True
    return False


def type_name(cls):
    """`Counter`, or with its module when that is neither builtins nor the user's."""
    module = class_dict(cls).get("__module__")
    name = class_qualname(cls)
    return name if type(module) is not str or module in ("builtins", "__main__") else f"{module}.{name}"
