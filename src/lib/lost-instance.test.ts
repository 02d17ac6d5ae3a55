import { expect, it } from 'vitest';
import { endedWorker, isLostInstance } from './lost-instance.ts';

const marked = (fields: object, message = 'm') => Object.assign(new Error(message), fields);

it.each([
  ['a reset', marked({ durableObjectReset: true })],
  ['a reset behind another call', marked({ durableObjectReset: true, remote: true, durableObjectId: 'a' })],
  ['a broken connection', marked({ remote: true, retryable: true }, 'Network connection lost.')],
  ['an overload', marked({ overloaded: true })],
  ['memory', marked({}, 'Worker has exceeded memory limit.')],
  ['a process that has ended', marked({}, 'Worker "lemma-python" not found. Make sure it is running locally.')],
  ['time', marked({}, 'Worker exceeded CPU time limit.')],
])('%s is a lost instance', (_, error) => expect(isLostInstance(error)).toBe(true));

it('names the Worker whose process has ended', () => {
  expect(endedWorker(new Error('Worker "lemma-python" not found. Make sure it is running locally.'))).toBe(
    'lemma-python',
  );
  expect(endedWorker(new Error('Worker "a" not found. Somewhere else.'))).toBeUndefined();
});

it.each([
  ['an error of the other end', marked({ remote: true, durableObjectId: 'a' })],
  ['a mark that is none', marked({ retryable: 'no', overloaded: false })],
  ['a class', new RangeError('Maximum call stack size exceeded')],
  ['no error', { retryable: true }],
])('%s is none', (_, error) => expect(isLostInstance(error)).toBe(false));
