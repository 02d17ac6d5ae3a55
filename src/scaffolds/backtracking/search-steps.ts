/**
 * Backtracking as steps of a trace: a variable (a row, cell or vertex) takes a value, and the last one that has taken a value loses it again.
 * Russell and Norvig, Artificial Intelligence, section 6.3, with any choice of the next variable: Sabin and Freuder, 1997.
 */
import { stepsWithin, type TraceState } from '../trace.ts';
import type { Work } from '../work.ts';

/** A variable and its value, both by numbers from 0 on. */
export interface Choice {
  readonly variable: number;
  readonly value: number;
}

export type Action = 'place' | 'remove';

/** What is searched, and how its steps are written. */
export interface Search<Step> {
  readonly variables: number;
  readonly values: number;
  /** Choices that stand from the start. */
  readonly given: readonly Choice[];
  /** Whether two choices contradict each other; of one with itself, whether the value is none of the variable. */
  readonly contradict: (one: Choice, other: Choice) => boolean;
  /** `standing` are all choices after the step. */
  readonly step: (action: Action, choice: Choice, standing: readonly Choice[]) => Step;
}

/** The fields that such steps have in common; `what` is placed. */
export function actionField(what: string) {
  return {
    kind: 'text',
    says: `"place" or "remove": whether ${what} comes or goes`,
    aliases: ['operation', 'type', 'move'],
  } as const;
}

/** When steps are written. */
export function searchSays(names: {
  readonly value: string;
  readonly place: string;
  readonly given: string | undefined;
  readonly complete: string;
}): string {
  const { value, place, given, complete } = names;
  return (
    `A step for each ${value} that is placed, in any free ${place}, and for each one that is removed. Only a ${value} may be placed that keeps the rules with those that stand; ` +
    `one that was removed from its ${place} does not come back there until one that was placed before it is removed, too. Only the last one that was placed may be removed, and only when a free ${place} has no ${value} left. ` +
    `It ends when ${complete}. When nothing is left to remove and a free ${place} has no ${value} left, there is no solution: it may end there, or go on while a ${value} may be placed. ${given === undefined ? '' : `It ends at once when given ${given} contradict each other. `}` +
    `A search that takes more than ${MOST_SEARCHED_STEPS} steps with the fewest choices first is refused.`
  );
}

/** Steps of a search. */
export const MOST_SEARCHED_STEPS = 300;

/** By variable, the values that it may still take. */
type Domains = readonly (readonly number[])[];

/** A choice, and what was left before it. */
interface Level {
  readonly choice: Choice;
  readonly before: Domains;
}

/** The machine of a search. Throws `TooMuchWork` when it takes too many steps. */
export function searchState<Step>(search: Search<Step>): TraceState<Step> {
  let domains: Domains = Array.from({ length: search.variables }, (_, variable) =>
    Array.from({ length: search.values }, (_each, value) => value).filter(
      (value) => !search.contradict({ variable, value }, { variable, value }),
    ),
  );
  const standing = new Map<number, Choice>();
  for (const choice of search.given) {
    const { variable, value } = choice;
    if (standing.get(variable)?.value === value) continue;
    if (standing.has(variable) || domains[variable]?.includes(value) !== true) return { options: () => [] };
    domains = domainsAfter(search, domains, choice);
    standing.set(variable, choice);
  }
  const given = [...standing.values()];
  return stepsWithin(MOST_SEARCHED_STEPS, levelState({ ...search, given }, domains, []));
}

function levelState<Step>(search: Search<Step>, domains: Domains, levels: readonly Level[]): TraceState<Step> {
  const standing = [...search.given, ...levels.map(({ choice }) => choice)];
  const place = (choice: Choice, work: Work) => ({
    step: search.step('place', choice, [...standing, choice]),
    next: () => {
      work.spend(search.variables * search.values);
      return levelState(search, domainsAfter(search, domains, choice), [...levels, { choice, before: domains }]);
    },
  });
  const remove = ({ choice, before }: Level) => ({
    step: search.step('remove', choice, standing.slice(0, -1)),
    next: () => {
      const left = (before[choice.variable] ?? []).filter((value) => value !== choice.value);
      return levelState(search, before.with(choice.variable, left), levels.slice(0, -1));
    },
  });
  return {
    options(work, given) {
      const taken = new Set(standing.map(({ variable }) => variable));
      const free = [...domains.entries()].filter(([variable]) => !taken.has(variable));
      // The fewest values first, which keeps the reference short.
      free.sort(([, one], [, other]) => one.length - other.length);
      const isStuck = free[0]?.[1].length === 0;
      const last = levels.at(-1);
      // The search has ended, but who takes variables in another order does not know yet.
      if (isStuck && last === undefined && given?.['action'] !== 'place') return [];
      const choices = free.flatMap(([variable, values]) => values.map((value): Choice => ({ variable, value })));
      work.spend(search.variables + choices.length * (1 + standing.length));
      const placements = choices.map((choice) => place(choice, work));
      return isStuck && last !== undefined ? [remove(last), ...placements] : placements;
    },
  };
}

/** What the other variables may still take beside a choice. */
function domainsAfter<Step>(search: Search<Step>, domains: Domains, choice: Choice): Domains {
  return domains.map((values, variable) =>
    variable === choice.variable ? values : values.filter((value) => !search.contradict(choice, { variable, value })),
  );
}
