/** Texts of which it is known what must be hidden, whatever the value is, and texts in which nothing may be. */

import { readFileSync } from 'node:fs';

/** A text with its secrets, each of which stands in it; without any, nothing of it may be hidden. */
export interface Probe {
  readonly form: string;
  readonly text: string;
  readonly secrets: readonly string[];
}

/** How a masking did. */
export interface Result {
  readonly secrets: number;
  readonly missed: readonly string[];
  readonly harmless: number;
  readonly hidden: readonly string[];
  /** Of the probes with secrets: those of which something else was hidden too, such as the key. */
  readonly beyond: readonly string[];
}

/** Masks each probe and compares with what is known. */
export function measure(probes: readonly Probe[], mask: (text: string) => string): Result {
  const missed: string[] = [];
  const hidden: string[] = [];
  const beyond: string[] = [];
  let [secrets, harmless] = [0, 0];
  for (const { form, text, secrets: known } of probes) {
    const masked = mask(text);
    if (known.length === 0) {
      harmless++;
      if (masked !== text) hidden.push(`${form}: ${text} -> ${masked}`);
      continue;
    }
    secrets++;
    const wanted = known.reduce((rest, secret) => replaceLast(rest, secret), text);
    if (known.some((secret) => masked.includes(secret))) missed.push(`${form}: ${text} -> ${masked}`);
    else if (masked !== wanted) beyond.push(`${form}: ${text} -> ${masked}`);
  }
  return { secrets, missed, harmless, hidden, beyond };
}

function replaceLast(text: string, secret: string): string {
  const at = text.lastIndexOf(secret);
  return text.slice(0, at) + secret.replace(/[^\n]/g, '*') + text.slice(at + secret.length);
}

/** The texts of a file in which nothing may be hidden, one a line, with `\\n` for line ends. */
export function harmless(file: string): readonly Probe[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => ({
    form: 'harmless',
    text: line.replace(/\\(.)/g, (_, next: string) => (next === 'n' ? '\n' : next)),
    secrets: [],
  }));
}
