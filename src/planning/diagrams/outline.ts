/** A plan as a list in Markdown, where no diagram can be shown. */
import { plain } from '../../lib/markdown.ts';
import { networkOf, startOf } from '../graph/network.ts';
import type { Step } from '../plan.ts';
import { isEnded } from './choose.ts';
import { counted, type DrawnPlan } from './diagram.ts';
import { shortLine } from './label.ts';

/** Code points of a description. */
const LONGEST_LINE = 60;
/** Steps that a line names. */
const MOST_NAMED = 4;

/**
 * A line for each of at most `most` steps, in an order in which they can be done, with its number, state and what it waits for. Steps with
 * nothing left to do go first where there is no room for all. The last line says what is left out. About 25 tokens a line.
 */
export function outline({ steps, states }: DrawnPlan, { most }: { readonly most: number }): string {
  const byNumber = new Map(steps.map((step) => [step.number, step]));
  const network = networkOf(steps);
  const ordered = network.order.flatMap((event) => {
    const step = event === startOf(event >> 1) ? byNumber.get(network.steps[event >> 1]?.number ?? 0) : undefined;
    return step === undefined ? [] : [step];
  });
  const stateOf = ({ number }: Step) => states.get(number) ?? 'pending';
  const open = ordered.filter((step) => !isEnded(stateOf(step)));
  const shown = (ordered.length <= most ? ordered : open).slice(0, Math.max(0, most));
  const [ended, later] = [ordered.length - open.length, open.length - shown.length];
  const omitted =
    shown.length === ordered.length
      ? []
      : [
          ...(ended > 0 ? [`${counted(ended, 'step')} with nothing left to do`] : []),
          ...(later > 0 ? [`${counted(later, 'later step')}`] : []),
        ];
  return [
    ...shown.map((step) => lineOf(step, stateOf(step))),
    ...(omitted.length > 0 ? [`[Not shown: ${omitted.join(', ')}]`] : []),
  ].join('\n');
}

/** An item with the number in its text: Markdown numbers a list by itself, whatever it is given. */
function lineOf(
  { number, description, dependencies, conditions = [], parent, discovered_from: origin }: Step,
  state: string,
): string {
  const conditional = new Set(conditions.map(({ step }) => step));
  const before = [...new Set(dependencies)].filter((one) => !conditional.has(one));
  const facts = [
    ...(before.length > 0 ? [`after ${named(before)}`] : []),
    ...(conditions.length > 0 ? [`if ${named(conditions.map(({ step, ended }) => `${step} ${ended}`))}`] : []),
    ...(parent !== undefined ? [`part of ${parent}`] : []),
    ...(origin !== undefined ? [`found during ${origin}`] : []),
  ];
  return `- ${number} [${state}] ${plain(shortLine(description, LONGEST_LINE))}${facts.length > 0 ? ` (${facts.join('; ')})` : ''}`;
}

function named(all: readonly (string | number)[]): string {
  return all.length > MOST_NAMED
    ? `${all.slice(0, MOST_NAMED).join(', ')} and ${all.length - MOST_NAMED} more`
    : all.join(', ');
}
