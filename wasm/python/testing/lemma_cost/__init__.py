"""Runs a function of a repository at growing sizes and counts its steps, in an interpreter of its own.

`measure` is called once, in a session that is thrown away afterwards. `src/reasoning/cost/measured/events.ts` reads
what it tells: a line of JSON for each run. A step is a line that begins, a jump back, a function that is entered or
goes on, or an element that a built-in operation goes over; no clock decides anything.
"""

import json
import os
import traceback

from lemma_cost import instrument
from lemma_cost.counter import Counter
from lemma_cost.entry import Unusable, find
from lemma_cost.reach import Reach
from lemma_cost.runs import Runs
from lemma_cost.surroundings import Lacks


def measure(text):
    """`text`: a JSON object, see `MeasureRequest` in `src/reasoning/cost/measured/request.ts`."""
    request = json.loads(text)
    channel = os.dup(1)
    # What the code prints would fill the stream.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)

    def tell(kind, **facts):
        os.write(channel, json.dumps([kind, facts]).encode() + b"\n")

    counter = Counter(request["root"], request["most_steps"])
    lacks = Lacks(request["root"])
    try:
        instrument.install(request["root"], counter)
        Runs(find(request), request, counter, tell).run()
    except Unusable as why:
        tell("unusable", why=str(why)[:600])
    except BaseException as error:
        tell("unusable", why="".join(traceback.format_exception_only(error))[-600:].strip())
    reach = Reach(counter, request["root"])
    asked = {*counter.asked, *(f"{name}, which is not there" for name in lacks.used(counter.entered))}
    tell(
        "done",
        asked=sorted(asked)[:12],
        unreached=reach.unreached[:12],
        limits=reach.limits[:20],
        uncounted=sorted(counter.uncounted)[:12],
        assumed=sorted(counter.assumed)[:12],
        notes=sorted(counter.notes),
    )
