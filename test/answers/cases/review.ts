/** Texts with many secrets and many faults. */
import type { LargeCases } from './case.ts';

const random = (at: number) =>
  Array.from({ length: 36 }, (_, index) => ((at + 7) ** 3 * (index + 3) ** 3 + index).toString(36).at(-2)).join('');
const SECRETS = Array.from(
  { length: 300 },
  (_, at) => `const key${at} = "ghp_${random(at)}"; // of the service number ${at}`,
).join('\n');
const FAULTS = Array.from({ length: 300 }, (_, at) => `if (x${at} { call(${at}; } // TODO: the part number ${at}`).join(
  '\n',
);
const ADDED = Array.from({ length: 600 }, (_, at) => `+eval("a long expression of the part number ${at}")`).join('\n');
const DIFF = `--- /dev/null\n+++ b/src/large.js\n@@ -0,0 +1,600 @@\n${ADDED}\n`;
const RULES = Array.from(
  { length: 20 },
  (_, at) =>
    `- {id: R${at}, rule: Nothing is evaluated, paths: [src], severity: HIGH, category: security, action: deny, deny: {regex: eval}}`,
).join('\n');

const LOST = Array.from({ length: 290 }, (_, at) => `the_name_number_${at}(lost_${at})`).join('\n');

/** The cases. */
export const REVIEW: LargeCases = {
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
        args: { diff: DIFF, invariants: `all:\n${RULES}` },
      },
    ],
    scrub_secrets: [{ says: 'many secrets', args: { content: SECRETS } }],
    validate_content: [
      { says: 'many faults', args: { content: FAULTS, file_path: 'a.ts', content_type: 'generated_code' } },
      { says: 'many secrets', args: { content: SECRETS, file_path: 'b.ts' } },
    ],
  },
};
