/** Whether how a call ended rests on where and when it ran. */
import { readsOf } from '../hypotheses/dependence.ts';
import type { ExecutedCall, ExecutedFrame, Execution } from './service.ts';

/** Exceptions by which a sandbox says that it lacks something. */
const LACKS = /^(?:ModuleNotFoundError|ImportError|MemoryError)\b|can't start new thread/;

/** The same execution with what each call rests on; `read` gives the files of the workspace. */
export async function withRests(
  execution: Execution,
  read: (path: string) => Promise<string | undefined>,
): Promise<Execution> {
  if (execution.kind !== 'run') return execution;
  const texts = new Map<string, string>();
  for (const path of new Set(execution.frames.map((frame) => frame.path))) texts.set(path, (await read(path)) ?? '');
  const calls = execution.calls.map((call, index): ExecutedCall => {
    const frames = execution.frames.filter(({ id }) => id.startsWith(`${index}.`));
    const restsOn = lackOf(call) ?? readBy(frames, texts);
    return restsOn === undefined ? call : { ...call, restsOn };
  });
  return { ...execution, calls };
}

function lackOf({ ending }: ExecutedCall): string | undefined {
  return ending.kind === 'raised' && LACKS.test(ending.what) ? 'what the sandbox lacks' : undefined;
}

function readBy(frames: readonly ExecutedFrame[], texts: ReadonlyMap<string, string>): string | undefined {
  for (const [path, text] of texts) {
    const own = frames.filter((frame) => frame.path === path);
    if (own.length === 0) continue;
    const [found] = readsOf(text, (line) => own.some(({ lines }) => isWithin(line, lines)));
    if (found !== undefined) return `${found.what} (${path}:${found.line})`;
  }
  return undefined;
}

/** Whether a line is among such as `7-9, 11`. */
export function isWithin(line: number, lines: string): boolean {
  return lines.split(', ').some((range) => {
    const [from = Number.NaN, to = from] = range.split('-').map(Number);
    return from <= line && line <= to;
  });
}
