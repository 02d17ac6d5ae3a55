/** What the engine says of two versions of random modules, and a judge of it that shares nothing with the engine. */
import type { NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import { Random } from '../../../src/lib/random.ts';
import type { Cpython } from '../../../src/symbolic/replay/replayer.ts';
import type { VersionComparison } from '../../../src/symbolic/service.ts';
import { seedOf } from '../../generated.ts';
import { type LinkedChange, type LinkedType, linkedChange } from './linked-modules.ts';

/** A function of two versions of modules, and arguments to try what was said of it with. */
export interface VersionClaim {
  readonly change: LinkedChange;
  readonly name: string;
  readonly status: VersionComparison['status'];
  /** Python sources of arguments. */
  readonly rows: readonly (readonly string[])[];
}

/** Rows that attack each function. */
const ROWS = 40;
/** Seconds of work allowed for each function. */
const BUDGET = 1;

const INTS = [
  '0',
  '1',
  '-1',
  '2',
  '3',
  '4',
  '5',
  '7',
  '9',
  '10',
  '11',
  '12',
  '99',
  '100',
  '-3',
  '-100',
  '10**20',
  '-10**30',
];
const VALUES: Readonly<Record<LinkedType, readonly string[]>> = {
  int: INTS,
  bool: ['True', 'False'],
  box: INTS.map((value) => `Box(${value})`),
  str: ["''", "'a'", "'ab'", "'7'", "'-5'", "' 3 '", "'x1'", "'ABC'", "'é'", "'100'", "'\\x00\\n'"],
  'list[int]': [
    '[]',
    '[0]',
    '[1]',
    '[10]',
    '[-1]',
    '[3, 1, 2]',
    '[5, 5, 0]',
    '[-3, 4, -5, 6]',
    '[2, 1, 0, -1]',
    '[1000, -1000]',
  ],
  'dict[str, int]': ['{}', "{'a': 1}", "{'a': 0, 'b': 10}", "{'': -3, 'x': 100}", "{'a': 5, 'b': 2, 'c': 7}"],
};

/** Compares the functions of `count` random changes. */
export async function compareChanges(symbolic: NodeSymbolic, count: number): Promise<readonly VersionClaim[]> {
  const claims: VersionClaim[] = [];
  for (let index = 1; index <= count; index++) {
    const random = new Random(seedOf(80_000 + index));
    const change = linkedChange(random);
    for (const { name, parameters } of change.functions) {
      const read = async (side: 'before' | 'after', path: string) => {
        const text = { 'a.py': change[side].a, 'b.py': change[side].b }[path];
        return text === '' ? undefined : text;
      };
      const { status } = await symbolic.versions('a.py', name, read, BUDGET);
      const rows = Array.from({ length: ROWS }, () => parameters.map((type) => random.pick(VALUES[type])));
      claims.push({ change, name, status, rows });
    }
  }
  return claims;
}

const PROGRAM = `
import json, sys, types

def show(value, depth=0):
    kind = type(value)
    if depth > 6:
        return "…"
    if kind in (list, tuple):
        return kind.__name__ + "[" + ", ".join(show(one, depth + 1) for one in value) + "]"
    if kind is dict:
        return "{" + ", ".join(show(key, depth + 1) + ": " + show(one, depth + 1) for key, one in value.items()) + "}"
    if kind in (set, frozenset):
        return kind.__name__ + "{" + ", ".join(sorted(show(one, depth + 1) for one in value)) + "}"
    if value is None or kind in (int, bool, str, float):
        return kind.__name__ + " " + repr(value)
    if callable(value):
        return "function"
    return kind.__name__ + (show(vars(value), depth + 1) if hasattr(value, "__dict__") else "")

def outcome(version, name, row):
    for module in ("a", "b"):
        sys.modules.pop(module, None)
    for module in ("b", "a"):
        sys.modules[module] = types.ModuleType(module)
        try:
            exec(version[module], sys.modules[module].__dict__)
        except Exception as error:
            return None
    scope = dict(sys.modules["a"].__dict__)
    values = [eval(one, scope) for one in row]
    owner, _, method = name.rpartition(".")
    try:
        result = getattr(values[0], method)(*values[1:]) if owner else scope[method](*values)
        if isinstance(result, types.GeneratorType):
            result = ["generator", *result]
        ended = "returns " + show(result)
    except Exception as error:
        ended = "raises " + type(error).__name__
    return ended + ", arguments then " + show(values)

claim = json.loads(DOCUMENT)
first = None
for row in claim["rows"]:
    before, after = (outcome(claim["change"][side], claim["name"], row) for side in ("before", "after"))
    if before != after and before is not None and after is not None:
        first = f"{claim['name']}({', '.join(row)}) {before} before, {after} after"
        break
json.dumps(first)
`;

/** A sentence about an input for which the versions differ on CPython, or null. */
export async function differenceOf(cpython: Cpython, claim: VersionClaim): Promise<string | null> {
  const program = `DOCUMENT = ${JSON.stringify(JSON.stringify(claim))}\n${PROGRAM}`;
  const answer = await cpython.evaluate({ program, stepLimit: 20_000_000_000 });
  if (answer.status !== 'ok') throw new Error(`CPython did not run the attack: ${JSON.stringify(answer)}`);
  return JSON.parse(answer.value);
}
