/** Changes of a plan itself, each of which is a new version: edits, replacement, a return to an earlier version, merges of forks. */
import { ToolFailure } from '../../lib/errors.ts';
import type { PlanBook } from '../book.ts';
import type { Draft } from '../plan.ts';
import type { Change, Edited, MergeAnswer, Theirs } from '../service.ts';
import { type Edit, edited, planOf } from '../versions/edit.ts';
import { merged } from '../versions/merge.ts';

/** Edits the plan; `commit` is the one that it is for from now on. */
export function editPlan(
  book: PlanBook,
  edit: Edit,
  { commit, madeOn, ...change }: Change & { readonly commit?: string; readonly madeOn?: string },
): Edited {
  return book.once(change, { edit, commit }, () => {
    const { facts, view } = book;
    const naming = { highest: book.documents.counters().highest, newId: book.newIds(facts.id) };
    const answer = book.write(edited(view.plan, edit, naming), change.by);
    if (commit === undefined) return answer;
    const { madeOn: _, ...others } = facts;
    book.setFacts({ ...others, commit, ...(madeOn !== undefined && { madeOn }) });
    if (commit === facts.commit) return answer;
    const note = `made for ${commit.slice(0, 12)} instead of ${facts.commit?.slice(0, 12) ?? 'no commit'}`;
    book.records.addEvent({ at: book.now(), action: 'moved', by: change.by, version: answer.version, commit, note });
    return { ...answer, changes: `${answer.changes}; ${note}` };
  });
}

/** Takes all of a draft. A step without an identity is the one of its number, where there is one, else a new one. */
export function replacePlan(book: PlanBook, { steps, ...head }: Draft, change: Change): Edited {
  return book.once(change, { head, steps }, () => {
    const { plan } = book.view;
    const known = new Set(plan.steps.map(({ id }) => id));
    const named = new Set(steps.flatMap(({ id }) => id ?? []));
    const foreign = [...named].find((id) => !known.has(id));
    if (foreign !== undefined || named.size < steps.filter(({ id }) => id !== undefined).length) throw wrongId(foreign);
    const byNumber = new Map(plan.steps.map((step) => [step.number, step.id]));
    const given = steps.map((step) => {
      const same = byNumber.get(step.number);
      return step.id !== undefined || same === undefined || named.has(same) ? step : { ...step, id: same };
    });
    return book.write(planOf(head, given, book.newIds(book.facts.id)), change.by);
  });
}

/** Makes an earlier version the newest one. */
export function rollBack(book: PlanBook, version: number, change: Change): Edited {
  return book.once(change, { version }, () =>
    book.write(book.planAt(version), change.by, `back to version ${version}: `),
  );
}

/** Merges a fork, and takes over what was completed in it and is the same here. */
export function mergeFork(book: PlanBook, { prefer, ...theirs }: Theirs, change: Change): MergeAnswer {
  const request = { id: theirs.id, version: theirs.version, prefer };
  return book.once(change, request, (): MergeAnswer => {
    const { highest } = book.documents.counters();
    const answer = merged(theirs.base, book.view.plan, theirs.plan, highest, prefer);
    if (answer.kind === 'conflicts') return answer;
    const edited = book.write(answer.plan, change.by, `merged version ${theirs.version} of ${theirs.id}: `);
    const completedTaken = theirs.progress.flatMap(([id, progress, evidence]) => {
      const index = book.view.plan.steps.findIndex((step) => step.id === id);
      const step = book.view.plan.steps[index];
      const state = book.view.states[index];
      if (step === undefined || state === 'completed' || progress.recorded !== 'completed') return [];
      book.record(step, progress, { action: 'completed', by: progress.by, note: `in ${theirs.id}` });
      if (book.view.states[index] !== 'completed') {
        // Its work differs here.
        book.record(step, undefined, { action: 'reopened', by: change.by });
        return [];
      }
      for (const one of evidence.toReversed()) book.records.addEvidence(id, one);
      return [step.number];
    });
    return { kind: 'merged', edited, completedTaken };
  });
}

function wrongId(foreign: string | undefined): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message:
      foreign === undefined
        ? 'Two steps have the same id.'
        : `The plan has no step with the id ${JSON.stringify(foreign)}.`,
    advice: 'Leave id out of new steps; load_plan shows those of the others. Nothing was changed.',
    details: { field: 'steps.id', constraint: 'ids of steps of the plan, each once' },
  });
}
