/** Bytes as base64 text. */

/** Bytes turned into text at once: more would not fit the arguments of a call. */
const PART = 0x8000;

/** Returns the padded base64 of `bytes`. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += PART) binary += String.fromCharCode(...bytes.subarray(at, at + PART));
  return btoa(binary);
}

/** The bytes that `text` stands for, with padding or without; undefined when it is no base64. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
