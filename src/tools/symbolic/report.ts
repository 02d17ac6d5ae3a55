/** Markdown of a run: what is worth keeping of it. It holds no time, so the same run has the same report. */
import type { CounterexampleFacts, ExplorationFacts } from './facts.ts';
import { renderCounts, renderInput, renderReason } from './render.ts';

/** A part of a report under its own heading, as Markdown. */
export interface Section {
  readonly heading: string;
  readonly body: string;
}

/** What every run has to say for its answer. */
type Evidence = Pick<ExplorationFacts, 'reasons' | 'assumptions' | 'work'> & { readonly smtlib?: string | undefined };

/** The report: the answer, what it is about, and the sections. */
export function reportText(title: string, message: string, code: string, sections: readonly Section[]): string {
  const parts = [{ heading: 'Source', body: fenced('python', code) }, ...sections];
  return [
    `# ${inline(title)}`,
    inline(message),
    ...parts.map(({ heading, body }) => `## ${heading}\n\n${body}`),
    '',
  ].join('\n\n');
}

/** One section for each input, with its test. */
export function inputSections(inputs: readonly CounterexampleFacts[]): readonly Section[] {
  return inputs.map((input, index) => inputSection(`Input ${index + 1}`, renderInput(input, index), input));
}

/** A section on an input: what is known of it, and its test. */
export function inputSection(
  heading: string,
  lines: readonly string[],
  { pytest }: { readonly pytest?: string | undefined },
): Section {
  const known = fenced('text', lines.join('\n'));
  return { heading, body: pytest === undefined ? known : `${known}\n\n${fenced('python', pytest)}` };
}

/** Obligations, paths, coverage, and what every run has. */
export function explorationSections(
  facts: ExplorationFacts & { readonly smtlib?: string | undefined },
  paths: string,
): readonly Section[] {
  return [
    ...listSection('Obligations', facts.obligations),
    ...listSection('Paths', [paths, `Coverage estimate: ${facts.coverage_estimate}.`]),
    ...evidenceSections(facts),
  ];
}

/** What was not decided, assumptions, work, and the undecided query. */
export function evidenceSections({ reasons, assumptions, work, smtlib }: Evidence): readonly Section[] {
  return [
    ...listSection('Not covered', reasons.map(renderReason)),
    ...listSection('Assumptions', assumptions),
    ...listSection('Work', [renderCounts(work)]),
    ...(smtlib === undefined ? [] : [{ heading: 'Undecided query', body: fenced('smt2', smtlib) }]),
  ];
}

/** A section with a list; none for no items. */
export function listSection(heading: string, items: readonly string[]): readonly Section[] {
  return items.length === 0 ? [] : [{ heading, body: items.map((item) => `- ${inline(item)}`).join('\n') }];
}

/** Text on one line whose characters mean nothing to Markdown. */
function inline(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_<>[\]#|~]/g, '\\$&');
}

/** A block of code, whatever it holds. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}
