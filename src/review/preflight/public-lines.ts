/** Changed lines that look like public declarations; `surface/` finds out what really became of them. */
import type { DiffFile } from '../diff/diff.ts';

/** By language; each is tried at the beginning of a line. */
const DECLARATIONS: readonly (readonly [extensions: readonly string[], declares: RegExp])[] = [
  [
    ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'],
    /^\s*(?:export\s|module\.exports\b|exports\.)/,
  ],
  [['py'], /^(?:async\s+def|def|class)\s+[A-Za-z]/],
  [['go'], /^(?:func\s+(?:\([^()]*\)\s*)?|type\s+|var\s+|const\s+)[A-Z]/],
  [['rs'], /^\s*pub\s/],
  [['java', 'cs', 'php'], /^\s*(?:public|protected)\s/],
  [
    ['kt', 'kts'],
    /^\s*(?:public\s|(?:(?:open|abstract|sealed|data|suspend|inline|enum)\s+)*(?:fun|class|interface|object)\s)/,
  ],
  [['swift'], /^\s*(?:public|open)\s/],
  [['scala'], /^(?:(?:final|sealed|abstract|case|implicit)\s+)*(?:class|object|trait|def|enum)\s/],
  [['rb'], /^\s*(?:class|module)\s+[A-Z]/],
];

/** Of these files every declaration is public. */
const BY_EXTENSION = new Map(
  DECLARATIONS.flatMap(([extensions, declares]) => extensions.map((name) => [name, declares])),
);

/** Characters of a line that are looked at, and shown. */
const LONGEST = 80;

/** The first added or removed line that declares something public, as shown to people; undefined when there is none. */
export function publicDeclaration({ path, hunks }: DiffFile): string | undefined {
  const declares = BY_EXTENSION.get(path.slice(path.lastIndexOf('.') + 1));
  if (declares === undefined) return undefined;
  for (const { lines } of hunks) {
    for (const { kind, text } of lines) {
      if (kind !== 'context' && declares.test(text.slice(0, LONGEST)))
        return JSON.stringify(text.trim().slice(0, LONGEST));
    }
  }
  return undefined;
}
