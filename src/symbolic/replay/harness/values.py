"""Values as source text and as JSON, and source text as values that can be shrunk."""

import ast

DIGITS_SHOWN = 15
SOURCE_DIGITS = 4000
TEXT_LIMIT = 500
JSON_INT = 2**53 - 1


class Opaque:
    """A value that is only known by its source, such as Point(1, 2)."""

    def __init__(self, source):
        self.source = source


class Alias(Opaque):
    """The same object as an argument before it, whose name is the source."""


class NotJson(Exception):
    """JSON cannot hold the value exactly."""


def bounded(text, limit=TEXT_LIMIT):
    """The text, cut off at a number of characters."""
    return text if len(text) <= limit else f"{text[:limit]}... [{len(text)} characters]"


def small_integer_source(number):
    """Digits, or a power of two."""
    exponent = number.bit_length() - 1
    if number >= 10**DIGITS_SHOWN and number == 1 << exponent:
        return f"2**{exponent}"
    return str(number) if number < 10**60 else None


def sums_around(power, written, number):
    """power + rest or power - rest, where rest is short."""
    rest = small_integer_source(abs(number - power))
    if number == power:
        yield written
    elif rest is not None:
        yield f"{written} {'+' if number > power else '-'} {rest}"


def integer_source(number):
    """The shortest exact text: digits, or a product or sum with a power of two or ten."""
    if abs(number) < 10**DIGITS_SHOWN:
        return str(number)
    if number < 0:
        text = integer_source(-number)
        return f"-({text})" if " " in text else f"-{text}"
    bits = number.bit_length()
    tens = int((bits - 1) * 0.30102999566398120)  # log10(2): at most one below the number of digits less one
    texts = [str(number) if tens < SOURCE_DIGITS else hex(number)]
    for exponent in (bits - 1, bits):
        texts += sums_around(1 << exponent, f"2**{exponent}", number)
    if tens < SOURCE_DIGITS:
        for exponent in (tens, tens + 1):
            texts += sums_around(10**exponent, f"10**{exponent}", number)
        zeros = len(texts[0]) - len(texts[0].rstrip("0"))
        if zeros >= DIGITS_SHOWN:
            texts.append(f"{texts[0][:-zeros]} * 10**{zeros}")
    return min(texts, key=len)


def float_source(number):
    """repr, or a call where that is no literal."""
    return repr(number) if number - number == 0 else f"float({str(number)!r})"


def in_order(values):
    """A set's elements in an order that does not depend on their hashes."""
    return sorted(values, key=source_of)


def source_of(value):
    """Python source text that evaluates to the value."""
    match value:
        case Opaque():
            return value.source
        case bool():
            return str(value)
        case int():
            return integer_source(value)
        case float():
            return float_source(value)
        case list():
            return f"[{', '.join(map(source_of, value))}]"
        case tuple():
            return f"({', '.join(map(source_of, value))}{',' if len(value) == 1 else ''})"
        case dict():
            return f"{{{', '.join(f'{source_of(key)}: {source_of(item)}' for key, item in value.items())}}}"
        case set():
            return f"{{{', '.join(map(source_of, in_order(value)))}}}" if value else "set()"
        case frozenset():
            return f"frozenset({source_of(set(value)) if value else ''})"
        case _:
            return repr(value)


def is_plain(value):
    """Whether all of a value is built in, and shown by its literal."""
    if type(value) in (list, tuple, set, frozenset):
        return all(map(is_plain, value))
    if type(value) is dict:
        return all(map(is_plain, value)) and all(map(is_plain, value.values()))
    return value is None or type(value) in (bool, int, float, str, bytes)


def read_value(source, names):
    """The value of an expression, whose parts can be shrunk; others are opaque, and so is all that shares objects."""
    node = ast.parse(source.strip(), mode="eval").body
    if any(isinstance(part, ast.NamedExpr) for part in ast.walk(node)):
        return Opaque(source)
    return read_node(node, names)


def read_node(node, names):
    """The value of a part of an expression."""
    match node:
        case ast.List(elts=items) if not any(isinstance(item, ast.Starred) for item in items):
            return [read_node(item, names) for item in items]
        case ast.Tuple(elts=items) if not any(isinstance(item, ast.Starred) for item in items):
            return tuple(read_node(item, names) for item in items)
        case ast.Dict(keys=keys, values=values) if None not in keys:
            return {read_node(key, names): read_node(value, names) for key, value in zip(keys, values)}
    value = eval(compile(ast.Expression(node), "<argument>", "eval"), dict(names))
    return value if is_plain(value) else Opaque(ast.unparse(node))


def json_of(value):
    """The value as JSON holds it exactly; raises NotJson."""
    match value:
        case None | bool():
            return value
        case int() if abs(value) <= JSON_INT:
            return value
        case float() if value - value == 0 and source_of(value) != "-0.0":
            return value
        case str() if not any("\ud800" <= character <= "\udfff" for character in value):
            return value
        case list():
            return [json_of(item) for item in value]
        case dict() if all(isinstance(key, str) for key in value):
            return {json_of(key): json_of(item) for key, item in value.items()}
        case _:
            raise NotJson


def argument_json(value):
    """The value as JSON where that holds it exactly, else its source."""
    try:
        return json_of(value)
    except NotJson:
        return source_of(value)
