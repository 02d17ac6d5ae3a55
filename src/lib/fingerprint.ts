/** Short names of values, to see that one has changed; no protection against somebody who wants two to be alike. */

/** 16 hex digits that depend on `value` as JSON: FNV-1a over its UTF-16 units, twice with different beginnings. */
export function fingerprint(value: unknown): string {
  const text = JSON.stringify(value);
  return [0x811c9dc5, 0x01000193]
    .map((seed) => {
      let hash = seed;
      for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
      return (hash >>> 0).toString(16).padStart(8, '0');
    })
    .join('');
}
