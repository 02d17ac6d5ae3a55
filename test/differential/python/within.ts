/** Attacks claims within bounds: runs that go beyond them are left out, as an instrumented module tells that shares nothing with the engine. */
import type { Cpython } from '../../../src/symbolic/replay/replayer.ts';
import type { Claim } from './attack.ts';

/** A claim about those runs of `f` that keep to the bounds. */
export interface BoundedClaim extends Claim {
  /** `verified_within` of the answer. */
  readonly within: string;
}

const PROGRAM = `
import ast, copy, functools, inspect, json, re, types, warnings
warnings.simplefilter("ignore")

class Beyond(BaseException):
    pass

class Bounds:
    def __init__(self, text):
        self.rounds, self.calls, self.sizes = 10**9, {}, []
        for part in text.split("; "):
            if found := re.fullmatch(r"at most (\\d+) rounds of each loop and comprehension", part):
                self.rounds = min(self.rounds, int(found[1]))
            elif found := re.fullmatch(r"at most (\\d+) calls of (\\S+) at a time", part):
                self.calls[found[2]] = int(found[1])
            elif found := re.fullmatch(r"(\\w+)((?:\\[…\\]|\\.values\\[…\\])*) of at most (\\d+) items", part):
                self.sizes.append((found[1], re.findall(r"\\.?\\w*\\[…\\]", found[2]), int(found[3])))
            else:
                raise ValueError(part)
        self.active = {}

    def admits(self, names):
        return all(self.fits(names[name], path, most) for name, path, most in self.sizes)

    def fits(self, value, path, most):
        if not path:
            return not hasattr(value, "__len__") or len(value) <= most
        if not hasattr(value, "__iter__"):
            return True
        inner = value.values() if path[0].startswith(".") else value
        return all(self.fits(one, path[1:], most) for one in inner)

    def tick(self, count):
        if count >= self.rounds:
            raise Beyond
        return count + 1

    def counted(self, iterable):
        count = 0
        for item in iterable:
            count = self.tick(count)
            yield item

    def called(self, function):
        name = function.__name__
        @functools.wraps(function)
        def call(*args, **named):
            before = self.active.get(name, 0)
            if before >= self.calls.get(name, 10**9):
                raise Beyond
            self.active[name] = before + 1
            try:
                return function(*args, **named)
            finally:
                self.active[name] = before
        return call

class Instrument(ast.NodeTransformer):
    loops = 0

    def loop(self, node):
        self.generic_visit(node)
        self.loops += 1
        name = f"rounds_{self.loops}"
        node.body.insert(0, ast.parse(f"{name} = bounds_.tick({name})").body[0])
        return [ast.parse(f"{name} = 0").body[0], node]

    visit_For = visit_While = loop

    def visit_comprehension(self, node):
        self.generic_visit(node)
        node.iter = ast.Call(ast.parse("bounds_.counted", mode="eval").body, [node.iter], [])
        return node

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.decorator_list.append(ast.parse("bounds_.called", mode="eval").body)
        return node

def instrumented(code):
    return compile(ast.fix_missing_locations(Instrument().visit(ast.parse(code))), "submitted", "exec")

def violation(claim, row, module, bounds):
    values = eval(row, module)
    names = dict(zip(inspect.signature(module["f"]).parameters, values))
    if not bounds.admits(names):
        return None
    scope = {**module, **names}
    try:
        if not all(eval(one, scope) for one in claim["preconditions"]):
            return None
    except Exception:
        return None
    old = types.SimpleNamespace(**copy.deepcopy(names))
    bounds.active.clear()
    try:
        result = module["f"](*values)
    except Beyond:
        return None
    except Exception as error:
        forbidden = tuple(eval(name, module) for name in claim["forbidden"])
        return f"f{row} raises {error!r}"[:300] if isinstance(error, forbidden) else None
    for post in claim["postconditions"]:
        try:
            if eval(instrumented_condition(post), {**scope, "__old__": old, "_": result, "__return__": result}):
                continue
            why = "is false"
        except Beyond:
            continue
        except Exception as error:
            why = f"raises {error!r}"
        return f"f{row} returns {result!r}: {post} {why}"[:300]
    return None

def instrumented_condition(text):
    return compile(ast.fix_missing_locations(Instrument().visit(ast.parse(text, mode="eval"))), "post", "eval")

answers = []
for claim in json.loads(DOCUMENT):
    code = instrumented(claim["code"])
    found = None
    for row in claim["rows"]:
        bounds = Bounds(claim["within"])
        module = {"__name__": "submitted", "implies": lambda p, q: not p or q, "bounds_": bounds}
        exec(code, module)
        if (found := violation(claim, row, module, bounds)) is not None:
            break
    answers.append(found)
json.dumps(answers)
`;

/** The first violation within the bounds for each claim, or null. */
export async function attackWithin(
  cpython: Cpython,
  claims: readonly BoundedClaim[],
): Promise<readonly (string | null)[]> {
  const violations: (string | null)[] = [];
  for (const claim of claims) {
    const program = `DOCUMENT = ${JSON.stringify(JSON.stringify([claim]))}\n${PROGRAM}`;
    const result = await cpython.evaluate({ program, stepLimit: 20_000_000_000 });
    if (result.status !== 'ok') throw new Error(`CPython did not run the attack: ${JSON.stringify(result)}`);
    violations.push(...JSON.parse(result.value));
  }
  return violations;
}
