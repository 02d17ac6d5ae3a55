/** Attacks verdicts with inputs on CPython, by a judge of its own that shares nothing with the engine. */
import type { Cpython } from '../../../src/symbolic/replay/replayer.ts';

/** A claim about `f`, and arguments to try it with. */
export interface Claim {
  readonly code: string;
  /** Python conditions that admit an input. */
  readonly preconditions: readonly string[];
  /** Conditions over the parameters, `__old__` and `__return__`; none where only exceptions count. */
  readonly postconditions: readonly string[];
  /** Exception classes that count as violations; with a subclass of them, too. */
  readonly forbidden: readonly string[];
  /** Python source of tuples of arguments. */
  readonly rows: readonly string[];
}

const PROGRAM = `
import copy, inspect, json, types, warnings
warnings.simplefilter("ignore")

def violation(claim, row):
    module = {"__name__": "submitted", "implies": lambda p, q: not p or q}
    exec(claim["code"], module)
    values = eval(row, module)
    names = dict(zip(inspect.signature(module["f"]).parameters, values))
    scope = {**module, **names}
    try:
        if not all(eval(one, scope) for one in claim["preconditions"]):
            return None
    except Exception:
        return None
    old = types.SimpleNamespace(**copy.deepcopy(names))
    try:
        result = module["f"](*values)
    except Exception as error:
        forbidden = tuple(eval(name, module) for name in claim["forbidden"])
        return f"f{row} raises {error!r}"[:300] if isinstance(error, forbidden) else None
    for post in claim["postconditions"]:
        try:
            if eval(post, {**scope, "__old__": old, "_": result, "__return__": result}):
                continue
            why = "is false"
        except Exception as error:
            why = f"raises {error!r}"
        return f"f{row} returns {result!r}: {post} {why}"[:300]
    return None

answers = []
for claim in json.loads(DOCUMENT):
    answers.append(next((text for row in claim["rows"] if (text := violation(claim, row)) is not None), None))
json.dumps(answers)
`;

/** Claims of one program: an evaluation has half a minute, also where the machine is busy. */
const BATCH = 3;

/** The first violation found for each claim, or null. */
export async function attack(cpython: Cpython, claims: readonly Claim[]): Promise<readonly (string | null)[]> {
  const violations: (string | null)[] = [];
  for (let start = 0; start < claims.length; start += BATCH) {
    violations.push(...(await attackTogether(cpython, claims.slice(start, start + BATCH))));
  }
  return violations;
}

async function attackTogether(cpython: Cpython, claims: readonly Claim[]): Promise<readonly (string | null)[]> {
  const program = `DOCUMENT = ${JSON.stringify(JSON.stringify(claims))}\n${PROGRAM}`;
  const result = await cpython.evaluate({ program, stepLimit: 20_000_000_000 });
  if (result.status !== 'ok') throw new Error(`CPython did not run the attack: ${JSON.stringify(result)}`);
  return JSON.parse(result.value);
}

/** An interpreter on which no input ever fails, so that nothing but the solver's proofs decides. */
export function blind(cpython: Cpython): Cpython {
  return {
    harness: cpython.harness,
    async evaluate(request) {
      const result = await cpython.evaluate(request);
      if (result.status !== 'ok') return result;
      const answer = JSON.parse(result.value);
      const hide = (outcome: { readonly kind: string }) =>
        outcome.kind === 'failed' || outcome.kind === 'repeated' ? { kind: 'limit', note: 'not seen' } : outcome;
      // the oracle's answers are a list, and no outcomes
      if (answer.outcomes === undefined) return result;
      return { status: 'ok', value: JSON.stringify({ ...answer, outcomes: answer.outcomes.map(hide) }) };
    },
  };
}
