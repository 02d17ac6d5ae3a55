/** What came of a check, and the table of them. */
import { z } from 'zod';
import { CommandProblem } from '../lemma/problem.ts';

/** One line of the table. */
export type Outcome =
  | { readonly kind: 'passed'; readonly name: string; readonly milliseconds: number; readonly detail: string }
  | {
      readonly kind: 'failed';
      readonly name: string;
      readonly milliseconds: number;
      readonly message: string;
      /** What to do about it. */
      readonly advice: string;
    };

/** Runs a check; `run` resolves to what it saw. */
export async function outcomeOf(name: string, run: () => Promise<string>): Promise<Outcome> {
  const started = performance.now();
  const milliseconds = () => Math.round(performance.now() - started);
  try {
    const detail = await run();
    return { kind: 'passed', name, milliseconds: milliseconds(), detail };
  } catch (error) {
    return { kind: 'failed', name, milliseconds: milliseconds(), ...problemOf(error) };
  }
}

/** The lines of an outcome. */
export function linesOf(outcome: Outcome): string {
  const name = outcome.name.padEnd(WIDTH);
  switch (outcome.kind) {
    case 'passed':
      return `passed  ${name} ${timeOf(outcome.milliseconds)}  ${outcome.detail}`;
    case 'failed':
      return `FAILED  ${name} ${timeOf(outcome.milliseconds)}  ${outcome.message}\n${' '.repeat(8)}Do: ${outcome.advice}`;
  }
}

/** Characters that names have at most. */
const WIDTH = 16;

function timeOf(milliseconds: number): string {
  return `${milliseconds.toLocaleString('en').padStart(8)} ms`;
}

function problemOf(error: unknown): { readonly message: string; readonly advice: string } {
  if (error instanceof CommandProblem) return { message: error.message, advice: error.advice };
  if (error instanceof z.ZodError) {
    return {
      message: `The answer is another one: ${z.prettifyError(error).replaceAll(/\s+/g, ' ')}`,
      advice: 'Deploy all Workers from one commit (npm run deploy): they may be of different versions.',
    };
  }
  // What fetch throws names the reason in its cause.
  const { message } = error instanceof Error && error.cause instanceof Error ? error.cause : new Error(String(error));
  return {
    message,
    advice: 'npx wrangler tail lemma shows the log while you run this again.',
  };
}
