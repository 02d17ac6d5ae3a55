"""Runs two functions on equal inputs, each in a module of its own, and compares all that a caller can see."""

from .environment import printed, settle
from .judge import Subject, Verdict
from .machine_limits import outgrows
from .meter import attempt
from .names import class_name
from .results import Incomparable, Iterated, Unusable, drained
from .sameness import Sameness, same_class
from .wording import describe, limit_reason

ARGUMENTS = "arguments afterwards"
PRINTED = "printed output"
REPETITIONS = 5  # what one bit of an address decides looks stable in one of a thousand runs


class Difference(Verdict):
    """An input on which two functions differ: the outcome of each, and what tells them apart."""

    def __init__(self, difference, left, right):
        super().__init__("failed", error=left.error, value=left.value, obligation=difference)
        self.afterwards, self.other = left.afterwards, right
        if not isinstance(right.error, (TypeError, AttributeError)):
            self.cause = None

    @property
    def identity(self):
        return self.obligation


class Comparison(Subject):
    """Two functions of a module, each in a fresh one of its own."""

    def __init__(self, request):
        super().__init__(request)
        self.request, self.shifts = request, 0
        self.other = Subject(without_conditions(request))
        self.partners = dict(zip(self.parameters, self.other.parameters))

    def annotations(self, name):
        """What either function says of a parameter's type."""
        return *super().annotations(name), *self.other.annotations(self.partners[name])

    def judge(self, sources):
        """Runs one input through both functions. Raises Unusable when it cannot be run."""
        settle()
        self.enter()
        values = self.admitted(sources)
        if isinstance(values, Verdict):
            return values
        self.other.enter()
        others = self.other.build(
            {self.partners[name]: self.partners.get(source, source) for name, source in sources.items()}
        )
        if isinstance(others, Verdict):
            return others
        right = self.other.called(others, drained)
        right_printed = printed()
        self.enter()
        settle()
        held = [[object(), *map(bytes, range(0, 512, 8))] for _ in range(self.shifts)]
        left = self.called(values, drained)
        del held
        prints = printed(), right_printed
        for kind, result in (left, right):
            if kind == "error" and isinstance(result, (Unusable, Incomparable)):
                raise Unusable(str(result))
            if kind == "limit":
                return Verdict("limit", f"A call ended at {limit_reason(result)}")
        # the same names for both, in the order of the parameters
        arguments = list(values.values()), [others[self.partners[name]] for name in values]
        sameness = Sameness()
        kind, difference = attempt(lambda: difference_of(sameness, left, right, *arguments))
        if kind == "error" and isinstance(difference, Incomparable):
            raise Unusable(str(difference))
        if kind != "value":
            return Verdict("limit", f"Comparing the results ended at {describe(difference)}")
        if difference is None and not sameness.same(*prints):
            difference = PRINTED
        if difference is not None and not self.counts_limits:
            outgrown = next((result for kind, result in (left, right) if kind == "error" and outgrows(result)), None)
            if outgrown is not None:
                return Verdict("limit", f"A call ended at {describe(outgrown)}")
        verdicts = [side_verdict(side) for side in (left, right)]
        if difference == ARGUMENTS:
            for verdict, after in zip(verdicts, arguments):
                verdict.afterwards = dict(zip(values, after))
        if difference == PRINTED:
            for verdict, text in zip(verdicts, prints):
                verdict.afterwards = {"standard output": text}
        if difference is not None:
            return Difference(difference, *verdicts)
        verdicts[0].shares_otherwise = sameness.shares_otherwise
        return verdicts[0]

    def repeats(self, sources):
        """Whether each function does the same again: what depends on chance, time or addresses is no difference."""
        wanted = {**self.request["property"], "other": self.request["function"]}
        if "packages" in wanted:
            wanted["packages"] = {**wanted["packages"], "right": wanted["packages"]["left"]}
        again = Comparison({**self.request, "property": wanted})
        swapped = Comparison(without_conditions(self.request))
        renamed = {self.partners[name]: self.partners.get(text, text) for name, text in sources.items()}
        for again.shifts in range(1, REPETITIONS + 1):
            swapped.shifts = again.shifts
            if not again.judge(sources).kind == swapped.judge(renamed).kind == "held":
                return False
        return True


def without_conditions(request):
    """A request for the second function: preconditions name parameters of the first."""
    property = {**request["property"], "preconditions": []}
    if "packages" in property:
        property["packages"] = {**property["packages"], "left": property["packages"]["right"]}
    return {**request, "function": property["other"], "property": property}


def difference_of(sameness, left, right, left_arguments, right_arguments):
    """What tells the two runs apart, or None."""
    (left_kind, left_result), (right_kind, right_result) = left, right
    if left_kind != right_kind:
        return f"outcome: {side_name(left)} and {side_name(right)}"
    if not same_class(type(left_result), type(right_result)):
        return (
            f"{'exception type' if left_kind == 'error' else 'return type'}: {side_name(left)} and {side_name(right)}"
        )
    if left_kind == "value" and not sameness.same(left_result, right_result):
        return "return value"
    return None if sameness.same_all(left_arguments, right_arguments) else ARGUMENTS


def side_name(side):
    kind, result = side
    return "iterator" if isinstance(result, Iterated) else class_name(type(result))


def side_verdict(side):
    kind, result = side
    return Verdict("held", **{kind: result})
