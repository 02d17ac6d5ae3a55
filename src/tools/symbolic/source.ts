/** The parameters that every symbolic tool has, and the checks that need no engine. */
import { z } from 'zod';
import type { ErrorType } from '../../lib/error-types.ts';
import { asToolFailure, ToolFailure } from '../../lib/errors.ts';
import { shownPath } from '../../lib/shown-path.ts';
import { MOST_ANSWER_TOKENS } from '../../mcp/answer-size.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import type { InputFault, ReadOther, SymbolicRequest } from '../../symbolic/service.ts';

/** Parameters that say where the module's source is. */
export const codeParameters = {
  code: z.string().optional().describe('Python source.'),
  file: z.string().min(1).optional().describe('In place of code.'),
  workspace: z.string().optional().describe('Of file.'),
  ref: z.string().min(1).optional().describe('Git revision.'),
};

/** Parameters shared by the symbolic tools. */
export const sourceParameters = {
  ...codeParameters,
  function_name: z.string().min(1).describe('Function or method.'),
  timeout_seconds: z.int().min(1).max(300).default(30).describe('Scales the work budget.'),
};

/** The field that cites a file. */
export const sourceField = {
  source: z.object({ file: z.string(), commit: z.string(), workspace: z.string() }).optional(),
};

/** The source of a module, and where it was read when the caller did not send it. */
export interface Source {
  readonly code: string;
  readonly source?: { readonly file: string; readonly commit: string; readonly workspace: string };
}

/** Bytes of a file that is read. */
export const LARGEST_FILE = 1_000_000;

const codeArguments = z.object(codeParameters);

/** The source that the arguments give or name. Throws `ToolFailure` when they do neither or both, and for one that is not acceptable. */
export async function sourceOf(args: z.output<typeof codeArguments>, ctx: ToolContext): Promise<Source> {
  const { code, file } = args;
  if ((code === undefined) === (file === undefined)) {
    throw new ToolFailure({
      errorType: 'ValueError',
      message: `Exactly one of code and file is needed; ${code === undefined ? 'neither is' : 'both are'} given.`,
      advice: 'Pass the source of the module as code, or the path of a file in a workspace as file.',
    });
  }
  if (file !== undefined) return readSource(file, args, ctx);
  if (args.ref !== undefined || args.workspace !== undefined) {
    throw new ToolFailure({
      errorType: 'ValueError',
      message: 'workspace and ref say where file is, and no file is given.',
      advice: 'Leave them out, or pass file in place of code.',
    });
  }
  const plain = withoutFences(code ?? '');
  checkSource(plain, ctx.codeSizeLimit);
  return { code: plain };
}

/** Python alone where it came as a block of Markdown, or with a byte order mark; on the lines that it had. */
function withoutFences(code: string): string {
  const text = code.replace(/^\uFEFF/, '');
  const [opening, before] = /^(\s*)(?:```|~~~)[ \t]*(?:(?:python3?|py)[ \t]*)?\r?\n/i.exec(text) ?? [];
  const rest = text.slice(opening?.length).trimEnd();
  return opening === undefined || !/(?:```|~~~)$/.test(rest) ? text : `${before}\n${rest.slice(0, -3)}`;
}

async function readSource(path: string, args: z.output<typeof codeArguments>, ctx: ToolContext): Promise<Source> {
  const { name, workspace } = ctx.workspaces.open(args.workspace);
  const request = { path, ...(args.ref !== undefined && { ref: args.ref }), mostBytes: LARGEST_FILE };
  const { path: file, commit, content, kind, size } = await workspace.readFile(request);
  const unfit = (what: string, advice: string) =>
    new ToolFailure({ errorType: 'ValueError', message: `'${file}' ${what}.`, advice });
  if (content.kind === 'binary')
    throw unfit('holds null bytes; Python source cannot', 'Name a file with Python source.');
  if (kind === 'symlink') throw unfit(`is a symbolic link to '${content.text}'`, 'Name the file that it points at.');
  if (size > LARGEST_FILE) {
    const message = `has ${size} bytes; at most ${LARGEST_FILE} are read`;
    throw unfit(message, 'Send only the function and what it needs, as code.');
  }
  if (content.replaced) throw unfit('is not UTF-8', 'Send the function and what it needs, as code.');
  // Python's readers of files drop a byte order mark, its compiler of texts does not.
  const code = content.text.replace(/^\uFEFF/, '');
  checkSource(code, LARGEST_FILE);
  return { code, source: { file, commit, workspace: name } };
}

