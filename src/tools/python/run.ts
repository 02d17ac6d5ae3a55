/** What the tools that run Python have in common: streaming, and results as text and images. */
import type { ContentBlock } from '@modelcontextprotocol/server';
import { toBase64 } from '../../lib/base64.ts';
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

/** Runs a cell or script, streaming its output as progress, and interrupts it when the caller goes. */
export function runStreaming(
  session: PythonSessionApi,
  request: CellRequest | ScriptRequest,
  ctx: ToolContext,
): Promise<CellResult> {
  // Code that prints nothing never meets the listener, so the session itself is told, too.
  const id = crypto.randomUUID();
  ctx.signal.addEventListener('abort', () => void session.interrupt(id).catch(() => undefined), { once: true });
  let chunks = 0;
  const listener: OutputListener = ({ text }) => ctx.onProgress({ done: ++chunks, message: text });
  return session.run(request, listener, id);
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
