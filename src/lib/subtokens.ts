/** Words that identifiers are made of. */

/** `parseHTTPHeader_v2` is `parse`, `http`, `header`, `v2`: in lower case, in order. */
export function subtokens(identifier: string): readonly string[] {
  const spaced = identifier
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase();
  return spaced.match(/[\p{L}\p{N}]+/gu) ?? [];
}
