"""Records with which arguments tests call functions, and tells what these do with them and with inputs near to them.

What is told of one version of the code is compared with what is told of another one: an input and an outcome have the
same keys in both where they are the same. `src/review/behaviour/test-inputs.ts` compares.
"""

import os
import sys

import pytest
from lemma_recording import described
from lemma_recording.calls import Caller, Signature, callable_of, constants_of, copied, literals_of, shown
from lemma_recording.described import Unreadable, describe, digest
from lemma_recording.mutations import Changed, in_turn, mutations
from lemma_recording.stand_ins import Finder

TOOL = sys.monitoring.PROFILER_ID
START = sys.monitoring.events.PY_START
# Of one function: calls that are looked at, and different inputs of one test that are kept.
LOOKED_AT, OF_TEST = 1_000, 12
# Inputs of all tests that are kept, and those that are made of them: of a function that changed itself, and of others.
KEPT, MADE = {True: 80, False: 8}, {True: 600, False: 60}
# Parts of the work that recording may take, and the part of what is left for functions that changed themselves.
RECORDED, OF_CHANGED = {True: 1 / 2, False: 1 / 4}, 3 / 4
# Steps of calls that a part of a value counts for which is described.
PART = 4
# Outcomes that are told at once.
BATCH = 20
SHOWN = 100


class _Recorded:
    """One input: the arguments, of which nobody else has a part."""

    def __init__(self, key, function, arguments, test, change=""):
        self.key, self.function, self.arguments, self.test, self.change = key, function, arguments, test, change


class _Function:
    def __init__(self, index, changed, lines):
        self.index, self.changed, self.lines = index, changed, Changed(lines)
        self.signature, self.fixed = None, ()
        self.seen = self.unread = 0
        self.inputs, self.waiting, self.of_tests = {}, [], {}

    @property
    def is_full(self):
        return self.seen > LOOKED_AT or len(self.inputs) >= KEPT[self.changed]


