/** Readable text of a verdict: the same facts as its structured form. */
import type { CounterexampleFacts, ExplorationFacts } from './facts.ts';

/** The inputs found, one paragraph each. */
export function renderInputs(inputs: readonly CounterexampleFacts[]): string[] {
  return inputs.flatMap(renderInput);
}

/** One of them. */
export function renderInput(input: CounterexampleFacts, index: number): string[] {
  return [
    `Input ${index + 1}: ${input.call}`,
    `  ${input.message}`,
    `  violates: ${input.violates}`,
    `  arguments: ${JSON.stringify(input.args)}`,
    `  on CPython: ${renderOutcome(input.outcome)}`,
    ...(input.path_condition === undefined ? [] : [`  path condition: ${input.path_condition}`]),
    `  found by: ${input.found_by}`,
  ];
}

/** Coverage, reasons, obligations, assumptions and work, a line each. */
export function renderExploration(facts: ExplorationFacts): string[] {
  const { coverage_estimate, reasons, obligations, assumptions } = facts;
  return [
    `Coverage estimate: ${coverage_estimate}.`,
    ...renderList('Not decided because', reasons.map(renderReason)),
    ...renderList('Obligations', obligations),
    ...renderList('Assumptions', assumptions),
    renderWork(facts),
  ];
}

/** The query that was asked for, where there is one. */
export function renderSmtlib({ smtlib }: { readonly smtlib?: string | undefined }): string[] {
  return smtlib === undefined ? [] : [`First undecided query:\n${smtlib}`];
}

/** Counted work and time, in one line. */
export function renderWork({ work, time_seconds }: Pick<ExplorationFacts, 'work' | 'time_seconds'>): string {
  return `Work: ${renderCounts(work)}; ${time_seconds} s.`;
}

/** Counted work. */
export function renderCounts(work: ExplorationFacts['work']): string {
  return (
    `${work.fuel_used} of ${work.fuel_budget} fuel, ${work.solver_queries} solver queries, ` +
    `${work.replays} replays, ${work.steps} steps`
  );
}

/** A reason with its line. */
export function renderReason({ line, construct, message }: ExplorationFacts['reasons'][number]): string {
  const place = line === undefined ? '' : `line ${line}: `;
  return place + (message.startsWith(construct) ? message : `${construct}: ${message}`);
}

/** What CPython did, in words. */
export function renderOutcome({ kind, value, exception, message, traceback }: CounterexampleFacts['outcome']): string {
  switch (kind) {
    case 'returned':
      return `returned ${value ?? ''}`;
    case 'raised':
      return `raised ${exception ?? ''}: ${message ?? ''}\n${(traceback ?? '').replace(/^/gm, '    ')}`;
  }
}

/** A titled list; nothing for no items. */
export function renderList(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `- ${item}`)];
}
