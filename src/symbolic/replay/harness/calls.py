"""Calls as source text."""

from .values import TEXT_LIMIT, Alias, bounded, source_of


def argument_source(value):
    """A value in Python source, bounded."""
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
