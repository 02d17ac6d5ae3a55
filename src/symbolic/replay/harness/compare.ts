/** Python: runs two functions on equal inputs, each in a module of its own, and compares all that a caller can see. */

/** Source text, a part of the harness. */
export const COMPARE = `
YIELDED = 1000
ARGUMENTS = "arguments afterwards"
IMMUTABLE_ATOMS = (int, str, bytes, type(None), type(...), type(NotImplemented), range)
COLLECTIONS = (list, tuple, dict, set, frozenset, bytearray)


class Incomparable(Exception):
    """Two values that only their identity tells apart, such as functions."""


class Iterated:
    """What an iterator gave until it ended, and the exception it ended with."""

    def __init__(self, items, error):
        self.items, self.error = items, error

    def __repr__(self):
        end = "" if self.error is None else f", then {describe(self.error)}"
        return f"<iterator over {shown(self.items)}{end}>"


def is_iterator(value):
    return hasattr(type(value), "__next__") and hasattr(type(value), "__iter__")


def drained(value):
    """An iterator as what it yields; any other value as it is."""
    value = drive(value)
    if not is_iterator(value):
        return value
    items = []
    try:
        for item in value:
            items.append(item)
            if len(items) > YIELDED:
                raise Incomparable(f"an iterator with more than {YIELDED} elements was returned")
    except (WorkLimit, OuterStop, Incomparable):
        raise
    except BaseException as error:
        if depends_on_machine(error):
            raise
        return Iterated(items, error)
    return Iterated(items, None)


def same_class(left, right):
    """Both modules have their own class of a name."""
    return left is right or left.__module__ == right.__module__ == MODULE_NAME and left.__qualname__ == right.__qualname__


def attributes_of(value):
    """What an object holds, its slots included."""
    slots = [name for cls in type(value).__mro__ for name in listed_slots(cls)]
    return {**{name: getattr(value, name) for name in slots if hasattr(value, name)}, **getattr(value, "__dict__", {})}


def listed_slots(cls):
    slots = vars(cls).get("__slots__", ())
    return [slots] if isinstance(slots, str) else [name for name in slots if name not in ("__dict__", "__weakref__")]


def is_closed(value):
    """Whether the code of a function is all that decides what it does."""
    if not isinstance(value, types.FunctionType) or value.__defaults__ or value.__kwdefaults__ or vars(value):
        return False
    code = value.__code__
    return not code.co_names and not code.co_freevars and not any(hasattr(one, "co_code") for one in code.co_consts)


class Sameness:
    """Equality of values in type and content, all the way down; nan equals nan, and 0.0 is not -0.0."""

    def __init__(self):
        self.assumed = set()  # pairs under comparison, so that values that hold themselves end

    def same(self, left, right):
        if left is right:
            return True
        if not same_class(type(left), type(right)):
            return False
        cls = type(left)
        if cls in IMMUTABLE_ATOMS or cls is bool:
            return left == right
        if cls is float:
            return float_source(left) == float_source(right)
        if cls is complex:
            return self.same(left.real, right.real) and self.same(left.imag, right.imag)
        pair = id(left), id(right)
        if pair in self.assumed:
            return True
        self.assumed.add(pair)
        return self.same_object(cls, left, right)

    def same_object(self, cls, left, right):
        if isinstance(left, type):
            return same_class(left, right)
        if isinstance(left, types.ModuleType):
            return left.__name__ == right.__name__
        if isinstance(left, Iterated):
            return self.same_all(left.items, right.items) and self.same(left.error, right.error)
        if isinstance(left, BaseException):
            return self.same(left.args, right.args) and self.same_attributes(left, right)
        if isinstance(left, COLLECTIONS):
            return self.same_content(left, right) and self.same_attributes(left, right)
        if cls.__module__ == MODULE_NAME:
            return self.same_attributes(left, right)
        if is_closed(left) and is_closed(right) and left.__code__ == right.__code__:
            return True
        if callable(left) or cls.__repr__ is object.__repr__:
            raise Incomparable(f"values of type {class_name(cls)} were returned, which cannot be compared")
        return repr(left) == repr(right)

    def same_all(self, left, right):
        return len(left) == len(right) and all(map(self.same, left, right))

    def same_attributes(self, left, right):
        return self.same_mapping(attributes_of(left), attributes_of(right))

    def same_content(self, left, right):
        if isinstance(left, dict):
            return self.same_mapping(dict(left), dict(right))
        if isinstance(left, (set, frozenset)):
            return self.same_mapping(dict.fromkeys(left), dict.fromkeys(right))
        return self.same_all(list(left), list(right))

    def same_mapping(self, left, right):
        """The order of the entries does not count, as for ==."""
        keys = {key: key for key in right}

        def has_entry(key, value):
            found = [keys[key]] if key in keys else right
            return any(self.same(key, other) and self.same(value, right[other]) for other in found)

        return len(left) == len(right) and all(has_entry(key, value) for key, value in left.items())


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
        self.request = request
        self.other = Subject({**request, "function": request["property"]["other"]})
        self.partners = dict(zip(self.parameters, self.other.parameters))

    def judge(self, sources):
        """Runs one input through both functions. Raises Unusable when it cannot be run."""
        settle()
        values = self.admitted(sources)
        if isinstance(values, Verdict):
            return values
        sys.modules[MODULE_NAME] = self.other.module
        others = self.other.build(
            {self.partners[name]: self.partners.get(source, source) for name, source in sources.items()}
        )
        if isinstance(others, Verdict):
            return others
        right = self.other.called(others, drained)
        sys.modules[MODULE_NAME] = self.module
        left = self.called(values, drained)
        for kind, result in (left, right):
            if kind == "error" and isinstance(result, (Unusable, Incomparable)):
                raise Unusable(str(result))
            if kind == "limit":
                return Verdict("limit", f"A call ended at {limit_reason(result)}")
        # the same names for both, in the order of the parameters
        arguments = list(values.values()), [others[self.partners[name]] for name in values]
        kind, difference = attempt(lambda: difference_of(left, right, *arguments))
        if kind == "error" and isinstance(difference, Incomparable):
            raise Unusable(str(difference))
        if kind != "value":
            return Verdict("limit", f"Comparing the results ended at {describe(difference)}")
        verdicts = [side_verdict(side) for side in (left, right)]
        if difference == ARGUMENTS:
            for verdict, after in zip(verdicts, arguments):
                verdict.afterwards = dict(zip(values, after))
        return verdicts[0] if difference is None else Difference(difference, *verdicts)


    def repeats(self, sources):
        """Whether each function does the same again: what depends on chance or on time is no difference."""
        again = Comparison({**self.request, "property": {**self.request["property"], "other": self.request["function"]}})
        other = self.request["property"]["other"]
        swapped = Comparison({**self.request, "function": other, "property": {**self.request["property"], "preconditions": []}})
        renamed = {self.partners[name]: self.partners.get(text, text) for name, text in sources.items()}
        verdicts = again.judge(sources), swapped.judge(renamed)
        return all(verdict.kind == "held" for verdict in verdicts)


def difference_of(left, right, left_arguments, right_arguments):
    """What tells the two runs apart, or None."""
    (left_kind, left_result), (right_kind, right_result) = left, right
    if left_kind != right_kind:
        return f"outcome: {side_name(left)} and {side_name(right)}"
    sameness = Sameness()
    if not same_class(type(left_result), type(right_result)):
        return f"{'exception type' if left_kind == 'error' else 'return type'}: {side_name(left)} and {side_name(right)}"
    if left_kind == "value" and not sameness.same(left_result, right_result):
        return "return value"
    return None if sameness.same_all(left_arguments, right_arguments) else ARGUMENTS


def side_name(side):
    kind, result = side
    return "iterator" if isinstance(result, Iterated) else class_name(type(result))


def side_verdict(side):
    kind, result = side
    return Verdict("held", **{kind: result})


SUBJECTS = {"comparison": Comparison}


def subject_of(request):
    return SUBJECTS.get(request["property"]["kind"], Subject)(request)
`;
