/** Requests of programs, by a clock that is set back. */
import { expect, it } from 'vitest';
import { migrate } from '../../src/lib/migrations.ts';
import { createDatabase } from '../../test/sqlite.ts';
import { DEVICE_SECONDS, Devices } from './devices.ts';
import { ACCOUNTS_MIGRATIONS } from './migrations.ts';

const NOW = Date.parse('2026-11-01T12:00:00Z');
const DAY_MS = 86_400_000;

it('of a clock that was set back keep nobody out', async () => {
  const database = createDatabase('');
  migrate(database, ACCOUNTS_MIGRATIONS, 0);
  const devices = new Devices(database.sql);
  const asks = (now: number) => devices.begin({ name: 'a program', scopes: ['read'] }, now);
  const open = () => database.sql.exec<{ count: number }>('SELECT count(*) AS count FROM device').one().count;
  for (let count = 0; count < 20; count++) await asks(NOW);
  expect(open()).toBe(20);
  const { userCode, deviceCode } = await asks(NOW - DAY_MS);
  expect(open()).toBe(1);
  expect(devices.find(userCode, NOW - DAY_MS)).toMatchObject({ name: 'a program' });
  expect(await devices.ask(deviceCode, NOW - DAY_MS)).toEqual({ kind: 'waiting' });
  expect(devices.find(userCode, NOW - DAY_MS + DEVICE_SECONDS * 1000)).toBeUndefined();
});
