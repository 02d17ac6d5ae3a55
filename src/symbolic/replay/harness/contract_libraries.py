"""Modules in the place of icontract and deal, whose decorators leave what they decorate as it is."""

import types


def stand_in(*args, **keywords):
    """A decorator, whatever it is given: the contract is read from the source, and judged here."""
    return lambda decorated: decorated


def plain_or_called(*args, **keywords):
    """A decorator that may be used without being called."""
    return args[0] if len(args) == 1 and callable(args[0]) else stand_in()


def module_of(name, members):
    """A module with these names."""
    module = types.ModuleType(name)
    vars(module).update(members)
    return module


def errors_of(library, *names):
    """Exception classes by name."""
    return {name: type(name, (AssertionError,), {"__module__": library}) for name in names}


CONTRACT_LIBRARIES = {
    "icontract": module_of(
        "icontract",
        {
            **dict.fromkeys(("require", "ensure", "snapshot", "invariant"), stand_in),
            **errors_of("icontract", "ViolationError"),
            "DBC": type("DBC", (), {}),
            "DBCMeta": type,
            "SLOW": True,
        },
    ),
    "deal": module_of(
        "deal",
        {
            **dict.fromkeys(("pre", "post", "ensure", "raises", "chain", "inv", "has", "reason", "example"), stand_in),
            **dict.fromkeys(("safe", "pure"), plain_or_called),
            **errors_of("deal", "ContractError", "PreContractError", "PostContractError", "InvContractError"),
            **errors_of("deal", "RaisesContractError", "ReasonContractError", "ExampleContractError", "MarkerError"),
        },
    ),
}
