"""Runs one input against a property and judges what happened."""

import annotationlib
import ast
import inspect
import sys
import types
from copy import deepcopy

from .condition_names import check_names
from .conditions import Condition, admitting, constructors_of, invariants_of, objects_in
from .environment import settle
from .helpers import Bag
from .machine_limits import integer_outgrows
from .meter import attempt, compiles
from .module import (
    Fault,
    find_exception,
    find_target,
    is_exception,
    load_module,
    lookup,
    parse_module,
    user_line,
)
from .names import MODULE_NAME, class_name
from .obligations import HOOK, Obligations
from .packages import Package, load_package
from .results import Unusable, drive
from .sameness import same_values
from .values import bounded
from .wording import describe, limit_reason, shown

VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
NO_EXCEPTION = "no uncaught exception"


class Verdict:
    """How a run ended: held, rejected, limit or failed; the error or value it ended with."""

    other = None  # the verdict on the other function of a comparison
    shares_otherwise = False  # whether two functions do the same, and one gives an object where the other gives a copy

    def __init__(self, kind, note="", error=None, value=None, obligation=None, cause=None):
        self.kind, self.note, self.obligation = kind, note, obligation
        self.error, self.value = error, value
        self.cause = error if cause is None else cause  # what was raised, by the call or by a condition
        self.afterwards = {}  # arguments that are to be shown as the call has left them
        self.is_breach = False  # whether all that failed is a call that broke a precondition of what it called

    @property
    def identity(self):
        """Equal for runs that fail in the same way."""
        raised = (class_name(type(self.error)), user_line(self.error)) if self.error is not None else None
        return self.obligation, raised


