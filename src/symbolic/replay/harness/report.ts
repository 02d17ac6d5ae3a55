/** Python: reports verdicts, and confirms and shrinks failures before it does. */

/** Source text, a part of the harness. */
export const REPORT = String.raw`
def traceback_of(error):
    frames = user_frames(error)[-TRACEBACK_FRAMES:]
    text = f"Traceback (most recent call last):\n{''.join(format_frames(frames))}{describe(error)}"
    return bounded(text, 8 * TEXT_LIMIT)


def outcome_of(verdict):
    after = {"afterwards": {name: shown(value) for name, value in verdict.afterwards.items()}} if verdict.afterwards else {}
    if verdict.error is None:
        return {"kind": "returned", "value": shown(verdict.value), **after}
    error = verdict.error
    return {
        "kind": "raised",
        "exception": class_name(type(error)),
        "message": message_of(error),
        "traceback": traceback_of(error),
        **after,
    }


def message_about(verdict, outcome):
    if verdict.error is not None:
        return describe(verdict.error)
    return f"{verdict.note}: {outcome['value']} was returned"


def told(function, outcome):
    """A sentence about an outcome."""
    if outcome["kind"] == "raised":
        return f"{function} raises {outcome['exception']}"
    left = [f"leaves {name} = {text}" for name, text in outcome.get("afterwards", {}).items()]
    return f"{function} " + " and ".join([f"returns {outcome['value']}", *left])


def report_of_difference(request, outcome, other):
    names = request["function"], request["property"]["other"]
    return {"message": "; ".join(map(told, names, (outcome, other))), "other": other}


def argument_source(value):
    return bounded(source_of(value), 4 * TEXT_LIMIT)


def named_value(values, value):
    """What an alias stands for; any other value as it is."""
    return values[value.source] if isinstance(value, Alias) else value


def passed(subject, texts):
    """Arguments as a call writes them, by parameter."""
    written = {}
    for position, (name, parameter) in enumerate(subject.parameters.items()):
        if name not in texts:
            continue
        written[name] = texts[name]
        if parameter.kind is parameter.VAR_POSITIONAL:
            written[name] = f"*{texts[name]}"
        elif parameter.kind is parameter.VAR_KEYWORD:
            written[name] = f"**{texts[name]}"
        elif parameter.kind is parameter.KEYWORD_ONLY or len(written) <= position:
            written[name] = f"{name}={texts[name]}"
    return written


def call_text(subject, path, values):
    """The call in Python source; a method is called on its object, and an argument that another one is gets a name."""
    named = {value.source for value in values.values() if isinstance(value, Alias)}
    texts = {name: argument_source(value) for name, value in values.items()}
    written = passed(subject, {name: f"({name} := {text})" if name in named else text for name, text in texts.items()})
    function, first = path, next(iter(subject.parameters), None)
    if path.endswith(".__init__"):
        written.pop(first, None)
        function = path.removesuffix(".__init__")
    elif first == "self" and "." in path and first in written:
        function = f"{written.pop(first)}.{path.rpartition('.')[2]}"
    if subject.is_property:
        return function
    return f"{function}({', '.join(written.values())})"


class Session:
    """Judges the inputs of one request."""

    def __init__(self, request):
        self.request, self.steps = request, request["stepLimit"]
        self.subject = subject_of(request)
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

        def read_argument(name, text):
            earlier = list(sources)[: list(sources).index(name)]
            return Alias(text) if text in earlier else read_value(text, names)

        kind, values = attempt(lambda: {name: read_argument(name, text) for name, text in sources.items()})
        return values if kind == "value" else {name: Opaque(text) for name, text in sources.items()}

    def shrunk(self, values, identity):
        names = [name for name in values if may_shrink(self.subject.parameters[name].annotation)]

        def fails(trial):
            if self.shrinking <= 0:
                return False
            try:
                verdict = self.verdict(self.subject, trial)
            except Unusable:
                return False
            finally:
                self.shrinking -= self.steps - reserve
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
        if kind == "value" and test is not None:
            report["pytest"] = test
        if verdict.other is not None:
            report |= report_of_difference(self.request, outcome, outcome_of(verdict.other))
        return report

    def failure(self, sources, identity):
        values = self.read(sources)
        report = self.confirmed(values, identity)
        if report is None:
            return {"kind": "unstable", "note": "It failed, but not again in a freshly imported module."}
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
        try:
            verdict = self.verdict(self.subject, sources)
            misfit = isinstance(verdict.cause, (TypeError, AttributeError))
            if verdict.kind in ("rejected", "limit"):
                return {"kind": verdict.kind, "note": verdict.note, "misfit": misfit}
            if verdict.kind == "observed":
                return {"misfit": misfit, "isComplete": self.subject.is_complete, **self.observation(sources)}
            allow(self.steps)
            if verdict.kind == "held":
                return {"kind": "held", "outcome": outcome_of(verdict), "misfit": misfit}
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
            sys.modules[MODULE_NAME] = self.subject.module


def replay(document):
    saved, modules = namespaces(), dict(sys.modules)
    streams = sys.stdin, sys.stdout, sys.stderr
    settle()
    handler = signal.signal(signal.SIGINT, stop_for_kernel)
    start_meter()
    try:
        request = read_json(document)
        session = Session(request)
        outcomes = [session.run(index, sources) for index, sources in enumerate(request["inputs"])]
        return write_json({"status": "ok", "outcomes": outcomes, "calls": calls})
    except Fault as fault:
        return write_json(fault.report)
    finally:
        stop_meter()
        signal.signal(signal.SIGINT, handler)
        restore(saved)
        for name in (MODULE_NAME, *CONTRACT_LIBRARIES):
            sys.modules.pop(name, None)
        sys.modules.update(modules)
        linecache.cache.pop(FILENAME, None)
        sys.stdin, sys.stdout, sys.stderr = streams
`;