/** Reads other files of the workspace that a source is from, at its commit; undefined for code that was sent. */
export function readerOf({ source }: Source, ctx: ToolContext): ReadOther | undefined {
  return source && readerAt(source, ctx);
}

/** Reads files of a workspace at a commit; undefined for what is there no text of at most {@link LARGEST_FILE} bytes. */
export function readerAt(
  { workspace: name, commit }: { readonly workspace: string; readonly commit: string },
  ctx: ToolContext,
): ReadOther {
  const { workspace } = ctx.workspaces.open(name);
  return async (path) => {
    try {
      const { content, kind, truncated } = await workspace.readFile({ path, ref: commit, mostBytes: LARGEST_FILE });
      const isText = kind !== 'symlink' && content.kind === 'text' && !content.replaced && !truncated;
      return isText ? content.text.replace(/^\uFEFF/, '') : undefined;
    } catch (error) {
      if (asToolFailure(error)?.failure.errorType === 'FILE_NOT_FOUND') return undefined;
      throw error;
    }
  };
}

/** `file at commit`, for a report; nothing for code that was sent. */
export function citation({ source }: { readonly source?: Source['source'] | undefined }): readonly string[] {
  return source === undefined
    ? []
    : [`${shownPath(source.file)} of workspace ${source.workspace} at commit ${source.commit}`];
}

/** Where what does not fit an answer is, too. */
export const inTheReport = () => 'the linked report has all';

/** Tokens of an answer of a symbolic tool. */
export const SYMBOLIC_TOKENS = 1500;

/** Tokens of an answer, which is longer when it is to show a query. */
export function smtlibTokens({ include_smtlib }: { readonly include_smtlib: boolean }): number {
  return include_smtlib ? MOST_ANSWER_TOKENS : SYMBOLIC_TOKENS;
}

/** The parameter of tools for which limits of numbers are no finding. */
export const limitsParameter = {
  machine_limits: z.enum(['spare', 'count']).default('spare').describe('Whether huge numbers count.'),
};

/** The parameter of tools that can show a query. */
export const smtlibParameter = {
  include_smtlib: z.boolean().default(false).describe('Show an open query.'),
};

const sourceArguments = z.object(sourceParameters);

/** What those parameters ask of the engine. */
export function sourceRequest(
  args: z.output<typeof sourceArguments>,
  source: Source,
  ctx: ToolContext,
): SymbolicRequest {
  const { function_name: functionName, timeout_seconds: timeoutSeconds } = args;
  return { ...moduleRequest(source, ctx), functionName, timeoutSeconds, owner: ctx.principal.userId };
}

/** What a request says of its module. */
export function moduleRequest({ code, source }: Source, ctx: ToolContext): Pick<SymbolicRequest, 'code' | 'file'> {
  return { code, ...(source !== undefined && { file: { path: source.file, mostBytes: ctx.codeSizeLimit } }) };
}

/** Throws `ToolFailure` when `code` is larger than `limit` bytes of UTF-8 or holds a null byte. */
function checkSource(code: string, limit: number): void {
  const size = new TextEncoder().encode(code).length;
  if (size > limit) {
    throw new ToolFailure({
      errorType: 'ValueError',
      message: `The code is ${size} bytes long; at most ${limit} are accepted.`,
      advice: 'Send only the function and what it needs.',
    });
  }
  const nullByte = code.indexOf('\0');
  if (nullByte >= 0) {
    throw new ToolFailure({
      errorType: 'ValueError',
      message: `The code holds a null byte at offset ${nullByte}; Python source cannot.`,
      advice: 'Remove it, or write it as the escape \\x00 inside a string literal.',
      line: code.slice(0, nullByte).split('\n').length,
    });
  }
}

/** What to do next, where more can be said than that the input is at fault. */
const ADVICE: Readonly<Partial<Record<ErrorType, string>>> = {
  ModuleNotFoundError:
    "Only Python's standard library is installed: leave the import out, or define what is used of it in the code.",
  UnsupportedConstruct: 'Write the construct in another way and call again.',
  RuntimeError: 'Call again; when that ends in the same way, the code of the module outside of functions is at fault.',
};

/** The failure for an input that the engine found at fault. */
export function inputFailure(fault: InputFault, { source }: Source): ToolFailure {
  return new ToolFailure({
    errorType: fault.errorType,
    message: source === undefined ? fault.message : `In ${shownPath(source.file)}: ${fault.message}`,
    advice: ADVICE[fault.errorType] ?? 'Correct the code or the arguments and call again.',
    ...(fault.line !== undefined && { line: fault.line }),
    ...(fault.exception !== undefined && { details: { exception: fault.exception } }),
  });
}
