/** What shows that a step is done: checks that run against a commit. */
import { z } from 'zod';

/** Checks of one step. */
export const MOST_CHECKS = 20;

/** Of findings of reviews, from the least to the most severe. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;

const path = z.string().min(1).max(3000);
const name = z.string().min(1).max(300);
const condition = z.string().min(1).max(1000);
const code = z.string().min(1).max(20_000);
const globs = z.array(path).min(1).max(100);
const must = z.enum(['match', 'not_match']).default('match');
const types = z.record(name, z.string().min(1).max(300)).default({});

const pythonSchema = z.strictObject({
  kind: z.literal('python'),
  code: code.describe('Runs in an empty sandbox in the root of the commit; holds when nothing is raised.'),
});

const testsSchema = z.strictObject({
  kind: z.literal('tests'),
  paths: z.array(path).max(100).default([]).describe('Files and folders of pytest tests; all by default.'),
  keyword: z.string().max(300).default('').describe("As pytest's -k."),
});

const contractSchema = z.strictObject({
  kind: z.literal('contract'),
  file: path,
  function: name.describe('f or C.m.'),
  pre: z.array(condition).max(20).default([]),
  post: z.array(condition).max(20).default([]).describe('Python with __return__ and __old__.x.'),
  raises: z.array(name).max(20).optional().describe('Exceptions that may escape, [] for none.'),
  types,
});

const behavesSchema = z.strictObject({
  kind: z.literal('behaves_as_before'),
  file: path,
  functions: z.array(name).min(1).max(20).describe('f or C.m.'),
  accept: z
    .enum(['proved', 'no_difference_found'])
    .default('proved')
    .describe('no_difference_found: inputs that were tried and did not differ are enough.'),
});

const invariantsSchema = z.strictObject({
  kind: z.literal('invariants'),
  path: path.default('.review-invariants.yml').describe('The file of rules.'),
  rules: z.array(name).max(100).default([]).describe('Ids; all by default.'),
});

const fileSchema = z.strictObject({
  kind: z.literal('file'),
  path: path.describe('Path or glob.'),
  exists: z.boolean().default(true),
});

const patternSchema = z.strictObject({
  kind: z.literal('pattern'),
  text: z.string().min(1).max(1000).optional(),
  regex: z.string().min(1).max(1000).optional().describe('RE2, line by line.'),
  code: z.string().min(1).max(10_000).optional().describe('Syntax, as Semgrep writes patterns.'),
  files: globs.describe('Paths or globs.'),
  must,
});

const reviewSchema = z.strictObject({
  kind: z.literal('review'),
  allow: z
    .enum([...SEVERITIES, 'none'])
    .default('low')
    .describe('Severest finding that may be there.'),
});

/** One check. */
export const checkSchema = z
  .discriminatedUnion('kind', [
    pythonSchema,
    testsSchema,
    contractSchema,
    behavesSchema,
    invariantsSchema,
    fileSchema,
    patternSchema,
    reviewSchema,
  ])
  .superRefine((check, context) => {
    const fault = faultOf(check);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });

export type PlanCheck = z.output<typeof checkSchema>;
export type CheckKind = PlanCheck['kind'];
/** A check of one kind. */
export type CheckOf<Kind extends CheckKind> = Extract<PlanCheck, { kind: Kind }>;

/** How a check came out. `undecided`: neither, for the reason that its evidence says. */
export interface CheckResult {
  readonly kind: CheckKind | 'changed_files' | 'runs_change';
  /** What was checked, in a line. */
  readonly check: string;
  readonly outcome: 'holds' | 'fails' | 'undecided';
  /** How it is known; absent where it is undecided. */
  readonly basis?: 'proved' | 'executed' | 'read';
  /** The proof, the run, the place, or what stood in the way, with commits, files and lines. */
  readonly evidence: string;
}

/** One line a kind, for descriptions of parameters that take checks. */
export const CHECK_EXAMPLES = [
  '{"kind":"tests","paths":["tests/test_a.py"]}: they pass',
  '{"kind":"python","code":"from a import f\\nassert f(0) == 1"}: raises nothing',
  '{"kind":"contract","file":"a.py","function":"f","post":["__return__ >= 0"]}: is proved',
  '{"kind":"behaves_as_before","file":"a.py","functions":["f"]}: as at the commit where the work began',
  '{"kind":"file","path":"docs/a.md","exists":true}',
  '{"kind":"pattern","regex":"TODO","files":["src/**"],"must":"not_match"}; text and code (as Semgrep) as well',
  '{"kind":"invariants"}: the team\'s rules; {"kind":"review","allow":"low"}: no severer finding',
].join('\n');

function faultOf(check: PlanCheck): string | undefined {
  switch (check.kind) {
    case 'contract':
      return check.post.length === 0 && check.raises === undefined ? 'name post or raises' : undefined;
    case 'pattern': {
      const given = [check.text, check.regex, check.code].filter((one) => one !== undefined).length;
      return given === 1 ? undefined : 'name one of text, regex and code';
    }
    case 'python':
    case 'tests':
    case 'behaves_as_before':
    case 'invariants':
    case 'file':
    case 'review':
      return undefined;
  }
}
