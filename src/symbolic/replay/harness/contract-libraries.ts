/** Python: modules in the place of icontract and deal, whose decorators leave what they decorate as it is. */

/** Source text, a part of the harness. */
export const CONTRACT_LIBRARIES = `
def stand_in(*args, **keywords):
    """A decorator, whatever it is given: the contract is read from the source, and judged here."""
    return lambda decorated: decorated


def plain_or_called(*args, **keywords):
    """A decorator that may be used without being called."""
    return args[0] if len(args) == 1 and callable(args[0]) else stand_in()


def module_of(name, members):
    module = types.ModuleType(name)
    vars(module).update(members)
    return module


def errors_named(*names):
    return {name: type(name, (AssertionError,), {}) for name in names}


CONTRACT_LIBRARIES = {
    "icontract": module_of(
        "icontract",
        {
            **dict.fromkeys(("require", "ensure", "snapshot", "invariant"), stand_in),
            **errors_named("ViolationError"),
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
            **errors_named("ContractError", "PreContractError", "PostContractError", "InvContractError"),
            **errors_named("RaisesContractError", "ReasonContractError", "ExampleContractError", "MarkerError"),
        },
    ),
}
`;
