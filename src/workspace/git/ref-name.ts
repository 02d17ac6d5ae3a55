/** What refs may be called (git-check-ref-format). */

/** Bytes of UTF-8 that a ref's name may have: a file of that name must fit a clone's folder. */
const LONGEST_REF = 255;

/** Why a ref cannot have this name, as the end of a sentence that starts with it; undefined when it can. */
export function refNameFault(name: string): string | undefined {
  if (name === '' || name === '@') return 'is no name';
  if (new TextEncoder().encode(name).length > LONGEST_REF) return `is longer than ${LONGEST_REF} bytes`;
  if (/[\0-\x20\x7f~^:?*[\\]|\p{Cs}/u.test(name)) return 'has a space, control character or one of ~^:?*[\\ in it';
  if (name.includes('..') || name.includes('@{') || name.endsWith('.'))
    return "has '..' or '@{' in it, or ends with a dot";
  const parts = name.split('/');
  if (parts.some((part) => part === '' || part.startsWith('.') || part.endsWith('.lock')))
    return "has an empty part, or one that begins with a dot or ends in '.lock'";
  if (name.startsWith('-')) return 'begins with a dash';
  return undefined;
}
