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
import { analyzeFunctions, type BranchClaims, runDeadLines } from './python/branch-claims.ts';

const COUNT = 50;

let kernel: NodeKernel;
let parser: TreeParser;
let claims: readonly BranchClaims[];
beforeAll(async () => {
  [kernel, parser] = await Promise.all([bootNodeKernel(), loadPythonParser()]);
  claims = await analyzeFunctions(await loadSymbolic(), COUNT);
});

test('no input runs a dead line', async () => {
  const withDeadLines = claims.filter(({ result }) => result.deadCodeLines.length > 0);
  expect(withDeadLines.length).toBeGreaterThan(COUNT * 0.3);
  for (const claim of withDeadLines) {
    const violation = await runDeadLines(kernel, claim);
    expect(violation === null ? null : `${violation}\n${claim.code}`).toBeNull();
  }
});

test('no input takes an unreachable side, and every decision is observed', async () => {
  let unreachable = 0;
  for (const { code, result, rows } of claims) {
    const taken = await sidesTaken(code, rows);
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
  expect(unreachable).toBeGreaterThan(COUNT);
});

/** The first call that takes each side of the function's decisions. */
async function sidesTaken(code: string, rows: readonly string[]): Promise<ReadonlyMap<string, string>> {
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
  for (const outcome of await new Replayer(kernel, code, 'f').run(property, inputs)) {
    if (outcome.kind !== 'observed') continue;
    if (!outcome.isComplete) throw new Error(`not every decision is observed:\n${code}`);
    for (const { decision, side } of outcome.sides) taken.set(`${decision} ${side}`, outcome.example?.call ?? '');
  }
  return taken;
}
