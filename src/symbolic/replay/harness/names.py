"""Names: of the module under test, and of classes as reports show them."""

FILENAME = "module.py"
MODULE_NAME = "module_under_test"
OWN = {MODULE_NAME}  # names of all modules under test
FILES = {FILENAME}  # and their files


def class_name(cls):
    """A class as its module would write it."""
    if cls.__module__ in ("builtins", MODULE_NAME):
        return cls.__qualname__
    return f"{cls.__module__}.{cls.__qualname__}"


def mangled(owner, member):
    """A member's name as it is outside the class named `owner`."""
    is_private = member.startswith("__") and not member.endswith("__")
    return f"_{owner.lstrip('_')}{member}" if is_private else member
