import { expect, it } from 'vitest';
import { until } from '../../test/until.ts';
import { Places } from './places.ts';

/** Takes places, and tells who has one, in the order in which they got it. */
function taker(most: number) {
  const places = new Places(most);
  const admitted: string[] = [];
  const leaving = new Map<string, () => void>();
  const told = new Map<string, string>();
  const gone = new Set<string>();
  const take = async (name: string) => {
    const onProgress = async ({ message }: { readonly message: string }) => {
      told.set(name, message);
      return !gone.has(name);
    };
    leaving.set(name, await places.take(name.charAt(0), onProgress, 1));
    admitted.push(name);
  };
  const leave = (name: string) => leaving.get(name)?.();
  return { take, leave, admitted, told, gone };
}

it('gives places in the order of those who come, and says how many are before', async () => {
  const { take, leave, admitted, told } = taker(2);
  const all = ['a1', 'a2', 'a3', 'a4'].map(take);
  await until(() => expect(told.get('a4')).toBe('waiting for a sandbox, 1 before you'));
  expect(told.get('a3')).toBe('waiting for a sandbox, 0 before you');
  expect(admitted).toEqual(['a1', 'a2']);
  leave('a2');
  await all[2];
  leave('a1');
  await all[3];
  expect(admitted).toEqual(['a1', 'a2', 'a3', 'a4']);
});

it("does not let one user's forty calls delay another's first", async () => {
  const { take, leave, admitted } = taker(2);
  const many = Array.from({ length: 40 }, (_, index) => take(`a${index}`));
  const other = take('b0');
  await Promise.all([many[0], many[1]]);
  leave('a0');
  await other;
  expect(admitted).toEqual(['a0', 'a1', 'b0']);
  leave('a1');
  await many[2];
  for (let index = 2; index < 40; index++) {
    leave(`a${index}`);
    await many[index + 1];
  }
  expect(admitted).toHaveLength(41);
});

it('takes those out of the order who have gone', async () => {
  const { take, leave, admitted, gone } = taker(1);
  await take('a1');
  const left = take('a2');
  const next = take('a3');
  gone.add('a2');
  await expect(left).rejects.toThrow('cancelled');
  leave('a1');
  await next;
  expect(admitted).toEqual(['a1', 'a3']);
});

it('takes a place back once', async () => {
  const { take, leave, admitted, told } = taker(1);
  await take('a1');
  leave('a1');
  leave('a1');
  await take('a2');
  leave('a1');
  void take('a3');
  await until(() => expect(told.get('a3')).toBeDefined());
  expect(admitted).toEqual(['a1', 'a2']);
});
