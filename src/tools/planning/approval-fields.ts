/** An approval in the answers of tools. */
import { z } from 'zod';
import { plain } from '../../lib/markdown.ts';
import type { OpenApproval } from '../../planning/service.ts';
import { nameOf, timeOf } from './parameters.ts';

export const approvalFields = {
  plan_id: z.string(),
  approval_id: z.int(),
  about: z.enum(['plan', 'group', 'steps']),
  group: z.string().optional(),
  steps: z.array(z.int()),
  status: z.enum(['waiting', 'approved', 'rejected', 'expired']),
  requested_by: z.string(),
  requested_at: z.string(),
  expires_at: z.string(),
  note: z.string().optional(),
  answered_by: z.string().optional(),
  comment: z.string().optional(),
  independent: z.boolean().optional().describe('False: the credential that asked has answered.'),
};

const approvalSchema = z.object(approvalFields);
type ApprovalFields = z.output<typeof approvalSchema>;

/** The fields of an approval. */
export function toApprovalFields(
  plan: string,
  { id, about, at, by, expiresAt, note, answer, steps, isExpired }: OpenApproval,
): ApprovalFields {
  const waiting = isExpired ? 'expired' : 'waiting';
  const answered = answer?.approved ? 'approved' : 'rejected';
  return {
    plan_id: plan,
    approval_id: id,
    about: about.kind,
    ...(about.kind === 'group' && { group: about.group }),
    steps: [...steps],
    status: answer === undefined ? waiting : answered,
    requested_by: nameOf(by),
    requested_at: timeOf(at),
    expires_at: timeOf(expiresAt),
    ...(note !== undefined && { note }),
    ...(answer !== undefined && { answered_by: nameOf(answer.by) }),
    ...(answer !== undefined && { independent: answer.isOwn !== true }),
    ...(answer?.comment !== undefined && { comment: answer.comment }),
  };
}

/** The approval in words. */
export function renderApproval(fields: ApprovalFields): string {
  const { plan_id, approval_id, steps, status, expires_at, note, answered_by, comment, independent } = fields;
  const named = steps.length > 20 ? `${steps.slice(0, 20).join(', ')} and ${steps.length - 20} more` : steps.join(', ');
  const by = answered_by === undefined ? `, until ${expires_at}` : ` by ${plain(answered_by)}`;
  return [
    `Approval ${approval_id} of ${plan_id}, steps ${named}: ${status}${by}.`,
    ...(note === undefined ? [] : [plain(note)]),
    ...(comment === undefined ? [] : [plain(comment)]),
    ...(independent === false ? ['It is not independent: the credential that asked has answered.'] : []),
    ...(status === 'waiting' ? ['Until it is given these steps are not ready; respond_approval answers it.'] : []),
  ].join('\n');
}
