"""The names that code binds, scope by scope, and the scope of the cursor; code that does not parse is mended."""

from _ast import (
    AST,
    AnnAssign,
    Assign,
    AsyncFor,
    AsyncFunctionDef,
    ClassDef,
    DictComp,
    ExceptHandler,
    For,
    FunctionDef,
    GeneratorExp,
    Import,
    ImportFrom,
    Lambda,
    List,
    ListComp,
    MatchAs,
    MatchMapping,
    MatchStar,
    Name,
    NamedExpr,
    PyCF_ONLY_AST,
    SetComp,
    Starred,
    Tuple,
    TypeAlias,
    comprehension,
    expr,
    withitem,
)

CURSOR = "_kernel_cursor"
REPAIRS = 30
FUNCTIONS = FunctionDef, AsyncFunctionDef
COMPREHENSIONS = ListComp, SetComp, DictComp, GeneratorExp


def parse(source, mode="exec"):
    return compile(source, "<code>", mode, PyCF_ONLY_AST, dont_inherit=True)


class Binding:
    """What gives a name its value.

    `path` leads into the value: an index for unpacking, `each` for an item of an iterable.
    """

    def __init__(self, kind, node, path=(), line=0):
        self.kind, self.node, self.path, self.line = kind, node, path, line


class Scope:
    """Names that one module, class, function, lambda or comprehension binds."""

    def __init__(self, kind, parent=None, node=None):
        self.kind, self.parent, self.node = kind, parent, node
        self.names, self.stars, self.elsewhere = {}, [], set()
        self.module = None if parent is None else parent.module

    def add(self, name, binding):
        if name != CURSOR and name not in self.elsewhere:
            self.names.setdefault(name, []).append(binding)

    def enclosing(self):
        """The scopes that a name is looked up in, innermost first; classes count for code directly in them."""
        yield self
        scope = self.parent
        while scope is not None:
            if scope.kind != "class":
                yield scope
            scope = scope.parent


def children(node):
    for field in node._fields:
        child = getattr(node, field, None)
        if isinstance(child, AST):
            yield child
        elif isinstance(child, list):
            for one in child:
                if isinstance(one, AST):
                    yield one


def _target(scope, target, kind, node, path, line):
    if isinstance(target, Name):
        scope.add(target.id, Binding(kind, node, path, line))
    elif isinstance(target, (Tuple, List)):
        starred = any(isinstance(one, Starred) for one in target.elts)
        for index, one in enumerate(target.elts):
            step = ("star",) if isinstance(one, Starred) else ("each",) if starred and index else (index,)
            _target(scope, one.value if isinstance(one, Starred) else one, kind, node, path + step, line)


def _bind(scope, node):
    kind = type(node)
    line = getattr(node, "lineno", 0)
    if kind in FUNCTIONS:
        scope.add(node.name, Binding("function", node, (), line))
    elif kind is ClassDef:
        scope.add(node.name, Binding("class", node, (), line))
    elif kind is Import:
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            scope.add(name, Binding("import", (alias.name, alias.asname is not None), (), line))
    elif kind is ImportFrom:
        for alias in node.names:
            if alias.name == "*":
                scope.stars.append((node.module or "", node.level))
            else:
                origin = (node.module or "", node.level, alias.name)
                scope.add(alias.asname or alias.name, Binding("from", origin, (), line))
    elif kind is Assign:
        for target in node.targets:
            _target(scope, target, "value", node.value, (), line)
    elif kind is AnnAssign:
        _target(scope, node.target, "annotated", (node.annotation, node.value), (), line)
    elif kind is NamedExpr:
        _target(scope, node.target, "value", node.value, (), line)
    elif kind in (For, AsyncFor, comprehension):
        _target(scope, node.target, "value", node.iter, ("each",), getattr(node.target, "lineno", 0))
    elif kind is withitem and node.optional_vars is not None:
        _target(scope, node.optional_vars, "entered", node.context_expr, (), node.optional_vars.lineno)
    elif kind is ExceptHandler and node.name:
        scope.add(node.name, Binding("caught", node.type, (), line))
    elif kind in (MatchAs, MatchStar) and node.name:
        scope.add(node.name, Binding("unknown", None, (), line))
    elif kind is MatchMapping and node.rest:
        scope.add(node.rest, Binding("unknown", None, (), line))
    elif kind is TypeAlias:
        _target(scope, node.name, "unknown", None, (), line)
    elif kind.__name__ in ("Global", "Nonlocal"):
        scope.elsewhere.update(node.names)


def collect(scope, nodes):
    """Binds what `nodes` bind in their own scope."""
    waiting = list(reversed(list(nodes)))
    while waiting:
        node = waiting.pop()
        _bind(scope, node)
        if isinstance(node, (*FUNCTIONS, ClassDef, Lambda, *COMPREHENSIONS)):
            continue
        if isinstance(node, expr) and not _may_bind(node):
            continue
        waiting.extend(reversed(list(children(node))))
    return scope


def _may_bind(node):
    return not isinstance(node, Name)


def module_scope(tree, module=None):
    scope = Scope("module")
    scope.module = module
    return collect(scope, tree.body)


