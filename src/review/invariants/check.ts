/** Checks a team's rules on what a change adds. */
import { type OnProgress, proceed } from '../../lib/work.ts';
import type { CheckReport, ReviewCheck } from '../check.ts';
import type { DiffFile } from '../diff/diff.ts';
import type { Finding, Omission } from '../finding.ts';
import type { Subject } from '../source.ts';
import { FileView, type Trees } from './file-view.ts';
import { judge, type Violation } from './judge.ts';
import { loadRules, type RulesSource, type SourcedRule } from './load.ts';
import { PlaceSearch } from './places.ts';
import { Budget } from './search.ts';
import { isAllowed } from './suppression.ts';
import { toFinding } from './to-finding.ts';

/** See `Budget`. */
const MOST_WORK = 4_000_000_000;
/** Findings of one rule, and of all. */
const MOST_OF_RULE = 200;
const MOST_FINDINGS = 2_000;
/** Rules that an omission names. */
const MOST_NAMED = 5;
/** Suppressed lines that warnings name. */
const MOST_ALLOWED = 50;

/**
 * The check of a team's rules; `executed` counts the rules. Everything is as the file after the change has it: a match counts on added lines
 * only, and what a rule requires may stand on any. Throws `ToolFailure` that lists the mistakes of the rules.
 */
export function invariantsCheck(source: RulesSource, trees: Trees): ReviewCheck {
  return { name: 'invariants', run: (subject, onProgress) => runRules(source, trees, subject, onProgress) };
}

async function runRules(
  source: RulesSource,
  trees: Trees,
  subject: Subject,
  onProgress: OnProgress,
): Promise<CheckReport> {
  const { rules, warnings } = await loadRules(source, subject);
  const run = new Run(subject, trees);
  for (const [done, rule] of rules.entries()) {
    await proceed(onProgress, { done, total: rules.length, message: `rule ${rule.id}` });
    await run.check(rule);
  }
  return { ...run.report(), executed: rules.length, warnings: [...warnings, ...run.warnings()] };
}

class Run {
  readonly #budget = new Budget(MOST_WORK);
  readonly #search: PlaceSearch;
  readonly #views: readonly FileView[];
  readonly #binary: readonly DiffFile[];
  /** By rule, file and line: a rule that the change alters is checked in two versions. */
  readonly #findings = new Map<string, Finding>();
  readonly #unknown = new Map<string, { readonly what: string; readonly why: string; readonly rules: Set<string> }>();
  readonly #allowed: string[] = [];

  constructor({ byRisk, after }: Subject, trees: Trees) {
    const files = byRisk.filter(({ status }) => status !== 'deleted');
    this.#search = new PlaceSearch(trees, this.#budget);
    this.#views = files.filter(({ binary }) => !binary).map((file) => new FileView(file, after, trees));
    this.#binary = files.filter(({ binary }) => binary);
  }

  async check(rule: SourcedRule): Promise<void> {
    for (const { path } of this.#binary) {
      if (rule.applies(path)) this.#omit(path, 'it is binary: its lines are not told', rule.id);
    }
    let count = 0;
    for (const view of this.#views) {
      if (!rule.applies(view.path)) continue;
      for await (const violation of judge(rule, view, this.#search)) {
        if (count >= MOST_OF_RULE || this.#findings.size >= MOST_FINDINGS) {
          this.#omit(`the rule ${rule.id} from ${view.path} on`, 'there are more findings than are listed', rule.id);
          return;
        }
        if ('unknown' in violation) this.#omit(view.path, violation.unknown, rule.id);
        else if (await this.#add(rule, view, violation)) count++;
      }
      if (this.#budget.isSpent) {
        this.#omit(`${view.path} and the files after it`, 'the patterns took all the work that they may', rule.id);
        return;
      }
    }
  }

  report(): Pick<CheckReport, 'findings' | 'omitted'> {
    const omitted = [...this.#unknown.values()].map(({ what, why, rules }): Omission => {
      const named = [...rules].slice(0, MOST_NAMED).join(', ');
      const more = rules.size > MOST_NAMED ? ` and ${rules.size - MOST_NAMED} more` : '';
      return { what, why: `${why} (${rules.size === 1 ? 'rule' : 'rules'} ${named}${more})`, check: 'invariants' };
    });
    return { findings: [...this.#findings.values()], omitted };
  }

  warnings(): readonly string[] {
    const more = this.#allowed.length - MOST_ALLOWED;
    return [
      ...this.#allowed.slice(0, MOST_ALLOWED),
      ...(more > 0 ? [`${more} more lines are let off rules by a comment.`] : []),
    ];
  }

  /** Whether there is one finding more. */
  async #add(rule: SourcedRule, view: FileView, violation: Violation): Promise<boolean> {
    const { line, side } = violation;
    if (side === undefined && (await isAllowed(view, line, rule.id))) {
      this.#allowed.push(`${view.path}:${line} breaks the rule ${rule.id}, and a comment there lets it off.`);
      return false;
    }
    const key = `${rule.id}\n${view.path}\n${side ?? ''}${line}`;
    if (this.#findings.has(key)) return false;
    this.#findings.set(key, await toFinding(rule, view, violation));
    return true;
  }

  #omit(what: string, why: string, rule: string): void {
    const key = `${what}\n${why}`;
    const known = this.#unknown.get(key);
    if (known === undefined) this.#unknown.set(key, { what, why, rules: new Set([rule]) });
    else known.rules.add(rule);
  }
}
