/** A part of a plan that comes back as an edit: what it does not show stays as it is stored. */
import { ToolFailure } from '../../lib/errors.ts';
import type { Draft, GivenStep, Plan, PlanHead, Step } from '../../planning/plan.ts';
import { DETAILS } from './document-fields.ts';
import { isCutOf, MOST } from './generated-fields.ts';

/** Which part of a plan was given. */
export interface Part {
  /** Whether texts and lists beside the steps are short, too. */
  readonly isShort: boolean;
  /** Numbers of the steps that it showed; undefined where it does not tell. */
  readonly shown?: ReadonlySet<number>;
}

/** The whole plan that a part of `stored` makes. Throws `ToolFailure` for a new step with the number of one that was not shown. */
export function wholeOf({ steps, ...head }: Draft, { isShort, shown }: Part, stored: Plan): Draft {
  const byId = new Map(stored.steps.map((step) => [step.id, step]));
  const byNumber = new Map(stored.steps.map((step) => [step.number, step]));
  const restored = steps.map((step): GivenStep => {
    if (step.id !== undefined) return step;
    const was = byNumber.get(step.number);
    if (was === undefined) return step;
    if (shown !== undefined && !shown.has(step.number)) throw taken(step.number, stored.steps);
    return { ...withDetails(step, was), description: textOf(step.description, [was.description]), id: was.id };
  });
  const given = new Set(restored.flatMap(({ id }) => id ?? []));
  const kept = [...byId.values()].filter(({ id }) => !given.has(id));
  return { ...(isShort ? wholeHead(head, stored.head) : head), steps: [...restored, ...kept] };
}

/** The step with the fields of `was` that only details show. */
function withDetails(step: GivenStep, was: Step): GivenStep {
  const hidden = Object.entries(was).filter(([field]) => DETAILS.some((name) => name === field));
  return { ...Object.fromEntries(hidden), ...step };
}

function wholeHead(head: PlanHead, stored: PlanHead): PlanHead {
  const { scope, architecture, risks } = head;
  const lines = (name: keyof PlanHead['scope']) => linesOf(scope[name], stored.scope[name], MOST.lines);
  return {
    ...head,
    goal: textOf(head.goal, [stored.goal]),
    scope: {
      included: lines('included'),
      excluded: lines('excluded'),
      assumptions: lines('assumptions'),
      constraints: lines('constraints'),
    },
    architecture: { ...architecture, notes: textOf(architecture.notes, [stored.architecture.notes]) },
    risks: [
      ...risks.map((risk) => {
        const was = stored.risks.find(({ issue }) => textOf(risk.issue, [issue]) === issue);
        if (was === undefined) return risk;
        const { mitigation, impact } = risk;
        return {
          ...risk,
          issue: was.issue,
          mitigation: textOf(mitigation, [was.mitigation]),
          impact: textOf(impact, [was.impact]),
        };
      }),
      ...stored.risks.slice(MOST.risks),
    ],
    questions: linesOf(head.questions, stored.questions, MOST.questions),
  };
}

/** The lines that were shown as they came back, and behind them those that were not. */
function linesOf(given: readonly string[], stored: readonly string[], most: number): string[] {
  const shown = stored.slice(0, most);
  return [...given.map((line) => textOf(line, shown)), ...stored.slice(most)];
}

/** The stored text that a given one is the beginning of, else the given one. */
function textOf(given: string, stored: readonly string[]): string {
  return stored.find((text) => isCutOf(given, text)) ?? given;
}

function taken(number: number, steps: readonly Step[]): ToolFailure {
  const next = (steps.at(-1)?.number ?? 0) + 1;
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `The plan is a part, and a step ${number} that it does not show is there already.`,
    advice: `Give a new step a free number, ${next} or more; load_plan with steps [${number}] and detail shows that one. Nothing was changed.`,
    details: { field: 'plan.steps.number', value: number, constraint: `${next} or more` },
  });
}
