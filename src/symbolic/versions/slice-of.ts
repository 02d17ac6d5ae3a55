/** What a function of a workspace is made of. */
import { sha256 } from '../../lib/sha256.ts';
import type { TreeParser } from '../syntax/parse.ts';
import type { FunctionSlice, SliceRequest } from '../workspace-service.ts';
import type { ReadFile } from './link.ts';
import { linkFunctions } from './link-functions.ts';

/** The slice of a function. */
export async function sliceOf(
  { path, name }: SliceRequest,
  read: ReadFile,
  parser: TreeParser,
): Promise<FunctionSlice> {
  const paths = new Set([path]);
  const noted: ReadFile = (wanted) => {
    paths.add(wanted);
    return read(wanted);
  };
  const linked = await linkFunctions({ path, names: [name], read: noted }, parser);
  return { paths: [...paths], ...(linked.kind === 'linked' && { key: await sha256(linked.code) }) };
}
