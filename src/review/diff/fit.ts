/** Whether a file of a workspace is as before or as after a change. */
import { applyHunks, placeHunks, reverse, withCarriageReturns } from './apply.ts';
import { blobId } from './blob-id.ts';
import type { DiffFile, Hunk } from './diff.ts';
import { type Side, wholeText } from './whole.ts';

/** Where the workspace's file stands; `both` when nothing tells. */
export type Fit =
  | {
      readonly kind: Side | 'both';
      /** Where the hunks stand, if not where the diff says. */
      readonly placed?: readonly Hunk[];
      /** The text of the other side. */
      turn(text: string, from: Side): string | undefined;
    }
  | {
      readonly kind: 'unknown';
      readonly why: string;
      /** Whether the workspace has another file than either side. */
      readonly isMisfit?: boolean;
    };

/** Compares a file of the diff with that of a workspace, whose paths and texts are given. */
export async function fitOf(
  file: DiffFile,
  paths: ReadonlySet<string>,
  read: (path: string) => Promise<string | undefined>,
): Promise<Fit> {
  const { path, from, status, binary, modes } = file;
  if (status === 'added' && !paths.has(path)) return sure('before', file);
  if (status === 'deleted' && !paths.has(path)) return sure('after', file);
  const names: Readonly<Record<Side, string>> = { before: from ?? path, after: path };
  const possible = (['before', 'after'] as const).filter((side) => isPossible(file, side, paths));
  if (possible.length === 0) return { kind: 'unknown', why: 'the workspace has it on neither side', isMisfit: true };
  if (modes?.before === '160000' || modes?.after === '160000') return { kind: 'unknown', why: 'it is a submodule' };
  if (binary) return { kind: 'unknown', why: 'of a binary file the diff tells no lines' };
  const texts = new Map<Side, string>();
  for (const side of possible) {
    const text = await read(names[side]);
    if (text !== undefined) texts.set(side, text);
  }
  const hasCarriageReturns = [...texts.values()].some((text) => text.includes('\r\n'));
  const forms = [file.hunks, ...(hasCarriageReturns ? [withCarriageReturns(file.hunks)] : [])];
  for (const hunks of forms) {
    const matched: Matched[] = [];
    for (const [side, text] of texts) {
      const match = await matchOf({ ...file, hunks }, side, text);
      if (match !== undefined) matched.push(match);
    }
    const [match, other] = matched.some(({ isSame }) => isSame) ? matched.filter(({ isSame }) => isSame) : matched;
    if (match !== undefined) return sure(other === undefined ? match.side : 'both', { hunks });
  }
  for (const hunks of forms) {
    const placed = placedIn(texts, { ...file, hunks });
    if (placed !== undefined) return placed;
  }
  return texts.size > 0
    ? { kind: 'unknown', why: 'the workspace has another version, which is neither side of the diff', isMisfit: true }
    : { kind: 'unknown', why: 'in the workspace it is no UTF-8 text, or too large' };
}

/** Whether the workspace has the paths that a side has, where only one side can have them. */
function isPossible({ path, from = path, status }: DiffFile, side: Side, paths: ReadonlySet<string>): boolean {
  switch (status) {
    case 'modified':
      return paths.has(path);
    case 'added':
      return side === 'after';
    case 'deleted':
      return side === 'before';
    case 'renamed':
      return side === 'before' ? paths.has(from) && !paths.has(path) : paths.has(path) && !paths.has(from);
    case 'copied':
      return side === 'before' ? paths.has(from) && !paths.has(path) : paths.has(path);
  }
}

/** A side that a text is as far as the diff tells. */
interface Matched {
  readonly side: Side;
  /** Whether the id of its blob tells so. */
  readonly isSame: boolean;
}

async function matchOf(file: DiffFile, side: Side, text: string): Promise<Matched | undefined> {
  const { hunks, blobs } = file;
  const whole = wholeText(file, side);
  if (whole !== undefined) return whole === text ? { side, isSame: true } : undefined;
  const blob = blobs?.[side];
  const isSame = blob !== undefined && (await blobId(text)).startsWith(blob);
  // Without hunks only the id can tell, or nothing has to be told.
  if (hunks.length === 0) return isSame || blob === undefined ? { side, isSame } : undefined;
  return 'text' in applyHunks(text, side === 'before' ? hunks : reverse(hunks)) ? { side, isSame } : undefined;
}

/** The side that has the lines of all hunks, each at one place only, which is not where the diff says. */
function placedIn(texts: ReadonlyMap<Side, string>, { hunks, blobs }: DiffFile): Fit | undefined {
  // A diff with ids of contents is one of git, whose line numbers are right: the workspace has another version.
  if (hunks.length === 0 || blobs !== undefined) return undefined;
  const fits = [...texts].flatMap(([side, text]) => {
    const found = placeHunks(text, side === 'before' ? hunks : reverse(hunks));
    const placed = side === 'before' || found === undefined ? found : reverse(found);
    return placed !== undefined && 'text' in applyHunks(text, found ?? [])
      ? [{ ...sure(side, { hunks: placed }), placed }]
      : [];
  });
  return fits.length === 1 ? fits[0] : undefined;
}

function sure(kind: Side | 'both', { hunks }: Pick<DiffFile, 'hunks'>): Fit {
  return {
    kind,
    turn(text, from) {
      const applied = applyHunks(text, from === 'before' ? hunks : reverse(hunks));
      return 'text' in applied ? applied.text : undefined;
    },
  };
}
