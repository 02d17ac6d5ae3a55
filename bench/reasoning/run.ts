/**
 * `npm run bench -- reasoning <part> …`: how right and how quick the tools that reason are.
 *
 * - `complexity [file …]`: classes of growth that measuring and reading give, against functions of known class
 * - `hypotheses <clones> <cases.jsonl> [even|odd|all] [seconds]`: which of four hypotheses about a planted fault is true, by execution alone;
 *   `hypotheses/make_cases.py <clones> <cases.jsonl>` plants the faults, always the same ones
 * - `traces <clones> …`: calls that reading finds against those that programs make (`traces/run.ts`)
 * - `tools <clones> [runs]`: time and tokens of each tool, on a repository of real size
 *
 * Clones lie in `<clones>/<owner>+<name>/repo`.
 */
const PARTS: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  complexity: async (args) => (await import('./complexity.ts')).runComplexity(args),
  hypotheses: async (args) => (await import('./hypotheses/run.ts')).runHypotheses(args),
  traces: async (args) => (await import('./traces/run.ts')).runTraces(args),
  tools: async (args) => (await import('./tools.ts')).runTools(args),
};

/** Runs a part, or says which there are. */
export async function runReasoning([name = '', ...args]: readonly string[]): Promise<void> {
  const part = PARTS[name];
  if (part !== undefined) return part(args);
  console.error(`There is no part ${JSON.stringify(name)}; there are: ${Object.keys(PARTS).join(', ')}.`);
  process.exitCode = 2;
}
