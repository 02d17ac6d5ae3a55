/** What `generate_plan` shows of a plan when no details are wanted: so much of each part that all of it is small. */
import { z } from 'zod';
import { counted } from '../../planning/generation/words.ts';
import type { DocumentFields } from './document-fields.ts';

/** Something that the evidence says of a place. */
export const citationSchema = z.object({ file: z.string(), line: z.int().optional(), says: z.string() });

interface Generated extends DocumentFields {
  readonly evidence: z.output<typeof citationSchema>[];
}

/** Items of each part that are shown. */
export const MOST = { steps: 7, risks: 2, questions: 2, evidence: 2, lines: 2 } as const;
/** Characters of a text. */
const LONGEST = 100;

/** The plan with the beginning of each part, and what was left out. */
export function inShort(fields: Generated): Generated & { readonly left_out: string[] } {
  const { steps, risks, questions, evidence, scope, architecture, goal, dependencies } = fields;
  const shown = steps.slice(0, MOST.steps);
  const numbers = new Set(shown.map(({ number }) => String(number)));
  const left = [
    ...leftOf('step', fields.total_steps, MOST.steps),
    ...leftOf('risk', risks.length, MOST.risks),
    ...leftOf('question', questions.length, MOST.questions),
    ...leftOf('citation', evidence.length, MOST.evidence),
    ...Object.entries(scope).flatMap(([name, lines]) => leftOf(`${name} line`, lines.length, MOST.lines)),
    ...(architecture.notes.length > LONGEST ? ['most of the architecture notes'] : []),
    ...(goal.length > LONGEST ? ['most of the goal'] : []),
    'details, criteria and checks of steps',
  ];
  return {
    ...fields,
    goal: cut(goal),
    scope: {
      included: few(scope.included),
      excluded: few(scope.excluded),
      assumptions: few(scope.assumptions),
      constraints: few(scope.constraints),
    },
    steps: shown.map((step) => ({ ...step, description: cut(step.description) })),
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([number]) => numbers.has(number))),
    architecture: { ...architecture, notes: cut(architecture.notes) },
    risks: risks.slice(0, MOST.risks).map(({ issue, mitigation, likelihood, impact }) => ({
      ...{ issue: cut(issue), mitigation: cut(mitigation), likelihood, impact: cut(impact) },
    })),
    questions: questions.slice(0, MOST.questions).map(cut),
    evidence: evidence.slice(0, MOST.evidence).map((one) => ({ ...one, says: cut(one.says) })),
    left_out: left,
  };
}

function few(lines: readonly string[]): string[] {
  return lines.slice(0, MOST.lines).map(cut);
}

function leftOf(noun: string, total: number, most: number): readonly string[] {
  return total > most ? [counted(total - most, noun)] : [];
}

/** Whether `text` is `whole`, or what {@link inShort} shows of it. */
export function isCutOf(text: string, whole: string): boolean {
  return text === whole || text === cut(whole);
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).toWellFormed()}…`;
}
