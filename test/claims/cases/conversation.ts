/** `start_conversation`: what an answer says of code, as it is listed. */
import type { AuditedTool } from '../claim.ts';
import { DECEIVING } from './conversation/deceiving.ts';
import { PLAIN } from './conversation/plain.ts';
import { caseOf } from './conversation/prices.ts';

export const conversation: AuditedTool = {
  tool: 'start_conversation',
  statement: 'The claim is true.',
  cases: [...PLAIN.map((row) => caseOf(false, row)), ...DECEIVING.map((row) => caseOf(true, row))],
};
