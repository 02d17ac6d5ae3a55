"""What the runner tells: a line of JSON for each event, on a descriptor that tests know nothing of."""

import json
import os
from functools import partial
from hashlib import sha256
from time import perf_counter

# A stream of a session holds 1 MB; what does not fit is counted, and not told.
STARTS = 400_000
FAILURES = 400_000
REPLAYED = 150_000
SLOWEST = 10
NOTES = 20

_write, _clock = os.write, perf_counter
_dumps = partial(json.dumps, separators=(",", ":"))
SUSPICIONS = 5


def short(text, limit):
    """The text, cut in the middle to about `limit` characters."""
    if len(text) <= limit:
        return text
    tail = limit // 3
    return f"{text[: limit - tail]} … ({len(text)} characters) … {text[-tail:]}"


class Channel:
    def __init__(self, request):
        # What tests write past sys.stdout would fill the stream.
        self._say = _line_writer(os.dup(1))
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        self._room = {"start": STARTS, "failure": FAILURES, "replayed": REPLAYED}
        self._shown = range(request["offset"], request["offset"] + request["limit"])
        self._deadline = _clock() + request["timeout"]
        self._file = None
        self._slowest = []
        self._notes = []
        self._obstacles = {}
        self._forged = []
        self._ended = 0
        self._resume = request.get("resume")
        self.tests = 0
        self.failures = 0
        self.stopped = False

    @property
    def overdue(self):
        return _clock() > self._deadline

    def tell(self, *event):
        """False when there is no room for it."""
        line = _dumps(event).encode() + b"\n"
        room = self._room.get(event[0])
        if room is not None:
            if room < len(line):
                return False
            self._room[event[0]] = room - len(line)
        self._say(line)
        return True

    @property
    def resumes(self):
        """Whether an interpreter before this one was lost: what it met while it collected is told already."""
        return self._resume is not None

    def collected(self, count, deselected):
        self.tests += count
        if not self.resumes:
            self.tell("collected", count, deselected)

    def left_of(self, runner, names):
        """How many of these tests, which are all in their order, began in interpreters that were lost."""
        digest = sha256("\n".join(names).encode("utf-8", "replace")).hexdigest()[:16]
        if not self.resumes:
            self.tell("order", runner, digest)
            return 0
        if digest == self._resume["digest"]:
            return self._resume["begun"]
        self.note("Tests are other ones, or in another order, each time that they are collected: none ran after that.")
        return len(names)

    def start(self, file, name, position=None):
        """A test begins, of which so many began before."""
        if file != self._file:
            self._file = file
            self.tell("file", short(file, 200))
        where = () if position is None else (position,)
        if not self.tell("start", short(name, 150), *where):
            self._say(_dumps(("start", "", *where)).encode() + b"\n")

    def canary(self, name):
        """A test begins whose outcome is known."""
        self.tell("canary", name)

    def end(self, outcome, identity="", seconds=0, obstacle=None):
        """`outcome`: passed, failed, error, skipped, xfailed or xpassed; `obstacle`: what kept it undecided."""
        self._ended += 1
        self.tell("end", outcome, obstacle)
        self._slowest.append((seconds, identity))
        if len(self._slowest) > 4 * SLOWEST:
            self._rank()

    def failure(self, facts):
        """A failure or error; those outside of the page that was asked for are only counted."""
        self.failures += 1
        obstacle = facts.get("obstacle")
        if obstacle and len(self._obstacles) < NOTES:
            self._obstacles.setdefault(obstacle, facts["file"])
        if self.failures - 1 in self._shown:
            self.tell("failure", facts)

    def note(self, *sentences):
        for sentence in sentences:
            if sentence not in self._notes and len(self._notes) < NOTES:
                self._notes.append(short(sentence, 300))

    def suspect(self, reason):
        """Something changed the runner itself: what it tells is worth nothing."""
        if reason not in self._forged and len(self._forged) < SUSPICIONS:
            self._forged.append(short(reason, 300))

    def stop(self, place, raised=False):
        """The time is over, the caller has gone, or code `raised` KeyboardInterrupt itself; `place` is where it was."""
        if self.stopped:
            return
        self.stopped = True
        self.tell("stopped", place, raised)
        if raised:
            self.note("KeyboardInterrupt was raised by code: it ends a run of tests, so none ran after that.")

    def done(self):
        self._rank()
        slowest = [(short(identity, 150), round(seconds, 3)) for seconds, identity in self._slowest if seconds > 0]
        obstacles = [(*obstacle, file) for obstacle, file in self._obstacles.items()]
        facts = {"slowest": slowest, "notes": self._notes, "obstacles": obstacles}
        self.tell("done", facts | {"forged": self._forged, "ended": self._ended})

    def _rank(self):
        self._slowest = sorted(self._slowest, reverse=True)[:SLOWEST]


def _line_writer(descriptor):
    """Writes lines with a key that is told first, before any code of the repository runs; no name leads to it."""
    key = os.urandom(8).hex()
    prefix = f"{key} ".encode()
    _write(descriptor, _dumps(["key", key]).encode() + b"\n")
    return lambda line: _write(descriptor, prefix + line)
