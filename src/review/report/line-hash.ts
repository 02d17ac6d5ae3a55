/**
 * The hash by which GitHub knows a line again (`primaryLocationLineHash`): that of 100 characters from its beginning on, without spaces and
 * tabs, as `fingerprints.ts` of github/codeql-action computes it.
 */

/** Characters that a hash is made of; behind the end of a file stand {@link END} and zeros. */
const WINDOW = 100;
const END = '\uffff';
const BASE = 37n;

/** The hashes of those lines of `text`, 1-based, that are wanted, such as `a7f2ff13bc495cf2:1`; equal ones of a file are numbered. */
export function lineHashes(text: string, wanted: ReadonlySet<number>): ReadonlyMap<number, string> {
  const characters = text.replace(/\r\n?/g, '\n').replace(/[ \t]/g, '') + END;
  const hashes = new Map<number, string>();
  const counts = new Map<string, number>();
  const last = Math.max(0, ...wanted);
  for (let [line, start] = [1, 0]; line <= last; line++) {
    const window = characters.slice(start, start + WINDOW);
    const count = (counts.get(window) ?? 0) + 1;
    counts.set(window, count);
    if (wanted.has(line)) hashes.set(line, `${hashOf(window).toString(16)}:${count}`);
    start = characters.indexOf('\n', start) + 1;
    if (start === 0) break;
  }
  return hashes;
}

function hashOf(window: string): bigint {
  let hash = 0n;
  for (let at = 0; at < WINDOW; at++) {
    const unit = at < window.length ? window.charCodeAt(at) : 0;
    hash = BigInt.asUintN(64, BASE * hash + BigInt(unit));
  }
  return hash;
}
