/** What a model answers, and which of it is taken: findings that quote a changed line. */
import { z } from 'zod';
import { type Finding, SEVERITIES } from '../finding.ts';
import { changedLines, type Material, type ShownLine } from './material.ts';

/** The answer to where to look. */
export const structuralAnswer = z.object({
  look_at: z
    .array(z.object({ file: z.string(), why: z.string() }))
    .max(20)
    .describe('Files to look at closely.'),
});

/** The answer to what is wrong. */
export const detailedAnswer = z.object({
  findings: z
    .array(
      z.object({
        file: z.string(),
        line: z.int().min(1).describe('In the file after the change; of a removed line, before it.'),
        quote: z.string().min(1).describe('The changed line, exactly.'),
        severity: z.enum(SEVERITIES),
        category: z.string().min(1).max(40).default('correctness'),
        confidence: z.number().min(0).max(1),
        title: z.string().min(1).max(200),
        description: z.string().max(4_000),
        impact: z.string().max(1_000).default(''),
        recommendation: z.string().max(1_000).default(''),
      }),
    )
    .max(50),
});

/** Confidence that a finding of a model has at most: a quote says where, not that it is right. */
export const MODEL_CONFIDENCE = 0.7;

/** The findings of an answer that quote a changed line which was to be seen, and how many do not. */
export function takeFindings(
  material: Material,
  { findings }: z.output<typeof detailedAnswer>,
): { readonly findings: readonly Finding[]; readonly dropped: number } {
  const taken = findings.flatMap((finding): Finding[] => {
    const quoted = quotedLine(material, finding);
    if (quoted === undefined) return [];
    const { file, quote, severity, category, confidence, title, description, impact, recommendation } = finding;
    return [
      {
        check: 'model',
        rule: `model/${category}`,
        severity,
        category,
        confidence: Math.min(confidence, MODEL_CONFIDENCE),
        title,
        description,
        file,
        line: quoted.line,
        ...(quoted.side !== undefined && { side: quoted.side }),
        snippet: quoted.text,
        impact,
        recommendation,
        evidence: [{ kind: 'quote', text: quote.trim(), file, line: quoted.line, side: quoted.side ?? 'after' }],
        identity: quoted.text,
      },
    ];
  });
  return { findings: taken, dropped: findings.length - taken.length };
}

/** The changed line that is quoted: of equal ones, that nearest to the line that is named. */
function quotedLine(
  { hunks }: Material,
  { file, line, quote }: { readonly file: string; readonly line: number; readonly quote: string },
): ShownLine | undefined {
  const wanted = quote.trim();
  if (wanted === '') return undefined;
  const distance = (each: ShownLine) => Math.abs(each.line - line);
  return hunks
    .filter((hunk) => hunk.file === file)
    .flatMap(changedLines)
    .filter(({ text }) => text.trim() === wanted)
    .reduce<ShownLine | undefined>(
      (best, each) => (best === undefined || distance(each) < distance(best) ? each : best),
      undefined,
    );
}
