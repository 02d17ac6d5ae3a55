"""What objects hold, and how texts of theirs name them."""

import re

ADDRESS = re.compile(r"(?<= at )0x[0-9a-f]+(?=>)")  # as object.__repr__ writes it


def attributes_of(value):
    """What an object holds, its slots included."""
    slots = [name for cls in type(value).__mro__ for name in listed_slots(cls)]
    return {**{name: getattr(value, name) for name in slots if hasattr(value, name)}, **getattr(value, "__dict__", {})}


def listed_slots(cls):
    slots = vars(cls).get("__slots__", ())
    return [slots] if isinstance(slots, str) else [name for name in slots if name not in ("__dict__", "__weakref__")]
