/** Shares of planted faults that are shown by an input, and of refactorings that are proved: `node bench/review-behaviour/run.ts <cases.jsonl> [seconds] [out.jsonl]`. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { loadSymbolic } from '../../scripts/lib/node-symbolic.ts';

const caseSchema = z.object({
  kind: z.enum(['fault', 'refactoring']),
  how: z.string(),
  root: z.string(),
  path: z.string(),
  name: z.string(),
  before: z.string(),
  after: z.string(),
});

const [file = '', seconds = '5', out] = process.argv.slice(2);
const cases = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => caseSchema.parse(JSON.parse(line)));
const symbolic = await loadSymbolic();
const counts = new Map<string, number>();
const times: number[] = [];
for (const one of cases) {
  const { root, path, name } = one;
  const other = (wanted: string) =>
    existsSync(`${root}/${wanted}`) ? readFileSync(`${root}/${wanted}`, 'utf8') : undefined;
  const started = performance.now();
  const { status, reasons, message, differences } = await symbolic.versions(
    path,
    name,
    async (side, wanted) => (wanted === path ? one[side] : other(wanted)),
    Number(seconds),
  );
  const ms = Math.round(performance.now() - started);
  times.push(ms);
  for (const key of [`${one.kind}: ${status}`, `${one.kind} (${one.how}): ${status}`])
    counts.set(key, (counts.get(key) ?? 0) + 1);
  const [difference] = differences;
  const told = { kind: one.kind, how: one.how, path, name, status, message, reason: reasons[0], difference, ms };
  if (out !== undefined) appendFileSync(out, `${JSON.stringify(told)}\n`);
}
times.sort((one, other) => one - other);
for (const [key, count] of [...counts].sort()) console.log(`${key}: ${count}`);
const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? 0;
console.log(`${times.length} functions; ms: p50 ${at(0.5)}, p95 ${at(0.95)}`);
process.exit(0);
