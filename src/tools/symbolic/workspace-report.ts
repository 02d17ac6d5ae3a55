/** The report of `check_workspace`. */
import type { Block, ReportDocument, ReportFile, Section } from '../../mcp/report/document.ts';
import { CONTRACT_VIOLATION, listSection } from './report.ts';
import type { FunctionVerdict } from './workspace-verdict.ts';

/** What the report is made of. */
interface Kept {
  readonly message: string;
  readonly workspace: string;
  readonly commit: string;
  readonly status: string;
  readonly totals: Readonly<Record<string, number>>;
  readonly functions: readonly FunctionVerdict[];
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
}

/** The report: findings, a table of all functions, and the tests. */
export function workspaceDocument(kept: Kept): ReportDocument {
  const { message, workspace, commit, status, totals, functions, skipped } = kept;
  return {
    title: `check_workspace of ${workspace} at ${commit.slice(0, 12)}: ${status}`,
    summary: message,
    sections: [
      ...section('Counterexamples', functions.flatMap(findingOf)),
      ...section('Functions', [tableOf(functions)]),
      ...listSection(
        'Files left out',
        skipped.map((one) => `${one.file}: ${one.reason}`),
      ),
    ],
    properties: { status, commit, ...totals },
    files: functions.flatMap(testOf),
  };
}

function section(heading: string, blocks: readonly Block[]): readonly Section[] {
  return blocks.length === 0 ? [] : [{ heading, blocks }];
}

function tableOf(functions: readonly FunctionVerdict[]): Block {
  const rows = functions.map(({ status, file, line, name, message, assumptions }) => [
    status,
    `${file}:${line}`,
    name,
    message,
    assumptions.join('; '),
  ]);
  return { kind: 'table', head: ['Verdict', 'Place', 'Function', 'What was found', 'Assumptions'], rows };
}

function findingOf({ file, line, name, message, counterexample }: FunctionVerdict): readonly Block[] {
  if (counterexample === undefined) return [];
  const { call, violates, raised_at, pytest } = counterexample;
  return [
    {
      kind: 'finding',
      finding: {
        rule: CONTRACT_VIOLATION,
        level: 'error',
        message: `${message} (violates: ${violates})`,
        place: raised_at ?? { file, line },
        ...(raised_at !== undefined && { related: [{ file, line, message: `${name} is defined here.` }] }),
        identity: `${name}\n${violates}`,
        properties: { call, function: name },
        details: [
          { kind: 'paragraph', text: `${file}:${line} ${name}: ${message} (violates: ${violates})` },
          ...(pytest === undefined ? [] : [{ kind: 'code' as const, language: 'python', text: pytest }]),
        ],
      },
    },
  ];
}

function testOf({ file, name, counterexample }: FunctionVerdict): readonly ReportFile[] {
  if (counterexample?.pytest === undefined) return [];
  const words = `${file.replace(/\.py$/, '')}_${name}`.replace(/\W+/g, '_');
  return [{ path: `test_${words}.py`, text: counterexample.pytest }];
}
