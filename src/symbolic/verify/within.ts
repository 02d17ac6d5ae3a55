/** What is proved of the runs that keep to the bounds of an exploration, where only the others are open. */
import type { Reason } from '../service.ts';
import { changedElsewhere } from './changed-elsewhere.ts';
import { EarlierCalls } from './earlier-calls.ts';
import type { Exploration, Subject } from './exploration.ts';
import { mayKeepState } from './kept-state.ts';

/** The bounds beyond which all is that the reasons leave open; undefined where one of them leaves open more. */
export function boundsOf(reasons: readonly Reason[]): string | undefined {
  const bounds = reasons.map(({ bound }) => bound).filter((bound) => bound !== undefined);
  if (bounds.length === 0 || bounds.length < reasons.length) return undefined;
  return [...new Set(bounds)].join('; ');
}

/** Whether a call is seen to leave nothing behind that a later one could find: those that are open are not looked at again. */
export function leavesNothing({ module, definition }: Subject, exploration: Exploration): boolean {
  return (
    !mayKeepState(module) && changedElsewhere(module, definition).size === 0 && !new EarlierCalls().learn(exploration)
  );
}
