/** Texts with many secrets and many faults. */
import { amount } from '../../generated.ts';
import type { LargeCases } from './case.ts';

/** Lines of a file, each with a fault or a secret. */
const LINES = amount(300, 120);
/** Lines that break every rule. */
const BREAKS = amount(600, 120);

const random = (at: number) =>
  Array.from({ length: 36 }, (_, index) => ((at + 7) ** 3 * (index + 3) ** 3 + index).toString(36).at(-2)).join('');
const SECRETS = Array.from(
  { length: LINES },
  (_, at) => `const key${at} = "ghp_${random(at)}"; // of the service number ${at}`,
).join('\n');
const FAULTS = Array.from(
  { length: LINES },
  (_, at) => `if (x${at} { call(${at}; } // TODO: the part number ${at}`,
).join('\n');
const EVALUATED = Array.from({ length: BREAKS }, (_, at) => `+eval("a long expression of the part number ${at}")`).join(
  '\n',
);
const EVALUATING = `--- /dev/null\n+++ b/src/large.js\n@@ -0,0 +1,${BREAKS} @@\n${EVALUATED}\n`;
const RULES = Array.from(
  { length: 20 },
  (_, at) =>
    `- {id: R${at}, rule: Nothing is evaluated, paths: [src], severity: HIGH, category: security, action: deny, deny: {regex: eval}}`,
).join('\n');

const LOST = Array.from({ length: 290 }, (_, at) => `the_name_number_${at}(lost_${at})`).join('\n');

const ADDED = SECRETS.split('\n').map((line) => `+${line}`);
const DIFF = `--- /dev/null\n+++ b/src/keys.ts\n@@ -0,0 +1,${ADDED.length} @@\n${ADDED.join('\n')}\n`;
/** Tokens whose checksums are wrong are findings, too. */
const UNSURE = { confidence_threshold: 0 };
const FORMS = {
  ...UNSURE,
  include_sarif: true,
  include_markdown: true,
  enable_surface: false,
  enable_behaviour: false,
};
const ASKED = { enable_llm_review: true, llm_risk_threshold: 1, enable_surface: false, enable_behaviour: false };
const FUNCTIONS = Array.from(
  { length: amount(300, 120) },
  (_, at) => `def the_function_number_${at}(x):\n    return x\n`,
).join('\n');
/** A review that is not there: there is nothing large to say of one. */
const NONE = { says: 'an id that is none', args: { session_id: 'r'.repeat(100) }, expects: 'failure' as const };

/** The cases. */
export const REVIEW: LargeCases = {
  async prepare({ upload }) {
    await upload('large', { 'readme.txt': 'Keys.\n' });
    await upload('large', {
      'src/keys.ts': SECRETS,
      'src/more.ts': FAULTS.repeat(amount(20, 5)),
      'src/many.py': FUNCTIONS,
    });
  },
  cases: {
    run_static_analysis: [
      {
        says: 'many findings',
        args: {
          files: [{ path: 'a.py', content: LOST }],
          options: { analyzers: ['ruff'], max_findings_per_analyzer: 500 },
        },
        most: 10_000,
        expects: 'shortened',
      },
      {
        says: 'many files that are not there',
        args: { changed_files: [`${'a/'.repeat(1000)}a.ts`] },
        expects: 'failure',
      },
    ],
    check_invariants: [
      {
        says: 'rules that are broken everywhere',
        args: { diff: EVALUATING, invariants: `all:\n${RULES}` },
      },
    ],
    review_diff: [
      { says: 'many findings', args: { diff: DIFF, options: UNSURE }, expects: 'shortened' },
      { says: 'all forms', args: { diff: DIFF, options: FORMS }, most: 10_000, expects: 'shortened' },
      { says: 'no diff', args: { diff: 'word '.repeat(20_000) }, expects: 'failure' },
    ],
    review_commit: [
      {
        says: 'many findings',
        args: { workspace: 'large', options: { ...UNSURE, enable_behaviour: false } },
        expects: 'shortened',
      },
      { says: 'a question about much', args: { workspace: 'large', options: ASKED }, most: 10_000 },
      {
        says: 'a question with all hunks',
        args: { workspace: 'large', options: { ...ASKED, two_pass: false } },
        most: 10_000,
      },
    ],
    compare_behaviour: [
      {
        says: 'many functions',
        args: { workspace: 'large', base: 'main~1', head: 'main', limit: 100 },
        most: 10_000,
      },
    ],
    start_reactive_review: [
      {
        says: 'a long title',
        args: {
          workspace: 'large',
          pr_metadata: { pr_number: 1, title: 'word '.repeat(200), base_branch: 'main~1', head_branch: 'main' },
        },
      },
    ],
    get_reactive_status: [NONE],
    pause_reactive_review: [NONE],
    resume_reactive_review: [NONE],
    cancel_reactive_review: [NONE],
    get_reactive_findings: [NONE],
    get_review_telemetry: [{ says: 'all reviews', args: {} }, NONE],
    scrub_secrets: [{ says: 'many secrets', args: { content: SECRETS } }],
    validate_content: [
      { says: 'many faults', args: { content: FAULTS, file_path: 'a.ts', content_type: 'generated_code' } },
      { says: 'many secrets', args: { content: SECRETS, file_path: 'b.ts' } },
    ],
  },
};
