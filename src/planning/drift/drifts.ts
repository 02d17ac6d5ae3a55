/** What has changed of the ground that open steps stand on, between the commit of the plan and another one. */

import type { StepState } from '../graph/states.ts';
import type { Step } from '../plan.ts';
import type { Drift } from '../service.ts';
import { traitsOf } from '../step-types.ts';

/** What differs between the two commits. */
export interface ChangedPaths {
  /** Paths that both have, with other content. */
  readonly changed: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  readonly added: ReadonlySet<string>;
}

/** A function or class in both commits. `changed` and `gone` as in {@link Drift}; `unread`: the file could not be read. */
export type SymbolFate = 'same' | 'changed' | 'gone' | 'unread';

/** Decides about one symbol; asked for symbols of changed files only. */
export type FateOf = (file: string, name: string) => SymbolFate;

/** Paths that differ, without those that `isOwn` says only the plan itself has changed. */
export function withoutOwn({ changed, gone, added }: ChangedPaths, isOwn: (path: string) => boolean): ChangedPaths {
  const others = (paths: ReadonlySet<string>) => new Set([...paths].filter((path) => !isOwn(path)));
  return { changed: others(changed), gone: others(gone), added: others(added) };
}

/** The open steps among `steps`, with what can drift. */
export function openSteps(steps: readonly Step[], states: readonly StepState[]): readonly Step[] {
  const open: ReadonlySet<StepState | undefined> = new Set(['pending', 'ready', 'executing', 'blocked', 'failed']);
  return steps.filter((step, index) => open.has(states[index]) && filesOf(step).length > 0);
}

/** Files that a step is about. */
export function filesOf({ files_affected = [], symbols = [] }: Step): readonly string[] {
  return [...new Set([...files_affected, ...symbols.map(({ file }) => file)])];
}

/** The drifts of `open` steps. A step that names symbols of a file rests on these alone; `done` are completed steps of the plan. */
export function driftsOf(
  open: readonly Step[],
  done: readonly Step[],
  paths: ChangedPaths,
  fateOf: FateOf,
): readonly Drift[] {
  const changedBy = new Map(done.flatMap((step) => filesOf(step).map((file) => [file, step.number] as const)));
  return open.flatMap((step) =>
    filesOf(step).flatMap((file): readonly Drift[] => {
      const byStep = changedBy.get(file);
      const found = { step: step.number, file, ...(byStep !== undefined && { byStep }) };
      if (paths.gone.has(file)) return [{ ...found, what: 'gone' }];
      if (paths.added.has(file)) return traitsOf(step).files === 'created' ? [{ ...found, what: 'there_already' }] : [];
      if (!paths.changed.has(file)) return [];
      const names = (step.symbols ?? []).filter((symbol) => symbol.file === file).map(({ name }) => name);
      if (names.length === 0) return [{ ...found, what: 'changed' }];
      return names.flatMap((symbol): readonly Drift[] => {
        const fate = fateOf(file, symbol);
        if (fate === 'same') return [];
        return [{ ...found, symbol, what: fate === 'gone' ? 'gone' : 'changed' }];
      });
    }),
  );
}
