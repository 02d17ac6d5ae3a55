import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Failure, ToolFailure } from '../lib/errors.ts';
import { parseArguments } from './arguments.ts';
import { inputJsonSchema } from './json-schema.ts';

const schema = z.strictObject({
  path: z.string().min(1),
  depth: z.int().min(1).max(5).default(2),
  mode: z.enum(['fast', 'deep']).optional(),
  tags: z.array(z.string()).max(2).optional(),
  verbose: z.boolean().optional(),
  options: z.strictObject({ run_tests: z.boolean().optional() }).optional(),
});
const parse = (args: unknown) => parseArguments('demo', schema, inputJsonSchema(schema), args);

describe('parseArguments', () => {
  it('fills in defaults', () => {
    expect(parse({ path: 'a' })).toEqual({ path: 'a', depth: 2 });
  });

  it.each([
    [{ path: 7 }, 'path must be a non-empty string, got the number 7'],
    [{ path: '' }, 'path must be a non-empty string, got the string ""'],
    [{ path: null }, 'path must be a non-empty string, got null'],
    [{ path: 'a', depth: 9 }, 'depth must be an integer, 1 to 5, got the number 9'],
    [{ path: 'a', depth: 1.5 }, 'depth must be an integer, 1 to 5, got the number 1.5'],
    [{ path: 'a', mode: 'slow' }, 'mode must be one of "fast", "deep", got the string "slow"'],
    [{ path: 'a', tags: ['x', 'y', 'z'] }, 'tags must be a list, at most 2 items long, got the list ["x","y","z"]'],
    [{ path: 'a', tags: ['x', 3] }, 'tags.1 must be'],
    [{ path: 'a', verbose: 'yes' }, 'verbose must be true or false, got the string "yes"'],
    [{}, 'path is required: a non-empty string'],
    [undefined, 'path is required'],
    [{ path: 'a', dept: 1 }, 'there is no parameter dept (perhaps depth).'],
    [{ path: 'a', run_tests: true }, 'there is no parameter run_tests (options has it: options.run_tests).'],
    [{ path: 'a', options: { run_test: true } }, 'there is no parameter options.run_test (perhaps run_tests).'],
    ['text', 'arguments must be an object'],
  ])('explains %j', (args, explanation) => {
    expect(() => parse(args)).toThrow(explanation);
  });

  it('lists every fault and every parameter', () => {
    const { message, advice } = failureOf({ path: 1, depth: 0 });
    expect(message).toMatch(/path must .* depth must .*[^.]\.$/);
    expect(advice).toMatch(/^Parameters: path \(.*required\).*default 2/);
  });

  it('says for programs what is wrong', () => {
    const details = { tool: 'demo', field: 'depth', value: 9, constraint: 'an integer, 1 to 5' };
    expect(failureOf({ path: 'a', depth: 9 })).toMatchObject({ errorType: 'validation_error', details });
  });

  it('stays short whatever is sent', () => {
    const key = 'k'.repeat(1 << 20);
    const tags = Array.from({ length: 100_000 }, (_, at) => at);
    for (const args of [{ path: 1, [key]: 1 }, { path: 'a', tags: [...tags, key] }, { path: 'a', mode: key }, key]) {
      expect(JSON.stringify(failureOf(args)).length).toBeLessThan(4000);
    }
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`extra${at}`, at]));
    expect(failureOf({ path: 'a', ...many }).message).toMatch(/there is no parameter extra0, .*, …\.$/);
  });
});

function failureOf(args: unknown): Failure {
  try {
    parse(args);
  } catch (error) {
    if (error instanceof ToolFailure) return error.failure;
  }
  throw new Error('The arguments were taken.');
}
