/** What the tools that run Python have in common: streaming, and results as text and images. */
import type { ContentBlock } from '@modelcontextprotocol/server';
import { toBase64 } from '../../lib/base64.ts';
import { codePointLength } from '../../lib/code-points.ts';
import { countTokens } from '../../lib/tokens/count.ts';
import { ANSWER_TOKENS } from '../../mcp/answer-size.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import type {
  CellRequest,
  CellResult,
  CellStatus,
  OutputListener,
  PythonSessionApi,
  ScriptRequest,
} from '../../python/protocol.ts';

/** Every way to end. */
export const STATUSES = [
  'ok',
  'error',
  'exit',
  'timeout',
  'interrupted',
  'died',
] as const satisfies readonly CellStatus[];

/** Tokens of output that an answer holds beside its other fields, and of one text that is kept in a file where there are more. */
const OUTPUT_TOKENS = 0.8 * ANSWER_TOKENS;
const LONG_TEXT = 0.2 * ANSWER_TOKENS;

/**
 * Runs a cell or script, streaming its output as progress, and interrupts it when the caller goes. Output that is too long for an answer
 * is kept in files of the session's `outputs/`.
 */
export async function runStreaming(
  session: PythonSessionApi,
  request: CellRequest | ScriptRequest,
  ctx: ToolContext,
): Promise<CellResult> {
  // Code that prints nothing never meets the listener, so the session itself is told, too.
  const id = crypto.randomUUID();
  ctx.signal.addEventListener('abort', () => void session.interrupt(id).catch(() => undefined), { once: true });
  let chunks = 0;
  const listener: OutputListener = ({ text }) => ctx.onProgress({ done: ++chunks, message: text });
  return keepOutput(session, await session.run(request, listener, id), id.slice(0, 8));
}

async function keepOutput(session: PythonSessionApi, cell: CellResult, run: string): Promise<CellResult> {
  const texts = { stdout: cell.stdout, stderr: cell.stderr, result: cell.result ?? '' };
  const sizes = Object.entries(texts).map(([name, text]) => ({ name, text, tokens: countTokens(text, OUTPUT_TOKENS) }));
  if (sizes.reduce((sum, { tokens }) => sum + tokens, 0) <= OUTPUT_TOKENS) return cell;
  const [files, notices]: [string[], string[]] = [[], []];
  for (const { name, text, tokens } of sizes) {
    if (tokens <= LONG_TEXT) continue;
    const path = `outputs/${name}-${run}.txt`;
    const size = `${name} has ${codePointLength(text)} characters`;
    const isKept = await session.writeFile(path, new TextEncoder().encode(text)).then(
      () => true,
      () => false,
    );
    if (isKept) files.push(path);
    notices.push(
      isKept
        ? `${size}: all of it is in ${path}, which read_file shows in pages.`
        : `${size}, which no file could keep.`,
    );
  }
  return { ...cell, newFiles: [...cell.newFiles, ...files].sort(), notices: [...cell.notices, ...notices] };
}

/** The images that a run showed. */
export function imageBlocks({ images = [] }: CellResult): readonly ContentBlock[] {
  return images.map(({ data, mimeType }) => ({ type: 'image', data: toBase64(data), mimeType }));
}

/** A part of a result's text; nothing when it is empty. */
export function section(title: string, body: string | undefined): string[] {
  if (body === undefined || body === '') return [];
  const text = body.replace(/\n$/, '');
  return title === '' ? [text] : [title, text];
}

/** The notices and files of a run, a line each. */
export function remarks(facts: {
  readonly notices: readonly string[];
  readonly new_files: readonly string[];
  readonly modified_files: readonly string[];
  readonly deleted_files: readonly string[];
}): string[] {
  return [
    ...facts.notices.map((notice) => `Notice: ${notice}`),
    ...files('New files', facts.new_files),
    ...files('Modified files', facts.modified_files),
    ...files('Deleted files', facts.deleted_files),
  ];
}

function files(title: string, paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : [`${title}: ${paths.join(', ')}`];
}
