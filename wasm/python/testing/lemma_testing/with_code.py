"""Runs a piece of code as one test, which passes when nothing is raised."""

import builtins
import io
import sys
from time import perf_counter

from lemma_testing.channel import short
from lemma_testing.comparisons import Comparisons
from lemma_testing.coverage import CODE as NAME
from lemma_testing.failures import Describer

PRINTED = 2000
# Their outcomes are known: they show whether failures are told.
CANARIES = {"fails": "assert 1 == 2", "passes": "assert 1 == 1"}
# What honest programs replace, and nothing is judged by.
_OFTEN = {"breakpoint", "display", "exit", "help", "input", "open", "print", "quit"}
_builtins = builtins.__dict__


class _Bounded(io.StringIO):
    def write(self, text):
        return super().write(text) if self.tell() < 100 * PRINTED else len(text)


def run_code(request, channel, obstacles):
    describer = Describer(request, obstacles)
    comparisons = Comparisons(channel.suspect)
    channel.collected(1, 0)
    obstacles.begin()
    channel.start("", NAME)
    sys.stdout = printed = _Bounded()
    try:
        compiled = comparisons.compiled(request["code"], NAME)
    except SyntaxError as error:
        channel.tell("broken", f"{type(error).__name__}: {error}")
        return
    before = dict(_builtins)
    failure = _judge(channel, describer, compiled, comparisons.names(_builtins))
    if failure is None:
        channel.tell("printed", short(printed.getvalue().strip()[-PRINTED:], PRINTED))
        comparisons.end()
    else:
        channel.failure(failure)
    replaced = [name for name, value in before.items() if _builtins.get(name) is not value and name not in _OFTEN]
    if replaced:
        channel.suspect(f"it replaces {', '.join(replaced)}")
    for name, source in CANARIES.items():
        channel.canary(name)
        canary = Comparisons(lambda _reason: None)
        _judge(channel, describer, canary.compiled(source, NAME), canary.names(_builtins))


def _judge(channel, describer, compiled, names):
    """Runs one test; returns what is told of a failure."""
    started = perf_counter()
    try:
        exec(compiled, names)
    except KeyboardInterrupt as error:
        if channel.overdue:
            raise
        return _failed(channel, describer, error, started)
    except BaseException as error:
        return _failed(channel, describer, error, started)
    channel.end("passed", NAME, perf_counter() - started)
    return None


def _failed(channel, describer, error, started):
    facts = describer.exception(error, error.__traceback__)
    if "where" not in facts:
        lines = [line for frame, line in _walk(error.__traceback__) if frame == NAME]
        facts["where"] = (NAME, lines[-1] if lines else None)
    channel.end("failed", NAME, perf_counter() - started, facts.get("obstacle"))
    return {"id": NAME, "stage": "call", "file": NAME, "line": None} | facts


def _walk(tb):
    while tb is not None:
        yield tb.tb_frame.f_code.co_filename, tb.tb_lineno
        tb = tb.tb_next
