/** `validate_content`: what is wrong with a text, by what it is meant to be. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { CONTENT_TYPES, TIERS } from '../../review/content/service.ts';
import { contentOf, contentParameters } from './content.ts';

/** Findings that an answer tells of; the counts are of all. */
const MOST_FINDINGS = 40;

export default defineTool({
  name: 'validate_content',
  toolset: 'review',
  title: 'Validate a text or file',
  description:
    'Checks a text before it is used: syntax by its language (with damaged places), JSON, YAML and TOML by strict parsers, merge conflicts, ' +
    'secrets, mixed line ends, NUL and control characters, bidirectional characters that hide code, tabs that break Python or make.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ...contentParameters,
    content_type: z
      .enum(CONTENT_TYPES)
      .default('raw_text')
      .describe('plan_output has to be JSON; generated_code is also searched for what was left to do.'),
    file_path: z.string().optional().describe('Name of the text: decides its language; by default that of file.'),
    scrub_secrets: z.boolean().default(true).describe('Look for secrets, too.'),
  }),
  output: z.object({
    passed: z.boolean().describe('No errors.'),
    findings_count: z.int(),
    by_severity: z.object({ errors: z.int(), warnings: z.int(), info: z.int() }),
    findings: z.array(
      z.object({
        id: z.string(),
        severity: z.enum(['error', 'warning', 'info']),
        category: z.string(),
        rule_id: z.string(),
        message: z.string(),
        line: z.int(),
        column: z.int().optional(),
        suggestion: z.string().optional(),
      }),
    ),
    secrets_scrubbed: z.boolean().describe('Whether there are secrets; no field shows them.'),
    language: z.string().describe('`text` for what was not parsed.'),
    tiers_run: z.array(z.enum(TIERS)),
    omitted: z.array(z.string()).describe('What was not checked, and why.'),
    processing_time_ms: z.int(),
  }),
  async handler(args, ctx) {
    const began = Date.now();
    const path = args.file_path ?? args.file;
    const { faults, language, omitted } = await ctx.review.validate({
      text: await contentOf(args, ctx),
      type: args.content_type,
      withSecrets: args.scrub_secrets,
      ...(path !== undefined && { path }),
    });
    const count = (severity: 'error' | 'warning' | 'info') =>
      faults.filter((fault) => fault.severity === severity).length;
    return {
      passed: count('error') === 0,
      findings_count: faults.length,
      by_severity: { errors: count('error'), warnings: count('warning'), info: count('info') },
      findings: faults.slice(0, MOST_FINDINGS).map(({ rule, ...fault }) => ({
        id: `${rule}:${fault.line}${fault.column === undefined ? '' : `:${fault.column}`}`,
        rule_id: rule,
        ...fault,
      })),
      secrets_scrubbed: faults.some(({ rule }) => rule.startsWith('secret/')),
      language,
      tiers_run: [...TIERS],
      omitted: [...omitted],
      processing_time_ms: Date.now() - began,
    };
  },
  render: ({ passed, findings_count, by_severity, findings, language, omitted }) =>
    [
      `${passed ? 'Passed' : 'Failed'} (${language}): ${by_severity.errors} errors, ${by_severity.warnings} warnings, ${by_severity.info} notes.`,
      ...findings.map(
        ({ severity, line, column, rule_id, message, suggestion }) =>
          `${line}${column === undefined ? '' : `:${column}`} ${severity} ${message} [${rule_id}]${suggestion === undefined ? '' : ` ${suggestion}`}`,
      ),
      ...(findings_count > findings.length ? [`${findings_count - findings.length} more.`] : []),
      ...omitted,
    ].join('\n'),
});
