"""Inference of what containers hold: items, subscripts, unpacking."""

from _ast import Constant, Dict, DictComp, List, ListComp, SetComp, Tuple, UnaryOp
from io import TextIOWrapper

from _kernel_statics import MISSING, in_class, is_class, is_one
from _kernel_values import Display, Instance, Items, Live, Parts


class Containers:
    def each(self, value):
        """An item of an iterable."""
        if type(value) is Display:
            node = value.node
            if type(node) in (ListComp, SetComp, DictComp):
                return None
            items = node.keys if type(node) is Dict else node.elts
            return self.infer(items[0], value.scope) if items else None
        if type(value) is Items:
            return value.item
        if type(value) is Instance:
            if is_one(value.cls, (str, range, bytes)):
                return Instance(str if value.cls is str else int)
            return Instance(str) if value.cls is TextIOWrapper else None
        if type(value) is not Live:
            return None
        for kind in (list, tuple, dict, set, frozenset):
            if type(value.object) is kind:
                for item in value.object:
                    return Live(item)
        return Instance(str) if type(value.object) is str else Instance(int) if type(value.object) is range else None

    def _indexed(self, value, index):
        if type(value) is Parts:
            return value.values[index] if -len(value.values) <= index < len(value.values) else None
        if type(value) is Display and type(value.node) in (List, Tuple):
            elements = value.node.elts
            return self.infer(elements[index], value.scope) if -len(elements) <= index < len(elements) else None
        if type(value) is Live and is_one(type(value.object), (list, tuple)):
            try:
                return Live(value.object[index])
            except IndexError:
                return None
        return self.each(value) if type(value) is Instance and is_one(value.cls, (str, bytes, range)) else None

    def item(self, value, key, scope):
        """What a subscript takes out of a value."""
        cls = self.class_of(value)
        if type(value) is Live and is_class(value.object):
            return value
        if type(key).__name__ == "Slice":
            return Instance(cls) if is_one(cls, (str, bytes, list, tuple)) else None
        if type(key) is UnaryOp and type(key.operand) is Constant and type(key.operand.value) is int:
            wanted = -key.operand.value
        elif type(key) is Constant:
            wanted = key.value
        else:
            return Instance(str) if cls is str else None
        if type(value) is Display and type(value.node) is Dict:
            for one, item in zip(value.node.keys, value.node.values):
                if type(one) is Constant and type(one.value) is type(wanted) and one.value == wanted:
                    return self.infer(item, value.scope)
            return None
        if type(value) is Live and issubclass(cls, dict) and in_class(cls, "__getitem__") is dict.__getitem__:
            found = dict.get(value.object, wanted, MISSING)
            return None if found is MISSING else Live(found)
        return self._indexed(value, wanted) if type(wanted) is int else None
