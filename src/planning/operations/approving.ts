/** Approvals: of a plan, a group or steps, asked for and answered. */
import { ToolFailure } from '../../lib/errors.ts';
import type { PlanBook } from '../book.ts';
import { isAbout } from '../progress/approvals.ts';
import { workOf } from '../progress/work.ts';
import type { Approval, ApprovalSubject } from '../records.ts';
import type { ApprovalRequest, ApprovalResponse, Change, OpenApproval } from '../service.ts';

/** Approvals of one plan. */
const MOST_APPROVALS = 1_000;

/** Asks for one: until it is given the steps that it is about do not become ready. */
export function requestApproval(
  book: PlanBook,
  { about, expiresInMs, note }: ApprovalRequest,
  change: Change,
): OpenApproval {
  return book.once(change, { about, expiresInMs, note }, () => {
    const at = book.now();
    const { steps } = book.view.plan;
    const subject: ApprovalSubject =
      about.kind === 'steps' ? { kind: 'steps', steps: about.steps.map((number) => book.stepOf(number).id) } : about;
    const isMeant = (id: string, group: string | undefined) => {
      if (subject.kind === 'steps') return subject.steps.includes(id);
      return subject.kind === 'plan' || group === subject.group;
    };
    const meant = steps.filter(({ id, group }) => isMeant(id, group));
    if (meant.length === 0) throw noSteps(book, about);
    if (book.records.approvals().length >= MOST_APPROVALS) throw tooMany();
    const approval = book.records.addApproval({
      about: subject,
      at,
      by: change.by,
      expiresAt: at + expiresInMs,
      ...(note !== undefined && { note }),
      works: Object.fromEntries(meant.map((step) => [step.id, workOf(step)])),
    });
    book.records.addEvent({
      at,
      action: `approval ${approval.id} requested`,
      by: change.by,
      version: book.view.version,
    });
    book.refresh();
    return openApproval(book, approval);
  });
}

/** Answers one. Throws when it was answered, has expired, or would be given by the agent or credential that asked. */
export function respondApproval(book: PlanBook, response: ApprovalResponse, change: Change): OpenApproval {
  return book.once(change, response, () => {
    const at = book.now();
    const approval = answerable(book, response.approval);
    const { agent, user, isOnly } = change.by;
    if (agent !== undefined && agent === approval.by.agent)
      throw refused(
        `Approval ${approval.id} was requested by ${agent}, which cannot give it.`,
        'Somebody else has to answer it.',
      );
    const isOwn = user === approval.by.user;
    // Whatever name is given: whoever has the credential can give any.
    if (isOwn && response.approved && !isOnly)
      throw refused(
        `Approval ${approval.id} was requested with the credential "${user}", which cannot give it, under any name.`,
        'Somebody has to give it with another API key of the same user. This key can refuse it.',
      );
    const { approved, comment } = response;
    const answered = {
      ...approval,
      answer: { approved, at, by: change.by, ...(comment !== undefined && { comment }), ...(isOwn && { isOwn }) },
    };
    book.records.setApproval(answered);
    book.records.addEvent({
      at,
      action: `approval ${approval.id} ${approved ? 'given' : 'refused'}`,
      by: change.by,
      version: book.view.version,
      ...(comment !== undefined && { note: comment }),
    });
    book.refresh();
    return openApproval(book, answered);
  });
}

/** An approval as answers show it. */
export function openApproval(book: PlanBook, approval: Approval): OpenApproval {
  const { works: _, ...shown } = approval;
  const steps = book.view.plan.steps.filter((step) => isAbout(approval, step)).map((step) => step.number);
  return { ...shown, steps, isExpired: approval.answer === undefined && approval.expiresAt <= book.now() };
}

function answerable(book: PlanBook, id: number | undefined): Approval {
  const all = book.records.approvals();
  const waiting = all.filter((one) => one.answer === undefined && one.expiresAt > book.now());
  const [first, second] = waiting;
  const found = id === undefined && second === undefined ? first : all.find((one) => one.id === id);
  const named = waiting.map((one) => String(one.id)).join(', ') || 'none';
  if (found === undefined)
    throw refused(
      id === undefined ? `${waiting.length} approvals wait: ${named}.` : `There is no approval ${id}.`,
      id === undefined ? 'Name one by approval_id.' : `Waiting: ${named}. request_approval asks for one.`,
    );
  if (found.answer !== undefined)
    throw refused(
      `Approval ${found.id} was ${found.answer.approved ? 'given' : 'refused'} already.`,
      'request_approval asks anew.',
    );
  if (found.expiresAt <= book.now())
    throw refused(
      `Approval ${found.id} expired at ${new Date(found.expiresAt).toISOString()}.`,
      'request_approval asks anew.',
    );
  return found;
}

function noSteps(book: PlanBook, about: ApprovalRequest['about']): ToolFailure {
  const groups = [...new Set(book.view.plan.steps.flatMap(({ group }) => group ?? []))];
  const known = groups.length === 0 ? 'no step has a group' : `there are ${groups.slice(0, 10).join(', ')}`;
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message:
      about.kind === 'group'
        ? `No step has the group ${JSON.stringify(about.group)}: ${known}.`
        : 'The plan has no steps.',
    advice: 'Name a group of the plan, or steps by step_numbers.',
  });
}

function tooMany(): ToolFailure {
  return refused(`The plan has ${MOST_APPROVALS} approvals, the most.`, 'fork_plan makes a copy without them.');
}

function refused(message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType: 'CONFLICT', message, advice: `${advice} Nothing was changed.` });
}
