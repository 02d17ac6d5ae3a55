/** What decides a hypothesis: checks that are proved, executed or looked up, and what their outcomes say of it. */
import { z } from 'zod';

/** Checks of one hypothesis. */
export const MOST_CHECKS = 10;

const path = z.string().min(1).max(3000);
const condition = z.string().min(1).max(1000);
const name = z.string().min(1).max(300);
const code = z.string().min(1).max(20_000);
const says = z.enum(['supports', 'refutes']).optional();

const expects = z
  .strictObject({ holds: says.describe('What it says of the hypothesis when the check holds.'), fails: says })
  .refine((given) => given.holds !== undefined || given.fails !== undefined, 'name holds, fails or both')
  .describe('What its outcome says of the hypothesis; an outcome that is not named says nothing.');

const types = z
  .record(name, z.string().min(1).max(300))
  .default({})
  .describe('Types of parameters where the source states none.');
const must = z.enum(['match', 'not_match']).default('match').describe('When it holds.');
const only = z.array(path).min(1).max(100).optional().describe('Of these files only; those of test_scope by default.');

const contractSchema = z.strictObject({
  kind: z.literal('contract'),
  file: path,
  function: name.describe('f or C.m.'),
  pre: z.array(condition).max(20).default([]).describe('Python expressions over the parameters.'),
  post: z.array(condition).max(20).default([]).describe('The same with __return__ and __old__.x.'),
  raises: z
    .array(name)
    .max(20)
    .optional()
    .describe('Exceptions that may escape, [] for none; without it exceptions are not judged.'),
  never: name.optional().describe('In place of post and raises: this exception never escapes.'),
  types,
  expects,
});

const behavesSchema = z.strictObject({
  kind: z.literal('behaves_like'),
  file: path,
  function: name,
  code: code.describe('A module with a function of that name: the function does the same for every input.'),
  types,
  expects,
});

const callSchema = z.strictObject({
  kind: z.literal('call'),
  file: path.describe('The module in whose names it is evaluated.'),
  call: condition.describe('Python expression.'),
  returns: condition.optional().describe('Python expression that the result equals.'),
  raises: name.optional().describe('Class of the exception that escapes instead.'),
  expects,
});

const testSchema = z.strictObject({
  kind: z.literal('python_test'),
  code: code.describe('A pytest module; it holds when every test passes.'),
  edits: z
    .array(z.strictObject({ file: path, old: code.describe('Occurs once.'), new: z.string().max(20_000) }))
    .max(10)
    .default([])
    .describe('Made in the sandbox: it holds when the tests fail without and pass with them.'),
  expects,
});

const patternSchema = z.strictObject({
  kind: z.literal('pattern'),
  pattern: z.string().min(1).max(10_000).describe('As Semgrep writes it.'),
  must,
  files: only,
  expects,
});

const searchSchema = z.strictObject({
  kind: z.literal('search'),
  text: z.string().min(1).max(1000).optional(),
  regex: z.string().min(1).max(1000).optional().describe('RE2, line by line.'),
  must,
  files: only,
  expects,
});

/** One check. */
export const checkSchema = z
  .discriminatedUnion('kind', [contractSchema, behavesSchema, callSchema, testSchema, patternSchema, searchSchema])
  .superRefine((check, context) => {
    const fault = faultOf(check);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });

/** A check as it is run. */
export type HypothesisCheck = z.output<typeof checkSchema>;
export type CheckKind = HypothesisCheck['kind'];
/** A check of one kind. */
export type CheckOf<Kind extends CheckKind> = Extract<HypothesisCheck, { kind: Kind }>;

/** Checks of a hypothesis. */
export const checksSchema = z.array(checkSchema).max(MOST_CHECKS);

/** One line a kind, for the description of a parameter that takes checks. */
export const CHECK_EXAMPLES = [
  '{"kind":"contract","file":"a.py","function":"f","pre":["x > 0"],"post":["__return__ >= x"],"expects":{"fails":"supports","holds":"refutes"}}: proved, or an input that breaks it; "never":"IndexError" instead of post',
  '{"kind":"behaves_like","file":"a.py","function":"f","code":"def f(x): return x // 2","expects":{"fails":"refutes"}}: for all inputs',
  '{"kind":"call","file":"a.py","call":"f(0)","returns":"1","expects":{"holds":"supports","fails":"refutes"}}: run on CPython',
  '{"kind":"python_test","code":"from a import f\\ndef test(): assert f(0) == 1","expects":{"fails":"supports"}}: pytest; with "edits" it holds when it fails without and passes with them',
  '{"kind":"pattern","pattern":"eval($X)","must":"not_match","expects":{"fails":"supports"}}: syntax trees',
  '{"kind":"search","regex":"retries\\\\s*=","expects":{"holds":"supports"}}: lines',
].join('\n');

function faultOf(check: HypothesisCheck): string | undefined {
  switch (check.kind) {
    case 'contract': {
      const claims = check.post.length > 0 || check.raises !== undefined;
      if (check.never !== undefined && claims) return 'never stands alone: no post, no raises';
      return check.never === undefined && !claims ? 'name post, raises or never' : undefined;
    }
    case 'call':
      return (check.returns === undefined) === (check.raises === undefined) ? 'name returns or raises' : undefined;
    case 'search':
      return (check.text === undefined) === (check.regex === undefined) ? 'name text or regex' : undefined;
    case 'behaves_like':
    case 'python_test':
    case 'pattern':
      return undefined;
  }
}
