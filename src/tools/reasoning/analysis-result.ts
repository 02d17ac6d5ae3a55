/** The document's AnalysisResult, which the tools of reasoning have in common. */
import { z } from 'zod';
import { sha256 } from '../../lib/sha256.ts';
import { VERSION } from '../../lib/version.ts';
import type { CodePlace } from '../../reasoning/conversation/service.ts';

/** Its fields; a tool adds its own beside them. */
export const analysisFields = {
  analysis_id: z
    .string()
    .describe('Made of all that decides the answer: the same question of the same commit has the same.'),
  findings: z.object({
    root_cause: z.string().optional().describe('Absent: nothing shows one.'),
    evidence: z.array(z.string()).describe('Each with its file and line.'),
    confidence_level: z
      .int()
      .min(1)
      .max(5)
      .describe('By what it rests on: 5 proved or run, 3 resolved in the code, 1 by names alone.'),
  }),
  recommendations: z.array(z.string()),
  execution_time: z.number().describe('Seconds.'),
};

/** How the tools that reason tell a conversation: the commit that was asked about, and the places that their evidence names. */
export const tellsAnalysis = {
  session: (args: { readonly session_id?: string | undefined }) => args.session_id,
  about({ findings, commit, commits = [] }: TellableFacts, { workspace }: { readonly workspace: string }) {
    const at = commit ?? commits.find((each) => each.workspace === workspace)?.commit;
    return { workspace, ...(at !== undefined && { commit: at }), places: placesIn(findings?.evidence ?? []) };
  },
};

/** Of a result that may be a question, which has no findings. */
interface TellableFacts {
  readonly status?: string;
  readonly findings?: { readonly evidence: readonly string[] };
  readonly commit?: string | undefined;
  readonly commits?: readonly { readonly workspace: string; readonly commit?: string | undefined }[];
}

/** The first place that each text names, as `path:line`. */
function placesIn(texts: readonly string[]): readonly CodePlace[] {
  return texts.flatMap((text) => {
    const [, file, line] = /(?:^|[\s(])([^\s:()]+\.\w+):(\d+)/.exec(text) ?? [];
    return file === undefined || line === undefined ? [] : [{ file, line: Number(line) }];
  });
}

/** The id of the answer to `question`, as JSON, about the state of the code that `commits` name. */
export async function analysisId(tool: string, question: unknown, commits: readonly string[]): Promise<string> {
  return `analysis-${(await sha256(JSON.stringify([VERSION, tool, question, commits]))).slice(0, 16)}`;
}

/** Seconds since `started`, a time of `performance.now()`. */
export function secondsSince(started: number): number {
  return Math.round(performance.now() - started) / 1000;
}

/** How sure findings are, by what they rest on; see docs/reasoning.md. */
export function confidenceLevel(basis: 'executed' | 'proved' | 'resolved' | 'partly' | 'named'): 1 | 2 | 3 | 4 | 5 {
  return ({ executed: 5, proved: 5, resolved: 3, partly: 2, named: 1 } as const)[basis];
}

/** The parameter by which the tools of reasoning name a workspace. */
export const workspaceName = z.string().default('default').describe('Name of the workspace.');

/** A place where to begin, as the document has it. */
export const codeLocation = z.strictObject({
  file: z.string().min(1).max(3000).describe('Path in the workspace.'),
  line: z.int().min(1).describe('1-based: in the function, or where it is defined.'),
  function_name: z.string().min(1).max(300).optional().describe('Where several begin on the line: `f` or `C.m`.'),
});
