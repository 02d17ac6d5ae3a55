/** Reads JSON that may be none. */

/** What `text` is as JSON; undefined where it is none. What is wrong is not said, since parsers repeat a part of the text, which may be secret. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
