"""Shields the harness and later programs from what replayed code does to the interpreter."""

import builtins
import io
import os
import random
import sys
import time
import types
from operator import index
from operator import is_ as is_same

from .machine_limits import LARGEST_SIZE

HASH_MODULUS = (1 << 61) - 1

BUILTINS = dict(builtins.__dict__)
native_hash = hash
LONGEST_SLEEP = 2**63 / 1e9  # seconds, which CPython counts in nanoseconds
seed_random = random.seed
ENVIRONMENT = os.environ.copy()
Chance = random.Random


MOST_PRINTED = 100_000  # characters that are kept


class Sink(io.TextIOBase):
    """Takes what replayed code prints, and keeps the beginning."""

    def __init__(self):
        self.parts, self.room = [], MOST_PRINTED

    def writable(self):
        return True

    def write(self, text):
        length = len(text)
        if self.room > 0:
            self.parts.append(text[: self.room])
            self.room -= length
        return length


output = Sink()  # standard output since the last settle(), whatever code has put in its place


def portable_hash(value, /):
    """hash() as 64-bit builds compute it for numbers; other values are hashed as they are here."""
    if type(value) in (int, bool):
        numerator, denominator = int(value), 1
    elif type(value) is float and value - value == 0:
        numerator, denominator = value.as_integer_ratio()
    else:
        return native_hash(value)
    size = abs(numerator) * pow(denominator, -1, HASH_MODULUS) % HASH_MODULUS
    hashed = size if numerator >= 0 else -size
    return -2 if hashed == -1 else hashed


def sleep(seconds, /):
    """Refuses what CPython's time.sleep() refuses, and waits for nothing: nothing else goes on meanwhile."""
    number = seconds if isinstance(seconds, float) else index(seconds)
    if number != number:
        raise ValueError("Invalid value NaN (not a number)")
    if abs(number) >= LONGEST_SLEEP:
        raise OverflowError("timestamp too large to convert to C PyTime_t")
    if number < 0:
        raise ValueError("sleep length must be non-negative")


def settle():
    """Makes runs alike: the same random numbers and environment each time, and no sign of a small machine.

    There are no streams, and no waiting. The kernel pins the clock.
    """
    seed_random(0)
    os.urandom = random._urandom = Chance(0).randbytes
    if os.environ != ENVIRONMENT:
        os.environ.clear()
        os.environ.update(ENVIRONMENT)
    sys.maxsize = LARGEST_SIZE
    builtins.hash = portable_hash
    time.sleep = sleep
    global output
    output = Sink()
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), output, Sink()


def printed():
    """What was written to standard output since the last settle()."""
    return "".join(map(str, output.parts))


def namespaces():
    """A copy of every loaded module's names; those of sys change by themselves."""
    return [
        (module.__dict__, dict(module.__dict__))
        for module in list(sys.modules.values())
        if type(module) is types.ModuleType and module is not sys
    ]


def restore(saved):
    """Gives modules back the names that replayed code replaced or deleted there."""
    builtins.__dict__.update(BUILTINS)  # what follows uses them
    for current, names in saved:
        # Identity only: a comparison could run code of the user's.
        if len(current) != len(names) or not all(map(is_same, current.values(), names.values())):
            current.update(names)
