/** States that interpreters are left in, from small to large. */
import type { StateFigures, StopwatchApi } from './worker/api.ts';

const CELLS = {
  'after 1': '1',
  'after importing six modules': 'import sqlite3, email.mime.text, http.client, unittest, xml.dom.minidom, zoneinfo',
  'after making 10 MB of data': 'import random\ndata = [random.randbytes(1000) for _ in range(10_000)]',
} as const;

export async function measureStates(
  stopwatch: StopwatchApi,
): Promise<Readonly<Record<keyof typeof CELLS, StateFigures>>> {
  await stopwatch.state('1');
  return {
    'after 1': await stopwatch.state(CELLS['after 1']),
    'after importing six modules': await stopwatch.state(CELLS['after importing six modules']),
    'after making 10 MB of data': await stopwatch.state(CELLS['after making 10 MB of data']),
  };
}
