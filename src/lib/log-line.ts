/** Errors in the log. */

/** Longest message of an error that the log keeps whole, in characters. */
const LONGEST = 500;

/** An unexpected error as one line: its name, its message, and where it was thrown; no trace. */
export function logLine(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  const [, frame] = /\n\s+at (.+)/.exec(error.stack ?? '') ?? [];
  return `${error.name}: ${oneLine(error.message)}${frame === undefined ? '' : ` (at ${frame})`}`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
