/** Errors in the log. */

/** Longest message of an error that the log keeps whole, in characters. */
const LONGEST = 500;

/** Frames that the log keeps, the innermost first. */
const FRAMES = 8;

/** An unexpected error as one line: its name, its message, and the calls that it came through. */
export function logLine(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  const frames = [...(error.stack ?? '').matchAll(/\n[ \t]+at (.+)/g)].slice(0, FRAMES).map(([, frame]) => frame);
  return `${error.name}: ${oneLine(error.message)}${frames.length === 0 ? '' : ` (at ${frames.join(', from ')})`}`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
