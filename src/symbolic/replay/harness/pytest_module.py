"""Writes the pytest module that a counterexample can be kept as."""

import ast
import inspect

from . import helpers
from .calls import passed
from .names import MODULE_NAME, mangled
from .values import bounded, is_plain, source_of

TEST_LIMIT = 16_000


def helper_source(name):
    """The definition of a helper, as it stands in its module."""
    source = helpers.__loader__.get_source(helpers.__name__)
    definitions = {getattr(node, "name", None): node for node in ast.parse(source).body}
    return ast.get_source_segment(source, definitions[name])


def names_in(*texts):
    """Names that occur in expressions."""
    trees = [ast.parse(f"({text}\n)", mode="eval") for text in texts]
    return {node.id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name)}


def outer_names(source):
    """Names that a function given as a condition finds outside itself."""
    tree = ast.parse(f"({source}\n)", mode="eval")
    own = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return names_in(source) - own


def on_one_line(text):
    """The text as a comment can hold it."""
    return "".join(filter(str.isprintable, " ".join(bounded(text).split())))


class Testimony:
    """The parts of one test module."""

    def __init__(self, subject, sources):
        self.subject, self.sources = subject, sources
        self.imports, self.helpers, self.standard = set(), [], set()

    def use(self, helper):
        """Gives the module one of the helpers, by name."""
        if helper not in self.helpers:
            self.helpers.append(helper)

    def need(self, names):
        """Imports those of the names that are the module's."""
        self.imports |= {name for name in names if name in self.subject.module.__dict__}

    def target(self, subject, path):
        """The function as the test names it."""
        root, *members = path.split(".")
        self.need([root])
        return ".".join([root, *(mangled(root, name) for name in members), *(["fget"] if subject.is_property else [])])

    def call(self, subject, path, names):
        """A call with these names as its arguments, by parameter."""
        text = f"{self.target(subject, path)}({', '.join(passed(subject, names).values())})"
        if inspect.iscoroutinefunction(subject.function):
            self.standard.add("import asyncio")
            text = f"asyncio.run({text})"
        return text

    def given(self):
        """Assignments of the arguments."""
        self.need(names_in(*self.sources.values()) - self.sources.keys())
        return [f"{name} = {source}" for name, source in self.sources.items()]

    def module(self, header, functions):
        """The text, or None where a name would stand for two things."""
        parts = [*map(helper_source, self.helpers), functions]
        own = names_in(*self.sources.values()) | self.imports
        modules = {line.split()[-1] for line in self.standard}
        defined = {node.name for part in parts for node in ast.parse(part).body} | modules
        parameters = set(self.subject.parameters)
        aliases = {source for source in self.sources.values() if source in self.sources}
        if own & (parameters - aliases) or (own | parameters) & defined:
            return None
        imports = [*sorted(self.standard), f"from {MODULE_NAME} import {', '.join(sorted(self.imports))}"]
        text = "\n".join([header, *imports]) + "".join(f"\n\n\n{part}" for part in parts) + "\n"
        return text if len(text) <= TEST_LIMIT else None


def function_text(name, lines):
    """A function without parameters, of these lines."""
    return "\n".join([f"def {name}():", *(f"    {line}" for line in lines)])


def test_text(path, lines):
    """The test of a function."""
    return function_text(f"test_{path.replace('.', '_')}", lines)


