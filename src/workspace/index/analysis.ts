/** Asking the syntax engine, which may fail over a file or be away. */

import { internalError } from '../../lib/errors.ts';
import { logLine } from '../../lib/log-line.ts';
import { isLostInstance } from '../../lib/lost-instance.ts';
import type { FileFacts, SourceFile, SyntaxApi, SyntaxInfo } from '../../syntax/api.ts';

/** The syntax engine could not be reached: the files are not at fault. */
export class SyntaxAway extends Error {
  override readonly name = 'SyntaxAway';
}

/** A file that the engine fails over. */
export interface NotAnalysed {
  readonly failure: string;
}

/** The structure of each file, in the order given. Throws {@link SyntaxAway}. */
export async function analyse(
  syntax: SyntaxApi,
  files: readonly SourceFile[],
): Promise<readonly (FileFacts | NotAnalysed)[]> {
  try {
    return await syntax.analyze(files);
  } catch (error) {
    await infoOf(syntax);
    if (files.length === 1) return [{ failure: messageOf(error) }];
  }
  const results: (FileFacts | NotAnalysed)[] = [];
  for (const file of files) results.push(...(await analyse(syntax, [file])));
  return results;
}

/** What the engine tells of itself. Throws {@link SyntaxAway}. */
export async function infoOf(syntax: SyntaxApi): Promise<SyntaxInfo> {
  try {
    return await syntax.info();
  } catch (error) {
    console.warn(`instance lost (syntax engine): ${logLine(error)}`);
    throw new SyntaxAway('The syntax engine is away.');
  }
}

/** What users are told of an error over a file or a slice of work; the log has its cause. */
export function messageOf(error: unknown): string {
  if (error instanceof SyntaxAway) return error.message;
  return isLostInstance(error) ? 'The syntax engine was lost over it.' : internalError(error, 'indexing').message;
}
