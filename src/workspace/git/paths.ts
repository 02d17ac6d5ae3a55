/** Names of files in a repository: which can be written, and which a checkout could mistake for another one. */

/** Bytes of UTF-8 that one name may have: what common file systems take. */
export const LONGEST_NAME = 255;
/** Bytes of UTF-8 that a path may have: Linux takes 4,096 with the folder that a clone lies in. */
export const LONGEST_PATH = 3000;
/** Files and folders that a commit may have: walks of a tree end there. */
export const MOST_PATHS = 200_000;
/** Levels of folders that a commit may have. */
export const DEEPEST_FOLDER = 1000;

/** Whether no name of a tree entry may be this: it would be a repository's own folder, or leave the folder, somewhere. */
export function isForbiddenName(name: string): boolean {
  if (name === '' || name === '.' || name === '..') return true;
  // HFS+ passes over these characters.
  const visible = name.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '');
  // NTFS drops dots and spaces at the end, has streams behind a colon, short names, and backslashes between folders.
  return visible.split('\\').some((part) => /^(?:\.git|git~1)[ .]*(?::.*)?$/i.test(part) || part === '..');
}

/** Why a path cannot have this name in it, as the end of a sentence that starts with the path; undefined when it can. */
function nameFault(name: string): string | undefined {
  if (name === '') return 'has an empty name in it';
  if (name === '.' || name === '..') return `has '${name}' in it`;
  // Wider than for pushes: what a person takes for .git has no place here either.
  const plain = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return isForbiddenName(name) || isForbiddenName(plain)
    ? "has a name in it that is, or looks like, '.git'"
    : undefined;
}

/** Why a file cannot be written at `path`, as the end of a sentence that starts with it; undefined when it can. */
export function pathFault(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is absolute';
  if (/\p{Cc}/u.test(path)) return 'has a control character in it';
  if (/\p{Cs}/u.test(path)) return 'has half a surrogate pair in it, which UTF-8 cannot write';
  if (path.includes('\\')) return 'has a backslash in it; folders are separated by slashes';
  const names = path.split('/');
  if (names.some((name) => utf8Length(name) > LONGEST_NAME))
    return `has a name of more than ${LONGEST_NAME} bytes in it`;
  if (utf8Length(path) > LONGEST_PATH) return `is longer than ${LONGEST_PATH} bytes`;
  return names.map(nameFault).find((fault) => fault !== undefined);
}

/** What names have in common that a file system without case or with normal forms takes for one. */
export function foldName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** The path as it is shown in messages: on one line, and not for ever. */
export function quotedPath(path: string): string {
  const text = path.length > 200 ? `${path.slice(0, 200)}… (${path.length} characters)` : path;
  return `'${text.toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, escapeChar)}'`;
}

function escapeChar(char: string): string {
  return `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
