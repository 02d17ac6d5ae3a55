/** What the scripted symbolic engine counts of all users: see `test/engines/worker.ts`. */
import { expect } from 'vitest';
import { until } from '../until.ts';
import { callTool } from './requests.ts';

async function engineSays(base: URL, what: RegExp): Promise<number> {
  const { body } = await callTool(base, 'health_check', { check_name: 'symbolic_engine' });
  return Number(what.exec(JSON.stringify(body.result?.['structuredContent']))?.[1]);
}

/** Calls of code `wait` that it saw cancelled. */
export const cancelledCalls = (base: URL) => engineSays(base, /cancelled (\d+)/);

/** Resolves once it works on so many calls of code `wait`. */
export const untilRunning = (base: URL, calls: number) =>
  until(async () => expect(await engineSays(base, /"running":(\d+)/)).toBe(calls));
