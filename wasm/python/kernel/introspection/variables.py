"""The user's variables, each with its type and a short text for its value."""

from types import FunctionType

from _kernel_previews import cut, length, preview, shape
from _kernel_signatures import signature
from _kernel_statics import is_class, is_module, type_name

MOST = 1000


def variables(names):
    """Facts of all variables but those the interpreter sets, sorted by name."""
    names = {name: value for name, value in dict.items(names) if type(name) is str and not _is_interpreters(name)}
    found = sorted(names)
    notices = [f"The first {MOST} of {len(found)} variables are given."] if len(found) > MOST else []
    return {"variables": [_facts(name, names[name]) for name in found[:MOST]], "notices": notices}


def _is_interpreters(name):
    return name == "_" or (name.startswith("__") and name.endswith("__"))


def _facts(name, value):
    facts = {"name": cut(name, 200), "type": type_name(type(value)), "kind": _kind(value), "value": preview(value)}
    if type(value) is FunctionType:
        facts["value"] = cut(f"def {name}{signature(value)}", 200)
    size = length(value)
    if size is not None:
        facts["length"] = size
    sizes = shape(value)
    if sizes is not None:
        facts["shape"] = sizes
    return facts


def _kind(value):
    if is_module(value):
        return "module"
    if is_class(value):
        return "class"
    return "function" if type(value) is FunctionType else "value"
