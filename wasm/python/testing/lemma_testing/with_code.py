"""Runs a piece of code as one test, which passes when nothing is raised."""

import io
import sys
from time import perf_counter

from lemma_testing.channel import short
from lemma_testing.failures import Describer

NAME = "<check>"  # what the code is called in tracebacks
PRINTED = 2000


class _Bounded(io.StringIO):
    def write(self, text):
        return super().write(text) if self.tell() < 100 * PRINTED else len(text)


def run_code(request, channel, obstacles):
    describer = Describer(request, obstacles)
    channel.collected(1, 0)
    obstacles.begin()
    channel.start("", NAME)
    started = perf_counter()
    sys.stdout = printed = _Bounded()
    try:
        compiled = compile(request["code"], NAME, "exec")
    except SyntaxError as error:
        channel.tell("broken", f"{type(error).__name__}: {error}")
        return
    try:
        exec(compiled, {"__name__": "__main__"})
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        facts = describer.exception(error, error.__traceback__)
        if "where" not in facts:
            lines = [line for frame, line in _walk(error.__traceback__) if frame == NAME]
            facts["where"] = (NAME, lines[-1] if lines else None)
        channel.end("failed", NAME, perf_counter() - started, facts.get("obstacle"))
        channel.failure({"id": NAME, "stage": "call", "file": NAME, "line": None} | facts)
        return
    channel.tell("printed", short(printed.getvalue().strip()[-PRINTED:], PRINTED))
    channel.end("passed", NAME, perf_counter() - started)


def _walk(tb):
    while tb is not None:
        yield tb.tb_frame.f_code.co_filename, tb.tb_lineno
        tb = tb.tb_next