class Subject:
    """A function of a freshly executed module, and the property that its runs are judged by."""

    calls = 0  # of functions under test, by all subjects
    documented = ()  # names of exceptions that may be prose, without those that are
    package = None  # that the module is of, where it does not stand alone

    def __init__(self, request):
        source, wanted = request["code"], request["property"]
        self.obligations = Obligations(source, wanted.get("callees", []))
        self.module = self.load(source, wanted)
        self.function, self.is_property = find_target(self.module, request["function"])
        self.code = getattr(inspect.unwrap(self.function), "__code__", None)
        self.obligations.read(self.module, self.code)
        try:
            self.parameters = inspect.signature(self.function, annotation_format=annotationlib.Format.STRING).parameters
        except TypeError, ValueError:
            raise Fault("ValueError", f"CPython cannot tell the parameters of {request['function']!r}.") from None
        self.preconditions = [Condition(self.module, one, "precondition") for one in wanted["preconditions"]]
        check_names(self.preconditions, "precondition", self.parameters, self.module, source)
        self.assert_lines = {
            line
            for node in (ast.walk(parse_module(source)) if wanted["assertLines"] else ())
            if isinstance(node, ast.Assert) and node.lineno in wanted["assertLines"]
            for line in range(node.lineno, node.end_lineno + 1)
        }
        self.invariants = invariants_of(self.module, wanted.get("invariants", []))
        self.constructors = constructors_of(self.module, wanted.get("constructors", []))
        self.is_constructor = request["function"].endswith(".__init__")
        self.searched, self.allowed, self.postconditions, self.snapshots = None, (), [], {}
        self.kept, self.mutation = [], None
        self.counts_limits = wanted.get("countsLimits", False)
        if wanted["kind"] in ("comparison", "branches"):
            return
        if wanted["kind"] == "exception":
            self.searched = find_exception(self.module, wanted["exceptionType"])
            self.obligation = f"reaches {class_name(self.searched)}"
            return
        self.allowed = tuple(find_exception(self.module, name) for name in wanted["raises"])
        self.obligation = f"raises: {', '.join(wanted['raises'])}" if self.allowed else NO_EXCEPTION
        self.documented = [name for name in wanted.get("documented", ()) if is_exception(lookup(self.module, name))]
        self.postconditions = [Condition(self.module, one, "postcondition") for one in wanted["postconditions"]]
        check_names(self.postconditions, "postcondition", self.parameters, self.module, source)
        self.snapshots = {
            one["name"]: Condition(self.module, one["capture"], "snapshot") for one in wanted["snapshots"]
        }
        self.kept = [Condition(self.module, one, "invariant") for one in wanted["kept"]]
        self.mutation = wanted.get("mutation")
        self.sees_old = any(one.sees_old for one in self.postconditions)

    def load(self, source, wanted):
        if "packages" not in wanted:
            return load_module(source, self.obligations.code(), {HOOK: self.obligations.called})
        self.package = Package(wanted["packages"]["left"])
        return load_package(self.package, wanted["packages"]["left"]["module"])

    def enter(self):
        """Has what it runs find its own module, and those of its package."""
        if self.package is None:
            sys.modules[MODULE_NAME] = self.module
        else:
            self.package.enter()

    def annotations(self, name):
        """What is said of a parameter's type."""
        return (self.parameters[name].annotation,)

    def repeats(self, sources):
        """Whether a failure is one that has nothing to be repeated for."""
        return True

    def build(self, sources):
        """Argument values by parameter name, else a verdict.

        A source that is the name of an earlier argument means that object; names that a source gives with := are known
        to later ones.
        """
        values, names = {}, dict(self.module.__dict__)
        with admitting(self.constructors):
            for name, source in sources.items():
                built = values[source] if source in values else self.argument(name, source, names)
                if type(built) is Verdict:  # isinstance asks the value itself for its class
                    return built
                values[name] = built
        return values

    def argument(self, name, source, names):
        """The value of one source, else a verdict."""
        compiles()
        kind, value = attempt(lambda: eval(source.strip(), names))
        if kind == "limit":
            return Verdict("limit", f"Building the argument {name} = {bounded(source)} ended at {limit_reason(value)}")
        if kind == "error" and isinstance(value, SyntaxError):
            raise Unusable(f"The argument {name} = {bounded(source)} is not an expression: {describe(value)}")
        if kind == "error":
            return Verdict("rejected", f"The argument {name} = {bounded(source)} raised {describe(value)}")
        return value

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

    def admitted(self, sources):
        """Argument values that meet the preconditions, else a verdict."""
        values = self.build(sources)
        if isinstance(values, Verdict):
            return values
        known = {**self.defaults(), **values}
        for name, value in known.items():
            if self.is_constructor and self.position(name) == 0:
                continue
            verdict = self.broken_invariant(value)
            if verdict is not None:
                return verdict
        scope = {**known, ".bag": Bag(known)}
        for one in self.preconditions:
            kind, met = one.holds(scope)
            if kind == "limit":
                return Verdict("limit", f"The precondition {one.text!r} ended at {limit_reason(met)}")
            if kind == "error":
                return Verdict("rejected", f"pre: {one.text} raised {describe(met)}", cause=met)
            if not met:
                return Verdict("rejected", f"pre: {one.text}")
        return values

    def broken_invariant(self, value):
        """The verdict on an argument that holds an object which breaks an invariant of its class, else None."""
        if not self.invariants:
            return None
        for part in objects_in(value):
            for one in (one for cls in type(part).__mro__ for one in self.invariants.get(cls, ())):
                kind, met = one.holds({"self": part})
                if kind == "limit":
                    return Verdict("limit", f"The invariant {one.text!r} ended at {limit_reason(met)}")
                if kind == "error" or not met:
                    return Verdict("rejected", f"inv: {one.text}")
        return None

    def called(self, values, finish):
        """Calls the function and finishes its result: an attempt's kind and result."""
        positional, keywords = self.bind(values)
        Subject.calls += 1
        with self.obligations.watching():
            return attempt(lambda: finish(self.function(*positional, **keywords)))

    def judge(self, sources):
        """Runs one input. Raises Unusable when it cannot be run."""
        settle()
        return self.obliged(self.judge_promises(sources))

    def obliged(self, verdict):
        """The verdict with what the calls that were made say."""
        breach, unsettled = self.obligations.breach, self.obligations.unsettled
        if verdict.kind == "failed" and breach is not None:
            verdict.note = f"{breach.note}; {verdict.note}" if verdict.note else breach.note
        if verdict.kind != "held":
            return verdict
        if breach is None:
            return verdict if unsettled is None else Verdict("limit", unsettled)
        broken = Verdict("failed", breach.note, verdict.error, verdict.value, breach.obligation)
        broken.is_breach = True
        return broken

    def judge_promises(self, sources):
        """Judges the call by what it promises itself."""
        values = self.admitted(sources)
        if isinstance(values, Verdict):
            return values
        known = {**self.defaults(), **values}
        scope = {**known, ".bag": Bag(known)}
        taken = {}
        for name, one in self.snapshots.items():
            kind, taken[name] = one.taken(scope)
            if kind != "value":
                return self.judge_error(kind, taken[name])
        old = None
        if self.mutation or self.postconditions and self.sees_old:
            kind, copies = attempt(lambda: deepcopy(known))
            if kind == "limit":
                return Verdict("limit", f"Copying the arguments ended at {limit_reason(copies)}")
            if kind == "error":
                raise Unusable(f"The arguments cannot be copied for comparison with them: {describe(copies)}")
            old = types.SimpleNamespace(**copies)
        kind, result = self.called(values, drive)
        if kind == "error" and isinstance(result, Unusable):
            raise result
        if kind != "value":
            return self.judge_error(kind, result)
        scope |= {"__return__": result, "_": result, "__old__": old}
        scope |= {".snapshots": types.SimpleNamespace(**taken), ".bag": Bag(known, result=result)}
        receiver = {"self": known.get(next(iter(self.parameters), None))}
        promises = [("post", one, scope) for one in self.postconditions] + [("inv", one, receiver) for one in self.kept]
        for name, one, names in promises:
            called = "postcondition" if name == "post" else "invariant"
            kind, met = one.holds(names)
            if kind == "limit":
                return Verdict("limit", f"The {called} {one.text!r} ended at {limit_reason(met)}")
            if kind == "error" and self.is_spared(met):
                return Verdict("limit", f"The {called} {one.text!r} ended at {describe(met)}")
            if kind == "error" or not met:
                note = f"raised {describe(met)}" if kind == "error" else "is false"
                cause = met if kind == "error" else None
                return Verdict("failed", f"The {called} {note}", None, result, f"{name}: {one.text}", cause)
        return self.judge_mutation(old, known, result) if self.mutation else Verdict("held", value=result)

    def defaults(self):
        """What parameters are when nothing is passed for them."""
        empty = {inspect.Parameter.VAR_POSITIONAL: (), inspect.Parameter.VAR_KEYWORD: {}}
        return {
            name: empty.get(parameter.kind, parameter.default)
            for name, parameter in self.parameters.items()
            if parameter.kind in empty or parameter.default is not parameter.empty
        }

    def judge_mutation(self, old, values, result):
        """Judges whether arguments that are to be left alone are as they were."""
        for name in [name for name in values if name not in self.mutation["except"]]:
            kind, same = same_values(vars(old)[name], values[name])
            if kind == "limit":
                return Verdict("limit", f"Comparing {name} with its copy ended at {limit_reason(same)}")
            if kind == "error":
                raise Unusable(f"The argument {name} cannot be compared with its copy: {describe(same)}")
            if not same:
                note = f"The argument {name} is mutated, from {shown(vars(old)[name])} to {shown(values[name])}"
                return Verdict("failed", note, None, result, self.mutation["obligation"])
        return Verdict("held", value=result)

    def is_spared(self, error):
        """Whether an exception is none of the function's: an integer outgrows floats or texts."""
        return not self.counts_limits and type(error) is not self.searched and integer_outgrows(error)

    def judge_error(self, kind, error):
        if self.searched in (RecursionError, MemoryError) and isinstance(error, self.searched):
            return Verdict("failed", error=error, obligation=self.obligation)
        if kind == "limit":
            return Verdict("limit", f"The call ended at {limit_reason(error)}")
        if self.is_precondition(error):
            return Verdict("rejected", f"The assertion in line {user_line(error)}")
        if self.searched and not isinstance(error, self.searched) or isinstance(error, self.allowed):
            return Verdict("held", error=error)
        if self.is_spared(error):
            return Verdict("limit", f"The call ended at {describe(error)}")
        return Verdict("failed", error=error, obligation=self.obligation)
