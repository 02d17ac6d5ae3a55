/**
 * Shares of planted faults that are shown by an input, and of refactorings that are proved:
 * `node bench/review-behaviour/run.ts <cases.jsonl> [seconds] [out.jsonl]`. What out.jsonl has is taken from it, so that a run can go on.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { loadSymbolic } from '../../scripts/lib/node-symbolic.ts';

const kindSchema = z.enum(['fault', 'refactoring']);
const caseSchema = z.object({
  kind: kindSchema,
  how: z.string(),
  root: z.string(),
  path: z.string(),
  name: z.string(),
  before: z.string(),
  after: z.string(),
});
const toldSchema = z.object({ kind: kindSchema, how: z.string(), status: z.string(), ms: z.number() });

const [file = '', seconds = '5', out] = process.argv.slice(2);
const cases = linesOf(file).map((line) => caseSchema.parse(JSON.parse(line)));
const told = linesOf(out).map((line) => toldSchema.parse(JSON.parse(line)));
const symbolic = await loadSymbolic();
for (const one of cases.slice(told.length)) {
  const { kind, how, root, path, name } = one;
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
  told.push({ kind, how, status, ms });
  const line = { kind, how, path, name, status, message, reason: reasons[0], difference: differences[0], ms };
  if (out !== undefined) appendFileSync(out, `${JSON.stringify(line)}\n`);
}
const counts = new Map<string, number>();
for (const { kind, how, status } of told)
  for (const key of [`${kind}: ${status}`, `${kind} (${how}): ${status}`]) counts.set(key, (counts.get(key) ?? 0) + 1);
for (const [key, count] of [...counts].sort()) console.log(`${key}: ${count}`);
const times = told.map(({ ms }) => ms).toSorted((one, another) => one - another);
const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? 0;
console.log(`${times.length} functions; ms: p50 ${at(0.5)}, p95 ${at(0.95)}`);
process.exit(0);

function linesOf(path: string | undefined): readonly string[] {
  if (path === undefined || !existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
