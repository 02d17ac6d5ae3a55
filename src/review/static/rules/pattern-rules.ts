/** The analyzer `semgrep`: rules over patterns of code, those of the workspace and a small pack of our own. */
import ignore from 'ignore';
import { isLostInstance } from '../../../lib/lost-instance.ts';
import { within } from '../../../lib/within.ts';
import type { PatternApi, PatternMatch, RulesReport } from '../../../syntax/api.ts';
import type { SourceTree } from '../../source.ts';
import type { Analysis, Analyzer, AnalyzerFinding, CheckedFile, PatternOptions, TextEdit } from '../analyzer.ts';
import { filledIn } from './fill-in.ts';
import { PACK } from './pack/pack.ts';
import { MOST_RULES, readRules } from './read-rules.ts';
import type { Rule, RuleProblem, RuleSet } from './rule.ts';

/** Files of a workspace whose rules count by themselves. */
const RULE_FILES = /^(?:\.semgrep\.ya?ml|\.semgrep\/.+\.ya?ml)$/;
/** Files of rules that are read. */
const MOST_RULE_FILES = 50;
/** UTF-16 units of the files of one call of the syntax Worker. */
const UNITS_OF_A_CALL = 1 << 20;
/** UTF-16 units of a file. */
const LARGEST_FILE = 1_500_000;
/** Matches of all rules in all files of a call. */
const MOST_MATCHES = 5_000;
const SEVERITY_NAMES = { CRITICAL: 'CRITICAL', HIGH: 'ERROR', MEDIUM: 'WARNING', LOW: 'INFO' } as const;

/** Runs pattern rules by the syntax Worker. */
export function patternRules(syntax: Pick<PatternApi, 'matchRules'>): Analyzer {
  return {
    name: 'semgrep',
    handles: () => true,
    async run(files, { tree, timeoutMs, patterns = {} }) {
      const { rules, problems } = await rulesOf(tree, patterns);
      const warnings = problems.map(sentenceOf);
      try {
        const answer = await within(
          timeoutMs,
          runRules(files, rules, syntax).then((analysis) => ({ analysis })),
        );
        if (answer === undefined) {
          const skippedReason = `semgrep did not answer within ${timeoutMs} ms: nothing of it counts. Try fewer files.`;
          return { findings: [], skippedReason, warnings };
        }
        return { ...answer.analysis, warnings: [...warnings, ...answer.analysis.warnings] };
      } catch (error) {
        if (!isLostInstance(error)) throw error;
        const skippedReason = 'semgrep was lost while it worked on this call. Try again, or fewer files.';
        return { findings: [], skippedReason, warnings };
      }
    },
  };
}

/** What rules say of files, in the order of files, lines and columns. Files beyond 1.5 million characters are left out, with a warning. */
export async function runRules(
  files: readonly CheckedFile[],
  rules: readonly Rule[],
  syntax: Pick<PatternApi, 'matchRules'>,
): Promise<Analysis> {
  const findings: AnalyzerFinding[] = [];
  const warnings = new Set<string>();
  const truncated = new Set<string>();
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  for (const batch of batchesOf(files, warnings)) {
    const { files: matched, problems }: RulesReport = await syntax.matchRules(
      batch,
      rules.map(({ id, languages, formula }) => ({ id, languages, formula })),
    );
    for (const { rule, line, why } of problems) {
      const { file = '' } = byId.get(rule)?.source ?? {};
      warnings.add(sentenceOf({ rule, file, line, why: `${why}.` }));
    }
    for (const [index, { matches, unfinished, damaged }] of matched.entries()) {
      const file = batch[index];
      if (file === undefined) continue;
      for (const { rule, why } of unfinished) warnings.add(`${file.path}: the rule ${rule} was not finished. ${why}`);
      if (unfinished.length > 0) truncated.add(file.path);
      if (damaged)
        warnings.add(`${file.path}: parts of it do not parse; pattern rules may have missed something there.`);
      for (const match of matches) {
        const rule = byId.get(match.rule);
        if (rule === undefined || !isAbout(rule, file.path)) continue;
        if (findings.length < MOST_MATCHES) findings.push(findingOf(rule, match, file));
        else {
          truncated.add(file.path);
          warnings.add(`Rules match more than ${MOST_MATCHES} times in all: the matches after these are left out.`);
        }
      }
    }
  }
  return { findings, warnings: [...warnings], ...(truncated.size > 0 && { truncated: [...truncated] }) };
}

