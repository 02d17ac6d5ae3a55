/** Runs rules over files. */
import { ToolFailure } from '../../lib/errors.ts';
import { inSlices, WorkBudget } from '../../lib/sliced-work.ts';
import type { Grammars, ParsedLanguage, ProgramLanguage } from '../grammar.ts';
import { programLanguageOf } from '../languages.ts';
import { Lines } from '../lines.ts';
import { LANGUAGES, type SourceFile } from '../service.ts';
import { allBound } from './bindings.ts';
import { type CompiledRule, RuleCompiler } from './compile-rules.ts';
import { Evaluation, type Found, mayMatch } from './formula.ts';
import { TooMuchWork } from './matcher.ts';
import { rangeOf } from './range.ts';
import type { FileMatches, PatternMatch, PatternProblem, PatternRule, RulesReport, Unfinished } from './service.ts';
import { MOST_MATCHES, MOST_RULES } from './service.ts';
import { Target } from './target.ts';
import { type Tree, treeOf } from './tree.ts';

/** Work for one rule in one file: a unit is about a microsecond. */
const WORK_OF_A_RULE = 1_000_000;
/** Work for all rules and files of a call. */
const WORK_OF_A_CALL = 30_000_000;
/** The most units of the text of a metavariable that are reported. */
const VARIABLE_UNITS = 1_000;

/** What rules of one language are, and what is wrong with others. */
interface Prepared {
  readonly rules: readonly CompiledRule[];
  readonly problems: readonly PatternProblem[];
}

/** A rule that looks for one pattern in every language. */
export function ruleOfPattern(pattern: string): PatternRule {
  return { id: 'pattern', languages: LANGUAGES, formula: { kind: 'pattern', pattern, line: 1 } };
}

/** See `PatternApi`. `giveWay` lets other calls in. */
export async function matchRules(
  files: readonly SourceFile[],
  rules: readonly PatternRule[],
  grammars: Grammars,
  giveWay: () => Promise<unknown>,
): Promise<RulesReport> {
  check(rules);
  const compiler = new RuleCompiler(grammars);
  const prepared = new Map<ProgramLanguage, Prepared>();
  const work = new WorkBudget(WORK_OF_A_CALL);
  const matched: FileMatches[] = [];
  for (const file of files) {
    const language = programLanguageOf(file);
    const known = prepared.get(language) ?? (await prepare(rules, language, compiler, giveWay));
    prepared.set(language, known);
    matched.push(await matchFile(file, language, known.rules, grammars, work, giveWay));
    await giveWay();
  }
  return { files: matched, problems: [...prepared.values()].flatMap(({ problems }) => problems) };
}

function check(rules: readonly PatternRule[]): void {
  const ids = new Set(rules.map(({ id }) => id));
  if (rules.length <= MOST_RULES && ids.size === rules.length) return;
  const message =
    rules.length > MOST_RULES
      ? `There are ${rules.length} rules; ${MOST_RULES} is the limit of a call.`
      : 'Two rules have the same id.';
  throw new ToolFailure({
    errorType: 'INVALID_INPUT',
    message,
    advice: 'Give fewer rules, each with an id of its own.',
  });
}

async function prepare(
  rules: readonly PatternRule[],
  language: ProgramLanguage,
  compiler: RuleCompiler,
  giveWay: () => Promise<unknown>,
): Promise<Prepared> {
  const compiled: CompiledRule[] = [];
  const problems: PatternProblem[] = [];
  for (const rule of rules) {
    if (!rule.languages.includes(language) && !rule.languages.includes('text')) continue;
    const result = await compiler.compile(rule, rule.languages.includes('text') ? 'text' : language);
    if ('why' in result) problems.push(result);
    else compiled.push(result);
    await giveWay();
  }
  return { rules: compiled, problems };
}

async function matchFile(
  { text }: SourceFile,
  language: ProgramLanguage,
  known: readonly CompiledRule[],
  grammars: Grammars,
  work: WorkBudget,
  giveWay: () => Promise<unknown>,
): Promise<FileMatches> {
  const matches: PatternMatch[] = [];
  const unfinished: Unfinished[] = [];
  const rules = known.filter(({ formula }) => mayMatch(formula, text));
  if (rules.length === 0) return { language, matches, unfinished, damaged: false };
  const tree = language === 'text' ? undefined : await treeIn(text, language, grammars);
  const target = tree && new Target(tree, work);
  const lines = new Lines(text);
  const evaluation = new Evaluation(text, target, work);
  for (const { id, formula } of rules) {
    if (work.isSpent) {
      unfinished.push({ rule: id, why: 'The call had used up its work before.' });
      continue;
    }
    const own = new WorkBudget(WORK_OF_A_RULE);
    try {
      const found = await inSlices(evaluation.find(formula, own), own, giveWay);
      if (found.length > MOST_MATCHES) unfinished.push({ rule: id, why: `It has more than ${MOST_MATCHES} matches.` });
      else matches.push(...found.map((each) => matchOf(id, each, text, lines)));
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error;
      unfinished.push({ rule: id, why: 'It takes more work than a rule may in one file.' });
    } finally {
      work.spend(own.spent);
    }
  }
  matches.sort((a, b) => a.range.start - b.range.start);
  return { language, matches, unfinished, damaged: language !== 'text' && (tree === undefined || tree.damaged) };
}

async function treeIn(text: string, language: ParsedLanguage, grammars: Grammars): Promise<Tree | undefined> {
  return grammars.read(language, text, (parsed) => treeOf(parsed, language));
}

function matchOf(rule: string, { start, end, bindings }: Found, text: string, lines: Lines): PatternMatch {
  const variables = allBound(bindings).map(({ name, start: from, end: to }) => {
    const shown = { text: text.slice(from, Math.min(to, from + VARIABLE_UNITS)), range: rangeOf(lines, from, to) };
    return [name, shown] as const;
  });
  return { rule, range: rangeOf(lines, start, end), variables: Object.fromEntries(variables) };
}
