/** Attacks what the engine calls dead or unreachable, on CPython. */
import { beforeAll, expect, test } from 'vitest';
import { loadPythonParser } from '../../scripts/lib/node-engine.ts';
import { bootNodeKernel, type NodeKernel } from '../../scripts/lib/node-kernel.ts';
import { loadSymbolic } from '../../scripts/lib/node-symbolic.ts';
import { decisionsOf } from '../../src/symbolic/branches/decisions.ts';
import { placesOf } from '../../src/symbolic/branches/places.ts';
import { Replayer } from '../../src/symbolic/replay/replayer.ts';
import { parseExpression, parseModule, type TreeParser } from '../../src/symbolic/syntax/parse.ts';
import { unparse } from '../../src/symbolic/syntax/unparse.ts';
import { expectYield } from '../expect-yield.ts';
import { amount } from '../generated.ts';
import { analyzeFunctions, type BranchClaims, runDeadLines } from './python/branch-claims.ts';

const COUNT = amount(50, 25);

let kernel: NodeKernel;
let parser: TreeParser;
let claims: readonly BranchClaims[];
beforeAll(async () => {
  [kernel, parser] = await Promise.all([bootNodeKernel(), loadPythonParser()]);
  claims = await analyzeFunctions(await loadSymbolic(), COUNT);
});

test('no input runs a dead line', async () => {
  const withDeadLines = claims.filter(({ result }) => result.deadCodeLines.length > 0);
  expectYield(withDeadLines.length, COUNT * 0.3);
  for (const claim of withDeadLines) {
    const violation = await runDeadLines(kernel, claim);
    expect(violation === null ? null : `${violation}\n${claim.code}`).toBeNull();
  }
});

test('no input takes an unreachable side, and every decision is observed', async () => {
  let unreachable = 0;
  let cut = 0;
  for (const { code, result, rows } of claims) {
    const { taken, isObserved } = await sidesTaken(code, rows);
    if (!isObserved) cut += 1;
    for (const [index, { line, condition, whenTrue, whenFalse }] of result.branches.entries()) {
      for (const [side, { kind }] of [
        [true, whenTrue],
        [false, whenFalse],
      ] as const) {
        if (kind !== 'unreachable') continue;
        unreachable += 1;
        const violation = taken.get(`${index} ${side}`);
        expect(
          violation && `${violation} takes the ${side} side of ${condition} in line ${line}\n${code}`,
        ).toBeUndefined();
      }
    }
  }
  expect(cut).toBeLessThan(claims.length * 0.1);
  expectYield(unreachable, COUNT);
});

interface Sides {
  /** The first call that takes each side of the function's decisions. */
  readonly taken: ReadonlyMap<string, string>;
  /** Whether some call was observed to its end; a limit of the machine, such as the length of a range, cuts a call off. */
  readonly isObserved: boolean;
}

async function sidesTaken(code: string, rows: readonly string[]): Promise<Sides> {
  const module = parseModule(code, parser);
  const definition = module.body.findLast((one) => one.kind === 'function' && one.name === 'f');
  if (definition?.kind !== 'function') throw new Error(code);
  const inputs = rows.map((row) => {
    const values = parseExpression(row, parser, 1);
    if (values.kind !== 'tuple') throw new Error(row);
    return Object.fromEntries(
      values.items.map((value, index) => [definition.parameters[index]?.name ?? '', unparse(value)]),
    );
  });
  const places = placesOf(decisionsOf(definition.body, module));
  const property = { kind: 'branches', preconditions: [], invariants: [], assertLines: [], places } as const;
  const taken = new Map<string, string>();
  let isObserved = false;
  for (const outcome of await new Replayer(kernel, code, 'f').run(property, inputs)) {
    if (outcome.kind !== 'observed') continue;
    isObserved ||= outcome.isComplete;
    for (const { decision, side } of outcome.sides) taken.set(`${decision} ${side}`, outcome.example?.call ?? '');
  }
  return { taken, isObserved };
}
