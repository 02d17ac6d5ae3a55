/** Python: runs one input against a property and judges what happened. */

/** Source text, a part of the harness. */
export const JUDGE = String.raw`
TRACEBACK_FRAMES = 20
NO_EXCEPTION = "no uncaught exception"


class Unusable(Exception):
    """An input that cannot be run at all."""


class Verdict:
    """How a run ended: held, rejected, limit or failed; the error or value it ended with."""

    def __init__(self, kind, note="", error=None, value=None, obligation=None, cause=None):
        self.kind, self.note, self.obligation = kind, note, obligation
        self.error, self.value = error, value
        self.cause = error if cause is None else cause  # what was raised, by the call or by a condition

    @property
    def identity(self):
        """Equal for runs that fail in the same way."""
        raised = (class_name(type(self.error)), user_line(self.error)) if self.error is not None else None
        return self.obligation, raised


def condition(text, place, line=None):
    try:
        # In parentheses a condition may span lines.
        return compile(f"({text}\n)", f"<{place}>", "eval", dont_inherit=True)
    except (SyntaxError, MemoryError, RecursionError, ValueError) as error:
        raise Fault("SyntaxError", f"The {place} {bounded(text)!r} does not parse: {getattr(error, 'msg', error)}", line)


def drive(value):
    """The result of a coroutine that never has to wait; any other value as it is."""
    if not inspect.iscoroutine(value):
        return value
    try:
        value.send(None)
    except StopIteration as end:
        return end.value
    value.close()
    raise Unusable("The coroutine waits for an event loop, and none runs here.")


def implies(premise, conclusion):
    return bool(conclusion) if premise else True


class Subject:
    """A function of a freshly executed module, and the property that its runs are judged by."""

    def __init__(self, request):
        source, wanted = request["code"], request["property"]
        tree = parse_module(source)
        self.module = load_module(source, tree)
        self.function, self.is_property = find_target(self.module, request["function"])
        self.code = getattr(inspect.unwrap(self.function), "__code__", None)
        try:
            self.parameters = inspect.signature(
                self.function, annotation_format=annotationlib.Format.STRING
            ).parameters
        except (TypeError, ValueError):
            raise Fault("ValueError", f"CPython cannot tell the parameters of {request['function']!r}.")
        self.preconditions = [(text, condition(text, "precondition")) for text in wanted["preconditions"]]
        self.assert_lines = {
            line
            for node in ast.walk(tree)
            if isinstance(node, ast.Assert) and node.lineno in wanted["assertLines"]
            for line in range(node.lineno, node.end_lineno + 1)
        }
        self.searched, self.allowed, self.postconditions = None, (), []
        if wanted["kind"] == "exception":
            self.searched = find_exception(self.module, wanted["exceptionType"])
            self.obligation = f"reaches {class_name(self.searched)}"
            return
        self.allowed = tuple(find_exception(self.module, name) for name in wanted["raises"])
        self.obligation = f"raises: {', '.join(wanted['raises'])}" if self.allowed else NO_EXCEPTION
        self.postconditions = [
            (post["text"], condition(post["text"], "postcondition", post["line"])) for post in wanted["postconditions"]
        ]
        self.keeps_old = any("__old__" in post["text"] for post in wanted["postconditions"])

    def build(self, sources):
        """Argument values by parameter name."""
        values = {}
        for name, source in sources.items():
            kind, value = attempt(lambda: eval(source.strip(), dict(self.module.__dict__)))
            if kind == "limit":
                return Verdict("limit", f"Building the argument {name} = {bounded(source)} ended at {limit_reason(value)}")
            if kind == "error" and isinstance(value, SyntaxError):
                raise Unusable(f"The argument {name} = {bounded(source)} is not an expression: {describe(value)}")
            if kind == "error":
                return Verdict("rejected", f"The argument {name} = {bounded(source)} raised {describe(value)}")
            values[name] = value
        return values

    def bind(self, values):
        """Positional and keyword arguments."""
        positional, keywords = [], {}
        for name, parameter in self.parameters.items():
            if name not in values:
                continue
            if parameter.kind is parameter.VAR_POSITIONAL:
                positional += values[name]
            elif parameter.kind is parameter.VAR_KEYWORD:
                keywords |= values[name]
            elif parameter.kind is parameter.KEYWORD_ONLY or len(positional) < self.position(name):
                keywords[name] = values[name]
            else:
                positional.append(values[name])
        unknown = values.keys() - self.parameters.keys()
        missing = [
            name
            for name, parameter in self.parameters.items()
            if name not in values and parameter.default is parameter.empty and parameter.kind not in VARIADIC
        ]
        if unknown or missing:
            raise Unusable(f"The input does not fit the parameters: unknown {sorted(unknown)}, missing {missing}.")
        return positional, keywords

    def position(self, name):
        return list(self.parameters).index(name)

    def is_precondition(self, error):
        """Whether an assertion among the leading ones failed in the outermost call of the function."""
        if not isinstance(error, AssertionError) or not self.assert_lines:
            return False
        trace = error.__traceback__
        while trace and trace.tb_frame.f_code is not self.code:
            trace = trace.tb_next
        return trace is not None and trace.tb_next is None and trace.tb_lineno in self.assert_lines

    def judge(self, sources):
        """Runs one input. Raises Unusable when it cannot be run."""
        silence()
        values = self.build(sources)
        if isinstance(values, Verdict):
            return values
        positional, keywords = self.bind(values)
        for text, code in self.preconditions:
            # One namespace, since a nested generator does not see the locals of eval.
            kind, met = attempt(lambda: bool(eval(code, {"implies": implies, **self.module.__dict__, **values})))
            if kind == "limit":
                return Verdict("limit", f"The precondition {text!r} ended at {limit_reason(met)}")
            if kind == "error":
                return Verdict("rejected", f"pre: {text} raised {describe(met)}", cause=met)
            if not met:
                return Verdict("rejected", f"pre: {text}")
        old = None
        if self.postconditions and self.keeps_old:
            kind, copies = attempt(lambda: deepcopy(values))
            if kind == "limit":
                return Verdict("limit", f"Copying the arguments for __old__ ended at {limit_reason(copies)}")
            if kind == "error":
                raise Unusable(f"The arguments cannot be copied for __old__: {describe(copies)}")
            old = types.SimpleNamespace(**copies)
        global calls
        calls += 1
        kind, result = attempt(lambda: drive(self.function(*positional, **keywords)))
        if kind == "error" and isinstance(result, Unusable):
            raise result
        if kind != "value":
            return self.judge_error(kind, result)
        scope = {"__return__": result, "_": result, "__old__": old}
        for text, code in self.postconditions:
            kind, met = attempt(
                lambda: bool(eval(code, {"implies": implies, **self.module.__dict__, **values, **scope}))
            )
            if kind == "limit":
                return Verdict("limit", f"The postcondition {text!r} ended at {limit_reason(met)}")
            if kind == "error" or not met:
                note = f"raised {describe(met)}" if kind == "error" else "is false"
                cause = met if kind == "error" else None
                return Verdict("failed", f"The postcondition {note}", None, result, f"post: {text}", cause)
        return Verdict("held", value=result)

    def judge_error(self, kind, error):
        if self.searched in (RecursionError, MemoryError) and isinstance(error, self.searched):
            return Verdict("failed", error=error, obligation=self.obligation)
        if kind == "limit":
            return Verdict("limit", f"The call ended at {limit_reason(error)}")
        if self.is_precondition(error):
            return Verdict("rejected", f"The assertion in line {user_line(error)}")
        if self.searched and not isinstance(error, self.searched) or isinstance(error, self.allowed):
            return Verdict("held", error=error)
        return Verdict("failed", error=error, obligation=self.obligation)
`;
