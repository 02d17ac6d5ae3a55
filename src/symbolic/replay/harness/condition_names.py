"""Refuses conditions that name what there is not: they would look like broken promises."""

import builtins
import re
import symtable

from .module import Fault, nearest

OF_CALLS = ("__return__", "_", "__old__")
RESULTS = {"result", "res", "ret", "retval", "return_value", "returned", "returns", "output", "value", "__result__"}


def outer_names(source):
    """Names that an expression takes from outside of it."""
    waiting, names, bound = [symtable.symtable(f"({source}\n)", "<condition>", "eval")], set(), set()
    while waiting:
        table = waiting.pop()
        waiting += table.get_children()
        is_top = table.get_type() == "module"
        for one in table.get_symbols():
            # what a comprehension binds by := is declared global here
            if one.is_declared_global() or is_top and one.is_assigned():
                bound.add(one.get_name())
            elif one.is_referenced() and (is_top or one.is_global()):
                names.add(one.get_name())
    return names - bound


def check_names(conditions, place, parameters, module, source):
    """Raises Fault for the first name that is neither the call's, nor the module's, nor built in."""
    own = (*parameters, *OF_CALLS) if place == "postcondition" else tuple(parameters)
    known = {"implies", *own, *vars(module), *vars(builtins)}
    for one in conditions:
        for name in sorted(outer_names(one.source) - known) if one.args is None else ():
            # a function may bind it before the condition is evaluated
            if re.search(rf"\bglobal\b[^\n]*\b{re.escape(name)}\b", source):
                continue
            is_result = place == "postcondition" and name.lower() in RESULTS
            near = ["__return__"] if is_result else nearest(name, own)
            advice = f"Did you mean {near[0]}? " if near else ""
            what = "a parameter, __return__ and __old__.x" if place == "postcondition" else "a parameter"
            fault = f"The {place} {one.text!r} names {name}, which nothing defines. {advice}"
            message = f"{fault}A {place} may name {what}, and names of the module."
            raise Fault("ValueError", message, one.line)
