"""Runs pytest, and tells its reports."""

import gc
import io
import os
import pathlib
import re
import shlex
import traceback

import pytest
from _pytest import capture
from _pytest.config import ConftestImportFailure, UsageError, _prepareconfig
from _pytest.config.findpaths import determine_setup
from _pytest.subtests import SubtestReport
from lemma_testing.bodies import Bodies
from lemma_testing.canaries import run_canaries
from lemma_testing.channel import short
from lemma_testing.failures import Describer

CAPTURED = 4 << 20
# Bytes of failures after which their memory is taken back; of one error beside its text; copies that pytest makes.
GARBAGE = 4 << 20
ERROR = 2000
COPIES = 10
NO_MEMORY = "Its tests do not fit into the interpreter's heap of 64 MB, such as thousands that one parametrize makes."
OUTCOMES = {"passed": "passed", "failed": "failed", "skipped": "skipped"}


def run_pytest(request, channel, obstacles, notes):
    _bound_capture()
    reporter = _Reporter(request, channel, obstacles)
    plugins = [reporter]
    if "record" in request:
        from lemma_recording import Recorder

        plugins.append(Recorder(request["record"], request["paths"], request["root"], channel))
    options = ["--capture=sys", "--tb=short", "--color=no", "--continue-on-collection-errors", "-p", "no:faulthandler"]
    if request["max_failures"]:
        options.append(f"--maxfail={request['max_failures']}")
    for flag, value in (("-k", request["keyword"]), ("-m", request["marker"])):
        if value:
            options += [flag, value]
    try:
        _with_known_options([*options, *request["paths"]], plugins, notes)
    except ConftestImportFailure as failure:
        facts = reporter.describer.exception(failure.cause, failure.cause.__traceback__)
        reporter.error(reporter.describer.relative(failure.path), facts)
    except UsageError as error:
        reporter.error("", reporter.describer.text("\n".join(map(str, error.args))) | {"type": "UsageError"})
    except pytest.exit.Exception as error:
        channel.note(f"pytest was ended by pytest.exit: {short(str(error), 200)}")


def _with_known_options(args, plugins, notes):
    """Runs; options in the repository's settings that belong to plugins which are not here are left out."""
    for _ in range(4):
        try:
            config = _prepareconfig(list(args), list(plugins))
        except UsageError as error:
            more = _instead(str(error), args, notes)
            if more is None:
                raise
            args = [*more, *args]
            continue
        try:
            config.hook.pytest_cmdline_main(config=config)
        finally:
            config._ensure_unconfigure()
        return


def _instead(message, args, notes):
    unknown = re.search(r"unrecognized arguments: (.*)", message)
    if unknown:
        *_, settings, _ = determine_setup(
            inifile=None, override_ini=None, args=args[-1:], rootdir_cmd_arg=None, invocation_dir=pathlib.Path.cwd()
        )
        given = getattr(settings.get("addopts"), "value", settings.get("addopts")) or ""
        given = given if isinstance(given, list) else shlex.split(given)
        left_out = set(shlex.split(unknown[1]))
        if left_out.isdisjoint(given):
            return None
        notes.append(f"Options of plugins that are not here were left out of addopts: {' '.join(sorted(left_out))}.")
        kept, before = [], ""
        for each in given:
            # `-n auto`: what follows belongs to the option, unless it is a path
            value = before in left_out and not each.startswith("-") and not os.path.exists(each)
            before = each
            if each not in left_out and not value:
                kept.append(each)
        return ["-o", f"addopts={shlex.join(kept)}"]
    if "Missing required plugins" in message:
        notes.append(message)
        return ["-o", "required_plugins="]
    return None


def _bound_capture():
    """A test may print without end; what is captured of it lies in the heap."""
    write = capture.CaptureIO.write

    def bounded(stream, text):
        return write(stream, text) if stream.buffer.tell() < CAPTURED else len(text)

    capture.CaptureIO.write = bounded


def _length(error):
    try:
        return len(str(error))
    except Exception:  # its own code
        return 0


class _Nowhere(io.TextIOBase):
    encoding = "utf-8"

    def write(self, text):
        return len(text)


