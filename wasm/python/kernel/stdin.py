"""There is no standard input: whoever waits for it is told so at once."""

import sys
from io import BufferedIOBase, TextIOBase
from os import unlink
from sys import _getframemodulename

ADVICE = "there is no stdin here, put the value into the code"
DEBUGGER = "a debugger has nothing to read its commands from: there is no stdin here, print what you want to see"
DEBUGGERS = ("cmd", "pdb")


def _refuse(self, *_):
    raise EOFError(f"sys.stdin has nothing to read: {ADVICE}")


class NoBytes(BufferedIOBase):
    """`sys.stdin.buffer`."""

    name = "<stdin>"
    mode = "rb"
    read = read1 = readinto = readinto1 = readline = readlines = peek = __next__ = _refuse

    def readable(self):
        return True


class NoInput(TextIOBase):
    """`sys.stdin`."""

    name = "<stdin>"
    mode = "r"
    encoding = "utf-8"
    errors = "strict"
    buffer = NoBytes()
    read = readline = readlines = __next__ = _refuse

    def readable(self):
        return True


def no_input(prompt="", /):
    """The builtin `input`. A debugger would take the end of input for `quit`, and end the program without a word."""
    if _getframemodulename(1) in DEBUGGERS:
        raise RuntimeError(DEBUGGER)
    raise EOFError(f"input() has nothing to read: {ADVICE}")


def _no_debugger(*_, **__):
    raise RuntimeError(f"breakpoint(): {DEBUGGER}")


def prepare():
    """Takes away the terminal, which `getpass` would ask."""
    unlink("/dev/tty")


def install():
    sys.stdin = sys.__stdin__ = NoInput()
    sys.breakpointhook = sys.__breakpointhook__ = _no_debugger