def contract_test(parts, path, wanted):
    """A test that fails while a contract is broken, or None where its conditions cannot stand in one."""
    subject = parts.subject
    lines = parts.given()
    conditions = [*wanted["postconditions"], *wanted["kept"], *(one["capture"] for one in wanted["snapshots"])]
    used = names_in(*(one["source"] for one in conditions)) | {
        arg["name"] for one in conditions for arg in one.get("args", ())
    }
    known = [*parts.sources]
    if conditions or subject.mutation:
        for name, default in subject.defaults().items():
            if name not in parts.sources:
                lines.append(f"{name} = {default_text(parts, path, name, default)}")
                known.append(name)
    if any("args" in one and outer_names(one["source"]) & set(known) for one in conditions):
        return None
    parts.need(used - set(known) - {"_", "__return__", "__old__"})
    entries = ", ".join(f'"{name}": {name}' for name in known)
    if ".bag" in used:
        parts.use("Bag")
    if "implies" in used:
        parts.use("implies")

    def value(one, snapshots, bag):
        if "args" not in one:
            return one["source"] if "\n" not in one["source"] else f"({one['source']})"
        special = {".snapshots": snapshots, ".bag": bag}
        texts = [(arg.get("keyword"), special.get(arg["name"], arg["name"])) for arg in one["args"]]
        arguments = ", ".join(text if keyword is None else f"{keyword}={text}" for keyword, text in texts)
        return f"({one['source']})({arguments})"

    taken = ", ".join(
        f"{one['name']}={value(one['capture'], '', f'Bag({{{entries}}})')}" for one in wanted["snapshots"]
    )
    if taken:
        parts.standard.add("from types import SimpleNamespace")
        lines.append(f"__snapshots__ = SimpleNamespace({taken})")
    if "__old__" in used or subject.mutation:
        parts.standard |= {"from copy import deepcopy", "from types import SimpleNamespace"}
        lines.append(f"__old__ = SimpleNamespace(**deepcopy({{{entries}}}))")
    call = parts.call(subject, path, {name: name for name in parts.sources})
    call = f"__return__ = {call}" if conditions else call
    if wanted["raises"]:
        allowed = [exception_name(parts, name) for name in wanted["raises"]]
        listed = allowed[0] if len(allowed) == 1 else f"({', '.join(allowed)})"
        lines += ["try:", f"    {call}", f"except {listed}:", "    return  # the contract allows it"]
    else:
        lines.append(call)
    if "_" in used:
        lines.append("_ = __return__")
    after = f'Bag({{{entries}, "result": __return__}})'
    lines += [f"assert {value(one, '__snapshots__', after)}" for one in wanted["postconditions"]]
    receiver = next(iter(subject.parameters), "self")
    if wanted["kept"] and receiver != "self":
        lines.append(f"self = {receiver}")
    lines += [f"assert {value(one, '', '')}" for one in wanted["kept"]]
    if subject.mutation:
        parts.use("content")
        kept = [name for name in known if name not in subject.mutation["except"]]
        lines += [f"assert content({name}) == content(__old__.{name})" for name in kept]
    return test_text(path, lines)


def default_text(parts, path, name, default):
    """What a parameter is when nothing is passed for it."""
    if is_plain(default):
        return source_of(default)
    parts.standard.add("from inspect import signature")
    return f"signature({parts.target(parts.subject, path)}).parameters[{name!r}].default"


def exception_name(parts, path):
    """The class as the test names it."""
    root, _, rest = path.partition(".")
    if root in parts.subject.module.__dict__:
        parts.need([root])
    elif rest:
        parts.standard.add(f"import {path.rpartition('.')[0]}")
    return path


def exception_test(parts, path, wanted):
    """A test that passes while the exception is raised."""
    parts.standard.add("import pytest")
    lines = parts.given()
    raises = exception_name(parts, wanted["exceptionType"])
    call = parts.call(parts.subject, path, {name: name for name in parts.sources})
    lines += [f"with pytest.raises({raises}):", f"    {call}"]
    return test_text(path, lines)


def comparison_test(parts, path, wanted):
    """A test that fails while two functions differ."""
    subject, names = parts.subject, [*parts.sources]
    listed = ", ".join(names)
    left_call = parts.call(subject, path, {name: name for name in names})
    right_call = parts.call(subject.other, wanted["other"], {subject.partners[name]: name for name in names})
    parts.use("content")
    parts.use("observe")
    arguments = function_text("arguments", [*parts.given(), f"return [{listed}]"])
    left, right = (f"observe(lambda {listed}: {call}, arguments())" for call in (left_call, right_call))
    return f"{arguments}\n\n\n{test_text(f'{path}_as_{wanted["other"]}', [f'assert {left} == {right}'])}"


TESTS = {"contract": contract_test, "exception": exception_test, "comparison": comparison_test}


def test_module(subject, request, sources, obligation):
    """The text of a pytest module for a failing input; None where it cannot be written simply."""
    wanted, path = request["property"], request["function"]
    parts = Testimony(subject, sources)
    functions = TESTS[wanted["kind"]](parts, path, wanted)
    told = {
        "contract": f"Fails while the function breaks: {on_one_line(obligation)}.",
        "exception": "Passes while the function raises the exception.",
        "comparison": f"Fails while the functions differ: {on_one_line(obligation)}.",
    }
    header = f"# {told[wanted['kind']]}\n# Put the name of your module for {MODULE_NAME}."
    return None if functions is None else parts.module(header, functions)