async function rulesOf(tree: SourceTree, options: PatternOptions): Promise<RuleSet> {
  const { config, severities, include = [], exclude = [] } = options;
  const paths = config === undefined ? ((await tree.paths()) ?? []).filter((path) => RULE_FILES.test(path)) : [config];
  const rules: Rule[] = config === undefined ? [...PACK] : [];
  const problems: RuleProblem[] = [];
  if (paths.length > MOST_RULE_FILES) {
    const why = `This and later files of rules are not read: ${MOST_RULE_FILES} is the limit.`;
    problems.push({ file: paths[MOST_RULE_FILES] ?? '', line: 1, why });
  }
  for (const path of paths.slice(0, MOST_RULE_FILES)) {
    const text = await tree.read(path);
    if (text === undefined) problems.push({ file: path, line: 1, why: 'There is no such text file.' });
    else add(readRules(path, text), rules, problems);
  }
  const wanted = rules
    .filter(
      ({ severity }) =>
        severities === undefined || severities.some((name) => name === severity || name === SEVERITY_NAMES[severity]),
    )
    .map((rule) => ({
      ...rule,
      include: rule.include.length > 0 ? rule.include : include,
      exclude: [...rule.exclude, ...exclude],
    }));
  return { rules: wanted, problems };
}

/** Ids are told apart over all files; the first one counts. */
function add(read: RuleSet, rules: Rule[], problems: RuleProblem[]): void {
  problems.push(...read.problems);
  for (const rule of read.rules) {
    const { file, line } = rule.source;
    const why =
      rules.length >= MOST_RULES
        ? `There are more than ${MOST_RULES} rules.`
        : rules.some(({ id }) => id === rule.id)
          ? 'Another file has a rule of this id.'
          : undefined;
    if (why === undefined) rules.push(rule);
    else problems.push({ rule: rule.id, file, line, why });
  }
}

function sentenceOf({ rule, file, line, why }: RuleProblem): string {
  return `${file}, line ${line}: ${rule === undefined ? '' : `the rule ${rule} is not run. `}${why}`;
}

function* batchesOf(files: readonly CheckedFile[], warnings: Set<string>): Iterable<readonly CheckedFile[]> {
  let batch: CheckedFile[] = [];
  let units = 0;
  for (const file of files) {
    if (file.text.length > LARGEST_FILE) {
      warnings.add(`${file.path} is too large for pattern rules: not checked.`);
      continue;
    }
    if (batch.length > 0 && units + file.text.length > UNITS_OF_A_CALL) {
      yield batch;
      batch = [];
      units = 0;
    }
    batch.push(file);
    units += file.text.length;
  }
  if (batch.length > 0) yield batch;
}

function isAbout({ include, exclude }: Rule, path: string): boolean {
  if (
    include.length > 0 &&
    !ignore()
      .add([...include])
      .ignores(path)
  )
    return false;
  return (
    exclude.length === 0 ||
    !ignore()
      .add([...exclude])
      .ignores(path)
  );
}

function findingOf(rule: Rule, match: PatternMatch, { path, text }: CheckedFile): AnalyzerFinding {
  const { range } = match;
  const place = {
    line: range.lineStart,
    column: range.columnStart,
    endLine: range.lineEnd,
    endColumn: range.columnEnd,
  };
  const fix: TextEdit[] = rule.fix === undefined ? [] : [{ ...place, text: filledIn(rule.fix, match) }];
  return {
    ...place,
    path,
    rule: `semgrep/${rule.id}`,
    message: filledIn(rule.message, match).trim() || text.slice(range.start, range.end).slice(0, 200),
    severity: rule.severity,
    category: rule.category ?? 'correctness',
    confidence: rule.confidence,
    ...(rule.recommendation !== undefined && { recommendation: rule.recommendation }),
    ...(fix.length > 0 && { fix }),
  };
}
