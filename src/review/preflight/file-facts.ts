/** What is said of each file of a change before anything is checked. */
import type { DiffFile } from '../diff/diff.ts';
import { kindFinder, ownList, withOwn } from './kind-finder.ts';
import { defaultKinds, type FileKind, type Matcher } from './kinds.ts';
import { publicDeclaration } from './public-lines.ts';
import type { PreflightRules } from './rules.ts';

/** A file of the change. */
export interface FileFacts {
  readonly path: string;
  readonly kind: FileKind;
  /** Why others may build on it: its name, or the first changed line that declares something public. */
  readonly publicBecause?: string;
  /** Areas where mistakes cost most, sorted. */
  readonly areas: readonly string[];
  readonly added: number;
  readonly removed: number;
}

/** Kinds that have no risk of their own: others make them, or they are judged elsewhere. */
const QUIET: ReadonlySet<FileKind> = new Set(['lock', 'vendored', 'generated', 'test', 'documentation', 'other']);

/** Says of files what {@link FileFacts} has. Throws `ToolFailure` for patterns that cannot be used. */
export function factFinder(rules: PreflightRules = {}): (file: DiffFile) => FileFacts {
  const kindOf = kindFinder(rules);
  const { isPublic, hotspots } = defaultKinds();
  const isPublicName = withOwn('public', rules, isPublic);
  const own = ownList('hotspots', rules);
  const defaults = rules.replace?.includes('hotspots') ? [] : Object.entries(hotspots);
  return (file) => {
    const { path } = file;
    const kind = kindOf(path);
    const said = own(path);
    const areas = [
      ...(said === 'yes' ? ['named by the team'] : []),
      ...(said === 'no' ? [] : defaults.flatMap(([area, matches]) => (matches(path) ? [area] : []))),
    ];
    const isQuiet = QUIET.has(kind) && said !== 'yes';
    const publicBecause = QUIET.has(kind) ? undefined : publicReason(file, isPublicName);
    return {
      path,
      kind,
      ...(publicBecause !== undefined && { publicBecause }),
      areas: isQuiet ? [] : areas.sort(),
      ...countsOf(file),
    };
  };
}

function publicReason(file: DiffFile, isPublicName: Matcher): string | undefined {
  if (isPublicName(file.path)) return 'its name says that others build on it';
  const line = publicDeclaration(file);
  return line === undefined ? undefined : `changes the public declaration ${line}`;
}

function countsOf({ hunks }: DiffFile): { readonly added: number; readonly removed: number } {
  let [added, removed] = [0, 0];
  for (const { lines } of hunks) {
    for (const { kind } of lines) {
      if (kind === 'added') added++;
      else if (kind === 'removed') removed++;
    }
  }
  return { added, removed };
}
