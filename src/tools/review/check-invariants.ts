/** `check_invariants`: a team's own rules on what a diff adds. */
import { z } from 'zod';
import { tokensFor } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { conversationParameter } from '../../mcp/telling.ts';
import { identify } from '../../review/report/identify.ts';
import { byWeight } from '../../review/report/merge.ts';
import { findingSchema, renderFinding, renderOmission, toFindingFields } from './finding-fields.ts';
import { invalid } from './invalid.ts';
import { tellsFindings } from './tells-findings.ts';
import { workspaceOfPath, workspacePath } from './workspace-path.ts';

/** Findings of an ordinary answer. */
const USUAL = 50;

export default defineTool({
  name: 'check_invariants',
  toolset: 'review',
  title: "Check a team's rules",
  description:
    'Checks the rules of .review-invariants.yml on a diff: patterns that added lines must not have (deny), that a file must have ' +
    '(require), or must have when another is added (when_require), as regular expressions or code patterns. Mistakes in the rules come ' +
    'with their line.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    diff: z.string().describe('Output of git diff.'),
    workspace_path: workspacePath,
    invariants_path: z
      .string()
      .min(1)
      .max(1000)
      .default('.review-invariants.yml')
      .describe('File of the workspace, or of the diff, with the rules as they are after the change.'),
    invariants: z.string().optional().describe('The rules themselves, as YAML, in place of a file.'),
    changed_files: z.array(z.string().min(1).max(3000)).max(1000).default([]).describe('Only these; globs work.'),
    ref: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe('Commit of the workspace that has either side; the indexed one by default.'),
    session_id: conversationParameter,
    max_findings: z.int().min(1).max(500).default(USUAL).describe('Findings listed, worst first.'),
  }),
  tells: tellsFindings,
  output: z.object({
    success: z.boolean().describe('Whether every rule was checked to its end; else warnings say what was not.'),
    findings: z.array(findingSchema),
    total_findings: z.int().describe('Listed or not.'),
    checked_invariants: z.int().describe('Rules.'),
    warnings: z.array(z.string()),
  }),
  tokens: ({ max_findings }) => tokensFor(max_findings, USUAL),
  more: { findings: () => 'fewer changed_files', warnings: () => 'fewer changed_files' },
  async handler({ diff, workspace_path, invariants_path, invariants, changed_files, ref, max_findings }, ctx) {
    if (workspace_path === undefined && ref !== undefined) {
      throw invalid('ref names a commit of no workspace.', 'Give workspace_path, or leave ref out.');
    }
    const workspace = workspace_path === undefined ? undefined : workspaceOfPath(workspace_path);
    if (workspace !== undefined) ctx.workspaces.open(workspace);
    const { findings, executed, omitted, warnings } = await ctx.review.checkInvariants(
      {
        owner: ctx.principal.userId,
        ...(workspace !== undefined && { workspace }),
        change: { kind: 'diff', text: diff, ...(ref !== undefined && { ref }) },
        paths: changed_files,
        rules:
          invariants === undefined
            ? { kind: 'file', path: invariants_path, need: 'required' }
            : { kind: 'text', text: invariants },
      },
      ctx.onProgress,
    );
    const identified = (await identify(findings)).toSorted(byWeight);
    return {
      success: omitted.length === 0,
      findings: identified.slice(0, max_findings).map(toFindingFields),
      total_findings: findings.length,
      checked_invariants: executed,
      warnings: [...omitted.map((each) => `Not checked: ${renderOmission(each)}`), ...warnings],
    };
  },
  render: ({ findings, total_findings, checked_invariants, warnings }) => {
    const listed = findings.length < total_findings ? `, ${findings.length} are listed` : '';
    return [
      `${checked_invariants} rules checked: ${total_findings} findings${listed}`,
      ...findings.map(renderFinding),
      ...warnings.map((warning) => `Warning: ${warning}`),
    ].join('\n');
  },
});
