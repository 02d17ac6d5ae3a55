/** Lets a module of wasm-bindgen be instantiated again: as published, the first instance stays forever, also after it has failed. */

/** What `initSync` and its like do first; they do the same in every version. */
const KEEPS_FIRST = 'if (wasm !== undefined) return wasm;';

/** `glue` whose `initSync` makes a new instance each time. Throws when it is not as expected. */
export function renewable(glue: string): string {
  const parts = glue.split(KEEPS_FIRST);
  if (parts.length !== 3) throw new Error(`The glue has \`${KEEPS_FIRST}\` ${parts.length - 1} times instead of 2.`);
  return parts.join('');
}
