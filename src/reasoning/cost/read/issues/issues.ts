/** What in the functions of a program costs more than it seems. */
import type { Program } from '../../../trace/program.ts';
import type { Costs } from '../costs.ts';
import { type CostIssue, ISSUE_KINDS } from '../service.ts';
import { copiesOf } from './copies.ts';
import { expressionsOf } from './expressions.ts';
import { issue } from './issue.ts';
import { repeatsOf } from './repeats.ts';
import { searchesOf } from './searches.ts';
import { waitsOf } from './waits.ts';

/** The findings in all functions that are followed, the worst kinds first. */
export function issuesOf(program: Program, costs: Costs, memory: boolean): readonly CostIssue[] {
  const found = new Map<string, CostIssue>();
  for (const [id, { isFollowed }] of program.functions.entries()) {
    const reading = isFollowed ? costs.reading(id) : undefined;
    if (reading === undefined) continue;
    const { recursion } = costs.of(id);
    const { lineStart: line, name } = reading.flow;
    const all = [
      ...(recursion === undefined
        ? []
        : [
            issue(reading, 'exponential recursion', {
              line,
              code: name,
              why: recursion,
              advice: 'keep results, or go from the bottom up',
            }),
          ]),
      ...expressionsOf(reading, program),
      ...waitsOf(reading, program),
      ...searchesOf(reading),
      ...copiesOf(reading),
      ...repeatsOf(reading, memory),
    ];
    for (const each of all) {
      const key = `${each.path}:${each.line} ${each.kind} ${each.code}`;
      if (!found.has(key)) found.set(key, each);
    }
  }
  return [...found.values()].toSorted((one, other) => ISSUE_KINDS.indexOf(one.kind) - ISSUE_KINDS.indexOf(other.kind));
}