class Recorder:
    """A plugin of pytest. `request`: see `RecordRequest` in `src/python/tests/request.ts`; `paths`: what is to run, the
    most wanted first.
    """

    def __init__(self, request, paths, root, channel):
        self._channel, self._root = channel, root.rstrip("/") + "/"
        self._caller = Caller(root, self._give_up)
        sys.meta_path.append(Finder(root))  # before pytest reads a conftest
        self._functions = {
            (each["path"], each["name"]): _Function(index, each["changed"], each["lines"])
            for index, each in enumerate(request["functions"])
        }
        self._limit, self._paths = request["work"], paths
        self._most, self._alike = request["tests"], request["alike"]
        self._only = {(index, key) for index, key in request["only"]} if "only" in request else None
        self._codes, self._told = {}, {}
        # The test that runs, and whether what runs is a call of our own.
        self._test, self._replays = None, False

    def pytest_sessionstart(self):
        sys.monitoring.use_tool_id(TOOL, "recording")
        sys.monitoring.register_callback(TOOL, START, self._begins)
        sys.monitoring.set_events(TOOL, START)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config, items):
        """Keeps those that are asked for first, in the order in which they stand."""
        kept, alike = set(), {}
        for item in sorted(items, key=lambda item: self._turn(item.nodeid)):
            function = item.nodeid.partition("[")[0]
            alike[function] = alike.get(function, 0) + 1
            if alike[function] <= self._alike and len(kept) < self._most:
                kept.add(item)
        gone = [item for item in items if item not in kept]
        if gone:
            items[:] = [item for item in items if item in kept]
            config.hook.pytest_deselected(items=gone)

    def _turn(self, name):
        within = (at for at, path in enumerate(self._paths) if name.startswith(path) and name[len(path) :][:1] in "/:[")
        return next(within, len(self._paths))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        self._test = item.nodeid
        try:
            return (yield)
        finally:
            self._test = None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item, call):
        report = yield
        if call.when == "call":  # what fixtures have set up is still there
            for each in self._functions.values():
                waiting, each.waiting = each.waiting, []
                for one in waiting:
                    self._tell(each, one)
            if self._only is None and self._has_all():
                # The next one still runs: nothing is torn down before it knows that it is the last.
                items = item.session.items
                del items[items.index(item) + 2 if item in items else len(items) :]
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self):
        sys.monitoring.set_events(TOOL, 0)
        sys.monitoring.free_tool_id(TOOL)
        changed = [each for each in self._functions.values() if each.changed]
        others = [each for each in self._functions.values() if not each.changed]
        for group, part in ((changed, OF_CHANGED if others else 1), (others, 1)):
            end = self._work + (self._limit - self._work) * part
            for at, each in enumerate(group):
                self._make(each, self._work + (end - self._work) / (len(group) - at))
                self._flush(each)
                tests = sorted({one.test for one in each.inputs.values()})
                self._channel.tell("recorded", each.index, each.unread, tests)

    def _has_enough(self, each):
        return each.is_full or self._work > self._limit * RECORDED[each.changed]

    def _has_all(self):
        return all(map(self._has_enough, self._functions.values()))

    def _begins(self, code, _offset):
        wanted = self._wanted(code)
        if wanted is None:
            return sys.monitoring.DISABLE
        if self._test is None or self._replays:
            return None
        wanted.seen += 1
        if self._has_enough(wanted):
            return sys.monitoring.DISABLE
        test = self._test.partition("[")[0]
        if wanted.of_tests.get(test, 0) >= OF_TEST:
            return None
        try:
            self._keep(wanted, sys._getframe(1))
        except Exception:  # of code that the arguments bring with them, or for want of stack
            wanted.unread += 1
        return None

    def _wanted(self, code):
        if code not in self._codes:
            path = code.co_filename.removeprefix(self._root)
            name = code.co_qualname.replace("<locals>.", "")
            self._codes[code] = self._functions.get((path, name))
        return self._codes[code]

    def _keep(self, wanted, frame):
        signature = Signature(frame.f_code)
        local = frame.f_locals
        arguments = {name: local[name] for name in signature.names}
        key = digest(describe(arguments))
        if key in wanted.inputs:
            return
        apart = copied(arguments)
        if digest(describe(apart)) != key:
            raise Unreadable
        function = callable_of(frame)
        if function is None:
            raise Unreadable
        if wanted.signature is None:
            wanted.fixed = literals_of(frame.f_code)
        wanted.signature = signature
        one = _Recorded(key, function, apart, self._test)
        wanted.inputs[key] = one
        wanted.waiting.append(one)
        test = self._test.partition("[")[0]
        wanted.of_tests[test] = wanted.of_tests.get(test, 0) + 1

    @property
    def _work(self):
        return described.work * PART + self._caller.meter.total

    def _make(self, each, end):
        """Calls with inputs that are made from those of the tests, until so much work is done."""
        known, left = set(each.inputs), MADE[each.changed]
        inputs = list(each.inputs.values())
        ways = [self._ways(each, one, [other.arguments for other in inputs if other is not one]) for one in inputs]
        for new in in_turn(ways):
            if left <= 0 or self._work > end or self._channel.overdue:
                break
            if new is not None and new.key not in known:
                known.add(new.key)
                left -= 1
                self._tell(each, new)

    def _ways(self, each, one, others):
        names, constants = each.signature.names, constants_of(one.function.__code__)
        for places, value in mutations(names, one.arguments, others, constants, each.fixed, each.lines):
            yield self._changed(one, places, value)

    def _changed(self, one, places, value):
        self._replays = True
        try:
            arguments = copied({**one.arguments, "": value})
            new = arguments.pop("")
            inside = arguments
            for place in places[:-1]:
                inside = inside[place]
            before = shown(inside[places[-1]], SHOWN)
            inside[places[-1]] = new
            change = f"{places[0]}{''.join(f'[{key!r}]' for key in places[1:])}: {before} → {shown(new, SHOWN)}"
            return _Recorded(digest(describe(arguments)), one.function, arguments, one.test, change)
        except Exception:  # as above
            return None
        finally:
            self._replays = False

    def _tell(self, each, one):
        if self._only is not None and (each.index, one.key) not in self._only:
            return
        if self._work > self._limit:
            return
        times = 1 if self._only is None else 2  # what varies is found among what differs
        self._replays = True
        try:
            outcome = self._caller.outcome(one.function, each.signature, one.arguments, times)
        except Unreadable, RecursionError:
            each.unread += 1
            return
        finally:
            self._replays = False
        if self._only is None:
            self._told.setdefault(each.index, []).append((one.key, outcome.key))
            if len(self._told[each.index]) >= BATCH:
                self._flush(each)
            return
        arguments = {name: shown(value, SHOWN) for name, value in one.arguments.items()}
        facts = {"key": one.key, "outcome": outcome.key, "test": one.test, "change": one.change, "arguments": arguments}
        kept = {"kind": outcome.kind, "parts": outcome.parts, **outcome.facts}
        self._channel.tell("replayed", each.index, facts | kept)

    def _flush(self, each):
        told = self._told.pop(each.index, [])
        if told:
            self._channel.tell("outcomes", each.index, told)

    def _give_up(self):
        """Code catches what ends it."""
        os._exit(0)