def parameters(scope, node):
    args = node.args
    positional = args.posonlyargs + args.args
    method = scope.parent is not None and scope.parent.kind == "class"
    for index, one in enumerate(positional):
        from_end = index - len(positional) + len(args.defaults)
        default = args.defaults[from_end] if from_end >= 0 else None
        kind = "self" if method and index == 0 and one.annotation is None else "parameter"
        scope.add(one.arg, Binding(kind, (one.annotation, default)))
    for one, default in zip(args.kwonlyargs, args.kw_defaults):
        scope.add(one.arg, Binding("parameter", (one.annotation, default)))
    for one, kind in ((args.vararg, "args"), (args.kwarg, "kwargs")):
        if one is not None:
            scope.add(one.arg, Binding(kind, None))


def function_scope(node, parent):
    scope = Scope("function", parent, node)
    parameters(scope, node)
    return collect(scope, node.body if type(node) in FUNCTIONS else [node.body])


def class_scope(node, parent):
    return collect(Scope("class", parent, node), node.body)


def _path(node, line):
    """The nodes from `node` down to the cursor's name, or None."""
    if isinstance(node, Name):
        return [node] if node.id == CURSOR else None
    last = getattr(node, "end_lineno", None)
    if last is not None and (last < line or node.lineno > line) and not getattr(node, "decorator_list", None):
        return None
    for child in children(node):
        found = _path(child, line)
        if found is not None:
            return [node, *found]
    return None


def _scope_at(tree, line, module):
    scope = module_scope(tree, module)
    path = _path(tree, line)
    if path is None:
        return scope
    for node, child, below in zip(path, path[1:], path[2:] + [None]):
        is_in_function = isinstance(node, FUNCTIONS) and any(child is one for one in node.body)
        if is_in_function or (isinstance(node, Lambda) and child is node.body):
            scope = function_scope(node, scope)
        elif isinstance(node, ClassDef) and any(child is one for one in node.body):
            scope = class_scope(node, scope)
        elif isinstance(node, COMPREHENSIONS):
            scope = Scope("comprehension", scope, node)
            for one in node.generators:
                if one is child and below is one.iter:
                    break
                _bind(scope, one)
    return scope


def _header_word(line):
    return line.strip().partition(":")[0].partition(" ")[0]


def _endings(lines, indent):
    """What closes the `try` blocks that are open after `lines`, at a line indented by `indent`."""
    waiting = []
    for line in lines:
        body = line.strip()
        if not body or body.startswith("#"):
            continue
        width = len(line) - len(line.lstrip())
        while waiting and waiting[-1] >= width:
            waiting.pop()
        if _header_word(line) == "try" and body.rstrip().endswith(":"):
            waiting.append(width)
    return "".join(f"\n{' ' * width}finally: pass" for width in reversed([w for w in waiting if w < indent]))


def _attempts(before, cut):
    """Programs with a name in the cursor's place, the best first."""
    text = before.text
    field = next((token.field for token in before.tokens if token.field is not None), None)
    opened = [before.tokens[at] for at in before.open if before.tokens[at].start < cut]
    if field is not None:
        cut = field
        opened = [token for token in opened if token.start < field]
    closing = "".join({"(": ")", "[": "]", "{": "}"}[token.text] for token in reversed(opened))
    start = before.tokens[before.statement].start if before.statement < len(before.tokens) else len(text)
    start = min(start, cut)
    line_start = text.rfind("\n", 0, start) + 1
    earlier, indent = text[:line_start], text[line_start:start]
    indent = indent[: len(indent) - len(indent.lstrip())]
    ending = _endings(earlier.split("\n"), len(indent))
    yield f"{text[:cut]}{CURSOR}{closing}{ending}"
    yield f"{text[:cut]}{CURSOR}{closing}: pass{ending}"
    yield f"{earlier}{indent}{CURSOR}{ending}"


def _mended(source, cursor_line):
    """Replaces the lines that do not parse: (tree or None, the first of them)."""
    lines = source.split("\n")
    first = None
    for _ in range(REPAIRS):
        try:
            return parse("\n".join(lines)), first
        except SyntaxError as error:
            at = min(max(error.lineno or 1, 1), len(lines)) - 1
        first = first or at + 1
        line = lines[at]
        indent = line[: len(line) - len(line.lstrip())]
        if line.strip() in ("pass", "if 1:", "") or at == cursor_line:
            previous = next((i for i in range(at - 1, -1, -1) if lines[i].strip() not in ("", "pass")), None)
            if previous is None or previous == cursor_line:
                return None, first
            at, line = previous, lines[previous]
            indent = line[: len(line) - len(line.lstrip())]
        lines[at] = f"{indent}{'if 1:' if line.rstrip().endswith(':') and line.strip() != 'if 1:' else 'pass'}"
    return None, first


def scope_at(before, cut, rest=""):
    """
    The scope at offset `cut`, where the name under the cursor starts: (scope, line that does not parse or None).
    `rest` is the code behind the cursor.
    """
    sources = list(_attempts(before, cut))
    if rest.strip():
        sources.insert(0, f"{before.text[:cut]}{CURSOR}{rest}")
    for source in sources:
        try:
            return _scope_at(parse(source), _line_of(source), None), None
        except SyntaxError:
            pass
    source = sources[-1]
    tree, broken = _mended(source, _line_of(source) - 1)
    if tree is None:
        return Scope("module"), broken
    return _scope_at(tree, _line_of(source), None), broken


def _line_of(source):
    return source.count("\n", 0, source.find(CURSOR)) + 1
