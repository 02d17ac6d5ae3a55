/** What the engine says never runs, in random functions, and a judge of it that shares nothing with the engine. */
import type { NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import { Random } from '../../../src/lib/random.ts';
import type { Cpython } from '../../../src/symbolic/replay/replayer.ts';
import type { BranchResult } from '../../../src/symbolic/service.ts';
import { seedOf } from '../../generated.ts';
import { attackRows } from './contracts.ts';
import { randomModule } from './functions.ts';

/** A function, what was said of it, and arguments to try that with. */
export interface BranchClaims {
  readonly code: string;
  readonly result: BranchResult;
  /** Python source of tuples of arguments. */
  readonly rows: readonly string[];
}

/** Rows that attack each function. */
const ROWS = 150;
/** Seconds of work allowed for each function. */
const BUDGET = 2;

/** Analyzes `count` random functions. */
export async function analyzeFunctions(symbolic: NodeSymbolic, count: number): Promise<readonly BranchClaims[]> {
  const claims: BranchClaims[] = [];
  for (let index = 1; index <= count; index++) {
    const random = new Random(seedOf(50_000 + index));
    const { code, parameters } = randomModule(random);
    const result = await symbolic.branches(code, 'f', true, BUDGET);
    // a module that fails on import is at fault
    if (result.status === 'error') continue;
    claims.push({ code, result, rows: attackRows(random, parameters, ROWS) });
  }
  return claims;
}

const PROGRAM = `
import json, sys, warnings
warnings.simplefilter("ignore")
claim = json.loads(DOCUMENT)
module = {"__name__": "submitted"}
exec(compile(claim["code"], "submitted.py", "exec"), module)
dead, first = set(claim["dead"]), None

def trace(frame, event, argument):
    global first
    if frame.f_code.co_filename != "submitted.py":
        return None
    if event == "line" and frame.f_lineno in dead and first is None:
        first = f"line {frame.f_lineno} runs for {row}"
    return trace

for row in claim["rows"]:
    values = eval(row, module)
    sys.settrace(trace)
    try:
        module["f"](*values)
    except Exception:
        pass
    finally:
        sys.settrace(None)
json.dumps(first)
`;

/** A sentence about a dead line that runs on CPython, or null. */
export async function runDeadLines(cpython: Cpython, { code, result, rows }: BranchClaims): Promise<string | null> {
  const document = JSON.stringify({ code, dead: result.deadCodeLines, rows });
  const program = `DOCUMENT = ${JSON.stringify(document)}\n${PROGRAM}`;
  const answer = await cpython.evaluate({ program, stepLimit: 2_000_000_000 });
  if (answer.status !== 'ok') throw new Error(`CPython did not run the attack: ${JSON.stringify(answer)}`);
  return JSON.parse(answer.value);
}
