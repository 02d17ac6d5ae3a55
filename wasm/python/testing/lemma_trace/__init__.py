"""Runs calls that reach a function of a repository, and tells what happens below it, in an interpreter of its own.

`trace` is called once, in a session that is thrown away afterwards. `src/reasoning/execution/events.ts` reads what
it tells: a line of JSON for each event.
"""

import importlib
import json
import os
import random
import sys
from types import CoroutineType, GeneratorType

from lemma_testing import project
from lemma_trace.decisions import Decisions
from lemma_trace.tracer import Exhausted, Tracer, scoped
from lemma_trace.values import class_name, is_a, short

# Values that are taken from a generator; bytes that are told, of 1 MB that a stream of a session holds; edges of
# one call.
TAKEN, ROOM, EDGES = 100, 800_000, 400


class Channel:
    def __init__(self):
        self._descriptor = os.dup(1)
        self._room = ROOM
        # What the code prints would fill the stream.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)

    def tell(self, kind, **facts):
        line = json.dumps([kind, facts]).encode() + b"\n"
        self._room -= len(line)
        if self._room > 0:
            os.write(self._descriptor, line)


def trace(text):
    """`text`: a JSON object, see `RunRequest` in `src/reasoning/execution/request.ts`."""
    request = json.loads(text)
    channel = Channel()
    project.prepare(request["root"], "")
    name = project.module_name(request["root"], request["path"])
    for index, call in enumerate(request["calls"]):
        if request.get("only", index) == index:
            _Run(request, channel, name, index, call).run()
    channel.tell("done")


class _Run:
    def __init__(self, request, channel, module, index, call):
        self._request, self._channel, self._module = request, channel, module
        self._index, self._call = index, call
        self._tracer = Tracer(request, self._give_up)

    def run(self):
        self._forget()
        random.seed(0)
        self._tracer.start()
        try:
            outcome = self._outcome()
            if not self._tracer.watches():
                outcome = ["cut", "the code ended what watches it: what it did afterwards was not seen"]
        finally:
            self._tracer.stop()
        self._tell(outcome)

    def _outcome(self):
        stage = "import"
        try:
            module = importlib.import_module(self._module)
            self._tracer.steps = 0
            stage = "compile"
            code = compile(self._call, "<call>", "eval", dont_inherit=True)
            stage = "call"
            return ["returned", self._taken(eval(code, dict(vars(module))))]
        except Exhausted:
            return ["cut" if stage == "call" else f"{stage} cut", f"more than {self._request['most_steps']} steps"]
        except KeyboardInterrupt:
            # The time of the session is over.
            raise
        except BaseException as error:
            said = " ".join(short(each) for each in BaseException.__dict__["args"].__get__(error)[:2])
            return ["raised" if stage == "call" else stage, f"{class_name(error)}: {said}"[:300]]

    def _taken(self, value):
        """A text for the result; a generator gives values, a coroutine runs as far as it does without an event loop."""
        if is_a(value, CoroutineType):
            try:
                value.send(None)
            except StopIteration as end:
                return self._taken(end.value)
            value.close()
            return "a coroutine that waits for what only an event loop brings"
        if not is_a(value, GeneratorType):
            return short(value)
        taken = []
        for each in value:
            taken.append(each)
            if len(taken) == TAKEN:
                return f"a generator, of which {TAKEN} values were taken: {short(taken)}"
        return f"a generator of {short(taken)}"

    def _forget(self):
        """Imports the repository's modules anew, so that no call sees what an earlier one has left in them."""
        below = self._request["root"].rstrip("/") + "/"
        for name, module in list(sys.modules.items()):
            if str(getattr(module, "__file__", None) or "").startswith(below):
                del sys.modules[name]

    def _give_up(self):
        """The code catches what ends it: what is known is told, and the interpreter ends."""
        self._tracer.stop()
        self._tell(["cut", f"more than {self._request['most_steps']} steps, and it catches what would end it"])
        os._exit(0)

    def _tell(self, outcome):
        tracer, index = self._tracer, self._index
        decisions = Decisions(self._request["root"])
        frames = (
            tracer.frames
            if "frame" not in self._request
            else [
                each
                for each in tracer.frames
                if self._request["frame"] in (each.number, each.parent and each.parent.number)
            ]
        )
        self._channel.tell(
            "call", index=index, outcome=outcome, steps=tracer.steps, frames=len(tracer.frames), left=tracer.left
        )
        for each in list(tracer.edges.items())[:EDGES]:
            (path, name, first, line, to_path, to_name, to_first), times = each
            self._channel.tell(
                "edge",
                index=index,
                caller=[path, name, first],
                line=line,
                callee=[to_path, to_name, to_first],
                times=times,
            )
        for frame in frames:
            self._channel.tell("frame", index=index, **self._facts(frame, decisions))

    def _facts(self, frame, decisions):
        code = frame.code
        path = code.co_filename.removeprefix(self._request["root"].rstrip("/") + "/")
        return {
            "number": frame.number,
            "parent": frame.parent and frame.parent.number,
            "depth": frame.depth,
            "path": path,
            "line": code.co_firstlineno,
            "name": scoped(code),
            "called_at": frame.called_at,
            "arguments": frame.arguments,
            "outcome": frame.outcome,
            "yields": frame.yields,
            "yielded": frame.count,
            "mutations": frame.mutations,
            "lines": _ranges(frame.lines),
            "decisions": decisions.taken(path, frame.followed),
            **(
                {}
                if frame.steps is None
                else {"steps": frame.steps, "omitted": frame.omitted, "children": frame.children[:100]}
            ),
        }


def _ranges(lines):
    """`7-9, 11`, of lines that follow each other."""
    found = []
    for line in sorted(lines):
        if found and found[-1][1] == line - 1:
            found[-1][1] = line
        else:
            found.append([line, line])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in found[:30])
