"""Runs the tests of a repository in an interpreter of its own, and tells what happens line by line.

`run` is called once, in a session that is thrown away afterwards. `src/python/tests/events.ts` reads what it tells.
"""

import json
import os
import random
import traceback

from lemma_testing import project, warm
from lemma_testing.channel import Channel, short
from lemma_testing.coverage import LineCoverage
from lemma_testing.obstacles import Obstacles


def replace(text):
    """`text`: a JSON object of texts by path, null for a file that is not to be there. Called before `run`."""
    for path, content in json.loads(text).items():
        if content is not None:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(content)
        elif os.path.lexists(path):
            os.remove(path)


def supply(root, given):
    """Sets variables, and writes files that are not there; returns the paths of these."""
    os.environ.update(given.get("environment", {}))
    wanted = {f"{root}/{path}": content for path, content in given.get("files", {}).items()}
    written = {path: content for path, content in wanted.items() if not os.path.lexists(path)}
    replace(json.dumps(written))
    return set(written)


def run(text):
    """`text`: a JSON object, see `TestRequest` in `src/python/tests/request.ts`."""
    request = json.loads(text)
    channel = Channel(request)
    obstacles = Obstacles(request["root"])
    coverage = None
    try:
        supplied = supply(request["root"], request.get("supply", {}))
        if request["coverage"]:
            coverage = LineCoverage(request["root"], request.get("code", ""), supplied)
        notes = project.prepare(request["root"], request["directory"])
        if "seed" in request:
            random.seed(request["seed"])
        if coverage:
            coverage.start()
        _run(request, channel, obstacles, notes)
        channel.note(*notes)
        if coverage and not channel.stopped:
            channel.tell("coverage", coverage.report())
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and channel.overdue:
            channel.stop(None)
        else:
            channel.tell("broken", short("".join(traceback.format_exception(error)), 2000))
    channel.done()


def _run(request, channel, obstacles, notes):
    if request["runner"] == "code":
        from lemma_testing.with_code import run_code

        run_code(request, channel, obstacles)
        return
    if request["runner"] != "unittest":
        warm.take()
        from lemma_testing.with_pytest import run_pytest

        run_pytest(request, channel, obstacles, notes)
        if request["runner"] == "pytest" or channel.tests or channel.stopped or channel.failures:
            return
    from lemma_testing.with_unittest import run_unittest

    os.chdir(os.path.join(request["root"], request["directory"]))
    run_unittest(request, channel, obstacles)
