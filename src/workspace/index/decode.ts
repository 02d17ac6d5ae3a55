/** Bytes of a file as text. */
import type { Skip } from './skips.ts';

/** Share of characters that may be wrong in a text of another encoding, such as names in Latin-1. */
const MOST_WRONG = 0.02;

const decoder = new TextDecoder();
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * The text with line ends `\n`, without a byte order mark. A few bytes that are not UTF-8 become U+FFFD; a file with many of them, or
 * with a zero byte, is no text.
 */
export function decodeText(bytes: Uint8Array): string | Skip {
  if (bytes.includes(0)) return { reason: 'binary', detail: 'There is a zero byte in it.' };
  const text = decodeUtf8(bytes);
  if (typeof text !== 'string') return text;
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}

function decodeUtf8(bytes: Uint8Array): string | Skip {
  try {
    return strict.decode(bytes);
  } catch {
    const text = decoder.decode(bytes);
    const wrong = text.split('\uFFFD').length - 1;
    if (wrong <= Math.max(1, text.length * MOST_WRONG)) return text;
    return { reason: 'not_utf8', detail: `${wrong} of its ${text.length} characters are not UTF-8.` };
  }
}
