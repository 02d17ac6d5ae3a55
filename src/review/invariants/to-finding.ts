/** A broken rule as a finding. */
import type { Finding } from '../finding.ts';
import { makePatch } from '../report/patch.ts';
import type { FileView } from './file-view.ts';
import { expandFix } from './fix.ts';
import type { Violation } from './judge.ts';
import type { SourcedRule } from './load.ts';

/** Characters of a line that a finding shows. */
const LONGEST_SNIPPET = 300;

const LONGEST_TITLE = 120;

/** That a rule is broken is a fact; whether the rule is right is the team's. */
const CERTAIN = 1;

/** The finding of a violation. */
export async function toFinding(rule: SourcedRule, view: FileView, violation: Violation): Promise<Finding> {
  const { line, lineEnd, side, says, offDiff, isUnparsed } = violation;
  const text = side === undefined ? await view.lineAt(line) : removedLine(view, line);
  const snippet = text?.trim().slice(0, LONGEST_SNIPPET);
  const suggestedPatch = await patchOf(rule, view, violation);
  const unparsed = isUnparsed
    ? [`The language of the file is not parsed, so ${rule.ignore.join(' and ')} count as code.`]
    : [];
  const soft = rule.action === 'warn' ? ['The rule only warns.'] : [];
  const old =
    rule.side === 'before' ? ['The change takes this rule away or alters it; this is what it was before.'] : [];
  return {
    check: 'invariants',
    rule: `invariant/${rule.id}`,
    severity: rule.severity,
    category: rule.category,
    confidence: CERTAIN,
    title: titleOf(rule.message ?? rule.rule),
    description: [
      `${rule.id} (${rule.group}): ${rule.rule}`.replace(/(?<![\s.])[\s.]*$/, '.'),
      says,
      ...unparsed,
      ...soft,
      ...old,
    ].join(' '),
    file: view.path,
    line,
    ...(side !== undefined && { side }),
    ...(lineEnd > line && { lineEnd }),
    ...(snippet !== undefined && { snippet }),
    impact: 'A rule of the team does not hold any more.',
    recommendation: rule.recommendation ?? adviceOf(rule),
    ...(suggestedPatch !== undefined && { suggestedPatch }),
    evidence: [
      { kind: 'rule', text: `${rule.id}: ${rule.rule}`, file: rule.origin, line: rule.line, side: rule.side },
      ...(snippet === undefined
        ? []
        : [{ kind: 'line' as const, text: snippet, file: view.path, line, side: side ?? ('after' as const) }]),
    ],
    ...(offDiff !== undefined && { offDiff }),
    // What a file lacks is the same wherever it is shown.
    identity: rule.demand.kind === 'require' ? rule.id : (text ?? ''),
  };
}

function titleOf(text: string): string {
  return text.length > LONGEST_TITLE ? `${text.slice(0, LONGEST_TITLE)}…` : text;
}

function adviceOf({ demand, id }: SourcedRule): string {
  const otherwise = `or let the line off with a comment: lemma: allow ${id}.`;
  switch (demand.kind) {
    case 'deny':
      return `Write the line without it, ${otherwise}`;
    case 'require':
      return `Add what the rule requires to the file, ${otherwise}`;
    case 'when_require':
      return `Add what the rule requires, ${otherwise}`;
  }
}

function removedLine({ file }: FileView, line: number): string | undefined {
  return file.hunks.flatMap(({ lines }) => lines).find(({ kind, oldLine }) => kind === 'removed' && oldLine === line)
    ?.text;
}

async function patchOf({ demand }: SourcedRule, view: FileView, { hits }: Violation): Promise<string | undefined> {
  if (demand.kind !== 'deny' || demand.fix === undefined || demand.pattern.kind !== 'regex') return undefined;
  const { fix, pattern } = demand;
  const whole = await view.whole();
  if (whole === undefined) return undefined;
  const names = pattern.regex.namedGroups();
  const edits = hits.map(({ line, lineEnd, column, columnEnd, groups }) => {
    return { line, column, endLine: lineEnd, endColumn: columnEnd, text: expandFix(fix, groups, names) };
  });
  return makePatch({ path: view.path, text: whole.text, edits });
}
