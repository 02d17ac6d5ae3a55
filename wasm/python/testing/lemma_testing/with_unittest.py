"""Runs unittest: what `python -m unittest discover` would find."""

import os
import sys
import unittest
from time import perf_counter

from lemma_testing.failures import Describer


def run_unittest(request, channel, obstacles):
    loader = unittest.TestLoader()
    if request["keyword"]:
        loader.testNamePatterns = [f"*{request['keyword']}*"]
    suite = unittest.TestSuite(_suites(loader, request["paths"]))
    channel.collected(suite.countTestCases(), 0)
    tests = list(_tests(suite))
    begun = channel.left_of("unittest", [test.id() for test in tests])
    positions = {id(test): at for at, test in enumerate(tests)}
    del tests
    suite = _without(suite, {test for test, at in positions.items() if at < begun})
    result = _Result(request, channel, obstacles, positions)
    try:
        suite.run(result)
        if result.testsRun and not channel.stopped:
            for name in ("fails", "passes"):
                _Canary(name).run(result)
    except KeyboardInterrupt as error:
        result.interrupted(error)


def _suites(loader, paths):
    for path in paths or ["."]:
        file, _, name = path.partition("::")
        if os.path.isdir(file):
            package = os.path.isfile(os.path.join(file, "__init__.py"))
            yield loader.discover(file, pattern="test*.py", top_level_dir=os.getcwd() if package else None)
            loader._top_level_dir = None
        else:
            module = os.path.normpath(file.removesuffix(".py")).replace("/", ".")
            yield loader.loadTestsFromName(".".join([module, *name.split("::")] if name else [module]))


def _tests(suite):
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from _tests(each)
        else:
            yield each


def _without(suite, begun):
    kept = []
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            kept.append(_without(each, begun))
        elif id(each) not in begun:
            kept.append(each)
    return type(suite)(kept)


class _Canary(unittest.TestCase):
    """Its outcomes are known: they show whether failures are told."""

    def fails(self):
        self.assertEqual(1, 2)

    def passes(self):
        self.assertEqual(1, 1)


class _Result(unittest.TestResult):
    def __init__(self, request, channel, obstacles, positions):
        super().__init__()
        self.describer = Describer(request, obstacles)
        self._obstacles = obstacles
        self._channel = channel
        self._most = request["max_failures"]
        self._started = 0
        self._positions = positions
        self._running = None

    def interrupted(self, error):
        place = self.describer.place(error.__traceback__)
        if self._channel.overdue or self._running is None:
            self._channel.stop(place)
        else:
            self._failed("error", self._running, (type(error), error, error.__traceback__))
            self._channel.stop(place, raised=True)

    def startTest(self, test):
        super().startTest(test)
        self._running = test
        self._started = perf_counter()
        self._obstacles.begin()
        if type(test) is _Canary:
            self._channel.canary(test._testMethodName)
        else:
            self._channel.start(self._file(test), test.id(), self._positions.get(id(test)))

    def stopTest(self, test):
        super().stopTest(test)
        if self._channel.overdue:
            self.stop()
            self._channel.stop(None)

    def addSuccess(self, test):
        self._end("passed", test)

    def addSkip(self, test, reason):
        self._end("skipped", test)

    def addExpectedFailure(self, test, err):
        self._end("xfailed", test)

    def addUnexpectedSuccess(self, test):
        self._end("xpassed", test)

    def addFailure(self, test, err):
        self._failed("failed", test, err)

    def addError(self, test, err):
        self._failed("error", test, err)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            outcome = "failed" if issubclass(err[0], test.failureException) else "error"
            self._failed(outcome, subtest, err)

    def _end(self, outcome, test, obstacle=None):
        self._channel.end(outcome, test.id(), perf_counter() - self._started, obstacle)

    def _failed(self, outcome, test, err):
        _, error, tb = err
        loading = type(test).__name__ == "_FailedTest"
        facts = self.describer.text(str(error)) if loading else self.describer.exception(error, tb)
        self._end(outcome, test, facts.get("obstacle"))
        if type(test) is _Canary:
            return
        place = facts.get("where") or (self._file(test), None)
        stage = "collection" if loading else "call"
        self._channel.failure({"id": test.id(), "stage": stage, "file": place[0], "line": place[1]} | facts)
        if self._most and self._channel.failures >= self._most:
            self.stop()

    def _file(self, test):
        module = sys.modules.get(type(test).__module__)
        return self.describer.relative(getattr(module, "__file__", None) or type(test).__module__)