class _Reporter:
    def __init__(self, request, channel, obstacles):
        self.describer = Describer(request, obstacles)
        self._obstacles = obstacles
        self._channel = channel
        self._deselected = self._gone = 0
        self._seconds = 0
        self._garbage = 0
        self._unread = set()
        self._bodies = Bodies()
        self._item = self._like = self._canary = None
        self._positions = {}

    def error(self, file, facts, line=None):
        """Something that kept tests from being collected."""
        if self._channel.resumes:
            return
        self._channel.end("error", obstacle=facts.get("obstacle"))
        place = facts.get("where") or (file, line)
        self._channel.failure(
            {"id": file or "pytest", "stage": "collection", "file": place[0], "line": place[1]} | facts
        )

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config):
        # Conftests may ask for the reporter of the terminal; it would keep all reports until the end.
        terminal = config.pluginmanager.getplugin("terminalreporter")
        if terminal is not None:
            terminal._tw._file = _Nowhere()
            terminal._add_stats = lambda category, items: None

    def pytest_deselected(self, items):
        self._deselected += len(items)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items):
        found, deselected = len(items), self._deselected
        try:
            return (yield)
        finally:
            self._gone = max(0, found - (self._deselected - deselected) - len(items))

    def pytest_collection_finish(self, session):
        # What was taken out without a word counts as a test that did not run.
        self._channel.collected(len(session.items) + self._gone, self._deselected)
        begun = self._channel.left_of("pytest", [item.nodeid for item in session.items])
        del session.items[:begun]
        self._positions = {id(item): at for at, item in enumerate(session.items, begun)}

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector):
        self._obstacles.begin()
        report = yield
        if isinstance(collector, pytest.Session):
            self._tell_not_found(collector)
        if report.failed:
            call = report.__dict__.get("call")
            error = call.excinfo.value if call and call.excinfo else None
            cause = error.__cause__ if isinstance(error, pytest.Collector.CollectError) else error
            if cause is None or isinstance(cause, pytest.Collector.CollectError):
                facts = self.describer.text(str(report.longrepr))
            else:
                facts = self.describer.exception(cause, cause.__traceback__)
            if isinstance(cause, SyntaxError) and cause.filename:
                facts["where"] = (self.describer.relative(cause.filename), cause.lineno)
            if isinstance(cause, MemoryError):
                traceback.clear_frames(cause.__traceback__)  # they hold what had been collected
                gc.collect()
                facts["message"] = NO_MEMORY
            self._unread.add(self.describer.relative(collector.path))
            self.error(self.describer.relative(collector.path), facts)
        elif report.skipped and not self._channel.resumes:
            self._channel.end("skipped")
        return report

    def _tell_not_found(self, session):
        """Tells of ids that no test has, which would end the run before the others begin."""
        for name, _ in session._notfound:
            file = self.describer.relative(name.partition("::")[0])
            if file not in self._unread:
                message = f"not found: {self.describer.relative(name)}"
                self.error(file, self.describer.text(message) | {"type": "UsageError"})
        session._notfound.clear()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtestloop(self, session):
        self._bodies.watch(session.items)
        interrupted = False
        try:
            return (yield)
        except KeyboardInterrupt:
            interrupted = True
            raise
        finally:
            if self._item is not None and not interrupted and not self._channel.stopped:
                self._run_canaries(session)

    def _run_canaries(self, session):
        failed, stops = session.testsfailed, (session.shouldfail, session.shouldstop)
        try:
            run_canaries(session, self._like or self._item, self._begin_canary)
        except Exception as error:
            self._channel.note(f"Tests of known outcome could not be run: {type(error).__name__}: {error}")
        self._canary = None
        session.testsfailed = failed
        session.shouldfail, session.shouldstop = stops

    def _begin_canary(self, name):
        self._canary = name

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        if self._canary is None:
            self._item = item
        return (yield)

    def pytest_runtest_logstart(self, nodeid, location):
        self._seconds = 0
        self._obstacles.begin()
        if self._canary is not None:
            self._channel.canary(self._canary)
            return
        self._bodies.begin()
        position = self._positions.get(id(self._item))
        self._channel.start(nodeid.partition("::")[0], nodeid.partition("::")[2], position)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item, call):
        report = yield
        if report.failed and call.excinfo is not None:
            report.lemma = self.describer.exception(call.excinfo.value, call.excinfo.tb)
            captured = sum(len(content) for _, content in report.sections)
            self._garbage += captured + COPIES * (ERROR + _length(call.excinfo.value))
        if call.when == "teardown":
            item._report_sections.clear()  # what it captured would stay until the end
        return report

    def pytest_runtest_logreport(self, report):
        self._seconds += getattr(report, "duration", 0)
        outcome = self._outcome(report)
        if outcome is None:
            return
        if self._canary is not None:
            self._channel.end(outcome)
            return
        if outcome == "passed":
            if self._bodies.skipped(self._item):
                self._channel.suspect(f"{self._item.nodeid} passed, and its function did not run to its end")
            self._like = self._item if isinstance(self._item, pytest.Function) else self._like
        if outcome not in ("failed", "error"):
            self._channel.end(outcome, report.nodeid, self._seconds)
            return
        file, line, _ = report.location
        facts = getattr(report, "lemma", None) or self.describer.text(str(report.longrepr))
        self._channel.end(outcome, report.nodeid, self._seconds, facts.get("obstacle"))
        for name in ("stdout", "stderr", "log"):
            text = "".join(content for title, content in report.sections if title.startswith(f"Captured {name}"))
            if text:
                facts[name] = self.describer.output(text)
        identity = short(report.nodeid, 300)
        place = {"file": file, "line": None if line is None else line + 1}
        self._channel.failure({"id": identity, "stage": report.when} | place | facts)

    def _outcome(self, report):
        """None for a step of a test that says nothing of it, such as a subtest that passed."""
        if isinstance(report, SubtestReport) and not report.failed:
            return None
        expected = hasattr(report, "wasxfail")
        if report.when == "call" or (report.when == "setup" and not report.passed):
            if expected:
                return "xfailed" if report.skipped else "xpassed"
            return "error" if report.failed and report.when == "setup" else OUTCOMES[report.outcome]
        return "error" if report.failed else None

    def pytest_runtest_logfinish(self, nodeid, location):
        if self._garbage > GARBAGE:
            # Errors and their frames make cycles, few and large: the heap would be full before their turn came.
            gc.collect()
            self._garbage = 0
        if self._channel.overdue and self._session is not None:
            self._session.shouldstop = "the time is over"
            self._channel.stop(None)

    _session = None

    def pytest_sessionstart(self, session):
        self._session = session

    def pytest_internalerror(self, excinfo):
        """pytest ends its run without a word to its caller, such as when the heap is full."""
        self._channel.tell("broken", short("".join(traceback.format_exception(excinfo.value)), 2000))
        return True

    @pytest.hookimpl(tryfirst=True)  # before the terminal reporter makes a long text of it
    def pytest_keyboard_interrupt(self, excinfo):
        if isinstance(excinfo.value, pytest.Session.Interrupted):
            return  # by pytest itself
        if isinstance(excinfo.value, KeyboardInterrupt):
            self._interrupted(excinfo)
        else:
            self._channel.note(f"pytest was ended by pytest.exit: {short(str(excinfo.value), 200)}")

    def _interrupted(self, excinfo):
        """The time is over, or a test, or a file that is collected, raised KeyboardInterrupt itself."""
        place = self.describer.place(excinfo.tb)
        if self._channel.overdue:
            self._channel.stop(place)
            return
        facts = self.describer.exception(excinfo.value, excinfo.tb)
        if self._item is None:
            self.error(place[0] if place else "", facts)
        else:
            file, line, _ = self._item.location
            self._channel.end("failed", self._item.nodeid, self._seconds, facts.get("obstacle"))
            where = {"file": file, "line": None if line is None else line + 1}
            self._channel.failure({"id": short(self._item.nodeid, 300), "stage": "call"} | where | facts)
        self._channel.stop(place, raised=True)
