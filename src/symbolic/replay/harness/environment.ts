/** Python: shields the harness and later evaluations from what replayed code does to the interpreter. */

/** Source text, a part of the harness. */
export const ENVIRONMENT = `
class Sink(io.TextIOBase):
    """Swallows what replayed code prints."""

    def writable(self):
        return True

    def write(self, text):
        return len(text)


def settle():
    """Makes runs alike: no streams, sizes of a small machine that cannot be seen, and the same random numbers each time."""
    seed_random(0)
    sys.maxsize = LARGEST_SIZE
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), Sink(), Sink()


def namespaces():
    """A copy of every loaded module's names; those of sys change by themselves."""
    return [
        (module.__dict__, dict(module.__dict__))
        for module in list(sys.modules.values())
        if type(module) is types.ModuleType and module is not sys
    ]


def restore(saved):
    """Gives modules back the names that replayed code replaced or deleted there."""
    for current, names in saved:
        # Identity only: a comparison could run code of the user's.
        if len(current) != len(names) or not all(map(is_same, current.values(), names.values())):
            current.update(names)
`;
