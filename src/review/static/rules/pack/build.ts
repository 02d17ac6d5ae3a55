/** Writes rules of the pack briefly. */
import type { Condition, Formula, Language } from '../../../../syntax/api.ts';
import type { Severity } from '../../../finding.ts';
import type { Rule } from '../rule.ts';

/** A rule of the pack. */
export interface PackRule {
  readonly id: string;
  readonly severity: Severity;
  readonly category: 'security' | 'correctness' | 'reliability';
  readonly message: string;
  readonly recommendation: string;
  readonly formula: Formula;
}

/** Rules for files of some languages. */
export function pack(languages: readonly Language[], rules: readonly PackRule[]): readonly Rule[] {
  return rules.map((rule) => ({
    ...rule,
    languages,
    confidence: 0.9,
    include: [],
    exclude: [],
    source: { file: 'the pack of rules', line: 1 },
  }));
}

/** Any of the patterns. */
export function either(...patterns: readonly string[]): Formula {
  return { kind: 'any', of: patterns.map(pattern) };
}

/** What is looked for, and what must hold besides. */
export interface Besides {
  readonly inside?: Formula;
  readonly not?: readonly string[];
  readonly notInside?: readonly string[];
  /** By metavariable, a regular expression. */
  readonly matching?: Readonly<Record<string, string>>;
  /** By metavariable, what it is not. */
  readonly unlike?: Readonly<Record<string, readonly string[]>>;
  readonly focus?: string;
}

/** What is looked for, where all of it holds. */
export function where(what: Formula, besides: Besides): Formula {
  const { inside, not = [], notInside = [], matching = {}, unlike = {}, focus } = besides;
  const regexes = Object.entries(matching).map(
    ([variable, regex]): Condition => ({ kind: 'regex', variable, regex, line: 1 }),
  );
  const others = Object.entries(unlike).map(([variable, patterns]): Condition => {
    const formula: Formula = {
      kind: 'all',
      of: patterns.map((each) => none(pattern(each))),
      conditions: [],
      focus: [],
    };
    return { kind: 'formula', variable, formula };
  });
  return {
    kind: 'all',
    of: [
      what,
      ...(inside === undefined ? [] : [{ kind: 'inside', of: inside } as const]),
      ...not.map((each) => none(pattern(each))),
      ...notInside.map((each) => none({ kind: 'inside', of: pattern(each) })),
    ],
    conditions: [...regexes, ...others],
    focus: focus === undefined ? [] : [focus],
  };
}

function none(of: Formula): Formula {
  return { kind: 'not', of };
}

function pattern(text: string): Formula {
  return { kind: 'pattern', pattern: text, line: 1 };
}
