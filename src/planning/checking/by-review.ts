/** Checks that the engine of reviews decides, of what changed since the work began. */

import { type ChangeRequest, type Finding, finishReview, parseRules, type ReviewOptions } from '../../review/api.ts';
import { type CheckOf, SEVERITIES } from '../checks.ts';
import type { PlanningServices } from '../services.ts';
import { functionsBehave } from './behaviour.ts';
import { readText } from './files.ts';
import { type CheckFinding, named, undecided } from './found.ts';
import type { CheckContext } from './run-checks.ts';

/** Findings that evidence names. */
const MOST_NAMED = 5;

/** What a review looks at that is to find what stands in a step's way: all but tests that are run, mutants and models. */
const OPTIONS: Omit<ReviewOptions, 'invariantsPath'> = {
  policy: { confidenceThreshold: 0.7, maxFindings: 500, failOnInvariantIds: [], allowlist: [] },
  paths: [],
  behaviour: true,
  surface: true,
  tests: true,
  runTests: false,
  mutants: false,
};

/** Whether functions do the same as where the work began. */
export async function compareBehaviour(
  { file, functions, accept }: CheckOf<'behaves_as_before'>,
  context: CheckContext,
): Promise<CheckFinding> {
  const { services, workspace, commit, base, seconds, onProgress } = context;
  if (base === undefined) return NO_BASE;
  const [was, is] = await Promise.all([base, commit].map((ref) => readText(file, ref, workspace, services)));
  if (is === undefined) return { outcome: 'fails', basis: 'read', evidence: `${file} is not there.` };
  if (is.text === undefined) return undecided(`${file} is no text that can be read.`);
  const before = await definitionsOf(file, was?.text ?? '', services);
  const after = await definitionsOf(file, is.text, services);
  if (was?.blob === is.blob) return functionsBehave(functions, { file, before, after }, accept);
  const answer = await services.review.compareBehaviour(
    {
      owner: services.owner,
      workspace,
      change: changeOf(base, commit),
      paths: [`/${file}`],
      functions,
      timeoutSeconds: seconds,
      // Half of it is for inputs of tests: no function is left out.
      totalSeconds: 2 * seconds * functions.length,
      most: functions.length,
    },
    onProgress,
  );
  return functionsBehave(functions, { file, before, after, answer }, accept);
}

/** Texts of definitions by `f`, `C` or `C.m`; those of one that is defined several times follow one another. */
async function definitionsOf(
  path: string,
  text: string,
  { syntax }: PlanningServices,
): Promise<ReadonlyMap<string, string>> {
  const lines = text.split('\n');
  const [facts] = await syntax.analyze([{ path, text }]);
  const texts = new Map<string, string>();
  for (const { scope, name, lineStart, lineEnd } of facts?.symbols ?? []) {
    const full = scope === '' ? name : `${scope}.${name}`;
    texts.set(full, `${texts.get(full) ?? ''}${lines.slice(lineStart - 1, lineEnd).join('\n')}\n`);
  }
  return texts;
}

/** Whether a change keeps the team's rules. */
export async function checkInvariants(
  { path, rules }: CheckOf<'invariants'>,
  context: CheckContext,
): Promise<CheckFinding> {
  const { services, workspace, commit, base, onProgress } = context;
  if (base === undefined) return NO_BASE;
  if (base === commit) return nothingChanged(base);
  const { findings, executed, omitted, warnings } = await services.review.checkInvariants(
    {
      owner: services.owner,
      workspace,
      change: changeOf(base, commit),
      paths: [],
      rules: { kind: 'file', path, need: 'required' },
    },
    onProgress,
  );
  const broken = findings.filter(({ rule }) => rules.length === 0 || rules.some((id) => rule === `invariant/${id}`));
  if (broken.length > 0) return failsBy(broken);
  const unknown = rules.length === 0 ? [] : await unknownRules(path, rules, context);
  if (unknown.length > 0) return undecided(`${path} has no rule ${named(unknown)}.`);
  if (executed === 0) return undecided(`${path} has no rules.`);
  const [left] = omitted;
  if (left !== undefined) return undecided(`Not looked at: ${left.what}, ${left.why}`);
  const which = rules.length === 0 ? `All rules (${executed})` : `The rules ${named(rules)}`;
  const told = warnings.length === 0 ? '' : ` ${warnings.join(' ')}`;
  return {
    outcome: 'holds',
    basis: 'read',
    evidence: `${which} hold for what changed since ${base.slice(0, 12)}.${told}`,
  };
}

/** Those of the rules that the file does not have. */
async function unknownRules(
  path: string,
  rules: readonly string[],
  { services, workspace, commit }: CheckContext,
): Promise<readonly string[]> {
  const text = (await readText(path, commit, workspace, services))?.text;
  const known = new Set(text === undefined ? [] : parseRules(text, path).map(({ id }) => id));
  return rules.filter((id) => !known.has(id));
}

/** Whether a review finds nothing that is more severe than is allowed. */
export async function reviewChange({ allow }: CheckOf<'review'>, context: CheckContext): Promise<CheckFinding> {
  const { services, workspace, commit, base, onProgress } = context;
  if (base === undefined) return NO_BASE;
  if (base === commit) return nothingChanged(base);
  const request = {
    owner: services.owner,
    workspace,
    change: changeOf(base, commit),
    options: { ...OPTIONS, invariantsPath: '.review-invariants.yml' },
  };
  const answer = await services.review.review(request, onProgress);
  const { verdict, omitted } = answer.kind === 'review' ? answer.review : await finishReview(answer.draft);
  const { findings } = verdict;
  const rank = (name: string) => SEVERITIES.findIndex((each) => each === name.toLowerCase());
  const most = rank(allow);
  const severe = findings.filter(({ severity }) => rank(severity) > most);
  if (severe.length > 0) return failsBy(severe);
  const rest = findings.length === 0 ? 'nothing' : `findings: ${findings.length}, none above ${allow}`;
  const left =
    omitted.length === 0 ? '' : ` It did not look at ${named([...new Set(omitted.map(({ what }) => what))])}.`;
  return {
    outcome: 'holds',
    basis: 'read',
    evidence: `The review of ${base.slice(0, 12)}..${commit.slice(0, 12)} found ${rest}.${left}`,
  };
}

export const NO_BASE: CheckFinding = {
  outcome: 'undecided',
  evidence:
    'It is not known where the work began: the workspace was empty when the plan was made. update_plan with ref says it.',
};

function nothingChanged(base: string): CheckFinding {
  return {
    outcome: 'undecided',
    evidence: `Nothing was changed since ${base.slice(0, 12)}, where the work began: there is nothing to look at.`,
  };
}

function changeOf(base: string, head: string): Extract<ChangeRequest, { kind: 'commits' }> {
  return { kind: 'commits', base, head, twoDot: true };
}

function failsBy(findings: readonly Pick<Finding, 'severity' | 'title' | 'file' | 'line'>[]): CheckFinding {
  const named = findings
    .slice(0, MOST_NAMED)
    .map(({ severity, title, file, line }) => `${severity} ${file}:${line} ${title}`);
  const more = findings.length > MOST_NAMED ? ` / and ${findings.length - MOST_NAMED} more` : '';
  return { outcome: 'fails', basis: 'read', evidence: `${named.join(' / ')}${more}` };
}
