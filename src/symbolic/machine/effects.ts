/** What a piece of the program hands to its surroundings: exceptions, jumps, and paths given up. */
import type { Cut, JumpTargets, Machine, Raised } from './machine.ts';

/** Everything handed over, held back. */
export interface Effects extends JumpTargets {
  readonly raised: readonly Raised[];
  readonly cuts: readonly Cut[];
}

/** Runs `work` and holds back what it hands over. */
export function withhold<T>(machine: Machine, work: () => T): { readonly value: T; readonly effects: Effects } {
  const { raised: outerRaised, jumps: outerJumps } = machine;
  const cutsBefore = machine.cuts.length;
  const raised: Raised[] = [];
  const jumps: JumpTargets = { returns: [], breaks: [], continues: [] };
  machine.raised = raised;
  machine.jumps = jumps;
  try {
    const value = work();
    return { value, effects: { ...jumps, raised, cuts: machine.cuts.splice(cutsBefore) } };
  } finally {
    machine.raised = outerRaised;
    machine.jumps = outerJumps;
  }
}

/** Hands over what leaves a loop: all but its own `break` and `continue`. */
export function release(machine: Machine, { raised, cuts, returns }: Effects): void {
  machine.raised.push(...raised);
  machine.cuts.push(...cuts);
  machine.jumps.returns.push(...returns);
}
