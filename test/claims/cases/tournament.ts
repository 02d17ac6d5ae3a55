/** `run_hypothesis_tournament`: which of several hypotheses is true? */
import type { AuditedTool } from '../claim.ts';
import { DECEIVING } from './tournament/deceiving.ts';
import { PLAIN } from './tournament/plain.ts';
import { caseOf } from './tournament/shop.ts';

export const tournament: AuditedTool = {
  tool: 'run_hypothesis_tournament',
  statement: 'The hypothesis is true.',
  cases: [...PLAIN.map((row) => caseOf(false, row)), ...DECEIVING.map((row) => caseOf(true, row))],
};
