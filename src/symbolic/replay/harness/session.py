"""Judges the inputs of a request, one after another: confirms and shrinks failures before it reports them."""

from . import meter
from .branches import Observation
from .calls import call_text, named_value
from .comparison import PRINTED, Comparison
from .judge import Subject
from .meter import allow, attempt
from .module import Fault
from .pytest_module import test_module
from .report import message_about, outcome_of, report_of_difference
from .results import Unusable
from .shrink import may_shrink, minimise
from .values import Alias, Opaque, argument_json, read_value, source_of
from .wording import describe

SHRINK_SHARE = 20
MOST_UNSTABLE = 3  # of a comparison, which shows nothing then: confirming each takes modules of its own
UNSTABLE = {"kind": "unstable", "note": "It failed, but not again in a freshly imported module."}
SUBJECTS = {"comparison": Comparison, "branches": Observation}


def subject_of(request):
    """What a request's inputs are judged by."""
    return SUBJECTS.get(request["property"]["kind"], Subject)(request)


class Session:
    """Judges the inputs of one request."""

    def __init__(self, request):
        self.request, self.steps = request, request["stepLimit"]
        self.work = request.get("workLimit")  # steps of all inputs together
        self.subject = subject_of(request)
        self.unstable = 0  # inputs whose failure did not come again
        self.seen = {}  # index of the first input that failed in a way
        self.sides = set()  # of decisions that some input was seen to take
        self.shrinking = SHRINK_SHARE * self.steps  # what all shrinking together may spend

    def verdict(self, subject, sources):
        allow(self.steps)
        return subject.judge(sources)

    def fresh_verdict(self, sources):
        """Judges an input in a module of its own, where no earlier call has left anything behind."""
        subject = subject_of(self.request)
        return subject, self.verdict(subject, sources)

    def read(self, sources):
        names = self.subject.module.__dict__
        allow(self.steps)

        def read_arguments():
            values = {}
            for name, text in sources.items():
                values[name] = Alias(text) if text in values else read_value(text, names)
            return values

        kind, values = attempt(read_arguments)
        return values if kind == "value" else {name: Opaque(text) for name, text in sources.items()}

    def shrunk(self, values, identity):
        names = [name for name in values if all(map(may_shrink, self.subject.annotations(name)))]

        def fails(trial):
            if self.shrinking <= 0 or self.work is not None and meter.total > self.work:
                return False
            try:
                verdict = self.verdict(self.subject, trial)
            except Unusable:
                return False
            finally:
                self.shrinking -= self.steps - meter.reserve
            return verdict.kind == "failed" and verdict.identity == identity

        return minimise(values, names, fails)

    def confirmed(self, values, identity):
        """The report of an input that fails in the same way in a module of its own, or None.

        Nothing that an earlier call has left behind can play a part there.
        """
        sources = {name: source_of(value) for name, value in values.items()}
        subject = subject_of(self.request)
        verdict = self.verdict(subject, sources)
        if verdict.kind != "failed" or verdict.identity != identity or not subject.repeats(sources):
            return None
        allow(self.steps)
        outcome = outcome_of(verdict)
        report = {
            "kind": "failed",
            "violates": verdict.obligation,
            "message": message_about(verdict, outcome),
            "args": {name: argument_json(named_value(values, value)) for name, value in values.items()},
            "sources": sources,
            "call": call_text(subject, self.request["function"], values),
            "outcome": outcome,
        }
        allow(self.steps)
        kind, test = attempt(lambda: test_module(subject, self.request, sources, verdict.obligation))
        # no assertion of a test sees what is printed
        if kind == "value" and test is not None and not verdict.is_breach and verdict.obligation != PRINTED:
            report["pytest"] = test
        if verdict.other is not None:
            report |= report_of_difference(self.request, outcome, outcome_of(verdict.other))
        return report

    def failure(self, sources, identity):
        values = self.read(sources)
        report = self.confirmed(values, identity)
        if report is None:
            self.unstable += 1
            return UNSTABLE
        return self.confirmed(self.shrunk(values, identity), identity) or report

    def observation(self, sources):
        """The sides that an input is the first to take, and takes in a module of its own as well."""
        new = self.subject.sides - self.sides
        if not new:
            return {"kind": "observed", "sides": []}
        subject, verdict = self.fresh_verdict(sources)
        new &= subject.sides if verdict.kind == "observed" else set()
        self.sides |= new
        values = self.read(sources)
        return {
            "kind": "observed",
            "sides": sorted(new),
            "args": {name: argument_json(named_value(values, value)) for name, value in values.items()},
            "call": call_text(subject, self.request["function"], values),
        }

    def run(self, index, sources):
        if self.unstable >= MOST_UNSTABLE and isinstance(self.subject, Comparison):
            return UNSTABLE
        if self.work is not None and meter.total > self.work:
            return {"kind": "limit", "note": "The runs before it have taken all the work that runs may take."}
        try:
            verdict = self.verdict(self.subject, sources)
            misfit = isinstance(verdict.cause, (TypeError, AttributeError))
            if verdict.kind in ("rejected", "limit"):
                return {"kind": verdict.kind, "note": verdict.note, "misfit": misfit}
            if verdict.kind == "observed":
                return {"misfit": misfit, "isComplete": self.subject.is_complete, **self.observation(sources)}
            allow(self.steps)
            if verdict.kind == "held":
                shares = {"sharesOtherwise": True} if verdict.shares_otherwise else {}
                return {"kind": "held", "outcome": outcome_of(verdict), "misfit": misfit, **shares}
            if verdict.identity in self.seen:
                return {"kind": "repeated", "of": self.seen[verdict.identity]}
            report = self.failure(sources, verdict.identity)
            if report["kind"] == "failed":
                self.seen[verdict.identity] = index
            return {"misfit": misfit, **report}
        except (Unusable, Fault) as error:
            note = error.report["message"] if isinstance(error, Fault) else str(error)
            return {"kind": "unusable", "note": note}
        except Exception as error:
            return {"kind": "unusable", "note": f"The replay itself failed: {describe(error)}"}
        finally:
            self.subject.enter()
