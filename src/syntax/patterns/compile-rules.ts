/** Compiles the patterns of rules for a language. */
import type { Grammars, ProgramLanguage } from '../grammar.ts';

import type { Compiled, CompiledCondition } from './formula.ts';
import { compilePattern, compileRegex, type Pattern, PatternProblem } from './pattern.ts';
import type { Condition, Formula, PatternRule, PatternProblem as Problem } from './service.ts';
import { LONGEST_PATTERN } from './service.ts';

/** A rule that is ready to be run on files of a language. */
export interface CompiledRule {
  readonly id: string;
  readonly formula: Compiled;
}

/** Patterns that are kept for later calls, by language and text; beyond, all are forgotten. */
const MOST_KEPT = 5_000;
const kept = new WeakMap<Grammars, Map<string, Pattern>>();

/** What a rule may have of formulas in formulas. */
const DEEPEST = 30;

/** Compiles rules for one language after the other; equal patterns become one. */
export class RuleCompiler {
  readonly #grammars: Grammars;
  readonly #patterns: Map<string, Pattern>;

  constructor(grammars: Grammars) {
    this.#grammars = grammars;
    this.#patterns = kept.get(grammars) ?? new Map();
    if (this.#patterns.size > MOST_KEPT) this.#patterns.clear();
    kept.set(grammars, this.#patterns);
  }

  /** The rule, or what is wrong with it. */
  async compile({ id, formula }: PatternRule, language: ProgramLanguage): Promise<CompiledRule | Problem> {
    let line = 1;
    try {
      const compiled = await this.#formula(formula, language, DEEPEST, (at) => {
        line = at;
      });
      return { id, formula: compiled };
    } catch (error) {
      if (!(error instanceof PatternProblem)) throw error;
      return { rule: id, language, line, why: error.message };
    }
  }

  async #formula(
    formula: Formula,
    language: ProgramLanguage,
    depth: number,
    at: (line: number) => void,
  ): Promise<Compiled> {
    if (depth === 0) throw new PatternProblem(`Formulas stand at most ${DEEPEST} deep in each other`);
    const inner = (each: Formula): Promise<Compiled> => this.#formula(each, language, depth - 1, at);
    switch (formula.kind) {
      case 'pattern':
        at(formula.line);
        return { kind: 'pattern', pattern: await this.#pattern(formula.pattern, language) };
      case 'regex':
        at(formula.line);
        return { kind: 'regex', regex: compileRegex(checked(formula.regex)) };
      case 'any':
        return { kind: 'any', of: await inTurn(formula.of, inner) };
      case 'inside':
      case 'not':
        return { kind: formula.kind, of: await inner(formula.of) };
      case 'all': {
        const of = await inTurn(formula.of, inner);
        const conditions = await inTurn(
          formula.conditions,
          async (condition: Condition): Promise<CompiledCondition> => {
            const { kind, variable } = condition;
            if (kind === 'formula') return { kind, variable, formula: await inner(condition.formula) };
            if (kind === 'comparison') return condition;
            at(condition.line);
            return { kind, variable, regex: compileRegex(checked(condition.regex)) };
          },
        );
        return { kind: 'all', of, conditions, focus: formula.focus };
      }
    }
  }

  async #pattern(text: string, language: ProgramLanguage): Promise<Pattern> {
    if (language === 'text')
      throw new PatternProblem('Files of no known language are matched by regular expressions only');
    const key = `${language} ${checked(text)}`;
    const known = this.#patterns.get(key);
    if (known !== undefined) return known;
    const pattern = await compilePattern(text, language, this.#grammars);
    this.#patterns.set(key, pattern);
    return pattern;
  }
}

function checked(text: string): string {
  if (text.length > LONGEST_PATTERN) throw new PatternProblem(`A pattern has at most ${LONGEST_PATTERN} characters`);
  return text;
}

async function inTurn<From, To>(all: readonly From[], work: (each: From) => Promise<To>): Promise<readonly To[]> {
  const done: To[] = [];
  for (const each of all) done.push(await work(each));
  return done;
}
