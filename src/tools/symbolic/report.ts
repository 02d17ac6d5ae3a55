/** Reports of the symbolic tools: what is kept of a run, and what it says. It holds no time, so the same run has the same report. */
import { z } from 'zod';
import type { Block, Finding, ReportPlace, Section } from '../../mcp/report/document.ts';
import type { CounterexampleFacts, ExplorationFacts } from './facts.ts';
import { renderCounts, renderReason } from './render.ts';
import { citation } from './source.ts';

/** Fields of all kept reports besides the tool's own arguments and its result. */
export const keptFields = { code: z.string() };

/** What every run has to say for its answer. */
type Evidence = Pick<ExplorationFacts, 'reasons' | 'assumptions' | 'work'> & { readonly smtlib?: string | undefined };

/** Characters of a file that a report shows. */
const LONGEST_SHOWN = 64_000;

/** Where code was read, as a result says it. */
type Cited = Parameters<typeof citation>[0];

/** Sections on the code and where it is from. */
export function sourceSections(code: string, facts: Cited): readonly Section[] {
  const file = listSection('File', citation(facts));
  if (facts.source !== undefined && code.length > LONGEST_SHOWN) return file;
  return [{ heading: 'Source', blocks: [{ kind: 'code', language: 'python', text: code }] }, ...file];
}

/** What a finding on an input is made of. */
export interface InputFinding extends Pick<Finding, 'rule' | 'message' | 'identity' | 'place'> {
  readonly heading: string;
  /** What is known of the input. */
  readonly lines: readonly string[];
  readonly facts: Pick<CounterexampleFacts, 'args' | 'call' | 'found_by' | 'pytest'>;
}

/** A section on an input: what is known of it, and its test. */
export function inputSection({ heading, lines, facts, ...finding }: InputFinding): Section {
  const { args, call, found_by, pytest } = facts;
  const properties = { args, call, found_by, ...(pytest !== undefined && { pytest }) };
  const details: Block[] = [{ kind: 'code', language: 'text', text: lines.join('\n') }];
  if (pytest !== undefined) details.push({ kind: 'code', language: 'python', text: pytest });
  return { heading, blocks: [{ kind: 'finding', finding: { ...finding, level: 'error', properties, details } }] };
}

/** Obligations, paths, coverage, and what every run has. */
export function explorationSections(
  facts: Pick<ExplorationFacts, 'obligations' | 'coverage_estimate'> & Evidence,
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
    ...(smtlib === undefined
      ? []
      : [{ heading: 'Undecided query', blocks: [{ kind: 'code' as const, language: 'smt2', text: smtlib }] }]),
  ];
}

/** A section with a list; none for no items. */
export function listSection(heading: string, items: readonly string[]): readonly Section[] {
  return items.length === 0 ? [] : [{ heading, blocks: [{ kind: 'list', items }] }];
}

/** What is found where a function does not keep its contract. */
export const CONTRACT_VIOLATION = {
  id: 'contract-violation',
  description: 'A function does not keep its contract for all inputs.',
} as const;

/** The last line that a traceback names, and its file. */
export function raisedAt(traceback: string): { readonly file: string; readonly line: number } | undefined {
  const [, file, line] = [...traceback.matchAll(/\bFile "([^"]*)", line (\d+)/g)].at(-1) ?? [];
  return file === undefined ? undefined : { file, line: Number(line) };
}

/** Where a run found something: the last line of a traceback, else the definition of the function or method. */
export function placeOf(code: string, { source }: Cited, functionName: string, traceback = ''): ReportPlace {
  const raised = raisedAt(traceback);
  const line = raised?.line ?? definitionLine(code, functionName);
  const place = source === undefined ? { file: 'code.py', code } : { file: raised?.file ?? source.file };
  return { ...place, ...(line !== undefined && { line }) };
}

/** Where a function or class is defined; undefined when no line says so plainly. */
function definitionLine(code: string, name: string): number | undefined {
  const lines = code.split('\n');
  let line = 0;
  for (const part of name.split('.')) {
    const isDefinition = (text: string) => /^\s*(?:async\s+def|def|class)\s+(\w+)/.exec(text)?.[1] === part;
    const at = lines.findIndex((text, index) => index >= line && isDefinition(text));
    if (at < 0) return undefined;
    line = at + 1;
  }
  return line;
}
