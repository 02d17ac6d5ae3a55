import { afterEach, describe, expect, it, vi } from 'vitest';
import { ERROR_NAMES, ERROR_TYPES, isErrorType, kindOf } from './error-types.ts';
import { asToolFailure, failureOf, InternalError, internalError, ToolFailure, wordsOf } from './errors.ts';
import { errorMessage, refusal } from './json-rpc.ts';
import { logLine } from './log-line.ts';
import { PROBLEM_TYPE, problem } from './problem.ts';
import { RPC } from './rpc-codes.ts';

afterEach(() => vi.restoreAllMocks());

describe.each(ERROR_NAMES)('%s', (errorType) => {
  const kind = kindOf(errorType);
  const failure = { errorType, message: 'It was wrong', advice: 'Do it right.', details: { limit: 3, type: 'mine' } };

  it('has an error status, a code of JSON-RPC and a sentence', () => {
    expect(kind.httpStatus).toBeGreaterThanOrEqual(400);
    expect(kind.httpStatus).toBeLessThan(600);
    expect(Object.values(RPC)).toContain(kind.rpcCode);
    expect(kind.meaning).toMatch(/^[A-Z].*\.$/);
  });

  it('is reported as problem details', async () => {
    const response = problem(failure);
    expect([response.status, response.headers.get('content-type')]).toEqual([kind.httpStatus, PROBLEM_TYPE]);
    expect(await response.json()).toEqual({
      type: `/errors#${errorType}`,
      title: kind.meaning,
      status: kind.httpStatus,
      detail: 'It was wrong. Do it right.',
      error_type: errorType,
      message: 'It was wrong',
      advice: 'Do it right.',
      retryable: kind.retryable,
      limit: 3,
    });
  });

  it('is reported as a JSON-RPC error', async () => {
    const response = refusal({ ...failure, headers: { allow: 'POST' } });
    expect([response.status, response.headers.get('allow')]).toEqual([kind.httpStatus, 'POST']);
    const error = {
      code: kind.rpcCode,
      message: 'It was wrong. Do it right.',
      data: { type: errorType, retryable: kind.retryable, limit: 3 },
    };
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: null, error });
    expect(errorMessage(7, failure)).toEqual({ jsonrpc: '2.0', id: 7, error });
  });
});

it('only a lost instance, a host that is away, and waiting are worth a call without a change', () => {
  const retryable = ['RuntimeError', 'HOST_UNREACHABLE', 'too_many_calls', 'too_many_attempts', 'day_spent'];
  expect(ERROR_NAMES.filter((name) => kindOf(name).retryable)).toEqual(retryable);
  expect(ERROR_NAMES).toEqual(Object.keys(ERROR_TYPES));
  expect(['toString', '__proto__', '', undefined, 3].filter(isErrorType)).toEqual([]);
});

describe('a failure that crossed RPC', () => {
  const failure = { errorType: 'ValueError', message: 'm', advice: 'a', line: 3 };
  const crossed = (fields: object, name = 'ToolFailure') => Object.assign(new Error('m'), { name, failure: fields });

  it('is what it was', () => {
    expect(asToolFailure(crossed(failure))?.failure).toEqual(failure);
    expect(asToolFailure(crossed(failure))).toBeInstanceOf(ToolFailure);
  });

  it.each([
    ['of an unknown type', crossed({ ...failure, errorType: 'Dead' })],
    ['of no type', crossed({ message: 'm', advice: 'a' })],
    ['without a message', crossed({ ...failure, message: undefined })],
    ['with a line that is none', crossed({ ...failure, line: '3' })],
    ['of another name', crossed(failure, 'Error')],
    ['that is no error', failure],
    ['without fields', Object.assign(new Error('m'), { name: 'ToolFailure', failure: null })],
  ])('is none when it is one %s', (_, error) => {
    expect(asToolFailure(error)).toBeUndefined();
  });
});

describe('an internal error', () => {
  it('is logged once, with its cause and where it happened', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const cause = new TypeError('x of undefined at /srv/a.ts');
    const error = internalError(cause, 'tool demo');
    const crossed = Object.assign(new Error(error.message), { name: 'InternalError', reference: error.reference });
    expect(internalError(error, 'somewhere else')).toBe(error);
    expect(internalError(crossed, 'somewhere else').reference).toBe(error.reference);
    expect(log.mock.calls).toEqual([[`internal error ${error.reference} (tool demo): ${logLine(cause)}`]]);
  });

  it('tells its reference and nothing of its cause', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const failure = failureOf(new TypeError('x of undefined at /srv/a.ts'), 'GET /secret');
    const body = await problem(failure).text();
    const { instance, reference, status } = JSON.parse(body);
    expect({ instance, status }).toEqual({ instance: `urn:uuid:${reference}`, status: 500 });
    expect(body + JSON.stringify(errorMessage(1, failure))).not.toMatch(/undefined|srv|secret|TypeError/);
    expect(wordsOf(failure)).toContain(reference);
  });

  it('is not made of a failure', () => {
    const failure = { errorType: 'CONFLICT', message: 'm', advice: 'a' } as const;
    expect(failureOf(new ToolFailure(failure), 'anywhere')).toBe(failure);
    expect(failureOf(new InternalError('r'), 'anywhere')).toMatchObject({ errorType: 'internal_error' });
  });
});

it.each([
  ['invalid syntax', 'Correct it.', 3, 'invalid syntax (line 3). Correct it.'],
  ['It is wrong.', 'Correct it', 3, 'It is wrong (line 3). Correct it.'],
  ['It is wrong.', 'Correct it', undefined, 'It is wrong. Correct it.'],
])('%j and %j are one text', (message, advice, line, text) => {
  expect(wordsOf({ errorType: 'ValueError', message, advice, ...(line !== undefined && { line }) })).toBe(text);
});
