/** Findings about references that a change of the surface breaks. */
import type { Finding } from '../finding.ts';
import type { ChangeKind, SurfaceChange } from './change.ts';

/** Places that a description names. */
const NAMED = 3;

const WORDS: Partial<Record<ChangeKind, string>> = {
  object_removed: 'is gone',
  object_renamed: 'has another name',
  parameter_removed: 'lost a parameter',
  parameter_added_required: 'needs another argument',
  parameter_changed_required: 'needs an argument that could be left out',
  parameter_changed_kind: 'takes an argument in another way',
  parameter_moved: 'has its parameters in another order',
};

/** The finding of a change that breaks places of the workspace. It stands where the symbol changed. */
export function findingOf(change: SurfaceChange): Finding {
  const { kind, symbol, file, line, side, before, after, broken } = change;
  const what = WORDS[kind] ?? 'changed';
  const places = broken.slice(0, NAMED).map((each) => `${each.file}:${each.line}`);
  const more = broken.length > NAMED ? ` and ${broken.length - NAMED} more` : '';
  const [was, is] = [before, after].map((text) => (text === undefined ? '' : `\`${text}\``));
  const difference =
    was !== '' && is !== ''
      ? ` ${was} became ${is}.`
      : was !== ''
        ? ` It was ${was}.`
        : is !== ''
          ? ` New: ${is}.`
          : '';
  return {
    check: 'surface',
    rule: `surface/${kind}`,
    severity: 'HIGH',
    category: 'compatibility',
    confidence: 0.9,
    title: `\`${symbol}\` ${what}, and ${broken.length === 1 ? 'a place that uses it is' : `${broken.length} places that use it are`} left`,
    description: `\`${symbol}\` ${what}.${difference} Still as before the change: ${places.join(', ')}${more}.`,
    file,
    line,
    ...(side !== undefined && { side }),
    impact: 'These places fail when they are compiled, imported or run.',
    recommendation:
      kind === 'object_renamed' && after !== undefined
        ? `Use \`${after}\` there, or keep \`${symbol}\` as another name of it.`
        : `Change them in the same commit, or keep \`${symbol}\` as it was beside the new.`,
    evidence: broken.map((each) => ({
      kind: 'reference',
      text: each.text,
      file: each.file,
      line: each.line,
      side: 'after',
    })),
    identity: `${kind} ${symbol}`,
  };
}
