/** Checks that the engine of reviews decides, of what changed since the work began. */
import { type CheckOf, SEVERITIES } from '../../../src/planning/checks.ts';
import type { Finding } from '../../../src/review/finding.ts';
import { finishReview } from '../../../src/review/review.ts';
import type { BehaviourAnswer, ChangeRequest, ReviewOptions } from '../../../src/review/service.ts';
import type { CheckContext, Found } from './run-checks.ts';

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
): Promise<Found> {
  const { services, workspace, commit, base, seconds, files, onProgress } = context;
  if (base === undefined) return NO_BASE;
  if (!files.blobs.has(file)) return { outcome: 'fails', basis: 'read', evidence: `${file} is not there.` };
  const answer = await services.review.compareBehaviour(
    {
      owner: services.owner,
      workspace,
      change: changeOf(base, commit),
      paths: [`/${file}`],
      functions,
      timeoutSeconds: seconds,
      most: functions.length,
    },
    ({ message }) => onProgress({ done: 0, message }),
  );
  const definitions = await services.workspace(workspace).readFile({ path: file, ref: commit });
  const text = definitions.content.kind === 'text' ? definitions.content.text : '';
  const [facts] = await services.syntax.analyze([{ path: file, text }]);
  const known = new Set((facts?.symbols ?? []).map(({ scope, name }) => (scope === '' ? name : `${scope}.${name}`)));
  return joined(functions.map((name) => behaviourOf(name, known.has(name), answer, accept)));
}

function behaviourOf(
  name: string,
  isThere: boolean,
  { changes, omitted }: BehaviourAnswer,
  accept: CheckOf<'behaves_as_before'>['accept'],
): Found {
  const change = changes.find((each) => each.function === name);
  if (!isThere) return { outcome: 'fails', basis: 'read', evidence: `${name} is not there.` };
  if (change === undefined) {
    const [left] = omitted.filter(({ what }) => what.includes(name));
    if (left !== undefined) return { outcome: 'undecided', evidence: `${name}: ${left.why}` };
    return { outcome: 'holds', basis: 'read', evidence: `${name} was not changed.` };
  }
  const { status, differences, message, reasons } = change;
  switch (status) {
    case 'unchanged':
      return { outcome: 'holds', basis: 'read', evidence: `${name} was not changed.` };
    case 'equivalent':
      return { outcome: 'holds', basis: 'proved', evidence: `${name} does the same for every input: proved.` };
    case 'different': {
      const [first] = differences;
      return {
        outcome: 'fails',
        basis: 'executed',
        evidence: `${name} differs for ${first?.call ?? 'an input'}: ${first?.message ?? message}`,
      };
    }
    case 'signature':
      return { outcome: 'fails', basis: 'read', evidence: `${name} is called in another way: ${message}` };
    case 'new':
      return { outcome: 'fails', basis: 'read', evidence: `${name} was not there before.` };
    case 'removed':
      return { outcome: 'fails', basis: 'read', evidence: `${name} was removed.` };
    case 'timeout':
    case 'unknown': {
      const [reason] = reasons;
      const why = reason === undefined ? 'its work budget was spent' : `${reason.construct} ${reason.message}`;
      const tried = `${name}: no difference was found, and that there is none is not proved: ${why}.`;
      return accept === 'no_difference_found'
        ? { outcome: 'holds', basis: 'executed', evidence: tried }
        : { outcome: 'undecided', evidence: `${tried} "accept":"no_difference_found" takes that.` };
    }
  }
}

/** Of several functions: the worst outcome, the weakest basis, and what is said of each. */
function joined(found: readonly Found[]): Found {
  const worst =
    (['fails', 'undecided', 'holds'] as const).find((outcome) => found.some((one) => one.outcome === outcome)) ??
    'holds';
  const of = found.filter(({ outcome }) => outcome === worst);
  const basis = (['executed', 'read', 'proved'] as const).find((each) => of.some((one) => one.basis === each));
  return {
    outcome: worst,
    ...(basis !== undefined && { basis }),
    evidence: of.map(({ evidence }) => evidence).join(' '),
  };
}

/** Whether a change keeps the team's rules. */
export async function checkInvariants({ path, rules }: CheckOf<'invariants'>, context: CheckContext): Promise<Found> {
  const { services, workspace, commit, base, onProgress } = context;
  if (base === undefined) return NO_BASE;
  if (base === commit) return nothingChanged(base);
  const { findings, executed, omitted } = await services.review.checkInvariants(
    {
      owner: services.owner,
      workspace,
      change: changeOf(base, commit),
      paths: [],
      rules: { kind: 'file', path, need: 'required' },
    },
    ({ message }) => onProgress({ done: 0, message }),
  );
  const broken = findings.filter(({ rule }) => rules.length === 0 || rules.some((id) => rule === `invariant/${id}`));
  if (broken.length > 0) return failsBy(broken);
  const [left] = omitted;
  if (left !== undefined) return { outcome: 'undecided', evidence: `Not looked at: ${left.what}, ${left.why}` };
  return {
    outcome: 'holds',
    basis: 'read',
    evidence: `${executed} rules hold for what changed since ${base.slice(0, 12)}.`,
  };
}

/** Whether a review finds nothing that is more severe than is allowed. */
export async function reviewChange({ allow }: CheckOf<'review'>, context: CheckContext): Promise<Found> {
  const { services, workspace, commit, base, onProgress } = context;
  if (base === undefined) return NO_BASE;
  if (base === commit) return nothingChanged(base);
  const request = {
    owner: services.owner,
    workspace,
    change: changeOf(base, commit),
    options: { ...OPTIONS, invariantsPath: '.review-invariants.yml' },
  };
  const answer = await services.review.review(request, ({ message }) => onProgress({ done: 0, message }));
  const { verdict } = answer.kind === 'review' ? answer.review : await finishReview(answer.draft);
  const { findings } = verdict;
  const rank = (name: string) => SEVERITIES.findIndex((each) => each === name.toLowerCase());
  const most = rank(allow);
  const severe = findings.filter(({ severity }) => rank(severity) > most);
  if (severe.length > 0) return failsBy(severe);
  const rest = findings.length === 0 ? 'nothing' : `${findings.length} findings, none above ${allow}`;
  return {
    outcome: 'holds',
    basis: 'read',
    evidence: `The review of ${base.slice(0, 12)}..${commit.slice(0, 12)} found ${rest}.`,
  };
}

const NO_BASE: Found = {
  outcome: 'undecided',
  evidence:
    'It is not known where the work began: the workspace was empty when the plan was made. update_plan with ref says it.',
};

function nothingChanged(base: string): Found {
  return {
    outcome: 'undecided',
    evidence: `Nothing was changed since ${base.slice(0, 12)}, where the work began: there is nothing to look at.`,
  };
}

function changeOf(base: string, head: string): Extract<ChangeRequest, { kind: 'commits' }> {
  return { kind: 'commits', base, head, twoDot: true };
}

function failsBy(findings: readonly Pick<Finding, 'severity' | 'title' | 'file' | 'line'>[]): Found {
  const named = findings
    .slice(0, MOST_NAMED)
    .map(({ severity, title, file, line }) => `${severity} ${file}:${line} ${title}`);
  const more = findings.length > MOST_NAMED ? ` / and ${findings.length - MOST_NAMED} more` : '';
  return { outcome: 'fails', basis: 'read', evidence: `${named.join(' / ')}${more}` };
}
