/** `npm run bench -- claims [tool…]`: what tools claim of cases with a known truth, and every claim that is false. */
import { type Claim, type ClaimCase, type Mark, markOf } from '../test/claims/claim.ts';
import { AUDITED } from '../test/claims/tools.ts';
import { createServer } from '../test/mcp/harness.ts';
import { Planner } from '../test/planning/planned.ts';

/** Prints a line a case as it is asked, and a line a tool: right, false, missed and open, of all and of the cases that deceive. */
export async function runClaims(names: readonly string[]): Promise<void> {
  const server = createServer();
  const { url } = await server.listen();
  const chosen = AUDITED.filter(({ tool }) => names.length === 0 || names.includes(tool));
  for (const { tool, statement, cases } of chosen) {
    const user = new Planner(url, `claims-${tool}`);
    const marks: (readonly [ClaimCase, Mark, Claim])[] = [];
    for (const each of cases) {
      const claim = await each.ask(user);
      const mark = markOf(each.truth, claim);
      marks.push([each, mark, claim]);
      console.log(`  ${mark}: ${each.name} is ${each.truth}, claimed ${claim}`);
    }
    const count = (mark: Mark, deceiving: boolean) =>
      marks.filter(([each, one]) => one === mark && (!deceiving || each.deceives)).length;
    const figures = (['right', 'false', 'missed', 'open'] as const).map(
      (mark) => `${mark} ${count(mark, false)} (${count(mark, true)})`,
    );
    console.log(`${tool}, "${statement}": ${cases.length} cases; ${figures.join(', ')}`);
  }
  await server.close();
}
